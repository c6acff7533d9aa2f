"""The fixtures of the arena's tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from croupier.arena import pipes
from croupier.arena.drill import visitor
from croupier.arena.server import http, replays
from croupier.games.holdem import odds

from .here import Here
from .network import PATIENCE_MS


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Timeouts in real seconds are very long here, so that tests pass on a busy machine."""
    for module, name in ((http, "PATIENCE"), (replays, "ADVICE_SECONDS"), (visitor, "PATIENCE")):
        monkeypatch.setattr(module, name, PATIENCE_MS / 1000)


@pytest.fixture
def processes() -> None:
    """For tests that need workers to be processes of their own."""


@pytest.fixture(autouse=True)
def workers_are_here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """In all other tests, house bots and replays are computed in threads of this process."""
    if "processes" not in request.fixturenames:
        monkeypatch.setattr(pipes, "Helper", Here)


@pytest.fixture
def rough_odds(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Odds from few boards, for tests in which their accuracy does not matter."""
    monkeypatch.setattr(odds, "SAMPLES", 100)
    odds._shares.cache_clear()
    yield
    odds._shares.cache_clear()

"""What tests of the arena share."""

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
    """Whatever gives up after some real seconds is patient here: tests pass however busy the machine is."""
    for module, name in ((http, "PATIENCE"), (replays, "ADVICE_SECONDS"), (visitor, "PATIENCE")):
        monkeypatch.setattr(module, name, PATIENCE_MS / 1000)


@pytest.fixture
def processes() -> None:
    """For tests to which it matters that workers are processes of their own."""


@pytest.fixture(autouse=True)
def workers_are_here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Elsewhere none is begun for bots of the house, nor for those who look back."""
    if "processes" not in request.fixturenames:
        monkeypatch.setattr(pipes, "Helper", Here)


@pytest.fixture
def rough_odds(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Odds from few boards, where it does not matter how good they are."""
    monkeypatch.setattr(odds, "SAMPLES", 100)
    odds._shares.cache_clear()
    yield
    odds._shares.cache_clear()

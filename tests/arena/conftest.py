"""What tests of the arena share."""

from __future__ import annotations

import pytest

from croupier.arena.drill import visitor
from croupier.arena.server import http, replays

from .network import PATIENCE_MS


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever gives up after some real seconds is patient here: tests pass however busy the machine is."""
    for module, name in ((http, "PATIENCE"), (replays, "ADVICE_SECONDS"), (visitor, "PATIENCE")):
        monkeypatch.setattr(module, name, PATIENCE_MS / 1000)

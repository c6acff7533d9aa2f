"""The drill: an arena passes it, and a server with a fault does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.arena.client.session import address
from croupier.arena.drill import TRIALS, Target, tried
from croupier.arena.room import connection
from croupier.arena.room.guests import Guest
from croupier.arena.room.offers import Offer

from .loops import PATIENCE, in_loop
from .network import CODE, arena

HOUSE = Offer(id="house", game="holdem", kind="house", code=CODE, policy="station", seats=3)


@pytest.mark.parametrize("name", TRIALS)
def test_the_arena_passes(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "PER_SECOND", 1)  # a slow machine floods nobody

    @in_loop
    async def trial() -> None:
        async with arena(tmp_path, HOUSE) as room:
            outcome = await tried(name, Target(address(room.url), CODE, frames=100, hands=3, seed=1), PATIENCE)
            assert outcome.passed, outcome.said

    trial()


def test_a_server_that_ignores_garbage_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.arena.drill.visitor.PATIENCE", 0.2)

    def deaf(guest: Guest, code: str, msg: str, retry_after_ms: int | None = None) -> None:
        """Says nothing."""

    monkeypatch.setattr(Guest, "refuse", deaf)

    @in_loop
    async def trial() -> None:
        async with arena(tmp_path, HOUSE) as room:
            outcome = await tried("garbage", Target(address(room.url), CODE, frames=30, hands=1), PATIENCE)
            assert not outcome.passed and "nothing came" in outcome.said

    trial()


def test_a_server_that_takes_any_number_of_frames_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "BURST", 10_000)

    @in_loop
    async def trial() -> None:
        async with arena(tmp_path, HOUSE) as room:
            outcome = await tried("flood", Target(address(room.url), CODE, frames=30, hands=1), PATIENCE)
            assert not outcome.passed and "no frame was refused as one too many" in outcome.said

    trial()


def test_a_trial_that_takes_too_long_fails(tmp_path: Path) -> None:
    @in_loop
    async def trial() -> None:
        async with arena(tmp_path, HOUSE) as room:
            outcome = await tried("answers", Target(address(room.url), CODE, hands=1_000), 0.2)
            assert not outcome.passed and "not done after" in outcome.said

    trial()


def test_a_server_elsewhere_is_left_alone(capsys: Any) -> None:
    from croupier.cli.main import main

    assert main(["drill", "ws://192.0.2.1:8000/ws"]) == 2
    assert "--yes-this-is-my-server" in capsys.readouterr().err
    assert main(["drill", "localhost:1", "--only", "dance"]) == 2
    assert "no trial 'dance'" in capsys.readouterr().err

"""A table that goes on from its last boundary: its match is retold afterwards hand by hand, as it was played."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.arena.replay.hands import Hands
from croupier.arena.tables import lines
from croupier.arena.tables.inputs import Ordered
from croupier.arena.tables.renewal import _given_up, renew
from croupier.arena.tables.session import Session
from croupier.arena.tables.table import Table
from croupier.games.holdem.for_bots import hole
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE

from .room import EPOCH, Room

OPTIONS = {"stack": 1_000, "small_blind": 5, "big_blind": 10, "hands": 5}


class Retold(Hands):
    """Notes the number of each hand, and the cards that each seat was dealt in it."""

    def __init__(self, room: Room) -> None:
        super().__init__(room.plan, room.game, 1)
        self.dealt: dict[str, list[list[int]]] = {}

    def goes_on(self, actor: int, move: Any, events: Any) -> None:
        super().goes_on(actor, move, events)
        self._note()

    def begins(self, *arguments: Any) -> None:
        super().begins(*arguments)
        self._note()

    def _note(self) -> None:
        assert self.state is not None
        self.dealt[self.table.hand_id] = [list(hole(self.game.view(self.state, seat))) for seat in range(2)]


def made_again(room: Room) -> None:
    """What a restart under other rules does with the table."""
    starts = [at for at, line in enumerate(room.log) if isinstance(line, lines.Snapshot)]
    kept, room.timers = room.log[starts[-1] :], {}
    room.session = Session(Table(room.plan, room.game), epoch_ms=EPOCH, secrets=room.secrets)
    room.do(renew(room.session, kept, len(room.log), room.now))
    for chair in room.table.chairs:
        room.put_back(chair.id)


def thinned(log: list[lines.Lines]) -> list[lines.Lines]:
    """The lines that a store still has: of all snapshots only the last, with its boundary."""
    last = max(at for at, line in enumerate(log) if isinstance(line, lines.Snapshot))
    return [line for at, line in enumerate(log) if at >= last or not isinstance(line, lines.Snapshot | lines.Boundary)]


@pytest.mark.parametrize("between", [False, True], ids=["in a hand", "between hands"])
@pytest.mark.parametrize("later", [False, True], ids=["at once", "after the next snapshot"])
def test_a_match_that_went_on_in_a_new_leg_is_retold_with_its_own_hands_and_cards(between: bool, later: bool) -> None:
    room, dealt = Room(seats=2, options=OPTIONS, between_ms=1_000), dict[str, list[list[int]]]()
    for name in ("a", "b"):
        room.join(name)
    for hands in (1, 2):
        while room.table.hand == hands:
            dealt[room.table.hand_id] = held(room)
            act(room, "FOLD")
            if between and hands == 2:
                break
            room.wait(1_000)
    if not between:
        dealt[room.table.hand_id] = held(room)
        act(room, "CALL")
    made_again(room)
    room.wait(1_000)
    dealt[room.table.hand_id] = held(room)
    if later:
        act(room, "FOLD")
        room.wait(1_000)
        dealt[room.table.hand_id] = held(room)
    retold = Retold(room)
    retold.follow_all(thinned(room.log))
    assert retold.dealt == dealt
    assert [int(id.rpartition("-H")[2]) for id in dealt] == sorted({int(id.rpartition("-H")[2]) for id in dealt})


@pytest.mark.parametrize("again", [False, True])
def test_a_match_that_the_host_has_ended_with_the_hand_that_is_given_up_is_over(again: bool) -> None:
    room = Room(seats=2, options={**OPTIONS, "hands": 0}, again=again)
    for name in ("a", "b"):
        room.join(name)
    act(room, "FOLD")
    assert room.table.state is not None
    scores = tuple(room.table.game.scores(room.table.state))
    act(room, "CALL")
    room.put(Ordered("end"))
    kept = len(room.log)
    made_again(room)
    assert [(end.match_id, end.scores) for end in room.finished] == [("T-1-M1", scores)] and any(scores)
    assert (room.table.match, room.table.state is None) == ((2, False) if again else (1, True))
    assert sum(isinstance(line, lines.Snapshot) for line in room.log[kept:]) == 1
    assert not [line for line in room.log[kept:] if isinstance(line, lines.Began) and line.leg]


@pytest.mark.parametrize(("actor", "begins"), [(HOUSE, True), (CLOCK, False), (0, False)])
def test_of_all_moves_only_the_houses_begins_a_hand(actor: int, begins: bool) -> None:
    room = Room(seats=2, options=OPTIONS, between_ms=1_000)
    for name in ("a", "b"):
        room.join(name)
    act(room, "FOLD")
    snapshot = next(line for line in reversed(room.log) if isinstance(line, lines.Snapshot))
    given_up = _given_up(snapshot, [snapshot, lines.Made(actor, 0, 5)], False)
    assert given_up.hand == snapshot.hand + begins


def held(room: Room) -> list[list[int]]:
    """The cards that each seat holds."""
    assert room.table.state is not None
    return [list(hole(room.game.view(room.table.state, seat))) for seat in range(2)]


def act(room: Room, action: str) -> None:
    """Whoever is to act does something."""
    room.act(next(chair.id for chair in room.table.chairs if room.session.clocks.of(chair.seat)), action)

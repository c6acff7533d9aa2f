"""What a narrator is told of the match before it began to listen: as its player was told it, and nothing of others."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from croupier.arena.room import recollection
from croupier.arena.room.offers import Offer
from croupier.arena.room.recollection import SLICE, Recollection, recollect
from croupier.arena.store import Line
from croupier.arena.tables.inputs import Ordered
from croupier.kernel.showing.narrator import FULL, Narrator
from croupier.kernel.showing.wire import WORDS

from .memory_store import MemoryStore
from .room import Room
from .test_at_the_table import BLINDS
from .test_matches import fold
from .virtual import Hall, calls, hall


def recalled(room: Room, seat: int, id: str) -> Narrator:
    """The narrator that follows from all lines of a table."""
    past = Recollection(room.plan, room.game, room.table.match, seat, id)
    past.follow_all(room.log)
    return past.narrator


def hands_of(narrator: Narrator) -> list[str]:
    return [name for name, _ in narrator._hands]


def two_speak(*names: str, **plan: Any) -> Room:
    room = Room(**{"seats": len(names), "least": 2, "options": BLINDS, **plan})
    for name in names:
        room.join(name, dialect=WORDS)
    return room


def test_a_match_is_recalled_as_its_player_was_told_it() -> None:
    room = two_speak("a", "b")
    for _ in range(3):
        fold(room)
    state = room.table.state
    assert state is not None
    for seat, id in enumerate("ab"):
        known, again = room.session.narrators.of(seat), recalled(room, seat, id)
        decision = room.game.decision(state, seat)
        assert again.say(state, decision, FULL) == known.say(state, decision, FULL)
        assert again.since() == known.since() and again.moved_in("T-1-M1") == known.moved_in("T-1-M1")
        assert again.whole and hands_of(again) == [f"T-1-M1-H{hand}" for hand in (1, 2, 3, 4)]


@pytest.mark.parametrize("before", ["a", "z"])
def test_of_the_player_before_in_the_same_seat_nothing_is_recalled(before: str) -> None:
    room = two_speak(before, "other")
    fold(room)
    room.put(Ordered("swap", 0, {"team": "m"}))
    fold(room)
    again = recalled(room, 0, "m")
    assert hands_of(again)[-1] == "T-1-M1-H3" and not again.whole
    assert "T-1-M1-H1" not in hands_of(again)
    gone = recalled(room, 0, before)
    assert hands_of(gone) == [], "who has left the seat is told nothing of the next player's hands"


@pytest.mark.parametrize("before", ["a", "z"])
def test_the_habits_of_a_seat_are_those_of_the_player_who_sits_there_now(before: str) -> None:
    room = two_speak("m", before)
    for _ in range(4):
        fold(room)
    assert 1 in recalled(room, 0, "m")._habits
    room.put(Ordered("swap", 1, {"team": "n"}))
    room.wait(20_000)
    counted = recalled(room, 0, "m")._habits.get(1, {})
    assert sum(counted.values()) <= 1 and recalled(room, 0, "m").whole


def test_a_match_is_recalled_over_chairs_that_were_removed() -> None:
    room = two_speak("a", "b", seats=3)
    fold(room)
    room.put(Ordered("resize", None, {"seats": 2}))
    for _ in range(2):
        fold(room)
    assert len(room.table.chairs) == 2
    assert recalled(room, 0, "a").whole and hands_of(recalled(room, 0, "a"))[-1] == "T-1-M1-H4"


# In a room


class CountingStore(MemoryStore):
    """Counts how often a table was read from its first line on."""

    reads = 0

    async def read(self, table: str, first: int | None = None) -> list[Line]:
        self.reads += first is not None
        return await super().read(table, first)


def played(one: Hall, hands: int, **more: Any) -> Any:
    options = {"stack": 10_000, "hands": 0}
    one.do(lambda: one.room.offer(Offer(id="T", game="holdem", code="TABLE", seats=2, options=options, **more)))
    alpha, _ = (one.join(name, "TABLE", calls) for name in ("Alpha", "Beta"))
    one.until(lambda: len(alpha.of("start_hand")) > hands)
    for client in one.room.guests.values():
        client.connection._socket.client.style = lambda act: None  # type: ignore[attr-defined]
    one.pass_time(20)
    return one.room.tables["T"]


def test_lines_are_recalled_in_slices_so_that_others_get_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    store, turns = CountingStore(), list[float]()
    with hall(store) as one:
        hosted = played(one, 8)
        lines = one.loop.run_until_complete(store.read("T", 1))
        store.reads = 0

        async def turn(seconds: float) -> None:
            turns.append(seconds)

        async def told() -> None:
            with monkeypatch.context() as patch:
                patch.setattr(recollection.asyncio, "sleep", turn)
                await recollect(store, hosted, 0)

        assert len(lines) > SLICE and hosted.session.narrators.lacks(0)
        one.loop.run_until_complete(told())
        assert turns == [0] * (1 + (len(lines) - 1) // SLICE) and store.reads == 1
        narrator = hosted.session.narrators.of(0)
        assert narrator.whole and hands_of(narrator)[-1] == hosted.table.hand_id
        one.loop.run_until_complete(told())
        assert store.reads == 1 and hosted.session.narrators.of(0) is narrator, "it has heard the whole match already"


def test_without_a_match_nothing_is_recalled() -> None:
    store = CountingStore()
    with hall(store) as one:
        one.do(lambda: one.room.offer(Offer(id="T", game="holdem", code="TABLE", seats=2)))
        one.pass_time(1)
        hosted = one.room.tables["T"]
        narrator, reads = hosted.session.narrators.of(0), store.reads
        one.loop.run_until_complete(recollect(store, hosted, 0))
        assert store.reads == reads and hosted.session.narrators.of(0) is narrator


def test_changes_while_lines_are_read_are_told_once() -> None:
    store = CountingStore()
    with hall(store) as one:
        hosted = played(one, 2)
        state = hosted.table.state
        seat = hosted.session.clocks.running()[0].decision.seat
        kind = hosted.table.game.kind("FOLD")

        async def both() -> None:
            told = asyncio.ensure_future(recollect(store, hosted, seat))
            await asyncio.sleep(0)
            connection = one.room.guests[hosted.session.connections[seat]]
            connection.connection._socket.client.say(type="action", action="FOLD")  # type: ignore[attr-defined]
            await told

        assert state is not None and kind
        one.loop.run_until_complete(both())
        heard = hands_of(hosted.session.narrators.of(seat))
        assert len(heard) == len(set(heard)) and hosted.table.hand >= 3

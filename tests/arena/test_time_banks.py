"""Time banks in a tournament: a player keeps its own wherever it is moved, and all of them grow with the levels."""

from __future__ import annotations

from croupier.arena.events.tournament import TournamentDesk
from croupier.arena.tables import lines
from croupier.arena.tables.inputs import Called, Ordered, Seated
from croupier.arena.tables.plan import Level
from croupier.simulate.tournament import lines as said

from .evenings import CODE, LEVELS, evening
from .room import Room
from .virtual import Hall, calls, folds, hall

FULL = 60_000


def banks(room: Room) -> list[tuple[int, int]]:
    return [(chair.bank_ms, chair.bank_levels) for chair in room.table.chairs if chair.taken]


def of_a_tournament(*seated: Seated) -> Room:
    room = Room(seats=3, called=True, waits=True, bank_ms=FULL, options={"button_rule": "dead"})
    room.put(*seated)
    return room


def grown(room: Room) -> list[lines.Noted]:
    return [line for line in room.log if isinstance(line, lines.Noted) and line.what == "grow"]


def test_a_bank_grows_once_with_each_level_when_a_hand_is_called() -> None:
    room = of_a_tournament(*(Seated(name, name, bank_levels=1) for name in "abc"))
    room.put(Called(1, 5_000))
    assert banks(room) == [(FULL, 1)] * 3 and not grown(room)
    for levels, total in [(2, 5_000), (2, 5_000), (4, 15_000), (3, 15_000)]:
        room.put(Called(levels, 5_000))
        assert banks(room) == [(FULL + total, max(levels, room.table.chairs[0].bank_levels))] * 3
    assert [line.values for line in grown(room)] == [{"levels": 2, "ms": 5_000}, {"levels": 4, "ms": 5_000}]
    room.put(Called(9, 0))
    assert len(grown(room)) == 2, "banks that do not grow need no line"


def test_a_player_with_another_bank_grows_with_the_levels_that_it_lacks() -> None:
    room = of_a_tournament(Seated("a", "a", bank_ms=0, bank_levels=3), Seated("b", "b", bank_ms=700, bank_levels=1))
    room.put(Called(3, 100))
    assert banks(room) == [(0, 3), (900, 3)]


def test_a_bank_is_kept_over_a_restart_and_over_the_beginning_of_a_match() -> None:
    room = of_a_tournament(*(Seated(name, name, bank_ms=left, bank_levels=2) for name, left in [("a", 0), ("b", 7)]))
    room.put(Seated("c", "c"))
    room.put(Called(2, 10))
    assert room.table.state is not None and banks(room) == [(0, 2), (7, 2), (FULL + 20, 2)]
    room.restart()
    assert banks(room) == [(0, 2), (7, 2), (FULL + 20, 2)]


def test_a_second_match_at_a_table_begins_with_full_banks() -> None:
    room = Room(seats=2, bank_ms=FULL, again=True)
    room.put(Seated("a", "a", bank_ms=5), Seated("b", "b"))
    assert banks(room) == [(5, 0), (FULL, 0)]
    room.put(Ordered("void", why="test"))
    assert room.table.match == 2 and banks(room) == [(FULL, 0)] * 2


def bank_of(desk: TournamentDesk, key: str) -> int | None:
    place = desk.place_of(key)
    return place[0].table.chairs[place[1]].bank_ms if place else None


def test_a_player_keeps_what_is_left_of_its_bank_when_it_is_moved() -> None:
    """To balance, from a broken table, and to the final one."""
    with hall() as one:
        desk = evening(one, house=6, seats=3, bank_ms=FULL, terms={"players": 7}, code=CODE, bots=["station"],
                       levels=[Level(hands=4), *LEVELS[1:]], move_time_ms=1_000)  # fmt: skip
        one.room.house.silent = False
        client = one.join("Alpha", CODE, folds)
        client.think_ms = 1_100
        seen = [FULL]

        def over() -> bool:
            if (left := bank_of(desk, "alpha")) is not None:
                seen.append(left)
            return desk.book.over is not None or desk.t.players["alpha"].moves >= 2

        one.until(over)
        assert seen == sorted(seen, reverse=True), "a bank never fills up again"
        assert desk.t.players["alpha"].moves == 0 or seen[-1] < FULL


def test_a_table_that_takes_the_place_of_one_that_failed_has_the_same_banks() -> None:
    with hall() as one:
        desk = evening(one, house=2, seats=3, bank_ms=FULL, terms={"players": 3}, code=CODE, move_time_ms=1_000)
        client = one.join("Alpha", CODE, calls)
        client.think_ms = 1_300
        one.until(lambda: (bank_of(desk, "alpha") or FULL) < FULL)
        left, (number,) = bank_of(desk, "alpha"), desk.t.tables
        hosted = desk.hosted(number)
        assert hosted is not None
        one.do(lambda: hosted._break("a test"))
        assert number not in desk.t.tables and bank_of(desk, "alpha") == left


def between_levels(one: Hall) -> TournamentDesk:
    levels = [Level(minutes=1), Level(minutes=5, rest=True), Level(minutes=60), Level(minutes=60), Level()]
    terms = {"players": 2, "bank_grows_ms": 5_000, "late_levels": 2}
    desk = evening(one, seats=3, levels=levels, terms=terms, code=CODE, bank_ms=FULL, between_ms=15_000)
    for name in ("Alpha", "Beta"):
        one.join(name, CODE, folds)
    one.until(lambda: desk.t.level == 2)
    return desk


def go_to(one: Hall, desk: TournamentDesk, level: int) -> None:
    one.do(lambda: desk.order("level", values={"number": level}))


def test_banks_grow_with_levels_and_not_with_breaks() -> None:
    with hall() as one:
        desk = between_levels(one)
        one.until(lambda: bank_of(desk, "alpha") != FULL)
        assert bank_of(desk, "alpha") == bank_of(desk, "beta") == FULL + 5_000
        for number in (1, 3):
            go_to(one, desk, number)
            one.pass_time(40_000)
        assert bank_of(desk, "alpha") == FULL + 5_000, "nor again when the host goes back"
        go_to(one, desk, 4)
        one.until(lambda: bank_of(desk, "alpha") == FULL + 10_000)


def test_a_player_that_comes_late_begins_with_the_bank_of_the_first_level() -> None:
    with hall() as one:
        desk = between_levels(one)
        one.until(lambda: bank_of(desk, "alpha") != FULL)
        one.join("Late", CODE, folds)
        one.pass_time(40_000)
        assert bank_of(desk, "late") is not None
        assert desk.t.players["late"].bank == said.Bank(None, 2)
        go_to(one, desk, 4)
        one.until(lambda: bank_of(desk, "alpha") == FULL + 10_000)
        assert bank_of(desk, "late") == FULL + 5_000


def test_a_kill_between_a_level_and_the_next_hand_lets_banks_grow_once() -> None:
    with hall() as one:
        desk = between_levels(one)
        one.kill()
        desk = one.events.desks["cup"]  # type: ignore[assignment]
        for name in ("Alpha", "Beta"):
            one.join(name, CODE, folds)
        one.until(lambda: bank_of(desk, "alpha") != FULL)
        one.kill()
        desk = one.events.desks["cup"]  # type: ignore[assignment]
        one.pass_time(40_000)
        assert bank_of(desk, "alpha") == FULL + 5_000

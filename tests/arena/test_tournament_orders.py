"""What a host orders in a tournament: pauses, levels, time, disqualification, a deal, cancellation."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from croupier.arena.events.felts import Felts, in_hand
from croupier.arena.events.tournament import TournamentDesk
from croupier.arena.room.host_orders import Order, give
from croupier.arena.tables.plan import Level
from croupier.kernel.errors import BadInput
from croupier.simulate.tournament.prizes import results

from .evenings import CODE, check, evening, join, play
from .virtual import Hall, calls, hall, silent


def test_a_host_pauses_changes_the_level_adds_time_and_makes_a_deal() -> None:
    levels = [Level(minutes=10), Level(minutes=10, changes={"big_blind": 200})]
    with hall() as one:
        desk = evening(one, seats=3, levels=levels, terms={"players": 3, "added": 100}, code=CODE)
        join(one, 3, calls)
        one.until(lambda: desk.t.started)
        one.pass_time(100)
        with pytest.raises(BadInput, match="Pause"):
            desk.order("deal")
        one.do(lambda: desk.order("level", values={"number": 2}))
        one.do(lambda: desk.order("time", values={"minutes": 5}))
        assert desk.t.level == 1 and desk.t.spent(one.room.wall()) <= -299_000
        one.do(lambda: desk.order("pause", why="lunch"))
        one.pass_time(60_000)
        played = [hosted.table.hand for hosted in desk.tables()]
        one.pass_time(60_000)
        assert [hosted.table.hand for hosted in desk.tables()] == played
        stacks = {key: Felts(desk)[1].stacks[key] for key in desk.t.playing}
        one.do(lambda: desk.order("deal"))
        one.until(lambda: desk.book.over)
        one.pass_time(10)
        assert sum(found.prize for found in results(desk.t).values()) == 100
        richest = max(stacks, key=lambda key: stacks[key])
        assert results(desk.t)[richest].place == 1 and not desk.tables()


def test_a_tournament_that_is_cancelled_gives_all_fees_back() -> None:
    with hall() as one:
        desk = evening(one, house=4, seats=3, terms={"players": 6, "fee": 4, "added": 10}, code=CODE)
        join(one, 2, silent)
        one.until(lambda: desk.t.started)
        one.pass_time(50)
        with pytest.raises(BadInput, match="why"):
            desk.order("cancel")
        one.do(lambda: desk.order("cancel", why="a fire"))
        one.pass_time(50)
        assert not desk.tables() and results(desk.t) == {} and desk.book.over
        bank = one.room.bank.accounts
        assert {bank.balance(key) for key in ("team 0", "team 1")} == {10} and bank.stakes("cup") == {}


@pytest.mark.parametrize("wait", [0, 100])
def test_a_player_that_is_disqualified_is_out_when_its_hand_is_over(wait: int) -> None:
    with hall() as one:
        desk = evening(one, house=3, seats=4, terms={"players": 4}, code=CODE, levels=[])
        one.join("Alpha", CODE, silent)
        one.until(lambda: desk.t.started and desk.place_of("alpha"))
        one.pass_time(wait)
        one.do(lambda: desk.order("withdraw", team="Alpha", why="collusion"))
        one.until(lambda: not desk.t.players["alpha"].table)
        check(one, desk)
        assert desk.t.chips < 40_000 and results(desk.t)["alpha"].place == desk.t.left + 1


@pytest.mark.parametrize("number", [1, 2])
def test_a_paused_table_gives_its_players_up_and_begins_no_hand_with_those_that_were_moved(number: int) -> None:
    with hall() as one:
        desk = evening(one, house=6, seats=3, terms={"players": 6}, bots=["random"])
        one.until(lambda: (hosted := desk.hosted(number)) and hosted.table.hand)
        paused = desk.hosted(number)
        assert paused is not None
        one.do(lambda: give(one.room, paused, Order("pause")))

        def moved() -> bool:
            check(one, desk)
            chairs = Counter(chair.id for hosted in desk.tables() for chair in hosted.table.chairs if chair.taken)
            assert set(chairs.values()) == {1}, "nobody sits at two tables"
            return any(player.moves for player in desk.t.players.values())

        one.until(moved)
        if number in desk.t.tables:
            hand = paused.table.hand
            one.do(lambda: give(one.room, paused, Order("start")))
            one.until(lambda: not moved() or paused.table.hand > hand or number not in desk.t.tables)
        play(one, desk)


def test_the_last_player_that_is_left_cannot_be_disqualified() -> None:
    with hall() as one:
        desk = evening(one, seats=4, terms={"players": 2, "fee": 3}, code=CODE, levels=[])
        join(one, 2, silent)
        one.until(lambda: desk.tables() and in_hand(desk.tables()[0]))
        one.do(lambda: desk.order("withdraw", team="Team 0", why="collusion"))
        with pytest.raises(BadInput, match="left to win"):
            desk.order("withdraw", team="Team 1", why="collusion")
        play(one, desk)
        assert results(desk.t)["team 1"].place == 1


@pytest.mark.parametrize("minutes", [1e300, -1e300, 1e308])
def test_a_level_is_changed_by_minutes_that_make_sense(minutes: float) -> None:
    with hall() as one:
        desk = evening(one, house=2, terms={"players": 2}, levels=[Level(minutes=10), Level()])
        one.until(lambda: desk.t.started)
        with pytest.raises(BadInput, match="1,000,000 minutes"):
            desk.order("time", values={"minutes": minutes})


def late_entries(one: Hall, **terms: Any) -> TournamentDesk:
    """A tournament in its second level, with late entries in the first alone."""
    levels = [Level(minutes=10, changes={"big_blind": 100 * at}) for at in (1, 2, 3, 4)]
    terms = {"players": 3, "late_levels": 1, "fee": 5, **terms}
    desk = evening(one, house=2, levels=levels, terms=terms, code=CODE, bots=["tight"], move_time_ms=60_000)
    one.join("Alpha", CODE, silent)
    one.until(lambda: desk.t.started)
    one.do(lambda: desk.order("level", values={"number": 2}))
    return desk


def test_late_entries_that_are_over_stay_over_when_the_host_goes_back_to_an_early_level() -> None:
    with hall() as one:
        desk = late_entries(one)
        one.do(lambda: desk.order("level", values={"number": 1}))
        assert desk.t.level == 0 and not desk.t.is_open
        with pytest.raises(BadInput, match="Registration is closed"):
            desk.enter("beta", "Beta")


def test_a_host_opens_late_entries_again_in_words_until_a_level_is_over() -> None:
    with hall() as one:
        desk = late_entries(one)
        one.do(lambda: desk.order("late", values={"levels": 1}, why="a train is late"))
        assert not desk.t.is_open, "one level has begun, and another"
        one.do(lambda: desk.order("late", values={"levels": 2}))
        assert desk.t.is_open and one.told()["tournament"]["late_levels"] == 2
        one.join("Beta", CODE, silent)
        one.pass_time(10)
        assert "beta" in desk.t.players
        one.kill()
        desk = one.events.desks["cup"]  # type: ignore[assignment]
        assert desk.t.is_open
        one.do(lambda: desk.order("level", values={"number": 3}))
        assert not desk.t.is_open


@pytest.mark.parametrize("levels", [-1, 0.5, 1_001])
def test_late_entries_last_a_number_of_levels_that_makes_sense(levels: float) -> None:
    with hall() as one:
        desk = late_entries(one)
        with pytest.raises(BadInput, match="0 to 1,000 levels"):
            one.do(lambda: desk.order("late", values={"levels": levels}))


def test_nobody_enters_any_more_when_all_who_are_left_have_prizes() -> None:
    with hall() as one:
        desk = late_entries(one, payouts=[60.0, 40.0])
        one.do(lambda: desk.order("late", values={"levels": 2}))
        one.do(lambda: desk.order("withdraw", team="house:tight"))
        one.until(lambda: desk.t.left == 2)
        with pytest.raises(BadInput, match="have prizes"):
            desk.order("late", values={"levels": 3})


@pytest.mark.parametrize("order", ["start", "step"])
def test_a_paused_table_goes_on_when_the_host_says_so(order: str) -> None:
    with hall() as one:
        desk = evening(one, house=2, terms={"players": 2}, levels=[], bots=["tight"])
        one.until(lambda: desk.tables() and desk.tables()[0].table.hand)
        table = desk.tables()[0]
        one.do(lambda: give(one.room, table, Order("pause")))
        one.pass_time(1_000)
        hand = table.table.hand
        one.pass_time(1_000)
        assert table.table.hand == hand and table.table.at_boundary
        one.do(lambda: give(one.room, table, Order(order)))
        one.until(lambda: table.table.hand == hand + 1)

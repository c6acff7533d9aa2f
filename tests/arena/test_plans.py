"""What a host may write of a table, and the plan that follows: bounds, levels, times, and which lines lie sealed."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import holdem
from croupier.arena.room.offers import Offer
from croupier.arena.tables import configs, lines
from croupier.arena.tables.configs import config_of, game_of, plan_for, planned
from croupier.arena.tables.plan import (
    BOUNDS,
    LATEST,
    LONGEST,
    MINUTE,
    Level,
    MatchSettings,
    Plan,
    TableSettings,
    check_bounds,
    check_levels,
    first_options,
    level_at,
    shared,
    why_over,
)
from croupier.games import load
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.turns import SEATS


def plan(**more: Any) -> Plan:
    return Plan(**{"id": "T", "game": "holdem", "seats": 2, **more})


@pytest.mark.parametrize("name", BOUNDS)
def test_a_number_may_be_as_small_or_as_large_as_its_bounds_and_no_more(name: str) -> None:
    fewest, most = BOUNDS[name]
    for value in (fewest, most):
        check_bounds(TableSettings(game="holdem", **{name: value}))
    for value in (fewest - 1, most + 1):
        with pytest.raises(BadInput, match=f"{name} is from {fewest} to {most:,}, not {value}"):
            check_bounds(TableSettings(game="holdem", **{name: value}))


def test_a_god_view_is_some_hands_late_or_there_is_none() -> None:
    for hands in (0, 1, LATEST):
        check_bounds(TableSettings(game="holdem", god_view=hands))
    for hands in (-1, LATEST + 1):
        with pytest.raises(BadInput, match="A god view is from 1 to 100 hands late"):
            check_bounds(TableSettings(game="holdem", god_view=hands))
    with pytest.raises(BadInput, match="no god view"):
        plan(god_view=1, deal="common")
    assert plan(god_view=1).god_view == plan(deal="common").god_view + 1


def test_another_match_follows_until_there_were_enough() -> None:
    assert [plan(again=True).goes_on_after(match) for match in (0, 1, 99)] == [True] * 3
    assert [plan(again=True, matches=2).goes_on_after(match) for match in (1, 2, 3)] == [True, False, False]
    assert not plan(matches=2).goes_on_after(1)


def test_settings_are_shared_by_their_names() -> None:
    offer = Offer(game="leduc", bank_ms=7, stake=3)
    assert shared(offer, MatchSettings)["bank_ms"] == 7 and "stake" not in shared(offer, TableSettings)


# Levels


BY_HANDS = [Level(hands=2), Level(hands=3), Level(hands=1)]


def test_levels_by_hands_follow_one_another() -> None:
    assert [level_at(plan(levels=BY_HANDS), hands, 0, 10**9) for hands in range(8)] == [0, 0, 1, 1, 1, 2, None, None]
    endless = plan(levels=[Level(hands=2), Level()])
    assert [level_at(endless, hands, 0, 0) for hands in (1, 2, 10**6)] == [0, 1, 1]
    assert level_at(plan(), 10**6, 0, 10**9) == 0, "without levels there is one"


def test_levels_by_minutes_follow_one_another() -> None:
    timed = plan(levels=[Level(minutes=1), Level(minutes=0.5)])
    times = (0, MINUTE - 1, MINUTE, MINUTE * 1.5 - 1, MINUTE * 1.5)
    assert [level_at(timed, 99, 1_000, 1_000 + int(at)) for at in times] == [0, 0, 1, 1, None]


def test_levels_without_a_length_share_what_is_left_until_the_end() -> None:
    shares = plan(levels=[Level(minutes=1), Level(), Level()], finish_by=1_000 + 5 * MINUTE)
    times = (0, MINUTE - 1, MINUTE, 3 * MINUTE - 1, 3 * MINUTE, 5 * MINUTE - 1, 5 * MINUTE)
    assert [level_at(shares, 0, 1_000, 1_000 + at) for at in times] == [0, 0, 1, 1, 2, 2, None]
    late = plan(levels=[Level(), Level()], finish_by=1_000)
    assert [level_at(late, 0, 2_000, 2_000 + at) for at in (0, 1, 2)] == [0, 1, None], "a share is at least 1 ms"
    assert level_at(plan(levels=[Level(), Level()]), 0, 0, 10**12) == 0, "without an end the first has none"
    assert level_at(plan(levels=[Level(minutes=1), Level(minutes=1)], finish_by=10**9), 0, 0, 2 * MINUTE) is None


def test_no_hand_begins_after_the_last_level_or_after_the_end() -> None:
    by_time = plan(finish_by=1_000)
    assert [why_over(by_time, 0, 0, now) for now in (999, 1_000)] == ["", "it had to be over by now."]
    by_level = plan(levels=BY_HANDS)
    assert [why_over(by_level, hands, 0, 0) for hands in (5, 6)] == ["", "its last level is over."]
    assert why_over(plan(), 10**6, 0, 10**12) == ""


def test_a_match_begins_with_the_options_of_its_first_level() -> None:
    levels = [Level(hands=1, changes={"big_blind": 20}), Level(changes={"big_blind": 40})]
    assert first_options(plan(options={"stack": 500, "big_blind": 10}, levels=levels)) == {
        "stack": 500,
        "big_blind": 20,
    }
    assert first_options(plan(options={"stack": 500})) == {"stack": 500}


@pytest.mark.parametrize(
    ("levels", "error"),
    [
        ([Level(hands=LONGEST)], ""),
        ([Level(hands=LONGEST + 1)], "some hands or minutes"),
        ([Level(hands=-1)], "some hands or minutes"),
        ([Level(minutes=LONGEST)], ""),
        ([Level(minutes=LONGEST + 1)], "some hands or minutes"),
        ([Level(minutes=-0.5)], "some hands or minutes"),
        ([Level(hands=1), Level(minutes=1)], "either hands or minutes"),
        ([Level(hands=1), Level()], ""),
        ([Level(minutes=1), Level()], ""),
        ([Level(), Level(hands=1)], "lasts for ever"),
        ([Level(), Level(minutes=1)], "lasts for ever"),
        ([], ""),
    ],
)
def test_levels_that_make_no_sense_are_refused_and_others_are_not(levels: list[Level], error: str) -> None:
    if not error:
        return check_levels(plan(levels=levels))
    with pytest.raises(BadInput, match=error):
        check_levels(plan(levels=levels))
    if error == "lasts for ever" and not levels[1].hands:
        check_levels(plan(levels=levels, finish_by=1))
    elif error == "lasts for ever":
        with pytest.raises(BadInput, match=error):
            check_levels(plan(levels=levels, finish_by=1))


# From settings to a plan


def settle(game: str = "holdem", **settings: Any) -> Plan:
    return plan_for(TableSettings(game=game, **settings), "T", load(game))


def test_a_plan_has_every_setting_settled() -> None:
    found = settle(options={"stack": 500}, seats=3, move_time_ms=7_000, title="Ours")
    assert (found.id, found.title, found.seats, found.move_time_ms) == ("T", "Ours", 3, 7_000)
    assert found.options == {"stack": 500, "seats": 3, "limit_ms": 7_000} and found.pace_ms == 350
    usual = settle()
    assert usual.title == holdem.GAME.title and usual.options == {}
    assert usual.seats == holdem.configure().seats and usual.move_time_ms == holdem.configure().limit_ms


def test_options_count_more_than_settings_and_settings_are_not_changed() -> None:
    settings = TableSettings(game="holdem", options={"seats": 4, "limit_ms": 9_000}, seats=2, move_time_ms=5_000)
    found = plan_for(settings, "T", holdem.GAME)
    assert (found.seats, found.move_time_ms) == (4, 9_000) and settings.options == {"seats": 4, "limit_ms": 9_000}
    changed = plan_for(settings, "T", holdem.GAME, options={"stack": 7_000}, again=True)
    assert changed.options == {"stack": 7_000, "seats": 2, "limit_ms": 5_000} and changed.again


def test_a_game_without_clocks_or_seats_of_choice_has_its_own() -> None:
    duel = settle("battle", move_time_ms=9_000)
    assert duel.options == {"prep_ms": 9_000} and duel.move_time_ms == 9_000 and duel.seats == 2
    assert "seats" not in load("deal").config_options() and settle("deal", seats=3).options == {}


def test_levels_are_tried_before_anybody_sits_down() -> None:
    with pytest.raises(BadInput):
        settle(levels=[Level(hands=1), Level(changes={"big_blind": -5})])
    with pytest.raises(BadInput):
        settle(levels=[Level(hands=1), Level(changes={"no_such_option": 5})])
    with pytest.raises(BadInput, match="lasts for ever"):
        settle(levels=[Level(), Level(hands=1)])
    with pytest.raises(BadInput, match="least is from"):
        settle(least=SEATS + 1)


def test_an_option_that_a_game_fails_on_is_refused_by_its_name() -> None:
    with pytest.raises(BadInput, match=rf"{holdem.GAME.title} cannot be played so"), configs.sensible(holdem.GAME):
        raise OverflowError("too many")
    with pytest.raises(BadInput, match=r"^as it was said$"), configs.sensible(holdem.GAME):
        raise BadInput("as it was said")


def test_a_table_is_set_up_for_all_of_its_seats() -> None:
    game, full = planned(holdem.GAME, plan(seats=4, options={"seats": 4, "stack": 700}))
    assert full.table.seats == 4 and list(full.table.config.stack[:4]) == [700] * 4
    assert full.owed and game.name == "holdem"
    with pytest.raises(BadInput, match="is for 2 with these options, not for 3"):
        planned(load("battle"), plan(game="battle", seats=3))


def test_some_seats_may_be_left_out_of_a_match() -> None:
    config = config_of(holdem.GAME, {"seats": 3}, [True, False, True])
    assert list(config.stack[:3]) == [10_000, 0, 10_000]
    assert game_of(MatchSettings(game="leduc")).title == load("leduc").title


# Which lines lie sealed


def test_lines_that_may_hold_a_hidden_card_are_secret() -> None:
    began = lines.Began("holdem", 1, "", {}, 0, False, 0)
    assert [lines.is_secret(began, last) for last in (True, False)] == [True, False]
    assert lines.is_secret(lines.Made(0, 1, 0, 0, (3,)), False) and not lines.is_secret(lines.Made(0, 1, 0), True)
    hidden = (lines.Shuffle(b"s"), lines.Thought(0, "a", "H", 0, 1, "", None), lines.Refused(0, "a", 0, "", "", ""))
    assert all(lines.is_secret(line, False) for line in hidden)
    public = (lines.Sat(0, "a", "a", "", ""), lines.Noted("hold", 0), lines.Opened("x", 0), lines.Begun(1))
    assert not any(lines.is_secret(line, True) for line in public)

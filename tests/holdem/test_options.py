"""What a random match may be: every option occurs, and every value of those that are a choice among a few."""

from __future__ import annotations

import random
from typing import Any

import pytest

from croupier.games.holdem.options import (
    BUTTONS,
    ENTRIES,
    REOPENINGS,
    SEATINGS,
    SHORT_BETS,
    STRUCTURES,
    TIMEOUTS,
    any_config,
    configure,
    configure_present,
    options_of,
)
from croupier.games.holdem.records import BIG_BLIND_ANTES, EACH_ANTES, NO_ANTE, ONCE, OPEN, Carried, Config
from croupier.games.holdem.words import stakes
from croupier.kernel.errors import BadInput
from croupier.kernel.language.records import to_dict
from croupier.kernel.vocabulary.betting import SEATS

RNG = random.Random(1)
CONFIGS = [any_config(RNG) for _ in range(400)]


@pytest.mark.parametrize("name", list(to_dict(Config())))
def test_every_option_varies_in_random_matches(name: str) -> None:
    assert len({str(getattr(config, name)) for config in CONFIGS}) > 1


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("seats", range(2, SEATS + 1)),
        ("ante_kind", (NO_ANTE, EACH_ANTES, BIG_BLIND_ANTES)),
        ("blind_before_ante", (0, 1)),
        ("button_rule", BUTTONS.values()),
        ("structure", STRUCTURES.values()),
        ("reopen", REOPENINGS.values()),
        ("short_bet", SHORT_BETS.values()),
        ("timeout_rule", TIMEOUTS.values()),
        ("seating", SEATINGS.values()),
        ("entry", ENTRIES.values()),
    ],
)
def test_every_choice_is_made_in_random_matches(name: str, values: object) -> None:
    assert {getattr(config, name) for config in CONFIGS} == set(values)  # type: ignore[call-overload]


def test_random_matches_have_what_only_shows_together() -> None:
    """A big-blind ante in either order, a cap without a fixed limit, a bank on both sides of the least buy-in."""
    assert {config.blind_before_ante for config in CONFIGS if config.ante_kind == BIG_BLIND_ANTES} == {0, 1}
    assert any(config.cap for config in CONFIGS if config.structure != STRUCTURES["fixed"])
    opened = [config for config in CONFIGS if config.seating == OPEN]
    assert {config.bank - config.big_blind for config in opened} >= {-1, 0}
    assert {config.entry for config in opened} == {config.entry for config in CONFIGS if config.seating == ONCE}


@pytest.mark.parametrize("name", list(to_dict(Carried())))
def test_every_thing_that_a_leg_carries_varies_in_random_matches(name: str) -> None:
    assert len({str(getattr(config.carried, name)) for config in CONFIGS if config.carried.played}) > 1


@pytest.mark.parametrize("config", CONFIGS[:100])
def test_options_of_a_config_make_the_same_config(config: Config) -> None:
    again = configure(**options_of(config))
    again.carried = config.carried.copy()
    assert again == config


def test_fields_that_follow_from_an_option_are_not_options() -> None:
    """A cap of three raises is the fixed limit's, to post a big blind an open table's: with either, they are gone."""
    options = options_of(configure(structure="fixed", seating="open", bank=1_000))
    assert (options["cap"], options["entry"]) == (None, None)
    options = options_of(configure(structure="fixed", cap=4, seating="open", entry="wait"))
    assert (options["cap"], options["entry"]) == (4, "wait")


def test_seat_that_is_taken_once_costs_the_starting_stack() -> None:
    """The bank has it for each empty seat."""
    config = configure(stacks=[1_500, 1_500, 0, 0], seating="once")
    assert (config.buy_in, config.bank) == (1_500, 3_000)
    config = configure(stacks=[900, 1_500, 0], stack=2_000, seating="once")
    assert (config.buy_in, config.bank) == (2_000, 2_000)
    assert configure(stacks=[1_500, 1_500, 0], seating="once", bank=7).bank == 7
    assert configure(3, seating="once").bank == configure(stacks=[5, 5, 0], seating="open").bank == 0


def test_players_post_where_seats_may_be_taken_again_unless_it_is_said_otherwise() -> None:
    entries = [configure(seating=seating).entry for seating in SEATINGS]
    assert entries == [ENTRIES[entry] for entry in ("free", "free", "post", "free", "post")]
    assert configure(seating="once", entry="wait").entry == ENTRIES["wait"]


@pytest.mark.parametrize("seating", ["once", "open"])
def test_table_may_begin_empty_where_seats_may_be_taken(seating: str) -> None:
    assert configure(stacks=[0, 0], stack=1_000, seating=seating, bank=2_000).bank == 2_000
    for options in ({"seating": seating, "bank": 0}, {"bank": 2_000}):
        with pytest.raises(BadInput, match="two seats need chips"):
            configure(stacks=[0, 100], stack=1_000, **options)  # type: ignore[arg-type]


def test_stack_of_nothing_is_no_price_for_a_seat() -> None:
    with pytest.raises(BadInput, match="say how large `stack` is"):
        configure(stacks=[100, 100, 0], stack=0, seating="once")
    assert configure(stacks=[100, 100, 0], stack=1, seating="once").buy_in == 1
    assert configure(stacks=[100, 100, 0], stack=0, seating="open").buy_in == 0


def test_present_seats_have_the_stacks_that_were_given() -> None:
    seated = configure_present({"stacks": [300, 500, 400], "small_blind": 5, "big_blind": 10}, [True, False, True])
    assert (list(seated.stack[:3]), seated.buy_in) == ([300, 0, 400], 500)
    assert list(configure_present({"stack": 700}, [True, True, False]).stack[:3]) == [700, 700, 0]
    assert list(configure_present({}, [True, True]).stack[:2]) == [10_000, 10_000]
    both = configure_present({"stack": 700, "stacks": [300, 500]}, [True, True])
    assert (list(both.stack[:2]), both.buy_in) == ([300, 500], 700)
    with pytest.raises(BadInput, match="3 stacks were given for 2 seats"):
        configure_present({"stacks": [300, 500, 400]}, [True, True])
    with pytest.raises(BadInput, match="stacks"):
        configure_present({"stacks": "many"}, [True, True])


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "blinds 50/100"),
        ({"small_blind": 500, "big_blind": 1000, "ante": 100, "stack": 90_000}, "blinds 500/1,000, ante 100"),
        ({"big_blind_ante": 100}, "blinds 50/100, big blind ante 100"),
        ({"structure": "fixed"}, "blinds 50/100, fixed limit"),
        ({"structure": "pot_limit"}, "blinds 50/100, pot limit"),
        ({"rake": 2.5}, "blinds 50/100, rake 2.5 %"),
        (
            {"seating": "cash", "small_blind": 1, "big_blind": 2, "rake": 5},
            "cash table, blinds 1/2, 40 to 200 chips, rake 5 %",
        ),
    ],
)
def test_a_list_of_tables_tells_what_a_match_is_played_for(options: dict[str, Any], told: str) -> None:
    assert stakes(configure(2, **options)) == told

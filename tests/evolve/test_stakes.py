"""Stakes of a house: plain numbers, and chips that last."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier.evolve.canonical import canonical
from croupier.evolve.stakes import (
    BET,
    STACKS,
    betting_phases,
    cost_of_a_hand,
    nearest,
    stakes_fit,
    with_house_stakes,
    with_other_seats,
    with_other_stacks,
)
from croupier.games.genome import GameGenome, classics, find, validate
from croupier.games.genome.language.genome import BettingPhase
from croupier.games.genome.language.parts import PHASES, replaced


def with_stakes(name: str, chips: int, *rounds: BettingPhase) -> GameGenome:
    """A classic with other chips, and with other betting rounds in the place of its own."""
    form = canonical(find(name))
    waiting = iter(rounds)
    phases = tuple(
        next(waiting, phase) if isinstance(phase, BettingPhase) else phase for phase in form.turn_structure.phases
    )
    return replace(replaced(form, PHASES, phases), setup=replace(form.setup, starting_chips=chips))


@pytest.mark.parametrize(
    ("value", "among", "found"), [(1.4, (1, 2, 4), 1), (1.5, (1, 2, 4), 2), (90.0, (1, 2, 4), 4), (0.2, (1, 2), 1)]
)
def test_nearest_is_by_how_many_times_as_much(value: float, among: tuple[int, ...], found: int) -> None:
    assert nearest(value, among) == found


def test_a_hand_costs_what_is_forced_and_a_bet_in_each_round() -> None:
    assert cost_of_a_hand(canonical(find("kuhn"))) == 2
    assert cost_of_a_hand(canonical(find("leduc"))) == 1 + 2 + 4
    assert cost_of_a_hand(canonical(find("rummy"))) == 5 * (1 + 2), "it bets in each of five rounds"


def test_the_classics_can_be_paid_for_but_for_three() -> None:
    short = {name for name in classics() if not stakes_fit(canonical(find(name)))}
    assert short == {"kuhn", "leduc", "war"}


def test_odd_stakes_become_plain_ones_that_last() -> None:
    odd = with_stakes("leduc", 101, BettingPhase(min_bet=23, ante=3, blinds=(28,)), BettingPhase(min_bet=50))
    made = with_house_stakes(odd)
    first, second = betting_phases(made)
    assert (first.min_bet, first.ante, first.blinds) == (10, 1, (10,))
    assert (second.min_bet, second.ante) == (20, 0)
    assert made.setup.starting_chips == 10 * BET and stakes_fit(made)
    assert with_house_stakes(made) == made, "plain stakes stay as they are"


def test_other_stacks_and_seats_are_those_that_can_be_played_and_last() -> None:
    form = with_house_stakes(canonical(find("five_card_draw")))
    stacks = [one.setup.starting_chips for one in with_other_stacks(form)]
    assert stacks and form.setup.starting_chips not in stacks and set(stacks) <= {BET * stack for stack in STACKS}
    others = with_other_seats(form)
    assert {one.player_count for one in others} == {2, 3, 5, 6, 7}, "three more or fewer, as far as the deck goes"
    assert all(validate(one) == [] and stakes_fit(one) for one in (*others, *with_other_stacks(form)))
    hearts = canonical(find("hearts"))
    assert with_other_stacks(hearts) == [] and with_other_seats(hearts)


@pytest.mark.parametrize("name", classics())
def test_every_classic_gets_valid_stakes_that_fit(name: str) -> None:
    form = canonical(find(name))
    made = with_house_stakes(form)
    assert validate(made) == [] and stakes_fit(made)
    if betting_phases(form):
        assert made.setup.starting_chips // BET in STACKS
        assert all(phase.min_bet in (10, 20, 40) for phase in betting_phases(made))
    else:
        assert made == form

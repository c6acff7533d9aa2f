"""What facts do to a view (`showing/effects.py`), and views that are followed from fact to fact."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Annotated, Any

import pytest

from croupier.games import load
from croupier.kernel.conformance.clauses import check_facts
from croupier.kernel.conformance.walk import random_match
from croupier.kernel.errors import BadInput, NotConforming
from croupier.kernel.language.records import Record, Sizes
from croupier.kernel.showing.board import board_of, fold, follow
from croupier.kernel.showing.effects import (
    Clear,
    Count,
    Cover,
    Deal,
    Effects,
    Enter,
    Gather,
    Learn,
    Leave,
    Own,
    Play,
    Reach,
    Set,
    Sweep,
    TurnUp,
)
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.ledger import Sight
from croupier.kernel.vocabulary.turns import NOBODY
from tests.toys.kuhn import GAME as KUHN
from tests.toys.pennies import GAME as PENNIES

POOL, PILE, TOP, HAND = 0, 1, 2, 3


class View(Record):
    pot: int
    actor: int
    live: int
    stack: Annotated[list[int], 2]
    bet: Annotated[list[int], 2]
    cards: Annotated[Sight, Sizes(zones=5, ends=6, slots=9)]


class Happened(Fact, frozen=True):
    seat: int = 0
    chips: int = 0
    cards: tuple[int, ...] = ()
    places: int = 0


def table(*hand: int, top: tuple[int, ...] = ()) -> Any:
    """Ten cards in the pool, room for one on top of the pile, and two hands of up to four; the first has cards."""
    view = View()
    view.actor, view.live, view.stack = NOBODY, 0b11, [100, 100]
    view.cards.first = [0, 0, 0, 1, 5, 9]
    view.cards.row = [UNKNOWN] * 9
    view.cards.count = [10, 0, len(top), len(hand), 0]
    view.cards.row[: len(top)] = top
    view.cards.row[1 : 1 + len(hand)] = hand
    return view


def zones(view: Any) -> tuple[Any, ...]:
    return board_of(replace(KUHN, effects=Effects((), {})), view).zones


def test_amounts_are_counted_up_and_down_for_the_seat_and_for_the_table() -> None:
    view, fact = table(), Happened(seat=1, chips=30)
    Count("chips", up=("bet", "pot"), down=("stack",))(view, fact)
    assert (view.stack, view.bet, view.pot) == ([100, 70], [0, 30], 30)
    Reach("bet", 50, up=("pot",), down=("stack",))(view, fact)
    assert (view.stack, view.bet, view.pot) == ([100, 50], [0, 50], 50)
    Set("stack", 7)(view, fact)
    Set("actor", "seat")(view, fact)
    Clear(("bet", "pot"))(view, fact)
    assert (view.stack, view.actor, view.bet, view.pot) == ([100, 7], 1, [0, 0], 0)


def test_seats_enter_and_leave_sets_and_places_of_their_own() -> None:
    view, fact = table(), Happened(seat=1)
    Leave("live")(view, fact)
    assert view.live == 0b01
    Enter("live")(view, fact)
    assert view.live == 0b11
    view.actor = 0
    Leave("actor", only=True)(view, fact)
    assert view.actor == 0
    Leave("actor", only=True)(view, Happened(seat=0))
    assert view.actor == NOBODY


def test_cards_come_from_a_pool_to_the_end_of_a_row() -> None:
    view = table(5)
    Deal(POOL, Own(HAND))(view, Happened(cards=(7, UNKNOWN)))
    assert zones(view) == (8, 0, (), (5, 7, UNKNOWN), ())


@pytest.mark.parametrize(
    ("hand", "fact", "left"),
    [
        ((5, 6, 7), Happened(cards=(7, 5)), (6,)),
        ((UNKNOWN, UNKNOWN), Happened(cards=(7,)), (UNKNOWN,)),
        ((5, UNKNOWN, UNKNOWN), Happened(cards=(UNKNOWN,)), (5, UNKNOWN)),
        ((5, UNKNOWN, 6), Happened(cards=(UNKNOWN, UNKNOWN), places=0b101), (UNKNOWN,)),
    ],
    ids=["by what they are", "a back that turns out to be one", "a back", "by their places"],
)
def test_cards_leave_a_row(hand: tuple[int, ...], fact: Happened, left: tuple[int, ...]) -> None:
    view = table(*hand)
    Play(Own(HAND), HAND + 1, "places")(view, fact)
    assert zones(view) == (10, 0, (), left, fact.cards)


def test_a_pile_shows_its_last_card() -> None:
    view = table(5, 6, 7, top=(8,))
    Cover(Own(HAND), TOP, PILE)(view, Happened(cards=(7, 5)))
    assert zones(view) == (10, 2, (5,), (6,), ())
    Cover(POOL, TOP, PILE)(view, Happened(cards=(9,)))
    assert zones(view) == (9, 3, (9,), (6,), ())
    Play(TOP, Own(HAND))(view, Happened(cards=(9,)))
    assert zones(view) == (9, 3, (), (6, 9), ())


def test_zones_are_swept_together() -> None:
    view = table(5, 6, top=(8,))
    Sweep((TOP, Own(HAND)), PILE)(view, Happened())
    assert zones(view) == (10, 3, (), (), ())
    Sweep((PILE,), POOL)(view, Happened())
    assert zones(view) == (13, 0, (), (), ())


def test_all_cards_are_gathered_but_those_that_stay() -> None:
    view = table(5, 6, top=(8,))
    Gather(POOL, but=(TOP,))(view, Happened())
    assert zones(view) == (12, 0, (8,), (), ())


def test_cards_are_turned_up_from_a_place_on() -> None:
    view = table(UNKNOWN, UNKNOWN, UNKNOWN)
    TurnUp(Own(HAND), "places")(view, Happened(cards=(7, 8), places=1))
    assert zones(view)[HAND] == (UNKNOWN, 7, 8)


def test_a_card_that_one_learns_of_is_put_in_its_place_once() -> None:
    view = table(5, UNKNOWN, UNKNOWN)
    for _ in range(2):
        Learn(Own(HAND), 0)(view, Happened(cards=(3,)))
        assert zones(view)[HAND] == (3, 5, UNKNOWN)


def test_following_a_fact_leaves_the_view_before_as_it_was() -> None:
    state, _ = KUHN.start()
    before = KUHN.view(state, 0)
    kept = before.copy()
    facts = [KUHN.facts[3](0), KUHN.facts[4](1, 1)]
    views = list(follow(KUHN, before, facts))
    assert before == kept
    assert [view.pot for view in views] == [[1, 1], [1, 2]]
    assert fold(KUHN, before, facts) == views[-1]
    assert fold(KUHN, before, []) == before


def test_a_game_that_does_not_say_what_its_facts_do_cannot_be_followed() -> None:
    mute = replace(KUHN, effects=None)
    view = mute.view(mute.start().state, 0)
    with pytest.raises(BadInput, match=r"Kuhn poker does not say"):
        fold(mute, view, [KUHN.facts[3](0)])


@pytest.mark.parametrize("name", ["battle", "deal", "genome", "holdem", "kuhn", "pennies"])
def test_every_effect_is_needed(name: str) -> None:
    """Without what any one kind of fact does, some view does not follow."""
    game = {"kuhn": KUHN, "pennies": PENNIES}.get(name) or load(name)
    assert game.effects is not None
    rng = random.Random(5)
    config = game.any_config or (lambda rng: game.configure())
    matches = [random_match(game, config(rng), rng) for _ in range(80)]
    told = {game.facts[row.kind] for match in matches for moment in match.moments for row in moment.rows}
    for kind in game.effects.of:
        if kind in told:
            rest = {other: effects for other, effects in game.effects.of.items() if other is not kind}
            forgetful = replace(game, effects=Effects(game.effects.fields, rest))
            with pytest.raises(NotConforming, match="facts"):
                for match in matches:
                    check_facts(match._replace(game=forgetful))


def test_every_fact_with_an_effect_is_one_of_the_game() -> None:
    for name in ("battle", "deal", "genome", "holdem"):
        game = load(name)
        assert game.effects is not None
        assert set(game.effects.of) <= set(game.facts.values())

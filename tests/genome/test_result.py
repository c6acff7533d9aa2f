"""How a hand of a genome is dealt and ends, as Scenes tell it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from croupier.games.genome import from_file
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.nameplate import nameplates
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.moments import Moment, moments
from croupier.kernel.showing.onlooker import Onlooker
from croupier.kernel.showing.playthrough import random_chooser
from croupier.kernel.showing.results import needed
from croupier.kernel.vocabulary.turns import HOUSE

STEPS = 300


def told(name: str, key: int = 3) -> Iterator[Moment]:
    """What the first seat is shown of a random session."""
    game = from_file(name)
    config = game.configure()
    assert game.for_config is not None
    game = game.for_config(config)
    state, events = game.start(config)
    players = nameplates([f"P{seat}" for seat in range(state.table.seats)])
    onlooker, view = Onlooker(game, cast_for(game, 0, players)), None
    dealer, choose = RandomDealer(key), random_chooser(game, key)
    for _ in range(STEPS):
        yield from moments(onlooker, view, onlooker.facts(events), state)
        view = game.view(state, 0)
        if not (pending := game.pending(state)):
            return
        decision = pending[0]
        move = dealer.deal(state, decision) if decision.seat == HOUSE else choose(state, decision)
        events = game.advance(state, decision.seat, move)


def ending(name: str, key: int = 3) -> Moment:
    """The first moment at which hands have been compared."""
    return next(one for one in told(name, key) if one.scene.result and one.scene.result.kind == "compared")


@pytest.mark.parametrize(("name", "cards"), [("hearts", 13), ("gin_rummy", 10)])
def test_a_deal_is_told_once_for_each_seat(name: str, cards: int) -> None:
    dealt = []
    for moment in told(name):
        if " dealt " in moment.sentence:
            dealt.append(moment.sentence)
        elif dealt and moment.sentence:
            break
    own, *others = dealt
    assert own.startswith("You are dealt ") and len(own.split()) == 3 + cards
    assert others == [f"P{seat} is dealt {cards} cards." for seat in range(1, len(dealt))]


def test_a_deal_that_is_followed_by_another_card_is_told_before_it() -> None:
    seen = [moment.sentence for moment in told("gin_rummy") if moment.sentence]
    at = next(number for number, sentence in enumerate(seen) if sentence.startswith("Discard pile"))
    assert " dealt " in seen[at - 1] and " dealt " in seen[at - 2]


def test_cards_up_and_down_are_told_together() -> None:
    seen = [moment.sentence for moment in told("five_card_stud") if moment.sentence.startswith("P1 is dealt")]
    first = seen[0].removesuffix(".").split()
    assert first[:6] == ["P1", "is", "dealt", "a", "card", "and"] and len(first) == 7


def test_of_poker_hands_the_best_five_win_and_of_melds_the_melds() -> None:
    poker, melds = ending("seven_card_stud", 5).scene, ending("gin_rummy").scene
    marked = [[card for zone in scene.zones for card in zone.cards if card.marks] for scene in (poker, melds)]
    assert len(marked[0]) == 5 and poker.result is not None and poker.result.words
    assert melds.result is not None and melds.result.words == f"{len(marked[1])} cards in melds"


def test_a_game_without_chips_tells_who_won_the_hand() -> None:
    scene = ending("hearts").scene
    winners = [seat for seat in scene.seats if seat.wins]
    assert winners and not any(seat.won for seat in winners)
    assert scene.result is not None and scene.result.weight == 0


def test_only_games_with_bets_offer_plans() -> None:
    assert next(told("five_card_draw")).scene.in_advance and not next(told("hearts")).scene.in_advance


def test_cards_are_needed_as_far_as_the_value_of_a_hand_needs_them() -> None:
    def highest(cards: list[int]) -> int:
        return max(cards, default=0)

    assert needed([3, 9, 5], highest, 0) == [9]
    assert needed([3, 9, 5, 8], highest, 2) == [3, 9], "those that come first are kept"

"""What each seat is shown, offered and told, field by field; and that every card is in one place all the while."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from croupier.agents.search import blindfolded
from croupier.games.deal import GAME, configure
from croupier.games.deal.events import CardFlipped, CardsDrawn, HandStarted, RoundStarted
from croupier.games.deal.records import (
    BETTING,
    BETWEEN,
    BOX,
    BY_GOING_HOME,
    CARDS,
    CUSTOMER,
    DECK,
    DRAWING,
    HAND,
    HAND_SIZE,
    MOST_RAISES,
    MOST_ROUNDS,
    NARC,
    NO_CARD,
    OVER,
    PLAYER,
    RUNNING,
    SPENT,
    ZONES,
)
from croupier.games.deal.rules import CHECK, FOLD, RAISE
from croupier.kernel.conformance.walk import random_match
from croupier.kernel.contract.game import Move, State
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.ledger import disorder, imagine, room
from croupier.kernel.vocabulary.menu import DRAWN, TIMEOUT
from croupier.kernel.vocabulary.rng import Rng, seed
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE, NOBODY, SPECTATOR
from tests.audiences import check_audiences

from .table import SEATS, SHORT, Run

EVERYBODY = pytest.mark.parametrize("observer", [NARC, CUSTOMER, PLAYER, None])
EVERY_SEAT = pytest.mark.parametrize("seat", [NARC, CUSTOMER, PLAYER])


def bets(**options: object) -> Run:
    """Hands in which every card has a name of its own."""
    return Run("Patrol, Stakeout, Raid", "Weed, Park, Haggling", "Meth, Alibi, Bribe", **options)


# Views.


@EVERYBODY
def test_everybody_sees_how_the_betting_stands(observer: int | None) -> None:
    run = bets(rounds=4, max_raises=5, hands=7, order="customer,narc,player")
    run.play("Customer raise Weed", "Narc fold", "Player raise Meth")
    view = GAME.view(run.state, observer)
    assert view.seat == (SPECTATOR if observer is None else observer)
    assert (view.phase, view.round, view.rounds, view.hands, view.most_hands) == (BETTING, 1, 4, 0, 7)
    assert view.order == [CUSTOMER, NARC, PLAYER]
    assert (view.actor, view.live, view.answering) == (CUSTOMER, 0b110, 0b010)
    assert (view.holder, view.raises, view.raises_left, view.all_in) == (CUSTOMER, 2, 3, 0)
    assert view.raised_by == [CUSTOMER, PLAYER, *[NOBODY] * 4]


@EVERYBODY
def test_everybody_sees_the_totals_of_the_table(observer: int | None) -> None:
    run = Run(cash=50, heat=12).show("Meth", "Park", "Fake ID", "Warrant", "Haggling", "Alibi")
    view = GAME.view(run.state, observer)
    assert (view.evidence, view.cover, view.hand_heat, view.profit) == (15, 70, 20, 70)
    assert (view.cash, view.heat, view.projected) == (50, 12, 32)
    names = [run.deck.names[card] for card in (view.product, view.location, view.insurance, view.conviction)]
    assert names == ["Meth", "Park", "Fake ID", "Warrant"]


@EVERYBODY
def test_everybody_sees_the_scores_and_how_the_run_ended(observer: int | None) -> None:
    run = Run(player="Alibi, Bribe, Lookout, Meth").show("Heroin", "Haggling").checks()
    view = GAME.view(run.state, observer)
    assert (view.phase, view.actor, view.hands, view.bargained, view.ending) == (BETWEEN, PLAYER, 1, 150, RUNNING)
    run.play("Player continue", "Narc check", "Customer check", "Player raise Meth", "Narc check", "Customer check")
    run.play("Player check", "Player fold", "Player go home")
    view = GAME.view(run.state, observer)
    assert (view.prevented, view.bargained, view.cash) == (100, 150, 105)
    assert (view.phase, view.actor, view.ending) == (OVER, NOBODY, BY_GOING_HOME)


@EVERYBODY
def test_everybody_sees_the_deck_lists(observer: int | None) -> None:
    run = Run()
    view = GAME.view(run.state, observer)
    assert view.deck == run.deck.number
    assert view.first == [0, 25, 50, 70]
    assert view.trait == [*run.deck.traits, *[0] * (CARDS - 70)]


@EVERY_SEAT
def test_a_seat_sees_its_own_hand_the_table_and_how_many_cards_lie_elsewhere(seat: int) -> None:
    run = bets().play("Narc raise Patrol", "Customer raise Park", "Player raise Meth", "Player continue")
    sight = GAME.view(run.state, seat).cards
    assert sight.count[DECK:HAND] == [21, 21, 16]
    assert (sight.count[SPENT], sight.count[BOX]) == (0, CARDS - 70)
    seen = [run.deck.names[card] for card in sight.row if card != UNKNOWN]
    assert sorted(seen) == sorted([*run.hand(SEATS[seat]), "Patrol", "Park", "Meth"])


# What is offered.


def test_while_cards_are_drawn_only_the_house_may_act() -> None:
    state, _ = GAME.start(configure())
    for seat in range(3):
        (drawn,) = GAME.decision(state, HOUSE).options
        assert (drawn.kind, drawn.zone, drawn.fewest, drawn.most) == (DRAWN, DECK + seat, 3, 3)
        view = GAME.view(state, PLAYER)
        assert (view.phase, view.actor) == (DRAWING, NOBODY)
        for nobody in (NARC, CUSTOMER, PLAYER, CLOCK, SPECTATOR):
            assert GAME.decision(state, nobody).options == ()
        first = state.table.config.first[seat]
        GAME.advance(state, HOUSE, Move(DRAWN, 0, (first, first + 1, first + 2)))
    assert GAME.view(state, PLAYER).phase == BETTING


def test_after_continuing_nobody_acts_until_the_cards_are_drawn() -> None:
    run = bets().play("Narc raise Patrol", "Customer check", "Player check", "Narc check")
    GAME.advance(run.state, PLAYER, Move(GAME.kind("CONTINUE")))
    assert (run.view().phase, run.view().actor, run.view().round) == (DRAWING, NOBODY, 2)
    (drawn,) = GAME.decision(run.state, HOUSE).options
    assert (drawn.zone, drawn.most) == (DECK + NARC, 1)


@EVERY_SEAT
def test_the_seat_in_turn_may_raise_with_any_one_card_of_its_hand(seat: int) -> None:
    run = bets().checks(" ".join(SEATS[:seat]))
    decision = GAME.decision(run.state, seat)
    assert [option.kind for option in decision.options] == [CHECK, RAISE, FOLD]
    assert decision.default == 0
    option = decision.options[1]
    assert (option.zone, option.fewest, option.most, option.ordered) == (HAND + seat, 1, 1, False)
    assert [run.deck.names[card] for card in option.cards] == run.hand(SEATS[seat])
    for other in {NARC, CUSTOMER, PLAYER, HOUSE, SPECTATOR} - {seat}:
        assert GAME.decision(run.state, other).options == ()
    (timeout,) = GAME.decision(run.state, CLOCK).options
    assert (timeout.kind, timeout.aside) == (TIMEOUT, True)


@EVERY_SEAT
def test_only_known_cards_of_a_hand_can_be_raised_with(seat: int) -> None:
    """A hand history need not tell every card, nor any."""
    for known in (0, 2):
        state, _ = GAME.start(configure())
        for owner in range(3):
            first = state.table.config.first[owner]
            told = known if owner == seat else 3
            cards = tuple(first + at for at in range(told)) + (UNKNOWN,) * (3 - told)
            GAME.advance(state, HOUSE, Move(DRAWN, 0, cards[::-1]))
        for other in range(seat):
            GAME.advance(state, other, Move(CHECK))
        option = GAME.decision(state, seat).option(RAISE)
        first = state.table.config.first[seat]
        assert option is None if known == 0 else option is not None and option.cards == (first + 1, first)


def test_with_all_decks_drawn_the_cards_in_hand_can_still_be_raised_with() -> None:
    run = Run(decks=SHORT).play("Narc raise Patrol", "Customer raise Weed", "Player raise Meth", "Player continue")
    assert [run.left(seat) for seat in SEATS] == [0, 0, 0]
    assert [len(run.hand(seat)) for seat in SEATS] == [2, 3, 3]
    for seat in SEATS:
        assert "RAISE" in run.legal
        run.play(f"{seat} raise {run.hand(seat)[0]}")
    run.play("Player continue")
    assert [len(run.hand(seat)) for seat in SEATS] == [1, 2, 2], "a deck without cards gives none"
    assert run.actor == "Narc"


# What is told.


def test_hands_and_rounds_are_counted_from_one() -> None:
    run = Run().checks().play("Player continue").checks().play("Player fold", "Player continue")
    assert [fact.number for fact in run.happened(HandStarted)] == [1, 2]
    assert [fact.number for fact in run.happened(RoundStarted)] == [1, 2, 1]


@EVERY_SEAT
def test_a_seat_alone_is_told_which_cards_it_drew(seat: int) -> None:
    run = Run()
    for observer in range(3):
        drawn = [fact for fact in run.told[observer] if isinstance(fact, CardsDrawn) and fact.seat == seat]
        first = run.table.config.first[seat]
        assert drawn == [CardsDrawn(seat, (first, first + 1, first + 2) if observer == seat else (UNKNOWN,) * 3)]


def test_every_card_is_told_to_the_audience_of_its_event() -> None:
    rng = random.Random(3)
    for _ in range(6):
        match = random_match(GAME, GAME.any_config(rng), rng)
        check_audiences(GAME, match.config, [(moment.seat, moment.move) for moment in match.moments])


# Where the cards are.


def test_every_card_is_in_one_place_after_every_move() -> None:
    rng = random.Random(1)
    configs = [configure(rounds=4, max_raises=6), configure(SHORT), configure(SHORT, rounds=2)]
    for config in configs:
        states = random_match(GAME, config, rng).states
        assert {disorder(state.table.cards) for state in states} == {0}


def test_hands_face_down_cards_and_the_table_are_rows_and_the_rest_are_pools() -> None:
    x = Run().table.cards
    assert [room(x, zone) for zone in range(ZONES)] == [0, 0, 0, *[HAND_SIZE] * 6, MOST_ROUNDS * MOST_RAISES, 0, 0]


def test_as_many_raises_as_can_be_configured_lie_on_the_table() -> None:
    run = Run(rounds=4, max_raises=6)
    for number in range(1, 5):
        for seat in SEATS * 2:
            run.play(f"{seat} raise {run.hand(seat)[0]}")
        if number < 4:
            assert len(run.face_up) == 6 * number
            run.play("Player continue")
    assert len(run.happened(CardFlipped)) == 24
    assert len(run.spent) == 24
    assert disorder(run.table.cards) == 0


def test_numbers_that_no_deck_uses_lie_in_the_box_and_everybody_knows_it() -> None:
    x = Run().table.cards
    assert [card for card in range(CARDS) if x.zone[card] == BOX] == list(range(70, CARDS))
    assert x.count[BOX] == CARDS - 70
    assert len(set(x.known[70:])) == 1
    assert all(x.known[70] >> seat & 1 for seat in (NARC, CUSTOMER, PLAYER, SPECTATOR))


@EVERY_SEAT
def test_a_hidden_card_is_imagined_as_one_of_its_own_deck(seat: int) -> None:
    rng = Rng()
    seed(rng, seat, 0)
    state = bets().play("Narc raise Raid", "Customer raise Park").state
    for _ in range(20):
        imagine(state.table.cards, seat, rng)
        assert decks_in_hands(state) == [NARC, CUSTOMER, PLAYER]
    assert decks_in_hands(blindfolded(state, seat)) == [NARC, CUSTOMER, PLAYER]


def decks_in_hands(state: State) -> list[int]:
    """Whose cards are in each seat's hand; -1 where they are of several."""
    x, first = state.table.cards, state.table.config.first
    found = []
    for seat in range(3):
        start = x.first[HAND + seat]
        owners = {sum(card >= end for end in first[1:]) for card in x.row[start : start + x.count[HAND + seat]]}
        found.append(owners.pop() if len(owners) == 1 else -1)
    return found


def test_without_a_product_no_card_is_sold_not_even_the_last_of_full_decks(tmp_path: Path) -> None:
    """NO_CARD is not a number of a card, nor counted from the end."""
    file = tmp_path / "full.toml"
    cards = '{ name = "Tale", kind = "cover", copies = %d, cover = 1 }'
    last = '{ name = "Gold", kind = "product", price = 90 }'
    file.write_text(f"narc = [{cards % 3}]\ncustomer = [{cards % 3}]\nplayer = [{cards % 73}, {last}]", "utf-8")
    run = Run(decks=str(file), hands=1)
    assert run.table.config.first == [0, 3, 6, CARDS]
    assert (run.view().profit, run.view().product) == (0, NO_CARD)
    assert run.show("Gold").view().profit == 90

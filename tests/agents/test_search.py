"""Search: knows only what its seat knows, finds the obvious, and beats those who do not look."""

from __future__ import annotations

import itertools

import pytest

from croupier import holdem
from croupier.agents.choices import count_choices, take_choice
from croupier.agents.search import Search, blindfolded, unless_clearly_better
from croupier.kernel.contract.dealers import RandomDealer, StackedDealer
from croupier.kernel.contract.game import Decision, Game, Move, State
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.playthrough import play_out, random_chooser
from croupier.kernel.vocabulary.ledger import disorder, imagine
from croupier.kernel.vocabulary.menu import (
    ALLOWED,
    FIRST_KIND,
    Action,
    Menu,
    allow_gaps,
    allows,
    candidate,
    clear,
    offer,
    offer_amount,
    offer_aside,
    offer_cards,
)
from croupier.kernel.vocabulary.rng import Rng, seed
from croupier.kernel.vocabulary.turns import HOUSE
from tests.simulate.plainly import search_plainly
from tests.toys.kuhn import GAME as KUHN
from tests.toys.kuhn import records as kuhn
from tests.toys.pennies import GAME as PENNIES
from tests.toys.refill import GAME as REFILL


def dealt(game: Game, cards: list[int] | None = None, config: object = None) -> State:
    """A state in which a seat owes its first decision."""
    state, _ = game.start(config)
    dealer = StackedDealer(cards, RandomDealer(5)) if cards is not None else RandomDealer(5)
    while (decision := game.pending(state)[0]).seat == HOUSE:
        game.advance(state, HOUSE, dealer.deal(state, decision))
    return state


@pytest.mark.indices
@pytest.mark.parametrize(
    ("game", "config"),
    [(KUHN, None), (REFILL, None), (holdem.GAME, holdem.configure(3, 500, hands=1))],
    ids=["kuhn", "refill", "holdem"],
)
def test_search_answers_the_same_whatever_the_hidden_cards_are(
    game: Game, config: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    if game is not REFILL:
        search_plainly(monkeypatch, game)
    state = dealt(game, config=config)
    seat = game.pending(state)[0].seat
    thoughts = []
    for key in range(4):
        rng, twin = Rng(), state.copy()
        seed(rng, key, 0)
        imagine(twin.table.cards, seat, rng)
        thoughts.append(Search(game, iterations=100).think(twin, seat))
    assert all(thought == thoughts[0] for thought in thoughts)


def test_blindfold_keeps_the_ledger_in_order_and_what_the_seat_knows() -> None:
    state = dealt(holdem.GAME, config=holdem.configure(4))
    for seat in range(4):
        blind = blindfolded(state, seat)
        assert disorder(blind.table.cards) == 0
        assert holdem.GAME.view(blind, seat) == holdem.GAME.view(state, seat)
        assert not any(blind.trace[other] for other in range(4) if other != seat)


def test_search_does_not_see_what_others_have_chosen_in_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    search_plainly(monkeypatch, PENNIES)
    state, _ = PENNIES.start()
    thoughts = []
    for side in (1, 2):
        chosen = PENNIES.apply(state, 0, Move(PENNIES.kind("CHOOSE"), side)).state
        thoughts.append(Search(PENNIES, iterations=500).think(chosen, 1))
    assert thoughts[0] == thoughts[1]


@pytest.mark.parametrize(("card", "answer"), [(kuhn.KING, "CALL"), (kuhn.JACK, "FOLD")])
def test_kuhn_answers_a_bet_by_its_card(card: int, answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    search_plainly(monkeypatch, KUHN)
    state = dealt(KUHN, [kuhn.QUEEN, card])
    KUHN.advance(state, 0, Move(KUHN.kind("BET")))
    assert KUHN.describe(Search(KUHN, iterations=500).think(state, 1).move) == answer


def test_every_choice_was_tried() -> None:
    thought = Search(REFILL, iterations=400).think(dealt(REFILL), 0)
    assert len(thought.tried) == 7
    assert all(visits for visits, _ in thought.tried.values())
    assert sum(visits for visits, _ in thought.tried.values()) == 400


def test_time_can_be_the_budget() -> None:
    assert Search(REFILL, seconds=0.01).think(dealt(REFILL), 0).iterations > 0


def test_nothing_to_decide_is_refused() -> None:
    with pytest.raises(BadInput, match="Seat 1 owes no decision"):
        Search(KUHN).think(dealt(KUHN), 1)
    with pytest.raises(BadInput, match="at least one iteration"):
        Search(KUHN, iterations=0)


def test_search_beats_random_play() -> None:
    search, total = Search(REFILL, iterations=200), 0
    for key in range(60):
        at_random = random_chooser(REFILL, key)

        def choose(state: State, decision: Decision) -> Move:
            return search.think(state, 0).move if decision.seat == 0 else at_random(state, decision)  # noqa: B023

        outcome = REFILL.outcome(play_out(REFILL, REFILL.configure(seats=2), choose, key).state)
        assert outcome is not None
        total += outcome.scores[0]
    assert total > 60  # of 300 at most; the standard deviation of chance is about 39


def filled(*, fewest: int, most: int, cards: int, ordered: int, gaps: bool) -> Menu:
    m = Menu()
    clear(m)
    offer_aside(m, FIRST_KIND)
    offer(m, FIRST_KIND + 1)
    offer_amount(m, FIRST_KIND + 2, 10, 16, 2)
    offer_amount(m, FIRST_KIND + 3, 100, 10_000, 1)
    offer_cards(m, FIRST_KIND + 4, 0, fewest, most, ordered)
    if gaps:
        allow_gaps(m)
    for card in range(cards):
        candidate(m, card)
    return m


@pytest.mark.parametrize(
    ("fewest", "most", "cards", "ordered", "gaps", "expected"),
    [
        (1, 1, 3, 0, False, 3),
        (0, 2, 3, 0, False, 7),
        (2, 3, 5, 0, False, 20),
        (2, 2, 4, 1, False, 12),
        (1, 3, 4, 1, False, 40),
        (3, 3, 4, 1, True, 73),
        (2, 2, 1, 1, True, 3),
    ],
)
def test_choices_are_numbered_without_gap_or_repeat(
    fewest: int, most: int, cards: int, ordered: int, gaps: bool, expected: int
) -> None:
    m, a = filled(fewest=fewest, most=most, cards=cards, ordered=ordered, gaps=gaps), Action()
    seen = set()
    for number in range(count_choices(m)):
        take_choice(m, number, a)
        assert allows(m, a) == ALLOWED
        named = tuple(a.cards[: a.count])
        seen.add((a.kind, a.amount, named if ordered else tuple(sorted(named))))
    assert len(seen) == count_choices(m) == 1 + 4 + 5 + expected
    assert [amount for kind, amount, _ in sorted(seen) if kind == FIRST_KIND + 3] == [100, 718, 2575, 5050, 10_000]


def test_all_subsets_come_up() -> None:
    m, a = filled(fewest=2, most=2, cards=4, ordered=0, gaps=False), Action()
    found = set()
    for number in range(10, count_choices(m)):
        take_choice(m, number, a)
        found.add(frozenset(a.cards[: a.count]))
    assert found == {frozenset(pair) for pair in itertools.combinations(range(4), 2)}


def test_among_many_choices_the_default_stands_unless_another_is_clearly_better() -> None:
    moves = [Move(FIRST_KIND, amount) for amount in range(8)]
    tried = {move: (10, 0.0) for move in moves}
    doubt = dict.fromkeys(moves, 1.0)
    default, other = moves[0], moves[5]
    assert unless_clearly_better(default, tried, doubt) == default
    tried[other] = 10, 1.5  # one error of the difference: luck shows as much among seven others
    assert unless_clearly_better(default, tried, doubt) == default
    tried[other] = 10, 3.0
    assert unless_clearly_better(default, tried, doubt) == other
    tried[moves[3]] = 10, 4.0
    assert unless_clearly_better(default, tried, doubt) == moves[3]
    doubt[default] = float("inf")  # the default was hardly tried: nothing is known against it
    assert unless_clearly_better(default, tried, doubt) == default

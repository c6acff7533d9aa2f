"""The solver at the table: legal, the same again, and the policy's wherever nothing is solved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from croupier import holdem
from croupier.agents.loading import house_bot, load_bot
from croupier.agents.solver_bot import SolverBot
from croupier.agents.terms import Terms
from croupier.games.holdem.blueprint import endgames, solving
from croupier.games.holdem.blueprint.endgames import endgame_of
from croupier.games.holdem.blueprint.solving import LEAST, MOST_KEPT, chances, solved, strategies
from croupier.games.holdem.endgame import combo_number
from croupier.games.holdem.game import GAME
from croupier.games.holdem.hand import Hand
from croupier.games.holdem.policies.tight import play_tight
from croupier.games.holdem.records import RIVER
from croupier.games.holdem.rules import FOLD
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.decision import Decision, Move, judge
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.house_bots import HouseBots, Solving
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.cards import parse_cards
from croupier.kernel.vocabulary.turns import HOUSE
from tests.toys.kuhn import GAME as KUHN

from .toy import ToyRanges, toy_policy

TOY = toy_policy()
DECK = "2c Ah 7d As Kh 8d 2h 9s 3d"


@pytest.fixture(autouse=True)
def ranges(monkeypatch: pytest.MonkeyPatch) -> Iterator[ToyRanges]:
    found = ToyRanges()
    monkeypatch.setattr(endgames, "ranges", found)
    solving._kept.clear()
    yield found
    solving._kept.clear()


@pytest.fixture(scope="module")
def game() -> Game:
    """Hold'em whose solver has a toy blueprint, and lets `tight` play where nothing is solved."""
    bots = Solving(partial(chances, policy=TOY), "tight", 5, lambda: None, partial(strategies, policy=TOY))
    return replace(GAME, house_bots=HouseBots({"tight": play_tight}, solving=bots))


def on_the_river(seats: int = 2, *, deck: str | None = DECK, line: tuple[int, ...] = (240,)) -> Hand:
    hand = holdem.deal(stacks=[2_000] * seats, blinds=(50, 100), button=0, deck=deck, seed=1)
    while GAME.view(hand._state, 0).street < RIVER:
        hand.call() if hand.to_call else hand.check()
    for to in line:
        hand.raise_to(to)
    return hand


def asked(hand: Hand) -> Decision:
    return GAME.pending(hand._state)[0]


def test_the_same_key_gives_the_same_moves_and_others_follow_the_chances(game: Game) -> None:
    hand = on_the_river()
    view, decision = GAME.view(hand._state, 0), asked(hand)
    bot = house_bot(game, "solver")
    found = bot.chances(view, decision)
    assert found is not None and sum(found.values()) == pytest.approx(1)
    drawn = []
    for _ in range(2):
        bot.draw_from(7)
        drawn.append([bot.act(view, decision) for _ in range(20)])
    assert drawn[0] == drawn[1]
    assert {move for move in drawn[0]} <= {move for move, chance in found.items() if chance > 0}


def test_a_hand_is_solved_once_for_all_questions_about_its_betting(game: Game, ranges: ToyRanges) -> None:
    bots = [house_bot(game, "solver", key) for key in range(3)]
    for bot in bots:
        for deck in (DECK, "2c 4h 7d 4s Kh 8d 2h 9s 3d"):
            hand = on_the_river(deck=deck)
            bot.act(GAME.view(hand._state, 0), asked(hand))
    assert len(ranges.asked) == 1
    for to in range(300, 300 + MOST_KEPT):
        hand = on_the_river(line=(to,))
        endgames_before = len(ranges.asked)
        bots[0].act(GAME.view(hand._state, 0), asked(hand))
        assert len(ranges.asked) == endgames_before + 1
    assert len(solving._kept) == MOST_KEPT


def test_the_strategy_of_every_hand_is_what_each_of_them_plays(game: Game) -> None:
    bot = house_bot(game, "solver")
    hand = on_the_river()
    view, decision = GAME.view(hand._state, 0), asked(hand)
    (told,) = bot.strategies([(view, decision)])
    assert told is not None
    for cards in ("4h 4s", "Ac 9c", "Td 9d"):
        one, two = parse_cards(cards)
        at = view.cards.first[2]
        view.cards.row[at : at + 2] = [one, two]
        shares = told.shares[:, combo_number(one, two)].tolist()
        assert bot.chances(view, decision) == dict(zip(told.moves, shares, strict=True))


def test_bets_that_are_asked_about_together_are_solved_in_one_tree(game: Game, ranges: ToyRanges) -> None:
    """The bot answers each of them with moves that are legal there, and nearly as if it were asked about it alone."""
    bot = house_bot(game, "solver:30")
    bets = [on_the_river(line=(to,)) for to in (100, 240, 500, 1_900)]
    situations = [(GAME.view(hand._state, 0), asked(hand)) for hand in bets]
    together = bot.strategies(situations)
    assert len(ranges.asked) == 1
    for (_, decision), one, alone in zip(
        situations, together, (bot.strategies([situation])[0] for situation in situations), strict=True
    ):
        assert one is not None and alone is not None
        assert not any(judge(decision.options, move) for move in one.moves)
        folds = [found.shares[[move.kind == FOLD for move in found.moves]].sum(axis=0) for found in (one, alone)]
        assert np.abs(folds[0] - folds[1]).mean() < 0.15
    assert len(ranges.asked) == 1 + len(bets)


def test_decisions_of_different_hands_are_solved_one_by_one(game: Game, ranges: ToyRanges) -> None:
    bot = house_bot(game, "solver")
    hands = [on_the_river(line=line) for line in ((240,), (240, 1_000), ())]
    before = holdem.deal(stacks=[2_000] * 2, blinds=(50, 100), button=0, seed=1)
    situations = [(GAME.view(hand._state, asked(hand).seat), asked(hand)) for hand in (*hands, before)]
    found = bot.strategies(situations)
    assert [one is None for one in found] == [False, False, False, True] and len(ranges.asked) == 3
    assert found[0] is not None and found[0] is bot.strategies(situations[:1])[0]


def test_the_probabilities_add_up_and_leave_out_noise() -> None:
    place = endgame_of(GAME.view(on_the_river()._state, 0), TOY)
    assert place is not None
    found = solved(place, 30)
    assert np.allclose(found.shares.sum(axis=0), 1)
    assert found.shares[found.shares > 0].min() >= LEAST
    assert (place.end.look(place.node).shares < LEAST).any()


def test_a_hand_that_never_comes_here_takes_what_is_worth_most() -> None:
    place = endgame_of(GAME.view(on_the_river(line=(240, 1_000))._state, 0), TOY)
    assert place is not None
    solved(place, 5)
    here = place.end.nodes[0]
    row = place.end.shape.row[here.number]
    place.end.total[0][row + 1 : row + len(here.acts)] = 0
    place.end.total[0][row] = 1
    found, look = solved(place, 0), place.end.look(place.node)
    own = place.end.deck.combos[0]
    assert (found.shares[:, own].max(axis=0) == 1).all()
    assert (found.shares.argmax(axis=0) == look.worth.argmax(axis=0))[own].all()


@pytest.mark.parametrize("stacks", [(2_000, 2_000), (700, 5_000)])
def test_whatever_the_others_do_its_moves_are_legal(game: Game, stacks: tuple[int, int]) -> None:
    solver, other = house_bot(game, "solver:2", 1), house_bot(game, "random", 2)
    config, solved_rivers = GAME.configure(seats=2, stacks=[*stacks], hands=1), 0
    for deal in range(25):
        dealer, state = RandomDealer(deal), GAME.start(config).state
        while pending := GAME.pending(state):
            decision = pending[0]
            if decision.seat == HOUSE:
                GAME.advance(state, HOUSE, dealer.deal(state, decision))
                continue
            view = GAME.view(state, decision.seat)
            river = decision.seat == deal % 2 and view.street == RIVER
            move = (solver if river else other).act(view, decision)
            solved_rivers += river and solver.chances(view, decision) is not None
            assert isinstance(move, Move) and not judge(decision.options, move)
            GAME.advance(state, decision.seat, move)
    assert solved_rivers >= 3


def test_before_the_river_and_with_more_than_two_the_policy_plays(game: Game, ranges: ToyRanges) -> None:
    before = holdem.deal(stacks=[2_000] * 2, blinds=(50, 100), button=0, seed=1)
    for hand in (before, on_the_river(3, deck=None, line=())):
        view, decision = GAME.view(hand._state, asked(hand).seat), asked(hand)
        bots = [house_bot(game, name, 4) for name in ("solver", "tight")]
        assert bots[0].chances(view, decision) is None
        for bot in bots:
            bot.draw_from(5)
        assert bots[0].act(view, decision) == bots[1].act(view, decision)
    assert not ranges.asked


def test_iterations_are_part_of_the_name(game: Game) -> None:
    for text, iterations in (("solver", 5), ("house:solver:50", 50)):
        bot = load_bot(game, text, Terms())
        assert isinstance(bot, SolverBot) and bot.iterations == iterations
    for text in ("house:solver:many", "house:solver:0"):
        with pytest.raises(BadInput, match="iteration"):
            load_bot(game, text, Terms())


def test_a_game_without_a_solver_says_whom_it_has() -> None:
    for text in ("solver", "house:solver:50"):
        with pytest.raises(BadInput, match=r"no house bot 'solver'; it has .*random, search\."):
            load_bot(KUHN, text, Terms())
    assert "solver" in GAME.house_bots.names and "solver" not in KUHN.house_bots.names

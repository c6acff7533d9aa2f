"""The words of an option agree with what it does: in every classic, every champion, and random genomes."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from croupier.games import load
from croupier.games.genome import classics, of
from croupier.games.genome.language.genome import AnyPhase, BestHand, DiscardPhase, DrawPhase, PlayPhase
from croupier.games.genome.language.random_genome import random_genome
from croupier.games.genome.machine import events
from croupier.games.genome.machine.program import NEXT, OPERATION, SEAT, SEAT_WHICH, instructions
from croupier.games.genome.machine.records import CAPTURED, HAND
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Game, Move, Option, State
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.playthrough import random_chooser
from croupier.kernel.showing.questions import NUMBERS
from croupier.kernel.showing.scene import Choice, Scene
from croupier.kernel.showing.scenes import scene
from croupier.kernel.vocabulary.cards import parse_cards
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.ledger import card_at
from croupier.kernel.vocabulary.turns import HOUSE

from .table import genome

CHAMPIONS = sorted((Path(__file__).parents[2] / "docs/champions").glob("*.json"))
DECISIONS, TRIED = 60, 2
"""How many decisions of a session are looked at, and how often an option of the same words at the same place."""
LAYS_NOTHING = ("Pass", "Stand pat", "Discard nothing")


class After(NamedTuple):
    """What became of an option: the facts of the move, and the seat's turn up to its next decision."""

    facts: list[Fact]
    hand: list[int]
    captured: int
    is_whole: bool
    """Whether the hand of cards goes on, so that what lies where says something."""


def hand_of(state: State, seat: int) -> list[int]:
    cards = state.table.cards
    return [card_at(cards, HAND + seat, slot) for slot in range(cards.count[HAND + seat])]


def after(game: Game, state: State, seat: int, option: Option, words: str) -> After:
    """Take an option, and let the house deal what comes of it: for a draw or an exchange with the next instruction, for
    nothing chosen with all that follow in the same turn."""
    table, start, hands = state.table, state.table.at, state.table.hands
    end = turn_end(state) if option.name == "PASS" else start + 2 * words.startswith(("Draw", "Exchange"))
    state, told = game.apply(state, seat, first_move(option))
    facts, table = list(told), state.table
    while start < table.at < end and (pending := game.pending(state)) and pending[0].seat == HOUSE:
        state, told = game.apply(state, HOUSE, RandomDealer(1).deal(state, pending[0]))
        facts, table = [*facts, *told], state.table
    ended = any(isinstance(fact, events.HandEnded) for fact in facts) or table.hands != hands
    return After(facts, hand_of(state, seat), table.cards.count[CAPTURED + seat], not ended)


def turn_end(state: State) -> int:
    """Where the program goes on to the next seat."""
    lines, at = instructions(state.table.config.code), state.table.at
    ends = (n for n in range(at, len(lines)) if lines[n][OPERATION] == SEAT and lines[n][SEAT_WHICH] == NEXT)
    return next(ends, len(lines))


def first_move(option: Option) -> Move:
    return Move(option.kind, option.low, option.cards[: max(option.fewest, min(1, option.most))])


def check(game: Game, state: State, seat: int, option: Option, choice: Choice) -> None:
    """Hold the words of an option against what it does."""
    words, move, held = choice.words, first_move(option), hand_of(state, seat)
    found = after(game, state, seat, option, words)
    captured = state.table.cards.count[CAPTURED + seat]
    told = {type(fact): fact for fact in reversed(found.facts)}
    number = int("".join(filter(str.isdigit, words)) or 0)
    if words == "Check":
        assert events.Checked in told
    elif words == "Fold":
        assert events.Folded in told
    elif words.startswith("Call "):
        assert told[events.Called].chips == number
    elif words.startswith("Bet"):
        assert told[events.BetPlaced].total == (number or option.low)
    elif words.startswith("Raise to"):
        assert told[events.Raised].total == (number or option.low)
    elif words.startswith("All-in with "):
        assert told[events.WentAllIn].chips == number
    elif not found.is_whole:
        return
    elif words == "Draw nothing":
        assert Counter(found.hand) == Counter(held)
    elif words in LAYS_NOTHING:
        assert Counter(found.hand) >= Counter(held)
    elif words.startswith("Draw ") or words.startswith("Pass and draw "):
        assert len(found.hand) == len(held) + drawn(words), f"{words!r}, and {len(found.hand) - len(held)} came"
    elif words.startswith("Take "):
        assert Counter(found.hand) == Counter([*held, *parse_cards(words.split()[1])])
    elif words.startswith("Exchange "):
        assert len(found.hand) == len(held) and {events.CardsThrownAway, events.CardsDiscarded} & set(told)
    elif words.startswith(("Play ", "Discard ", "Lay down ")):
        assert Counter(found.hand) == Counter(held) - Counter(move.cards)
        if events.TrickWon not in told:
            assert found.captured - captured == (move.count if words.startswith("Lay down") else 0)
    else:
        pytest.fail(f"nobody knows what {words!r} should do")


def drawn(words: str) -> int:
    """The number of cards in "Draw a card", "Draw two cards", …"""
    number = words.removeprefix("Pass and draw ").removeprefix("Draw ").split()[0]
    return 1 if number == "a" else NUMBERS.index(number)


def check_session(game: Game, key: int) -> None:
    """Check the options of the first decisions of a random session."""
    game, state = dealt(game)
    dealer, choose, tried, left = RandomDealer(key), random_chooser(game, key), Counter[tuple[int, str]](), DECISIONS
    while left and (pending := game.pending(state)):
        decision = pending[0]
        if decision.seat == HOUSE:
            game.advance(state, HOUSE, dealer.deal(state, decision))
            continue
        left -= 1
        question = seen(game, state).question
        assert question is not None
        for option, choice in zip(decision.options, question.options, strict=True):
            where = state.table.at, choice.words.split(" ")[0]
            tried[where] += 1
            if tried[where] <= TRIED:
                check(game, state, decision.seat, option, choice)
        game.advance(state, decision.seat, choose(state, decision))


def seen(game: Game, state: State) -> Scene:
    return scene(game, state, cast_for(game, game.pending(state)[0].seat))


@pytest.mark.parametrize("name", [*classics(), *(pytest.param(str(path), id=path.stem) for path in CHAMPIONS)])
def test_an_option_does_what_its_words_say(name: str) -> None:
    check_session(load(name), 1)


def dealt(game: Game) -> tuple[Game, State]:
    """A session up to its first decision, and the game with the words of its config."""
    config = game.configure()
    assert game.for_config is not None
    state = game.start(config).state
    deal(game, state)
    return game.for_config(config), state


def deal(game: Game, state: State) -> None:
    while (pending := game.pending(state)) and pending[0].seat == HOUSE:
        game.advance(state, HOUSE, RandomDealer(1).deal(state, pending[0]))


def passing(game: Game, state: State) -> list[tuple[str, str]]:
    """The words and the key of passing, if that is an option."""
    question = seen(game, state).question
    assert question is not None
    return [(one.words, one.key) for one in question.options if one.name == "PASS"]


def test_to_leave_the_discard_is_to_draw_in_gin_rummy() -> None:
    assert passing(*dealt(load("gin_rummy"))) == [("Draw a card of the deck", "d")]


LEFT = DrawPhase(source="discard", mandatory=False)
MUST = DrawPhase(source="deck", only_if_passed=True)
PLAYS = PlayPhase(mandatory=False)
PASSES = [
    ((LEFT, MUST), "Draw a card of the deck"),
    ((LEFT, replace(MUST, count=2)), "Draw two cards of the deck"),
    ((LEFT, MUST, MUST), "Draw two cards of the deck"),
    ((LEFT, replace(MUST, only_if_passed=False)), "Pass"),
    ((DrawPhase(count=2, source="deck", mandatory=False), MUST), "Pass"),
    ((LEFT,), "Draw nothing"),
    ((DrawPhase(source="deck", mandatory=False),), "Draw nothing"),
    ((DrawPhase(source="deck_or_discard", mandatory=False), MUST), "Pass and draw a card"),
    ((PLAYS, MUST), "Pass and draw a card"),
    ((PLAYS,), "Pass"),
    ((PLAYS, replace(PLAYS, only_if_passed=True), MUST), "Pass"),
    ((DiscardPhase(mandatory=False, replace=True),), "Stand pat"),
    ((DiscardPhase(mandatory=False),), "Discard nothing"),
]


@pytest.mark.parametrize(("phases", "words"), PASSES, ids=lambda value: value if isinstance(value, str) else "")
def test_to_choose_nothing_is_called_what_it_brings(phases: tuple[AnyPhase, ...], words: str) -> None:
    told = passing(*dealt(of(genome(*phases, cards=3, initial_discard_count=1))))
    assert [text for text, _ in told] == [words]


TOO_MUCH = BestHand("points", target=1, bust=True)


@pytest.mark.parametrize(
    ("phases", "rounds", "is_told"),
    [
        ((DrawPhase(source="deck", mandatory=False),), 1, True),
        ((DrawPhase(source="deck", mandatory=False), DiscardPhase()), 1, False),
        ((DiscardPhase(), DrawPhase(source="deck", mandatory=False)), 1, True),
        ((DiscardPhase(), DrawPhase(source="deck", mandatory=False)), 2, False),
        ((PlayPhase(mandatory=False),), 1, False),
    ],
)
def test_a_hand_that_still_loses_cards_is_not_bust(phases: tuple[AnyPhase, ...], rounds: int, is_told: bool) -> None:
    game, state = dealt(of(genome(*phases, cards=3, rounds=rounds, win=TOO_MUCH)))
    if isinstance(phases[0], DiscardPhase):
        decision = game.pending(state)[0]
        game.advance(state, decision.seat, first_move(decision.options[0]))
        deal(game, state)
    holds = seen(game, state).seats[state.table.seat].holds
    assert "points in hand" in holds and holds.endswith(", bust") == is_told


@pytest.mark.parametrize("seed", range(100))
def test_an_option_of_a_random_genome_does_what_its_words_say(seed: int) -> None:
    check_session(of(random_genome(random.Random(seed))), seed)

"""Random matches, recorded step by step, on which the clauses are checked."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from ..contract.game import Decision, Game, Move, Option, State, actor_name, actors
from ..errors import NotConforming
from ..vocabulary.events import Row
from ..vocabulary.menu import DRAWN, GAP
from ..vocabulary.turns import CLOCK, HOUSE

ASIDE_CHANCE = 0.03
STEP_LIMIT = 20_000


class Moment(NamedTuple):
    """One step of a match: the state before it, the move made, and the rows that it emitted.

    `known` has, per card, the seats that knew it at any time during the step: a card shown at the end of a hand may be
    back in the deck when the step is over.
    """

    before: State
    seat: int
    move: Move
    rows: tuple[Row, ...]
    known: list[int]


class Watched(list[int]):
    """A list of masks that remembers every bit that was ever set in each."""

    def __init__(self, masks: list[int]) -> None:
        super().__init__(masks)
        self.ever = list(masks)

    def __setitem__(self, at: Any, mask: Any) -> None:
        self.ever[at] |= mask
        super().__setitem__(at, mask)


class Match(NamedTuple):
    """A whole random match."""

    game: Game
    config: Any
    opening: tuple[Row, ...]
    moments: list[Moment]
    end: State

    @property
    def states(self) -> list[State]:
        """Every state of the match, from the first to the last."""
        return [moment.before for moment in self.moments] + [self.end]


def random_match(game: Game, config: Any, rng: random.Random) -> Match:
    """Play a match at random: owed decisions in random order, sometimes an aside or an unlisted option."""
    state, events = game.start(config)
    opening, moments = events.rows, list[Moment]()
    while pending := game.pending(state):
        if len(moments) >= STEP_LIMIT:
            raise NotConforming("termination", f"{game.name}: no end after {STEP_LIMIT} steps")
        decision, option = _choose(game, state, pending, rng)
        move = random_move(game, state, option, rng)
        after = state.copy()
        watched = Watched(after.table.cards.known if game.has_cards else [])
        if game.has_cards:
            after.table.cards.known = watched
        told = game.advance(after, decision.seat, move)
        if game.has_cards:
            after.table.cards.known = list(watched)
        moments.append(Moment(state, decision.seat, move, told.rows, watched.ever))
        state = after
    return Match(game, config, opening, moments, state)


def _choose(game: Game, state: State, pending: tuple[Decision, ...], rng: random.Random) -> tuple[Decision, Option]:
    if rng.random() < ASIDE_CHANCE:
        others = [
            (decision, option)
            for decision in everyone(game, state)
            for option in decision.options
            if option.aside or option.unlisted
        ]
        if others:
            return rng.choice(others)
    decision = rng.choice(pending)
    if not decision.owed:
        raise NotConforming("termination", f"{game.name}: {actor_name(decision.seat)} owes a decision without options")
    return decision, rng.choice(decision.owed)


def everyone(game: Game, state: State) -> list[Decision]:
    """The decisions of all seats, the house and the clock, whether they owe one or not."""
    return [game.decision(state, seat) for seat in (*range(state.table.seats), HOUSE, CLOCK)]


def random_move(game: Game, state: State, option: Option, rng: random.Random) -> Move:
    """A random move of an option."""
    amount = rng.randrange(option.low, option.high + 1, option.step) if option.step else 0
    choice = pool_of(state, option) if option.kind == DRAWN and option.most else list(option.cards)
    if option.gaps:
        return Move(option.kind, amount, _places(option, choice, rng))
    if option.most and len(choice) < option.fewest:
        raise NotConforming("termination", f"{game.name}: {game.describe_option(option)} has too few cards to choose")
    count = rng.randint(option.fewest, min(option.most, len(choice)))
    return Move(option.kind, amount, tuple(rng.sample(choice, count)))


def _places(option: Option, choice: list[int], rng: random.Random) -> tuple[int, ...]:
    """A random choice of cards with empty places: each place takes one of the cards left, or none."""
    left, cards = [*choice, GAP], list[int]()
    for _ in range(rng.randint(option.fewest, option.most)):
        cards.append(rng.choice(left))
        if cards[-1] != GAP:
            left.remove(cards[-1])
    return tuple(cards)


def pool_of(state: State, option: Option) -> list[int]:
    """The cards of the pool that a draw is from."""
    return [card for card, zone in enumerate(state.table.cards.zone) if zone == option.zone]


def seats_owing(game: Game, state: State) -> list[int]:
    """The seats, without house and clock, that owe a decision."""
    return [seat for seat in actors(game.core.owing(state.table)) if seat not in (HOUSE, CLOCK)]

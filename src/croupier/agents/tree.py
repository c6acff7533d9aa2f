"""A whole game as the solver needs it: every sequence of moves, seen from each seat.

The tree of positions is walked once, through the contract alone, and only what matters for solving is kept:

- For each seat its **information sets**: its moves after everything it was told (`State.trace`). They form a tree of
  their own, because a seat remembers its moves: the last move of the seat leads to the next set.
- The **sequences** of a seat: 0 is "no move made yet", every other is one move of one information set, together with
  all the seat's moves that led there. A seat's whole past is one number.
- The **ends**: for each combination of the seats' sequences that ends a match, the scores times the probability of
  the draws on the way. Ends with the same sequences are added up.

This is the sequence form of a game (von Stengel 1996). It is far smaller than the tree, and an information set whose
positions lie at different depths of the tree needs no special treatment.

If several actors owe a decision, the house acts first, then the lowest seat, then the clock, as in the simulator.
Seats that owe at once do not see each other's choice, so the order does not matter to them. House and clock take their
first option, with each count of cards, then each choice, equally likely, as the dealers do.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any, NamedTuple

from croupier.kernel.contract.game import Decision, Game, Move, Option, State, actor_name
from croupier.kernel.errors import BadInput, Fault
from croupier.kernel.vocabulary.menu import DRAWN, GAP, NO_ZONE
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE

NODE_LIMIT = 2_000_000
"""The default limit: solving takes one to three minutes and half a gigabyte. Larger games are for search."""


class TooLarge(BadInput):
    """A game with more nodes than the limit."""


Ways = Callable[[Sequence[int], int], Iterator[tuple[int, ...]]]


class InformationSet(NamedTuple):
    """All the positions that a seat cannot tell apart, and its moves there."""

    trace: int
    moves: tuple[Move, ...]
    parent: int
    """The seat's sequence that leads here."""
    first: int
    """The sequence of the first move; those of the others follow."""
    depth: int
    """How many moves the seat has made before."""


class Position(NamedTuple):
    """A node of the walk: the state, the probability of the draws so far, and the sequence of each seat."""

    state: State
    likelihood: float
    sequences: tuple[int, ...]


@dataclass(frozen=True)
class Tree:
    """A game, enumerated."""

    game: Game
    nodes: int
    sets: tuple[tuple[InformationSet, ...], ...]
    """The information sets of each seat, in the order in which they were met."""
    ends: dict[tuple[int, ...], list[float]]
    """The sequences of all seats -> the probability of the draws times the score, for each seat."""


def grow(game: Game, config: Any = None, *, limit: int = NODE_LIMIT) -> Tree:
    """Enumerate a game of a given config; BadInput if it has more than `limit` nodes."""
    grower = Grower(game, limit)
    for _ in grower.situations(config):
        pass
    return grower.tree


class Situation(NamedTuple):
    """One position of an information set, and the decision that a seat owes there."""

    state: State
    decision: Decision


class Grower:
    """The walk, depth first, so that only one line of states exists at a time."""

    def __init__(self, game: Game, limit: int = NODE_LIMIT) -> None:
        self.game = game
        self.limit = limit
        self.nodes = 1
        self.sets: list[dict[int, InformationSet]] = []
        self.depths: list[list[int]] = []
        self.ends: dict[tuple[int, ...], list[float]] = {}
        self._new: Situation | None = None

    @property
    def tree(self) -> Tree:
        """What the walk has seen: the whole game once `situations` is exhausted."""
        return Tree(self.game, self.nodes, tuple(tuple(met.values()) for met in self.sets), self.ends)

    def situations(self, config: Any = None) -> Iterator[Situation]:
        """Walk through the game of a config; yields one situation of every information set, when it is first met."""
        start = self.game.start(config).state
        seats = start.table.seats
        self.sets = [{} for _ in range(seats)]
        self.depths = [[0] for _ in range(seats)]
        line: list[Iterator[Position]] = [iter([Position(start, 1.0, (0,) * seats)])]
        while line:
            position = next(line[-1], None)
            if self._new is not None:
                yield self._new
                self._new = None
            if position is None:
                line.pop()
                continue
            line.append(self._after(position))

    def _after(self, position: Position) -> Iterator[Position]:
        """The positions after one, generated one at a time; none if the match is over there."""
        state, likelihood, sequences = position
        owed = {decision.seat: decision for decision in self.game.pending(state)}
        if not owed:
            self._end(position)
        elif HOUSE in owed or min(owed) == CLOCK:
            decision = owed.get(HOUSE) or owed[CLOCK]
            moves = self._enumerate(state, decision, decision.options[:1])
            sizes = Counter(move.count for move in moves)
            for move in moves:
                chance = 1 / (len(sizes) * sizes[move.count])
                yield Position(self._apply(state, decision.seat, move), likelihood * chance, sequences)
        else:
            decision = owed[min(owed)]
            seat = decision.seat
            moves = self._enumerate(state, decision, decision.owed)
            first = self._meet(Situation(state, decision), moves, sequences[seat]).first
            for sequence, move in enumerate(moves, first):
                taken = (*sequences[:seat], sequence, *sequences[seat + 1 :])
                yield Position(self._apply(state, seat, move), likelihood, taken)

    def _apply(self, state: State, seat: int, move: Move) -> State:
        return self.game.apply(state, seat, move).state

    def _end(self, position: Position) -> None:
        outcome = self.game.outcome(position.state)
        assert outcome is not None
        total = self.ends.setdefault(position.sequences, [0.0] * len(outcome.scores))
        for seat, score in enumerate(outcome.scores):
            total[seat] += position.likelihood * score

    def _enumerate(self, state: State, decision: Decision, options: tuple[Option, ...]) -> tuple[Move, ...]:
        """Every move of some options, counted first: a deal of many cards may have more moves than fit into memory."""
        count = sum(count_moves(option, state) for option in options)
        if count == 0:
            raise Fault(f"{self.game.name}: {actor_name(decision.seat)} owes a decision and has no move")
        if self.nodes + count > self.limit:
            raise TooLarge(
                f"{self.game.title} with this config is too large to solve: {self.nodes:,} nodes seen, {count:,} more "
                f"come next, and the limit is {self.limit:,}. Make the game smaller (fewer hands, cards or amounts), "
                "raise the limit, or use search."
            )
        self.nodes += count
        return tuple(move for option in options for move in moves_of(option, state))

    def _meet(self, situation: Situation, moves: tuple[Move, ...], parent: int) -> InformationSet:
        """The information set of a position, new or known. A known one must have the same moves and parent."""
        seat = situation.decision.seat
        trace = situation.state.trace[seat]
        known = self.sets[seat].get(trace)
        if known is None:
            depths = self.depths[seat]
            known = InformationSet(trace, moves, parent, len(depths), depths[parent])
            self.sets[seat][trace] = known
            depths += [depths[parent] + 1] * len(moves)
            self._new = situation
            return known
        where = f"{self.game.name}: seat {seat} at trace {trace:#x}"
        if known.moves != moves:
            here, there = (" | ".join(map(self.game.describe, some)) for some in (known.moves, moves))
            raise Fault(f"{where} was told the same but may do different things ({here} or {there}): the menu leaks")
        if known.parent != parent:
            raise Fault(f"{where} was told the same after different moves of its own: the game forgets to tell it")
        return known


def count_moves(option: Option, state: State) -> int:
    """How many moves an option describes."""
    amounts, cards = choices(option, state)
    ways = count_layouts if option.gaps else math.perm if option.ordered else math.comb
    return len(amounts) * sum(ways(len(cards), count) for count in range(option.fewest, option.most + 1))


def moves_of(option: Option, state: State) -> Iterator[Move]:
    """Every move that an option describes: each amount with each choice of cards."""
    amounts, cards = choices(option, state)
    for amount in amounts:
        for count in range(option.fewest, option.most + 1):
            ways: Ways = layouts if option.gaps else permutations if option.ordered else combinations
            for chosen in ways(cards, count):
                yield Move(option.kind, amount, chosen)


def count_layouts(cards: int, places: int) -> int:
    """In how many ways some of the cards can be laid into places that may stay empty."""
    return sum(math.comb(places, used) * math.perm(cards, used) for used in range(places + 1))


def layouts(cards: Sequence[int], places: int) -> Iterator[tuple[int, ...]]:
    """Every way to lay some of the cards into places that may stay empty."""
    for used in range(min(places, len(cards)) + 1):
        for where in combinations(range(places), used):
            for chosen in permutations(cards, used):
                laid = dict(zip(where, chosen, strict=True))
                yield tuple(laid.get(place, GAP) for place in range(places))


def choices(option: Option, state: State) -> tuple[range, tuple[int, ...]]:
    """The amounts and the cards that an option offers. A draw from a pool names the pool, not its cards."""
    amounts = range(option.low, option.high + 1, option.step) if option.step else range(1)
    if option.kind == DRAWN and option.zone != NO_ZONE:
        return amounts, tuple(card for card, zone in enumerate(state.table.cards.zone) if zone == option.zone)
    return amounts, option.cards

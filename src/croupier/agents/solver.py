"""Counterfactual regret minimisation: solves any game that is small enough to enumerate.

    solution = solve(GAME, GAME.configure(), iterations=1000)
    solution.exploitability                            # how much a perfect opponent would win, per seat
    solution.strategy(seat, state.trace[seat])         # {move: probability}, to play it
    Solver(GAME).judge(strategies).exploitability      # the same of anybody's strategies

A solved strategy belongs to a seat and to everything that the seat was told, which is its trace. The trace is in the
state, and a bot gets only the view. So the result is the strategy by (seat, trace), for the driver of a match, and not
a bot.

Two variants: "cfr" (Zinkevich et al. 2007) and "cfr+" (Tammelin 2014: regrets never fall below zero, and later
strategies weigh more), which converges much faster. Seats learn in turn in both. In a zero-sum game of two seats the
average strategies approach an equilibrium; in others there is no such promise: look at `gains`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from croupier.kernel.contract.game import Game, Move
from croupier.kernel.errors import BadInput

from .tree import NODE_LIMIT, InformationSet, grow

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

VARIANTS = ("cfr+", "cfr")
HOLES_NAMED = 3
"""How many information sets without an answer are named; the others are counted."""
ROUNDING = 1e-9
"""How far probabilities may be from adding up to 1."""


@dataclass(frozen=True)
class Solution:
    """The average strategies, what they are worth, and how far they are from an equilibrium."""

    game: Game
    variant: str
    iterations: int
    nodes: int
    values: tuple[float, ...]
    """The expected score of each seat if all play their average strategies."""
    gains: tuple[float, ...]
    """How much more each seat would expect by playing a best response to the others."""
    strategies: Mapping[tuple[int, int], Mapping[Move, float]] = field(repr=False)
    """(seat, trace) -> move -> probability."""

    @property
    def infosets(self) -> int:
        """How many information sets the game has."""
        return len(self.strategies)

    @property
    def nash_conv(self) -> float:
        """The gains of all seats together: 0 exactly in a Nash equilibrium."""
        return sum(self.gains)

    @property
    def exploitability(self) -> float:
        """The mean gain of a seat; in a zero-sum game of two, what a perfect opponent wins over the game's value."""
        return self.nash_conv / len(self.gains)

    def strategy(self, seat: int, trace: int) -> Mapping[Move, float]:
        """The strategy of a seat at a trace (`state.trace[seat]`)."""
        known = self.strategies.get((seat, trace))
        if known is None:
            raise BadInput(
                f"Seat {seat} has no decision at trace {trace:#x} in the solved {self.game.title}. "
                "Is it this seat's turn, and was the game solved with the same config?"
            )
        return known


def solve(
    game: Game, config: Any = None, *, iterations: int = 1000, variant: str = "cfr+", limit: int = NODE_LIMIT
) -> Solution:
    """Enumerate a game and solve it; BadInput if it has more than `limit` nodes."""
    solver = Solver(game, config, variant=variant, limit=limit)
    solver.run(iterations)
    return solver.solution()


class Solver:
    """An enumerated game with a learner in each seat: run some iterations, look at the solution, run some more."""

    def __init__(self, game: Game, config: Any = None, *, variant: str = "cfr+", limit: int = NODE_LIMIT) -> None:
        import numpy as np

        if variant not in VARIANTS:
            raise BadInput(f"There is no variant {variant!r}; there are {', '.join(VARIANTS)}.")
        self.tree = grow(game, config, limit=limit)
        self.variant = variant
        self.iterations = 0
        self.learners = [Learner(sets) for sets in self.tree.sets]
        ends = np.array(list(self.tree.ends), np.int64)
        scores = np.array(list(self.tree.ends.values()), np.float64)
        self.ends = [learner.number[ends[:, seat]] for seat, learner in enumerate(self.learners)]
        self.scores = [scores[:, seat].copy() for seat in range(len(self.learners))]

    def run(self, iterations: int) -> None:
        """Learn for some more iterations."""
        if iterations < 0:
            raise BadInput(f"The number of iterations cannot be {iterations}.")
        plus = self.variant == "cfr+"
        plans = [learner.plan for learner in self.learners]
        for _ in range(iterations):
            self.iterations += 1
            for seat, learner in enumerate(self.learners):
                learner.learn(self._yields(seat, plans), weight=self.iterations if plus else 1, forgive=plus)
                plans[seat] = learner.plan

    def solution(self) -> Solution:
        """The average strategies so far, with their values and the gains of best responses."""
        return self._judged([learner.normalise(learner.total) for learner in self.learners])

    def judge(self, strategies: Mapping[tuple[int, int], Mapping[Move, float]]) -> Solution:
        """The solution for given strategies, (seat, trace) -> move -> probability.

        BadInput if a strategy is for no decision of this game, if probabilities do not add up to 1, and if information
        sets are left unanswered: a guess in their place would be judged as if it were the player's.
        """
        known = {(seat, here.trace) for seat, learner in enumerate(self.learners) for here in learner.sets}
        for seat, trace in strategies:
            if (seat, trace) not in known:
                raise BadInput(f"Seat {seat} has no decision at trace {trace:#x}. Is it a strategy of the same config?")
        if holes := [where for where in known if not strategies.get(where)]:
            raise BadInput(self._told_holes(sorted(holes)))
        return self._judged([learner.strategy_of(seat, strategies) for seat, learner in enumerate(self.learners)])

    def _told_holes(self, holes: list[tuple[int, int]]) -> str:
        """The message about information sets that strategies do not answer."""
        sets = sum(len(learner.sets) for learner in self.learners)
        some = ", ".join(f"seat {seat} at trace {trace:#x}" for seat, trace in holes[:HOLES_NAMED])
        others = f" and {len(holes) - HOLES_NAMED:,} more" if len(holes) > HOLES_NAMED else ""
        return (
            f"The strategies answer {sets - len(holes):,} of {sets:,} information sets. Without an answer: "
            f"{some}{others}. Answer every set, also those that the player's own earlier moves never lead to."
        )

    def _judged(self, strategy_of: list[Floats]) -> Solution:
        """Strategies of all seats, with their values and the gains of best responses."""
        plans = [learner.plan_of(strategy) for learner, strategy in zip(self.learners, strategy_of, strict=True)]
        values, gains = [], []
        for seat, learner in enumerate(self.learners):
            yields = self._yields(seat, plans)
            values.append(float(yields @ plans[seat]))
            gains.append(learner.best_response(yields) - values[-1])
        strategies = {
            (seat, here.trace): dict(zip(here.moves, chances, strict=True))
            for seat, learner in enumerate(self.learners)
            for here, chances in learner.by_set(strategy_of[seat])
        }
        return Solution(
            self.tree.game, self.variant, self.iterations, self.tree.nodes, tuple(values), tuple(gains), strategies
        )

    def _yields(self, seat: int, plans: list[Floats]) -> Floats:
        """What each sequence of a seat earns at the ends of matches, given the plans of the others."""
        import numpy as np

        weights = self.scores[seat]
        for other, plan in enumerate(plans):
            if other != seat:
                weights = weights * plan[self.ends[other]]
        return np.bincount(self.ends[seat], weights, len(plans[seat])).astype(np.float64, copy=False)


@dataclass(frozen=True)
class Level:
    """The sets of a seat that lie after the same number of its moves."""

    sets: slice
    moves: slice
    """The sequences that end with a move of these sets."""
    before: slice
    """The sequences of the level before."""
    starts: Integers
    """The first move of each set, relative to the start of `moves`."""
    parent: Integers
    """The sequence that leads to each set, relative to the start of `before`."""
    spread: Integers
    """The sequence before each of `moves`."""


class Learner:
    """One seat: its information sets as arrays, and what it has learnt.

    Sequences are renumbered by their number of moves, so that each level is a slice: the moves of the sets of one level
    are consecutive, and the sequences that lead to a level are those of the level before. A strategy gives each move
    its probability in its set; a plan gives each sequence the product of the probabilities of its moves.
    """

    def __init__(self, sets: tuple[InformationSet, ...]) -> None:
        import numpy as np

        self.sets = sorted(sets, key=lambda here: here.depth)
        sizes = np.array([len(here.moves) for here in self.sets], np.int64)
        ends = 1 + np.cumsum(sizes)
        size = int(1 + sizes.sum())
        self.first: Integers = ends - sizes
        self.set_of: Integers = np.repeat(np.arange(len(self.sets)), sizes)
        self.number: Integers = np.zeros(size, np.int64)
        """From the numbering of the tree to ours."""
        for here, first in zip(self.sets, self.first, strict=True):
            self.number[here.first : here.first + len(here.moves)] = range(first, first + len(here.moves))
        parents = self.number[[here.parent for here in self.sets]] if self.sets else self.first
        depths = np.array([here.depth for here in self.sets], np.int64)
        before = slice(0, 1)
        self.levels: list[Level] = []
        for depth in range(depths[-1] + 1 if self.sets else 0):
            start, stop = (int(edge) for edge in np.searchsorted(depths, (depth, depth + 1)))
            moves = slice(int(self.first[start]), int(ends[stop - 1]))
            starts, parent = self.first[start:stop] - moves.start, parents[start:stop] - before.start
            spread = np.repeat(parents[start:stop], sizes[start:stop])
            self.levels.append(Level(slice(start, stop), moves, before, starts, parent, spread))
            before = moves
        self.uniform: Floats = np.concatenate(([1.0], np.repeat(1 / sizes, sizes)))
        self.regret: Floats = np.zeros(size)
        self.total: Floats = np.zeros(size)
        self.strategy = self.uniform
        self.plan = self.plan_of(self.strategy)

    def learn(self, yields: Floats, *, weight: float, forgive: bool) -> None:
        """One iteration against the plans of the others: add the plan to the average, update regrets, adopt a new
        strategy.

        `weight` is the weight of the plan in the average. With `forgive`, regrets never fall below zero (CFR+).
        """
        import numpy as np

        self.total += weight * self.plan
        self.regret += self._regret_now(yields)
        missed = np.maximum(self.regret, 0)
        if forgive:
            self.regret = missed
        self.strategy = self.normalise(missed)
        self.plan = self.plan_of(self.strategy)

    def _regret_now(self, yields: Floats) -> Floats:
        """How much better each move would have been than the strategy, in its set."""
        import numpy as np

        worth = yields.copy()
        value = np.empty(len(self.sets))
        for level in reversed(self.levels):
            here = np.add.reduceat(worth[level.moves] * self.strategy[level.moves], level.starts)
            value[level.sets] = here
            worth[level.before] += np.bincount(level.parent, here, level.before.stop - level.before.start)
        worth[0] = 0
        worth[1:] -= value[self.set_of]
        return worth

    def best_response(self, yields: Floats) -> float:
        """The most that the seat can earn against the plans of the others."""
        import numpy as np

        worth = yields.copy()
        for level in reversed(self.levels):
            here = np.maximum.reduceat(worth[level.moves], level.starts)
            worth[level.before] += np.bincount(level.parent, here, level.before.stop - level.before.start)
        return float(worth[0])

    def normalise(self, weights: Floats) -> Floats:
        """The strategy in proportion to weights; uniform in a set whose weights are all 0."""
        import numpy as np

        strategy = self.uniform.copy()
        if self.sets:
            total = np.add.reduceat(weights[1:], self.first - 1)[self.set_of]
            np.divide(weights[1:], total, out=strategy[1:], where=total > 0)
        return strategy

    def strategy_of(self, seat: int, strategies: Mapping[tuple[int, int], Mapping[Move, float]]) -> Floats:
        """The probabilities of given strategies for the moves of the seat; every set must have an answer."""
        strategy = self.uniform.copy()
        for here, first in zip(self.sets, self.first.tolist(), strict=True):
            given = strategies[seat, here.trace]
            where = f"Seat {seat} at trace {here.trace:#x}"
            for move in given:
                if move not in here.moves:
                    raise BadInput(f"{where} has no move {move}.")
            chances = [given.get(move, 0.0) for move in here.moves]
            if not all(0 <= chance <= 1 + ROUNDING for chance in chances):
                raise BadInput(f"{where} has probabilities that are no numbers from 0 to 1: {chances}.")
            if abs(sum(chances) - 1) > ROUNDING:
                raise BadInput(f"{where} has probabilities that add up to {sum(chances):g}, not to 1: {chances}.")
            strategy[first : first + len(chances)] = chances
        return strategy

    def plan_of(self, strategy: Floats) -> Floats:
        """The probability that the seat makes all the moves of each sequence, chance and other seats aside."""
        plan = strategy.copy()
        for level in self.levels:
            plan[level.moves] *= plan[level.spread]
        return plan

    def by_set(self, strategy: Floats) -> list[tuple[InformationSet, list[float]]]:
        """A strategy, set by set."""
        return [
            (here, strategy[first : first + len(here.moves)].tolist())
            for here, first in zip(self.sets, self.first.tolist(), strict=True)
        ]

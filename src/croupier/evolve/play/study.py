"""Lessons: learn a genome, play by what was learnt, and find what is left to win from who does.

lesson = Lesson(genome)
lesson.study(200_000, seed=1)
lesson.ladder(LEARNT, FLAT, 100, key=2)     # the leads of who has learnt among flat Monte Carlo
lesson.seek(200_000, seed=1)
lesson.ladder(RIVAL, LEARNT, 100, key=2)    # … and of who has learnt to answer that
"""

from __future__ import annotations

from croupier.agents.learner import SHARDS, TRACE, Ban, Knowledge, Learner
from croupier.agents.learnt import Strategy, policy_of
from croupier.agents.space import NONE
from croupier.games.genome import GameGenome, configure
from croupier.kernel.contract.house_bots import Policy
from croupier.kernel.vocabulary.events import TRACED

from .bench import Bench
from .students import STUDIED, is_bluff

MOVES = 40_000_000
"""The most moves of a lesson, in all lines of play."""
MOST_NODES = 50_000


class Lesson(Bench):
    """A bench at which a game is learnt by self-play, with the learner of the house; `barred` is a seat that may not
    bluff, `keys` says what decisions are told apart by."""

    def __init__(self, genome: GameGenome, *, barred: int = NONE, keys: str = TRACE) -> None:
        super().__init__(genome)
        self.keys, self.barred = keys, barred
        self.rows[1]["mode"] = TRACED
        self.known = Knowledge.empty()
        self.learnt = self.rival = self._plays(Strategy.of(self.known))

    def study(self, visits: int, seed: int, *, moves: int = MOVES) -> None:
        """Learn until situations have been visited so many times, in all, or the moves of this call are used up."""
        self.known = self._learn(self._learner(seed), self.known, visits, moves)
        self.learnt = self._plays(Strategy.of(self.known))
        self._remember()

    def seek(self, visits: int, seed: int, *, moves: int = MOVES) -> None:
        """Learn to answer those who have learnt."""
        rival = self._learner(seed)
        rival.face([self.learnt])
        self.rival = self._plays(Strategy.best(self._learn(rival, Knowledge.empty(), visits, moves)))
        self._remember()

    def met_on_average(self) -> float:
        """How often a situation was met while learning; 0 if there was no room for one, or none at all."""
        known = self.known
        return 0.0 if known.crowded else (known.visits - known.walks) / max(1, len(known.keys))

    def _learner(self, seed: int) -> Learner:
        config, ban = configure(self.genome, hands=1), Ban(is_bluff, self.barred)
        learner = Learner(STUDIED, config, seed=seed, keys=self.keys, most_nodes=MOST_NODES, against=[self.learnt],
                          ban=ban)  # fmt: skip
        learner.face([])
        return learner

    def _learn(self, learner: Learner, known: Knowledge, visits: int, moves: int) -> Knowledge:
        moves += known.moves
        while known.visits < visits and known.moves < moves:
            each = -(-(moves - known.moves) // SHARDS)
            found = [learner.study(known, shard, moves=each) for shard in range(SHARDS)]
            known = known.merged(found, MOST_NODES)
        return known

    def _plays(self, strategy: Strategy) -> Policy:
        memory = strategy.memory(self.keys)
        return policy_of(STUDIED, lambda: memory, self.keys)

    def _remember(self) -> None:
        self.memories = self.learnt.memory, self.rival.memory

"""Lessons: learn a genome by self-play, play the learnt strategy, and train a rival against it.

lesson = Lesson(genome)
lesson.study(200_000, seed=1)
lesson.ladder(LEARNT, FLAT, 100, key=2)     # the leads of the learnt strategy among flat Monte Carlo players
lesson.train_rival(200_000, seed=1)
lesson.ladder(RIVAL, LEARNT, 100, key=2)    # the leads of the rival among learnt players
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
"""The default limit of moves of a lesson."""
MOST_NODES = 50_000


class Lesson(Bench):
    """A bench with a learner (`agents.learner`). `barred` is a seat that may not bluff; `keys` is the kind of keys of
    decisions."""

    def __init__(self, genome: GameGenome, *, barred: int = NONE, keys: str = TRACE) -> None:
        super().__init__(genome)
        self.keys, self.barred = keys, barred
        self.rows[1]["mode"] = TRACED
        self.known = Knowledge.empty()
        self.learnt = self.rival = self._plays(Strategy.of(self.known))

    def study(self, visits: int, seed: int, *, moves: int = MOVES) -> None:
        """Learn until situations have been visited `visits` times in all, or this call has made `moves` moves."""
        self.known = self._learn(self._learner(seed), self.known, visits, moves)
        self.learnt = self._plays(Strategy.of(self.known))
        self._remember()

    def train_rival(self, visits: int, seed: int, *, moves: int = MOVES) -> None:
        """Train the rival against the learnt strategy."""
        rival = self._learner(seed)
        rival.face([self.learnt])
        self.rival = self._plays(Strategy.best(self._learn(rival, Knowledge.empty(), visits, moves)))
        self._remember()

    def met_on_average(self) -> float:
        """How often a situation was visited on average; 0 if there was none, or no room for all."""
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

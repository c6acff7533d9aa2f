"""Lessons: learn a genome, play by what was learnt, and find what is left to win from who does.

lesson = Lesson(genome)
lesson.study(40_000, key=1)
lesson.ladder(LEARNT, FLAT, 100, key=2)     # the leads of who has learnt among flat Monte Carlo
lesson.seek(40_000, key=1)
lesson.ladder(RIVAL, LEARNT, 100, key=2)    # … and of who has learnt to answer that
"""

from __future__ import annotations

from croupier.games.genome import GameGenome
from croupier.kernel.vocabulary.events import TRACED
from croupier.kernel.vocabulary.turns import NOBODY

from .bench import Bench, blank_minds
from .lesson_rules import EXACT
from .players import LEARNER, LEARNT, SEEKER, STUDENT

STEPS = 40_000_000
"""The most steps of a lesson, played and imagined."""
PART = 1_000
"""So many hands weigh the same in the average, the next so many more."""


class Lesson(Bench):
    """A bench at which one can learn; `barred` is a seat that may not bluff."""

    def __init__(self, genome: GameGenome, *, barred: int = NOBODY, grain: int = EXACT) -> None:
        super().__init__(genome)
        self.grain = grain
        self.minds = blank_minds()
        self.minds["barred"] = barred, NOBODY
        self.minds["grain"] = grain
        self.rows = (*self.rows[:9], self.minds)
        self.rows[1]["mode"] = TRACED
        self.hands = 0
        """From how many hands it has been learnt."""

    def study(self, hands: int, key: int, *, steps: int = STEPS) -> int:
        """Learn from some more hands, each deal in every seat, as far as the steps reach; how many steps are left."""
        left = self._learn(STUDENT, LEARNER, self.hands, self.hands + hands, key, steps)
        self.hands += hands
        return left

    def seek(self, hands: int, key: int, *, steps: int = STEPS) -> int:
        """Learn to answer those who have learnt; how many steps are left."""
        return self._learn(SEEKER, LEARNT, 0, hands, key, steps)

    def _learn(self, one: int, others: int, start: int, stop: int, key: int, steps: int) -> int:
        self.minds["careful"] = 0
        self.rotate(one, others)
        while start < stop and steps > 0:
            self.minds["weight"] = 1 + start // PART
            size = min(PART - start % PART, stop - start)
            self._played(size, key, start, steps)
            start, steps = start + size, int(self.rows[8][0]["left"])
        self.minds["careful"] = 1
        return steps

    def met_on_average(self) -> float:
        """How often a situation was met while learning; 0 if there was no room for one, or none at all."""
        mind = self.minds[0]
        return 0.0 if mind["crowded"] else float(mind["met"] / max(1, mind["nodes"]))

"""Lessons in betting: learn a genome, and play by what was learnt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.kernel.errors import Fault
from croupier.kernel.language.jit import compiled
from croupier.kernel.language.records import blank_rows, sized

from .bench import COUNTED, MOST_HANDS, Bench
from .lesson_rules import OPTIONS, RULES, Mind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SLOTS = 1 << 13
NOBODY = -1
STEPS = 20_000_000


class Lesson:
    """What the seats of a genome have learnt; `barred` is a seat that may not bluff."""

    def __init__(self, bench: Bench, *, barred: int = NOBODY) -> None:
        self.bench = bench
        self.minds: Any = blank_rows(sized(Mind, slots=SLOTS, cells=SLOTS * OPTIONS))
        self.minds["barred"] = barred
        self.hands = 0

    def study(self, hands: int, key: int, *, steps: int = STEPS) -> None:
        """Learn from some more hands."""
        self._run(self.hands, self.hands + hands, key, steps, learning=1)
        self.hands += hands

    def play(self, hands: int, key: int, *, steps: int = STEPS) -> NDArray[np.float64]:
        """The leads of some hands in which everybody bets as it has learnt to."""
        import numpy as np

        self._run(0, min(hands, MOST_HANDS), key, steps, learning=0)
        sheet, seats = self.bench.rows[8][0], self.bench.seats
        count = int(sheet["hands"])
        return np.asarray(sheet["lead"][: count * seats].reshape(count, seats) / (seats - 1), np.float64)

    def _run(self, start: int, stop: int, key: int, steps: int, learning: int) -> None:
        sheet = self.bench.rows[8][0]
        for name in COUNTED:
            sheet[name] = 0
        sheet["left"] = steps
        compiled(RULES["study_hands"])(*self.bench.rows[:9], self.minds, key, start, stop, learning)
        if sheet["fault"]:
            raise Fault(f"a fault in a hand of seed {key}")

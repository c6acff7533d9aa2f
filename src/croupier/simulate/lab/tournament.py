"""The laboratory of tournaments: how long a structure lasts, who wins in it, and how much of that is luck.

Tournaments are played between bots by the director of the arena (`simulate.tournament.evening`). Players of one
tournament depend on each other, so tournaments are the samples. A prize is told as a multiple of the average prize: 1
is what an entry is worth to a player like all others.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from croupier.kernel import statistics
from croupier.kernel.statistics import Sample

from ..tournament.evening import Structure
from ..tournament.prizes import percentages
from ..tournament.series import Field, Seen, outcomes, pieces
from .figures import Figure, Section, mean, share

RARE = 10
"""A level is told if at least one tournament in ten got there."""
CERTAIN, POWER = 0.975, 0.8
"""A lead shows with 95 % confidence, in four of five series."""


class Study:
    """Tournaments of some structures between the same bots."""

    def __init__(self, structures: Sequence[Structure], field: Field, seed: int) -> None:
        self.structures, self.field, self.seed = structures, field, seed
        self.seen: list[list[Seen]] = [[] for _ in structures]
        self.complete = False

    def play(self, count: int, workers: int = 1, progress: Callable[[int], None] = lambda done: None) -> None:
        """Play `count` tournaments of each structure. A Ctrl-C ends it with those that were played."""
        plays = pieces(len(self.structures), 1, count)
        try:
            for play, found in outcomes(self.structures, [self.field], self.seed, plays, workers):
                self.seen[play.structure] += found
                progress(sum(map(len, self.seen)))
            self.complete = True
        except KeyboardInterrupt:
            return

    @property
    def best(self) -> int:
        """The bot that wins most, over all structures."""
        return max(range(len(self.field.bots)), key=self._wins_an_entry)

    @property
    def worst(self) -> int:
        """The bot that wins least."""
        return min(range(len(self.field.bots)), key=self._wins_an_entry)

    def _wins_an_entry(self, bot: int) -> float:
        return sum(
            sum(one.wins[bot] for one in some) / self._entries(at, bot)
            for at, some in enumerate(self.seen) if self._entries(at, bot)
        )  # fmt: skip

    def _entries(self, structure: int, bot: int) -> int:
        return self.field.numbers(self.structures[structure].entrants).count(bot)

    def sections(self) -> list[Section]:
        """The report."""
        told = [part for at, some in enumerate(self.seen) if some for part in (self._length(at), self._winners(at))]
        return [*told, self._luck()] if any(self.seen) else told

    def _length(self, at: int) -> Section:
        structure, some = self.structures[at], self.seen[at]
        figures = [
            mean("minutes", [one.ms / 60_000 for one in some]),
            mean("hands of the winner", [sum(one.played) for one in some]),
            mean("hands at all tables", [one.hands for one in some]),
        ]
        for stage, level in enumerate(structure.stages):
            here = [one.played[stage] for one in some if one.last > stage or one.played[stage]]
            if len(here) * RARE >= len(some) and not level.rest:
                config = structure.configs[min(stage, len(structure.configs) - 1)]
                blinds = f"{config.small_blind:,}/{config.big_blind:,}"
                figures.append(mean(f"level {stage + 1}, {blinds}: hands of the winner", here))
        usual = sorted(one.last for one in some)[len(some) // 2]
        config = structure.configs[min(usual, len(structure.configs) - 1)]
        left = structure.entrants * structure.stack / config.big_blind
        answer = f"Half of them are over by level {usual + 1}, where all chips are {left:,.0f} big blinds."
        return Section(f"How long does “{structure.name}” last?", self._told(at), tuple(figures), answer)

    def _told(self, at: int) -> str:
        structure, pace = self.structures[at], self.field.pace
        count = self.field.numbers(structure.entrants).count
        who = ", ".join(f"{count(bot)} {name.removeprefix('house:')}" for bot, name in enumerate(self.field.bots))
        deep = structure.stack // structure.configs[0].big_blind
        return (
            f"{structure.entrants} players ({who}) at tables of {structure.seats}, each with {deep} big blinds. A "
            f"decision takes {pace.decision / 1000:g} s, and {pace.between / 1000:g} s pass between two hands."
        )

    def _winners(self, at: int) -> Section:
        structure, some, bots = self.structures[at], self.seen[at], self.field.bots
        figures: list[Figure] = []
        for bot, name in enumerate(bots):
            called, fair = name.removeprefix("house:"), self._entries(at, bot) / structure.entrants
            won = share(f"{called}: tournaments won (a fair share is {fair:.1%})", sum(one.wins[bot] for one in some),
                        len(some))  # fmt: skip
            figures += [won, prize(called, some, bot, most_of(structure, self._entries(at, bot)))]
        above = [name.removeprefix("house:") for bot, name in enumerate(bots) if figures[2 * bot + 1].low > 1]
        answer = f"More than a fair prize wins: {', '.join(above) or 'no bot, as far as these tournaments show'}."
        return Section(f"Who wins in “{structure.name}”?", "The same tournaments.", tuple(figures), answer)

    def _luck(self) -> Section:
        """How much luck each structure leaves, from the shortest to the longest."""
        one, other = self.best, self.worst
        best, worst = (self.field.bots[bot].removeprefix("house:") for bot in (one, other))
        played = [at for at, some in enumerate(self.seen) if some]
        played.sort(key=lambda at: sum(seen.ms for seen in self.seen[at]) / len(self.seen[at]))
        figures: list[Figure] = []
        for at in played:
            name = self.structures[at].name
            figures.append(
                mean(f"“{name}”: {best} ends ahead of {worst}", [two.ahead[one][other] for two in self.seen[at]])
            )
            figures[-1] = figures[-1]._replace(share=True)
            figures.append(entries_needed(f"“{name}”: entries until {best} is ahead of the field", self.seen[at], one))
        players = (
            f"50 % would be luck alone. Entries are those after which a player like {best} has won more than its fees, "
            f"with 95 % confidence in four of five such series: its prizes vary far more than its lead."
        )
        return Section("How much of it is luck?", players, tuple(figures), self._deeper(played, one, other))

    def _deeper(self, played: Sequence[int], one: int, other: int) -> str:
        if len(played) < 2:
            return "One structure alone was played: name several to compare them."
        first, last = (Sample.of([seen.ahead[one][other] for seen in self.seen[at]]) for at in (played[0], played[-1]))
        more, p = statistics.compare_apart(last, first, 100.0, 1)
        names = self.structures[played[-1]].name, self.structures[played[0]].name
        if p >= 0.05:
            return f"Between “{names[0]}” and “{names[1]}” no difference shows."
        said = "less" if more.mean > 0 else "more"
        return f"“{names[0]}” leaves {said} to luck than “{names[1]}”: {more.mean:+.1f} points of a hundred, p < 0.05."


def most_of(structure: Structure, entries: int) -> float:
    """The largest mean prize that some entries in one tournament can have, in average prizes."""
    percents = percentages(structure.entrants, structure.entrants, structure.terms.payouts)
    return sum(percents[:entries]) / 100 * structure.entrants / entries


def prize(name: str, some: Sequence[Seen], bot: int, most: float) -> Figure:
    """The mean prize of a bot's entries, which is from 0 to `most`."""
    points = [one.points[bot] for one in some]
    return Figure(f"{name}: prize, in average prizes", *statistics.mean_within(points, 0.0, most), len(points))


def entries_needed(name: str, some: Sequence[Seen], bot: int) -> Figure:
    """How many entries it takes until the prizes of one player show that it is better than the field: by the variance
    of a single entry, and the lead with its interval. Unknown at the end where the interval has no lead."""
    lead = Sample.of([one.points[bot] for one in some]).estimate()
    average = sum(one.points[bot] for one in some) / len(some)
    variance = sum(one.squares[bot] for one in some) / len(some) - average * average
    wanted = (statistics.normal_quantile(CERTAIN) + statistics.normal_quantile(POWER)) ** 2 * max(0.0, variance)

    def entries(mean: float) -> float:
        return wanted / (mean - 1) ** 2 if mean > 1 else math.inf

    return Figure(name, entries(lead.mean), entries(lead.high), entries(lead.low), len(some))

"""The cross table of an event: a comparison of every two teams that met or played the same deals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from croupier.kernel.statistics import Estimate, Sample
from croupier.simulate.match.luck import ENDS

from .event import ALONE
from .standings import CountedMatch, Standings

PAIR = 2


class Total(NamedTuple):
    """A team's totals in a sample: the larger `order` is ahead, and `ends` is what it won, summed over all ENDS."""

    order: int
    ends: int


class Cell(NamedTuple):
    """A team compared with another: in how many of their common samples it was ahead, level or behind, and by how much
    on average."""

    team: str
    other: str
    ahead: int
    level: int
    behind: int
    result: Estimate
    """At tables of two, what the team won from the other. Otherwise the difference of the two results."""

    @property
    def compared(self) -> int:
        """The number of samples that have both teams."""
        return self.ahead + self.level + self.behind


class CrossTable(NamedTuple):
    """All cells, in the order of the standings. `alone`: whether every table had two seats."""

    cells: list[Cell]
    alone: bool


def cross_table(standings: Standings, order: Sequence[str]) -> CrossTable:
    """The cross table of the named teams, in this order."""
    kind, seats = standings.book.event.kind, {len(sample.who) for sample in standings.samples}
    rotations = max(seats, default=1) if kind == "mirrored" else 1
    unit, alone = standings.stake[1] / (ENDS * rotations), seats == {PAIR}
    totals: defaultdict[int, dict[int, Total]] = defaultdict(dict)
    for number, samples in enumerate(_together(standings)):
        for team, total in _totals(samples, by_place=kind in ("freezeout", "duplicate")).items():
            totals[team][number] = total
    teams = [standings.names.index(name) for name in order]
    pairs = permutations((team for team in teams if team in totals), PAIR)
    cells = []
    for one, other in pairs:
        if both := sorted(totals[one].keys() & totals[other].keys()):
            rows = [(totals[one][number], totals[other][number]) for number in both]
            ends = [own.ends if alone else own.ends - its.ends for own, its in rows]
            found = standings.returned_more(ends) if standings.prized else Sample.of(ends).estimate(unit)
            cells.append(_cell(standings.names[one], standings.names[other], rows, found))
    return CrossTable(cells, alone)


def _cell(team: str, other: str, rows: Sequence[tuple[Total, Total]], found: Estimate) -> Cell:
    ahead, behind = (sum(sign * (own.order - its.order) > 0 for own, its in rows) for sign in (1, -1))
    return Cell(team, other, ahead, len(rows) - ahead - behind, behind, found)


def _together(standings: Standings) -> Iterator[list[CountedMatch]]:
    """The matches of each sample: one match; for mirrored deals, all rotations of a deal; for common deals, the matches
    of all teams with a deal."""
    kind = standings.book.event.kind
    if kind in ALONE:
        deals: defaultdict[int, list[CountedMatch]] = defaultdict(list)
        for sample in standings.samples:
            deals[sample.deal].append(sample)
        yield from (deals[deal] for deal in sorted(deals))
        return
    for _, samples in standings.met(standings.samples):
        rotated: defaultdict[int, list[CountedMatch]] = defaultdict(list)
        for at, sample in enumerate(samples):
            rotated[sample.deal if kind == "mirrored" else at].append(sample)
        yield from rotated.values()


def _totals(samples: Sequence[CountedMatch], *, by_place: bool) -> dict[int, Total]:
    """The totals of each team in the matches of one sample."""
    found: dict[int, Total] = {}
    for sample in samples:
        for seat, team in enumerate(sample.who):
            before = found.get(team, Total(0, 0))
            order = -sample.places[seat] if by_place else sample.scores[seat]
            found[team] = Total(before.order + order, before.ends + sample.ends[seat])
    return found

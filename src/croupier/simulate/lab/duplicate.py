"""Duplicate tournaments: teams that each play the same evenings, and how little one of them says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from croupier.kernel import statistics
from croupier.kernel.statistics import Comparison

from ..tournament.evening import Structure
from ..tournament.series import Field, Seen, outcomes, pieces
from .figures import Figure, Section, share
from .tournament import most_of, prize


class Duplicate:
    """Teams that each play the same tournaments: the same draws, the same cards at each table, the same opponents.

    A team replaces the first player of the field; the others are house bots. After the first hand in which two teams
    play differently their tournaments drift apart, so the same cards remove only a part of the luck. What is compared
    is the difference of two teams in the same tournament.
    """

    def __init__(self, structure: Structure, teams: Sequence[str], house: Field, seed: int) -> None:
        self.structure, self.teams, self.seed = structure, teams, seed
        self.fields = [house._replace(bots=[team, *house.bots]) for team in teams]
        self.seen: list[list[Seen]] = [[] for _ in teams]
        self.complete = False

    def play(self, count: int, workers: int = 1, progress: Callable[[int], None] = lambda done: None) -> None:
        """Play `count` tournaments with each team. A Ctrl-C ends it with those that all teams have played."""
        plays = pieces(1, len(self.teams), count)
        try:
            for play, found in outcomes([self.structure], self.fields, self.seed, plays, workers):
                self.seen[play.field] += found
                progress(sum(map(len, self.seen)))
            self.complete = True
        except KeyboardInterrupt:
            fewest = min(map(len, self.seen))
            self.seen = [some[:fewest] for some in self.seen]

    def points(self, team: int) -> list[float]:
        """The prize of a team in each tournament, in average prizes."""
        return [one.points[0] for one in self.seen[team]]

    def comparisons(self) -> list[Comparison]:
        """Each two teams: by how much one is better in the same tournament, and how many more would show it."""
        pairs = list(combinations(range(len(self.teams)), 2))
        return [
            statistics.comparison_within(
                [a - b for a, b in zip(self.points(one), self.points(other), strict=True)],
                most_of(self.structure, 1), one, other, len(pairs),
            )
            for one, other in pairs
        ]  # fmt: skip

    def sections(self) -> list[Section]:
        """The report."""
        if not self.seen[0]:
            return []
        structure, count = self.structure, len(self.seen[0])
        house = ", ".join(name.removeprefix("house:") for name in self.fields[0].bots[1:])
        players = f"Each team plays {_counted(count)} of {structure.entrants} players against {house} in turn."
        figures: list[Figure] = []
        for team, name in enumerate(self.teams):
            figures.append(prize(name, self.seen[team], 0, most_of(structure, 1)))
            figures.append(share(f"{name}: tournaments won", sum(one.wins[0] for one in self.seen[team]), count))
        found = self.comparisons()
        pairs = [_pair(self.teams, one, count) for one in found]
        answer = " ".join(_verdict(self.teams, one, count) for one in found)
        return [
            Section("How do the teams do?", players, tuple(figures), "A prize of 1 is that of an average player."),
            Section("Which team is better?", "Differences in the same tournament.", tuple(pairs), answer),
        ]


def _counted(tournaments: int) -> str:
    return "the same tournament" if tournaments == 1 else f"the same {tournaments:,} tournaments"


def _pair(teams: Sequence[str], found: Comparison, count: int) -> Figure:
    return Figure(f"{teams[found.better]} less {teams[found.worse]}", *found.difference, count)


def _verdict(teams: Sequence[str], found: Comparison, count: int) -> str:
    better, worse = teams[found.better], teams[found.worse]
    if found.more == 0:
        return f"{better} is better than {worse} (p = {found.p:.2g})."
    if found.more is None:
        return f"{better} and {worse}: {_counted(count)} tell{'s' * (count == 1)} nothing (p = {found.p:.2f})."
    return f"{better} and {worse} are not told apart (p = {found.p:.2f}); some {found.more:,} more may do it."

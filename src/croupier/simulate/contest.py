"""Many tables: a round robin, or a series of tournaments, with ratings over all of them.

Every choice of as many bots as a table has seats plays a match of its own, with its own seed, fresh bots and a record,
in which seats are rotated as in every match. Ratings are read off the records: of a tournament by its placings, of
other matches by who won more over a session of some hands, for one hand says little.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from croupier.agents.loading import Entrant, load_bot
from croupier.kernel.errors import BadInput
from croupier.kernel.game import Game

from .match import Match
from .placings import placings
from .ratings import Rating, Ratings, places
from .results import Results
from .series import Played, Series, read
from .statistics import Estimate

SESSION = 100
"""Matches that make a rated session, where one match is not a tournament."""
MOST_TABLES = 1000


class Table(NamedTuple):
    """One table of a contest: the numbers of the bots at it, what came out, and where its record is."""

    bots: tuple[int, ...]
    results: Results
    record: Path


class Contest:
    """Bots that meet at tables of `seats`; `names` and `texts` are what they are called and how they are made."""

    def __init__(
        self,
        game: Game,
        config: Any,
        texts: Sequence[str],
        names: Sequence[str],
        folder: Path,
        *,
        seats: int,
        hands: int,
        seed: int,
        duplicate: bool,
        limit_ms: int,
        tournament: bool,
    ) -> None:
        if not 2 <= seats <= len(texts):
            raise BadInput(f"{len(texts)} bots can sit at tables of 2 to {len(texts)} seats, not {seats}.")
        if math.comb(len(texts), seats) > MOST_TABLES:
            raise BadInput(
                f"{math.comb(len(texts), seats):,} tables are too many; name fewer bots, or change the number of seats."
            )
        self.game, self.config, self.texts, self.names = game, config, list(texts), list(names)
        self.folder, self.hands, self.seed = folder, hands, seed
        self.duplicate, self.limit_ms, self.tournament = duplicate, limit_ms, tournament
        self.choices = list(combinations(range(len(texts)), seats))
        self.tables: list[Table] = []

    def play(self, progress: Callable[[int], None] = lambda done: None) -> None:
        """Play all tables; after a Ctrl-C, those that were finished are there."""
        for number, bots in enumerate(self.choices):

            def at_this_table(done: int, before: int = number * self.hands) -> None:
                progress(before + done)

            table = self._play(number, bots, at_this_table)
            if not table.results.complete:
                return
            self.tables.append(table)
            progress((number + 1) * self.hands)

    def _play(self, number: int, bots: tuple[int, ...], progress: Callable[[int], None]) -> Table:
        record = self.folder / f"table-{number + 1}.jsonl"
        entrants = [Entrant(self.names[bot], load_bot(self.game, self.texts[bot], self.limit_ms)) for bot in bots]
        match = Match(
            self.game,
            self.config,
            entrants,
            hands=self.hands,
            seed=self.seed + number,
            duplicate=self.duplicate,
            out=record,
        )
        return Table(bots, match.play(progress), record)

    @property
    def complete(self) -> bool:
        """Whether all tables were played."""
        return len(self.tables) == len(self.choices)

    def overall(self, bot: int) -> Estimate | None:
        """A bot's mean over all its tables, which are independent of each other; None if it has not played."""
        found = [table.results.result(table.bots.index(bot)) for table in self.tables if bot in table.bots]
        if not found:
            return None
        mean = sum(one.mean for one in found) / len(found)
        half = math.sqrt(sum(((one.high - one.low) / 2) ** 2 for one in found)) / len(found)
        return Estimate(mean, mean - half, mean + half)

    def standings(self) -> Standings:
        """Ratings, and in tournaments how often each bot came in where."""
        ratings = Ratings(len(self.names))
        finishes = [[0] * len(self.choices[0]) for _ in self.names]
        for bots, result in self._rated_games():
            ratings.rate(bots, result)
            for bot, place in zip(bots, result, strict=True):
                finishes[bot][place - 1] += 1
        return Standings([ratings.of(bot) for bot in range(len(self.names))], finishes)

    def _rated_games(self) -> Iterator[tuple[list[int], list[int]]]:
        """Who played and who came in where, one game of each table in turn: a rating trusts its latest games most."""
        games = [self._games_of(table) for table in self.tables]
        while games:
            for game in list(games):
                found = next(game, None)
                if found is None:
                    games.remove(game)
                else:
                    yield found

    def _games_of(self, table: Table) -> Iterator[tuple[list[int], list[int]]]:
        series, matches = read(table.record)
        if self.tournament:
            for played in matches:
                yield [table.bots[bot] for bot in played.seating], placings(self.game, series, played)
            return
        for totals in _sessions(series, matches):
            yield list(table.bots), places(totals)


class Standings(NamedTuple):
    """The rating of each bot, and how often it came in first, second and so on."""

    ratings: list[Rating]
    finishes: list[list[int]]


def _sessions(series: Series, matches: Iterator[Played]) -> Iterator[list[float]]:
    """What each bot won over a session, session by session; the last one may be short."""
    totals, played_so_far = [0.0] * len(series.bots), 0
    for played in matches:
        scores: Sequence[float] = played.adjusted or played.scores
        for seat, bot in enumerate(played.seating):
            totals[bot] += scores[seat]
        played_so_far += 1
        if played_so_far % SESSION == 0:
            yield totals
            totals = [0.0] * len(series.bots)
    if played_so_far % SESSION:
        yield totals

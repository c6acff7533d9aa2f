"""Many tables: a round robin, or a series of tournaments, with ratings over all of them.

Every combination of bots that fills a table plays a match of its own, with its own seed, fresh bots and a record;
seats are rotated as in every match. A table whose record exists already is resumed. Ratings are computed from the
records: from the placings of tournaments, and in other matches from the winnings over sessions of about SESSION hands,
as one hand says little.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from croupier.agents.clock import Thinking
from croupier.agents.loading import Entrant
from croupier.agents.player import Player
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.record import Played
from croupier.kernel.errors import BadInput, Fault, Tampered
from croupier.kernel.statistics import Estimate, combined
from croupier.kernel.vocabulary.keys import fresh_seed

from ..match.crew import Recipe
from ..match.match import Match
from ..match.results import Results, Wrong
from ..record.storage import read
from .placings import finish_of
from .ratings import Rating, Ratings, places

SESSION = 100
"""Matches in a rated session, or slightly more, where one match is not a tournament."""
MOST_TABLES = 1000
T = TypeVar("T")


class PlayedTable(NamedTuple):
    """One table of a contest: the numbers of its bots, the results, and the path of its record."""

    bots: tuple[int, ...]
    results: Results
    record: Path


class Contest:
    """Bots that meet at tables of `seats`. The default seed is that of a folder that is resumed, else a fresh one."""

    def __init__(
        self,
        game: Game,
        config: Any,
        entrants: Sequence[Entrant],
        folder: Path,
        *,
        seats: int,
        hands: int,
        seed: int | None,
        duplicate: bool,
        tournament: bool,
        log: Path | None = None,
        workers: int = 1,
        recipe: Recipe | None = None,
    ) -> None:
        """`log` is a folder for what bots print, with a subfolder for each table."""
        if not 2 <= seats <= len(entrants):
            raise BadInput(f"{len(entrants)} bots can sit at tables of 2 to {len(entrants)} seats, not {seats}.")
        tables = math.comb(len(entrants), seats)
        if tables > MOST_TABLES:
            raise BadInput(f"{tables:,} tables are too many; name fewer bots, or change the number of seats.")
        for entrant in entrants:  # a bot that cannot be made is refused before any table is played
            Player(game, entrant.made()).leave()
        self.game, self.config, self.entrants, self.names = game, config, entrants, [one.name for one in entrants]
        self.folder, self.hands = folder, hands
        self.duplicate, self.tournament = duplicate, tournament
        self.log, self.workers, self.recipe = log, workers, recipe
        self.choices = list(combinations(range(len(entrants)), seats))
        self.tables: list[PlayedTable] = []
        begun = self._record(0)
        self.seed = seed if seed is not None else read(begun)[0].seed if begun.exists() else fresh_seed()

    def _record(self, number: int) -> Path:
        return self.folder / f"table-{number + 1}.jsonl"

    def play(self, progress: Callable[[int], None] = lambda done: None) -> None:
        """Play all tables. After a Ctrl-C or a fault, `tables` has those played until then."""
        try:
            for number, bots in enumerate(self.choices):
                if not self._play(number, bots, progress):
                    return
        except KeyboardInterrupt:
            return  # a Ctrl-C while the bots of a table were being started

    def _play(self, number: int, bots: tuple[int, ...], progress: Callable[[int], None]) -> bool:
        """Play one table; returns whether it was played to its end."""
        record = self._record(number)
        begun = record.exists()
        match = Match(
            self.game,
            self.config,
            [self.entrants[bot] for bot in bots],
            hands=self.hands,
            seed=self.seed + number,
            duplicate=self.duplicate,
            out=None if begun else record,
            resume=record if begun else None,
            log=self.log / f"table-{number + 1}" if self.log else None,
            workers=self.workers,
            recipe=self.recipe and self.recipe._replace(bots=[self.recipe.bots[bot] for bot in bots]),
        )
        before = sum(table.results.plays for table in self.tables)
        try:
            match.play(lambda done: progress(before + done))
        except (Fault, Tampered):
            match.results.complete = False
            raise
        finally:
            if match.results.plays:
                self.tables.append(PlayedTable(bots, match.results, record))
        progress(before + match.results.plays)
        return match.results.complete

    @property
    def plays(self) -> int:
        """The number of matches at all tables together."""
        rotations = len(self.choices[0]) if self.duplicate else 1
        return len(self.choices) * -(-self.hands // rotations) * rotations

    @property
    def complete(self) -> bool:
        """Whether all tables were played."""
        return len(self.tables) == len(self.choices) and all(table.results.complete for table in self.tables)

    def overall(self, bot: int) -> Estimate | None:
        """A bot's mean over all its tables, which are independent of each other; None if it has not played.

        A table that was interrupted before it had enough results for an interval counts only if there is no other.
        """
        tables = [(table.results.result(table.bots.index(bot)), table) for table in self.tables if bot in table.bots]
        if not tables:
            return None
        telling = [one for one, table in tables if table.results.complete or math.isfinite(one.high)]
        return combined(telling or [one for one, _ in tables])

    def thinking(self, bot: int) -> Thinking:
        """How long a bot took for its decisions, over all its tables."""
        whole = Thinking()
        for table in self.tables:
            if bot in table.bots:
                whole.merge(table.results.thinking[table.bots.index(bot)])
        return whole

    def errors(self, bot: int) -> list[tuple[int, Wrong]]:
        """The kinds of errors of a bot over all its tables, each with the number of its first table."""
        seen: dict[str, tuple[int, Wrong]] = {}
        for number, table in enumerate(self.tables, 1):
            for wrong in table.results.errors(table.bots.index(bot)) if bot in table.bots else ():
                first, before = seen.get(wrong.what, (number, wrong._replace(times=0)))
                seen[wrong.what] = first, before._replace(times=before.times + wrong.times)
        return list(seen.values())

    def standings(self) -> Standings:
        """Ratings, and in tournaments how often each bot finished in each place."""
        ratings = Ratings(len(self.names))
        finishes = [[0] * len(self.choices[0]) for _ in self.names]
        undecided = 0
        for game in self._rated_games():
            ratings.rate(game.bots, game.places)
            undecided += not game.decided
            for bot, place in zip(game.bots, game.places, strict=True):
                finishes[bot][place - 1] += 1
        return Standings([ratings.of(bot) for bot in range(len(self.names))], finishes, undecided)

    def _rated_games(self) -> Iterator[_Rated]:
        """The games of all tables, one of each in turn: a rating weighs its latest games most."""
        return in_turn([self._games_of(table) for table in self.tables])

    def _games_of(self, table: PlayedTable) -> Iterator[_Rated]:
        series, matches = read(table.record)
        if not self.tournament:
            for totals in sessions(matches, table.results.plays, table.results.rotations):
                yield _Rated(list(table.bots), places(totals))
            return
        for played in matches:
            finish = finish_of(self.game, series, played)
            yield _Rated([table.bots[bot] for bot in played.seating], finish.places, finish.decided)


class Standings(NamedTuple):
    """The rating of each bot, and how often it finished first, second and so on."""

    ratings: list[Rating]
    finishes: list[list[int]]
    undecided: int
    """Tournaments that ended because their hands ran out; the seat with more chips is then ahead."""


class _Rated(NamedTuple):
    """A game that counts for ratings: its bots and their places."""

    bots: list[int]
    places: list[int]
    decided: bool = True


def in_turn(queues: Sequence[Iterator[T]]) -> Iterator[T]:
    """The items of several iterators, one of each in turn, until all are exhausted."""
    left = list(queues)
    while left:
        for queue in list(left):
            try:
                yield next(queue)
            except StopIteration:
                left.remove(queue)


def sessions(matches: Iterable[Played], plays: int, rotations: int) -> Iterator[list[float]]:
    """The winnings of each bot, session by session. Sessions differ by one deal at most, and have all rotations of
    their deals. If there are fewer hands than a session has, they make one session."""
    deals = plays // rotations
    count = max(1, deals * rotations // SESSION)
    ends = {(number + 1) * deals // count * rotations for number in range(count)}
    totals: dict[int, float] = defaultdict(float)
    for number, played in enumerate(matches, 1):
        for bot, score in zip(played.seating, played.adjusted or played.scores, strict=True):
            totals[bot] += score
        if number in ends:
            yield [totals[bot] for bot in range(len(totals))]
            totals.clear()

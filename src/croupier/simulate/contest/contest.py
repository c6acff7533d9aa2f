"""Many tables: a round robin, or a series of tournaments, with ratings over all of them.

Every choice of as many bots as a table has seats plays a match of its own, with its own seed, fresh bots and a record,
in which seats are rotated as in every match. A table whose record is there already is gone on with. Ratings are read
off the records: of a tournament by its placings, of other matches by who won more over a session of some hands, for one
hand says little.
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
"""Matches that make a rated session, or a few more, where one match is not a tournament."""
MOST_TABLES = 1000
T = TypeVar("T")


class Table(NamedTuple):
    """One table of a contest: the numbers of the bots at it, what came out, and where its record is."""

    bots: tuple[int, ...]
    results: Results
    record: Path


class Contest:
    """Bots that meet at tables of `seats`. Without a seed it is that of the folder to go on with, or a fresh one."""

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
        """`log` is a folder for what bots print, one inside it for each table."""
        if not 2 <= seats <= len(entrants):
            raise BadInput(f"{len(entrants)} bots can sit at tables of 2 to {len(entrants)} seats, not {seats}.")
        tables = math.comb(len(entrants), seats)
        if tables > MOST_TABLES:
            raise BadInput(f"{tables:,} tables are too many; name fewer bots, or change the number of seats.")
        for entrant in entrants:  # every table makes its own: one that cannot be made is refused before any is played
            Player(game, entrant.made()).leave()
        self.game, self.config, self.entrants, self.names = game, config, entrants, [one.name for one in entrants]
        self.folder, self.hands = folder, hands
        self.duplicate, self.tournament = duplicate, tournament
        self.log, self.workers, self.recipe = log, workers, recipe
        self.choices = list(combinations(range(len(entrants)), seats))
        self.tables: list[Table] = []
        begun = self._record(0)
        self.seed = seed if seed is not None else read(begun)[0].seed if begun.exists() else fresh_seed()

    def _record(self, number: int) -> Path:
        return self.folder / f"table-{number + 1}.jsonl"

    def play(self, progress: Callable[[int], None] = lambda done: None) -> None:
        """Play all tables. After a Ctrl-C or a fault, what was played until then is there."""
        try:
            for number, bots in enumerate(self.choices):
                if not self._play(number, bots, progress):
                    return
        except KeyboardInterrupt:
            return  # while a table was made ready

    def _play(self, number: int, bots: tuple[int, ...], progress: Callable[[int], None]) -> bool:
        """Play one table; whether it was played to its end."""
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
                self.tables.append(Table(bots, match.results, record))
        progress(before + match.results.plays)
        return match.results.complete

    @property
    def plays(self) -> int:
        """How many matches all tables have together."""
        rotations = len(self.choices[0]) if self.duplicate else 1
        return len(self.choices) * -(-self.hands // rotations) * rotations

    @property
    def complete(self) -> bool:
        """Whether all tables were played."""
        return len(self.tables) == len(self.choices) and all(table.results.complete for table in self.tables)

    def overall(self, bot: int) -> Estimate | None:
        """A bot's mean over all its tables, which are independent of each other; None if it has not played.

        A table that was broken off before it could tell anything counts only if there is no other.
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
        """What a bot did wrong over all its tables, by kind, each with the number of the table that it began at."""
        seen: dict[str, tuple[int, Wrong]] = {}
        for number, table in enumerate(self.tables, 1):
            for wrong in table.results.errors(table.bots.index(bot)) if bot in table.bots else ():
                first, before = seen.get(wrong.what, (number, wrong._replace(times=0)))
                seen[wrong.what] = first, before._replace(times=before.times + wrong.times)
        return list(seen.values())

    def standings(self) -> Standings:
        """Ratings, and in tournaments how often each bot came in where."""
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
        """One game of each table in turn: a rating trusts its latest games most."""
        return in_turn([self._games_of(table) for table in self.tables])

    def _games_of(self, table: Table) -> Iterator[_Rated]:
        series, matches = read(table.record)
        if not self.tournament:
            for totals in sessions(matches, table.results.plays, table.results.rotations):
                yield _Rated(list(table.bots), places(totals))
            return
        for played in matches:
            finish = finish_of(self.game, series, played)
            yield _Rated([table.bots[bot] for bot in played.seating], finish.places, finish.decided)


class Standings(NamedTuple):
    """The rating of each bot, and how often it came in first, second and so on."""

    ratings: list[Rating]
    finishes: list[list[int]]
    undecided: int
    """Tournaments that had as many hands as they may have; whoever has more chips then is ahead."""


class _Rated(NamedTuple):
    """A game that counts for ratings: who played, and who came in where."""

    bots: list[int]
    places: list[int]
    decided: bool = True


def in_turn(queues: Sequence[Iterator[T]]) -> Iterator[T]:
    """One of each in turn, as long as there are any."""
    left = list(queues)
    while left:
        for queue in list(left):
            try:
                yield next(queue)
            except StopIteration:
                left.remove(queue)


def sessions(matches: Iterable[Played], plays: int, rotations: int) -> Iterator[list[float]]:
    """What each bot won over a session, session by session. All have the same number of deals, but for one at most, and
    all rotations of each; of fewer hands than make a session, there is one."""
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

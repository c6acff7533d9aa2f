"""A record file as a list of matches to look at.

Only the seating and the scores are kept in memory; a match is read from its place in the file when it is needed.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from croupier.games import GAMES, load
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.record import (
    MARK,
    MatchRecord,
    Misdeed,
    Played,
    Series,
    config_of,
    move_of,
    replay,
    seats_of,
    swing,
)
from croupier.kernel.errors import BadInput
from croupier.kernel.files import naming
from croupier.kernel.language.records import from_dict
from croupier.kernel.showing.cast import seat_name
from croupier.kernel.showing.style import Style

from .storage import Glance, decode, decode_head, read
from .timeline import Timeline

ONLY = "the match"


class Entry(NamedTuple):
    """One match of a record: its title, the player in each seat, and the scores (None if it was broken off)."""

    title: str
    deal: int
    rotation: int
    """The number of the rotation, from 0: in duplicate play, every rotation of a deal has the same cards."""
    names: tuple[str, ...]
    scores: tuple[int, ...] | None
    place: int
    """The offset of its line in the file."""

    @property
    def swing(self) -> int:
        """How many points changed hands."""
        return swing(self.scores or ())


class RecordFile:
    """A record file, opened."""

    def __init__(self, path: Path, where: str | None = None) -> None:
        """`where` names the module of the game, if it is not one of Croupier's games."""
        self.path = path
        self._only: Played | None = None
        with naming(path, "read"), open(path, "rb") as file:
            head, first = file.readline(), file.readline()
        if head.startswith(MARK):
            self.series = decode_head(path, head)
        else:
            self.series, self._only = MatchRecord.from_json(path.read_bytes())
        self.game = game_of(self.series, where)
        seats = self.game.start(config_of(self.game, self.series)).state.table.seats
        self.names = self.series.bots or [seat_name(seat) for seat in range(seats)]
        """The players."""
        if len(self.names) > seats and self._only is None and first:  # the table may have grown in a later leg
            seats = seats_of(self.game, self.series, decode(path, 2, first, Played, self.series).legs)
        if seats != len(self.names):
            raise BadInput(f"{path} has {len(self.names)} bots for {seats} seats.")
        if self._only is None:
            self.entries = self._glance(self.series, len(head))
        else:
            *_, last = replay(self.game, self.series, self._only)
            outcome = self.game.outcome(last.state)
            self.entries = [Entry(ONLY, 0, 0, tuple(self.names), outcome.scores if outcome else None, 0)]
        self.one_match = len(self.entries) == 1
        """Whether it holds a single match, which viewers then step through by hands."""
        if self.one_match:
            self.entries[0] = self.entries[0]._replace(title=ONLY)

    def _glance(self, series: Series, start: int) -> list[Entry]:
        entries: list[Entry] = []
        place, again = start, 0
        with open(self.path, "rb") as file:
            file.seek(start)
            for number, line in enumerate(file, 2):
                if not line.endswith(b"\n"):
                    break  # incomplete: the machine stopped while it was written
                if not line.startswith(MARK):
                    seen = decode(self.path, number, line, Glance, series)
                    again = again + 1 if entries and entries[-1].deal == seen.deal else 0
                    title = f"deal {seen.deal}" + (f".{again}" if again else "")
                    names = tuple(self.names[bot] for bot in seen.seating)
                    entries.append(Entry(title, seen.deal, again, names, tuple(seen.scores) or None, place))
                place += len(line)
        if not entries:
            raise BadInput(f"{self.path} has no match in it yet.")
        return entries

    def place_of(self, text: str) -> tuple[int, int | None]:
        """The entry of a deal, as in `number_of`, and the step if the text names one: "3.1:7"."""
        deal, colon, step = text.partition(":")
        if colon and not step.isdecimal():
            raise BadInput(f"{step!r} is no step; write a number after the colon.")
        return self.number_of(deal), int(step) if colon else None

    def number_of(self, text: str) -> int:
        """The entry of a deal, such as "3", or of one of its further rotations, "3.1"."""
        deal, dot, rotation = text.partition(".")
        if not deal.isdecimal() or (dot and not rotation.isdecimal()):
            raise BadInput(f"{text!r} is no deal; write its number, or 3.1 for the next rotation of deal 3.")
        wanted = int(deal), int(rotation or 0)
        for number, entry in enumerate(self.entries):
            if (entry.deal, entry.rotation) == wanted:
                return number
        rotations = sum(entry.deal == wanted[0] for entry in self.entries)
        if rotations:
            raise BadInput(f"{self.path} has no deal {text}; of deal {deal} it has rotations 0 to {rotations - 1}.")
        first, last = self.entries[0].deal, self.entries[-1].deal
        raise BadInput(f"{self.path} has no deal {deal}; it has deals {first} to {last}.")

    def played(self, number: int) -> Played:
        """A match, read from the file."""
        if self._only is not None:
            return self._only
        with open(self.path, "rb") as file:
            file.seek(self.entries[number].place)
            return decode(self.path, number + 2, file.readline(), Played, self.series)

    def misdeeds(self, number: int) -> list[Misdeed]:
        """The errors of bots in a match."""
        return self.played(number).misdeeds

    def timeline(self, number: int) -> Timeline:
        """A match, replayed."""
        return timeline_of(self.game, self.series, self.played(number))


def timeline_of(game: Game, series: Series, played: Played) -> Timeline:
    """A match of a record, replayed."""
    return Timeline(replay(game, series, played), [move_of(game, line) for line in played.moves])


def game_of(series: Series, where: str | None = None) -> Game:
    """The game of a record; `where` names its module, if it is not one of Croupier's games."""
    if where is None and series.game not in GAMES:
        raise BadInput(f"The record is of {series.game!r}, not a game of Croupier; name its module with --game.")
    game = load(where or series.game)
    return game.for_config(config_of(game, series)) if game.for_config else game


def styles_of(game: Game, record: Path) -> list[Style]:
    """The styles of the bots of a record; [] for a game without a style counter."""
    if game.style is None:
        return []
    series, matches = read(record)
    counter = game.style(game, from_dict(game.Config, series.config), len(series.bots))
    for played in matches:
        counter.count(played.seating, played.moves, played.scores)
    return counter.styles()

"""`croupier export RECORD… --format phh|pokerstars|csv|jsonl|parquet`: converts recorded matches for other programs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO, Protocol

from croupier.games.holdem import GAME as HOLDEM
from croupier.history import (
    RECORDS,
    HandHistory,
    Source,
    Status,
    check,
    each_history,
    ends_by_log,
    find,
    is_of_file,
    write_pokerstars,
)
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.record import MatchRecord, Series
from croupier.kernel.errors import BadInput, CroupierError
from croupier.kernel.files import naming, whole_file
from croupier.simulate.export.columns import TABLES
from croupier.simulate.export.formats import WRITERS
from croupier.simulate.export.rows import hands_of
from croupier.simulate.record.record_file import game_of
from croupier.simulate.record.storage import NoRecord, each_match

from ..terminal.numbers import counted
from ..terminal.progress import Bar

PHH, POKERSTARS, HANDS = "phh", "pokerstars", "hands"
HISTORIES = {PHH: ".phhs", POKERSTARS: ".txt"}
"""The formats of hand histories, with the suffixes of their files."""
MOST_NAMED = 10
"""How many players are named in a refusal."""
NAMED = 3
"""How many files that are not records are named in the note about them."""
KIB = 1024

DESCRIPTION = """\
Converts recorded matches for other programs: records of `croupier match --out`, of `croupier play --record` and of an
arena (GET /api/matches/ID), of any game; as files, in folders and in zip archives.

csv, jsonl and parquet hold the same two tables: hands, with a row for each hand and seat, and actions, with a row for
each move. With --out FOLDER both are written there; with --table T, that one is written to --out FILE, or to standard
output. phh writes the hands of hold'em as one .phhs file, pokerstars as one .txt file in
the format of PokerStars, which trackers read. A file gets its name only when it is complete.
"""


def add(verb: argparse.ArgumentParser) -> None:
    """Declare the verb."""
    verb.description = DESCRIPTION
    verb.epilog = "What the columns mean, and how a data frame reads them: docs/data.md."
    verb.formatter_class = argparse.RawDescriptionHelpFormatter
    verb.add_argument("records", nargs="+", metavar="RECORD", help="a record, or a folder or zip archive with records")
    verb.add_argument("--format", required=True, choices=[*HISTORIES, *WRITERS], help="what to write")
    verb.add_argument("--table", choices=[*TABLES], help="only this table (default on standard output: hands)")
    verb.add_argument("--out", type=Path, metavar="PATH", help="a folder for both tables, or a file for one")
    verb.add_argument(
        "--hero", default="", metavar="NAME", help="with --format pokerstars: the player whose hole cards are told"
    )
    verb.add_argument("--game", metavar="MODULE", help="the module of the game, if it is one of your own")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write all files, or none."""
    sources = find(options.records, RECORDS)
    targets = targets_of(options, sources)
    named = {str(Path(path)) for path in options.records}
    bar = Bar(sum(source.size for source in sources) // KIB + 1, at_first="reading records")
    with bar, ExitStack() as files:
        opened = {table: files.enter_context(opened_for(path)) for table, path in targets.items()}
        sheet = sheet_of(options, opened)
        no_records = write(sources, named, sheet, options.game, bar)
        if not sheet.hands:
            raise BadInput(f"There is no hand in {', '.join(options.records)}; nothing was written.")
        sheet.close()
    if no_records:
        some = ", ".join(no_records[:NAMED]) + (", …" if len(no_records) > NAMED else "")
        print(f"{counted(len(no_records), 'file')} left out that are not records: {some}.", file=sys.stderr)
    if sheet.bare:
        print(
            f"{counted(sheet.bare, 'hand')} could not be replayed, as the record hides cards from its reader: their "
            "rows have what the record says, and the other columns are empty.",
            file=sys.stderr,
        )
    return 0


def targets_of(options: argparse.Namespace, sources: Sequence[Source]) -> dict[str, Path | None]:
    """The file of each table that is to be written; None for standard output."""
    out: Path | None = options.out
    if suffix := HISTORIES.get(options.format):
        if options.table:
            raise BadInput("Hand histories have no tables; --table is for csv, jsonl and parquet.")
        targets = {HANDS: out / f"hands{suffix}" if out is not None and out.is_dir() else out}
    elif out is None or options.table:
        if out is not None and out.is_dir():
            raise BadInput(f"{out} is a folder: name a file in it for --table {options.table}.")
        targets = {options.table or HANDS: out}
    else:
        if out.suffix == f".{options.format}" or out.is_file():
            raise BadInput(f"{out} would be a folder with both tables; for one file, choose --table hands or actions.")
        targets = {table: out / f"{table}.{options.format}" for table in TABLES}
    if None in targets.values() and options.format == "parquet" and sys.stdout.isatty():
        raise BadInput("Parquet is no text: write it to a file with --out.")
    taken = {os.path.realpath(source.name) for source in sources} | {os.path.realpath(path) for path in options.records}
    for path in targets.values():
        if path is not None and os.path.realpath(path) in taken:
            raise BadInput(f"{path} is one of the records: choose another name for the output.")
    return targets


def sheet_of(options: argparse.Namespace, opened: dict[str, BinaryIO]) -> Sheet:
    """What writes the matches in the format that is asked for."""
    if options.hero and options.format != POKERSTARS:
        raise BadInput("--hero is for --format pokerstars: other formats have the cards of all players.")
    if options.format == PHH:
        return HistorySheet(opened[HANDS], as_phh)
    if options.format == POKERSTARS:
        return HistorySheet(opened[HANDS], partial(as_pokerstars, options.hero), options.hero)
    return SheetFiles(options.format, opened)


@contextmanager
def opened_for(path: Path | None) -> Iterator[BinaryIO]:
    """A file that gets its name only when it is complete; without a path, standard output."""
    if path is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    is_new = not path.parent.exists()
    try:
        with naming(path, "written"):
            path.parent.mkdir(parents=True, exist_ok=True)
            with whole_file(path) as file:
                yield file
    finally:
        if is_new and path.parent.is_dir() and not any(path.parent.iterdir()):
            path.parent.rmdir()


class Sheet(Protocol):
    """Writes matches in one format. `hands` counts hands written, `bare` those of them that could not be replayed."""

    hands: int
    bare: int

    def add(self, name: str, number: int, game: Game, record: MatchRecord, note: Callable[[], None]) -> None:
        """Write match `number` of the record `name`; `note` is called after each hand."""

    def close(self) -> None:
        """Write what is left."""


class SheetFiles:
    """The tables `hands` and `actions`, or one of them."""

    def __init__(self, format: str, files: dict[str, BinaryIO]) -> None:
        self.hands = self.bare = 0
        self.writers = {table: WRITERS[format](file, TABLES[table]) for table, file in files.items()}

    def add(self, name: str, number: int, game: Game, record: MatchRecord, note: Callable[[], None]) -> None:
        """Write the rows of a match."""
        for hand in hands_of(name, number, game, *record):
            for table, rows in (("hands", hand.hands), ("actions", hand.actions)):
                if table in self.writers:
                    for row in rows:
                        self.writers[table].write(row)
            self.hands += 1
            self.bare += hand.bare
            note()

    def close(self) -> None:
        """Write what is left."""
        for writer in self.writers.values():
            writer.close()


def as_phh(hand: HandHistory, number: int, where: str) -> str:
    """A hand as a table [1], [2], … of a .phhs file."""
    return f"[{number}]\n{hand.to_toml()}"


def as_pokerstars(hero: str, hand: HandHistory, number: int, where: str) -> str:
    """A hand as text of PokerStars. Its number there is that of its file, else one that no other match has."""
    own = hand.about.get("hand") if hand.about.get("venue") == "PokerStars" else None
    if not isinstance(own, int):
        own = int.from_bytes(blake2b(f"{where} {number}".encode(), digest_size=7).digest())
    return write_pokerstars(hand, own, hero)


class HistorySheet:
    """Hands of hold'em as hand histories; `text` writes a hand, given its number and the match that it is of. The
    player `hero` has to be in one of them."""

    def __init__(self, file: BinaryIO, text: Callable[[HandHistory, int, str], str], hero: str = "") -> None:
        self.hands = self.bare = 0
        self.file, self.text, self.hero = file, text, hero
        self.players: set[str] = set()

    def add(self, name: str, number: int, game: Game, record: MatchRecord, note: Callable[[], None]) -> None:
        """Write the hands of a match; BadInput if a hand that is read back would end differently.

        A hand that came from a file is written as it was there; all others name the record and match they are of.
        """
        if game.name != HOLDEM.name:
            raise BadInput(
                f"{name} is a record of {game.title}: hand histories are for hold'em. Choose csv, jsonl or parquet."
            )
        where, by_log = f"{name}, match {number}", ends_by_log(record)
        about = None if is_of_file(record) else {"_record": name, "_match": number}
        try:
            for at, hand in enumerate(each_history(record, about), 1):
                result = check(hand)
                if result.status not in (Status.EQUAL, Status.UNCHECKED) and not by_log:
                    raise BadInput(f"PHH cannot express hand {at}: {result.explanation}")
                self.hands += 1
                self.players.update(map(hand.player, range(len(hand.stacks))))
                gap = "\n" if self.hands > 1 else ""
                self.file.write(f"{gap}{self.text(hand, self.hands, where)}".encode())
                note()
        except CroupierError as error:
            raise BadInput(f"{where}: {error}") from error

    def close(self) -> None:
        """Refuse a hero whom no hand knows; every hand has been written already."""
        if self.hero and self.hero not in self.players:
            some = ", ".join(sorted(self.players)[:MOST_NAMED])
            raise BadInput(f"No hand has a player {self.hero!r}; nothing was written. The players are {some}.")


def write(sources: Sequence[Source], named: set[str], sheet: Sheet, where: str | None, bar: Bar) -> list[str]:
    """Write all matches of all sources; return the names of files that are not records. A file that the command line
    named (`named`) must be a record."""
    done, no_records = 0, list[str]()

    def lines_of(source: Source) -> Iterator[bytes]:
        nonlocal done
        for line in source.lines():
            yield line
            done += len(line)

    def note() -> None:
        bar.show(done // KIB, f"{counted(sheet.hands, 'hand')} written, KiB read")

    for source in sources:
        head: Series | None = None
        try:
            for number, (series, played) in enumerate(each_match(source.name, lines_of(source)), 1):
                if series is not head:
                    head, game = series, _game(source.name, series, where)
                sheet.add(source.name, number, game, MatchRecord(series, played), note)
        except NoRecord:
            if source.name in named:
                raise
            no_records.append(source.name)
    return no_records


def _game(name: str, series: Series, where: str | None) -> Game:
    """The game of a record; a refusal names its file."""
    try:
        return game_of(series, where)
    except BadInput as error:
        raise BadInput(f"{name}: {error}") from error

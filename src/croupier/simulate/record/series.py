"""The record of a match between bots: a file of JSON Lines, written as the match goes.

The first line is the `Series`: what is played, by whom, from which seed. Every further line is one match of the game,
`Played`: who sat where, every move, and how it ended. From the moves alone each match can be played again through the
contract. A line is written whole or, when the machine stops in the middle of one, torn at the end of the file: such a
line was never counted, and whoever goes on with the file cuts it off.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, BinaryIO, TypeVar

import msgspec

from croupier.kernel.contract.game import ACTORS, Game, Move, Step
from croupier.kernel.errors import BadInput, CroupierError, Diverged
from croupier.kernel.language.records import from_dict

HIGHEST = 2**53
"""Scores are smaller than this: a number of chips that JSON, and a float, still has exactly."""
Score = Annotated[int, msgspec.Meta(gt=-HIGHEST, lt=HIGHEST)]
Adjusted = Annotated[float, msgspec.Meta(gt=-HIGHEST, lt=HIGHEST)]
Moved = tuple[int | str, str, int, list[int]]
"""One step: who acted (a seat, "house" or "clock"), the kind by name, the amount, the cards."""
BUFFER = 1 << 20
_actors = {name: seat for seat, name in ACTORS.items()}


class Taken(BadInput):
    """The file for a new record is there already."""


class Series(msgspec.Struct, frozen=True, tag_field="croupier", tag="match"):
    """The head of the file. `deals` is how many were asked for; with `duplicate` each is played in every rotation."""

    game: str
    version: int
    config: dict[str, Any]
    bots: list[str]
    seed: int
    duplicate: bool
    deals: int


class Misdeed(msgspec.Struct, frozen=True):
    """What a bot did wrong. `step` counts the moves of the match before it; `nearest` is the legal move it missed."""

    step: int
    seat: int
    what: str
    detail: str
    nearest: str


class Played(msgspec.Struct, frozen=True):
    """One match: `seating` has the number of the bot in each seat, `adjusted` the scores without the luck of an
    all-in, or None if there was none to take out."""

    deal: int
    seating: list[int]
    moves: list[Moved]
    scores: list[Score]
    adjusted: list[Adjusted] | None = None
    misdeeds: list[Misdeed] = []

    @property
    def swing(self) -> int:
        """How much changed hands."""
        return swing(self.scores)


class Glance(msgspec.Struct, frozen=True):
    """A match without its moves, which is much quicker to read."""

    deal: int
    seating: list[int]
    scores: list[Score]


def swing(scores: Sequence[int]) -> int:
    """How much changed hands in a match that ended with these scores."""
    return sum(score for score in scores if score > 0)


T = TypeVar("T")
P = TypeVar("P", Played, Glance)


class Scribe:
    """Writes a record as the match goes. What was flushed survives a crash of the program."""

    def __init__(self, path: Path, series: Series | None) -> None:
        """A new file with a head; without a series, an old file to go on with."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.file: BinaryIO = open(path, "xb" if series else "ab", BUFFER)  # noqa: SIM115
        except OSError as error:
            if isinstance(error, FileExistsError) and path.exists():  # and not a file where its folder should be
                raise Taken(f"{path} is there already: go on with it by --resume, or choose another name.") from error
            raise BadInput(f"{path} cannot be written: {error.strerror}.") from error
        self._encoder = msgspec.json.Encoder()
        if series:
            self.write(series)
            self.flush()

    def write(self, line: Series | Played) -> None:
        """Append a line."""
        self.file.write(self._encoder.encode(line) + b"\n")

    def flush(self) -> None:
        """Hand over to the system what was written so far."""
        self.file.flush()

    def close(self) -> None:
        """Write out what is left."""
        self.file.close()


def read(path: Path) -> tuple[Series, Iterator[Played]]:
    """The head of a record and its matches, one by one. A torn last line counts for nothing."""
    lines = _whole_lines(path)
    head = next(lines, None)
    if head is None:
        raise BadInput(f"{path} is empty; the record of a match begins with a line that says what is played.")
    series = decode_head(path, head)
    return series, (decode(path, number, line, Played, series) for number, line in enumerate(lines, 2))


def decode_head(path: Path, line: bytes) -> Series:
    """The first line of a record."""
    return _decoded(line, Series, f"{path} is no record of a match")


def decode(path: Path, number: int, line: bytes, kind: type[P], series: Series) -> P:
    """A line of a record: a match, or a glance at it, that fits the series. BadInput if it does not."""
    refused = f"{path}, line {number}, is no match"
    played = _decoded(line, kind, refused)
    if misfit := _misfit(played, len(series.bots)):
        raise BadInput(f"{refused} of {', '.join(series.bots)}: {misfit}.")
    return played


def _decoded(line: bytes, kind: type[T], refused: str) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError as error:
        raise BadInput(f"{refused}: {error}.") from error


def _misfit(played: Played | Glance, seats: int) -> str:
    """What about a match cannot be, between so many bots; "" if it can."""
    if sorted(played.seating) != list(range(seats)):
        return f"the seating {played.seating} does not have each of the {seats} bots once"
    if len(played.scores) != seats:
        return f"it has {len(played.scores)} scores for {seats} seats"
    if isinstance(played, Glance):
        return ""
    if played.adjusted is not None and len(played.adjusted) != seats:
        return f"it has {len(played.adjusted)} adjusted scores for {seats} seats"
    if any(not 0 <= misdeed.seat < seats for misdeed in played.misdeeds):
        return f"it has misdeeds of a seat that is not from 0 to {seats - 1}"
    for actor, _, _, _ in played.moves:
        if actor not in _actors and not (isinstance(actor, int) and 0 <= actor < seats):
            return f"{actor!r} moves; seats are 0 to {seats - 1}, and there are {' and '.join(_actors)}"
    return ""


def cut_torn_line(path: Path) -> None:
    """Remove what follows the last line feed, so that a record can be gone on with."""
    with open(path, "rb+") as file:
        end = file.seek(0, 2)
        while end > 0:
            start = max(0, end - BUFFER)
            file.seek(start)
            found = file.read(end - start).rfind(b"\n")
            if found >= 0:
                file.truncate(start + found + 1)
                return
            end = start
        file.truncate(0)


def replay_played(game: Game, series: Series, played: Played) -> Iterator[Step]:
    """Play one match of a record again through the contract, beginning with its first state."""
    if (series.game, series.version) != (game.name, game.version):
        raise BadInput(
            f"The record is of {series.game}, version {series.version}; this is {game.name}, version {game.version}. "
            "Replay it with the release that wrote it."
        )
    step = game.start(from_dict(game.Config, series.config))
    yield step
    for number, (actor, kind, amount, cards) in enumerate(played.moves, 1):
        seat = _actors[actor] if isinstance(actor, str) else actor
        move = Move(game.kind(kind), amount, tuple(cards))
        try:
            step = game.apply(step.state, seat, move)
        except CroupierError as error:
            raise Diverged(number, f"Deal {played.deal}: step {number} is refused: {error}") from error
        yield step
    outcome = game.outcome(step.state)
    if outcome is None or list(outcome.scores) != played.scores:
        raise Diverged(len(played.moves), f"Deal {played.deal} ends with {outcome}, not with {played.scores}.")


def _whole_lines(path: Path) -> Iterator[bytes]:
    try:
        with open(path, "rb") as file:
            yield from (line for line in file if line.endswith(b"\n"))
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error

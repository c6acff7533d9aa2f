"""The record of a match between bots: a file of JSON Lines, written as the match goes.

The first line is the `Series`: what is played, by whom, from which seed. Every further line is one match of the game,
`Played`: who sat where, every move, and how it ended. From the moves alone each match can be played again through the
contract. A line is written whole or, when the machine stops in the middle of one, torn at the end of the file: such a
line was never counted, and whoever goes on with the file cuts it off.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from croupier.kernel.errors import BadInput, CroupierError, Diverged
from croupier.kernel.game import ACTORS, Game, Move, Step
from croupier.kernel.records import from_dict

Moved = tuple[int | str, str, int, list[int]]
"""One step: who acted (a seat, "house" or "clock"), the kind by name, the amount, the cards."""
BUFFER = 1 << 20
_actors = {name: seat for seat, name in ACTORS.items()}


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
    scores: list[int]
    adjusted: list[float] | None = None
    misdeeds: list[Misdeed] = []


class Scribe:
    """Writes a record as the match goes. What was flushed survives a crash of the program."""

    def __init__(self, path: Path, series: Series | None) -> None:
        """A new file with a head; without a series, an old file to go on with."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.file: BinaryIO = open(path, "wb" if series else "ab", BUFFER)  # noqa: SIM115
        except OSError as error:
            raise BadInput(f"{path} cannot be written: {error.strerror}.") from error
        self._encoder = msgspec.json.Encoder()
        if series:
            self.write(series)

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
    return _decoded(path, 1, head, Series), (_decoded(path, n, line, Played) for n, line in enumerate(lines, 2))


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
        if isinstance(actor, str) and actor not in _actors:
            raise BadInput(f"Step {number} is of {actor!r}; seats are numbers, and there are {', '.join(_actors)}.")
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


def _decoded(path: Path, number: int, line: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError as error:
        raise BadInput(f"{path}, line {number}, is no {kind.__name__} of a match record: {error}.") from error

"""Records of matches: a config and a list of moves is all there is to a match.

Replaying a record gives the same states, bit for bit. Each step carries the hash of the state it led to, so when a
rule has changed, the first step that differs is named.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ..errors import BadInput, CroupierError, Diverged
from ..language.records import from_dict, to_dict
from .game import ACTORS, Game, Move, State, Step

Line = tuple[int | str, str, int, tuple[int, ...], str]
"""One step: who acted, the kind by name, the amount, the cards, and the hash of the state after it."""


class MatchRecord(msgspec.Struct, frozen=True):
    """A whole match, ready to be written to a file."""

    game: str
    version: int
    config: dict[str, Any]
    start: str
    """The hash of the first state."""
    lines: list[Line]

    def to_json(self) -> bytes:
        """The record as JSON, one step a line."""
        head = msgspec.json.encode({name: getattr(self, name) for name in ("game", "version", "config", "start")})
        lines = b",\n".join(msgspec.json.encode(line) for line in self.lines)
        return head[:-1] + b',"lines":[\n' + lines + b"\n]}\n"

    @classmethod
    def from_json(cls, text: bytes | str) -> MatchRecord:
        """Read a record; BadInput if it is none."""
        try:
            return msgspec.json.decode(text, type=cls)
        except msgspec.MsgspecError as error:
            raise BadInput(f"This is not a match record: {error}.") from error


class Recorder:
    """Plays a match through the contract and keeps its record."""

    def __init__(self, game: Game, config: Any = None) -> None:
        self.game = game
        self.config = game.configure() if config is None else config
        self.state, self.events = game.start(self.config)
        self.start = self.state.hash()
        self.lines: list[Line] = []

    def advance(self, seat: int, move: Move) -> None:
        """Make a move; `events` are then what it told."""
        self.events = self.game.advance(self.state, seat, move)
        self.lines.append(to_line(self.game, seat, move, self.state))

    def record(self) -> MatchRecord:
        """The match so far."""
        return MatchRecord(self.game.name, self.game.version, to_dict(self.config), self.start, list(self.lines))


def to_line(game: Game, seat: int, move: Move, after: State) -> Line:
    """A step as it is recorded."""
    return ACTORS.get(seat, seat), game.kinds[move.kind], move.amount, move.cards, after.hash()


def from_line(game: Game, line: Line) -> tuple[int, Move]:
    """The actor and the move of a recorded step."""
    actor, kind, amount, cards, _ = line
    seats = {name: seat for seat, name in ACTORS.items()}
    if isinstance(actor, str):
        if actor not in seats:
            raise BadInput(f"{actor!r} is nobody who acts; seats are numbers, and there are {', '.join(seats)}.")
        actor = seats[actor]
    return actor, Move(game.kind(kind), amount, cards)


def replay(game: Game, record: MatchRecord) -> Iterator[Step]:
    """Play a record again, step by step, starting with the first state; Diverged at the first that differs."""
    if (record.game, record.version) != (game.name, game.version):
        raise BadInput(
            f"The record is of {record.game}, version {record.version}; this is {game.name}, version {game.version}. "
            "Replay it with the release that wrote it."
        )
    step = game.start(from_dict(game.Config, record.config))
    if step.state.hash() != record.start:
        raise Diverged(0, f"{game.title}: the match begins differently from its record.")
    yield step
    for number, line in enumerate(record.lines, 1):
        seat, move = from_line(game, line)
        try:
            step = game.apply(step.state, seat, move)
        except CroupierError as error:
            raise Diverged(number, f"{game.title}: step {number} is refused: {error}") from error
        if step.state.hash() != line[-1]:
            raise Diverged(number, f"{game.title}: step {number} ({game.describe(move)}) leads to another state.")
        yield step

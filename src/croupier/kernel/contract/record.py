"""Records of matches: a match is determined by its config and its list of moves.

A record is a file of JSON Lines. Its head, the `Series`, says which game is played, by which bots, from which seed.
Every further line is one match, `Played`: the seating, every move, and the scores. Replaying a match gives the same
states, bit for bit. If a rule has changed and the record has hashes of its states, the replay names the first step that
differs. If a match went on in a new leg, a NEXT_HAND among its moves marks the place, and `legs` has the config.

Any other line that begins like the head is a remark, such as the arena's on how a hand was shuffled
(`arena.fairness`). Readers of matches skip remarks.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec

from ..errors import BadInput, CroupierError, Diverged
from ..language.records import from_dict, to_dict
from ..vocabulary.events import Events
from ..vocabulary.menu import NEXT_HAND
from ..vocabulary.turns import HOUSE
from .game import ACTORS, Game, Move, Outcome, State, Step

HIGHEST = 2**53
"""Scores are smaller than this: JSON readers and floats represent such integers exactly."""
Score = Annotated[int, msgspec.Meta(gt=-HIGHEST, lt=HIGHEST)]
Adjusted = Annotated[float, msgspec.Meta(gt=-HIGHEST, lt=HIGHEST)]
Moved = tuple[int | str, str, int, list[int]]
"""One step: the actor (a seat, "house" or "clock"), the kind by name, the amount, the cards."""
MARK = b'{"croupier":'
"""The first bytes of a record, and of every remark in it."""
SEAT_OF = {name: seat for seat, name in ACTORS.items()}


class Position(msgspec.Struct, frozen=True):
    """Where a match began, if it took up another in the middle of a hand: after how many moves of which hand of which
    match, and for which seat. What that seat did not know there was dealt anew."""

    match: str
    hand: int
    made: int
    seat: int
    state: str
    """The state in which it began (`State.to_bytes`), compressed by zlib, in base64."""

    @classmethod
    def of(cls, match: str, hand: int, made: int, seat: int, state: State) -> Position:
        """The position that is a state."""
        return cls(match, hand, made, seat, base64.b64encode(zlib.compress(state.to_bytes())).decode())

    def read(self, game: Game) -> State:
        """The state; BadInput if it is none of this game."""
        try:
            return State.from_bytes(game, zlib.decompress(base64.b64decode(self.state, validate=True)))
        except (ValueError, zlib.error) as error:
            raise BadInput(f"The position in which this match began cannot be read: {error}.") from error


class Series(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="croupier", tag="match"):
    """The head of a record. `deals` is the number asked for; with `duplicate` each deal is played in every rotation."""

    game: str
    version: int
    config: dict[str, Any]
    bots: list[str]
    seed: int
    duplicate: bool
    deals: int
    fingerprint: str = ""
    """The fingerprint of the rules that it was played by (`Game.fingerprint`)."""
    about: dict[str, Any] = {}
    """Anything else about it: place and time, the names and the currency of a hand history, a stacked deck."""
    position: Position | None = None
    """Where the match began, if that was in the middle of a hand of another."""


class Misdeed(msgspec.Struct, frozen=True):
    """A bot's error. `step` counts the moves of the match before it; `nearest` is the nearest legal move."""

    step: int
    seat: int
    what: str
    detail: str
    nearest: str


class Leg(msgspec.Struct, frozen=True):
    """A change of config within a match: the NEXT_HAND that is move number `step`, counted from 1, began the leg."""

    step: int
    config: dict[str, Any]


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """One match. `seating` has the number of the bot in each seat that the match has had in any leg. A match that was
    broken off has no scores."""

    deal: int
    seating: list[int]
    moves: list[Moved]
    scores: list[Score]
    adjusted: list[Adjusted] | None = None
    """The scores without the luck of all-ins; None if no all-in had to be adjusted."""
    misdeeds: list[Misdeed] = []
    hashes: list[str] = []
    """Of the first state and of the state after each move; empty if they were not kept."""
    legs: list[Leg] = []

    @property
    def swing(self) -> int:
        """How many points changed hands."""
        return swing(self.scores)


def series_of(
    game: Game, config: Any, bots: list[str], *, seed: int = 0, duplicate: bool = False, deals: int = 1
) -> Series:
    """The head of a record of a game, with the fingerprint of its present rules."""
    return Series(game.name, game.version, to_dict(config), bots, seed, duplicate, deals, game.fingerprint)


def scores_of(outcome: Outcome, seats: int) -> list[int]:
    """The scores of all seats that a match has had; a seat that was taken away without a score has 0."""
    return [*outcome.scores, *[0] * (seats - len(outcome.scores))]


def swing(scores: Sequence[int]) -> int:
    """How many points changed hands in a match that ended with these scores."""
    return sum(score for score in scores if score > 0)


class MatchRecord(NamedTuple):
    """A record of one match."""

    series: Series
    played: Played

    def to_json(self) -> bytes:
        """The record as the bytes of its file."""
        return b"".join(msgspec.json.encode(line) + b"\n" for line in self)

    @classmethod
    def from_json(cls, text: bytes | str) -> MatchRecord:
        """Read a record of one match; BadInput if the text is not one."""
        written = text.encode() if isinstance(text, str) else text
        try:
            if not written.startswith(MARK):
                return msgspec.json.decode(written, type=_Before).upgraded()
            head, *lines = written.splitlines()
            series = msgspec.json.decode(head, type=Series)
            played = [msgspec.json.decode(line, type=Played) for line in lines if not line.startswith(MARK)]
        except msgspec.MsgspecError as error:
            raise BadInput(f"This is not a match record: {error}.") from error
        if len(played) != 1:
            raise BadInput(f"This is a record of {len(played)} matches, not of one: `croupier replay` shows it.")
        return cls(series, played[0])


class _Before(msgspec.Struct):
    """The format of one match before 0.2: a single object, each step with the hash of the state that it led to."""

    game: str
    version: int
    config: dict[str, Any]
    start: str
    lines: list[tuple[int | str, str, int, list[int], str]]

    def upgraded(self) -> MatchRecord:
        """The match in the present format. The old one has neither the players nor the scores."""
        series = Series(self.game, self.version, self.config, [], 0, False, 1)
        moves = [line[:4] for line in self.lines]
        return MatchRecord(series, Played(0, [], moves, [], hashes=[self.start, *(line[4] for line in self.lines)]))


class Recorder:
    """Plays a match through the contract and keeps its record."""

    def __init__(self, game: Game, config: Any = None, *, seed: int = 0) -> None:
        self.game, self.seed = game, seed
        self.config = game.configure() if config is None else config
        self.state, self.events = game.start(self.config)
        self.seats = self.state.table.seats
        """The largest number of seats that the match has had."""
        self.hashes = [self.state.hash()]
        self.moves: list[Moved] = []
        self.legs: list[Leg] = []

    def advance(self, seat: int, move: Move) -> None:
        """Make a move; `events` is then what it told."""
        self.events = self.game.advance(self.state, seat, move)
        self._note(seat, move)

    def begin_leg(self, **changes: Any) -> None:
        """Begin the next hand with other options of the game; `events` is then what it told."""
        config = self.game.carry_over(self.state, **changes)
        self.state, self.events = self.game.start(config, after=self.state)
        self.seats = max(self.seats, self.state.table.seats)
        self.legs.append(Leg(len(self.moves) + 1, to_dict(config)))
        self._note(HOUSE, Move(NEXT_HAND))

    def _note(self, seat: int, move: Move) -> None:
        self.moves.append(moved(self.game, seat, move))
        self.hashes.append(self.state.hash())

    def record(self, names: Sequence[str] = ()) -> MatchRecord:
        """The match so far, with these names of players; without names, players are called "seat 0" and so on."""
        game, outcome, seats = self.game, self.game.outcome(self.state), range(self.seats)
        called = [*names] or [f"seat {seat}" for seat in seats]
        series = series_of(game, self.config, called, seed=self.seed)
        scores = scores_of(outcome, self.seats) if outcome else []
        moves, hashes, legs = list(self.moves), list(self.hashes), list(self.legs)
        return MatchRecord(series, Played(0, [*seats], moves, scores, hashes=hashes, legs=legs))


def moved(game: Game, seat: int, move: Move) -> Moved:
    """A move as a step of a record."""
    return ACTORS.get(seat, seat), game.kinds[move.kind], move.amount, list(move.cards)


def move_of(game: Game, step: Moved) -> tuple[int, Move]:
    """The actor and the move of a recorded step."""
    actor, kind, amount, cards = step
    if isinstance(actor, str):
        if actor not in SEAT_OF:
            raise BadInput(f"{actor!r} is no actor; actors are seat numbers, {' and '.join(SEAT_OF)}.")
        actor = SEAT_OF[actor]
    return actor, Move(game.kind(kind), amount, tuple(cards))


def config_of(game: Game, series: Series) -> Any:
    """The config that a record was played with; BadInput if it is of another game or version."""
    if (series.game, series.version) != (game.name, game.version):
        raise BadInput(
            f"The record is of {series.game}, version {series.version}; this is {game.name}, version {game.version}. "
            "Replay it with the release that wrote it."
        )
    return from_dict(game.Config, series.config)


def seats_of(game: Game, series: Series, legs: Sequence[Leg]) -> int:
    """The largest number of seats that a match has had, over all its legs."""
    configs = [config_of(game, series), *(from_dict(game.Config, leg.config) for leg in legs)]
    return max(int(game.start(config).state.table.seats) for config in configs)


def replay(game: Game, series: Series, played: Played) -> Iterator[Step]:
    """Replay a match of a record, step by step, starting with the first state; Diverged where it differs."""
    config = config_of(game, series)
    changed = series.fingerprint not in ("", game.fingerprint)
    since = f" The rules have changed since: they were {series.fingerprint}." if changed else ""
    hashes, legs = dict(enumerate(played.hashes)), {leg.step: leg.config for leg in played.legs}
    step = game.start(config) if series.position is None else Step(series.position.read(game), Events([], game.facts))
    seats = max(len(played.scores), step.state.table.seats)
    if 0 in hashes and step.state.hash() != hashes[0]:
        raise Diverged(0, f"{game.title}: deal {played.deal} begins differently from its record.{since}")
    yield step
    for number, line in enumerate(played.moves, 1):
        where = f"{game.title}: deal {played.deal}, step {number}"
        seat, move = move_of(game, line)
        try:
            if number in legs:
                step = game.start(from_dict(game.Config, legs[number]), after=step.state)
                seats = max(seats, step.state.table.seats)
            else:
                step = game.apply(step.state, seat, move)
        except CroupierError as error:
            raise Diverged(number, f"{where}, is refused: {error}{since}") from error
        if number in hashes and step.state.hash() != hashes[number]:
            raise Diverged(number, f"{where} ({game.describe(move)}), leads to another state.{since}")
        yield step
    outcome, recorded = game.outcome(step.state), [*played.scores, *[0] * (seats - len(played.scores))]
    if outcome is None and game.between_hands(step.state):  # a host has ended the match
        outcome = Outcome(tuple(game.scores(step.state)))
    if played.scores and (outcome is None or scores_of(outcome, seats) != recorded):
        told = f"{game.title}: deal {played.deal} ends with {outcome}, not with {played.scores}.{since}"
        raise Diverged(len(played.moves), told)

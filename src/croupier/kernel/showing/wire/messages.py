"""The messages of the generic dialect, which every game can speak, and those that all dialects share.

Cards are sent by name, one whose face the recipient does not know as "??", an empty place as "-". A client must ignore
fields, types and events that it does not know.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ..scene import Scene

Count = Annotated[int, Meta(ge=0, le=2**53)]


class Frame(msgspec.Struct, kw_only=True, tag_field="type"):
    """One message. Beside its own fields every message may have `ts`, and one of the table its number `n`."""

    v: Literal[1] = 1


# What a client sends


class Hello(Frame, tag="hello", kw_only=True):
    """The first message of a client: who it is, and which table it wants to sit at or to watch."""

    team: str
    join_code: str
    role: Literal["player", "spectator", "operator"] = "player"
    scenes: bool = False
    """Whether it wants `scene` messages."""
    god: bool = False
    """Whether an operator wants the god view: Scenes with every card face up, late, and nothing else."""
    token: str = ""
    """The secret of `welcome`, from somebody who comes back."""
    resume: int | None = None
    """The number `n` of the last message that it got, from a client that comes back; 0 if it does not know."""
    resume_table: str = ""
    """With `resume`: the `table_id` of the `welcome` before that message."""
    resume_match: str = ""
    """With `resume`: the last `match_id` that it was told at that table, if any. If another match is played now, the
    client gets a `snapshot` of that one."""
    dialect: Literal["game", "generic", "contract", "words"] = "game"
    """What a player wants to hear: the game's own messages, those that every game can speak, or records."""
    against: str = ""
    """Where somebody sits down against the house: the bot of the house to play against, if not the usual one."""
    table: str = ""
    """Which table, of several behind one code, by its id; "new" for one more. Without it, where the team sits."""


class Answer(Frame, kw_only=True):
    """What a seat wants to do: the name of an option, with its amount if it takes one."""

    action: str
    amount: int | None = None
    hand_id: str = ""
    """The hand that it is for; any other than the one that is played is too late."""
    act_id: int | None = None
    """The number of the `act` that it answers; without one, the last."""


class Chosen(Answer, kw_only=True):
    """An answer that may take cards, by name or by where they stand."""

    cards: list[str | None] | None = None
    picks: list[int | None] | None = None
    """Instead of `cards`: numbers among those that the option takes, from 0, as a Scene's `takes` has them."""


class Action(Chosen, tag="action", kw_only=True):
    """The answer to an `act`: the name of a legal option, with its amount or its cards."""


class Aside(Chosen, tag="aside", kw_only=True):
    """Something that may be done besides, whoever is to act: one of the `asides`. It answers no `act`."""


class Usage(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an answer took somebody who asks a model: whose word is taken for it, and nothing follows from it."""

    model: Annotated[str, Meta(max_length=100)] = ""
    input_tokens: Count = 0
    output_tokens: Count = 0
    cost: Annotated[float, Meta(ge=0, le=1e9)] = 0.0
    """In whatever the client counts in."""


class Rider(msgspec.Struct, frozen=True):
    """What may ride on an answer of any dialect. Nothing is ever played from it."""

    thoughts: str = ""
    """Why, in the client's own words: kept with the move, and told to no other seat."""
    usage: Usage | None = None
    receipt: bool = False
    """Whether the answer is to be acknowledged by a `receipt`: the same again, if the same answer comes again."""


# What a table sends


class Player(msgspec.Struct):
    """Who sits in a seat. The id is the same wherever a player sits."""

    seat: int
    id: str
    name: str


class Settings(msgspec.Struct):
    """How the table plays."""

    move_time_ms: int


class Welcome(Frame, tag="welcome", kw_only=True):
    """The answer to `hello`. `seat` is null for somebody who only watches."""

    table_id: str
    seat: int | None
    game: str
    title: str
    config: Settings
    token: str | UnsetType = UNSET
    """The secret with which the seat is taken back, at a table without a roster."""
    god_view: int = 0
    """After how many more hands the host may see every card of a hand, mucked ones too; 0: never."""
    event: str | UnsetType = UNSET
    """The event that this is part of: stay connected, and the next table welcomes you. A seat of null waits for one."""


class Here(msgspec.Struct):
    """A player in the lobby."""

    seat: int
    id: str
    name: str
    connected: bool


class Lobby(Frame, tag="lobby", kw_only=True):
    """Who sits at the table, sent whenever somebody comes or goes."""

    table_id: str
    players: list[Here]
    next_commitment: str | UnsetType = UNSET
    """The hash of the secret from which the first hand will be shuffled."""


class Pile(msgspec.Struct):
    """Cards that lie together: by name where they lie side by side, else only how many, if any."""

    zone: str
    count: int
    cards: list[str] | UnsetType = UNSET


class StartHand(Frame, tag="start_hand", kw_only=True):
    """A hand begins, as the recipient sees it: `view` has the fields of the game's view but its cards, which are
    in `zones`."""

    hand_id: str
    seat: int | None
    players: list[Player]
    view: dict[str, Any]
    zones: list[Pile]
    seed: int = 0
    """The leading 53 bits of `commitment`."""
    commitment: str = ""
    match_id: str | UnsetType = UNSET
    """The match that it is part of, which `hello` repeats as `resume_match`."""


class Choice(msgspec.Struct, omit_defaults=True):
    """One option: amounts from `low` to `high` by `step`, or `fewest` to `most` of `cards`, in order if `ordered`,
    with empty places between them if `gaps`."""

    action: str
    low: int = 0
    high: int = 0
    step: int = 0
    fewest: int = 0
    most: int = 0
    ordered: bool = False
    gaps: bool = False
    cards: list[str] = []


class Act(Frame, tag="act", kw_only=True):
    """The seat has to decide. `act_id` goes up by one with each question, and an aside leaves it as it is."""

    hand_id: str
    act_id: int
    seat: int
    time_ms: int
    legal: list[str]
    options: list[Choice]
    asides: list[Choice]
    players: list[Player]
    view: dict[str, Any]
    zones: list[Pile]
    history: list[Any] | UnsetType = UNSET
    """In a local match: every `event` of the hand so far, so that a program that was started again can go on."""


class Event(Frame, tag="event", kw_only=True):
    """Something happened: the name of the fact, and its fields."""

    ev: str
    fields: dict[str, Any]


class EndHand(Frame, tag="end_hand", kw_only=True):
    """A hand is over, as the recipient sees it. `score` is its own, of the match so far."""

    hand_id: str
    view: dict[str, Any]
    zones: list[Pile]
    score: int | UnsetType = UNSET
    next_commitment: str | UnsetType = UNSET
    """The hash of the secret from which the next hand will be shuffled."""


class Snapshot(Frame, tag="snapshot", kw_only=True):
    """The whole table, for somebody who comes back or has just come. What is legal is told to whoever is to act;
    `next_actor` is null where nobody is, or where it is nobody's business."""

    at_hand_id: str
    seat: int | None
    next_actor: int | None
    time_ms_remaining: int
    players: list[Player]
    view: dict[str, Any]
    zones: list[Pile]
    asides: list[Choice]
    act_id: int | UnsetType = UNSET
    legal: list[str] | UnsetType = UNSET
    options: list[Choice] | UnsetType = UNSET
    match_id: str | UnsetType = UNSET
    """The match that it is part of, which `hello` repeats as `resume_match`."""


class Result(msgspec.Struct):
    """What a seat won or lost in a match, in the game's own unit."""

    seat: int
    id: str
    name: str
    score: int


class MatchEnd(Frame, tag="match_end", kw_only=True):
    """The match is over."""

    match_id: str
    scores: list[Result]


class Error(Frame, tag="error", kw_only=True):
    """A message was of no use, and changed nothing; `code` says how, `msg` what to do."""

    code: str
    msg: str
    retry_after_ms: int | UnsetType = UNSET
    """Where waiting helps (it was one too many, or nothing can be kept just now): when to come again."""


class HostOrder(msgspec.Struct):
    """What the host has ordered, and why."""

    what: str
    seat: int | None
    """Whom it is about; null where it is about all."""
    values: dict[str, Any]
    why: str
    at: int
    """When, in milliseconds since 1970."""


class Notice(Frame, tag="notice", kw_only=True):
    """What everybody is to know, and nobody has to answer: `code` says what, `msg` says it to people."""

    code: str
    msg: str
    retry_after_ms: int | UnsetType = UNSET
    """Where the arena closes: when to come again."""
    order: HostOrder | UnsetType = UNSET
    """Where the host has ordered something."""


class SceneShown(Frame, tag="scene", kw_only=True):
    """The table to be drawn, for who asked for Scenes in `hello`."""

    hand_id: str
    scene: Scene
    act_id: int | UnsetType = UNSET
    """The number that an answer to its question repeats."""


class Clock(Frame, tag="clock", kw_only=True):
    """Whose time runs, for who asked for Scenes: sent when a question is asked, and to who has just come."""

    seat: int | None
    """Who is waited for; null where several have one clock, of whom it is nobody's business who has decided."""
    left_ms: int
    """What is left of the time for this decision, …"""
    limit_ms: int
    """… of so much; 0 if there is no limit, …"""
    bank_ms: int
    """… and what may be taken beyond that."""


class Receipt(Frame, tag="receipt", kw_only=True):
    """An answer has counted, and this is what was played. For who asked for it, and for whose thoughts were cut."""

    action: str
    amount: int
    cards: list[str]
    act_id: int | UnsetType = UNSET
    """The question that it answered; an aside answers none."""
    thoughts_cut: int = 0
    """So many bytes of the thoughts were too many, and are not kept."""


GOD_VIEW, CLOSING, ORDER = "GOD_VIEW", "CLOSING", "ORDER"
"""Codes of notices: the host was given every card of something; the arena closes."""
BAD_SCHEMA, INVALID_ACTION = "BAD_SCHEMA", "INVALID_ACTION"
OUT_OF_TURN, ACTION_TOO_LATE = "OUT_OF_TURN", "ACTION_TOO_LATE"
"""Codes of errors: no message of ours; not allowed; nobody asked; the question is past."""


_encoder = msgspec.json.Encoder()


def body(frame: Frame) -> bytes:
    """A message without its number, encoded once for all who get it."""
    return _encoder.encode(frame)


def numbered(number: int, encoded: bytes, ts: str = "") -> bytes:
    """A body as a recipient's message of a number, `{"n":17,…`, with the time of day if somebody wants it there.

    Messages are numbered for each recipient: a gap in a common numbering would tell that something was said to others.
    """
    stamp = b'"ts":"%b",' % ts.encode() if ts else b""
    return b'{"n":%d,%b%b' % (number, stamp, encoded[1:])

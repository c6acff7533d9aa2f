"""The messages of the generic dialect, which every game can speak, and those that all dialects share.

Cards are sent by name; a card whose face the recipient does not know is "??", an empty place is "-". A client must
ignore fields, types and events that it does not know.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ..scene import Scene

Count = Annotated[int, Meta(ge=0, le=2**53)]


class Frame(msgspec.Struct, kw_only=True, tag_field="type"):
    """One message. In addition to its own fields every message may have `ts`, and a table's message its number `n`."""

    v: Literal[1] = 1


# What a client sends


class Hello(Frame, tag="hello", kw_only=True):
    """The first message of a client: its name, and which table it wants to sit at or to watch."""

    team: str
    join_code: str
    role: Literal["player", "spectator", "operator"] = "player"
    scenes: bool = False
    """Whether the client wants `scene` messages."""
    pace: Literal["slow", "usual", "fast"] = "usual"
    """With `scenes`: how fast what others do is to follow, at a table that is slowed down for people. If several sit
    there, the slowest counts."""
    god: bool = False
    """Whether an operator wants the god view: delayed Scenes with every card face up, and nothing else."""
    token: str = ""
    """The secret of `welcome`, from a client that comes back."""
    resume: int | None = None
    """The number `n` of the last message that the client got, if it comes back; 0 if it does not know."""
    resume_table: str = ""
    """With `resume`: the `table_id` of the `welcome` before that message."""
    resume_match: str = ""
    """With `resume`: the last `match_id` that the client was told at that table, if any. If another match is played
    now, the client gets a `snapshot` of that one."""
    dialect: Literal["game", "generic", "contract", "words"] = "game"
    """The messages that a player wants: the game's own, the generic ones that every game has, or records."""
    against: str = ""
    """Where a client sits down against the house: the house bot to play against, if not the usual one."""
    table: str = ""
    """The id of the table, if a code has several; "new" for one more. Without it, the table where the team sits."""
    buy_in: Count | None = None
    """The chips to bring to a cash table, or the nearest number that is allowed there. By default as many as is usual;
    0 if the client will say by the aside SIT."""
    top_up: bool = False
    """Whether to be topped up before every hand at a cash table, by the aside AUTO_TOP_UP from the first moment on."""
    player: str = ""
    """The secret of a kept name, if `team` is one: the name is proved, and the matches count for its profile."""


class Answer(Frame, kw_only=True):
    """What a seat wants to do: the name of an option, with its amount if it takes one."""

    action: str
    amount: int | None = None
    hand_id: str = ""
    """The hand that the answer is for; an answer to any other hand than the one in play is too late."""
    act_id: int | None = None
    """The number of the `act` that the answer is for; without one, the last `act`."""


class Chosen(Answer, kw_only=True):
    """An answer that may take cards, by name or by index."""

    cards: list[str | None] | None = None
    picks: list[int | None] | None = None
    """Instead of `cards`: indices, from 0, among the cards that the option takes, as in a Scene's `takes`."""


class Action(Chosen, tag="action", kw_only=True):
    """The answer to an `act`: the name of a legal option, with its amount or its cards."""


class Aside(Chosen, tag="aside", kw_only=True):
    """An action in addition to answers, possible at any time: one of the `asides`. It answers no `act`."""


What = Literal["nice", "thanks", "wow", "laugh", "ouch", "wait"]
"""All reactions that there are."""


class React(Frame, tag="react", kw_only=True):
    """A reaction, for all who draw Scenes of the table. Only a seat that draws Scenes can send one, and none in an
    event."""

    what: What


class AskHint(Frame, tag="hint", kw_only=True):
    """Asks for a hint on the open question, at a table whose `welcome` says that it has hints. Only the asker gets it,
    and it has no effect on play."""

    about: Literal["rule", "advice"] = "rule"
    """What the rules say of the decision, or what the house would do, which takes a moment."""


class AskRabbit(Frame, tag="rabbit", kw_only=True):
    """Asks for the cards that would have come, after a hand that ended early, at a table whose `welcome` says that it
    has a rabbit hunt. Everybody at the table is shown them."""

    hand_id: str
    """The hand that is over."""


class Usage(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an answer cost a client that asks a model. It is the client's own statement, and has no effect."""

    model: Annotated[str, Meta(max_length=100)] = ""
    input_tokens: Count = 0
    output_tokens: Count = 0
    cost: Annotated[float, Meta(ge=0, le=1e9)] = 0.0
    """In a currency of the client's choice."""


class Rider(msgspec.Struct, frozen=True):
    """Extra fields that an answer of any dialect may have. They never affect play."""

    thoughts: str = ""
    """The reason for the answer, in the client's own words: kept with the move, and told to no other seat."""
    usage: Usage | None = None
    receipt: bool = False
    """Whether a `receipt` is to acknowledge the answer; if the same answer comes again, so does the receipt."""


# What a table sends


class Player(msgspec.Struct):
    """The player in a seat. The id stays with the player in every seat."""

    seat: int
    id: str
    name: str


class Settings(msgspec.Struct):
    """The settings of the table."""

    move_time_ms: int


class Welcome(Frame, tag="welcome", kw_only=True):
    """The answer to `hello`. `seat` is null for a spectator."""

    table_id: str
    seat: int | None
    game: str
    title: str
    config: Settings
    token: str | UnsetType = UNSET
    """The secret that reclaims the seat, at a table without a roster."""
    god_view: int = 0
    """After how many more hands the host may see every card of a hand, mucked ones too; 0 for never."""
    event: str | UnsetType = UNSET
    """The event that this table is part of: stay connected, and the next table welcomes you. With a `seat` of null, you
    wait for a table."""
    key: str | UnsetType = UNSET
    """The public key (Ed25519) with which the arena signs every match."""
    hints: bool | UnsetType = UNSET
    """Whether every player here may ask for hints. No match of such a table counts anywhere."""
    rabbit: bool | UnsetType = UNSET
    """Whether players here may ask for the cards that would have come. No match of such a table counts anywhere."""


class Here(msgspec.Struct):
    """A player in the lobby."""

    seat: int
    id: str
    name: str
    connected: bool


class Lobby(Frame, tag="lobby", kw_only=True):
    """The players at the table, sent whenever a player comes or goes."""

    table_id: str
    players: list[Here]
    next_commitment: str | UnsetType = UNSET
    """The hash of the secret from which the first hand will be shuffled."""


class Pile(msgspec.Struct):
    """Cards that lie together: by name if they lie side by side, otherwise only their number."""

    zone: str
    count: int
    cards: list[str] | UnsetType = UNSET


class StartHand(Frame, tag="start_hand", kw_only=True):
    """A hand begins, as the recipient sees it: `view` has the fields of the game's view except its cards, which are in
    `zones`."""

    hand_id: str
    seat: int | None
    players: list[Player]
    view: dict[str, Any]
    zones: list[Pile]
    seed: int = 0
    """The leading 53 bits of `commitment`."""
    commitment: str = ""
    match_id: str | UnsetType = UNSET
    """The match that the hand is part of; `hello` repeats it as `resume_match`."""


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
    """The seat has to decide. `act_id` goes up by one with each question; an aside does not change it."""

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
    """In a local match: every `event` of the hand so far, so that a program that was restarted can go on."""


class Event(Frame, tag="event", kw_only=True):
    """Something happened: the name of the fact, and its fields."""

    ev: str
    fields: dict[str, Any]


class EndHand(Frame, tag="end_hand", kw_only=True):
    """A hand is over, as the recipient sees it. `score` is the recipient's in the match so far."""

    hand_id: str
    view: dict[str, Any]
    zones: list[Pile]
    score: int | UnsetType = UNSET
    next_commitment: str | UnsetType = UNSET
    """The hash of the secret from which the next hand will be shuffled."""
    head: str | UnsetType = UNSET
    """The hash of all that has happened in the match so far: the record of the match has to lead to it."""
    signature: str | UnsetType = UNSET
    """The arena's signature of it, by the `key` of `welcome`."""


class Snapshot(Frame, tag="snapshot", kw_only=True):
    """The whole table, for a client that comes back or has just come. Legal options are sent to the seat that is to
    act; `next_actor` is null if no seat is, or if that is not public."""

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
    """The match that the hand is part of; `hello` repeats it as `resume_match`."""


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
    head: str | UnsetType = UNSET
    """The hash of all that has happened in the match so far: the record of the match has to lead to it."""
    signature: str | UnsetType = UNSET
    """The arena's signature of it, by the `key` of `welcome`."""


class Error(Frame, tag="error", kw_only=True):
    """A message was refused, and changed nothing; `code` says why, `msg` what to do."""

    code: str
    msg: str
    retry_after_ms: int | UnsetType = UNSET
    """When to try again, if waiting helps: after too many messages, or while nothing can be stored."""


class HostOrder(msgspec.Struct):
    """What the host has ordered, and why."""

    what: str
    seat: int | None
    """The seat that the order is about; null if it is about all."""
    values: dict[str, Any]
    why: str
    at: int
    """When, in milliseconds since 1970."""


class Notice(Frame, tag="notice", kw_only=True):
    """An announcement to all that needs no answer: `code` says what it is, `msg` is for people."""

    code: str
    msg: str
    retry_after_ms: int | UnsetType = UNSET
    """When to come again, if the arena closes."""
    order: HostOrder | UnsetType = UNSET
    """The order, if the host has given one."""


class SceneShown(Frame, tag="scene", kw_only=True):
    """A Scene to draw, for clients that asked for Scenes in `hello`."""

    hand_id: str
    scene: Scene
    act_id: int | UnsetType = UNSET
    """The number that an answer to its question repeats."""
    told: int | UnsetType = UNSET
    """The number of its sentence in the recipient's log of the match."""


class Sentence(msgspec.Struct):
    """A sentence of a log. Numbers that are left out belong to sentences that are not kept."""

    number: int
    phase: str
    text: str


class Log(Frame, tag="log", kw_only=True):
    """The last sentences that the recipient was told of this match, for clients that asked for Scenes: sent to a client
    that comes back, before its first Scene."""

    match_id: str
    sentences: list[Sentence]


class Beat(Frame, tag="beat"):
    """A sign of life, every two seconds, for clients that asked for Scenes: a page cannot see the pings of its
    WebSocket. It is always the same, and its time depends on nothing but the beginning of the connection."""


class Reaction(Frame, tag="reaction", kw_only=True):
    """A player reacts: for clients that draw Scenes. It is not kept, and has no number."""

    seat: int
    what: What


class Meaning(msgspec.Struct):
    """An option of a decision, by the text of its button, and what it means."""

    words: str
    means: str


class HouseAdvice(msgspec.Struct):
    """What the house would do, by the text of its button, and why."""

    bot: str
    advised: str
    reasons: list[str]


class Hint(Frame, tag="hint", kw_only=True):
    """A hint, for the player that asked for it. It is made from what that seat may know, and is not kept."""

    act_id: int
    says: str
    """What is asked: "200 to call."."""
    clause: str
    """The heading in the rule book for what applies now, …"""
    rule: str
    """… and what it says, as Markdown; "" if the book has no such heading."""
    options: list[Meaning]
    """Options whose words leave open what they mean."""
    advice: HouseAdvice | UnsetType = UNSET
    """If it was asked for."""


class Clock(Frame, tag="clock", kw_only=True):
    """The running clock, for clients that asked for Scenes: sent when a question is asked, and to a client that has
    just come."""

    seat: int | None
    """The seat that has to decide; null if several share one clock, because it is not public which have decided."""
    left_ms: int
    """The time left for this decision."""
    limit_ms: int
    """The whole time for this decision; 0 if there is no limit."""
    bank_ms: int
    """What is left of the time bank, which may be used beyond that."""


class Receipt(Frame, tag="receipt", kw_only=True):
    """An answer has counted, and this is what was played. For a client that asked for it, or whose thoughts were
    cut."""

    action: str
    amount: int
    cards: list[str]
    act_id: int | UnsetType = UNSET
    """The question that was answered; an aside answers none."""
    thoughts_cut: int = 0
    """How many bytes of the thoughts were too many, and are not kept."""


GOD_VIEW, CLOSING, ORDER, RABBIT = "GOD_VIEW", "CLOSING", "ORDER", "RABBIT"
"""Codes of notices: the host was given every card of something; the arena closes; the host has ordered something; a
player has asked for the cards that would have come."""
BAD_SCHEMA, INVALID_ACTION = "BAD_SCHEMA", "INVALID_ACTION"
OUT_OF_TURN, ACTION_TOO_LATE = "OUT_OF_TURN", "ACTION_TOO_LATE"
"""Codes of errors: not a valid message; not allowed; no question is open; the question is past."""


_encoder = msgspec.json.Encoder()


def body(frame: Frame) -> bytes:
    """A message without its number, encoded once for all recipients."""
    return _encoder.encode(frame)


def numbered(number: int, encoded: bytes, ts: str = "") -> bytes:
    """A body as a recipient's message with its number, `{"n":17,…`, and with the time of day if `ts` is given.

    Messages are numbered per recipient: a gap in a common numbering would reveal messages to others.
    """
    if ts:
        return b'{"n":%d,"ts":"%b",%b' % (number, ts.encode(), encoded[1:])
    return b'{"n":%d,%b' % (number, encoded[1:])

"""The messages of hold'em, field by field as a bot arena promises them; fields may be added, none is left out.

Amounts: `BET.amount` is the total raised to, `CALL.amount` the chips added; `committed` is per street. `call_amount` is
left out if there is nothing to call, the bounds of a raise if raising is not possible.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from croupier.kernel.showing.wire.messages import Answer, Choice, Frame

PHASES = ("PRE_FLOP", "FLOP", "TURN", "RIVER", "SHOWDOWN")
WORDS = ("FOLD", "CHECK", "CALL", "RAISE_TO")
"""The possible values of `action`, and all that `legal` ever has."""


class Action(Answer, tag="action", kw_only=True):
    """The answer to an `act`. Only RAISE_TO has an amount, the total of this street; any other is ignored.

    FOLD is accepted even if there is nothing to call, although `legal` does not have it then.
    """

    action: Literal["FOLD", "CHECK", "CALL", "RAISE_TO"]

    def __post_init__(self) -> None:
        if self.action != "RAISE_TO":
            self.amount = None
        elif self.amount is None:
            raise ValueError("RAISE_TO needs an `amount`")


class Settings(msgspec.Struct):
    """The settings of the table."""

    variant: str
    seats: int
    starting_stack: int
    sb: int
    bb: int
    move_time_ms: int
    least_buy_in: int | UnsetType = UNSET
    """At a cash table: the fewest and the most chips that a player may bring; `starting_stack` is what it brings if it
    says nothing."""
    most_buy_in: int | UnsetType = UNSET
    rake: float | UnsetType = UNSET
    """The percentage of the pots that the house takes of a hand with a flop."""
    rake_cap: int | UnsetType = UNSET
    """The most chips that it takes of one hand."""


class Welcome(Frame, tag="welcome", kw_only=True):
    """The answer to `hello`. `seat` is null for a spectator."""

    table_id: str
    seat: int | None
    config: Settings
    game: str = "holdem"
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
    team: str
    connected: bool
    stack: int
    id: str


class Lobby(Frame, tag="lobby", kw_only=True):
    """The players at the table, sent whenever a player comes or goes."""

    players: list[Here]
    table_id: str
    next_commitment: str | UnsetType = UNSET
    """The hash of the secret from which the first hand will be shuffled."""


class Stack(msgspec.Struct):
    """The chips of a seat."""

    seat: int
    stack: int


class Seated(msgspec.Struct):
    """The player in a seat that was dealt in. The id stays with the player in every seat."""

    seat: int
    id: str
    team: str


class StartHand(Frame, tag="start_hand", kw_only=True):
    """A hand begins; a seat that is dealt in gets its own cards with it. `stacks` are those before antes and blinds,
    `players` those who are dealt in."""

    hand_id: str
    seed: int
    """The leading 53 bits of `commitment`; 0 if there is none."""
    button: int
    stacks: list[Stack]
    players: list[Seated]
    seat: int | UnsetType = UNSET
    """The recipient's own seat."""
    hole: list[str] | UnsetType = UNSET
    commitment: str | UnsetType = UNSET
    match_id: str | UnsetType = UNSET
    """The match that the hand is part of; `hello` repeats it as `resume_match`."""


class You(msgspec.Struct):
    """What concerns the seat that is to act."""

    hole: list[str]
    stack: int
    to_call: int
    time_ms: int


class Blinds(msgspec.Struct):
    """The table of a hand: blinds, seats dealt in, and the button."""

    sb: int
    bb: int
    seats: int
    button: int


class Player(msgspec.Struct):
    """A seat that was dealt in."""

    seat: int
    stack: int
    has_folded: bool
    committed: int
    id: str
    team: str


class Act(Frame, tag="act", kw_only=True):
    """The seat has to decide."""

    hand_id: str
    act_id: int
    seat: int
    phase: str
    you: You
    table: Blinds
    players: list[Player]
    community: list[str]
    pot: int
    legal: list[str]
    call_amount: int | UnsetType = UNSET
    min_raise_to: int | UnsetType = UNSET
    max_raise_to: int | UnsetType = UNSET
    asides: list[Choice] | UnsetType = UNSET
    history: list[Any] | UnsetType = UNSET
    """In a local match: every `event` of the hand so far, so that a program that was restarted can go on."""


class Event(Frame, tag="event", kw_only=True):
    """Something happened; which fields there are depends on `ev`."""

    ev: str
    seat: int | UnsetType = UNSET
    amount: int | UnsetType = UNSET
    card: str | UnsetType = UNSET
    cards: list[str] | UnsetType = UNSET
    hand: list[str] | UnsetType = UNSET
    board: list[str] | UnsetType = UNSET
    rank: str | UnsetType = UNSET
    sb_seat: int | UnsetType = UNSET
    bb_seat: int | UnsetType = UNSET
    sb: int | UnsetType = UNSET
    bb: int | UnsetType = UNSET
    pool: str | UnsetType = UNSET
    commitment: str | UnsetType = UNSET


class EndHand(Frame, tag="end_hand", kw_only=True):
    """The stacks after the hand."""

    hand_id: str
    stacks: list[Stack]
    next_commitment: str | UnsetType = UNSET
    """The hash of the secret from which the next hand will be shuffled."""
    head: str | UnsetType = UNSET
    """The hash of all that has happened in the match so far: the record of the match has to lead to it."""
    signature: str | UnsetType = UNSET
    """The arena's signature of it, by the `key` of `welcome`."""


class Yours(msgspec.Struct):
    """What concerns the seat that a snapshot is for."""

    seat: int
    hole: list[str]
    stack: int
    to_call: int


class Snapshot(Frame, tag="snapshot", kw_only=True):
    """The whole table, for a client that comes back or has just come; `you` is left out for a spectator. Legal options
    and amounts are sent to the seat that is to act."""

    at_hand_id: str
    phase: str
    players: list[Player]
    community: list[str]
    next_actor: int | None
    time_ms_remaining: int
    table: Blinds
    pot: int
    you: Yours | UnsetType = UNSET
    act_id: int | UnsetType = UNSET
    legal: list[str] | UnsetType = UNSET
    call_amount: int | UnsetType = UNSET
    min_raise_to: int | UnsetType = UNSET
    max_raise_to: int | UnsetType = UNSET
    asides: list[Choice] | UnsetType = UNSET
    match_id: str | UnsetType = UNSET
    """The match that the hand is part of; `hello` repeats it as `resume_match`."""


class Team(msgspec.Struct):
    """A winner."""

    seat: int
    team: str
    id: str


class FinalStack(msgspec.Struct):
    """A player's chips at the end."""

    seat: int
    team: str
    stack: int
    id: str


class MatchEnd(Frame, tag="match_end", kw_only=True):
    """The match is over. If several share the win, `winner` is the first by seat."""

    winner: Team
    final_stacks: list[FinalStack]
    winners: list[Team]
    match_id: str
    head: str | UnsetType = UNSET
    """The hash of all that has happened in the match so far: the record of the match has to lead to it."""
    signature: str | UnsetType = UNSET
    """The arena's signature of it, by the `key` of `welcome`."""

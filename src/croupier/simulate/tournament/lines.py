"""The lines of a tournament. Times are milliseconds since 1970. Tables have numbers from 1, players have keys.

A line that uses draws says so in its text; draws are numbered from 0 in the order of the lines (`Tournament.draws`).
"""

from __future__ import annotations

from typing import Literal

import msgspec


class TournamentLine(msgspec.Struct, frozen=True, tag_field="line", omit_defaults=True):
    """Any line of a tournament."""


class Registered(TournamentLine, frozen=True, tag="registered"):
    """A player has entered; a house bot has a policy."""

    key: str
    name: str
    at: int
    policy: str = ""


class Unregistered(TournamentLine, frozen=True, tag="unregistered"):
    """A player is not registered any more; its fee is paid back."""

    key: str
    at: int


class Started(TournamentLine, frozen=True, tag="started"):
    """Play begins. Draw 0 has the order of the players, who go to the tables in turn; draw 1 the order in which tables
    break; and one more draw for each table the seats that its players take, in turn. The first of them has the button.
    """

    at: int
    hash: str
    """The hash of the secret of all draws."""
    order: list[int]
    """The tables in the order in which they break."""
    names: list[str]
    """The names of the tables, in the order of their numbers."""
    seating: list[list[str]]
    """The keys at each table by seat, "" for an empty seat."""
    buttons: list[int]


class Opened(TournamentLine, frozen=True, tag="table opened"):
    """Another table is opened for players that come late. It breaks before all others."""

    table: int
    name: str
    at: int


class Seated(TournamentLine, frozen=True, tag="seated"):
    """A player that came late, or enters again, takes a seat: one of the open seats of the table, by a draw."""

    key: str
    table: int
    seat: int
    chips: int
    at: int


class Bank(msgspec.Struct, frozen=True, array_like=True):
    """The time bank of a player: what is left of it (None: all that it has at first), and the number of levels with
    which it has grown."""

    ms: int | None = None
    levels: int = 0


class Moved(TournamentLine, frozen=True, tag="moved"):
    """A player is moved to balance the tables."""

    key: str
    table: int
    seat: int
    chips: int
    at: int
    bank: Bank | None = None
    """None in the lines of a release in which a bank was full again after a move."""


class Place(msgspec.Struct, frozen=True, array_like=True):
    """A seat that a player takes, with its chips and its time bank."""

    key: str
    table: int
    seat: int
    chips: int
    bank: Bank | None = None


class Broken(TournamentLine, frozen=True, tag="table broken"):
    """A table is broken: its players, in the order of their seats, have drawn open seats of the others (one draw)."""

    table: int
    places: list[Place]
    at: int


class Replaced(TournamentLine, frozen=True, tag="table replaced"):
    """A table is out of order by a fault of the arena. Its hand is void: its players go on at another table that takes
    its place, in the same seats, with the chips that they had before the hand."""

    table: int
    other: int
    name: str
    button: int
    places: list[Place]
    at: int


class Final(TournamentLine, frozen=True, tag="final table"):
    """All players go to a new table, the final one: seats are drawn (one draw), and the first drawn has the button."""

    table: int
    name: str
    button: int
    places: list[Place]
    at: int


class Out(TournamentLine, frozen=True, tag="out"):
    """Players are out: their chips were lost in one hand of a table, or the host has disqualified one."""

    table: int
    hand: int
    stacks: dict[str, int]
    """The chips of each at the start of the hand."""
    at: int
    why: str = ""
    """Why a player is disqualified; "" for players without chips."""


Chips = Literal["rebuy", "addon"]


class Bought(TournamentLine, frozen=True, tag="bought"):
    """A player has bought chips between two hands, after `hand` hands of its table; it now has `chips`."""

    key: str
    what: Chips
    chips: int
    hand: int
    at: int


class Wished(TournamentLine, frozen=True, tag="wished"):
    """A player in a hand wants to buy chips after it."""

    key: str
    what: Chips
    at: int


class Declined(TournamentLine, frozen=True, tag="declined"):
    """A player could not buy what it had wished for, because that was not possible any more."""

    key: str
    what: Chips
    why: str
    at: int


class LateEntries(TournamentLine, frozen=True, tag="late entries"):
    """The host has said until which level players may enter late."""

    levels: int
    at: int
    why: str = ""


class Level(TournamentLine, frozen=True, tag="level"):
    """Another stage begins: `hands` has the number of hands that each table had played by then."""

    number: int
    at: int
    hands: dict[int, int] = {}


class Clock(TournamentLine, frozen=True, tag="clock"):
    """The clock of the levels is stopped, runs again, or is set: `spent_ms` of the stage are over."""

    runs: bool
    spent_ms: int
    at: int
    why: str = ""


class Round(TournamentLine, frozen=True, tag="round"):
    """Hand for hand: all tables begin one hand. `hands` has the number of hands that each had played by then."""

    number: int
    hands: dict[int, int]
    at: int


class Deal(TournamentLine, frozen=True, tag="deal"):
    """The players that are left share the prizes by what their chips are worth (ICM), and the tournament is over."""

    stacks: dict[str, int]
    prizes: dict[str, int]
    at: int


class Ended(TournamentLine, frozen=True, tag="ended"):
    """The tournament is over: one player has all chips, the players have made a deal, or it is cancelled."""

    at: int
    cancelled: bool = False
    why: str = ""


Lines = (
    Registered
    | Unregistered
    | Started
    | Opened
    | Seated
    | Moved
    | Broken
    | Replaced
    | Final
    | Out
    | Bought
    | Wished
    | Declined
    | LateEntries
    | Level
    | Clock
    | Round
    | Deal
    | Ended
)

"""What messages tell that no rule knows: names of things, people, time, and what was promised of the shuffle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

SEED_BITS = 53
"""As many bits as a number in JSON keeps everywhere."""


class Seated(msgspec.Struct, frozen=True):
    """Who sits in a seat. The id stays with a player wherever it sits; the name is for people."""

    seat: int
    id: str
    name: str
    connected: bool = True


class Balance(NamedTuple):
    """The tokens that a player has, and by how many the match has changed them."""

    tokens: int
    delta: int


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """All that a table knows beside its match. `msgspec.structs.replace` makes the next one."""

    table_id: str = "local"
    match_id: str = ""
    hand_id: str = ""
    """The hand that is played, or was played last, …"""
    hand_number: int = 0
    """… and the how-manyth of the match it is, from 1."""
    players: Sequence[Seated] = ()
    move_time_ms: int = 0
    """How long a decision may take at this table, …"""
    starting_stack: int = 0
    """… and what a player begins with."""
    asked_before: int = 0
    """What is added to the number of a decision: a table of several matches gives every number once."""
    time_ms: int = 0
    """What is left of the time for the decision that is owed now."""
    deadline_ms: int = 0
    """When that time is up, in milliseconds since 1970."""
    unread: bool = False
    """Whether the client that speaks cannot have read the open question yet."""
    commitment: str = ""
    """The root of this hand's shuffle, in hexadecimal digits."""
    next_commitment: str = ""
    """The hash of the next hand's secret."""
    history: Sequence[Any] = ()
    """What happened in the hand so far, as it was sent: for programs that keep nothing, or have begun anew."""
    balances: Mapping[int, Balance] = {}
    """The accounts of those who have one, by seat, once the match is settled."""
    god_view: int = 0
    """After how many more hands the host may see every card of a hand; 0: never."""
    event: str = ""
    """The event that a match is part of: others follow it."""

    @property
    def seed(self) -> int:
        """The leading bits of the commitment: a number that tells nothing of the cards."""
        digits = self.commitment[: SEED_BITS // 4 + 1]
        return int(digits, 16) >> (4 * len(digits) - SEED_BITS) if len(digits) * 4 >= SEED_BITS else 0

    def player(self, seat: int) -> Seated:
        """Who sits in a seat; somebody without a name if nobody was named."""
        players = self.players
        if seat < len(players) and players[seat].seat == seat:  # as at a full table
            return players[seat]
        for player in players:
            if player.seat == seat:
                return player
        return Seated(seat, "", f"seat {seat}", False)

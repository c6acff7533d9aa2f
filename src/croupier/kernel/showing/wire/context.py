"""What messages tell that rules do not know: ids, players, time, and the commitments of the shuffle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

SEED_BITS = 53
"""The number of bits that every JSON reader keeps exactly in a number."""


class Seated(msgspec.Struct, frozen=True):
    """The player in a seat. The id stays with the player in every seat; the name is for people."""

    seat: int
    id: str
    name: str
    connected: bool = True


class Balance(NamedTuple):
    """A player's tokens, and by how much the match has changed them."""

    tokens: int
    delta: int


class SignedHead(NamedTuple):
    """The head of a match's chain, with its signature, in hexadecimal digits; "" where the match is not signed."""

    head: str = ""
    signature: str = ""


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a table knows beyond its match. `msgspec.structs.replace` makes the next context."""

    table_id: str = "local"
    match_id: str = ""
    hand_id: str = ""
    """The hand in play, or else the last one."""
    hand_number: int = 0
    """The number of that hand in the match, from 1."""
    players: Sequence[Seated] = ()
    strangers: int = 0
    """The mask of the seats whose players have sat down in this hand: they see of it what spectators see."""
    move_time_ms: int = 0
    """How long a decision may take at this table."""
    starting_stack: int = 0
    """The chips that a player begins with."""
    asked_before: int = 0
    """Added to the number of a decision, so that no number is used twice at a table of several matches."""
    time_ms: int = 0
    """The time left for the decision that is owed now."""
    deadline_ms: int = 0
    """When that time runs out, in milliseconds since 1970."""
    unread: bool = False
    """Whether the client that sent a message cannot have read the open question yet."""
    commitment: str = ""
    """The root of this hand's shuffle, in hexadecimal digits."""
    next_commitment: str = ""
    """The hash of the next hand's secret."""
    history: Sequence[Any] = ()
    """The messages about the hand so far, for programs that keep no state or were restarted."""
    balances: Mapping[int, Balance] = {}
    """The accounts of players that have one, by seat, once the match is settled."""
    god_view: int = 0
    """After how many more hands the host may see every card of a hand; 0 for never."""
    event: str = ""
    """The event that a match is part of."""
    hints: bool = False
    """Whether players may ask for hints."""
    rabbit: bool = False
    """Whether players may ask for the cards that would have come."""
    key: str = ""
    """The public key of the arena's signatures; "" if it signs nothing."""
    hand_signed: SignedHead = SignedHead()
    """The head of the chain after the last hand."""
    match_signed: SignedHead = SignedHead()
    """The head after the end of the match."""

    @property
    def seed(self) -> int:
        """The leading bits of the commitment: a number that reveals nothing about the cards."""
        digits = self.commitment[: SEED_BITS // 4 + 1]
        return int(digits, 16) >> (4 * len(digits) - SEED_BITS) if len(digits) * 4 >= SEED_BITS else 0

    def player(self, seat: int) -> Seated:
        """The player in a seat; one without a name if the seat has none."""
        players = self.players
        if seat < len(players) and players[seat].seat == seat:  # the usual case: every seat is taken
            return players[seat]
        for player in players:
            if player.seat == seat:
                return player
        return Seated(seat, "", f"seat {seat}", False)

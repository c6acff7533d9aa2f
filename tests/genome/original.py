"""The betting round of the original design, after its pseudo-code: a reference for ours.

Two of its gaps are closed by our rules: a player who puts in the last chip is all-in, and a round in which no player
can act any more is over even if the bets are unequal.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Player:
    """One seat."""

    chips: int
    current_bet: int = 0
    has_folded: bool = False
    is_all_in: bool = False

    @property
    def can_act(self) -> bool:
        return not self.has_folded and not self.is_all_in and self.chips > 0


@dataclass
class Round:
    """One betting round after another, with one pot."""

    players: list[Player]
    min_bet: int = 0
    max_raises: int = 0
    pot: int = 0
    current_bet: int = 0
    raise_count: int = 0
    needs_to_act: list[bool] = field(default_factory=list)
    seat: int = 0

    def open(self, min_bet: int, max_raises: int, start: int) -> None:
        """Start a round with its own parameters."""
        self.min_bet, self.max_raises, self.current_bet, self.raise_count = min_bet, max_raises, 0, 0
        for player in self.players:
            player.current_bet = 0
        self.needs_to_act = [player.can_act for player in self.players]
        self.seat = start

    def actor(self) -> int | None:
        """The seat that acts next; None once the round is over."""
        if sum(not player.has_folded for player in self.players) <= 1:
            return None
        if not any(self.needs_to_act):
            return None
        while not self.needs_to_act[self.seat]:
            self.seat = (self.seat + 1) % len(self.players)
        return self.seat

    def moves(self, seat: int) -> list[str]:
        """The legal moves of a seat."""
        player = self.players[seat]
        to_call = self.current_bet - player.current_bet
        if to_call == 0:
            return ["CHECK", "BET" if player.chips >= self.min_bet else "ALL_IN"]
        if player.chips < to_call:
            return ["ALL_IN", "FOLD"]
        raises = player.chips >= to_call + self.min_bet and self.raise_count < self.max_raises
        return ["CALL", "RAISE", "FOLD"] if raises else ["CALL", "FOLD"]

    def apply(self, seat: int, move: str) -> None:
        """Make a move, and note the seats that have to act again."""
        player, before = self.players[seat], self.current_bet
        to_call = before - player.current_bet
        if move == "FOLD":
            player.has_folded = True
        else:
            amounts = {"CHECK": 0, "BET": self.min_bet, "CALL": to_call, "RAISE": to_call + self.min_bet}
            amount = amounts.get(move, player.chips)
            player.chips -= amount
            player.current_bet += amount
            self.pot += amount
            player.is_all_in = player.chips == 0
        self.current_bet = max(before, player.current_bet)
        self.raise_count += move == "RAISE"
        if self.current_bet > before:
            self.needs_to_act = [player.can_act for player in self.players]
        self.needs_to_act[seat] = False
        self.seat = (seat + 1) % len(self.players)

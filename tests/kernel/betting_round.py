"""A betting round to try rules on, seat by seat."""

from __future__ import annotations

from croupier.kernel.vocabulary.betting import (
    Betting,
    call,
    fold,
    open_hand,
    open_street,
    pass_action,
    raise_to,
)
from croupier.kernel.vocabulary.turns import NOBODY, all_seats


class Round:
    """A betting round in progress."""

    def __init__(self, *stacks: int, unit: int = 20, **options: int) -> None:
        self.b = Betting()
        self.b.seats = len(stacks)
        self.b.stack[: len(stacks)] = stacks
        for name, value in options.items():
            setattr(self.b, name, value)
        open_hand(self.b, all_seats(len(stacks)))
        open_street(self.b, unit)
        self.ask_everybody()

    def ask_everybody(self, after: int = NOBODY) -> None:
        """Make every seat with chips owe an answer, the seat after a given one first."""
        self.b.owes = self.b.able
        pass_action(self.b, after)

    @property
    def actor(self) -> int:
        return self.b.actor

    @property
    def bets(self) -> list[int]:
        return self.b.bet[: self.b.seats]

    @property
    def stacks(self) -> list[int]:
        return self.b.stack[: self.b.seats]

    def call(self) -> None:
        seat = self.actor
        call(self.b, seat)
        pass_action(self.b, seat)

    def raise_to(self, *totals: int) -> None:
        """Make the seats in turn raise to these totals."""
        for total in totals:
            seat = self.actor
            raise_to(self.b, seat, total)
            pass_action(self.b, seat)

    def fold(self) -> None:
        seat = self.actor
        fold(self.b, seat)
        pass_action(self.b, seat)

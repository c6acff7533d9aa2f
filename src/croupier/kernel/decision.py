"""Moves and decisions as values: what an actor may do, and what it does."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from . import menu as menus
from .errors import IllegalAction
from .traces import Backlog


class Move(msgspec.Struct, frozen=True, omit_defaults=True, array_like=True):
    """An action as a value: a kind, and the amount or the cards that the kind takes."""

    kind: int
    amount: int = 0
    cards: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """How many cards it names."""
        return len(self.cards)


class Option(NamedTuple):
    """One line of a decision: a kind of action with its amounts (low to high by step) or its choice of cards."""

    kind: int
    name: str
    low: int = 0
    high: int = 0
    step: int = 0
    zone: int = menus.NO_ZONE
    fewest: int = 0
    most: int = 0
    ordered: bool = False
    cards: tuple[int, ...] = ()
    aside: bool = False
    gaps: bool = False

    def nearest(self, amount: int) -> int:
        """The amount it takes that is nearest to a wanted one; 0 if it takes none."""
        if not self.step:
            return 0
        within = max(self.low, min(amount, self.high))
        return within - (within - self.low) % self.step


class Decision:
    """What an actor may do now, what the clock plays for it, and how long it has."""

    __slots__ = ("_traced", "default", "limit_ms", "options", "seat", "shared_clock")

    def __init__(
        self,
        seat: int,
        options: tuple[Option, ...],
        default: int,
        limit_ms: int,
        shared_clock: bool,
        traced: int | Backlog = 0,
    ) -> None:
        self.seat = seat
        self.options = options
        self.default = default
        self.limit_ms = limit_ms
        self.shared_clock = shared_clock
        self._traced = traced

    @property
    def trace(self) -> int:
        """The key of the seat's information set: all that it has been told, as one number. 0 for house and clock."""
        if isinstance(self._traced, Backlog):
            self._traced = self._traced.folded(self.seat)
        return self._traced

    def _values(self) -> tuple[Any, ...]:
        return self.seat, self.options, self.default, self.limit_ms, self.shared_clock, self.trace

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decision) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        return f"Decision{self._values()}"

    def option(self, kind: int) -> Option | None:
        """The option of a kind, if it is offered."""
        for option in self.options:
            if option.kind == kind:
                return option
        return None

    @property
    def legal(self) -> tuple[str, ...]:
        """The names of everything that may be done, such as ("FOLD", "CALL", "RAISE_TO")."""
        return tuple([option.name for option in self.options])

    def named(self, name: str) -> Option | None:
        """The option of a name, if it is offered."""
        for option in self.options:
            if option.name == name:
                return option
        return None

    def move(self, name: str, amount: int = 0, cards: tuple[int, ...] = ()) -> Move:
        """The move of a name. Refuses a name that is not offered; amounts and cards are judged where it is made."""
        option = self.named(name)
        if option is None:
            raise IllegalAction(f"{name} is not possible now. Legal: {', '.join(self.legal) or 'nothing'}.")
        return Move(option.kind, amount, cards)

    @property
    def owed(self) -> tuple[Option, ...]:
        """The options that answer the decision: all but the asides."""
        return tuple([option for option in self.options if not option.aside])

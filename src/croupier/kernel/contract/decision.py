"""Moves and decisions as values: what an actor may do, and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ..errors import IllegalAction
from ..vocabulary.cards import UNKNOWN
from ..vocabulary.events import Emitted
from ..vocabulary.menu import (
    ALLOWED,
    CARD_NOT_OFFERED,
    CARD_TWICE,
    DRAWN,
    GAP,
    NO_ZONE,
    NOT_OFFERED,
    NOT_WHOLE,
    TOO_FEW_CARDS,
    TOO_MANY_CARDS,
    judge_amount,
)
from .traces import folded


class Move(msgspec.Struct, frozen=True, omit_defaults=True, array_like=True):
    """An action as a value: a kind, and the amount or the cards that the kind takes."""

    kind: int
    amount: int = 0
    cards: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """How many cards it names."""
        return len(self.cards)


class Option(msgspec.Struct, frozen=True):
    """One line of a decision: a kind of action with its amounts (low to high by step) or its choice of cards."""

    kind: int
    name: str
    low: int = 0
    high: int = 0
    step: int = 0
    zone: int = NO_ZONE
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


class Decision(msgspec.Struct, eq=False):
    """What an actor may do now, what the clock plays for it, and how long it has."""

    seat: int
    options: tuple[Option, ...]
    default: int
    limit_ms: int
    shared_clock: bool
    _trace: int = 0
    """The seat's trace, but for what it was told since: the first `_count` of `_told`, which may have grown."""
    _told: Emitted | tuple[()] = ()
    _count: int = 0

    @property
    def trace(self) -> int:
        """The key of the seat's information set: all that it has been told, as one number. 0 for house and clock."""
        if self._count:
            self._trace = folded(self._trace, [*self._told[: self._count]], self.seat)
            self._told, self._count = (), 0
        return self._trace

    def sealed(self) -> Decision:
        """Itself, for a bot: the trace worked out, and nothing left of what others were told."""
        self.trace  # noqa: B018 - it is worked out when it is asked for
        self._told = ()
        return self

    def _values(self) -> tuple[Any, ...]:
        return self.seat, self.options, self.default, self.limit_ms, self.shared_clock, self.trace

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decision) and self._values() == other._values()

    def __ne__(self, other: object) -> bool:
        return not self == other  # a Struct has its own, which knows nothing of this

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


def judge(options: Sequence[Option], move: Move) -> int:
    """ALLOWED if one of the options takes the move, else why not: the codes of `menu.allows`."""
    try:
        kind, amount, cards = move.kind, move.amount, move.cards
    except AttributeError:
        raise IllegalAction(f"A move is a Move, such as decision.move('CALL'); not {move!r}.") from None
    if type(kind) is not int or type(amount) is not int:
        return NOT_WHOLE
    for option in options:
        if option.kind == kind:
            if (amount or option.step) and (code := judge_amount(option.low, option.high, option.step, amount)):
                return code
            return _judge_cards(option, cards) if cards or option.most else ALLOWED
    return NOT_OFFERED


def _judge_cards(option: Option, cards: tuple[int, ...]) -> int:
    if set(map(type, cards)) - {int}:
        return NOT_WHOLE
    if len(cards) > option.most:
        return TOO_MANY_CARDS
    if len(cards) < option.fewest:
        return TOO_FEW_CARDS
    if option.kind == DRAWN:
        return ALLOWED
    named = [card for card in cards if card != GAP] if option.gaps else cards
    if not set(option.cards).issuperset(named):
        return CARD_NOT_OFFERED
    return CARD_TWICE if len(set(named)) < len(named) else ALLOWED


def judge_draw(options: Sequence[Option], move: Move, table: Any) -> int:
    """Whether the drawn cards lie in the pool that the house was asked to draw from; UNKNOWN ones always do."""
    cards = move.cards
    if not cards:
        return ALLOWED
    zone, pool = table.cards.zone, next(option.zone for option in options if option.kind == DRAWN)
    if min(cards) >= 0 and max(cards) < len(zone) and set(map(zone.__getitem__, cards)) == {pool}:
        return ALLOWED if len(set(cards)) == len(cards) else CARD_TWICE
    for card in cards:
        if card != UNKNOWN and (card < 0 or card >= len(zone) or zone[card] != pool):
            return CARD_NOT_OFFERED
    return CARD_TWICE if any(card != UNKNOWN and cards.count(card) > 1 for card in cards) else ALLOWED

"""Moves and decisions as values: what an actor may do, and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ..errors import IllegalAction
from ..vocabulary.cards import UNKNOWN
from ..vocabulary.menu import (
    ALLOWED,
    CARD_NOT_OFFERED,
    CARD_TWICE,
    DRAWN,
    NO_ZONE,
    NOT_OFFERED,
    NOT_WHOLE,
    judge_amount,
    judge_cards,
    judge_count,
)


class Move(msgspec.Struct, frozen=True, omit_defaults=True, array_like=True):
    """An action as a value: a kind, and the amount or the cards that the kind takes."""

    kind: int
    amount: int = 0
    cards: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """How many cards the move names."""
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
    unlisted: bool = False
    """Whether the option is accepted although lists of legal options leave it out."""

    def nearest(self, amount: int) -> int:
        """The legal amount nearest to a wanted one, rounded down to a step; 0 if the option takes no amount."""
        if not self.step:
            return 0
        within = max(self.low, min(amount, self.high))
        return within - (within - self.low) % self.step


class Decision(msgspec.Struct, frozen=True):
    """What an actor may do now, which option the clock plays for it, and how long it has."""

    seat: int
    options: tuple[Option, ...]
    default: int
    limit_ms: int
    shared_clock: bool
    """Whether several seats may owe a decision at once, by one clock: then no seat is told which others still do."""
    number: int = 0
    """How many questions the seat has been asked so far, this one included. An aside does not change it. An answer that
    names an earlier number is late. House and clock have no numbers."""

    def option(self, kind: int) -> Option | None:
        """The option of a kind, or None if it is not offered."""
        for option in self.options:
            if option.kind == kind:
                return option
        return None

    @property
    def listed(self) -> tuple[Option, ...]:
        """The list of what is legal: all options except the unlisted ones, which are accepted all the same.

        Every place that shows what is legal takes it from here: `owed` and `asides` are its two parts, `legal` has its
        names, and `Game.legal` has it in words.
        """
        return tuple([option for option in self.options if not option.unlisted])

    @property
    def owed(self) -> tuple[Option, ...]:
        """The listed options that answer the decision."""
        return tuple([option for option in self.listed if not option.aside])

    @property
    def asides(self) -> tuple[Option, ...]:
        """The listed options that may be taken in addition to an answer."""
        return tuple([option for option in self.listed if option.aside])

    @property
    def legal(self) -> tuple[str, ...]:
        """The names of the listed options, such as ("FOLD", "CALL", "RAISE_TO")."""
        return tuple([option.name for option in self.listed])

    def named(self, name: str) -> Option | None:
        """The option of a name, or None if it is not offered."""
        for option in self.options:
            if option.name == name:
                return option
        return None

    def move(self, name: str, amount: int = 0, cards: tuple[int, ...] = ()) -> Move:
        """The move of a name; IllegalAction if it is not offered. Amounts and cards are checked when it is made."""
        option = self.named(name)
        if option is None:
            raise IllegalAction(f"{name} is not possible now. Legal: {', '.join(self.legal) or 'nothing'}.")
        return Move(option.kind, amount, cards)


def judge(options: Sequence[Option], move: Move) -> int:
    """ALLOWED if one of the options takes the move, else the reason: one of the codes of `menu.allows`."""
    try:
        kind, amount, cards = move.kind, move.amount, move.cards
    except AttributeError:
        raise IllegalAction(f"A move is a Move, such as decision.move('CALL'); not {move!r}.") from None
    if type(kind) is not int or type(amount) is not int or (cards and set(map(type, cards)) != {int}):
        return NOT_WHOLE
    for option in options:
        if option.kind == kind:
            code = judge_amount(option.low, option.high, option.step, amount)
            return _judge_cards(option, cards) if code == ALLOWED and (cards or option.most) else code
    return NOT_OFFERED


def _judge_cards(option: Option, cards: tuple[int, ...]) -> int:
    if option.kind == DRAWN:
        return judge_count(option.fewest, option.most, len(cards))
    offered = option.cards
    return judge_cards(option.fewest, option.most, option.gaps, offered, 0, len(offered), cards, len(cards))


def judge_draw(options: Sequence[Option], move: Move, table: Any) -> int:
    """ALLOWED if the drawn cards lie in the pool of the draw, else the reason; UNKNOWN cards always do."""
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

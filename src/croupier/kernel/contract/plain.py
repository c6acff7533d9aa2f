"""The plain speed: a game's core as a driver in plain Python calls it, step by step.

Rules produce two outputs: what they tell (`events.emit`, `attach`) and what they offer (`menu.offer` and similar).
Compiled, both fill arrays. In plain Python that would be twice the work, so here the same functions make the values
that a driver gets, rows and options. The rules themselves run unchanged.
"""

# ruff: noqa: F821 - `bind` gives the declared names their values
from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

import msgspec
from msgspec.structs import force_setattr

from ..errors import Fault
from ..language.jit import bind, is_rule, names_used, rule
from ..vocabulary import menu
from ..vocabulary.events import Emitted, attach, emit, heard, open_to
from ..vocabulary.menu import Action
from ..vocabulary.turns import NOBODY
from .decision import Option


class Offers(msgspec.Struct):
    """The plain counterpart of `Menu`: collects options for drivers that read options.

    A game's menu goes through the rules of `menu.py`, and sets `default`, `limit_ms` and `shared_clock`.
    """

    options: list[Option] = []
    default: int = -1
    limit_ms: int = 0
    shared_clock: int = 0
    drawer: int = NOBODY

    @property
    def count(self) -> int:
        """How many options there are so far."""
        return len(self.options)


class PlainCore(msgspec.Struct, frozen=True):
    """What a driver calls: `begin(t, told)`, `owing(t)`, `menu(t, seat, offers)`, `act(t, told, seat, move)`.

    `begin` and `act` return the first fault, or 0.
    """

    begin: Callable[..., int]
    owing: Callable[..., int]
    menu: Callable[..., None]
    act: Callable[..., int]


begin: Callable[..., None]
act: Callable[..., None]
table_fault: Callable[..., int]


@rule
def begin_checked(t: Any, out: Any) -> int:
    """Begin a match; returns the fault of the rules, or 0."""
    begin(t, out)
    return table_fault(t)


@rule
def act_checked(t: Any, out: Any, seat: int, a: Action) -> int:
    """Make a move; returns the fault of the rules, or 0."""
    act(t, out, seat, a)
    return table_fault(t)


@rule
def fault_with_cards(t: Any) -> int:
    """The first fault of a table with a ledger."""
    return int(t.fault) if t.fault else int(t.cards.fault)


@rule
def fault_without_cards(t: Any) -> int:
    """The fault of a table without a ledger."""
    return int(t.fault)


def fault_of_table(has_cards: bool) -> Callable[[Any], int]:
    """The rule that finds the fault of a game's table."""
    return fault_with_cards if has_cards else fault_without_cards


def plain_core(core: Any, kinds: Mapping[int, str], has_cards: bool) -> PlainCore:
    """A game's core for plain Python: its rules unchanged, except that the output functions make values."""
    names = {
        "NAMES": kinds,
        "BARE": {kind: Option(kind, name) for kind, name in kinds.items()},
        "ASIDE": {kind: Option(kind, name, aside=True) for kind, name in kinds.items()},
        "UNLISTED": {kind: Option(kind, name, unlisted=True) for kind, name in kinds.items()},
    }
    copies: dict[Any, FunctionType] = {outlet: _renamed(stand_in, names) for outlet, stand_in in OUTLETS.items()}

    def copy(rule: Any) -> FunctionType:
        """A copy of a rule that calls copies of the rules that it used, down to the output functions."""
        if rule not in copies:
            copies[rule] = _renamed(rule, {name: copy(called) for name, called in names_used(rule) if is_rule(called)})
        return copies[rule]

    table_fault = fault_of_table(has_cards)
    begun = bind(begin_checked, begin=rule(core.begin), table_fault=table_fault)
    acted = bind(act_checked, act=rule(core.act), table_fault=table_fault)
    return PlainCore(copy(begun), copy(core.owing), copy(core.menu), copy(acted))


def _renamed(function: FunctionType, names: Mapping[str, Any]) -> FunctionType:
    """A copy of a function in which some global names have other values."""
    scope = {**function.__globals__, **names}
    return FunctionType(function.__code__, scope, function.__name__, function.__defaults__, function.__closure__)


NAMES: Mapping[int, str]
BARE: Mapping[int, Option]
ASIDE: Mapping[int, Option]
UNLISTED: Mapping[int, Option]


def _open_to(out: Emitted, seats: int) -> None:
    pass


def _heard(out: Emitted) -> bool:
    return True


def _emit(out: Emitted, kind: int, audience: int, seat: int, amount: int) -> None:
    out.append((kind, audience, seat, amount))


def _attach(out: Emitted, audience: int, card: int) -> None:
    out.append(card)


def _offer(m: Offers, kind: int) -> None:
    m.options.append(BARE[kind])


def _offer_aside(m: Offers, kind: int) -> None:
    m.options.append(ASIDE[kind])


def _offer_unlisted(m: Offers, kind: int) -> None:
    m.options.append(UNLISTED[kind])


def _offer_amount(m: Offers, kind: int, low: int, high: int, step: int) -> None:
    m.options.append(Option(kind, NAMES[kind], low, high, step))


def _offer_cards(m: Offers, kind: int, zone: int, fewest: int, most: int, ordered: int) -> None:
    if most > menu.CARDS_PER_ACTION:
        raise Fault(f"{NAMES[kind]} would take {most} cards: the menu ran out of room")
    m.options.append(Option(kind, NAMES[kind], 0, 0, 0, zone, fewest, most, ordered != 0))


def _candidate(m: Offers, card: int) -> None:
    force_setattr(m.options[-1], "cards", (*m.options[-1].cards, card))


def _allow_gaps(m: Offers) -> None:
    force_setattr(m.options[-1], "gaps", True)
    force_setattr(m.options[-1], "ordered", True)


def _set_aside(m: Offers) -> None:
    last = m.options.pop()
    m.options.append(msgspec.structs.replace(last, aside=True))


def _set_unlisted(m: Offers) -> None:
    last = m.options.pop()
    m.options.append(msgspec.structs.replace(last, unlisted=True))


OUTLETS: Mapping[Any, Any] = {
    open_to: _open_to,
    heard: _heard,
    emit: _emit,
    attach: _attach,
    menu.offer: _offer,
    menu.offer_aside: _offer_aside,
    menu.offer_unlisted: _offer_unlisted,
    menu.offer_amount: _offer_amount,
    menu.offer_cards: _offer_cards,
    menu.candidate: _candidate,
    menu.allow_gaps: _allow_gaps,
    menu.set_aside: _set_aside,
    menu.set_unlisted: _set_unlisted,
}

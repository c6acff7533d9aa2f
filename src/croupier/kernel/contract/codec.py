"""Conversion between a `Menu` and `Option`s: the one module that knows both forms.

Compiled rules fill a `Menu`; Python reads `Option`s. Between the two a menu is packed into few integers, so that a
driver that halts between two calls copies little, and recognises a menu that it has seen by its bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..language.jit import rule
from ..vocabulary.menu import (
    CANDIDATES,
    NO_ZONE,
    OPTIONS,
    Menu,
    allow_gaps,
    candidate,
    clear,
    offer,
    offer_amount,
    offer_cards,
    set_aside,
    set_unlisted,
)
from .decision import Decision, Option

PACKED = 4 + OPTIONS * 11 + CANDIDATES
"""The most integers that a packed menu takes."""


class Offered(NamedTuple):
    """A menu as Python reads it: a decision without its seat."""

    options: tuple[Option, ...]
    default: int
    limit_ms: int
    shared_clock: bool


@rule
def pack(m: Menu, packed: Any) -> int:
    """Write a menu into `packed` in as few integers as possible; returns how many."""
    packed[0] = m.default
    packed[1] = m.limit_ms
    packed[2] = m.shared_clock
    packed[3] = m.unlisted
    at = 4
    for i in range(m.count):
        packed[at] = m.kind[i]
        packed[at + 1] = m.aside[i]
        packed[at + 2] = m.step[i]
        packed[at + 3] = m.most[i]
        at += 4
        if m.step[i]:
            packed[at] = m.low[i]
            packed[at + 1] = m.high[i]
            at += 2
        if m.most[i]:
            packed[at] = m.zone[i]
            packed[at + 1] = m.fewest[i]
            packed[at + 2] = m.ordered[i]
            packed[at + 3] = m.gaps[i]
            packed[at + 4] = m.choices[i]
            at += 5
            for j in range(m.choices[i]):
                packed[at + j] = m.candidate[m.first[i] + j]
            at += m.choices[i]
    return at


def unpack(packed: list[int], kinds: Mapping[int, str]) -> Offered:
    """A packed menu as options; `kinds` maps kinds of action to their names."""
    options = list[Option]()
    at = 4
    while at < len(packed):
        kind, aside, step, most = packed[at : at + 4]
        at += 4
        low = high = fewest = ordered = gaps = 0
        zone = NO_ZONE
        cards: tuple[int, ...] = ()
        if step:
            low, high = packed[at : at + 2]
            at += 2
        if most:
            zone, fewest, ordered, gaps, choices = packed[at : at + 5]
            cards = tuple(packed[at + 5 : at + 5 + choices])
            at += 5 + choices
        flags = aside != 0, gaps != 0, packed[3] >> len(options) & 1 != 0
        options.append(Option(kind, kinds[kind], low, high, step, zone, fewest, most, ordered != 0, cards, *flags))
    return Offered(tuple(options), packed[0], packed[1], packed[2] != 0)


def read_menu(m: Menu, kinds: Mapping[int, str]) -> Offered:
    """A menu that plain rules have filled, as options."""
    packed = [0] * PACKED
    return unpack(packed[: pack(m, packed)], kinds)


def fill_menu(m: Menu, decision: Decision) -> None:
    """Write a decision into a menu, for policies: they are rules and read menus."""
    clear(m)
    for option in decision.options:
        if option.step:
            offer_amount(m, option.kind, option.low, option.high, option.step)
        elif option.most:
            offer_cards(m, option.kind, option.zone, option.fewest, option.most, int(option.ordered))
            if option.gaps:
                allow_gaps(m)
            for card in option.cards:
                candidate(m, card)
        else:
            offer(m, option.kind)
        if option.unlisted:
            set_unlisted(m)
        if option.aside:
            set_aside(m)
    m.default, m.limit_ms, m.shared_clock = decision.default, decision.limit_ms, int(decision.shared_clock)

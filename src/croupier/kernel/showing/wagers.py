"""Bets as tables show them, for every game in which chips are bet: what a button says and what it costs, presets, pots.

Games name their options alike: FOLD, CHECK, CALL, BET, RAISE, RAISE_TO, ALL_IN. Amounts are totals of the round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ..vocabulary.betting import Betting
from ..vocabulary.pots import Pots, build_pots
from .scene import ROW, Choice, Pot, Preset, Zone

ALL_YOU_HAVE = "That is all you have."
CHECKING_IS_FREE = "Checking is free."


class Stakes(NamedTuple):
    """What a betting seat faces. Bets are counted in `unit`s; where bets have one size, a raise adds one unit."""

    to_call: int
    current_bet: int
    pot: int
    stack: int
    bet: int
    unit: int = 0

    @property
    def all_in(self) -> int:
        """The street total that takes the seat's last chip."""
        return self.bet + self.stack


def wager(choice: Choice, stakes: Stakes) -> Choice:
    """A choice of a betting round with its amounts in words, its presets, and the reason to ask for confirmation."""
    if choice.name == "FOLD":
        free = stakes.to_call == 0
        return replace(choice, key="f", costly=CHECKING_IS_FREE if free else "")
    if choice.name == "CALL":
        chips = min(stakes.to_call, stakes.stack)
        return replace(choice, words=f"Call {chips:,}", costly=ALL_YOU_HAVE if chips == stakes.stack else "")
    if choice.name == "ALL_IN":
        return replace(choice, words=f"All-in with {stakes.stack:,}", costly=ALL_YOU_HAVE)
    if choice.name in ("BET", "RAISE", "RAISE_TO"):
        return _raise(choice, stakes)
    return choice


def _raise(choice: Choice, stakes: Stakes) -> Choice:
    words = "Raise to" if stakes.current_bet else "Bet"
    if not choice.step:
        total = stakes.current_bet + stakes.unit
        costly = ALL_YOU_HAVE if total >= stakes.all_in else ""
        return replace(choice, words=f"{words} {total:,}", costly=costly)
    if choice.low == choice.high:
        words = f"{words} {choice.low:,}"
    reaches = choice.high >= stakes.all_in
    costly, costly_from = (ALL_YOU_HAVE, stakes.all_in) if reaches else ("", 0)
    return replace(
        choice,
        words=words,
        stride=stakes.unit if stakes.unit > choice.step else 0,
        presets=presets(choice, stakes),
        costly=costly,
        costly_from=costly_from,
    )


def price_in_words(cost: int, pot: int) -> str:
    """What a call costs, and the share of the pot, which has the call in it, from which it pays."""
    return f"A call costs {cost:,}, for a pot of {pot:,} with it: it pays if the hand wins {cost / pot:.0%} or more."


def presets(choice: Choice, stakes: Stakes) -> tuple[Preset, ...]:
    """Named amounts: the least, half the pot and the pot, counted after calling, and the whole stack. An amount that is
    out of bounds or equal to another is left out."""
    if choice.low == choice.high:
        return ()
    called = stakes.pot + stakes.to_call
    named = {
        stakes.current_bet + called // 2: "half pot",
        stakes.current_bet + called: "pot",
        choice.low: "min",
        choice.high: "all-in" if choice.high == stakes.all_in else "max",
    }
    taken = {amount - (amount - choice.low) % choice.step: label for amount, label in named.items()}
    return tuple(Preset(label=taken[at], amount=at) for at in sorted(taken) if choice.low <= at <= choice.high)


def pots_of(
    seats: int, live: int, stack: Sequence[int], total: Sequence[int], dead: Sequence[int] = ()
) -> tuple[Pot, ...]:
    """The main pot and the side pots as they stand, bets of this round included, and the seats that can win each."""
    if not any(total):
        return ()
    b, built = Betting(), Pots()
    b.seats, b.live = seats, live
    b.total[: len(total)] = total
    b.dead[: len(dead)] = dead
    b.able = sum(1 << seat for seat in range(seats) if live >> seat & 1 and stack[seat])
    build_pots(b, built)
    return tuple(
        Pot(
            chips=built.amount[at],
            label="" if built.count == 1 else f"side pot {at}" if at else "main pot",
            seats=tuple(seat for seat in range(seats) if built.eligible[at] >> seat & 1),
        )
        for at in range(built.count)
    )


def in_play(zones: Sequence[Zone], live: int) -> tuple[Zone, ...]:
    """The zones of a hand without the cards of seats that have folded, except cards that the viewer knows."""
    return tuple(
        zone
        for zone in zones
        if zone.owner < 0 or zone.lies != ROW or live >> zone.owner & 1 or any(card.name for card in zone.cards)
    )

"""The seats of the blinds in the next hand, the worst open seat, and newcomers that have to wait.

The rules of hold'em place button and blinds (`croupier.games.holdem.positions`, with the dead button): nothing here
places them a second time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from croupier.games.holdem.positions import take_places
from croupier.games.holdem.records import DEAD_BUTTON, FREE, Table
from croupier.kernel.vocabulary.turns import arc, has

from .lines import Bank


class Felt(NamedTuple):
    """A table as it stands."""

    rests: bool
    """Whether it is between two hands, or before its first."""
    hand: int
    """The number of hands that it has begun."""
    button: int
    small_blind: int
    big_blind: int
    """The seats of the last hand, or of the one that is played; before the first, the button alone counts."""
    stacks: Mapping[str, int]
    """The chips of the players that have got theirs; during a hand, those at its start."""
    banks: Mapping[str, Bank] = MappingProxyType({})
    """The time banks of the players that sit there."""

    @property
    def played(self) -> int:
        """The number of hands that are over."""
        return self.hand if self.rests else self.hand - 1


class Places(NamedTuple):
    """The seats of the button and of the blinds."""

    button: int
    small_blind: int
    big_blind: int


def next_places(felt: Felt, taken: Iterable[int], seats: int) -> Places:
    """The button and the blinds of the next hand between the players in these seats."""
    t = Table()
    t.seats, t.hands = seats, felt.hand
    t.button, t.small_blind, t.big_blind = felt.button, felt.small_blind, felt.big_blind
    t.config.button_rule, t.config.entry = DEAD_BUTTON, FREE
    for seat in taken:
        t.betting.stack[seat] = 1
    take_places(t)
    return Places(t.button, t.small_blind, t.big_blind)


def by_big_blind(felt: Felt, among: Iterable[int], taken: Iterable[int], seats: int) -> list[int]:
    """Seats in the order in which the big blind comes to them, the seat that has it next first."""
    last = felt.big_blind if felt.hand else (next_places(felt, taken, seats).big_blind - 1) % seats
    return sorted(among, key=lambda seat: (seat - last - 1) % seats)


def worst_seat(felt: Felt, free: Iterable[int], taken: Iterable[int], seats: int) -> int:
    """The worst open position: the seat that will be big blind soonest, and never the next small blind unless no other
    seat is open. (The big blind of the last hand is the next small blind; counted from it, that seat comes last.)"""
    return by_big_blind(felt, free, taken, seats)[0]


def waits(felt: Felt, seat: int, given: Iterable[int], seats: int, *, balances: bool = False) -> bool:
    """Whether a newcomer's seat is not dealt in yet: between button and small blind it waits until the button has
    passed. A player who was moved to balance does not take the small blind either. `given` are the seats in play."""
    here = list(given)
    if not felt.hand or len(here) < 2:
        return False
    places = next_places(felt, here, seats)
    between = has(arc(places.button, places.small_blind), seat)
    return between and (balances or seat != places.small_blind)

"""The main pot and the side pots of a hand.

Contributions are split into layers, one for each amount at which a live seat is all-in. What folded seats put in above
the highest live seat joins the last pot: no chips are lost. Uncalled bets are returned before (`betting.uncalled`).
"""

from __future__ import annotations

from typing import Annotated

from ..language.jit import rule
from ..language.records import Record
from .betting import SEATS, Betting
from .turns import after, has, size


class Pots(Record):
    """The pots of a hand, main pot first: the chips in each, and the mask of the seats that can win it."""

    count: int
    amount: Annotated[list[int], SEATS]
    eligible: Annotated[list[int], SEATS]


@rule
def build_pots(b: Betting, pots: Pots) -> None:
    """Divide what has been put in among the main pot and the side pots.

    Every seat that is all-in closes a pot at its contribution; seats with chips behind can win all pots. Dead money
    goes into the main pot, which holds nothing else if a seat went all-in with dead money alone.
    """
    pots.count = 0
    dead = 0
    for seat in range(b.seats):
        dead += b.dead[seat]
    if dead > 0 and only_dead_money(b):
        open_pot(pots, b.live)
    done = 0
    all_in = b.live & ~b.able
    while True:
        level = 0
        for seat in range(b.seats):
            staked = at_stake(b, seat)
            if has(all_in, seat) and staked > done and (level == 0 or staked < level):
                level = staked
        if level == 0:
            break
        open_pot(pots, b.able)
        for seat in range(b.seats):
            staked = at_stake(b, seat)
            pots.amount[pots.count - 1] += max(0, min(staked, level) - done)
            if has(b.live, seat) and staked >= level:
                pots.eligible[pots.count - 1] |= 1 << seat
        done = level
    rest = 0
    for seat in range(b.seats):
        rest += max(0, at_stake(b, seat) - done)
    if pots.count == 0 or (rest > 0 and b.able):
        open_pot(pots, b.able)
    pots.amount[pots.count - 1] += rest
    pots.amount[0] += dead


@rule
def at_stake(b: Betting, seat: int) -> int:
    """What a seat has put in that others have to match: everything except its dead money."""
    return b.total[seat] - b.dead[seat]


@rule
def only_dead_money(b: Betting) -> bool:
    """Whether some seat is all-in with dead money alone: a big blind whose stack was just enough for the ante."""
    for seat in range(b.seats):
        if has(b.live & ~b.able, seat) and at_stake(b, seat) == 0:
            return True
    return False


@rule
def open_pot(pots: Pots, eligible: int) -> None:
    """Add an empty pot."""
    pots.amount[pots.count] = 0
    pots.eligible[pots.count] = eligible
    pots.count += 1


@rule
def share_of(amount: int, winners: int, seat: int, button: int, seats: int) -> int:
    """A winner's part of a pot: an equal share; odd chips go one each to the winners nearest to the button's left."""
    count = size(winners)
    if count == 1:
        return amount
    share = amount // count
    odd = amount - share * count
    other = button
    for _ in range(odd):
        other = after(winners, other)
        if other == seat:
            return share + 1
    return share


@rule
def best_of(standing: list[int], eligible: int, seats: int) -> int:
    """The seats with the highest standing among those that can win a pot; several if they tie."""
    best = 0
    winners = 0
    for seat in range(seats):
        if has(eligible, seat):
            if winners == 0 or standing[seat] > best:
                best = standing[seat]
                winners = 1 << seat
            elif standing[seat] == best:
                winners |= 1 << seat
    return winners

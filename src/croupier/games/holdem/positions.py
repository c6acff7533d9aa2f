"""Between hands: who is dealt in, where the button goes, and who owes which blind."""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.turns import after, first, has, size

from .records import DEAD_BUTTON, Table

MISSED_SMALL, MISSED_BIG = 1, 2


@rule
def players(t: Table) -> int:
    """The seats that would be dealt in: they have chips and do not sit out."""
    mask = 0
    for seat in range(t.seats):
        if t.betting.stack[seat] > 0 and not has(t.away, seat):
            mask |= 1 << seat
    return mask


@rule
def seat_the_blinds(t: Table) -> None:
    """Place the button and the blinds of the first hand: the button is where the config says."""
    t.button = t.config.button
    if not has(t.dealt, t.button):
        t.button = after(t.dealt, t.button)
    if size(t.dealt) == 2:
        t.small_blind = t.button
    else:
        t.small_blind = after(t.dealt, t.button)
    t.big_blind = after(t.dealt, t.small_blind)


@rule
def move_the_blinds(t: Table) -> None:
    """Move the button and the blinds for the next hand.

    Heads-up the button is the small blind, and nobody is big blind twice running (TDA 34). With more seats the button
    goes to the next seat that plays; or, by the dead-button rule, the big blind moves to the next seat that plays and
    the others follow it, onto empty seats too, so that nobody skips a big blind (TDA 32, 33).
    """
    last_small_blind = t.small_blind
    last_big_blind = t.big_blind
    if size(t.dealt) == 2:
        t.big_blind = after(t.dealt, last_big_blind)
        t.small_blind = first(t.dealt & ~(1 << t.big_blind))
        t.button = t.small_blind
    elif t.config.button_rule == DEAD_BUTTON:
        t.button = last_small_blind
        t.small_blind = last_big_blind
        t.big_blind = after(t.dealt, last_big_blind)
    else:
        t.button = after(t.dealt, t.button)
        t.small_blind = after(t.dealt, t.button)
        t.big_blind = after(t.dealt, t.small_blind)
    note_missed(t, last_small_blind, t.small_blind, MISSED_SMALL)
    note_missed(t, last_big_blind, t.big_blind, MISSED_BIG)


@rule
def note_missed(t: Table, last: int, now: int, blind: int) -> None:
    """Remember that a blind has passed the seats that sit out, from where it was last to where it is now."""
    seat = last
    while seat != now:
        seat += 1
        if seat >= t.seats:
            seat = 0
        if has(t.away, seat):
            t.missed[seat] |= blind

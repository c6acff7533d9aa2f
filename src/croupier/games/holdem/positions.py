"""The seats that are dealt in, the places of the button and the blinds, and the seats that a blind has passed."""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.turns import after, arc, before, first, has, size

from .buy_ins import to_put_on
from .records import DEAD_BUTTON, DEAD_SMALL, FREE, LIVE_SMALL, POST, WAIT, Table


@rule
def players(t: Table) -> int:
    """The seats that can play: they have chips, or get some before the next hand, and do not sit out."""
    mask = 0
    bank = t.bank
    for seat in range(t.seats):
        chips = to_put_on(t, seat, bank)
        bank -= chips
        if t.betting.stack[seat] + chips > 0 and not has(t.away, seat):
            mask |= 1 << seat
    return mask


@rule
def take_places(t: Table) -> int:
    """Deal seats in and place the button and the blinds; returns the seats that owe a big blind in addition.

    Where coming in costs a small blind, each newcomer is marked as `missed`.
    """
    ready = players(t)
    if t.hands == 0:
        t.dealt = ready
        t.entering = t.taken & ~ready
        seat_the_blinds(t)
        return 0
    t.dealt = dealt_in(t, ready)
    newcomers = t.entering & t.dealt
    t.entering = (t.entering | t.taken) & ~t.dealt
    last_small_blind = t.small_blind
    last_big_blind = t.big_blind
    move_the_blinds(t, newcomers)
    if t.config.entry == FREE:
        return 0
    passed = arc(last_big_blind, t.big_blind) & t.dealt
    if t.config.entry == DEAD_SMALL or t.config.entry == LIVE_SMALL:
        t.missed |= newcomers
        return passed & ~newcomers & ~(1 << t.big_blind)
    t.missed |= arc(last_small_blind, t.small_blind) & (newcomers | t.entering)
    owing = passed | newcomers if t.config.entry == POST else passed
    return owing & ~(1 << t.big_blind)


@rule
def dealt_in(t: Table, ready: int) -> int:
    """The seats of the next hand. A seat that waits for the big blind comes in when due, or if too few are left."""
    staying = ready & ~t.entering
    if t.config.entry != WAIT or size(staying) < 2:
        return ready
    return staying | 1 << after(ready, t.big_blind)


@rule
def seat_the_blinds(t: Table) -> None:
    """Place the button and the blinds of the first hand: the button stays where the config has put it, if possible."""
    if not has(t.dealt, t.button):
        t.button = after(t.dealt, t.button)
    if size(t.dealt) == 2:
        t.small_blind = t.button
    else:
        t.small_blind = after(t.dealt, t.button)
    t.big_blind = after(t.dealt, t.small_blind)


@rule
def move_the_blinds(t: Table, newcomers: int) -> None:
    """Move the button and the blinds for the next hand. No seat is big blind twice in a row (TDA 34).

    The big blind passes to the next seat that plays. Heads-up the other seat has the button and the small blind.
    """
    last_big_blind = t.big_blind
    t.big_blind = after(t.dealt, last_big_blind)
    if size(t.dealt) == 2:
        t.small_blind = first(t.dealt & ~(1 << t.big_blind))
        t.button = t.small_blind
    elif t.config.button_rule == DEAD_BUTTON:
        follow_the_big_blind(t, last_big_blind)
    else:
        go_to_the_next(t, last_big_blind, newcomers)


@rule
def follow_the_big_blind(t: Table, last_big_blind: int) -> None:
    """The dead button: small blind and button follow the big blind onto the seats before it, empty ones too, so that no
    player skips a blind (TDA 32, 33).

    After a heads-up hand, and if a player has come in between the two, the button is the seat dealt in before the small
    blind: no seat is button and blind at once, and none plays between them.
    """
    last_small_blind = t.small_blind
    was_heads_up = t.button == last_small_blind
    t.small_blind = last_big_blind
    t.button = before(t.dealt, last_big_blind)
    if not was_heads_up and not has(arc(last_small_blind, last_big_blind), t.button):
        t.button = last_small_blind


@rule
def go_to_the_next(t: Table, last_big_blind: int, newcomers: int) -> None:
    """The button goes to the next seat that plays, and the blinds are the two after it.

    If a player has sat down on its way, the button goes on until the big blind moves on too. A player who has waited
    for the big blind gets it.
    """
    last_button = t.button
    t.small_blind = before(t.dealt, t.big_blind)
    t.button = before(t.dealt, t.small_blind)
    waited = t.config.entry == WAIT and has(newcomers, t.big_blind)
    if not waited and not has(arc(last_button, last_big_blind), t.button):
        t.button = after(t.dealt, last_button)
        t.small_blind = after(t.dealt, t.button)
        t.big_blind = after(t.dealt, t.small_blind)

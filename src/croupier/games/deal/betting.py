"""A round of betting: checking, raising, and whose turn it is.

"After any raise the seats after the raiser answer in turn order (after a raise by the Player: Narc, then Customer),
then the turn is the holder's; his check, chosen or automatic, ends betting. With no holder, betting ends when all live
seats have acted." A holder who answers a raise last has had his turn: he is not asked twice.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import Out, attach, emit
from croupier.kernel.vocabulary.ledger import move
from croupier.kernel.vocabulary.turns import NOBODY, PUBLIC, has

from .events import CHECKED, INITIATIVE_TAKEN, RAISED, WENT_ALL_IN
from .records import BETTING, DOWN, HAND, SEATS, Table


@rule
def clear_betting(t: Table) -> None:
    """Clear all bets: initiative, all-ins and raises last for one round."""
    b = t.betting
    b.answering = 0
    b.all_in = 0
    b.holder = NOBODY
    b.raises = 0
    for i in range(len(b.raised_by)):
        b.raised_by[i] = NOBODY


@rule
def open_betting(t: Table) -> None:
    """All live seats are still to act."""
    t.betting.answering = t.live
    t.phase = BETTING
    t.actor = next_to_answer(t, t.config.order[SEATS - 1])


@rule
def place_in_order(t: Table, seat: int) -> int:
    """The place of a seat in turn order, from 0."""
    place = 0
    while place < SEATS - 1 and t.config.order[place] != seat:
        place += 1
    return place


@rule
def next_to_answer(t: Table, seat: int) -> int:
    """The next seat in turn order that has not answered yet; NOBODY if all have."""
    place = place_in_order(t, seat)
    for _ in range(SEATS):
        place += 1
        if place == SEATS:
            place = 0
        if has(t.betting.answering, t.config.order[place]):
            return t.config.order[place]
    return NOBODY


@rule
def pass_turn(t: Table, seat: int, checked: int) -> None:
    """Give the turn to the next seat after `seat`; to NOBODY once betting is over."""
    b = t.betting
    if b.answering:
        t.actor = next_to_answer(t, seat)
    elif b.holder == NOBODY or (b.holder == seat and checked):
        t.actor = NOBODY
    else:
        t.actor = b.holder


@rule
def check(t: Table, out: Out, seat: int, automatic: int) -> None:
    """Stay in without playing a card; a raise need not be matched."""
    emit(out, CHECKED, PUBLIC, seat, automatic)
    t.betting.answering &= ~(1 << seat)
    pass_turn(t, seat, 1)


@rule
def may_raise(t: Table, seat: int) -> bool:
    """Whether a raise is left in the round, and a card in the hand."""
    return t.betting.raises < t.config.max_raises and t.cards.count[HAND + seat] > 0


@rule
def raise_with(t: Table, out: Out, seat: int, card: int) -> None:
    """Play a card face down. The first raise takes initiative, the last one allowed ends betting at once."""
    b = t.betting
    own = 1 << seat
    move(t.cards, card, DOWN + seat, own)
    b.raised_by[b.raises] = seat
    b.raises += 1
    left = t.config.max_raises - b.raises
    emit(out, RAISED, own, seat, left)
    attach(out, own, card)
    emit(out, RAISED, PUBLIC & ~own, seat, left)
    attach(out, PUBLIC & ~own, UNKNOWN)
    if b.raises == 1 and t.config.initiative:
        b.holder = seat
        emit(out, INITIATIVE_TAKEN, PUBLIC, seat, 0)
    if t.cards.count[HAND + seat] == 0:
        b.all_in |= own
        emit(out, WENT_ALL_IN, PUBLIC, seat, 0)
    ask_for_answers(t, seat)
    if left > 0:
        pass_turn(t, seat, 0)
    else:
        t.actor = NOBODY


@rule
def ask_for_answers(t: Table, seat: int) -> None:
    """The seats after the raiser in turn order have to answer; all others if the raiser is the last."""
    place = place_in_order(t, seat)
    start = 0 if place == SEATS - 1 else place + 1
    t.betting.answering = 0
    for at in range(start, SEATS):
        other = t.config.order[at]
        if other != seat and has(t.live, other):
            t.betting.answering |= 1 << other


@rule
def leave_betting(t: Table, seat: int) -> None:
    """Fold in turn: initiative is lost with it, and the other seats go on."""
    b = t.betting
    b.answering &= ~(1 << seat)
    if b.holder == seat:
        b.holder = NOBODY
    pass_turn(t, seat, 0)

"""The start of a hand: the seats that are dealt in, the forced bets, and the first to act."""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.betting import (
    open_hand,
    open_street,
    pass_action,
    post_blind,
    put_in,
    put_in_ante,
    put_in_dead,
)
from croupier.kernel.vocabulary.events import Out, emit
from croupier.kernel.vocabulary.ledger import gather
from croupier.kernel.vocabulary.turns import NOBODY, PUBLIC, after, has, size

from .buy_ins import top_up
from .events import (
    ANTE_POSTED,
    BLIND_POSTED,
    BLINDS_PLACED,
    DEAD_ANTE_POSTED,
    DEAD_BLIND_POSTED,
    DEALT_IN,
    HAND_STARTED,
    STRADDLE_POSTED,
)
from .positions import take_places
from .records import BIG_BLIND_ANTES, DEAD_SMALL, DECK, EACH_ANTES, HOLE_CARDS, LIVE_SMALL, PRE_FLOP, Table


@rule
def start_hand(t: Table, out: Out) -> None:
    """Begin the next hand: at least two seats can play it."""
    b = t.betting
    t.between = 0
    top_up(t, out)
    owing = take_places(t)
    gather(t.cards, DECK)
    open_hand(b, t.dealt)
    t.shown = 0
    for seat in range(t.seats):
        t.line[seat] = 0
    t.moved = 0
    for move in range(len(t.moves)):
        t.moves[move] = 0
    t.street = PRE_FLOP
    open_street(b, t.config.big_blind)
    emit(out, HAND_STARTED, PUBLIC, t.button, t.hands + 1)
    emit(out, BLINDS_PLACED, PUBLIC, t.big_blind, t.small_blind)
    emit(out, DEALT_IN, PUBLIC, NOBODY, t.dealt)
    if t.config.ante_kind == EACH_ANTES:
        post_antes(t, out)
    if t.config.ante_kind == BIG_BLIND_ANTES and not t.config.blind_before_ante:
        post_big_blind_ante(t, out)
    last = post_blinds(t, out, owing)
    if t.config.ante_kind == BIG_BLIND_ANTES and t.config.blind_before_ante:
        post_big_blind_ante(t, out)
    t.owed = HOLE_CARDS * size(t.dealt)
    b.owes = b.able
    pass_action(b, last)


@rule
def post_antes(t: Table, out: Out) -> None:
    """Every seat antes, beginning left of the button; a short stack antes what it has."""
    seat = t.button
    for _ in range(size(t.dealt)):
        seat = after(t.dealt, seat)
        emit(out, ANTE_POSTED, PUBLIC, seat, put_in_ante(t.betting, seat, t.config.ante))


@rule
def post_big_blind_ante(t: Table, out: Out) -> None:
    """The big blind antes for the whole table. It is dead money: nobody has to match it."""
    tell_posted(out, DEAD_ANTE_POSTED, t.big_blind, put_in_dead(t.betting, t.big_blind, t.config.ante))


@rule
def post_blinds(t: Table, out: Out, owing: int) -> int:
    """Post the blinds, those that others owe, and straddles; returns the last seat to post: action starts after it."""
    b = t.betting
    if has(t.dealt & ~owing, t.small_blind):
        tell_posted(out, BLIND_POSTED, t.small_blind, put_in(b, t.small_blind, t.config.small_blind))
    tell_posted(out, BLIND_POSTED, t.big_blind, post_blind(b, t.big_blind, t.config.big_blind))
    if owing:
        post_owed_blinds(t, out, owing)
    if t.config.entry == DEAD_SMALL or t.config.entry == LIVE_SMALL:
        post_small_blinds(t, out, t.missed & t.dealt & ~owing)
    t.missed &= ~t.dealt
    last = t.big_blind
    if size(t.dealt) > 2:
        for i in range(t.config.straddles):
            seat = after(t.dealt, last)
            chips = t.config.straddle[i]
            if seat == t.small_blind or seat == t.big_blind or b.bet[seat] > 0 or b.stack[seat] < chips:
                break
            emit(out, STRADDLE_POSTED, PUBLIC, seat, post_blind(b, seat, chips))
            last = seat
    return last


@rule
def post_owed_blinds(t: Table, out: Out, owing: int) -> None:
    """A player who comes in, or was passed by the big blind, posts a live big blind; before it the small blind, dead,
    if that was missed or is this seat's to post."""
    b = t.betting
    for seat in range(t.seats):
        if has(owing, seat):
            if seat == t.small_blind or has(t.missed, seat):
                tell_posted(out, DEAD_BLIND_POSTED, seat, put_in_dead(b, seat, t.config.small_blind))
            tell_posted(out, BLIND_POSTED, seat, put_in(b, seat, t.config.big_blind))


@rule
def post_small_blinds(t: Table, out: Out, newcomers: int) -> None:
    """A player who comes in posts a small blind, unless the seat posts a blind anyway."""
    b = t.betting
    for seat in range(t.seats):
        if has(newcomers, seat) and seat != t.small_blind and seat != t.big_blind:
            if t.config.entry == DEAD_SMALL:
                tell_posted(out, DEAD_BLIND_POSTED, seat, put_in_dead(b, seat, t.config.small_blind))
            else:
                tell_posted(out, BLIND_POSTED, seat, put_in(b, seat, t.config.small_blind))


@rule
def tell_posted(out: Out, kind: int, seat: int, chips: int) -> None:
    """Tell that chips were posted, if there were any: an ante may have taken the last."""
    if chips:
        emit(out, kind, PUBLIC, seat, chips)

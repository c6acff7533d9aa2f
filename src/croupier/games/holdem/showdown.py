"""The end of a hand: hands shown, pots awarded, seats eliminated."""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.evaluate import add_card, strength
from croupier.kernel.vocabulary.events import Out, attach, emit
from croupier.kernel.vocabulary.ledger import card_at, reveal
from croupier.kernel.vocabulary.pots import best_of, build_pots, share_of
from croupier.kernel.vocabulary.turns import NOBODY, PUBLIC, after, has, size

from .buy_ins import is_cash
from .events import ELIMINATED, HAND_MUCKED, HAND_SHOWN, HAND_TABLED, POT_AWARDED, RAKE_TAKEN, STREET_REACHED
from .records import BOARD, HOLE, HOLE_CARDS, SHOWDOWN, WHOLE, Table


@rule
def finish_hand(t: Table, out: Out) -> None:
    """Show hands if more than one is left, award every pot, and clear the table.

    A seat that played to the end and has no chips left is out; a seat whose player has left is not. At a cash table
    nobody is out: its player may buy in again.
    """
    b = t.betting
    t.street = SHOWDOWN
    emit(out, STREET_REACHED, PUBLIC, NOBODY, SHOWDOWN)
    if size(b.live) > 1:
        rank_hands(t)
        build_pots(b, t.pots)
        show_hands(t, out)
        rake_pots(t, out)
        for pot in range(t.pots.count):
            award(t, out, t.pots.amount[pot], best_of(t.strength, t.pots.eligible[pot], t.seats))
    else:
        award(t, out, b.pot - take_rake(t, out, rake_of(t, b.pot)), b.live)
    b.pot = 0
    for seat in range(t.seats):
        b.total[seat] = 0
        b.bet[seat] = 0
        b.dead[seat] = 0
        if has(b.live, seat) and b.stack[seat] == 0:
            t.away &= ~(1 << seat)
            if not is_cash(t):
                emit(out, ELIMINATED, PUBLIC, seat, 0)


@rule
def rank_hands(t: Table) -> None:
    """Rank the hand of every live seat; a hand with unknown cards loses to all others."""
    board = 0
    for slot in range(t.cards.count[BOARD]):
        board = add_card(board, card_at(t.cards, BOARD, slot))
    for seat in range(t.seats):
        if has(t.betting.live, seat):
            one = card_at(t.cards, HOLE + seat, 0)
            two = card_at(t.cards, HOLE + seat, 1)
            if one != UNKNOWN and two != UNKNOWN:
                t.strength[seat] = strength(add_card(add_card(board, one), two))


@rule
def rake_of(t: Table, chips: int) -> int:
    """The rake of a hand with `chips` in its pots: nothing without a flop."""
    if t.config.rake == 0 or t.cards.count[BOARD] == 0:
        return 0
    part = chips * t.config.rake // WHOLE
    return min(part, t.config.rake_cap) if t.config.rake_cap > 0 else part


@rule
def take_rake(t: Table, out: Out, chips: int) -> int:
    """Take chips of the pots for the house; returns them."""
    if chips:
        t.raked += chips
        emit(out, RAKE_TAKEN, PUBLIC, NOBODY, chips)
    return chips


@rule
def rake_pots(t: Table, out: Out) -> None:
    """Rake the main pot first: a side pot pays what the pots up to it owe more than the pots before it."""
    so_far = 0
    taken = 0
    for pot in range(t.pots.count):
        so_far += t.pots.amount[pot]
        due = rake_of(t, so_far)
        t.pots.amount[pot] -= due - taken
        taken = due
    take_rake(t, out, taken)


@rule
def award(t: Table, out: Out, amount: int, winners: int) -> None:
    """Pay a pot to its winners; odd chips go one each, clockwise from the button's left (TDA 20)."""
    seat = t.button
    for _ in range(size(winners)):
        seat = after(winners, seat)
        chips = share_of(amount, winners, seat, t.button, t.seats)
        t.betting.stack[seat] += chips
        if chips:
            emit(out, POT_AWARDED, PUBLIC, seat, chips)


@rule
def show_hands(t: Table, out: Out) -> None:
    """Turn hands up in order: the last aggressor of the street first, else left of the button, then clockwise.

    With a player all-in every hand is shown (TDA 16); otherwise a hand that can win nothing is mucked (TDA 17).
    """
    b = t.betting
    all_in = b.able != b.live
    seat = t.button
    if b.aggressor != NOBODY and has(b.live, b.aggressor):
        seat = b.aggressor - 1
    shown = 0
    for _ in range(size(b.live)):
        seat = after(b.live, seat)
        if all_in or can_win(t, seat, shown):
            shown |= 1 << seat
            if not has(t.shown, seat):
                reveal(t.cards, HOLE + seat, PUBLIC)
            tell_hole_cards(t, out, HAND_SHOWN, seat, t.strength[seat])
        else:
            emit(out, HAND_MUCKED, PUBLIC, seat, 0)
    t.shown = shown


@rule
def can_win(t: Table, seat: int, shown: int) -> bool:
    """Whether a hand is not yet beaten, in some pot, by those already shown."""
    for pot in range(t.pots.count):
        if has(t.pots.eligible[pot], seat):
            beaten = False
            for other in range(t.seats):
                if has(shown & t.pots.eligible[pot], other) and t.strength[other] > t.strength[seat]:
                    beaten = True
            if not beaten:
                return True
    return False


@rule
def table_hands(t: Table, out: Out) -> None:
    """Turn up every live hand before the board runs out: a seat is all-in and the betting is over."""
    seat = t.button
    for _ in range(size(t.betting.live)):
        seat = after(t.betting.live, seat)
        if not has(t.shown, seat):
            t.shown |= 1 << seat
            reveal(t.cards, HOLE + seat, PUBLIC)
            tell_hole_cards(t, out, HAND_TABLED, seat, 0)


@rule
def tell_hole_cards(t: Table, out: Out, kind: int, seat: int, amount: int) -> None:
    """Tell everybody a seat's hole cards."""
    emit(out, kind, PUBLIC, seat, amount)
    for slot in range(HOLE_CARDS):
        attach(out, PUBLIC, card_at(t.cards, HOLE + seat, slot))

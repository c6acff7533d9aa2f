"""Betting: STREET opens a round, POST forces bets, BET asks until all seats have answered.

The moves are those of the original language: CHECK, BET, CALL, RAISE, ALL_IN, FOLD. ALL_IN is offered only to a seat
that is too short to bet or to call; any move that takes the last chip has the same effect.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.betting import (
    FIXED_LIMIT,
    Betting,
    call,
    fold,
    least_raise_to,
    most_raise_to,
    open_street,
    others_reach,
    pass_action,
    post_blind,
    put_in_ante,
    raise_to,
    uncalled,
)
from croupier.kernel.vocabulary.evaluate import add_card
from croupier.kernel.vocabulary.events import Out, emit
from croupier.kernel.vocabulary.ledger import card_at
from croupier.kernel.vocabulary.menu import FIRST_KIND, Menu, offer, offer_amount
from croupier.kernel.vocabulary.turns import NOBODY, PUBLIC, after, size

from .betting_lines import CALLS, CHECKS, RAISES, note
from .dealing import first_from_start, operand
from .evaluation import poker_value
from .events import (
    ANTE_POSTED,
    BET_PLACED,
    BET_RETURNED,
    BETS_GATHERED,
    CALLED,
    CHECKED,
    FOLDED,
    POSTED,
    RAISED,
    WENT_ALL_IN,
)
from .program import (
    BET_BLINDS,
    BET_BROUGHT_IN,
    BET_OPENING,
    EVERYBODY,
    OPEN_HIGH,
    OPEN_START,
    OPENER,
    POST_CHIPS,
    POST_HOW,
    POST_WHO,
    STREET_RAISES,
    STREET_SPREAD,
    STREET_STRUCTURE,
    STREET_UNIT,
)
from .records import HAND, Table

CHECK = FIRST_KIND
BET = FIRST_KIND + 1
CALL = FIRST_KIND + 2
RAISE = FIRST_KIND + 3
ALL_IN = FIRST_KIND + 4
FOLD = FIRST_KIND + 5


@rule
def start_street(t: Table) -> None:
    """Open a betting round: nothing is bet yet."""
    b = t.betting
    open_street(b, operand(t, STREET_UNIT))
    b.cap = operand(t, STREET_RAISES)
    b.structure = operand(t, STREET_STRUCTURE)
    b.spread = operand(t, STREET_SPREAD)
    t.at += 1


@rule
def post(t: Table, out: Out) -> None:
    """Post an ante of all seats, the blind of one seat, or the opener's bring-in. A short stack posts what it has,
    perhaps nothing after the ante, and the bet stands all the same; no seat posts twice.

    With one pot all of a bet must be called, even if no seat can contest it. A raise adds no less than the last blind.
    """
    b = t.betting
    chips = operand(t, POST_CHIPS)
    if operand(t, POST_WHO) == EVERYBODY:
        seat = t.start - 1
        for _ in range(size(b.live)):
            seat = after(b.live, seat)
            tell_posted(out, ANTE_POSTED, seat, put_in_ante(b, seat, chips))
    else:
        opens = operand(t, POST_WHO) == OPENER
        seat = opener(t, operand(t, POST_HOW)) if opens else poster(t, operand(t, POST_WHO), operand(t, POST_HOW))
        if operand(t, POST_WHO) < size(b.live):
            tell_posted(out, POSTED, seat, post_blind(b, seat, chips))
            b.nominal &= t.config.side_pots
            b.last_raise = max(b.unit, b.last_raise)
    t.at += 1


@rule
def tell_posted(out: Out, kind: int, seat: int, chips: int) -> None:
    """Tell that chips were posted, if there were any."""
    if chips:
        emit(out, kind, PUBLIC, seat, chips)


@rule
def poster(t: Table, number: int, blinds: int) -> int:
    """The seat that posts a blind: the seats from the starting position on, one each. Between two players the starting
    position has the big blind, as heads-up in hold'em."""
    live = size(t.betting.live)
    if live == 2 and blinds == 2:
        number = 1 - number
    seat = first_from_start(t)
    for _ in range(min(number, live - 1)):
        seat = after(t.betting.live, seat)
    return seat


@rule
def start_betting(t: Table, out: Out) -> None:
    """Ask the first seat, if any seat can still bet; after blinds or a bring-in, the next one."""
    b = t.betting
    b.owes = b.able
    t.bettings += 1
    blinds = operand(t, BET_BLINDS)
    if blinds:
        give_turn(t, poster(t, min(blinds, size(b.live)) - 1, blinds))
    elif operand(t, BET_BROUGHT_IN):
        give_turn(t, opener(t, operand(t, BET_OPENING)))
    else:
        give_turn(t, opener(t, operand(t, BET_OPENING)) - 1)
    end_betting(t, out)


@rule
def opener(t: Table, opening: int) -> int:
    """The seat that opens the betting: the first live seat, or the one that shows the best, or the worst, cards."""
    if opening == OPEN_START:
        return first_from_start(t)
    return who_shows(t, opening == OPEN_HIGH)


@rule
def who_shows(t: Table, high: bool) -> int:
    """The live seat that shows the best, or the worst, open cards; of several, the first from the starting position."""
    found = first_from_start(t)
    shown = showing(t, found)
    seat = found
    for _ in range(size(t.betting.live)):
        seat = after(t.betting.live, seat)
        value = showing(t, seat)
        if (high and value > shown) or (not high and value < shown):
            found = seat
            shown = value
    return found


@rule
def showing(t: Table, seat: int) -> int:
    """The value of the public cards of a hand."""
    hand = 0
    for slot in range(t.cards.count[HAND + seat]):
        card = card_at(t.cards, HAND + seat, slot)
        if card >= 0 and t.cards.known[card] == PUBLIC:
            hand = add_card(hand, card)
    return poker_value(hand)


@rule
def give_turn(t: Table, seat: int) -> None:
    """Give the turn to the next seat after `seat` that owes an answer.

    With one pot every seat with chips is asked, even if all opponents are all-in. With side pots that could change
    nothing, so it is not asked.
    """
    b = t.betting
    if t.config.side_pots:
        pass_action(b, seat)
    else:
        b.owes &= b.able
        if b.live & (b.live - 1) == 0:
            b.owes = 0
        b.actor = after(b.owes, seat)
    t.actor = b.actor


@rule
def end_betting(t: Table, out: Out) -> None:
    """Go on with the hand once no seat owes an answer. With side pots, an uncalled part of a bet is returned."""
    b = t.betting
    if b.actor == NOBODY:
        if t.config.side_pots:
            before = b.pot
            owner = uncalled(b)
            if owner != NOBODY:
                emit(out, BET_RETURNED, PUBLIC, owner, before - b.pot)
        gather_bets(t, out)
        t.at += 1


@rule
def gather_bets(t: Table, out: Out) -> None:
    """Clear the bets of the round. The pot has counted them all along."""
    b = t.betting
    bets = 0
    for seat in range(t.seats):
        bets += b.bet[seat]
        b.bet[seat] = 0
    if bets:
        emit(out, BETS_GATHERED, PUBLIC, NOBODY, b.pot)


@rule
def owes_chips(t: Table, seat: int) -> int:
    """The chips that a seat has to put in to match the highest bet, whether it can or not; for a blind that was not
    posted in full, no more than another seat could contest."""
    b = t.betting
    level = min(b.current_bet, others_reach(b, seat)) if b.nominal else b.current_bet
    return max(0, level - b.bet[seat])


@rule
def offer_bets(t: Table, seat: int, m: Menu) -> None:
    """Offer a seat's moves in a betting round; the clock checks, else folds."""
    b = t.betting
    to_call = owes_chips(t, seat)
    chips = b.stack[seat]
    to_raise = b.current_bet - b.bet[seat] + b.unit
    if to_call == 0:
        offer(m, CHECK)
        if chips < to_raise:
            offer(m, ALL_IN)
        elif b.current_bet == 0:
            offer_raise(t, seat, m, BET)
        elif b.raises < b.cap:
            offer_raise(t, seat, m, RAISE)
    else:
        if chips >= to_call:
            offer(m, CALL)
            if chips >= to_raise and b.raises < b.cap:
                offer_raise(t, seat, m, RAISE)
        else:
            offer(m, ALL_IN)
        offer(m, FOLD)
    m.default = 0 if to_call == 0 else m.count - 1


@rule
def offer_raise(t: Table, seat: int, m: Menu, kind: int) -> None:
    """Offer a bet or raise of the only size, or to an amount between the limits of the structure."""
    b = t.betting
    if b.structure == FIXED_LIMIT:
        offer(m, kind)
    else:
        offer_amount(m, kind, least_raise_to(b, seat), most_raise_to(b, seat), 1)


@rule
def bet(t: Table, out: Out, seat: int, kind: int, amount: int) -> None:
    """Make one seat's move in the betting round."""
    b = t.betting
    if kind == CHECK:
        call(b, seat)
        note(t, seat, CHECKS)
        emit(out, CHECKED, PUBLIC, seat, 0)
    elif kind == CALL:
        note(t, seat, CALLS)
        emit(out, CALLED, PUBLIC, seat, call(b, seat))
    elif kind == FOLD:
        fold(b, seat)
        emit(out, FOLDED, PUBLIC, seat, 0)
    elif kind == ALL_IN:
        emit(out, WENT_ALL_IN, PUBLIC, seat, b.stack[seat])
        go_all_in(t, seat)
    else:
        total = b.current_bet + b.unit if b.structure == FIXED_LIMIT else amount
        put_up(b, seat, total, 0 if kind == BET else 1)
        t.raised[seat] += 1
        note(t, seat, RAISES)
        emit(out, BET_PLACED if kind == BET else RAISED, PUBLIC, seat, total)
    give_turn(t, seat)
    end_betting(t, out)


@rule
def go_all_in(t: Table, seat: int) -> None:
    """Put in the whole stack. Above the highest bet the others must answer, but it does not count as a raise."""
    b = t.betting
    total = b.bet[seat] + b.stack[seat]
    if total > b.current_bet:
        put_up(b, seat, total, 0)
        t.raised[seat] += 1
        note(t, seat, RAISES)
    else:
        call(b, seat)
        note(t, seat, CALLS)


@rule
def put_up(b: Betting, seat: int, total: int, raises: int) -> None:
    """Bet or raise to a total; `raises` says how many raises it counts as, not its size."""
    counted = b.raises + raises
    raise_to(b, seat, total)
    b.raises = counted

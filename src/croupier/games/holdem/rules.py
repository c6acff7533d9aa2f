"""Hold'em: the core. A match is a sequence of hands; the house deals, seats bet, the clock may act for them.

Between two hands the house begins the next one; while too few seats can play, only the clock owes a decision, and ends
the match. `settle` runs after every action: it closes finished betting rounds, asks the house for the next cards, and
finishes hands, until some actor owes a decision.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.betting import (
    FIXED_LIMIT,
    call,
    fold,
    least_raise_to,
    may_raise,
    open_street,
    pass_action,
    raise_limit,
    raise_to,
    to_call,
    uncalled,
)
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import Out, attach, emit, heard, open_to
from croupier.kernel.vocabulary.ledger import draw, gather, give_room, look
from croupier.kernel.vocabulary.menu import (
    DRAWN,
    FIRST_KIND,
    NEXT_HAND,
    TIMEOUT,
    Action,
    Menu,
    offer,
    offer_amount,
    offer_aside,
    offer_draw,
    offer_unlisted,
)
from croupier.kernel.vocabulary.turns import CLOCK, CLOCK_BIT, HOUSE, HOUSE_BIT, NOBODY, PUBLIC, after, has, size

from .betting_lines import CALLS, CHECKS, RAISES, note, size_of_bet
from .coming_and_going import come_or_go, is_decided, offer_coming_and_going
from .events import (
    BET_PLACED,
    BET_RETURNED,
    BETS_GATHERED,
    CALLED,
    CHECKED,
    FLOP_DEALT,
    FOLDED,
    HAND_ENDED,
    HOLE_DEALT,
    RAISED,
    RIVER_DEALT,
    STREET_REACHED,
    TIME_RAN_OUT,
    TURN_DEALT,
    TURN_PASSED,
)
from .opening import start_hand
from .positions import players
from .records import (
    BOARD,
    BOARD_CARDS,
    CHECK_CALL_FOLD,
    CLOSED,
    DECK,
    FLOP,
    HOLE,
    HOLE_CARDS,
    OPEN,
    PRE_FLOP,
    READY,
    RIVER,
    TURN,
    WAITING,
    Table,
    View,
)
from .showdown import finish_hand, table_hands

FOLD = FIRST_KIND
CHECK = FIRST_KIND + 1
CALL = FIRST_KIND + 2
RAISE_TO = FIRST_KIND + 3


@rule
def begin(t: Table, out: Out) -> None:
    """Seat the players and start the first hand, or in a later leg the next; with too few players, wait for more."""
    t.seats = t.config.seats
    open_to(out, t.seats)
    b = t.betting
    b.seats = t.seats
    b.structure = t.config.structure
    b.reopen = t.config.reopen
    b.short_bet = t.config.short_bet
    b.cap = t.config.cap
    b.spread = t.config.spread
    b.actor = NOBODY
    t.bank = t.config.bank
    give_room(t.cards, DECK, 0)
    give_room(t.cards, BOARD, BOARD_CARDS)
    for seat in range(len(t.config.stack)):
        give_room(t.cards, HOLE + seat, HOLE_CARDS)
        b.stack[seat] = t.config.stack[seat]
        t.brought[seat] = t.config.stack[seat] - t.config.carried.won[seat]
    gather(t.cards, DECK)
    carry_on(t)
    wait_for_players(t)
    if t.between == READY:
        start_hand(t, out)


@rule
def carry_on(t: Table) -> None:
    """Take over what earlier legs of the match left."""
    carried = t.config.carried
    t.hands = carried.played
    t.button = t.config.button
    t.small_blind = carried.small_blind
    t.big_blind = carried.big_blind
    t.away = carried.away
    t.taken = carried.taken
    t.entering = carried.entering
    t.missed = carried.missed
    t.seated = carried.seated
    t.topping = carried.topping
    t.raked = carried.raked
    for seat in range(t.seats):
        t.ordered[seat] = carried.ordered[seat]
        t.returning[seat] = carried.returning[seat]
        if t.config.stack[seat] > 0:
            t.taken |= 1 << seat
            if t.config.seating == OPEN:
                t.seated |= 1 << seat


@rule
def owing(t: Table) -> int:
    """The house while cards are to be dealt or a hand is to begin, else the seat to act; the clock while too few seats
    can play."""
    if t.over:
        return 0
    if t.owed or t.between == READY:
        return HOUSE_BIT
    if t.between:
        return CLOCK_BIT
    return 1 << t.betting.actor


@rule
def menu(t: Table, seat: int, m: Menu) -> None:
    """What an actor may do."""
    if t.over:
        return
    if seat == HOUSE:
        if t.owed:
            offer_draw(m, DECK, t.owed)
        elif t.between == READY:
            offer(m, NEXT_HAND)
    elif seat == CLOCK:
        offer_time(t, m)
    elif seat < t.seats:
        if not t.owed and not t.between and seat == t.betting.actor:
            offer_betting(t, seat, m)
        if t.config.seating != CLOSED:
            offer_coming_and_going(t, seat, m)


@rule
def offer_time(t: Table, m: Menu) -> None:
    """Offer the clock's options: end a match that waits for players, or play for the seat to act."""
    if t.between == WAITING:
        offer(m, TIMEOUT)
    elif not t.owed and not t.between:
        offer_aside(m, TIMEOUT)


@rule
def offer_betting(t: Table, seat: int, m: Menu) -> None:
    """Offer to fold, check or call, raise. Folding with nothing to call is accepted, but not listed."""
    b = t.betting
    m.limit_ms = t.config.limit_ms
    if to_call(b, seat) > 0:
        offer(m, FOLD)
        offer(m, CALL)
        m.default = 1 if t.config.timeout_rule == CHECK_CALL_FOLD else 0
    else:
        offer_unlisted(m, FOLD)
        offer(m, CHECK)
        m.default = 1
    if may_raise(b, seat):
        least = least_raise_to(b, seat)
        offer_amount(m, RAISE_TO, least, max(least, raise_limit(b, seat)), 1)


@rule
def act(t: Table, out: Out, seat: int, a: Action) -> None:
    """Make an action that the menu offers."""
    before = in_turn(t)
    kind = a.kind
    if kind >= FOLD and kind <= RAISE_TO:
        bet(t, out, seat, kind, a.amount)
    elif kind == DRAWN:
        deal(t, out, a)
    elif kind == NEXT_HAND:
        clear_table(t)
        start_hand(t, out)
    elif kind == TIMEOUT:
        run_out_of_time(t, out)
    else:
        come_or_go(t, out, seat, a)
        if t.between:
            wait_for_players(t)
    if t.betting.actor == NOBODY:
        settle(t, out)
    now = in_turn(t)
    if now != before:
        emit(out, TURN_PASSED, PUBLIC, now, 0)


@rule
def in_turn(t: Table) -> int:
    """The seat whose turn it is; NOBODY while cards are to be dealt."""
    return NOBODY if t.owed else t.betting.actor


@rule
def bet(t: Table, out: Out, seat: int, kind: int, amount: int) -> None:
    """One seat's action in the betting round."""
    b = t.betting
    if t.moved < len(t.moves):
        t.moves[t.moved] = amount if kind == RAISE_TO else 0
    t.moved += 1
    if kind == FOLD:
        fold(b, seat)
        emit(out, FOLDED, PUBLIC, seat, 0)
    elif kind == CHECK:
        call(b, seat)
        note(t, seat, CHECKS, 0)
        emit(out, CHECKED, PUBLIC, seat, 0)
    elif kind == CALL:
        call_a_bet(t, out, seat)
    else:
        bet_or_raise(t, out, seat, amount)
    pass_action(b, seat)


@rule
def call_a_bet(t: Table, out: Out, seat: int) -> None:
    """Call, with the whole stack if necessary."""
    before = t.betting.pot
    chips = call(t.betting, seat)
    note(t, seat, CALLS, size_of_bet(chips, before - chips))
    emit(out, CALLED, PUBLIC, seat, chips)


@rule
def bet_or_raise(t: Table, out: Out, seat: int, amount: int) -> None:
    """Raise a seat's bet of the street to `amount`."""
    b = t.betting
    kind = RAISED if b.current_bet > 0 else BET_PLACED
    price = size_of_bet(amount - b.current_bet, b.pot + b.current_bet - b.bet[seat])
    raise_to(b, seat, amount)
    note(t, seat, RAISES, price)
    emit(out, kind, PUBLIC, seat, amount)


@rule
def run_out_of_time(t: Table, out: Out) -> None:
    """The clock ends a match that waits for players, or plays for the seat to act."""
    if t.between:
        t.between = 0
        t.over = 1
    else:
        emit(out, TIME_RAN_OUT, PUBLIC, t.betting.actor, 0)
        play_for_absent(t, out, t.betting.actor)


@rule
def play_for_absent(t: Table, out: Out, seat: int) -> None:
    """Make the clock's move: check, else call or fold as the config says."""
    if to_call(t.betting, seat) == 0:
        bet(t, out, seat, CHECK, 0)
    elif t.config.timeout_rule == CHECK_CALL_FOLD:
        bet(t, out, seat, CALL, 0)
    else:
        bet(t, out, seat, FOLD, 0)


@rule
def deal(t: Table, out: Out, a: Action) -> None:
    """Place the cards that the house has drawn."""
    t.owed = 0
    if t.street == PRE_FLOP:
        deal_hole_cards(t, out, a)
        return
    kind = FLOP_DEALT if t.street == FLOP else (TURN_DEALT if t.street == TURN else RIVER_DEALT)
    emit(out, kind, PUBLIC, NOBODY, 0)
    for i in range(a.count):
        draw(t.cards, DECK, a.cards[i], BOARD, PUBLIC)
        attach(out, PUBLIC, a.cards[i])
    t.betting.owes = t.betting.able
    pass_action(t.betting, t.button)


@rule
def deal_hole_cards(t: Table, out: Out, a: Action) -> None:
    """Deal two rounds of one card each, beginning left of the button."""
    seats = size(t.dealt)
    seat = t.button
    for i in range(seats):
        seat = after(t.dealt, seat)
        own = 1 << seat
        others = PUBLIC & ~own
        one = a.cards[i]
        two = a.cards[i + seats]
        draw(t.cards, DECK, one, HOLE + seat, own)
        draw(t.cards, DECK, two, HOLE + seat, own)
        emit(out, HOLE_DEALT, own, seat, 0)
        attach(out, own, one)
        attach(out, own, two)
        emit(out, HOLE_DEALT, others, seat, 0)
        attach(out, others, UNKNOWN)
        attach(out, others, UNKNOWN)


@rule
def settle(t: Table, out: Out) -> None:
    """Go on until some actor owes a decision: close the round, ask for cards, or finish the hand."""
    b = t.betting
    while b.actor == NOBODY and t.owed == 0 and not t.over and not t.between:
        before = b.pot
        owner = uncalled(b)
        if owner != NOBODY:
            emit(out, BET_RETURNED, PUBLIC, owner, before - b.pot)
        if heard(out):
            tell_gathered(t, out)
        if size(b.live) == 1 or t.street == RIVER:
            finish_hand(t, out)
            end_hand(t)
            emit(out, HAND_ENDED, PUBLIC, NOBODY, t.hands)
        else:
            if size(b.able) <= 1:
                table_hands(t, out)
            t.street += 1
            emit(out, STREET_REACHED, PUBLIC, NOBODY, t.street)
            t.owed = 3 if t.street == FLOP else 1
            unit = t.config.big_blind
            if t.street >= TURN and b.structure == FIXED_LIMIT:
                unit = 2 * unit
            open_street(b, unit)


@rule
def tell_gathered(t: Table, out: Out) -> None:
    """Tell that the bets of the round are gathered, if there were any. The pot has counted them all along."""
    for seat in range(t.seats):
        if t.betting.bet[seat]:
            emit(out, BETS_GATHERED, PUBLIC, NOBODY, t.betting.pot)
            return


@rule
def end_hand(t: Table) -> None:
    """Count the hand. The match is over, or the next hand may begin: players come and go before it does."""
    t.hands += 1
    if t.hands == t.config.hands:
        t.over = 1
    else:
        wait_for_players(t)
        if t.between == WAITING and is_decided(t):
            t.between = 0
            t.over = 1


@rule
def between(t: Table) -> bool:
    """Whether no hand is being played and one may still begin."""
    return t.between != 0


@rule
def wait_for_players(t: Table) -> None:
    """Be ready for the next hand, or wait until two seats can play it."""
    t.between = READY if size(players(t)) >= 2 else WAITING


@rule
def clear_table(t: Table) -> None:
    """Clear the last hand's cards and pots, so that a hand does not depend on the one before."""
    t.pots.count = 0
    for seat in range(len(t.strength)):
        t.strength[seat] = 0
        t.pots.amount[seat] = 0
        t.pots.eligible[seat] = 0
    for slot in range(len(t.cards.row)):
        t.cards.row[slot] = 0


@rule
def observe(t: Table, seat: int, v: View) -> None:
    """Fill in what a seat may know: everything on the table, and the cards that it has seen."""
    b = t.betting
    v.seat = seat
    v.seats = t.seats
    v.hands = t.hands
    v.street = t.street
    v.button = t.button
    v.small_blind = t.small_blind
    v.big_blind = t.big_blind
    v.blinds[0] = t.config.small_blind
    v.blinds[1] = t.config.big_blind
    v.ante = t.config.ante
    v.actor = in_turn(t)
    v.dealt = t.dealt
    v.live = b.live
    v.current_bet = b.current_bet
    v.last_raise = b.last_raise
    v.to_call = to_call(b, seat) if seat < t.seats and has(b.live, seat) else 0
    v.pot = b.pot
    for other in range(len(v.stack)):
        v.stack[other] = b.stack[other]
        v.bet[other] = b.bet[other]
        v.total[other] = b.total[other]
        v.dead[other] = b.dead[other]
        v.ordered[other] = t.ordered[other]
        v.line[other] = t.line[other]
    v.least_buy_in = t.config.least_buy_in
    v.most_buy_in = t.config.most_buy_in
    v.rake = t.config.rake
    v.rake_cap = t.config.rake_cap
    v.raked = t.raked
    v.moved = t.moved
    for move in range(len(v.moves)):
        v.moves[move] = t.moves[move]
    look(t.cards, seat, v.cards)


@rule
def score(t: Table, seat: int) -> int:
    """Chips won or lost over the match."""
    return t.betting.stack[seat] + t.betting.total[seat] - t.brought[seat]

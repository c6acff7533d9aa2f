"""The machine: plays any genome's program. This is the core of all genome games.

A program is a list of instructions in the config: an operation and its operands. The machine executes them (`run`)
until one asks for a decision, and goes on when it is made. No operation knows the phase that it comes from.

    operation  operands                              does
    OPEN                                             a new hand: deck, live seats
    DEAL       to, count, face                       the house deals to each seat, the seat, the board or the pile
    STREET     unit, most raises, structure, spread  opens a betting round
    POST       chips, who, blinds or opening         an ante of all seats, a blind, or a bring-in
    BET        opening, blinds, brought in           asks every seat that can bet, until all have answered
    SEAT       which, target                         the turn goes to the first seat, the leader, or the next, with a
                                                     jump while there is one
    CHOOSE     offers, fewest, most, tests, cards,   asks the seat for cards, to draw, to take, or to pass, and moves
               to, kind                              what it chose
    WIN        high wins, led suit counts            the best card takes the trick and the lead
    REPEAT     times, target                         jumps, some times, unless the seat has passed
    LOOP       rounds, target                        jumps to play the phases once more; 0: while a seat has cards
    JUMP       if, target                            jumps always, or if one seat is left, or the seat has
                                                     no cards, or has laid some or chosen anything
    SHOW                                             turns up the live hands
    COMPARE    what, sign, target, flags, first      ranks the live seats, where they are still tied
    PAY                                              awards the pots to the best seats
    SCORE      what                                  adds to the points
    CLOSE                                            the house begins the next hand; or the session is over

`ending`, in the config, is the place where the program decides the hand. The machine jumps there when the turns of a
hand, or the steps of the session, are used up: every genome terminates.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.betting import SEATS
from croupier.kernel.vocabulary.events import Out, emit, open_to
from croupier.kernel.vocabulary.ledger import give_room, look
from croupier.kernel.vocabulary.menu import (
    NEXT_HAND,
    TIMEOUT,
    Action,
    Menu,
    offer,
    offer_aside,
    offer_draw,
    offer_draw_for,
)
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE, HOUSE_BIT, NOBODY, PUBLIC, after, has

from .choices import choose, choose_for_absent, offer_choices, start_choice, win_trick
from .dealing import deal, first_from_start, hand_room, next_draw, open_a_hand, operand, start_deal
from .events import TIME_RAN_OUT, TURN_PASSED, TURNS_RAN_OUT
from .program import (
    BET,
    CHOOSE,
    CLOSE,
    COMPARE,
    DEAL,
    DEAL_TO,
    FROM_LEADER,
    IF_ALONE,
    IF_CHOSEN,
    IF_EMPTY,
    IF_LAID,
    JUMP,
    JUMP_IF,
    LAID,
    LOOP,
    LOOP_ROUNDS,
    NEXT,
    OPEN,
    OPERATION,
    PASSED,
    PAY,
    POST,
    REPEAT,
    REPEAT_TIMES,
    SCORE,
    SEAT,
    SEAT_WHICH,
    SHOW,
    STREET,
    TARGET,
    TO_SEAT,
    WIN,
)
from .prospects import foresee
from .records import BOARD, BOARD_ROOM, CAPTURED, DECK, HAND, STEPS, TOP, TRICK, Table, View
from .settling import close_hand, compare, pay, score_hand, show_hands
from .wagers import CHECK, FOLD, bet, offer_bets, owes_chips, post, start_betting, start_street


@rule
def begin(t: Table, out: Out) -> None:
    """Seat the players, give them their chips, and start the first hand, or the next hand of an earlier leg."""
    t.seats = t.config.seats
    open_to(out, t.seats)
    t.betting.seats = t.seats
    t.actor = NOBODY
    lay_out(t)
    carried = t.config.carried
    t.hands = carried.played
    t.steps = carried.steps
    t.start = carried.start
    for seat in range(t.seats):
        t.betting.stack[seat] = carried.stack[seat] if carried.played else t.config.chips
        t.points[seat] = carried.points[seat]
    run(t, out)
    tell_turn(t, out, NOBODY, 0)


@rule
def lay_out(t: Table) -> None:
    """Give each zone its room."""
    for zone in range(TOP):
        give_room(t.cards, zone, 0)
    give_room(t.cards, TOP, 1)
    give_room(t.cards, BOARD, BOARD_ROOM)
    give_room(t.cards, TRICK, SEATS)
    for seat in range(SEATS):
        give_room(t.cards, HAND + seat, hand_room(t.seats) if seat < t.seats else 0)
    for seat in range(SEATS):
        give_room(t.cards, CAPTURED + seat, 0)


@rule
def between(t: Table) -> bool:
    """Whether the next hand waits for the house."""
    return t.between != 0


@rule
def owing(t: Table) -> int:
    """The house while cards are to be dealt or a hand is to begin, else the seat that is asked."""
    if t.over:
        return 0
    if t.owed or t.between:
        return HOUSE_BIT
    return 1 << t.actor


@rule
def menu(t: Table, seat: int, m: Menu) -> None:
    """What an actor may do."""
    if t.over:
        return
    if t.owed:
        if seat == HOUSE:
            offer_cards_of_deck(t, m)
    elif t.between:
        if seat == HOUSE:
            offer(m, NEXT_HAND)
    elif seat == CLOCK:
        offer_aside(m, TIMEOUT)
    elif seat == t.actor:
        m.limit_ms = t.config.limit_ms
        if operand(t, OPERATION) == BET:
            offer_bets(t, seat, m)
        else:
            offer_choices(t, seat, m)


@rule
def offer_cards_of_deck(t: Table, m: Menu) -> None:
    """Offer the house's draw: cards for the table, or for one seat."""
    if operand(t, DEAL_TO) == TO_SEAT:
        offer_draw_for(m, t.seat, DECK, next_draw(t))
    else:
        offer_draw(m, DECK, next_draw(t))


@rule
def act(t: Table, out: Out, seat: int, a: Action) -> None:
    """Make an action that the menu offers, and go on."""
    actor = t.actor
    turns = t.turns
    if a.kind == NEXT_HAND:
        t.between = 0
        turns = 0
    else:
        do(t, out, seat, a)
    run(t, out)
    tell_turn(t, out, actor, turns)


@rule
def tell_turn(t: Table, out: Out, actor: int, turns: int) -> None:
    """Tell whose turn it is, unless that has not changed."""
    if t.actor != actor or t.turns != turns:
        emit(out, TURN_PASSED, PUBLIC, t.actor, t.turns)


@rule
def do(t: Table, out: Out, seat: int, a: Action) -> None:
    """One step of a hand."""
    t.acted = 1
    t.stuck = 0
    t.steps += 1
    if seat == HOUSE:
        deal(t, out, a)
    elif seat == CLOCK:
        act_for_absent(t, out, t.actor)
    elif operand(t, OPERATION) == BET:
        bet(t, out, seat, a.kind, a.amount)
    else:
        choose(t, out, seat, a)


@rule
def act_for_absent(t: Table, out: Out, seat: int) -> None:
    """Make the clock's move: check, else fold; pass, else the least that is required."""
    emit(out, TIME_RAN_OUT, PUBLIC, seat, 0)
    if operand(t, OPERATION) == BET:
        bet(t, out, seat, CHECK if owes_chips(t, seat) == 0 else FOLD, 0)
    else:
        choose_for_absent(t, out, seat)


@rule
def run(t: Table, out: Out) -> None:
    """Execute the program until an actor owes a decision or the session is over."""
    while not t.over and not t.between and t.owed == 0 and t.actor == NOBODY:
        operation = operand(t, OPERATION)
        if operation == DEAL:
            start_deal(t, out)
        elif operation == STREET:
            start_street(t)
        elif operation == POST:
            post(t, out)
        elif operation == BET:
            start_betting(t, out)
        elif operation == CHOOSE:
            start_choice(t, out)
        elif operation == WIN:
            win_trick(t, out)
        elif operation == SHOW:
            show_hands(t, out)
        elif operation == COMPARE:
            compare(t)
        elif operation == PAY:
            pay(t, out)
        elif operation == SCORE:
            score_hand(t, out)
        elif operation == CLOSE:
            close_hand(t, out)
        elif operation == OPEN:
            open_a_hand(t, out)
        else:
            step(t, out, operation)


@rule
def step(t: Table, out: Out, operation: int) -> None:
    """Execute an operation that only determines the next instruction: SEAT, REPEAT, LOOP or JUMP."""
    target = operand(t, TARGET)
    if operation == SEAT:
        take_turns(t, out, operand(t, SEAT_WHICH), target)
    elif operation == REPEAT:
        t.times += 1
        if t.choice != PASSED and t.times < operand(t, REPEAT_TIMES):
            t.at = target
        else:
            t.times = 0
            t.at += 1
    elif operation == LOOP:
        t.rounds += 1
        if goes_on(t, operand(t, LOOP_ROUNDS)):
            t.at = target
        else:
            t.at += 1
        t.acted = 0
    elif operation == JUMP and jumps(t, operand(t, JUMP_IF)):
        t.at = target
    else:
        t.at += 1


@rule
def take_turns(t: Table, out: Out, which: int, target: int) -> None:
    """Begin the turns with a seat, or go to the next; once the turns are used up, the hand is decided."""
    live = t.betting.live
    if which == NEXT:
        t.todo &= live
        if t.todo == 0:
            t.at += 1
            return
        t.seat = after(t.todo, t.seat)
        t.at = target
    else:
        t.todo = live
        t.seat = after(live, t.leader - 1) if which == FROM_LEADER else first_from_start(t)
        t.at += 1
    t.todo &= ~(1 << t.seat)
    t.choice = PASSED
    t.chose = 0
    t.stuck = 0
    t.turns += 1
    if t.turns > t.config.max_turns:
        emit(out, TURNS_RAN_OUT, PUBLIC, NOBODY, t.config.max_turns)
        t.at = t.config.ending
    elif t.steps >= STEPS:
        t.at = t.config.ending


@rule
def goes_on(t: Table, rounds: int) -> bool:
    """Whether the phases are played once more: not if no actor has done anything, as then none ever will."""
    if rounds > 0:
        return t.rounds < rounds and t.acted != 0
    return t.acted != 0 and anybody_has_cards(t)


@rule
def anybody_has_cards(t: Table) -> bool:
    """Whether any live seat has cards in its hand."""
    for seat in range(t.seats):
        if has(t.betting.live, seat) and t.cards.count[HAND + seat] > 0:
            return True
    return False


@rule
def jumps(t: Table, when: int) -> bool:
    """Whether a JUMP jumps."""
    if when == IF_ALONE:
        return t.betting.live & (t.betting.live - 1) == 0
    if when == IF_EMPTY:
        return t.cards.count[HAND + t.seat] == 0
    if when == IF_LAID:
        return t.chose & LAID != 0
    if when == IF_CHOSEN:
        return t.chose != 0
    return True


@rule
def observe(t: Table, seat: int, v: View) -> None:
    """Fill in what a seat may know: everything on the table, and the cards that it has seen."""
    b = t.betting
    v.seat = seat
    v.seats = t.seats
    v.hands = t.hands
    v.rounds = t.rounds
    v.turns = t.turns
    v.at = t.at
    v.start = t.start
    v.leader = t.leader
    v.actor = NOBODY if t.owed else t.actor
    v.dealt = t.dealt
    v.live = b.live
    v.owes = b.owes
    v.aggressor = b.aggressor
    v.current_bet = b.current_bet
    v.raises = b.raises
    v.min_bet = b.unit
    v.to_call = owes_chips(t, seat) if seat < t.seats and has(b.owes, seat) else 0
    v.pot = b.pot
    v.trump = t.config.trump
    for other in range(len(v.stack)):
        v.stack[other] = b.stack[other]
        v.bet[other] = b.bet[other]
        v.total[other] = b.total[other]
        v.points[other] = t.points[other]
        v.raised[other] = t.raised[other]
        v.drawn[other] = t.drawn[other]
        v.line[other] = t.line[other]
        v.trick_seat[other] = t.trick_seat[other] if other < t.cards.count[TRICK] else NOBODY
    look(t.cards, seat, v.cards)
    foresee(t, seat, v.prospects)


@rule
def score(t: Table, seat: int) -> int:
    """Chips won or lost over the session; without chips, points, which count negatively where the fewest win."""
    if t.config.chips:
        return t.betting.stack[seat] + t.betting.total[seat] - t.config.chips
    return -t.points[seat] if t.config.low_wins else t.points[seat]

"""How a hand goes on from here, and what will decide it: what any player can read from the program.

A bot does not see the program, as a person does not. What a person would read in the rules is filled in here, for every
view.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import DECK as CARDS
from croupier.kernel.vocabulary.evaluate import card_bit

from .program import (
    ALWAYS,
    AS_CHOSEN,
    CHOOSE,
    CHOOSE_MOST,
    CHOOSE_OFFERS,
    COMPARE,
    COMPARE_FLAGS,
    COMPARE_SIGN,
    COMPARE_TARGET,
    COMPARE_WHAT,
    DEAL,
    DEAL_COUNT,
    DEAL_TO,
    JUMP,
    JUMP_IF,
    LOOP,
    LOOP_ROUNDS,
    NEXT,
    OFFER_CARDS,
    OFFER_DRAW,
    OFFER_TAKE,
    OPERATION,
    PAY,
    REPEAT,
    REPEAT_TIMES,
    SEAT,
    SEAT_WHICH,
    TARGET,
    TO_BOARD,
    TO_EACH,
    TO_SEAT,
    WIDTH,
    WIN,
    WIN_HIGH,
    WIN_LED,
)
from .records import CAPTURED, Prospects, Table


@rule
def foresee(t: Table, seat: int, p: Prospects) -> None:
    """Fill in what a seat can derive from the rules."""
    count_deck(t, seat, p)
    read_ending(t, p)
    for number in range(WIDTH):
        p.instruction[number] = operand_at(t, t.at, number)
    read_turn(t, p)
    p.to_hand = 0
    p.to_board = 0
    p.draws = 0
    p.exchanges = 0
    p.has_tricks = 0
    look_ahead(t, p)


@rule
def operand_at(t: Table, at: int, number: int) -> int:
    """An operand of any instruction."""
    return t.config.code[at * WIDTH + number]


@rule
def operation_at(t: Table, at: int) -> int:
    """The operation of any instruction."""
    return operand_at(t, at, OPERATION)


@rule
def count_deck(t: Table, seat: int, p: Prospects) -> None:
    """Fill in the points of the cards, the cards that the seat has not seen, and the captured points."""
    p.unseen = 0
    p.deck_worth = 0
    p.deck_cards = 0
    for other in range(len(p.captured_points)):
        p.captured_points[other] = 0
    for card in range(CARDS):
        worth = t.config.worth[card]
        p.worth[card] = worth
        if (t.config.deck >> card) & 1:
            p.deck_cards += 1
            p.deck_worth += worth
            if not (t.cards.known[card] >> seat) & 1:
                p.unseen |= card_bit(card)
            if t.cards.zone[card] >= CAPTURED:
                p.captured_points[t.cards.zone[card] - CAPTURED] += worth


@rule
def read_ending(t: Table, p: Prospects) -> None:
    """Fill in the measures that decide the hand."""
    p.deciding = 0
    for number in range(len(p.measure)):
        p.measure[number] = 0
        p.sign[number] = 0
        p.target[number] = 0
        p.flags[number] = 0
    at = t.config.ending
    while operation_at(t, at) != PAY:
        if operation_at(t, at) == COMPARE and p.deciding < len(p.measure):
            p.measure[p.deciding] = operand_at(t, at, COMPARE_WHAT)
            p.sign[p.deciding] = operand_at(t, at, COMPARE_SIGN)
            p.target[p.deciding] = operand_at(t, at, COMPARE_TARGET)
            p.flags[p.deciding] = operand_at(t, at, COMPARE_FLAGS)
            p.deciding += 1
        at += 1


@rule
def read_turn(t: Table, p: Prospects) -> None:
    """Fill in the consequences of a choice: whether cards are replaced, what a pass brings, what wins the trick."""
    p.replaces = 0
    p.if_passed = 0
    p.high_wins = 0
    p.led_suit_wins = 0
    at = t.at + 1
    if replaces_choice(t, at):
        p.replaces = 1
    while at < t.config.ending and not ends_turn(t, at):
        if operation_at(t, at) == DEAL and operand_at(t, at, DEAL_COUNT) > 0:
            p.if_passed += operand_at(t, at, DEAL_COUNT)
        at += 1
    while at < t.config.ending and operation_at(t, at) != WIN:
        at += 1
    if at < t.config.ending:
        p.high_wins = operand_at(t, at, WIN_HIGH)
        p.led_suit_wins = operand_at(t, at, WIN_LED)


@rule
def replaces_choice(t: Table, at: int) -> bool:
    """Whether an instruction deals as many cards as were chosen."""
    return operation_at(t, at) == DEAL and operand_at(t, at, DEAL_COUNT) == AS_CHOSEN


@rule
def ends_turn(t: Table, at: int) -> bool:
    """Whether the turn goes to the next seat here."""
    return operation_at(t, at) == SEAT and operand_at(t, at, SEAT_WHICH) == NEXT


@rule
def look_ahead(t: Table, p: Prospects) -> None:
    """Count what comes in the rest of these phases, and in their further rounds if the number of rounds is known."""
    at = t.at + 1
    while at < t.config.ending and operation_at(t, at) != LOOP and not stops(t, at):
        count_ahead(t, p, at, 1)
        at += 1
    if at < t.config.ending and operation_at(t, at) == LOOP:
        more = operand_at(t, at, LOOP_ROUNDS) - 1 - t.rounds
        if more > 0:
            for again in range(operand_at(t, at, TARGET), at):
                count_ahead(t, p, again, more)
    if operation_at(t, t.at + 2) == REPEAT:
        p.draws -= min(p.draws, t.times)


@rule
def stops(t: Table, at: int) -> bool:
    """Whether the hand ends here."""
    return operation_at(t, at) == JUMP and operand_at(t, at, JUMP_IF) == ALWAYS


@rule
def count_ahead(t: Table, p: Prospects, at: int, times: int) -> None:
    """Count the cards that an instruction brings, `times` times."""
    operation = operation_at(t, at)
    if operation == DEAL:
        to = operand_at(t, at, DEAL_TO)
        count = operand_at(t, at, DEAL_COUNT)
        if to == TO_EACH:
            p.to_hand += times * count
        elif to == TO_BOARD:
            p.to_board += times * count
        elif to == TO_SEAT and count > 0:
            p.draws += times * count
    elif operation == CHOOSE:
        offers = operand_at(t, at, CHOOSE_OFFERS)
        if offers & (OFFER_DRAW | OFFER_TAKE):
            p.draws += times
        elif offers & OFFER_CARDS and replaces_choice(t, at + 1):
            p.exchanges += times * operand_at(t, at, CHOOSE_MOST)
    elif operation == REPEAT:
        p.draws += times * (operand_at(t, at, REPEAT_TIMES) - 1)
    elif operation == WIN:
        p.has_tricks = 1

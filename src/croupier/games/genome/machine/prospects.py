"""How a hand goes on from here, and what will decide it: what anybody can read from the program, for whoever plays.

A bot sees no program, as a person sees none. What a person would read in the rules is filled in here, for every view.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import DECK as CARDS
from croupier.kernel.vocabulary.evaluate import card_bit

from .program import (
    ALWAYS,
    AS_CHOSEN,
    CHOOSE,
    COMPARE,
    DEAL,
    JUMP,
    LOOP,
    NEXT,
    OFFER_CARDS,
    OFFER_DRAW,
    OFFER_TAKE,
    PAY,
    REPEAT,
    SEAT,
    TO_BOARD,
    TO_EACH,
    TO_SEAT,
    WIDTH,
    WIN,
)
from .records import CAPTURED, Prospects, Table


@rule
def foresee(t: Table, seat: int, p: Prospects) -> None:
    """Fill in what a seat can work out."""
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
def count_deck(t: Table, seat: int, p: Prospects) -> None:
    """What the cards are worth, which of them the seat has not seen, and what has been captured."""
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
    """What decides the hand."""
    p.deciding = 0
    for number in range(len(p.measure)):
        p.measure[number] = 0
        p.sign[number] = 0
        p.target[number] = 0
        p.flags[number] = 0
    at = t.config.ending
    while operand_at(t, at, 0) != PAY:
        if operand_at(t, at, 0) == COMPARE and p.deciding < len(p.measure):
            p.measure[p.deciding] = operand_at(t, at, 1)
            p.sign[p.deciding] = operand_at(t, at, 2)
            p.target[p.deciding] = operand_at(t, at, 3)
            p.flags[p.deciding] = operand_at(t, at, 4)
            p.deciding += 1
        at += 1


@rule
def read_turn(t: Table, p: Prospects) -> None:
    """What becomes of a choice: whether chosen cards are replaced, what comes without one, who will win the trick."""
    p.replaces = 0
    p.if_passed = 0
    p.high_wins = 0
    p.led_suit_wins = 0
    at = t.at + 1
    if operand_at(t, at, 0) == DEAL and operand_at(t, at, 2) == AS_CHOSEN:
        p.replaces = 1
    while at < t.config.ending and not ends_turn(t, at):
        if operand_at(t, at, 0) == DEAL and operand_at(t, at, 2) > 0:
            p.if_passed += operand_at(t, at, 2)
        at += 1
    while at < t.config.ending and operand_at(t, at, 0) != WIN:
        at += 1
    if at < t.config.ending:
        p.high_wins = operand_at(t, at, 1)
        p.led_suit_wins = operand_at(t, at, 2)


@rule
def ends_turn(t: Table, at: int) -> bool:
    """Whether the turn goes to the next seat here."""
    return operand_at(t, at, 0) == SEAT and operand_at(t, at, 1) == NEXT


@rule
def look_ahead(t: Table, p: Prospects) -> None:
    """Count what comes in the rest of these phases, and in all their further rounds, as far as those are numbered."""
    at = t.at + 1
    while at < t.config.ending and operand_at(t, at, 0) != LOOP and not stops(t, at):
        count_ahead(t, p, at, 1)
        at += 1
    if at < t.config.ending and operand_at(t, at, 0) == LOOP:
        more = operand_at(t, at, 1) - 1 - t.rounds
        if more > 0:
            for again in range(operand_at(t, at, 2), at):
                count_ahead(t, p, again, more)
    if operand_at(t, t.at + 2, 0) == REPEAT:
        p.draws -= min(p.draws, t.times)


@rule
def stops(t: Table, at: int) -> bool:
    """Whether the hand ends here."""
    return operand_at(t, at, 0) == JUMP and operand_at(t, at, 1) == ALWAYS


@rule
def count_ahead(t: Table, p: Prospects, at: int, times: int) -> None:
    """Count the cards that an instruction brings, so many times."""
    operation = operand_at(t, at, 0)
    if operation == DEAL:
        to = operand_at(t, at, 1)
        count = operand_at(t, at, 2)
        if to == TO_EACH:
            p.to_hand += times * count
        elif to == TO_BOARD:
            p.to_board += times * count
        elif to == TO_SEAT and count > 0:
            p.draws += times * count
    elif operation == CHOOSE:
        offers = operand_at(t, at, 1)
        if offers & (OFFER_DRAW | OFFER_TAKE):
            p.draws += times
        elif offers & OFFER_CARDS and operand_at(t, at + 1, 2) == AS_CHOSEN and operand_at(t, at + 1, 0) == DEAL:
            p.exchanges += times * operand_at(t, at, 3)
    elif operation == REPEAT:
        p.draws += times * (operand_at(t, at, 1) - 1)
    elif operation == WIN:
        p.has_tricks = 1

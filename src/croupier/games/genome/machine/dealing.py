"""Cards from the house: the new deck of a hand (OPEN), and the cards dealt from it (DEAL)."""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.betting import open_hand, open_street
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import ROW_CARDS, Out, attach, emit
from croupier.kernel.vocabulary.ledger import Ledger, card_at, draw, move, pour, room
from croupier.kernel.vocabulary.menu import CARDS_PER_ACTION, Action
from croupier.kernel.vocabulary.turns import NOBODY, PUBLIC, after, all_seats, has, size

from .events import CARDS_DEALT, CARDS_TURNED_UP, DEALT_IN, DECK_REFILLED, DISCARDS_TURNED_UP, HAND_STARTED
from .program import AS_CHOSEN, DEAL_COUNT, DEAL_FACE, DEAL_TO, FACE_OTHERS, FACE_UP, TO_BOARD, TO_EACH, TO_SEAT, WIDTH
from .records import BOARD, BOX, DECK, HAND, HAND_SLOTS, MOST_IN_HAND, MUCK, NO_CHANCE, PILE, TOP, Table


@rule
def operand(t: Table, number: int) -> int:
    """An operand of the present instruction."""
    return t.config.code[t.at * WIDTH + number]


@rule
def hand_room(seats: int) -> int:
    """How many cards a hand can hold: the hands share HAND_SLOTS."""
    return min(MOST_IN_HAND, HAND_SLOTS // seats)


@rule
def open_a_hand(t: Table, out: Out) -> None:
    """Start a new hand with a new deck. In a game with chips, a seat without chips sits out."""
    b = t.betting
    shuffle(t.cards, t.config.deck)
    t.dealt = all_seats(t.seats)
    if t.config.chips:
        for seat in range(t.seats):
            if b.stack[seat] == 0:
                t.dealt &= ~(1 << seat)
    open_hand(b, t.dealt)
    open_street(b, 0)
    b.actor = NOBODY
    t.leader = first_from_start(t)
    t.rounds = 0
    t.turns = 0
    t.times = 0
    t.bettings = 0
    for seat in range(t.seats):
        t.standing[seat] = 0
        t.raised[seat] = 0
        t.drawn[seat] = NO_CHANCE
        t.line[seat] = 0
    emit(out, HAND_STARTED, PUBLIC, t.leader, t.hands + 1)
    emit(out, DEALT_IN, PUBLIC, NOBODY, t.dealt)
    t.at += 1


@rule
def shuffle(x: Ledger, deck: int) -> None:
    """Put every card of the deck into it, known to no seat, and the others into the box."""
    for zone in range(len(x.count)):
        x.count[zone] = 0
    inside = 0
    for card in range(len(x.zone)):
        in_deck = (deck >> card) & 1
        inside += in_deck
        x.zone[card] = DECK if in_deck else BOX
        x.known[card] = 0 if in_deck else PUBLIC
        x.kin[card] = in_deck
    x.count[DECK] = inside
    x.count[BOX] = len(x.zone) - inside


@rule
def first_from_start(t: Table) -> int:
    """The first live seat from the starting position on."""
    return after(t.betting.live, t.start - 1)


@rule
def space(x: Ledger, zone: int) -> int:
    """How many more cards a row can hold."""
    return room(x, zone) - x.count[zone]


@rule
def start_deal(t: Table, out: Out) -> None:
    """Ask the house for cards. All seats get the same number: if there are not enough for all, each gets fewer."""
    to = operand(t, DEAL_TO)
    count = t.chosen if operand(t, DEAL_COUNT) == AS_CHOSEN else operand(t, DEAL_COUNT)
    receivers = 1
    if to == TO_EACH:
        receivers = size(t.betting.live)
        for seat in range(t.seats):
            if has(t.betting.live, seat):
                count = min(count, space(t.cards, HAND + seat))
    elif to == TO_SEAT:
        count = min(count, space(t.cards, HAND + t.seat))
    elif to == TO_BOARD:
        count = min(count, space(t.cards, BOARD))
    if t.cards.count[DECK] < count * receivers:
        refill(t, out)
    t.owed = receivers * min(count, t.cards.count[DECK] // receivers)
    t.receiver = first_from_start(t)
    if t.owed == 0:
        t.at += 1


@rule
def refill(t: Table, out: Out) -> None:
    """Shuffle the discarded cards into the deck; the last card of the discard pile stays."""
    returned = t.cards.count[PILE] + t.cards.count[MUCK]
    if returned:
        pour(t.cards, PILE, DECK)
        pour(t.cards, MUCK, DECK)
        emit(out, DECK_REFILLED, PUBLIC, NOBODY, returned)


@rule
def next_draw(t: Table) -> int:
    """How many cards the house draws at once: at most as many as one row per receiver can hold."""
    receivers = size(t.betting.live) if operand(t, DEAL_TO) == TO_EACH else 1
    return min(t.owed, min(CARDS_PER_ACTION, ROW_CARDS * receivers))


@rule
def deal(t: Table, out: Out, a: Action) -> None:
    """Place the cards that the house has drawn: in each hand in turn, in one hand, or on the table."""
    to = operand(t, DEAL_TO)
    if to == TO_EACH:
        receivers = size(t.betting.live)
        seat = t.receiver
        for first in range(min(receivers, a.count)):
            deal_to_hand(t, out, seat, a, first, receivers)
            seat = after(t.betting.live, seat)
        for _ in range(a.count % receivers):
            t.receiver = after(t.betting.live, t.receiver)
    elif to == TO_SEAT:
        deal_to_hand(t, out, t.seat, a, 0, 1)
    else:
        deal_to_table(t, out, a, BOARD if to == TO_BOARD else TOP)
    t.owed -= a.count
    if t.owed == 0:
        t.at += 1


@rule
def deal_to_hand(t: Table, out: Out, seat: int, a: Action, first: int, step: int) -> None:
    """Deal every `step`-th of the drawn cards to a hand: seen by its own seat, by everybody, or by everybody else."""
    viewers = 1 << seat
    if operand(t, DEAL_FACE) == FACE_UP:
        viewers = PUBLIC
    elif operand(t, DEAL_FACE) == FACE_OTHERS:
        viewers = PUBLIC & ~viewers
    others = PUBLIC & ~viewers
    emit(out, CARDS_DEALT, viewers, seat, 0)
    for i in range(first, a.count, step):
        draw(t.cards, DECK, a.cards[i], HAND + seat, viewers)
        attach(out, viewers, a.cards[i])
    if others:
        emit(out, CARDS_DEALT, others, seat, 0)
        for _ in range(first, a.count, step):
            attach(out, others, UNKNOWN)


@rule
def deal_to_table(t: Table, out: Out, a: Action, zone: int) -> None:
    """Deal the drawn cards face up: to the community, or onto the discard pile."""
    emit(out, CARDS_TURNED_UP if zone == BOARD else DISCARDS_TURNED_UP, PUBLIC, NOBODY, 0)
    for i in range(a.count):
        if zone == TOP:
            uncover(t)
        draw(t.cards, DECK, a.cards[i], zone, PUBLIC)
        attach(out, PUBLIC, a.cards[i])


@rule
def uncover(t: Table) -> None:
    """Make room on top of the discard pile."""
    if t.cards.count[TOP]:
        move(t.cards, card_at(t.cards, TOP, 0), PILE, PUBLIC)

"""A seat's choices with its cards: CHOOSE asks for them, WIN decides a trick."""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import ROW_CARDS, Out, attach, emit, emit_card, heard
from croupier.kernel.vocabulary.ledger import card_at, move
from croupier.kernel.vocabulary.menu import FIRST_KIND, Action, Menu, candidate, offer, offer_cards
from croupier.kernel.vocabulary.turns import NOBODY, PUBLIC

from .dealing import operand, refill, space, uncover
from .events import (
    CARDS_CAPTURED,
    CARDS_DISCARDED,
    CARDS_PLAYED,
    CARDS_THROWN_AWAY,
    COULD_NOT_PLAY,
    DREW_CARDS,
    PASSED_TURN,
    PLAYED_TO_TRICK,
    TOOK_CARD,
    TRICK_WON,
)
from .program import (
    AS_CHOSEN,
    CHOOSE_CARDS,
    CHOOSE_FEWEST,
    CHOOSE_KIND,
    CHOOSE_MOST,
    CHOOSE_OFFERS,
    CHOOSE_TESTS,
    CHOOSE_TO,
    DEAL,
    DEAL_COUNT,
    DREW,
    EVERY_TEST,
    FOLLOW_SUIT,
    HIGHER_RANK,
    LAID,
    LOWER_RANK,
    NEXT_RANK,
    OFFER_CARDS,
    OFFER_DRAW,
    OFFER_PASS,
    OFFER_TAKE,
    OPERATION,
    PASSED,
    SAME_RANK,
    SAME_SUIT,
    TO_CAPTURED,
    TO_DISCARD,
    TO_MUCK,
    TOOK,
    WIDTH,
    WIN_HIGH,
    WIN_LED,
)
from .records import CAPTURED, DECK, HAND, MUCK, PILE, TOP, TRICK, Table

PLAY = FIRST_KIND + 6
DISCARD = FIRST_KIND + 7
DRAW = FIRST_KIND + 8
TAKE = FIRST_KIND + 9
PASS = FIRST_KIND + 10

RANKS = 13
LED = 1 << 8
TRUMP = 1 << 9
"""What a card of the led suit, and a trump, count more than others in a trick."""


@rule
def start_choice(t: Table, out: Out) -> None:
    """Ask the seat, unless it can do nothing. A seat that has cards and may pass is asked even if none of them fits, so
    that this stays secret. That a seat has to play and cannot is public; it is told once for plays in a row."""
    offers = operand(t, CHOOSE_OFFERS)
    t.actor = NOBODY
    if offers & OFFER_CARDS and t.cards.count[HAND + t.seat] > 0:
        if offers & OFFER_PASS or count_fitting(t, t.seat) > 0:
            t.actor = t.seat
        elif t.stuck == 0:
            t.stuck = 1
            emit(out, COULD_NOT_PLAY, PUBLIC, t.seat, 0)
    if (offers & OFFER_DRAW and can_draw(t)) or (offers & OFFER_TAKE and can_take(t)):
        t.actor = t.seat
    if t.actor == NOBODY:
        end_choice(t, PASSED, 0)


@rule
def can_draw(t: Table) -> bool:
    """Whether there is a card to draw and room for it in the hand."""
    cards = t.cards.count[DECK] + t.cards.count[PILE] + t.cards.count[MUCK]
    return cards > 0 and space(t.cards, HAND + t.seat) > 0


@rule
def can_take(t: Table) -> bool:
    """Whether there is a card on the discard pile and room for it in the hand."""
    return t.cards.count[TOP] > 0 and space(t.cards, HAND + t.seat) > 0


@rule
def offer_choices(t: Table, seat: int, m: Menu) -> None:
    """Offer cards to play or discard, a card to draw or take, and to pass if that is allowed."""
    offers = operand(t, CHOOSE_OFFERS)
    if offers & OFFER_CARDS:
        offer_own_cards(t, seat, m)
    if offers & OFFER_DRAW and can_draw(t):
        offer(m, DRAW)
    if offers & OFFER_TAKE and can_take(t):
        offer(m, TAKE)
    m.default = 0
    if offers & OFFER_PASS:
        m.default = m.count
        offer(m, PASS)


@rule
def offer_own_cards(t: Table, seat: int, m: Menu) -> None:
    """Offer the cards of the hand that meet the tests, if there are enough of them."""
    fitting = count_fitting(t, seat)
    if fitting:
        tests = tests_for(t, seat)
        held = t.cards.count[HAND + seat]
        fewest = min(operand(t, CHOOSE_FEWEST), held)
        most = min(operand(t, CHOOSE_MOST), fitting)
        offer_cards(m, operand(t, CHOOSE_KIND), HAND + seat, fewest, most, 0)
        for slot in range(held):
            card = card_at(t.cards, HAND + seat, slot)
            if fits(t, card, tests):
                candidate(m, card)


@rule
def count_fitting(t: Table, seat: int) -> int:
    """How many cards of a hand meet the tests; 0 if they are too few to be played."""
    tests = tests_for(t, seat)
    held = t.cards.count[HAND + seat]
    fitting = 0
    for slot in range(held):
        if fits(t, card_at(t.cards, HAND + seat, slot), tests):
            fitting += 1
    return fitting if fitting >= min(operand(t, CHOOSE_FEWEST), held) else 0


@rule
def tests_for(t: Table, seat: int) -> int:
    """The tests that the cards of a hand have to meet: following suit is not asked of a seat that cannot."""
    tests = operand(t, CHOOSE_TESTS)
    if tests & FOLLOW_SUIT:
        for slot in range(t.cards.count[HAND + seat]):
            if fits(t, card_at(t.cards, HAND + seat, slot), FOLLOW_SUIT):
                return FOLLOW_SUIT
        return 0
    return tests


@rule
def fits(t: Table, card: int, tests: int) -> bool:
    """Whether a card meets any of the tests, or all of them: tests of the card itself, and against the last card.

    While the pile is empty, every test against the last card is met.
    """
    if card == UNKNOWN:
        return False
    if tests == FOLLOW_SUIT:
        return t.cards.count[TRICK] == 0 or (card & 3) == (card_at(t.cards, TRICK, 0) & 3)
    listed = (operand(t, CHOOSE_CARDS) >> card) & 1
    relations = tests & (EVERY_TEST - 1)
    met = relations
    if t.cards.count[TOP]:
        met &= relations_of(card, card_at(t.cards, TOP, 0))
    if tests & EVERY_TEST:
        return listed == 1 and met == relations
    return listed == 1 or met != 0


@rule
def relations_of(card: int, last: int) -> int:
    """The relations of a card to the last one of the pile, as a set."""
    rank = card >> 2
    other = last >> 2
    found = 0
    if (card & 3) == (last & 3):
        found |= SAME_SUIT
    if rank == other:
        found |= SAME_RANK
    if rank > other:
        found |= HIGHER_RANK
    if rank < other:
        found |= LOWER_RANK
    distance = abs(rank - other)
    if distance == 1 or distance == RANKS - 1:
        found |= NEXT_RANK
    return found


@rule
def choose(t: Table, out: Out, seat: int, a: Action) -> None:
    """Make the seat's choice."""
    if a.kind == DRAW:
        draw_one(t, out, seat)
    elif a.kind == TAKE:
        take_last(t, out, seat)
    elif a.count == 0:
        pass_turn(t, out, seat)
    else:
        for i in range(a.count):
            t.picked[i] = a.cards[i]
        lay_picked(t, out, seat, a.count)


@rule
def choose_for_absent(t: Table, out: Out, seat: int) -> None:
    """Make the clock's choice: pass, else the first cards that fit, else draw or take."""
    offers = operand(t, CHOOSE_OFFERS)
    picked = 0
    if offers & OFFER_CARDS and not offers & OFFER_PASS:
        picked = pick_first_that_fit(t, seat)
    if picked:
        lay_picked(t, out, seat, picked)
    elif offers & OFFER_DRAW and not offers & OFFER_PASS and can_draw(t):
        draw_one(t, out, seat)
    elif offers & OFFER_TAKE and not offers & OFFER_PASS and can_take(t):
        take_last(t, out, seat)
    else:
        pass_turn(t, out, seat)


@rule
def pick_first_that_fit(t: Table, seat: int) -> int:
    """Pick the fewest cards that a seat has to play, the first that fit; returns how many, 0 if it cannot."""
    tests = tests_for(t, seat)
    held = t.cards.count[HAND + seat]
    wanted = min(operand(t, CHOOSE_FEWEST), held)
    picked = 0
    for slot in range(held):
        card = card_at(t.cards, HAND + seat, slot)
        if picked < wanted and fits(t, card, tests):
            t.picked[picked] = card
            picked += 1
    return picked if picked == wanted else 0


@rule
def pass_turn(t: Table, out: Out, seat: int) -> None:
    """Choose nothing."""
    emit(out, PASSED_TURN, PUBLIC, seat, 0)
    end_choice(t, PASSED, 0)


@rule
def draw_one(t: Table, out: Out, seat: int) -> None:
    """Ask for a card of the deck: the next instruction deals it."""
    emit(out, DREW_CARDS, PUBLIC, seat, 0)
    end_choice(t, DREW, 1)


@rule
def take_last(t: Table, out: Out, seat: int) -> None:
    """Take the last card of the discard pile."""
    card = card_at(t.cards, TOP, 0)
    emit_card(out, TOOK_CARD, PUBLIC, seat, card)
    move(t.cards, card, HAND + seat, PUBLIC)
    end_choice(t, TOOK, 0)


@rule
def end_choice(t: Table, choice: int, chosen: int) -> None:
    """Record a choice for the instructions that follow; for a chance of fresh cards, also how many were asked for."""
    if is_replacing(t) and choice != TOOK:
        t.drawn[t.seat] = chosen
    t.choice = choice
    t.chose |= choice
    t.chosen = chosen
    t.actor = NOBODY
    t.at += 1


@rule
def lay_picked(t: Table, out: Out, seat: int, count: int) -> None:
    """Move the picked cards out of the hand to their zone, and tell the seats that may know them.

    If they are replaced from a deck that is too short, earlier discards go back first: a seat gets its own cards again
    only if there are no others.
    """
    if is_replacing(t) and t.cards.count[DECK] < count:
        refill(t, out)
    for start in range(0, count, ROW_CARDS):
        lay_some(t, out, seat, start, min(start + ROW_CARDS, count))
    end_choice(t, LAID, count)


@rule
def lay_some(t: Table, out: Out, seat: int, start: int, end: int) -> None:
    """Lay as many of the picked cards as one row can hold."""
    to = operand(t, CHOOSE_TO)
    viewers = 1 << seat if to == TO_MUCK else PUBLIC
    if heard(out):
        places = places_left(t, seat, start, end)
        tell_picked(t, out, seat, start, end, places, viewers)
        if viewers != PUBLIC:
            tell_hidden(out, seat, end - start, places, PUBLIC & ~viewers)
    for i in range(start, end):
        if to == TO_DISCARD:
            uncover(t)
            move(t.cards, t.picked[i], TOP, PUBLIC)
        elif to == TO_MUCK:
            move(t.cards, t.picked[i], MUCK, viewers)
        elif to == TO_CAPTURED:
            move(t.cards, t.picked[i], CAPTURED + seat, PUBLIC)
        else:
            t.trick_seat[t.cards.count[TRICK]] = seat
            move(t.cards, t.picked[i], TRICK, PUBLIC)
        t.picked[i] = 0  # only the ledger keeps secrets


@rule
def places_left(t: Table, seat: int, start: int, end: int) -> int:
    """The places of the hand that picked cards leave, as a set; 0 if the others know no card of the hand."""
    places = 0
    if is_all_its_own(t, seat):
        return places
    for slot in range(t.cards.count[HAND + seat]):
        for i in range(start, end):
            if t.picked[i] == card_at(t.cards, HAND + seat, slot):
                places |= 1 << slot
    return places


@rule
def is_all_its_own(t: Table, seat: int) -> bool:
    """Whether a seat knows all cards of its hand, and no other seat knows any."""
    own = 1 << seat
    for slot in range(t.cards.count[HAND + seat]):
        card = card_at(t.cards, HAND + seat, slot)
        if card == UNKNOWN or t.cards.known[card] != own:
            return False
    return True


@rule
def is_replacing(t: Table) -> bool:
    """Whether the next instruction deals as many cards as are picked."""
    following = (t.at + 1) * WIDTH
    return t.config.code[following + OPERATION] == DEAL and t.config.code[following + DEAL_COUNT] == AS_CHOSEN


@rule
def tell_picked(t: Table, out: Out, seat: int, start: int, end: int, places: int, audience: int) -> None:
    """Tell which cards were picked, and where they go."""
    emit(out, fact_of_laying(t), audience, seat, places)
    for i in range(start, end):
        attach(out, audience, t.picked[i])


@rule
def tell_hidden(out: Out, seat: int, count: int, places: int, audience: int) -> None:
    """Tell only how many cards were thrown away."""
    emit(out, CARDS_THROWN_AWAY, audience, seat, places)
    for _ in range(count):
        attach(out, audience, UNKNOWN)


@rule
def fact_of_laying(t: Table) -> int:
    """The kind of fact for cards that were laid, by their zone."""
    to = operand(t, CHOOSE_TO)
    if to == TO_MUCK:
        return CARDS_THROWN_AWAY
    if to == TO_CAPTURED:
        return CARDS_CAPTURED
    if to == TO_DISCARD:
        return CARDS_PLAYED if operand(t, CHOOSE_KIND) == PLAY else CARDS_DISCARDED
    return PLAYED_TO_TRICK


@rule
def win_trick(t: Table, out: Out) -> None:
    """Give the cards of the trick, and the lead of the next, to the seat that played the best of them."""
    cards = t.cards.count[TRICK]
    if cards:
        best = 0
        for slot in range(1, cards):
            if trick_value(t, slot) > trick_value(t, best):
                best = slot
        t.leader = t.trick_seat[best]
        emit(out, TRICK_WON, PUBLIC, t.leader, cards)
        for _ in range(cards):
            move(t.cards, card_at(t.cards, TRICK, 0), CAPTURED + t.leader, PUBLIC)
    t.at += 1


@rule
def trick_value(t: Table, slot: int) -> int:
    """The value of a card in its trick."""
    led = card_at(t.cards, TRICK, 0) & 3
    return value_in_trick(card_at(t.cards, TRICK, slot), led, t.config.trump, operand(t, WIN_HIGH), operand(t, WIN_LED))


@rule
def value_in_trick(card: int, led: int, trump: int, high_wins: int, led_suit_wins: int) -> int:
    """The value of a card in a trick. Without `led_suit_wins`, every suit can win."""
    value = card >> 2
    if not high_wins:
        value = RANKS - value
    if (card & 3) == trump:
        value += TRUMP
    if not led_suit_wins or (card & 3) == led:
        value += LED
    return value

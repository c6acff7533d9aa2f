"""The core of the Battle: two seats lay three of their four cards in secret, then both layouts meet, step by step.

While a round is prepared, both seats owe a confirm. Neither learns anything of the other's draft or confirm, not even
whether there is one. A seat may also send asides: a draft, any number of times; another confirm, until the round is
finalised; LEAVE, which loses; and TOUCH, a sign of life without cards, by which a server notes a confirm that it had to
refuse. The deadline is the clock's TIMEOUT. Between two rounds the house begins the next; no player can leave there.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.events import Out, attach, emit, open_to
from croupier.kernel.vocabulary.ledger import card_at, draw, gather, give_room, look
from croupier.kernel.vocabulary.menu import (
    FIRST_KIND,
    GAP,
    LEAVE,
    NEXT_HAND,
    TIMEOUT,
    Action,
    Menu,
    allow_gaps,
    candidate,
    offer,
    offer_aside,
    offer_cards,
    set_aside,
)
from croupier.kernel.vocabulary.turns import CLOCK, CLOCK_BIT, HOUSE, HOUSE_BIT, NOBODY, PUBLIC

from .events import HAND_TAKEN, LAYOUT_CONFIRMED, LAYOUT_DRAFTED, PLAYER_LEFT, STAKE_PAID, TOUCHED
from .known import observe_hand, prove, sort_hand
from .records import BOX, DISCONNECT, FACES, HAND, HAND_SIZE, KINDS, PLACES, SEATS, Table, View
from .rounds import end_match, finalise, start_round

CONFIRM = FIRST_KIND
DRAFT = FIRST_KIND + 1
TOUCH = FIRST_KIND + 2


@rule
def begin(t: Table, out: Out) -> None:
    """Both pay the stake and take their hands, which they keep for the whole match; a new leg goes on instead."""
    t.seats = SEATS
    begins = t.config.carried.played == 0
    open_to(out, SEATS)
    t.winner = NOBODY
    give_room(t.cards, BOX, 0)
    for seat in range(SEATS):
        give_room(t.cards, HAND + seat, HAND_SIZE)
    gather(t.cards, BOX)
    for seat in range(SEATS):
        t.hp[seat] = t.config.start_hp[seat]
        t.pot += t.config.stake
        if begins:
            emit(out, STAKE_PAID, PUBLIC, seat, t.config.stake)
        for place in range(PLACES):
            t.last[seat][place] = GAP
    for seat in range(SEATS):
        if begins:
            emit(out, HAND_TAKEN, 1 << seat, seat, 0)
        for slot in range(HAND_SIZE):
            card = card_of(t, seat, slot)
            draw(t.cards, BOX, card, HAND + seat, 1 << seat)
            if begins:
                attach(out, 1 << seat, card)
    if not begins:
        bring_along(t)
    start_round(t, out)


@rule
def bring_along(t: Table) -> None:
    """Take over what an earlier leg left. Absences are secret, so they are removed from the config."""
    carried = t.config.carried
    t.hands = carried.played
    t.round = carried.played
    t.sudden_death = carried.sudden_death
    t.both_absent = carried.both_absent
    carried.both_absent = 0
    for seat in range(SEATS):
        t.absent[seat] = carried.absent[seat]
        carried.absent[seat] = 0
        for place in range(PLACES):
            t.last[seat][place] = carried.last[seat][place]
            for face in range(FACES):
                t.shown[seat][place][face] = carried.shown[seat][place][face]
        for kind in range(KINDS):
            while t.most_shown[seat][kind] < carried.most_shown[seat][kind]:
                t.most_shown[seat][kind] += 1
                prove(t, seat, kind)


@rule
def between(t: Table) -> bool:
    """Whether the next round waits for the house."""
    return t.between != 0


@rule
def card_of(t: Table, seat: int, slot: int) -> int:
    """The card that a seat's hand has in a slot, by the config: the next copy of its kind."""
    kind = t.config.hand[seat][slot]
    copy = seat * HAND_SIZE
    for earlier in range(slot):
        if t.config.hand[seat][earlier] == kind:
            copy += 1
    return kind + KINDS * copy


@rule
def owing(t: Table) -> int:
    """The seats that have not confirmed; the clock, if two confirmed layouts wait for the deadline; or the house, which
    begins the next round."""
    if t.over:
        return 0
    if t.between:
        return HOUSE_BIT
    mask = 0
    for seat in range(SEATS):
        if not t.confirmed[seat]:
            mask |= 1 << seat
    if mask == 0:
        return CLOCK_BIT
    return mask


@rule
def menu(t: Table, seat: int, m: Menu) -> None:
    """Offer what a seat may do. It depends on the seat alone: a menu never reveals what the other has done."""
    if t.over:
        return
    if t.between:
        if seat == HOUSE:
            offer(m, NEXT_HAND)
    elif seat == CLOCK:
        offer(m, TIMEOUT)
        if owing(t) != CLOCK_BIT:
            set_aside(m)
    elif seat < SEATS:
        offer_layout(t, seat, m, CONFIRM, t.confirmed[seat])
        offer_layout(t, seat, m, DRAFT, 1)
        offer_aside(m, TOUCH)
        offer_aside(m, LEAVE)
        m.limit_ms = t.config.prep_ms
        m.shared_clock = 1


@rule
def offer_layout(t: Table, seat: int, m: Menu, kind: int, aside: int) -> None:
    """Three places, each for a card of the hand or for none."""
    offer_cards(m, kind, HAND + seat, PLACES, PLACES, 1)
    allow_gaps(m)
    for slot in range(HAND_SIZE):
        candidate(m, card_at(t.cards, HAND + seat, slot))
    if aside:
        set_aside(m)


@rule
def act(t: Table, out: Out, seat: int, a: Action) -> None:
    """A draft, a confirm, a sign of life, the deadline, or a player who leaves."""
    if a.kind == LEAVE:
        emit(out, PLAYER_LEFT, PUBLIC, seat, 0)
        end_match(t, out, 1 - seat, DISCONNECT)
    elif a.kind == TIMEOUT:
        finalise(t, out)
    elif a.kind == NEXT_HAND:
        start_round(t, out)
    else:
        t.touched[seat] = 1
        if a.kind == DRAFT:
            emit(out, LAYOUT_DRAFTED, 1 << seat, seat, 0)
            for place in range(PLACES):
                t.draft[seat][place] = a.cards[place]
                attach(out, 1 << seat, a.cards[place])
        elif a.kind == TOUCH:
            emit(out, TOUCHED, 1 << seat, seat, 0)
        else:
            emit(out, LAYOUT_CONFIRMED, 1 << seat, seat, 0)
            for place in range(PLACES):
                t.layout[seat][place] = a.cards[place]
                attach(out, 1 << seat, a.cards[place])
            t.confirmed[seat] = 1
            if t.confirmed[1 - seat] and t.config.reveal_when_confirmed:
                finalise(t, out)


@rule
def observe(t: Table, seat: int, v: View) -> None:
    """Everything public, and of what is secret only the seat's own."""
    v.seat = seat
    v.hands = t.hands
    v.round = t.round
    v.rounds = t.config.rounds
    v.max_rounds = t.config.max_rounds
    v.sudden_death = t.sudden_death
    v.max_hp = t.config.max_hp
    v.pot = t.pot
    v.stake = t.config.stake
    v.winner = t.winner
    v.reason = t.reason
    v.over = t.over
    seated = seat < SEATS
    v.touched = t.touched[seat] if seated else 0
    v.confirmed = t.confirmed[seat] if seated else 0
    v.absent = t.absent[seat] if seated else 0
    for place in range(PLACES):
        v.draft[place] = t.draft[seat][place] if seated else GAP
        v.layout[place] = t.layout[seat][place] if seated else GAP
    look(t.cards, seat, v.cards)
    for other in range(SEATS):
        v.hp[other] = t.hp[other]
        v.tokens[other] = t.tokens[other]
        for place in range(PLACES):
            v.last[other][place] = t.last[other][place]
            for face in range(FACES):
                v.shown[other][place][face] = t.shown[other][place][face]
        if other != seat:
            observe_hand(t, seat, other, v)


@rule
def score(t: Table, seat: int) -> int:
    """Tokens won or lost."""
    return t.tokens[seat] - t.config.stake


@rule
def conceal(t: Table, seat: int) -> None:
    """Take back what the other seat has sent in this round, and forget its hand and how long it was absent."""
    for other in range(SEATS):
        if other != seat:
            t.touched[other] = 0
            t.confirmed[other] = 0
            t.absent[other] = 0
            for place in range(PLACES):
                t.draft[other][place] = GAP
                t.layout[other][place] = GAP
            for slot in range(HAND_SIZE):
                t.config.hand[other][slot] = 0
            sort_hand(t, seat, other)
    t.both_absent = 0

"""The Deal: the core. A match is a run of hands: (Draw → Betting → Flip) × 3 with a Decision Point after all flips but
the last, then Resolution.

`settle` runs after every action: it asks the house for cards, checks for seats that are all-in, flips when betting is
over, and resolves the hand, until some actor owes a decision.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import Out, emit, open_to
from croupier.kernel.vocabulary.ledger import card_at, give_room, look
from croupier.kernel.vocabulary.menu import (
    DRAWN,
    FIRST_KIND,
    NEXT_HAND,
    TIMEOUT,
    Action,
    Menu,
    candidate,
    offer,
    offer_aside,
    offer_cards,
    offer_draw_for,
)
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE, HOUSE_BIT, NOBODY, PUBLIC, has

from .betting import check, clear_betting, leave_betting, may_raise, open_betting, raise_with
from .events import (
    BETTING_OPENED,
    CONTINUED,
    DECISION_REACHED,
    FOLDED,
    PLAYED_ON,
    TIME_RAN_OUT,
    TURN_PASSED,
    WENT_HOME,
)
from .hand import abandon, ask_for_cards, discard_face_down, flip, open_hand, open_round, resolve, take_cards
from .records import (
    BETTING,
    BETWEEN,
    BOX,
    BY_GOING_HOME,
    CARDS,
    DECISION,
    DECK,
    DOWN,
    DRAWING,
    HAND,
    HAND_SIZE,
    NARC,
    OVER,
    PLAYER,
    READY,
    SEATS,
    SPENT,
    TABLE,
    TABLE_CARDS,
    Table,
    View,
)
from .totals import clear_totals, projected_heat, total_cover, total_evidence, total_profit

CHECK = FIRST_KIND
RAISE = FIRST_KIND + 1
FOLD = FIRST_KIND + 2
CONTINUE = FIRST_KIND + 3
GO_HOME = FIRST_KIND + 4


@rule
def begin(t: Table, out: Out) -> None:
    """Lay out the decks and start the first hand, or the next hand of a run that goes on in a new leg."""
    t.seats = SEATS
    open_to(out, SEATS)
    x = t.cards
    for seat in range(SEATS):
        give_room(x, DECK + seat, 0)
    for seat in range(SEATS):
        give_room(x, HAND + seat, HAND_SIZE)
    for seat in range(SEATS):
        give_room(x, DOWN + seat, HAND_SIZE)
    give_room(x, TABLE, TABLE_CARDS)
    give_room(x, SPENT, 0)
    give_room(x, BOX, 0)
    for seat in range(SEATS):
        for card in range(t.config.first[seat], t.config.first[seat + 1]):
            x.zone[card] = DECK + seat
            x.kin[card] = seat
        x.count[DECK + seat] = t.config.first[seat + 1] - t.config.first[seat]
    for card in range(t.config.first[SEATS], CARDS):
        x.zone[card] = BOX
        x.known[card] = PUBLIC
    x.count[BOX] = CARDS - t.config.first[SEATS]
    t.cash = t.config.cash
    t.heat = t.config.heat
    bring_along(t)
    clear_betting(t)
    clear_totals(t)
    open_hand(t, out)
    settle(t, out)


@rule
def bring_along(t: Table) -> None:
    """Take over what an earlier leg left. It is removed from the config, because unseen spent cards are secret."""
    x = t.cards
    carried = t.config.carried
    t.hands = carried.played
    t.prevented = carried.prevented
    t.bargained = carried.bargained
    for card in range(CARDS):
        if carried.spent[card]:
            x.count[x.zone[card]] -= 1
            x.count[SPENT] += 1
            x.zone[card] = SPENT
            x.known[card] = carried.spent[card]
            carried.spent[card] = 0


@rule
def between(t: Table) -> bool:
    """Whether the next hand waits for the house."""
    return t.phase == READY


@rule
def owing(t: Table) -> int:
    """The house while cards are to be drawn or a hand is to begin, else the seat whose turn or decision it is."""
    if t.phase == OVER:
        return 0
    if t.phase == DRAWING or t.phase == READY:
        return HOUSE_BIT
    return 1 << t.actor


@rule
def menu(t: Table, seat: int, m: Menu) -> None:
    """What an actor may do."""
    if t.phase == OVER:
        return
    if t.phase == DRAWING:
        if seat == HOUSE:
            offer_draw_for(m, t.drawing, DECK + t.drawing, t.owed)
    elif t.phase == READY:
        if seat == HOUSE:
            offer(m, NEXT_HAND)
    elif seat == CLOCK:
        offer_aside(m, TIMEOUT)
    elif seat == t.actor:
        m.limit_ms = t.config.limit_ms
        if t.phase == BETTING:
            offer_betting(t, seat, m)
        elif t.phase == DECISION:
            offer(m, CONTINUE)
            offer(m, FOLD)
            m.default = 1
        else:
            offer(m, CONTINUE)
            offer(m, GO_HOME)
            m.default = 1


@rule
def offer_betting(t: Table, seat: int, m: Menu) -> None:
    """Check, raise with a card of the hand, or fold."""
    offer(m, CHECK)
    m.default = 0
    if may_raise(t, seat) and has_known_card(t, seat):
        offer_cards(m, RAISE, HAND + seat, 1, 1, 0)
        for slot in range(t.cards.count[HAND + seat]):
            if card_at(t.cards, HAND + seat, slot) != UNKNOWN:
                candidate(m, card_at(t.cards, HAND + seat, slot))
    offer(m, FOLD)


@rule
def has_known_card(t: Table, seat: int) -> bool:
    """Whether any card of a hand is known; a hand history may name none."""
    for slot in range(t.cards.count[HAND + seat]):
        if card_at(t.cards, HAND + seat, slot) != UNKNOWN:
            return True
    return False


@rule
def act(t: Table, out: Out, seat: int, a: Action) -> None:
    """Make an action that the menu offers."""
    before = t.actor
    if a.kind == DRAWN:
        take_cards(t, out, a)
    elif a.kind == NEXT_HAND:
        open_hand(t, out)
    elif a.kind == TIMEOUT:
        emit(out, TIME_RAN_OUT, PUBLIC, t.actor, 0)
        play(t, out, t.actor, what_the_clock_plays(t), UNKNOWN)
    else:
        play(t, out, seat, a.kind, a.cards[0] if a.count else UNKNOWN)
    settle(t, out)
    if t.actor != before:
        emit(out, TURN_PASSED, PUBLIC, t.actor, 0)


@rule
def what_the_clock_plays(t: Table) -> int:
    """The action without risk: check; fold at a Decision Point; go home between hands."""
    if t.phase == BETTING:
        return CHECK
    if t.phase == DECISION:
        return FOLD
    return GO_HOME


@rule
def play(t: Table, out: Out, seat: int, kind: int, card: int) -> None:
    """Make a seat's action; `card` is the one it raises with."""
    if kind == CHECK:
        check(t, out, seat, 0)
    elif kind == RAISE:
        raise_with(t, out, seat, card)
    elif kind == FOLD:
        fold(t, out, seat)
    elif kind == GO_HOME:
        emit(out, WENT_HOME, PUBLIC, seat, t.cash)
        t.ending = BY_GOING_HOME
        t.phase = OVER
        t.actor = NOBODY
    elif t.phase == BETWEEN:
        emit(out, PLAYED_ON, PUBLIC, seat, t.cash)
        t.phase = READY
        t.actor = NOBODY
    else:
        emit(out, CONTINUED, PUBLIC, seat, t.round)
        open_round(t, out, t.round + 1)


@rule
def fold(t: Table, out: Out, seat: int) -> None:
    """Leave the hand. It goes on without the Narc or the Customer, but not without the Player."""
    t.live &= ~(1 << seat)
    emit(out, FOLDED, PUBLIC, seat, discard_face_down(t, seat))
    if seat == PLAYER:
        abandon(t, out)
    else:
        leave_betting(t, seat)


@rule
def settle(t: Table, out: Out) -> None:
    """Go on until some actor owes a decision."""
    moving = True
    while moving:
        moving = False
        if t.phase == DRAWING:
            if t.owed == 0 and not ask_for_cards(t):
                open_betting(t)
                emit(out, BETTING_OPENED, PUBLIC, NOBODY, t.round)
                moving = True
        elif t.phase == BETTING:
            if t.actor == NOBODY:
                flip(t, out)
                if t.round >= t.config.rounds:
                    resolve(t, out)
                else:
                    t.phase = DECISION
                    t.actor = PLAYER
                    emit(out, DECISION_REACHED, PUBLIC, NOBODY, t.round)
            elif has(t.betting.all_in, t.actor):
                check(t, out, t.actor, 1)
                moving = True


@rule
def observe(t: Table, seat: int, v: View) -> None:
    """Fill in what a seat may know: everything on the table, and the cards that it has seen."""
    b = t.betting
    v.seat = seat
    v.hands = t.hands
    v.most_hands = t.config.hands
    v.phase = t.phase
    v.round = t.round
    v.rounds = t.config.rounds
    v.actor = t.actor
    v.live = t.live
    v.all_in = b.all_in
    v.answering = b.answering
    v.holder = b.holder
    v.raises = b.raises
    v.raises_left = t.config.max_raises - b.raises
    for i in range(len(v.raised_by)):
        v.raised_by[i] = b.raised_by[i]
    v.evidence = total_evidence(t)
    v.cover = total_cover(t)
    v.hand_heat = t.totals.heat
    v.profit = total_profit(t)
    v.product = t.totals.product
    v.location = t.totals.location
    v.insurance = t.totals.insurance
    v.conviction = t.totals.conviction
    v.cash = t.cash
    v.heat = t.heat
    v.projected = projected_heat(t)
    v.prevented = t.prevented
    v.bargained = t.bargained
    v.ending = t.ending
    v.deck = t.config.deck
    for place in range(SEATS):
        v.order[place] = t.config.order[place]
    for owner in range(SEATS + 1):
        v.first[owner] = t.config.first[owner]
    for card in range(CARDS):
        v.trait[card] = t.config.trait[card]
    look(t.cards, seat, v.cards)


@rule
def score(t: Table, seat: int) -> int:
    """The Player's banked cash (a bust leaves none), the profit the Narc prevented, the Customer's bargains."""
    if seat == PLAYER:
        return t.cash
    return t.prevented if seat == NARC else t.bargained

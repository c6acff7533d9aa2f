"""A hand: Draw, Betting and Flip in each round, then Resolution; and where the cards go.

`close_hand` ends every hand, however it went: played cards are spent, unplayed ones shuffled back into their decks.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import Out, attach, emit, heard
from croupier.kernel.vocabulary.ledger import card_at, draw, move
from croupier.kernel.vocabulary.menu import Action
from croupier.kernel.vocabulary.turns import NOBODY, PUBLIC, all_seats, has

from .betting import clear_betting
from .events import (
    BARGAIN_STRUCK,
    BUSTED,
    CARD_FLIPPED,
    CARDS_DRAWN,
    CONVICTED,
    COVER_SET,
    EVIDENCE_SET,
    HAND_ABANDONED,
    HAND_ENDED,
    HAND_HEAT_SET,
    HAND_STARTED,
    HEAT_PROJECTED,
    HEAT_SET,
    INSURANCE_PAID,
    PROFIT_BANKED,
    PROFIT_PREVENTED,
    PROFIT_SET,
    RAN_OUT_OF_CARDS,
    RAN_OUT_OF_HANDS,
    ROUND_STARTED,
)
from .records import (
    BETWEEN,
    BY_BUST,
    BY_CARDS,
    BY_HANDS,
    CUSTOMER,
    DECK,
    DOWN,
    DRAWING,
    HAND,
    HAND_SIZE,
    NARC,
    NO_CARD,
    OVER,
    PLAYER,
    RUNNING,
    SEATS,
    SPENT,
    TABLE,
    Table,
)
from .totals import (
    clear_totals,
    count_card,
    is_active,
    list_price,
    projected_heat,
    total_cover,
    total_evidence,
    total_profit,
)
from .traits import heat_of, value_of


@rule
def open_hand(t: Table, out: Out) -> None:
    """Start a hand: all seats are in, and nothing is on the table."""
    t.live = all_seats(SEATS)
    emit(out, HAND_STARTED, PUBLIC, NOBODY, t.hands + 1)
    open_round(t, out, 1)


@rule
def open_round(t: Table, out: Out, number: int) -> None:
    """Start a round, which begins with the draw."""
    t.round = number
    t.phase = DRAWING
    t.actor = NOBODY
    emit(out, ROUND_STARTED, PUBLIC, NOBODY, number)


@rule
def ask_for_cards(t: Table) -> bool:
    """Make the house draw for the next live seat with fewer than three cards; False if none needs any."""
    for seat in range(SEATS):
        missing = min(HAND_SIZE - t.cards.count[HAND + seat], t.cards.count[DECK + seat])
        if missing > 0 and has(t.live, seat):
            t.drawing = seat
            t.owed = missing
            return True
    return False


@rule
def take_cards(t: Table, out: Out, a: Action) -> None:
    """Put the drawn cards into the hand that they were drawn for; only its seat sees them."""
    seat = t.drawing
    own = 1 << seat
    t.owed = 0
    emit(out, CARDS_DRAWN, own, seat, a.count)
    for i in range(a.count):
        draw(t.cards, DECK + seat, a.cards[i], HAND + seat, own)
        attach(out, own, a.cards[i])
    emit(out, CARDS_DRAWN, PUBLIC & ~own, seat, a.count)
    for _ in range(a.count):
        attach(out, PUBLIC & ~own, UNKNOWN)


@rule
def flip(t: Table, out: Out) -> None:
    """Turn all face-down cards up at once. They lie on the table in order of play."""
    b = t.betting
    for i in range(b.raises):
        seat = b.raised_by[i]
        if seat != NOBODY:
            turn_up(t, out, seat)
    clear_betting(t)


@rule
def turn_up(t: Table, out: Out, seat: int) -> None:
    """Turn up the first of a seat's face-down cards."""
    card = card_at(t.cards, DOWN + seat, 0)
    move(t.cards, card, TABLE, PUBLIC)
    if heard(out):
        count_and_tell(t, out, seat, card)
    else:
        count_card(t, card)


@rule
def count_and_tell(t: Table, out: Out, seat: int, card: int) -> None:
    """Count a card that has just been flipped, and tell the totals that it changes."""
    evidence = total_evidence(t)
    cover = total_cover(t)
    profit = total_profit(t)
    heat = t.totals.heat
    projected = projected_heat(t)
    count_card(t, card)
    emit(out, CARD_FLIPPED, PUBLIC, seat, 1 if is_active(t, card) else 0)
    attach(out, PUBLIC, card)
    tell_total(out, EVIDENCE_SET, evidence, total_evidence(t))
    tell_total(out, COVER_SET, cover, total_cover(t))
    tell_total(out, PROFIT_SET, profit, total_profit(t))
    tell_total(out, HAND_HEAT_SET, heat, t.totals.heat)
    tell_total(out, HEAT_PROJECTED, projected, projected_heat(t))


@rule
def tell_total(out: Out, kind: int, before: int, now: int) -> None:
    """Tell a total if it has changed."""
    if now != before:
        emit(out, kind, PUBLIC, NOBODY, now)


@rule
def discard_face_down(t: Table, seat: int) -> int:
    """Spend a folded seat's face-down cards unseen; returns their number."""
    b = t.betting
    discarded = t.cards.count[DOWN + seat]
    for i in range(b.raises):
        if b.raised_by[i] == seat:
            b.raised_by[i] = NOBODY
    sweep(t, DOWN + seat, SPENT)
    return discarded


@rule
def abandon(t: Table, out: Out) -> None:
    """ "Player folds: unplayed cards and accumulated Heat kept, this hand's profit lost, played cards discarded." """
    profit = total_profit(t)
    emit(out, HAND_ABANDONED, PUBLIC, PLAYER, profit)
    prevent(t, out, profit)
    t.heat = projected_heat(t)
    close_hand(t, out)


@rule
def resolve(t: Table, out: Out) -> None:
    """After the last flip: "bust: Evidence > Cover (a tie is safe)". A Conviction in force beats insurance."""
    profit = total_profit(t)
    t.heat = projected_heat(t)
    if total_evidence(t) <= total_cover(t):
        bank(t, out, profit)
    elif is_convicted(t):
        card = t.totals.conviction
        emit(out, CONVICTED, PUBLIC, NOBODY, value_of(t.config.trait[card]))
        attach(out, PUBLIC, card)
        bust(t, out, profit)
    elif is_insured(t):
        pay_insurance(t, out)
        bank(t, out, profit)
    else:
        bust(t, out, profit)
    close_hand(t, out)


@rule
def is_convicted(t: Table) -> bool:
    """Whether the active Conviction's threshold is at most the Heat, this hand's included."""
    card = t.totals.conviction
    return card != NO_CARD and value_of(t.config.trait[card]) <= t.heat


@rule
def is_insured(t: Table) -> bool:
    """Whether the active Insurance can be paid from the cash of the hands before."""
    card = t.totals.insurance
    return card != NO_CARD and value_of(t.config.trait[card]) <= t.cash


@rule
def pay_insurance(t: Table, out: Out) -> None:
    """Pay its cost and add its heat. The card is burnt: spent, like every card on the table."""
    card = t.totals.insurance
    cost = value_of(t.config.trait[card])
    t.cash -= cost
    t.heat = max(0, t.heat + heat_of(t.config.trait[card]))
    emit(out, INSURANCE_PAID, PUBLIC, NOBODY, cost)
    attach(out, PUBLIC, card)


@rule
def bank(t: Table, out: Out, profit: int) -> None:
    """The hand succeeds. The Customer scores a product that he got below its list price."""
    t.cash += profit
    emit(out, PROFIT_BANKED, PUBLIC, PLAYER, profit)
    if profit < list_price(t) and has(t.live, CUSTOMER):
        t.bargained += list_price(t)
        emit(out, BARGAIN_STRUCK, PUBLIC, CUSTOMER, list_price(t))


@rule
def bust(t: Table, out: Out, profit: int) -> None:
    """The run ends and its cash is lost. The Narc scores it, with this hand's profit."""
    emit(out, BUSTED, PUBLIC, PLAYER, t.cash)
    prevent(t, out, t.cash + profit)
    t.cash = 0
    t.ending = BY_BUST


@rule
def prevent(t: Table, out: Out, profit: int) -> None:
    """The Narc, if he is still in, scores the profit that the Player does not get."""
    if profit and has(t.live, NARC):
        t.prevented += profit
        emit(out, PROFIT_PREVENTED, PUBLIC, NARC, profit)


@rule
def close_hand(t: Table, out: Out) -> None:
    """Put the cards away; then the run is over, or the Player chooses whether it goes on."""
    emit(out, HEAT_SET, PUBLIC, NOBODY, t.heat)
    sweep(t, TABLE, SPENT)
    for seat in range(SEATS):
        sweep(t, DOWN + seat, SPENT)
        shuffle_back(t, HAND + seat, DECK + seat)
    clear_totals(t)
    clear_betting(t)
    t.hands += 1
    emit(out, HAND_ENDED, PUBLIC, NOBODY, t.hands)
    if t.ending == RUNNING:
        if t.cards.count[DECK + PLAYER] < HAND_SIZE:
            emit(out, RAN_OUT_OF_CARDS, PUBLIC, PLAYER, t.cash)
            t.ending = BY_CARDS
        elif t.hands >= t.config.hands:
            emit(out, RAN_OUT_OF_HANDS, PUBLIC, PLAYER, t.cash)
            t.ending = BY_HANDS
    t.phase = BETWEEN
    t.actor = PLAYER
    if t.ending != RUNNING:
        t.phase = OVER
        t.actor = NOBODY


@rule
def sweep(t: Table, row: int, pool: int) -> None:
    """Put all cards of a row into a pool. Seats that have seen them still know that they are there."""
    x = t.cards
    for slot in range(x.count[row]):
        x.zone[card_at(x, row, slot)] = pool
    x.count[pool] += x.count[row]
    x.count[row] = 0


@rule
def shuffle_back(t: Table, row: int, pool: int) -> None:
    """Shuffle a hand into its deck: no seat knows where its cards are now."""
    x = t.cards
    for slot in range(x.count[row]):
        card = card_at(x, row, slot)
        if card != UNKNOWN:
            x.zone[card] = pool
            x.known[card] = 0
    x.count[pool] += x.count[row]
    x.count[row] = 0

"""What a bot reads from its view: its cards, its position, the price of staying in and what it can win."""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.evaluate import add_card
from croupier.kernel.vocabulary.turns import has, size

from ..betting_lines import level_of, on_street, price_of, raises_of
from ..records import BOARD, FLOP, HOLE, PRE_FLOP, View
from .starting_hands import place_of

MIDDLING = 500


@rule
def first_cards(v: View, zone: int, most: int) -> int:
    """The first known cards of a zone, as a hand of the evaluator."""
    hand = 0
    for slot in range(min(v.cards.count[zone], most)):
        card = v.cards.row[v.cards.first[zone] + slot]
        if card != UNKNOWN:
            hand = add_card(hand, card)
    return hand


@rule
def own_place(v: View) -> int:
    """How many starting hands of a thousand are better than the seat's own; the middle if its cards are unknown."""
    at = v.cards.first[HOLE + v.seat]
    one = v.cards.row[at]
    two = v.cards.row[at + 1]
    if v.cards.count[HOLE + v.seat] < 2 or one == UNKNOWN or two == UNKNOWN:
        return MIDDLING
    return place_of(one, two)


@rule
def board_cards(v: View) -> int:
    """How many cards lie on the board."""
    return v.cards.count[BOARD]


@rule
def board_on(v: View, street: int) -> int:
    """The board as it was on the flop or a later street."""
    return first_cards(v, BOARD, 2 + street)


@rule
def opponents(v: View) -> int:
    """How many other seats are still in the hand."""
    return size(v.live & ~(1 << v.seat))


@rule
def seats_between(mask: int, after: int, last: int, seats: int) -> int:
    """How many seats of a set come clockwise after one seat, up to and including another."""
    ahead = ((mask | (mask << seats)) >> (after + 1)) & ((1 << ((last - after) % seats)) - 1)
    return size(ahead)


@rule
def seats_behind(v: View, seat: int) -> int:
    """How many of the seats dealt in act after a seat before the flop: none after the big blind."""
    return seats_between(v.dealt, seat, v.big_blind, v.seats)


@rule
def acts_last(v: View) -> bool:
    """Whether no live seat speaks after this one on the flop, turn and river."""
    return seats_between(v.live, v.seat, v.button, v.seats) == 0


@rule
def level(v: View) -> int:
    """How many bets and raises this street has seen; the blinds do not count."""
    highest = 0
    for seat in range(v.seats):
        highest = max(highest, level_of(on_street(v.line[seat], v.street)))
    return highest


@rule
def raiser(v: View) -> int:
    """The live seat that has put in the most on this street: the last to bet or raise, or the big blind if none did."""
    leader = v.big_blind
    for seat in range(v.seats):
        if has(v.live, seat) and v.bet[seat] > v.bet[leader]:
            leader = seat
    return leader


@rule
def bets_since_flop(v: View, seat: int) -> int:
    """How often a seat has bet or raised on the flop and later; each raise of a bet counts more."""
    count = 0
    for street in range(FLOP, v.street + 1):
        line = on_street(v.line[seat], street)
        if raises_of(line) > 0:
            count += raises_of(line) + level_of(line) - 1
    return count


@rule
def prize(v: View) -> int:
    """What the seat can win by calling: of every stake, no more than it will have put in itself."""
    mine = v.total[v.seat] - v.dead[v.seat] + v.to_call
    chips = v.pot
    for seat in range(v.seats):
        chips -= max(0, v.total[seat] - v.dead[seat] - mine)
    return chips


@rule
def reach(v: View) -> int:
    """The most chips that the seat can still lose to another: its stack, or the deepest of theirs."""
    deepest = 0
    for seat in range(v.seats):
        if seat != v.seat and has(v.live, seat):
            deepest = max(deepest, v.stack[seat] + v.bet[seat])
    return max(0, min(v.stack[v.seat], deepest - v.bet[v.seat]))


@rule
def entered(v: View) -> int:
    """How many of the others have put chips in voluntarily before the flop and are still in."""
    count = 0
    for seat in range(v.seats):
        if seat != v.seat and has(v.live, seat) and price_of(on_street(v.line[seat], PRE_FLOP)) > 0:
            count += 1
    return count

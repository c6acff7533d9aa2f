"""What learners are given in every genome, evolved ones included. Seats are counted from the observer's own, clockwise;
chips in starting stacks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from croupier.kernel.contract.observations import Block, Observations, fixed
from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import DECK as CARDS
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.evaluate import card_bit
from croupier.kernel.vocabulary.observing import (
    bets,
    live,
    mark_seat,
    mark_seats,
    mark_zone,
    place_of,
    stacks,
    totals,
    write_seats,
)

from .machine.betting_lines import BETTINGS, MOST_TIMES, PARTS, times_of
from .machine.program import PROGRAM
from .machine.records import BOARD, CAPTURED, DECK, HAND, MOST_IN_HAND, MUCK, PILE, TOP, TRICK

if TYPE_CHECKING:
    from .machine.records import Config, View

SUITS = 4


@rule
def own_hand(v: View, x: Any, at: int) -> int:
    """The observer's hand."""
    mark_zone(v.cards, HAND + v.seat, x, at)
    return at + CARDS


@rule
def shown_hands(v: View, x: Any, at: int) -> int:
    """The cards of other hands that the observer has seen."""
    for seat in range(v.seats):
        if seat != v.seat:
            mark_zone(v.cards, HAND + seat, x, at)
    return at + CARDS


@rule
def board(v: View, x: Any, at: int) -> int:
    """The cards on the board."""
    mark_zone(v.cards, BOARD, x, at)
    return at + CARDS


@rule
def top(v: View, x: Any, at: int) -> int:
    """The card on top of the discard pile."""
    mark_zone(v.cards, TOP, x, at)
    return at + CARDS


@rule
def trick(v: View, x: Any, at: int) -> int:
    """The cards of the trick, in the order in which they were played."""
    first = v.cards.first[TRICK]
    for place in range(v.cards.count[TRICK]):
        card = v.cards.row[first + place]
        if card != UNKNOWN:
            x[at + card] = place + 1
    return at + CARDS


@rule
def unseen(v: View, x: Any, at: int) -> int:
    """The cards of the deck that the observer has not seen."""
    for card in range(CARDS):
        if v.prospects.unseen & card_bit(card):
            x[at + card] = 1
    return at + CARDS


@rule
def heaps(v: View, x: Any, at: int) -> int:
    """How many cards lie in the stock, on the discard pile and aside."""
    x[at] = v.cards.count[DECK]
    x[at + 1] = v.cards.count[PILE] + v.cards.count[TOP]
    x[at + 2] = v.cards.count[MUCK]
    return at + 3


@rule
def captured(v: View, x: Any, at: int) -> int:
    """How many cards each seat has captured."""
    for seat in range(v.seats):
        x[at + place_of(v, seat)] = v.cards.count[CAPTURED + seat]
    return at + v.seats


@rule
def captured_points(v: View, x: Any, at: int) -> int:
    """The points of the cards that each seat has captured."""
    return write_seats(v, v.prospects.captured_points, x, at)


@rule
def hand_sizes(v: View, x: Any, at: int) -> int:
    """How many cards each seat holds."""
    for seat in range(v.seats):
        x[at + place_of(v, seat)] = v.cards.count[HAND + seat]
    return at + v.seats


@rule
def instruction(v: View, x: Any, at: int) -> int:
    """The place in the genome's program."""
    x[at + v.at] = 1
    return at + PROGRAM


@rule
def trump(v: View, x: Any, at: int) -> int:
    """The suit of trumps."""
    if v.trump >= 0:
        x[at + v.trump] = 1
    return at + SUITS


@rule
def leader(v: View, x: Any, at: int) -> int:
    """The seat that leads the trick."""
    return mark_seat(v, v.leader, x, at)


@rule
def start(v: View, x: Any, at: int) -> int:
    """The starting position."""
    return mark_seat(v, v.start, x, at)


@rule
def owes(v: View, x: Any, at: int) -> int:
    """The seats that have still to answer."""
    return mark_seats(v, v.owes, x, at)


@rule
def prices(v: View, x: Any, at: int) -> int:
    """The pot, and what the present bet means for the observer."""
    x[at] = v.pot
    x[at + 1] = v.to_call
    x[at + 2] = v.current_bet
    x[at + 3] = v.min_bet
    return at + 4


@rule
def points(v: View, x: Any, at: int) -> int:
    """The points of each seat."""
    return write_seats(v, v.points, x, at)


@rule
def raised(v: View, x: Any, at: int) -> int:
    """How often each seat has bet or raised."""
    return write_seats(v, v.raised, x, at)


@rule
def lines(v: View, x: Any, at: int) -> int:
    """What each seat did in each betting round of this hand."""
    for seat in range(v.seats):
        here = at + place_of(v, seat) * BETTINGS * PARTS
        if v.line[seat]:
            for number in range(BETTINGS):
                for part in range(PARTS):
                    x[here + part] = times_of(v.line[seat], number, part)
                here += PARTS
    return at + v.seats * BETTINGS * PARTS


@rule
def drawn(v: View, x: Any, at: int) -> int:
    """How many cards each seat has asked for."""
    return write_seats(v, v.drawn, x, at)


@rule
def progress(v: View, x: Any, at: int) -> int:
    """How far the session and the hand are."""
    x[at] = v.hands
    x[at + 1] = v.rounds
    x[at + 2] = v.turns
    x[at + 3] = v.raises
    return at + 4


def _seats(config: Config) -> int:
    return config.seats


def _lines(config: Config) -> int:
    return config.seats * BETTINGS * PARTS


OBSERVATIONS = Observations(
    version=0,
    blocks=(
        Block("own_hand", own_hand, fixed(CARDS), "1 for each card in the observer's hand"),
        Block("shown_hands", shown_hands, fixed(CARDS), "1 for each card that the observer has seen in another hand"),
        Block("board", board, fixed(CARDS), "1 for each card on the board"),
        Block("top", top, fixed(CARDS), "1 for the card on top of the discard pile"),
        Block(
            "trick", trick, fixed(CARDS), "for each card of the trick, when it was played: 1 for the first", high=CARDS
        ),
        Block("unseen", unseen, fixed(CARDS), "1 for each card of the deck that the observer has not seen"),
        Block(
            "heaps",
            heaps,
            fixed(3),
            "how many cards lie in the stock; on the discard pile; thrown away face down",
            high=CARDS,
        ),
        Block("captured", captured, _seats, "how many cards each seat has captured", high=CARDS),
        Block(
            "captured_points",
            captured_points,
            _seats,
            "the points of the cards that each seat has captured",
            low=-math.inf,
            high=math.inf,
        ),
        Block("hand_sizes", hand_sizes, _seats, "how many cards each seat holds", high=MOST_IN_HAND),
        Block("instruction", instruction, fixed(PROGRAM), "1 for the present instruction of the genome's program"),
        Block("trump", trump, fixed(SUITS), "1 for the suit of trumps"),
        Block("leader", leader, _seats, "1 for the seat that leads"),
        Block("start", start, _seats, "1 for the starting position"),
        Block("live", live, _seats, "1 for each seat that can still win"),
        Block("owes", owes, _seats, "1 for each seat that has still to answer in this betting round"),
        Block("stacks", stacks, _seats, "the chips that each seat has left", chips=True),
        Block("bets", bets, _seats, "the chips that each seat has bet in this round", chips=True),
        Block("totals", totals, _seats, "the chips that each seat has put in this hand", chips=True),
        Block("prices", prices, fixed(4), "the pot; what a call costs; the present bet; the least bet", chips=True),
        Block("points", points, _seats, "the points of each seat", low=-math.inf, high=math.inf),
        Block("raised", raised, _seats, "how often each seat has bet or raised in this hand", high=math.inf),
        Block(
            "lines",
            lines,
            _lines,
            "for each seat and betting round of this hand (the fifth and later ones together): how often it checked, "
            "called and raised or bet, up to 3 times each",
            high=MOST_TIMES,
        ),
        Block(
            "drawn",
            drawn,
            _seats,
            "how many cards each seat asked for at its last chance in this hand, -1 before the first",
            low=-1,
            high=MOST_IN_HAND,
        ),
        Block("progress", progress, fixed(4), "hands played; rounds; turns; raises in this round", high=math.inf),
    ),
    unit=lambda config: max(1, config.chips),
    unit_seen=lambda view: max(1, (sum(view.stack) + sum(view.total)) // view.seats),
    hand_by_hand=True,
)

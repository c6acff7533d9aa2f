"""What learners are given in hold'em. Seats are counted from the observer's own, clockwise; chips in big blinds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.kernel.contract.observations import Block, Observations, fixed
from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import DECK as CARDS
from croupier.kernel.vocabulary.observing import bets, live, mark_seat, mark_zone, place_of, stacks, totals

from .betting_lines import CHECKS, MOST_TIMES, calls_of, level_of, on_street, price_of, raises_of
from .records import BOARD, HOLE, RIVER, SHOWDOWN

if TYPE_CHECKING:
    from .records import Config, View

STREETS, PARTS = RIVER + 1, 5
"""The number of streets with betting, and of the figures about a seat's play on each."""


@rule
def own_cards(v: View, x: Any, at: int) -> int:
    """The observer's own hole cards."""
    mark_zone(v.cards, HOLE + v.seat, x, at)
    return at + CARDS


@rule
def board(v: View, x: Any, at: int) -> int:
    """The cards on the board."""
    mark_zone(v.cards, BOARD, x, at)
    return at + CARDS


@rule
def street(v: View, x: Any, at: int) -> int:
    """The street, by its number."""
    x[at + v.street] = 1
    return at + SHOWDOWN + 1


@rule
def button(v: View, x: Any, at: int) -> int:
    """The seat with the button."""
    return mark_seat(v, v.button, x, at)


@rule
def big_blind(v: View, x: Any, at: int) -> int:
    """The seat that posted the big blind."""
    return mark_seat(v, v.big_blind, x, at)


@rule
def prices(v: View, x: Any, at: int) -> int:
    """The pot, and what the present bet means for the observer."""
    x[at] = v.pot
    x[at + 1] = v.to_call
    x[at + 2] = v.current_bet
    x[at + 3] = v.last_raise
    x[at + 4] = v.blinds[0]
    x[at + 5] = v.ante
    return at + 6


@rule
def lines(v: View, x: Any, at: int) -> int:
    """What each seat did on each street of this hand."""
    for seat in range(v.seats):
        line = v.line[seat]
        if line:
            here = at + place_of(v, seat) * STREETS * PARTS
            for number in range(STREETS):
                part = on_street(line, number)
                if part:
                    x[here] = (part >> CHECKS) & MOST_TIMES
                    x[here + 1] = calls_of(part)
                    x[here + 2] = raises_of(part)
                    x[here + 3] = price_of(part)
                    x[here + 4] = level_of(part)
                here += PARTS
    return at + v.seats * STREETS * PARTS


def _seats(config: Config) -> int:
    return config.seats


def _history(config: Config) -> int:
    return config.seats * STREETS * PARTS


def _most_chips(config: Config) -> float:
    """All chips, and the most that a bet can be beyond them: blinds and straddles that a seat cannot post in full."""
    blinds = 2 * config.big_blind + config.small_blind + config.ante + sum(config.straddle)
    return sum(config.stack) + config.bank + blinds


OBSERVATIONS = Observations(
    version=0,
    blocks=(
        Block("own_cards", own_cards, fixed(CARDS), "1 for each of the two hole cards"),
        Block("board", board, fixed(CARDS), "1 for each card on the board"),
        Block("street", street, fixed(SHOWDOWN + 1), "pre-flop, flop, turn, river or showdown"),
        Block("button", button, _seats, "1 for the seat with the button"),
        Block("big_blind", big_blind, _seats, "1 for the seat of the big blind"),
        Block("live", live, _seats, "1 for each seat that can still win the pot"),
        Block("stacks", stacks, _seats, "the chips that each seat has left", chips=True),
        Block("bets", bets, _seats, "the chips that each seat has bet on this street", chips=True),
        Block("totals", totals, _seats, "the chips that each seat has put in this hand", chips=True),
        Block(
            "prices",
            prices,
            fixed(6),
            "the pot; what a call costs; the present bet; the last raise; the small blind; the ante",
            chips=True,
        ),
        Block(
            "lines",
            lines,
            _history,
            "for each seat and street: how often it checked, called and raised (up to 3 times each), the size of its "
            "largest bet or call in five classes, and how many bets the street had seen when it last put chips in",
            high=7,
        ),
    ),
    unit=lambda config: max(1, config.big_blind),
    unit_seen=lambda view: max(1, view.blinds[1]),
    most_chips=_most_chips,
    hand_by_hand=True,
)

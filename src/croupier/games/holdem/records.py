"""The records of hold'em: how a match is set up, its state, and what a seat sees."""

from __future__ import annotations

from typing import Annotated

from croupier.kernel.language.records import Kind, Record, Sizes
from croupier.kernel.vocabulary.betting import SEATS, Betting
from croupier.kernel.vocabulary.ledger import Ledger, Sight
from croupier.kernel.vocabulary.pots import Pots

HOLE_CARDS = 2
BOARD_CARDS = 5
STRADDLES = 8

DECK, BOARD, HOLE = 0, 1, 2
"""Zones: the deck, the board, then the hole cards of each seat."""
ZONES = HOLE + SEATS
SLOTS = BOARD_CARDS + SEATS * HOLE_CARDS

PRE_FLOP, FLOP, TURN, RIVER, SHOWDOWN = 0, 1, 2, 3, 4
"""Streets."""

NEXT_ACTIVE, DEAD_BUTTON = 0, 1
"""How the button moves: to the next seat with chips, or as in tournaments, where it may fall on an empty seat."""

NO_ANTE, EACH_ANTES, BIG_BLIND_ANTES = 0, 1, 2
CHECK_CALL_FOLD, CHECK_FOLD = 0, 1
"""What the clock plays."""

PerSeat = Annotated[list[int], SEATS]


class Config(Record):
    """A match. A seat with no stack is empty; `hands` 0 plays until one seat has all the chips."""

    seats: int
    stack: PerSeat
    small_blind: int
    big_blind: int
    ante: int
    ante_kind: int
    blind_before_ante: int
    straddles: int
    straddle: Annotated[list[int], STRADDLES]
    button: int
    button_rule: int
    hands: int
    structure: int
    spread: int
    cap: int
    reopen: int
    short_bet: int
    timeout_rule: int
    limit_ms: int
    open_table: int
    """Whether players may come, go and sit out during the match."""
    bank: int
    """Chips that the house holds for players who sit down later."""


class Table(Record):
    """A match in progress. Sets of seats are masks.

    `dealt` are in this hand; `away` have chips but sit out; `missed` blinds are per seat: 1 small, 2 big, 3 both.
    `owed` cards are to be drawn by the house; `waiting` means that too few seats can play.
    """

    fault: int
    seats: int
    hands: int
    config: Config
    cards: Annotated[Ledger, Sizes(cards=52, zones=ZONES, ends=ZONES + 1, slots=SLOTS)]
    betting: Betting
    pots: Pots
    bank: Annotated[int, Kind.CHIPS]
    brought: PerSeat
    missed: PerSeat
    strength: PerSeat
    line: PerSeat
    """What each seat did in this hand, as `lines` packs it."""
    dealt: int
    away: int
    shown: int
    street: int
    button: int
    small_blind: int
    big_blind: int
    owed: int
    waiting: int
    over: int


class View(Record):
    """What a seat sees. `cards` has its own hole cards, the board, and whatever was shown."""

    seat: int
    seats: int
    hands: int
    street: int
    button: int
    small_blind: int
    big_blind: int
    blinds: Annotated[list[int], 2]
    ante: int
    actor: int
    dealt: int
    live: int
    current_bet: int
    last_raise: int
    to_call: int
    pot: int
    stack: PerSeat
    bet: PerSeat
    total: PerSeat
    line: PerSeat
    cards: Annotated[Sight, Sizes(zones=ZONES, ends=ZONES + 1, slots=SLOTS)]

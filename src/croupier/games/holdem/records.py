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
MOVES = 24
"""How many actions of a hand are kept with their amounts. Heads-up hands with more are rare: only those in which the
players raise by the least that is legal, again and again."""

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

CLOSED, ONCE, OPEN, ASSIGNED = 0, 1, 2, 3
"""Who may sit down: nobody; one player in each empty seat, to stay; any player, who may also leave and sit out; or only
players that the house gives a seat in a new leg, as at a table of a tournament, whose match the house ends."""

READY, WAITING = 1, 2
"""Between two hands: the house begins the next, or the clock runs because too few seats can play."""

POST, WAIT, FREE, DEAD_SMALL, LIVE_SMALL = 0, 1, 2, 3, 4
"""The price of coming in: a big blind posted at once; to wait for the big blind; nothing; a small blind, which is dead
money or part of the bet."""

WHOLE = 10_000
"""Hundredths of a percent in a whole."""

PerSeat = Annotated[list[int], SEATS]
Added = Annotated[int, Kind.ADDED]
AddedPerSeat = Annotated[list[int], SEATS, Kind.ADDED]


class Carried(Record):
    """What a match brings into a new leg: the number of hands `played`, what each seat has `won` or lost in them, the
    seats of the last blinds, and sets of seats, orders and the rake as in `Table`."""

    played: int
    won: PerSeat
    small_blind: int
    big_blind: int
    away: int
    taken: int
    entering: int
    missed: int
    seated: Added
    ordered: AddedPerSeat
    topping: Added
    returning: AddedPerSeat
    raked: Added


class Config(Record):
    """A match, or a leg of one. A seat with no stack is empty; `hands` 0 plays until one seat has all the chips."""

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
    """Its first seat; or its last seat, if a hand has been played."""
    button_rule: int
    hands: int
    """The hands of the whole match, including those of earlier legs."""
    structure: int
    spread: int
    cap: int
    reopen: int
    short_bet: int
    timeout_rule: int
    limit_ms: int
    seating: int
    late_until: int
    """The number of hands before which players may sit down; 0 for no limit."""
    entry: int
    buy_in: int
    """The price of a seat that is taken once."""
    bank: int
    """Chips that the house holds for players who sit down later."""
    least_buy_in: Added
    most_buy_in: Added
    """The fewest and the most chips that a player brings to a cash table; the most is 0 at every other table."""
    rake: Added
    """The part of a pot that the house takes, in hundredths of a percent; 0 for none."""
    rake_cap: Added
    """The most chips that it takes from one hand; 0 for no cap."""
    carried: Carried


class Table(Record):
    """A match in progress. Sets of seats are masks.

    `brought` is what each seat has brought to the table, less what it has taken away. `dealt` are in this hand, or were
    in the last; `away` have chips but sit out. `taken` are the seats in which a player has ever sat. Those of them that
    were not in the last hand, or got a new player since, are `entering`; `missed` are the entering seats that the small
    blind has passed meanwhile. `owed` cards are to be drawn by the house. `between` two hands is READY or WAITING, else
    0.

    At an open table `seated` are the seats whose player has not left, with chips or without. At a cash table a seat has
    `ordered` chips for after this hand; seats in `topping` are topped up before every hand; and who sits down next in a
    seat has to bring at least what is `returning` to it. `raked` is what the house has taken from the pots.
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
    strength: PerSeat
    line: PerSeat
    """What each seat did in this hand, packed as in `betting_lines`."""
    moved: int
    moves: Annotated[list[int], MOVES]
    """The number of actions in this hand, and the first MOVES of them: the street total of a bet or raise, else 0."""
    dealt: int
    away: int
    taken: int
    entering: int
    missed: int
    seated: Added
    ordered: AddedPerSeat
    topping: Added
    returning: AddedPerSeat
    raked: Annotated[int, Kind.CHIPS, Kind.ADDED]
    shown: int
    street: int
    button: int
    small_blind: int
    big_blind: int
    owed: int
    between: int
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
    """The chips that each seat has put in this hand, dead money included."""
    dead: PerSeat
    """The part of it that is dead money, which nobody has to match."""
    ordered: PerSeat
    """The chips that each seat has ordered for after this hand."""
    least_buy_in: int
    most_buy_in: int
    """What a player may bring to a cash table; 0 and 0 at any other."""
    rake: int
    rake_cap: int
    raked: int
    """The house's part of a pot and its cap, as in the config, and what it has taken in this match."""
    line: PerSeat
    moved: int
    moves: Annotated[list[int], MOVES]
    cards: Annotated[Sight, Sizes(zones=ZONES, ends=ZONES + 1, slots=SLOTS)]

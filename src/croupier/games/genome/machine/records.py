"""The records of genome games: the program of a genome, the state of a session, and what a seat sees."""

from __future__ import annotations

from typing import Annotated

from croupier.kernel.language.records import Record, Sizes
from croupier.kernel.vocabulary.betting import SEATS, Betting
from croupier.kernel.vocabulary.cards import DECK as CARDS
from croupier.kernel.vocabulary.ledger import Ledger, Sight
from croupier.kernel.vocabulary.pots import Pots

from .program import PROGRAM, WIDTH

DECK, PILE, MUCK, BOX, TOP, BOARD, TRICK, HAND = 0, 1, 2, 3, 4, 5, 6, 7
"""Zones. The last card of the discard pile is on TOP, those below in the PILE; the MUCK holds cards thrown away face
down; cards in the BOX are not in this game's deck. Then come the hands and the captured cards of each seat."""
CAPTURED = HAND + SEATS
ZONES = CAPTURED + SEATS

BOARD_ROOM = 7
MOST_IN_HAND = 20
HAND_SLOTS = 100
"""The slots that the hands share; no hand has room for more than MOST_IN_HAND."""
SLOTS = 1 + BOARD_ROOM + SEATS + HAND_SLOTS
STEPS = 500_000
"""The most steps of a session. The hand in which they run out is the last, and has no further turns."""
NO_CHANCE = -1
"""In place of the number of fresh cards, for a seat that could not ask for any yet."""
MEASURES = 4
"""The most conditions that decide a hand."""

PerSeat = Annotated[list[int], SEATS]


class Carried(Record):
    """What a session brings into a new leg: the number of hands `played`, its steps, the starting position of the next
    hand, and each seat's stack and points."""

    played: int
    steps: int
    start: int
    stack: PerSeat
    points: PerSeat


class Config(Record):
    """A translated genome. `ending` is the place where the program decides the hand."""

    seats: int
    hands: int
    chips: int
    side_pots: int
    max_turns: int
    target_points: int
    target_chips: int
    low_wins: int
    """Whether the fewest points win."""
    trump: int
    """The suit of trumps, -1 for none."""
    deck: int
    """The cards of the deck, as a set of 52 bits."""
    limit_ms: int
    worth: Annotated[list[int], CARDS]
    """The points of each card."""
    ending: int
    code: Annotated[list[int], PROGRAM * WIDTH]
    carried: Carried


class Table(Record):
    """A session. `at` is the present instruction; if it asks for a decision, an actor owes it.

    `seat` is in turn, `todo` are the seats that come after it. `choice` is its last choice, of `chosen` cards. `owed`
    cards are still to be dealt, the next one to `receiver`.
    """

    fault: int
    seats: int
    hands: int
    config: Config
    cards: Annotated[Ledger, Sizes(cards=CARDS, zones=ZONES, ends=ZONES + 1, slots=SLOTS)]
    betting: Betting
    pots: Pots
    points: PerSeat
    standing: PerSeat
    """The rank of each hand, for the pots; higher is better."""
    place: PerSeat
    """Scratch space of COMPARE and PAY: how many seats stand lower; what a seat has won."""
    trick_seat: PerSeat
    """The seat that played each card of the trick."""
    raised: PerSeat
    """How often each seat has bet or raised in this hand."""
    drawn: PerSeat
    """How many fresh cards each seat asked for at its last chance in this hand, NO_CHANCE before the first."""
    line: PerSeat
    """What each seat did in the betting rounds of this hand, packed as in `betting_lines`."""
    bettings: int
    """The number of betting rounds begun in this hand."""
    at: int
    start: int
    """The starting position."""
    dealt: int
    seat: int
    todo: int
    leader: int
    actor: int
    owed: int
    receiver: int
    picked: Annotated[list[int], MOST_IN_HAND]
    chosen: int
    choice: int
    times: int
    rounds: int
    turns: int
    steps: int
    """The number of actions in the whole session, including the house's, except for beginning a hand."""
    chose: int
    """All choices of the seat in this turn, as a set."""
    stuck: int
    """Whether it was told, since the last action, that the seat in turn cannot play."""
    acted: int
    """Whether any actor has acted in this round."""
    between: int
    """Whether the house has to begin the next hand."""
    over: int


class Prospects(Record):
    """What every player can derive from the rules: how the hand goes on from here, and what will decide it.

    Each of the `deciding` measures is one of COMPARE's, with its sign, target and flags; later ones break ties. Sets of
    cards are hands as in `kernel.vocabulary.evaluate`.
    """

    deciding: int
    measure: Annotated[list[int], MEASURES]
    sign: Annotated[list[int], MEASURES]
    target: Annotated[list[int], MEASURES]
    flags: Annotated[list[int], MEASURES]
    worth: Annotated[list[int], CARDS]
    deck_worth: int
    """The points of all cards of the deck together."""
    deck_cards: int
    captured_points: PerSeat
    unseen: int
    """The cards of the deck that the seat does not know."""
    instruction: Annotated[list[int], WIDTH]
    """The instruction that asks for a decision."""
    replaces: int
    """Whether chosen cards are replaced."""
    if_passed: int
    """How many cards a seat is dealt in its turn if it does not choose any."""
    to_hand: int
    """How many more cards every hand will be dealt."""
    to_board: int
    draws: int
    """How many more cards a seat may draw, or will be dealt in its turns."""
    exchanges: int
    """How many cards it may throw away for new ones."""
    has_tricks: int
    high_wins: int
    led_suit_wins: int
    """Whether the high card, and only one of the led suit, wins the next trick."""


class View(Record):
    """What a seat sees."""

    seat: int
    seats: int
    hands: int
    rounds: int
    turns: int
    at: int
    start: int
    leader: int
    actor: int
    dealt: int
    live: int
    owes: int
    """The seats that have still to answer in this betting round."""
    aggressor: int
    current_bet: int
    raises: int
    min_bet: int
    to_call: int
    pot: int
    trump: int
    stack: PerSeat
    bet: PerSeat
    total: PerSeat
    """The chips that each seat has put in this hand."""
    points: PerSeat
    trick_seat: PerSeat
    """The seat that played each card of the trick, -1 beyond them."""
    raised: PerSeat
    """How often each seat has bet or raised in this hand."""
    drawn: PerSeat
    """How many fresh cards each seat asked for at its last chance in this hand, NO_CHANCE before the first."""
    line: PerSeat
    """What each seat did in the betting rounds of this hand, packed as in `betting_lines`."""
    cards: Annotated[Sight, Sizes(zones=ZONES, ends=ZONES + 1, slots=SLOTS)]
    prospects: Prospects

"""The records of the Deal: how a run is set up, its state, and what a seat sees."""

from __future__ import annotations

from typing import Annotated

from croupier.kernel.language.records import Record, Sizes
from croupier.kernel.vocabulary.ledger import Ledger, Sight

NARC, CUSTOMER, PLAYER = 0, 1, 2
"""The seats."""
SEATS = 3

HAND_SIZE = 3
MOST_ROUNDS = 4
MOST_RAISES = 6
"""The most raises that a round can be configured to have."""
CARDS = 80
"""The most cards that the three decks can have together; the classic ones have 70."""

DECK, HAND, DOWN, TABLE, SPENT, BOX = 0, 3, 6, 9, 10, 11
"""Zones: a deck per seat, a hand per seat, the cards that each seat has played face down in this round, the face-up
cards of this hand in order of play, the spent cards of the run, and card numbers that the decks do not use."""
ZONES = 12
TABLE_CARDS = MOST_ROUNDS * MOST_RAISES
SLOTS = 2 * SEATS * HAND_SIZE + TABLE_CARDS

DRAWING, BETTING, DECISION, BETWEEN, OVER, READY = 0, 1, 2, 3, 4, 5
"""Phases. Flip and Resolution follow from the end of betting, without decisions. BETWEEN two hands the Player chooses
whether the run goes on; when it is READY for the next hand, the house begins it."""

RUNNING, BY_BUST, BY_GOING_HOME, BY_CARDS, BY_HANDS = 0, 1, 2, 3, 4
"""How a run ended: by a bust, by choice, or because the Player's cards or the hands of the run were used up."""

NO_CARD = -1

PerSeat = Annotated[list[int], SEATS]
PerRaise = Annotated[list[int], MOST_RAISES]
Traits = Annotated[list[int], CARDS]


class Carried(Record):
    """What a run brings into a new leg, in addition to its cash and Heat: the number of hands `played`, the scores of
    Narc and Customer, and for each `spent` card the mask of the seats that know it; 0 for a card that is not spent."""

    played: int
    prevented: int
    bargained: int
    spent: Traits


class Config(Record):
    """A run. `hands` is the most hands it may have; `order` the seats in turn order.

    `deck` identifies the deck file, so that names can be found again. `trait` has a card's traits packed into one
    number (see traits.py), so that a table, which contains its decks, stays small. The Narc's cards come first, then
    the Customer's, then the Player's: those of a seat are the numbers from `first[seat]` to `first[seat + 1] - 1`.
    """

    rounds: int
    initiative: int
    order: PerSeat
    max_raises: int
    hands: int
    cash: int
    heat: int
    limit_ms: int
    deck: int
    first: Annotated[list[int], SEATS + 1]
    trait: Traits
    carried: Carried


class Totals(Record):
    """The sums over the face-up cards of a hand.

    `evidence` and `cover` are without the active Location and Insurance, which may still be replaced. All multipliers
    together are `numerator` / `denominator`. The last four are the active cards, NO_CARD if there is none.
    """

    evidence: int
    cover: int
    heat: int
    numerator: int
    denominator: int
    product: int
    location: int
    insurance: int
    conviction: int


class Betting(Record):
    """A round of betting. Sets of seats are masks.

    `answering` have not answered the last raise, or not acted at all; `holder` has initiative; `raised_by` has the seat
    that played each face-down card of this round, in order of play, NOBODY once the card was discarded.
    """

    answering: int
    all_in: int
    holder: int
    raises: int
    raised_by: PerRaise


class Table(Record):
    """A run in progress. `live` are the seats that have not folded this hand; `owed` cards are to be drawn for the seat
    `drawing`; `prevented` and `bargained` are the scores of Narc and Customer."""

    fault: int
    seats: int
    hands: int
    config: Config
    cards: Annotated[Ledger, Sizes(cards=CARDS, zones=ZONES, ends=ZONES + 1, slots=SLOTS)]
    totals: Totals
    betting: Betting
    phase: int
    round: int
    actor: int
    live: int
    drawing: int
    owed: int
    cash: int
    heat: int
    prevented: int
    bargained: int
    ending: int


class View(Record):
    """What a seat sees: the whole table, with only the cards that it knows.

    `evidence`, `cover`, `profit` and `hand_heat` are of the cards face up now; `projected` is the run's Heat with them.
    The rules of traits.py read `trait[card]`: the deck lists are no secret.
    """

    seat: int
    hands: int
    most_hands: int
    phase: int
    round: int
    rounds: int
    order: PerSeat
    actor: int
    live: int
    all_in: int
    answering: int
    holder: int
    raises: int
    raises_left: int
    raised_by: PerRaise
    evidence: int
    cover: int
    hand_heat: int
    profit: int
    product: int
    location: int
    insurance: int
    conviction: int
    cash: int
    heat: int
    projected: int
    prevented: int
    bargained: int
    ending: int
    deck: int
    first: Annotated[list[int], SEATS + 1]
    trait: Traits
    cards: Annotated[Sight, Sizes(zones=ZONES, ends=ZONES + 1, slots=SLOTS)]

"""What happens at a table with a genome: the kinds of rows, and the facts they become.

Where cards leave a hand, `places` is the set of places that they leave. It is told only if others know some card of the
hand, so that they see which one moves; otherwise it is 0.
"""

from __future__ import annotations

from croupier.kernel.vocabulary.events import Fact, facts_in

HAND_STARTED = 1
POSTED = 2
CARDS_DEALT = 3
CARDS_TURNED_UP = 4
DISCARDS_TURNED_UP = 5
DECK_REFILLED = 6
CHECKED = 7
BET_PLACED = 8
CALLED = 9
RAISED = 10
WENT_ALL_IN = 11
FOLDED = 12
BET_RETURNED = 13
CARDS_PLAYED = 14
CARDS_DISCARDED = 15
DREW_CARDS = 16
TOOK_CARD = 17
PASSED_TURN = 18
TRICK_WON = 19
HAND_SHOWN = 20
POT_AWARDED = 21
POINTS_SCORED = 22
HAND_WON = 23
ELIMINATED = 24
TIME_RAN_OUT = 25
COULD_NOT_PLAY = 26
TURNS_RAN_OUT = 27
STEPS_RAN_OUT = 28
TURN_PASSED = 29
ANTE_POSTED = 30
BETS_GATHERED = 31
CARDS_THROWN_AWAY = 32
CARDS_CAPTURED = 33
PLAYED_TO_TRICK = 34
DEALT_IN = 35
HAND_ENDED = 36


class HandStarted(Fact, frozen=True):
    """A new hand; `seat` is the starting position."""

    seat: int
    number: int


class AntePosted(Fact, frozen=True):
    """An ante: it is in the pot, and no part of a bet."""

    seat: int
    chips: int


class Posted(Fact, frozen=True):
    """A blind or a bring-in."""

    seat: int
    chips: int


class CardsDealt(Fact, frozen=True):
    """Cards for a hand; unknown to seats that may not see them."""

    seat: int
    cards: tuple[int, ...]


class CardsTurnedUp(Fact, frozen=True):
    """Community cards."""

    cards: tuple[int, ...]


class DiscardsTurnedUp(Fact, frozen=True):
    """Cards that the house put onto the discard pile."""

    cards: tuple[int, ...]


class DeckRefilled(Fact, frozen=True):
    """`number` discarded cards were shuffled into the deck."""

    number: int


class Checked(Fact, frozen=True):
    seat: int


class BetPlaced(Fact, frozen=True):
    """`total` is what the seat has now put in in this betting round."""

    seat: int
    total: int


class Called(Fact, frozen=True):
    """`chips` are the chips added."""

    seat: int
    chips: int


class Raised(Fact, frozen=True):
    """`total` is what the seat has now put in in this betting round."""

    seat: int
    total: int


class WentAllIn(Fact, frozen=True):
    """`chips` are the chips added."""

    seat: int
    chips: int


class Folded(Fact, frozen=True):
    seat: int


class BetReturned(Fact, frozen=True):
    """The part of a bet that nobody called."""

    seat: int
    chips: int


class BetsGathered(Fact, frozen=True):
    """A round of betting is over: the bets go to the middle, where the pot is `pot` in all."""

    pot: int


class CardsPlayed(Fact, frozen=True):
    """Onto the discard pile, one on the other."""

    seat: int
    cards: tuple[int, ...]
    places: int = 0


class PlayedToTrick(Fact, frozen=True):
    seat: int
    cards: tuple[int, ...]
    places: int = 0


class CardsCaptured(Fact, frozen=True):
    """Played into the seat's own captured cards."""

    seat: int
    cards: tuple[int, ...]
    places: int = 0


class CardsDiscarded(Fact, frozen=True):
    """Face up, onto the discard pile, one on the other."""

    seat: int
    cards: tuple[int, ...]
    places: int = 0


class CardsThrownAway(Fact, frozen=True):
    """Discarded face down: unknown to everybody else."""

    seat: int
    cards: tuple[int, ...]
    places: int = 0


class Drew(Fact, frozen=True):
    """The seat decided to draw."""

    seat: int


class TookDiscard(Fact, frozen=True):
    """The seat took the last card of the discard pile."""

    seat: int
    card: int


class Passed(Fact, frozen=True):
    seat: int


class CouldNotPlay(Fact, frozen=True):
    """The seat had to play and had no cards that fit."""

    seat: int


class TrickWon(Fact, frozen=True):
    seat: int


class HandShown(Fact, frozen=True):
    """The cards of a hand, from place `first` on. A large hand needs several such facts."""

    seat: int
    cards: tuple[int, ...]
    first: int = 0


class PotAwarded(Fact, frozen=True):
    seat: int
    chips: int


class PointsScored(Fact, frozen=True):
    seat: int
    points: int


class HandWon(Fact, frozen=True):
    seat: int


class Eliminated(Fact, frozen=True):
    seat: int


class TimeRanOut(Fact, frozen=True):
    seat: int


class TurnPassed(Fact, frozen=True):
    """It is a seat's turn now; -1 if it is no seat's turn, because the house deals or begins the next hand. `turn`
    turns of the hand have been taken, this one included. Rounds of betting are not turns."""

    seat: int
    turn: int


class DealtIn(Fact, frozen=True):
    """The seats in this hand, as a set: all except those without chips, in a game with chips."""

    seats: int


class HandEnded(Fact, frozen=True):
    """`number` hands have been played; the next one would begin with `seat`."""

    seat: int
    number: int


class TurnsRanOut(Fact, frozen=True):
    """The hand has had all of its turns, and is decided as it stands."""

    number: int


class StepsRanOut(Fact, frozen=True):
    """The session has reached the most steps, and ends with this hand."""

    number: int


FACTS = facts_in(globals(), Drew=DREW_CARDS, TookDiscard=TOOK_CARD, Passed=PASSED_TURN)

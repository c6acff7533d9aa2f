"""What happens at a hold'em table: the kinds of rows, and the facts they become."""

from __future__ import annotations

from croupier.kernel.vocabulary.events import Fact

HAND_STARTED = 1
ANTE_POSTED = 2
BLIND_POSTED = 3
STRADDLE_POSTED = 4
DEAD_BLIND_POSTED = 5
HOLE_DEALT = 6
FOLDED = 7
CHECKED = 8
CALLED = 9
RAISED = 10
BET_RETURNED = 11
FLOP_DEALT = 12
TURN_DEALT = 13
RIVER_DEALT = 14
HAND_SHOWN = 15
HAND_MUCKED = 16
POT_AWARDED = 17
ELIMINATED = 18
SAT_DOWN = 19
LEFT = 20
WENT_AWAY = 21
CAME_BACK = 22
TIME_RAN_OUT = 23
HAND_TABLED = 24
BET_PLACED = 25
BLINDS_PLACED = 26
DEALT_IN = 27
DEAD_ANTE_POSTED = 28
TURN_PASSED = 29
BETS_GATHERED = 30
STREET_REACHED = 31
GAVE_UP = 32
HAND_ENDED = 33
TOPPED_UP = 34
TOP_UP_ORDERED = 35
TOPS_UP_ALWAYS = 36
TOPS_UP_NO_MORE = 37
RETURNED = 38
RAKE_TAKEN = 39


class HandStarted(Fact, frozen=True):
    """A new hand; `seat` has the button."""

    seat: int
    number: int


class BlindsPlaced(Fact, frozen=True):
    """The blinds of this hand: `seat` has the big one, `small_blind` the small one, which may be an empty seat."""

    seat: int
    small_blind: int


class DealtIn(Fact, frozen=True):
    """The seats in this hand, as a set."""

    seats: int


class AntePosted(Fact, frozen=True):
    seat: int
    chips: int


class DeadAntePosted(Fact, frozen=True):
    """The big blind's ante for the whole table: dead money, which nobody has to match."""

    seat: int
    chips: int


class BlindPosted(Fact, frozen=True):
    seat: int
    chips: int


class StraddlePosted(Fact, frozen=True):
    seat: int
    chips: int


class DeadBlindPosted(Fact, frozen=True):
    """Dead money of a seat that missed its small blind."""

    seat: int
    chips: int


class HoleDealt(Fact, frozen=True):
    """Two cards for a seat; unknown to all others."""

    seat: int
    cards: tuple[int, ...]


class Folded(Fact, frozen=True):
    seat: int


class Checked(Fact, frozen=True):
    seat: int


class Called(Fact, frozen=True):
    """`chips` are the chips added."""

    seat: int
    chips: int


class BetPlaced(Fact, frozen=True):
    """The first bet of a street; `total` is what the seat has put in on it."""

    seat: int
    total: int


class Raised(Fact, frozen=True):
    """A raise of a bet, a blind or a straddle; `total` is what the seat has now put in on this street."""

    seat: int
    total: int


class BetReturned(Fact, frozen=True):
    """The part of a bet that nobody called."""

    seat: int
    chips: int


class FlopDealt(Fact, frozen=True):
    cards: tuple[int, ...]


class TurnDealt(Fact, frozen=True):
    card: int


class RiverDealt(Fact, frozen=True):
    card: int


class HandTabled(Fact, frozen=True):
    """Hole cards turned up because a player is all-in and the betting is over (TDA 16)."""

    seat: int
    cards: tuple[int, ...]


class HandShown(Fact, frozen=True):
    """Hole cards at the showdown; `strength` ranks the hand, higher is better."""

    seat: int
    cards: tuple[int, ...]
    strength: int


class HandMucked(Fact, frozen=True):
    """A beaten hand thrown away unseen."""

    seat: int


class PotAwarded(Fact, frozen=True):
    seat: int
    chips: int


class Eliminated(Fact, frozen=True):
    seat: int


class SatDown(Fact, frozen=True):
    seat: int
    chips: int


class Left(Fact, frozen=True):
    seat: int
    chips: int


class WentAway(Fact, frozen=True):
    seat: int


class CameBack(Fact, frozen=True):
    seat: int


class TimeRanOut(Fact, frozen=True):
    seat: int


class TurnPassed(Fact, frozen=True):
    """It is a seat's turn now; -1 if it is no seat's turn, because the house deals or begins the next hand."""

    seat: int


class BetsGathered(Fact, frozen=True):
    """A round of betting is over: the bets go to the middle, where the pot is `pot` in all."""

    pot: int


class StreetReached(Fact, frozen=True):
    """The hand goes on to its next street, whose cards come next, or to its end (SHOWDOWN of `records`)."""

    street: int


class GaveUp(Fact, frozen=True):
    """A seat whose player has left is out of the present hand, whoever's turn it is."""

    seat: int


class HandEnded(Fact, frozen=True):
    """All pots are awarded; `number` hands have been played."""

    number: int


class ToppedUp(Fact, frozen=True):
    """A stack at a cash table got `chips` more, between two hands."""

    seat: int
    chips: int


class TopUpOrdered(Fact, frozen=True):
    """A seat in a hand wants `chips` more after it; 0 if it wants none any more, or has got what it wanted."""

    seat: int
    chips: int


class TopsUpAlways(Fact, frozen=True):
    """A seat is topped up before every hand from now on, and buys in again after a bust."""

    seat: int


class TopsUpNoMore(Fact, frozen=True):
    seat: int


class Returned(Fact, frozen=True):
    """The player who is about to sit down took `chips` away a short while ago, and has to bring them back."""

    seat: int
    chips: int


class RakeTaken(Fact, frozen=True):
    """The house takes its part of the pots of a hand."""

    chips: int


FACTS: dict[int, type[Fact]] = {
    HAND_STARTED: HandStarted,
    ANTE_POSTED: AntePosted,
    BLIND_POSTED: BlindPosted,
    STRADDLE_POSTED: StraddlePosted,
    DEAD_BLIND_POSTED: DeadBlindPosted,
    HOLE_DEALT: HoleDealt,
    FOLDED: Folded,
    CHECKED: Checked,
    CALLED: Called,
    RAISED: Raised,
    BET_PLACED: BetPlaced,
    BET_RETURNED: BetReturned,
    FLOP_DEALT: FlopDealt,
    TURN_DEALT: TurnDealt,
    RIVER_DEALT: RiverDealt,
    HAND_SHOWN: HandShown,
    HAND_MUCKED: HandMucked,
    POT_AWARDED: PotAwarded,
    ELIMINATED: Eliminated,
    SAT_DOWN: SatDown,
    LEFT: Left,
    WENT_AWAY: WentAway,
    CAME_BACK: CameBack,
    TIME_RAN_OUT: TimeRanOut,
    HAND_TABLED: HandTabled,
    BLINDS_PLACED: BlindsPlaced,
    DEALT_IN: DealtIn,
    DEAD_ANTE_POSTED: DeadAntePosted,
    TURN_PASSED: TurnPassed,
    BETS_GATHERED: BetsGathered,
    STREET_REACHED: StreetReached,
    GAVE_UP: GaveUp,
    HAND_ENDED: HandEnded,
    TOPPED_UP: ToppedUp,
    TOP_UP_ORDERED: TopUpOrdered,
    TOPS_UP_ALWAYS: TopsUpAlways,
    TOPS_UP_NO_MORE: TopsUpNoMore,
    RETURNED: Returned,
    RAKE_TAKEN: RakeTaken,
}

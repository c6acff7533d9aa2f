"""What happens in the Deal: the kinds of rows, and the facts they become."""

from __future__ import annotations

from croupier.kernel.vocabulary.events import Fact, facts_in

HAND_STARTED = 1
ROUND_STARTED = 2
CARDS_DRAWN = 3
CHECKED = 4
RAISED = 5
INITIATIVE_TAKEN = 6
WENT_ALL_IN = 7
FOLDED = 8
CARD_FLIPPED = 9
CONTINUED = 10
HAND_ABANDONED = 11
CONVICTED = 12
INSURANCE_PAID = 13
PROFIT_BANKED = 14
HEAT_SET = 15
BUSTED = 16
WENT_HOME = 17
RAN_OUT_OF_CARDS = 18
RAN_OUT_OF_HANDS = 19
TIME_RAN_OUT = 20
PLAYED_ON = 21
TURN_PASSED = 22
BETTING_OPENED = 23
DECISION_REACHED = 24
EVIDENCE_SET = 25
COVER_SET = 26
PROFIT_SET = 27
HAND_HEAT_SET = 28
HEAT_PROJECTED = 29
PROFIT_PREVENTED = 30
BARGAIN_STRUCK = 31
HAND_ENDED = 32


class HandStarted(Fact, frozen=True):
    """A new hand of the run, counted from 1."""

    number: int


class RoundStarted(Fact, frozen=True):
    """A new round of the hand, counted from 1."""

    number: int


class CardsDrawn(Fact, frozen=True):
    """A seat drew up to three cards; the others do not know which."""

    seat: int
    cards: tuple[int, ...]


class Checked(Fact, frozen=True):
    """A seat stayed in without a card; `automatic` is 1 for a seat that is all-in."""

    seat: int
    automatic: int


class Raised(Fact, frozen=True):
    """A seat played a card face down, which the others do not know; `raises_left` are left in this round."""

    seat: int
    card: int
    raises_left: int


class InitiativeTaken(Fact, frozen=True):
    """The first raise of the round."""

    seat: int


class WentAllIn(Fact, frozen=True):
    """A seat raised with the last card of its hand."""

    seat: int


class Folded(Fact, frozen=True):
    """A seat left the hand; `discarded` of its cards lay face down and are gone unseen."""

    seat: int
    discarded: int


class CardFlipped(Fact, frozen=True):
    """A face-down card was turned up; facts come in order of play. The totals that it changes follow.

    `active` is 1 if the card is now the one that counts of a kind of which only the last one counts.
    """

    seat: int
    card: int
    active: int


class Continued(Fact, frozen=True):
    """The Player stayed in at a Decision Point, after the flip of round `round`."""

    seat: int
    round: int


class PlayedOn(Fact, frozen=True):
    """The Player chose another hand, with `cash` at stake."""

    seat: int
    cash: int


class HandAbandoned(Fact, frozen=True):
    """The Player folded, and with that gave up the profit on the table."""

    seat: int
    profit: int


class Convicted(Fact, frozen=True):
    """The Heat was high enough for a Conviction: no insurance helps."""

    card: int
    threshold: int


class InsurancePaid(Fact, frozen=True):
    """An Insurance paid for a hand that was bust, and burnt."""

    card: int
    cost: int


class ProfitBanked(Fact, frozen=True):
    """The hand succeeded."""

    seat: int
    profit: int


class HeatSet(Fact, frozen=True):
    """The run's Heat after a hand."""

    heat: int


class Busted(Fact, frozen=True):
    """Evidence beat Cover: the run is over and its cash lost."""

    seat: int
    cash: int


class WentHome(Fact, frozen=True):
    """The Player ended the run with the cash banked."""

    seat: int
    cash: int


class RanOutOfCards(Fact, frozen=True):
    """The Player had too few cards for another hand; the run ended with the cash banked."""

    seat: int
    cash: int


class RanOutOfHands(Fact, frozen=True):
    """The run reached its most hands; it ended with the cash banked."""

    seat: int
    cash: int


class TimeRanOut(Fact, frozen=True):
    """The clock played for a seat."""

    seat: int


class TurnPassed(Fact, frozen=True):
    """It is a seat's turn now; -1 if it is no seat's turn, because the house draws or begins the next hand."""

    seat: int


class BettingOpened(Fact, frozen=True):
    """All cards are drawn: the betting of round `round` begins."""

    round: int


class DecisionReached(Fact, frozen=True):
    """The Decision Point after the flip of round `round`. All-ins and initiative of that round have ended."""

    round: int


class EvidenceSet(Fact, frozen=True):
    """The Evidence of the face-up cards of the hand now."""

    evidence: int


class CoverSet(Fact, frozen=True):
    """Their Cover."""

    cover: int


class ProfitSet(Fact, frozen=True):
    """The profit that the hand would bring."""

    profit: int


class HandHeatSet(Fact, frozen=True):
    """The Heat that the face-up cards of the hand add."""

    heat: int


class HeatProjected(Fact, frozen=True):
    """The run's Heat with this hand: a Conviction compares it with its threshold."""

    heat: int


class ProfitPrevented(Fact, frozen=True):
    """The Narc scores a profit that the Player does not get."""

    seat: int
    profit: int


class BargainStruck(Fact, frozen=True):
    """The Customer scores a product that he got below its list price."""

    seat: int
    price: int


class HandEnded(Fact, frozen=True):
    """Played cards are spent, unplayed ones shuffled back into their decks; `number` hands have been played."""

    number: int


FACTS = facts_in(globals())

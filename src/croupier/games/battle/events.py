"""What happens in a Battle: the kinds of rows, and the facts they become.

Cards in facts about reveals are faces (0 to 3, the kinds), or GAP for an empty place.
"""

from __future__ import annotations

from croupier.kernel.vocabulary.events import Fact, facts_in

STAKE_PAID = 1
HAND_TAKEN = 2
ROUND_STARTED = 3
LAYOUT_DRAFTED = 4
LAYOUT_CONFIRMED = 5
STEP_REVEALED = 6
HEALED = 7
STRUCK = 8
ROUND_ENDED = 9
SUDDEN_DEATH_STARTED = 10
PLAYER_LEFT = 11
POT_AWARDED = 12
POT_BURNT = 13
MATCH_WON = 14
MATCH_DRAWN = 15
BOTH_LOST = 16
TOUCHED = 17
PREPARATION_ENDED = 18
ABSENCE_COUNTED = 19
CARD_PROVED = 20


class StakePaid(Fact, frozen=True):
    seat: int
    tokens: int


class HandTaken(Fact, frozen=True):
    """The four cards of a seat, for the whole match. Only the seat itself sees them."""

    seat: int
    cards: tuple[int, ...]


class RoundStarted(Fact, frozen=True):
    """Both seats may lay cards now, until the deadline. Rounds count from 1."""

    number: int


class LayoutDrafted(Fact, frozen=True):
    """Only the seat itself sees it."""

    seat: int
    cards: tuple[int, ...]


class LayoutConfirmed(Fact, frozen=True):
    """Only the seat itself sees it."""

    seat: int
    cards: tuple[int, ...]


class StepRevealed(Fact, frozen=True):
    """What seat 0 and seat 1 had in a place; `step` counts from 0. Its effects follow."""

    step: int
    cards: tuple[int, ...]


class Healed(Fact, frozen=True):
    """A seat gained HP; `hp` is its new value."""

    seat: int
    hp: int


class Struck(Fact, frozen=True):
    """A seat was hit, or its attack was turned back; `hp` is its new value."""

    seat: int
    hp: int


class RoundEnded(Fact, frozen=True):
    number: int


class SuddenDeathStarted(Fact, frozen=True):
    """The last regular round left both with equal HP: rounds go on until they differ."""


class PlayerLeft(Fact, frozen=True):
    seat: int


class PotAwarded(Fact, frozen=True):
    """Tokens out of the pot: all of it to the winner, or each seat's half after a draw."""

    seat: int
    tokens: int


class PotBurnt(Fact, frozen=True):
    """Both were absent: nobody gets the pot."""

    tokens: int


class MatchWon(Fact, frozen=True):
    """The match is over, and `seat` has won it.

    `reason` is NORMAL, TIMEOUT_REASON or DISCONNECT of `records`; `REASONS` of `words` has their names. A match ends
    once, by this fact or by one of the next two.
    """

    seat: int
    reason: int


class MatchDrawn(Fact, frozen=True):
    """The match is over without a winner: both have their stakes back."""

    reason: int


class BothLost(Fact, frozen=True):
    """The match is over, and both have lost it: both were absent."""

    reason: int


class Touched(Fact, frozen=True):
    """The seat gave a sign of life without cards. Only the seat itself sees it."""

    seat: int


class PreparationEnded(Fact, frozen=True):
    """No more cards can be laid in round `number`. The layouts meet now, unless a seat was absent too long."""

    number: int


class AbsenceCounted(Fact, frozen=True):
    """The seat has given no sign of life for `rounds` rounds in a row. Sent only to the seat itself, on each change."""

    seat: int
    rounds: int


class CardProved(Fact, frozen=True):
    """A kind was shown so often in one round that a hand must hold this card, too.

    A seat sees another's known cards sorted by kind: there the card has the place `place`.
    """

    seat: int
    card: int
    place: int


FACTS = facts_in(globals())

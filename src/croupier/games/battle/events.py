"""What happens in a Battle: the kinds of rows, and the facts they become.

Cards in facts about reveals are faces (0 to 3, the kinds), or GAP for an empty place.
"""

from __future__ import annotations

from croupier.kernel.vocabulary.events import Fact

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
MATCH_ENDED = 14


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
    """What seat 0 and seat 1 had in a place; `step` counts from 0. What it did to them follows."""

    step: int
    cards: tuple[int, ...]


class Healed(Fact, frozen=True):
    """A seat gained; `hp` is what it has now."""

    seat: int
    hp: int


class Struck(Fact, frozen=True):
    """A seat was hit, or its attack came back; `hp` is what it has now."""

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


class MatchEnded(Fact, frozen=True):
    """The only end of a match, told once. `seat` won; it is -1 if nobody did (a draw, or a burnt pot).

    `reason` is NORMAL, TIMEOUT_REASON or DISCONNECT of `records`; `REASONS` of `words` has their names.
    """

    seat: int
    reason: int


FACTS: dict[int, type[Fact]] = {
    STAKE_PAID: StakePaid,
    HAND_TAKEN: HandTaken,
    ROUND_STARTED: RoundStarted,
    LAYOUT_DRAFTED: LayoutDrafted,
    LAYOUT_CONFIRMED: LayoutConfirmed,
    STEP_REVEALED: StepRevealed,
    HEALED: Healed,
    STRUCK: Struck,
    ROUND_ENDED: RoundEnded,
    SUDDEN_DEATH_STARTED: SuddenDeathStarted,
    PLAYER_LEFT: PlayerLeft,
    POT_AWARDED: PotAwarded,
    POT_BURNT: PotBurnt,
    MATCH_ENDED: MatchEnded,
}

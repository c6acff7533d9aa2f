"""The records of the Battle: how a match is set up, its state, and what a seat sees.

A card is a number: its kind plus KINDS times its copy. The copies 0 to 3 are for hands of seat 0, the copies 4 to 7
for hands of seat 1, so any two hands can be dealt, and the kind of a card is known without the config. The cards 0 to 3
double as the faces of the four kinds, which is all that a reveal shows: which of two equal cards was laid stays
secret.
"""

from __future__ import annotations

from typing import Annotated

from croupier.kernel.language.records import Kind, Record, Sizes
from croupier.kernel.vocabulary.ledger import Ledger, Sight

SEATS = 2
PLACES = 3
HAND_SIZE = 4

ATTACK, DEFENSE, HEAL, COUNTER = 0, 1, 2, 3
KINDS = 4
EMPTY = 4
"""An empty place, counted beside the kinds where reveals are counted."""
FACES = 5
CARDS = KINDS * SEATS * HAND_SIZE

BOX, HAND = 0, 1
"""Zones: the box with the cards that are not in play, then the hand of each seat."""
ZONES = HAND + SEATS
SLOTS = SEATS * HAND_SIZE

NORMAL, TIMEOUT_REASON, DISCONNECT = 0, 1, 2
"""Why a match ended."""

PerSeat = Annotated[list[int], SEATS]
Layout = Annotated[list[int], PLACES]
Layouts = Annotated[list[list[int]], SEATS, PLACES]
Shown = Annotated[list[list[list[int]]], SEATS, PLACES, FACES]
PerKind = Annotated[list[list[int]], SEATS, KINDS]


class Carried(Record):
    """What a match brings into a new leg, in addition to its HPs: the number of rounds `played`, whether the last was
    sudden death, the absences of each seat, and what reveals have shown, as in `Table`."""

    played: int
    sudden_death: int
    absent: PerSeat
    both_absent: int
    last: Layouts
    shown: Shown
    most_shown: PerKind


class Config(Record):
    """A match. `hand` holds kinds; with `max_rounds` 0 it is played until it is decided.

    `first_reveal_ms` and `reveal_ms` are how long a table waits before it shows the first step and each further one.
    The rules never wait: this is for clients that show the match.
    """

    hand: Annotated[list[list[int]], SEATS, HAND_SIZE]
    start_hp: PerSeat
    max_hp: int
    rounds: int
    max_rounds: int
    stake: int
    reveal_when_confirmed: int
    """Whether a round is finalised as soon as both have confirmed; otherwise it always lasts until the deadline."""
    prep_ms: int
    first_reveal_ms: int
    reveal_ms: int
    carried: Carried


class Table(Record):
    """A match in progress. `touched` seats have sent a draft or a confirm in this round, so they are not absent.

    `absent` counts a seat's rounds in a row without a sign of life, `both_absent` those of both seats. `last` and
    `shown` are what the reveals of the last round and of all rounds showed: faces, and how often each lay in each
    place. `most_shown` is the most cards of a kind that a seat has shown in one round.
    """

    fault: int
    seats: int
    hands: int
    config: Config
    cards: Annotated[Ledger, Sizes(cards=CARDS, zones=ZONES, ends=ZONES + 1, slots=SLOTS)]
    hp: PerSeat
    round: int
    sudden_death: int
    touched: Annotated[list[int], SEATS, Kind.SECRET]
    confirmed: Annotated[list[int], SEATS, Kind.SECRET]
    draft: Annotated[list[list[int]], SEATS, PLACES, Kind.SECRET]
    layout: Annotated[list[list[int]], SEATS, PLACES, Kind.SECRET]
    absent: Annotated[list[int], SEATS, Kind.SECRET]
    both_absent: int
    last: Layouts
    shown: Shown
    most_shown: PerKind
    tokens: Annotated[list[int], SEATS, Kind.CHIPS]
    pot: Annotated[int, Kind.CHIPS]
    burnt: Annotated[int, Kind.CHIPS]
    winner: int
    reason: int
    between: int
    """Whether the house has to begin the next round."""
    over: int


class View(Record):
    """What a seat sees: its own hand, draft and layout, both HPs, and what was revealed. Of the other seat's hand it
    sees the cards that reveals have proved; of its draft and confirm nothing, not even whether there is one.
    """

    seat: int
    hands: int
    round: int
    rounds: int
    max_rounds: int
    sudden_death: int
    hp: PerSeat
    max_hp: int
    pot: int
    stake: int
    tokens: PerSeat
    touched: int
    confirmed: int
    draft: Layout
    layout: Layout
    absent: int
    last: Layouts
    shown: Shown
    cards: Annotated[Sight, Sizes(zones=ZONES, ends=ZONES + 1, slots=SLOTS)]
    winner: int
    reason: int
    over: int

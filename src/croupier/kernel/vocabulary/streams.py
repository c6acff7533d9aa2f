"""Which stream of a seed, or of a key derived from it (`keys`), each drawer reads.

Chance has a stream of its own for each hand of each deal, and one for each seat that draws cards for itself. So the
cards are the same whatever the players are and whatever was played before, under other betting rules for example. A
house bot is seeded anew for each decision, by deal, seat and step: its choice depends neither on what others drew nor
on where a match was resumed. House bots draw from the house's key, so that their numbers do not reveal the seed of the
cards.
"""

from __future__ import annotations

from typing import Annotated

from ..language.jit import rule
from ..language.records import Record
from .rng import WORD, Rng, mixed, mixed_key, seed, seed_by_words
from .turns import SEATS

DEAL_BITS, STEP_BITS = 32, 24
MOST_DEALS = 1 << DEAL_BITS
CHANCE, LUCK, FIRST_SEAT = 0, 1, 2
"""The drawers: chance, the redrawing of luck, from FIRST_SEAT on the house bot of a seat …"""
FIRST_DRAW = FIRST_SEAT + SEATS
"""… and from FIRST_DRAW on the draws of a seat."""
DRAWS = 1 << 10
HANDS = 1 << (STEP_BITS - 10)
"""Draws of a seat in a hand, and hands of a match, before a seat's streams repeat."""
NO_HAND = -1


class Source(Record):
    """Where the streams of one deal begin."""

    key: int
    deal: int
    word: int
    deal_word: int
    """The key, and the key with the deal, mixed to words: the common start of all short streams of the deal."""


class Luck(Record):
    """What chance draws from in one match: `table` for the whole table in the hand being played, `own` for one seat."""

    source: Source
    hand: int
    drawn: Annotated[list[int], SEATS]
    """How often each seat has drawn for itself in this hand."""
    table: Rng
    own: Rng


@rule
def open_source(source: Source, key: int, deal: int) -> None:
    """Begin a deal of a key."""
    source.key = key
    source.deal = deal
    source.word = mixed_key(key)
    source.deal_word = mixed(source.word ^ (deal & WORD))


@rule
def open_luck(luck: Luck, key: int, deal: int) -> None:
    """Begin the match of a deal."""
    open_source(luck.source, key, deal)
    luck.hand = NO_HAND


@rule
def turn_to_hand(luck: Luck, hand: int) -> None:
    """Let chance draw from the stream of a hand, from its start if it is a new one."""
    if luck.hand != hand:
        luck.hand = hand
        seed(luck.table, luck.source.key, stream(luck.source.deal, CHANCE, hand))
        for seat in range(SEATS):
            luck.drawn[seat] = 0


@rule
def turn_to_seat(luck: Luck, hand: int, seat: int) -> None:
    """Let chance draw from the next stream of a seat."""
    turn_to_hand(luck, hand)
    step = (hand % HANDS) * DRAWS + luck.drawn[seat] % DRAWS
    luck.drawn[seat] += 1
    open_stream(luck.own, luck.source, FIRST_DRAW + seat, step)


@rule
def open_stream(rng: Rng, source: Source, drawer: int, step: int) -> None:
    """Start a short stream: `seed_mixed`, with the words that a deal's streams share computed once."""
    seed_by_words(rng, source.word, source.deal_word, stream(source.deal, drawer, step) >> DEAL_BITS)


@rule
def stream(deal: int, drawer: int, step: int) -> int:
    """The number of a stream: no two drawers, deals or steps share one."""
    return deal | (step << DEAL_BITS) | (drawer << (DEAL_BITS + STEP_BITS))

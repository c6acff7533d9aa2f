"""Hands as records of a match of one hand: the seed and the stacked deck are kept, so that the same cards come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import msgspec

from croupier.kernel.contract.dealers import Dealer, RandomDealer, StackedDealer
from croupier.kernel.contract.game import Decision, Move, State
from croupier.kernel.contract.record import MatchRecord, Recorder, config_of, move_of, replay
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.cards import UNKNOWN, format_cards, parse_cards
from croupier.kernel.vocabulary.turns import HOUSE

from .game import GAME
from .records import Config

DECK = "deck"
"""The field of a record for its stacked deck; records made by other drivers do not have it."""


def dealer_of(seed: int, deck: Sequence[int]) -> Dealer:
    """A dealer that deals the cards of a stacked deck, then those of a seed."""
    chance = RandomDealer(seed)
    return StackedDealer(deck, chance) if deck else chance


def played(config: Config, seed: int, deck: Sequence[int], moves: Sequence[Move]) -> Iterator[Recorder]:
    """Replay a hand; yields the recorder before the first step and after each one, the house's too."""
    recorder, dealer, left = Recorder(GAME, config, seed=seed), dealer_of(seed, deck), iter(moves)
    yield recorder
    while pending := GAME.pending(recorder.state):
        move = _dealt(recorder.state, dealer, pending[0]) or next(left, None)
        if move is None:
            return
        recorder.advance(pending[0].seat, move)
        yield recorder


def _dealt(state: State, dealer: Dealer, decision: Decision) -> Move | None:
    return dealer.deal(state, decision) if decision.seat == HOUSE else None


def to_record(config: Config, seed: int, deck: Sequence[int], moves: Sequence[Move]) -> MatchRecord:
    """The record of a hand so far."""
    *_, recorder = played(config, seed, deck, moves)
    record = recorder.record()
    return MatchRecord(msgspec.structs.replace(record.series, about={DECK: format_cards(deck)}), record.played)


def from_record(record: MatchRecord) -> tuple[Config, int, list[int], list[Move]]:
    """Config, seed, deck and moves of a hand; BadInput if it is not one hand of hold'em with all its cards."""
    series, match = record
    config: Config = config_of(GAME, series)
    if config.hands - config.carried.played != 1:
        raise BadInput("This is a record of a match of several hands: `croupier replay` shows it.")
    for _ in replay(GAME, *record):
        pass
    steps = [move_of(GAME, step) for step in match.moves]
    if DECK in series.about:
        deck = parse_cards(str(series.about[DECK]))
    else:
        deck = list(chain.from_iterable(move.cards for seat, move in steps if seat == HOUSE))
    if UNKNOWN in deck:
        raise BadInput("Some cards of this hand are unknown, so it cannot go on: `croupier history show` tells it.")
    return config, series.seed, deck, [move for seat, move in steps if seat != HOUSE]

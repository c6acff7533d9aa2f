"""A student of a sentence: learns, by class of situation, in which mode to answer it, and falls back on the sentence.

A class is a place of the program, how strong the hand is, and what the seat has seen of the betting; a coarse class
leaves most of the latter out. A mode is a way to bet, or a manner of choosing cards. While it learns, the student tries
each mode of a decision in the hand that is played, with the same luck, and adds up by class what each wins more than
what the sentence says. It leaves the sentence only for a mode that is surely ahead, by its class or else by the coarse
one. So a student without lessons plays the sentence, and after many its play depends on what a sentence cannot say: on
position, on who has raised how often, and on how many cards the others drew.
"""

from __future__ import annotations

from typing import Any

from croupier.games.genome.machine.choices import DISCARD, DRAW, PASS, PLAY, TAKE
from croupier.games.genome.machine.program import CHOOSE_TO, TO_TRICK
from croupier.games.genome.machine.records import CAPTURED, View
from croupier.games.genome.machine.wagers import ALL_IN, BET, CALL, CHECK, FOLD, RAISE
from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.events import mix
from croupier.kernel.vocabulary.menu import Action, Menu, option_of
from croupier.kernel.vocabulary.rng import Rng
from croupier.kernel.vocabulary.turns import has, size

from .sentences import (
    EVERYTHING,
    GREEDILY,
    MOST,
    NONE,
    TAKING,
    draw_as_said,
    is_betting,
    lay_as_said,
    size_as_said,
    speak,
    strength_held,
)

AS_SAID, STOPPING, STAYING, RAISING = 0, 1, 2, 3
"""Modes of betting: as the sentence says; check, else fold; check, else call; raise, by each size of a sentence."""
MODES = RAISING + EVERYTHING + 1
"""Modes of a choice of cards are the manners of a sentence after AS_SAID: fewer than these."""
CLASSES = 1 << 14
TRIES = 8
"""The places in which a class may lie; if all are taken, it is not learnt."""
BUCKETS, WHOLE = 12, 1000
MANY, SEVERAL, FAR = 2, 3, 4
"""The raises, fresh cards of a seat, and pairs of captured cards ahead that a class counts at most."""
NOT_LEARNT = -1


@rule
def speak_as_learnt(v: View, m: Menu, rng: Rng, a: Action, seating: Any) -> None:
    """Fill in the move of a student: what it has learnt, at the only place where it thinks, if there is one."""
    mode = AS_SAID
    if seating.only < 0 or seating.only == v.at:
        mode = surely_ahead(seating, find_class(seating, fine_class(v, rng, seating), False))
        if mode == AS_SAID:
            mode = surely_ahead(seating, find_class(seating, coarse_class(v, rng, seating), False))
    if not is_possible(v, m, mode):
        mode = AS_SAID
    speak_in_mode(v, m, rng, a, seating, mode)


@rule
def speak_in_mode(v: View, m: Menu, rng: Rng, a: Action, seating: Any, mode: int) -> None:
    """Fill in the move of a mode that is possible."""
    a.amount = 0
    a.count = 0
    if mode == AS_SAID:
        speak(v, m, rng, a, seating, 0)
    elif is_betting(m):
        bet_in_mode(v, m, a, mode)
    elif max(option_of(m, PLAY), option_of(m, DISCARD)) >= 0:
        lay_as_said(v, m, rng, a, seating, mode - 1)
    else:
        draw_as_said(v, m, rng, a, seating, mode - 1, 0)


@rule
def bet_in_mode(v: View, m: Menu, a: Action, mode: int) -> None:
    """Check or fold, check or call, or raise by a size."""
    raises = max(option_of(m, RAISE), option_of(m, BET))
    if mode >= RAISING and raises >= 0:
        a.kind = m.kind[raises]
        if m.step[raises]:
            a.amount = size_as_said(v, m, raises, mode - RAISING)
    elif mode >= RAISING:
        a.kind = ALL_IN
    elif option_of(m, CHECK) >= 0:
        a.kind = CHECK
    elif mode == STOPPING:
        a.kind = FOLD
    else:
        a.kind = CALL if option_of(m, CALL) >= 0 else ALL_IN


@rule
def is_possible(v: View, m: Menu, mode: int) -> bool:
    """Whether a decision can be answered in a mode, and not in an earlier one to the same effect."""
    if mode == AS_SAID:
        return True
    if is_betting(m):
        raises = max(option_of(m, RAISE), option_of(m, BET))
        if mode >= RAISING:
            if raises < 0:
                return mode == RAISING and option_of(m, ALL_IN) >= 0
            return mode == RAISING or m.step[raises] > 0
        if option_of(m, CHECK) >= 0:
            return mode == STOPPING
        return mode == STOPPING or option_of(m, CALL) >= 0 or option_of(m, ALL_IN) >= 0
    manner = mode - 1
    option = max(option_of(m, PLAY), option_of(m, DISCARD))
    if option >= 0:
        if v.prospects.instruction[CHOOSE_TO] == TO_TRICK:
            return manner != NONE and manner != MOST and manner < TAKING
        if manner == NONE or manner == MOST:  # noqa: SIM109 - the dialect has no `in`
            return option_of(m, PASS) >= 0 or m.fewest[option] < m.most[option]
        return manner < TAKING
    if manner == NONE:
        return option_of(m, PASS) >= 0
    if manner == MOST:
        return option_of(m, DRAW) >= 0
    if manner == TAKING:
        return option_of(m, TAKE) >= 0
    return manner == GREEDILY


@rule
def coarse_class(v: View, rng: Rng, seating: Any) -> int:
    """The class by place, strength, and whether there is a bet."""
    bet = 2 * min(v.raises, MANY) + (1 if v.to_call else 0)
    return mix(mix(v.at + 1, bucket_of(v, rng, seating)), bet) | 1


@rule
def fine_class(v: View, rng: Rng, seating: Any) -> int:
    """The class by what else may count: who is left, who has still to answer, how often it has raised itself and the
    boldest of the others, how many cards the others drew, and how many cards it is ahead in tricks."""
    key = mix(mix(v.at + 1, bucket_of(v, rng, seating)), 2 * v.raises + (1 if v.to_call else 0))
    key = mix(mix(key, size(v.live)), mix(size(v.owes), v.rounds))
    boldest = 0
    drawn = 0
    captured = 0
    for other in range(v.seats):
        if other != v.seat and has(v.live, other):
            boldest = max(boldest, v.raised[other])
            drawn += min(SEVERAL, v.drawn[other] + 1)
            captured = max(captured, v.cards.count[CAPTURED + other])
    key = mix(mix(key, min(MANY, boldest)), min(MANY, v.raised[v.seat]))
    tricks = (v.cards.count[CAPTURED + v.seat] - captured) // 2
    return mix(mix(key, drawn), max(-FAR, min(FAR, tricks))) | 1


@rule
def bucket_of(v: View, rng: Rng, seating: Any) -> int:
    """The part of all hands, by strength, that the seat's own hand is in."""
    return min(BUCKETS - 1, strength_held(v, rng, seating) * BUCKETS // WHOLE)


@rule
def find_class(seating: Any, key: int, adds: bool) -> int:
    """The place of a class in the student's memory, entered if it `adds`; NOT_LEARNT if it is not there."""
    at = (key >> 7) & (CLASSES - 1)
    for _ in range(TRIES):
        if seating.class_key[at] == key:
            return at
        if seating.class_key[at] == 0:
            if adds:
                seating.class_key[at] = key
                return at
            return NOT_LEARNT
        at = (at + 1) & (CLASSES - 1)
    return NOT_LEARNT


@rule
def surely_ahead(seating: Any, at: int) -> int:
    """The mode of a class that leads the sentence most, of those that lead it by more than a standard error; AS_SAID if
    none does."""
    best = AS_SAID
    if at >= 0:
        lead = 0
        for mode in range(1, MODES):
            more = seating.class_more[at * MODES + mode]
            if more > lead and more * more > seating.class_square[at * MODES + mode]:
                best = mode
                lead = more
    return best


@rule
def note_mode(seating: Any, at: int, mode: int, more: int) -> None:
    """Add what a mode won more than the sentence."""
    if at >= 0:
        seating.class_more[at * MODES + mode] += more
        seating.class_square[at * MODES + mode] += more * more

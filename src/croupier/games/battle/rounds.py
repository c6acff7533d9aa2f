"""A round from its deadline on: absences, what the cards do, and whether the match ends.

`finalise` is the only way out of the preparation, `end_match` the only end of a match.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import Out, attach, emit, heard
from croupier.kernel.vocabulary.menu import GAP
from croupier.kernel.vocabulary.turns import NOBODY, PUBLIC

from .events import (
    ABSENCE_COUNTED,
    BOTH_LOST,
    CARD_PROVED,
    HEALED,
    MATCH_DRAWN,
    MATCH_WON,
    POT_AWARDED,
    POT_BURNT,
    PREPARATION_ENDED,
    ROUND_ENDED,
    ROUND_STARTED,
    STEP_REVEALED,
    STRUCK,
    SUDDEN_DEATH_STARTED,
)
from .known import place_of, prove
from .records import EMPTY, KINDS, NORMAL, PLACES, SEATS, TIMEOUT_REASON, Table
from .steps import blow, face_of, healed

ABSENCES = 2
"""This many rounds in a row without a sign of life lose the match."""


@rule
def start_round(t: Table, out: Out) -> None:
    """Clear the places: cards laid in the last round do not count in this one."""
    t.between = 0
    t.round += 1
    for seat in range(SEATS):
        t.touched[seat] = 0
        t.confirmed[seat] = 0
        for place in range(PLACES):
            t.draft[seat][place] = GAP
            t.layout[seat][place] = GAP
    emit(out, ROUND_STARTED, PUBLIC, NOBODY, t.round)


@rule
def finalise(t: Table, out: Out) -> None:
    """End the preparation. Absence is judged before anything is revealed, that of both seats before that of one."""
    t.hands += 1
    emit(out, PREPARATION_ENDED, PUBLIC, NOBODY, t.round)
    for seat in range(SEATS):
        absent = 0 if t.touched[seat] else t.absent[seat] + 1
        if absent != t.absent[seat]:
            t.absent[seat] = absent
            emit(out, ABSENCE_COUNTED, 1 << seat, seat, absent)
    t.both_absent = 0 if t.touched[0] or t.touched[1] else t.both_absent + 1
    if t.both_absent >= ABSENCES:
        end_match(t, out, NOBODY, TIMEOUT_REASON)
    elif t.absent[0] >= ABSENCES:
        end_match(t, out, 1, TIMEOUT_REASON)
    elif t.absent[1] >= ABSENCES:
        end_match(t, out, 0, TIMEOUT_REASON)
    else:
        for place in range(PLACES):
            reveal(t, out, place)
        emit(out, ROUND_ENDED, PUBLIC, NOBODY, t.round)
        judge(t, out)


@rule
def laid(t: Table, seat: int, place: int) -> int:
    """What counts in a place: the confirmed layout, else the draft; both are empty until the seat sends something."""
    if t.confirmed[seat]:
        return t.layout[seat][place]
    return t.draft[seat][place]


@rule
def reveal(t: Table, out: Out, place: int) -> None:
    """One step: show what both have in a place, and apply its effects."""
    first = face_of(laid(t, 0, place))
    second = face_of(laid(t, 1, place))
    t.last[0][place] = first if first < KINDS else GAP
    t.last[1][place] = second if second < KINDS else GAP
    emit(out, STEP_REVEALED, PUBLIC, NOBODY, place)
    attach(out, PUBLIC, t.last[0][place])
    attach(out, PUBLIC, t.last[1][place])
    for seat in range(SEATS):
        learn(t, out, seat, place)
    for seat in range(SEATS):
        hp = healed(t.hp[seat], second if seat else first, t.config.max_hp)
        if hp != t.hp[seat]:
            t.hp[seat] = hp
            emit(out, HEALED, PUBLIC, seat, hp)
    for seat in range(SEATS):
        hurt = blow(second, first) if seat else blow(first, second)
        if hurt and t.hp[seat]:
            t.hp[seat] = max(t.hp[seat] - hurt, 0)
            emit(out, STRUCK, PUBLIC, seat, t.hp[seat])


@rule
def learn(t: Table, out: Out, seat: int, place: int) -> None:
    """Record what a place showed. A kind shown n times in one round proves n such cards in the hand."""
    face = t.last[seat][place]
    if face == GAP:
        t.shown[seat][place][EMPTY] += 1
        return
    t.shown[seat][place][face] += 1
    times = 1
    for earlier in range(place):
        if t.last[seat][earlier] == face:
            times += 1
    if times > t.most_shown[seat][face]:
        t.most_shown[seat][face] = times
        card = prove(t, seat, face)
        if card != UNKNOWN and heard(out):
            emit(out, CARD_PROVED, PUBLIC, seat, place_of(t, seat, card))
            attach(out, PUBLIC, card)


@rule
def judge(t: Table, out: Out) -> None:
    """After the third step: end the match if a seat is at 0, or if HPs differ after the regular rounds; else go on."""
    ahead = NOBODY
    if t.hp[0] > t.hp[1]:
        ahead = 0
    elif t.hp[1] > t.hp[0]:
        ahead = 1
    regular_over = t.round >= t.config.rounds
    if t.hp[0] == 0 or t.hp[1] == 0 or (regular_over and ahead != NOBODY):
        end_match(t, out, ahead, NORMAL)
    elif t.round == t.config.max_rounds:
        end_match(t, out, NOBODY, NORMAL)
    else:
        if regular_over and not t.sudden_death:
            t.sudden_death = 1
            emit(out, SUDDEN_DEATH_STARTED, PUBLIC, NOBODY, 0)
        t.between = 1


@rule
def end_match(t: Table, out: Out, winner: int, reason: int) -> None:
    """Settle the pot and end the match. A second call changes nothing.

    The winner takes the pot; after a draw each seat gets its stake back; if both were absent, the pot burns.
    """
    if t.over:
        return
    t.over = 1
    t.winner = winner
    t.reason = reason
    if winner != NOBODY:
        award(t, out, winner, t.pot)
        emit(out, MATCH_WON, PUBLIC, winner, reason)
    elif reason == NORMAL:
        for seat in range(SEATS):
            award(t, out, seat, t.config.stake)
        emit(out, MATCH_DRAWN, PUBLIC, NOBODY, reason)
    else:
        emit(out, POT_BURNT, PUBLIC, NOBODY, t.pot)
        t.burnt = t.pot
        t.pot = 0
        emit(out, BOTH_LOST, PUBLIC, NOBODY, reason)


@rule
def award(t: Table, out: Out, seat: int, tokens: int) -> None:
    """Pay tokens out of the pot to a seat."""
    t.pot -= tokens
    t.tokens[seat] += tokens
    emit(out, POT_AWARDED, PUBLIC, seat, tokens)

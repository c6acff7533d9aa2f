"""Learning to bet: regret matching over what a bettor sees of a hand, for any genome, compiled once.

What a seat sees is reduced to a few numbers: where in the program it is asked, its seat, the raises so far, whether it
faces a bet, the size of the pot, and which eighth of hands its own one beats. For each such situation the regrets of
its options are kept (never below zero, as in CFR+), and how often each was played on average. Cards are played hastily.

In each hand one seat is the student, the others play by their regrets. At every bet of the student all its options are
played out, from the state as it is and with the same luck; then it goes on with any of them. So a situation is met as
often as the others and chance lead to it, whatever the student would do: its regrets are counterfactual.
"""

# ruff: noqa: F821 - `bound` gives the declared names their values
from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from croupier.games.genome.machine.machine import act, begin, observe, owing
from croupier.games.genome.machine.records import HAND as HANDS_OF
from croupier.games.genome.machine.records import View
from croupier.games.genome.machine.wagers import ALL_IN, BET, RAISE
from croupier.games.genome.players.greedy import play_hastily
from croupier.games.genome.players.imagined import row, share_beaten
from croupier.kernel.language.jit import rule
from croupier.kernel.language.records import Record
from croupier.kernel.vocabulary.events import Out, mix
from croupier.kernel.vocabulary.menu import Action, Menu, option_of
from croupier.kernel.vocabulary.rng import Rng, below, next32, seed
from croupier.kernel.vocabulary.streams import FIRST_SEAT, open_luck, open_stream
from croupier.kernel.vocabulary.turns import NOBODY, SEATS, has

from .driver import BLANK, HAND, LONGEST, PLAYED, START, Seating, Sheet, bound, count_hand, lead_of
from .driver import RULES as PLAYING
from .players import is_betting

# Names that `bound` gives their values.
next_in_match: Callable[..., int]
next_to_act: Callable[..., int]
fault_of: Callable[..., int]

OPTIONS = 3
"""A betting menu has no more options."""
DEALS, BUCKETS, WHOLE, HALF = 24, 8, 1000, 500
POT_SIZES = 15
NO_SLOT = -1
SHARE = 1 << 10
MOST_DRAWN = 1 << 30


class Mind(Record):
    """What has been learnt, by situation; and the situation that was met last.

    `barred` is a seat that may not bluff: it needs half a hand to bet or raise.
    """

    barred: int
    nodes: int
    slot: int
    allowed: int
    """The options of the situation that was met last, as a set."""
    key: Annotated[list[int], "slots"]
    regret: Annotated[list[int], "cells"]
    total: Annotated[list[int], "cells"]
    value: Annotated[list[int], OPTIONS]
    """What each option of the student leads to."""


@rule
def study_hands(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, lucks: Any, rngs: Any, seatings: Any, sheets: Any,
                minds: Any, key: int, start: int, stop: int, learning: int) -> None:  # fmt: skip
    """Play hands to learn from them, or by what was learnt on average."""
    sheet = sheets[0]
    ts[START] = ts[BLANK]
    begin(ts[START], outs[0])
    for deal in range(start, stop):
        if sheet.left <= 0:
            return
        ts[HAND] = ts[START]
        open_luck(lucks[0], key, deal)
        student = deal % ts[START].seats if learning else NOBODY
        study_hand(ts, outs, ms, vs, acts, lucks, rngs, seatings[0], sheet, minds[0], student)
        if learning:
            sheet.hands += 1
        else:
            count_hand(ts[HAND], sheet)
        if fault_of(ts[HAND], outs[0], ms[0]):
            sheet.fault = 1
            return


@rule
def study_hand(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, lucks: Any, rngs: Any, seating: Seating, sheet: Sheet,
               mind: Mind, student: int) -> None:  # fmt: skip
    """Play one hand; without a student everybody plays as it has on average."""
    t = ts[HAND]
    m = ms[0]
    luck = lucks[0]
    for seat in range(t.seats):
        seating.decided[seat] = 0
    for _ in range(LONGEST):
        owed = owing(t)
        if owed == 0 or t.hands > 0 or fault_of(t, outs[0], m):
            return
        seat = next_in_match(t, owed, m, luck, acts[0])
        if seat < SEATS:
            open_stream(rngs[0], luck.source, FIRST_SEAT + seat, seating.decided[seat])
            seating.decided[seat] += 1
            observe(t, seat, vs[0])
            if not meets(vs[0], m, rngs[0], mind):
                play_hastily(vs[0], m, rngs[0], acts[0])
            elif seat == student:
                sheet.left -= weigh_options(ts, outs, ms, vs, acts, rngs, mind, seat)
                take_option(vs[0], m, any_allowed(mind, m, rngs[0]), acts[0])
            else:
                if student != NOBODY:
                    note_average(mind, m)
                take_option(vs[0], m, drawn(mind, m, student == NOBODY, rngs[0]), acts[0])
        outs[0].count = 0
        act(t, outs[0], seat, acts[0])
        sheet.left -= 1


@rule
def meets(v: View, m: Menu, rng: Rng, mind: Mind) -> bool:
    """Whether this is a bet that can be learnt; its situation is then noted in the mind."""
    if not is_betting(m) or m.count < 2 or m.count > OPTIONS:
        return False
    share = share_beaten(v, row(v, HANDS_OF + v.seat, 0), 0, v.prospects.draws, DEALS, rng)
    key = mix(v.at + 1, v.seat)
    key = mix(key, 2 * v.raises + (1 if v.to_call else 0))
    key = mix(key, min(POT_SIZES, v.pot // max(1, v.min_bet)))
    key = mix(mix(key, min(BUCKETS - 1, share * BUCKETS // WHOLE)), m.count)
    mind.slot = find_slot(mind, key)
    mind.allowed = (1 << m.count) - 1
    if mind.barred == v.seat and share < HALF:
        for option in range(m.count):
            if is_raise(v, m, option):
                mind.allowed &= ~(1 << option)
    return mind.slot != NO_SLOT


@rule
def is_raise(v: View, m: Menu, option: int) -> bool:
    """Whether an option puts in more than others have."""
    if m.kind[option] == ALL_IN:
        return v.bet[v.seat] + v.stack[v.seat] > v.current_bet
    return max(option_of(m, BET), option_of(m, RAISE)) == option


@rule
def find_slot(mind: Mind, key: int) -> int:
    """Where a situation is kept, made if there is room for it."""
    slots = len(mind.key)
    at = (key ^ (key >> 29)) % slots
    for _ in range(32):
        if mind.key[at] == 0:
            if 4 * mind.nodes > 3 * slots:
                return NO_SLOT
            mind.nodes += 1
            mind.key[at] = key
        if mind.key[at] == key:
            return at
        at = at + 1 if at + 1 < slots else 0
    return NO_SLOT


@rule
def weight(mind: Mind, option: int, on_average: bool) -> int:
    """How gladly an option is played, by regret or on average; 0 if it is not allowed."""
    if not has(mind.allowed, option):
        return 0
    at = mind.slot * OPTIONS + option
    return mind.total[at] if on_average else mind.regret[at]


@rule
def weights(mind: Mind, m: Menu, on_average: bool) -> int:
    """The sum of all weights."""
    total = 0
    for option in range(m.count):
        total += weight(mind, option, on_average)
    return total


@rule
def drawn(mind: Mind, m: Menu, on_average: bool, rng: Rng) -> int:
    """An option by its weight; any that is allowed if none has any."""
    total = weights(mind, m, on_average)
    if total == 0:
        return any_allowed(mind, m, rng)
    shift = 0
    while (total >> shift) >= MOST_DRAWN:
        shift += 1
    left = below(rng, (total >> shift) + 1) << shift
    best = 0
    for option in range(m.count):
        here = weight(mind, option, on_average)
        if here > 0:
            best = option
            if left < here:
                return option
            left -= here
    return best


@rule
def any_allowed(mind: Mind, m: Menu, rng: Rng) -> int:
    """Any option that is allowed, each as likely."""
    skip = below(rng, mind.allowed.bit_count())
    for option in range(m.count):
        if has(mind.allowed, option):
            if skip == 0:
                return option
            skip -= 1
    return 0


@rule
def note_average(mind: Mind, m: Menu) -> None:
    """Add what is played now to what was played on average."""
    total = weights(mind, m, False)
    for option in range(m.count):
        if has(mind.allowed, option):
            at = mind.slot * OPTIONS + option
            if total:
                mind.total[at] += SHARE * mind.regret[at] // total
            else:
                mind.total[at] += SHARE // mind.allowed.bit_count()


@rule
def take_option(v: View, m: Menu, option: int, a: Action) -> None:
    """Fill in an option; where there is a choice of sizes, half the pot."""
    a.kind = m.kind[option]
    a.amount = 0
    a.count = 0
    if m.step[option]:
        a.amount = max(m.low[option], min(v.current_bet + v.pot // 2, m.high[option]))


@rule
def weigh_options(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, mind: Mind, seat: int) -> int:
    """Play out every option of the student, and count what it regrets; how many steps that took."""
    m = ms[0]
    slot = mind.slot
    allowed = mind.allowed
    luck = next32(rngs[0])
    steps = 0
    for option in range(m.count):
        if has(allowed, option):
            ts[PLAYED] = ts[HAND]
            take_option(vs[0], m, option, acts[1])
            seed(rngs[1], luck, 0)
            outs[1].count = 0
            act(ts[PLAYED], outs[1], seat, acts[1])
            steps += play_out_learnt(ts[PLAYED], outs[1], ms[1], vs[1], acts[1], rngs[1], mind)
            mind.value[option] = lead_of(ts[PLAYED], seat)
    mind.slot = slot
    mind.allowed = allowed
    regret_options(mind, m)
    return steps


@rule
def regret_options(mind: Mind, m: Menu) -> None:
    """Add to each option's regret how much better it was than what would have been played; never below zero."""
    total = weights(mind, m, False)
    mean = 0
    for option in range(m.count):
        if has(mind.allowed, option):
            if total:
                mean += SHARE * mind.regret[mind.slot * OPTIONS + option] // total * mind.value[option]
            else:
                mean += SHARE // mind.allowed.bit_count() * mind.value[option]
    for option in range(m.count):
        if has(mind.allowed, option):
            at = mind.slot * OPTIONS + option
            mind.regret[at] = max(0, mind.regret[at] + SHARE * mind.value[option] - mean)


@rule
def play_out_learnt(t: Any, out: Out, m: Menu, v: Any, a: Action, rng: Rng, mind: Mind) -> int:
    """Play a hand to its end by regrets; in how many steps."""
    for step in range(LONGEST):
        owed = owing(t)
        if owed == 0 or t.hands > 0 or fault_of(t, out, m):
            return step
        seat = next_to_act(t, owed, m, rng, a)
        if seat < SEATS:
            observe(t, seat, v)
            if meets(v, m, rng, mind):
                take_option(v, m, drawn(mind, m, False, rng), a)
            else:
                play_hastily(v, m, rng, a)
        out.count = 0
        act(t, out, seat, a)
    return LONGEST


RULES = bound(PLAYING, play_out_learnt, weigh_options, study_hand, study_hands)
"""The rules of this module as they are played."""

"""Learning a game: regret matching over what a seat knows, for any genome, compiled once.

A situation is all that a seat has been told (its trace, by which the solver tells information sets apart, too); of each
the regrets of its choices are kept (never below zero, as in CFR+), and how often each was played on average. Where a
game has too many situations to meet any of them often, the grain is coarse: only bets are learnt, by where in the
program they are asked for, the seat, the raises so far, whether it faces a bet, the size of the pot, and which eighth
of hands its own one beats.

In each hand one seat is the student, the others play by their regrets. At every decision of the student all its
choices are played out, from the state as it is and with the same luck; then it goes on with any of them. So a situation
is met as often as the others and chance lead to it, whatever the student would do: its regrets are counterfactual
(Monte Carlo CFR that samples everything but the choices it weighs). What approaches an equilibrium, between two, is the
average: that is what LEARNT plays, mixing as it has on average.

A RIVAL is learnt in the same way, in a mind of its own, against others who play their averages and learn nothing more:
it finds what is left to win from them, or a part of it, and plays whatever it came to like best.
"""

# ruff: noqa: F821 - `bound` gives the declared names their values
from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from croupier.agents.choices import amounts, arrangements, count_choices, take_choice
from croupier.games.genome.machine.machine import act, observe
from croupier.games.genome.machine.records import View
from croupier.games.genome.machine.wagers import ALL_IN, BET, RAISE
from croupier.games.genome.players.situation import DEALS, WHOLE, key_of_bet, share_held
from croupier.kernel.language.jit import rule
from croupier.kernel.language.records import Record
from croupier.kernel.vocabulary.events import Out, mix
from croupier.kernel.vocabulary.menu import Action, Menu, is_listed, option_of
from croupier.kernel.vocabulary.rng import Rng, below, next32, seed
from croupier.kernel.vocabulary.turns import has

from .driver import NAMES, WORLDS, Sheet, Thought, count_decision, play_hands
from .driver import RULES as PLAYING
from .hand import HAND, PLAYED, Seating, bound, copy_traces, lead_of, play_hand, play_out
from .players import LEARNER, LEARNT, RIVAL, SEEKER, STUDENT, glance, is_betting

# Names that `bound` gives their values.
ask: Callable[..., int]
think: Callable[..., int]

OPTIONS = 8
"""A decision with more choices is not learnt."""
SLOTS = 1 << 16
"""How many situations a mind has room for; a quarter of them stays free."""
EXACT, COARSE = 0, 1
"""The grain of a mind: everything that a seat was told, or a few numbers about a bet."""
MANY_DEALS, HALF = 1_000, 500
DOUBT = 30
"""How far off a strength over MANY_DEALS may be: who is not clearly below half is not barred."""
NO_SLOT = -1
TRIES = 64
SHARE = 1 << 10
MOST_DRAWN = 1 << 30


class Mind(Record):
    """What has been learnt, by situation."""

    grain: int
    careful: int
    """Whether it thinks about what it has not learnt; else it does that hastily."""
    barred: int
    """A seat that may not bluff: it needs half a hand to bet or raise."""
    weight: int
    """What the present counts for in the average: later play is better, and counts for more."""
    nodes: int
    met: int
    """How often any situation was met."""
    crowded: int
    """How often there was no room for one."""
    key: Annotated[list[int], "slots"]
    allowed: Annotated[list[int], "slots"]
    """The choices that a seat may make there, as a set."""
    regret: Annotated[list[int], "cells"]
    total: Annotated[list[int], "cells"]
    value: Annotated[list[int], OPTIONS]
    """What each choice of the student leads to."""
    thought: Thought


@rule
def decide(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, seating: Seating, sheet: Sheet, minds: Any,
           seat: int, choices: int) -> int:  # fmt: skip
    """Let a seat decide that learns or has learnt, or anybody else as ever; how many steps were imagined."""
    count_decision(sheet, ms[0], choices)
    player = seating.player[seat]
    if player < STUDENT:
        return ask(ts, outs, ms, vs, acts, rngs, seating, minds[0].thought, seat)
    m = ms[0]
    number = mind_of(player)
    mind = minds[number]
    slot = meet(mind, ts[HAND], outs[0], m, vs[0], rngs[0], seat)
    if slot == NO_SLOT:
        if mind.careful and choices > 1:
            return think(ts, outs, ms, vs, acts, rngs, seating, mind.thought, seat, WORLDS)
        glance(ts[HAND], seat, vs[0], m, rngs[0], acts[0])
        return 0
    if player == STUDENT or player == SEEKER:  # noqa: SIM109 - the dialect has no `in`
        steps = weigh_choices(ts, outs, ms, vs, acts, rngs, seating, minds, number, slot, seat)
        if player == SEEKER:
            note_average(mind, slot)
        take_choice(m, any_allowed(mind.allowed[slot], rngs[0]), acts[0])
        return steps
    if player == LEARNER:
        note_average(mind, slot)
    take_choice(m, chosen(mind, slot, player, rngs[0]), acts[0])
    return 0


@rule
def answer(t: Any, out: Out, m: Menu, v: Any, a: Action, rng: Rng, seating: Seating, minds: Any, seat: int) -> None:
    """How a seat plays in an imagined hand: by what it has learnt so far."""
    player = seating.player[seat]
    mind = minds[mind_of(player)]
    slot = meet(mind, t, out, m, v, rng, seat)
    if slot == NO_SLOT:
        glance(t, seat, v, m, rng, a)
    else:
        take_choice(m, chosen(mind, slot, player, rng), a)


@rule
def mind_of(player: int) -> int:
    """Which mind a player has: who answers the others has one of its own."""
    return 1 if player == SEEKER or player == RIVAL else 0  # noqa: SIM109 - the dialect has no `in`


@rule
def chosen(mind: Mind, slot: int, player: int, rng: Rng) -> int:
    """What a player does in a situation: by its regrets, by its average, or always what it came to like best."""
    if player == RIVAL:
        return favourite(mind, slot)
    return drawn(mind, slot, player == LEARNT, rng)


@rule
def meet(mind: Mind, t: Any, out: Out, m: Menu, v: View, rng: Rng, seat: int) -> int:
    """Where the situation of a decision is kept; NO_SLOT if it is none that can be learnt."""
    width = count_choices(m)
    if width < 2 or width > OPTIONS:
        return NO_SLOT
    share = WHOLE
    key = mix(mix(out.trace[seat], seat + 1), width)
    if mind.grain == COARSE:
        if not is_betting(m):
            return NO_SLOT
        observe(t, seat, v)
        share = share_held(v, DEALS, rng)
        key = mix(key_of_bet(v, share), width)
    mind.met += 1
    slot = find_slot(mind, key)
    if slot == NO_SLOT:
        mind.crowded += 1
    elif mind.allowed[slot] == 0:
        mind.allowed[slot] = (1 << width) - 1
        if mind.barred == seat:
            if mind.grain == EXACT:
                observe(t, seat, v)
                share = share_held(v, MANY_DEALS, rng) + DOUBT
            if share < HALF:
                bar_bluffs(mind, slot, t, m, width, seat)
    return slot


@rule
def bar_bluffs(mind: Mind, slot: int, t: Any, m: Menu, width: int, seat: int) -> None:
    """Leave a seat those of its choices that put in no more than others have."""
    number = 0
    for option in range(m.count):
        if is_listed(m, option):
            raises = max(option_of(m, BET), option_of(m, RAISE)) == option
            if m.kind[option] == ALL_IN:
                raises = t.betting.bet[seat] + t.betting.stack[seat] > t.betting.current_bet
            for _ in range(amounts(m, option) * arrangements(m, option)):
                if raises:
                    mind.allowed[slot] &= ~(1 << number)
                number += 1


@rule
def find_slot(mind: Mind, key: int) -> int:
    """Where a situation is kept, made if there is room for it."""
    slots = len(mind.key)
    at = (key ^ (key >> 29)) % slots
    for _ in range(TRIES):
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
def weight(mind: Mind, slot: int, choice: int, on_average: bool) -> int:
    """How gladly a choice is made, by regret or on average; 0 if it is not allowed."""
    if not has(mind.allowed[slot], choice):
        return 0
    at = slot * OPTIONS + choice
    return mind.total[at] if on_average else mind.regret[at]


@rule
def weights(mind: Mind, slot: int, on_average: bool) -> int:
    """The sum of all weights."""
    total = 0
    for choice in range(OPTIONS):
        total += weight(mind, slot, choice, on_average)
    return total


@rule
def drawn(mind: Mind, slot: int, on_average: bool, rng: Rng) -> int:
    """A choice by its weight; any that is allowed if none has any."""
    total = weights(mind, slot, on_average)
    if total == 0:
        return any_allowed(mind.allowed[slot], rng)
    shift = 0
    while (total >> shift) >= MOST_DRAWN:
        shift += 1
    left = below(rng, (total >> shift) + 1) << shift
    best = 0
    for choice in range(OPTIONS):
        here = weight(mind, slot, choice, on_average)
        if here > 0:
            best = choice
            if left < here:
                return choice
            left -= here
    return best


@rule
def favourite(mind: Mind, slot: int) -> int:
    """The choice that was made most on average; of several the first that is allowed."""
    best = NO_SLOT
    for choice in range(OPTIONS):
        better = best == NO_SLOT or weight(mind, slot, choice, True) > weight(mind, slot, best, True)
        if better and has(mind.allowed[slot], choice):
            best = choice
    return best


@rule
def any_allowed(allowed: int, rng: Rng) -> int:
    """Any choice that is allowed, each as likely."""
    skip = below(rng, allowed.bit_count())
    for choice in range(OPTIONS):
        if has(allowed, choice):
            if skip == 0:
                return choice
            skip -= 1
    return 0


@rule
def note_average(mind: Mind, slot: int) -> None:
    """Add what is played now to what was played on average."""
    total = weights(mind, slot, False)
    allowed = mind.allowed[slot]
    for choice in range(OPTIONS):
        if has(allowed, choice):
            at = slot * OPTIONS + choice
            if total:
                mind.total[at] += mind.weight * (SHARE * mind.regret[at] // total)
            else:
                mind.total[at] += mind.weight * (SHARE // allowed.bit_count())


@rule
def weigh_choices(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, seating: Seating, minds: Any,
                  number: int, slot: int, seat: int) -> int:  # fmt: skip
    """Play out every choice of the student, and count what it regrets; how many steps that took."""
    mind = minds[number]
    luck = next32(rngs[0])
    steps = 0
    for choice in range(OPTIONS):
        if has(mind.allowed[slot], choice):
            ts[PLAYED] = ts[HAND]
            copy_traces(outs[1], outs[0])
            take_choice(ms[0], choice, acts[1])
            seed(rngs[1], luck, 0)
            outs[1].count = 0
            act(ts[PLAYED], outs[1], seat, acts[1])
            steps += play_out(ts[PLAYED], outs[1], ms[1], vs[1], acts[1], rngs[1], seating, minds)
            mind.value[choice] = lead_of(ts[PLAYED], seat)
    regret_choices(mind, slot)
    return steps


@rule
def regret_choices(mind: Mind, slot: int) -> None:
    """Add to each choice's regret how much better it was than what would have been played; never below zero."""
    total = weights(mind, slot, False)
    allowed = mind.allowed[slot]
    mean = 0
    for choice in range(OPTIONS):
        if has(allowed, choice):
            if total:
                mean += SHARE * mind.regret[slot * OPTIONS + choice] // total * mind.value[choice]
            else:
                mean += SHARE // allowed.bit_count() * mind.value[choice]
    for choice in range(OPTIONS):
        if has(allowed, choice):
            at = slot * OPTIONS + choice
            mind.regret[at] = max(0, mind.regret[at] + SHARE * mind.value[choice] - mean)


LEARNING = bound(
    {**NAMES, "think": PLAYING["think"], "ask": PLAYING["ask"], "answer": answer},
    play_out,
    weigh_choices,
    decide,
)
RULES = bound(LEARNING, play_hand, play_hands)
"""The rules of this module as they are played: whoever sits there, at a bench or in a lesson."""

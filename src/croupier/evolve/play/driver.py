"""The driver: plays hands of a genome between any players, counts what happened, and implements flat Monte Carlo.

It is one compiled function for all genomes and players; the loop of a hand is in `hand`.
"""

# ruff: noqa: F821 - `bound` gives the declared names their values
from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from croupier.agents.choices import count_choices, take_choice
from croupier.agents.learnt import learnt_rules
from croupier.agents.search_rules import blindfold, deal_believed
from croupier.games.genome import GAME
from croupier.games.genome.machine.machine import act, begin, observe
from croupier.games.genome.players.believing import plays_like_this
from croupier.games.genome.players.greedy import play_hastily
from croupier.kernel.contract.drive import names_for
from croupier.kernel.language.jit import bind, rule
from croupier.kernel.language.records import Record
from croupier.kernel.vocabulary.events import Out
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng, below, next32, seed
from croupier.kernel.vocabulary.streams import open_luck
from croupier.kernel.vocabulary.turns import SEATS

from .hand import (
    AT_FIRST,
    BLANK,
    HAND,
    KNOWN,
    PLAYED,
    START,
    WORLD,
    Seating,
    bound,
    copy_traces,
    lead_of,
    play_hand,
    play_out,
)
from .players import DEEP, FLAT, LEARNT, choose, glance, is_betting
from .students import STUDIED

CHOICES = 6
"""The most choices that are compared: all of a decision, or the hasty player's choice and some random ones."""
WORLDS, MANY_WORLDS = 16, 64
"""How many worlds FLAT and DEEP imagine."""

# Names that `bound` gives their values.
fault_of: Callable[..., int]
imagine_believed: Callable[..., None]
follow: Callable[..., bool]


class Sheet(Record):
    """What is counted over some hands. `lead` has, for each hand and seat, the seat's lead times the number of other
    seats, which is an integer."""

    hands: int
    steps: int
    left: int
    """How many steps the run has left."""
    bets: int
    """Decisions with more than one choice that are about betting."""
    walkovers: int
    """Hands in which all seats but one folded."""
    endless: int
    """Hands that ran out of steps."""
    out_of_turns: int
    ties: int
    """Hands in which all seats got the same."""
    fault: int
    free: Annotated[list[int], "hands"]
    """For each hand, the number of decisions with more than one choice."""
    lead: Annotated[list[int], "cells"]


class Thought(Record):
    """The choices that are compared, and the total lead of each. Choice -1 is that of a hasty player."""

    count: int
    choice: Annotated[list[int], CHOICES]
    total: Annotated[list[int], CHOICES]


@rule
def play_hands(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, lucks: Any, rngs: Any, seatings: Any, sheets: Any,
               notes: Any, key: int, start: int, stop: int) -> None:  # fmt: skip
    """Play some hands, until the steps run out: each hand is a new deal or, if rotating, each deal is played once for
    every seat. It is separate from `simulate.loop` because it thinks for its players and has a budget of steps."""
    sheet = sheets[0]
    ts[START] = ts[BLANK]
    for seat in range(SEATS):
        outs[AT_FIRST].trace[seat] = 0
    begin(ts[START], outs[AT_FIRST])
    for number in range(start, stop):
        if sheet.left <= 0:
            return
        deal = number
        if seatings[0].rotating:
            deal = number // ts[START].seats
            rotate(seatings[0], ts[START].seats, number % ts[START].seats)
        ts[HAND] = ts[START]
        copy_traces(outs[0], outs[AT_FIRST])
        open_luck(lucks[0], key, deal)
        if not play_hand(ts, outs, ms, vs, acts, lucks, rngs, seatings[0], sheet, notes):
            sheet.endless += 1
        count_hand(ts[HAND], sheet)
        if fault_of(ts[HAND], outs[0], ms[0]):
            sheet.fault = 1
            return


@rule
def rotate(seating: Seating, seats: int, seat: int) -> None:
    """Put player `one` into a seat, and `others` into all other seats."""
    for other in range(seats):
        seating.player[other] = seating.others
    seating.player[seat] = seating.one


@rule
def decide(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, seating: Seating, sheet: Sheet, notes: Any,
           seat: int, choices: int) -> int:  # fmt: skip
    """Let the player of a seat decide, and count the decision; returns how many steps were imagined. `notes` are the
    thoughts, and the memories of LEARNT and RIVAL."""
    count_decision(sheet, ms[0], choices)
    thoughts = notes[0]
    memories = notes[1]
    player = seating.player[seat]
    if player < LEARNT:
        return ask(ts, outs, ms, vs, acts, rngs, seating, thoughts[0], seat)
    observe(ts[HAND], seat, vs[0])
    ms[0].told = outs[0].trace[seat]
    if follow(vs[0], ms[0], rngs[0], acts[0], memories[player - LEARNT]):
        return 0
    if seating.careful and choices > 1:
        return think(ts, outs, ms, vs, acts, rngs, seating, thoughts[0], seat, WORLDS)
    glance(ts[HAND], seat, vs[0], ms[0], rngs[0], acts[0])
    return 0


@rule
def count_decision(sheet: Sheet, m: Menu, choices: int) -> None:
    """Count a decision that has more than one choice."""
    if choices > 1:
        sheet.free[sheet.hands] += 1
        if is_betting(m):
            sheet.bets += 1


@rule
def ask(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, seating: Seating, thought: Thought,
        seat: int) -> int:  # fmt: skip
    """Fill in the move of a player without a memory; returns how many steps were imagined."""
    player = seating.player[seat]
    if player == FLAT or player == DEEP:  # noqa: SIM109 - the dialect has no `in`
        worlds = WORLDS if player == FLAT else MANY_WORLDS
        return think(ts, outs, ms, vs, acts, rngs, seating, thought, seat, worlds)
    choose(player, ts[HAND], seat, vs[0], ms[0], rngs[0], acts[0])
    return 0


@rule
def count_hand(t: Any, sheet: Sheet) -> None:
    """Count a finished hand: its leads, and how it ended."""
    live = t.betting.live
    if live & (live - 1) == 0:
        sheet.walkovers += 1
    if t.turns > t.config.max_turns:
        sheet.out_of_turns += 1
    alike = True
    for seat in range(t.seats):
        lead = lead_of(t, seat)
        if lead != 0:
            alike = False
        sheet.lead[sheet.hands * t.seats + seat] = lead
    if alike:
        sheet.ties += 1
    sheet.hands += 1


@rule
def think(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, seating: Seating, thought: Thought, seat: int,
          worlds: int) -> int:  # fmt: skip
    """Take the choice with the best mean lead over imagined worlds in which everybody plays hastily; returns how many
    steps were imagined.

    Every choice is tried in the same worlds with the same random numbers. Cards that the seat does not know are put
    into a fixed order first, so that its answer cannot depend on them.
    """
    steps = 0
    pick_choices(ms[0], thought, rngs[0])
    observe(ts[HAND], seat, vs[0])
    play_hastily(vs[0], ms[0], rngs[0], acts[2])
    if thought.count > 1:
        ts[KNOWN] = ts[HAND]
        blindfold(ts[KNOWN].cards, seat)
        for _ in range(worlds):
            ts[WORLD] = ts[KNOWN]
            imagine_believed(ts[WORLD], vs[1], seat, rngs[0])
            steps += try_choices(ts, outs, ms, vs, acts, rngs, seating, thought, seat)
    take_thought(ms[0], thought, best_of(thought), acts[2], acts[0])
    return steps


@rule
def pick_choices(m: Menu, thought: Thought, rng: Rng) -> None:
    """Pick the choices to compare: all, if there are at most CHOICES; else the hasty player's and random ones."""
    count = count_choices(m)
    thought.count = min(count, CHOICES)
    for i in range(thought.count):
        thought.total[i] = 0
        thought.choice[i] = i
        if count > CHOICES:
            thought.choice[i] = below(rng, count) if i else -1


@rule
def try_choices(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, seating: Seating, thought: Thought,
                seat: int) -> int:  # fmt: skip
    """Play every choice out in the imagined world, add its lead to the choice's total, and return the steps."""
    steps = 0
    luck = next32(rngs[0])
    for i in range(thought.count):
        ts[PLAYED] = ts[WORLD]
        take_thought(ms[0], thought, i, acts[2], acts[1])
        seed(rngs[1], luck, 0)
        outs[1].count = 0
        act(ts[PLAYED], outs[1], seat, acts[1])
        steps += play_out(ts[PLAYED], outs[1], ms[1], vs[1], acts[1], rngs[1], seating, thought)
        thought.total[i] += lead_of(ts[PLAYED], seat)
    return steps


@rule
def take_thought(m: Menu, thought: Thought, number: int, usual: Action, a: Action) -> None:
    """Fill in the action of a picked choice; `usual` is that of a hasty player."""
    if thought.choice[number] >= 0:
        take_choice(m, thought.choice[number], a)
    else:
        a.kind = usual.kind
        a.amount = usual.amount
        a.count = usual.count
        for i in range(usual.count):
            a.cards[i] = usual.cards[i]


@rule
def best_of(thought: Thought) -> int:
    """The number of the choice with the highest total; the first of several."""
    best = 0
    for i in range(1, thought.count):
        if thought.total[i] > thought.total[best]:
            best = i
    return best


@rule
def answer_hastily(t: Any, out: Out, m: Menu, v: Any, a: Action, rng: Rng, seating: Seating, thought: Thought,
                   seat: int) -> None:  # fmt: skip
    """The move of any seat in an imagined hand: hasty."""
    glance(t, seat, v, m, rng, a)


NAMES = {
    **names_for(GAME),
    "imagine_believed": bind(deal_believed, observe=observe, believes=plays_like_this),
    "follow": learnt_rules(STUDIED)["follow"],
}
RULES = bound({**NAMES, "answer": answer_hastily}, play_out, try_choices, think, ask, decide, play_hand, play_hands)
"""The rules of this module with their names bound."""

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
from croupier.agents.space import is_forced
from croupier.games.genome import GAME
from croupier.games.genome.machine.evaluation import count_cards
from croupier.games.genome.machine.machine import act, begin, observe
from croupier.games.genome.machine.program import PROGRAM
from croupier.games.genome.machine.records import HAND as HANDS
from croupier.games.genome.players.believing import plays_like_this
from croupier.games.genome.players.imagined import row, share_beaten
from croupier.kernel.contract.drive import names_for
from croupier.kernel.language.jit import bind, rule
from croupier.kernel.language.records import Record
from croupier.kernel.vocabulary.events import Out
from croupier.kernel.vocabulary.ledger import imagine
from croupier.kernel.vocabulary.menu import FIRST_KIND, Action, Menu, option_of
from croupier.kernel.vocabulary.rng import Rng, below, next32, seed
from croupier.kernel.vocabulary.streams import open_luck
from croupier.kernel.vocabulary.turns import SEATS, has

from .classes import (
    AS_SAID,
    MODES,
    coarse_class,
    find_class,
    fine_class,
    is_possible,
    note_mode,
    speak_as_learnt,
    speak_in_mode,
)
from .hand import (
    AT_FIRST,
    BLANK,
    HAND,
    KNOWN,
    NOT_YET,
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
from .players import BEYOND, DEEP, FLAT, HASTY, LEARNT, RIVAL, SENTENCE, STUDENT, choose, glance
from .sentences import is_betting, plays_as_said
from .students import STUDIED

CHOICES = 6
"""The most choices that are compared: all of a decision, or the hasty player's choice and some random ones."""
EXPLORED = 8
"""A student that learns takes any mode once in this many decisions."""
BELIEVED = 12
"""The most worlds that are drawn in search of one that fits the bets so far."""
WORLDS, MANY_WORLDS = 16, 64
"""How many worlds FLAT and DEEP imagine."""

LOOKED_AT, ALIKE = 100, 1
"""How many imagined deals show how strong a hand is in a round of betting, and the seed of their random numbers."""
DONE = 16
ASKED, CARDS_LAID, FULLY_LAID = 11, 12, 13
"""The counts of a place have, after how often each kind of action was taken, how often it asked with more than one
choice, how many cards were laid there, and how often all that might be."""

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
    news: int
    """By how much, in thousandths, the strengths of seats changed between rounds of betting, and …"""
    bets_again: int
    """… how often. This and what follows is counted for players of a sentence, if the seating is `looking`."""
    held: int
    """The cards in the hands of others, at each decision, and …"""
    hidden: int
    """… those of them that the deciding seat could not see."""
    done: Annotated[list[int], PROGRAM * DONE]
    """What was done at each place of the program (`DONE`)."""
    free: Annotated[list[int], "hands"]
    """For each hand, the number of decisions with more than one choice."""
    lead: Annotated[list[int], "cells"]


class Thought(Record):
    """The choices that are compared, and the total lead of each; for all but the first also the sums of what it leads
    more than the first, and of the squares of that. Choice -1 is that of the usual player."""

    count: int
    choice: Annotated[list[int], CHOICES]
    total: Annotated[list[int], CHOICES]
    more: Annotated[list[int], CHOICES]
    squares: Annotated[list[int], CHOICES]


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
    if player != LEARNT and player != RIVAL:
        steps = ask(ts, outs, ms, vs, acts, rngs, seating, thoughts[0], seat)
        if seating.looking and player == SENTENCE and not is_forced(ms[0]):
            look_on(vs[0], ms[0], acts[0], rngs[0], seating, sheet, seat, choices)
        return steps
    observe(ts[HAND], seat, vs[0])
    ms[0].told = outs[0].trace[seat]
    if follow(vs[0], ms[0], rngs[0], acts[0], memories[player - LEARNT]):
        return 0
    if seating.careful and choices > 1:
        return think(ts, outs, ms, vs, acts, rngs, seating, thoughts[0], seat, WORLDS)
    glance(HASTY, ts[HAND], seat, vs[0], ms[0], rngs[0], acts[0], seating)
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
    if player == STUDENT and seating.learning and not is_forced(ms[0]):
        return learn(ts, outs, ms, vs, acts, rngs, seating, thought, seat)
    if player == BEYOND and (seating.only < 0 or seating.only == ts[HAND].at):
        return think(ts, outs, ms, vs, acts, rngs, seating, thought, seat, WORLDS)
    choose(SENTENCE if player == BEYOND else player, ts[HAND], seat, vs[0], ms[0], rngs[0], acts[0], seating)
    return 0


@rule
def look_on(v: Any, m: Menu, a: Action, rng: Rng, seating: Seating, sheet: Sheet, seat: int, choices: int) -> None:
    """Count what a sentence does where, what is hidden from its seat, and how much its strength has changed since the
    last round of betting, estimated with the same random numbers."""
    if choices > 1:
        sheet.done[v.at * DONE + a.kind - FIRST_KIND] += 1
        sheet.done[v.at * DONE + ASKED] += 1
        sheet.done[v.at * DONE + CARDS_LAID] += a.count
        option = option_of(m, a.kind)
        if m.most[option]:
            sheet.done[v.at * DONE + FULLY_LAID] += 1 if a.count == m.choices[option] else 0
        for other in range(v.seats):
            if other != seat and has(v.live, other):
                sheet.held += v.cards.count[HANDS + other]
                sheet.hidden += v.cards.count[HANDS + other] - count_cards(row(v, HANDS + other, 0))
    betting_round = v.at + PROGRAM * v.rounds
    if is_betting(m) and seating.last_round[seat] != betting_round:
        seed(rng, ALIKE, 0)
        strength = share_beaten(v, row(v, HANDS + seat, 0), 0, v.prospects.draws, LOOKED_AT, rng)
        if seating.last[seat] != NOT_YET:
            sheet.bets_again += 1
            sheet.news += abs(strength - seating.last[seat])
        seating.last[seat] = strength
        seating.last_round[seat] = betting_round


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
    """Take the choice with the best mean lead over imagined worlds in which everybody plays as usual; returns how many
    steps were imagined. BEYOND leaves the usual choice only for one that is surely better.

    Every choice is tried in the same worlds with the same random numbers. Cards that the seat does not know are put
    into a fixed order first, so that its answer cannot depend on them.
    """
    steps = 0
    keeps = seating.player[seat] == BEYOND
    pick_choices(ms[0], thought, rngs[0], keeps)
    glance(seating.usual, ts[HAND], seat, vs[0], ms[0], rngs[0], acts[2], seating)
    if thought.count > 1:
        ts[KNOWN] = ts[HAND]
        blindfold(ts[KNOWN].cards, seat)
        for _ in range(worlds):
            ts[WORLD] = ts[KNOWN]
            if seating.usual >= SENTENCE:
                imagine_said(ts[WORLD], vs[1], seat, rngs[0], seating)
            else:
                imagine_believed(ts[WORLD], vs[1], seat, rngs[0])
            steps += try_choices(ts, outs, ms, vs, acts, rngs, seating, thought, seat)
    take_thought(ms[0], thought, surely_best_of(thought) if keeps else best_of(thought), acts[2], acts[0])
    return steps


@rule
def learn(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, seating: Seating, thought: Thought,
          seat: int) -> int:  # fmt: skip
    """Try every mode of a student's decision in the hand that is played, note what each wins more than the sentence,
    and take what was learnt, or now and then any mode; returns how many steps were imagined."""
    steps = 0
    first = 0
    luck = next32(rngs[0])
    observe(ts[HAND], seat, vs[0])
    fine = find_class(seating, fine_class(vs[0], rngs[0], seating), True)
    coarse = find_class(seating, coarse_class(vs[0], rngs[0], seating), True)
    any_mode = AS_SAID
    possible = 0
    for mode in range(MODES):
        if is_possible(vs[0], ms[0], mode):
            possible += 1
            if below(rngs[0], possible) == 0:
                any_mode = mode
            speak_in_mode(vs[0], ms[0], rngs[0], acts[1], seating, mode)
            if mode == AS_SAID:
                copy_action(acts[2], acts[1])
            if mode == AS_SAID or not is_same_action(acts[1], acts[2]):
                ts[PLAYED] = ts[HAND]
                seed(rngs[1], luck, 0)
                outs[1].count = 0
                act(ts[PLAYED], outs[1], seat, acts[1])
                steps += play_out(ts[PLAYED], outs[1], ms[1], vs[1], acts[1], rngs[1], seating, thought)
                lead = lead_of(ts[PLAYED], seat)
                if mode == AS_SAID:
                    first = lead
                note_mode(seating, fine, mode, lead - first)
                note_mode(seating, coarse, mode, lead - first)
    if below(rngs[0], EXPLORED) == 0:
        speak_in_mode(vs[0], ms[0], rngs[0], acts[0], seating, any_mode)
    else:
        speak_as_learnt(vs[0], ms[0], rngs[0], acts[0], seating)
    return steps


@rule
def copy_action(a: Action, other: Action) -> None:
    """Make an action the same as another."""
    a.kind = other.kind
    a.amount = other.amount
    a.count = other.count
    for i in range(other.count):
        a.cards[i] = other.cards[i]


@rule
def is_same_action(a: Action, other: Action) -> bool:
    """Whether two actions are the same, their cards in order."""
    if a.kind != other.kind or a.amount != other.amount or a.count != other.count:
        return False
    for i in range(a.count):
        if a.cards[i] != other.cards[i]:
            return False
    return True


@rule
def imagine_said(t: Any, v: Any, seat: int, rng: Rng, seating: Seating) -> None:
    """Deal the unknown cards anew until every other seat would have bet on this street as it did, by its sentence."""
    for _ in range(BELIEVED):
        imagine(t.cards, seat, rng)
        believed = True
        for other in range(t.seats):
            if believed and other != seat:
                observe(t, other, v)
                believed = plays_as_said(v, rng, seating, seating.usual - SENTENCE)
        if believed:
            return


@rule
def pick_choices(m: Menu, thought: Thought, rng: Rng, keeps: bool) -> None:
    """Pick the choices to compare: all, if there are at most CHOICES; else the usual player's and random ones. If it
    `keeps` to the usual choice, that is always the first."""
    count = count_choices(m)
    first = 1 if keeps and 1 < count < CHOICES else 0
    thought.count = min(count + first, CHOICES)
    for i in range(thought.count):
        thought.total[i] = 0
        thought.more[i] = 0
        thought.squares[i] = 0
        thought.choice[i] = i - first
        if count > CHOICES or (keeps and count == CHOICES):
            thought.choice[i] = below(rng, count) if i else -1


@rule
def try_choices(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, seating: Seating, thought: Thought,
                seat: int) -> int:  # fmt: skip
    """Play every choice out in the imagined world, add its lead to the choice's total, and return the steps."""
    steps = 0
    first = 0
    luck = next32(rngs[0])
    for i in range(thought.count):
        ts[PLAYED] = ts[WORLD]
        take_thought(ms[0], thought, i, acts[2], acts[1])
        seed(rngs[1], luck, 0)
        outs[1].count = 0
        act(ts[PLAYED], outs[1], seat, acts[1])
        steps += play_out(ts[PLAYED], outs[1], ms[1], vs[1], acts[1], rngs[1], seating, thought)
        lead = lead_of(ts[PLAYED], seat)
        if i == 0:
            first = lead
        thought.total[i] += lead
        thought.more[i] += lead - first
        thought.squares[i] += (lead - first) * (lead - first)
    return steps


@rule
def take_thought(m: Menu, thought: Thought, number: int, usual: Action, a: Action) -> None:
    """Fill in the action of a picked choice; `usual` is that of the usual player."""
    if thought.choice[number] >= 0:
        take_choice(m, thought.choice[number], a)
    else:
        copy_action(a, usual)


@rule
def best_of(thought: Thought) -> int:
    """The number of the choice with the highest total; the first of several."""
    best = 0
    for i in range(1, thought.count):
        if thought.total[i] > thought.total[best]:
            best = i
    return best


@rule
def surely_best_of(thought: Thought) -> int:
    """The number of the choice that leads most of those that lead the first by more than a standard error; 0 if none
    does. A mean is larger than its standard error if the square of the sum is larger than the sum of squares."""
    best = 0
    for i in range(1, thought.count):
        more = thought.more[i]
        if more > thought.more[best] and more > 0 and more * more > thought.squares[i]:
            best = i
    return best


@rule
def answer_as_usual(t: Any, out: Out, m: Menu, v: Any, a: Action, rng: Rng, seating: Seating, thought: Thought,
                    seat: int) -> None:  # fmt: skip
    """The move of any seat in an imagined hand: that of the usual player, or of a student."""
    glance(STUDENT if seating.player[seat] == STUDENT else seating.usual, t, seat, v, m, rng, a, seating)


NAMES = {
    **names_for(GAME),
    "imagine_believed": bind(deal_believed, observe=observe, believes=plays_like_this),
    "follow": learnt_rules(STUDIED)["follow"],
}
RULES = bound({**NAMES, "answer": answer_as_usual}, play_out, try_choices, think, learn, ask, decide, play_hand,
              play_hands)  # fmt: skip
"""The rules of this module with their names bound."""

"""Counts over many matches of a genome: how much is decided, bet and contested.

The rule `watch` is called after every step of a compiled loop (`simulate.loop.Loop`, in a MODE that keeps rows). Only
integers are counted, so the `Notes` of several workers can be added up.
"""

from __future__ import annotations

from typing import Annotated

from croupier.kernel.language.jit import rule
from croupier.kernel.language.records import Record, to_dict
from croupier.kernel.vocabulary.events import KEPT, Out
from croupier.kernel.vocabulary.menu import Menu, clear
from croupier.kernel.vocabulary.turns import NOBODY, SEATS, size

from .machine.events import (
    BET_PLACED,
    CALLED,
    CHECKED,
    COULD_NOT_PLAY,
    FACTS,
    FOLDED,
    HAND_STARTED,
    HAND_WON,
    PASSED_TURN,
    POT_AWARDED,
    RAISED,
    STEPS_RAN_OUT,
    TRICK_WON,
    TURNS_RAN_OUT,
    WENT_ALL_IN,
)
from .machine.machine import menu, score
from .machine.records import Table

MODE = KEPT
"""The mode of a loop that is measured."""
KINDS = max(FACTS) + 1
COUNTED = {
    "checks": CHECKED,
    "bets": BET_PLACED,
    "calls": CALLED,
    "raises": RAISED,
    "folds": FOLDED,
    "passes": PASSED_TURN,
    "could_not_play": COULD_NOT_PLAY,
    "tricks": TRICK_WON,
    "out_of_turns": TURNS_RAN_OUT,
    "out_of_steps": STEPS_RAN_OUT,
}
"""Facts that are counted by their kind."""


class Present(Record):
    """The state that is kept from one step to the next."""

    live: int
    """How many seats have not folded."""
    winners: int
    """How many seats have won the hand that is being paid out."""
    leader: int
    """The seat that was ahead after the last hand that left one seat ahead."""
    last: int
    """The seat that acted last in this hand."""
    chips: int
    bet: int
    """The chips of the seat that is asked, and its bet in this round."""
    is_forced: int
    menu: Menu


class Notes(Record):
    """Everything that is counted. `told` is how often each kind of fact was told."""

    decisions: int
    forced: int
    """Decisions with only one possible move."""
    turns: int
    """How often a seat came to act; several decisions in a row count as one."""
    all_ins: int
    """Moves that took the last chip."""
    showdowns: int
    """Hands in which more than one seat was left at the end."""
    walkovers: int
    """Hands that were won because all others had folded."""
    ties: int
    """Hands that several seats won."""
    chips_won: int
    """The sum of all pots."""
    lead_changes: int
    """How often another seat was ahead after a hand than before, over all sessions."""
    told: Annotated[list[int], KINDS]
    present: Present


@rule
def watch(t: Table, out: Out, seat: int, notes: Notes) -> None:
    """Count the facts of a step, and note the next decision."""
    now = notes.present
    if seat < SEATS:
        notes.decisions += 1
        notes.forced += now.is_forced
        if seat != now.last:
            notes.turns += 1
        now.last = seat
    for row in range(out.count):
        count_fact(t, out.kind[row], out.amount[row], notes)
    out.count = 0
    if not t.over and t.owed == 0:
        clear(now.menu)
        menu(t, t.actor, now.menu)
        now.is_forced = 1 if is_forced(now.menu) else 0
        now.chips = t.betting.stack[t.actor]
        now.bet = t.betting.bet[t.actor]
    elif t.over:
        end_hand(t, notes)


@rule
def count_fact(t: Table, kind: int, amount: int, notes: Notes) -> None:
    """Count one fact. Chips that a seat has bet are compared with what it had before."""
    now = notes.present
    notes.told[kind] += 1
    if kind == HAND_STARTED:
        if amount == 1:
            now.leader = NOBODY
        else:
            end_hand(t, notes)
        now.live = size(t.dealt)
        now.last = NOBODY
    elif kind == FOLDED:
        now.live -= 1
    elif kind == POT_AWARDED:
        notes.chips_won += amount
        now.winners += 1
    elif kind == HAND_WON:
        if t.config.chips == 0:
            now.winners += 1
    elif kind == WENT_ALL_IN:
        notes.all_ins += 1
    elif kind == CALLED:
        if amount == now.chips:
            notes.all_ins += 1
    elif (kind == BET_PLACED or kind == RAISED) and amount - now.bet == now.chips:  # noqa: SIM109
        notes.all_ins += 1


@rule
def end_hand(t: Table, notes: Notes) -> None:
    """Count the hand that has ended."""
    now = notes.present
    if now.live > 1:
        notes.showdowns += 1
    else:
        notes.walkovers += 1
    if now.winners > 1:
        notes.ties += 1
    now.winners = 0
    leader = who_leads(t)
    if leader != NOBODY:
        if now.leader != NOBODY and leader != now.leader:
            notes.lead_changes += 1
        now.leader = leader


@rule
def who_leads(t: Table) -> int:
    """The only seat with the best score; NOBODY if several have it."""
    leader = 0
    shared = False
    for seat in range(1, t.seats):
        if score(t, seat) > score(t, leader):
            leader = seat
            shared = False
        elif score(t, seat) == score(t, leader):
            shared = True
    return NOBODY if shared else leader


@rule
def is_forced(m: Menu) -> bool:
    """Whether there is only one possible move."""
    if m.count != 1:
        return False
    if m.step[0]:
        return m.low[0] == m.high[0]
    return m.most[0] == 0 or (m.fewest[0] == m.most[0] and m.most[0] == m.choices[0])


def counts(notes: Record) -> dict[str, int]:
    """All counts, by their names."""
    noted = to_dict(notes)
    numbers = {name: value for name, value in noted.items() if isinstance(value, int)}
    return numbers | {name: noted["told"][kind] for name, kind in COUNTED.items()}

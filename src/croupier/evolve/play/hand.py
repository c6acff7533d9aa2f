"""One hand: the loop that plays a hand, for all drivers that measure or watch games.

A driver supplies `decide`, which fills in acts[0] for a seat, from ts[HAND] and ms[0], and returns how many steps were
imagined. The loop is compiled once for each driver. In the same way a driver supplies `answer` to `play_out`, which
plays an imagined hand to its end.

A hand and a run have budgets of steps, so nothing ever hangs. Chance draws from the streams of decision 9: the same key
and number deal the same cards to any players.

Rows of tables: 0 is the hand that is played, 1 the start of a hand, 2 what the thinking seat knows, 3 a world that it
imagines, 4 that world played out, 5 a table with nothing but its config.
"""

# ruff: noqa: F821 - `bound` gives the declared names their values
from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from croupier.agents.choices import count_choices
from croupier.games.genome.machine.machine import act, owing, score
from croupier.kernel.language.jit import bind, rule
from croupier.kernel.language.records import Record
from croupier.kernel.vocabulary.events import Out
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng
from croupier.kernel.vocabulary.streams import FIRST_SEAT, open_stream
from croupier.kernel.vocabulary.turns import SEATS

from .classes import CLASSES, MODES
from .sentences import MEMO, SAID

HAND, START, KNOWN, WORLD, PLAYED, BLANK = 0, 1, 2, 3, 4, 5
TABLES = 6
AT_FIRST = 2
"""The row of `outs` for the start of a hand; row 0 is for the hand that is played, row 1 for imagined hands."""
NOT_YET = -1
LONGEST = 2_000
"""The most steps of a hand, imagined or not."""

# Names that `bound` gives their values.
next_in_match: Callable[..., int]
next_to_act: Callable[..., int]
fault_of: Callable[..., int]
decide: Callable[..., int]
answer: Callable[..., None]


class Seating(Record):
    """The player in each seat, by the numbers of `players`, and how often each seat has decided in this hand.

    A player's random numbers depend on how often it has decided and not on the step, so that removing a phase does not
    shift them.
    """

    rotating: int
    """Whether player `one` takes every seat in turn with each deal, and `others` the other seats."""
    one: int
    others: int
    careful: int
    """Whether a learnt player thinks like FLAT in situations it does not know; else it plays like somebody there."""
    usual: int
    """The player that stands for somebody: in imagined hands, and where a thinking player sees no reason to differ."""
    only: int
    """The only place of the program at which BEYOND thinks; everywhere, if negative."""
    player: Annotated[list[int], SEATS]
    decided: Annotated[list[int], SEATS]
    work: int
    """The steps that sentences have spent on working something out, and that are not yet counted."""
    looking: int
    """Whether what sentences do is counted in detail."""
    last: Annotated[list[int], SEATS]
    """The strength of each seat in its last round of betting in this hand, NOT_YET before, and …"""
    last_round: Annotated[list[int], SEATS]
    """… which round that was."""
    said: Annotated[list[int], SAID]
    """The sentences that are at hand (`sentences`)."""
    memo_key: Annotated[list[int], MEMO]
    """What the sentences' players have worked out, by key."""
    memo_value: Annotated[list[int], MEMO]
    learning: int
    """Whether students learn in the hands that are played."""
    class_key: Annotated[list[int], CLASSES]
    """What a student has learnt, by class and mode (`classes`): the sum of what it won more than the sentence …"""
    class_more: Annotated[list[int], CLASSES * MODES]
    class_square: Annotated[list[int], CLASSES * MODES]
    """… and of the squares of that."""


@rule
def play_hand(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, lucks: Any, rngs: Any, seating: Seating, sheet: Any,
              notes: Any) -> bool:  # fmt: skip
    """Play one hand; whether it ended within LONGEST steps. Steps are counted on the sheet."""
    t = ts[HAND]
    m = ms[0]
    luck = lucks[0]
    for seat in range(t.seats):
        seating.decided[seat] = 0
        seating.last[seat] = NOT_YET
        seating.last_round[seat] = NOT_YET
    for _ in range(LONGEST):
        owed = owing(t)
        if owed == 0 or t.hands > 0 or fault_of(t, outs[0], m):
            return True
        seat = next_in_match(t, owed, m, luck, acts[0])
        if seat < SEATS:
            open_stream(rngs[0], luck.source, FIRST_SEAT + seat, seating.decided[seat])
            choices = count_choices(m)
            if choices > 1:
                seating.decided[seat] += 1
            imagined = decide(ts, outs, ms, vs, acts, rngs, seating, sheet, notes, seat, choices)
            sheet.left -= imagined + seating.work
            seating.work = 0
        outs[0].count = 0
        act(t, outs[0], seat, acts[0])
        sheet.steps += 1
        sheet.left -= 1
    return False


@rule
def play_out(t: Any, out: Out, m: Menu, v: Any, a: Action, rng: Rng, seating: Seating, notes: Any) -> int:
    """Play an imagined hand to its end; returns the number of steps."""
    for step in range(LONGEST):
        owed = owing(t)
        if owed == 0 or t.hands > 0 or fault_of(t, out, m):
            return step
        seat = next_to_act(t, owed, m, rng, a)
        if seat < SEATS:
            answer(t, out, m, v, a, rng, seating, notes, seat)
        out.count = 0
        act(t, out, seat, a)
    return LONGEST


@rule
def copy_traces(out: Out, other: Out) -> None:
    """Copy the traces of all seats from `other` to `out`."""
    out.seats = other.seats
    for seat in range(other.seats):
        out.trace[seat] = other.trace[seat]


@rule
def lead_of(t: Any, seat: int) -> int:
    """A seat's lead times the number of other seats."""
    ahead = 0
    for other in range(t.seats):
        ahead += score(t, seat) - score(t, other)
    return ahead


def bound(names: dict[str, Callable[..., Any]], *rules: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """Bind rules to the values of `names`, callees before callers: each rule is also bound to those before it."""
    made = dict(names)
    for one in rules:
        made[one.__name__] = bind(one, **made)
    return made

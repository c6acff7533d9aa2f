"""The compiled driver that halts: plays a match until the seat of a Python bot owes a decision.

Chance and house policies are played inside, as in `loop`; a Python bot's seat has the policy ASK_PYTHON. One call of
`play_on` begins a match or makes the answer to the last question, and goes on to the next. Everything that Python needs
in between is in two compiled records, the seat's view and the `Room`.

`kernel.vocabulary.streams` says which stream of the seed each drawer reads.

Once a match is over, the luck after the last decision is measured (`luck`): from the first draw that followed it,
only chance was left.
"""

# ruff: noqa: F821 - `bind` gives the declared names their values
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from croupier.agents.policies import rules_of
from croupier.kernel.contract.codec import PACKED, pack
from croupier.kernel.contract.drive import FAULT_ENDLESS, FAULT_ILLEGAL_POLICY, STEP_LIMIT, names_for
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.house_bots import PolicyLike
from croupier.kernel.language.jit import bind, rule
from croupier.kernel.language.records import Record
from croupier.kernel.vocabulary.events import KEPT, SILENT, Out
from croupier.kernel.vocabulary.menu import (
    ALLOWED,
    CARDS_PER_ACTION,
    GAP,
    NEXT_HAND,
    TIMEOUT,
    Action,
    Menu,
    allows,
    clear,
    is_aside,
)
from croupier.kernel.vocabulary.rng import Rng, seed
from croupier.kernel.vocabulary.streams import (
    FIRST_SEAT,
    LUCK,
    Luck,
    Source,
    open_luck,
    open_source,
    open_stream,
    stream,
)
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE, SEATS, first, newly_asked

from ..loop import PerSeat, choosing
from .luck import ENDS, rules_of_luck

ASK_PYTHON = -1
"""The policy number of a Python bot's seat."""

OVER, FAULTY, STARTED, TOLD, LOG_FULL, ASKED, PAUSED, HAND_OVER = 0, 1, 2, 3, 4, 5, 6, 7
"""Why `play_on` halted. For a question the room has the seat, and its packed menu with the length."""
BEGIN, GO_ON, HEARD, TOO_LATE, LOOK, RECOUNT = 0, -1, -2, -3, -4, -5
"""Arguments of `play_on` instead of a kind of action. The last two play nothing: LOOK fills in the view of a seat (its
number is given as the amount), and RECOUNT computes the scores once more."""

PLAYED, FRESH, SNAPSHOT, REDRAWN = 0, 1, 2, 3
"""The tables of a driver: the match, its first state, the state after its last decision, and a copy for redraws."""
TABLES = 4

LOG = 4096
LONGEST_MOVE = 4 + CARDS_PER_ACTION


class Room(Record):
    """Everything around the table of a match that Python reads and writes between two calls."""

    action: Action
    menu: Menu
    out: Out
    luck: Luck
    minds: Source
    """The streams of chance (`luck`) and of house bots (`minds`)."""
    other: Rng
    policy: PerSeat
    key: int
    house: int
    """The seed, and the house's key derived from it."""
    deal: int
    seat: int
    """The seat that is asked."""
    length: int
    """The length of the packed menu."""
    steps: int
    left: int
    """Steps until the next check for Ctrl-C."""
    row: int
    paused: int
    """In `play_many`: the match being played, and whether it was interrupted."""
    owed: int
    """The actors that owed a decision before the last step, …"""
    actor: int
    aside: int
    """… the actor of that step (the house, once it is counted), and whether it was an aside."""
    questions: PerSeat
    """How many questions each seat has been asked, as in `State.questions`."""
    late: int
    """The seats whose time has run out, as a mask; the clock acts when no other seat owes a decision."""
    decided: int
    """0 until a seat has decided, then 1; 2 once chance has drawn since, when the snapshot is taken."""
    records: int
    waits: int
    """Whether to halt where a hand is over and where one begins, …"""
    waited: int
    """… and whether that was done for the hand that is over."""
    packed: Annotated[list[int], PACKED]
    logged: int
    log: Annotated[list[int], LOG]
    score: PerSeat
    ends: PerSeat
    """The sums of the scores over all ENDS; ENDS times the score in a match without luck after its last decision."""


# Names of a core, declared here and given their values by `bind`.
begin: Callable[..., None]
owing: Callable[..., int]
menu: Callable[..., None]
act: Callable[..., None]
observe: Callable[..., None]
score: Callable[..., int]
choose: Callable[..., None]
next_in_match: Callable[..., int]
fault_of: Callable[..., int]
end_by_chance: Callable[..., bool]
hide_the_unshown: Callable[..., bool]
imagine_the_unshown: Callable[..., None]


@rule
def play_on(tables: Any, views: Any, rooms: Any, memories: Any, kind: int, amount: int, count: int) -> int:
    """Begin a match, or make the answer to the last question, and play until Python is needed. Python calls this rule
    if a Python bot plays, or a record is kept.

    The cards of an answer are in the room's action already. An illegal move is a fault: it was judged before.
    """
    r = rooms[0]
    t = tables[PLAYED]
    a = r.action
    if kind == BEGIN:
        tables[PLAYED] = tables[FRESH]
        open_match(t, r)
        if r.waits:
            return STARTED
    elif kind == LOOK:
        observe(t, amount, views[0])
        return LOOK
    elif kind == RECOUNT:
        write_scores(t, r)
        return RECOUNT
    elif kind == TOO_LATE:
        r.late |= 1 << r.seat
    elif kind == HEARD:
        r.out.count = 0
    elif kind != GO_ON:
        a.kind = kind
        a.amount = amount
        a.count = count
        if allows(r.menu, a) != ALLOWED:
            t.fault = FAULT_ILLEGAL_POLICY
            return FAULTY
        r.decided = 1
        make(t, r, r.seat)
    while True:
        if r.out.mode & KEPT and r.out.count > 0:
            return TOLD
        if fault_of(t, r.out, r.menu):
            return FAULTY
        if r.logged > LOG - LONGEST_MOVE:
            return LOG_FULL
        if r.left == 0:
            return PAUSED
        owed = owing(t)
        count_questions(r, owed)
        if owed == 0:
            close_match(tables, rooms)
            return OVER
        if r.steps >= STEP_LIMIT:
            t.fault = FAULT_ENDLESS
            return FAULTY
        if owed & ~r.late == 0:
            time_runs_out(t, r, first(owed))
        else:
            seat = next_in_match(t, owed & ~r.late, r.menu, r.luck, a)
            if seat < SEATS:
                if r.policy[seat] == ASK_PYTHON:
                    observe(t, seat, views[0])
                    r.seat = seat
                    r.length = pack(r.menu, r.packed)
                    return ASKED
                open_stream(r.other, r.minds, FIRST_SEAT + seat, r.steps)
                r.menu.told = r.out.trace[seat]
                choose(r.policy[seat], t, seat, views[0], r.menu, r.other, a, memories)
                if allows(r.menu, a) != ALLOWED:
                    t.fault = FAULT_ILLEGAL_POLICY
                    return FAULTY
                r.decided = 1
            elif r.decided == 1:
                tables[SNAPSHOT] = tables[PLAYED]
                r.decided = 2
            if r.waits and seat == HOUSE and a.kind == NEXT_HAND:
                if not r.waited:
                    write_scores(t, r)
                    r.waited = 1
                    return HAND_OVER
                r.waited = 0
                make(t, r, seat)
                return STARTED
            make(t, r, seat)
    return OVER


@rule
def open_match(t: Any, r: Room) -> None:
    """Begin the match of the room's deal."""
    r.steps = 0
    r.late = 0
    r.decided = 0
    r.logged = 0
    r.out.count = 0
    r.owed = 0
    r.waited = 0
    r.actor = HOUSE
    for seat in range(SEATS):
        r.out.trace[seat] = 0
        r.questions[seat] = 0
    open_luck(r.luck, r.key, r.deal)
    open_source(r.minds, r.house, r.deal)
    begin(t, r.out)


@rule
def make(t: Any, r: Room, seat: int) -> None:
    """Make the action in the room, and log it."""
    a = r.action
    r.out.count = 0
    r.actor = seat
    r.aside = 1 if is_aside(r.menu, a.kind) else 0
    act(t, r.out, seat, a)
    r.steps += 1
    r.left -= 1
    if seat == CLOCK:
        r.late = 0
    if r.records:
        at = r.logged
        r.log[at] = seat
        r.log[at + 1] = a.kind
        r.log[at + 2] = a.amount
        r.log[at + 3] = a.count
        for i in range(a.count):
            r.log[at + 4 + i] = a.cards[i]
        r.logged = at + 4 + a.count


@rule
def count_questions(r: Room, owed: int) -> None:
    """Count a question for each seat that the last step has newly asked."""
    asked = newly_asked(r.owed, owed, r.actor, r.aside == 1)
    while asked:
        r.questions[first(asked)] += 1
        asked &= asked - 1
    r.owed = owed
    r.actor = HOUSE


@rule
def time_runs_out(t: Any, r: Room, seat: int) -> None:
    """Let the clock act for the seats that are late; in a game without a clock, the seat makes its default move."""
    m = r.menu
    a = r.action
    r.decided = 1
    clear(m)
    menu(t, CLOCK, m)
    a.kind = TIMEOUT
    a.amount = 0
    a.count = 0
    if allows(m, a) == ALLOWED:
        make(t, r, CLOCK)
        return
    clear(m)
    menu(t, seat, m)
    take_default(m, a)
    r.late &= ~(1 << seat)
    make(t, r, seat)


@rule
def take_default(m: Menu, a: Action) -> None:
    """The option that the clock plays, or the first, with its lowest amount, its first cards or its places empty."""
    at = max(m.default, 0)
    a.kind = m.kind[at]
    a.amount = m.low[at] if m.step[at] else 0
    a.count = m.fewest[at] if m.most[at] else 0
    for i in range(a.count):
        a.cards[i] = GAP if m.gaps[at] else m.candidate[m.first[at] + i]


@rule
def write_scores(t: Any, r: Room) -> None:
    """Write the scores so far into the room."""
    for seat in range(t.seats):
        r.score[seat] = score(t, seat)


@rule
def close_match(tables: Any, rooms: Any) -> None:
    """Write the scores, and their sums over all ends if luck came after the last decision."""
    r = rooms[0]
    t = tables[PLAYED]
    write_scores(t, r)
    for seat in range(t.seats):
        r.ends[seat] = ENDS * r.score[seat]
    if r.decided < 2:
        return
    for seat in range(t.seats):
        r.ends[seat] = r.score[seat]
    mode = r.out.mode
    r.out.mode = SILENT
    seed(r.other, r.key, stream(r.deal, LUCK, 0))
    hidden = hide_the_unshown(tables[SNAPSHOT], t)
    for _ in range(ENDS - 1):
        tables[REDRAWN] = tables[SNAPSHOT]
        if hidden:
            imagine_the_unshown(tables[REDRAWN], r.other)
        ended = end_by_chance(tables[REDRAWN], r.out, r.menu, r.other, r.action, False)
        for seat in range(t.seats):
            r.ends[seat] += score(tables[REDRAWN], seat) if ended else r.score[seat]
    r.out.mode = mode


@rule
def play_many(
    tables: Any, views: Any, rooms: Any, memories: Any, lineups: Any, scores: Any, ends: Any, start: int, rotations: int
) -> int:
    """Play one match after the other between house bots, from number `start` on, one for each row of `scores`.

    Continues at the room's row; returns why it halted. Python calls this rule for matches that need nothing from
    Python: returning after each would cost more than playing it.
    """
    r = rooms[0]
    while r.row < len(scores):
        kind = GO_ON
        if not r.paused:
            kind = BEGIN
            r.deal = (start + r.row) // rotations
            for seat in range(SEATS):
                r.policy[seat] = lineups[(start + r.row) % len(lineups)][seat]
        halted = play_on(tables, views, rooms, memories, kind, 0, 0)
        r.paused = 1 if halted == PAUSED else 0
        if halted != OVER:
            return halted
        for seat in range(tables[PLAYED].seats):
            scores[r.row][seat] = r.score[seat]
            ends[r.row][seat] = r.ends[seat]
        r.row += 1
    return OVER


_bound: dict[Any, tuple[Any, Any]] = {}


def halting(game: Game, policies: Sequence[PolicyLike]) -> tuple[Any, Any]:
    """`play_on` and `play_many` for a game and the house policies that play in it, bound once per process."""
    known = (game.core, rules_of(policies))
    if known not in _bound:
        names = {**names_for(game), **rules_of_luck(game)}
        for part in (open_match, make, time_runs_out, write_scores, close_match):
            names[part.__name__] = bind(part, **names)
        play = bind(play_on, **names, choose=choosing(game, policies))
        _bound[known] = play, bind(play_many, play_on=play)
    return _bound[known]

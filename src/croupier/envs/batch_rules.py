"""The compiled loop of environments: many tables of one game, played on until a learner's seat owes a choice.

One call makes a choice at every table, plays chance, clock and house policies until the next choice of a learner, and
writes what it sees into arrays. A decision with cards is a sequence of choices (`agents.space`); until it is complete,
the same seat is asked again. A table whose match is over begins the next at once.

What belongs to a table lies in arrays of records. Everything else is shared: a `Desk` and the table at work. Functions
that are called at every step take records rather than arrays, as compiled code counts the references to an array.
"""

# ruff: noqa: F821 - `bind` gives the declared names their values
from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from croupier.agents.space import MOST, NONE, begin_choice
from croupier.kernel.contract.drive import FAULT_ENDLESS, FAULT_ILLEGAL_POLICY, STEP_LIMIT
from croupier.kernel.language.jit import numeric, rule
from croupier.kernel.language.records import Record
from croupier.kernel.vocabulary.events import ROW_CARDS, SILENT, Out
from croupier.kernel.vocabulary.menu import ALLOWED, GAP, Action, Menu, allows, clear, is_listed, judge_amount
from croupier.kernel.vocabulary.rng import WORD, Rng, next32
from croupier.kernel.vocabulary.streams import FIRST_SEAT, Luck, Source, open_luck, open_source, open_stream
from croupier.kernel.vocabulary.turns import NOBODY, SEATS

NO_POLICY = -1
"""The policy number of a learner's seat."""
FAULTY = -2
"""Instead of a seat: the table has run into a fault."""
BLANK, BEGUN = 0, 1
"""The two tables that a match is copied from: before and after `begin`."""
RESET, STEP, LOOK, TURN, CHECK = 0, 1, 2, 3, 4
"""What a call does: begin all tables, make a choice at each, show table 0 to any seat, ask another seat that owes a
decision there, or only look for illegal choices."""
FINE, ILLEGAL, BROKEN = 0, 1, 2
"""What a call reports: all is well, nothing was done as a choice is illegal, or a table has a fault."""
FAULT_NEVER_ASKED = 203
PASSED_OVER = 100_000
"""If no learner's seat is asked in this many matches in a row, none ever will be, and the call fails."""
WIDEST = 8_192
"""The most numbers that an observation may have."""
EVENT = 4 + ROW_CARDS
"""The numbers of an event: kind, seat, amount, number of cards, cards."""
EVENTS = 256
"""How many events of a match are kept: those that any seat is told."""

PerSeat = Annotated[list[int], SEATS]

# Names of a game, declared here and given their values by `bind`.
begin: Callable[..., None]
owing: Callable[..., int]
menu: Callable[..., None]
act: Callable[..., None]
observe: Callable[..., None]
score: Callable[..., int]
next_in_match: Callable[..., int]
fault_of: Callable[..., int]
take_number: Callable[..., bool]
mark_choices: Callable[..., None]
write: Callable[..., int]
ask: Callable[..., None]
KIND: Any
NAMES_CARDS: Any


class Run(Record):
    """What belongs to a table beside its match: its chance, the streams of house policies, what has been chosen of an
    open decision, and how far it is."""

    luck: Luck
    minds: Source
    action: Action
    deal: int
    steps: int
    seat: int
    """The seat that is asked, …"""
    owed: int
    """… of all actors that owe a decision, as a mask."""
    hands: int
    """The hands whose results have been given as rewards, …"""
    idle: int
    """Whether there is no further deal for the table."""
    score: PerSeat
    """… the score of each seat after them, and what it has won in this step."""
    won: PerSeat
    trace: PerSeat
    fault: int


class Log(Record):
    """The events of a match: the last EVENTS of `count`, each with its audience before it."""

    count: int
    event: Annotated[list[list[int]], EVENTS, EVENT + 1]


class Desk(Record):
    """What all tables share: how they are played, and room for one decision at a time."""

    key: int
    house: int
    tables: int
    leap: int
    """How far it is from a table's deal to its next."""
    first: int
    """The first deal, if matches are counted: …"""
    stride: int
    """… every `stride`-th from there on is one of them, and those …"""
    end: int
    """… from this deal on are not played; 0 if there is no end."""
    policy: PerSeat
    """The number of the policy in each seat; NO_POLICY for a learner's."""
    hand_by_hand: int
    """Whether every hand has its reward, or only the match."""
    exact: int
    """Whether amounts come from a second array of choices."""
    choices: int
    width: int
    cards: int
    """How many cards the deck has if decisions may name cards, else 0."""
    traced: int
    stops: int
    """Whether a table whose match is over stays as it is, instead of beginning the next."""
    shown: int
    """How many events are shown."""
    wrong: int
    """The table with an illegal choice or a fault."""
    blank: Action
    menu: Menu
    out: Out
    rng: Rng
    x: Annotated[list[int], WIDEST]
    amount: Annotated[list[int], MOST]
    """For every number its amount, or 0; NONE if it is not legal."""


@rule
def play_to_choice(t: Any, v: Any, run: Run, desk: Desk, log: Log, memories: Any) -> int:
    """Play on until a learner's seat owes a decision, with its menu; NOBODY if the match is over before, or FAULTY."""
    m = desk.menu
    a = run.action
    out = desk.out
    while True:
        fault = fault_of(t, out, m)
        if fault == 0 and run.steps >= STEP_LIMIT:
            fault = FAULT_ENDLESS
        if fault:
            run.fault = fault
            return FAULTY
        owed = owing(t)
        run.owed = owed
        if owed == 0:
            return NOBODY
        seat = next_in_match(t, owed, m, run.luck, a)
        if seat < SEATS:
            if desk.policy[seat] == NO_POLICY:
                return seat
            observe(t, seat, v)
            open_stream(desk.rng, run.minds, FIRST_SEAT + seat, run.steps)
            m.told = out.trace[seat]
            ask(desk.policy[seat], v, m, desk.rng, a, memories)
            if allows(m, a) != ALLOWED:
                run.fault = FAULT_ILLEGAL_POLICY
                return FAULTY
        make(t, seat, run, desk, log)


@rule
def make(t: Any, seat: int, run: Run, desk: Desk, log: Log) -> None:
    """Make an action, and keep what it tells."""
    out = desk.out
    out.count = 0
    act(t, out, seat, run.action)
    run.steps += 1
    if desk.shown:
        keep_events(out, log)


@rule
def keep_events(out: Out, log: Log) -> None:
    """Keep the events of a step; the oldest give way."""
    for row in range(out.count):
        event = log.event[log.count % EVENTS]
        log.count += 1
        event[0] = out.audience[row]
        event[1] = out.kind[row]
        event[2] = out.seat[row]
        event[3] = out.amount[row]
        event[4] = out.cards[row]
        for slot in range(ROW_CARDS):
            event[5 + slot] = out.card[row][slot] if slot < out.cards[row] else 0


@numeric
def show_events(seat: int, desk: Desk, log: Log, histories: Any, at: int) -> None:
    """Write the last events that a seat was told, the newest last."""
    line = desk.shown - 1
    number = log.count - 1
    while line >= 0 and number >= 0 and log.count - number <= EVENTS:
        event = log.event[number % EVENTS]
        if (event[0] >> seat) & 1:
            for part in range(EVENT):
                histories[at, line, part] = event[part + 1]
            line -= 1
        number -= 1
    while line >= 0:
        for part in range(EVENT):
            histories[at, line, part] = 0
        line -= 1


@rule
def give_rewards(t: Any, run: Run) -> None:
    """Note what each seat has won since its last reward."""
    run.hands = t.hands
    for seat in range(t.seats):
        points = score(t, seat)
        run.won[seat] = points - run.score[seat]
        run.score[seat] = points


@numeric
def count_match(t: Any, run: Run, desk: Desk, results: Any) -> None:
    """Write what a match came to, if matches are counted: the score of each seat, the hands and the steps."""
    if desk.end:
        row = (run.deal - desk.first) // desk.stride
        for seat in range(t.seats):
            results[row, seat] = score(t, seat)
        results[row, t.seats] = t.hands
        results[row, t.seats + 1] = run.steps


@numeric
def draw_number(run: Run, seat: int, desk: Desk) -> float:
    """A number between 0 and 1 for a choice, from the stream that a house policy would draw from."""
    open_stream(desk.rng, run.minds, FIRST_SEAT + seat, run.steps)
    word = next32(desk.rng)
    for _ in range(run.action.count):
        word = next32(desk.rng)
    return (word + 0.5) / (WORD + 1)


@rule
def open_run(run: Run, desk: Desk, log: Log) -> None:
    """Begin the deal of a table."""
    run.steps = 0
    log.count = 0
    for seat in range(SEATS):
        run.score[seat] = 0
        desk.out.trace[seat] = 0
    open_luck(run.luck, desk.key, run.deal)
    open_source(run.minds, desk.house, run.deal)


@rule
def write_observation(v: Any, a: Action, desk: Desk) -> None:
    """Write what a seat is given, from its view and from what it has chosen of an open decision."""
    x = desk.x
    for i in range(desk.width):
        x[i] = 0
    end = write(v, x, 0)
    if desk.cards:
        if a.kind:
            x[end] = 1
        x[end + 1] = a.count
        for place in range(a.count):
            if a.cards[place] != GAP:
                x[end + 2 + a.cards[place]] = place + 1


@rule
def make_choice(number: int, amount: int, t: Any, v: Any, run: Run, desk: Desk, log: Log) -> bool:
    """Make a legal choice; returns whether the decision is complete and its action made."""
    a = run.action
    if int(NAMES_CARDS[number]):
        clear(desk.menu)
        menu(t, run.seat, desk.menu)
        if not take_number(v, desk.menu, number, a):
            return False
    else:
        a.kind = int(KIND[number])
        a.amount = amount
    if desk.traced:
        for seat in range(SEATS):
            desk.out.trace[seat] = run.trace[seat]
    make(t, run.seat, run, desk, log)
    return True


@numeric
def find_illegal(desk: Desk, runs: Any, choices: Any, exact: Any, amounts: Any, ranges: Any) -> bool:
    """Whether some table was given an illegal choice; `desk.wrong` is the first."""
    for at in range(desk.tables):
        number = int(choices[at])
        if runs[at].idle:
            continue
        fits = 0 <= number < desk.choices and amounts[at, number] != NONE
        if fits and desk.exact:
            if amounts[at, number]:
                low, high, step = int(ranges[at, 0]), int(ranges[at, 1]), int(ranges[at, 2])
                fits = judge_amount(low, high, step, int(exact[at])) == ALLOWED
            else:
                fits = exact[at] == 0
        if not fits:
            desk.wrong = at
            return True
    return False


@numeric
def show_range(m: Menu, ranges: Any, at: int) -> None:
    """Show which amounts are legal."""
    for part in range(3):
        ranges[at, part] = 0
    for option in range(m.count):
        if m.step[option] and is_listed(m, option):
            ranges[at, 0] = m.low[option]
            ranges[at, 1] = m.high[option]
            ranges[at, 2] = m.step[option]


@numeric
def play_tables(tables: Any, shared: Any, given: Any, arrays: Any, amounts: Any, counts: Any, memories: Any,
                call: int, seat: int) -> int:  # fmt: skip
    """Begin all tables, make a choice at each and play on, or look at them again. Python calls this rule for learning
    environments: matches by the million that halt at every choice, all tables in one call.

    Each table is copied to the one at work and back: memory is read in a row, which matters with thousands of them.
    """
    ts, runs, logs = tables
    starts, work, vs, desks = shared
    choices, exact, scale, unit = given
    observations, masks, turns, rewards, done, finals, ranges, histories = arrays
    results, drawn = counts
    t, v, desk = work[0], vs[0], desks[0]
    m, x = desk.menu, desk.x
    if call == LOOK:
        observe(ts[0], seat, v)
        write_observation(v, desk.blank, desk)
        for i in range(desk.width):
            finals[0, i] = x[i] * scale[i]
        return FINE
    if call in (STEP, CHECK) and find_illegal(desk, runs, choices, exact, amounts, ranges):
        return ILLEGAL
    if call == CHECK:
        return FINE
    for at in range(desk.tables):
        run = runs[at]
        if call == RESET:
            run.idle = 0
        if run.idle:
            done[at] = False
            continue
        work[0] = ts[at]
        log = logs[at if desk.shown else 0]
        for other in range(rewards.shape[1]):
            run.won[other] = 0
        asked, complete, ended = NOBODY, True, False
        if call == TURN:
            asked, complete = seat, False
            clear(m)
            menu(t, seat, m)
        if call == STEP:
            number = int(choices[at])
            amount = int(exact[at]) if desk.exact else int(amounts[at, number])
            actor = run.seat
            complete = make_choice(number, amount, t, v, run, desk, log)
            asked = actor
            if complete:
                asked = play_to_choice(t, v, run, desk, log, memories)
                if asked == NOBODY or (desk.hand_by_hand and t.hands != run.hands):
                    give_rewards(t, run)
                if asked == NOBODY:
                    ended = True
                    count_match(t, run, desk, results)
                    observe(t, actor, v)
                    write_observation(v, desk.blank, desk)
                    for i in range(desk.width):
                        finals[at, i] = x[i] * scale[i]
                    if desk.stops:
                        asked = actor
                        clear(m)
                    else:
                        run.deal += desk.leap
        done[at] = ended
        matches = 0
        while asked == NOBODY:
            if desk.end and run.deal >= desk.end:
                run.idle = 1
                break
            open_run(run, desk, log)
            if desk.out.mode == SILENT:
                work[0] = starts[BEGUN]
            else:
                work[0] = starts[BLANK]
                desk.out.count = 0
                begin(t, desk.out)
                if desk.shown:
                    keep_events(desk.out, log)
            run.hands = t.hands
            asked = play_to_choice(t, v, run, desk, log, memories)
            if asked == NOBODY:
                count_match(t, run, desk, results)
                run.deal += desk.leap
                matches += 1
                if matches > PASSED_OVER and not desk.end:
                    run.fault = FAULT_NEVER_ASKED
                    asked = FAULTY
        if asked == FAULTY:
            desk.wrong = at
            return BROKEN
        if run.idle:
            continue
        run.seat = asked
        turns[at] = asked
        if complete:
            begin_choice(run.action)
            if desk.traced:
                for other in range(SEATS):
                    run.trace[other] = desk.out.trace[other]
        ts[at] = work[0]
        observe(t, asked, v)
        write_observation(v, run.action, desk)
        for i in range(desk.width):
            observations[at, i] = x[i] * scale[i]
        mark_choices(v, m, run.action, desk.amount)
        for number in range(desk.choices):
            amounts[at, number] = desk.amount[number]
            masks[at, number] = desk.amount[number] != NONE
        if desk.end:
            drawn[at] = draw_number(run, asked, desk)
        if desk.exact:
            show_range(m, ranges, at)
        if desk.shown:
            show_events(asked, desk, log, histories, at)
        for other in range(rewards.shape[1]):
            rewards[at, other] = run.won[other] * unit[0]
    return FINE

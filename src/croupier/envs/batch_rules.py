"""The compiled loop of environments: many tables of one game, played on until a learner's seat owes a choice.

One call makes a choice at every table, plays chance, clock and house policies until the next choice of a learner, and
writes what it sees into arrays. A decision with cards is a sequence of choices (`agents.space`); until it is complete,
the same seat is asked again. A table whose match is over begins the next at once.

The records of a table lie in arrays, one for each table: the match, its chance, the streams of house policies, what has
been chosen of an open decision, and its `Run`. View, menu and output are shared: they are filled anew at each decision.
"""

# ruff: noqa: F821 - `bind` gives the declared names their values
from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from croupier.agents.space import begin_choice
from croupier.kernel.language.jit import numeric, rule
from croupier.kernel.language.records import Record
from croupier.kernel.vocabulary.events import KEPT, ROW_CARDS, SILENT, TRACED, Out
from croupier.kernel.vocabulary.menu import ALLOWED, GAP, Action, Menu, allows, clear, is_listed, judge_amount
from croupier.kernel.vocabulary.rng import Rng
from croupier.kernel.vocabulary.streams import FIRST_SEAT, Luck, Source, open_luck, open_source, open_stream
from croupier.kernel.vocabulary.turns import NOBODY, SEATS

NO_POLICY = -1
"""The policy number of a learner's seat."""
FAULTY = -2
"""Instead of a seat: the table has run into a fault."""
BLANK, BEGUN = 0, 1
"""The two tables that a match is copied from: before and after `begin`."""
RESET, STEP, LOOK, TURN = 0, 1, 2, 3
"""What a call does: begin all tables, make a choice at each, show table 0 to any seat, or ask another seat that owes a
decision at every table."""
FINE, ILLEGAL, BROKEN = 0, 1, 2
"""What a call reports: all is well, nothing was done as a choice is illegal, or a table has a fault."""
FAULT_ENDLESS, FAULT_ILLEGAL_POLICY, FAULT_NEVER_ASKED = 201, 202, 203
STEP_LIMIT = 1_000_000
"""A match longer than this is considered endless: termination is up to the rules."""
PASSED_OVER = 100_000
"""A learner who is not asked in this many matches in a row never will be."""
EVENT = 4 + ROW_CARDS
"""The numbers of an event: kind, seat, amount, number of cards, cards."""

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
    score: PerSeat
    """… and the score of each seat after them."""
    trace: PerSeat
    events: int
    """How many events of the match have been kept."""
    fault: int


class Plan(Record):
    """What all tables share."""

    key: int
    house: int
    tables: int
    policy: PerSeat
    """The number of the policy in each seat; NO_POLICY for a learner's."""
    hand_by_hand: int
    """Whether every hand has its reward, or only the match."""
    exact: int
    """Whether amounts come from the second array of choices."""
    cards: int
    """How many cards the deck has if decisions may name cards, else 0."""
    mode: int
    traced: int
    kept: int
    """How many events are kept of a match, and how many are shown."""
    shown: int
    wrong: int
    """The table with an illegal choice or a fault."""


@rule
def play_to_choice(t: Any, out: Out, m: Menu, v: Any, rng: Rng, run: Run, plan: Plan, memories: Any,
                   events: Any) -> int:  # fmt: skip
    """Play on until a learner's seat owes a decision, with its menu; NOBODY if the match is over before, or FAULTY."""
    a = run.action
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
            if plan.policy[seat] == NO_POLICY:
                return seat
            observe(t, seat, v)
            open_stream(rng, run.minds, FIRST_SEAT + seat, run.steps)
            m.told = out.trace[seat]
            ask(plan.policy[seat], v, m, rng, a, memories)
            if allows(m, a) != ALLOWED:
                run.fault = FAULT_ILLEGAL_POLICY
                return FAULTY
        make(t, out, seat, a, run, plan, events)


@rule
def make(t: Any, out: Out, seat: int, a: Action, run: Run, plan: Plan, events: Any) -> None:
    """Make an action, and keep what it tells."""
    out.count = 0
    act(t, out, seat, a)
    run.steps += 1
    if plan.kept:
        keep_events(out, run, plan, events)


@rule
def keep_events(out: Out, run: Run, plan: Plan, events: Any) -> None:
    """Keep the events of a step, with their audiences; the oldest give way."""
    for row in range(out.count):
        event = events[run.events % plan.kept]
        run.events += 1
        event[0] = out.audience[row]
        event[1] = out.kind[row]
        event[2] = out.seat[row]
        event[3] = out.amount[row]
        event[4] = out.cards[row]
        for slot in range(ROW_CARDS):
            event[5 + slot] = out.card[row][slot] if slot < out.cards[row] else 0


@rule
def show_events(seat: int, run: Run, plan: Plan, events: Any, shown: Any) -> None:
    """Write the last events that a seat was told, the newest last."""
    at = plan.shown - 1
    number = run.events - 1
    while at >= 0 and number >= 0 and run.events - number <= plan.kept:
        event = events[number % plan.kept]
        if (int(event[0]) >> seat) & 1:
            for part in range(EVENT):
                shown[at][part] = event[part + 1]
            at -= 1
        number -= 1
    while at >= 0:
        for part in range(EVENT):
            shown[at][part] = 0
        at -= 1


@rule
def give_rewards(t: Any, run: Run, rewards: Any) -> None:
    """Add what each seat has won since its last reward."""
    run.hands = t.hands
    for seat in range(t.seats):
        points = score(t, seat)
        rewards[seat] += points - run.score[seat]
        run.score[seat] = points


@rule
def begin_match(work: Any, starts: Any, out: Out, run: Run, plan: Plan, events: Any) -> None:
    """Begin the match of a table's deal. What `begin` tells is the same in each: without listeners it is copied."""
    run.steps = 0
    run.hands = 0
    run.events = 0
    for seat in range(SEATS):
        run.score[seat] = 0
        out.trace[seat] = 0
    open_luck(run.luck, plan.key, run.deal)
    open_source(run.minds, plan.house, run.deal)
    if plan.mode == SILENT:
        work[0] = starts[BEGUN]
    else:
        work[0] = starts[BLANK]
        out.count = 0
        begin(work[0], out)
        if plan.kept:
            keep_events(out, run, plan, events)
    run.hands = work[0].hands


@numeric
def write_observation(v: Any, a: Action, plan: Plan, scale: Any, x: Any, to: Any) -> None:
    """Write the observation of a seat from its view, and from what it has chosen of an open decision; `x` is scratch."""
    for i in range(len(x)):
        x[i] = 0
    end = write(v, x, 0)
    if plan.cards:
        if a.kind:
            x[end] = 1
        x[end + 1] = a.count
        for place in range(a.count):
            if a.cards[place] != GAP:
                x[end + 2 + a.cards[place]] = place + 1
    for i in range(len(x)):
        to[i] = x[i] * scale[i]


@rule
def show_choices(v: Any, m: Menu, a: Action, plan: Plan, amounts: Any, mask: Any, bounds: Any) -> None:
    """Show what is legal, and the range of exact amounts if there are any."""
    mark_choices(v, m, a, amounts)
    for number in range(len(mask)):
        mask[number] = amounts[number] >= 0
    if plan.exact:
        for part in range(3):
            bounds[part] = 0
        for option in range(m.count):
            if m.step[option] and is_listed(m, option):
                bounds[0] = m.low[option]
                bounds[1] = m.high[option]
                bounds[2] = m.step[option]


@rule
def make_choice(number: int, amount: int, t: Any, out: Out, m: Menu, v: Any, run: Run, plan: Plan, amounts: Any,
                events: Any) -> bool:  # fmt: skip
    """Make a legal choice; returns whether the decision is complete and its action made."""
    a = run.action
    if NAMES_CARDS[number]:
        clear(m)
        menu(t, run.seat, m)
        if not take_number(v, m, number, a):
            return False
    else:
        a.kind = int(KIND[number])
        a.amount = amount if amount else int(amounts[number])
    if plan.traced:
        for seat in range(SEATS):
            out.trace[seat] = run.trace[seat]
    make(t, out, run.seat, a, run, plan, events)
    return True


@rule
def find_illegal(plan: Plan, choices: Any, exact: Any, amounts: Any, ranges: Any) -> bool:
    """Whether some table was given an illegal choice; `plan.wrong` is the first."""
    for at in range(plan.tables):
        number = int(choices[at])
        fits = 0 <= number < len(amounts[at]) and amounts[at][number] >= 0
        if fits and plan.exact:
            if amounts[at][number]:
                low, high, step = ranges[at]
                fits = judge_amount(int(low), int(high), int(step), int(exact[at])) == ALLOWED
            else:
                fits = exact[at] == 0
        if not fits:
            plan.wrong = at
            return True
    return False


@numeric
def play_tables(tables: Any, shared: Any, given: Any, arrays: Any, kept: Any, memories: Any, call: int,
                seat: int) -> int:  # fmt: skip
    """Begin all tables, make a choice at each and play on, or look at them again. Python calls this rule for learning
    environments: matches by the million that halt at every choice, all tables in one call.

    Each table is copied to the one at work and back: memory is read in a row, which matters with thousands of them.
    """
    ts, runs = tables
    starts, work, outs, ms, vs, rngs, blank, plans = shared
    choices, exact, scale, unit = given
    observations, masks, turns, rewards, done, finals, ranges, histories = arrays
    amounts, events = kept
    t, out, m, v, rng, plan, x = work[0], outs[0], ms[0], vs[0], rngs[0], plans[0], blank[0]
    if call == LOOK:
        clear(m)
        observe(ts[0], seat, v)
        begin_choice(runs[1].action)
        write_observation(v, runs[1].action, plan, scale, x, finals[0])
        return FINE
    if call == STEP and find_illegal(plan, choices, exact, amounts, ranges):
        return ILLEGAL
    for at in range(plan.tables):
        work[0] = ts[at]
        run = runs[at]
        for other in range(len(rewards[at])):
            rewards[at][other] = 0
        done[at] = 0
        asked = NOBODY
        actor = run.seat
        complete = call != TURN
        if call == TURN:
            asked = seat
            clear(m)
            menu(t, seat, m)
        if call == STEP:
            amount = int(exact[at]) if plan.exact else 0
            complete = make_choice(int(choices[at]), amount, t, out, m, v, run, plan, amounts[at], events[at])
            asked = actor
            if complete:
                asked = play_to_choice(t, out, m, v, rng, run, plan, memories, events[at])
                if asked == NOBODY or (plan.hand_by_hand and t.hands != run.hands):
                    give_rewards(t, run, rewards[at])
                if asked == NOBODY:
                    done[at] = 1
                    begin_choice(run.action)
                    observe(t, actor, v)
                    write_observation(v, run.action, plan, scale, x, finals[at])
                    run.deal += plan.tables
        matches = 0
        while asked == NOBODY:
            begin_match(work, starts, out, run, plan, events[at])
            asked = play_to_choice(t, out, m, v, rng, run, plan, memories, events[at])
            if asked == NOBODY:
                run.deal += plan.tables
                matches += 1
                if matches > PASSED_OVER:
                    run.fault = FAULT_NEVER_ASKED
                    asked = FAULTY
        if asked == FAULTY:
            plan.wrong = at
            return BROKEN
        run.seat = asked
        if complete:
            begin_choice(run.action)
            if plan.traced:
                for other in range(SEATS):
                    run.trace[other] = out.trace[other]
        ts[at] = work[0]
        observe(t, asked, v)
        write_observation(v, run.action, plan, scale, x, observations[at])
        show_choices(v, m, run.action, plan, amounts[at], masks[at], ranges[at])
        if plan.shown:
            show_events(asked, run, plan, events[at], histories[at])
        turns[at] = asked
        for other in range(len(rewards[at])):
            rewards[at][other] *= unit[0]
    return FINE

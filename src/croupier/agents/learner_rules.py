"""The rules of learning: external-sampling Monte Carlo CFR over the six rules of any game, for two seats or more.

A walk plays one match in which one seat is the student. At each of its decisions every choice is played out and
compared with what its strategy would have earned (its regrets). Chance and the other seats are sampled, and the
strategies of the others are added to their averages (Lanctot et al. 2009). With two seats and a zero sum the averages
approach an equilibrium. Choices that are played out from one decision draw the same random numbers.

Where policies play the other seats, these seats learn nothing, and the student, called a rival, learns to answer them.
A ban forbids a seat some of its options; a forbidden choice is never tried and never played.

Two measures keep a walk short. A student with many decisions in a row branches at all of them only until there are
BRANCHES lines of play; after that a decision branches once in SELDOM times, which depends only on the student's own
moves and so does not bias its regrets. A choice whose regret is far below zero is mostly left out (pruning).

Everything is an integer: values are in 1/1024 of a point, shares of a strategy in 1/65536. No rule may call itself,
so the student's decisions on the current line are frames of a stack, each with a copy of the table.
"""

# ruff: noqa: F821 - `bind` gives the declared names their values
from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from croupier.kernel.language.jit import rule
from croupier.kernel.language.records import Record
from croupier.kernel.vocabulary.events import mix
from croupier.kernel.vocabulary.menu import Action, Menu, clear, take
from croupier.kernel.vocabulary.rng import Rng, below, next32, seed
from croupier.kernel.vocabulary.turns import SEATS

from .space import NONE, begin_choice, is_forced

FRAMES = 48
"""The depth of the stack of the student's decisions; deeper decisions are played without learning."""
BAN, SPARE = FRAMES + 1, FRAMES + 2
"""Streams beyond those of the frames: the one from which the key of an open decision was drawn, and a copy of it."""
STREAMS = FRAMES + 3
WIDTH = 72
"""The most choices of a decision; a decision with more is left to the default policy."""
STEPS = 4_000
"""The most steps between two decisions of the student that branch."""
BRANCHES, SELDOM = 256, 16
VALUE_BITS, SHARE_BITS = 10, 16
WHOLE = 1 << SHARE_BITS
HOPELESS = 300
"""A regret below this many times the largest score is hopeless, and no regret falls below twice that."""
SPARED = 16
"""A hopeless choice is tried once in this many times."""
MOST_REGRET, MOST_SHARED = 1 << 54, 1 << 46
FORBIDDEN = -1 << 60
"""Stands for the regret of a choice that a ban forbids."""
NO_NODE = -1
TRIES = 256

SLOT, KEY, BLOCK, REGRET, TOTAL, COUNT = 0, 1, 2, 3, 4, 5
"""The arrays of a store: the hash table (the number of a node + 1), by node its key and its first cell (with the end
of the last), by cell the regret and the sum of strategies, and the counts:"""
NODES, CELLS, CROWDED, LARGEST, VISITS, WALKS, FAULT, MOVES = 0, 1, 2, 3, 4, 5, 6, 7
COUNTS = 8

# Names that `agents.learner.learning` gives their values.
owing: Callable[..., int]
menu: Callable[..., None]
act: Callable[..., None]
observe: Callable[..., None]
score: Callable[..., int]
next_to_act: Callable[..., int]
fault_of: Callable[..., int]
next_choice: Callable[..., int]
take_number: Callable[..., bool]
number_option: Callable[..., int]
default: Callable[..., None]
situation: Callable[..., int]
key_of: Callable[..., int]
forbids: Callable[..., bool]
ask: Callable[..., None]


class Frame(Record):
    """A decision of the student, or a part of one, that is being played out."""

    node: int
    width: int
    at: int
    """The index of the choice that is being played out."""
    seat: int
    lines: int
    decision: int
    trace: Annotated[list[int], SEATS]
    number: Annotated[list[int], WIDTH]
    share: Annotated[list[int], WIDTH]
    value: Annotated[list[int], WIDTH]
    tried: Annotated[list[int], WIDTH]


class Walk(Record):
    """One walk: its student, and the decision that is being made."""

    traced: int
    """Whether decisions are told apart by everything that a seat was told."""
    barred: int
    """The seat that has a ban."""
    policy: Annotated[list[int], SEATS]
    """The number of the policy that plays each seat when it is not the student; NONE if the seat learns as well."""
    student: int
    depth: int
    """The number of frames on the stack."""
    seat: int
    """The seat whose decision is open; NONE if none is."""
    lines: int
    """The number of lines of play that the student's own decisions have made."""
    decision: int
    """The key of the open decision, …"""
    key: int
    """… and of the part of it that is to be chosen now, with its choices."""
    number: Annotated[list[int], WIDTH]
    share: Annotated[list[int], WIDTH]


@rule
def by_trace(v: Any, m: Menu, rng: Rng) -> int:
    """The key of a decision in a game without an abstraction: everything that the seat has been told."""
    return mix(m.told, v.seat) + 1


@rule
def key_of_decision(traced: int, v: Any, m: Menu, rng: Rng) -> int:
    """The key of a decision, by the seat's trace or by the game's abstraction; 0 if it is not learnt."""
    if traced:
        return by_trace(v, m, rng)
    return situation(v, m, rng)


@rule
def forbids_nothing(v: Any, m: Menu, option: int, traced: int, rng: Rng) -> bool:
    """The ban that forbids nothing."""
    return False


@rule
def key_with(key: int, a: Action) -> int:
    """The key of a decision with the part of it that has been chosen."""
    for i in range(a.count):
        key = mix(key, a.cards[i])
    return mix(key, a.kind)


@rule
def list_choices(v: Any, m: Menu, a: Action, walk: Walk) -> int:
    """List the legal numbers in `walk`, and compute the key of the decision with them; returns how many there are."""
    count = 0
    key = key_with(walk.decision, a)
    number = next_choice(v, m, a, NONE)
    while number != NONE:
        if count < WIDTH:
            walk.number[count] = number
        count += 1
        key = mix(key, number)
        number = next_choice(v, m, a, number)
    walk.key = key
    return count


@rule
def find(store: Any, key: int, width: int) -> int:
    """The node of a key, added if it is new; NO_NODE if there is no room for it."""
    slots = store[SLOT]
    keys = store[KEY]
    blocks = store[BLOCK]
    counts = store[COUNT]
    at = (key ^ (key >> 29)) % len(slots)
    for _ in range(TRIES):
        node: int = slots[at] - 1
        if node == NO_NODE:
            node = counts[NODES]
            if node >= len(keys) or counts[CELLS] + width > len(store[REGRET]):
                return NO_NODE
            slots[at] = node + 1
            keys[node] = key
            blocks[node] = counts[CELLS]
            counts[NODES] += 1
            counts[CELLS] += width
            blocks[node + 1] = counts[CELLS]
            return node
        if keys[node] == key:
            return node if blocks[node + 1] - blocks[node] == width else NO_NODE
        at = at + 1 if at + 1 < len(slots) else 0
    return NO_NODE


@rule
def index_nodes(store: Any) -> None:
    """Enter the nodes that are there into an empty hash table."""
    slots = store[SLOT]
    keys = store[KEY]
    counts = store[COUNT]
    for node in range(counts[NODES]):
        key = keys[node]
        at = (key ^ (key >> 29)) % len(slots)
        while slots[at]:
            at = at + 1 if at + 1 < len(slots) else 0
        slots[at] = node + 1


@rule
def match_regrets(store: Any, node: int, width: int, share: Any) -> None:
    """The strategy that follows from regrets: in proportion to the positive ones, else uniform over what is allowed."""
    regrets = store[REGRET]
    blocks = store[BLOCK]
    first = blocks[node]
    total = 0
    allowed = 0
    for i in range(width):
        total += max(0, regrets[first + i])
        if regrets[first + i] != FORBIDDEN:
            allowed += 1
    shift = 0
    while total >> shift >= MOST_SHARED:
        shift += 1
    for i in range(width):
        if total > 0:
            share[i] = (max(0, regrets[first + i]) >> shift << SHARE_BITS) // (total >> shift)
        else:
            share[i] = WHOLE // allowed if regrets[first + i] != FORBIDDEN else 0


@rule
def draw_share(share: Any, width: int, rng: Rng) -> int:
    """A random choice by its share; what rounding has lost goes to the last choice with a share."""
    left = next32(rng) >> (32 - SHARE_BITS)
    best = 0
    for i in range(width):
        if share[i] > 0:
            best = i
            if left < share[i]:
                return i
            left -= share[i]
    return best


@rule
def open_decision(v: Any, m: Menu, a: Action, rngs: Any, walk: Walk, seat: int) -> None:
    """Begin the decision of a seat. Its key is 0 if it is not to be learnt."""
    walk.seat = seat
    begin_choice(a)
    if seat == walk.barred:
        rngs[BAN] = rngs[0]
    walk.decision = key_of(walk.traced, v, m, rngs[0])


@rule
def forbid_choices(v: Any, m: Menu, rngs: Any, store: Any, walk: Walk, node: int, width: int) -> None:
    """Mark the choices of a new node whose options are forbidden, unless all of them are. The ban draws for each option
    from the stream from which the key of the decision was drawn."""
    regrets = store[REGRET]
    first = store[BLOCK][node]
    allowed = width
    for i in range(width):
        rngs[SPARE] = rngs[BAN]
        if forbids(v, m, number_option(m, walk.number[i]), walk.traced, rngs[SPARE]):
            regrets[first + i] = FORBIDDEN
            allowed -= 1
    if allowed == 0:
        for i in range(width):
            regrets[first + i] = 0


@rule
def choose(v: Any, m: Menu, a: Action, rngs: Any, store: Any, walk: Walk, frame: Frame) -> bool:
    """Make one choice of the open decision, or expand it in a frame; returns whether it was expanded.

    A decision that is not to be learnt, or for which there is no room, is answered by the default policy.
    """
    rng = rngs[0]
    counts = store[COUNT]
    width = list_choices(v, m, a, walk) if walk.decision else 0
    if width == 1:
        if take_number(v, m, walk.number[0], a):
            walk.decision = NONE
        return False
    known = counts[NODES]
    node = find(store, walk.key, width) if 1 < width <= WIDTH else NO_NODE
    if node == NO_NODE:
        if 1 < width <= WIDTH:
            counts[CROWDED] += 1
        default(v, m, rng, a)
        walk.decision = NONE
        return False
    counts[VISITS] += 1
    if node == known and walk.seat == walk.barred and a.kind == 0:
        forbid_choices(v, m, rngs, store, walk, node, width)
    match_regrets(store, node, width, walk.share)
    if walk.seat == walk.student:
        lines = walk.lines * width
        walk.lines = min(lines, BRANCHES + 1)
        if walk.depth < FRAMES and (lines <= BRANCHES or below(rng, SELDOM) == 0):
            lay_out(frame, store, walk, node, width, rng)
            return True
    else:
        totals = store[TOTAL]
        blocks = store[BLOCK]
        for i in range(width):
            totals[blocks[node] + i] += walk.share[i]
    if take_number(v, m, walk.number[draw_share(walk.share, width, rng)], a):
        walk.decision = NONE
    return False


@rule
def lay_out(frame: Frame, store: Any, walk: Walk, node: int, width: int, rng: Rng) -> None:
    """Expand a decision of the student in a frame, with the choices that are to be tried."""
    regrets = store[REGRET]
    blocks = store[BLOCK]
    counts = store[COUNT]
    frame.node = node
    frame.width = width
    frame.at = NONE
    frame.seat = walk.seat
    frame.lines = walk.lines
    frame.decision = walk.decision
    hopeless = -HOPELESS * max(1, counts[LARGEST]) << VALUE_BITS
    for i in range(width):
        frame.number[i] = walk.number[i]
        frame.share[i] = walk.share[i]
        regret = regrets[blocks[node] + i]
        frame.tried[i] = 0
        if regret != FORBIDDEN and (regret >= hopeless or below(rng, SPARED) == 0 or walk.share[i] > 0):
            frame.tried[i] = 1


@rule
def next_tried(frame: Frame) -> bool:
    """Go on to the next choice that is to be tried; returns whether there is one."""
    frame.at += 1
    while frame.at < frame.width:
        if frame.tried[frame.at]:
            return True
        frame.at += 1
    return False


@rule
def regret_frame(store: Any, frame: Frame) -> int:
    """Update the regrets of a frame's choices; returns what its strategy earned."""
    regrets = store[REGRET]
    blocks = store[BLOCK]
    counts = store[COUNT]
    mean = 0
    for i in range(frame.width):
        if frame.tried[i]:
            mean += frame.share[i] * frame.value[i]
    mean >>= SHARE_BITS
    least = -2 * HOPELESS * max(1, counts[LARGEST]) << VALUE_BITS
    for i in range(frame.width):
        if frame.tried[i]:
            at = blocks[frame.node] + i
            regrets[at] = min(max(regrets[at] + frame.value[i] - mean, least), MOST_REGRET)
    return mean


@rule
def play_to_student(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, store: Any, walk: Walk,
                    frames: Any, memories: Any) -> bool:  # fmt: skip
    """Play on until a decision of the student has been expanded; False if the match ends before."""
    t = ts[0]
    out = outs[0]
    m = ms[0]
    v = vs[0]
    a = acts[0]
    rng = rngs[0]
    counts = store[COUNT]
    for _ in range(STEPS):
        if walk.seat == NONE:
            owed = owing(t)
            if owed == 0 or fault_of(t, out, m):
                return False
            seat = next_to_act(t, owed, m, rng, a)
            if seat < SEATS and is_forced(m):
                take(a, m.kind[0])
            elif seat < SEATS:
                observe(t, seat, v)
                m.told = out.trace[seat]
                if seat == walk.student or walk.policy[seat] == NONE:
                    open_decision(v, m, a, rngs, walk, seat)
                else:
                    ask(walk.policy[seat], v, m, rng, a, memories)
            if walk.seat == NONE:
                act(t, out, seat, a)
                counts[MOVES] += 1
        elif choose(v, m, a, rngs, store, walk, frames[walk.depth]):
            return True
        elif walk.decision == NONE:
            act(t, out, walk.seat, a)
            counts[MOVES] += 1
            walk.seat = NONE
    return False


@rule
def save(ts: Any, outs: Any, acts: Any, rngs: Any, walk: Walk, frames: Any) -> None:
    """Save the position of the decision that was expanded last, to return to it."""
    at = walk.depth
    ts[2 + at] = ts[0]
    acts[1 + at] = acts[0]
    rngs[1 + at] = rngs[0]
    for seat in range(SEATS):
        frames[at].trace[seat] = outs[0].trace[seat]
    walk.depth += 1


@rule
def resume(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, store: Any, walk: Walk, frames: Any) -> None:
    """Return to the last frame's position, and make the choice that is to be tried now."""
    at = walk.depth - 1
    frame = frames[at]
    ts[0] = ts[2 + at]
    acts[0] = acts[1 + at]
    rngs[0] = rngs[1 + at]
    for seat in range(SEATS):
        outs[0].trace[seat] = frame.trace[seat]
    m = ms[0]
    clear(m)
    menu(ts[0], frame.seat, m)
    observe(ts[0], frame.seat, vs[0])
    walk.seat = frame.seat
    walk.lines = frame.lines
    walk.decision = frame.decision
    if take_number(vs[0], m, frame.number[frame.at], acts[0]):
        walk.decision = NONE
        act(ts[0], outs[0], walk.seat, acts[0])
        counts = store[COUNT]
        counts[MOVES] += 1
        walk.seat = NONE


@rule
def walk_once(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, store: Any, walk: Walk, frames: Any,
              memories: Any) -> None:  # fmt: skip
    """One walk from the start of a match: after every end, return to the last decision with a choice left to try."""
    counts = store[COUNT]
    walk.depth = 0
    walk.lines = 1
    walk.seat = NONE
    while True:
        while play_to_student(ts, outs, ms, vs, acts, rngs, store, walk, frames, memories):
            save(ts, outs, acts, rngs, walk, frames)
            next_tried(frames[walk.depth - 1])
            resume(ts, outs, ms, vs, acts, rngs, store, walk, frames)
        counts[FAULT] |= fault_of(ts[0], outs[0], ms[0])
        points = score(ts[0], walk.student)
        counts[LARGEST] = max(counts[LARGEST], abs(points))
        value = points << VALUE_BITS
        going = False
        while walk.depth > 0 and not going:
            frame = frames[walk.depth - 1]
            frame.value[frame.at] = value
            going = next_tried(frame)
            if not going:
                value = regret_frame(store, frame)
                walk.depth -= 1
        if not going:
            return
        resume(ts, outs, ms, vs, acts, rngs, store, walk, frames)


@rule
def learn_compiled(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, walks: Any, frames: Any, memories: Any,
                   store: Any, key: int, first: int, visits: int, moves: int) -> None:  # fmt: skip
    """Walk until the store has had some visits or moves, from walk number `first` on, with the seats as students in
    turn. Each walk begins with the match in ts[1] and the traces in outs[1]. A store without visits is indexed first.
    Python calls only this rule of learning."""
    counts = store[COUNT]
    if counts[WALKS] == 0:
        index_nodes(store)
    while counts[VISITS] < visits and counts[MOVES] < moves and not counts[FAULT]:
        number = first + counts[WALKS]
        counts[WALKS] += 1
        counts[VISITS] += 1
        ts[0] = ts[1]
        for seat in range(SEATS):
            outs[0].trace[seat] = outs[1].trace[seat]
        seed(rngs[0], key, number)
        walks[0].student = number % ts[0].seats
        walk_once(ts, outs, ms, vs, acts, rngs, store, walks[0], frames, memories)

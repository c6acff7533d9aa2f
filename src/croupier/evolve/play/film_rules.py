"""The watcher: plays hands of usual players, and stops at some decisions to measure alternatives.

- At some points of a hand every live seat imagines a few worlds that it cannot tell from the real one and plays them
  out: how likely it thinks it is to win.
- At some decisions the seat's choices are tried in the same imagined worlds: what each would lead to.
- At these decisions another choice is tried in the real hand: does the next seat get other options, or move otherwise?

A hand is played twice with the same seed: once to count its decisions, once to stop at some of them, evenly spread.
"""

# ruff: noqa: F821 - `bound` gives the declared names their values
from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from croupier.agents.choices import count_choices, take_choice
from croupier.agents.search_rules import blindfold
from croupier.games.genome.machine.machine import act, begin, owing, score
from croupier.kernel.language.jit import rule
from croupier.kernel.language.records import Record, sized
from croupier.kernel.vocabulary.events import mix
from croupier.kernel.vocabulary.ledger import imagine
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import below, next32, seed
from croupier.kernel.vocabulary.streams import open_luck
from croupier.kernel.vocabulary.turns import NOBODY, SEATS, has

from .driver import CHOICES, WORLDS, Thought, pick_choices, take_thought
from .driver import RULES as PLAYING
from .hand import BLANK, HAND, KNOWN, LONGEST, PLAYED, START, WORLD, Seating, bound, lead_of, play_hand
from .players import glance

# Names that `bound` gives their values.
next_to_act: Callable[..., int]
fault_of: Callable[..., int]
play_out: Callable[..., int]
play_hands: Callable[..., None]

HANDS = 30
"""The most hands of a film."""
POINTS = 10
"""The most points of a hand at which chances are measured; choices are measured at two decisions."""
FEW_WORLDS = 6
WHOLE = 1000


class Film(Record):
    """What was seen of some hands, by points and by decisions.

    `hand` and `share` say where a point lies, `chance` is each seat's own estimate of its chance there, in thousandths;
    -1 for a seat that has folded. `value` has, for each decision, the lead of each choice in each imagined world.
    """

    hands: int
    steps: int
    left: int
    fault: int
    expected: int
    """How many decisions the hand has; 0 while it is played for the first time."""
    met: int
    """How many decisions of the hand have come so far."""
    points: int
    decisions: int
    lead: Annotated[list[int], "leads"]
    hand: Annotated[list[int], "points"]
    share: Annotated[list[int], "points"]
    chance: Annotated[list[int], "chances"]
    choices: Annotated[list[int], "decisions"]
    changed: Annotated[list[int], "decisions"]
    value: Annotated[list[int], "values"]


_POINTS, _DECISIONS = HANDS * (POINTS + 1), 2 * HANDS
WholeFilm = sized(
    Film,
    leads=HANDS * SEATS,
    points=_POINTS,
    chances=_POINTS * SEATS,
    decisions=_DECISIONS,
    values=_DECISIONS * CHOICES * WORLDS,
)
"""A film with room for its hands."""


@rule
def measure_hands(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, lucks: Any, rngs: Any, seatings: Any, sheets: Any,
                  films: Any, notes: Any, key: int, start: int, stop: int, filmed: int) -> None:  # fmt: skip
    """Play some hands, and count or film them. One compiled entry point serves both: most of the code that either
    compiles is the genome machine."""
    if filmed:
        film_hands(ts, outs, ms, vs, acts, lucks, rngs, seatings, films, notes[0], key, start, stop)
    else:
        play_hands(ts, outs, ms, vs, acts, lucks, rngs, seatings, sheets, notes, key, start, stop)


@rule
def film_hands(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, lucks: Any, rngs: Any, seatings: Any, films: Any,
               thoughts: Any, key: int, start: int, stop: int) -> None:  # fmt: skip
    """Film the hands of some deals, until the steps run out."""
    film = films[0]
    ts[START] = ts[BLANK]
    begin(ts[START], outs[0])
    for deal in range(start, stop):
        film.expected = 0
        if watch_hand(ts, outs, ms, vs, acts, lucks, rngs, seatings[0], film, thoughts, key, deal):
            film.expected = film.met
        if film.expected > 0:
            watch_hand(ts, outs, ms, vs, acts, lucks, rngs, seatings[0], film, thoughts, key, deal)
        if film.left <= 0:
            return
        t = ts[HAND]
        for seat in range(t.seats):
            film.lead[film.hands * t.seats + seat] = lead_of(t, seat)
        film.hands += 1
        if fault_of(t, outs[0], ms[0]):
            film.fault = 1
            return


@rule
def watch_hand(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, lucks: Any, rngs: Any, seating: Seating, film: Film,
               thoughts: Any, key: int, deal: int) -> bool:  # fmt: skip
    """Play the hand of a deal from its start; whether it reached its end."""
    ts[HAND] = ts[START]
    film.met = 0
    open_luck(lucks[0], key, deal)
    return play_hand(ts, outs, ms, vs, acts, lucks, rngs, seating, film, thoughts)


@rule
def decide_watched(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, seating: Seating, film: Film,
                   thoughts: Any, seat: int, choices: int) -> int:  # fmt: skip
    """Play as usual; in the second play of a hand, stop at some decisions to measure."""
    glance(seating.usual, ts[HAND], seat, vs[0], ms[0], rngs[0], acts[0], seating)
    if choices > 1:
        count = film.expected
        if count > 0 and film.left > 0:
            if film.met % ((count + POINTS - 1) // POINTS) == 0:
                record_chances(ts, outs, ms, vs, acts, rngs, seating, film, thoughts[0], WHOLE * film.met // count)
            if film.met == count // 3 or film.met == 2 * count // 3:
                record_values(ts, outs, ms, vs, acts, rngs, seating, film, thoughts[0], seat)
                record_interaction(ts, outs, ms, vs, acts, rngs, seating, film, seat)
                film.decisions += 1
        film.met += 1
    return 0


@rule
def record_chances(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, seating: Seating, film: Film,
                 thought: Thought, share: int) -> None:  # fmt: skip
    """Record every live seat's estimate of its chance: how often it wins in worlds it cannot tell from this one."""
    t = ts[HAND]
    at = film.points
    film.hand[at] = film.hands
    film.share[at] = share
    film.points += 1
    for seat in range(t.seats):
        won = -1
        if has(t.betting.live, seat):
            won = 0
            ts[KNOWN] = ts[HAND]
            blindfold(ts[KNOWN].cards, seat)
            for _ in range(FEW_WORLDS):
                ts[PLAYED] = ts[KNOWN]
                imagine(ts[PLAYED].cards, seat, rngs[0])
                seed(rngs[1], next32(rngs[0]), 0)
                film.left -= play_out(ts[PLAYED], outs[1], ms[1], vs[1], acts[1], rngs[1], seating, thought)
                won += share_won(ts[PLAYED], seat)
            won //= FEW_WORLDS
        film.chance[at * t.seats + seat] = won


@rule
def share_won(t: Any, seat: int) -> int:
    """The seat's share of the win, in thousandths: all if it alone has the highest score, split among equals, or 0."""
    best = 1
    for other in range(t.seats):
        if score(t, other) > score(t, seat):
            return 0
        if other != seat and score(t, other) == score(t, seat):
            best += 1
    return WHOLE // best


@rule
def record_values(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, seating: Seating, film: Film,
                  thought: Thought, seat: int) -> None:  # fmt: skip
    """Record the lead of every choice of a decision, in the same imagined worlds with the same random numbers."""
    pick_choices(ms[0], thought, rngs[0], False)
    ts[KNOWN] = ts[HAND]
    blindfold(ts[KNOWN].cards, seat)
    film.choices[film.decisions] = thought.count
    for world in range(WORLDS):
        ts[WORLD] = ts[KNOWN]
        imagine(ts[WORLD].cards, seat, rngs[0])
        luck = next32(rngs[0])
        for i in range(thought.count):
            ts[PLAYED] = ts[WORLD]
            take_thought(ms[0], thought, i, acts[0], acts[1])
            seed(rngs[1], luck, 0)
            outs[1].count = 0
            act(ts[PLAYED], outs[1], seat, acts[1])
            film.left -= play_out(ts[PLAYED], outs[1], ms[1], vs[1], acts[1], rngs[1], seating, thought)
            film.value[(film.decisions * CHOICES + i) * WORLDS + world] = lead_of(ts[PLAYED], seat)


@rule
def record_interaction(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, seating: Seating, film: Film,
                       seat: int) -> None:  # fmt: skip
    """Record whether another choice would change the options or the move of the next other seat."""
    luck = next32(rngs[0])
    choice = below(rngs[0], count_choices(ms[0]))
    take_choice(ms[0], choice, acts[1])
    if is_same(acts[0], acts[1]):
        take_choice(ms[0], (choice + 1) % count_choices(ms[0]), acts[1])
    ts[PLAYED] = ts[HAND]
    seed(rngs[1], luck, 0)
    after_another = answer_to(ts, outs, ms, vs, acts[1], acts[2], rngs, seating, seat)
    ts[PLAYED] = ts[HAND]
    seed(rngs[1], luck, 0)
    after_own = answer_to(ts, outs, ms, vs, acts[0], acts[2], rngs, seating, seat)
    film.changed[film.decisions] = 1 if after_another != after_own else 0


@rule
def is_same(one: Action, other: Action) -> bool:
    """Whether two actions are the same."""
    if one.kind != other.kind or one.amount != other.amount or one.count != other.count:
        return False
    for i in range(one.count):
        if one.cards[i] != other.cards[i]:
            return False
    return True


@rule
def answer_to(ts: Any, outs: Any, ms: Any, vs: Any, done: Action, a: Action, rngs: Any, seating: Seating,
              seat: int) -> int:  # fmt: skip
    """A hash of the next other seat's options and move after an action; all seats move as usual until then."""
    t = ts[PLAYED]
    outs[1].count = 0
    act(t, outs[1], seat, done)
    luck = next32(rngs[1])
    for _ in range(LONGEST):
        owed = owing(t)
        if owed == 0 or t.hands > 0 or fault_of(t, outs[1], ms[1]):
            return NOBODY
        actor = next_to_act(t, owed, ms[1], rngs[1], a)
        if actor < SEATS:
            seed(rngs[2], luck, actor)
            glance(seating.usual, t, actor, vs[1], ms[1], rngs[2], a, seating)
            if actor != seat:
                return number_of(ms[1], a, actor)
        outs[1].count = 0
        act(t, outs[1], actor, a)
    return NOBODY


@rule
def number_of(m: Menu, a: Action, seat: int) -> int:
    """A hash of a menu, an action and a seat."""
    number = mix(seat + 1, m.count)
    for option in range(m.count):
        number = mix(number, m.kind[option])
        if m.step[option]:
            number = mix(mix(number, m.low[option]), m.high[option])
    for i in range(m.candidates):
        number = mix(number, m.candidate[i])
    number = mix(mix(number, a.kind), a.amount)
    for i in range(a.count):
        number = mix(number, a.cards[i])
    return number


WATCHING = bound(PLAYING, answer_to, record_interaction, record_values, record_chances, decide_watched)
RULES = bound({**WATCHING, "decide": WATCHING["decide_watched"]}, play_hand, watch_hand, film_hands, measure_hands)
"""The rules of this module with their names bound."""

"""The driver: plays whole matches of any game between policies, at both speeds.

`play_on` is written once against the names of a core (`begin`, `owing`, …) and bound to a game's own functions.
`Loop` runs many matches with it: compiled, over records in arrays; or plain, over objects. Match number i draws from
deal i of the seed and everything counted is an integer, so neither the speed nor the number of workers nor the order in
which they finish changes a result. Chance and every player draw from separate streams (`kernel.vocabulary.streams`).
"""

# ruff: noqa: F821 - `bind` gives the declared names their values
from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Annotated, Any

from croupier.agents.policies import are_traced, chain_of, in_order, memories_of, plain_memories_of, rules_of
from croupier.agents.random import play_randomly
from croupier.kernel.contract.drive import FAULT_ENDLESS, FAULT_ILLEGAL_POLICY, STEP_LIMIT, names_for, told_fault
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.house_bots import PolicyLike
from croupier.kernel.errors import Fault
from croupier.kernel.language.jit import bind, compiled, rule
from croupier.kernel.language.records import Record, blank_rows, from_row, to_row
from croupier.kernel.statistics import Sample
from croupier.kernel.vocabulary.events import SILENT, TRACED, Out
from croupier.kernel.vocabulary.keys import house_key
from croupier.kernel.vocabulary.menu import ALLOWED, Action, Menu, allows
from croupier.kernel.vocabulary.rng import Rng
from croupier.kernel.vocabulary.streams import FIRST_SEAT, Luck, Source, open_luck, open_source, open_stream
from croupier.kernel.vocabulary.turns import HOUSE, NOBODY, SEATS

NOT_BEGUN = -1
FIRST_SLICE, LONGEST_SLICE, SLICE_SECONDS = 1 << 6, 1 << 20, 0.05
"""Steps between two checks for Ctrl-C: doubled each time, as long as they take less than this."""

PerSeat = Annotated[list[int], SEATS]


class Tally(Record):
    """What is counted over matches. Squares are kept in two halves so that they cannot overflow."""

    matches: int
    hands: int
    steps: int
    score: PerSeat
    square_low: PerSeat
    square_high: PerSeat
    fault: int
    faulty_match: int


def sample_of(tally: Tally, seat: int) -> Sample:
    """The scores of a seat, one sample per match."""
    squares = tally.square_low[seat] + (tally.square_high[seat] << 32)
    return Sample.from_sums(tally.matches, tally.score[seat], squares)


class Run(Record):
    """The progress of a run: the match being played, its steps so far, and how many steps may be made before the next
    check for Ctrl-C."""

    match: int
    steps: int
    left: int


class Nothing(Record):
    """The notes of a loop without a watcher."""

    unused: int


class Lineup(Record):
    """The number of the policy in each seat."""

    policy: PerSeat


# Names of a core, declared here and given their values by `bind`.
begin: Callable[..., None]
owing: Callable[..., int]
act: Callable[..., None]
observe: Callable[..., None]
score: Callable[..., int]
choose: Callable[..., None]
next_in_match: Callable[..., int]
fault_of: Callable[..., int]
refuses: Callable[..., int]
watch: Callable[..., None]
ask: Callable[..., None]
blind: int


@rule
def watch_nothing(t: Any, out: Out, seat: int, notes: Any) -> None:
    """The watcher of loops that only count scores."""
    out.count = 0


@rule
def has_begun(t: Any, out: Out) -> None:
    """Replaces `begin` in silent loops: `begin` involves no chance, so every match is a copy of one that has begun."""
    out.count = 0


@rule
def refuses_nothing(m: Menu, a: Action) -> int:
    """Replaces `allows` in random play, which chooses from the menu itself: there is nothing to check."""
    return ALLOWED


@rule
def play_on(t: Any, out: Out, m: Menu, v: Any, a: Action, luck: Luck, minds: Source, rng: Rng, lineup: Lineup,
            notes: Any, run: Run, memories: Any) -> bool:  # fmt: skip
    """Play a match on until it ends, or runs into a fault; False if it only used up the steps that it may make now.

    Chance draws from `luck`, the players from `minds`. `watch` is called with every state and the events that led to
    it.
    """
    if run.steps == NOT_BEGUN:
        run.steps = 0
        out.count = 0
        for seat in range(SEATS):
            out.trace[seat] = 0
        begin(t, out)
        watch(t, out, HOUSE, notes)
    while fault_of(t, out, m) == 0:
        owed = owing(t)
        if owed == 0:
            return True
        if run.steps >= STEP_LIMIT:
            t.fault = FAULT_ENDLESS
            return True
        if run.left == 0:
            return False
        seat = next_in_match(t, owed, m, luck, a)
        if seat < SEATS:
            open_stream(rng, minds, FIRST_SEAT + seat, run.steps)
            m.told = out.trace[seat]
            choose(lineup.policy[seat], t, seat, v, m, rng, a, memories)
            if refuses(m, a):
                t.fault = FAULT_ILLEGAL_POLICY
                return True
        out.count = 0
        act(t, out, seat, a)
        watch(t, out, seat, notes)
        run.steps += 1
        run.left -= 1
    return True


@rule
def choose_seeing(number: int, t: Any, seat: int, v: Any, m: Menu, rng: Rng, a: Action, memories: Any) -> None:
    """Let a policy of the chain decide from the seat's view; the random policy needs only the menu."""
    if number != blind:
        observe(t, seat, v)
    ask(number, v, m, rng, a, memories)


@rule
def choose_blindly(number: int, t: Any, seat: int, v: Any, m: Menu, rng: Rng, a: Action, memories: Any) -> None:
    """`choose_seeing` for matches in which all seats play at random."""
    ask(number, v, m, rng, a, memories)


@rule
def count_match(t: Any, out: Out, m: Menu, steps: int, index: int, tally: Tally) -> None:
    """Add a finished match to the tally."""
    tally.matches += 1
    tally.hands += t.hands
    tally.steps += steps
    fault = fault_of(t, out, m)
    if fault and tally.fault == 0:
        tally.fault = fault
        tally.faulty_match = index
    for seat in range(t.seats):
        points = score(t, seat)
        tally.score[seat] += points
        square = points * points
        tally.square_low[seat] += square & 0xFFFFFFFF
        tally.square_high[seat] += square >> 32


@rule
def play_compiled(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, lucks: Any, minds: Any, rngs: Any, lineups: Any,
                  tallies: Any, notes: Any, runs: Any, memories: Any, key: int, house: int,
                  stop: int) -> None:  # fmt: skip
    """Play matches up to stop - 1 on compiled records, as far as the steps reach; ts[1] is the table that each starts
    from. Python calls this rule to play millions of matches: nothing is told, asked or recorded."""
    run = runs[0]
    while run.match < stop:
        if run.steps == NOT_BEGUN:
            ts[0] = ts[1]
            open_luck(lucks[0], key, run.match)
            open_source(minds[0], house, run.match)
        if not play_on(ts[0], outs[0], ms[0], vs[0], acts[0], lucks[0], minds[0], rngs[0], lineups[0], notes[0], run,
                       memories):  # fmt: skip
            return
        count_match(ts[0], outs[0], ms[0], run.steps, run.match, tallies[0])
        run.match += 1
        run.steps = NOT_BEGUN


class Loop:
    """Many matches of one game between given policies: they are seated in this order, and `seat` changes that.

    A rule `watch(t, out, seat, notes)` may be called after every step: `seat` has acted, `out` has the events (if the
    mode is LOUD), and `notes` is a record of the watcher, blank at the start of each run and kept as `loop.notes`.
    """

    def __init__(
        self,
        game: Game,
        config: Any,
        policies: Sequence[PolicyLike] = (),
        *,
        mode: int = SILENT,
        watch: Callable[..., None] = watch_nothing,
        notes: type[Record] = Nothing,
    ) -> None:
        self.game = game
        self.notes = notes()
        self.mode = mode | TRACED if are_traced(policies) else mode
        begun = self.mode == SILENT
        self.origin = game.start(config).state.table if begun else game.fresh(config)
        seated: tuple[PolicyLike, ...] = tuple(policies) or (play_randomly,)
        self.policies = in_order(seated)
        self.lineup = Lineup()
        self.seat(seated)
        self.play, self.count, self.fast = _bound(game, tuple(self.policies), watch, begun)
        self._rows: tuple[Any, ...] | None = None

    def seat(self, policies: Sequence[PolicyLike]) -> None:
        """Seat policies, of those that the loop was made with; if they are fewer than seats, they are repeated."""
        for seat in range(SEATS):
            self.lineup.policy[seat] = self.policies.index(policies[seat % len(policies)])

    def run(self, key: int, start: int, stop: int) -> Tally:
        """Play matches start to stop - 1, compiled. A Ctrl-C takes effect within a moment, however long a match is."""
        _, outs, ms, vs, acts, _, _, _, lineups, tallies, notes, runs = rows = self._workspace()
        for scratch in (outs, ms, vs, acts, tallies, notes):
            scratch.view("i8")[:] = 0
        outs["mode"] = self.mode
        to_row(self.lineup, lineups)
        runs["match"], runs["steps"] = start, NOT_BEGUN
        play, memories, steps = compiled(self.fast), memories_of(self.policies), FIRST_SLICE
        while True:
            runs["left"] = steps
            began = time.perf_counter()
            play(*rows, memories, key, house_key(key), stop)
            if runs["match"][0] >= stop:
                break
            if time.perf_counter() - began < SLICE_SECONDS:
                steps = min(2 * steps, LONGEST_SLICE)
        self.notes = from_row(type(self.notes), notes)
        return self._checked(from_row(Tally, tallies), key)

    def run_plain(self, key: int, start: int, stop: int) -> Tally:
        """Play the same matches with the same rules in plain Python."""
        tally, out, m, v, a, rng, run = Tally(), Out(), Menu(), self.game.View(), Action(), Rng(), Run()
        luck, minds, memories = Luck(), Source(), plain_memories_of(self.policies)
        out.mode = self.mode
        self.notes = type(self.notes)()
        for index in range(start, stop):
            table = self.origin.copy()
            open_luck(luck, key, index)
            open_source(minds, house_key(key), index)
            run.steps, run.left = NOT_BEGUN, STEP_LIMIT + 1
            self.play(table, out, m, v, a, luck, minds, rng, self.lineup, self.notes, run, memories)
            self.count(table, out, m, run.steps, index, tally)
        return self._checked(tally, key)

    def _workspace(self) -> tuple[Any, ...]:
        if self._rows is None:
            ts, lineups = blank_rows(self.game.Table, 2), blank_rows(Lineup)
            to_row(self.origin, ts, 1)
            kinds = (Out, Menu, self.game.View, Action, Luck, Source, Rng)
            self._rows = (
                ts,
                *(blank_rows(cls) for cls in kinds),
                lineups,
                blank_rows(Tally),
                blank_rows(type(self.notes)),
                blank_rows(Run),
            )
        return self._rows

    def _checked(self, tally: Tally, key: int) -> Tally:
        if tally.fault:
            raise Fault(
                f"{self.game.name}: {told_fault(tally.fault)} in match {tally.faulty_match} of seed {key}. "
                f"Replay it in plain Python with Loop.run_plain({key}, {tally.faulty_match}, {tally.faulty_match + 1})."
            )
        return tally


_loops: dict[Any, Any] = {}


def _bound(
    game: Game, policies: tuple[PolicyLike, ...], watch: Callable[..., None], begun: bool
) -> tuple[Any, Any, Any]:
    """`play_on`, `count_match` and the compiled loop of a game and its policies, bound once per process."""
    known = (game.core, rules_of(policies), watch, begun)
    if known not in _loops:
        names = names_for(game)
        if begun:
            names["begin"] = has_begun
        refuses = refuses_nothing if policies == (play_randomly,) else allows
        play = bind(play_on, **names, choose=choosing(game, policies), refuses=refuses, watch=watch)
        count = bind(count_match, **names)
        _loops[known] = play, count, bind(play_compiled, play_on=play, count_match=count)
    return _loops[known]  # type: ignore[no-any-return]


def choosing(game: Game, policies: Sequence[PolicyLike]) -> Callable[..., None]:
    """The rule `choose` over some policies, by their numbers."""
    chain = chain_of(policies)
    if tuple(policies) == (play_randomly,):
        return bind(choose_blindly, ask=chain)
    number = policies.index(play_randomly) if play_randomly in policies else NOBODY
    return bind(choose_seeing, ask=chain, observe=game.core.observe, blind=number)

"""Many tables of one game as arrays, stepped together by one compiled call.

    tables = batch("holdem", tables=4096, seats=6, seed=1)
    now = tables.reset()
    while True:
        now = tables.step(choose(now.observations, now.masks))

All arrays are allocated once, and every call writes into the same ones: copy what is to be kept. A table whose match
is over begins the next within the same step, as in Gymnasium's `AutoresetMode.SAME_STEP`; what the seat that acted last
saw of the end is in `final_observations`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.agents.loading import policy_named
from croupier.agents.policies import are_traced, chain_of, in_order, memories_of, plain_memories_of, rules_of
from croupier.agents.space import NONE, space_of, with_sizes
from croupier.games import load
from croupier.kernel.contract.drive import names_for, told_fault
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.observations import Observations, chosen_so_far, observations_of
from croupier.kernel.errors import BadInput, Fault
from croupier.kernel.language.cache import telling
from croupier.kernel.language.jit import bind, compiled
from croupier.kernel.language.records import PlainRows, Record, blank_rows, from_row, to_row
from croupier.kernel.vocabulary.events import KEPT, SILENT, TRACED
from croupier.kernel.vocabulary.keys import fresh_seed, house_key
from croupier.kernel.vocabulary.menu import Action
from croupier.kernel.vocabulary.rng import SEEDS_BELOW
from croupier.kernel.vocabulary.streams import MOST_DEALS
from croupier.kernel.vocabulary.turns import SEATS

from . import batch_rules as rules
from .batch_rules import Desk, Log, Run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from croupier.kernel.contract.house_bots import PolicyLike

Choose = Callable[[Any, Any, Any, Any], Any]
MOST_TABLES = 1 << 20
MOST_WORKERS = 1_024
MOST_EVENTS = rules.EVENTS // 2
"""The longest sequence of events that can be asked for: others may be told more than a seat."""


class Tables(NamedTuple):
    """All tables as arrays, by table. Every call of a batch writes into the same arrays."""

    observations: NDArray[np.float32]
    """What the seat in turn is given."""
    masks: NDArray[np.bool_]
    """Which choices are legal."""
    turns: NDArray[np.int64]
    """The seat that is to choose."""
    rewards: NDArray[np.float32]
    """What each seat has won in this step."""
    done: NDArray[np.bool_]
    """Whether a match ended in this step: what is shown is the beginning of the next."""
    final_observations: NDArray[np.float32]
    """Where a match has ended: what the seat that acted last was given at the end."""
    ranges: NDArray[np.int64]
    """With exact amounts: the least and the most that is legal now, and the step between them; zeros if none is."""
    histories: NDArray[np.int64]
    """The last events that the seat in turn was told, the newest last; empty unless asked for (`history`)."""


def batch(
    game: str | Game,
    *,
    tables: int = 1,
    seed: int | None = None,
    opponents: Mapping[int, str] | None = None,
    sizes: Sequence[float | str] | None = None,
    exact: bool = False,
    history: int = 0,
    plain: bool = False,
    stops: bool = False,
    workers: int = 1,
    **options: Any,
) -> Batch:
    """Many tables of a game, named or given; `options` are those of its matches.

    Policies play the seats in `opponents`, by name: those of the house, or of rule files (`rule:mine.py`). `sizes` are
    the raises that can be chosen, in a game that lets them be changed. With `exact` there is one choice for each kind
    of raise, and its amount is a second array.
    `history` events of the match are shown as a sequence. With `plain`, nothing is compiled: slow, and ready at once.
    With `stops`, a table whose match is over waits for the next `reset`, with no legal choice.
    With several `workers`, processes of this machine step a part of the tables each: same arrays, same results. They
    start at the first `reset`, and end with `close`, with the tables, and with this process.
    """
    arguments: dict[str, Any] = {"opponents": opponents or {}, "sizes": sizes, "exact": exact, "history": history,
                                 "plain": plain, "stops": stops, "options": options}  # fmt: skip
    _check_whole("workers", workers, 1, MOST_WORKERS)
    if workers == 1 or tables == 1:
        return Batch(load(game) if isinstance(game, str) else game, tables, seed, **arguments)
    if not isinstance(game, str) or plain:
        raise BadInput("Workers make the game anew, compiled: it must be given by its name, and not as plain.")
    from .shared import SharedBatch

    return SharedBatch(game, workers, tables, seed, arguments)


class Memory:
    """Where arrays with a row for each table lie: in this process, unless a subclass says otherwise."""

    def zeros(self, shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
        """An array of zeros."""
        import numpy as np

        return np.zeros(shape, kind)


class Batch:
    """Many tables of one game: `batch` makes it."""

    def __init__(
        self,
        game: Game,
        tables: int,
        seed: int | None,
        opponents: Mapping[int, str | PolicyLike],
        sizes: Sequence[float | str] | None,
        exact: bool,
        history: int,
        plain: bool,
        stops: bool,
        options: Mapping[str, Any],
        config: Any = None,
        memory: Memory | None = None,
    ) -> None:
        """`config` is that of the matches, for a caller that has one in place of `options`."""
        _check_whole("tables", tables, 1, MOST_TABLES)
        _check_whole("history", history, 0, MOST_EVENTS)
        self.game = game = with_sizes(game, sizes, exact)
        game.config_options(options)
        self.config = game.configure(**{**game.simulation, **options}) if config is None else config
        start = game.start(self.config).state
        self.tables, self.seats, self.exact, self.history = tables, start.table.seats, exact, history
        self.plain, self.stops = plain, stops
        self.space = space_of(game)
        self.choices = self.space.size
        self.about: Observations = observations_of(game)
        self.own = self.about.size(self.config)
        """The numbers of an observation that the game declares; what was chosen of an open decision follows."""
        self.cards = len(start.table.cards.zone) if game.choices.with_cards else 0
        self.width = self.own + sum(part.size for part in chosen_so_far(game))
        if self.width > rules.WIDEST:
            raise BadInput(f"An observation of {game.title} has {self.width:,} numbers; at most {rules.WIDEST:,} fit.")
        self.opponents = self._policies(opponents)
        self.policies = in_order(self.opponents.values())
        self.learners = [seat for seat in range(self.seats) if seat not in self.opponents]
        if not self.learners:
            raise BadInput("Every seat has an opponent: leave one to learn.")
        self._allocate(start.table, memory or Memory())
        self._entrance = playing(game, self.policies, self.space.base)
        self.seed = fresh_seed() if seed is None else checked_seed(seed)
        self._begun = False
        self._chosen: dict[int, Any] = {}
        """What seats of the first table have chosen of open decisions, if they are asked out of turn."""

    def _policies(self, opponents: Mapping[int, str | PolicyLike]) -> dict[int, PolicyLike]:
        for seat in opponents:
            _check_whole("the seat of an opponent", seat, 0, self.seats - 1)
        return {seat: policy_named(self.game, policy) if isinstance(policy, str) else policy
                for seat, policy in opponents.items()}  # fmt: skip

    def _allocate(self, table: Any, memory: Memory) -> None:
        """All records and arrays."""
        import numpy as np

        desk, history = Desk(), self.history
        desk.tables, desk.leap, desk.choices, desk.width, desk.cards = (
            self.tables, self.tables, self.choices, self.width, self.cards)  # fmt: skip
        desk.exact, desk.hand_by_hand = int(self.exact), int(self.about.hand_by_hand)
        desk.traced, desk.shown, desk.stops = int(are_traced(self.policies)), history, int(self.stops)
        desk.out.mode = (TRACED if desk.traced else SILENT) | (KEPT if history else SILENT)
        desk.out.seats = self.seats
        for seat in range(SEATS):
            policy = self.opponents.get(seat)
            desk.policy[seat] = rules.NO_POLICY if policy is None else self.policies.index(policy)
        tables, kind = self.tables, self.game.Table
        self._runs, self._desk = self._rows(Run, tables, memory), self._rows(Desk, 1)
        logs = self._rows(Log, tables, memory) if history else self._rows(Log, 1)
        self._tables = self._rows(kind, tables, memory), self._runs, logs
        starts = self._rows(kind, 2)
        for filled, into, at in ((self.game.fresh(self.config), starts, 0), (table, starts, 1), (desk, self._desk, 0)):
            self._write(filled, into, at)
        self._shared = (starts, self._rows(kind, 1), self._rows(self.game.View, 1), self._desk)
        scale = np.array([*self.about.scale(self.config), *([1] * (self.width - self.own))], np.float32)
        unit = np.array([1 / self.about.unit(self.config)], np.float32)
        zeros = memory.zeros
        self._given = (zeros((tables,), np.int64), zeros((tables,), np.int64), scale, unit)
        self._amounts = zeros((tables, self.choices), np.int64)
        self._counts = np.zeros((0, self.seats + 2), np.int64), np.zeros(tables)
        self._memories = (plain_memories_of if self.plain else memories_of)(self.policies)
        self.now = Tables(
            zeros((tables, self.width), np.float32),
            zeros((tables, self.choices), np.bool_),
            zeros((tables,), np.int64),
            zeros((tables, self.seats), np.float32),
            zeros((tables,), np.bool_),
            zeros((tables, self.width), np.float32),
            zeros((tables, 3), np.int64),
            zeros((tables, history, rules.EVENT), np.int64),
        )
        self._arrays = tuple(self.now)

    def _rows(self, kind: type[Record], count: int, memory: Memory | None = None) -> Any:
        """Blank records, in a memory if they are one for each table."""
        if self.plain:
            return PlainRows(kind() for _ in range(count))
        return memory.zeros((count,), kind.dtype) if memory else blank_rows(kind, count)

    def _write(self, record: Record, into: Any, at: int) -> None:
        if self.plain:
            into[at] = record
        else:
            to_row(record, into, at)

    def _set(self, rows: Any, field: str, at: int, value: int) -> None:
        """Write one field of a record."""
        if self.plain:
            setattr(rows[at], field, value)
        else:
            rows[field][at] = value

    def _get(self, rows: Any, field: str, at: int) -> int:
        return int(getattr(rows[at], field) if self.plain else rows[field][at])

    def reset(self, seed: int | None = None, *, first_deal: int = 0) -> Tables:
        """Begin all tables anew: table number i with deal `first_deal` + i of the seed."""
        _check_whole("first_deal", first_deal, 0, MOST_DEALS - self.tables)
        with telling(self._tell_compiling):
            return self._begin(checked_seed(self.seed if seed is None else seed), first_deal, 1)

    def _tell_compiling(self) -> None:
        print(f"croupier: compiling the rules of {self.game.title} (some seconds to a minute, once) …",
              file=sys.stderr, flush=True)  # fmt: skip

    def _begin(self, seed: int, first: int, stride: int) -> Tables:
        self.seed = seed
        self._set(self._desk, "key", 0, seed)
        self._set(self._desk, "house", 0, house_key(seed))
        self._set(self._desk, "leap", 0, self.tables * stride)
        for at in range(self.tables):
            self._set(self._runs, "deal", at, first + at * stride)
        self._chosen.clear()
        self._play(rules.RESET)
        self._begun = True
        return self.now

    def play_through(self, seed: int, first: int, count: int, stride: int, choose: Choose) -> NDArray[np.int64]:
        """Play `count` deals, every `stride`-th from `first` on. `choose` gets the observations, the masks, the seats
        in turn and a number from 0 to 1 for the tables that are asked, and returns their choices. Returns by match the
        scores of all seats, the hands and the steps."""
        import numpy as np

        results = np.zeros((count, self.seats + 2), np.int64)
        self._counts = results, self._counts[1]
        for name, value in (("first", first), ("stride", stride), ("end", first + count * stride)):
            self._set(self._desk, name, 0, value)
        try:
            now = self._begin(seed, first, stride)
            choices = self._given[0]
            while len(rows := np.flatnonzero(self._idle() == 0)):
                choices[rows] = choose(now.observations[rows], now.masks[rows], now.turns[rows], self._counts[1][rows])
                self._play(rules.STEP)
        finally:
            self._set(self._desk, "end", 0, 0)
            self._begun = False
        return results

    def _idle(self) -> NDArray[np.int64]:
        """By table, whether it has no further deal."""
        import numpy as np

        return np.array([run.idle for run in self._runs]) if self.plain else self._runs["idle"]

    def step(self, choices: Any, amounts: Any = None) -> Tables:
        """Make a choice at each table, and play on to the next. With `exact`, `amounts` has the amount of each raise,
        and 0 for any other choice. An illegal choice is refused, and nothing is done at any table."""
        if not self._begun:
            raise BadInput("Reset the tables before the first step.")
        self._fill(self._given[0], choices, "choices")
        if self.exact:
            self._fill(self._given[1], amounts, "amounts")
        elif amounts is not None:
            raise BadInput("Amounts are only taken with exact=True.")
        self._play(rules.STEP)
        return self.now

    def _fill(self, array: Any, values: Any, name: str) -> None:
        import numpy as np

        given = np.asarray(values)
        if given.shape != array.shape or given.dtype.kind not in "iu":
            raise BadInput(f"There must be {len(array)} {name}, whole numbers in an array, one for each table; not "
                           f"{given.dtype} of shape {given.shape}.")  # fmt: skip
        array[:] = given

    def look(self, seat: int) -> Any:
        """What a seat of the first table sees now, whether it is in turn or not; of a batch with one table."""
        _check_whole("a seat", seat, 0, self.seats - 1)
        self._play(rules.LOOK, seat)
        return self.now.final_observations[0]

    @property
    def owing(self) -> list[int]:
        """The seats of the first table that owe a decision now: several, where seats act at once."""
        owed = self._get(self._runs, "owed", 0)
        return [seat for seat in range(self.seats) if owed >> seat & 1]

    def deal(self, at: int = 0) -> int:
        """The number of the deal that a table plays."""
        return self._get(self._runs, "deal", at)

    def table(self, at: int = 0) -> Any:
        """The whole table as a plain record, hidden cards included: for tests and debugging."""
        rows = self._tables[0]
        return rows[at].copy() if self.plain else from_row(self.game.Table, rows, at)

    def turn_to(self, seat: int) -> Tables:
        """Ask a seat of the first table that owes a decision; what the seat in turn has chosen of its own is kept."""
        now = int(self.now.turns[0])
        if seat != now:
            row = self._runs[0]
            action = row.action if self.plain else row["action"]
            self._chosen[now] = action.copy()
            chosen = self._chosen.pop(seat, None)
            if self.plain:
                row.action = chosen or Action()
            else:
                row["action"] = 0 if chosen is None else chosen
            self._play(rules.TURN, seat)
        return self.now

    def close(self) -> None:
        """End the workers of the tables, if they have any."""

    def _call(self, call: int, seat: int) -> tuple[int, int]:
        """Enter the loop; returns what it reports, and the table that this is about."""
        entrance = self._entrance if self.plain else compiled(self._entrance)
        given = self._tables, self._shared, self._given, self._arrays, self._amounts, self._counts, self._memories
        found = int(entrance(*given, call, seat))
        return found, 0 if found == rules.FINE else self._get(self._desk, "wrong", 0)

    def _play(self, call: int, seat: int = 0) -> None:
        found, at = self._call(call, seat)
        if found == rules.FINE:
            return
        if found == rules.ILLEGAL:
            raise BadInput(self._refusal(at))
        self._begun = False
        fault = self._get(self._runs, "fault", at)
        deal = self.deal(at)
        if fault == rules.FAULT_NEVER_ASKED:
            raise BadInput(f"No learner's seat was asked in {rules.PASSED_OVER:,} matches in a row.")
        raise Fault(f"{self.game.name}: {told_fault(fault)} at table {at}, in deal {deal} of seed {self.seed}")

    def _refusal(self, at: int) -> str:
        """Why the choice at a table is not taken."""
        number = int(self._given[0][at])
        legal = [n for n in range(self.choices) if self._amounts[at][n] != NONE]
        if not legal:
            return f"Table {at}: the match is over. Reset before the next step."
        said = ", ".join(f"{n} ({self.space.describe(n)})" for n in legal)
        if number in legal:
            low, high, step = (int(part) for part in self.now.ranges[at])
            amount = int(self._given[1][at])
            return (f"Table {at}: {self.space.describe(number)} does not take the amount {amount}. Amounts are from "
                    f"{low} to {high} in steps of {step}, and 0 for a choice without one.")  # fmt: skip
        return f"Table {at}: choice {number} is not legal now. Legal: {said}."


def checked_seed(seed: Any) -> int:
    """A seed as a whole number; NumPy's are taken as well."""
    whole = seed.item() if hasattr(seed, "item") else seed
    if type(whole) is not int or not -SEEDS_BELOW < whole < SEEDS_BELOW:
        raise BadInput(f"A seed is a whole number of at most 18 digits, not {seed!r}.")
    return whole


def _check_whole(name: str, value: object, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise BadInput(f"{name} must be a whole number from {low} to {high:,}, not {value!r}.")


_bound: dict[Any, Any] = {}


def playing(game: Game, policies: Sequence[PolicyLike], base: Sequence[int]) -> Any:
    """The loop of a game, the policies that may be opponents and its numbers of choices, bound once in a process."""
    import numpy as np

    about = observations_of(game)
    known = game.core, game.choices, about.blocks, rules_of(policies)
    if known not in _bound:
        kinds = [kind for kind in range(len(base) - 1) for _ in range(base[kind + 1] - base[kind])]
        names: dict[str, Any] = {
            **names_for(game),
            **space_of(game).rules,
            "ask": chain_of(policies),
            "write": about.rule,
            "KIND": np.array(kinds, np.int64),
            "NAMES_CARDS": np.array([kind in game.choices.with_cards for kind in kinds], np.int64),
        }
        for part in (rules.make, rules.play_to_choice, rules.give_rewards, rules.write_observation,
                     rules.make_choice, rules.count_match):  # fmt: skip
            names[part.__name__] = bind(part, **names)
        _bound[known] = bind(rules.play_tables, **names)
    return _bound[known]

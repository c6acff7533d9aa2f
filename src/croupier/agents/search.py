"""Search for any game: information-set Monte-Carlo tree search over the core.

An iteration imagines a world that the searching seat cannot tell from the real one (`ledger.imagine` deals the unknown
cards anew, the game's `conceal` takes back what others have chosen in secret), walks down the tree, adds one node, and
plays on at random. Every seat has nodes of its own, keyed by what it has been told (its trace), so no seat in the tree
acts on what it could not know; each maximises its own score. The searching seat then plays the move that it tried most.

Before anything else the unknown cards are put into a fixed order, so a search gives the same answer, visit for visit,
whatever the hidden cards are: it provably knows only what its seat knows.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from croupier.kernel.contract.drive import names_for
from croupier.kernel.contract.game import Game, Move, State
from croupier.kernel.contract.house_bots import PolicyLike
from croupier.kernel.errors import BadInput, Fault
from croupier.kernel.language.jit import bind, compiled
from croupier.kernel.language.records import blank_rows, from_row, sized, to_row
from croupier.kernel.vocabulary.events import TRACED, Out, mix
from croupier.kernel.vocabulary.ledger import imagine
from croupier.kernel.vocabulary.menu import Action, Menu, clear
from croupier.kernel.vocabulary.rng import Rng, seed
from croupier.kernel.vocabulary.turns import SEATS, all_seats

from .choices import count_choices, take_choice
from .policies import chain_of, memories_of, rules_of
from .search_rules import (
    NO_NODE,
    Tree,
    Walk,
    blindfold,
    deal_any,
    deal_believed,
    hide_cards,
    hide_nothing,
    learn,
    search_compiled,
    walk_down,
)

FEW = 4
"""With at most this many choices, the one that was tried most is played."""


class Thought(NamedTuple):
    """The result of a search: the move, and for each choice how often it was tried and its mean score."""

    move: Move
    tried: dict[Move, tuple[int, float]]
    iterations: int


class Search:
    """Chooses moves for seats of one game by search.

    The budget is a number of iterations, or `seconds`. `models` names the policies of other seats whose play is known;
    `below` those that play a seat below the tree, instead of random play. `believes` is a rule `believes(view, rng)`
    that tells, from another seat's view in an imagined world, whether that seat may plausibly have played as it did;
    without it every world is equally likely. `default` is a policy whose choice is played among many choices, unless
    another is clearly better. `mixes` says that the default draws from an equilibrium: where others choose at the same
    time, its draw is played whatever the search found, because nothing is better against an equilibrium, and a player
    that always plays the seemingly best move can be predicted. `hands` is how many more hands are imagined; 0 goes to
    the end of the match.
    """

    def __init__(
        self,
        game: Game,
        *,
        iterations: int = 1_000,
        seconds: float | None = None,
        models: Mapping[int, PolicyLike] = MappingProxyType({}),
        below: Mapping[int, PolicyLike] = MappingProxyType({}),
        believes: Callable[..., bool] | None = None,
        default: PolicyLike | None = None,
        mixes: bool = False,
        hands: int = 1,
        key: int = 1,
        slots: int = 1 << 13,
    ) -> None:
        if iterations < 1 or (seconds is not None and seconds <= 0):
            raise BadInput("A search needs at least one iteration, or some time.")
        self.game, self.iterations, self.seconds, self.hands = game, iterations, seconds, hands
        policies = list(dict.fromkeys([*models.values(), *below.values(), *([default] if default else [])]))
        self.fast, self._policies = _bound(game, tuple(policies), believes), policies
        self.mixes = mixes
        self._rng = Rng()
        self.draw_from(key)
        self._walk = Walk()
        for seat, policy in models.items():
            self._walk.modelled[seat] = policies.index(policy) + 1
        for seat, policy in below.items():
            self._walk.below[seat] = policies.index(policy) + 1
        self._walk.default = policies.index(default) + 1 if default else 0
        kinds = (Menu, game.View, Action, Rng, sized(Tree, slots=slots, stats=8 * slots), Walk)
        self._rows = (blank_rows(game.Table, 2), blank_rows(Out, 2), *(blank_rows(cls) for cls in kinds))

    def draw_from(self, key: int) -> None:
        """Restart its randomness."""
        seed(self._rng, key, 0)

    def think(self, state: State, seat: int) -> Thought:
        """Search a seat's decision. The state is only read, and only what the seat may know is used."""
        decision = self.game.decision(state, seat)
        if not decision.owed:
            raise BadInput(f"Seat {seat} owes no decision.")
        ts, outs, ms, _, _, rngs, trees, walks = self._rows
        blind = blindfolded(state, seat)
        to_row(blind.table, ts, 1)
        for rows in (outs, ms, trees):
            rows.view("i8")[:] = 0
        outs["mode"] = TRACED
        outs["seats"] = state.table.seats
        outs[1]["trace"] = blind.trace
        to_row(self._rng, rngs)
        to_row(self._walk, walks)
        done = self._run(seat)
        self._rng = from_row(Rng, rngs)
        if any(int(rows[0]["fault"]) for rows in (ts, outs, ms)):
            raise Fault(f"{self.game.name}: a fault while seat {seat} searched")
        return self._thought(blind, seat, done)

    def _run(self, seat: int) -> int:
        run, memories = compiled(self.fast), memories_of(self._policies)
        if self.seconds is None:
            run(*self._rows, memories, seat, self.hands, self.iterations)
            return self.iterations
        done, chunk, until = 0, 64, time.perf_counter() + self.seconds
        while time.perf_counter() < until:
            run(*self._rows, memories, seat, self.hands, chunk)
            done += chunk
        return done

    def _thought(self, blind: State, seat: int, done: int) -> Thought:
        m, a, trees = Menu(), Action(), self._rows[6]
        clear(m)
        self.game.core.menu(blind.table, seat, m)
        width, tree = count_choices(m), trees[0]
        found = ((tree["key"] == mix(blind.trace[seat], seat + 1)) & (tree["width"] == width)).nonzero()[0]
        node = int(found[0]) if width > 1 and len(found) else NO_NODE
        block = int(tree["block"][node])
        tried: dict[Move, tuple[int, float]] = {}
        variances: dict[Move, float] = {}
        for choice in range(width):
            take_choice(m, choice, a)
            visits = int(tree["visits"][block + choice]) if node != NO_NODE else 0
            points, squares = int(tree["points"][block + choice]), int(tree["squares"][block + choice])
            move = Move(a.kind, a.amount, tuple(a.cards[: a.count]))
            mean = points / visits if visits else 0.0
            tried[move] = visits, mean
            variances[move] = max(0.0, squares / visits - mean * mean) / (visits - 1) if visits > 1 else math.inf
        most = max(tried, key=lambda move: tried[move][0])
        if not self._walk.default or width <= FEW:
            return Thought(most, tried, done)
        compiled(self.fast)(*self._rows, memories_of(self._policies), seat, self.hands, 0)
        a = from_row(Action, self._rows[4])
        alike = (
            move
            for move in tried
            if (move.kind, move.amount, set(move.cards)) == (a.kind, a.amount, set(a.cards[: a.count]))
        )
        given = Move(a.kind, a.amount, tuple(a.cards[: a.count]))
        drawn = given if given in tried else next(alike, most)
        if self.mixes and is_simultaneous(blind):
            return Thought(drawn, tried, done)
        return Thought(unless_clearly_better(drawn, tried, variances), tried, done)


def unless_clearly_better(default: Move, tried: dict[Move, tuple[int, float]], variances: dict[Move, float]) -> Move:
    """The default move, unless another is significantly better among that many; `variances` are those of the means."""
    best, lead = default, math.sqrt(2 * math.log(len(tried) / FEW))
    for move, (_, mean) in tried.items():
        error = math.sqrt(variances[move] + variances[default])
        if move != default and mean - tried[default][1] > lead * error:
            best, lead = move, (mean - tried[default][1]) / error if error else math.inf
    return best


def is_simultaneous(state: State) -> bool:
    """Whether several seats owe a decision at once, and choose without seeing what the others do."""
    return bin(state.game.core.owing(state.table) & all_seats(SEATS)).count("1") > 1


def blindfolded(state: State, seat: int) -> State:
    """A copy of a state without anything that a seat does not know, in a fixed order: the only input of a search."""
    blind = state.copy()
    if state.game.conceal is not None:
        state.game.conceal(blind.table, seat)
    if state.game.has_cards:
        blindfold(blind.table.cards, seat)
    blind.look_again()
    blind.questions = [number if other == seat else 0 for other, number in enumerate(state.questions)]
    blind.trace = [trace if other == seat else 0 for other, trace in enumerate(state.trace)]
    return blind


def imagined(state: State, seat: int, rng: Rng) -> State:
    """A state that a seat cannot tell from the given one: all that it does not know is dealt anew."""
    world = blindfolded(state, seat)
    if state.game.has_cards:
        imagine(world.table.cards, seat, rng)
    world.look_again()
    return world


_searches: dict[Any, Any] = {}


def _bound(
    game: Game,
    policies: tuple[PolicyLike, ...],
    believes: Callable[..., bool] | None,
) -> Any:
    """The compiled search of a game, the policies that play in it and its beliefs, bound once per process."""
    known = (game.core, rules_of(policies), believes)
    if known not in _searches:
        deal = bind(deal_believed, observe=game.core.observe, believes=believes) if believes else deal_any
        hide = bind(hide_cards, deal_anew=deal) if game.has_cards else hide_nothing
        names = {**names_for(game), "ask": chain_of(policies), "hide": hide}
        walk = bind(walk_down, **names)
        study = bind(learn, **names)
        _searches[known] = bind(search_compiled, **names, walk_down=walk, learn=study)
    return _searches[known]

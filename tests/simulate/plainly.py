"""Matches and searches in plain Python, for tests in which neither speed nor the compiler matters.

The drivers get the same compiled rows, but their rules run over plain records, which are read from the rows and written
back. Other tests check that compiled rules do the same.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from croupier.agents.search_rules import Tree, Walk
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.house_bots import PolicyLike
from croupier.kernel.language.jit import compiled, is_rule
from croupier.kernel.language.records import PlainRows, Record, fields_of, from_row, to_row
from croupier.kernel.vocabulary.events import Out
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng
from croupier.simulate.loop import Loop, Tally
from croupier.simulate.match import driver
from croupier.simulate.match.driver_rules import Room, halting
from croupier.workers import processes


def play_plainly(monkeypatch: pytest.MonkeyPatch, *games: Game) -> None:
    """Play matches and simulations in plain Python from now on: those of some games, by default of all."""
    cores = [game.core for game in games]

    def enter(game: Game, policies: Sequence[PolicyLike]) -> tuple[Any, Any]:
        play, many = halting(game, policies)
        return (entered_plainly(play, game), entered_plainly(many, game)) if is_plain(game) else (play, many)

    def is_plain(game: Game) -> bool:
        return not games or game.core in cores

    def run_plainly(loop: Loop, key: int, start: int, stop: int) -> Tally:
        return (Loop.run_plain if is_plain(loop.game) else run)(loop, key, start, stop)

    run = Loop.run
    monkeypatch.setattr(driver, "halting", enter)
    monkeypatch.setattr(driver, "compiled", lambda entrance: compiled(entrance) if is_rule(entrance) else entrance)
    monkeypatch.setattr(Loop, "run", run_plainly)


def fork_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork workers from now on: they have everything imported, and play plainly what this process plays plainly."""
    context = multiprocessing.get_context("fork")
    monkeypatch.setattr(processes, "multiprocessing", SimpleNamespace(get_context=lambda _: context))


def search_plainly(monkeypatch: pytest.MonkeyPatch, *games: Game) -> None:
    """Search in some games in plain Python from now on."""
    enter_plainly(monkeypatch, "croupier.agents.search.compiled", games)


def weigh_plainly(monkeypatch: pytest.MonkeyPatch, *games: Game) -> None:
    """Play choices out in plain Python from now on, in some games."""
    enter_plainly(monkeypatch, "croupier.simulate.leaks.weighing.compiled", games)


def enter_plainly(monkeypatch: pytest.MonkeyPatch, name: str, games: Sequence[Game]) -> None:
    """Run the rules of some games, where a module compiles them under this name, in plain Python from now on."""

    def entered(rule: Any) -> Callable[..., Any]:
        for game in games:
            if game.core.act is rule.__globals__["act"]:
                return entered_plainly(rule, game)
        entrance: Callable[..., Any] = compiled(rule)
        return entrance

    monkeypatch.setattr(name, entered)


def entered_plainly(rule: Callable[..., Any], game: Game) -> Callable[..., Any]:
    """A rule that Python calls with compiled rows, run over plain records."""
    kinds = {kind.dtype: kind for kind in (game.Table, game.View, Room, Out, Menu, Action, Rng, Walk)}

    def run(*arguments: Any) -> Any:
        given = [plain(argument, kinds) for argument in arguments]
        found = rule(*given)
        for rows, records in zip(arguments, given, strict=True):
            if isinstance(records, PlainRows):
                for at, record in enumerate(records):
                    write_back(record, rows, at)
        return found

    return run


def plain(argument: Any, kinds: dict[Any, type[Record]]) -> Any:
    """The argument for a plain rule in place of rows, of the memories of policies, or of anything else."""
    if isinstance(argument, tuple):
        return tuple(map(memoryview, argument))
    if not isinstance(argument, np.ndarray) or argument.dtype.names is None:
        return argument
    if argument.dtype in kinds:
        return PlainRows(from_row(kinds[argument.dtype], argument, at) for at in range(len(argument)))
    return PlainRows([tree_in(argument)])


NUMBERS = [field.name for field in fields_of(Tree) if not field.shape]


def tree_in(rows: Any) -> Any:
    """A search tree. It is large, so its lists are views of the compiled one."""
    tree: Any = object.__new__(Tree)
    for name in rows.dtype.names:
        setattr(tree, name, int(rows[0][name]) if name in NUMBERS else memoryview(rows[0][name]))
    return tree


def write_back(record: Any, rows: Any, at: int) -> None:
    """Write a plain record back to its row."""
    if isinstance(record, Tree):
        for name in NUMBERS:
            rows[name] = getattr(record, name)
    else:
        to_row(record, rows, at)

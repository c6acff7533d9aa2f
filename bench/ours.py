"""Croupier's own figures: hands, rankings, clones, iterations."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from croupier.agents.bot import FunctionBot
from croupier.agents.loading import Entrant, house_bot
from croupier.agents.search import Search
from croupier.agents.solver import Solver
from croupier.cli.verbs.bench import (
    compiled_evaluations,
    compiled_hands,
    contract_hands,
    plain_evaluations,
    plain_hands,
)
from croupier.games import load
from croupier.games.genome import measures
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Game
from croupier.kernel.language.jit import compiled, rule
from croupier.kernel.language.records import blank_rows, to_row
from croupier.kernel.vocabulary.cards import DECK
from croupier.kernel.vocabulary.evaluate import card_bit, strength
from croupier.kernel.vocabulary.turns import HOUSE
from croupier.simulate.loop import Loop
from croupier.simulate.match.match import Match

TOYS = ("kuhn", "leduc", "pennies", "refill")
GENOMES = ("genome kuhn", "genome leduc", "genome holdem_fixed_limit", "genome five_card_draw")
GAMES = ("holdem", "deal", "battle")
PLAYED = (*GAMES, *GENOMES, *TOYS)
ITERATIONS = 2_000
"""Iterations of one search."""
HANDS_ASKED, HANDS_COMPILED = 500, 20_000
"""Hands of one match between bots, asked in Python or all compiled."""
CLONES = 1_000_000
TWINS = 8
"""How many copies are kept side by side, so that no copy is overwritten by the next one."""


class Speeds(NamedTuple):
    """The functions that play one game, at each speed."""

    compiled: Callable[[], int]
    plain: Callable[[], int]
    contract: Callable[[], int]


def game(name: str) -> Game:
    """A game by name, a classic genome, or a toy of the tests."""
    return load(f"tests.toys.{name}" if name in TOYS else name.removeprefix("genome "))


def speeds(name: str) -> Speeds:
    """Random play of a game as in a simulation: one hand of hold'em with six full stacks, a whole run of the Deal."""
    played = game(name)
    config = played.configure(**played.simulation)
    loop = Loop(played, config)
    return Speeds(compiled_hands(loop), plain_hands(loop), contract_hands(played, config))


def measured_hands(name: str) -> Callable[[], int]:
    """Hands of a genome with the counts of `genome simulate`."""
    played = game(name)
    config = played.configure(**played.simulation)
    return compiled_hands(Loop(played, config, mode=measures.MODE, watch=measures.watch, notes=measures.Notes))


@rule
def count_all(first: int, totals: Any) -> None:
    """Rank every hand of seven cards whose highest is `first`, computing common parts of hands once."""
    for b in range(first):
        two = card_bit(first) | card_bit(b)
        for c in range(b):
            for d in range(c):
                four = two | card_bit(c) | card_bit(d)
                for e in range(d):
                    for f in range(e):
                        six = four | card_bit(e) | card_bit(f)
                        for g in range(f):
                            totals[0] += 1
                            totals[1] += strength(six | card_bit(g))


def evaluations_in_order() -> Callable[[], int]:
    """All hands of seven cards up to a highest card of 30: 2.6 million."""
    fast, totals = compiled(count_all), np.zeros(2, np.int64)

    def work() -> int:
        totals[0] = 0
        for first in range(DECK - 21):
            fast(first, totals)
        return int(totals[0])

    return work


@rule
def clone_many(ts: Any, count: int) -> None:
    """Copy the last record over the others in turn, changed a little each time so that no copy is optimised away."""
    for index in range(count):
        ts[TWINS].hands = index
        ts[index & (TWINS - 1)] = ts[TWINS]


def clones(name: str) -> tuple[Callable[[], int], int]:
    """A function that copies a game's compiled state many times, and the size of the state in bytes."""
    played = game(name)
    rows = blank_rows(played.Table, TWINS + 1)
    to_row(played.start(played.configure()).state.table, rows, TWINS)
    fast = compiled(clone_many)

    def work() -> int:
        fast(rows, CLONES)
        return CLONES

    return work, rows.dtype.itemsize


def iterations(name: str) -> Callable[[], int]:
    """Iterations of the solver (CFR+); the enumeration of the tree is not included."""
    solver = Solver(game(name))

    def work() -> int:
        solver.run(20)
        return 20

    return work


def searches(name: str) -> Callable[[], int]:
    """Iterations of search at the first decision of a match, from the table to the end of the hand each time."""
    played = game(name)
    state, dealer = played.start(played.configure(**played.simulation)).state, RandomDealer(1)
    while (decision := played.pending(state)[0]).seat == HOUSE:
        played.advance(state, HOUSE, dealer.deal(state, decision))
    search = Search(played, iterations=ITERATIONS)

    def work() -> int:
        return search.think(state, decision.seat).iterations

    return work


def asked_hands(*names: str) -> Callable[[], int]:
    """Heads-up hands of hold'em between bots: `python` is a Python bot that calls everything, the others house bots."""
    played, seeds = load("holdem"), itertools.count(1)
    config = played.configure(seats=2, hands=1)

    def call(view: Any, decision: Any) -> str:
        return "CHECK" if view.to_call == 0 else "CALL"

    def work() -> int:
        entrants = [
            Entrant(f"{at}", partial(FunctionBot, call) if name == "python" else partial(house_bot, played, name))
            for at, name in enumerate(names)
        ]
        hands = HANDS_ASKED if "python" in names else HANDS_COMPILED
        return Match(played, config, entrants, hands=hands, seed=next(seeds)).play().plays

    return work


__all__ = [
    "GAMES",
    "PLAYED",
    "TOYS",
    "asked_hands",
    "clones",
    "compiled_evaluations",
    "evaluations_in_order",
    "iterations",
    "measured_hands",
    "plain_evaluations",
    "searches",
    "speeds",
]

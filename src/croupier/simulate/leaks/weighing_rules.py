"""Plays the choices of a decision out, each in the same imagined worlds: the rules of `weighing`.

A world is imagined as search does it (`agents.search_rules`), or with given cards in the others' hands. In each world
every choice is made once, and policies play all seats from there on. All choices meet the same cards to come, and the
policies the same random numbers, so that much of the luck is the same for all of them.
"""

# ruff: noqa: F821 - `bind` gives the declared names their values
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.kernel.contract.drive import FAULT_ENDLESS
from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.events import Out
from croupier.kernel.vocabulary.ledger import card_at, exchange
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng, next32, seed
from croupier.kernel.vocabulary.turns import SEATS

HEAD = 3
"""The numbers of a move in a row: kind, amount, number of cards; the cards follow."""
STEPS = 5_000
"""The most steps of a hand that is played out."""

# Names of a core, declared here and given their values by `bind`.
owing: Callable[..., int]
act: Callable[..., None]
observe: Callable[..., None]
score: Callable[..., int]
next_to_act: Callable[..., int]
fault_of: Callable[..., int]
ask: Callable[..., None]
deal_anew: Callable[..., None]
imagine_world: Callable[..., None]


@rule
def imagine_cards(t: Any, v: Any, seat: int, rng: Rng, places: Any, cards: Any, world: int) -> None:
    """Deal the cards that a seat does not know anew, then put the cards of a draw into their places."""
    deal_anew(t, v, seat, rng)
    for number in range(len(places)):
        there = card_at(t.cards, int(places[number][0]), int(places[number][1]))
        wanted = int(cards[world][number])
        if there != wanted:
            exchange(t.cards, there, wanted)


@rule
def imagine_nothing(t: Any, v: Any, seat: int, rng: Rng, places: Any, cards: Any, world: int) -> None:
    """Leave the table as it is: without cards, only choices are secret, and those have been taken back."""
    return


@rule
def take_row(a: Action, row: Any) -> None:
    """Fill in a move from its row."""
    a.kind = int(row[0])
    a.amount = int(row[1])
    a.count = int(row[2])
    for number in range(a.count):
        a.cards[number] = int(row[HEAD + number])


@rule
def play_on(t: Any, out: Out, m: Menu, v: Any, a: Action, cards: Rng, minds: Rng, memories: Any, players: Any,
            stop: int) -> int:  # fmt: skip
    """Let policies play all seats until the match is over, or `stop` hands of it; returns a fault, or 0. `stop` 0 goes
    to the end of the match."""
    for _ in range(STEPS):
        owed = owing(t)
        fault = fault_of(t, out, m)
        if fault or owed == 0 or (stop > 0 and t.hands >= stop):
            return fault
        seat = next_to_act(t, owed, m, cards, a)
        if seat < SEATS:
            observe(t, seat, v)
            ask(int(players[seat]), v, m, minds, a, memories)
        act(t, out, seat, a)
    return FAULT_ENDLESS


@rule
def weigh_choices(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, memories: Any, players: Any, seat: int,
                  hands: int, places: Any, cards: Any, moves: Any, worths: Any) -> int:  # fmt: skip
    """Fill in the score of a seat by world and choice, and return the first fault, or 0.

    ts[0] is the table before the decision; `hands` is how many hands are played out, 0 for the rest of the match.
    Python calls this rule.
    """
    stop = ts[0].hands + hands if hands > 0 else 0
    for world in range(len(worths)):
        ts[1] = ts[0]
        imagine_world(ts[1], vs[0], seat, rngs[0], places, cards, world)
        mark = next32(rngs[0])
        for choice in range(len(moves)):
            ts[2] = ts[1]
            take_row(acts[0], moves[choice])
            act(ts[2], outs[0], seat, acts[0])
            seed(rngs[1], mark, 1)
            seed(rngs[2], mark, 2)
            fault = play_on(ts[2], outs[0], ms[0], vs[0], acts[0], rngs[1], rngs[2], memories, players, stop)
            if fault:
                return fault
            worths[world][choice] = score(ts[2], seat)
    return 0

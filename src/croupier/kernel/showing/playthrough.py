"""A match as text: every move, everything told, and the hash of every state.

Golden playthroughs are such texts, kept beside a game. When a rule changes, they change, and the diff is reviewed: each
line says what happened before and what happens now.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..contract.dealers import RandomDealer
from ..contract.game import Decision, Game, Move, State, actor_name
from ..contract.record import MatchRecord, Recorder, move_of, replay
from ..language.records import Kind, fields_of, to_dict
from ..vocabulary.menu import Action, Menu, choose_randomly, clear
from ..vocabulary.rng import Rng, seed
from ..vocabulary.turns import CLOCK, HOUSE

Chooser = Callable[[State, Decision], Move]


def play_out(game: Game, config: Any, choose: Chooser, key: int) -> Recorder:
    """Play a match to its end: chance is drawn from a key, and `choose` decides for every seat."""
    match, dealer = Recorder(game, config), RandomDealer(key)
    while pending := game.pending(match.state):
        decision = pending[0]
        if decision.seat == HOUSE:
            move = dealer.deal(match.state, decision)
        elif decision.seat == CLOCK:
            move = Move(decision.options[0].kind)
        else:
            move = choose(match.state, decision)
        match.advance(decision.seat, move)
    return match


def random_chooser(game: Game, key: int) -> Chooser:
    """A chooser that picks at random from the menu, always the same for a key."""
    rng, m, a = Rng(), Menu(), Action()
    seed(rng, key, 1)

    def choose(state: State, decision: Decision) -> Move:
        clear(m)
        game.core.menu(state.table, decision.seat, m)
        choose_randomly(m, rng, a)
        return Move(a.kind, a.amount, tuple(a.cards[: a.count]))

    return choose


def playthrough(game: Game, record: MatchRecord) -> str:
    """The text of a recorded match."""
    steps = replay(game, *record)
    first = next(steps)
    blank, given = to_dict(game.Config()), to_dict(first.state.table.config)
    added = {field.name for field in fields_of(game.Config) if Kind.ADDED in field.kinds}
    blank_ones = {
        name for name, value in given.items() if (isinstance(value, dict) or name in added) and value == blank[name]
    }
    config = " ".join(f"{name}={value}" for name, value in given.items() if name not in blank_ones)
    lines = [f"{game.title}, version {game.version}", config, ""]
    lines += [f"  {fact!r}" for fact in first.events] + [f"  state {first.state.hash()}"]
    for line, step in zip(record.played.moves, steps, strict=True):
        seat, move = move_of(game, line)
        lines.append(f"{actor_name(seat)}: {game.describe(move)}")
        lines += [f"  {fact!r}" for fact in step.events] + [f"  state {step.state.hash()}"]
    outcome = game.outcome(step.state) if record.played.moves else None
    lines += ["", f"scores {outcome.scores}" if outcome else "not over", ""]
    return "\n".join(lines)

"""Clause `facts`: what a seat sees follows from what it is told."""

from __future__ import annotations

from ..contract.game import Game, State
from ..errors import NotConforming
from ..showing.board import board_of, fold
from ..vocabulary.events import Fact
from .walk import Match


def check_facts(match: Match) -> None:
    """No view changes in a step of which its seat was told nothing; and, where a game says what its facts do, the
    board after the step is the one before it with those facts folded in."""
    states = match.states
    for number, moment in enumerate(match.moments):
        for observer in (*range(moment.before.table.seats), None):
            told = [match.game.facts[row.kind].of(row) for row in moment.rows if row.seen_by(observer)]
            _check_step(match.game, number, states[number], states[number + 1], observer, told)


def _check_step(game: Game, number: int, before: State, after: State, observer: int | None, told: list[Fact]) -> None:
    who = "a spectator" if observer is None else f"seat {observer}"
    was, is_now = game.view(before, observer), game.view(after, observer)
    if not told and was != is_now:
        raise NotConforming("facts", f"{game.name}: at step {number} the view of {who} changes, and it is told nothing")
    if game.effects is None:
        return
    followed, seen = board_of(game, fold(game, was, told)), board_of(game, is_now)
    where = f"{game.name}: at step {number} {who}, told {told},"
    for zone, (mine, theirs) in enumerate(zip(followed.zones, seen.zones, strict=True)):
        if mine != theirs:
            raise NotConforming("facts", f"{where} would see {mine} in zone {zone}, and sees {theirs}")
    for name, amount in seen.amounts.items():
        if followed.amounts[name] != amount:
            raise NotConforming("facts", f"{where} would see {name} {followed.amounts[name]}, and sees {amount}")

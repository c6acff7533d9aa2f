"""The differential test of the two speeds: plain and compiled rules side by side."""

# ruff: noqa: F821 - `bind` gives the declared names their values
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..contract.codec import read_menu
from ..contract.game import Decision, Game
from ..errors import NotConforming
from ..language.jit import bind, compiled, rule
from ..language.records import blank_rows, row_values, to_row
from ..vocabulary.events import LOUD, Out, emitted_by
from ..vocabulary.events import rows as rows_told
from ..vocabulary.menu import Action, Menu, clear
from ..vocabulary.turns import CLOCK, HOUSE, SPECTATOR
from .walk import Match

BEGIN, OWING, MENU, ACT, OBSERVE, SCORE = 0, 1, 2, 3, 4, 5

# Names of a core, declared here and given their values by `bind`.
begin: Callable[..., None]
owing: Callable[..., int]
menu: Callable[..., None]
act: Callable[..., None]
observe: Callable[..., None]
score: Callable[..., int]


@rule
def probe(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, seat: int, what: int) -> int:
    """Call one of a core's six rules on the compiled records; returns its result, or 0."""
    if what == BEGIN:
        begin(ts[0], outs[0])
    elif what == OWING:
        return int(owing(ts[0]))
    elif what == MENU:
        clear(ms[0])
        menu(ts[0], seat, ms[0])
    elif what == ACT:
        outs[0].count = 0
        act(ts[0], outs[0], seat, acts[0])
    elif what == OBSERVE:
        observe(ts[0], seat, vs[0])
    else:
        return int(score(ts[0], seat))
    return 0


_probes: dict[Any, Any] = {}


def _probe(game: Game) -> Any:
    if game.core not in _probes:
        _probes[game.core] = bind(probe, **game.core._asdict())
    return _probes[game.core]


def check_speeds(match: Match) -> None:
    """Clause `speeds`: play the match again at both speeds, comparing every integer after every step.

    The match itself was played through the contract: its events, menus and states must be the same, too.
    """
    game, call = match.game, _probe(match.game)
    kinds = (game.Table, Out, Menu, game.View, Action)
    plain: list[Any] = [cls() for cls in kinds]
    plain[0] = game.fresh(match.config)
    plain[1].mode = LOUD
    fast = [blank_rows(cls) for cls in kinds]
    for record, rows in zip(plain, fast, strict=True):
        to_row(record, rows)

    def both(seat: int, what: int, doing: str) -> int:
        slow = call(*([record] for record in plain), seat, what)
        quick = compiled(call)(*fast, seat, what)
        if slow != quick:
            raise NotConforming("speeds", f"{game.name}: {doing} gives {slow} plain and {quick} compiled")
        for record, rows in zip(plain, fast, strict=True):
            if record.flat() != row_values(rows):
                name = type(record).__name__
                raise NotConforming("speeds", f"{game.name}: {name} differs between the speeds after {doing}")
        return int(slow)

    def same(contract: Any, rules: Any, what: str) -> None:
        if contract != rules:
            raise NotConforming("speeds", f"{game.name}: {what} differs between the contract and the rules")

    both(0, BEGIN, "begin")
    for number in range(len(match.moments) + 1):
        both(0, OWING, f"owing at step {number}")
        for seat in (*range(plain[0].seats), HOUSE, CLOCK):
            both(seat, MENU, f"menu of {seat} at step {number}")
            if number < len(match.moments):
                offered = game.decision(match.moments[number].before, seat)
                menu_of = Decision(seat, *read_menu(plain[2], game.kinds), number=offered.number)
                same(offered, menu_of, f"the menu of {seat} at step {number}")
        for seat in (*range(plain[0].seats), SPECTATOR):
            both(seat, OBSERVE, f"observe of {seat} at step {number}")
        if number < len(match.moments):
            moment = match.moments[number]
            same(moment.before.table, plain[0], f"the table at step {number}")
            plain[4].kind, plain[4].amount, plain[4].count = moment.move.kind, moment.move.amount, moment.move.count
            for at, card in enumerate(moment.move.cards):
                plain[4].cards[at] = card
            to_row(plain[4], fast[4])
            both(moment.seat, ACT, f"step {number} ({game.describe(moment.move)})")
            same(moment.rows, rows_told(emitted_by(plain[1])), f"what step {number} tells")
    for seat in range(plain[0].seats):
        both(seat, SCORE, f"score of {seat}")

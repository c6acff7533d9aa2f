"""The page about what a player gives away: one HTML file, in the style of match reports."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from croupier.kernel.contract.game import Game
from croupier.kernel.contract.record import Played, Series

from ..report import replay_data
from ..report.parts import (
    Choice,
    Heading,
    Row,
    document,
    grid,
    interval_drawn,
    section,
    signed,
    stepper,
    stepping,
)
from .findings import Leaks, Spot, costly_moves, in_a_line
from .judging import JudgedHand, JudgedMove

SHOWN = 25
"""How many spots the page has."""
STYLE = "@media (max-width: 760px) { td.spot { min-width: 40vw; } }"
"""On a phone a spot has two lines, and the drawings are to the right of the screen."""
Match = Callable[[JudgedHand], tuple[Game, Series, Played]]


def leaks_page(leaks: Leaks, match: Match) -> str:
    """The whole file; `match` finds the match of a hand."""
    whole, per = leaks.estimate(leaks.total), f"{leaks.unit}/100"
    told = f"{leaks.bot} gives away {whole.mean:,.1f} {per}"
    so_far = "" if leaks.complete else ", interrupted"
    facts = (
        f"{_interval(whole.low, whole.high)} with 95 %; {leaks.decisions:,} of {leaks.decisions + leaks.unjudged:,} "
        f"decisions judged, in {leaks.hands:,} of {leaks.of:,} hands, from seed {leaks.seed}{so_far}"
    )
    hands = leaks.costliest
    replays = [_replay(leaks, hand, *match(hand)) for hand in hands]
    sections = [_parts(leaks, per), _spots(leaks, per), _hands(leaks, hands)]
    return document(Heading(f"Croupier · {leaks.title}", told, facts), sections, stepping(replays), STYLE)


def _parts(leaks: Leaks, per: str) -> str:
    if len(leaks.parts) < 2:
        return ""
    note = "What decisions cost in a hundred hands, against the adviser's choice, with 95 % intervals."
    return section("Parts of the hand", note, _table(leaks, per, leaks.parts))


def _spots(leaks: Leaks, per: str) -> str:
    return section(
        "Spots",
        "What decisions of each spot cost in a hundred hands. A spot is called a leak if chance alone would hardly "
        f"bring such a cost, with p < 0.05 over all {len(leaks.spots):,} spots.",
        _table(leaks, per, leaks.spots[:SHOWN]),
    )


def _table(leaks: Leaks, per: str, shown: Sequence[Spot]) -> str:
    rows = [Row(leaks.bot, *leaks.estimate(spot.cost)) for spot in shown]
    ends = [end for row in rows for end in (row.low, row.high) if math.isfinite(end)]
    axis = min(0.0, *ends), max(0.0, *ends)
    head = "".join(f"<th>{title}</th>" for title in ("", "decisions", escape(per), "", "share", ""))
    return grid(head, [_line(spot, row, axis) for spot, row in zip(shown, rows, strict=True)])


def _line(spot: Spot, row: Row, axis: tuple[float, float]) -> str:
    leak = "leak" if spot.leak else ""
    drawn = interval_drawn(row, *axis) if math.isfinite(row.low) else ""
    return (
        f'<tr><td class="spot">{escape(in_a_line(spot.spot))}</td><td>{spot.decisions:,}</td>'
        f'<td class="{"bad" if spot.leak else ""}">{signed(row.mean, 1)}<small>{_interval(row.low, row.high)}</small>'
        f'</td><td class="forest c0">{drawn}</td><td>{spot.told_share}</td><td>{leak}</td></tr>'
    )


def _interval(low: float, high: float) -> str:
    return f"{signed(low, 1)} … {signed(high, 1)}" if math.isfinite(low) else "unknown"


def _hands(leaks: Leaks, hands: Sequence[JudgedHand]) -> str:
    if not hands:
        return ""
    choices = [Choice(f"deal {hand.title}", _did(hand), f"{hand.cost:,.1f}") for hand in hands]
    lines = [_move(hand, move) for hand in hands for move in costly_moves(hand)]
    titles = ("decision", "held", "board", "played", "better", leaks.unit)
    return section(
        "Costliest hands",
        f"Hands that cost most, in {leaks.unit}, judged a second time in more worlds. Each opens at its costliest "
        "decision; step through them with the buttons or the arrow keys.",
        stepper(choices),
        grid("".join(f"<th>{escape(title)}</th>" for title in titles), lines),
    )


def _did(hand: JudgedHand) -> str:
    worst = costly_moves(hand)[0]
    return ": ".join(part for part in (worst.spot[0], worst.spot[-1]) if part)


def _move(hand: JudgedHand, move: JudgedMove) -> str:
    where = ", ".join(part for part in (f"deal {hand.title}", *move.spot[:-1]) if part)
    cells = (where, move.held, move.seen, move.played, move.better, f"{move.cost:,.1f}")
    return f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"


def _replay(leaks: Leaks, hand: JudgedHand, game: Game, series: Series, played: Played) -> dict[str, Any]:
    """A hand for the stepper, with the costs of its decisions; it opens at the costliest."""
    data = replay_data(game, series, played, hand.hand)
    moves = costly_moves(hand)
    for move in moves:
        told = f"{leaks.bot} plays {move.played}, which costs {move.cost:,.1f} {leaks.unit}; better is {move.better}"
        data["steps"][move.step - data["first"]]["told"].append(told)
    data["opening"] = moves[0].step - data["first"]
    return data

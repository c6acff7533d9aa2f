"""What the host of a tournament over many tables can order, and the lines of the tournament that an order leads to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from croupier.kernel.errors import BadInput
from croupier.simulate.tournament import directing
from croupier.simulate.tournament import lines as said
from croupier.simulate.tournament.prizes import icm_deal, paid_places
from croupier.simulate.tournament.terms import MINUTE, MOST_LEVELS
from croupier.simulate.tournament.tournament import Tournament

from ..tables.inputs import DESK, Ordered
from ..tables.plan import LONGEST
from .book import Book
from .felts import DeskWithTables, Felts, in_hand, rests
from .till import DeskWithTill

ORDERS = ("begin", "pause", "start", "level", "time", "late", "withdraw", "deal", "cancel", "close")
DISQUALIFIED = "You were disqualified."


class DeskWithHost(DeskWithTables, DeskWithTill, Protocol):
    """What these functions need of a tournament's desk."""

    book: Book


def obeyed(desk: DeskWithHost, what: str, key: str, why: str, values: Mapping[str, Any], now: int) -> list[said.Lines]:
    """The lines that an order leads to; BadInput if it is not possible."""
    t = desk.t
    allowed = {"level": {"number"}, "time": {"minutes"}, "late": {"levels"}}.get(what, set())
    if set(values) != allowed or not all(type(value) in (int, float) for value in values.values()):
        raise BadInput(f"{what!r} takes {' and '.join(f'{name}=NUMBER' for name in allowed) or 'no values'}.")
    if what in ("pause", "start", "level", "time", "late", "deal") and not t.started:
        raise BadInput("Play has not begun.")
    match what:
        case "begin":
            if t.started or len(t.players) < 2:
                raise BadInput("Play has begun." if t.started else "A tournament needs two players.")
        case "pause" | "start":
            if t.runs == (what == "start"):
                raise BadInput("It is paused already." if what == "pause" else "It is not paused.")
            return [said.Clock(what == "start", t.spent(now), now, why)]
        case "level":
            if values["number"] not in range(1, len(t.stages) + 1):
                raise BadInput(f"There are levels 1 to {len(t.stages)}, breaks counted.")
            hands = {number: Felts(desk)[number].played for number in t.tables}
            return [said.Level(int(values["number"]) - 1, now, hands)]
        case "time":
            if not -LONGEST <= values["minutes"] <= LONGEST:
                raise BadInput(f"A level is changed by up to {LONGEST:,} minutes, not by {values['minutes']:g}.")
            spent = round(t.spent(now) - values["minutes"] * MINUTE)
            return [said.Clock(t.runs, spent, now, why)]
        case "late":
            return [_late(t, values["levels"], why, now)]
        case "withdraw":
            return _withdraw(desk, key, now)
        case "deal":
            return [_deal(desk, now)]
        case "cancel":
            if not why:
                raise BadInput("Say why it is cancelled: the reason is on record.")
            return [said.Ended(now, True, why)]
    return []


def _late(t: Tournament, levels: float, why: str, now: int) -> said.LateEntries:
    """Players may enter until another level is over. That counts levels that have begun, even if the host has gone
    back since."""
    if levels not in range(MOST_LEVELS + 1):
        raise BadInput(f"Late entries last 0 to {MOST_LEVELS:,} levels, not {levels:g}.")
    if t.left <= paid_places(t):
        raise BadInput("All who are left have prizes: nobody can enter any more.")
    return said.LateEntries(int(levels), now, why)


def _withdraw(desk: DeskWithHost, key: str, now: int) -> list[said.Lines]:
    """Disqualify a player: it is out when its hand is over, and forfeits what is left of it."""
    t = desk.t
    player = t.players.get(key)
    if player is None or (t.started and not player.table):
        raise BadInput(f"{key!r} does not take part; there are {', '.join(desk.book.active())}.")
    if not t.started:
        raise BadInput("Play has not begun: cancel, or let the player stay away.")
    if desk.book.withdrawn | {key} >= set(t.playing):
        raise BadInput("Nobody would be left to win: `cancel` ends the tournament without a result.")
    hosted = desk.hosted(player.table)
    assert hosted is not None
    hosted.check_here()
    for wish in player.wishes:  # now: its hand may be over with the fold
        desk.room.keep(*desk.line(said.Declined(key, wish, DISQUALIFIED, now)))
    if in_hand(hosted):
        others = set(desk.t.tables[player.table].players) - hosted.table.forfeits - {key}
        what = "forfeit" if len(others) > 1 else "kick"  # who forfeits against one player alone ends the match
        hosted.put(Ordered(what, player.seat, why="disqualified", by=DESK))
    if not rests(hosted):
        return []
    left = {key: directing.stack_of(Felts(desk), player)}
    return [said.Out(player.table, hosted.table.hand, left, now, "disqualified")]


def _deal(desk: DeskWithHost, now: int) -> said.Deal:
    t = desk.t
    if t.runs or not all(Felts(desk)[number].rests for number in t.tables):
        raise BadInput("Pause the tournament, and wait until every hand is over: then chips can be counted.")
    if t.is_open:
        raise BadInput("Players can still enter.")
    felts = Felts(desk)
    stacks = {key: directing.stack_of(felts, t.players[key]) for key in t.playing}
    return said.Deal(stacks, icm_deal(t, stacks), now)

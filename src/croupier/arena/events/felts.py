"""The tables of a tournament as they stand, for its director."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from croupier.simulate.tournament.places import Felt
from croupier.simulate.tournament.tournament import Tournament

from ..room.hosted import Hosted
from ..tables.inputs import DESK, Called, Ordered
from ..tables.pace import NEXT_KEY


class DeskWithTables(Protocol):
    """What these functions need of a tournament's desk."""

    before: dict[int, Mapping[str, int]]
    """The chips of each player at the start of the hand that a table plays, by the table's number."""

    @property
    def t(self) -> Tournament:
        """The state of the tournament."""
        ...

    def hosted(self, number: int) -> Hosted | None:
        """The table with a number, if it stands."""
        ...


class Felts(dict[int, Felt]):
    """All tables by number, each looked at when it is asked for."""

    def __init__(self, desk: DeskWithTables) -> None:
        super().__init__()
        self._desk = desk

    def __missing__(self, number: int) -> Felt:
        felt = self[number] = self._look(number)
        return felt

    def _look(self, number: int) -> Felt:
        desk = self._desk
        seats, hosted = desk.t.tables[number], desk.hosted(number)
        if hosted is None or hosted.table.state is None:
            return Felt(True, 0, seats.button, 0, 0, {})
        if hosted.broken:  # it goes on after a restart; until then nobody is moved to or from it
            return Felt(False, hosted.table.hand, seats.button, 0, 0, {})
        if hosted.loan is not None and hosted.away and (felt := hosted.loan.felt) is not None:
            return felt if felt.rests else felt._replace(stacks=desk.before.get(number, {}))
        return felt_of(hosted, desk.before.get(number, {}) if in_hand(hosted) else stacks_at_rest(desk, hosted))


def felt_of(hosted: Hosted, stacks: Mapping[str, int]) -> Felt:
    """A table that is played here, as it stands, with the chips of its players."""
    assert hosted.table.state is not None
    state = hosted.table.state.table
    return Felt(rests(hosted), hosted.table.hand, state.button, state.small_blind, state.big_blind, stacks)


def call_hand(hosted: Hosted, options: Mapping[str, Any]) -> None:
    """Call the next hand of a table that is played here, with these options of the game: its stacks and blinds."""
    state, plan = hosted.table.state, hosted.table.plan
    now = {**plan.options, **({} if state is None else {"stacks": state.table.betting.stack[: plan.seats]})}
    values = {name: value for name, value in options.items() if now.get(name) != value}
    orders = [Ordered("change", values=values, by=DESK)] if values else []
    hosted.put(*orders, Called())


def chips_at(hosted: Hosted) -> dict[str, int]:
    """The chips that lie in front of the players at a table."""
    assert hosted.table.state is not None
    stack = hosted.table.state.table.betting.stack
    return {chair.id: stack[chair.seat] for chair in hosted.table.chairs if chair.id}


def stacks_at_rest(desk: DeskWithTables, hosted: Hosted) -> dict[str, int]:
    """The chips at a table that rests. What a player has bought since the hand is counted."""
    found = chips_at(hosted)
    for key in found:
        player = desk.t.players[key]
        if player.hand == hosted.table.hand and desk.t.names.get(player.table) == hosted.id:
            found[key] = player.chips
    return found


def rests(hosted: Hosted) -> bool:
    """Whether a table can begin a hand, give players up and take others: it plays no hand, and people have had the time
    to see how the last one ended."""
    session = hosted.session
    return not in_hand(hosted) and session.timers.get(NEXT_KEY) is None and session.voice.outbox.next_due is None


def rests_here(hosted: Hosted) -> bool:
    """Whether a table rests after a hand, and is not played by another node."""
    return not hosted.broken and not hosted.away and hosted.table.state is not None and rests(hosted)


def in_hand(hosted: Hosted) -> bool:
    """Whether a table plays a hand."""
    return hosted.table.state is not None and not hosted.table.at_boundary


def stacks_at_start(hosted: Hosted) -> dict[str, int]:
    """The chips of each player at the start of the hand that is being played."""
    assert hosted.table.state is not None
    betting = hosted.table.state.table.betting
    found = {chair.id: betting.stack[chair.seat] + betting.total[chair.seat] for chair in hosted.table.chairs}
    return {id: chips for id, chips in found.items() if id and chips}

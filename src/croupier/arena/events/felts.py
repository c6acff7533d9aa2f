"""The tables of a tournament as they stand, for its director."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Protocol

from croupier.simulate.tournament.lines import Bank
from croupier.simulate.tournament.places import Felt
from croupier.simulate.tournament.tournament import Tournament

from ..room.hosted import Hosted
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
            return Felt(True, 0, seats.button, 0, 0, {}, banks(hosted) if hosted is not None else {})
        if hosted.broken:  # it goes on after a restart; until then nobody is moved to or from it
            return Felt(False, hosted.table.hand, seats.button, 0, 0, {}, banks(hosted))
        table, state = hosted.table, hosted.table.state.table
        stacks = desk.before.get(number, {}) if in_hand(hosted) else stacks_at_rest(desk, hosted)
        return Felt(rests(hosted), table.hand, state.button, state.small_blind, state.big_blind, stacks, banks(hosted))


def banks(hosted: Hosted) -> dict[str, Bank]:
    """The time banks of the players at a table."""
    return {chair.id: Bank(chair.bank_ms, chair.bank_levels) for chair in hosted.table.chairs if chair.id}


def stacks_at_rest(desk: DeskWithTables, hosted: Hosted) -> dict[str, int]:
    """The chips at a table that rests. What a player has bought since the hand is counted. A player that sat down since
    has got none yet: what the match has for its seat is what another player took away."""
    assert hosted.table.state is not None
    stack, found = hosted.table.state.table.betting.stack, dict[str, int]()
    for chair in hosted.table.chairs:
        if chair.id:
            player = desk.t.players[chair.id]
            bought = player.hand == hosted.table.hand and desk.t.names.get(player.table) == hosted.id
            found[chair.id] = player.chips if bought else 0 if chair.stranger else stack[chair.seat]
    return found


def brought(
    desk: DeskWithTables, number: int, stacks: Mapping[str, int], dealt_in: Container[str] = ()
) -> dict[str, int]:
    """The chips at a table that rests, with those that newcomers bring: they come with their first hand. Who was dealt
    in and has none has lost them."""
    players = [desk.t.players[key] for key in desk.t.tables[number].players if key not in dealt_in]
    return {**stacks, **{player.key: player.chips for player in players if not stacks.get(player.key)}}


def rests(hosted: Hosted) -> bool:
    """Whether a table can begin a hand, give players up and take others: it plays no hand, and people have had the time
    to see how the last one ended."""
    session = hosted.session
    return not in_hand(hosted) and session.timers.get(NEXT_KEY) is None and session.voice.outbox.next_due is None


def in_hand(hosted: Hosted) -> bool:
    """Whether a table plays a hand."""
    return hosted.table.state is not None and not hosted.table.at_boundary


def stacks_at_start(hosted: Hosted) -> dict[str, int]:
    """The chips of each player at the start of the hand that is being played."""
    assert hosted.table.state is not None
    betting = hosted.table.state.table.betting
    found = {chair.id: betting.stack[chair.seat] + betting.total[chair.seat] for chair in hosted.table.chairs}
    return {id: chips for id, chips in found.items() if id and chips}

"""The tables of a tournament as they stand, for its director; and what sets them up and has them play."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from croupier.simulate.tournament.lines import Bank, Place
from croupier.simulate.tournament.places import Felt
from croupier.simulate.tournament.tournament import Player, Tournament

from ..room.hosted import Hosted
from ..tables.inputs import DESK, Attached, Called, Input, Ordered, Seated
from ..tables.pace import NEXT_KEY
from ..tables.plan import Plan

if TYPE_CHECKING:
    from ..room.guests import Guest


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
        if hosted.loan is not None and hosted.away and (felt := hosted.loan.felt) is not None:
            return felt if felt.rests else felt._replace(stacks=desk.before.get(number, {}))
        return felt_of(hosted, desk.before.get(number, {}) if in_hand(hosted) else stacks_at_rest(desk, hosted))


def felt_of(hosted: Hosted, stacks: Mapping[str, int]) -> Felt:
    """A table that is played here, as it stands, with the chips of its players."""
    assert hosted.table.state is not None
    state, hand = hosted.table.state.table, hosted.table.hand
    return Felt(rests(hosted), hand, state.button, state.small_blind, state.big_blind, stacks, banks(hosted))


def banks(hosted: Hosted) -> dict[str, Bank]:
    """The time banks of the players at a table."""
    return {chair.id: Bank(chair.bank_ms, chair.bank_levels) for chair in hosted.table.chairs if chair.id}


def plan_at(t: Tournament, number: int, plan: Plan, blinds: Mapping[str, Any]) -> Plan:
    """The plan of a table that is set up now; `plan` is that of all tables."""
    stacks = [t.players[key].chips if key else 0 for key in t.tables[number].keys]
    options = {**plan.options, **blinds, "stacks": stacks, "stack": t.stack, "button": t.tables[number].button}
    own = {"id": t.names[number], "seats": t.seats, "options": options, "called": True, "waits": True, "again": False}
    return msgspec.structs.replace(plan, **own)


def seated(hosted: Hosted, player: Player, guest: Guest | None) -> list[Input]:
    """The inputs that give a player its chair, and its connection if it has one."""
    wants, bank = guest.wants if guest else "own", player.bank
    about = player.key, player.name, player.policy, player.seat, wants
    given: list[Input] = [Seated(*about, bank_ms=bank.ms, bank_levels=bank.levels)]
    if guest is not None:
        guest.at(hosted)
        attached = Attached(guest.connection.id, player.seat, scenes=guest.scenes, dialect=guest.wants)
        given.append(msgspec.structs.replace(attached, pace=guest.pace))
    return given


def places_after(t: Tournament, number: int, other: int, had: Mapping[str, int], hosted: Hosted) -> list[Place]:
    """The places of the players of a table that has failed, at another table, with what they had."""
    left, here = banks(hosted), [t.players[key] for key in t.tables[number].players]
    return [Place(one.key, other, one.seat, had.get(one.key) or one.chips, left.get(one.key, one.bank)) for one in here]


def call_hand(hosted: Hosted, options: Mapping[str, Any], called: Called) -> None:
    """Call the next hand of a table that is played here, with these options of the game: its stacks and blinds."""
    state, plan = hosted.table.state, hosted.table.plan
    now = {**plan.options, **({} if state is None else {"stacks": state.table.betting.stack[: plan.seats]})}
    values = {name: value for name, value in options.items() if now.get(name) != value}
    orders = [Ordered("change", values=values, by=DESK)] if values else []
    hosted.put(*orders, called)


def chips_at(hosted: Hosted) -> dict[str, int]:
    """The chips that lie in front of the players at a table. A player that sat down since the last hand has got none
    yet: what the match has for its seat is what another player took away."""
    assert hosted.table.state is not None
    stack = hosted.table.state.table.betting.stack
    return {chair.id: 0 if chair.stranger else stack[chair.seat] for chair in hosted.table.chairs if chair.id}


def stacks_at_rest(desk: DeskWithTables, hosted: Hosted) -> dict[str, int]:
    """The chips at a table that rests. What a player has bought since the hand is counted."""
    found = chips_at(hosted)
    for key in found:
        player = desk.t.players[key]
        if player.hand == hosted.table.hand and desk.t.names.get(player.table) == hosted.id:
            found[key] = player.chips
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


def needed_here(t: Tournament, number: int, hosted: Hosted, withdrawn: Collection[str]) -> bool:
    """Whether anything is to be done at a table that its node cannot do: chairs, sales, the end of a player."""
    here, keys = t.tables[number], [chair.id for chair in hosted.table.chairs]
    asks = any(t.players[key].wishes or key in withdrawn for key in here.players)
    return asks or here.keys != keys

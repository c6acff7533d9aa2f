"""The changes that an order makes to a table, when it is given and whenever its line is followed again."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from croupier.kernel.vocabulary.menu import LEAVE

from ...identity import name_key
from .. import steps
from ..inputs import FOLLOWS
from ..lines import Noted
from ..news import SeatsChanged, Tell
from ..plan import Plan
from ..table import SLEEPS_AFTER, Chair, Table


def obey(table: Table, noted: Noted, tell: Tell) -> None:
    """Make the changes of an order."""
    if change := OBEYED.get(noted.what):
        change(table, noted, tell)


def _chair(table: Table, noted: Noted) -> Chair:
    assert noted.seat is not None
    return table.chairs[noted.seat]


def meant(table: Table, seat: int | None) -> list[Chair]:
    """The chairs that an order is about: that of the seat, or all taken ones."""
    return [chair for chair in table.chairs if chair.taken and seat in (None, chair.seat)]


# Play itself


def _start(table: Table, noted: Noted, tell: Tell) -> None:
    """Let play go on."""
    table.held = table.stepping = False


def _pause(table: Table, noted: Noted, tell: Tell) -> None:
    """Wait before the next hand."""
    table.held, table.stepping = True, False


def _step(table: Table, noted: Noted, tell: Tell) -> None:
    """Play one hand and wait again; while one is being played, wait after it."""
    table.held, table.stepping = True, table.state is None or table.at_boundary


def _end(table: Table, noted: Noted, tell: Tell) -> None:
    """Let this hand be the last."""
    table.ending = True


def _last(table: Table, noted: Noted, tell: Tell) -> None:
    """Let this match be the last."""
    table.last = True


def _void(table: Table, noted: Noted, tell: Tell) -> None:
    """Make the match void. The cards that were dealt are not used again."""
    if table.state is not None:
        table.asked_before += max(table.state.questions)
    replay = noted.values.get("replay", True) and FOLLOWS not in noted.values
    steps.close(table, tell, last=not replay)
    if not replay:
        table.held = True


# Settings


def _change(table: Table, noted: Noted, tell: Tell) -> None:
    """Play by other options from the next hand on."""
    steps.replan(table, changed(table.plan, noted.values), tell)
    if table.state is not None:
        table.changes = {**table.changes, **noted.values}


def changed(plan: Plan, options: Mapping[str, object]) -> Plan:
    """A plan with other options."""
    return msgspec.structs.replace(plan, options={**plan.options, **options})


def _resize(table: Table, noted: Noted, tell: Tell) -> None:
    """Add chairs at once; remove chairs from the next hand on."""
    seats = int(noted.values["seats"])
    steps.replan(table, resized(table.plan, seats), tell)
    if table.state is not None:
        table.changes = {**table.changes, "seats": seats}


def resized(plan: Plan, seats: int) -> Plan:
    """A plan with another number of seats."""
    return msgspec.structs.replace(plan, seats=seats, options={**plan.options, "seats": seats})


# One player


def _hold(table: Table, noted: Noted, tell: Tell) -> None:
    """Stop a player's clock until it answers or is released. Its next decision has the full time limit."""
    for chair in meant(table, noted.seat):
        chair.held, chair.missed = True, 0


def _release(table: Table, noted: Noted, tell: Tell) -> None:
    """Let the clock run on from where it stopped."""
    for chair in meant(table, noted.seat):
        chair.held = False


def _time(table: Table, noted: Noted, tell: Tell) -> None:
    """Add time to the bank. Time for the open decision is added to its clock, in `players.give_time`."""
    _chair(table, noted).bank_ms += noted.values.get("bank_ms", 0)


GROW = "grow"
"""The order of a tournament's desk that lets all time banks grow; no host gives it."""


def _grow(table: Table, noted: Noted, tell: Tell) -> None:
    """Add a time to every bank, once for each level with which it has not grown yet."""
    levels, ms = noted.values["levels"], noted.values["ms"]
    for chair in meant(table, None):
        chair.bank_ms += ms * max(0, levels - chair.bank_levels)
        chair.bank_levels = max(levels, chair.bank_levels)


def _forfeit(table: Table, noted: Noted, tell: Tell) -> None:
    """A player gives up this match: if it cannot leave, moves are made for it at once. When only one player is left,
    the match ends with the hand."""
    chair = _chair(table, noted)
    table.forfeits.add(chair.id)
    chair.held = False
    left = [one for one in table.chairs if one.taken and not one.outside and one.id not in table.forfeits]
    table.ending = table.ending or len(left) < 2


def _swap(table: Table, noted: Noted, tell: Tell) -> None:
    """Give the seat to another player, with its chips, its cards and its clock."""
    chair = _chair(table, noted)
    if "policy" in noted.values:
        chair.policy = noted.values["policy"]
    if "team" in noted.values:
        chair.id, chair.name = name_key(noted.values["team"]), noted.values["team"]
    chair.missed = 0
    tell(SeatsChanged())


def _kick(table: Table, noted: Noted, tell: Tell) -> None:
    """Remove a player. If the game does not let it leave, the clock plays for it, with the short time limit."""
    chair = _chair(table, noted)
    if table.state is None or chair.outside:
        steps.free(table, chair, tell)
    elif not table.decision(chair.seat).option(LEAVE):
        chair.missed = SLEEPS_AFTER
        tell(SeatsChanged())


OBEYED: Mapping[str, Callable[[Table, Noted, Tell], None]] = {
    "start": _start,
    "pause": _pause,
    "step": _step,
    "end": _end,
    "last": _last,
    "void": _void,
    "change": _change,
    "resize": _resize,
    "hold": _hold,
    "release": _release,
    "time": _time,
    GROW: _grow,
    "forfeit": _forfeit,
    "swap": _swap,
    "kick": _kick,
}
"""Orders that are not here do not change the table themselves: they lead to lines of their own."""

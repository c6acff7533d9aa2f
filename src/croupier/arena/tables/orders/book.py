"""Every order by its name, and how one is given and followed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from croupier.kernel.errors import BadInput

from .. import notices
from ..inputs import Ordered
from ..lines import Noted
from . import play, players, setting

if TYPE_CHECKING:
    from ..table import Table

LONGEST_REASON = 500
Step = Callable[["Table", Ordered], None]


def _nothing(table: Table, order: Ordered) -> None:
    pass


class Kind(NamedTuple):
    """One thing that a host can want."""

    does: str
    follow: Step
    """What it changes: also when the table is made again from its lines."""
    check: Step = _nothing
    """BadInput if it cannot be, before anything has changed."""
    then: Step = _nothing
    """What it leads to at once. Moves are lines of their own, so nothing of this is done again."""
    about: Literal["", "seat", "anybody"] = ""
    """Whether it concerns a seat; or a seat if one is named, and otherwise all."""
    values: str = ""
    """What its values are, if it has any."""
    told: bool = True
    """Whether its values are told to everybody, and kept: what is played for a seat may be its secret."""


ORDERS: Mapping[str, Kind] = {
    "start": Kind("let play go on", play.start),
    "pause": Kind("wait before the next hand, until you say `start`", play.pause),
    "step": Kind("play one hand, and wait again", play.step),
    "end": Kind("end the match with this hand", play.end, play.check_match),
    "last": Kind("let no other match follow this one", play.last),
    "void": Kind(
        "let the match count for nothing, give stakes back, and play it again",
        play.void,
        play.check_void,
        play.after_void,
        values="replay=off if it is not to be played again",
    ),
    "change": Kind(
        "change options of the game from the next hand on",
        setting.change,
        setting.check_change,
        values="NAME=VALUE, such as big_blind=200",
    ),
    "resize": Kind("have more seats or fewer", setting.resize, setting.check_resize, values="seats=8"),
    "admit": Kind("let a late team in, with one more seat if need be", _nothing, values="team=NAME"),
    "hold": Kind("stop the clock for a team, until it answers or you say `release`", players.hold, about="anybody"),
    "release": Kind("let the clock run again", players.release, players.check_release, about="anybody"),
    "time": Kind(
        "give a team more time",
        players.time,
        players.check_time,
        about="seat",
        values="ms=30000 for this decision, bank_ms=60000 for the match",
    ),
    "act": Kind(
        "act for a team",
        _nothing,
        players.check_act,
        players.act,
        about="seat",
        values="action=CALL, amount=200, cards=9h,Tc",
        told=False,
    ),
    "forfeit": Kind(
        "give up the match for a team", players.forfeit, players.check_forfeit, players.leave, about="seat"
    ),
    "swap": Kind(
        "let another bot have a seat",
        players.swap,
        players.check_swap,
        players.after_swap,
        about="seat",
        values="nothing for a new token, policy=NAME for a bot of the house (policy= gives the seat back), or "
        "team=NAME for another team",
    ),
    "kick": Kind("let a player go", players.kick, players.check_seat, players.leave, about="seat"),
}


def give(table: Table, order: Ordered) -> None:
    """Do what the host wants, and put it on record; BadInput if it cannot be."""
    kind = ORDERS.get(order.what)
    if kind is None:
        raise BadInput(f"A table cannot {order.what!r}; it can {', '.join(ORDERS)}.")
    if len(order.why) > LONGEST_REASON:
        raise BadInput(f"A reason has at most {LONGEST_REASON} characters.")
    if order.values and not kind.values:
        raise BadInput(f"{order.what!r} takes no values.")
    if order.seat is not None and not kind.about:
        raise BadInput(f"{order.what!r} is about the whole table, not about a seat.")
    if kind.about == "seat" or order.seat is not None:
        players.check_seat(table, order)
    kind.check(table, order)
    values = dict(order.values) if kind.told else {}
    noted = Noted(order.what, table.wall(), order.seat, values, order.why, order.by)
    table.append(noted)
    follow(table, noted)
    kind.then(table, order)


def follow(table: Table, noted: Noted) -> None:
    """Let be so what was ordered: now, or again after a restart."""
    notices.tell(table, noted)
    if kind := ORDERS.get(noted.what):
        kind.follow(table, Ordered(noted.what, noted.seat, noted.values, noted.why, noted.by))

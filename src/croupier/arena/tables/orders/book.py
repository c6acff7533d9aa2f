"""Every order by its name, and how one is given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, NamedTuple

from croupier.kernel.errors import BadInput

from ..inputs import Ordered
from ..lines import Line, Noted
from ..session import Session
from . import play, players, setting

LONGEST_REASON = 500


def _anything(session: Session, order: Ordered) -> None:
    pass


def _nothing(session: Session, noted: Noted) -> None:
    pass


def _no_lines(session: Session, order: Ordered) -> Iterable[Line]:
    return ()


class Kind(NamedTuple):
    """One thing that a host can want; what it changes at the table says `obeying`."""

    does: str
    check: Callable[[Session, Ordered], None] = _anything
    """BadInput if it cannot be, before anything has changed."""
    then: Callable[[Session, Ordered], Iterable[Line]] = _no_lines
    """What it leads to at once: lines of their own."""
    at_once: Callable[[Session, Noted], None] = _nothing
    """What it does to connections and running clocks, before the table changes."""
    about: Literal["", "seat", "anybody"] = ""
    """Whether it concerns a seat; or a seat if one is named, and otherwise all."""
    values: str = ""
    """What its values are, if it has any."""
    told: bool = True
    """Whether its values are told to everybody, and kept: what is played for a seat may be its secret."""


ORDERS: Mapping[str, Kind] = {
    "start": Kind("let play go on"),
    "pause": Kind("wait before the next hand, until you say `start`"),
    "step": Kind("play one hand, and wait again"),
    "end": Kind("end the match with this hand", play.check_match),
    "last": Kind("let no other match follow this one"),
    "void": Kind(
        "let the match count for nothing, give stakes back, and play it again",
        play.check_void,
        play.after_void,
        play.forget_questions,
        values="replay=off if it is not to be played again",
    ),
    "change": Kind(
        "change options of the game from the next hand on",
        setting.check_change,
        values="NAME=VALUE, such as big_blind=200",
    ),
    "resize": Kind("have more seats or fewer", setting.check_resize, values="seats=8"),
    "admit": Kind("let a late team in, with one more seat if need be", values="team=NAME"),
    "hold": Kind(
        "stop the clock for a team, until it answers or you say `release`", at_once=players.hold, about="anybody"
    ),
    "release": Kind("let the clock run again", players.check_release, about="anybody"),
    "time": Kind(
        "give a team more time",
        players.check_time,
        at_once=players.give_time,
        about="seat",
        values="ms=30000 for this decision, bank_ms=60000 for the match",
    ),
    "act": Kind(
        "act for a team",
        players.check_act,
        players.act,
        about="seat",
        values="action=CALL, amount=200, cards=9h,Tc",
        told=False,
    ),
    "forfeit": Kind("give up the match for a team", players.check_forfeit, players.leave, about="seat"),
    "swap": Kind(
        "let another bot have a seat",
        players.check_swap,
        players.after_swap,
        players.hang_up_for_swap,
        about="seat",
        values="nothing for a new token, policy=NAME for a bot of the house (policy= gives the seat back), or "
        "team=NAME for another team",
    ),
    "kick": Kind("let a player go", players.check_seat, players.leave, players.hang_up_for_kick, about="seat"),
}


def give(session: Session, order: Ordered) -> Iterable[Line]:
    """What the host wants, on record, and what it leads to; BadInput if it cannot be."""
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
        players.check_seat(session, order)
    kind.check(session, order)
    values = dict(order.values) if kind.told else {}
    yield Noted(order.what, session.wall(), order.seat, values, order.why, order.by)
    yield from kind.then(session, order)

"""Every order by its name, what is looked at before it is given, and what it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.turns import SEATS

from ..configs import planned, sensible
from ..effects import Voided
from ..inputs import FOLLOWS, Ordered
from ..lines import Line, Noted, Shuffle
from ..plan import Plan
from ..session import Session
from ..snapshots import boundary
from ..table import Table
from . import players
from .obeying import changed, resized

LONGEST_REASON = 500


def _anything(session: Session, order: Ordered) -> None:
    pass


def _nothing(session: Session, noted: Noted) -> None:
    pass


def _no_lines(session: Session, order: Ordered) -> Iterable[Line]:
    return ()


# Play itself


def _check_match(session: Session, order: Ordered) -> None:
    """There has to be a match."""
    if session.table.state is None:
        raise BadInput("No match is being played.")


def _check_void(session: Session, order: Ordered) -> None:
    """A reason is needed: somebody has won those chips."""
    _check_match(session, order)
    if not order.why:
        raise BadInput("Say why the match is void: the reason stays on record.")
    if unknown := set(order.values) - {"replay", FOLLOWS}:
        raise BadInput(f"'void' knows only replay=off, not {sorted(unknown)[0]!r}.")
    if not isinstance(order.values.get("replay", True), bool):
        raise BadInput("replay is on or off.")


def _forget_questions(session: Session, noted: Noted) -> None:
    """Nobody is asked for anything any more."""
    session.clocks.clear()


def _after_void(session: Session, order: Ordered) -> Iterator[Line]:
    """Give back what was at stake, and shuffle anew: this hand's cards have been seen."""
    table = session.table
    ids = tuple(chair.id for chair in table.chairs)
    session.do(Voided(table.match_id, order.why, ids, order.values.get("replay", True)))
    yield Shuffle(session.secrets())
    yield from boundary(session)


# How a table plays: what changes counts from the next hand on, in a new leg of the match, and for all that follow


def _check_change(session: Session, order: Ordered) -> None:
    """The game has to have these options, and they have to make sense together."""
    table = session.table
    known = table.game.config_options(order.values)
    if not order.values:
        raise BadInput(f"Say what is to change, such as NAME=VALUE; {table.game.title} has {', '.join(known)}.")
    if "seats" in order.values:
        raise BadInput("The number of seats is changed by `resize`.")
    _check_plan(table, changed(table.plan, order.values), dict(order.values))


def _check_resize(session: Session, order: Ordered) -> None:
    """The game has to be for as many, and nobody may sit where there will be no seat."""
    table, seats = session.table, order.values.get("seats")
    if type(seats) is not int or set(order.values) != {"seats"}:
        raise BadInput("Say how many seats there are to be, such as seats=8.")
    if not 1 <= seats <= SEATS:
        raise BadInput(f"A table is for 2 to {SEATS}, not for {seats}.")
    if "seats" not in table.game.config_options():
        raise BadInput(f"{table.game.title} is always for {table.plan.seats}.")
    for chair in table.chairs[seats:]:
        if chair.taken:
            raise BadInput(f"{chair.name} sits in seat {chair.seat}: only empty seats can go.")
    _check_plan(table, resized(table.plan, seats), {"seats": seats})


def _check_plan(table: Table, plan: Plan, changes: dict[str, Any]) -> None:
    """Try it: what makes no sense at all is refused now, and not in the middle of the match."""
    with sensible(table.game):
        planned(table.rules, plan)
        state = table.state
        if state is not None and table.game.between_hands(state):
            table.game.carry_over(state, **{**table.changes, **changes})


# All orders


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
    "end": Kind("end the match with this hand", _check_match),
    "last": Kind("let no other match follow this one"),
    "void": Kind(
        "let the match count for nothing, give stakes back, and play it again",
        _check_void,
        _after_void,
        _forget_questions,
        values="replay=off if it is not to be played again",
    ),
    "change": Kind(
        "change options of the game from the next hand on",
        _check_change,
        values="NAME=VALUE, such as big_blind=200",
    ),
    "resize": Kind("have more seats or fewer", _check_resize, values="seats=8"),
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

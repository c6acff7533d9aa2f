"""Every order by its name, with its check before it is given, and the lines that it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.turns import SEATS

from ..configs import planned, sensible
from ..effects import Rested, Voided
from ..inputs import FOLLOWS, Ordered
from ..lines import Line, Noted, Shuffle
from ..plan import Plan
from ..session import Phase, Session
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
    """Check that a match is being played."""
    if session.table.state is None:
        raise BadInput("No match is being played.")


def _check_void(session: Session, order: Ordered) -> None:
    """Check that there is a reason, as players lose chips that they have won."""
    _check_match(session, order)
    if not order.why:
        raise BadInput("Say why the match is void: the reason stays on record.")
    if unknown := set(order.values) - {"replay", FOLLOWS}:
        raise BadInput(f"'void' knows only replay=off, not {sorted(unknown)[0]!r}.")
    if not isinstance(order.values.get("replay", True), bool):
        raise BadInput("replay is on or off.")


def _forget_questions(session: Session, noted: Noted) -> None:
    """Drop all open questions."""
    session.clocks.clear()


def _after_void(session: Session, order: Ordered) -> Iterator[Line]:
    """Give the stakes back, and draw a new secret: cards of this hand have been seen."""
    table = session.table
    ids = tuple(chair.id for chair in table.chairs)
    session.do(Voided(table.match_id, order.why, ids, order.values.get("replay", True)))
    yield Shuffle(session.secrets())
    yield from boundary(session)


def _after_pause(session: Session, order: Ordered) -> Iterable[Line]:
    """Tell the desk that calls the hands of this table that its next hand may begin."""
    if session.table.plan.called and session.phase is not Phase.IN_A_HAND:
        session.do(Rested())
    return ()


# Settings of a table: a change counts from the next hand on, in a new leg of the match, and for all later matches


def _check_change(session: Session, order: Ordered) -> None:
    """Check that the game has these options, and that they fit together."""
    table = session.table
    known = table.game.config_options(order.values)
    if not order.values:
        raise BadInput(f"Say what is to change, such as NAME=VALUE; {table.game.title} has {', '.join(known)}.")
    if "seats" in order.values:
        raise BadInput("The number of seats is changed by `resize`.")
    _check_plan(table, changed(table.plan, order.values), dict(order.values))


def _check_resize(session: Session, order: Ordered) -> None:
    """Check that the game can have this number of seats, and that nobody sits in a seat that would be removed."""
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
    """Try the changed plan, so that invalid changes are refused now and not in the middle of the match."""
    with sensible(table.game):
        planned(table.rules, plan)
        state = table.state
        if state is not None and table.game.between_hands(state):
            table.game.carry_over(state, **{**table.changes, **changes})


# All orders


class Kind(NamedTuple):
    """A kind of order. Its changes to the table are in `obeying`."""

    does: str
    check: Callable[[Session, Ordered], None] = _anything
    """Raises BadInput if the order cannot be obeyed, before anything has changed."""
    then: Callable[[Session, Ordered], Iterable[Line]] = _no_lines
    """The lines that follow the line of the order at once."""
    at_once: Callable[[Session, Noted], None] = _nothing
    """Its effect on connections and running clocks, before the table changes."""
    about: Literal["", "seat", "anybody"] = ""
    """"seat" if it needs a seat; "anybody" if it is about the seat that is named, or else all seats."""
    values: str = ""
    """Describes its values, if it has any."""
    told: bool = True
    """Whether its values are public and kept. Those of `act` are not, as the move of a seat may be secret."""


ORDERS: Mapping[str, Kind] = {
    "start": Kind("let play go on", then=_after_pause),
    "pause": Kind("wait before the next hand, until you say `start`"),
    "step": Kind("play one hand, and wait again", then=_after_pause),
    "end": Kind("end the match with this hand", _check_match),
    "last": Kind("let no other match follow this one"),
    "void": Kind(
        "make the match void, give stakes back, and play it again",
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
    """The line of an order, and the lines that it leads to; BadInput if it cannot be obeyed."""
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

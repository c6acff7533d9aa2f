"""How a table goes on by itself: when a match begins, when a hand does, and who has to decide then."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from croupier.kernel.contract.game import Move, State
from croupier.kernel.errors import BadInput
from croupier.kernel.language.records import to_dict
from croupier.kernel.vocabulary.menu import NEXT_HAND, SIT
from croupier.kernel.vocabulary.turns import CLOCK_BIT, HOUSE

from . import asking, levels, lines, scenes
from .attendance import say_lobby
from .configs import config_of
from .inputs import DESK
from .pace import NEXT_KEY, take_rest
from .session import Session
from .snapshots import boundary
from .steps import can_sit

REFUSED = "refused"
"""What is noted of an order that could not be obeyed when its time came."""


def go_on(session: Session) -> Iterator[lines.Line]:
    """Go on as far as possible: let in who has come, begin the next hand or match, ask who has to decide."""
    table = session.table
    while True:
        say_lobby(session)
        if table.state is None and not table.is_kept:
            take_rest(session)
            yield from boundary(session)
        if table.state is None and _may_begin(session) and _are_enough(session):
            yield from _begin_match(session)
        while table.state is not None and table.state.owed:
            yield from _let_in(session, table.state)
            if not table.at_boundary or table.ending or not (yield from _rest(session, table.state)):
                break
            yield from _begin_hand(session, table.state)
        if table.at_boundary and table.ending:
            yield lines.Shuffle(session.secrets())  # what was drawn was for a hand that will never be
        if table.state is None and not table.is_kept:
            continue
        if (forced := _ask(session)) is None:
            return
        yield forced


def _ask(session: Session) -> lines.Made | None:
    """Ask who has to decide; the next move that is made for somebody who has given up, or is late."""
    state = session.table.state
    if state is None:
        return None
    asked = asking.ask(session, state)
    forced = asking.for_those_who_gave_up(session, state) or asking.for_those_who_are_late(session, state)
    if forced is None:
        scenes.tell_time(session, state, asked)
    return forced


def _may_begin(session: Session) -> bool:
    """Whether nothing keeps the next hand or match from beginning: neither the host, nor a rest, nor the arena."""
    return session.table.goes_on and not session.closing and session.timers.get(NEXT_KEY) is None


def _are_enough(session: Session) -> bool:
    """Whether as many sit here as a match needs."""
    table = session.table
    taken = sum(chair.taken for chair in table.chairs)
    if 0 < table.plan.finish_by <= session.wall():
        return False
    return taken >= (table.plan.least if table.game.seat_those else table.plan.seats)


def _begin_match(session: Session) -> Iterator[lines.Line]:
    """A match between those who sit here."""
    table = session.table
    options = {**levels.first_options(table.plan), **session.private}
    config = config_of(table.game, options, [chair.taken for chair in table.chairs])
    number = table.match + 1
    yield began(session, config, leg=False, level=0)
    yield lines.Begun(number)


def began(session: Session, config: Any, *, leg: bool, level: int) -> lines.Began:
    """The line of a match, or of a leg of one, that begins now."""
    game = session.table.game
    return lines.Began(game.name, game.version, game.fingerprint, to_dict(config), session.wall(), leg, level)


def _let_in(session: Session, state: State) -> Iterator[lines.Line]:
    """Let those play who have taken a chair since, where the game lets them sit down."""
    table = session.table
    for seat in sorted(table.newcomers):
        if seat in table.newcomers and can_sit(table, seat):
            option = table.decision(seat).option(SIT)
            assert option is not None
            brings = getattr(state.table.config, "buy_in", option.high)
            yield asking.made(session, seat, Move(SIT, option.nearest(brings)), "house")


def _rest(session: Session, state: State) -> Generator[lines.Line, None, bool]:
    """Rest between two hands: keep the table once, then wait for the host, for players, or for a while. True if the
    next hand begins."""
    table = session.table
    if not table.is_kept:
        yield from boundary(session)
        take_rest(session)
    if not _may_begin(session):
        return False
    if why := levels.why_over(table.plan, table.hand, table.began, session.wall()):
        yield lines.Noted("end", session.wall(), why=why, by=DESK)
        return False
    if state.owed == CLOCK_BIT and not table.plan.waits:
        yield asking.ran_out(session, state, None)
    return bool(state.owed >> HOUSE & 1)


def _begin_hand(session: Session, state: State) -> Iterator[lines.Line]:
    """The next hand: in a new leg if something is to change, because of an order or of the level that is due."""
    table, plan = session.table, session.table.plan
    changes, level = table.changes, table.level
    due = levels.level_at(plan, table.hand, table.began, session.wall())
    if due is not None and due > level:
        changes, level = {**plan.levels[due].changes, **changes}, due
    if changes:
        try:
            config = table.game.carry_over(state, **changes)
        except BadInput as error:  # the game cannot go on as the host wants
            yield lines.Noted(REFUSED, session.wall(), values=changes, why=str(error))
        else:
            yield began(session, config, leg=True, level=level)
            return
    yield lines.Made(HOUSE, NEXT_HAND, session.wall())

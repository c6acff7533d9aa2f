"""The connections of a table: a seat has one connection, the newest; spectators may have any number."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.kernel.contract.game import Move, State
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import body, next_actor
from croupier.kernel.showing.wire.messages import Frame, Reaction, What
from croupier.kernel.vocabulary.menu import LEAVE, SIT

from . import god_view, scenes
from .asking import made, question_frame, wake
from .effects import REPLACED
from .inputs import WATCHING, Attached
from .lines import Line, Spoke
from .plan import FOREVER, MINUTE
from .session import Session
from .table import Chair

GRACE_KEY = "grace"
"""The prefix of the timer of a player that is away; the seat follows."""
EMPTY_KEY = "empty"
"""The prefix of the timer of a player without chips at a cash table; the seat follows."""


def attach(session: Session, given: Attached) -> Iterator[Line]:
    """Let a connection in: send it a welcome and the frames that it has missed."""
    if given.god:
        yield from god_view.open_for(session, given.connection)
        return
    table, connection, seat, after = session.table, given.connection, given.seat, given.after
    if seat == WATCHING and table.plan.closed:
        raise BadInput("Nobody may look on at this table.")
    if seat == WATCHING:
        session.voice.watchers[connection] = given.name
    else:
        yield from _take_seat(session, table.chairs[seat], given)
    eyes = None if seat == WATCHING else seat
    if eyes is not None and given.dialect != table.chairs[seat].dialect:
        yield Spoke(seat, given.dialect)
        after = None  # the frames that it has are in another dialect
    if eyes is not None:
        session.set_timer(f"{GRACE_KEY}{seat}", None)
    view = table.game.view(table.state or table.full, None)
    session.voice.reply(connection, session.dialects.of(eyes).welcome(session.context(), view, eyes, given.token))
    resumed = (
        after is not None
        and _is_of_current_match(session, given.match_id)
        and _resend(session, connection, seat, after)
    )
    outside = eyes is not None and table.chairs[eyes].outside
    if not resumed and table.state is not None and not outside:
        session.voice.reply(connection, snapshot_for(session, table.state, eyes))
    elif not resumed and after is not None and eyes is not None:
        _tell_ended(session, connection, eyes)
    if given.scenes:
        session.viewers.paces[connection] = given.pace
        scenes.begin(session, connection, seat)
    if seat == WATCHING:  # nobody else is told of a spectator
        session.voice.reply(connection, session.dialects.own.lobby(session.context(), view if table.state else None))
    else:
        session.tell_who_is_here()


def _take_seat(session: Session, chair: Chair, given: Attached) -> Iterator[Line]:
    before = session.connections.get(chair.seat, "")
    if before not in ("", given.connection):
        session.voice.hang_up(before, REPLACED, "Another connection has taken this seat.")
        scenes.end(session, before)
    session.connect(chair.seat, given.connection)
    yield from wake(session, chair)


def _is_of_current_match(session: Session, match_id: str | None) -> bool:
    """Whether a frame is from the current or last match here; `match_id` is "" for no match, None for this table."""
    return match_id is None or match_id == (session.table.match_id if session.table.match else "")


def _resend(session: Session, connection: str, seat: int, after: int) -> bool:
    """Send again the frames after a number, and the open question with the time really left. False if they are older
    than the current hand."""
    question, state, pending = session.clocks.of(seat), session.table.state, None
    if question is not None and question.started is not None and state is not None and state.owed >> seat & 1:
        act_id = session.table.asked_before + question.decision.number
        pending = (seat, act_id), body(question_frame(session, state, question))
    return session.voice.resend(connection, seat, after, pending)


def _tell_ended(session: Session, connection: str, seat: int) -> None:
    """Tell a client that its match is over, unless another has begun."""
    if session.ended is None:
        return
    context, state, scores = session.ended
    if any(player.seat == seat and player.id == session.table.chairs[seat].id for player in context.players):
        view = session.table.game.view(state, None)
        session.voice.reply(connection, session.dialects.of(seat).match_end(context, view, dict(enumerate(scores))))


def snapshot_for(session: Session, state: State, eyes: int | None) -> Frame:
    """The table as it stands, for a seat or (None) for a spectator. A player that has sat down in this hand sees what
    spectators see."""
    game, clocks = session.table.game, session.clocks
    own = None if eyes is None or session.table.chairs[eyes].stranger else eyes
    actor = next_actor(game.pending(state))
    context = session.context(clocks.of(eyes) or clocks.of(actor))
    asked = eyes if session.table.is_cash else own  # one who has just sat down at a cash table may buy chips
    decision = None if asked is None else game.decision(state, asked)
    return session.dialects.of(eyes).snapshot(context, game.view(state, own), decision, actor)


def detach(session: Session, connection: str) -> None:
    """A connection has ended. If a newer connection has its seat, that one is not touched."""
    session.voice.watchers.pop(connection, None)
    scenes.end(session, connection)
    god_view.close_for(session, connection)
    seat, grace_ms = session.seat_of(connection), session.table.plan.grace_ms
    if seat is not None:
        session.connect(seat, "")
        if grace_ms != FOREVER:
            session.set_timer(f"{GRACE_KEY}{seat}", session.now + grace_ms)
        session.tell_who_is_here()


def fall_silent(session: Session, connection: str, silent: bool) -> None:
    """Show a silent connection as disconnected, or as connected again. It keeps its seat and its clock."""
    seat = session.seat_of(connection)
    if seat is not None and (seat in session.silent) != silent:
        (session.silent.add if silent else session.silent.discard)(seat)
        session.tell_who_is_here()


def react(session: Session, connection: str, what: What) -> None:
    """Show a player's reaction to all who draw Scenes. Bots' connections neither send nor get any; in an event, where
    they could be signals, there are none."""
    seat, wanted = session.seat_of(connection), session.viewers.wanted
    if seat is None or connection not in wanted:
        raise BadInput("Only a player who draws the table can react.")
    if session.table.plan.event:
        raise BadInput("There are no reactions in an event.")
    for one in wanted:
        session.voice.reply(one, Reaction(seat=seat, what=what))


def hang_up(session: Session, seat: int, code: int, reason: str) -> None:
    """End the connection of a seat, if it has one."""
    if connection := session.connections.get(seat):
        session.voice.hang_up(connection, code, reason)
        scenes.end(session, connection)
        session.connect(seat, "")


def let_go(session: Session, seat: int) -> Iterator[Line]:
    """A player has been away for too long: it leaves if the game has LEAVE; otherwise the clock plays on for it."""
    table = session.table
    if not session.is_connected(table.chairs[seat]) and table.decision(seat).option(LEAVE):
        yield made(session, seat, Move(LEAVE), "away")


def watch_empty_chairs(session: Session) -> None:
    """Set a timer for every player at a cash table that has no chips and may buy some; cancel it when it has."""
    table = session.table
    for chair in table.chairs:
        key = f"{EMPTY_KEY}{chair.seat}"
        empty = chair.taken and not chair.policy and table.plan.empty_minutes > 0 and _has_no_chips(session, chair)
        if not empty:
            session.set_timer(key, None)
        elif session.timers.get(key) is None:
            session.set_timer(key, session.now + int(table.plan.empty_minutes * MINUTE))


def _has_no_chips(session: Session, chair: Chair) -> bool:
    """Whether a player may sit down and has not, and is not let in by itself."""
    return chair.seat not in session.table.newcomers and session.table.decision(chair.seat).option(SIT) is not None


def clear_chair(session: Session, seat: int) -> Iterator[Line]:
    """A player at a cash table has had no chips for too long: its chair is free."""
    if session.table.chairs[seat].taken and session.table.decision(seat).option(LEAVE):
        yield made(session, seat, Move(LEAVE), "away")

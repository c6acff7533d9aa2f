"""Who is connected to a table: a seat has one connection, the newest; any number may look on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.kernel.contract.game import Move, State
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import Context, body, next_actor
from croupier.kernel.showing.wire.messages import Frame
from croupier.kernel.vocabulary.menu import LEAVE

from .asking import question_frame
from .chairs import Chair
from .inputs import WATCHING, Attached
from .lines import Spoke, Woke
from .plan import FOREVER

if TYPE_CHECKING:
    from .table import Table

GRACE_KEY = "grace"
"""The timer of a player who is away, with its seat."""
REPLACED, KICKED, EVENT_OVER, SWAPPED = 4001, 4002, 4003, 4004
"""The codes with which a connection is closed: another took its seat, the host ended its part, an event is over and
nothing more follows, or the host gave its seat to another bot."""


class Ended(NamedTuple):
    """The match that was played last, for those who were not there when it ended."""

    context: Context
    state: State
    scores: tuple[int, ...]


def attach(table: Table, given: Attached) -> None:
    """Let a connection in: it is welcomed, and told what it has missed."""
    if given.god:
        return table.hindsight.open(given.connection)
    connection, seat, after = given.connection, given.seat, given.after
    if seat == WATCHING and table.plan.closed:
        raise BadInput("Nobody may look on at this table.")
    if seat == WATCHING:
        table.voice.watchers[connection] = None
    else:
        chair = table.chairs[seat]
        if chair.connection not in ("", connection):
            table.voice.hang_up(chair.connection, REPLACED, "Another connection has taken this seat.")
            table.scenes.end(chair.connection)
        chair.connection, chair.silent = connection, False
        wake(table, chair)
        if given.dialect != chair.dialect:
            table.append(Spoke(seat, given.dialect))
            speak(table, seat, given.dialect)
            after = None  # what it has is in other words
        table.set_timer(f"{GRACE_KEY}{seat}", None)
    eyes = None if seat == WATCHING else seat
    view = table.game.view(table.state or table.full, None)
    table.voice.reply(connection, table.tongues.of(eyes).welcome(table.context(), view, eyes, given.token))
    resumed = after is not None and _is_of_now(table, given.match_id) and _resend(table, connection, seat, after)
    outside = eyes is not None and table.chairs[eyes].outside
    if not resumed and table.state is not None and not outside:
        table.voice.reply(connection, snapshot_for(table, table.state, eyes))
    elif not resumed and after is not None and eyes is not None:
        _tell_ended(table, connection, eyes)
    if given.scenes:
        table.scenes.begin(connection, seat)
    if seat == WATCHING:  # of whom nobody else is told
        table.voice.reply(connection, table.tongues.own.lobby(table.context(), _public_view(table)))
    else:
        tell_who_is_here(table)


def _is_of_now(table: Table, match_id: str | None) -> bool:
    """Whether a frame that was of a match, or of none, is of the match that is played or was played last."""
    return match_id is None or match_id == (table.match_id if table.match else "")


def _resend(table: Table, connection: str, seat: int, after: int) -> bool:
    """Send what came after a number, and the question that is open with the time really left; False if that is longer
    ago than the hand."""
    question, state, pending = table.clocks.of(seat), table.state, None
    if question is not None and question.started is not None and state is not None and state.owed >> seat & 1:
        pending = (seat, table.asked_before + question.decision.number), body(question_frame(table, state, question))
    return table.voice.resend(connection, seat, after, pending)


def _tell_ended(table: Table, connection: str, seat: int) -> None:
    """Tell somebody who was in a match that it is over, unless another has begun."""
    if table.ended is None:
        return
    context, state, scores = table.ended
    if any(player.seat == seat and player.id == table.chairs[seat].id for player in context.players):
        view = table.game.view(state, None)
        table.voice.reply(connection, table.tongues.of(seat).match_end(context, view, dict(enumerate(scores))))


def snapshot_for(table: Table, state: State, eyes: int | None) -> Frame:
    """The table as it stands, for a seat or for somebody who only looks on."""
    actor = next_actor(table.game.pending(state))
    context = table.context(table.clocks.of(eyes) or table.clocks.of(actor))
    decision = None if eyes is None else table.game.decision(state, eyes)
    return table.tongues.of(eyes).snapshot(context, table.game.view(state, eyes), decision, actor)


def detach(table: Table, connection: str) -> None:
    """A connection has ended; one that took its place is not touched."""
    table.voice.watchers.pop(connection, None)
    table.scenes.end(connection)
    table.hindsight.close(connection)
    for chair in table.chairs:
        if chair.connection == connection:
            chair.connection, chair.silent = "", False
            if table.plan.grace_ms != FOREVER:
                table.set_timer(f"{GRACE_KEY}{chair.seat}", table.now + table.plan.grace_ms)
            tell_who_is_here(table)


def fall_silent(table: Table, connection: str, silent: bool) -> None:
    """Show a connection from which nothing comes as none, or as one again: it keeps its seat and its clock."""
    for chair in table.chairs:
        if chair.connection == connection and chair.silent != silent:
            chair.silent = silent
            tell_who_is_here(table)


def let_go(table: Table, seat: int) -> None:
    """A player has been away for too long: it leaves, where the game has that; else the clock plays on for it."""
    if not table.chairs[seat].connected and table.decision(seat).option(LEAVE):
        table.make(seat, Move(LEAVE), "away")


def wake(table: Table, chair: Chair) -> None:
    """The client of a chair has shown that it is there: from its next decision on it has its whole time."""
    if chair.asleep:
        table.append(Woke(chair.seat, table.wall()))
        chair.missed = 0


def speak(table: Table, seat: int, dialect: str) -> None:
    """Tell somebody things in another dialect from now on."""
    table.chairs[seat].dialect = dialect
    table.tongues.join(dialect, table.state)
    table.voice.outbox.forget_for(seat)


def tell_who_is_here(table: Table) -> None:
    """Tell everybody who sits here, and who is connected: once, when all that happens now has happened."""
    table.players = tuple(chair.seated() for chair in table.chairs if chair.taken)
    table.lobby_due = True


def say_lobby(table: Table) -> None:
    """Say who sits here, if that is to be told."""
    if not table.lobby_due:
        return
    table.lobby_due = False
    view = _public_view(table)
    for tongue in table.tongues.spoken():
        table.voice.show_to_all(table.now, tongue.dialect.lobby(table.context(), view), tongue.name)


def _public_view(table: Table) -> Any:
    return table.game.view(table.state, None) if table.state else None

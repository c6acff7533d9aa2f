"""Scenes for the connections that asked for them, on the same timeline as the frames.

A Scene has no number: a client that missed one gets the next, and the log of what it was told. If no connection asked
for Scenes, none are computed; for the seat of a player that has drawn Scenes and is away, only for its log.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from croupier.kernel.contract.game import State
from croupier.kernel.contract.nameplate import Nameplate
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.moments import moments
from croupier.kernel.showing.onlooker import Onlooker
from croupier.kernel.showing.scene import Scene
from croupier.kernel.showing.scenes import scene
from croupier.kernel.showing.wire import body, next_actor
from croupier.kernel.showing.wire.messages import Frame
from croupier.kernel.showing.wire.messages import Log as Told
from croupier.kernel.vocabulary.events import Events

from .inputs import SHOWN, WATCHING
from .log import MOST_MISSED, Log
from .pace import wait_before
from .session import Question, Session
from .table import Table

SCENE = b'{"type":"scene"'
"""The first bytes of the frame of a Scene."""


def begin(session: Session, connection: str, seat: int) -> None:
    """Begin to send Scenes to a connection, with the log of the match and the current Scene first."""
    session.viewers.wanted[connection] = seat
    state = session.table.state
    if state is not None and not _outside(session, seat):
        log = _log(session, seat)
        if not log.come_back():
            session.viewers.onlookers.pop(seat, None)
        if sentences := log.sentences:
            session.voice.reply(connection, Told(match_id=session.table.match_id, sentences=sentences))
        if not session.voice.outbox.holds(SHOWN + seat, SCENE):  # else those come in their time, the clock with them
            session.voice.reply(connection, _frame(session, _onlooker(session, seat), state, log.count))
            if clock := _clock(session, seat, state):
                session.voice.reply(connection, clock)
        _remember(session, state, seat)


def begin_match(session: Session) -> None:
    """A match begins: forget the Scenes of the one before."""
    session.viewers.views.clear()
    session.viewers.logs.clear()
    session.viewers.gone.clear()


def begin_hand(session: Session) -> None:
    """A hand begins: whoever was out before has no part in it. Who goes out in it sees it to its end."""
    session.viewers.gone = gone(session.table) if session.viewers.wanted else set()


def end(session: Session, connection: str) -> None:
    """Send no more Scenes to a connection that has ended."""
    viewers = session.viewers
    seat = viewers.wanted.pop(connection, None)
    viewers.paces.pop(connection, None)
    if seat is not None and seat not in viewers.wanted.values() and not _listens(session, seat):
        viewers.onlookers.pop(seat, None)
        viewers.views.pop(seat, None)


def gone(table: Table) -> set[int]:
    """The seats that have no part in the current match any more, by what is public."""
    if table.state is None:
        return set()
    shown = scene(table.game, table.state, cast_for(table.game, None))
    return {seat.seat for seat in shown.seats if seat.gone}


def sayings(session: Session, state: State, events: Events) -> list[Callable[[], None]]:
    """Functions that post the Scenes of a step, one for each pair of eyes, in parallel with the frames of that step."""
    wanted, logs = session.viewers.wanted, session.viewers.logs
    if not wanted and not logs:
        return []
    eyes = sorted({*wanted.values(), *(seat for seat in logs if _listens(session, seat))})
    return [partial(_show, session, seat, state, events) for seat in eyes if not _outside(session, seat)]


def _listens(session: Session, seat: int) -> bool:
    """Whether the log of a seat goes on while its player is away. That of spectators does not."""
    log, chairs = session.viewers.logs.get(seat), session.table.chairs
    if log is None or seat == WATCHING or seat >= len(chairs):
        return False
    return log.player == chairs[seat].id and log.missed < MOST_MISSED


def _log(session: Session, seat: int) -> Log:
    """The log of a pair of eyes. The next player in a seat gets a new one."""
    player, logs = "" if seat == WATCHING else session.table.chairs[seat].id, session.viewers.logs
    if seat not in logs or logs[seat].player != player:
        logs[seat] = Log(player)
    return logs[seat]


def _outside(session: Session, seat: int) -> bool:
    """Whether the current match does not have this seat."""
    return seat != WATCHING and session.table.chairs[seat].outside


def _show(session: Session, seat: int, state: State, events: Events) -> None:
    onlooker, outbox, log = _onlooker(session, seat), session.voice.outbox, _log(session, seat)
    facts, heard = onlooker.facts(events), seat in session.viewers.wanted.values()
    for moment in moments(onlooker, session.viewers.views.get(seat), facts, state):
        if moment.sentence:
            log.add(moment.scene.phase, moment.sentence, heard=heard)
        if heard and (wait := wait_before(session, seat, moment)):
            outbox.pause(session.now, wait)
        if heard and (moment.sentence or moment.fact is facts[-1]):
            frame = session.dialects.own.scene(session.context(), moment.scene, log.count)
            outbox.post_uncounted(session.now, SHOWN + seat, body(frame))
    _remember(session, state, seat)


def eyes_of(session: Session, seat: int) -> Onlooker | None:
    """The onlooker of a seat, or of spectators; None if the current match does not have this seat."""
    return None if _outside(session, seat) else _onlooker(session, seat)


def add_to_log(session: Session, seat: int, shown: Scene) -> int:
    """Add the sentence of a Scene to the log of those that are shown it. Returns its number."""
    return _log(session, seat).add(shown.phase, shown.sentence, heard=True)


def show_position(session: Session, state: State) -> None:
    """Post the Scene of a match that begins in the middle of a hand."""
    for seat in sorted(set(session.viewers.wanted.values())):
        if not _outside(session, seat):
            frame = _frame(session, _onlooker(session, seat), state, _log(session, seat).count)
            session.voice.outbox.post_uncounted(session.now, SHOWN + seat, body(frame))
            _remember(session, state, seat)


def _frame(session: Session, onlooker: Onlooker, state: State, told: int) -> Frame:
    return session.dialects.own.scene(session.context(), onlooker.see(state), told)


def tell_time(session: Session, state: State, asked: Sequence[Question]) -> None:
    """Send every connection that gets Scenes the running clock, when a question is asked."""
    for seat in sorted(set(session.viewers.wanted.values())) if asked else ():
        if frame := _clock(session, seat, state):
            session.voice.outbox.post_uncounted(session.now, SHOWN + seat, body(frame))


def _clock(session: Session, seat: int, state: State) -> Frame | None:
    """The clock as a pair of eyes may see it: their own, that of the seat in turn, or one that several seats share."""
    running = {question.decision.seat: question for question in session.clocks.running()}
    actor = seat if seat in running else next_actor(session.table.game.pending(state))
    shared = next((one for one in running.values() if one.decision.shared_clock), None)
    question = shared or running.get(-1 if actor is None else actor)
    if question is None:
        return None
    left, whose = question.left(session.now), None if shared else question.decision.seat
    bank_ms = question.bank_ms - question.bank_spent(session.now)
    return session.dialects.own.clock(whose, left, question.limit_ms, bank_ms)


def _remember(session: Session, state: State, seat: int) -> None:
    session.viewers.views[seat] = session.table.game.view(state, _eyes(session, seat))


def _eyes(session: Session, seat: int) -> int | None:
    """Whose cards are shown to a seat: its own, or those that spectators see (None)."""
    return None if seat == WATCHING or session.table.chairs[seat].stranger else seat


def _onlooker(session: Session, seat: int) -> Onlooker:
    """The onlooker of a seat. It is made anew when a player comes or goes, because it knows the players' names, and
    when the first hand of a new player begins."""
    table, known = session.table, session.viewers.onlookers.get(seat)
    now = session.players, _eyes(session, seat)
    if known is None or known[0] != now:
        plates = [Nameplate(chair.id, chair.name) for chair in table.chairs]
        cast = cast_for(table.game, _eyes(session, seat), plates)
        if cast.eyes is None and seat != WATCHING and table.is_cash:
            cast = replace(cast, chair=seat)
        onlooker = Onlooker(table.game, cast)
        if known is not None and (seat == WATCHING or known[1].cast.identity(seat) == cast.identity(seat)):
            onlooker.follow(known[1])
        known = session.viewers.onlookers[seat] = now, onlooker
    return known[1]

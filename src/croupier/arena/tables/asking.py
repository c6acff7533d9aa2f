"""Sends questions to the seats that have to decide, and makes moves for seats that do not answer."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from croupier.agents.referee import default, penalty
from croupier.kernel.contract.game import Decision, Move, State
from croupier.kernel.showing.wire import Frame, body
from croupier.kernel.vocabulary.menu import TIMEOUT
from croupier.kernel.vocabulary.turns import CLOCK

from . import lines
from .effects import Ask
from .session import Question, Session
from .table import Chair


def ask(session: Session, state: State) -> list[Question]:
    """Ask every seat that has to decide and has not been asked yet. Returns the new questions."""
    asked = list(session.clocks.ask(state, session.table.game.pending(state)))
    for question in asked:
        _put(session, state, question)
    return asked


def _put(session: Session, state: State, question: Question) -> None:
    table, decision = session.table, question.decision
    act_id = table.asked_before + decision.number
    frame = body(question_frame(session, state, question))
    session.voice.outbox.post(session.now, (decision.seat,), frame, (decision.seat, act_id))
    if policy := table.chairs[decision.seat].policy:
        ask_house(session, state, decision, policy)


def question_frame(session: Session, state: State, question: Question) -> Frame:
    """The frame that asks a seat a question, with the time that is left."""
    seat = question.decision.seat
    view = session.table.game.view(state, seat)
    return session.dialects.of(seat).act(session.context(question), view, question.decision)


def ask_house(session: Session, state: State, decision: Decision, policy: str) -> None:
    """Let a bot of the house decide."""
    session.do(Ask(decision.seat, session.table.asked_before + decision.number, policy, state, decision))


def start_clock(session: Session, seat: int, act_id: int) -> None:
    """Start the clock of a question that has gone out."""
    session.clocks.start(seat, act_id - session.table.asked_before, session.now)


# Moves


def made(session: Session, seat: int, move: Move, how: str = "") -> lines.Made:
    """The line of a legal move, made by a seat or for it."""
    bank_ms = session.clocks.bank_spent(seat, session.now)
    if bank_ms and (option := session.table.decision(seat).option(move.kind)) and option.aside:
        bank_ms = 0
    return lines.Made(seat, move.kind, session.wall(), move.amount, move.cards, how, bank_ms=bank_ms)


def forfeit_move(session: Session, state: State) -> lines.Made | None:
    """The next move for a player that has given up the match, made at once: the game's penalty move. None if there is
    no such question."""
    table = session.table
    for question in session.clocks.running() if table.forfeits else ():
        seat = question.decision.seat
        if table.chairs[seat].id in table.forfeits:
            return made(session, seat, penalty(table.game, table.game.decision(state, seat)), lines.BY_HOST)
    return None


def timeout_move(session: Session, state: State) -> lines.Made | None:
    """The clock's move for the next question whose time is up; one move for all seats that share a clock."""
    table = session.table
    while session.late:
        question = session.late.pop(0)
        seat = question.decision.seat
        if session.clocks.of(seat) is not question:
            continue
        if table.game.decision(state, CLOCK).option(TIMEOUT):
            return ran_out(session, state, None if question.decision.shared_clock else seat)
        return made(session, seat, default(table.game.decision(state, seat)), _why_late(session, question))
    return None


def ran_out(session: Session, state: State, seat: int | None) -> lines.Made:
    """The line of a timeout: of one seat, or of all seats that share the clock (None)."""
    late = {
        one.decision.seat: _why_late(session, one)
        for one in session.clocks.running()
        if state.owed >> one.decision.seat & 1 and seat in (None, one.decision.seat)
    }
    how = "" if seat is None else str(seat)
    bank_ms = 0 if seat is None else session.clocks.bank_spent(seat, session.now)
    return lines.Made(CLOCK, TIMEOUT, session.wall(), how=how, late=late, bank_ms=bank_ms)


def _why_late(session: Session, question: Question) -> str:
    """Why the clock plays. A house bot that did not answer is the arena's fault, and so is a player that has not
    reconnected since the arena was down."""
    chair = session.table.chairs[question.decision.seat]
    if chair.policy or (question.interrupted and not session.is_connected(chair)):
        return lines.OURS
    return lines.TIMED_OUT if session.is_connected(chair) else lines.AWAY


def how_played(session: Session, seat: int) -> str:
    """The `how` of a move that a seat made itself."""
    question = session.clocks.of(seat)
    return lines.REFUSED_FIRST if question is not None and question.refused else ""


def refused(session: Session, seat: int, frame: Frame) -> None:
    """Count an invalid answer to the open question. An answer to an earlier question is late, and is not counted."""
    question = session.clocks.of(seat)
    number = getattr(frame, "act_id", None)
    if question is not None and number in (None, UNSET, session.table.asked_before + question.decision.number):
        question.refused += 1


def wake(session: Session, chair: Chair) -> Iterator[lines.Line]:
    """The client of a chair has shown that it is there: from its next decision on it has the full time limit."""
    if chair.asleep:
        yield lines.Woke(chair.seat, session.wall())

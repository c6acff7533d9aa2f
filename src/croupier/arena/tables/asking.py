"""Questions on their way to those who decide, and what is played for who does not answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from croupier.agents.referee import default, penalty
from croupier.kernel.contract.game import Decision, Move, State
from croupier.kernel.showing.wire import Frame, body
from croupier.kernel.vocabulary.menu import TIMEOUT
from croupier.kernel.vocabulary.turns import CLOCK

from . import lines
from .clocks import Question
from .effects import Ask

if TYPE_CHECKING:
    from .table import Table


def put(table: Table, state: State, question: Question) -> None:
    """Ask a seat."""
    decision, chair = question.decision, table.chairs[question.decision.seat]
    act_id = table.asked_before + decision.number
    frame = question_frame(table, state, question)
    table.voice.outbox.post(table.now, (chair.seat,), body(frame), (chair.seat, act_id))
    if chair.policy and not table.restoring:
        ask_house(table, state, decision, chair.policy)


def question_frame(table: Table, state: State, question: Question) -> Frame:
    """A question as its seat is asked it, with the time that is left."""
    seat = question.decision.seat
    return table.tongues.of(seat).act(table.context(question), table.game.view(state, seat), question.decision)


def ask_house(table: Table, state: State, decision: Decision, policy: str) -> None:
    """Let a bot of the house decide."""
    table.do(Ask(decision.seat, table.asked_before + decision.number, policy, state, decision))


def ring(table: Table, due: int) -> None:
    """The time of a question is up that was due at a time: the clock plays for those who are late."""
    for question in table.clocks.late(table.now, due):
        if table.state is not None and table.clocks.of(question.decision.seat) is question:
            _play_for(table, table.state, question)


def _play_for(table: Table, state: State, question: Question) -> None:
    """Let the clock play: once for all, where they have one clock."""
    seat = question.decision.seat
    if table.game.decision(state, CLOCK).option(TIMEOUT):
        run_out(table, None if question.decision.shared_clock else seat)
    else:
        table.make(seat, default(table.game.decision(state, seat)), _why_late(table, question))
    table.go_on()


def give_up(table: Table) -> bool:
    """Play for those who have given up the match, at once: what the game has for it, or what its clock would play."""
    if table.restoring or table.state is None:
        return False
    for question in table.clocks.running():
        seat = question.decision.seat
        if table.chairs[seat].id in table.forfeits:
            decision = table.game.decision(table.state, seat)
            table.make(seat, penalty(table.game, decision), lines.BY_HOST)
            return True
    return False


def _why_late(table: Table, question: Question) -> str:
    """How it came about that the clock plays: a bot of the house that has not answered is our fault, and so is a player
    who has not found back to an arena that had gone down."""
    chair = table.chairs[question.decision.seat]
    if chair.policy or (question.interrupted and not chair.connected):
        return lines.OURS
    return lines.TIMED_OUT if chair.connected else lines.AWAY


def how_played(table: Table, seat: int) -> str:
    """How a move of a seat's own came about."""
    question = table.clocks.of(seat)
    return lines.REFUSED_FIRST if question is not None and question.refused else ""


def refused(table: Table, seat: int, frame: Frame) -> None:
    """Count an answer to the open question that was none; one to an earlier question is only late."""
    question = table.clocks.of(seat)
    number = getattr(frame, "act_id", None)
    if question is not None and number in (None, UNSET, table.asked_before + question.decision.number):
        question.refused += 1


def run_out(table: Table, seat: int | None) -> None:
    """Let the clock act, for one seat or for all that it is the clock of; and keep it."""
    state = table.state
    late = {
        one.decision.seat: _why_late(table, one)
        for one in table.clocks.running()
        if state is not None and state.owed >> one.decision.seat & 1 and seat in (None, one.decision.seat)
    }
    how = "" if seat is None else str(seat)
    bank_ms = 0 if seat is None else table.clocks.bank_spent(seat, table.now)
    table.append(lines.Made(CLOCK, TIMEOUT, table.wall(), how=how, late=late, bank_ms=bank_ms))
    ran_out(table, seat, bank_ms)


def ran_out(table: Table, seat: int | None, bank_ms: int) -> None:
    """The clock's move, as it was kept."""
    if seat is not None:
        table.chairs[seat].missed += 1
        table.chairs[seat].timed_out_in = table.hand_id
        table.chairs[seat].bank_ms -= bank_ms
    table.advance(CLOCK, Move(TIMEOUT))

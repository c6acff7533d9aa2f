"""What somebody in a chair says: an answer that counts once, however often it comes, and what rides on it.

Thoughts and usage are kept in a line of their own before the move, sealed, as they may name cards that nobody else was
shown. No other seat is sent anything of them, and nothing is ever played from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.kernel.contract.game import Decision, Move
from croupier.kernel.showing.wire import body
from croupier.kernel.showing.wire.messages import Frame, Rider

from . import lines
from .asking import how_played, refused
from .attendance import wake
from .inputs import Garbled, Said

if TYPE_CHECKING:
    from .chairs import Chair
    from .table import Table

MOST_REFUSALS, LONGEST_REFUSAL = 20, 1024
"""So many answers of a hand that did not count are kept, so many characters of each."""
CLEANED = "CLEANED"
"""The code of what was taken without the parts that made no sense: only the log has it."""
LONGEST_THOUGHTS = 4096
"""Bytes of UTF-8; what is longer is cut, and the answer counts."""


def hear(table: Table, given: Said) -> None:
    """Take what a connection has said: play it, refuse it, or acknowledge once more what was played."""
    chair = next((chair for chair in table.chairs if chair.connection == given.connection), None)
    if chair is None:
        return table.voice.reply(given.connection, table.tongues.own.error("OUT_OF_TURN", "You only look on."))
    rider, dialect = given.rider, table.tongues.of(chair.seat)
    if chair.policy:
        msg = "A bot of the house has your seat; ask the host."
        return table.voice.reply(given.connection, dialect.error("OUT_OF_TURN", msg))
    if again := _again(table, chair, given.frame, rider):
        wake(table, chair)
        return table.voice.reply(given.connection, again)
    decision = _open_to(table, chair.seat)
    context, unread = table.context(), _is_unread(table, chair, given.round_trip_ms)
    heard = dialect.hear(replace(context, unread=True) if unread else context, given.frame, decision)
    if heard.move is None and heard.reply is not None and decision is not None and not unread:
        refused(table, chair.seat, given.frame)
    if heard.move is None and heard.reply is not None:
        code, msg = (str(getattr(heard.reply, name, "")) for name in ("code", "msg"))
        _keep_refusal(table, chair, body(given.frame).decode(), code, msg)
    if heard.notes:
        _keep_refusal(table, chair, body(given.frame).decode(), CLEANED, "; ".join(heard.notes))
    if heard.move is not None and decision is not None:
        act_id = _answers(table, decision, heard.move)
        cut = _keep_thoughts(table, chair, act_id, rider) if rider and heard.reply is None else 0
        table.make(chair.seat, heard.move, how_played(table, chair.seat))
        if rider and heard.reply is None and (rider.receipt or cut):
            table.voice.reply(given.connection, dialect.receipt(heard.move, act_id, cut))
    wake(table, chair)
    if heard.reply is not None:
        table.voice.reply(given.connection, heard.reply)


def garbled(table: Table, given: Garbled) -> None:
    """Keep what somebody in a chair has sent that was no message."""
    for chair in table.chairs:
        if chair.connection == given.connection:
            _keep_refusal(table, chair, given.said, given.code, given.msg)


def _keep_refusal(table: Table, chair: Chair, said: str, code: str, msg: str) -> None:
    """Keep an answer that did not count, for who gave it; of one that never stops, only the first of a hand."""
    table.refusals[chair.seat] += 1
    if table.refusals[chair.seat] <= MOST_REFUSALS:
        table.append(lines.Refused(chair.seat, chair.id, table.wall(), said[:LONGEST_REFUSAL], code, msg))


def _open_to(table: Table, seat: int) -> Decision | None:
    """What a seat may do now; None while no input of it counts."""
    question = table.clocks.of(seat)
    if table.state is None or (question and question.started is None):
        return None
    return table.decision(seat)


def _is_unread(table: Table, chair: Chair, round_trip_ms: int) -> bool:
    """Whether a frame that comes now was sent before its client can have read the open question, where the clock has
    played the one before it in the same hand: then the frame may well be the answer to that one."""
    question = table.clocks.of(chair.seat)
    if question is None or question.started is None or chair.timed_out_in != table.hand_id:
        return False
    return table.now - question.started < round_trip_ms


def _answers(table: Table, decision: Decision, move: Move) -> int | None:
    """The question that a move answers; None of an aside."""
    option = decision.option(move.kind)
    return table.asked_before + decision.number if option and not option.aside else None


def _again(table: Table, chair: Chair, frame: Frame, rider: Rider | None) -> Frame | None:
    """The receipt of an answer that has counted already; None of one that has not, or that wants none."""
    if rider is None or not rider.receipt or chair.answered is None:
        return None
    act_id, move = chair.answered
    dialect = table.tongues.of(chair.seat)
    if getattr(frame, "act_id", None) != act_id or not dialect.spells(frame, move):
        return None
    return dialect.receipt(move, act_id, cut(rider.thoughts)[1])


def _keep_thoughts(table: Table, chair: Chair, act_id: int | None, rider: Rider) -> int:
    """Keep what rides on an answer that counts; how many bytes of it were too many."""
    text, over = cut(rider.thoughts)
    if text or rider.usage is not None:
        line = lines.Thought(chair.seat, chair.id, table.hand_id, table.wall(), act_id, text, rider.usage)
        table.append(line)
    return over


def cut(text: str) -> tuple[str, int]:
    """A text of at most so many bytes, and how many were too many; no letter is cut in two."""
    whole = text.encode("utf-8", "replace")
    kept = whole[:LONGEST_THOUGHTS].decode("utf-8", "ignore")
    return kept, len(whole) - len(kept.encode())

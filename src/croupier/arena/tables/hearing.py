"""What somebody in a chair says: an answer that counts once, however often it comes, and what rides on it.

Thoughts and usage are kept in a line of their own before the move, sealed, as they may name cards that nobody else was
shown. No other seat is sent anything of them, and nothing is ever played from them.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.kernel.contract.game import Decision, Move
from croupier.kernel.showing.wire import body
from croupier.kernel.showing.wire.messages import Frame, Rider

from . import lines
from .asking import how_played, made, refused
from .attendance import wake
from .chairs import Chair
from .inputs import Garbled, Said
from .session import Session

MOST_REFUSALS, LONGEST_REFUSAL = 20, 1024
"""So many answers of a hand that did not count are kept, so many characters of each."""
CLEANED = "CLEANED"
"""The code of what was taken without the parts that made no sense: only the log has it."""
LONGEST_THOUGHTS = 4096
"""Bytes of UTF-8; what is longer is cut, and the answer counts."""


def hear(session: Session, given: Said) -> Iterator[lines.Line]:
    """Take what a connection has said: play it, refuse it, or acknowledge once more what was played."""
    seat, reply = session.seat_of(given.connection), session.voice.reply
    if seat is None:
        return reply(given.connection, session.tongues.own.error("OUT_OF_TURN", "You only look on."))
    chair, rider, dialect = session.table.chairs[seat], given.rider, session.tongues.of(seat)
    if chair.policy:
        msg = "A bot of the house has your seat; ask the host."
        return reply(given.connection, dialect.error("OUT_OF_TURN", msg))
    if again := _again(session, chair, given.frame, rider):
        yield from wake(session, chair)
        return reply(given.connection, again)
    decision = _open_to(session, seat)
    context, unread = session.context(), _is_unread(session, chair, given.round_trip_ms)
    heard = dialect.hear(replace(context, unread=True) if unread else context, given.frame, decision)
    if heard.move is None and heard.reply is not None and decision is not None and not unread:
        refused(session, seat, given.frame)
    if heard.move is None and heard.reply is not None:
        code, msg = (str(getattr(heard.reply, name, "")) for name in ("code", "msg"))
        yield from _refusal(session, chair, body(given.frame).decode(), code, msg)
    if heard.notes:
        yield from _refusal(session, chair, body(given.frame).decode(), CLEANED, "; ".join(heard.notes))
    if heard.move is not None and decision is not None:
        act_id = _answers(session, decision, heard.move)
        over = 0
        if rider and heard.reply is None:
            text, over = cut(rider.thoughts)
            yield from _thoughts(session, chair, act_id, text, rider)
        yield made(session, seat, heard.move, how_played(session, seat))
        if rider and heard.reply is None and (rider.receipt or over):
            reply(given.connection, dialect.receipt(heard.move, act_id, over))
    yield from wake(session, chair)
    if heard.reply is not None:
        reply(given.connection, heard.reply)


def garbled(session: Session, given: Garbled) -> Iterator[lines.Line]:
    """Keep what somebody in a chair has sent that was no message."""
    seat = session.seat_of(given.connection)
    if seat is not None:
        yield from _refusal(session, session.table.chairs[seat], given.said, given.code, given.msg)


def _refusal(session: Session, chair: Chair, said: str, code: str, msg: str) -> Iterator[lines.Line]:
    """An answer that did not count, for whoever gave it; of one that never stops, only the first of a hand."""
    if session.table.refusals[chair.seat] < MOST_REFUSALS:
        yield lines.Refused(chair.seat, chair.id, session.wall(), said[:LONGEST_REFUSAL], code, msg)


def _open_to(session: Session, seat: int) -> Decision | None:
    """What a seat may do now; None while no input of it counts."""
    question = session.clocks.of(seat)
    if session.table.state is None or (question and question.started is None):
        return None
    return session.table.decision(seat)


def _is_unread(session: Session, chair: Chair, round_trip_ms: int) -> bool:
    """Whether a frame that comes now was sent before its client can have read the open question, where the clock has
    played the one before it in the same hand: then the frame may well be the answer to that one."""
    question = session.clocks.of(chair.seat)
    if question is None or question.started is None or chair.timed_out_in != session.table.hand_id:
        return False
    return session.now - question.started < round_trip_ms


def _answers(session: Session, decision: Decision, move: Move) -> int | None:
    """The question that a move answers; None of an aside."""
    option = decision.option(move.kind)
    return session.table.asked_before + decision.number if option and not option.aside else None


def _again(session: Session, chair: Chair, frame: Frame, rider: Rider | None) -> Frame | None:
    """The receipt of an answer that has counted already; None of one that has not, or that wants none."""
    if rider is None or not rider.receipt or chair.answered is None:
        return None
    act_id, move = chair.answered
    dialect = session.tongues.of(chair.seat)
    if getattr(frame, "act_id", None) != act_id or not dialect.spells(frame, move):
        return None
    return dialect.receipt(move, act_id, cut(rider.thoughts)[1])


def _thoughts(session: Session, chair: Chair, act_id: int | None, text: str, rider: Rider) -> Iterator[lines.Line]:
    """What rides on an answer that counts."""
    if text or rider.usage is not None:
        hand_id = session.table.hand_id
        yield lines.Thought(chair.seat, chair.id, hand_id, session.wall(), act_id, text, rider.usage)


def cut(text: str) -> tuple[str, int]:
    """A text of at most so many bytes, and how many were too many; no letter is cut in two."""
    whole = text.encode("utf-8", "replace")
    kept = whole[:LONGEST_THOUGHTS].decode("utf-8", "ignore")
    return kept, len(whole) - len(kept.encode())

"""`decide` judges what comes in: the lines that it leads to, one after the other.

It is the only place that asks rules, clocks and orders whether something counts. It changes nothing of the table: each
line is followed before the next is decided. What it takes from the session or from the clock, its lines carry.
"""

from __future__ import annotations

from collections.abc import Iterable

from . import asking, god_view, lines
from .attendance import GRACE_KEY, attach, detach, fall_silent, let_go
from .hearing import garbled, hear
from .inputs import (
    Answered,
    Attached,
    Closing,
    Detached,
    Garbled,
    Input,
    Opened,
    Ordered,
    Rang,
    Said,
    Seated,
    Sent,
    Silent,
)
from .orders.book import give
from .session import Session

CLOCK_KEY, SHOW_KEY = "clock", "show"
"""Timers: the next deadline, the next frame that is held back."""


def decide(session: Session, given: Input) -> Iterable[lines.Line]:
    """What one thing that comes in leads to; BadInput, before the first line, if it cannot be."""
    match given:
        case Said():
            return hear(session, given)
        case Garbled():
            return garbled(session, given)
        case Answered():
            return _answered(session, given)
        case Attached():
            return attach(session, given)
        case Seated(id, name, policy, seat, dialect):
            return (lines.Sat(session.table.free_chair(seat).seat, id, name, policy, dialect),)
        case Ordered():
            return give(session, given)
        case Opened(what):
            return (lines.Opened(what, session.wall()),)
        case Rang(key):
            return _rang(session, key)
        case Sent(receipt):
            asking.start_clock(session, *receipt)
        case Detached(connection):
            detach(session, connection)
        case Silent(connection, silent):
            fall_silent(session, connection, silent)
        case Closing():
            session.closing = True
    return ()


def _answered(session: Session, given: Answered) -> Iterable[lines.Line]:
    """A bot of the house has decided: that counts while its question is open."""
    question = session.clocks.of(given.seat)
    if question and given.act_id == session.table.asked_before + question.decision.number:
        yield asking.made(session, given.seat, given.move)


def _rang(session: Session, key: str) -> Iterable[lines.Line]:
    due = session.timers.pop(key, None)
    if key == CLOCK_KEY and due is not None:
        session.late = session.clocks.late(session.now, due)
    elif key == god_view.GOD_KEY:
        god_view.go_on(session)
    elif key.startswith(GRACE_KEY):
        return let_go(session, int(key.removeprefix(GRACE_KEY)))
    return ()

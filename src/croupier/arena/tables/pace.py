"""The pace of a table for people: bots decide within a millisecond, which is too fast to watch.

If a client that draws Scenes sits in a chair and still has a part in the match, Scenes follow each other at an interval
of one breath (`Plan.pace_ms`), and the table rests for BREATHS_BETWEEN breaths before the next hand or match. The next
question is asked after the last Scene, so watching costs nobody time. Bots among themselves never wait.
"""

from __future__ import annotations

from croupier.kernel.showing.moments import Moment

from .inputs import WATCHING
from .session import Session

NEXT_KEY = "next"
"""The timer of the next hand."""
BREATHS_BETWEEN = 8
"""The rest after a hand or a match that a person plays, in breaths."""


def a_person_plays(session: Session) -> bool:
    """Whether a client that draws Scenes sits in a chair and still has a part in the match."""
    eyes = session.eyes
    return any(seat != WATCHING and seat not in eyes.gone for seat in eyes.wanted.values())


def breath(session: Session) -> int:
    """The interval between two Scenes in milliseconds; 0 if no person plays."""
    return session.table.plan.pace_ms if a_person_plays(session) else 0


def wait_before(session: Session, seat: int, moment: Moment) -> int:
    """The pause before a moment for a pair of eyes: the game's own, and at least a breath if another player acted."""
    apart = breath(session) if moment.sentence and getattr(moment.fact, "seat", None) != seat else 0
    shown = moment.pause_ms if session.table.plan.shows or breath(session) else 0
    return max(apart, shown)


def take_rest(session: Session) -> None:
    """Delay the next hand or match, so that people can see how this one ended."""
    if time := max(session.table.plan.between_ms, BREATHS_BETWEEN * breath(session)):
        session.set_timer(NEXT_KEY, session.voice.outbox.due(session.now) + time)

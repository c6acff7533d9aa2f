"""How fast a table goes on for people: bots decide within a millisecond, and no eye follows that.

Where somebody who draws Scenes sits in a chair and still has a part in the match, what happens is shown a breath apart
(`Plan.pace_ms`), and a table rests for several before the next hand or match. The next question comes after what is
shown, so nobody loses time by looking. Bots among themselves never wait.
"""

from __future__ import annotations

from croupier.kernel.showing.moments import Moment

from .inputs import WATCHING
from .session import Session

NEXT_KEY = "next"
"""The timer of the next hand."""
BREATHS_BETWEEN = 8
"""How long a table rests where somebody looks at how a hand or a match ended."""


def a_person_plays(session: Session) -> bool:
    """Whether somebody looks on who sits in a chair, and has not lost everything."""
    eyes = session.eyes
    return any(seat != WATCHING and seat not in eyes.gone for seat in eyes.wanted.values())


def breath(session: Session) -> int:
    """How long each thing stays that happens; 0 where no person plays."""
    return session.table.plan.pace_ms if a_person_plays(session) else 0


def wait_before(session: Session, seat: int, moment: Moment) -> int:
    """How long a pair of eyes waits before a moment: as the game says, and a breath for what somebody else did."""
    apart = breath(session) if moment.sentence and getattr(moment.fact, "seat", None) != seat else 0
    shown = moment.pause_ms if session.table.plan.shows or breath(session) else 0
    return max(apart, shown)


def take_rest(session: Session) -> None:
    """Let the next hand, or the next match, wait for those who look at how this one ended."""
    if time := max(session.table.plan.between_ms, BREATHS_BETWEEN * breath(session)):
        session.set_timer(NEXT_KEY, session.voice.outbox.due(session.now) + time)

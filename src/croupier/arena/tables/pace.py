"""The pace of a table for people: bots decide within a millisecond, which is too fast to watch.

If a client that draws Scenes sits in a chair and still has a part in the match, Scenes follow each other at an interval
of one breath (`Plan.pace_ms`, more or less as the client wants), and the table rests for BREATHS_BETWEEN breaths before
the next hand or match. The next question is asked after the last Scene, so watching costs nobody time. Bots among
themselves never wait.
"""

from __future__ import annotations

from croupier.kernel.showing.moments import Moment

from .inputs import WATCHING
from .session import Session

NEXT_KEY = "next"
"""The timer of the next hand."""
USUAL = "usual"
PACES = {"slow": 200, USUAL: 100, "fast": 40}
"""The interval by the pace that a person wants, in percent of the table's."""
BREATHS_OF_SUSPENSE = 4
"""The pause before a card of the board that decides between hands which lie open, in breaths."""
BREATHS_BETWEEN = 8
"""The rest after a hand or a match that a person plays, in breaths."""


def persons(session: Session) -> list[str]:
    """The connections that draw Scenes, sit in a chair and still have a part in the match."""
    viewers = session.viewers
    return [connection for connection, seat in viewers.wanted.items() if seat != WATCHING and seat not in viewers.gone]


def breath(session: Session) -> int:
    """The interval between two Scenes in milliseconds, as the slowest person wants it; 0 if no person plays."""
    pace_ms, paces = session.table.plan.pace_ms, session.viewers.paces
    return max((pace_ms * PACES[paces.get(one, USUAL)] // 100 for one in persons(session)), default=0)


def wait_before(session: Session, seat: int, moment: Moment) -> int:
    """The pause before a moment for a pair of eyes: the game's own, and at least a breath if another player acted, or
    several if the house turns up a card on which open hands depend."""
    fact = moment.fact
    apart = breath(session) if moment.sentence and getattr(fact, "seat", None) != seat else 0
    if not hasattr(fact, "seat") and any(one.share is not None for one in moment.scene.seats):
        apart *= BREATHS_OF_SUSPENSE
    shown = moment.pause_ms if session.table.plan.shows or breath(session) else 0
    return max(apart, shown)


def take_rest(session: Session) -> None:
    """Delay the next hand or match, so that people can see how this one ended."""
    if time := max(session.table.plan.between_ms, BREATHS_BETWEEN * breath(session)):
        session.set_timer(NEXT_KEY, session.voice.outbox.due(session.now) + time)

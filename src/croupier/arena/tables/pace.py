"""How fast a table goes on for people: bots decide within a millisecond, and no eye follows that.

Where somebody who draws Scenes sits in a chair and still has a part in the match, what happens is shown a breath apart
(`Plan.pace_ms`), and a table rests for several before the next hand or match. The next question comes after what is
shown, so nobody loses time by looking. Bots among themselves never wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.kernel.showing.moments import Moment

if TYPE_CHECKING:
    from .table import Table

NEXT_KEY = "next"
"""The timer of the next hand."""
BREATHS_BETWEEN = 8
"""How long a table rests where somebody looks at how a hand or a match ended."""


def breath(table: Table) -> int:
    """How long each thing stays that happens; 0 where no person plays."""
    return table.plan.pace_ms if table.scenes.a_person_plays else 0


def wait_before(table: Table, seat: int, moment: Moment) -> int:
    """How long a pair of eyes waits before a moment: as the game says, and a breath for what somebody else did."""
    apart = breath(table) if moment.sentence and getattr(moment.fact, "seat", None) != seat else 0
    shown = moment.pause_ms if table.plan.shows or breath(table) else 0
    return max(apart, shown)


def take_rest(table: Table) -> None:
    """Let the next hand, or the next match, wait for those who look at how this one ended."""
    if time := max(table.plan.between_ms, BREATHS_BETWEEN * breath(table)):
        table.set_timer(NEXT_KEY, table.voice.outbox.due(table.now) + time)

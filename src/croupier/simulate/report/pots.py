"""The biggest pots as data for the page: every step with what was told and the table, all cards face up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.kernel.contract.game import Game
from croupier.kernel.contract.record import Played, Series
from croupier.kernel.showing.text import face_up, show, table_with_names, tell, told_face_up, with_names

from ..record.record_file import timeline_of
from ..record.timeline import Moment
from .charts import COLOURS


def replay_data(game: Game, series: Series, played: Played) -> dict[str, Any]:
    """One match. `opening` is the step that the page shows first: the first decision, with all cards dealt."""
    timeline = timeline_of(game, series, played)
    seated = [series.bots[bot] for bot in played.seating]
    return {
        "seats": [{"name": series.bots[bot], "colour": bot % COLOURS} for bot in played.seating],
        "opening": max(0, timeline.next_decision(0) - 1),
        "steps": [_step(game, seated, moment) for moment in timeline.moments],
    }


def _step(game: Game, names: Sequence[str], moment: Moment) -> dict[str, Any]:
    view = face_up(moment.state)
    told = [with_names(text, names) for fact in told_face_up(moment.events) if (text := tell(game, fact))]
    step: dict[str, Any] = {"actor": -1 if moment.actor is None else moment.actor, "told": told}
    if game.words.picture:
        step["picture"] = msgspec.to_builtins(game.words.picture(view))
    else:
        step["text"] = table_with_names(show(game, view), names)
    return step

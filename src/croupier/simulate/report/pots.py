"""The biggest pots as data for the page: every step with what was told and the Scene, all cards face up."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.kernel.contract.game import Game
from croupier.kernel.contract.nameplate import nameplates
from croupier.kernel.contract.record import Played, Series
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.onlooker import Onlooker

from ..record.record_file import timeline_of
from ..record.timeline import Moment
from .charts import COLOURS


def replay_data(game: Game, series: Series, played: Played) -> dict[str, Any]:
    """One match. `opening` is the step that the page shows first: the first decision, with all cards dealt."""
    timeline = timeline_of(game, series, played)
    players = nameplates([series.bots[bot] for bot in played.seating])
    eyes = Onlooker(game, cast_for(game, None, players), all_cards=True)
    return {
        "seats": [{"name": series.bots[bot], "colour": bot % COLOURS} for bot in played.seating],
        "opening": max(0, timeline.next_decision(0) - 1),
        "steps": [_step(eyes, moment) for moment in timeline.moments],
    }


def _step(eyes: Onlooker, moment: Moment) -> dict[str, Any]:
    told = eyes.hear(eyes.facts(moment.events))
    scene = msgspec.to_builtins(eyes.see(moment.state))
    return {"actor": -1 if moment.actor is None else moment.actor, "told": told, "scene": scene}

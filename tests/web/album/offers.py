"""The offers that the pictures need, as in an arena without settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier.arena.room.offers import Offer
from croupier.games.genome import checked, read, to_json

from ..room import CASH, HOUR_MS

CLASSICS = {"hearts": 5, "rummy": 3, "crazy_eights": 3, "five_card_draw": 2, "speed": 1}
"""Games with tricks, drawing, shedding, betting and piles, and the number of decisions before their pictures."""
CHAMPIONS = Path(__file__).resolve().parents[3] / "docs/champions"
CHAMPION = "TIMBER_WHARF"
"""The code of the evolved game that is best to play (docs/evolution-lab.md)."""


def offers() -> list[Offer]:
    """The offers of an arena without settings that are in a picture, without any waiting times."""
    plain: dict[str, Any] = {"public": True, "pace_ms": 0, "move_time_ms": HOUR_MS}
    against = {**plain, "kind": "house", "move_time_ms": 60_000}
    named = [Offer(id=name, game=name, code=name.upper().ljust(4, "_"), **against) for name in CLASSICS]
    evolved = [
        Offer(
            id=f"g-{path.stem}",
            game="genome",
            genome=to_json(checked(read(path), path.name)),
            code=path.stem.upper(),
            **against,
        )
        for path in sorted(CHAMPIONS.glob("*.json"))
    ]
    bots = ["oracle", "shark", "tight", "station"]
    return [
        Offer(id="friday", game="holdem", title="Friday night", seats=6, code="FRIDAY", public=True),
        Offer(
            id="six",
            game="holdem",
            seats=6,
            code="SIX_MAX",
            title="Friday six-max",
            least=6,
            public=True,
            pace_ms=0,
            move_time_ms=40_000,
        ),
        Offer(
            id="finals",
            game="holdem",
            title="CS 285 finals",
            seats=4,
            bots=bots,
            matches=6,
            again=True,
            options={"hands": 12},
            **{**plain, "move_time_ms": 30_000},
        ),
        Offer(id="holdem", game="holdem", code="HOLDEM", **against),
        Offer(id="short", game="holdem", seats=3, code="SHORT", policy="station", options={"hands": 2}, **against),
        Offer(id="cash", game="holdem", title="Cash", code="CASH", seats=6, bots=["station"], options=CASH, **plain),
        Offer(id="deal", game="deal", code="DEAL", **against),
        Offer(id="bust", game="deal", code="BUST", options={"heat": 60}, **against),
        Offer(id="battle", game="battle", code="BATTLE", **against),
        Offer(id="reveal", game="battle", code="REVEAL", options={"reveal_ms": HOUR_MS}, **{**against, "pace_ms": 1}),
        Offer(id="sudden", game="battle", code="SUDDEN", options={"rounds": 1}, **{**plain, "move_time_ms": 60_000}),
        Offer(id="queue", game="battle", kind="queue", code="QUEUE", public=True),
        *named,
        *evolved,
    ]

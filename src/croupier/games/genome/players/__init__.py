"""House bots of genome games: rules that get a seat's view and menu, nothing else.

They know no particular game. `greedy` reads from its view what decides the hand, and looks no further than its own next
move. Search (`SEARCHING`) assumes that the others play like greedy, in imagined play and in their past moves, and plays
as greedy would where it finds nothing clearly better.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.kernel.vocabulary.betting import SEATS

from .believing import plays_like_this
from .greedy import play_greedily, play_hastily
from .watchful import play_watchfully

POLICIES: dict[str, Callable[..., None]] = {"watchful": play_watchfully, "greedy": play_greedily}
SEARCHING: dict[str, Any] = {
    "models": dict.fromkeys(range(SEATS), play_hastily),
    "below": dict.fromkeys(range(SEATS), play_hastily),
    "believes": plays_like_this,
    "default": play_greedily,
}

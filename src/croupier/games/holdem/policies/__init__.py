"""House bots for hold'em, as policies: they get a seat's view and menu, nothing else.

From weakest to strongest, each beats all before it, heads-up and at a full table (`scripts/ladder`):

    random     any option, any amount; every game has it (`agents.random`)
    station    calls everything, folds nothing
    tight      waits for good cards and bets only what it would gladly show
    shark      ranges by position, pot odds, caution before big bets, draws and bluffs
    oracle     imagines what the others may hold after all their moves, and takes what is worth most
    blueprint  plays a strategy learnt by self-play, between two; elsewhere it is `oracle`

The first of POLICIES sits down against a person by default.
"""

from __future__ import annotations

from croupier.kernel.contract.house_bots import PolicyLike

from ..blueprint.play import BLUEPRINT
from .oracle import play_oracle
from .shark import play_shark
from .station import play_station
from .tight import play_tight

POLICIES: dict[str, PolicyLike] = {
    "shark": play_shark,
    "oracle": play_oracle,
    "blueprint": BLUEPRINT,
    "tight": play_tight,
    "station": play_station,
}

"""Records of small matches, played in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from croupier.games.holdem import GAME as HOLDEM
from croupier.games.holdem import configure
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.record import Misdeed, Played, Series
from croupier.kernel.language.records import to_dict
from croupier.kernel.showing.playthrough import play_out, random_chooser
from croupier.simulate.record.storage import Scribe


def a_match(game: Game, config: Any, key: int, deal: int = 0, seating: Sequence[int] = ()) -> Played:
    """A match of random moves."""
    _, played = play_out(game, config, random_chooser(game, key), key).record()
    return Played(deal, list(seating) or played.seating, played.moves, played.scores)


def write_record(
    path: Path,
    *,
    deals: int = 12,
    seats: int = 3,
    bots: Sequence[str] = (),
    game: Game = HOLDEM,
    config: Any = None,
    misdeed: Misdeed | None = None,
) -> tuple[Series, list[Played]]:
    """A series of random hold'em hands with rotating seats; with a misdeed, it happens in the first of them."""
    config = configure(seats=seats, hands=1, stack=1_000, small_blind=5, big_blind=10) if config is None else config
    names = list(bots) or [f"house:{name}" for name in ("tight", "shark", "station", "random")[:seats]]
    series = Series(game.name, game.version, to_dict(config), names, 7, False, deals)
    scribe = Scribe(path, series)
    matches = []
    for deal in range(deals):
        played = a_match(game, config, deal, deal, [(seat + deal) % len(names) for seat in range(len(names))])
        if misdeed and deal == 0:
            played = Played(deal, played.seating, played.moves, played.scores, None, [misdeed])
        matches.append(played)
        scribe.write(matches[-1])
    scribe.close()
    return series, matches

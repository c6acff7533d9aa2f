"""What people think of games: ratings from 1 to 5, by the name that a game is listed under."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ..store.database import open_values
from .listing import game_name
from .memory import RATING, offers_in


class Opinion(NamedTuple):
    """What is thought of one game; `genome` is its source, where it is none of the box."""

    game: str
    genome: str
    ratings: list[int]


def ratings_in(values: Mapping[str, bytes]) -> dict[str, list[int]]:
    """All ratings, by game."""
    ratings: dict[str, list[int]] = {}
    for key, body in values.items():
        if key.startswith(RATING):
            ratings.setdefault(key.removeprefix(RATING).partition("/")[0], []).append(int(body))
    return ratings


def opinions_in(database: Path) -> list[Opinion]:
    """What people have said of each game that was rated, from the file of an arena that may be running."""
    values = open_values(database)
    genomes = {game_name(offer): offer.genome for offer in offers_in(values)}
    return [Opinion(game, genomes.get(game, ""), given) for game, given in ratings_in(values).items()]

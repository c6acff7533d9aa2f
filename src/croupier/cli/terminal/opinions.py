"""What people say of games: the ratings that an arena keeps, by the game and not by the name it was offered under."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from croupier.kernel.errors import BadInput


def ratings_in(database: str | None) -> dict[str, list[int]]:
    """All ratings of genomes in the database of an arena, by the keys of their canonical forms; none without one."""
    if not database:
        return {}
    from croupier.arena.room.opinions import opinions_in
    from croupier.evolve.canonical import canonical, key_of
    from croupier.games.genome import classics, find, from_json

    if not Path(database).is_file():
        raise BadInput(f"There is no database {database}.")
    ratings: dict[str, list[int]] = {}
    for opinion in opinions_in(Path(database)):
        if opinion.genome:
            genome = from_json(opinion.genome.encode(), opinion.game)
        elif opinion.game in classics():
            genome = find(opinion.game)
        else:
            continue
        ratings.setdefault(key_of(canonical(genome)), []).extend(opinion.ratings)
    return ratings


def rated(ratings: Sequence[int]) -> str:
    """A mean, and of how many."""
    return f"{sum(ratings) / len(ratings):.1f}/5 ({len(ratings)})" if ratings else "unrated"

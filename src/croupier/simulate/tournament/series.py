"""Many tournaments between bots, here or by workers, and what each of them showed."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from croupier.agents.loading import load_bots
from croupier.agents.terms import Terms as BotTerms
from croupier.games.holdem import GAME
from croupier.kernel.errors import Fault
from croupier.workers import hired
from croupier.workers.team import WorkerSetup

from .evening import PACE, Hall, Outcome, Pace, Structure

ALONE = BotTerms()
PIECE = 8
"""How many tournaments are played in one piece of work."""


class Seen(NamedTuple):
    """What one tournament showed. Lists are by bot."""

    ms: int
    hands: int
    played: list[int]
    last: int
    wins: list[int]
    points: list[float]
    """The mean prize of a bot's entries, as a multiple of the average prize."""
    squares: list[float]
    """The mean square of the same."""
    ahead: list[list[float]]
    """How often an entry of one bot finishes ahead of an entry of another; equal places count half."""


class Field(NamedTuple):
    """Who plays: the bots by name, of whom the last `repeated` fill the field in turn."""

    bots: Sequence[str]
    repeated: int
    terms: BotTerms = ALONE
    pace: Pace = PACE

    def numbers(self, entrants: int) -> list[int]:
        """The number of the bot of each entry."""
        alone = len(self.bots) - self.repeated
        return [at if at < alone else alone + (at - alone) % self.repeated for at in range(entrants)]


class Play(NamedTuple):
    """Some tournaments of a structure, played by a field."""

    structure: int
    field: int
    first: int
    last: int


def seen(outcome: Outcome, numbers: Sequence[int], bots: int) -> Seen:
    """What a tournament showed."""
    entries: list[list[int]] = [[] for _ in range(bots)]
    for at, number in enumerate(numbers):
        entries[number].append(at)
    fair = sum(outcome.prizes) / len(numbers)
    points = [[outcome.prizes[at] / fair for at in some] for some in entries]
    places = [sorted(outcome.places[at] for at in some) for some in entries]
    return Seen(
        outcome.ms,
        outcome.hands,
        outcome.played,
        outcome.last,
        [some.count(1) for some in places],
        [sum(some) / len(some) for some in points],
        [sum(one * one for one in some) / len(some) for some in points],
        [[_ahead(one, other) for other in places] for one in places],
    )


def _ahead(one: Sequence[int], other: Sequence[int]) -> float:
    """How often a place of one list is better than one of another, both sorted; equal ones count half."""
    behind = sum(2 * len(other) - bisect_left(other, place) - bisect_right(other, place) for place in one)
    return behind / (2 * len(one) * len(other))


def outcomes(
    structures: Sequence[Structure],
    fields: Sequence[Field],
    seed: int,
    plays: Sequence[Play],
    workers: int,
) -> Iterator[tuple[Play, list[Seen]]]:
    """What the plays showed, in their order."""
    arguments = (list(structures), list(fields), seed)
    if workers == 1:
        player = Player(*arguments)
        try:
            for play in plays:
                yield play, player(play)
        finally:
            player.close()
        return
    with hired(workers, WorkerSetup(Player, arguments)) as team:
        yield from zip(plays, team.work(plays, _give_up), strict=True)


def _give_up(play: Play) -> list[Seen]:
    raise Fault(f"Every worker that played tournaments {play.first} to {play.last - 1} has died.")


class Player:
    """Plays tournaments, one piece after the other."""

    def __init__(self, structures: Sequence[Structure], fields: Sequence[Field], seed: int) -> None:
        self._structures, self._fields, self._seed = structures, fields, seed
        self._halls: dict[tuple[int, int], Hall] = {}

    def __call__(self, play: Play) -> list[Seen]:
        """What some tournaments showed."""
        field, structure = self._fields[play.field], self._structures[play.structure]
        hall = self._halls.get((play.structure, play.field))
        if hall is None:
            entrants = load_bots(GAME, field.bots, field.terms)
            hall = Hall(structure, entrants, self._seed, repeated=field.repeated, pace=field.pace)
            self._halls[play.structure, play.field] = hall
        numbers = field.numbers(structure.entrants)
        return [seen(hall.play(number), numbers, len(field.bots)) for number in range(play.first, play.last)]

    def close(self) -> None:
        """End the programs that play."""
        for hall in self._halls.values():
            hall.close()


def pieces(structures: int, fields: int, count: int) -> list[Play]:
    """The plays: every structure and every field plays the same numbers, so that an interrupted study is even."""
    return [
        Play(structure, field, first, min(count, first + PIECE))
        for first in range(0, count, PIECE)
        for structure in range(structures)
        for field in range(fields)
    ]

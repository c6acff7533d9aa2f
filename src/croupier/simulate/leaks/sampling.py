"""Which hands are judged, in which order, and by which workers.

    with judges(where, heads, seed, workers=2) as judge:
        for hands in judge(units):
            ...

A *unit* is what is judged together: a hand, in duplicate play all rotations of a deal, of a long match some hands.
Units are judged in a random order, so that those which are done at any moment are a fair sample of all. Neither that
order nor the number of workers changes what a decision costs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import NamedTuple, NoReturn

from croupier.kernel.contract.record import Played, Series
from croupier.kernel.errors import BadInput, Fault
from croupier.workers import hired
from croupier.workers.team import WorkerSetup

from .judging import Judge, JudgedHand, Sat, Wanted, hands_in

TOGETHER = 20
"""Hands of a long match that are judged together: it is replayed once for all of them."""


class Unit(NamedTuple):
    """Hands that are judged together, and the worlds in which their decisions are played out."""

    wanted: Sequence[Wanted]
    worlds: int

    @property
    def hands(self) -> int:
        """How many hands it has."""
        return sum(len(one.hands) for one in self.wanted)


class Player(NamedTuple):
    """The matches of one player."""

    heads: Mapping[int, Series]
    """The heads of the records, by their numbers."""
    matches: Sequence[Sat]

    @property
    def hands(self) -> int:
        """How many hands they have."""
        return sum(hands_in(played) for *_, played in self.matches)


def player_named(name: str, records: Iterable[tuple[int, Series, int, Played]]) -> Player:
    """The matches of a player in some records, which are given with the number of the record and that of the match in
    it; BadInput if the player is in none of them."""
    heads, matches, names = dict[int, Series](), list[Sat](), set[str]()
    last, rotation = (-1, -1), 0
    for record, series, number, played in records:
        heads[record] = series
        names.update(series.bots)
        rotation = rotation + 1 if last == (record, played.deal) else 0
        last = record, played.deal
        seats = [seat for seat, bot in enumerate(played.seating) if bot < len(series.bots) and series.bots[bot] == name]
        matches += [Sat(record, number, rotation, seat, played) for seat in seats]
    if not matches:
        raise BadInput(f"No match has a player {name!r}; there are {', '.join(sorted(names)) or 'no matches'}.")
    if len(games := {series.game for series in heads.values()}) > 1:
        raise BadInput(f"These are records of several games: {', '.join(sorted(games))}. Name those of one of them.")
    return Player(heads, matches)


def drawn(player: Player, hands: int | None, worlds: int, seed: int) -> list[Unit]:
    """Units of a player's hands in a random order, with about `hands` hands in all, or with all of them."""
    if hands is not None and hands < 1:
        raise BadInput(f"Judge at least one hand, not {hands}.")
    chance = random.Random(f"sample {seed}")
    deals: dict[tuple[int, ...], list[Wanted]] = {}
    for sat in player.matches:
        is_duplicate = player.heads[sat.record].duplicate
        same = (sat.record, sat.played.deal) if is_duplicate else (sat.record, sat.number, sat.seat)
        deals.setdefault(same, []).append(Wanted(sat, range(hands_in(sat.played))))
    units = [unit for wanted in deals.values() for unit in _pieces(wanted, worlds, chance)]
    chance.shuffle(units)
    found, left = list[Unit](), player.hands if hands is None else hands
    for unit in units:
        if left <= 0:
            break
        if len(unit.wanted) == 1 and unit.hands > left:
            (one,) = unit.wanted
            unit = unit._replace(wanted=[one._replace(hands=sorted(one.hands)[:left])])
        found.append(unit)
        left -= unit.hands
    return found


def _pieces(wanted: Sequence[Wanted], worlds: int, chance: random.Random) -> Iterator[Unit]:
    """The hands of a deal; of a long match random ones together."""
    if len(wanted) > 1 or len(wanted[0].hands) <= TOGETHER:
        yield Unit(wanted, worlds)
        return
    hands = list(wanted[0].hands)
    chance.shuffle(hands)
    for start in range(0, len(hands), TOGETHER):
        yield Unit([wanted[0]._replace(hands=sorted(hands[start : start + TOGETHER]))], worlds)


JudgeAll = Callable[[Iterable[Unit]], Iterable[list[JudgedHand]]]


@contextmanager
def judges(where: str | None, heads: Mapping[int, Series], seed: int, workers: int) -> Iterator[JudgeAll]:
    """A function that judges units one by one: in this process, or with workers that are ready."""
    setup = WorkerSetup(hire, (where, heads, seed))
    work = setup.prepare(*setup.arguments)
    if workers == 1:
        yield lambda units: map(work, units)
        return
    with hired(workers, setup) as team:
        team.make_ready()

        def judge(units: Iterable[Unit]) -> Iterator[list[JudgedHand]]:
            left = iter(units)
            yield from map(work, islice(left, 1))  # compiles here, so that all workers find it in the cache
            yield from team.work(left, _give_up)

        yield judge


def _give_up(unit: Unit) -> NoReturn:
    raise Fault(f"Every worker that judged deal {unit.wanted[0].match.played.deal} has died.")


def hire(where: str | None, heads: Mapping[int, Series], seed: int) -> Callable[[Unit], list[JudgedHand]]:
    """The function with which a worker judges a unit."""
    known: dict[int, Judge] = {}

    def work(unit: Unit) -> list[JudgedHand]:
        found = list[JudgedHand]()
        for wanted in unit.wanted:
            record = wanted.match.record
            if record not in known:
                known[record] = Judge(heads[record], where, seed)
            found += known[record].hands(wanted, unit.worlds)
        return found

    return work

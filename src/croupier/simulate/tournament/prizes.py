"""Places and prizes.

Players who go out in one hand of a table are placed by their chips at its start; equal stacks share the place. Players
who go out at different tables in one round hand for hand share the place: the best of each table share the best place,
the next of each table the next. Players who share a place share its prizes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from croupier.simulate.icm import icm

from .tournament import BustOut, Tournament

PAID = 0.15
"""The share of the entries that get prizes, if the terms name none."""
FEWEST_PAID = 3
"""The least number of prizes from FEW entries on, if the terms name none; below that there are two, below FEWER one."""
FEWER, FEW = 5, 8


def percentages(entries: int, players: int, payouts: Sequence[float]) -> list[float]:
    """The share of each prize in percent, from the first place down. Without `payouts`, prize k weighs 1 / (2k + 1):
    49, 30 and 21 % for three. There are never more prizes than players."""
    if payouts:
        weights = list(payouts[:players])
    else:
        paid = max(1 if entries < FEWER else 2 if entries < FEW else FEWEST_PAID, round(entries * PAID))
        weights = [1 / (2 * place + 1) for place in range(1, min(paid, players) + 1)]
    return [100 * weight / sum(weights) for weight in weights]


def prizes_of_places(places: Sequence[int], payouts: Sequence[float]) -> list[float]:
    """The prize of each player of a tournament, by the places of all, in average prizes. Equal places share."""
    percents = percentages(len(places), len(places), payouts)
    tied = Counter(places)
    return [sum(percents[one - 1 : one - 1 + tied[one]]) / tied[one] * len(places) / 100 for one in places]


def prizes_of(pool: int, percents: Sequence[float]) -> list[int]:
    """The prizes in tokens. What is left after rounding down goes to the first places, a token each."""
    prizes = [int(pool * percent / 100) for percent in percents]
    for place in range(pool - sum(prizes)):
        prizes[place % len(prizes)] += 1
    return prizes


def prizes(t: Tournament) -> list[int]:
    """The prizes of a tournament, as they are now: they are settled once nobody can enter or buy chips."""
    return prizes_of(t.pool, percentages(t.entries, len(t.players), t.terms.payouts)) if t.pool and t.players else []


def paid_places(t: Tournament) -> int:
    """The number of places with a prize."""
    return _paid(t.pool, t.entries, len(t.players), tuple(t.terms.payouts))


@lru_cache(maxsize=64)
def _paid(pool: int, entries: int, players: int, payouts: tuple[float, ...]) -> int:
    return sum(prize > 0 for prize in prizes_of(pool, percentages(entries, players, payouts))) if players else 0


def plays_hand_for_hand(t: Tournament) -> bool:
    """Whether all tables play hand for hand: one player has to go out before the others have prizes."""
    playing = t.terms.hand_for_hand and t.started and t.ended is None and len(t.tables) > 1
    return bool(playing and not t.is_open and t.pool and t.left == paid_places(t) + 1)


class Result(NamedTuple):
    """The place of a player, and its prize. `tied` is the number of players that share the place."""

    place: int
    prize: int
    tied: int = 1


def results(t: Tournament) -> dict[str, Result]:
    """The place and the prize of each player that is out; and of all players, once the tournament is over."""
    if t.ended is not None and t.ended.cancelled:
        return {}
    tiers = _tiers(t.outs)
    if t.deal is not None:
        tiers += _equal(sorted(t.deal.stacks.items(), key=lambda one: one[1]))
    elif t.ended is not None:
        tiers += [[key] for key in t.playing]
    amounts = prizes(t)
    found: dict[str, Result] = {}
    place = t.left + 1 if t.ended is None and t.deal is None else 1
    for tier in reversed(tiers):
        shared = _share(sum(amounts[place - 1 : place - 1 + len(tier)]), tier)
        for key in tier:
            prize = t.deal.prizes[key] if t.deal is not None and key in t.deal.prizes else shared[key]
            found[key] = Result(place, prize, len(tier))
        place += len(tier)
    return found


def _tiers(outs: Sequence[BustOut]) -> list[list[str]]:
    """The players that are out, from the first to go: those of one list share their place."""
    tiers: list[list[str]] = []
    for _, group in groupby(_grouped(outs), key=lambda one: one.group):
        by_table: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
        for one in group:
            by_table[one.table].append((one.key, one.stack))
        ranked = [_equal(sorted(some, key=lambda one: -one[1])) for some in by_table.values()]
        best_first = [
            [key for tiers_of in ranked if rank < len(tiers_of) for key in tiers_of[rank]]
            for rank in range(max(map(len, ranked)))
        ]
        tiers += reversed(best_first)
    return tiers


def _grouped(outs: Sequence[BustOut]) -> list[BustOut]:
    """The same with the players of each group together, groups in the order of their first players."""
    first: dict[str, int] = {}
    for one in outs:
        first.setdefault(one.group, len(first))
    return sorted(outs, key=lambda one: first[one.group])


def _equal(stacks: Sequence[tuple[str, int]]) -> list[list[str]]:
    return [[key for key, _ in some] for _, some in groupby(stacks, key=lambda one: one[1])]


def _share(prize: int, tier: Sequence[str]) -> dict[str, int]:
    """A sum shared by players; tokens that cannot be shared go to the first of them."""
    each, rest = divmod(prize, len(tier))
    return {key: each + (at < rest) for at, key in enumerate(tier)}


def icm_deal(t: Tournament, stacks: Mapping[str, int]) -> dict[str, int]:
    """The prizes of the players that are left if they share by the worth of their chips: whole tokens, which sum to the
    prizes that are left. The tokens that rounding leaves go to the largest stacks."""
    left = prizes(t)[: len(stacks)]
    keys = sorted(stacks, key=lambda key: (-stacks[key], key))
    worth = icm([stacks[key] for key in keys], left).equity if len(keys) > 1 and left else [float(sum(left))]
    found = {key: int(equity + 1e-9) for key, equity in zip(keys, worth, strict=False)}
    for key in keys[: sum(left) - sum(found.values())]:
        found[key] += 1
    return found

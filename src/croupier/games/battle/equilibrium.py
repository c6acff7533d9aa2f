"""A strategy for a match with default hands that no opponent can exploit, and how it was found.

Such a match (three rounds, with 6, 8 or 10 HP at the start and at most) is solved backwards. A position consists of the
number of regular rounds left after this one, and both HPs: both hands are the same and known. One round is then a
matrix game over the layouts whose entries are the values of the positions that it leads to. In the last round and in
sudden death those are 1, -1, or 0 for equal HP, because sudden death between equal players favours neither. Each matrix
is solved by linear programming, exactly (`programme.py`).

Most positions have many optimal mixes: in the first round with 10 HP any mix that lays attack, defense and counter in
18 to 100 % of cases, and defense, heal and counter otherwise (`ranges`). The mix that is played is one that wins most
from an opponent who lays any three cards in any order.

Only the 24 layouts without an empty place are mixed. A player who leaves a place empty has two unused cards, one of
them no attack, and laying that one there never hurts; `exploitability` still lets the opponent use all 73 layouts.

    python -m croupier.games.battle.equilibrium        solve again and write equilibrium.txt (half a minute)

Each line of equilibrium.txt is a position and its mix, in parts of ten thousand: "1 10 8 10  ahc 1990 cah 2040 …" is
one more round to come, 10 HP against 8 of at most 10, attack-heal-counter in 1990 of 10000 cases. Cards are named by
their first letters. The match is worth 0 to both, as it must be between equal players.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, combinations, pairwise, permutations, product
from pathlib import Path
from typing import NamedTuple

from .layouts import NAMES
from .programme import best_optimum, value_of
from .records import KINDS, PLACES
from .steps import GRASS, blow, healed

Layout = tuple[int, ...]
Mix = dict[Layout, int]

MAX_HP = 10
SIZES = (6, 8, 10)
"""The most HP of the matches that are solved: the standard one, and smaller ones for the laboratory."""
ROUNDS = 3
PARTS = 10_000
LEAST_PART = 10
"""Layouts in fewer than this many of PARTS cases are left out."""
SUDDEN_DEATH_ROUNDS = 100

FILE = Path(__file__).with_suffix(".txt")
LAYOUTS: tuple[Layout, ...] = tuple(permutations(range(KINDS), PLACES))
ALL_LAYOUTS: tuple[Layout, ...] = tuple(
    faces
    for faces in product((*range(KINDS), GRASS), repeat=PLACES)
    if all(faces.count(face) == 1 for face in faces if face != GRASS)
)


class Position(NamedTuple):
    """A position: `left` regular rounds come after this one; sudden death is like the last regular round."""

    left: int
    mine: int
    theirs: int
    max_hp: int = MAX_HP


def play_round(hp: tuple[int, int], mine: Layout, theirs: Layout, max_hp: int = MAX_HP) -> tuple[int, int]:
    """Both HPs after a round, by the rules."""
    first, second = hp
    for face, other in zip(mine, theirs, strict=True):
        first = max(healed(first, face, max_hp) - blow(face, other), 0)
        second = max(healed(second, other, max_hp) - blow(other, face), 0)
    return first, second


Ends = list[list[tuple[int, int]]]


def results(hp: tuple[int, int], mine: Sequence[Layout], theirs: Sequence[Layout], max_hp: int = MAX_HP) -> Ends:
    """Both HPs after a round, for every pair of layouts."""
    return [[play_round(hp, one, other, max_hp) for other in theirs] for one in mine]


def positions(max_hp: int = MAX_HP) -> Iterator[Position]:
    """Every position that can occur from full HP on, those nearest to the end first."""
    reached: list[set[tuple[int, int]]] = [{(max_hp, max_hp)}]
    for _ in range(ROUNDS - 1):
        after = {end for hp in reached[-1] for row in results(hp, ALL_LAYOUTS, ALL_LAYOUTS, max_hp) for end in row}
        reached.append({hp for hp in after if min(hp) > 0})
    reached[-1] |= {(hp, hp) for hp in range(1, max_hp + 1)}  # sudden death
    for left, level in enumerate(reversed(reached)):
        yield from (Position(left, *hp, max_hp) for hp in sorted(level))


def solve(max_hp: int = MAX_HP) -> tuple[dict[Position, Mix], dict[Position, Fraction]]:
    """The mix of every position, and the value of each position to the seat that plays it."""
    mixes: dict[Position, Mix] = {}
    values: dict[Position, Fraction] = {}
    for here in positions(max_hp):
        worth = stage(here, values)
        values[here] = value_of(worth)
        mix, _ = best_optimum(worth, values[here], [sum(row, Fraction(0)) for row in worth])
        mixes[here] = _rounded(mix)
    return mixes, values


def ranges(max_hp: int = MAX_HP) -> dict[tuple[int, ...], tuple[Fraction, Fraction]]:
    """The least and the largest weight of three cards, in any order, in an optimal mix of the first round."""
    _, values = solve(max_hp)
    first = Position(ROUNDS - 1, max_hp, max_hp, max_hp)
    worth = stage(first, values)
    found = {}
    for cards in combinations(range(KINDS), PLACES):
        counted = [Fraction(int(tuple(sorted(layout)) == cards)) for layout in LAYOUTS]
        least = -best_optimum(worth, values[first], [-share for share in counted])[1]
        found[cards] = least, best_optimum(worth, values[first], counted)[1]
    return found


def stage(here: Position, values: Mapping[Position, Fraction]) -> list[list[Fraction]]:
    """A round as a matrix game: the value of each layout against each."""
    ends = results((here.mine, here.theirs), LAYOUTS, LAYOUTS, here.max_hp)
    return [[_worth(here, end, values) for end in row] for row in ends]


def _worth(here: Position, hp: tuple[int, int], values: Mapping[Position, Fraction]) -> Fraction:
    """The value of the HPs after a round."""
    if here.left == 0 or min(hp) == 0:
        return Fraction(_sign(hp))
    return values[Position(here.left - 1, *hp, here.max_hp)]


def _sign(hp: tuple[int, int]) -> int:
    return (hp[0] > hp[1]) - (hp[0] < hp[1])


def _rounded(mix: Sequence[Fraction]) -> Mix:
    """A mix in parts of PARTS, without layouts below LEAST_PART."""
    kept = [weight if weight * PARTS >= LEAST_PART else Fraction(0) for weight in mix]
    edges = [round(PARTS * edge / sum(kept)) for edge in accumulate(kept, initial=Fraction(0))]
    return {layout: end - start for layout, (start, end) in zip(LAYOUTS, pairwise(edges), strict=True) if end > start}


def exploitability(mixes: Mapping[Position, Mix], max_hp: int = MAX_HP) -> float:
    """How much an opponent who knows the mixes wins per match, in stakes.

    Sudden death is followed for SUDDEN_DEATH_ROUNDS rounds, which is more than are ever played.
    """
    replies = {here: _replies(here, mix) for here, mix in mixes.items() if here.max_hp == max_hp}
    worst: dict[Position, float] = {here: 0.0 for here in replies if here.left == 0 and here.mine == here.theirs}
    for _ in range(SUDDEN_DEATH_ROUNDS):
        worst = {here: _held_to(here, replies[here], worst) for here in worst}
    for here in sorted(replies):
        worst[here] = _held_to(here, replies[here], worst)
    return -worst[Position(ROUNDS - 1, max_hp, max_hp, max_hp)]


Reply = list[tuple[tuple[int, int], int]]
"""The results of one layout of the opponent: both HPs, and in how many of PARTS cases."""


def _replies(here: Position, mix: Mix) -> list[Reply]:
    ends = results((here.mine, here.theirs), list(mix), ALL_LAYOUTS, here.max_hp)
    return [list(zip(column, mix.values(), strict=True)) for column in zip(*ends, strict=True)]


def _held_to(here: Position, replies: list[Reply], worst: Mapping[Position, float]) -> float:
    def worth(hp: tuple[int, int]) -> float:
        if min(hp) == 0 or (here.left == 0 and hp[0] != hp[1]):
            return float(_sign(hp))
        return worst[Position(max(here.left - 1, 0), *hp, here.max_hp)]

    return min(sum(part * worth(hp) for hp, part in reply) / PARTS for reply in replies)


def written(mixes: Mapping[Position, Mix]) -> str:
    """The mixes as text, a line for each position."""
    lines = []
    for here, mix in mixes.items():
        named = (f"{''.join(NAMES[kind][0] for kind in layout)} {part}" for layout, part in mix.items())
        lines.append(f"{here.left} {here.mine} {here.theirs} {here.max_hp}  {' '.join(named)}")
    return "\n".join(lines) + "\n"


def read(text: str) -> dict[Position, Mix]:
    """The mixes that `written` wrote."""
    kinds = {name[0]: kind for kind, name in enumerate(NAMES)}
    mixes: dict[Position, Mix] = {}
    for line in text.splitlines():
        left, mine, theirs, max_hp, *named = line.split()
        mixes[Position(int(left), int(mine), int(theirs), int(max_hp))] = {
            tuple(kinds[letter] for letter in layout): int(part)
            for layout, part in zip(named[::2], named[1::2], strict=True)
        }
    return mixes


if __name__ == "__main__":
    solved = {here: mix for max_hp in SIZES for here, mix in solve(max_hp)[0].items()}
    FILE.write_text(written(solved), "utf-8")
    for size in SIZES:
        print(f"{size} HP: an opponent who knows the mixes wins {exploitability(solved, size):.4f} stakes per match")

"""How the standard match is played so that no opponent can profit, and how that was found.

The standard match (default hands, 10 HP at most, three rounds) is solved backwards. What matters of a position is how
many regular rounds are left after this one, and both HPs: both hands are the same and known. One round is then a
matrix game over the layouts whose entries are the values of the positions it leads to. In the last round and in
sudden death those are 1, -1, or 0 for equal HP, because sudden death between equal players favours nobody. Each
matrix is solved by regret matching+ with weighted averaging (CFR+ without a tree, Tammelin 2014) to GAP_WANTED.

Only the 24 layouts without an empty place are mixed. Who leaves a place empty has two cards unused, one of them no
attack, and laying that one there never hurts; `exploitability` lets the opponent use all 73 layouts all the same.

    python -m croupier.games.battle.equilibrium        solve again and write equilibrium.txt (five seconds)

Each line of equilibrium.txt is a position and its mix, in parts of ten thousand: "1 10 8  ahc 1990 cah 2040 …" is one
more round to come, 10 HP against 8, attack-heal-counter in 1990 of 10000 cases. Cards go by their first letters.
The first round is a mix over twelve layouts, any order of attack, defense and counter (62 %) or of defense, heal and
counter (38 %). The match is worth 0 to both, as it must be between equals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .layouts import NAMES
from .records import KINDS, PLACES
from .steps import GRASS, blow, healed

Floats = npt.NDArray[np.float64]
Layout = tuple[int, ...]
Mix = dict[Layout, int]

MAX_HP = 10
ROUNDS = 3
PARTS = 10_000
LEAST_PART = 10
"""Layouts in fewer than this many of PARTS cases are left out."""
GAP_WANTED = 1e-4
"""How far apart what a mix guarantees and what it can be held to may be."""
MOST_ITERATIONS = 50_000
SUDDEN_DEATH_ROUNDS = 100

FILE = Path(__file__).with_suffix(".txt")
LAYOUTS: tuple[Layout, ...] = tuple(permutations(range(KINDS), PLACES))
ALL_LAYOUTS: tuple[Layout, ...] = tuple(
    faces
    for faces in product((*range(KINDS), GRASS), repeat=PLACES)
    if all(faces.count(face) == 1 for face in faces if face != GRASS)
)


class Position(NamedTuple):
    """`left` regular rounds come after this one; sudden death is like the last regular round."""

    left: int
    mine: int
    theirs: int


def play_round(hp: tuple[int, int], mine: Layout, theirs: Layout) -> tuple[int, int]:
    """Both HPs after a round, by the rules."""
    first, second = hp
    for face, other in zip(mine, theirs, strict=True):
        first = max(healed(first, face, MAX_HP) - blow(face, other), 0)
        second = max(healed(second, other, MAX_HP) - blow(other, face), 0)
    return first, second


def results(hp: tuple[int, int], mine: Sequence[Layout], theirs: Sequence[Layout]) -> list[list[tuple[int, int]]]:
    """Both HPs after a round, for every pair of layouts."""
    return [[play_round(hp, one, other) for other in theirs] for one in mine]


def positions() -> Iterator[Position]:
    """Every position of the standard match that can occur, those nearest to the end first."""
    reached: list[set[tuple[int, int]]] = [{(MAX_HP, MAX_HP)}]
    for _ in range(ROUNDS - 1):
        after = {end for hp in reached[-1] for row in results(hp, ALL_LAYOUTS, ALL_LAYOUTS) for end in row}
        reached.append({hp for hp in after if min(hp) > 0})
    reached[-1] |= {(hp, hp) for hp in range(1, MAX_HP + 1)}  # sudden death
    for left, level in enumerate(reversed(reached)):
        yield from (Position(left, *hp) for hp in sorted(level))


def solve() -> tuple[dict[Position, Mix], dict[Position, float]]:
    """The mix of every position, and what each position is worth to the seat that plays it."""
    mixes: dict[Position, Mix] = {}
    values: dict[Position, float] = {}
    for here in positions():
        ends = results((here.mine, here.theirs), LAYOUTS, LAYOUTS)
        worth = np.array([[_worth(here.left, end, values) for end in row] for row in ends])
        mix, values[here] = solve_matrix(worth)
        mixes[here] = _rounded(mix)
    return mixes, values


def _worth(left: int, hp: tuple[int, int], values: Mapping[Position, float]) -> float:
    """What the HPs after a round are worth, if `left` regular rounds were to come after it."""
    if left == 0 or min(hp) == 0:
        return float(np.sign(hp[0] - hp[1]))
    return values[Position(left - 1, *hp)]


def solve_matrix(worth: Floats) -> tuple[Floats, float]:
    """The mix of the seat that chooses a row, and the value of the game to it, by regret matching+."""
    regrets = [np.zeros(size) for size in worth.shape]
    totals = [np.zeros(size) for size in worth.shape]
    row, column = (np.full(size, 1 / size) for size in worth.shape)
    for iteration in range(1, MOST_ITERATIONS + 1):
        gains = worth @ column
        regrets[0] = np.maximum(regrets[0] + gains - row @ gains, 0)
        row = _mixed(regrets[0])
        gains = -(row @ worth)
        regrets[1] = np.maximum(regrets[1] + gains - gains @ column, 0)
        column = _mixed(regrets[1])
        totals[0] += iteration * row
        totals[1] += iteration * column
        if iteration % 100 == 0 or iteration == MOST_ITERATIONS:
            rows, columns = _mixed(totals[0]), _mixed(totals[1])
            low, high = float((rows @ worth).min()), float((worth @ columns).max())
            if high - low < GAP_WANTED:
                break
    return rows, (low + high) / 2


def _mixed(weights: Floats) -> Floats:
    total = weights.sum()
    return weights / total if total > 0 else np.full(len(weights), 1 / len(weights))


def _rounded(mix: Floats) -> Mix:
    """A mix in whole parts, the largest remainders rounded up, without what is hardly ever played."""
    kept = np.where(mix * PARTS < LEAST_PART, 0, mix)
    exact = kept / kept.sum() * PARTS
    parts = np.floor(exact).astype(int)
    for layout in np.argsort(parts - exact, kind="stable")[: PARTS - parts.sum()]:
        parts[layout] += 1
    return {layout: int(part) for layout, part in zip(LAYOUTS, parts, strict=True) if part}


def exploitability(mixes: Mapping[Position, Mix]) -> float:
    """How much an opponent who knows the mixes wins per match, in stakes.

    Sudden death is followed for SUDDEN_DEATH_ROUNDS rounds, which is more than will ever be played.
    """
    replies = {here: _replies(here, mix) for here, mix in mixes.items()}
    worst: dict[Position, float] = {here: 0.0 for here in mixes if here.left == 0 and here.mine == here.theirs}
    for _ in range(SUDDEN_DEATH_ROUNDS):
        worst = {here: _held_to(here, replies[here], worst) for here in worst}
    for here in sorted(mixes):
        worst[here] = _held_to(here, replies[here], worst)
    return -worst[Position(ROUNDS - 1, MAX_HP, MAX_HP)]


Reply = list[tuple[tuple[int, int], int]]
"""What one layout of the opponent leads to: both HPs, and in how many of PARTS cases."""


def _replies(here: Position, mix: Mix) -> list[Reply]:
    ends = results((here.mine, here.theirs), list(mix), ALL_LAYOUTS)
    return [list(zip(column, mix.values(), strict=True)) for column in zip(*ends, strict=True)]


def _held_to(here: Position, replies: list[Reply], worst: Mapping[Position, float]) -> float:
    def worth(hp: tuple[int, int]) -> float:
        if min(hp) == 0 or (here.left == 0 and hp[0] != hp[1]):
            return float(np.sign(hp[0] - hp[1]))
        return worst[Position(max(here.left - 1, 0), *hp)]

    return min(sum(part * worth(hp) for hp, part in reply) / PARTS for reply in replies)


def written(mixes: Mapping[Position, Mix]) -> str:
    """The mixes as text, a line for each position."""
    lines = []
    for here, mix in mixes.items():
        named = (f"{''.join(NAMES[kind][0] for kind in layout)} {part}" for layout, part in mix.items())
        lines.append(f"{here.left} {here.mine} {here.theirs}  {' '.join(named)}")
    return "\n".join(lines) + "\n"


def read(text: str) -> dict[Position, Mix]:
    """The mixes that `written` wrote."""
    kinds = {name[0]: kind for kind, name in enumerate(NAMES)}
    mixes: dict[Position, Mix] = {}
    for line in text.splitlines():
        left, mine, theirs, *named = line.split()
        mixes[Position(int(left), int(mine), int(theirs))] = {
            tuple(kinds[letter] for letter in layout): int(part)
            for layout, part in zip(named[::2], named[1::2], strict=True)
        }
    return mixes


if __name__ == "__main__":
    solved, _ = solve()
    FILE.write_text(written(solved), "utf-8")
    print(f"{len(solved)} positions; an opponent who knows them wins {exploitability(solved):.4f} stakes per match")

"""Value functions: how an event takes out more luck than that after the last decision.

    def value(view) -> list[float]         for each seat, what it may expect to win from here, as everybody sees it

At every draw that all can see, such as a flop, the function is asked about what came and about what might have come:
the difference from the mean of these is luck, and is taken off the result. No function gives a wrong result, and a good
one a surer one. It sees a spectator's view, so no figure depends on a card that was not shown. It is named and hashed
in the first line of the event: nobody can choose it with the hands before him.
"""

from __future__ import annotations

import hashlib
import runpy
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from croupier.agents.search_rules import blindfold
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Game, State
from croupier.kernel.errors import BadInput
from croupier.kernel.files import naming
from croupier.kernel.vocabulary.ledger import imagine
from croupier.kernel.vocabulary.rng import Rng, seed
from croupier.kernel.vocabulary.turns import HOUSE, SPECTATOR

DRAWS = 16
"""Draws that are imagined beside each real one."""
ValueFunction = Callable[[Any], Sequence[float]]


def hash_of(value: str) -> str:
    """The hash of the file of a value function, `FILE.py:NAME`; "" of none. BadInput if it cannot be read."""
    return hashlib.sha256(_source(value)).hexdigest() if value else ""


def load(value: str, settled: str) -> ValueFunction | None:
    """A value function whose hash was settled; BadInput if it has changed since."""
    if not value:
        return None
    if hash_of(value) != settled:
        raise BadInput(f"The value function {value} was settled before the first card, and has changed since.")
    path, name = _split(value)
    found = runpy.run_path(str(path)).get(name)
    if not callable(found):
        raise BadInput(f"{path} has no function {name}.")
    return found  # type: ignore[no-any-return]


def _split(value: str) -> tuple[Path, str]:
    file, colon, name = value.rpartition(":")
    if not colon or not name.isidentifier():
        raise BadInput(f"A value function is FILE.py:NAME, not {value!r}.")
    return Path(file), name


def _source(value: str) -> bytes:
    path, _ = _split(value)
    with naming(path, "read"):
        return path.read_bytes()


def luck_of_draw(value: ValueFunction, game: Game, before: State, after: State, key: int) -> list[float]:
    """How lucky each seat was with a draw that everybody saw; nothing of one that nobody did."""
    seats = range(after.table.seats)
    if game.view(before, None) == game.view(after, None) or not game.has_cards:
        return [0.0 for _ in seats]
    rng, dealer = Rng(), RandomDealer(key)
    seed(rng, key, 1)
    sums = [0.0 for _ in seats]
    blind = before.copy()
    blindfold(blind.table.cards, SPECTATOR)
    for _ in range(DRAWS):
        twin = blind.copy()
        imagine(twin.table.cards, SPECTATOR, rng)
        twin.look_again()
        game.advance(twin, HOUSE, dealer.deal(twin, game.decision(twin, HOUSE)))
        for seat, worth in zip(seats, value(game.view(twin, None)), strict=True):
            sums[seat] += worth
    real = value(game.view(after, None))
    return [float(worth) - total / DRAWS for worth, total in zip(real, sums, strict=True)]

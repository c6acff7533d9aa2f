"""Value functions: they remove more luck from the results of an event than that after the last decision.

    def value(view) -> list[float]         for each seat, its expected winnings from here, given a spectator's view

At every public draw, such as a flop, the function values the real draw and DRAWS imagined ones. The difference between
the real value and the mean of the others is luck, and is subtracted from the result. No function biases the result,
and a good one lowers its variance. It gets a spectator's view, so no figure depends on a card that was not shown. Its
name and hash are in the first line of the event, so that it cannot be chosen after the hands are known.
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
"""The number of imagined draws for each real one."""
ValueFunction = Callable[[Any], Sequence[float]]


def hash_of(value: str) -> str:
    """The hash of the file of a value function, `FILE.py:NAME`; "" if none is named. BadInput if it cannot be read."""
    return hashlib.sha256(_source(value)).hexdigest() if value else ""


def load(value: str, settled: str) -> ValueFunction | None:
    """A value function; BadInput if its file no longer has the hash `settled`."""
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
    """The luck of each seat in a public draw; zeros if the draw changed nothing that a spectator sees."""
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

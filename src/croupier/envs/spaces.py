"""What PettingZoo's and Gymnasium's environments share: spaces, names, and what becomes of an illegal choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from croupier.kernel.contract.game import Game
from croupier.kernel.contract.observations import chosen_so_far, observations_of
from croupier.kernel.errors import BadInput

from .batches import Batch

RAISE, LOWEST = "raise", "lowest"
"""What an illegal choice does: it is refused with an error, or the lowest legal number is chosen instead."""


def observation_box(batch: Batch) -> Box:
    """The space of observations, with the bounds that the game declares."""
    low, high = batch.about.bounds(batch.config)
    for part in chosen_so_far(batch.game):
        low, high = [*low, *[0.0] * part.size], [*high, *[float(part.high)] * part.size]
    return Box(np.array(low, np.float32), np.array(high, np.float32), dtype=np.float32)


def id_of(game: Game, name: str) -> str:
    """The name of a game's environment: another layout of its observations has another."""
    spelt = "".join(part.capitalize() for part in name.split("_"))
    return f"croupier/{spelt}-v{observations_of(game).version}"


def check_illegal(illegal: str) -> str:
    """An option `illegal` that is one of the two."""
    if illegal not in (RAISE, LOWEST):
        raise BadInput(f"illegal is {RAISE!r} or {LOWEST!r}, not {illegal!r}.")
    return illegal


def refuse_options(options: Mapping[str, Any], *names: str) -> None:
    """Refuse options of `batch` for which an interface has no place."""
    if "seed" in options:
        raise BadInput("The seed of this environment is given to reset: env.reset(seed=1).")
    for name in names:
        if name in options:
            raise BadInput(f"{name} is an option of envs.batch, not of this environment.")


def settled(choices: Any, masks: NDArray[np.bool_], illegal: str) -> NDArray[np.int64]:
    """Choices as an array, one for each row of the masks; with LOWEST, a legal one in place of each illegal one."""
    given = np.asarray(choices)
    given = given if given.ndim else given[None]
    if illegal == RAISE or given.shape != masks.shape[:1] or given.dtype.kind not in "iu":
        return given
    known = (given >= 0) & (given < masks.shape[1])
    legal = known & masks[np.arange(len(given)), np.where(known, given, 0)]
    return np.where(legal, given, masks.argmax(axis=1))

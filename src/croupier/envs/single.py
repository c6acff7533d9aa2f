"""Gymnasium's environments: one learner's seat, with house policies in the others.

`gym` is one table (`gymnasium.Env`), `vector` many in one compiled call (`gymnasium.vector.VectorEnv`). An observation
is an array of numbers; which choices are legal is in `info["action_mask"]`, and in `action_masks()`, which is where
Stable-Baselines3's MaskablePPO looks for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from croupier.games import load
from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.rng import SEEDS_BELOW

from .batches import Batch, Tables, batch
from .spaces import RAISE, check_illegal, observation_box, refuse_options, settled

Numbers = NDArray[np.float32]
MOST_SEED = min(SEEDS_BELOW, 10**18)


def gym(game: str | Game, *, seat: int = 0, opponents: Sequence[str] = ("random",), illegal: str = RAISE,
        **options: Any) -> SeatEnv:  # fmt: skip
    """One seat of a game. The other seats are played by house policies, in the order of the seats; if `opponents` are
    fewer, they are repeated. `options` are those of `batch` and of the game's matches.

    An episode is a match; one in which the seat is never asked is passed over.
    """
    refuse_options(options, "exact", "tables", "stops", "workers")
    return SeatEnv(seated(game, seat, opponents, tables=1, stops=True, **options), seat, illegal)


def vector(game: str | Game, *, num_envs: int = 1, seat: int = 0, opponents: Sequence[str] = ("random",),
           illegal: str = RAISE, **options: Any) -> SeatVectorEnv:  # fmt: skip
    """`gym` at many tables, stepped together. A table whose match is over begins the next in the same step
    (`AutoresetMode.SAME_STEP`), with what the seat saw at the end in `info["final_obs"]`."""
    refuse_options(options, "exact", "tables", "stops")
    return SeatVectorEnv(seated(game, seat, opponents, tables=num_envs, **options), seat, illegal)


def seated(game: str | Game, seat: int, opponents: Sequence[str], **options: Any) -> Batch:
    """Tables at which house policies play all seats but one."""
    played = load(game) if isinstance(game, str) else game
    if isinstance(opponents, str | Mapping) or not opponents:
        raise BadInput(f"opponents are a list of names, such as ['random'], not {opponents!r}.")
    rules = {key: value for key, value in options.items() if key in played.config_options()}
    config = played.configure(**{**played.simulation, **rules})
    seats = played.start(config).state.table.seats
    if type(seat) is not int or not 0 <= seat < seats:
        raise BadInput(f"seat must be a whole number from 0 to {seats - 1}, not {seat!r}.")
    others = [other for other in range(seats) if other != seat]
    names = {other: opponents[place % len(opponents)] for place, other in enumerate(others)}
    return batch(game, opponents=names, **options)


class SeatEnv(gymnasium.Env[Numbers, np.int64]):
    """One seat at one table: `gym` makes it."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(self, table: Batch, seat: int, illegal: str = RAISE) -> None:
        self.table, self.seat, self.illegal = table, seat, check_illegal(illegal)
        self.observation_space: Any = observation_box(table)
        self.action_space = Discrete(table.choices)
        self._deal: int | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin the first deal of a seed; without a seed, the next deal of the last one."""
        super().reset(seed=seed)
        if seed is not None or self._deal is None:
            self.table.reset(int(self.np_random.integers(MOST_SEED)) if seed is None else seed)
        else:
            self.table.reset(first_deal=self._deal)
        self._deal = self.table.deal() + 1
        return self._seen()

    def step(self, action: Any) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Make a choice."""
        now = self.table.step(settled(action, self.table.now.masks, self.illegal))
        observation, info = self._seen()
        return observation, float(now.rewards[0, self.seat]), bool(now.done[0]), False, info

    def _seen(self) -> tuple[Numbers, dict[str, Any]]:
        info: dict[str, Any] = {"action_mask": self.action_masks().astype(np.int8)}
        if self.table.history:
            info["history"] = self.table.now.histories[0].copy()
        return self.table.now.observations[0].copy(), info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which choices are legal now."""
        mask: NDArray[np.bool_] = self.table.now.masks[0].copy()
        return mask


class SeatVectorEnv(VectorEnv[Numbers, NDArray[np.int64], NDArray[Any]]):
    """One seat at each of many tables: `vector` makes it."""

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(self, tables: Batch, seat: int, illegal: str = RAISE) -> None:
        self.tables, self.seat, self.illegal = tables, seat, check_illegal(illegal)
        self.num_envs = tables.tables
        self.single_observation_space = observation_box(tables)
        self.single_action_space = Discrete(tables.choices)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin all tables: the first with the first deal of the seed, the second with the second, and so on."""
        super().reset(seed=seed)
        now = self.tables.reset(int(self.np_random.integers(MOST_SEED)) if seed is None else seed)
        return now.observations.copy(), self._info(now)

    def step(
        self, actions: Any
    ) -> tuple[Numbers, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Make a choice at each table."""
        now = self.tables.step(settled(actions, self.tables.now.masks, self.illegal))
        info = self._info(now)
        if now.done.any():
            info |= self._final(now)
        rewards = now.rewards[:, self.seat].astype(np.float64)
        return now.observations.copy(), rewards, now.done.copy(), np.zeros(self.num_envs, np.bool_), info

    def _final(self, now: Tables) -> dict[str, Any]:
        """What Gymnasium's own vectors tell of episodes that have ended: None where none has."""
        last = np.full(self.num_envs, None, dtype=object)
        for at in np.flatnonzero(now.done):
            last[at] = now.final_observations[at].copy()
        over = {"action_mask": np.zeros_like(now.masks, np.int8), "_action_mask": now.done.copy()}
        return {"final_obs": last, "_final_obs": now.done.copy(), "final_info": over, "_final_info": now.done.copy()}

    def close_extras(self, **kwargs: Any) -> None:
        """End the workers of the tables; Gymnasium calls it when the environment is closed."""
        self.tables.close()

    def _info(self, now: Tables) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        info: dict[str, Any] = {"action_mask": now.masks.astype(np.int8), "_action_mask": everywhere}
        if self.tables.history:
            info |= {"history": now.histories.copy(), "_history": everywhere.copy()}
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which choices are legal now, by table."""
        return self.tables.now.masks.copy()

"""PettingZoo's environments: every seat that no house policy plays is an agent, `seat_0`, `seat_1` and so on.

`aec` asks one seat after the other, also where several owe a decision at once. `parallel` asks such seats together; a
seat that has nothing to choose then, because another needs more choices for its decision, chooses to wait.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Dict, Discrete, MultiBinary, Space
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from croupier.games import load
from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.keys import fresh_seed

from .batches import Batch, batch
from .spaces import RAISE, check_illegal, id_of, observation_box, refuse_options, settled

Seen = dict[str, Any]


def aec(game: str | Game, *, illegal: str = RAISE, **options: Any) -> SeatsEnv:
    """All seats of a game, asked one after the other. `options` are those of `batch` and of the game's matches."""
    refuse_options(options, "exact", "history", "tables", "stops", "workers")
    return SeatsEnv(batch(game, tables=1, stops=True, **options), illegal, _named(game))


def parallel(game: str | Game, *, illegal: str = RAISE, **options: Any) -> SeatsAtOnceEnv:
    """All seats of a game in which they act at once, such as the Battle."""
    refuse_options(options, "exact", "history", "tables", "stops", "workers")
    return SeatsAtOnceEnv(batch(game, tables=1, stops=True, **options), illegal, _named(game))


def _named(game: str | Game) -> str:
    """The name of an environment."""
    played = load(game) if isinstance(game, str) else game
    return id_of(played, game if isinstance(game, str) and game.isidentifier() else played.name)


class Deals:
    """One table that plays the deals of a seed one after the other, and its agents."""

    def __init__(self, table: Batch, waits: bool) -> None:
        self.table = table
        self.possible = [f"seat_{seat}" for seat in table.learners]
        self.seats = dict(zip(self.possible, table.learners, strict=True))
        self.agents = {seat: agent for agent, seat in self.seats.items()}
        self.deal: int | None = None
        size = table.choices + waits
        self.observed: dict[str, Space[Any]] = {
            agent: Dict({"observation": observation_box(table), "action_mask": MultiBinary(size)})
            for agent in self.possible
        }
        self.chosen: dict[str, Space[Any]] = {agent: Discrete(size) for agent in self.possible}

    def begin(self, seed: int | None) -> None:
        """Begin the first deal of a seed; without a seed, the next deal of the last one."""
        if seed is not None or self.deal is None:
            self.table.reset(fresh_seed() if seed is None else seed)
        else:
            self.table.reset(first_deal=self.deal)
        self.deal = self.table.deal() + 1


class SeatsEnv(AECEnv[str, Seen, int]):  # type: ignore[misc]
    """All seats of one table, one after the other: `aec` makes it."""

    def __init__(self, table: Batch, illegal: str, name: str) -> None:
        super().__init__()
        self.metadata = {"name": name, "render_modes": [], "is_parallelizable": False}
        self.table, self.illegal, self.render_mode = table, check_illegal(illegal), None
        self._deals = Deals(table, waits=False)
        self.possible_agents = self._deals.possible
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Space[Any]:
        """What an agent is given: numbers, and which choices are legal."""
        return self._deals.observed[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The choices of the game."""
        return self._deals.chosen[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the first deal of a seed; without a seed, the next deal of the last one."""
        self._deals.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def _select(self) -> None:
        self.agent_selection = self._deals.agents[self.table.now.turns.item(0)]

    def step(self, action: Any) -> None:
        """Make a choice for the agent in turn."""
        if not self.agents:
            raise BadInput("Reset the environment before the first step, and once all agents have finished.")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        now = self.table.step(settled(action, self.table.now.masks, self.illegal))
        self._cumulative_rewards[agent] = 0.0
        won = now.rewards[0].tolist()
        for other in self.agents:
            self.rewards[other] = points = won[self._deals.seats[other]]
            self._cumulative_rewards[other] += points
        self._select()
        if now.done.item(0):
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()

    def observe(self, agent: str) -> Seen:
        """What an agent sees now. Only the agent in turn has legal choices."""
        seat, now = self._deals.seats[agent], self.table.now
        if seat == now.turns.item(0):
            return {"observation": now.observations[0].copy(), "action_mask": now.masks[0].astype(np.int8)}
        return {"observation": self.table.look(seat).copy(), "action_mask": np.zeros(self.table.choices, np.int8)}

    def close(self) -> None:
        """Nothing has to be released."""


class SeatsAtOnceEnv(ParallelEnv[str, Seen, int]):  # type: ignore[misc]
    """All seats of one table at once: `parallel` makes it."""

    def __init__(self, table: Batch, illegal: str, name: str) -> None:
        self.metadata = {"name": name, "render_modes": []}
        self.table, self.illegal, self.render_mode = table, check_illegal(illegal), None
        self.wait = table.choices
        """The number of the choice to wait."""
        self._deals = Deals(table, waits=True)
        self.possible_agents = self._deals.possible
        self.agents: list[str] = []
        self._masks: dict[str, NDArray[np.int8]] = {}
        table.seed = 0
        table.reset()
        if len(table.owing) < 2:
            raise BadInput(f"The seats of {table.game.title} act one after the other: use envs.aec.")

    def observation_space(self, agent: str) -> Space[Any]:
        """What an agent is given: numbers, and which choices are legal."""
        return self._deals.observed[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The choices of the game, and to wait."""
        return self._deals.chosen[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Begin the first deal of a seed; without a seed, the next deal of the last one."""
        self._deals.begin(seed)
        self.agents = self.possible_agents[:]
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Make a choice for each agent. If one is illegal, none is made."""
        taken = {agent: self._checked(agent, actions) for agent in self.agents}
        rewards, done = dict.fromkeys(self.agents, 0.0), False
        for agent, choice in taken.items():
            if choice != self.wait and not done:
                self.table.turn_to(self._deals.seats[agent])
                now = self.table.step(np.array([choice]))
                done = bool(now.done[0])
                for other in self.agents:
                    rewards[other] += float(now.rewards[0, self._deals.seats[other]])
        seen, ended = self._seen(over=done), self.agents
        if done:
            self.agents = []
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in ended}
        return seen, rewards, dict.fromkeys(ended, done), dict.fromkeys(ended, False), infos

    def _checked(self, agent: str, actions: Mapping[str, Any]) -> int:
        """The choice of an agent, if it is legal."""
        if agent not in actions:
            raise BadInput(f"{agent} needs a choice: there are choices for {', '.join(actions) or 'no agent'}.")
        mask = self._masks[agent]
        choice = int(settled(actions[agent], mask[None].astype(np.bool_), self.illegal)[0])
        if not (0 <= choice <= self.wait and mask[choice]):
            legal = ", ".join(map(str, np.flatnonzero(mask)))
            raise BadInput(f"{agent}: choice {choice} is not legal now. Legal: {legal}; {self.wait} is to wait.")
        return choice

    def _seen(self, *, over: bool = False) -> dict[str, Seen]:
        """What every agent sees, with what it may choose."""
        owing, seen = [] if over else self.table.owing, {}
        for agent in self.agents:
            seat, mask = self._deals.seats[agent], np.zeros(self.wait + 1, np.int8)
            if seat in owing:
                now = self.table.turn_to(seat)
                mask[: self.wait] = now.masks[0]
                observation = now.observations[0].copy()
            else:
                mask[self.wait] = 1
                observation = self.table.look(seat).copy()
            self._masks[agent] = mask
            seen[agent] = {"observation": observation, "action_mask": mask.copy()}
        return seen

"""The bot that solves the rest of a hand during play: `house:solver`, or `house:solver:200` with 200 iterations a
decision.

A game declares how (`house_bots.solving`), and which of its policies plays where nothing is solved. Of the games that
Croupier ships, only hold'em does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.kernel.contract.game import Decision, Game, Move
from croupier.kernel.contract.house_bots import Asked, Strategy
from croupier.kernel.errors import BadInput

from .bot import Answer, Bot, PolicyBot, house_policy

SOLVER = "solver"


class SolverBot(Bot):
    """Draws its move from the game's solution; where there is none, a policy plays."""

    ours = True

    def __init__(self, game: Game, iterations: int | None = None) -> None:
        if game.house_bots.solving is None:
            raise BadInput(f"{game.title} has no house bot {SOLVER!r}; it has {', '.join(game.house_bots.names)}.")
        self.solving = game.house_bots.solving
        self.iterations = self.solving.iterations if iterations is None else iterations
        if self.iterations < 1:
            raise BadInput(f"A solver needs at least one iteration for a decision, not {self.iterations}.")
        self.policy = PolicyBot(house_policy(game, self.solving.policy))

    def act(self, view: Any, decision: Decision) -> Move:
        """A draw from the solution, or the policy's move."""
        chances = self.solving.chances(view, decision, self.iterations)
        if chances is None:
            return self.policy.act(view, decision)
        return self.random.choices([*chances], [*chances.values()])[0]

    def chances(self, view: Any, decision: Decision) -> Mapping[Answer, float] | None:
        """The solution, move by move; None where the policy plays."""
        found = self.solving.chances(view, decision, self.iterations)
        return None if found is None else {move: chance for move, chance in found.items()}

    def strategies(self, asked: Sequence[Asked]) -> Sequence[Strategy | None]:
        """The solution for every hand; where there is none, the policy's strategy if it is known."""
        found = self.solving.strategies(asked, self.iterations)
        return [one or self.policy.strategies([asked[n]])[0] for n, one in enumerate(found)]

    def draw_from(self, key: int) -> None:
        """Restart its randomness, and the policy's."""
        super().draw_from(key)
        self.policy.draw_from(key)

"""What a bot of the house is asked, as it goes to a worker and comes back."""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.agents.learnt import LEARNT
from croupier.agents.loading import APART, SEARCH
from croupier.agents.search import blindfolded
from croupier.agents.solver_bot import SOLVER
from croupier.kernel.contract.game import Decision, Game, State


class Question(NamedTuple):
    """One decision. `sees` is a view of the seat's, or a state with nothing in it that the seat does not know."""

    game: str
    """Its home: genomes have one for all."""
    policy: str
    sees: Any
    decision: Decision
    stand_in: str = ""
    """The policy that answers until a worker has compiled what this one thinks with; "" if it thinks plainly."""

    @property
    def is_guest(self) -> bool:
        """Whether it is for a bot of a file, which has a process of its own."""
        return self.policy.startswith(APART)

    def of_stand_in(self) -> Question:
        """The same decision for the policy that stands in."""
        sees = self.sees
        if isinstance(sees, State):
            sees = sees.game.view(sees, self.decision.seat)
        return Question(self.game, self.stand_in, sees, self.decision)


def question(game: Game, policy: str, state: State, decision: Decision) -> Question:
    """What the bot of a seat is asked."""
    imagines = policy.startswith((SEARCH, LEARNT))
    sees = blindfolded(state, decision.seat) if imagines else game.view(state, decision.seat)
    return Question(game.home, policy, sees, decision, stand_in_of(game, policy))


def stand_in_of(game: Game, policy: str) -> str:
    """Who plays for search or the solver until a worker has compiled them; "" for a bot that plays as it is."""
    kind = policy.partition(":")[0]
    if kind == SOLVER and game.house_bots.solving:
        return game.house_bots.solving.policy
    return next(iter(game.house_bots.policies), "random") if kind == SEARCH else ""

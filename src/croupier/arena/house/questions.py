"""What a bot of the house is asked, as it goes to a worker and comes back."""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.agents.learnt import LEARNT
from croupier.agents.loading import APART, SEARCH
from croupier.agents.search import blindfolded
from croupier.kernel.contract.game import Decision, Game, State


class Question(NamedTuple):
    """One decision. `sees` is a view of the seat's, or a state with nothing in it that the seat does not know."""

    game: str
    """Its home: genomes have one for all."""
    policy: str
    sees: Any
    decision: Decision

    @property
    def is_guest(self) -> bool:
        """Whether it is for a bot of a file, which has a process of its own."""
        return self.policy.startswith(APART)

    @property
    def searches(self) -> bool:
        """Whether it takes a worker that searches."""
        return self.policy.partition(":")[0] == SEARCH


def question(game: Game, policy: str, state: State, decision: Decision) -> Question:
    """What the bot of a seat is asked."""
    imagines = policy.startswith((SEARCH, LEARNT))
    sees = blindfolded(state, decision.seat) if imagines else game.view(state, decision.seat)
    return Question(game.home, policy, sees, decision)

"""The questions to house bots, as they are sent to a worker."""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.agents.learnt import LEARNT
from croupier.agents.loading import APART, SEARCH
from croupier.agents.search import blindfolded
from croupier.agents.solver_bot import SOLVER
from croupier.kernel.contract.game import Decision, Game, Move, State
from croupier.kernel.contract.nameplate import Nameplate


class Question(NamedTuple):
    """One decision. `sees` is the seat's view, or a state without anything that the seat does not know."""

    game: str
    """The game's `home`; all genomes share one."""
    policy: str
    sees: Any
    decision: Decision
    stand_in: str = ""
    """The policy that answers until a worker has compiled this one; "" if this one needs no compiling."""
    explains: tuple[Nameplate, ...] | None = None
    """The players by seat, if the answer is to be Explained; None if it is to be a move."""

    @property
    def is_guest(self) -> bool:
        """Whether the question is for a bot from a file, which has a process of its own."""
        return self.policy.startswith(APART)

    def of_stand_in(self) -> Question:
        """The same question for the policy that stands in."""
        sees = self.sees
        if isinstance(sees, State):
            sees = sees.game.view(sees, self.decision.seat)
        return Question(self.game, self.stand_in, sees, self.decision)


class Explained(NamedTuple):
    """A move with what speaks for it, in sentences."""

    move: Move
    reasons: tuple[str, ...]


def question(game: Game, policy: str, state: State, decision: Decision) -> Question:
    """The question to the bot of a seat."""
    imagines = policy.startswith((SEARCH, LEARNT))
    sees = blindfolded(state, decision.seat) if imagines else game.view(state, decision.seat)
    return Question(game.home, policy, sees, decision, stand_in_of(game, policy))


def stand_in_of(game: Game, policy: str) -> str:
    """The policy that stands in for search or the solver until a worker has compiled them; "" for other bots."""
    kind = policy.partition(":")[0]
    if kind == SOLVER and game.house_bots.solving:
        return game.house_bots.solving.policy
    return next(iter(game.house_bots.policies), "random") if kind == SEARCH else ""

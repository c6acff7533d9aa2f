"""The bot protocol: what a Python program has to be to sit in a seat.

A bot gets what a person in its seat would see, and what it may do; it answers with a move. It never gets the state,
so it cannot cheat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from croupier.kernel.game import Decision, Game, Move
from croupier.kernel.menu import Action, Menu, candidate, clear, offer, offer_aside
from croupier.kernel.rng import Rng, seed

from .random import play_randomly


class Bot(Protocol):
    """Decides for one seat."""

    def act(self, view: Any, decision: Decision) -> Move:
        """The move for a decision, given what the seat sees."""
        ...


class PolicyBot:
    """A house policy as a bot: the rule `policy(view, menu, rng, action)` with randomness of its own."""

    def __init__(self, policy: Callable[..., None], key: int = 0, stream: int = 0) -> None:
        self.policy = policy
        self.rng = Rng()
        seed(self.rng, key, stream)
        self._menu = Menu()
        self._action = Action()

    def act(self, view: Any, decision: Decision) -> Move:
        """What the policy chooses."""
        refill(self._menu, decision)
        self.policy(view, self._menu, self.rng, self._action)
        a = self._action
        return Move(a.kind, a.amount, tuple(a.cards[: a.count]))


def refill(m: Menu, decision: Decision) -> None:
    """Write a decision back into the menu that it was read from."""
    clear(m)
    for at, option in enumerate(decision.options):
        (offer_aside if option.aside else offer)(m, option.kind)
        m.low[at], m.high[at], m.step[at] = option.low, option.high, option.step
        m.zone[at], m.fewest[at], m.most[at] = option.zone, option.fewest, option.most
        m.ordered[at], m.gaps[at] = int(option.ordered), int(option.gaps)
        for card in option.cards:
            candidate(m, card)
    m.default, m.limit_ms, m.shared_clock = decision.default, decision.limit_ms, int(decision.shared_clock)


def house_bot(game: Game, name: str, key: int = 0, stream: int = 0) -> PolicyBot:
    """One of a game's house bots by its name; `random` is there for every game."""
    from croupier.kernel.errors import BadInput

    policies = {"random": play_randomly, **game.policies}
    if name not in policies:
        raise BadInput(f"{game.title} has no house bot {name!r}; it has {', '.join(policies)}.")
    return PolicyBot(policies[name], key, stream)

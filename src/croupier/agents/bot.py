"""The bot protocol: what a Python program has to be to sit in a seat.

A bot gets what a person in its seat would see, and what it may do; it answers with a move. It never gets the state,
so it cannot cheat. Subclass `Bot`, or write a plain function `act(view, decision)`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar

from croupier.kernel.contract.codec import fill_menu
from croupier.kernel.contract.game import Decision, Game, Move
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng, seed, seed_mixed

from .random import play_randomly

Answer = Move | str | tuple[str, int] | tuple[str, tuple[int, ...] | list[int]]
"""What a bot may answer: a move, the name of an option, or a name with an amount or with cards."""


class Bot:
    """Decides for one seat. Only `act` is needed; the other methods are called for bots that have them.

    One object plays a whole series of matches, in changing seats; `view.seat` says where it sits now.
    """

    imagines: ClassVar[bool] = False
    """Whether `act` gets, in place of a view, a state with nothing left in it that the seat does not know
    (`agents.search.blindfolded`): for bots that play on in their heads."""
    _draws_from: tuple[int, ...] = ()
    _random: tuple[tuple[int, ...], random.Random] | None = None

    def act(self, view: Any, decision: Decision) -> Answer:
        """The answer to a decision, given what the seat sees."""
        raise NotImplementedError(f"{type(self).__name__} needs a method act(self, view, decision)")

    def hand_started(self, view: Any) -> None:
        """A match of the game begins (in hold'em, a hand). No cards have been dealt yet."""

    def saw(self, fact: Fact) -> None:
        """Something happened that the seat was told: its own doings, those of others, cards, pots."""

    def hand_over(self, view: Any, score: int) -> None:
        """The match is over, with what the seat won or lost."""

    @property
    def random(self) -> random.Random:
        """Randomness that is the same whenever the same seat of the same deal is played again."""
        if self._random is None or self._random[0] != self._draws_from:
            self._random = self._draws_from, random.Random(repr(self._draws_from))
        return self._random[1]

    def draw_from(self, *numbers: int) -> None:
        """Begin `random` anew; whoever runs the match calls it with its seed, deal and seat."""
        self._draws_from = numbers

    def draw_for_decision(self, key: int, stream: int) -> None:
        """Whoever runs the match calls it before each decision, with its seed and a number that only this decision
        has: house policies draw from there, whatever was drawn before."""


class FunctionBot(Bot):
    """A plain function `act(view, decision)` as a bot."""

    def __init__(self, act: Callable[[Any, Decision], Answer]) -> None:
        self.act = act  # type: ignore[method-assign, assignment]


class PolicyBot(Bot):
    """A house policy as a bot: the rule `policy(view, menu, rng, action)` with randomness of its own."""

    def __init__(self, policy: Callable[..., None], key: int = 0, stream: int = 0) -> None:
        self.policy = policy
        self.rng = Rng()
        seed(self.rng, key, stream)
        self._menu = Menu()
        self._action = Action()

    def draw_for_decision(self, key: int, stream: int) -> None:
        """Begin its randomness anew."""
        seed_mixed(self.rng, key, stream)

    def act(self, view: Any, decision: Decision) -> Move:
        """What the policy chooses."""
        fill_menu(self._menu, decision)
        self.policy(view, self._menu, self.rng, self._action)
        a = self._action
        return Move(a.kind, a.amount, tuple(a.cards[: a.count]))


def house_policy(game: Game, name: str) -> Callable[..., None]:
    """The policy of a house bot by its name; `random` is there for every game."""
    policies = {"random": play_randomly, **game.house_bots.policies}
    if name not in policies:
        raise BadInput(f"{game.title} has no house bot {name!r}; it has {', '.join(policies)}.")
    return policies[name]

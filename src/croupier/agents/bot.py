"""The bot protocol: what a Python program must provide to play in a seat.

A bot gets what a person in its seat would see, and what it may do; it answers with a move. It never gets the state, so
it cannot cheat. Subclass `Bot`, or write a plain function `act(view, decision)`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from croupier.kernel.contract.codec import fill_menu
from croupier.kernel.contract.game import Decision, Game, Move, State
from croupier.kernel.contract.house_bots import Asked, Policy, PolicyLike, Strategy
from croupier.kernel.contract.nameplate import Nameplate
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.spelling import meant
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng, seed, seed_mixed

from .learnt import LEARNT, learnt_policy, strategy_file
from .random import play_randomly

Answer = Move | str | tuple[str, int] | tuple[str, tuple[int, ...] | list[int]]
"""What a bot may answer: a move, the name of an option, or a name with an amount or with cards."""


class Bot:
    """Decides for one seat. Only `act` is needed; the other methods are called for bots that have them.

    One object plays a whole series of matches, in changing seats; `view.seat` is its seat now. Where the same cards are
    dealt several times (`--duplicate`), one object gets them only once: each time they go to another object.
    """

    players: tuple[Nameplate, ...] = ()
    """The player in each seat, by id and name, set before `hand_started`. Ids stay with players in every seat."""

    time_ms: int = 0
    """How long this decision may take, with the rest of the bank; 0 for a bot in our process: it cannot be stopped."""

    imagines: ClassVar[bool] = False
    """Whether `act` gets, instead of a view, a state without anything that the seat does not know
    (`agents.search.blindfolded`): for bots that simulate how the match goes on."""
    ours: ClassVar[bool] = False
    """Whether it is Croupier's own code, which prints nothing. Such bots may play in several threads at once."""
    _drawn_from: int = 0
    _random: random.Random | None = None

    def act(self, view: Any, decision: Decision) -> Answer:
        """The answer to a decision, given what the seat sees."""
        raise NotImplementedError(f"{type(self).__name__} needs a method act(self, view, decision)")

    def chances(self, view: Any, decision: Decision) -> Mapping[Answer, float] | None:
        """The probability of each answer of `act` to a decision, for bots that know it: `croupier exploit` then need
        not estimate it by calling `act` many times."""
        return None

    def strategies(self, asked: Sequence[Asked]) -> Sequence[Strategy | None]:
        """For each of some decisions, given with the seat's view, what `act` does there with every hand that it may
        hold, for bots that know it: `croupier exploit` then need not ask about one hand after the other. None where the
        bot does not know. The seat's own cards in the views do not matter."""
        return [None for _ in asked]

    def hand_started(self, view: Any) -> None:
        """A hand begins (in a Battle, a round). No cards have been dealt yet."""

    def saw(self, fact: Fact) -> None:
        """Something happened that the seat was told: its own actions, those of others, cards, pots."""

    def saw_step(self, facts: Sequence[Fact]) -> None:
        """All that the seat was told of one step, for bots that need it at once: those that have this method get no
        `saw`."""

    def hand_over(self, view: Any, score: int) -> None:
        """A hand is over, with what the seat has won or lost in the match so far."""

    @property
    def random(self) -> random.Random:
        """Randomness that is the same whenever the same seat of the same deal is played again."""
        if self._random is None:
            self._random = random.Random(self._drawn_from)
        return self._random

    def draw_from(self, key: int) -> None:
        """Restart `random`. The driver of the match calls it with a key that only this seat of this deal has, and from
        which nothing else can be computed (`kernel.vocabulary.keys`)."""
        self._drawn_from, self._random = key, None


class FunctionBot(Bot):
    """A plain function `act(view, decision)` as a bot."""

    def __init__(self, act: Callable[[Any, Decision], Answer]) -> None:
        self.act = act  # type: ignore[method-assign, assignment]


class PolicyBot(Bot):
    """A house policy as a bot: the rule `policy(view, menu, rng, action)` with randomness of its own, and with its
    memory if it has one."""

    ours = True

    def __init__(self, policy: PolicyLike, key: int = 0, stream: int = 0) -> None:
        self.policy = policy
        self.imagines = isinstance(policy, Policy) and policy.traced  # type: ignore[misc]
        self.rng = Rng()
        seed(self.rng, key, stream)
        self._menu = Menu()
        self._action = Action()

    def draw_from(self, key: int) -> None:
        """Restart its randomness."""
        super().draw_from(key)
        seed(self.rng, key, 0)

    def strategies(self, asked: Sequence[Asked]) -> Sequence[Strategy | None]:
        """The strategies of a policy that knows them."""
        tell = self.policy.strategy if isinstance(self.policy, Policy) else None
        return [tell(*one) if tell else None for one in asked]

    def draw_for_decision(self, key: int, stream: int) -> None:
        """Draw as in a compiled match: from the house's key, by a number that only this decision has."""
        seed_mixed(self.rng, key, stream)

    def _seen(self, view: Any, decision: Decision) -> Any:
        """The policy's view, with the decision in its menu. A traced policy is given a state, which has the trace."""
        fill_menu(self._menu, decision)
        if isinstance(view, State):
            self._menu.told = view.trace[decision.seat]
            return view.game.view(view, decision.seat)
        return view

    def chances(self, view: Any, decision: Decision) -> Mapping[Answer, float] | None:
        """The probabilities of a policy that names them, such as a learnt one."""
        if not isinstance(self.policy, Policy) or self.policy.chances is None:
            return None
        view = self._seen(view, decision)
        return self.policy.chances(view, self._menu, self.policy.words)  # type: ignore[return-value]

    def act(self, view: Any, decision: Decision) -> Move:
        """The policy's choice."""
        view = self._seen(view, decision)
        if isinstance(self.policy, Policy):
            self.policy.rule(view, self._menu, self.rng, self._action, self.policy.words)
        else:
            self.policy(view, self._menu, self.rng, self._action)
        a = self._action
        return Move(a.kind, a.amount, tuple(a.cards[: a.count]))


def house_policy(game: Game, name: str) -> PolicyLike:
    """The policy of a house bot by its name. `random` exists for every game; `learnt:` names the file of a learnt
    strategy, or one that Croupier ships."""
    if name.startswith(LEARNT):
        return learnt_policy(game, strategy_file(game, name.removeprefix(LEARNT)))
    policies: dict[str, PolicyLike] = {"random": play_randomly, **game.house_bots.policies}
    if name not in policies:
        known = [*game.house_bots.names, f"{LEARNT}FILE"]
        if name.partition(":")[0] in game.house_bots.names:
            raise BadInput(f"{name!r} is no policy that could be compiled here; `croupier match` and tables have it.")
        raise BadInput(f"{game.title} has no house bot {name!r}; it has {', '.join(known)}.{meant(name, known)}")
    return policies[name]

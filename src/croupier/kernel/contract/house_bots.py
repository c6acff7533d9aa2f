"""The bots that a game brings along."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

if TYPE_CHECKING:
    import random

    import numpy as np
    from numpy.typing import NDArray

    from .decision import Decision, Move

Memory = Annotated[list[int], "words"]
"""The last argument of a policy with a memory: an array of 64-bit integers, read by index."""


class Strategy(NamedTuple):
    """How likely each of some moves is at a decision, for every hand that the seat may hold there."""

    moves: Sequence[Move]
    shares: NDArray[np.float64]
    """By move and hand. The game numbers the hands: hold'em as in `games.holdem.endgame.COMBOS`. Values at hands that
    the board makes impossible do not matter."""


Asked = tuple[Any, "Decision"]
"""A decision to be answered, with the view of its seat."""


@dataclass(frozen=True, eq=False)
class Policy:
    """A policy with a memory: a rule `rule(view, menu, rng, action, memory)` and the table that it plays from.

    The constants of a rule are compiled into it; a table of megabytes should not be. A memory is passed as an argument,
    so policies that differ only in their memory share compiled code. It is loaded on first use, once in a process.
    """

    rule: Callable[..., None]
    load: Callable[[], NDArray[np.int64]]
    """Returns the memory: an array of one dimension, which nothing writes to afterwards."""
    traced: bool = False
    """Whether the rule reads `menu.told`, a key of everything that its seat has been told in this match."""
    strategy: Callable[[Any, Decision], Strategy | None] | None = None
    """`strategy(view, decision)`: what the rule does with every hand; None at a decision where that is not known. The
    hand that the view shows does not matter."""
    chances: Callable[[Any, Any, Any], Mapping[Move, float] | None] | None = None
    """`chances(view, menu, memory)`: the probability of each move of the rule; None where that is not known."""
    elsewhere: str = ""
    """The policy as which it plays at a table that it does not know: where `strategy` is None at the first decision."""

    @cached_property
    def memory(self) -> NDArray[np.int64]:
        """The memory for compiled rules: read-only and contiguous."""
        import numpy as np

        words = np.ascontiguousarray(self.load())
        if words.ndim != 1 or words.dtype != np.int64:
            raise TypeError(f"A memory is one row of int64, not {words.dtype} of shape {words.shape}.")
        words = words.view()
        words.flags.writeable = False
        return words

    @cached_property
    def words(self) -> Any:
        """The same memory for plain rules: an item is a Python int."""
        return memoryview(self.memory)  # type: ignore[arg-type]


PolicyLike = Callable[..., None] | Policy
"""A policy: a rule `policy(view, menu, rng, action)`, or one with a memory."""


@dataclass(frozen=True)
class Solving:
    """How a game solves the rest of a hand during play, for the bot `solver`."""

    chances: Callable[[Any, Decision, int], Mapping[Move, float] | None]
    """`chances(view, decision, iterations)`: the probability of each move; None where nothing is solved, …"""
    policy: str
    """… and this policy plays."""
    iterations: int
    """The number of iterations, unless the caller gives another."""
    warm_up: Callable[[], None]
    """Compiles and loads whatever `chances` needs."""
    strategies: Callable[[Sequence[Asked], int], Sequence[Strategy | None]]
    """`strategies(asked, iterations)`: the solution at some decisions, for every hand. A single decision is solved as
    `chances` does it; several that differ in the last bet may be solved together, with slightly different results."""


class Holdings(NamedTuple):
    """Cards that other seats may hold, drawn at random several times."""

    places: NDArray[np.int64]
    """For each card of a draw the zone and the slot in which it lies."""
    cards: NDArray[np.int64]
    """By draw and place."""


class Worths(NamedTuple):
    """What some moves are worth at a decision, in points. Only differences between moves count."""

    worths: Mapping[Move, float]
    within: float
    """Moves whose worths differ by no more than this are taken to be equally good: the worths are no more accurate."""


@dataclass(frozen=True)
class Valuation:
    """What a game knows about its decisions, for `croupier leaks`. A function that returns None leaves a decision to
    the ways that exist for every game. All of them are given the view of the seat that decides, and nothing else that
    is hidden from others."""

    policy: str
    """The policy that plays all seats after the decision."""
    holdings: Callable[[Any, int, random.Random], Holdings | None]
    """`holdings(view, draws, random)`: cards of the other seats, as likely as their moves so far make them."""
    strategy: Callable[[Any, Decision], Mapping[Move, float] | None]
    """`strategy(view, decision)`: how likely the policy makes each of its moves, with the cards that the view shows."""
    worths: Callable[[Any, Decision, Move, Any], Worths | None]
    """`worths(view, decision, played, after)`: the worths of moves, where they can be solved; `after` is the seat's
    view after the move that was played, which is among them."""


@dataclass(frozen=True)
class HouseBots:
    """The bots of a game. They are rules, so they play at both speeds; `random` and `search` exist for every game."""

    policies: Mapping[str, PolicyLike] = field(default_factory=dict)
    """By name, the default first: rules `policy(view, menu, rng, action)`, or policies with a memory."""
    searching: Mapping[str, Any] = field(default_factory=dict)
    """The settings of the bot `search` beyond the number of iterations: arguments of `agents.search.Search`, such as
    the policies that play the other seats in its rollouts."""
    situation: Callable[..., int] | None = None
    """A rule `situation(view, menu, rng) -> int`: the key by which a learner tells decisions apart, for a game with too
    many information sets to learn each of them (an abstraction). 0 leaves a decision to the default policy. Without the
    rule, the key of a decision is everything that its seat has been told."""
    solving: Solving | None = None
    """How the bot `solver` thinks, if the game has one."""
    valuation: Valuation | None = None
    """How choices are judged, if the game knows more than what holds for every game."""
    strongest: str = ""
    """The policy that plays best, if that is not the default."""
    strategies: Mapping[str, Path] = field(default_factory=dict)
    """The files of learnt strategies that Croupier ships; `learnt:NAME` plays one of them."""
    rules_of: Callable[[Any], str] | None = None
    """For a game whose config contains its rules: the key of a config's rules, by which strategies are told apart."""
    rules: str = ""
    """The key of the rules that are played here, if known: a strategy that was learnt under other rules is refused."""
    at_tables: str = ""
    """The bot that sits down where people play, if that is none of the policies but a learnt strategy."""

    @property
    def own(self) -> list[str]:
        """The game's own bots, the one that sits down with people first."""
        return [*([self.at_tables] if self.at_tables else []), *self.policies]

    @property
    def names(self) -> list[str]:
        """The bots that can be seated by name alone, the one that sits down with people first."""
        return [*self.own, "random", "search", *(["solver"] if self.solving else [])]

    @property
    def adviser(self) -> str:
        """The bot to ask for advice: the strongest policy, or what was learnt for these rules."""
        return self.strongest or self.at_tables or next(iter(self.policies), "random")

"""The bots that a game brings along."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .decision import Decision, Move

Memory = Annotated[list[int], "words"]
"""What the rule of a policy with a memory gets as its last argument: integers of 64 bits, to be read by place."""


class Strategy(NamedTuple):
    """What is played at a decision with every hand that a seat may hold there: how likely each of some moves is."""

    moves: Sequence[Move]
    shares: NDArray[np.float64]
    """By move and hand. Hands are numbered by the game: in hold'em as in `games.holdem.endgame.COMBOS`. What stands at
    hands that the board makes impossible does not matter."""


Asked = tuple[Any, "Decision"]
"""A decision that somebody is asked about, with what its seat sees."""


@dataclass(frozen=True, eq=False)
class Policy:
    """A policy with a memory: a rule `rule(view, menu, rng, action, memory)` and the table that it plays from.

    The constants of a rule are compiled into it, and a table of megabytes should not be. A memory is an argument:
    policies that differ in it alone share their compiled code. It is loaded on first use, once in a process.
    """

    rule: Callable[..., None]
    load: Callable[[], NDArray[np.int64]]
    """Returns the memory: one array of one dimension, which nobody writes to afterwards."""
    traced: bool = False
    """Whether the rule reads `menu.told`, a key of all that its seat has been told in this match."""
    strategy: Callable[[Any, Decision], Strategy | None] | None = None
    """`strategy(view, decision)`: what the rule does with every hand, for a policy that can tell; None at a decision
    where it cannot. The hand that the view shows does not matter."""
    chances: Callable[[Any, Any, Any], Mapping[Move, float] | None] | None = None
    """`chances(view, menu, memory)`: how likely the rule chooses each move, for a policy that knows; None where it does
    not."""

    @cached_property
    def memory(self) -> NDArray[np.int64]:
        """The memory as compiled rules take it: read-only, and in one piece."""
        import numpy as np

        words = np.ascontiguousarray(self.load())
        if words.ndim != 1 or words.dtype != np.int64:
            raise TypeError(f"A memory is one row of int64, not {words.dtype} of shape {words.shape}.")
        words = words.view()
        words.flags.writeable = False
        return words

    @cached_property
    def words(self) -> Any:
        """The same memory as plain rules take it: each word is read as an int of Python's."""
        return memoryview(self.memory)  # type: ignore[arg-type]


PolicyLike = Callable[..., None] | Policy
"""A policy: a rule `policy(view, menu, rng, action)`, or one with a memory."""


@dataclass(frozen=True)
class Solving:
    """How a game solves the rest of a hand at the table, for the bot `solver`."""

    chances: Callable[[Any, Decision, int], Mapping[Move, float] | None]
    """`chances(view, decision, iterations)`: what to do and how likely; None where nothing is solved, …"""
    policy: str
    """… and this policy plays."""
    iterations: int
    """How many, unless somebody says otherwise."""
    warm_up: Callable[[], None]
    """Compiles and loads whatever `chances` needs."""
    strategies: Callable[[Sequence[Asked], int], Sequence[Strategy | None]]
    """`strategies(asked, iterations)`: what is solved at some decisions, for every hand. One decision alone is solved
    as `chances` does it; several that differ in the last bet may be solved together, and a little otherwise."""


@dataclass(frozen=True)
class HouseBots:
    """House bots are rules, so they play at both speeds; `random` and `search` are there for every game."""

    policies: Mapping[str, PolicyLike] = field(default_factory=dict)
    """By name, the one that sits down by default first: rules `policy(view, menu, rng, action)`, or policies with a
    memory."""
    searching: Mapping[str, Any] = field(default_factory=dict)
    """How the one that searches is set up, beyond the number of iterations: arguments of `agents.search.Search`, such
    as policies that play the other seats in its thoughts."""
    situation: Callable[..., int] | None = None
    """A rule `situation(view, menu, rng) -> int` by which a learner can tell decisions apart, for a game with too many
    information sets to learn each: its own abstraction. 0 leaves a decision to the default policy. Otherwise the key of
    a decision is all that its seat has been told."""
    solving: Solving | None = None
    """How its `solver` thinks, if it has one."""
    strongest: str = ""
    """The policy that plays best, where that is not the one that sits down by default."""
    strategies: Mapping[str, Path] = field(default_factory=dict)
    """The files of strategies that were learnt and are in the box; `learnt:NAME` plays one by its name."""
    rules_of: Callable[[Any], str] | None = None
    """Of a game whose config says how it is played: a key of a config's rules, by which strategies are told apart."""
    rules: str = ""
    """The key of the rules that are played here, if they are known: a strategy of other rules is refused."""
    at_tables: str = ""
    """The bot that sits down where people play, if that is none of the policies: a strategy of the box."""

    @property
    def own(self) -> list[str]:
        """The game's own bots, the one that sits down with people first."""
        return [*([self.at_tables] if self.at_tables else []), *self.policies]

    @property
    def names(self) -> list[str]:
        """Whom one can seat by name alone, the one that sits down with people first."""
        return [*self.own, "random", "search", *(["solver"] if self.solving else [])]

    @property
    def adviser(self) -> str:
        """Whom to ask what is best: the strongest policy."""
        return self.strongest or next(iter(self.policies), "random")

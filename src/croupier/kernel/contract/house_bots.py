"""The bots that a game brings along."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class HouseBots:
    """House bots are rules, so they play at both speeds; `random` and `search` are there for every game."""

    policies: Mapping[str, Callable[..., None]] = field(default_factory=dict)
    """By name, the one that sits down by default first: rules `policy(view, menu, rng, action)`."""
    searching: Mapping[str, Any] = field(default_factory=dict)
    """How the one that searches is set up, beyond the number of iterations: arguments of `agents.search.Search`, such
    as policies that play the other seats in its thoughts."""
    strongest: str = ""
    """The policy that plays best, where that is not the one that sits down by default."""

    @property
    def adviser(self) -> str:
        """Whom to ask what is best: the strongest policy."""
        return self.strongest or next(iter(self.policies), "random")

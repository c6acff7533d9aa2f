"""Plans: the tests for the mutants of a rule file, and the mutants that are equivalent to the rule.

A plan is a file beside this one, such as `kernel-betting.toml`:

    file = "src/croupier/kernel/vocabulary/betting.py"
    tests = ["tests/kernel/test_betting.py"]        # arguments of pytest

    [[equivalent]]                                  # as many as there are
    rule = "to_call"
    was = "return max(0, …)"                        # the line, without the blanks around it
    becomes = "return max(-1, …)"
    why = "nobody has bet more than the current bet"
    nth = 2                                         # only where a rule has several that look alike
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .mutations import Mutant

PLANS = Path(__file__).parent


@dataclass(frozen=True)
class Equivalent:
    """A mutant that behaves like the rule, and why. Without `nth`, all mutants with the same text are meant."""

    rule: str
    was: str
    becomes: str
    why: str
    nth: int = 0

    def means(self, mutant: Mutant) -> bool:
        """Whether this entry is about a mutant."""
        alike = (self.rule, self.was, self.becomes) == (mutant.rule, mutant.was, mutant.becomes)
        return alike and self.nth in (0, mutant.nth)

    def __str__(self) -> str:
        return f"{self.rule}: {self.was} → {self.becomes}"


@dataclass(frozen=True)
class Plan:
    """A rule file, the tests for its mutants, and the equivalent ones."""

    name: str
    file: str
    tests: list[str]
    equivalent: list[Equivalent] = field(default_factory=list)

    def is_equivalent(self, mutant: Mutant) -> bool:
        return any(entry.means(mutant) for entry in self.equivalent)

    def stale(self, mutants: list[Mutant]) -> list[Equivalent]:
        """The entries that are about no mutant any more."""
        return [entry for entry in self.equivalent if not any(entry.means(mutant) for mutant in mutants)]


def read(name: str, values: dict[str, Any]) -> Plan:
    """The plan that a table of TOML describes."""
    entries = [Equivalent(**entry) for entry in values.pop("equivalent", [])]
    return Plan(name, equivalent=entries, **values)


def chosen(names: list[str]) -> list[Plan]:
    """The plans of some names; a name such as `kernel` stands for all plans of that area, and no name for all."""
    known = {path.stem: path for path in sorted(PLANS.glob("*.toml"))}
    for name in names:
        if not any(_meant(name, stem) for stem in known):
            raise LookupError(f"no plan is called {name!r}; there are {', '.join(known)}")
    stems = [stem for stem in known if not names or any(_meant(name, stem) for name in names)]
    return [read(stem, tomllib.loads(known[stem].read_text("utf-8"))) for stem in stems]


def _meant(name: str, stem: str) -> bool:
    return stem == name.replace("/", "-") or stem.startswith(f"{name}-")

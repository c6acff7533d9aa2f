"""Builds sentences from clauses, in lines of 80 columns."""

from __future__ import annotations

import textwrap
from itertools import groupby
from typing import NamedTuple

WIDTH = 80
INDENT = "  "
LONGEST_NAME = 30


class Clause(NamedTuple):
    """Who did what. Neighbouring clauses with the same verb are joined; a new topic begins a new sentence."""

    topic: object
    who: str
    does: str
    do: str
    """The verb in the plural; "" if the clause must not be joined with others."""


class Paragraph:
    """Collects clauses, and writes them as sentences."""

    def __init__(self) -> None:
        self._clauses: list[Clause] = []

    def say(self, topic: object, who: str, does: str, do: str = "") -> None:
        """Add a clause."""
        self._clauses.append(Clause(topic, who, does, do))

    def take(self) -> list[str]:
        """The sentences since the last call, as indented lines; [] if there are none."""
        sentences = [self._sentence(list(clauses)) for _, clauses in groupby(self._clauses, lambda c: c.topic)]
        self._clauses = []
        return [wrapped(" ".join(sentences), INDENT)] if sentences else []

    def _sentence(self, clauses: list[Clause]) -> str:
        told = []
        for together, group in groupby(clauses, lambda clause: clause.do or clause):
            same = list(group)
            who = listed([clause.who for clause in same])
            told.append(f"{who} {together if len(same) > 1 else same[0].does}")
        return ", ".join(told) + "."


def listed(items: list[str]) -> str:
    """Join items: "a", "a and b", "a, b and c"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def wrapped(text: str, indent: str = "") -> str:
    """A text wrapped at WIDTH."""
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def short(name: str) -> str:
    """A name, cut to LONGEST_NAME."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"

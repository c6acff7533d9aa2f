"""What a game says: its rule book, its table as a person would draw it, what happened as a person would tell it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ..vocabulary.cards import format_card

if TYPE_CHECKING:
    from ..showing.picture import Picture
    from ..vocabulary.events import Fact


@dataclass(frozen=True)
class Words:
    """A game's own words. All of them can be left out: then numbers and names of fields speak for themselves."""

    summary: str = ""
    """One line for a list of games."""
    rule_book: Callable[[], str] = lambda: ""
    """The rules for players, as Markdown."""
    zones: tuple[str, ...] = ()
    """The names of the zones of its ledger, in order."""
    card_name: Callable[[int], str] = format_card
    render: Callable[[Any], str] | None = None
    """A view as a person at a terminal would like it; without it, every field is shown by its name."""
    tell: Callable[[Fact], str] | None = None
    """A fact as a sentence, or "" if it goes without saying; without it, its name and fields are shown."""
    picture: Callable[[Any], Picture] | None = None
    """A view as a table to draw; without it, a page shows the text of `render`."""
    phase: Callable[[Any], str] | None = None
    """What part of a hand a view is of, such as its street."""


def rules_beside(package: str) -> Callable[[], str]:
    """The rule book in the file RULES.md of a game's folder."""
    return lambda: files(package).joinpath("RULES.md").read_text(encoding="utf-8")

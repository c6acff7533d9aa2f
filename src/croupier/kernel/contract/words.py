"""What a game says: its rule book, its cards and zones by name, what happened as a person would tell it, and what only
the game can add to a Scene."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from ..vocabulary.cards import format_card
from ..vocabulary.turns import NOBODY

if TYPE_CHECKING:
    from ..showing.cast import Cast
    from ..showing.scene import Card, Scene
    from ..vocabulary.events import Fact


class ZoneWords(NamedTuple):
    """What a zone of the ledger is called and whose it is; one that is not `drawn` is no part of what a table shows."""

    label: str
    owner: int = NOBODY
    drawn: bool = True

    def __str__(self) -> str:
        return self.label if self.owner == NOBODY else f"{self.label} of seat {self.owner}"


@dataclass(frozen=True)
class Words:
    """A game's own words. All of them can be left out: then numbers and names of fields speak for themselves."""

    summary: str = ""
    """One line for a list of games."""
    rule_book: Callable[[], str] = lambda: ""
    """The rules for players, as Markdown."""
    zones: tuple[ZoneWords, ...] = ()
    """The zones of its ledger, in order."""
    roles: tuple[str, ...] = ()
    """What the seats are, where they differ: "the Narc"."""
    card_name: Callable[[int], str] = format_card
    face: Callable[[Any, int], Card] | None = None
    """A card as it is drawn, given a view; without it, its name."""
    tell: Callable[[Fact, Cast], str] | None = None
    """A fact as a clause, such as "you call 200", or "" if it goes without saying; without it, its name and fields."""
    acts: tuple[type[Fact], ...] = ()
    """The facts that are what a seat did: the last one is shown beside its name."""
    openings: tuple[type[Fact], ...] = ()
    """The facts with which a part of a hand begins: a heading for whoever writes down what happened, and what seats did
    before is shown no more."""
    scene: Callable[[Scene, Any, Cast], Scene] | None = None
    """Adds to a Scene, given the view that it was made from, what only the game knows."""
    phase: Callable[[Any], str] | None = None
    """What part of a hand a view is of, such as its street."""


def rules_beside(package: str) -> Callable[[], str]:
    """The rule book in the file RULES.md of a game's folder."""
    return lambda: files(package).joinpath("RULES.md").read_text(encoding="utf-8")

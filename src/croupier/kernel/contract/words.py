"""What a game says: its rule book, the names of its cards and zones, sentences about what happened, and its own
additions to a Scene."""

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
    """The name and the owner of a zone of the ledger; a zone that is not `drawn` is not shown with the table."""

    label: str
    owner: int = NOBODY
    drawn: bool = True

    def __str__(self) -> str:
        return self.label if self.owner == NOBODY else f"{self.label} of seat {self.owner}"


@dataclass(frozen=True)
class Words:
    """A game's own words. All of them are optional: without them, numbers and names of fields are shown."""

    summary: str = ""
    """One line for a list of games."""
    rule_book: Callable[[], str] = lambda: ""
    """The rules for players, as Markdown."""
    zones: tuple[ZoneWords, ...] = ()
    """The zones of its ledger, in order."""
    roles: tuple[str, ...] = ()
    """The names of the seats' roles, where they differ: "the Narc"."""
    card_name: Callable[[int], str] = format_card
    face: Callable[[Any, int], Card] | None = None
    """A card as it is drawn, given a view; without it, the card's name is drawn."""
    tell: Callable[[Fact, Cast], str] | None = None
    """A fact as a clause, such as "you call 200", or "" for one that is not told; without it, its name and fields."""
    acts: tuple[type[Fact], ...] = ()
    """The facts that a seat's action causes: the last one is shown beside the seat's name."""
    openings: tuple[type[Fact], ...] = ()
    """The facts with which a part of a hand begins: a heading in written accounts. The acts of seats before it are no
    longer shown."""
    wins: tuple[type[Fact], ...] = ()
    """The facts with which a seat wins a hand or a part of its pot, and its `chips` if there are any."""
    exits: tuple[type[Fact], ...] = ()
    """The facts with which a seat is out of the match."""
    deals: tuple[type[Fact], ...] = ()
    """The facts with which a seat is dealt cards. If the house deals a hand in several steps, the sentence comes with
    the last one and names all of its cards."""
    scene: Callable[[Scene, Any, Cast], Scene] | None = None
    """Adds the game's own details to a Scene, given the view that the Scene was made from."""
    phase: Callable[[Any], str] | None = None
    """The part of a hand that a view shows, such as its street."""


def rules_beside(package: str) -> Callable[[], str]:
    """A function that returns RULES.md from a game's folder."""
    return lambda: files(package).joinpath("RULES.md").read_text(encoding="utf-8")

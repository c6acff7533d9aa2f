"""What a game says: its rule book, the names of its cards and zones, sentences about what happened, and its own
additions to a Scene."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from ..vocabulary.cards import format_card
from ..vocabulary.turns import NOBODY

if TYPE_CHECKING:
    from ..showing.cast import Cast
    from ..showing.scene import Card, Scene
    from ..vocabulary.events import Fact
    from .decision import Decision, Move


CHAPTER = "\n## "
"""What a chapter of a rule book begins with."""


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
    short_rules: Callable[[], str] = lambda: ""
    """The rule book without what a player does not need at the table."""
    stakes: Callable[[Any], str] = lambda config: ""
    """What a table with a config is played for, for a list of tables: "blinds 50/100"."""
    scored: str = ""
    """What the score of a match is, in a sentence."""
    means: Mapping[str, str] = field(default_factory=dict)
    """What options mean, by name, where their words leave it open."""
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
    reasons: Callable[[Any, Decision, Move, Cast], Iterable[str]] | None = None
    """What speaks for a move that a house bot advises, in sentences with figures: `reasons(view, decision, move,
    cast)`. The same view always has the same reasons."""
    spot: Callable[[Any], tuple[str, str]] | None = None
    """The position of a view's seat, and what it faces at its decision; without it, its role and its options."""


def rules_beside(package: str, without: Sequence[str] = ()) -> Callable[[], str]:
    """A function that returns RULES.md from a game's folder, without the chapters of some headings."""

    @cache
    def read() -> str:
        opening, *chapters = files(package).joinpath("RULES.md").read_text(encoding="utf-8").split(CHAPTER)
        return (
            CHAPTER.join([opening, *(one for one in chapters if one.partition("\n")[0] not in without)]).rstrip() + "\n"
        )

    return read


def clause_in(rule_book: str, heading: str) -> str:
    """The section of a rule book with this heading, heading included; "" if there is none."""
    kept: list[str] = []
    for line in rule_book.splitlines():
        if line.startswith("#"):
            if kept and _depth(line) <= _depth(kept[0]):
                break
            if not kept and line.lstrip("# ").strip() == heading:
                kept.append(line)
                continue
        if kept:
            kept.append(line)
    return "\n".join(kept)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip("#"))


def chapters_of(rule_book: str) -> dict[str, str]:
    """The chapters of a rule book by their headings; what comes before the first one has the heading ""."""
    opening, *chapters = rule_book.split(CHAPTER)
    return {"": opening.strip(), **{one.partition("\n")[0].strip(): f"## {one.strip()}" for one in chapters}}

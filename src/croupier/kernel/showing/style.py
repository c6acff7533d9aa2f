"""Styles of play in a few figures: the interface of a game's style counter.

A game that knows styles (how often a player enters a pot, how often they raise) names a counter in `Game.style`;
code that shows styles, in the terminal or on a page, knows only what is declared here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from ..contract.record import Moved


class Figure(NamedTuple):
    """How often something was done, and how often it could have been; a ratio of two counts if it is not a share."""

    key: str
    title: str
    meaning: str
    times: int
    of: int
    share: bool = True

    @property
    def value(self) -> float | None:
        """The share or ratio; None if there was no occasion."""
        return self.times / self.of if self.of else None

    def __str__(self) -> str:
        value = self.value
        return "–" if value is None else f"{value:.1%}" if self.share else f"{value:.2f}"


class Style(NamedTuple):
    """The figures of one bot, overall (`place` is "") or in one position at the table."""

    bot: int
    place: str
    hands: int
    figures: tuple[Figure, ...]


class StyleCounter(Protocol):
    """Counts styles match by match."""

    def count(self, seating: Sequence[int], moves: Sequence[Moved], scores: Sequence[int]) -> None:
        """Add a finished match: the bot in each seat, all moves, and the score of each seat."""
        ...

    def styles(self) -> list[Style]:
        """The figures: for each bot the overall ones, then those of each position in order of play."""
        ...


def as_json(styles: Sequence[Style]) -> list[dict[str, Any]]:
    """Styles for programs: one object for each bot, which contains one for each of its positions."""
    made: list[dict[str, Any]] = []
    for style in styles:
        figures: dict[str, Any] = {"hands": style.hands}
        figures |= {figure.key: figure.value for figure in style.figures}
        if style.place:
            made[-1]["places"][style.place] = figures
        else:
            made.append({**figures, "places": {}})
    return made

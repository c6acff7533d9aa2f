"""Playing styles as tables in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from croupier.kernel.showing.style import Style

from .console import columns


def show_styles(screen: Console, names: Sequence[str], styles: Sequence[Style]) -> None:
    """All figures of each bot; then the first two of them by place, such as 32/25."""
    overall = [style for style in styles if not style.place]
    if not overall:
        return
    figures = columns("style", "hands", *(figure.title for figure in overall[0].figures))
    for style in overall:
        figures.add_row(names[style.bot], f"{style.hands:,}", *map(str, style.figures))
    places = list(dict.fromkeys(style.place for style in styles if style.place))
    found = {(style.bot, style.place): style.figures for style in styles}
    by_place = columns("/".join(figure.title for figure in overall[0].figures[:2]) + " in %", *places)
    for style in overall:
        seen = [found.get((style.bot, place), ())[:2] for place in places]
        cells = ["/".join(_hundredths(figure.value) for figure in pair) for pair in seen]
        by_place.add_row(names[style.bot], *cells)
    for table in (figures, by_place):
        screen.print()
        screen.print(table)


def _hundredths(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.0f}"

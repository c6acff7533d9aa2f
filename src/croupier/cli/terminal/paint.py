"""Colours for drawn lines: cards, bars, keys and the turn marker. A painted line keeps its width."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from croupier.kernel.showing.draw import WIDTH

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
STYLES = {
    "c": "black on white",
    "s": "black on white",
    "d": "red on white",
    "h": "red on white",
    "back": "white on blue",
    "full": "green",
    "empty": "dim",
    "mark": "bold yellow",
    "key": "bold cyan",
    "turn": "bold yellow",
}
PARTS = re.compile(
    r"(?<![\w.])(?P<rank>[2-9TJQKA])(?P<suit>[cdhs])(?![\w'])"
    r"|(?P<back>\?\?)"
    r"|\[(?P<bar>[#|-]{4,})\]"
    r"|^(?P<key>   [a-z]  )(?=[A-Z])"
    r"|^(?P<turn> > )"
)
BLOCKS = {"#": ("█", "full"), "-": ("░", "empty"), "|": ("┃", "mark")}


def speaks_unicode() -> bool:
    """Whether standard output can show suit and block characters."""
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def paint(line: str, style: str = "", *, unicode: bool = True) -> Text:
    """A line as a terminal shows it."""
    from rich.text import Text

    made, at = Text(style=style), 0
    for found in PARTS.finditer(line):
        made.append(line[at : found.start()])
        at = found.end()
        for text, name in _painted(found, unicode):
            made.append(text, STYLES.get(name, ""))
    return made + Text(line[at:], style)


def _painted(found: re.Match[str], unicode: bool) -> list[tuple[str, str]]:
    if suit := found["suit"]:
        return [(found["rank"] + (SUITS[suit] if unicode else suit), suit)]
    if found["back"]:
        return [("▒▒" if unicode else "??", "back")]
    if found["bar"]:
        return [("[", ""), *((BLOCKS[it][0] if unicode else it, BLOCKS[it][1]) for it in found["bar"]), ("]", "")]
    return [(found[0], "key" if found["key"] else "turn")]


def show(console: Console, line: str, style: str = "", end: str = "\n") -> None:
    """Print a line, painted on a terminal that has colours, else as it is."""
    drawn_on = console.is_terminal and not console.is_dumb_terminal
    painted = paint(line, style, unicode=speaks_unicode()) if drawn_on else line
    console.print(painted, end=end, soft_wrap=True, highlight=False)


def rule_lines(markdown: str, width: int = WIDTH) -> list[str]:
    """A text in Markdown as lines for a terminal."""
    import io

    from rich.console import Console
    from rich.markdown import Markdown

    made = Console(file=io.StringIO(), width=width, color_system=None)
    made.print(Markdown(markdown))
    return [line.rstrip() for line in made.file.getvalue().splitlines()]  # type: ignore[attr-defined]

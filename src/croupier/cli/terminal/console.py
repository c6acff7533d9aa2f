"""The terminal that cards are shown on: red suits, faint hidden cards, rule books in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.highlighter import RegexHighlighter

from croupier.kernel.contract.game import Game

if TYPE_CHECKING:
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.table import Table


class _Suits(RegexHighlighter):
    """Hearts and diamonds in red, hidden cards faint."""

    base_style = "suit."
    highlights: ClassVar[list[str]] = [r"(?P<red>\b[2-9TJQKA][hd]\b)", r"(?P<hidden>\?\?)"]


def console() -> Console:
    """A terminal that knows cards, and takes "house:shark:" and "[bold].py" for what they say."""
    from rich.console import Console
    from rich.theme import Theme

    theme = Theme({"suit.red": "red", "suit.hidden": "dim"})
    return Console(highlighter=_Suits(), markup=False, emoji=False, theme=theme)


def columns(first: str, *others: str) -> Table:
    """A table with these headings: names on the left, then figures. What is too wide is folded, never cut off."""
    from rich.table import Table

    table = Table(header_style="bold", box=None, pad_edge=False)
    table.add_column(first, overflow="fold")
    for heading in others:
        table.add_column(heading, justify="right", overflow="fold")
    return table


def rule_book(game: Game) -> Markdown:
    """A game's rules for players; at least what it is."""
    from rich.markdown import Markdown

    return Markdown(game.words.rule_book() or f"{game.title}: {game.words.summary}.")

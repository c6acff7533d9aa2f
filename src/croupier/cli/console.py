"""The terminal that cards are shown on: red suits, faint hidden cards, rule books in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.highlighter import RegexHighlighter

from croupier.kernel.game import Game

if TYPE_CHECKING:
    from rich.console import Console
    from rich.markdown import Markdown


class _Suits(RegexHighlighter):
    """Hearts and diamonds in red, hidden cards faint."""

    base_style = "suit."
    highlights: ClassVar[list[str]] = [r"(?P<red>\b[2-9TJQKA][hd]\b)", r"(?P<hidden>\?\?)"]


def console() -> Console:
    """A terminal that knows cards, and takes "house:shark:" for what it says."""
    from rich.console import Console
    from rich.theme import Theme

    return Console(highlighter=_Suits(), emoji=False, theme=Theme({"suit.red": "red", "suit.hidden": "dim"}))


def rule_book(game: Game) -> Markdown:
    """A game's rules for players; at least what it is."""
    from rich.markdown import Markdown

    return Markdown(game.rule_book() or f"{game.title}: {game.summary}.")

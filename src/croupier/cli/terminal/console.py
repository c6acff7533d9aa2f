"""The Rich console that verbs print to: red suits, dim hidden cards, rule books in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from rich.highlighter import RegexHighlighter

from croupier.kernel.contract.game import Game
from croupier.kernel.showing.spelling import writable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.table import Table
    from rich.text import Text


class _Suits(RegexHighlighter):
    """Hearts and diamonds in red, hidden cards faint."""

    base_style = "suit."
    highlights: ClassVar[list[str]] = [r"(?P<red>\b[2-9TJQKA][hd]\b)", r"(?P<hidden>\?\?)"]


def console() -> Console:
    """A console that colours cards and interprets no markup: "house:shark:" and "[bold].py" are printed as they are."""
    from rich.console import Console
    from rich.theme import Theme

    class Screen(Console):
        """Escapes control characters in names and texts that come from others."""

        def render_str(self, text: str, **how: Any) -> Text:
            return super().render_str(writable(text), **how)

        def on_broken_pipe(self) -> None:
            raise  # to `main`, which ends the same way for every verb

    theme = Theme({"suit.red": "red", "suit.hidden": "dim"})
    return Screen(highlighter=_Suits(), markup=False, emoji=False, theme=theme)


def columns(first: str, *others: str) -> Table:
    """A table with these headings: names on the left, then figures. Text that is too wide is wrapped, not cut off."""
    from rich.table import Table

    table = Table(header_style="bold", box=None, pad_edge=False)
    table.add_column(first, overflow="fold")
    for heading in others:
        table.add_column(heading, justify="right", overflow="fold")
    return table


def rule_book(game: Game) -> Markdown:
    """A game's rule book; its title and summary if it has none."""
    from rich.markdown import Markdown

    return Markdown(game.words.rule_book() or f"{game.title}: {game.words.summary}.")

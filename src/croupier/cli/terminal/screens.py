"""Shows the pages of a `TerminalSession`: on a whole screen, key by key, or as lines.

`WholeScreen` is for terminals with cursor control; `Lines` for pipes, files and dumb terminals.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from textwrap import wrap

from rich.console import Console

from croupier.kernel.showing.draw import WIDTH, draw, draw_question

from .keys import ENTER, ESCAPE, QUIT, UP, Keyboard
from .paint import show
from .session import AT_ONCE, GO_ON, LINE, TIME, Leaf, Page, Pages

ENOUGH_NEWS = 5
"""If fewer lines of news than this would fit, the table is drawn without the texts of its cards."""
CLEAR = "\x1b[H\x1b[J"


def can_be_drawn_on() -> bool:
    """Whether there is a person at a terminal that has a screen."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


class Lines:
    """Prints pages as lines, and reads answers as lines."""

    def __init__(self, console: Console) -> None:
        self.console, self.is_asked = console, sys.stdin.isatty()
        self._told: Sequence[str] = ()
        self._table = ""

    def __enter__(self) -> Lines:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def show(self, page: Page | Leaf) -> str:
        """Print what is new on a page; return what the person typed."""
        if isinstance(page, Leaf):
            self._write(page.lines)
            return ""
        known = self._told == page.news[: len(self._told)]
        for line in page.news[len(self._told) if known else 0 :]:
            show(self.console, f"  {line}".rstrip(), "dim")
        self._told = page.news
        if page.wants == AT_ONCE and self.is_asked:
            show(self.console, f"  {page.prompt}", "dim")
        if page.wants in (AT_ONCE, TIME):
            return ""
        if page.asks:
            self._show_table(page)
        if page.note:
            show(self.console, f"   {page.note}", "yellow")
        if page.wants == GO_ON:
            return self._read(f"   {f'{page.prompt} Enter goes on.'.strip()} ")
        return self._read(f"   {page.prompt} > " if page.wants != LINE else " > ")

    def _show_table(self, page: Page) -> None:
        table = draw(page.scene, numbered=True)
        if page.scene.question is not None:
            table = f"{table}\n{draw_question(page.scene.question)}"
        if table != self._table:
            self._write(["", *table.splitlines()])
        self._table = table

    def _write(self, lines: Sequence[str]) -> None:
        for line in lines:
            show(self.console, line)

    def _read(self, prompt: str) -> str:
        return self.console.input(prompt, markup=False, emoji=False).strip()


class WholeScreen:
    """Draws pages on the whole screen, the table always in the same place, and reads single keys."""

    is_asked = True

    def __init__(self, console: Console, pace: float) -> None:
        """`pace` is how many seconds each fact is shown for."""
        self.console, self.pace = console, pace
        self.keyboard, self._open = Keyboard(), ExitStack()
        self._asked = 0
        """How many lines the last question had."""

    def __enter__(self) -> WholeScreen:
        self._open.enter_context(self.keyboard)
        self._open.enter_context(self.console.screen(hide_cursor=True))
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def show(self, page: Page | Leaf) -> str:
        """Draw a page; return the key or the line that the person typed."""
        if isinstance(page, Leaf):
            self._leaf(page)
            return ""
        if page.wants == TIME:
            self._draw(self._fitted(page))
            return self.keyboard.key(self.pace)
        if page.wants == AT_ONCE:
            self._draw(self._fitted(page))
            return ""
        if not page.note:
            self.keyboard.forget()
        if page.wants == GO_ON:
            self._draw(self._fitted(page._replace(prompt=f"{page.prompt} Any key goes on.".strip())))
            return self.keyboard.key()
        self._draw(self._fitted(page))
        if page.wants == LINE:
            self.console.show_cursor(True)
            typed = self.keyboard.line(lambda: self.console.input(" > ", markup=False, emoji=False))
            self.console.show_cursor(False)
            return typed
        return self.keyboard.key()

    def _fitted(self, page: Page) -> list[tuple[str, str]]:
        """The lines of a page with their styles, cut to the height of the screen. Old news is cut first; empty lines
        keep the table and the question in their place."""
        question = page.scene.question if page.asks else None
        asked = draw_question(question).splitlines() if question else []
        self._asked = len(asked) or self._asked
        below = [*((line, "") for line in asked), *[("", "")] * (self._asked - len(asked))]
        below += [(f"   {line}", "yellow") for line in wrap(page.note, WIDTH - 3)]
        below.append((f"   {page.prompt}"[:WIDTH], "bold"))
        table = draw(page.scene, numbered=page.asks).splitlines()
        room = self.console.height - len(table) - len(below) - 1
        if room < min(ENOUGH_NEWS, len(page.news)):
            table = draw(page.scene, numbered=page.asks, brief=True).splitlines()
            room = self.console.height - len(table) - len(below) - 1
        told = [(f"  {line}".rstrip(), "dim") for line in last_of(page.news, room)]
        told = [*[("", "")] * (room - len(told)), *told, ("", "")]
        return [*told, (table[0], "bold"), *((line, "") for line in table[1:]), *below]

    def _draw(self, lines: Sequence[tuple[str, str]]) -> None:
        self.console.file.write(CLEAR)
        for at, (line, style) in enumerate(lines[-self.console.height :]):
            if at:
                self.console.file.write("\n")
            show(self.console, line, style, end="")
        self.console.file.flush()

    def _leaf(self, leaf: Leaf) -> None:
        """Show a text, one screenful at a time."""
        at, room = 0, self.console.height - 3
        while True:
            lines = leaf.lines[at : at + room]
            last = at + room >= len(leaf.lines)
            ends = "Any key goes on" if last and not at else "Space goes on · ↑ back · q closes"
            head = [(leaf.title, "bold")] if leaf.title else []
            self._draw([*head, *((line, "") for line in lines), ("", ""), (f"   {ends}", "bold")])
            key = self.keyboard.key()
            if key == UP:
                at = max(0, at - room)
            elif last or key in (QUIT, ESCAPE):
                return
            elif key in (ENTER, " ") or len(key) > 1:
                at += room


def last_of(news: Sequence[str], room: int) -> Sequence[str]:
    """The last `room` lines, without leading empty ones; "…" stands for the lines before."""
    lines = list(news[-room:]) if room > 0 else []
    if len(lines) < len(news) and lines:
        lines[0] = "…"
    while lines and not lines[0]:
        lines.pop(0)
    return lines


def show_all(pages: Pages, screen: Lines | WholeScreen) -> None:
    """Show all pages, sending back what was typed after each."""
    try:
        page = next(pages)
        while True:
            page = pages.send(screen.show(page))
    except StopIteration:
        return

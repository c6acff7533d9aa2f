"""Pages on real terminals: raw keys on one that can be drawn on, lines on a dumb one and through a pipe."""

from __future__ import annotations

import io
import os
import random
import re
import select
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from rich.console import Console

from croupier.cli.terminal import keys
from croupier.cli.terminal.paint import paint
from croupier.cli.terminal.screens import WholeScreen, last_of
from croupier.cli.terminal.session import KEY, LINE, Leaf, Left, Page
from croupier.games import classics
from croupier.games.genome import find
from croupier.games.genome.rulebook import chapters
from croupier.kernel.contract.words import clause_in
from tests.cli.table import last, session

CODES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
PATIENCE = 300.0
"""Seconds until a terminal counts as dead."""


class Terminal:
    """A program at a terminal of 24 lines, and what it wrote."""

    def __init__(self, *words: str, **environment: str) -> None:
        import pty

        self.ours, theirs = pty.openpty()
        surroundings = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", **environment}
        command = [sys.executable, "-m", "croupier", *words]
        self.program = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=surroundings, start_new_session=True
        )
        os.close(theirs)
        self.raw = ""

    def until(self, text: str) -> str:
        """What was written up to a text, without colours; the next time begins after it."""
        while text not in (plain := CODES.sub("", self.raw)):
            ready, _, _ = select.select([self.ours], [], [], PATIENCE)
            assert ready, f"{text!r} does not come after:\n{plain}"
            try:
                self.raw += os.read(self.ours, 65536).decode(errors="replace")
            except OSError as gone:
                raise AssertionError(f"{text!r} did not come before the end:\n{plain}") from gone
        seen, text, self.raw = plain.partition(text)
        return (seen + text).replace("\r", "")

    def press(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def end(self) -> int:
        code = self.program.wait(PATIENCE)
        os.close(self.ours)
        return code


on_posix = pytest.mark.skipif(sys.platform == "win32", reason="has no pseudo-terminals")


@on_posix
def test_keys_need_no_enter_and_leave_a_summary_behind() -> None:
    table = Terminal("play", "deal", "--seed", "3", "--pace", "1")
    table.until("Any key goes on")
    table.press(" ")
    assert "1 False Trail" in table.until("q leave")
    table.press("1")
    assert "You raise with False Trail" in table.until("Go on to round 2")
    table.until("q leave")
    table.press("q")
    table.until("Leave the table? y yes, n no")
    table.press("y")
    out = table.until("The same cards again: croupier play deal --seed 3")
    assert "You leave before the end. So far:" in out
    assert table.end() == 0


@on_posix
def test_ctrl_c_leaves_at_once_and_says_where_the_record_is(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    table = Terminal("play", "battle", "--seed", "3", "--pace", "1", "--record", str(record))
    table.until("Any key goes on")
    table.press(" ")
    table.until("q leave")
    table.program.send_signal(2)
    out = table.until("croupier replay")
    assert "You leave before the end. So far:" in out and "Traceback" not in out
    assert table.end() == 0 and record.read_bytes().startswith(b'{"croupier":')


@on_posix
def test_ctrl_c_just_before_the_wait_for_a_key_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """A signal that another thread takes leaves the main thread's wait alone, as one does that comes just before it."""
    import pty

    def press() -> None:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        os.kill(os.getpid(), signal.SIGINT)

    ours, theirs = pty.openpty()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    with open(theirs, "rb", buffering=0) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        try:
            with keys.Keyboard() as keyboard, pytest.raises(KeyboardInterrupt):
                threading.Timer(0.1, press).start()
                keyboard.key(PATIENCE)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            os.close(ours)


@on_posix
def test_a_dumb_terminal_gets_lines() -> None:
    table = Terminal("play", "holdem", "--seed", "3", "--seats", "4", TERM="dumb")
    assert "9c 5s" in table.until("Raise to 200")
    table.until(" > ")
    table.press("fold\n")
    table.until("Enter goes on.")
    table.press("\n")
    table.until("Hand 2 · Before the flop")
    table.until(" > ")
    table.press("quit\n")
    table.until("Leave the table? y yes, n no > ")
    table.press("y\n")
    table.until("The same cards again")
    assert table.end() == 0


@on_posix
def test_without_colours_cards_have_their_suits_all_the_same() -> None:
    table = Terminal("play", "holdem", "--seed", "3", "--seats", "4", "--pace", "1", NO_COLOR="1")
    table.until("Any key goes on")
    table.press(" ")
    assert "9♣ 5♠" in table.until("q leave")
    table.press("\x04y")
    table.until("The same cards again")
    assert table.end() == 0


def test_through_a_pipe_there_are_only_lines() -> None:
    command = [sys.executable, "-m", "croupier", "play", "battle", "--seed", "3"]
    typed = "attack - heal\n1 2 3\n? \n"
    done = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert "\x1b" not in done.stdout and done.stderr == ""
    assert "You confirm attack, nothing, heal." in done.stdout and "You confirm attack, defense, heal." in done.stdout
    assert done.stdout.endswith("The same cards again: croupier play battle --seed 3\n")


def drawn(page: Page, height: int = 24) -> list[str]:
    """What a whole screen shows of a page, without colours."""
    screen = WholeScreen(Console(file=io.StringIO(), width=80, height=height), 0)
    return [line for line, _ in screen._fitted(page)]


@pytest.mark.parametrize(("name", "typed"), [("deal", ("1", "c", "1")), ("battle", ()), ("hearts", ("1", "2"))])
def test_a_page_fills_a_screen_and_no_more(name: str, typed: tuple[str, ...]) -> None:
    page = last(session(name, 3), *typed)
    lines = drawn(page)
    assert len(lines) == 24 and max(map(len, lines)) <= 80
    assert lines[-1].strip() == page.prompt


def test_news_stand_just_above_the_table_and_the_last_ones_fit() -> None:
    page = last(session("holdem", 3, seats=4))
    lines = drawn(page._replace(news=[f"line {number}" for number in range(50)]))
    assert "  line 49" in lines and "  …" in lines and len(lines) == 24
    assert lines[lines.index("  line 49") + 1] == ""
    assert last_of(["", "a", "b"], 5) == ["a", "b"] and last_of(["a", "b", "c"], 0) == []


def test_a_table_too_long_for_a_screen_does_without_what_its_cards_say() -> None:
    page = last(session("deal", 3), "1")
    assert any("turned up: Heroin (Customer)" in line for line in drawn(page, height=20))
    assert any("Heroin       Product" in line for line in drawn(page, height=60))
    assert page.wants == KEY


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("   board: 9s  Ac  6d", "   board: 9♠  A♣  6♦"),
        ("   you  Th ??", "   you  T♥ ▒▒"),
        ("Cover [##--|-]", "Cover [██░░┃░]"),
        ("7th place, Ahead of 2,000 cards", "7th place, Ahead of 2,000 cards"),
    ],
)
def test_painted_text_keeps_its_width(line: str, shown: str) -> None:
    assert paint(line).plain == shown and len(shown) == len(line)
    assert paint(line, unicode=False).plain == line


def test_a_clause_ends_where_the_next_begins() -> None:
    book = "# Game\n\nFirst.\n\n## A hand\n\nDeal.\n\n### Draw\n\nOne.\n\n## The end\n\nOver."
    assert clause_in(book, "A hand") == "## A hand\n\nDeal.\n\n### Draw\n\nOne.\n"
    assert clause_in(book, "The end") == "## The end\n\nOver." and clause_in(book, "Nowhere") == ""


@pytest.mark.parametrize("name", ["holdem", "deal", "battle", *classics()])
def test_whatever_keys_are_pressed_every_screen_fits(name: str) -> None:
    """And nothing that is pressed ends the match, except by its rules or by leaving."""
    rng, typed = random.Random(name), session(name, 1, bots="random")
    if name in classics():  # a book without an example, which takes long to write
        typed._book = "\n".join(chapter.markdown() for chapter in chapters(find(name)))
    pages, page, left = typed.play(), None, 60
    try:
        page = next(pages)
        while left:
            left -= 1
            if isinstance(page, Page):
                lines = drawn(page)
                assert len(lines) == 24 and max(map(len, lines)) <= 80, "\n".join(lines)
            page = pages.send(any_key(page, rng))
    except (StopIteration, Left):
        assert typed.game.over(typed.match.state) or "You are out" in getattr(page, "prompt", "")


def any_key(page: Page | Leaf, rng: random.Random) -> str:
    """Something to press: mostly keys of options and digits, and never what leaves, unless one is out."""
    if isinstance(page, Leaf) or page.wants not in (KEY, LINE):
        return ""
    if "You are out" in page.prompt:
        return "q"
    if "Leave" in page.prompt:
        return "n"
    options = page.scene.question.options if page.scene.question else ()
    letters = [choice.key for choice in options if choice.key]
    return rng.choice([*letters * 4, *"1234567890", *"-y?vlbn:", keys.ENTER, keys.ESCAPE, keys.BACKSPACE, keys.UP])

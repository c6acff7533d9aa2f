"""One key at a time from a terminal, without waiting for a line."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable
from types import TracebackType
from typing import Any

NEXT, BACK, UP, DOWN, ENTER, QUIT = "right", "left", "up", "down", "enter", "q"
ESCAPE, BACKSPACE = "escape", "backspace"
ARROWS = (NEXT, BACK, UP, DOWN)
_SEQUENCES = {"\x1b[C": NEXT, "\x1b[D": BACK, "\x1b[A": UP, "\x1b[B": DOWN}
_SEQUENCES |= {"\x1bOC": NEXT, "\x1bOD": BACK, "\x1bOA": UP, "\x1bOB": DOWN}
_NAMED = {"\r": ENTER, "\n": ENTER, "\x1b": ESCAPE, "\x7f": BACKSPACE, "\b": BACKSPACE, "\x04": QUIT}
_ON_WINDOWS = {"M": NEXT, "K": BACK, "H": UP, "P": DOWN}
_MOST = 1024


class Keyboard:
    """Reads single keys inside a `with` block: they are not echoed, and need no Enter.

    Ctrl-C raises KeyboardInterrupt as usual, Ctrl-D is "q", and EOFError means that the terminal is gone.
    """

    def __init__(self) -> None:
        self._typed = ""
        self._before: list[Any] | None = None
        self._signals, self._signalled = -1, -1
        self._woke_before = -1

    def __enter__(self) -> Keyboard:
        if sys.platform != "win32":
            import termios
            import tty

            self._before = termios.tcgetattr(sys.stdin.fileno())
            tty.setcbreak(sys.stdin.fileno())
            # A signal just before `select` would not interrupt it, so signals are also written to a pipe that it reads.
            self._signals, self._signalled = os.pipe()
            os.set_blocking(self._signalled, False)
            self._woke_before = signal.set_wakeup_fd(self._signalled)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if sys.platform != "win32" and self._before is not None:
            import termios

            signal.set_wakeup_fd(self._woke_before)
            os.close(self._signals)
            os.close(self._signalled)
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._before)

    def key(self, seconds: float | None = None) -> str:
        """The next key: a character, or the name of an arrow, Enter, Escape or Backspace; "" if none comes in time."""
        if not self._typed and not self._wait(seconds):
            return ""
        key, self._typed = _first(self._typed)
        return key

    def forget(self) -> None:
        """Drop the keys that were pressed before a question was shown."""
        while self._wait(0):
            self._typed = ""

    def line(self, read: Callable[[], str]) -> str:
        """Call `read` with the terminal in its usual mode, echo included, and return the line."""
        self.__exit__(None, None, None)
        try:
            return read()
        finally:
            self.__enter__()

    def _wait(self, seconds: float | None) -> bool:
        """Wait for input; whether there was any within `seconds`."""
        if sys.platform == "win32":
            return self._wait_on_windows(seconds)
        ready = select.select([sys.stdin, self._signals], [], [], seconds)[0]
        if self._signals in ready:
            os.read(self._signals, _MOST)  # its handler has run by now, and if it did not raise, the wait goes on
        if sys.stdin not in ready:
            return bool(ready) and self._wait(seconds)
        try:
            typed = os.read(sys.stdin.fileno(), _MOST).decode(errors="replace")
        except OSError:
            typed = ""
        if not typed:
            raise EOFError
        self._typed += typed
        return True

    def _wait_on_windows(self, seconds: float | None) -> bool:
        if sys.platform != "win32":
            raise NotImplementedError
        import msvcrt
        import time

        until = None if seconds is None else time.monotonic() + seconds
        while until is not None and not msvcrt.kbhit():
            if time.monotonic() >= until:
                return False
            time.sleep(0.02)
        key = msvcrt.getwch()
        if key == "\x03":
            raise KeyboardInterrupt
        if key in "\x00\xe0":
            arrow = _ON_WINDOWS.get(msvcrt.getwch(), "")
            key = next((sequence for sequence, name in _SEQUENCES.items() if name == arrow), "")
        self._typed += key
        return True


def _first(typed: str) -> tuple[str, str]:
    """The first key of what was typed, and the rest."""
    for sequence, name in _SEQUENCES.items():
        if typed.startswith(sequence):
            return name, typed[len(sequence) :]
    return _NAMED.get(typed[:1], typed[:1]), typed[1:]

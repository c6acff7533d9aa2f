"""One key at a time from a terminal, without waiting for a line."""

from __future__ import annotations

import os
import sys

NEXT, BACK, UP, DOWN, ENTER, QUIT = "right", "left", "up", "down", "enter", "q"
_SEQUENCES = {"\x1b[C": NEXT, "\x1b[D": BACK, "\x1b[A": UP, "\x1b[B": DOWN, "\r": ENTER, "\n": ENTER, "\x1b": QUIT}
_SEQUENCES |= {"\x1bOC": NEXT, "\x1bOD": BACK, "\x1bOA": UP, "\x1bOB": DOWN, "\x03": QUIT, "\x04": QUIT}
_LONGEST = 8


def read_key() -> str:
    """The next key: a letter, or the name of an arrow or of Enter. Escape, Ctrl-C and Ctrl-D are "q"."""
    if sys.platform == "win32":
        import msvcrt

        key = msvcrt.getwch()
        if key in "\x00\xe0":
            return {"M": NEXT, "K": BACK, "H": UP, "P": DOWN}.get(msvcrt.getwch(), "")
    else:
        import termios
        import tty

        terminal = sys.stdin.fileno()
        before = termios.tcgetattr(terminal)
        try:
            tty.setraw(terminal)
            key = os.read(terminal, _LONGEST).decode(errors="replace")
        finally:
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)
        if not key:
            return QUIT  # the terminal has gone
    return _SEQUENCES.get(key, key[:1])

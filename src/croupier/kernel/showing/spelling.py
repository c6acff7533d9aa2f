"""Words from outside: the known word nearest to a wrong one, and text without control characters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

NEAR = 0.7
"""How similar two words must be, from 0 to 1, for one to be suggested for the other."""
MOST = 3
"""How many words that contain the given one are suggested: gin_rummy for gin."""
_SPELT_OUT = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"}
"""Control characters: with them, a text could clear a terminal and write anything there."""


def meant(word: str, known: Iterable[str]) -> str:
    """ " Did you mean shark?", with a leading space; "" if no known word is similar."""
    words = {_bare(name): name for name in known}
    found = get_close_matches(_bare(word), words, 1, NEAR)
    found = found or [name for name in words if _bare(word) in re.split(r"[_-]+", name)][:MOST]
    return f" Did you mean {' or '.join(words[name] for name in found)}?" if found else ""


def writable(text: str) -> str:
    """A text in which everything is escaped that cannot be written to a file, such as half a surrogate pair, or that a
    terminal would obey instead of showing it."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8").translate(_SPELT_OUT)


def _bare(word: str) -> str:
    """A word as it is compared: in lower case, and without the dashes of an option."""
    return word.lower().lstrip("-")

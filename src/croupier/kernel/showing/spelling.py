"""How words of strangers are shown: the nearest known one to a wrong one, and with nothing in them that acts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

NEAR = 0.7
"""How alike two words are of which one may be meant for the other, from 0 to 1."""
MOST = 3
"""How many words are told that have the given one as a part: gin_rummy for gin."""
_SPELT_OUT = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"}
"""Control characters: one of them lets a text clear a terminal, and write there whatever it likes."""


def meant(word: str, known: Iterable[str]) -> str:
    """ " Did you mean shark?", with a space before it; "" if nothing is near."""
    words = {_bare(name): name for name in known}
    found = get_close_matches(_bare(word), words, 1, NEAR)
    found = found or [name for name in words if _bare(word) in re.split(r"[_-]+", name)][:MOST]
    return f" Did you mean {' or '.join(words[name] for name in found)}?" if found else ""


def writable(text: str) -> str:
    """A text with all spelt out that cannot be written to a file, such as half a surrogate pair, or that a terminal
    would obey instead of showing it."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8").translate(_SPELT_OUT)


def _bare(word: str) -> str:
    """A word as it is compared: the dashes of an option make it like no other."""
    return word.lower().lstrip("-")

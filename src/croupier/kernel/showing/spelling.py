"""The nearest word to one that nobody knows: what was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

NEAR = 0.6


def meant(word: str, known: Iterable[str]) -> str:
    """ " Did you mean shark?", with a space before it; "" if nothing is near."""
    words = {name.lower(): name for name in known}
    found = get_close_matches(word.lower(), words, 1, NEAR)
    return f" Did you mean {words[found[0]]}?" if found else ""

"""Numbers of things in words."""

from __future__ import annotations


def counted(count: int, thing: str) -> str:
    """ "1 hand", "2,000 hands"."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"

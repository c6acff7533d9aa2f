"""House bots for hold'em, as policies: they get what a seat sees and what it may do, nothing else."""

from __future__ import annotations

from collections.abc import Callable

POLICIES: dict[str, Callable[..., None]] = {}

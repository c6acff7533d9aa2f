"""On what terms bots play: how long they may think, and where they run."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

LIMIT_MS = 1000
MEMORY_MB = 2048


class Terms(NamedTuple):
    """What holds for all bots of a match that run in a process of their own; `isolated` puts every file into one."""

    limit_ms: int = LIMIT_MS
    """For each decision, …"""
    bank_ms: int = 0
    """… and once for a whole series, for decisions that take longer."""
    isolated: bool = False
    memory_mb: int = MEMORY_MB
    """What an isolated bot may take of memory."""
    hidden: tuple[Path, ...] = ()
    """Files and folders that an isolated bot does not see, as far as walls can be built: records, other bots."""

    def hiding(self, paths: Iterable[Path]) -> Terms:
        """The same terms, with more that is hidden."""
        return self._replace(hidden=(*self.hidden, *paths))

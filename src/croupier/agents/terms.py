"""The terms on which bots play: how long they may think, and where they run."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

LIMIT_MS = 1000
MEMORY_MB = 2048


class Terms(NamedTuple):
    """The terms for all bots of a match that run in processes of their own; with `isolated`, all bots of files do."""

    limit_ms: int = LIMIT_MS
    """The time limit of each decision."""
    bank_ms: int = 0
    """The time bank for decisions that take longer, once for a whole series."""
    isolated: bool = False
    memory_mb: int = MEMORY_MB
    """The memory that an isolated bot may use."""
    hidden: tuple[Path, ...] = ()
    """Files and folders that an isolated bot does not see, if a sandbox can be built: records, other bots."""

    def hiding(self, paths: Iterable[Path]) -> Terms:
        """The same terms with more hidden paths."""
        return self._replace(hidden=(*self.hidden, *paths))

"""A process that retells matches: reads jobs on standard input, writes answers on standard output (see `pipes`).

Only the arena talks to it.
"""

from __future__ import annotations

from croupier.agents.process import limit_memory

from .. import pipes
from .shelf import Shelf

MOST_MEMORY = 4 << 30
"""Bytes of address space, most of which is never touched: a file that would take more is refused."""

if __name__ == "__main__":
    limit_memory(MOST_MEMORY)
    pipes.answer_all(*pipes.own_ends(), Shelf().answer)

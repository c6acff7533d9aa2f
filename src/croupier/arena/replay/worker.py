"""A process that retells matches: reads jobs on standard input, writes answers on standard output (see `pipes`).

Only the arena talks to it.
"""

from __future__ import annotations

from croupier.agents.process import limit_memory

from .. import pipes
from .shelf import Shelf

MOST_MEMORY = 4 << 30
"""The limit of address space in bytes, most of which is never used: a file that needs more is refused."""

if __name__ == "__main__":
    limit_memory(MOST_MEMORY)
    pipes.answer_all(*pipes.own_ends(), Shelf().answer)

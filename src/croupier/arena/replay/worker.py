"""A process that retells matches: reads jobs on standard input, writes answers on standard output (see `pipes`).

Only the arena talks to it.
"""

from __future__ import annotations

from .. import pipes
from .shelf import Shelf

if __name__ == "__main__":
    pipes.answer_all(*pipes.own_ends(), Shelf().answer)

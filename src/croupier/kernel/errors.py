"""Everything that Croupier raises on purpose.

CroupierError
├── BadInput          the input makes no sense: a card "1x", a config with one seat, an unknown game
│   └── Uncompilable  a rule cannot be compiled; the message names its file and line
├── IllegalAction     the action is understood, but not allowed now; the message says what is allowed
│   └── LateAnswer    the answer is to an earlier decision, or to one that was never asked
├── GameOver          there is nothing left to decide
├── Fault             a rule overflowed a buffer or broke an invariant of the kernel: a bug, with what replays it
├── Tampered          a bot in our process changed something that it may only read; the message names the bot
├── Diverged          a replay did not reach the recorded state; the message names the first step that differs
└── NotConforming     a game breaks a clause of the contract (check_game)
"""

from __future__ import annotations


class CroupierError(Exception):
    """The root of all our errors."""


class BadInput(CroupierError, ValueError):
    """Input that cannot be understood or makes no sense."""


class Uncompilable(BadInput):
    """A rule that Numba refuses to compile."""


class IllegalAction(CroupierError, ValueError):
    """An action that the rules refuse. Nothing has changed."""


class LateAnswer(IllegalAction):
    """An answer that names another decision than the last one that its seat was asked. Nothing has changed."""


class GameOver(CroupierError):
    """A decision was asked of a game that has ended."""


class Fault(CroupierError):
    """A rule overflowed a buffer or broke an invariant. Never a player's mistake."""


class Tampered(CroupierError):
    """A bot has changed the chips or the table other than by a move. The message names the bot."""


class Diverged(CroupierError):
    """A replay differs from its record."""

    def __init__(self, step: int, message: str) -> None:
        super().__init__(message)
        self.step = step


class NotConforming(CroupierError):
    """A game breaks a clause of the contract."""

    def __init__(self, clause: str, message: str) -> None:
        super().__init__(f"{clause}: {message}")
        self.clause = clause

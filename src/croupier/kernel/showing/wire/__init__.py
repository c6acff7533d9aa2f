"""Messages between a table and its players and spectators, in JSON: the same over a network and on standard input.

A message is an object with a `type` and a version `v`. `messages` has the messages that every game can send,
`context` what messages tell that rules do not know, `dialect` makes messages from the contract and reads them back into
moves, and `announcer` decides what a table says in which order. A game may have messages of its own (`Game.wire`):
hold'em and the Battle do. `contract` is for programs that are built with Croupier.
"""

from __future__ import annotations

from .announcer import Announcer, Said
from .answers import Heard
from .context import Balance, Context, Seated, SignedHead
from .contract import CONTRACT, GENERIC, OWN, WORDS, dialect_of
from .dialect import Dialect, next_actor
from .messages import Frame, body, numbered

__all__ = ["CONTRACT", "GENERIC", "OWN", "WORDS", "Announcer", "Balance", "Context", "Dialect", "Frame", "Heard",
           "Said", "Seated", "SignedHead", "body", "dialect_of", "next_actor", "numbered"]  # fmt: skip

"""Hold'em in messages, as bot arenas send them."""

from __future__ import annotations

from .dialect import HoldemDialect

__all__ = ["HoldemDialect"]

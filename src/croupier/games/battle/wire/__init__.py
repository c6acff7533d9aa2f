"""The Battle in messages."""

from __future__ import annotations

from .dialect import BattleDialect

__all__ = ["BattleDialect"]

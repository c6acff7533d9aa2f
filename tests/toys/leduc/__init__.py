"""Leduc hold'em: a hidden card, a public card and two rounds of betting."""

from .game import GAME

__all__ = ["GAME"]

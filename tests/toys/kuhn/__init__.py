"""Kuhn poker: chance, a hidden card and one bet."""

from .game import GAME

__all__ = ["GAME"]

"""Refill: a draw-and-discard game whose deck runs out and is refilled in mid-hand."""

from .game import GAME

__all__ = ["GAME"]

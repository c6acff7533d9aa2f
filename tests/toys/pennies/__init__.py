"""Matching pennies: simultaneous choices, a deadline, and forfeits."""

from .game import GAME

__all__ = ["GAME"]

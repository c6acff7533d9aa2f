"""Croupier: a card room in a box."""

__version__ = "0.1.0"

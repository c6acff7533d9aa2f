"""The Battle: two players, four cards each, three places, and no peeking."""

from .game import GAME, SIMULATION, configure
from .layouts import sanitise_draft, strict_layout

__all__ = ["GAME", "SIMULATION", "configure", "sanitise_draft", "strict_layout"]

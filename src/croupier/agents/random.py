"""The random policy: works for any game, from the menu alone."""

from __future__ import annotations

from typing import Any

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import Action, Menu, choose_randomly
from croupier.kernel.vocabulary.rng import Rng


@rule
def play_randomly(v: Any, m: Menu, rng: Rng, a: Action) -> None:
    """Each option equally likely, then each amount, then each choice of cards."""
    choose_randomly(m, rng, a)

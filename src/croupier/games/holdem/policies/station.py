"""`station`: a calling station. It never folds and never raises."""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng

from ..records import View
from .menu import call_or_check


@rule
def play_station(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """Stay in, whatever it costs."""
    call_or_check(v, a)

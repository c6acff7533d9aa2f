"""The game of genomes for the learner: leads are its scores, and unknown situations are played hastily.

It is one game for all genomes, so the learner and the learnt policy are compiled once.
"""

from __future__ import annotations

from dataclasses import replace

from croupier.games.genome import GAME
from croupier.games.genome.machine.records import View
from croupier.games.genome.machine.wagers import ALL_IN, BET, RAISE
from croupier.games.genome.players.greedy import play_hastily
from croupier.games.genome.players.situation import DEALS, share_held
from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import Menu
from croupier.kernel.vocabulary.rng import Rng

from .hand import lead_of

STUDIED = replace(
    GAME,
    core=GAME.core._replace(score=lead_of),
    house_bots=replace(GAME.house_bots, policies={"hasty": play_hastily}),
)
HALF = 500
MANY_DEALS = 1_000
DOUBT = 30
"""The error of a strength over MANY_DEALS, in thousandths: a hand that is not clearly below half may bet."""


@rule
def is_bluff(v: View, m: Menu, option: int, traced: int, rng: Rng) -> bool:
    """Whether an option bets or raises with a hand that beats fewer than half of the other hands.

    If situations are keys, the same deals are sampled as for the class of hands in the key, so that all hands of a
    class agree.
    """
    kind = m.kind[option]
    if kind == ALL_IN:
        if v.bet[v.seat] + v.stack[v.seat] <= v.current_bet:
            return False
    elif kind != BET and kind != RAISE:
        return False
    if traced:
        return share_held(v, MANY_DEALS, rng) + DOUBT < HALF
    return share_held(v, DEALS, rng) < HALF

"""Greedy: bets by the strength of its hand, and otherwise does what makes its hand strongest.

A hand is strong if it beats more than 70 of 100 other hands, medium above 30, else weak. Strong: RAISE, else BET, else
ALL_IN, else stay. Medium: CALL or CHECK. Weak: CHECK, else FOLD. A seat that is too short to call goes ALL_IN if it is
strong, and folds otherwise.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import Action, Menu, option_of
from croupier.kernel.vocabulary.rng import Rng

from ..machine.choices import DISCARD, PASS, PLAY
from ..machine.program import CHOOSE_TO, TO_TRICK
from ..machine.records import HAND, View
from ..machine.wagers import ALL_IN, BET, CALL, CHECK, FOLD, RAISE
from .choosing import choose_source, lay_cards
from .imagined import row, share_beaten
from .tricks import play_to_trick

STRONG, MEDIUM = 700, 300
CAREFULLY, AT_A_GLANCE = 60, 4
"""How many deals are imagined to estimate the strength of a hand."""


@rule
def play_greedily(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """The greedy bot, with CAREFULLY imagined deals."""
    decide(v, m, CAREFULLY, rng, a)


@rule
def play_hastily(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """The same with few imagined deals: search models others by it, thousands of times for each decision."""
    decide(v, m, AT_A_GLANCE, rng, a)


@rule
def decide(v: View, m: Menu, deals: int, rng: Rng, a: Action) -> None:
    """Choose by the results of `deals` imagined deals."""
    a.amount = 0
    a.count = 0
    if m.count == 1 and m.most[0] == 0 and m.step[0] == 0:
        a.kind = m.kind[0]
        return
    cards = max(option_of(m, PLAY), option_of(m, DISCARD))
    if option_of(m, CHECK) >= 0 or option_of(m, FOLD) >= 0:
        make_bet(v, m, deals, rng, a)
    elif cards >= 0:
        if v.prospects.instruction[CHOOSE_TO] == TO_TRICK:
            play_to_trick(v, m, cards, a)
        else:
            lay_cards(v, m, cards, option_of(m, PASS) >= 0, deals // 2, rng, a)
    else:
        choose_source(v, m, deals // 2, rng, a)


@rule
def make_bet(v: View, m: Menu, deals: int, rng: Rng, a: Action) -> None:
    """Bet by the strength of the hand."""
    strength = share_beaten(v, row(v, HAND + v.seat, 0), 0, v.prospects.draws, deals, rng)
    raises = max(option_of(m, RAISE), option_of(m, BET))
    if strength > STRONG and raises >= 0:
        a.kind = m.kind[raises]
        if m.step[raises]:
            a.amount = max(m.low[raises], min(v.current_bet + v.pot // 2, m.high[raises]))
    elif strength > STRONG and option_of(m, ALL_IN) >= 0:
        a.kind = ALL_IN
    elif strength > MEDIUM and option_of(m, CALL) >= 0:
        a.kind = CALL
    elif option_of(m, CHECK) >= 0:
        a.kind = CHECK
    else:
        a.kind = FOLD

"""Stakes that fit: what a table costs, against the chips on it.

Search changes chips as freely as anything else, and no metric minds blinds of 28 and 45 out of 101: people do. So games
for people are given the stakes of a house, as all classics have them, and are measured again with those.

The rule: the smallest bet is 10. The bet of another round is 1, 2 or 4 times as much, whichever is nearest. What is
forced (antes, blinds, a bring-in) is 1, 2, 5 or 10, by its share of the smallest bet, and nothing below a twentieth of
it. A spread is 1, 2, 5 or 10 bets. Everybody has 10, 20, 50, 100 or 200 bets: as near to what it was as may be, but
always twice what a hand costs in which everybody bets once in each round, and calls.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from croupier.games.genome import GameGenome
from croupier.games.genome.language.genome import BettingPhase
from croupier.games.genome.language.parts import PHASES, replaced

from .play.bench import Bench
from .play.players import BETTING

BET = 10
BETS = (1, 2, 4)
FORCED = (1, 2, 5, 10)
SPREADS = (1, 2, 5, 10)
STACKS = (10, 20, 50, 100, 200)
"""What everybody starts with, in smallest bets."""
DEEP_ENOUGH = 2
"""How often a seat can pay what a hand costs."""
HANDS, SEED = 60, 1


def betting_phases(form: GameGenome) -> list[BettingPhase]:
    """The rounds of betting, in order."""
    return [phase for phase in form.turn_structure.phases if isinstance(phase, BettingPhase)]


def cost_of_a_hand(form: GameGenome) -> float:
    """The most that a seat loses in a hand in which everybody bets once in each round, and calls.

    A lead is a payoff less the mean of the others': who loses a stake that all have paid is so much behind, and a
    little more, as the winner has it.
    """
    seats = form.player_count
    leads = Bench(form).play([BETTING], HANDS, SEED).leads
    return float(-leads.min(initial=0.0)) * (seats - 1) / seats


def stakes_fit(form: GameGenome) -> bool:
    """Whether every seat can pay for a hand, and for another like it: nobody is all-in before anything has happened."""
    return not betting_phases(form) or DEEP_ENOUGH * cost_of_a_hand(form) <= form.setup.starting_chips


def with_house_stakes(form: GameGenome) -> GameGenome:
    """The game with plain stakes that fit; the game as it is, if nobody bets."""
    phases = betting_phases(form)
    if not phases:
        return form
    unit = min(phase.min_bet for phase in phases)
    plain = tuple(_plain(one, unit) if isinstance(one, BettingPhase) else one for one in form.turn_structure.phases)
    deepest = _with_chips(replaced(form, PHASES, plain), STACKS[-1] * BET)
    needed = DEEP_ENOUGH * cost_of_a_hand(deepest)
    enough = [stack * BET for stack in STACKS if stack * BET >= needed] or [STACKS[-1] * BET]
    return _with_chips(deepest, nearest(form.setup.starting_chips * BET / unit, enough))


def nearest(value: float, among: Sequence[int]) -> int:
    """The one of some amounts that a value is the fewest times larger or smaller than."""
    return min(among, key=lambda amount: max(amount / value, value / amount))


def _with_chips(form: GameGenome, chips: int) -> GameGenome:
    return replace(form, setup=replace(form.setup, starting_chips=chips))


def _plain(phase: BettingPhase, unit: int) -> BettingPhase:
    return replace(
        phase,
        min_bet=BET * nearest(phase.min_bet / unit, BETS),
        ante=_forced(phase.ante, unit),
        blinds=tuple(blind for blind in sorted(_forced(blind, unit) for blind in phase.blinds) if blind),
        spread=BET * nearest(phase.spread / unit, SPREADS) if phase.spread else 0,
        bring_in=_forced(phase.bring_in, unit),
    )


def _forced(amount: int, unit: int) -> int:
    share = amount * BET / unit
    return nearest(share, FORCED) if share >= FORCED[0] / 2 else 0

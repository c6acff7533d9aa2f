"""Standard stakes: round bets, and stacks that last; and other stacks and numbers of players, to be compared by play.

The search mutates chips freely, and no metric objects to blinds of 28 and 45 with stacks of 101, but people do. So
champions get standard stakes, like those of the classics, and are measured again with them.

The smallest bet becomes 10. The bet of another round becomes 1, 2 or 4 times as much, whichever is nearest. A forced
bet (ante, blind, bring-in) becomes 1, 2, 5 or 10, in proportion to the smallest bet, and is dropped below a twentieth
of it. A spread becomes 1, 2, 5 or 10 bets. The stack becomes 10, 20, 50, 100 or 200 bets, whichever is nearest, but at
least twice the cost of a hand in which everybody bets once in each round and calls.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from croupier.games.genome import GameGenome, validate
from croupier.games.genome.language.genome import MOST_SEATS, BettingPhase
from croupier.games.genome.language.parts import PHASES, replaced

from .play.bench import Bench
from .play.players import BETTING

BET = 10
BETS = (1, 2, 4)
FORCED = (1, 2, 5, 10)
SPREADS = (1, 2, 5, 10)
STACKS = (10, 20, 50, 100, 200)
"""Starting stacks, in smallest bets."""
DEEP_ENOUGH = 2
"""How many times the cost of a hand a stack must be."""
FURTHER = 3
"""How many players more, or fewer, are tried."""
HANDS, SEED = 60, 1


def betting_phases(form: GameGenome) -> list[BettingPhase]:
    """The rounds of betting, in order."""
    return [phase for phase in form.turn_structure.phases if isinstance(phase, BettingPhase)]


def cost_of_a_hand(form: GameGenome) -> float:
    """The most that a seat loses in a hand in which everybody bets once in each round, and calls.

    A lead is a payoff minus the mean of the others. Payoffs sum to 0, so a seat's loss is its lead times
    (seats - 1) / seats.
    """
    seats = form.player_count
    leads = Bench(form).play([BETTING], HANDS, SEED).leads
    return float(-leads.min(initial=0.0)) * (seats - 1) / seats


def stakes_fit(form: GameGenome) -> bool:
    """Whether a stack is at least DEEP_ENOUGH times the cost of a hand."""
    return not betting_phases(form) or DEEP_ENOUGH * cost_of_a_hand(form) <= form.setup.starting_chips


def with_house_stakes(form: GameGenome) -> GameGenome:
    """The game with standard stakes; unchanged if it has no betting."""
    phases = betting_phases(form)
    if not phases:
        return form
    unit = min(phase.min_bet for phase in phases)
    plain = tuple(_plain(one, unit) if isinstance(one, BettingPhase) else one for one in form.turn_structure.phases)
    deepest = _with_chips(replaced(form, PHASES, plain), STACKS[-1] * BET)
    return _with_chips(deepest, nearest(form.setup.starting_chips * BET / unit, _enough(deepest)))


def with_other_stacks(form: GameGenome) -> list[GameGenome]:
    """A game with standard stakes with each of the other stacks that last; [] if it has no betting."""
    if not betting_phases(form):
        return []
    others = _enough(_with_chips(form, STACKS[-1] * BET))
    return [_with_chips(form, stack) for stack in others if stack != form.setup.starting_chips]


def with_other_seats(form: GameGenome) -> list[GameGenome]:
    """A game with more and with fewer players, where that can be played and chips still last."""
    seats = range(max(2, form.player_count - FURTHER), min(MOST_SEATS, form.player_count + FURTHER) + 1)
    others = [replace(form, player_count=count) for count in seats if count != form.player_count]
    return [other for other in others if not validate(other) and stakes_fit(other)]


def _enough(form: GameGenome) -> list[int]:
    """The stacks that last in a game with standard stakes, whose own stack is the largest."""
    needed = DEEP_ENOUGH * cost_of_a_hand(form)
    return [stack * BET for stack in STACKS if stack * BET >= needed] or [STACKS[-1] * BET]


def nearest(value: float, among: Sequence[int]) -> int:
    """The amount with the smallest ratio to a value."""
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

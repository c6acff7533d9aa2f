"""Who can run short of chips, and when: a rule book tells of an all-in exactly where there can be one.

In the first hand all stacks are equal and stay so among the players who are in; from the second hand on they are not.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..language.genome import BettingPhase, GameGenome
from .limits import bets_of_a_hand

MANY = 200
"""If there are more possible stacks than this, only the smallest and the largest are followed."""


class Shortage(NamedTuple):
    """What can happen because of too few chips."""

    when_posting: bool
    """A player has less than an ante or a forced bet asks for."""
    when_betting: bool
    """A player is offered ALL_IN: has less than a call or, with nothing to call, than a bet."""
    of_a_say: bool
    """A player is in the hand without chips, while there may still be betting."""
    of_a_share: bool
    """A player is in the hand with less in the pot than others."""


def shortage(genome: GameGenome) -> Shortage:
    """What can happen because of too few chips in some hand of a session."""
    rounds = bets_of_a_hand(genome)
    if genome.session.hands == 1:
        return _in_the_first_hand(genome, rounds)
    most = _most_in_a_hand(rounds, genome.player_count)
    if genome.setup.starting_chips >= genome.session.hands * most:
        return Shortage(False, False, False, False)
    betting = not _comes_out_even(genome, rounds)
    say = betting or len(rounds) > 1 or any(phase.ante or forced(phase) or phase.max_raises for phase in rounds)
    return Shortage(_may_post_short(genome, rounds, most), betting, say, say)


def forced(phase: BettingPhase) -> int:
    """The highest bet that is made before the first player speaks."""
    return max((phase.bring_in, *phase.blinds))


def _most_in_a_hand(rounds: list[BettingPhase], players: int) -> float:
    """The most that a player can put in during some rounds."""
    most = 0.0
    for phase in rounds:
        most += phase.ante + _highest(phase, players * most, players)
    return most


def _highest(phase: BettingPhase, pot: float, players: int) -> float:
    """The most that a player can be asked for in a round, beyond the ante, if `pot` is in the pot before."""
    first = forced(phase)
    if phase.structure == "fixed":
        return (first or phase.min_bet) + phase.max_raises * phase.min_bet
    if phase.structure == "spread":
        return (first or phase.spread) + phase.max_raises * phase.spread
    if phase.structure == "no_limit":
        return math.inf if phase.max_raises or not first else first
    before = pot + players * phase.ante
    level = float(first or max(phase.min_bet, before))
    for _ in range(phase.max_raises):
        level += max(phase.min_bet, before + (players + 1) * level)
    return level


def _may_post_short(genome: GameGenome, rounds: list[BettingPhase], most: float) -> bool:
    """Whether a player who has lost the most may have too little to post; one chip suffices to be dealt in."""
    before = (genome.session.hands - 1) * most
    for number, phase in enumerate(rounds):
        left = genome.setup.starting_chips - before - _most_in_a_hand(rounds[:number], genome.player_count)
        if phase.ante + forced(phase) > max(left, 1 if number == 0 else 0):
            return True
    return False


def _comes_out_even(genome: GameGenome, rounds: list[BettingPhase]) -> bool:
    """Whether all bets are the same number of chips, so that no player ever has a part of one.

    Two players who tie get back what they put in; with more, chips of players who folded may be split in parts.
    """
    bet = rounds[0].min_bet
    same = all(
        phase.min_bet == bet and phase.ante in (0, bet) and forced(phase) in (0, bet) and len(phase.blinds) < 2
        for phase in rounds
    )
    fixed = all(phase.structure == "fixed" for phase in rounds)
    if not (same and fixed and genome.setup.starting_chips % bet == 0):
        return False
    return genome.player_count == 2 or (bet == 1 and all(phase.max_raises == 0 for phase in rounds))


def _in_the_first_hand(genome: GameGenome, rounds: list[BettingPhase]) -> Shortage:
    """The shortages of a first hand: players who are in have equal stacks whenever a round of betting begins."""
    stacks, posting, betting, say = {genome.setup.starting_chips}, False, False, False
    for phase in rounds:
        first, after = forced(phase), set[int]()
        for stack in stacks:
            say |= stack <= phase.ante
            left = max(0, stack - phase.ante)
            posting |= stack < phase.ante or left < first
            if left < first:
                say, betting = True, betting or (left > 0 and not genome.setup.side_pots)
                after.add(0)
            elif left > 0:
                say |= left == first
                betting |= 0 < left - first < phase.min_bet
                pot = genome.player_count * (genome.setup.starting_chips - stack)
                after |= {left - level for level in _levels(phase, left, _highest(phase, pot, genome.player_count))}
            else:
                after.add(0)
        stacks = after if len(after) <= MANY else {*sorted(after)[: MANY // 2], *sorted(after)[-MANY // 2 :]}
        if betting:
            return Shortage(posting or _posts_later(rounds, phase), True, True, True)
    return Shortage(posting, betting, say, posting or betting)


def _posts_later(rounds: list[BettingPhase], phase: BettingPhase) -> bool:
    """Whether there are forced bets after a round, in which a player may have no chips any more."""
    return any(other.ante or forced(other) for other in rounds[rounds.index(phase) + 1 :])


def _levels(phase: BettingPhase, stack: int, highest: float) -> set[int]:
    """The chips that every player may have put in after a round."""
    first, bet = forced(phase), phase.min_bet
    levels = {first, *range(first + bet, int(min(stack, highest)) + 1)}
    if phase.structure == "fixed":
        levels = {first + times * bet for times in range(phase.max_raises + (1 if first else 2))}
    return {level for level in levels if level <= stack}

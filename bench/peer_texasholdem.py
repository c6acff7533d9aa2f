"""texasholdem: hands of random legal actions, each at a table of its own with full stacks."""

from __future__ import annotations

import random

from measure import BIG_BLIND, SEATS, SMALL_BLIND, STACK, any_kind, report_hands
from texasholdem import ActionType, TexasHoldEm


def play(chance: random.Random) -> int:
    """Play one hand; returns its number of decisions."""
    game = TexasHoldEm(buyin=STACK, big_blind=BIG_BLIND, small_blind=SMALL_BLIND, max_players=SEATS)
    game.start_hand()
    decisions = 0
    while game.is_hand_running():
        moves = game.get_available_moves()
        facing = ActionType.CALL in moves
        kind = any_kind(facing, ActionType.RAISE in moves, chance)
        if kind == 0:
            game.take_action(ActionType.FOLD)
        elif kind == 1:
            game.take_action(ActionType.CALL if facing else ActionType.CHECK)
        else:
            amounts = moves.raise_range
            game.take_action(ActionType.RAISE, total=chance.randint(amounts[0], amounts[-1]))
        decisions += 1
    return decisions


if __name__ == "__main__":
    report_hands("texasholdem", play)

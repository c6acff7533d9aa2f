"""RLCard's no-limit hold'em: hands of random legal actions. It knows only raises of half a pot, a pot and all-in."""

from __future__ import annotations

import random

from measure import BIG_BLIND, SEATS, SMALL_BLIND, STACK, any_kind, report_hands
from rlcard.games.nolimitholdem import Action
from rlcard.games.nolimitholdem.game import NolimitholdemGame

RAISES = (Action.RAISE_HALF_POT, Action.RAISE_POT, Action.ALL_IN)


def play(chance: random.Random) -> int:
    """Play one hand; returns its number of decisions."""
    game = NolimitholdemGame(num_players=SEATS)
    game.configure({"game_num_players": SEATS, "chips_for_each": STACK, "dealer_id": 0})
    game.small_blind, game.big_blind = SMALL_BLIND, BIG_BLIND
    state, player = game.init_game()
    decisions = 0
    while not game.is_over():
        raises = [action for action in state["legal_actions"] if action in RAISES]
        raised = game.round.raised
        kind = any_kind(raised[player] < max(raised), bool(raises), chance)
        state, player = game.step((Action.FOLD, Action.CHECK_CALL)[kind] if kind < 2 else chance.choice(raises))
        decisions += 1
    game.get_payoffs()
    return decisions


if __name__ == "__main__":
    report_hands("rlcard", play, "raises half a pot, a pot or all-in only")

"""pokerfast's own engine, FastHand: hands of random legal actions."""

from __future__ import annotations

import random

from measure import BIG_BLIND, SEATS, SMALL_BLIND, STACK, any_kind, report_hands
from pokerfast import FastHand


def play(chance: random.Random) -> int:
    """Play one hand; returns its number of decisions."""
    hand = FastHand(player_count=SEATS, small_blind=SMALL_BLIND, big_blind=BIG_BLIND, min_stack=STACK, max_stack=STACK)
    decisions = 0
    while not hand.done:
        space = hand.get_action_space()
        kind = any_kind("fold" in space, "min_bet" in space, chance)
        if kind == 0:
            hand.fold()
        elif kind == 1:
            hand.call()
        else:
            hand.bet_or_raise(chance.randint(space["min_bet"], space["max_bet"]))
        decisions += 1
    return decisions


if __name__ == "__main__":
    report_hands("pokerfast", play)

"""PokerKit: everything automated, hands of random legal actions."""

from __future__ import annotations

import random

from measure import BIG_BLIND, SEATS, SMALL_BLIND, STACK, any_kind, report_hands
from pokerkit import Automation, NoLimitTexasHoldem


def play(chance: random.Random, seats: int = SEATS) -> int:
    """Play one hand; returns its number of decisions."""
    state = NoLimitTexasHoldem.create_state(
        tuple(Automation), True, 0, (SMALL_BLIND, BIG_BLIND), BIG_BLIND, STACK, seats
    )
    decisions = 0
    while state.status:
        low = state.min_completion_betting_or_raising_to_amount
        kind = any_kind(bool(state.checking_or_calling_amount), low is not None, chance)
        if kind == 0:
            state.fold()
        elif kind == 1:
            state.check_or_call()
        else:
            high = state.max_completion_betting_or_raising_to_amount
            state.complete_bet_or_raise_to(chance.randint(low, high))
        decisions += 1
    return decisions


if __name__ == "__main__":
    report_hands("pokerkit", play)

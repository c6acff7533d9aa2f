"""pokers (Rust): hands of random legal actions. Its raises are increments without a least one, which we enforce."""

from __future__ import annotations

import random

import pokers
from measure import BIG_BLIND, SEATS, SMALL_BLIND, STACK, any_kind, report_hands
from pokers import Action, ActionEnum, State


def play(chance: random.Random) -> int:
    """Play one hand; returns its number of decisions."""
    state = State.from_seed(SEATS, 0, float(SMALL_BLIND), float(BIG_BLIND), float(STACK), chance.getrandbits(48))
    decisions, stage, least = 0, state.stage, float(BIG_BLIND)
    while not state.final_state:
        if state.stage != stage:
            stage, least = state.stage, float(BIG_BLIND)
        legal = state.legal_actions
        own = state.players_state[state.current_player]
        most = own.stake - (state.min_bet - own.bet_chips)
        facing = ActionEnum.Call in legal
        kind = any_kind(facing, ActionEnum.Raise in legal and most > 0, chance)
        if kind == 0:
            action = Action(ActionEnum.Fold)
        elif kind == 1:
            action = Action(ActionEnum.Call if facing else ActionEnum.Check)
        else:
            amount = float(chance.randint(int(min(least, most)), int(most)))
            least = max(least, amount)
            action = Action(ActionEnum.Raise, amount)
        state = state.apply_action(action)
        assert state.status == pokers.StateStatus.Ok, (state.status, kind)
        decisions += 1
    return decisions


if __name__ == "__main__":
    report_hands("pokers", play, "asks seats that are all-in, too")

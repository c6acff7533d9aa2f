"""OpenSpiel's universal_poker (C++, through its Python interface): hands of random legal actions."""

from __future__ import annotations

import random

import pyspiel
from measure import BIG_BLIND, SEATS, SMALL_BLIND, STACK, any_kind, report_hands

GAME = pyspiel.load_game(
    "universal_poker",
    {
        "betting": "nolimit",
        "numPlayers": SEATS,
        "numRounds": 4,
        "blind": " ".join(map(str, (SMALL_BLIND, BIG_BLIND, *[0] * (SEATS - 2)))),
        "firstPlayer": "3 1 1 1",
        "numSuits": 4,
        "numRanks": 13,
        "numHoleCards": 2,
        "numBoardCards": "0 3 1 1",
        "stack": " ".join([str(STACK)] * SEATS),
        "bettingAbstraction": "fullgame",
    },
)
FOLD, CALL = 0, 1


def play(chance: random.Random) -> int:
    """Play one hand; returns its number of decisions. Actions above CALL are amounts, each a separate action."""
    state = GAME.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        if state.is_chance_node():
            state.apply_action(chance.choice(legal))
            continue
        kind = any_kind(legal[0] == FOLD, legal[-1] > CALL, chance)
        first = legal.index(CALL) + 1
        state.apply_action((FOLD, CALL)[kind] if kind < 2 else legal[chance.randrange(first, len(legal))])
        decisions += 1
    return decisions


if __name__ == "__main__":
    report_hands("open_spiel", play, "lists every amount as an action of its own")

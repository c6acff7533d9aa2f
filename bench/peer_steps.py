"""Steps of other libraries' hold'em environments: one decision with its observation, its mask, and the rewards.

peer_steps.py NAME SEATS [--seconds N]
"""

from __future__ import annotations

import random
import sys
import warnings
from collections.abc import Callable
from functools import partial

from measure import BIG_BLIND, SMALL_BLIND, STACK, report_hands

Hand = Callable[[random.Random], int]


def rlcard_hand(seats: int) -> tuple[str, Hand, str]:
    """RLCard's environment."""
    import rlcard

    env = rlcard.make("no-limit-holdem", config={"game_num_players": seats, "chips_for_each": 200})

    def play(chance: random.Random) -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            assert state["obs"] is not None
            state, _ = env.step(chance.choice(list(state["legal_actions"])))
            steps += 1
        env.get_payoffs()
        return steps

    return "rlcard", play, "five choices"


def pettingzoo_hand(seats: int) -> tuple[str, Hand, str]:
    """PettingZoo's hold'em, which is RLCard's."""
    from pettingzoo.classic import texas_holdem_no_limit_v6

    env = texas_holdem_no_limit_v6.env(num_players=seats)

    def play(chance: random.Random) -> int:
        env.reset(seed=chance.randrange(1 << 30))
        steps = 0
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            env.step(chance.choice(seen["action_mask"].nonzero()[0]))
            steps += 1
        return steps

    return "pettingzoo", play, "five choices; RLCard inside"


def openspiel_hand(seats: int) -> tuple[str, Hand, str]:
    """OpenSpiel's universal_poker in C++, with its tensors of information states."""
    import pyspiel

    first = "3 1 1 1" if seats > 2 else "1 2 2 2"
    blinds = " ".join(map(str, (SMALL_BLIND, BIG_BLIND, *[0] * (seats - 2))))
    game = pyspiel.load_game(
        "universal_poker",
        {"betting": "nolimit", "numPlayers": seats, "numRounds": 4,
         "blind": blinds, "firstPlayer": first, "numSuits": 4, "numRanks": 13,
         "numHoleCards": 2, "numBoardCards": "0 3 1 1", "stack": " ".join([str(STACK)] * seats),
         "bettingAbstraction": "fcpa"},
    )  # fmt: skip

    def play(chance: random.Random) -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice(state.legal_actions()))
                continue
            state.information_state_tensor(state.current_player())
            state.legal_actions_mask()
            state.apply_action(chance.choice(state.legal_actions()))
            steps += 1
        state.returns()
        return steps

    return "open_spiel", play, "four choices"


def pokerkit_hand(seats: int) -> tuple[str, Hand, str]:
    """PokerKit has no environment: only the rules, without an observation."""
    from peer_pokerkit import play

    return "pokerkit", partial(play, seats=seats), "rules only: no observation, no mask"


MADE = {"rlcard": rlcard_hand, "pettingzoo": pettingzoo_hand, "openspiel": openspiel_hand, "pokerkit": pokerkit_hand}

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    package, play, note = MADE[sys.argv.pop(1)](int(sys.argv.pop(1)))
    report_hands(package, play, note, steps=True)

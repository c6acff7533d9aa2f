"""The conformance kit: tests that every game has to pass.

`check_game(game)` plays random matches of random configs and raises `NotConforming`, naming the clause, at the first
breach. Clauses:

    termination      every match ends; until then some actor can move; () is pending exactly at the end
    chips            chips are conserved and never negative, after every step
    cards            every card is in one place, after every step
    bounds           every option described is accepted; one step beyond is refused with a reason and changes nothing
    replay           a record replays to the same states; later moves do not change a kept state
    filled           a view is filled in completely, whatever the record held before
    knowledge        a view names the cards of a row that the ledger says its seat knows, and no others
    observations     what learners are given is as long as the game declares, and within its bounds
    order            seats that owe a decision at once may answer in any order
    secrecy (…)      what a seat cannot see cannot change what it is sent: view, menu, scene, event, number or size,
                     nor what a learner in it is given
    facts            a view changes only when its seat is told something, and follows from what it is told
    speeds           plain rules, compiled rules and the contract agree in every integer after every step
"""

from __future__ import annotations

import random
from typing import Any

from ..contract.game import Game
from .clauses import (
    check_bounds,
    check_facts,
    check_filled,
    check_invariants,
    check_knowledge,
    check_observations,
    check_replay,
)
from .secrecy import check_commitments, check_hidden_cards
from .speeds import check_speeds
from .walk import random_match

__all__ = ["check_game"]


def check_game(
    game: Game, *, matches: int = 30, seed: int = 1, compiled: bool = True, configs: list[Any] | None = None
) -> None:
    """Check a game against every clause, on `matches` random matches; `compiled=False` leaves out `speeds`."""
    rng = random.Random(seed)
    for number in range(matches):
        if configs:
            config = configs[number % len(configs)]
        else:
            config = game.any_config(rng) if game.any_config else game.configure()
        match = random_match(game, config, rng)
        check_invariants(match)
        check_bounds(match, rng)
        check_replay(match)
        check_filled(match)
        check_knowledge(match)
        check_observations(match)
        check_commitments(match, rng)
        check_hidden_cards(match, rng)
        check_facts(match)
        if compiled:
            check_speeds(match)

"""Hands for the tests of hand histories: one as text, many played at random."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from croupier import holdem
from croupier.history import HandHistory, read_phh
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Move
from croupier.kernel.contract.record import MatchRecord, Recorder
from croupier.kernel.vocabulary.turns import HOUSE

DATA = Path(__file__).parents[3] / "shared" / "data"
PLURIBUS, ONLINE = DATA / "phh-pluribus-2000.zip", DATA / "phh-online.zip"


def phh(actions: str, **fields: Any) -> str:
    """A hand of three with blinds 5/10 and stacks of 1,000, its actions separated by commas; fields as TOML."""
    told = {
        "variant": "'NT'",
        "antes": "[0, 0, 0]",
        "blinds_or_straddles": "[5, 10, 0]",
        "min_bet": "10",
        "starting_stacks": "[1000, 1000, 1000]",
    } | fields
    lines = [f"{key} = {value}" for key, value in told.items() if value is not None]
    return "\n".join([*lines, f"actions = {[action.strip() for action in actions.split(',')]}"])


def one(actions: str, **fields: Any) -> HandHistory:
    """The same hand, parsed."""
    [history] = read_phh(phh(actions, **fields), "test.phh")
    return history


def heads_up(actions: str, **fields: Any) -> HandHistory:
    """A hand of two with blinds 5/10: p1 is the big blind, p2 has the button."""
    two = {"antes": "[0, 0]", "blinds_or_straddles": "[5, 10]", "starting_stacks": "[1000, 1000]"}
    return one(actions, **(two | fields))


def four(actions: str, **fields: Any) -> HandHistory:
    """A hand of four with blinds 5/10, dealt as in DEALT: p4 has 9c8d."""
    more = {"antes": "[0, 0, 0, 0]", "blinds_or_straddles": "[5, 10, 0, 0]", "starting_stacks": f"{[1000] * 4}"}
    return one(f"{DEALT}, d dh p4 9c8d, {actions}", **(more | fields))


DEALT = "d dh p1 AhAd, d dh p2 KhKd, d dh p3 7c2d"


def random_hand(rng: random.Random, unit: int = 1) -> holdem.Hand:
    """A hand to its end, with stacks from less than a blind to a hundred; all amounts are multiples of `unit`."""
    seats = rng.randint(2, 6)
    big = unit * rng.choice([2, 10, 20])
    stacks = [unit * rng.choice([rng.randint(1, 3 * big // unit), rng.randint(1, 2000), 1000]) for _ in range(seats)]
    antes: dict[str, int] = rng.choice([{}, {}, {"antes": unit}, {"antes": big}, {"big_blind_ante": big}])
    straddles = rng.choice([(), (), (2 * big,), (2 * big, 4 * big)])
    hand = holdem.deal(
        stacks, (big // 2, big), button=rng.randrange(seats), seed=rng.randrange(2**40), straddles=straddles, **antes
    )
    while not hand.over:
        play(hand, rng, unit)
    return hand


def play(hand: holdem.Hand, rng: random.Random, unit: int) -> None:
    """Make one action: mostly calls, some raises, sometimes all-in."""
    raises = hand.min_raise_to is not None and hand.max_raise_to is not None and rng.random() < 0.35
    if raises:
        assert hand.min_raise_to is not None and hand.max_raise_to is not None
        much = hand.max_raise_to if rng.random() < 0.3 else hand.min_raise_to + unit * rng.randint(0, 40)
        hand.raise_to(min(hand.max_raise_to, much))
    elif "CHECK" in hand.legal:
        hand.check()
    elif rng.random() < 0.25:
        hand.fold()
    else:
        hand.call()


def random_match(seed: int, **options: Any) -> MatchRecord:
    """A recorded match of random moves."""
    rng, dealer = random.Random(seed), RandomDealer(seed)
    match = Recorder(holdem.GAME, holdem.configure(**options))
    while pending := holdem.GAME.pending(match.state):
        decision = pending[0]
        if decision.seat == HOUSE:
            move = dealer.deal(match.state, decision)
        else:
            option = rng.choice(decision.owed)
            move = Move(option.kind, rng.choice([option.low, option.high]) if option.step else 0)
        match.advance(decision.seat, move)
    return match.record()

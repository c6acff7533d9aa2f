"""A batch held against the contract: the same matches played side by side, compared at every choice.

`scripts/check_envs` does this for a million steps of every game.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from croupier.agents.space import NONE, begin_choice, space_of
from croupier.envs import Batch
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.decision import Move
from croupier.kernel.contract.observations import observed
from croupier.kernel.vocabulary.menu import Action, Menu, clear, fill_randomly
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE, SEATS


class Match:
    """One deal in the contract, played on to every decision of a seat."""

    def __init__(self, batch: Batch, seed: int, deal: int) -> None:
        self.game, self.config, self.about = batch.game, batch.config, batch.about
        self.rules = space_of(batch.game).rules
        self.state = self.game.start(self.config).state
        self.dealer = RandomDealer(seed, deal)
        self.menu, self.action, self.view = Menu(), Action(), None
        self.seat = NONE
        self.play_on()

    def play_on(self) -> None:
        """Play chance and clock until a seat owes a decision, the lowest first; over, the seat is NONE."""
        begin_choice(self.action)
        while pending := self.game.pending(self.state):
            decision = next((one for one in pending if one.seat == HOUSE), pending[0])
            if decision.seat < SEATS:
                break
            self.game.advance(self.state, decision.seat, self.chance(decision))
        self.seat = pending[0].seat if pending else NONE
        if pending:
            clear(self.menu)
            self.game.core.menu(self.state.table, self.seat, self.menu)
            self.view = self.game.view(self.state, self.seat)

    def chance(self, decision: Any) -> Move:
        if decision.seat != CLOCK:
            return self.dealer.deal(self.state, decision)
        clear(self.menu)
        self.game.core.menu(self.state.table, CLOCK, self.menu)
        fill_randomly(self.menu, 0, self.dealer.luck.table, self.action)
        return Move(self.action.kind, self.action.amount, tuple(self.action.cards[: self.action.count]))

    def legal(self) -> list[int]:
        """The legal numbers, one after the other."""
        numbers, number = [], NONE
        while (number := self.rules["next_choice"](self.view, self.menu, self.action, number)) != NONE:
            numbers.append(number)
        return numbers

    def choose(self, number: int) -> None:
        """Make a choice; if it completes an action, the contract judges and makes it."""
        if self.rules["take_number"](self.view, self.menu, number, self.action):
            move = Move(self.action.kind, self.action.amount, tuple(self.action.cards[: self.action.count]))
            self.game.advance(self.state, self.seat, move)
            self.play_on()

    def observation(self, seat: int) -> Any:
        """What the contract shows a seat, as the numbers that the game declares."""
        found = np.array(observed(self.game, self.config, self.game.view(self.state, seat)), np.float32)
        return found * np.array(self.about.scale(self.config), np.float32)


def follow(batch: Batch, seed: int, steps: int) -> int:
    """Play random steps at all tables of a batch and in the contract; returns how many matches have ended.

    Compared are, at every choice: the whole table, the seat in turn, its observation, what is legal, and in the end the
    rewards and the last observation.
    """
    rng = random.Random(seed)
    now = batch.reset(seed)
    matches = [Match(batch, seed, at) for at in range(batch.tables)]
    won = np.zeros((batch.tables, batch.seats))
    unit, ended = np.float32(1 / batch.about.unit(batch.config)), 0
    for step in range(steps):
        choices = []
        for at, match in enumerate(matches):
            where = f"{batch.game.title}, seed {seed}, deal {batch.deal(at)}, step {step}"
            assert batch.table(at) == match.state.table, where
            assert now.turns[at] == match.seat, where
            assert np.array_equal(now.observations[at, : batch.own], match.observation(match.seat)), where
            legal = match.legal()
            assert np.flatnonzero(now.masks[at]).tolist() == legal, where
            choices.append(rng.choice(legal))
        now = batch.step(choices)
        won += now.rewards
        for at, match in enumerate(matches):
            actor = match.seat
            match.choose(choices[at])
            assert bool(now.done[at]) == (match.seat == NONE)
            if now.done[at]:
                scores = batch.game.outcome(match.state).scores
                assert np.allclose(won[at], np.array(scores, np.float32) * unit, rtol=1e-5, atol=1e-4)
                assert np.array_equal(now.final_observations[at, : batch.own], match.observation(actor))
                ended, won[at] = ended + 1, 0
                deal = batch.deal(at) - batch.tables
                while True:  # a match in which no seat is asked is over at once
                    deal += batch.tables
                    matches[at] = Match(batch, seed, deal)
                    if matches[at].seat != NONE:
                        break
                assert deal == batch.deal(at)
    return ended

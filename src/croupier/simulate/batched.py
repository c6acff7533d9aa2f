"""Matches in which array policies play, by the thousand at once: all tables of a batch are asked together.

House policies and rule files play inside the compiled call. Chance and every player draw from the streams that they
draw from elsewhere, so the same deals lead to the same results as one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.agents.array_policy import ArrayPolicy
from croupier.envs import Batch
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.house_bots import PolicyLike
from croupier.kernel.errors import BadInput
from croupier.kernel.language.records import Record

from .loop import Nothing, Tally

TABLES = 4_096
"""How many tables are asked together."""
CHUNK = 1 << 15
"""How many matches are played in one chunk. At the end of a chunk fewer and fewer tables are still in play, so many
short chunks would waste time."""
KEPT = 8
LOW = 0xFFFFFFFF

Player = PolicyLike | ArrayPolicy


class Batched:
    """Matches of a game between given players, of whom one or more are array policies. They must know the same
    choices."""

    def __init__(self, game: Game, config: Any, players: Sequence[Player], *, plain: bool = False) -> None:
        self.game, self.config, self.plain = game, config, plain
        self.arrays = [player for player in players if isinstance(player, ArrayPolicy)]
        if len({id(one.game.choices) for one in self.arrays}) > 1:
            raise BadInput("Array policies with other SIZES cannot play in one batch; `croupier match` with a record "
                           "plays them one by one.")  # fmt: skip
        self._kept: dict[tuple[int, ...], Batch] = {}

    def play(self, seated: Sequence[Player], seed: int, first: int, count: int, stride: int = 1) -> Any:
        """Play `count` deals, every `stride`-th from `first` on. Returns by match the scores, the hands, the steps."""
        batch = self._batch(seated, min(TABLES, count))

        def choose(observations: Any, masks: Any, turns: Any, numbers: Any) -> Any:
            import numpy as np

            choices = np.zeros(len(turns), np.int64)
            for seat in np.unique(turns):
                rows, policy = turns == seat, seated[int(seat)]
                assert isinstance(policy, ArrayPolicy)
                choices[rows] = policy(observations[rows], masks[rows], numbers[rows])
            return choices

        return batch.play_through(seed, first, count, stride, choose)

    def _batch(self, seated: Sequence[Player], tables: int) -> Batch:
        """The tables for a seating; those of the last few seatings are kept, as they take a moment to make."""
        known = (tables, *map(id, seated))
        if known not in self._kept:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            opponents = {seat: player for seat, player in enumerate(seated) if not isinstance(player, ArrayPolicy)}
            game, plain = self.arrays[0].game, self.plain
            self._kept[known] = Batch(game, tables, 0, opponents, None, False, 0, plain, False, {}, self.config)
        return self._kept[known]


class ArrayLoop:
    """Simulations with array policies: what `Loop` is for policies that are compiled."""

    def __init__(self, game: Game, config: Any, players: Sequence[Player], *, plain: bool = False) -> None:
        seats = int(game.start(config).state.table.seats)
        self._seated = [players[seat % len(players)] for seat in range(seats)]
        self._batched = Batched(game, config, self._seated, plain=plain)
        self.notes: Record = Nothing()

    def run(self, key: int, start: int, stop: int) -> Tally:
        """Play the matches `start` to `stop` - 1."""
        tally = Tally()
        if stop == start:
            self._batched.play(self._seated, key, 0, 1)  # compiles
            return tally
        found = self._batched.play(self._seated, key, start, stop - start)
        scores, squares = found[:, :-2], found[:, :-2] ** 2
        tally.matches, tally.hands, tally.steps = stop - start, int(found[:, -2].sum()), int(found[:, -1].sum())
        for seat in range(scores.shape[1]):
            tally.score[seat] = int(scores[:, seat].sum())
            tally.square_low[seat] = int((squares[:, seat] & LOW).sum())
            tally.square_high[seat] = int((squares[:, seat] >> 32).sum())
        return tally

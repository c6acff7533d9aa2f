"""The bots of a series around a driver, which plays its matches one by one.

House bots are played compiled and Python bots are asked, both by one driver. Matches between house bots without a
record are played without returning to Python between them, and those with array policies by the thousand at once
(`simulate.batched`). Neither changes how a match goes: chance, house bots and array policies draw from streams that
depend only on the seed, the deal and the seat.

In duplicate play there is a company of bots for each rotation, made anew by each entrant, and no company sees a deal
twice: no bot can remember what the others hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from croupier.agents.array_policy import ArrayBot
from croupier.agents.bot import PolicyBot
from croupier.agents.clock import Thinking
from croupier.agents.loading import Entrant
from croupier.agents.logbook import Logbook, logbooks
from croupier.agents.player import Player
from croupier.agents.policies import in_order
from croupier.agents.random import play_randomly
from croupier.agents.remote import Remote
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.nameplate import nameplates
from croupier.kernel.contract.record import Misdeed
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.turns import SEATS

from ..batched import CHUNK, Batched
from ..batched import Player as Seated
from .calling import Calling, PlayedMatch, plays_compiled
from .driver import Driver
from .driver_rules import ASK_PYTHON
from .luck import ENDS
from .seating import company_of, seatings


class Piece(NamedTuple):
    """Some matches in a row: the arguments of `Results.add`, lines of the record, misdeeds by deal, and times."""

    rows: tuple[Any, Any, Any]
    lines: Sequence[bytes] = ()
    misdeeds: Sequence[tuple[int, list[int], list[Misdeed]]] = ()
    thinking: Sequence[Thinking] = ()


def as_rows(ones: Sequence[PlayedMatch]) -> tuple[Any, Any, Any]:
    """The arguments of `Results.add` for some matches."""
    import numpy as np

    seating, scores, ends = (
        np.array([getattr(one, name) for one in ones], np.int64) for name in ("seating", "scores", "ends")
    )
    return seating, scores, ends


class Sitting(Calling):
    """The bots of a series, ready to play any of its matches. `copy` is the number of this sitting's worker."""

    def __init__(
        self,
        game: Game,
        config: Any,
        entrants: Sequence[Entrant],
        *,
        seed: int,
        duplicate: bool,
        records: bool,
        log: Path | None = None,
        copy: int = 0,
    ) -> None:
        seats = game.start(config).state.table.seats
        if len(entrants) != seats:
            raise BadInput(f"{game.title} has {seats} seats here: name {seats} bots, not {len(entrants)}.")
        self.game, self.seed, self.seats = game, seed, seats
        self.rotations = len(entrants) if duplicate else 1
        names = [entrant.name for entrant in entrants]
        self.nameplates = nameplates(names)
        self.table = seatings(seats)
        self.companies: list[list[Player]] = []
        try:
            for number in range(self.rotations):
                books = logbooks(log, names, copy * self.rotations + number + 1) if log else [None] * seats
                self.companies.append([])
                for entrant, book in zip(entrants, books, strict=True):
                    self.companies[-1].append(_player(game, entrant, book))
        except BaseException:
            self.close()
            raise
        bots = [player.bot for player in self.companies[0]]
        known = [bot.policy for bot in bots if plays_compiled(bot)]
        policies = in_order([*known, play_randomly][:SEATS])  # so matches with and without `random` share compiled code
        numbers = [policies.index(bot.policy) if plays_compiled(bot) else ASK_PYTHON for bot in bots]
        self._lineups = [[numbers[bot] for bot in row] + [0] * (SEATS - seats) for row in self.table]
        self.gather(self.companies[0], [bot for bot, policy in enumerate(numbers) if policy == ASK_PYTHON])
        asked = [bots[bot] for bot in self._asked]
        self._seated: list[Seated] = [bot.policy for bot in bots if isinstance(bot, PolicyBot | ArrayBot)]
        self._batched = None
        if asked and not records and all(type(bot) is ArrayBot for bot in asked):
            self._batched = Batched(game, config, self._seated)
        self.alone = not records and (not asked or self._batched is not None)
        """Whether matches need nothing from Python between them."""
        self.least = CHUNK if self._batched else 1
        """How many matches to play at once at least."""
        self._records = records
        self._driver = Driver(
            game,
            config,
            policies,
            seed,
            tells=bool(self._hears),
            waits=bool(self._starts or self._ends),
            records=records,
        )

    def make_ready(self) -> None:
        """Compile what will be called."""
        if self._batched is not None:
            self.play_many(0, 1)
            return
        self._driver.make_ready(self._lineups[0], self.alone)

    def close(self) -> None:
        """End the processes of bots."""
        for company in self.companies:
            for player in company:
                player.leave()

    def thinking(self) -> list[Thinking]:
        """How long each bot has thought since the last call."""
        taken = []
        for bot in range(self.seats):
            taken.append(Thinking())
            for company in self.companies:
                taken[bot].merge(company[bot].thinking)
                company[bot].thinking = Thinking()
        return taken

    def piece(self, first: int, last: int) -> Piece:
        """Play the matches from `first` to `last` - 1."""
        if self.alone:
            return Piece(self.play_many(first, last - first))
        return self.piece_of([self.play(number) for number in range(first, last)])

    def piece_of(self, ones: Sequence[PlayedMatch]) -> Piece:
        """A piece of matches that were played one by one."""
        lines = [msgspec.json.encode(one.played) for one in ones if one.played is not None]
        misdeeds = [(one.deal, one.seating, one.misdeeds) for one in ones if one.misdeeds]
        return Piece(as_rows(ones), lines, misdeeds, self.thinking())

    def play_many(self, first: int, count: int) -> tuple[Any, Any, Any]:
        """Play `count` matches of house bots and array policies. Returns the seatings, the scores, and their sums over
        all ends."""
        import numpy as np

        scores, ends = (np.zeros((count, self.seats), np.int64) for _ in range(2))
        if self._batched is None:
            self._driver.play_many(first, self.rotations, np.array(self._lineups), scores, ends)
        else:
            self._play_batched(self._batched, first, scores)
            ends = scores * ENDS
        rows = [self.table[(first + i) % len(self.table)] for i in range(min(count, len(self.table)))]
        return np.resize(np.array(rows), (count, self.seats)), scores, ends

    def _play_batched(self, batched: Batched, first: int, scores: Any) -> None:
        """Fill in the scores of matches from number `first` on, one seating after the other."""
        period = len(self.table)
        for start in range(min(period, len(scores))):
            number = first + start
            seated = [self._seated[bot] for bot in self.table[number % period]]
            count = len(range(start, len(scores), period))
            found = batched.play(seated, self.seed, number // self.rotations, count, period // self.rotations)
            scores[start::period] = found[:, : self.seats]

    def play(self, number: int) -> PlayedMatch:
        """Play one match."""
        row = number % len(self.table)
        deal, rotation = divmod(number, self.rotations)
        self.players = self.companies[company_of(deal, rotation, self.rotations)]
        return self.play_deal(deal, self._lineups[row], self.table[row])


def _player(game: Game, entrant: Entrant, book: Logbook | None) -> Player:
    """A new bot, with its logbook."""
    bot = entrant.made()
    if book is not None and isinstance(bot, Remote):
        bot.keep_log(book)
    return Player(game, bot, book.write if book is not None else None)

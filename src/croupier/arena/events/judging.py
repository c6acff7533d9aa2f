"""AIVAT in an event: which of its matches can be judged, and the process that judges them.

A match can be judged if it is one hand of hold'em between two players, one of which is the blueprint or the solver:
their moves are known for every hand that they might hold (`croupier.simulate.match.aivat`). The solver's moves on the
river count as those of an unknown player: while its workers are busy the blueprint stands in for it, and no line
records when.

The result depends on cards that were not shown. So matches are judged once the event is over, and standings have only
the mean of many of them (`LEAST_JUDGED`). Judging needs compiled rules, so it runs in a process of its own, which is
started when it is needed.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from croupier.agents.loading import load_bot
from croupier.agents.terms import Terms
from croupier.games.holdem import GAME
from croupier.games.holdem.records import RIVER
from croupier.kernel.contract.game import Game, Move, State, Step
from croupier.kernel.vocabulary.events import Events
from croupier.simulate.match.aivat import EFFORT, Effort, Judge, is_possible, known_player

from .. import pipes
from ..replay.retelling import Retelling
from ..tables import lines as table_lines
from ..tables.plan import Plan
from . import lines
from .book import PANEL, Book, Fixture
from .schedule import of_panel

if TYPE_CHECKING:
    from ..room.room import Room

JUDGED = ("blueprint", "solver")
"""The house bots whose matches can be judged."""
LEAST_JUDGED = 30
"""The least number of judged matches of a team before their mean is published, so that it reveals no hand."""
SECONDS = 600.0
"""Seconds for one case, compiling included."""
NICENESS = 10
"""How much the process lowers its priority, so that tables come first."""


Compute = Callable[..., Awaitable[Any]]
"""Runs a function outside the event loop, as `asyncio.to_thread` does."""
AskJudge = Callable[["Case"], Awaitable[float | None]]
"""Computes what seat 0 won in a match by AIVAT, in chips; None if it cannot."""


class Case(NamedTuple):
    """A match to be judged."""

    config: Any
    policy: str
    seat: int
    """The seat of the known player."""
    deal: int
    """The number of the deal. It seeds the judge's draws, so all teams that played this deal are judged by the same."""
    steps: list[tuple[int, Move]]
    strange: list[int]
    """The steps of the known player's seat that its policy may not have chosen."""


class Witness(Retelling):
    """Replays a match, and collects its steps."""

    def __init__(self, plan: Plan, game: Game, number: int, seat: int, policy: str) -> None:
        super().__init__(plan, game, number)
        self.seat, self.policy = seat, policy
        self.config: Any = None
        self.legs = 0
        self.steps: list[tuple[int, Move]] = []
        self.strange: list[int] = []

    def begins(self, before: State | None, step: Step, config: Any, leg: bool) -> None:
        """Note the config of the match."""
        self.config, self.legs = config, self.legs + 1

    def decided(self, line: table_lines.Made, state: State) -> None:
        """Note a move of the known player's seat that its policy did not choose, or may not have chosen."""
        solves = self.policy == "solver" and state.table.street == RIVER
        if line.actor == self.seat and (line.how or solves):
            self.strange.append(len(self.steps))

    def goes_on(self, actor: int, move: Move, events: Events) -> None:
        """Note a step."""
        self.steps.append((actor, move))


def case_of(
    plan: Plan, game: Game, match: int, deal: int, house: Mapping[int, str], kept: Sequence[table_lines.Lines]
) -> Case | None:
    """The case of a match, from all lines of its table; None if the match cannot be judged. `house` has the house bots
    by seat."""
    seats = [seat for seat, policy in house.items() if policy in JUDGED]
    if not seats or game.name != GAME.name:
        return None
    witness = Witness(plan, game, match, seats[-1], house[seats[-1]])
    witness.follow_all(kept)
    known = known_player(load_bot(game, witness.policy, Terms()))
    if witness.legs != 1 or not is_possible(game, witness.config, [known]):
        return None
    return Case(witness.config, witness.policy, witness.seat, deal, witness.steps, witness.strange)


class JudgedEvent(Protocol):
    """What `judge_matches` needs of an event's desk."""

    room: Room
    book: Book
    game: Game

    def panel(self) -> Sequence[str]:
        """The house bots of the panel."""
        ...

    def plan_for(self, fixture: Fixture) -> Plan:
        """The plan of a fixture's table."""
        ...

    def keep(self, *said: lines.Lines) -> None:
        """Store lines of the event."""
        ...


async def judge_matches(desk: JudgedEvent, judge: AskJudge, compute: Compute) -> None:
    """Judge the matches of an event that count, one after the other, and store the results."""
    book = desk.book
    for fixture in book.fixtures.values():
        house = house_at(book, desk.panel(), fixture.keys)
        missing = [match for match in fixture.counting() if match not in fixture.judged] if house else []
        kept = await desk.room.store.read(fixture.table, 1) if missing else []
        read = [table_lines.decode(line.body) for line in kept]
        for match in missing:
            number = fixture.deal_of(match) if book.event.kind == "common" else fixture.number << 20 | match
            case = await compute(case_of, desk.plan_for(fixture), desk.game, match, number, house, read)
            if case is None:
                continue
            won = await judge(case)
            if won is None or desk.room.closing:
                return
            desk.keep(lines.Judged(fixture.number, match, won))


def house_at(book: Book, panel: Sequence[str], keys: Sequence[str]) -> dict[int, str]:
    """The house bots at a table with teams, by seat; none if only house bots play there, or a tournament is played."""
    if book.event.kind in ("mirrored", "duplicate"):
        return {}
    found = {seat: book.teams[key].policy for seat, key in enumerate(keys) if key != PANEL}
    if panel:
        found |= {seat: of_panel(panel, keys, seat) for seat, key in enumerate(keys) if key == PANEL}
    return {seat: policy for seat, policy in found.items() if policy}


class Bench:
    """Judges cases; runs in the process with compiled rules."""

    def __init__(self, effort: Effort = EFFORT) -> None:
        self.effort = effort
        self._judges: dict[tuple[str, str], Judge] = {}

    def answer(self, case: Case) -> float:
        """What seat 0 won by AIVAT, in chips."""
        known = repr(case.config), case.policy
        if known not in self._judges:
            player = known_player(load_bot(GAME, case.policy, Terms()))
            assert player is not None
            self._judges[known] = Judge(case.config, player._replace(chances=None), 0, self.effort)
        return self._judges[known].worth(case.deal, case.seat, case.steps, case.strange)


class JudgeClerk:
    """Asks that process, one case after the other."""

    def __init__(self) -> None:
        self._helper = pipes.Helper("croupier.arena.events.judging")
        self._turn = asyncio.Lock()

    async def ask(self, case: Case) -> float | None:
        """What seat 0 won by AIVAT; None if there is no answer."""
        async with self._turn:
            try:
                return float(await self._helper.ask(case, SECONDS))
            except pipes.NO_ANSWER:
                return None

    async def close(self) -> None:
        """End the process."""
        await self._helper.end()


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    pipes.answer_all(*pipes.own_ends(), Bench().answer)

"""The figures of a match beyond its scores: the result of each hand, with and without luck, and how each decision was
made.

The match is replayed from the lines of its table. The figures without luck depend on no card that was not shown to
everybody (`croupier.simulate.match.luck`).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence

from croupier.kernel.contract.game import Game, Move, State
from croupier.kernel.vocabulary.events import Events
from croupier.kernel.vocabulary.turns import HOUSE, SEATS
from croupier.simulate.contest.placings import Race
from croupier.simulate.match.luck import ENDS, ends_of_hand

from ..room.records import Teller
from ..tables import lines as table_lines
from ..tables.plan import Plan
from .book import Book, Fixture
from .lines import HandMeasured, Measured
from .values import ValueFunction, luck_of_draw

PLAYED = "played"
WORDS = {
    "": PLAYED,
    table_lines.REFUSED_FIRST: "refused, then played",
    table_lines.TIMED_OUT: "timed out",
    table_lines.AWAY: "disconnected",
    table_lines.OURS: "the arena's fault",
    "host": "the host",
}
"""The words for how a decision was made, by the code in its line."""
OWN = (PLAYED, WORDS[table_lines.REFUSED_FIRST])
CLOCKED = (WORDS[table_lines.TIMED_OUT], WORDS[table_lines.AWAY], WORDS[table_lines.OURS])


class Gauge(Teller):
    """Replays a match and measures it."""

    def __init__(self, plan: Plan, game: Game, number: int, value: ValueFunction | None = None) -> None:
        super().__init__(plan, game, number, whole=True)
        self._value = value
        self._draw: State | None = None
        """The state before a draw, if there is a value function."""
        self._drawn = 0
        self._lucky, self._since = [0.0] * plan.seats, [0.0] * plan.seats
        """The luck of each seat, by the value function, in the draws of this hand before the last decision, and after
        it. The latter is dropped at the end of the hand, since redrawing removes that luck."""
        self.hands: list[HandMeasured] = []
        self.counts: list[Counter[str]] = [Counter() for _ in range(plan.seats)]
        self._race: Race | None = None
        self._before = [0] * plan.seats
        self._decided = self._clocked = False
        self._after: State | None = None
        """The state at the first draw after the last decision."""

    def decided(self, line: table_lines.Made, state: State) -> None:
        """Count a decision."""
        self._pace(state)
        if line.actor < SEATS:
            option = self.game.decision(state, line.actor).option(line.kind)
            late = {} if option is None or option.aside or line.how not in WORDS else {line.actor: line.how}
        else:
            late = line.late
        if late or line.actor < SEATS:
            self._after = None
            self._lucky = [one + since for one, since in zip(self._lucky, self._since, strict=True)]
            self._since = [0.0] * self.plan.seats
        self._decided |= bool(late)
        for seat, how in late.items():
            self.counts[seat][WORDS[how]] += 1
            self._clocked |= how in table_lines.CLOCK_PLAYED

    def draws(self, state: State) -> None:
        """Note the state before a draw; the first after the last decision is where redrawing begins."""
        self._pace(state)
        if self._decided and self._after is None:
            self._after = state.copy()
        self._draw = state.copy() if self._value is not None else None

    def goes_on(self, actor: int, move: Move, events: Events) -> None:
        """Add the luck of a draw, by the value function."""
        super().goes_on(actor, move, events)
        if self._value is not None and self._draw is not None and actor == HOUSE and self.state is not None:
            self._drawn += 1
            luck = luck_of_draw(self._value, self.game, self._draw, self.state, self._key(f"draw {self._drawn}"))
            self._since = [one + now for one, now in zip(self._since, luck, strict=True)]

    def _key(self, what: str) -> int:
        return int.from_bytes(hashlib.sha256(f"{self.plan.id}-M{self.number}-{what}".encode()).digest()[:7])

    def hand_over(self, state: State) -> None:
        """Note the results of a hand."""
        self._pace(state)
        scores = self._scores(state)
        ends = [ENDS * score for score in scores]
        if self._after is not None:
            ends = ends_of_hand(self.game, self._after, state, self._key(f"hand {len(self.hands)}"))
        won = [now - before for now, before in zip(scores, self._before, strict=True)]
        level = [
            end - ENDS * before - round(ENDS * lucky)
            for end, before, lucky in zip(ends, self._before, self._lucky, strict=True)
        ]
        if self._decided or any(won):
            self.hands.append(HandMeasured(won, level, self._clocked))
        self._before, self._after, self._decided, self._clocked = scores, None, False, False
        self._lucky, self._since = [0.0] * self.plan.seats, [0.0] * self.plan.seats

    def _pace(self, state: State) -> None:
        if self._race is None:
            self._race = Race(self._scores(state))
        else:
            self._race.step(self._scores(state))

    def _scores(self, state: State) -> list[int]:
        return [*self.game.scores(state)]

    def places(self) -> list[int]:
        """The place of each seat: by its final score, then by how long it lasted."""
        return self._race.places(decided=True) if self._race else []


def measured(
    plan: Plan,
    game: Game,
    fixture: int,
    match: int,
    kept: Sequence[table_lines.Lines],
    value: ValueFunction | None = None,
) -> Measured:
    """The figures of a match, from all lines of its table."""
    gauge = Gauge(plan, game, match, value)
    for line in kept:
        gauge.follow(line)
    return Measured(fixture, match, gauge.hands, gauge.places(), [dict(count) for count in gauge.counts])


def absent_teams(book: Book, fixture: Fixture) -> list[str]:
    """The teams that answered no decision in the matches of a table that count; house bots always answer."""
    found = [fixture.measured[match] for match in fixture.counting()]
    teams = ((seat, book.teams.get(key)) for seat, key in enumerate(fixture.keys))
    return [team.name for seat, team in teams if team and not team.policy and never_answered(found, seat)]


def never_answered(found: Sequence[Measured], seat: int) -> bool:
    """Whether a seat had decisions to make in these matches and answered none of them."""
    counts = sum((Counter(one.counts[seat]) for one in found), Counter[str]())
    return bool(sum(counts.values())) and not any(counts[word] for word in (*OWN, "the host"))

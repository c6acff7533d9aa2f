"""What of a table is not kept: who is connected, whose clock runs, which frames are held back, who looks on.

After a restart a session is made anew, as far as it follows from lines; nobody is connected then.

A clock starts when the question has gone out, not when it was asked: what the arena itself is late with costs nobody
time. Where several owe at once they have one clock, and what one does changes nothing for another.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

import msgspec

from croupier.kernel.contract.game import Decision, State
from croupier.kernel.showing.onlooker import Onlooker
from croupier.kernel.showing.scene import Scene
from croupier.kernel.showing.wire import Balance, Context
from croupier.kernel.showing.wire import Seated as Here
from croupier.kernel.vocabulary.turns import SEATS

from ..shuffle import Secrets, new_secret
from .effects import Effect, Timer
from .lines import HandPlayed
from .table import Chair, Table
from .voice import Narrators, Tongues, Voice

OUR_DELAY_MS = 5
"""A timer that rings later than this tells of a delay of our own."""


@dataclass
class Question:
    """A decision that a seat was asked for."""

    decision: Decision
    limit_ms: int
    """Without the bank; 0 for no limit."""
    bank_ms: int = 0
    started: int | None = None
    extra_ms: int = 0
    """Given back for our own delays, or by the host."""
    refused: int = 0
    """Answers that were none."""
    interrupted: bool = False
    """Whether the arena went down while it was open."""
    stopped: int | None = None
    """Since when its clock stands, because the host waits for somebody."""

    @property
    def deadline(self) -> int | None:
        """When its time is up; None if it has none, or has not begun."""
        if self.started is None or not self.limit_ms or self.stopped is not None:
            return None
        return self.started + self.limit_ms + self.bank_ms + self.extra_ms

    def left(self, now: int) -> int:
        """How much time is left, without the bank."""
        return max(0, self.limit_ms - self._spent(now))

    def bank_spent(self, now: int) -> int:
        """How much of the bank an answer has taken."""
        return min(max(0, self._spent(now) - self.limit_ms), self.bank_ms)

    def _spent(self, now: int) -> int:
        if self.started is None:
            return 0
        return (now if self.stopped is None else self.stopped) - self.started - self.extra_ms

    def stand(self, still: bool, now: int) -> None:
        """Let its clock stand, or run on from where it stood."""
        if still and self.started is not None and self.stopped is None:
            self.stopped = now
        elif not still and self.stopped is not None:
            self.extra_ms += now - self.stopped
            self.stopped = None


class Clocks:
    """The questions that are open at one table, by seat."""

    def __init__(self, chairs: Sequence[Chair]) -> None:
        self._chairs = chairs
        self._open: dict[int, Question] = {}

    def of(self, seat: int | None) -> Question | None:
        """The open question of a seat."""
        return None if seat is None else self._open.get(seat)

    def running(self) -> list[Question]:
        """All that are open."""
        return list(self._open.values())

    def clear(self) -> None:
        """Nobody is asked for anything."""
        self._open.clear()

    def ask(self, state: State, owed: Sequence[Decision]) -> Iterator[Question]:
        """Drop the questions that are past, and open those that are new."""
        waited_for = {decision.seat for decision in owed}
        for seat, question in list(self._open.items()):
            past = state.questions[seat] != question.decision.number
            if past or not (question.decision.shared_clock or seat in waited_for):
                del self._open[seat]
        for decision in owed:
            if decision.seat < SEATS and decision.seat not in self._open:
                chair = self._chairs[decision.seat]
                bank = 0 if decision.shared_clock else chair.bank_ms
                question = self._open[decision.seat] = Question(decision, chair.time_for(decision.limit_ms), bank)
                yield question

    def start(self, seat: int, number: int, now: int) -> None:
        """A question has gone out."""
        question = self._open.get(seat)
        if question and question.started is None and question.decision.number == number:
            question.started = now

    def bank_spent(self, seat: int, now: int) -> int:
        """How much of its bank a seat has spent on the question that is open to it."""
        question = self._open.get(seat)
        return question.bank_spent(now) if question else 0

    def stand_or_run(self, now: int) -> None:
        """Let the clocks stand of those who are held; where several share one, it stands if one of them is."""
        held = {seat for seat in self._open if self._chairs[seat].held}
        shared = any(self._open[seat].decision.shared_clock for seat in held) if held else False
        for seat, question in self._open.items():
            question.stand(seat in held or (shared and question.decision.shared_clock), now)

    @property
    def next_deadline(self) -> int | None:
        """When the next question's time is up."""
        deadlines = [at for question in self._open.values() if (at := question.deadline) is not None]
        return min(deadlines, default=None)

    def late(self, now: int, due: int) -> list[Question]:
        """The questions whose time is up, when a timer rings that was due at a time.

        One that rings late gives them as much more: what was sent in time may still lie unread.
        """
        late = [one for one in self._open.values() if one.deadline is not None and one.deadline <= now]
        if now - due > OUR_DELAY_MS:
            for question in late:
                question.extra_ms += now - due
            return []
        return late


MOST_WAITING = 12
"""Hands that wait to be shown in the god view; a table that plays faster than anybody can look skips the oldest."""


class Phase(Enum):
    """Where a table stands (docs/table.md draws what leads from one to the next)."""

    WAITING = "waiting"
    """No match is played: there are too few players, or the table rests."""
    HELD = "held"
    """The host has to let play begin, or go on."""
    IN_A_HAND = "in a hand"
    BETWEEN_HANDS = "between hands"
    OVER = "over"
    """The last match is over: another begins only if the host says so."""
    CLOSING = "closing"
    """No hand begins any more, as the arena is about to close."""
    BROKEN = "broken"
    """The table is out of order."""


class Ended(NamedTuple):
    """The match that was played last, for those who were not there when it ended."""

    context: Context
    state: State
    scores: tuple[int, ...]


@dataclass
class Eyes:
    """Who looks on through whose eyes, and what they have seen (`scenes`)."""

    wanted: dict[str, int] = field(default_factory=dict)
    """The eyes that each connection has asked for: those of a seat, or WATCHING."""
    onlookers: dict[int, tuple[tuple[Here, ...], Onlooker]] = field(default_factory=dict)
    views: dict[int, Any] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    """Seats that have no part in the match any more."""


@dataclass
class GodView:
    """Who looks at hands that are over with every card face up, and at which (`god_view`)."""

    watchers: dict[str, None] = field(default_factory=dict)
    waiting: deque[HandPlayed] = field(default_factory=lambda: deque(maxlen=MOST_WAITING))
    shown: Iterator[tuple[int, Scene]] = field(default_factory=lambda: iter(()))
    hand_id: str = ""


class Session:
    """What is not kept of one table, which it knows."""

    def __init__(self, table: Table, *, epoch_ms: int = 0, secrets: Secrets = new_secret) -> None:
        """`epoch_ms` is what is added to the times of inputs for milliseconds since 1970."""
        self.table, self.epoch_ms, self.secrets = table, epoch_ms, secrets
        self.now = 0
        self.line = 0
        """The number of the last line."""
        self.private: Mapping[str, Any] = {}
        """Options of the game for the next match that are not everybody's business, so that no plan has them."""
        self.tokens: Callable[[str, list[str], Sequence[int]], Mapping[int, Balance]] | None = None
        """Tells what the accounts of the seats will have, from the match, who sits there and the scores."""
        self.closing = False
        """Whether the arena is about to close."""
        self.connections: dict[int, str] = {}
        """By seat."""
        self.silent: set[int] = set()
        """Seats from whose connection nothing comes any more. It is shown as none; it has not ended."""
        self.players: tuple[Here, ...] = ()
        self.lobby_due = False
        """Whether everybody is to be told who sits here."""
        self.ended: Ended | None = None
        """The match before, until the next one begins."""
        self.clocks = Clocks(table.chairs)
        self.late: list[Question] = []
        """Questions whose time was up when the clock rang, until the clock has played for them."""
        self.tongues = Tongues(table.game, table.chairs)
        self.narrators = Narrators(table)
        self.eyes, self.god = Eyes(), GodView()
        self.voice = Voice(table.chairs, self.connections, self.looking, self.do)
        self.timers: dict[str, int | None] = {}
        """When each rings that was set."""
        self.effects: list[Effect] = []
        self._told_before: tuple[tuple[Any, ...], Context] = ((), Context())
        """What messages told last that no rule knows, and what it follows from."""

    @property
    def phase(self) -> Phase:
        """Where the table stands, unless it is out of order."""
        table = self.table
        if table.state is not None and not table.at_boundary:
            return Phase.IN_A_HAND
        if self.closing:
            return Phase.CLOSING
        if not table.goes_on:
            return Phase.OVER if table.is_over else Phase.HELD
        return Phase.WAITING if table.state is None else Phase.BETWEEN_HANDS

    # Who is there

    def is_connected(self, chair: Chair) -> bool:
        """Whether somebody is there to answer for a chair."""
        return bool(chair.policy or self.connections.get(chair.seat))

    def shows_connected(self, chair: Chair) -> bool:
        """Whether everybody is told that somebody is there to answer."""
        return self.is_connected(chair) and chair.seat not in self.silent

    def seat_of(self, connection: str) -> int | None:
        """The seat of a connection; None if it has none."""
        return next((seat for seat, known in self.connections.items() if known == connection), None)

    def connect(self, seat: int, connection: str) -> None:
        """Let a seat have a connection; "" for none."""
        self.silent.discard(seat)
        if connection:
            self.connections[seat] = connection
        else:
            self.connections.pop(seat, None)

    def looking(self, seat: int) -> list[str]:
        """The connections that look on through the eyes of a seat, or of everybody (WATCHING)."""
        return [connection for connection, eyes in self.eyes.wanted.items() if eyes == seat]

    def tell_who_is_here(self) -> None:
        """Tell everybody who sits here, and who is connected: once, when all that happens now has happened."""
        seated = [chair for chair in self.table.chairs if chair.taken]
        self.players = tuple(Here(one.seat, one.id, one.name, self.shows_connected(one)) for one in seated)
        self.lobby_due = True

    # What is to be done

    def do(self, effect: Effect) -> None:
        """Let something be done by whoever runs the table."""
        self.effects.append(effect)

    def taken(self) -> list[Effect]:
        """What is to be done so far; it is asked for once."""
        effects, self.effects = self.effects, []
        return effects

    def wall(self) -> int:
        """Now, in milliseconds since 1970."""
        return self.epoch_ms + self.now

    def set_timer(self, key: str, at: int | None) -> None:
        """Ring at a time, or not at all."""
        if self.timers.get(key) != at:
            self.timers[key] = at
            self.do(Timer(key, at))

    # What messages tell that no rule knows

    def context(self, time_of: Question | None = None) -> Context:
        """The context of what is said now; with the time of a question that is being asked."""
        left = time_of.left(self.now) if time_of else self.table.plan.move_time_ms
        return msgspec.structs.replace(
            self._lasting_context(),
            time_ms=left if time_of else 0,
            deadline_ms=self.epoch_ms + self.voice.outbox.due(self.now) + left,
            balances=self._balances() if self.tokens else {},
        )

    def _lasting_context(self) -> Context:
        """What stays the same from one thing that is said to the next, most of the time."""
        table = self.table
        plan, shoe, next_hand, asked = table.plan, table.shoe, table.next_hand, table.asked_before
        known = plan, table.match, table.hand, self.players, asked, shoe.commitment, shoe.secret, next_hand
        if self._told_before[0] != known:
            context = Context(
                table_id=plan.id,
                match_id=table.match_id,
                hand_id=table.hand_id,
                hand_number=table.hand,
                players=self.players,
                move_time_ms=plan.move_time_ms,
                starting_stack=int(plan.options.get("stack", 0)),
                asked_before=asked,
                commitment=shoe.commitment,
                next_commitment=shoe.announced("{}-M{}-H{}".format(plan.id, *next_hand)),
                god_view=plan.god_view,
                event=plan.event,
            )
            self._told_before = known, context
        return self._told_before[1]

    def _balances(self) -> Mapping[int, Balance]:
        table = self.table
        outcome = table.game.outcome(table.state) if table.state is not None else None
        if outcome is None or self.tokens is None:
            return {}
        return self.tokens(table.match_id, [chair.id for chair in table.chairs], outcome.scores)

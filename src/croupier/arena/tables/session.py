"""The state of a table that is not kept: connections, running clocks, delayed frames, and spectators.

After a restart a session is rebuilt from lines as far as possible, without connections.

A clock starts when the question has gone out, not when it was asked: a delay of the arena costs no player time. Seats
that owe a decision at the same time share one clock, and an answer of one does not change the time of another.
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
from croupier.kernel.showing.wire import Balance, Context, SignedHead
from croupier.kernel.showing.wire import Seated as Here
from croupier.kernel.vocabulary.turns import SEATS

from ..shuffle import Secrets, new_secret
from ..signing import Signer
from .effects import Effect, Timer
from .lines import HandPlayed
from .log import Log
from .table import Chair, Table
from .voice import ActiveDialects, Narrators, Voice

OUR_DELAY_MS = 5
"""A timer that is late by more than this shows a delay of the arena itself."""


@dataclass
class Question:
    """A decision that a seat was asked for."""

    decision: Decision
    limit_ms: int
    """Without the bank; 0 for no limit."""
    bank_ms: int = 0
    started: int | None = None
    extra_ms: int = 0
    """Time given back for delays of the arena, or by the host."""
    refused: int = 0
    """The number of invalid answers."""
    interrupted: bool = False
    """Whether the arena was down while the question was open."""
    stopped: int | None = None
    """Since when its clock is stopped, because of the order `hold`."""

    @property
    def deadline(self) -> int | None:
        """When its time is up, the bank included; None if it has no limit, or its clock does not run."""
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
        """Stop its clock, or let it run on from where it stopped."""
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
        """All open questions."""
        return list(self._open.values())

    def clear(self) -> None:
        """Drop all questions."""
        self._open.clear()

    def ask(self, state: State, owed: Sequence[Decision]) -> Iterator[Question]:
        """Drop the questions that are over, open the new ones, and yield those."""
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
        """Start the clock of a question that has gone out."""
        question = self._open.get(seat)
        if question and question.started is None and question.decision.number == number:
            question.started = now

    def bank_spent(self, seat: int, now: int) -> int:
        """How much of its bank a seat has spent on the question that is open to it."""
        question = self._open.get(seat)
        return question.bank_spent(now) if question else 0

    def stand_or_run(self, now: int) -> None:
        """Stop the clocks of held seats, and let the others run; a shared clock stops if one of its seats is held."""
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
        """The questions whose time is up when a timer that was due at `due` rings at `now`.

        If the timer is late by more than OUR_DELAY_MS, none: these questions get the delay as extra time, because an
        answer sent in time may still be unread.
        """
        late = [one for one in self._open.values() if one.deadline is not None and one.deadline <= now]
        if now - due > OUR_DELAY_MS:
            for question in late:
                question.extra_ms += now - due
            return []
        return late


MOST_WAITING = 12
"""The most hands that wait to be shown in the god view; if there are more, the oldest are skipped."""


class Phase(Enum):
    """The phase of a table (docs/table.md draws the transitions)."""

    WAITING = "waiting"
    """No match is played: there are too few players, or the table rests."""
    HELD = "held"
    """Play waits for the host's order to begin or to go on."""
    IN_A_HAND = "in a hand"
    BETWEEN_HANDS = "between hands"
    OVER = "over"
    """The last match is over: another begins only if the host says so."""
    CLOSING = "closing"
    """No hand begins any more, as the arena is about to close."""
    BROKEN = "broken"
    """The table is out of order."""


class Ended(NamedTuple):
    """The result of the last match, for clients that were not connected when it ended."""

    context: Context
    state: State
    scores: tuple[int, ...]


@dataclass
class Viewers:
    """The connections that get Scenes, and what each pair of eyes has seen (`scenes`)."""

    wanted: dict[str, int] = field(default_factory=dict)
    """By connection: the seat whose Scenes it gets, or WATCHING."""
    paces: dict[str, str] = field(default_factory=dict)
    """By connection: the pace that it wants."""
    onlookers: dict[int, tuple[tuple[tuple[Here, ...], int | None], Onlooker]] = field(default_factory=dict)
    views: dict[int, Any] = field(default_factory=dict)
    logs: dict[int, Log] = field(default_factory=dict)
    """What each pair of eyes was told in this match."""
    gone: set[int] = field(default_factory=set)
    """Seats that have had no part in the match since the last hand began."""


@dataclass
class GodView:
    """The connections with the god view, and the hands that they are shown (`god_view`)."""

    watchers: dict[str, None] = field(default_factory=dict)
    waiting: deque[HandPlayed] = field(default_factory=lambda: deque(maxlen=MOST_WAITING))
    shown: Iterator[tuple[int, Scene]] = field(default_factory=lambda: iter(()))
    hand_id: str = ""


class Session:
    """The state of one table that is not kept; it refers to the table."""

    def __init__(
        self, table: Table, *, epoch_ms: int = 0, secrets: Secrets = new_secret, signer: Signer | None = None
    ) -> None:
        """`epoch_ms` is added to the times of inputs to get milliseconds since 1970. Without a signer, matches are not
        signed."""
        self.table, self.epoch_ms, self.secrets, self.signer = table, epoch_ms, secrets, signer
        self.now = 0
        self.line = 0
        """The number of the last line."""
        self.private: Mapping[str, Any] = {}
        """Secret options of the game for the next match, such as the hands of a Battle: a plan is public."""
        self.tokens: Callable[[str, list[str], Sequence[int]], Mapping[int, Balance]] | None = None
        """Computes the balances of the seats after a match, from its id, the players and the scores."""
        self.called = False
        """Whether the desk has called the next hand, where hands are called."""
        self.closing = False
        """Whether the arena is about to close."""
        self.connections: dict[int, str] = {}
        """By seat."""
        self.silent: set[int] = set()
        """Seats whose connection is silent. It is shown as disconnected, but it has not ended."""
        self.players: tuple[Here, ...] = ()
        self.lobby_due = False
        """Whether a lobby frame is due."""
        self.ended: Ended | None = None
        """The last match, until the next one begins."""
        self.clocks = Clocks(table.chairs)
        self.late: list[Question] = []
        """Questions whose time is up and for which the clock has not played yet."""
        self.dialects = ActiveDialects(table.game, table.chairs)
        self.narrators = Narrators(table)
        self.viewers, self.god = Viewers(), GodView()
        self.voice = Voice(table.chairs, self.connections, self.looking, self.do)
        self.timers: dict[str, int | None] = {}
        """The time of each timer that is set, by key."""
        self.effects: list[Effect] = []
        self._heads: dict[bytes, SignedHead] = {}
        """The signatures of the last heads: each is made once."""
        self._told_before: tuple[tuple[Any, ...], Context] = ((), Context())
        """The last context and the values from which it was made: a cache of one."""

    @property
    def phase(self) -> Phase:
        """The phase of the table, unless it is out of order."""
        table = self.table
        if table.state is not None and not table.at_boundary:
            return Phase.IN_A_HAND
        if self.closing:
            return Phase.CLOSING
        if not table.goes_on:
            return Phase.OVER if table.is_over else Phase.HELD
        return Phase.WAITING if table.state is None else Phase.BETWEEN_HANDS

    # Connections

    def is_connected(self, chair: Chair) -> bool:
        """Whether a house bot or a connection answers for a chair."""
        return bool(chair.policy or self.connections.get(chair.seat))

    def shows_connected(self, chair: Chair) -> bool:
        """Whether a chair is shown as connected."""
        return self.is_connected(chair) and chair.seat not in self.silent

    def seat_of(self, connection: str) -> int | None:
        """The seat of a connection; None if it has none."""
        return next((seat for seat, known in self.connections.items() if known == connection), None)

    def connect(self, seat: int, connection: str) -> None:
        """Set the connection of a seat; "" for none."""
        self.silent.discard(seat)
        if connection:
            self.connections[seat] = connection
        else:
            self.connections.pop(seat, None)

    def looking(self, seat: int) -> list[str]:
        """The connections that get the Scenes of a seat, or of a spectator (WATCHING)."""
        return [connection for connection, eyes in self.viewers.wanted.items() if eyes == seat]

    def tell_who_is_here(self) -> None:
        """Have a lobby frame sent to everybody: one frame, after all that happens now."""
        seated = [chair for chair in self.table.chairs if chair.taken]
        self.players = tuple(Here(one.seat, one.id, one.name, self.shows_connected(one)) for one in seated)
        self.lobby_due = True

    # Effects

    def do(self, effect: Effect) -> None:
        """Add an effect for the caller."""
        self.effects.append(effect)

    def taken(self) -> list[Effect]:
        """Return the effects so far, and clear them."""
        effects, self.effects = self.effects, []
        return effects

    def wall(self) -> int:
        """Now, in milliseconds since 1970."""
        return self.epoch_ms + self.now

    def set_timer(self, key: str, at: int | None) -> None:
        """Set a timer, or cancel it (None)."""
        if self.timers.get(key) != at:
            self.timers[key] = at
            self.do(Timer(key, at))

    # The context of messages: what they tell besides the game's state

    def context(self, time_of: Question | None = None) -> Context:
        """The context of a message that is sent now; with the time of a question, if the message asks one."""
        left = time_of.left(self.now) if time_of else self.table.plan.move_time_ms
        return msgspec.structs.replace(
            self._lasting_context(),
            time_ms=left if time_of else 0,
            deadline_ms=self.epoch_ms + self.voice.outbox.due(self.now) + left,
            balances=self._balances() if self.tokens else {},
        )

    def _lasting_context(self) -> Context:
        """The part of the context that seldom changes from one message to the next; cached."""
        table = self.table
        plan, shoe, next_hand, asked = table.plan, table.shoe, table.next_hand, table.asked_before
        chain = table.chain
        known = (
            plan,
            table.match,
            table.hand,
            self.players,
            asked,
            shoe.commitment,
            shoe.secret,
            next_hand,
            chain.head,
            table.strangers,
        )
        if self._told_before[0] != known:
            context = Context(
                table_id=plan.id,
                match_id=table.match_id,
                hand_id=table.hand_id,
                hand_number=table.hand,
                players=self.players,
                strangers=table.strangers,
                move_time_ms=plan.move_time_ms,
                starting_stack=table.usual_buy_in or int(plan.options.get("stack", 0)),
                asked_before=asked,
                commitment=shoe.commitment,
                next_commitment=shoe.announced("{}-M{}-H{}".format(plan.id, *next_hand)),
                god_view=plan.god_view,
                event=plan.event,
                hints=plan.hints,
                rabbit=plan.rabbit,
                key=self.signer.key if self.signer else "",
                hand_signed=self._signed(table.hand_id, chain.hand_head),
                match_signed=self._signed(table.end_id, chain.head if chain.ended else b""),
            )
            self._told_before = known, context
        return self._told_before[1]

    def _signed(self, id: str, head: bytes) -> SignedHead:
        """A head with its signature; neither for b"", nor in a match that this arena's key does not sign."""
        if not head or self.signer is None or self.signer.key != self.table.chain.key:
            return SignedHead()
        if head not in self._heads:
            self._heads = {one: self._heads[one] for one in list(self._heads)[-1:]}
            self._heads[head] = SignedHead(head.hex(), self.signer.sign(id, head))
        return self._heads[head]

    def _balances(self) -> Mapping[int, Balance]:
        table = self.table
        outcome = table.game.outcome(table.state) if table.state is not None else None
        if outcome is None or self.tokens is None:
            return {}
        return self.tokens(table.match_id, [chair.id for chair in table.chairs], outcome.scores)

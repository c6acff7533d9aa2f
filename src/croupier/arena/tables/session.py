"""What of a table is not kept: who is connected, whose clock runs, which frames are held back, who looks on.

After a restart a session is made anew, as far as it follows from lines; nobody is connected then.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

import msgspec

from croupier.kernel.contract.game import State
from croupier.kernel.showing.onlooker import Onlooker
from croupier.kernel.showing.scene import Scene
from croupier.kernel.showing.wire import Balance, Context
from croupier.kernel.showing.wire import Seated as Here

from ..shuffle import Secrets, new_secret
from .chairs import Chair
from .clocks import Clocks, Question
from .effects import Effect, Timer
from .inputs import SHOWN, WATCHING
from .lines import HandPlayed
from .narrators import Narrators
from .table import Table
from .tongues import Tongues
from .voice import Voice

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
        self.voice = Voice(table.chairs, self.reached, self.do)
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

    def reached(self, to: int) -> list[str]:
        """The connections of a seat, or of a recipient of Scenes."""
        if to < SHOWN + WATCHING:
            connection = self.connections.get(to)
            return [connection] if connection else []
        return [connection for connection, seat in self.eyes.wanted.items() if seat == to - SHOWN]

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

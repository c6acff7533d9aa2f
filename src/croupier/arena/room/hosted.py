"""One table with its mailbox: frames wait, in order, until the lines before them are kept.

`put` is the only way in: inputs are taken at once, one after the other. The lines that follow from an input are
appended together; frames wait for the lines before them, and the table goes on meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.turns import HOUSE
from croupier.simulate.tournament.places import Felt

from ..store import Entry, Line
from ..tables import lines
from ..tables.effects import Append, Ask, Close, Effect, Finished, Rested, Send, Timer, Voided
from ..tables.inputs import Answered, Called, Input, Ordered, Rang, Said, Sent
from ..tables.run import handle
from ..tables.session import Phase, Session

if TYPE_CHECKING:
    from .guests import Guest
    from .room import Room

log = logging.getLogger("croupier.arena")

LAST_LOOK = 3
"""The number of rounds of the event loop between the time of a timer and its ring: frames that arrived while the arena
itself was delayed are read first."""
REFUSAL = b'{"type":"error'
"""The first bytes of an error frame, in every dialect."""


@contextmanager
def together(room: Room) -> Iterator[None]:
    """Append all entries of the `with` block as one: they are kept all or none, and nothing is told before."""
    entries, kept = room.joint = list[Entry](), room.loop.create_future()
    try:
        yield
    finally:
        room.joint = None
        if entries:
            room.append(entries).add_done_callback(partial(_pass_on, kept))


def _pass_on(kept: asyncio.Future[None], done: asyncio.Future[None]) -> None:
    if done.cancelled():
        kept.cancel()
    elif error := done.exception():
        kept.set_exception(error)
    else:
        kept.set_result(None)


NOT_KEPT = "What happened last could not be stored, so it has not happened; come back in a moment."
RETRY_MS, OUT_OF_ORDER_MS = 1_000, 60_000
"""When a client should come back after NOT_KEPT, and to a table that broke for another reason."""


class OutOfOrder(BadInput):
    """A table is out of order: a failure of the arena, not a refusal. `retry_after_ms` says when to try again."""

    def __init__(self, hosted: Hosted) -> None:
        super().__init__(f"Table {hosted.id} is out of order: {hosted.broken}")
        self.lost = hosted.lost
        """Whether it goes on by itself, as soon as the store can be written to."""
        self.retry_after_ms = RETRY_MS if hosted.lost else OUT_OF_ORDER_MS


class Loan(Protocol):
    """What is known here of a table that another node plays for a while (`nodes.lending`)."""

    felt: Felt | None
    """At a table whose hands are called: how it stands there, if anything has changed since it left."""

    @property
    def away(self) -> bool:
        """Whether the table is there, or on its way."""

    def bring_home(self, then: Callable[[], None]) -> None:
        """Have the table brought home; `then` is called when it is here, or at once if it has not left."""

    def call(self, options: Mapping[str, Any], called: Called) -> None:
        """Have the next hand called there, with these options of the game."""

    def end(self) -> None:
        """Have the other node drop the table: it is not wanted any more."""


class NotHere(BadInput):
    """A table is at another node. It has to be brought home before anything can be decided about it."""

    def __init__(self, loan: Loan) -> None:
        super().__init__("This table is at another node; try again in a moment.")
        self.loan = loan


class _Batch(NamedTuple):
    """Frames to send when lines are kept."""

    kept: asyncio.Future[None] | None
    out: list[Send | Close]
    heard: float
    """When the action arrived that led to them; 0 if there was none."""


class _Alarm(NamedTuple):
    """A timer of the event loop."""

    at: int
    handle: asyncio.Handle


class Hosted:
    """A table that is being played."""

    def __init__(self, room: Room, session: Session, offer: str) -> None:
        self.room, self.session, self.table, self.offer = room, session, session.table, offer
        self.broken = ""
        """Why it cannot go on; "" while it can."""
        self.lost = False
        """Whether the reason is that lines were not kept: then the table is rebuilt from its lines."""
        self.note = ""
        """What happened to it at a restart, if it is not simply as it was."""
        self.loan: Loan | None = None
        """Set while another node plays it, or is about to."""
        self.hold: Callable[[Guest, bytes], None] | None = None
        """Takes the messages of its clients while the table moves; None while it stays where it is."""
        self.shift = 0
        """How far its clock is ahead of the clock of this process, in milliseconds: a table that came from another node
        goes on by the clock of that node."""
        self.heard = 0
        """The number of decisions of clients and house bots that were taken."""
        self.closeness: tuple[str, str] | None = None
        """A hand, and the words for how close the match was when it was looked at in that hand (`listing`)."""
        self._batches: deque[_Batch] = deque()
        self._unsent = 0
        """The number of deliveries that have receipts, and have not gone out yet."""
        self._resting: asyncio.Future[None] | None = None
        self._due: dict[str, int] = {}
        """When each timer of the table is to ring."""
        self._alarms: dict[str, _Alarm] = {}
        """The event loop's timer for each of them, which is never later."""

    @property
    def id(self) -> str:
        """Its name."""
        return self.table.plan.id

    @property
    def people(self) -> int:
        """The number of connected players that are not house bots."""
        return len(self.session.connections)

    def now(self) -> int:
        """The time of the table."""
        return self.room.now() + self.shift

    @property
    def away(self) -> bool:
        """Whether another node plays it: what is known of it here is as old as the loan."""
        return self.loan is not None and self.loan.away

    def check_here(self) -> None:
        """NotHere while another node plays it."""
        if self.loan is not None and self.loan.away:
            raise NotHere(self.loan)

    def at_home(self, do: Callable[[], None]) -> None:
        """Do something when the table is here: at once, unless another node plays it."""
        if self.loan is None:
            do()
        else:
            self.loan.bring_home(do)

    async def here(self) -> None:
        """Wait until the table is here."""
        if self.away:
            home: asyncio.Future[None] = self.room.loop.create_future()
            self.at_home(lambda: None if home.done() else home.set_result(None))
            await home

    @property
    def phase(self) -> Phase:
        """The phase of the table."""
        return Phase.BROKEN if self.broken else self.session.phase

    @property
    def played(self) -> bool:
        """Whether a hand is being played, and a client is connected to a seat."""
        return self.session.phase is Phase.IN_A_HAND and self.people > 0

    def seat_of(self, id: str) -> int | None:
        """The seat of a player; None if it does not sit here."""
        return next((chair.seat for chair in self.table.chairs if chair.id == id), None)

    def connection_of(self, id: str) -> str:
        """The connection of a player that sits here; "" if it has none."""
        seat = self.seat_of(id)
        return "" if seat is None else self.session.connections.get(seat, "")

    def owes(self, connection: str) -> bool:
        """Whether the seat of a connection owes a decision."""
        state, seat = self.table.state, self.session.seat_of(connection)
        return state is not None and seat is not None and bool(state.owed >> seat & 1)

    def holds(self, id: str) -> bool:
        """Whether a player has a connection here that is not silent."""
        connection = self.room.connections.get(self.connection_of(id))
        return connection is not None and not connection.silent

    def put(self, *given: Input, also: Sequence[Entry] = ()) -> None:
        """Put inputs in, and perform their effects; `also` is kept together with their lines.

        BadInput if the first input is refused; then nothing has changed. While another node plays the table, it is
        brought home first, and a refusal is logged.
        """
        if self.loan is not None and self.loan.away:
            return self.loan.bring_home(partial(self._put_late, given, also))
        self.check_order()
        try:
            effects = handle(self.session, self.now(), *given)
        except BadInput:
            raise
        except Exception as error:
            log.exception("Table %s broke", self.id)
            return self._break(f"{type(error).__name__}: {error}")
        said = bool(given) and isinstance(given[0], Said)
        self.heard += said or (bool(given) and isinstance(given[0], Answered))
        self.do(effects, also, self.room.time() if said else 0.0)
        if self.room.rest.begun:
            self.room.rest.look(self)

    def _put_late(self, given: Sequence[Input], also: Sequence[Entry]) -> None:
        try:
            self.put(*given, also=also)
        except BadInput as error:
            if not self.broken:  # otherwise another one stands in its place
                log.warning("Table %s refuses %s: %s", self.id, type(given[0]).__name__, error)

    def obey(self, order: Ordered, also: Sequence[Entry] = ()) -> None:
        """Give the table an order. OutOfOrder if the table breaks over it. StoreError while nothing can be stored: then
        the table and its connections stay as they are."""
        self.room.keeping.check_working()
        self.check_here()
        self.put(order, also=also)
        self.check_order()

    def check_order(self) -> None:
        """OutOfOrder if it cannot go on."""
        if self.broken:
            raise OutOfOrder(self)

    def do(self, effects: Sequence[Effect], also: Sequence[Entry] = (), heard: float = 0.0) -> None:
        """Perform effects of the table, in order."""
        entries, out = list(also), list[Send | Close]()
        for effect in effects:
            match effect:
                case Send() | Close():
                    out.append(effect)
                case Append(number, line):
                    entries.append(self._kept(number, line))
                case Timer(key, at):
                    self._set_timer(key, at)
                case Ask():
                    self.room.ask(self, effect)
                case Rested():
                    entries += self.room.desks[self.offer].rested(self)
                case Finished():
                    entries += self.room.finished(self, effect)
                case Voided():
                    entries += self.room.voided(self, effect)
        if not entries and not out and not heard:
            return
        if entries:
            kept = self.room.append(entries)
            self._batches.append(_Batch(kept, out, heard))
            kept.add_done_callback(self._go_out)
        elif self._batches:
            self._batches.append(_Batch(None, out, heard))
        else:
            self._deliver(out, heard)

    async def kept(self) -> None:
        """Wait until all that has happened so far is kept: before that, nothing may be told of it."""
        waiting = [batch.kept for batch in self._batches if batch.kept is not None]
        if waiting:
            await asyncio.wait(waiting)

    def _kept(self, number: int, line: lines.Line) -> Line:
        self.room.metrics.hands += isinstance(line, lines.Began) or (
            isinstance(line, lines.Made) and line.actor == HOUSE
        )
        legs = self.table.game.legs
        secret = lines.is_secret(line, legs is None or legs.secrets_last)
        snapshot, fleeting = isinstance(line, lines.Snapshot), isinstance(line, lines.Boundary)
        return Line(self.id, number, lines.encode(line), secret, snapshot, fleeting)

    def _go_out(self, kept: asyncio.Future[None]) -> None:
        """Send the frames that waited for lines that are kept now."""
        if kept.cancelled() or kept.exception():
            if self.lose():
                self.room.keeping.fail(f"Lines of {self.id} were not kept.", [self.id])
            return
        while self._batches and (self._batches[0].kept is None or self._batches[0].kept.done()):
            batch = self._batches.popleft()
            self._deliver(batch.out, batch.heard)
        self._look_whether_still()

    def _deliver(self, out: Sequence[Send | Close], heard: float) -> None:
        connections, loop = self.room.connections, self.room.loop
        for effect in out:
            connection = connections.get(effect.connection)
            if isinstance(effect, Close):
                if connection is not None:
                    connection.close(effect.code, effect.reason)
                continue
            sent = partial(self._sent, effect.receipts) if effect.receipts else None
            self._unsent += sent is not None
            if effect.frames[0].startswith(REFUSAL):
                self.room.metrics.refusals[msgspec.json.decode(effect.frames[0])["code"]] += 1
            if connection is not None:
                connection.send(effect.frames, sent)
            elif sent is not None:
                loop.call_soon(sent)
        if heard:
            self.room.metrics.answered(self.room.time() - heard)

    def _sent(self, receipts: Sequence[tuple[int, int]]) -> None:
        self._unsent -= 1
        if not self.broken and not self.room.closing:
            self.put(*map(Sent, receipts))
        self._look_whether_still()

    @property
    def still(self) -> bool:
        """Whether everything that it has told is kept, and every question has gone out."""
        return not self._batches and not self._unsent

    async def rest(self) -> None:
        """Wait until it is still, or given up."""
        while not self.still and not self.broken:
            self._resting = self.room.loop.create_future()
            await self._resting

    def _look_whether_still(self) -> None:
        if self._resting is not None and (self.still or self.broken) and not self._resting.done():
            self._resting.set_result(None)

    def _set_timer(self, key: str, at: int | None) -> None:
        """Set a timer, or cancel it. The clock's timer is put off with every move and seldom rings, so an alarm that is
        too early is left in place: when it goes off, it is set again."""
        if at is None:
            self._due.pop(key, None)
            return
        self._due[key] = at
        alarm = self._alarms.get(key)
        if alarm is None or at < alarm.at:
            if alarm is not None:
                alarm.handle.cancel()
            self._alarms[key] = _Alarm(at, self.room.loop.call_at((at - self.shift) / 1000, self._ring, key))

    def _ring(self, key: str, rounds: int = LAST_LOOK) -> None:
        del self._alarms[key]
        at = self._due.get(key)
        if at is None or self.now() < at:
            self._set_timer(key, at)
        elif rounds:
            self._alarms[key] = _Alarm(at, self.room.loop.call_soon(self._ring, key, rounds - 1))
        else:
            del self._due[key]
            if not self.room.closing:
                self.put(Rang(key))

    def stop(self) -> None:
        """Cancel all timers; a table that is at another node is dropped there."""
        if self.loan is not None:
            self.loan.end()
        self.stop_timers()

    def stop_timers(self) -> None:
        """Cancel all timers."""
        for alarm in self._alarms.values():
            alarm.handle.cancel()
        self._alarms.clear()
        self._due.clear()

    def _break(self, why: str) -> None:
        """Put the table out of order. What was told stands, and after a restart it goes on from its lines."""
        if self._end(why):
            log.error("Table %s is out of order: %s", self.id, why)
            self.room.hang_up_all(self, "This table is out of order.")
            self.room.desks[self.offer].broke(self)

    def lose(self) -> bool:
        """Give the table up, because lines were not kept: another is built from its lines in its place. False if it was
        given up already."""
        if not self._end(NOT_KEPT):
            return False
        self.lost = True
        self.room.hang_up_all(self, NOT_KEPT)
        return True

    def _end(self, why: str) -> bool:
        """Stop the table, for a reason; False if it had stopped already."""
        if self.broken or self.room.closing:
            return False
        self.broken = why
        self.stop()
        self.room.rest.look(self)
        self._batches.clear()
        self._look_whether_still()
        return True

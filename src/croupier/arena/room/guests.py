"""A client, from its first frame to its last: at the door, at a table, in a queue.

A frame that makes no sense is answered with an error, and changes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import OWN, Dialect, Frame, body
from croupier.kernel.showing.wire.answers import decoded
from croupier.kernel.showing.wire.messages import (
    BAD_SCHEMA,
    Action,
    Aside,
    AskHint,
    AskRabbit,
    Beat,
    Error,
    Hello,
    React,
    Rider,
)

from ..door import UNKNOWN_TEAM, Entered, Refused
from ..identity import name_key, split_code
from ..store import Entry
from ..tables.inputs import CHOOSES, USUAL, WATCHING, Attached, Detached, Garbled, Hunted, Reacted, Said, Silent
from ..tables.rabbit import why_not
from ..throttle import Limit
from . import hints
from .connection import BROKEN, PATIENCE, POLICY_VIOLATION, SILENT, Connection
from .desks import Desk
from .hosted import NOT_KEPT, RETRY_MS, Hosted, NotHere, OutOfOrder
from .pulse import Heartbeat
from .queue import QueueDesk

if TYPE_CHECKING:
    from .room import Room

LONGEST_FRAME = 16 * 1024
MOST_REFUSED = 20
"""The number of refused frames before an accepted `hello` after which the connection is closed."""
REACTIONS = Limit(3, 4_000)
"""The limit on the reactions of one player at one table."""
HINTS = Limit(6, 2_000)
"""The limit on the hints that one player asks for at one table."""
TOO_MANY_FRAMES, TABLE_FULL, TOO_MANY_REACTIONS = "TOO_MANY_FRAMES", "TABLE_FULL", "TOO_MANY_REACTIONS"
TOO_MANY_HINTS = "TOO_MANY_HINTS"
OUT_OF_ORDER, CANNOT_KEEP = "OUT_OF_ORDER", "CANNOT_KEEP"
"""A table is out of order; the arena can store nothing just now. Both say when to try again."""
NOT_THE_HOST, NO_GOD_VIEW = "NOT_THE_HOST", "NO_GOD_VIEW"

_first: msgspec.json.Decoder[Hello | Action | Aside] = msgspec.json.Decoder(Hello | Action | Aside)
_riders: msgspec.json.Decoder[Rider] = msgspec.json.Decoder(Rider)
RIDERS = (b'"thoughts"', b'"usage"', b'"receipt"')


class Guest:
    """A client as the server sees it."""

    def __init__(self, room: Room, connection: Connection) -> None:
        self.room, self.connection = room, connection
        self.desk: Desk | None = None
        self.hosted: Hosted | None = None
        self.team = ""
        self.entered = False
        self.scenes = False
        self.against = ""
        """The house bot that it wants to play against."""
        self.pace = "usual"
        """The pace that it wants."""
        self.buy_in, self.tops_up = USUAL, False
        """At a cash table: the chips that it brings, and whether it wants to be topped up before every hand."""
        self.wants = OWN
        """The name of the dialect that it wants."""
        self.dialect: Dialect | None = None
        """Its dialect, once it is let in."""
        self.table = ""
        """The table that it wants, of several behind one code."""
        self.resumes_table = self.resumes_match = ""
        """The table and the match of the last frame that it has, if it comes back; "" if it names none."""
        self.polls = False
        """Whether it polls by HTTP: then it needs a token that proves its seat from one request to the next."""
        self.longest = LONGEST_FRAME
        self.brings = ""
        """A token that it already has, perhaps from another offer."""
        self.told_to_wait = False
        """Whether its last `hello` was answered with a time after which to repeat it."""
        self._refused = 0
        self._heartbeat: Heartbeat | None = None
        room.come(self)

    def hear(self, data: bytes) -> None:
        """Take a frame."""
        if wait := self.connection.may_send():
            self.refuse(TOO_MANY_FRAMES, "You send too many frames; wait a little.", wait)
            if self.connection.refused > PATIENCE:
                self.connection.close(POLICY_VIOLATION, "Too many frames.")
        elif len(data) > self.longest:
            self.refuse(BAD_SCHEMA, f"A frame has at most {self.longest:,} bytes; this one has {len(data):,}.")
        elif self.entered and self.hosted is not None and self.hosted.hold is not None:
            self.hosted.hold(self, data)
        elif self.entered:
            self.hear_inside(data)
        else:
            self._hear_outside(data)

    def _hear_outside(self, data: bytes) -> None:
        self.told_to_wait = False
        try:
            hello = decoded(_first, data)
            if not isinstance(hello, Hello):
                raise BadInput("The first message is `hello`.")
            self._enter(hello)
        except NotHere as error:
            self.told_to_wait = True
            error.loan.bring_home(partial(self._hear_again, data))
        except OutOfOrder as error:
            self._ask_to_wait(OUT_OF_ORDER, str(error), error.retry_after_ms)
        except BadInput as error:
            self.refuse(BAD_SCHEMA, str(error))
        if not self.entered and not self.told_to_wait:
            self._refused += 1
            if self._refused >= MOST_REFUSED:
                self.connection.close(POLICY_VIOLATION, "Too many attempts.")

    def _hear_again(self, data: bytes) -> None:
        """Take a `hello` again, now that the table which it is for is here."""
        if self.connection.id in self.room.connections and not self.entered:
            self._hear_outside(data)

    def hear_inside(self, data: bytes) -> None:
        """Take a frame of a client that was let in."""
        assert self.desk is not None and self.dialect is not None
        try:
            if isinstance(self.desk, QueueDesk) and self.desk.hears(self, data):
                return
            frame = self.dialect.read(data)
            if isinstance(frame, Hello):
                raise BadInput("You are in already: one connection has one `hello`.")
            if self.hosted is None:
                raise BadInput("You sit at no table.")
            if isinstance(frame, React):
                return self._react(self.hosted, frame)
            if isinstance(frame, AskHint):
                return self._give_hint(self.hosted, frame)
            if isinstance(frame, AskRabbit):
                return self._hunt(self.hosted, frame)
            self.hosted.put(Said(self.connection.id, frame, _rider(data), self.connection.round_trip_ms))
        except OutOfOrder as error:
            self.refuse(OUT_OF_ORDER, str(error), error.retry_after_ms)
        except BadInput as error:
            self.refuse(BAD_SCHEMA, str(error))
            if self.hosted is not None and not self.hosted.broken:
                self.hosted.put(Garbled(self.connection.id, data.decode("utf-8", "replace"), BAD_SCHEMA, str(error)))

    def _react(self, hosted: Hosted, frame: React) -> None:
        """Pass on a reaction, unless this player has sent too many at this table."""
        counts, key, now = self.room.reactions, (hosted.id, name_key(self.team)), self.room.now()
        if wait := counts.wait(key, REACTIONS, now):
            return self.refuse(TOO_MANY_REACTIONS, "That is enough for a moment.", wait)
        hosted.put(Reacted(self.connection.id, frame.what))
        counts.add(key, REACTIONS, now)

    def _give_hint(self, hosted: Hosted, frame: AskHint) -> None:
        """Answer a question for a hint, unless this player has asked too often."""
        counts, key, now = self.room.hints, (hosted.id, name_key(self.team)), self.room.now()
        if wait := counts.wait(key, HINTS, now):
            return self.refuse(TOO_MANY_HINTS, "Take a moment with the last hint.", wait)
        counts.add(key, HINTS, now)
        if refused := hints.give(self.room, hosted, self.connection.id, frame.about, self.say):
            self.refuse(*refused)

    def _hunt(self, hosted: Hosted, frame: AskRabbit) -> None:
        """Have the cards shown that would have come, or say why not."""
        if refused := why_not(hosted.session, self.connection.id, frame.hand_id):
            return self.refuse(*refused)
        hosted.put(Hunted(self.connection.id, frame.hand_id))

    def _enter(self, hello: Hello) -> None:
        """Let a client in, if it can prove the name in its `hello`."""
        room, address, now = self.room, self.connection.address, self.room.now()
        if hello.role == "operator" and not room.is_host(hello.token):
            return self._turned_away(hello, Refused(NOT_THE_HOST, "An operator shows the host's token."))  # type: ignore[arg-type]
        if hello.god and hello.role != "operator":
            raise BadInput("The god view is for an operator, who shows the host's token.")
        if hello.role != "player":
            return self._look_on(hello)
        if room.keeping.failing:
            return self._ask_to_wait(CANNOT_KEEP, room.keeping.why(), RETRY_MS)
        desk = room.desk_for(hello.team, hello.join_code)
        if desk is None:
            return self._turned_away(hello, UNKNOWN_TEAM)
        known = desk.door.claims.get(hello.team.casefold())
        judged = desk.door.enter(
            hello.team,
            hello.join_code,
            hello.token,
            address=address,
            connected=desk.connected(hello.team) or self.polls,
            now=now,
            brings=self.brings,
            player=room.players.proved(hello.team, hello.player),
            reserved=room.players.find(hello.team) is not None,
        )
        if isinstance(judged, Refused):
            return self.refuse(judged.code, judged.msg, judged.retry_after_ms or None)
        self.wants, self.table, self.against = hello.dialect, hello.table, hello.against
        self.pace = hello.pace
        self.buy_in = USUAL if hello.buy_in is None else hello.buy_in or CHOOSES
        self.tops_up = hello.top_up
        self.resumes_table, self.resumes_match = hello.resume_table, hello.resume_match
        try:
            self.sit_down(desk, judged, hello.resume, hello.scenes)
        except BadInput as error:
            if known is None:
                desk.forget(judged.team)
            else:
                desk.door.keep(known)
            if isinstance(error, OutOfOrder | NotHere):
                raise
            self.refuse(TABLE_FULL, str(error))

    def sit_down(self, desk: Desk, entered: Entered, after: int | None = None, scenes: bool = False) -> None:
        """Take the seat of a name that was proved; BadInput if there is no chair."""
        self.desk, self.team, self.dialect = desk, entered.team, desk.dialect_for(self.wants)
        try:
            desk.admit(self, entered, after, scenes)
            self.entered = True
            self._begin_to_beat(scenes)
        except BadInput:
            self.desk, self.hosted, self.dialect = None, None, None
            raise

    def _look_on(self, hello: Hello) -> None:
        """Let a spectator in, who names a code or the table itself: everything that it is shown is public."""
        desk = self.room.desk_for(hello.team, hello.join_code)
        hosted = self.room.tables.get(hello.join_code) or self.room.tables.get(split_code(hello.join_code)[0])
        if hosted is None and desk is not None:
            hosted = desk.watched()
        if hosted is None:
            return self._turned_away(hello, UNKNOWN_TEAM)
        hosted.check_here()
        if hello.god and not hosted.table.plan.god_view:
            return self.refuse(NO_GOD_VIEW, "This table has no god view: it says so before anybody sits down.")
        offered = self.room.desks[hosted.offer]
        self.resumes_table, self.resumes_match = hello.resume_table, hello.resume_match
        match_id, id = offered.match_resumed(self), self.connection.id
        name = hello.team if self.room.players.proved(hello.team, hello.player) else ""
        given = Attached(id, WATCHING, after=hello.resume, scenes=hello.scenes, god=hello.god, match_id=match_id)
        hosted.put(msgspec.structs.replace(given, name=name))
        self.desk, self.team, self.entered = offered, hello.team, True
        self.dialect = self.desk.dialect
        self.at(hosted)
        self._begin_to_beat(hello.scenes or hello.god)

    def _begin_to_beat(self, scenes: bool) -> None:
        """Send beats from now on, if the client draws Scenes."""
        if scenes and self.room.beats:
            self._heartbeat = Heartbeat(self.room.loop, lambda: self.say(Beat()))

    def _turned_away(self, hello: Hello, refused: Refused) -> None:
        """Refuse an attempt to enter, and count it: after too many, attempts are refused without a check."""
        key, now = hello.team.casefold()[:64], self.room.now()
        if wait := self.room.throttle.wait(self.connection.address, key, now):
            return self.refuse("TOO_MANY_TRIES", f"Too many failed attempts; try again in {wait} ms.", wait)
        self.room.throttle.failed(self.connection.address, key, now)
        self.refuse(refused.code, refused.msg)

    def at(self, hosted: Hosted | None) -> None:
        """Move this client to a table, or to none (None)."""
        before, self.hosted = self.hosted, hosted
        if before is not None and before is not hosted and not before.broken:
            before.put(Detached(self.connection.id))

    def say(self, frame: Frame) -> None:
        """Tell this client something."""
        self.connection.send((body(frame),))

    def say_once_kept(self, entries: Sequence[Entry], frame: Frame) -> None:
        """Send a frame when entries are stored; if they cannot be stored, the client has to come back."""
        if not entries:
            return self.say(frame)

        def ended(kept: asyncio.Future[None]) -> None:
            if kept.cancelled() or kept.exception():
                self.connection.close(BROKEN, NOT_KEPT)
            else:
                self.say(frame)

        self.room.keep(*entries).add_done_callback(ended)

    def _ask_to_wait(self, code: str, msg: str, retry_after_ms: int) -> None:
        self.told_to_wait = True
        self.refuse(code, msg, retry_after_ms)

    def refuse(self, code: str, msg: str, retry_after_ms: int | None = None) -> None:
        """Send this client an error about its frame."""
        self.room.metrics.refusals[code] += 1
        if self.dialect is not None:
            self.say(self.dialect.error(code, msg, retry_after_ms))
        else:
            self.say(
                Error(code=code, msg=msg, retry_after_ms=msgspec.UNSET if retry_after_ms is None else retry_after_ms)
            )

    def tell_silence(self) -> None:
        """Let the table show whether this client is silent. In the Battle that is not shown."""
        hosted = self.hosted
        if hosted is not None and not hosted.broken and not self.room.closing and hosted.table.plan.game != "battle":
            hosted.put(Silent(self.connection.id, self.connection.silent))

    def end_silence(self) -> None:
        """Nothing has come for a minute: end the connection, unless the client owes a decision and may be thinking."""
        if self.hosted is None or not self.hosted.owes(self.connection.id):
            self.connection.close(SILENT, "Nothing has come from you for a minute; come back.")

    def leave(self) -> None:
        """The connection has ended."""
        if self._heartbeat is not None:
            self._heartbeat.stop()
        self.room.go(self)
        if self.desk is None or self.room.closing:
            return
        self.desk.gone(self)
        offered = self.room.desks.get(self.hosted.offer) if self.hosted is not None else None
        if self.hosted is not None and offered is not None and not self.hosted.broken:
            self.hosted.at_home(partial(offered.left, self.hosted, self.connection.id))


def _rider(data: bytes) -> Rider | None:
    """The rider of an answer (thoughts, usage, wish for a receipt), None if it has none; BadInput if it is invalid."""
    return decoded(_riders, data) if any(key in data for key in RIDERS) else None

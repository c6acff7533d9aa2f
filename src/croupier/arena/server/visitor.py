"""A client that plays over HTTP: one token, and the seats that it proves, at any number of tables.

The seats of a token follow from the stored claims at the doors, so they are the same after a restart. A seat without a
connection is taken again with the next request; a seat that another connection holds is left to it. A visitor counts as
connected while it polls, for LAPSE_SECONDS after, and as long as it has a question to answer: a client may think for
minutes.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Iterator

from croupier.kernel.errors import BadInput

from ..door import Entered
from ..identity import name_key
from ..room.desks import Desk
from ..room.guests import Guest
from ..room.hosted import Hosted
from ..room.queue import QueueDesk
from ..room.recollection import recollect
from ..room.room import Room
from .mailbox import Json, Mailbox

LAPSE_SECONDS = 60.0
MOST_SEATS = 200
_numbers = itertools.count(1)


class Visitor:
    """The bearer of a token."""

    def __init__(self, room: Room, hash: str, gone: Callable[[Visitor], None]) -> None:
        """`hash` is the hash of the visitor's token."""
        self.room, self.hash, self._gone = room, hash, gone
        self.seats: list[Mailbox] = []
        self.left: set[str] = set()
        """The tables that the visitor has left, to which it does not return by itself."""
        self.polls = 0
        self.ticket: object = None
        """The newest of the waits that supersede each other."""
        self.lost_one = False
        """Whether a seat was lost since the last `come_back`."""
        self._last = 0
        self._doors: dict[str, str] = {}
        self._waiting: set[asyncio.Future[None]] = set()
        self._lapse: asyncio.TimerHandle | None = None
        self._coming_back = asyncio.Lock()
        for desk in room.desks.values():
            if key := desk.door.owner_by_hash(hash):
                self._doors[desk.offer.id] = key

    def entered(self, desk: Desk, team: str) -> None:
        """Note that the token proves a name at one more door."""
        self._doors[desk.offer.id] = name_key(team)

    def doors(self) -> Iterator[tuple[Desk, str, str]]:
        """The doors at which the token proves a name: the desk, the name, and the key of the name."""
        for id, key in self._doors.items():
            desk = self.room.desks.get(id)
            claim = desk.door.claims.get(key) if desk else None
            if desk is not None and claim is not None and self.hash in claim.tokens:
                yield desk, claim.team, key

    def mailbox(self, address: str) -> Mailbox:
        """A new mailbox, for a seat that is yet to be taken."""
        number = f"p{next(_numbers)}"
        return Mailbox(self.room, number, address, stamp=self._stamp, news=self.wake, gone=self._lost)

    def add(self, seat: Mailbox) -> None:
        """Add a seat that has been taken."""
        self.seats.append(seat)

    def at(self, desk: Desk, hosted: Hosted | None = None) -> Mailbox | None:
        """The visitor's seat at a desk, at one table or at any; None if it has none."""
        return next(
            (one for one in self.seats if one.guest.desk is desk and hosted in (None, one.guest.hosted)),
            None,
        )

    async def come_back(self, address: str) -> None:
        """Take again all seats of the visitor that no connection holds."""
        async with self._coming_back:
            self.lost_one = False
            if self.room.closing or self.room.rest.begun or self.room.keeping.failing:
                return
            for desk, team, key in list(self.doors()):
                for hosted in desk.tables_of(key):
                    if hosted.broken or hosted.id in self.left or hosted.connection_of(key):
                        continue
                    seat = self.mailbox(address)
                    seat.guest.table = hosted.id

                    def sit_down(guest: Guest, desk: Desk = desk, team: str = team) -> None:
                        guest.sit_down(desk, Entered(team))

                    try:
                        await seat.come_back(sit_down)
                        if hosted.table.state is None and hosted.table.match:
                            seat.ended = hosted.table.match_id
                        await self.remember(seat)
                        self.add(seat)
                    except BadInput:
                        seat.leave()
                    except BaseException:
                        seat.leave()  # otherwise an unused mailbox would hold the chair
                        raise
                if desk.misses(key):
                    self._wait_at(desk, team, address)

    def _wait_at(self, desk: Desk, team: str, address: str) -> None:
        """Connect to an event that waits for the team, which sits at no table yet."""
        seat = self.mailbox(address)
        try:
            seat.guest.sit_down(desk, Entered(team))
            self.add(seat)
        except BadInput:
            seat.leave()

    async def remember(self, seat: Mailbox) -> None:
        """Load what happened before, for the words of a seat."""
        hosted, at = seat.guest.hosted, seat.seat
        if hosted is not None and at is not None:
            await recollect(self.room.store, hosted, at)

    def taken_by_others(self) -> list[str]:
        """The tables at which another connection holds the visitor's seat."""
        mine = {one.connection.id for one in self.seats}
        return [
            hosted.id
            for desk, _, key in self.doors()
            for hosted in desk.tables_of(key)
            if not hosted.broken and (connection := hosted.connection_of(key)) and connection not in mine
        ]

    def next(self, after: int) -> Mailbox | None:
        """The seat with the oldest open question of those with a stamp above `after`."""
        asked = [one for one in self.seats if one.stamped > after and one.question()]
        return min(asked, key=lambda one: one.stamped, default=None)

    @property
    def over(self) -> bool:
        """Whether nothing more comes for any of the visitor's seats, unless the host starts it."""
        if self.seats:
            return all(map(is_over, self.seats))
        return all(desk.done(key) for desk, _, key in self.doors())

    # Coming and going

    def begin_request(self) -> None:
        """Count a request, and stop the timeout of the visitor."""
        self.polls += 1
        if self._lapse is not None:
            self._lapse.cancel()
            self._lapse = None

    def end_request(self) -> None:
        """End a request; after the last one, start the timeout after which the visitor counts as gone."""
        self.polls -= 1
        if not self.polls:
            self._lapse = self.room.loop.call_later(LAPSE_SECONDS, self._lapsed)

    def _lapsed(self) -> None:
        self._lapse = None
        for seat in list(self.seats):
            if not seat.question():
                seat.leave()
        if self.seats:
            self._lapse = self.room.loop.call_later(LAPSE_SECONDS, self._lapsed)
        else:
            self._gone(self)

    def _lost(self, seat: Mailbox) -> None:
        if seat in self.seats:
            self.seats.remove(seat)
            self.lost_one = True

    async def news(self, seconds: float) -> None:
        """Wait for `wake`, for `seconds` at most."""
        coming = self.room.loop.create_future()
        self._waiting.add(coming)
        timer = self.room.loop.call_later(seconds, _done, coming)
        try:
            await coming
        finally:
            timer.cancel()
            self._waiting.discard(coming)

    def supersede(self) -> object:
        """End all earlier waits that supersede each other; the ticket of a new one."""
        self.ticket = object()
        self.wake()
        return self.ticket

    def wake(self) -> None:
        """Let all waiting polls look for questions again."""
        for coming in self._waiting:
            _done(coming)

    def _stamp(self) -> int:
        """A number that is higher than all before, also after a restart."""
        self._last = max(self._last + 1, self.room.epoch_ms + self.room.now())
        return self._last

    def tables(self) -> list[Json]:
        """The visitor's seats, each with the state of its table."""
        return [_told(one) for one in self.seats]


def _told(seat: Mailbox) -> Json:
    hosted = seat.guest.hosted
    if hosted is None:
        return {"table_id": "", "seat": None, "playing": False, "over": False, "result": seat.result}
    return {
        "table_id": hosted.id,
        "seat": seat.seat,
        "playing": hosted.table.state is not None,
        "match_id": hosted.table.match_id if hosted.table.match else "",
        "score": seat.score,
        "over": is_over(seat),
        "result": seat.result,
    }


def is_over(seat: Mailbox) -> bool:
    """Whether a seat has been told that its match is over, and no other begins by itself."""
    hosted, desk = seat.guest.hosted, seat.guest.desk
    if hosted is None:
        return desk is not None and desk.done(name_key(seat.guest.team))
    rests = isinstance(desk, QueueDesk) or (hosted.table.held and hosted.table.state is None)
    waits = isinstance(desk, QueueDesk) and name_key(seat.guest.team) in desk.waiting
    return bool(hosted.broken) or (rests and not waits and seat.ended == hosted.table.match_id)


def _done(coming: asyncio.Future[None]) -> None:
    if not coming.done():
        coming.set_result(None)

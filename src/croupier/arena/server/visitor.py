"""Somebody who plays over HTTP: one token, and the seats that it proves, at as many tables as there are.

What a token holds follows from the claims that are kept at the doors, so it holds the same seats after a restart. A
seat that nobody is connected to is taken up again with the next request; one that another connection holds is left to
it. A visitor counts as connected while it polls, for LAPSE_SECONDS after, and for as long as it has a question to
answer: who thinks for minutes is not gone.
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
        """`hash` is what is kept of its token."""
        self.room, self.hash, self._gone = room, hash, gone
        self.seats: list[Mailbox] = []
        self.left: set[str] = set()
        """Tables that it has left, and does not come back to by itself."""
        self.polls = 0
        self.lost_one = False
        """Whether a seat was lost since it last came back."""
        self._last = 0
        self._doors: dict[str, str] = {}
        self._waiting: set[asyncio.Future[None]] = set()
        self._lapse: asyncio.TimerHandle | None = None
        self._coming_back = asyncio.Lock()
        for desk in room.desks.values():
            if key := desk.door.owner_by_hash(hash):
                self._doors[desk.offer.id] = key

    def entered(self, desk: Desk, team: str) -> None:
        """Its token proves a name behind one more door."""
        self._doors[desk.offer.id] = name_key(team)

    def doors(self) -> Iterator[tuple[Desk, str, str]]:
        """Where its token proves a name: the desk, the name, and what makes it that name."""
        for id, key in self._doors.items():
            desk = self.room.desks.get(id)
            claim = desk.door.claims.get(key) if desk else None
            if desk is not None and claim is not None and self.hash in claim.tokens:
                yield desk, claim.team, key

    def mailbox(self, address: str) -> Mailbox:
        """One more seat, to be taken."""
        number = f"p{next(_numbers)}"
        return Mailbox(self.room, number, address, stamp=self._stamp, news=self.wake, gone=self._lost)

    def add(self, seat: Mailbox) -> None:
        """Hold a seat that has been taken."""
        self.seats.append(seat)

    def at(self, desk: Desk, hosted: Hosted | None = None) -> Mailbox | None:
        """The seat that it holds behind a door, at one table or at any."""
        return next(
            (one for one in self.seats if one.guest.desk is desk and hosted in (None, one.guest.hosted)),
            None,
        )

    async def come_back(self, address: str) -> None:
        """Take up all its seats that nobody holds."""
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
                        seat.leave()  # or it would keep the chair from its owner, in nobody's hands
                        raise
                if desk.misses(key):
                    self._wait_at(desk, team, address)

    def _wait_at(self, desk: Desk, team: str, address: str) -> None:
        """Be there where somebody is waited for who sits at no table yet."""
        seat = self.mailbox(address)
        try:
            seat.guest.sit_down(desk, Entered(team))
            self.add(seat)
        except BadInput:
            seat.leave()

    async def remember(self, seat: Mailbox) -> None:
        """Let the words of a seat tell also what was before."""
        hosted, at = seat.guest.hosted, seat.seat
        if hosted is not None and at is not None:
            await recollect(self.room.store, hosted, at)

    def taken_by_others(self) -> list[str]:
        """Tables at which another connection has its seat."""
        mine = {one.connection.id for one in self.seats}
        return [
            hosted.id
            for desk, _, key in self.doors()
            for hosted in desk.tables_of(key)
            if not hosted.broken and (connection := hosted.connection_of(key)) and connection not in mine
        ]

    def next(self, after: int) -> Mailbox | None:
        """The seat whose question has waited longest, of those that came after a number."""
        asked = [one for one in self.seats if one.stamped > after and one.question()]
        return min(asked, key=lambda one: one.stamped, default=None)

    @property
    def over(self) -> bool:
        """Whether nothing more comes for any of its seats, unless the host wants it."""
        if self.seats:
            return all(map(_is_over, self.seats))
        return all(desk.done(key) for desk, _, key in self.doors())

    # Coming and going

    def begin_request(self) -> None:
        """It is there."""
        self.polls += 1
        if self._lapse is not None:
            self._lapse.cancel()
            self._lapse = None

    def end_request(self) -> None:
        """It has had its answer; if it does not come back, it is gone after a while."""
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
        """Wait until something may have come, or for so long."""
        coming = self.room.loop.create_future()
        self._waiting.add(coming)
        timer = self.room.loop.call_later(seconds, _done, coming)
        try:
            await coming
        finally:
            timer.cancel()
            self._waiting.discard(coming)

    def wake(self) -> None:
        """Let all polls look again."""
        for coming in self._waiting:
            _done(coming)

    def _stamp(self) -> int:
        """A number that only goes up, after a restart, too."""
        self._last = max(self._last + 1, self.room.epoch_ms + self.room.now())
        return self._last

    def tables(self) -> list[Json]:
        """Its seats, and how it stands there."""
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
        "over": _is_over(seat),
        "result": seat.result,
    }


def _is_over(seat: Mailbox) -> bool:
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

"""What the desks of all kinds of events have in common: a book of stored lines, and the clients that are connected."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from croupier.kernel.errors import BadInput

from ..door import Claim, Entered
from ..identity import name_key
from ..room import memory
from ..room.desks import Desk
from ..room.hosted import Hosted
from ..room.offers import Offer
from ..store import Entry, Line
from ..tables.effects import EVENT_OVER, REPLACED
from . import lines
from .book import Book

if TYPE_CHECKING:
    from ..room.guests import Guest
    from ..room.room import Room


class ContestDesk(Desk, ABC):
    """One event. Every decision of the desk is stored as a line before any client is told."""

    decides: ClassVar[bool] = True
    moves: ClassVar[bool] = True

    def __init__(self, room: Room, book: Book, offer: Offer, claims: list[Claim], last: int) -> None:
        super().__init__(room, offer, claims)
        self.book, self._last = book, last
        self.plan = msgspec.structs.replace(room.plan_of(self.offer, self.offer.id), event=self.offer.id)
        self.present: dict[str, Guest] = {}
        self.stopped = 0
        """The time up to which the arena had run before it was started last (milliseconds since 1970); 0 if it was not
        restarted since the event was opened."""
        self._timers: list[asyncio.TimerHandle] = []

    # What is kept

    def line(self, *said: lines.AnyLine) -> list[Entry]:
        """Apply lines to the book; the entries for the store, to be written together with what caused them."""
        entries: list[Entry] = []
        for one in said:
            self._last += 1
            entries.append(Line(memory.EVENT + self.offer.id, self._last, lines.encode(one)))
            self.book.follow(one)
        return entries

    def keep(self, *said: lines.AnyLine) -> None:
        """Apply lines to the book and store them."""
        self.room.keep(*self.line(*said))

    @property
    def lines_kept(self) -> int:
        """The number of lines of the event: as long as it stays the same, the event has not changed."""
        return self._last

    def follow(self, book: Book, offer: Offer, claims: Iterable[Claim], last: int) -> None:
        """Replace the state of the event by the stored one; `open` continues from there."""
        self.recall(offer, claims)
        self.book, self._last = book, last
        self.stop()
        self._timers.clear()

    def stop(self) -> None:
        """Cancel timers, when the arena closes."""
        super().stop()
        for timer in self._timers:
            timer.cancel()

    def _soon(self) -> None:
        self.room.loop.call_soon(self.go_on)

    @abstractmethod
    def go_on(self) -> None:
        """Do all that is due now."""

    @property
    def frozen(self) -> bool:
        """Whether no new match may begin."""
        return self.book.frozen

    def _say_goodbye(self, kept: asyncio.Future[None]) -> None:
        """Disconnect all clients, once the end of the event is stored. If it could not be stored, the event goes on."""
        if kept.cancelled() or kept.exception():
            return
        for key, guest in list(self.present.items()):
            guest.connection.close(EVENT_OVER, self.farewell(key))

    def farewell(self, key: str) -> str:
        """What a team is told when the event is over."""
        return "The event is over."

    # Connections

    @abstractmethod
    def place_of(self, key: str) -> tuple[Hosted, int] | None:
        """The table and the seat where a team sits now; None if it sits nowhere."""

    def connected(self, team: str) -> bool:
        """Whether a team is connected. A silent connection counts only while its seat owes a decision."""
        guest = self.present.get(name_key(team))
        return guest is not None and (not guest.connection.silent or super().connected(team))

    def tables_of(self, id: str) -> list[Hosted]:
        """The table of a team that is not connected. The event itself moves connected teams from table to table."""
        place = None if id in self.present else self.place_of(id)
        return [place[0]] if place else []

    def admit(self, guest: Guest, entered: Entered, after: int | None, scenes: bool) -> None:
        """Let a client in: to its team's table, or to wait for the next one."""
        key = name_key(entered.team)
        if self.book.over is not None:
            raise BadInput("This event is over.")
        if key in self.book.withdrawn:
            raise BadInput("You are no longer part of this event; ask the host.")
        entries = self.enter(key, entered.team)
        if entered.claim:
            entries.insert(0, memory.of_claim(self.offer.id, key, entered.claim))
        if (before := self.present.get(key)) is not None and before is not guest:
            before.connection.close(REPLACED, "Another connection has taken this name.")
        self.present[key] = guest
        guest.scenes = scenes
        if place := self.place_of(key):
            hosted, seat = place
            guest.at(hosted)
            hosted.put(self.attached(guest, seat, entered, after, scenes), also=entries)
            return
        session = self.room.session(self.plan)
        view = session.table.game.view(session.table.full, None)
        welcome = self.dialect_for(guest.wants).welcome(session.context(), view, None, entered.token)
        guest.say_once_kept(entries, welcome)
        self.came(key)
        self._soon()

    def enter(self, key: str, name: str) -> list[Entry]:
        """Let a team take part, unless it does already: the entries to keep. BadInput if it cannot."""
        return self.line(lines.Entered(key, name)) if key not in self.book.teams else []

    def came(self, key: str) -> None:
        """A team is connected that sits at no table."""

    def gone(self, guest: Guest) -> None:
        """Note that a connection has ended."""
        if self.present.get(name_key(guest.team)) is guest:
            del self.present[name_key(guest.team)]

    def misses(self, key: str) -> bool:
        """Whether a team takes part in the event and is not connected."""
        return self.book.over is None and key in self.book.active() and key not in self.present

    def done(self, key: str) -> bool:
        """Whether a team gets no more tables."""
        return self.book.over is not None

    def forget(self, team: str) -> None:
        """Do nothing: the claims of an event's teams are never forgotten."""

    def watched(self) -> Hosted | None:
        """The table that a spectator with the event's code gets: the first that may be watched."""
        return next((hosted for hosted in self.tables() if not hosted.table.plan.closed), None)

    # The host

    @abstractmethod
    def order(
        self, what: str, *, team: str = "", match: str = "", why: str = "", values: dict[str, Any] | None = None
    ) -> None:
        """Carry out and record an order of the host; BadInput if it is not possible."""

    def first_entries(self) -> Sequence[Entry]:
        """The entries that are kept together with the first lines of the event."""
        return ()

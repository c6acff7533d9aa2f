"""A node as host: it plays tables for the node with the room, which has lent them to it (`lending`).

A table that is lent is played as at home, by the same code: inputs, clocks, house bots, lines and frames. Its appends
name the lease of the loan. Whatever concerns more than the table itself is not done here: when an input leads to that
(a match ends, a connection is to be closed), the table goes home with all that is still to be done, and the node with
the room does it. So no append spans two owners. A table whose lines are not kept is dropped: the node with the room
takes it up again from its lines.

Clients are told of over links from the nodes to which they have come (`routes`), and their frames go back over these.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any, NamedTuple

import msgspec

from ..bus.link import LONGEST_ITEM, Link
from ..events.felts import call_hand, chips_at, felt_of, in_hand, rests
from ..house import House
from ..room.desks import Desk
from ..room.guests import TOO_MANY_FRAMES, Guest
from ..room.hosted import Hosted
from ..room.offers import Offer
from ..room.room import Room
from ..server.gateway import hear
from ..store import Entry, Lease, Line, Store
from ..tables.carrying import Unpackable, packed
from ..tables.effects import Append, Ask, Effect, Rested, Send, Timer
from ..tables.inputs import Called, Input, Sent
from ..tables.plan import Plan
from ..tables.run import wake
from ..tables.session import Session
from . import messages
from .messages import encode, to_host
from .reception import Outlet, Relayed

log = logging.getLogger("croupier.arena")

PLAIN = Append, Send, Timer, Ask
"""The effects that concern nothing but the table. Rested does too, if no player has lost all chips."""
FULL = "The table moves to another node; wait a moment."


def rules_of(fingerprint: str) -> str:
    """What two nodes must have in common, for one to play a table of the other in the middle of a hand."""
    return f"{version('croupier')} {fingerprint}"


class Held:
    """Messages that came while a table was on its way."""

    def __init__(self) -> None:
        self.spoken: list[tuple[Guest, bytes]] = []
        self._bytes = 0

    def __call__(self, guest: Guest, data: bytes) -> None:
        """Hold a message back; it is refused if too much waits already."""
        self._bytes += len(data)
        if self._bytes > LONGEST_ITEM // 2:
            return guest.refuse(TOO_MANY_FRAMES, FULL, 100)
        self.spoken.append((guest, data))

    def sent(self) -> list[messages.Spoken]:
        """The messages, as they are sent to the node that plays the table."""
        return [(guest.connection.id, data) for guest, data in self.spoken]


class Hall(Room):
    """The tables that one node with the room has lent to this node; without desks of its own."""

    def __init__(self, host: Host, lender: Link) -> None:
        super().__init__(host.store, host.pepper, host.house, ahead_ms=host.ahead_ms())
        self.owner, self.lender = host, lender
        self.lent: dict[str, Borrowed] = {}
        """By the name of the loan."""

    def append(self, entries: Sequence[Entry]) -> asyncio.Future[None]:
        """Append lines of one table, under the lease of its loan."""
        self.metrics.appends += 1
        self.metrics.lines += len(entries)
        [name] = {entry.table for entry in entries if isinstance(entry, Line)}
        table = self.tables[name]
        assert isinstance(table, Borrowed)
        return self.store.append(*entries, lease=table.lease)

    def begin(self, lent: messages.Lent, data: bytes) -> None:
        """Play a table."""
        plan, offer = msgspec.json.decode(lent.plan, type=Plan), msgspec.json.decode(lent.offer, type=Offer)
        session, _ = self.unpacked(plan, data)
        if lent.rules != rules_of(session.table.game.fingerprint):
            return self.drop(lent.loan, "This node has other rules.")
        self.desks.setdefault(offer.id, Desk(self, offer, []))
        lease = Lease(lent.loan, self.owner.node, lent.epoch)
        borrowed = self.tables[plan.id] = self.lent[lent.loan] = Borrowed(self, session, offer.id, lease)
        self.owner.halls[lent.loan] = self
        log.info("Node %s plays table %s under lease %s in epoch %d", self.owner.node, plan.id, lease.name, lease.epoch)
        borrowed.shift = self.wall() - lent.epoch_ms - self.now()
        for player in lent.players:
            if (known := self.owner.clients.get((lent.loan, player.connection))) is not None:
                borrowed.admit(player, known)
        borrowed.do(wake(session, borrowed.now(), max(0, self.wall() - lent.frozen_ms)))
        for name, said in lent.spoken:
            self.say(lent.loan, name, said)
        for player in lent.players:
            if (known := self.owner.clients.get((lent.loan, player.connection))) is not None:
                for said in known.early:
                    self.say(lent.loan, player.connection, said)
                known.early.clear()
        if self.owner.closing:
            borrowed.go_home()

    def say(self, loan: str, connection: str, data: bytes) -> None:
        """A client of a table has sent a message."""
        guest = self.guests.get(connection)
        if guest is not None and loan in self.lent:
            hear(guest, data)

    def drop(self, loan: str, why: str, tell: bool = True) -> None:
        """Play a table no longer, without handing it back."""
        if (table := self.lent.get(loan)) is not None:
            table.end(why)
            self.forget(table)
        if tell:
            log.warning("A table that was lent to this node is lost here: %s", why)
            self.lender.send(encode(messages.Dropped(loan, why)))

    def forget(self, table: Borrowed) -> None:
        """A table is no longer here."""
        self.lent.pop(table.lease.name, None)
        self.owner.halls.pop(table.lease.name, None)
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
        for guest in table.guests:
            self.go(guest)
        self.owner.left(table.lease.name)

    def end(self, why: str) -> None:
        """The node with the room cannot be reached: it takes up all tables from their lines."""
        self.closing = True
        for loan in list(self.lent):
            self.drop(loan, why, tell=False)


class Borrowed(Hosted):
    """A table that this node plays for the node with the room."""

    def __init__(self, hall: Hall, session: Session, offer: str, lease: Lease) -> None:
        super().__init__(hall, session, offer)
        self.hall, self.lease = hall, lease
        self.guests: list[Guest] = []
        self.going = False
        """Whether it is on its way home: nothing happens to it any more."""
        self.calls = 0
        """The number of hands that the desk has called here."""
        self._rested = False
        """Whether a hand is over, and the desk does not know it yet."""
        self._held = Held()
        self._leaving: asyncio.Task[None] | None = None

    def admit(self, player: messages.Player, client: Client) -> None:
        """Add one of its clients, who has proved who it is where the room is."""
        outlet = Outlet(client.caller.link, client.id, lambda: None)
        guest = Guest(self.hall, Relayed(player.connection, outlet, player.address, self.hall.loop))
        guest.desk = desk = self.hall.desks[self.offer]
        guest.hosted, guest.team, guest.entered, guest.wants = self, player.team, True, player.wants
        guest.dialect = desk.dialect_for(player.wants)
        self.guests.append(guest)

    def put(self, *given: Input, also: Sequence[Entry] = ()) -> None:
        """Put inputs in; on the way home only that a question has gone out."""
        if not self.going or all(type(one) is Sent for one in given):
            super().put(*given, also=also)

    def do(self, effects: Sequence[Effect], also: Sequence[Entry] = (), heard: float = 0.0) -> None:
        """Perform effects; or go home, if they concern more than the table."""
        if self.going:
            return  # its timers are set anew at home
        rested = any(isinstance(effect, Rested) for effect in effects)
        if all(isinstance(effect, PLAIN) or (isinstance(effect, Rested) and self._all_play_on()) for effect in effects):
            super().do(effects, also, heard)
            self._rested |= rested
            return self._tell_rest()
        self.go_home(effects, heard > 0)

    def _all_play_on(self) -> bool:
        return all(chips_at(self).values())

    def _tell_rest(self) -> None:
        """Tell the desk that a hand is over, as soon as that is kept."""
        if self._rested and not self._batches:
            self._rested = False
            if rests(self):
                self._tell_felt()

    def _tell_felt(self) -> None:
        felt = msgspec.json.encode(felt_of(self, chips_at(self)))
        self.hall.lender.send(encode(messages.Stands(self.lease.name, self.calls, felt)))

    def call(self, options: dict[str, Any], called: Called) -> None:
        """Begin the next hand, with these options; one that is called on the way home begins there."""
        if not self.going:
            self.calls += 1
            call_hand(self, options, called)
            if in_hand(self) and not self.broken:
                self._tell_felt()

    def go_home(self, effects: Sequence[Effect] = (), heard: bool = False) -> None:
        """Hand the table back, with effects that are still to be performed."""
        if not self.going and not self.broken:
            self.going, self.hold = True, self._held
            self.stop_timers()
            self._leaving = self.hall.loop.create_task(self._leave(list(effects), heard))

    async def _leave(self, effects: list[Effect], heard: bool) -> None:
        frozen, name = self.hall.wall(), self.lease.name
        await self.rest()
        if self.broken:
            return
        for client in self.hall.owner.clients_of(name):
            client.caller.link.send(encode(messages.Back(client.id)))
        await self.hall.owner.all_left(name)
        if self.broken:
            return
        try:
            data = packed(self.session, effects)
        except Unpackable as error:
            return self.hall.drop(name, str(error))
        lender = self.hall.lender
        self.hall.forget(self)
        lender.send(encode(messages.Returned(name, frozen, heard, self.calls, self._held.sent())))
        for part in messages.parts_of(name, data):
            lender.send(encode(part))

    def _go_out(self, kept: asyncio.Future[None]) -> None:
        if not self.broken and (kept.cancelled() or kept.exception()):
            return self.hall.drop(self.lease.name, "Its lines were not kept.")
        super()._go_out(kept)
        self._tell_rest()

    def _break(self, why: str) -> None:
        log.error("Table %s breaks here: %s", self.id, why)
        self.hall.drop(self.lease.name, why)

    def end(self, why: str) -> None:
        """It is lost here."""
        self.broken = why
        self.stop_timers()
        self._batches.clear()
        self._look_whether_still()


class Client:
    """A client of a table that is or will be here, which came to another node."""

    def __init__(self, caller: HostCaller, id: int) -> None:
        self.caller, self.id = caller, id
        self.early: list[bytes] = []
        """What it has said before the table was here."""


class _Key(NamedTuple):
    """A client by the loan of its table, and its name in the room."""

    loan: str
    connection: str


class Host:
    """All that this node plays for others, from `start` to the end of the node."""

    def __init__(self, node: str, store: Store, pepper: bytes, house: House, ahead_ms: Callable[[], int]) -> None:
        """`ahead_ms` is how far the store's clock is ahead of this machine's."""
        self.node, self.store, self.pepper, self.house, self.ahead_ms = node, store, pepper, house, ahead_ms
        self.halls: dict[str, Hall] = {}
        """By the name of the loan."""
        self.clients: dict[tuple[str, str], Client] = {}
        self.callers: set[HostCaller] = set()
        self.closing = False
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []

    def accept(self, link: Link) -> HostCaller:
        """Take a link of a node."""
        caller = HostCaller(self, link)
        self.callers.add(caller)
        return caller

    @property
    def tables(self) -> list[Borrowed]:
        """The tables that are played here."""
        return [hall.lent[loan] for loan, hall in self.halls.items()]

    @property
    def actions(self) -> int:
        """The number of decisions of clients and house bots at tables of others so far."""
        return sum(hall.metrics.actions + hall.metrics.house for hall in self._all)

    @property
    def hands(self) -> int:
        """The number of hands that have begun at tables of others so far."""
        return sum(hall.metrics.hands for hall in self._all)

    @property
    def _all(self) -> list[Hall]:
        return [caller.hall for caller in self.callers if caller.hall is not None]

    async def hand_back(self) -> None:
        """Hand all tables back, and every table that still comes."""
        self.closing = True
        while self.tables:
            tasks = []
            for table in self.tables:
                table.go_home()
                if table._leaving is not None:
                    tasks.append(table._leaving)
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """End everything."""
        for caller in list(self.callers):
            if caller.hall is not None:
                caller.hall.end("This node ends.")
        await self.house.close()

    # Clients

    def clients_of(self, loan: str) -> list[Client]:
        """The clients of a table that have not gone back."""
        return [client for (of, _), client in self.clients.items() if of == loan]

    async def all_left(self, loan: str) -> None:
        """Wait until nothing more comes from the clients of a table."""
        if self.clients_of(loan):
            waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append((loan, waiting))
            await waiting

    def gone(self, key: tuple[str, str]) -> None:
        """A client goes back, or is gone."""
        self.clients.pop(key, None)
        for entry in [entry for entry in self._waiting if not self.clients_of(entry[0])]:
            self._waiting.remove(entry)
            entry[1].set_result(None)

    def left(self, loan: str) -> None:
        """A table is no longer here."""
        for key in [key for key in self.clients if key[0] == loan]:
            self.gone(key)


class HostCaller:
    """One end of a link to this node as host: from the node with the room, from one with clients, or from one with
    both."""

    def __init__(self, host: Host, link: Link) -> None:
        self.host, self.link = host, link
        self.hall: Hall | None = None
        self._keys: dict[int, _Key] = {}
        self._coming: dict[str, tuple[messages.Lent, list[bytes]]] = {}

    def take(self, item: bytes) -> None:
        """Take what the other node sends."""
        match message := to_host.decode(item):
            case messages.Said(id, data, round_trip_ms):
                self._say(id, data, round_trip_ms)
            case messages.Here(id, loan, connection):
                key = self._keys[id] = _Key(loan, connection)
                self.host.clients[key] = Client(self, id)
            case messages.Left(id):
                if id in self._keys:
                    self.host.gone(self._keys.pop(id))
            case messages.Lent():
                self._coming[message.loan] = message, []
            case messages.Session(loan, part, more):
                self._take_part(loan, part, more)
            case messages.Called(loan, options, bank_levels, bank_grows_ms):
                if (table := self._table(loan)) is not None:
                    table.call(msgspec.json.decode(options), Called(bank_levels, bank_grows_ms))
            case messages.Wanted(loan):
                if (table := self._table(loan)) is not None:
                    table.go_home()
            case messages.Dropped(loan, why):
                self._coming.pop(loan, None)
                if self.hall is not None:
                    self.hall.drop(loan, why, tell=False)

    def _table(self, loan: str) -> Borrowed | None:
        return None if self.hall is None else self.hall.lent.get(loan)

    def _take_part(self, loan: str, part: bytes, more: bool) -> None:
        if loan not in self._coming:
            return
        lent, parts = self._coming[loan]
        parts.append(part)
        if more:
            return
        del self._coming[loan]
        if self.hall is None:
            self.hall = Hall(self.host, self.link)
        try:
            self.hall.begin(lent, b"".join(parts))
        except Exception as error:
            log.exception("A table that was lent could not be taken")
            self.hall.drop(loan, f"{type(error).__name__}: {error}")

    def _say(self, id: int, data: bytes, round_trip_ms: int) -> None:
        if (key := self._keys.get(id)) is None:
            return
        if (hall := self.host.halls.get(key.loan)) is not None:
            guest = hall.guests.get(key.connection)
            if guest is not None and isinstance(guest.connection, Relayed):
                guest.connection.signs.round_trip_ms = round_trip_ms
            hall.say(key.loan, key.connection, data)
        elif (client := self.host.clients.get(key)) is not None:
            client.early.append(data)

    def broke(self, why: str) -> None:
        """The link has ended."""
        self.host.callers.discard(self)
        for key in self._keys.values():
            self.host.gone(key)
        if self.hall is not None:
            self.hall.end(why)

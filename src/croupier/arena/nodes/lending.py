"""The node with the room lends tables to other nodes, which play them: so more nodes carry more actions.

    lending = Lending(…)
    lending.lend(hosted, node)          a loan begins; the table is played here until it has left
    await hosted.here()                 it is brought home

A table leaves as it is, in the middle of a hand: its session goes to the other node as bytes (`tables.carrying`), the
messages of its clients follow (`routes`), and nobody's clock runs meanwhile. It plays there under a lease of its own,
which has the name of the loan, and comes home when its match ends, when anything happens here that concerns it (a
client comes or goes, the host gives an order, the arena is drained), or when that node hands it back. If that node
cannot be reached, or has lost lines, the lease is closed, and the table goes on from its lines as after a restart.

The name of a loan has the epoch of the room. A node that takes the room closes the leases of all earlier epochs before
it reads a line (`close_earlier`), and only the node with the room opens leases, in appends under its own: so no table
is ever played by two nodes.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable, Collection
from functools import partial

import msgspec

from croupier.agents.learnt import LEARNT
from croupier.agents.loading import APART
from croupier.kernel.errors import BadInput

from ..bus.link import Link
from ..room import memory
from ..room.connection import RESTARTING
from ..room.guests import Guest
from ..room.hosted import Hosted
from ..room.queue import QueueDesk
from ..room.recalling import stand_again
from ..room.room import Room
from ..store import LeaseClosed, LeaseOpened, Store, StoreError
from ..tables.carrying import Unpackable, packed
from ..tables.effects import Ask, Timer
from ..tables.run import wake
from . import messages
from .hall import Held, rules_of
from .messages import encode, from_host
from .reception import Reception
from .routes import Call

log = logging.getLogger("croupier.arena")

LOAN = "table/"
"""The first part of the names of loans, and of their leases."""
STILL_SECONDS = 2.0
"""A table that does not come to rest within this time is not lent."""
MOST_LOANS = 1_000
AGAIN_SECONDS = 1.0
"""The interval at which a lease is closed again that could not be closed."""
MOVED = "The table moves to another node; come back."


async def close_earlier(store: Store) -> None:
    """Close the leases of all loans of earlier rooms; `store` names the lease of the present one."""
    stale = [LeaseClosed(lease.name) for lease in await store.leases() if lease.name.startswith(LOAN)]
    if stale:
        await store.append(*stale)


class Lending:
    """All tables of a room that other nodes play."""

    def __init__(self, room: Room, reception: Reception, epoch: int, call: Call) -> None:
        """`epoch` is that of the room's lease; `call` opens links to nodes as hosts."""
        self.room, self.reception, self.epoch = room, reception, epoch
        self.loans: dict[str, ALoan] = {}
        """By the name of the loan."""
        self.lost = 0
        """The number of loans whose tables had to be taken up from their lines."""
        self._call = call
        self._links: dict[str, _ToHost] = {}
        self._numbers = itertools.count(1)
        self._heard: dict[str, int] = {}
        """By table: the messages that its clients had sent at the last look."""

    def why_not(self, hosted: Hosted) -> str:
        """Why a table is not lent just now; "" if it may be."""
        table, desk = hosted.table, self.room.desks.get(hosted.offer)
        if self.room.rest.begun or self.room.keeping.failing:
            return "The arena is about to close, or cannot keep anything."
        if hosted.broken or hosted.loan is not None or desk is None:
            return "It is out of order, or on its way already."
        if isinstance(desk, QueueDesk) or table.plan.game == "battle":
            return "Tokens are at stake."
        if table.plan.called or table.plan.several or table.plan.god_view:
            return "Every hand of it concerns the room."
        if table.state is None or table.held or table.ending:
            return "Nothing is played there."
        guests = {guest.connection.id: guest for guest in self.room.guests.values() if guest.hosted is hosted}
        for chair in table.chairs:
            if chair.policy.startswith((APART, LEARNT)):
                return "A bot that only this node has sits there."
            guest = guests.get(hosted.session.connections.get(chair.seat, ""))
            if chair.taken and not chair.policy and (guest is None or guest.connection.silent):
                return "A player is not there."
        if any(guest.polls for guest in guests.values()):
            return "A player polls."
        return ""

    def lend(self, hosted: Hosted, node: str, rate: int = 0) -> None:
        """Lend a table to a node; BadInput if it cannot be lent just now. `rate` is the number of messages that its
        clients send in a second."""
        if why := self.why_not(hosted):
            raise BadInput(f"Table {hosted.id} cannot be moved just now. {why}")
        loan = ALoan(self, hosted, node, f"{LOAN}{self.epoch}/{next(self._numbers)}/{hosted.id}", rate)
        self.loans[loan.name] = loan

    def place(self, nodes: Collection[str], least: int) -> None:
        """Lend the busiest tables to the nodes with the least load, as long as that makes the load more even; called
        once a second. With fewer than `least` messages a second here, all tables stay."""
        rates = dict[str, int]()
        for id, hosted in self.room.tables.items():
            if hosted.loan is None:
                rates[id] = hosted.heard - self._heard.get(id, hosted.heard)
                self._heard[id] = hosted.heard
        home = sum(rates.values())
        loads = {node: sum(loan.rate for loan in self.on(node)) for node in nodes}
        for id in sorted(rates, key=lambda id: -rates[id]) if loads else ():
            rate, node = rates[id], min(loads, key=lambda node: loads[node])
            if home < least or not rate or len(self.loans) >= MOST_LOANS:
                break
            if loads[node] + rate < home and not self.why_not(self.room.tables[id]):
                self.lend(self.room.tables[id], node, rate)
                home, loads[node] = home - rate, loads[node] + rate

    def on(self, node: str) -> list[ALoan]:
        """The loans of a node."""
        return [loan for loan in self.loans.values() if loan.node == node]

    def link_to(self, node: str) -> _ToHost:
        """The link to a node as host."""
        ends = self._links.get(node)
        if ends is None:
            ends = _ToHost(self, node)
            ends.link = self._call(node, ends)
            self._links[node] = ends
        return ends

    def broke(self, ends: _ToHost, why: str) -> None:
        """A link has ended: its tables go on from their lines."""
        log.warning("The link to a node that plays tables has ended: %s", why)
        if self._links.get(ends.node) is ends:
            del self._links[ends.node]
        for loan in self.on(ends.node):
            loan.lose(why, int(ends.link.silence * 1000))

    async def all_home(self) -> None:
        """Bring all tables home."""
        await asyncio.gather(*(loan.hosted.here() for loan in list(self.loans.values())))

    async def close(self) -> None:
        """End all loans, as the room is let go: whoever has it next takes up the tables from their lines."""
        tasks = [loan.task for loan in self.loans.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for ends in self._links.values():
            ends.link.close(MOVED)


class ALoan:
    """A table that another node plays, from the decision to lend it until it is home again."""

    def __init__(self, lending: Lending, hosted: Hosted, node: str, name: str, rate: int) -> None:
        self.rate = rate
        """The messages a second that its clients sent when it was lent."""
        self.lending, self.room, self.hosted, self.node, self.name = lending, lending.room, hosted, node, name
        self.away = False
        """Whether the table is at the other node, or on its way."""
        self.played = False
        """Whether the other node has been sent the table."""
        self.parts: list[bytes] = []
        """The parts of its session that have come home."""
        self.returned: messages.Returned | None = None
        self._ends: _ToHost | None = None
        self._held = Held()
        self._then: list[Callable[[], None]] = []
        self._over: asyncio.Future[str] = self.room.loop.create_future()
        """Done when the table comes home; "" if it is whole, otherwise why it was lost."""
        self._unwanted = False
        self._stopped = 0
        """The time up to which the table is known to have been played where it was lost."""
        hosted.loan = self
        self.task = self.room.loop.create_task(self._run())

    # What happens here meanwhile

    def bring_home(self, then: Callable[[], None]) -> None:
        """Have the table brought home; `then` is called when it is here, or at once if it has not left."""
        if not self.away:
            return then()
        self._then.append(then)
        if self.played and len(self._then) == 1:
            self._want()

    def _want(self) -> None:
        self._tell(messages.Wanted(self.name))

    def end(self) -> None:
        """Have the other node drop the table, which is not wanted any more."""
        self._unwanted = True
        self.lose("It was taken down.")

    def lose(self, why: str, silent_ms: int = 0) -> None:
        """The table is lost where it is, and nothing was heard from there for a time: no clock counts that."""
        if not self._over.done():
            self._stopped = self.room.wall() - silent_ms
            self._over.set_result(why)

    def come(self) -> None:
        """The table has come home."""
        if not self._over.done():
            self._over.set_result("")

    # The way of the table

    async def _run(self) -> None:
        hosted = self.hosted
        try:
            epoch = await self._lease()
            if not epoch or not await self._leave(epoch):
                self._stay()
                return await self._close_lease()
            why = await self._over
            if why:
                self._tell(messages.Dropped(self.name, why))
            await self._close_lease()
            if not why:
                why = self._come_home()
            if why and not self._unwanted:
                await self._take_up(why)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.exception("A loan of table %s has failed", hosted.id)
            self._tell(messages.Dropped(self.name, str(error)))
            await self._close_lease()
            if self.away and not self._unwanted:
                await self._take_up(str(error))
        finally:
            self._stay()

    def _tell(self, message: messages.Wanted | messages.Dropped) -> None:
        if self._ends is not None:
            self._ends.link.send(encode(message))

    async def _lease(self) -> int:
        """Open the lease of the loan for the other node; its epoch, 0 if that node does not live."""
        try:
            await self.room.keep(LeaseOpened(self.name))
            taken = await self.room.store.take([self.name], self.node)
        except StoreError:
            return 0
        return taken[0].epoch if taken else 0

    async def _close_lease(self) -> None:
        """Close the lease: from then on the other node can keep nothing more of this table."""
        while True:
            try:
                return await self.room.keep(LeaseClosed(self.name))
            except StoreError:
                if self.room.closing:
                    return
                await asyncio.sleep(AGAIN_SECONDS)

    async def _leave(self, epoch: int) -> bool:
        """Let the table leave; False if it stays."""
        hosted, room = self.hosted, self.room
        hosted.hold = self._held
        try:
            async with asyncio.timeout(STILL_SECONDS):
                await hosted.rest()
        except TimeoutError:
            return False
        hosted.loan = None
        fit = not self.lending.why_not(hosted) and hosted.still and not self._over.done()
        hosted.loan = self
        if not fit:
            return False
        try:
            data = packed(hosted.session)
        except Unpackable as error:
            log.warning("Table %s cannot be lent: %s", hosted.id, error)
            return False
        self.away, frozen = True, room.wall()
        hosted.stop_timers()
        guests = [guest for guest in room.guests.values() if guest.hosted is hosted]
        ends = self._ends = self.lending.link_to(self.node)
        for guest in guests:
            if guest.connection.here:
                ends.bind(self.name, guest)
        distant = [guest for guest in guests if not guest.connection.here]
        await asyncio.gather(*(self.lending.reception.move(guest, self.node, self.name) for guest in distant))
        ends.link.send(encode(self._lent(epoch, frozen, guests)))
        for part in messages.parts_of(self.name, data):
            ends.link.send(encode(part))
        self._held = Held()
        for guest in guests:
            if guest.connection.here and guest.connection.id in room.connections:
                ends.open(guest)
        hosted.hold = self._hear
        self.played = True
        if self._then:
            self._want()
        if ends.link.closed:
            self.lose("The link to the other node has ended.")
        return True

    def _hear(self, guest: Guest, data: bytes) -> None:
        """Take a message of a client whose socket is at this node; others come here only while the table moves."""
        if self._ends is None or not self._ends.say(guest, data):
            self._held(guest, data)

    def _lent(self, epoch: int, frozen: int, guests: list[Guest]) -> messages.Lent:
        hosted = self.hosted
        offer = msgspec.structs.replace(self.room.desks[hosted.offer].offer, code="LENT", roster={})
        players = [
            messages.Player(guest.connection.id, guest.team, guest.wants, guest.connection.address) for guest in guests
        ]
        return messages.Lent(
            self.name,
            epoch,
            msgspec.json.encode(offer),
            msgspec.json.encode(hosted.table.set_up),
            rules_of(hosted.table.game.fingerprint),
            hosted.session.epoch_ms,
            frozen,
            players,
            self._held.sent(),
        )

    def _stay(self) -> None:
        """The table is here: whatever waited for it goes on."""
        hosted = self.hosted
        if self.lending.loans.pop(self.name, None) is None:
            return
        if self._ends is not None:
            self._ends.forget(hosted)
        self.away = False
        hosted.loan = hosted.hold = None
        if self.room.closing:
            return
        spoken: list[Callable[[], None]] = []
        for name, data in self.returned.spoken if self.returned is not None else ():
            if (guest := self.room.guests.get(name)) is not None:
                spoken.append(partial(guest.hear_inside, data))
        held: list[Callable[[], None]] = [partial(guest.hear, data) for guest, data in self._held.spoken]
        for do in [*spoken, *self._then, *held]:
            try:
                do()
            except BadInput as error:
                if not hosted.broken:  # another one stands in its place
                    log.warning("Table %s has come home, and refuses: %s", hosted.id, error)
            except Exception:
                log.exception("Something failed that waited for table %s", hosted.id)

    def _come_home(self) -> str:
        """Play the table here; why that is not possible, "" if it is."""
        hosted, room, returned = self.hosted, self.room, self.returned
        if hosted.broken or room.tables.get(hosted.id) is not hosted or returned is None:
            return ""
        try:
            session, effects = room.unpacked(hosted.table.set_up, b"".join(self.parts))
        except Exception as error:
            log.exception("Table %s has come home, and cannot be read", hosted.id)
            return str(error)
        hosted.session, hosted.table = session, session.table
        self.away, hosted.loan = False, None
        away = max(0, room.wall() - returned.frozen_ms)
        woken = wake(session, hosted.now(), away)
        left = [effect for effect in effects if not isinstance(effect, Timer | Ask)]
        hosted.do(left, heard=room.time() if returned.heard else 0.0)
        if not hosted.broken and room.tables.get(hosted.id) is hosted:
            hosted.do(woken)
        return ""

    async def _take_up(self, why: str) -> None:
        """Take the table up from its lines: its clients have to come back."""
        hosted, room = self.hosted, self.room
        self.lending.lost += 1
        log.warning("Table %s is taken up from its lines: %s", hosted.id, why)
        for guest in list(room.guests.values()):
            if guest.hosted is hosted:
                guest.connection.close(RESTARTING, MOVED)
        while not room.closing and not hosted.broken and room.tables.get(hosted.id) is hosted:
            try:
                lines = await room.store.read(hosted.id)
                break
            except StoreError:
                await asyncio.sleep(AGAIN_SECONDS)
        else:
            return
        game, plan = hosted.table.game, hosted.table.set_up
        standing = memory.Standing(plan, hosted.offer, game.version, game.fingerprint)
        self.away, hosted.loan = False, None
        stand_again(room, standing, lines, lines[-1].number if lines else 0, self._stopped or room.wall())


class _ToHost:
    """The link to a node that plays tables of this room, with the clients whose sockets are at this node."""

    link: Link

    def __init__(self, lending: Lending, node: str) -> None:
        self.lending, self.node = lending, node
        self._numbers = itertools.count(1)
        self._bound: dict[int, Guest] = {}
        self._open: dict[str, int] = {}
        """The numbers of the clients whose messages go there, by connection."""

    def bind(self, loan: str, guest: Guest) -> None:
        """Tell the other node of a client whose socket is here."""
        id = next(self._numbers)
        self._bound[id] = guest
        self.link.send(encode(messages.Here(id, loan, guest.connection.id)))

    def open(self, guest: Guest) -> None:
        """Send the messages of a client there from now on."""
        self._open[guest.connection.id] = next(id for id, one in self._bound.items() if one is guest)

    def forget(self, hosted: Hosted) -> None:
        """A table is here again, or lost: none of its clients is needed there."""
        for id in [id for id, guest in self._bound.items() if guest.hosted is hosted]:
            self._open.pop(self._bound.pop(id).connection.id, None)
            self.link.send(encode(messages.Left(id)))

    def say(self, guest: Guest, data: bytes) -> bool:
        """Send a message there; False if those of this client do not go there."""
        id = self._open.get(guest.connection.id)
        if id is None:
            return False
        self.link.send(encode(messages.Said(id, data, guest.connection.round_trip_ms)))
        return True

    def take(self, item: bytes) -> None:
        """Take what the other node sends."""
        match message := from_host.decode(item):
            case messages.Frames(id, frames):
                guest = self._bound.get(id)
                if guest is not None and guest.connection.id in self.lending.room.connections:
                    guest.connection.send(frames)
            case messages.Close(id, code, reason):
                if (guest := self._bound.get(id)) is not None:
                    guest.connection.close(code, reason)
            case messages.HangUp(id):
                if (guest := self._bound.get(id)) is not None:
                    guest.connection.close(RESTARTING, MOVED)
            case messages.Back(id):
                if (guest := self._bound.pop(id, None)) is not None:
                    self._open.pop(guest.connection.id, None)
                self.link.send(encode(messages.Left(id)))
            case messages.Returned(loan):
                if (known := self.lending.loans.get(loan)) is not None:
                    known.returned = message
            case messages.Session(loan, part, more):
                if (known := self.lending.loans.get(loan)) is not None:
                    known.parts.append(part)
                    if not more:
                        known.come()
            case messages.Dropped(loan, why):
                if (known := self.lending.loans.get(loan)) is not None:
                    known.lose(why)

    def broke(self, why: str) -> None:
        """The link has ended."""
        self.lending.broke(self, why)

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
from collections.abc import Collection

import msgspec

from croupier.agents.learnt import LEARNT
from croupier.agents.loading import APART
from croupier.kernel.errors import BadInput
from croupier.simulate.tournament.places import Felt

from ..bus.link import Link
from ..room.connection import RESTARTING
from ..room.guests import Guest
from ..room.hosted import Hosted
from ..room.queue import QueueDesk
from ..room.room import Room
from ..store import LeaseClosed, Store
from . import messages
from .loan import MOVED, TableLoan
from .messages import encode, from_host
from .reception import Reception
from .routes import Call

log = logging.getLogger("croupier.arena")

LOAN = "table/"
"""The first part of the names of loans, and of their leases."""
MOST_LOANS = 1_000


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
        self.loans: dict[str, TableLoan] = {}
        """By the name of the loan."""
        self.lost = 0
        """The number of loans whose tables had to be taken up from their lines."""
        self._call = call
        self._links: dict[str, ToHost] = {}
        self._numbers = itertools.count(1)
        self._heard: dict[str, int] = {}
        """By table: the decisions that had been made there at the last look."""

    def why_not(self, hosted: Hosted) -> str:
        """Why a table is not lent just now; "" if it may be."""
        table, desk = hosted.table, self.room.desks.get(hosted.offer)
        if self.room.rest.begun or self.room.keeping.failing:
            return "The arena is about to close, or cannot keep anything."
        if hosted.broken or hosted.loan is not None or desk is None:
            return "It is out of order, or on its way already."
        if isinstance(desk, QueueDesk) or hosted.session.tokens is not None:
            return "Tokens are at stake."
        if table.plan.several:
            return "Every hand of it concerns the room."
        if hosted.session.god.watchers:
            return "Somebody has the god view."
        if table.state is None or table.held or table.ending:
            return "Nothing is played there."
        if any(chair.policy.startswith((APART, LEARNT)) for chair in table.chairs):
            return "A bot that only this node has sits there."
        if any(guest.polls for guest in self.room.guests.values() if guest.hosted is hosted):
            return "A player polls."
        return ""

    def lend(self, hosted: Hosted, node: str, rate: int = 0) -> None:
        """Lend a table to a node; BadInput if it cannot be lent just now. `rate` is the number of decisions that are
        made there in a second."""
        if why := self.why_not(hosted):
            raise BadInput(f"Table {hosted.id} cannot be moved just now. {why}")
        loan = TableLoan(self, hosted, node, f"{LOAN}{self.epoch}/{next(self._numbers)}/{hosted.id}", rate)
        self.loans[loan.name] = loan

    def place(self, nodes: Collection[str], least: int) -> None:
        """Lend the busiest tables to the nodes with the least load, as long as that makes the load more even; called
        once a second. With fewer than `least` decisions a second here, all tables stay."""
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

    def on(self, node: str) -> list[TableLoan]:
        """The loans of a node."""
        return [loan for loan in self.loans.values() if loan.node == node]

    def link_to(self, node: str) -> ToHost:
        """The link to a node as host."""
        ends = self._links.get(node)
        if ends is None:
            ends = ToHost(self, node)
            ends.link = self._call(node, ends)
            self._links[node] = ends
        return ends

    def broke(self, ends: ToHost, why: str) -> None:
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


class ToHost:
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
            case messages.Stands(loan, calls, felt):
                if (known := self.lending.loans.get(loan)) is not None:
                    known.stands(calls, msgspec.json.decode(felt, type=Felt))
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

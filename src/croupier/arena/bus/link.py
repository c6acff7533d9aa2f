"""Links: what must arrive, over a bus that may lose anything.

    board = Switchboard(bus, key, "a", accept)      node a takes links, and opens them
    link = board.call("b", ends)                    a link to node b
    link.send(item)                                 all items of one tick are one packet
    link.send(item, arrived)                        `arrived()` is called when the other node has taken it
    link.close("…")                                 both ends are told

Packets are numbered. A packet that is not the next one is not taken; one that is not acknowledged is sent again. So
items arrive once each and in order, or the link ends, and both sides are told (`Ends.broke`): if nothing has come from
the other side for SILENT_SECONDS, if more than MOST_BYTES wait, or if the other node knows nothing of the link, since
it has ended there, or if the other node is silent and not on the bus any more. Every packet is sealed with a key of the
arena, for the node that it is sent to: hidden cards are never in the open, no stranger can send one, and none that was
recorded counts at its sender or at another node.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable
from typing import NamedTuple, Protocol

import msgspec

from ..store import WrongKey
from ..store.sealing import HouseKey
from . import LONGEST, Bus, Ears

log = logging.getLogger("croupier.arena")

ACKNOWLEDGE_SECONDS = 0.02
"""The time for which an acknowledgement waits for a packet that goes the same way."""
REPEAT_SECONDS, SLOWEST_SECONDS = 0.25, 2.0
"""When a packet without an acknowledgement is sent again, at first and at most."""
BEAT_SECONDS, SILENT_SECONDS = 1.0, 8.0
ABSENT_SECONDS = 2.0
"""After this time without a sign of the other node, the bus is asked whether that node is there at all."""
MOST_BYTES = 64 << 20
CALM_BYTES = 2 << 20
"""`Link.calm` waits until no more than this number of bytes wait."""
MOST_REPEATED = 1 << 20
"""The number of bytes that are sent again at a time."""
LONGEST_PACKET = LONGEST // 2
LONGEST_ITEM = LONGEST // 4
"""The longest item in bytes: longer ones are sent in parts by whoever sends them."""
REMEMBERED = 100_000
ABOUT = b"link 1 to "
"""What the seal of a packet is bound to, before the node that it is sent to: with the number of the format of links and
of what is sent over them, so that nodes of another format are not understood, and mistake nothing."""
Arrived = Callable[[], None]


class Ends(Protocol):
    """What happens at one end of a link."""

    def take(self, item: bytes) -> None:
        """Take the next item."""

    def broke(self, why: str) -> None:
        """The link has ended, by the other side or by itself. It is called once, and not after `Link.close`."""


class _Packet(msgspec.Struct, array_like=True):
    link: str
    sender: str
    number: int
    """0 for a packet without items."""
    taken: int
    """The number of the last packet that was taken from the other side."""
    items: list[bytes]
    ends: str = ""
    """Why the link ends; "" if it does not."""


_packets, _encode = msgspec.msgpack.Decoder(_Packet), msgspec.msgpack.Encoder().encode


class _Sent(NamedTuple):
    number: int
    sealed: bytes
    arrived: list[Arrived]


class Link:
    """One end of a link."""

    def __init__(self, board: Switchboard, id: str, peer: str) -> None:
        self.id, self.peer = id, peer
        self.ends: Ends | None = None
        self._board, self._loop = board, board.loop
        self._waiting: list[bytes] = []
        self._arrivals: list[Arrived] = []
        self._number = self._taken = 0
        self._unacknowledged: deque[_Sent] = deque()
        self._bytes = 0
        self._heard = self._told = self._loop.time()
        self._repeat_in = REPEAT_SECONDS
        self._flushing: asyncio.Handle | None = None
        self._acknowledging: asyncio.Handle | None = None
        self._repeating: asyncio.Handle | None = None
        self._beating = self._loop.call_later(BEAT_SECONDS, self._beat)
        self._looking: asyncio.Task[None] | None = None
        self._calm = asyncio.Event()
        self._calm.set()
        self.closed = False

    def send(self, item: bytes, arrived: Arrived | None = None) -> None:
        """Send an item with all others of this tick. After the end of the link, `arrived` is called at once."""
        if self.closed:
            if arrived is not None:
                self._loop.call_soon(arrived)
            return
        self._waiting.append(item)
        self._bytes += len(item)
        if arrived is not None:
            self._arrivals.append(arrived)
        if self._bytes > CALM_BYTES:
            self._calm.clear()
        if self._flushing is None:
            self._flushing = self._loop.call_soon(self._flush)

    async def calm(self) -> None:
        """Wait until few bytes wait, or the link has ended."""
        await self._calm.wait()

    @property
    def silence(self) -> float:
        """The seconds since anything has come from the other side."""
        return self._loop.time() - self._heard

    def close(self, why: str) -> None:
        """End the link; the other side is told, unless that is lost."""
        if not self.closed:
            self._flush()
            self._tell(_Packet(self.id, self._board.node, 0, self._taken, [], why or "It was closed."))
            self._end()

    # Out

    def _flush(self) -> None:
        self._flushing = None
        if self._bytes > MOST_BYTES:
            return self._break(f"More than {MOST_BYTES:,} bytes wait for it.")
        items, self._waiting = self._waiting, []
        while items:
            size, count = 0, 0
            while count < len(items) and (not count or size + len(items[count]) <= LONGEST_PACKET):
                size += len(items[count])
                count += 1
            packed, items = items[:count], items[count:]
            arrivals: list[Arrived] = []
            if not items:
                arrivals, self._arrivals = self._arrivals, []
            self._number += 1
            packet = _Packet(self.id, self._board.node, self._number, self._taken, packed)
            sealed = self._tell(packet)
            self._bytes += len(sealed) - size
            self._unacknowledged.append(_Sent(self._number, sealed, arrivals))
        if self._unacknowledged and self._repeating is None:
            self._repeating = self._loop.call_later(self._repeat_in, self._repeat)

    def _tell(self, packet: _Packet) -> bytes:
        self._told = self._loop.time()
        if self._acknowledging is not None:
            self._acknowledging.cancel()
            self._acknowledging = None
        return self._board.tell(self.peer, packet)

    def _repeat(self) -> None:
        """Send again what is not acknowledged, later and later."""
        self._repeating = None
        if self._unacknowledged:
            size = 0
            for sent in self._unacknowledged:
                self._board.repeat(self.peer, sent.sealed)
                size += len(sent.sealed)
                if size > MOST_REPEATED:
                    break
            self._repeat_in = min(SLOWEST_SECONDS, 2 * self._repeat_in)
            self._repeating = self._loop.call_later(self._repeat_in, self._repeat)

    def _acknowledge(self) -> None:
        self._acknowledging = None
        self._tell(_Packet(self.id, self._board.node, 0, self._taken, []))

    def _beat(self) -> None:
        now = self._loop.time()
        if now - self._heard > SILENT_SECONDS:
            return self._break(f"Nothing has come from the other side for {SILENT_SECONDS:g} s.")
        if now - self._heard > ABSENT_SECONDS and (self._looking is None or self._looking.done()):
            self._looking = self._loop.create_task(self._look())
        if now - self._told >= BEAT_SECONDS:
            self._acknowledge()
        self._beating = self._loop.call_later(BEAT_SECONDS, self._beat)

    async def _look(self) -> None:
        """End the link if the other node is silent and not on the bus any more."""
        if await self._board.absent(self.peer) and self.silence > ABSENT_SECONDS:
            self._break("The other node is not on the bus any more.")

    # In

    def hear(self, packet: _Packet) -> None:
        """Take a packet of the other side."""
        self._heard = self._loop.time()
        self._let_go(packet.taken)
        if packet.ends:
            return self._break(packet.ends, tell=False)
        if not packet.number:
            return
        if packet.number == self._taken + 1:
            self._taken += 1
            for item in packet.items:
                if self.closed or self.ends is None:
                    return
                try:
                    self.ends.take(item)
                except Exception:  # the items after it are about others
                    log.exception("An item of a link could not be handled")
        if self._acknowledging is None and not self.closed:
            self._acknowledging = self._loop.call_later(ACKNOWLEDGE_SECONDS, self._acknowledge)

    def _let_go(self, taken: int) -> None:
        """Forget packets that have arrived."""
        if not self._unacknowledged or self._unacknowledged[0].number > taken:
            return
        arrivals: list[Arrived] = []
        while self._unacknowledged and self._unacknowledged[0].number <= taken:
            sent = self._unacknowledged.popleft()
            self._bytes -= len(sent.sealed)
            arrivals += sent.arrived
        if self._bytes <= CALM_BYTES:
            self._calm.set()
        self._repeat_in = REPEAT_SECONDS
        if self._repeating is not None:
            self._repeating.cancel()
            self._repeating = None
        if self._unacknowledged:
            self._repeating = self._loop.call_later(self._repeat_in, self._repeat)
        for arrived in arrivals:
            arrived()

    # The end

    def _break(self, why: str, tell: bool = True) -> None:
        if self.closed:
            return
        if tell:
            self._tell(_Packet(self.id, self._board.node, 0, self._taken, [], why))
        ends = self.ends
        self._end()
        if ends is not None:
            ends.broke(why)

    def _end(self) -> None:
        self.closed = True
        self._board.forget(self)
        for timer in (self._flushing, self._acknowledging, self._repeating, self._beating):
            if timer is not None:
                timer.cancel()
        self._calm.set()
        arrivals = [arrived for sent in self._unacknowledged for arrived in sent.arrived] + self._arrivals
        self._unacknowledged.clear()
        self._waiting.clear()
        self._arrivals = []
        for arrived in arrivals:
            self._loop.call_soon(arrived)


Accept = Callable[[Link], Ends | None]


class Switchboard:
    """All links of a node."""

    def __init__(self, bus: Bus, key: HouseKey, node: str, accept: Accept | None = None) -> None:
        """`accept` decides what happens at this end of a link that another node opens; None refuses it."""
        self.bus, self.node, self.loop = bus, node, asyncio.get_running_loop()
        self.accept = accept
        self._seal = HouseKey(key.pepper("bus"))
        self._links: dict[str, Link] = {}
        self._ended: deque[str] = deque(maxlen=REMEMBERED)
        """Links that have ended: a late copy of a first packet opens none of them again."""
        self._ears: Ears | None = None

    async def open(self) -> None:
        """Listen to other nodes."""
        self._ears = await self.bus.listen(_subject(self.node), self._hear)

    def call(self, peer: str, ends: Ends) -> Link:
        """Open a link to another node, which knows of it with the first item."""
        link = Link(self, secrets.token_hex(8), peer)
        link.ends = ends
        self._links[link.id] = link
        return link

    def tell(self, peer: str, packet: _Packet) -> bytes:
        """Send a packet; as it was sent."""
        sealed = self._seal.seal(_encode(packet), _about(peer))
        self.bus.tell(_subject(peer), sealed)
        return sealed

    def repeat(self, peer: str, sealed: bytes) -> None:
        """Send a packet again."""
        self.bus.tell(_subject(peer), sealed)

    async def absent(self, peer: str) -> bool:
        """Whether a node is not on the bus, for certain."""
        return await self.bus.absent(_subject(peer))

    def _hear(self, body: bytes) -> None:
        if not body:
            return  # a node asks the bus whether this one is there
        try:
            packet = _packets.decode(self._seal.unseal(body, _about(self.node)))
        except (WrongKey, msgspec.DecodeError):
            log.error("A message on the bus was not sealed with this arena's key for this node: do all have the same?")
            return
        link = self._links.get(packet.link)
        if link is None and packet.number == 1 and self.accept is not None and packet.link not in self._ended:
            link = Link(self, packet.link, packet.sender)
            link.ends = self.accept(link)
            if link.ends is None:
                link.close("This node does not take the link.")
                return
            self._links[packet.link] = link
        if link is not None:
            link.hear(packet)
        elif not packet.ends:
            self.tell(packet.sender, _Packet(packet.link, self.node, 0, 0, [], "The other node does not know it."))

    def forget(self, link: Link) -> None:
        """A link has ended."""
        self._links.pop(link.id, None)
        self._ended.append(link.id)

    async def close(self) -> None:
        """End all links, and listen no more."""
        for link in list(self._links.values()):
            link.close("The node ends.")
        if self._ears is not None:
            await self._ears.stop()


def _subject(node: str) -> str:
    return f"node.{node}"


def _about(node: str) -> bytes:
    return ABOUT + node.encode()

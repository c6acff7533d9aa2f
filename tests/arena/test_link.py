"""Links: whatever the bus loses, repeats or delays, items arrive once each and in order, or the link ends on both
sides. The clock of these tests jumps."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.arena.bus.link import (
    ABSENT_SECONDS,
    BEAT_SECONDS,
    LONGEST_PACKET,
    MOST_BYTES,
    SILENT_SECONDS,
    Link,
    Switchboard,
)
from croupier.arena.bus.local import LocalHub
from croupier.arena.store.sealing import HouseKey

from .faulty import FaultyHub
from .virtual import VirtualLoop

KEY = HouseKey(bytes(32))


class Watched(LocalHub):
    """Notes when a message goes to whom, in seconds since `seen` was cleared; those to `cut` nodes are lost."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[float, str]] = []
        self.cut: set[str] = set()
        self.began = 0.0

    def begin(self) -> None:
        self.seen.clear()
        self.began = asyncio.get_running_loop().time()

    def deliver(self, subject: str, body: bytes) -> int:
        self.seen.append((round(asyncio.get_running_loop().time() - self.began, 2), subject))
        return 0 if subject in self.cut else super().deliver(subject, body)


class End:
    """One end, which keeps what it is told."""

    def __init__(self) -> None:
        self.items: list[bytes] = []
        self.why: str | None = None
        self.link: Link | None = None

    def take(self, item: bytes) -> None:
        self.items.append(item)

    def broke(self, why: str) -> None:
        assert self.why is None
        self.why = why


class Pair:
    """Two nodes; a has opened a link to b."""

    def __init__(self, hub: LocalHub) -> None:
        self.here, self.there = End(), End()
        self.accepted: list[Link] = []
        self.a = Switchboard(hub.bus(), KEY, "a")
        self.b = Switchboard(hub.bus(), KEY, "b", self._accept)

    def _accept(self, link: Link) -> End:
        self.accepted.append(link)
        self.there.link = link
        return self.there

    async def open(self) -> Link:
        await self.a.open()
        await self.b.open()
        link = self.a.call("b", self.here)
        link.send(b"hello")
        return link


def play(hub: LocalHub, scenario: Callable[[Pair, Link], Awaitable[None]]) -> Pair:
    async def run() -> Pair:
        pair = Pair(hub)
        await scenario(pair, await pair.open())
        await pair.a.close()
        await pair.b.close()
        return pair

    loop = VirtualLoop()
    try:
        return loop.run_until_complete(run())
    finally:
        loop.close()


@given(seed=st.integers(0, 2**32), counts=st.lists(st.integers(0, 5), min_size=1, max_size=12), lose=st.floats(0, 0.4))
@settings(max_examples=60)
def test_items_arrive_once_each_and_in_order(seed: int, counts: list[int], lose: float) -> None:
    sent = {"here": list[bytes](), "there": list[bytes]()}
    arrived: list[bytes] = []

    async def scenario(pair: Pair, link: Link) -> None:
        while pair.there.link is None and pair.here.why is None:
            await asyncio.sleep(0.1)
        if pair.there.link is None:
            return
        for turn, count in enumerate(counts):
            for number in range(count):
                item = b"%d.%d" % (turn, number)
                link.send(item, lambda item=item: arrived.append(item))  # type: ignore[misc]
                sent["there"].append(item)
                pair.there.link.send(item)
                sent["here"].append(item)
            await asyncio.sleep(0.3)
        for _ in range(600):
            if pair.here.items == sent["here"] and len(arrived) == len(sent["there"]):
                break
            await asyncio.sleep(0.1)
        if pair.here.why is None and pair.there.why is None:
            assert pair.here.items == sent["here"]
            assert arrived == sent["there"] == pair.there.items[1:]
        else:  # beats were lost for so long that the link ended: what arrived is the beginning of what was sent
            assert pair.here.items == sent["here"][: len(pair.here.items)]
            assert pair.there.items[1:] == sent["there"][: len(pair.there.items) - 1]

    play(FaultyHub(seed, lose=lose), scenario)


def test_a_tick_is_one_packet() -> None:
    hub = Watched()

    async def scenario(pair: Pair, link: Link) -> None:
        for number in range(100):
            link.send(b"%d" % number)
        await asyncio.sleep(0.01)
        assert [subject for _, subject in hub.seen] == ["node.b"]
        assert len(pair.there.items) == 101

    play(hub, scenario)


def test_a_packet_that_goes_the_same_way_takes_the_place_of_an_acknowledgement() -> None:
    hub = Watched()

    async def scenario(pair: Pair, link: Link) -> None:
        await asyncio.sleep(0.5)
        assert pair.there.link is not None
        hub.begin()
        for _ in range(2):
            link.send(b"question")
            await asyncio.sleep(0.01)
            pair.there.link.send(b"answer")
            await asyncio.sleep(0.1)
        link.send(b"last")
        await asyncio.sleep(0.1)
        exchange = [(0, "node.b"), (0.01, "node.a"), (0.03, "node.b")]
        assert hub.seen == [
            *exchange,
            *((round(at + 0.11, 2), node) for at, node in exchange),
            *((0.22, "node.b"), (0.24, "node.a")),
        ]

    play(hub, scenario)


def test_a_packet_is_sent_again_at_growing_intervals_until_it_is_acknowledged() -> None:
    hub = Watched()

    async def scenario(pair: Pair, link: Link) -> None:
        await asyncio.sleep(0.5)
        hub.cut.add("node.b")
        for _ in range(2):
            hub.begin()
            link.send(b"during")
            await asyncio.sleep(6)
            sent = [at for at, node in hub.seen if node == "node.b"]
            assert [at for at in (0, 0.25, 0.75, 1.75, 3.75, 5.75) if at not in sent] == []
            assert len(sent) <= 6 + 6, "and beats"
            hub.cut.clear()
            await asyncio.sleep(3)
            hub.cut.add("node.b")
        assert pair.there.items == [b"hello", b"during", b"during"]

    play(hub, scenario)


def test_a_link_that_is_used_sends_no_beats() -> None:
    hub = Watched()

    async def scenario(pair: Pair, link: Link) -> None:
        await asyncio.sleep(0.5)
        hub.begin()
        for _ in range(20):
            link.send(b"item")
            await asyncio.sleep(0.5)
        assert [node for _, node in hub.seen] == ["node.b", "node.a"] * 20
        hub.begin()
        await asyncio.sleep(5)
        assert 4 <= len([node for _, node in hub.seen if node == "node.b"]) <= 5, "one beat a second when it is idle"

    play(hub, scenario)


def test_more_than_a_packet_is_divided() -> None:
    items = [bytes(LONGEST_PACKET // 3) for _ in range(20)]

    async def scenario(pair: Pair, link: Link) -> None:
        for item in items:
            link.send(item)
        await link.calm()
        await asyncio.sleep(0.1)
        assert pair.there.items[1:] == items

    play(LocalHub(), scenario)


def test_a_short_outage_ends_nothing() -> None:
    hub = FaultyHub(1, lose=0, repeat=0, delay=0)

    async def scenario(pair: Pair, link: Link) -> None:
        await asyncio.sleep(1)
        hub.cut |= {"node.a", "node.b"}
        link.send(b"during")
        await asyncio.sleep(SILENT_SECONDS - 2)
        hub.cut.clear()
        await asyncio.sleep(3)
        assert pair.there.items == [b"hello", b"during"]
        assert pair.here.why is None and pair.there.why is None

    play(hub, scenario)


@pytest.mark.parametrize("cut", [{"node.a"}, {"node.b"}, {"node.a", "node.b"}])
def test_a_long_outage_ends_the_link_on_both_sides(cut: set[str]) -> None:
    hub = FaultyHub(1, lose=0, repeat=0, delay=0)
    told = list[str]()

    async def scenario(pair: Pair, link: Link) -> None:
        await asyncio.sleep(1)
        hub.cut |= cut
        link.send(b"during", lambda: told.append("over"))
        await asyncio.sleep(3 * SILENT_SECONDS)
        assert pair.here.why and pair.there.why
        assert told == ["over"]
        link.send(b"afterwards", lambda: told.append("at once"))
        await asyncio.sleep(0.1)
        assert told == ["over", "at once"]
        hub.cut.clear()
        await asyncio.sleep(5)
        assert b"afterwards" not in pair.there.items

    play(hub, scenario)


def test_a_link_to_a_node_that_is_not_on_the_bus_any_more_ends_soon() -> None:
    async def scenario(pair: Pair, link: Link) -> None:
        await asyncio.sleep(1)
        assert pair.b._ears is not None and pair.there.link is not None
        pair.there.link._end()  # as if its process had been killed
        await pair.b._ears.stop()
        await asyncio.sleep(ABSENT_SECONDS - 0.1)
        assert pair.here.why is None, "it may only be busy"
        await asyncio.sleep(2 * BEAT_SECONDS + 0.1)
        assert pair.here.why == "The other node is not on the bus any more."

    play(LocalHub(), scenario)


def test_a_silent_node_that_is_on_the_bus_is_waited_for() -> None:
    hub = FaultyHub(1, lose=0, repeat=0, delay=0)

    async def scenario(pair: Pair, link: Link) -> None:
        await asyncio.sleep(1)
        hub.cut |= {"node.a"}
        await asyncio.sleep(SILENT_SECONDS - 1)
        assert pair.here.why is None
        await asyncio.sleep(3 * BEAT_SECONDS)
        assert pair.here.why and "Nothing has come" in pair.here.why

    play(hub, scenario)


def test_a_node_that_speaks_while_the_bus_is_asked_for_it_keeps_its_link() -> None:
    hub = LocalHub()

    async def scenario(pair: Pair, link: Link) -> None:
        await asyncio.sleep(1)
        there = pair.there.link
        assert there is not None
        asked = asyncio.Event()

        async def absent(peer: str) -> bool:
            asked.set()
            await asyncio.sleep(0.1)
            return True

        pair.a.absent = absent  # type: ignore[method-assign]
        pair.a.bus._ears[0]._inbox._stopped = True  # type: ignore[attr-defined]
        await asked.wait()
        pair.a.bus._ears[0]._inbox._stopped = False  # type: ignore[attr-defined]
        there.send(b"I am here")
        await asyncio.sleep(0.5)
        assert pair.here.items == [b"I am here"] and pair.here.why is None

    play(hub, scenario)


def test_a_link_that_one_side_closes_ends_on_the_other() -> None:
    async def scenario(pair: Pair, link: Link) -> None:
        await asyncio.sleep(0.1)
        link.send(b"last")
        link.close("enough")
        await asyncio.sleep(0.1)
        assert pair.there.items == [b"hello", b"last"]
        assert (pair.there.why, pair.here.why) == ("enough", None)

    play(LocalHub(), scenario)


def test_a_late_copy_of_a_first_packet_opens_no_link_again() -> None:
    class Remembering(LocalHub):
        first = b""

        def deliver(self, subject: str, body: bytes) -> int:
            if subject == "node.b" and not self.first:
                self.first = body
            return super().deliver(subject, body)

    hub = Remembering()

    async def scenario(pair: Pair, link: Link) -> None:
        await asyncio.sleep(0.1)
        link.close("enough")
        await asyncio.sleep(0.1)
        hub.deliver("node.b", hub.first)
        await asyncio.sleep(0.1)
        assert len(pair.accepted) == 1
        assert pair.there.items == [b"hello"]

    play(hub, scenario)


def test_a_node_that_has_restarted_ends_the_links_of_its_predecessor() -> None:
    hub = LocalHub()

    async def scenario(pair: Pair, link: Link) -> None:
        await asyncio.sleep(0.1)
        assert pair.b._ears is not None
        await pair.b._ears.stop()  # as by kill -9: nobody is told
        again = Switchboard(hub.bus(), KEY, "b", lambda link: End())
        await again.open()
        await asyncio.sleep(3)
        assert pair.here.why == "The other node does not know it."
        await again.close()

    play(hub, scenario)


def test_too_much_that_waits_ends_the_link() -> None:
    hub = FaultyHub(1, lose=0, repeat=0, delay=0)

    async def scenario(pair: Pair, link: Link) -> None:
        await asyncio.sleep(0.1)
        hub.cut.add("node.b")
        chunk = bytes(200_000)
        for _ in range(MOST_BYTES // len(chunk) + 1):
            link.send(chunk)
        await asyncio.sleep(0.1)
        assert pair.here.why == "More than 67,108,864 bytes wait for it."
        await link.calm()

    play(hub, scenario)


def test_what_is_sealed_with_another_key_is_not_taken(caplog: pytest.LogCaptureFixture) -> None:
    hub = LocalHub()

    async def scenario(pair: Pair, link: Link) -> None:
        await asyncio.sleep(0.1)
        stranger = Switchboard(hub.bus(), HouseKey(bytes(31) + b"1"), "stranger")
        await stranger.open()
        stranger.call("b", End()).send(b"let me in")
        await asyncio.sleep(0.1)
        assert len(pair.accepted) == 1
        await stranger.close()

    play(hub, scenario)
    assert "sealed with this arena's key" in caplog.text


class Recording(LocalHub):
    """Keeps what a stranger on the bus would hear."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[str, bytes]] = []

    def deliver(self, subject: str, body: bytes) -> int:
        self.heard.append((subject, body))
        return super().deliver(subject, body)

    def to(self, subject: str) -> list[bytes]:
        return [body for to, body in self.heard if to == subject]


def test_packets_that_a_stranger_has_recorded_count_at_no_other_node() -> None:
    hub = Recording()

    async def scenario(pair: Pair, link: Link) -> None:
        await asyncio.sleep(0.1)
        link.send(b"drain the room")
        await asyncio.sleep(0.1)
        other, accepted = End(), list[Link]()

        def accept(link: Link) -> End:
            accepted.append(link)
            return other

        later = Switchboard(hub.bus(), KEY, "c", accept)  # such as b after a restart, which has another name
        await later.open()
        for body in hub.to("node.b"):
            hub.deliver("node.c", body)
        await asyncio.sleep(0.1)
        assert not accepted and not other.items
        await later.close()

    play(hub, scenario)


def test_a_packet_that_comes_back_to_its_sender_does_not_count() -> None:
    hub = Recording()

    async def scenario(pair: Pair, link: Link) -> None:
        await asyncio.sleep(0.1)
        for body in hub.to("node.b"):
            hub.deliver("node.a", body)
        await asyncio.sleep(0.1)
        assert pair.here.items == [] and pair.here.why is None

    play(hub, scenario)


def test_an_item_that_cannot_be_handled_costs_no_other() -> None:
    class Choosy(End):
        def take(self, item: bytes) -> None:
            if item == b"bad":
                raise ValueError("this one cannot be handled")
            super().take(item)

    async def scenario(pair: Pair, link: Link) -> None:
        await asyncio.sleep(0.1)
        choosy = Choosy()
        pair.accepted[0].ends = choosy
        for item in (b"one", b"bad", b"two"):
            link.send(item)
        await asyncio.sleep(0.1)
        assert choosy.items == [b"one", b"two"] and pair.here.why is None

    play(LocalHub(), scenario)


def test_an_empty_message_is_no_packet_and_no_attack(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario(pair: Pair, link: Link) -> None:
        await asyncio.sleep(0.1)
        pair.a.bus.tell("node.b", b"")
        await asyncio.sleep(0.1)
        assert pair.there.why is None

    play(LocalHub(), scenario)
    assert not caplog.records


def test_hidden_cards_are_not_in_the_open_on_the_bus() -> None:
    class Listening(LocalHub):
        seen = b""

        def deliver(self, subject: str, body: bytes) -> int:
            self.seen += body
            return super().deliver(subject, body)

    hub = Listening()

    async def scenario(pair: Pair, link: Link) -> None:
        link.send(b"the ace of spades")
        await asyncio.sleep(0.1)
        assert pair.there.items[-1] == b"the ace of spades"
        assert b"spades" not in hub.seen and b"node" not in hub.seen

    play(hub, scenario)

"""The ways of clients whose tables are played at another node, at both ends: no message overtakes another, and none is
lost on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from croupier.arena.bus.link import LONGEST_ITEM, Ends
from croupier.arena.nodes import messages
from croupier.arena.nodes.hall import Hall, Held, Host, HostCaller
from croupier.arena.nodes.messages import encode, from_host, to_host, to_room
from croupier.arena.nodes.routes import Routes
from croupier.arena.room.guests import TOO_MANY_FRAMES

from .memory_store import MemoryStore
from .virtual import PEPPER, InlineHouse


class FakeLink:
    """A link, whose items wait until the test takes them."""

    def __init__(self, ends: Ends | None = None) -> None:
        self.ends = ends
        self.sent: list[bytes] = []
        self.arrivals: list[Callable[[], None]] = []
        self.closed = False

    def send(self, item: bytes, arrived: Callable[[], None] | None = None) -> None:
        self.sent.append(item)
        if arrived is not None:
            self.arrivals.append(arrived)

    def close(self, why: str) -> None:
        self.closed = True

    def told(self, decoder: Any = to_host) -> list[Any]:
        sent, self.sent = self.sent, []
        return [decoder.decode(item) for item in sent]


class Sockets:
    """The sockets of a node, which keep what they are told."""

    def __init__(self) -> None:
        self.shown: list[Any] = []
        self.lost: list[int] = []

    def show(self, message: Any) -> None:
        self.shown.append(message)

    def lose(self, id: int) -> None:
        self.lost.append(id)


class Gateway:
    """A node with clients: its routes, its links by node, and its link to the room."""

    def __init__(self) -> None:
        self.sockets, self.links = Sockets(), dict[str, list[Any]]()
        self.room: Any = FakeLink()
        self.routes = Routes(self.sockets, self._call)

    def _call(self, node: str, ends: Ends) -> Any:
        link = FakeLink(ends)
        self.links.setdefault(node, []).append(link)
        return link

    def move(self, id: int, node: str) -> Any:
        self.routes.move(messages.Moved(id, node, "loan", f"r{id}"), self.room)
        return self.links[node][-1]


def test_the_room_is_told_that_a_way_has_changed_when_the_other_node_expects_the_client() -> None:
    one = Gateway()
    link = one.move(1, "b")
    assert one.routes.way(1) is link
    assert link.told() == [messages.Here(1, "loan", "r1")]
    assert one.room.sent == []
    link.arrivals.pop()()
    assert one.room.told(to_room) == [messages.Routed(1)]


def test_clients_whose_tables_are_at_one_node_share_a_link() -> None:
    one = Gateway()
    assert one.move(1, "b") is one.move(2, "b") is not one.move(3, "c")
    assert [len(links) for links in one.links.values()] == [1, 1]


def test_a_client_that_is_gone_is_told_to_the_node_that_plays_its_table_once() -> None:
    one = Gateway()
    link = one.move(1, "b")
    link.told()
    one.routes.forget(1)
    one.routes.forget(1)
    assert link.told() == [messages.Left(1)] and one.routes.way(1) is None


def test_a_table_that_goes_home_takes_its_clients_back_from_that_node_only() -> None:
    one = Gateway()
    link, other = one.move(1, "b"), one.move(2, "c")
    link.told(), other.told()
    one.routes.take(other, encode(messages.Back(1)))
    assert one.routes.way(1) is link and other.told() == []
    one.routes.take(link, encode(messages.Back(1)))
    assert one.routes.way(1) is None and link.told() == [messages.Left(1)]
    assert one.routes.way(2) is other


def test_what_a_node_says_to_a_client_is_shown() -> None:
    one = Gateway()
    link = one.move(1, "b")
    said = [messages.Frames(1, [b"x"]), messages.Close(1, 1000, "over"), messages.HangUp(1)]
    for message in (*said, messages.Dropped("loan", "why")):
        assert link.ends is not None
        link.ends.take(encode(message))
    assert one.sockets.shown == said


def test_clients_of_a_lost_node_and_no_others_have_to_come_back() -> None:
    one = Gateway()
    link, other = one.move(1, "b"), one.move(2, "c")
    one.move(3, "b")
    assert link.ends is not None
    link.ends.broke("The test ends it.")
    assert one.sockets.lost == [1, 3] and one.routes.way(1) is one.routes.way(3) is None
    assert one.routes.way(2) is other
    again = one.move(4, "b")
    assert again is not link
    link.ends.broke("It is told late.")
    assert one.move(5, "b") is again, "the new link stays"


def test_all_links_end_with_the_room() -> None:
    one = Gateway()
    link, other = one.move(1, "b"), one.move(2, "c")
    one.routes.end()
    assert link.closed and other.closed
    assert one.routes.way(1) is one.routes.way(2) is None and one.sockets.lost == []
    assert one.move(1, "b") is not link


# The node that plays the table


class FakeHall:
    """The tables of a lender, which keep what is said at them."""

    def __init__(self) -> None:
        self.lent: dict[str, Any] = {"loan": None}
        self.guests: dict[str, Any] = {}
        self.said: list[tuple[str, str, bytes]] = []

    def say(self, loan: str, connection: str, data: bytes) -> None:
        self.said.append((loan, connection, data))


def hosted() -> tuple[Host, HostCaller, Any]:
    host, link = Host("b", MemoryStore(), PEPPER, InlineHouse(), lambda: 0), FakeLink()
    ends: Any = link
    return host, host.accept(ends), ends


def in_loop(scenario: Callable[[], None]) -> None:
    async def run() -> None:
        scenario()

    asyncio.run(run())


def test_what_a_client_says_before_its_table_is_here_waits_for_it() -> None:
    def scenario() -> None:
        host, caller, _ = hosted()
        caller.take(encode(messages.Said(1, b"nobody knows it", 5)))
        caller.take(encode(messages.Here(1, "loan", "r1")))
        caller.take(encode(messages.Said(1, b"early", 5)))
        client = host.clients["loan", "r1"]
        assert client.early == [b"early"]
        hall: Any = FakeHall()
        host.halls["loan"] = hall
        caller.take(encode(messages.Said(1, b"in time", 5)))
        assert hall.said == [("loan", "r1", b"in time")] and client.early == [b"early"]

    in_loop(scenario)


def test_a_table_goes_home_when_the_last_of_its_clients_has_gone_back() -> None:
    async def scenario() -> None:
        host, caller, _ = hosted()
        for id, loan in ((1, "loan"), (2, "loan"), (3, "other")):
            caller.take(encode(messages.Here(id, loan, f"r{id}")))
        assert {client.id for client in host.clients_of("loan")} == {1, 2}
        leaving = asyncio.create_task(host.all_left("loan"))
        await asyncio.sleep(0)
        caller.take(encode(messages.Left(1)))
        caller.take(encode(messages.Left(3)))
        caller.take(encode(messages.Left(7)))
        await asyncio.sleep(0)
        assert not leaving.done()
        caller.take(encode(messages.Left(2)))
        await leaving
        assert host.clients == {}
        await host.all_left("loan")  # nobody is waited for

    asyncio.run(scenario())


@pytest.mark.parametrize("how", ["link", "table"])
def test_nobody_waits_for_clients_of_a_lost_node_or_of_a_table_that_is_gone(how: str) -> None:
    async def scenario() -> None:
        host, caller, _ = hosted()
        caller.take(encode(messages.Here(1, "loan", "r1")))
        caller.take(encode(messages.Here(2, "loan", "r2")))
        leaving = asyncio.create_task(host.all_left("loan"))
        await asyncio.sleep(0)
        if how == "link":
            caller.broke("The test ends it.")
            assert host.callers == set()
        else:
            host.left("loan")
        await leaving
        assert host.clients == {}

    asyncio.run(scenario())


def test_a_table_that_cannot_be_taken_is_handed_back_and_is_no_longer_expected() -> None:
    def scenario() -> None:
        host, caller, link = hosted()
        lent = messages.Lent("loan", 1, b"{}", b"{}", "rules", 0, 0, [], [])
        caller.take(encode(messages.Session("loan", b"not expected", False)))
        assert caller.hall is None
        caller.take(encode(lent))
        caller.take(encode(messages.Session("loan", b"a part", True)))
        assert caller.hall is None, "it is not whole"
        caller.take(encode(messages.Session("loan", b"the rest", False)))
        [dropped] = link.told(from_host)
        assert type(dropped) is messages.Dropped and dropped.loan == "loan" and dropped.why
        assert host.tables == []
        caller.take(encode(lent))
        caller.take(encode(messages.Dropped("loan", "It is not wanted any more.")))
        caller.take(encode(messages.Session("loan", b"late", False)))
        assert link.told(from_host) == []

    in_loop(scenario)


def test_messages_on_the_way_are_held_up_to_a_limit() -> None:
    class Guest:
        def __init__(self) -> None:
            self.refused: list[str] = []
            self.connection = type("Connection", (), {"id": "r1"})

        def refuse(self, code: str, msg: str, wait: int = 0) -> None:
            self.refused.append(code)

    held = Held()
    guest: Any = Guest()
    held(guest, bytes(LONGEST_ITEM // 2))
    assert guest.refused == []
    held(guest, b"1")
    assert guest.refused == [TOO_MANY_FRAMES]
    assert held.sent() == [("r1", bytes(LONGEST_ITEM // 2))]


def test_a_node_that_ends_plays_nothing_more() -> None:
    async def scenario() -> None:
        host, caller, link = hosted()
        hall = caller.hall = Hall(host, link)
        await host.close()
        assert hall.closing
        host.closing = True
        await host.hand_back()  # nothing is played here

    asyncio.run(scenario())

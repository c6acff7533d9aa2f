"""Requests that are under way when the room is lost are repeated, and orders are carried out once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from croupier.arena.accounts import Accounts, decode
from croupier.arena.nodes.reception import Reception
from croupier.arena.nodes.repeating import LONGEST_BODY, MOST_ATTEMPTS, attempt_of, repeated
from croupier.arena.room import memory
from croupier.arena.room.room import Room, asked
from croupier.arena.store import Value

from .cluster import cluster
from .memory_store import MemoryStore
from .network import holdem, http
from .virtual import PEPPER, InlineHouse

Message = dict[str, Any]
Serve = Callable[[Any, Any, Any], Awaitable[None]]


class Asked:
    """A request, and what is answered."""

    def __init__(self, *parts: bytes, method: str = "POST", path: str = "/api/accounts") -> None:
        self.scope = {"type": "http", "method": method, "path": path, "state": {"kept": 1}}
        self.messages = [
            {"type": "http.request", "body": part, "more_body": number < len(parts)}
            for number, part in enumerate(parts, 1)
        ]
        self.told: list[Message] = []

    async def receive(self) -> Message:
        return self.messages.pop(0) if self.messages else {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        self.told.append(message)

    @property
    def status(self) -> int:
        status: int = self.told[0]["status"]
        return status

    def ask(self, serve: Serve) -> None:
        asyncio.run(repeated(lambda: serve, self.scope, self.receive, self.send))


async def body_of(receive: Callable[[], Awaitable[Message]]) -> bytes:
    body, more = b"", True
    while more:
        part = await receive()
        body, more = body + part.get("body", b""), part.get("more_body", False)
    return body


def test_an_attempt_has_the_name_of_the_first_and_its_whole_body() -> None:
    seen: list[tuple[str, bool, bytes, int]] = []

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        attempt = attempt_of(scope)
        assert attempt is not None
        parts = len(seen) + 1
        body = (await receive())["body"] if parts == 1 else await body_of(receive)  # it breaks off in the first
        seen.append((attempt.name, attempt.again, body, scope["state"]["kept"]))
        attempt.lost = parts < 3
        if not attempt.lost:
            await send({"type": "http.response.start", "status": 200})

    one = Asked(b"ab", b"cd", b"e")
    one.ask(serve)
    [first, second, third] = seen
    assert first[0] and {first[0], second[0], third[0]} == {first[0]}
    assert [again for _, again, _, _ in seen] == [False, True, True]
    assert [body for _, _, body, _ in seen] == [b"ab", b"abcde", b"abcde"] and third[3] == 1
    assert one.status == 200


def test_every_request_has_another_name_and_one_that_only_reads_has_none() -> None:
    names: list[str | None] = []

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        attempt = attempt_of(scope)
        names.append(None if attempt is None else attempt.name)

    for method in ("POST", "PUT", "DELETE", "PATCH"):
        Asked(method=method).ask(serve)
    assert len(set(names)) == 4 and all(names)
    names.clear()
    for method in ("GET", "HEAD", "OPTIONS"):
        Asked(method=method).ask(serve)
    for path in ("/api/act", "/api/join", "/api/leave", "/mcp"):
        Asked(path=path).ask(serve)
    assert names == ["", "", "", None, None, None, None]


@pytest.mark.parametrize(("length", "attempts"), [(LONGEST_BODY, MOST_ATTEMPTS), (LONGEST_BODY + 1, 1)])
def test_a_request_is_given_up_after_some_attempts_and_a_very_long_one_after_the_first(
    length: int, attempts: int
) -> None:
    bodies: list[int] = []

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        bodies.append(len(await body_of(receive)))
        attempt = attempt_of(scope)
        assert attempt is not None
        attempt.lost = True

    one = Asked(bytes(10), bytes(length - 20), bytes(5), bytes(5))
    one.ask(serve)
    assert bodies == [length] * attempts
    assert one.status == 503 and b"NO_ROOM" in one.told[1]["body"]


def test_the_first_append_of_an_order_has_its_name_with_it_and_no_other_append() -> None:
    async def run() -> None:
        store = MemoryStore()
        room = await Room.open(store, PEPPER, InlineHouse())
        await room.keep(Value("before", b"1"))
        asked.set(["order"])
        await room.keep(Value("first", b"1"))
        assert list(await store.values(memory.ASKED)) == [memory.ASKED + "order"]
        store.append(Value(memory.ASKED + "order", None))
        await room.keep(Value("second", b"1"))
        assert await store.values(memory.ASKED) == {}
        await room.close()

    asyncio.run(run())


def test_an_order_that_nobody_repeats_any_more_is_forgotten_when_the_room_is_opened() -> None:
    async def run() -> None:
        store = MemoryStore()
        room = await Room.open(store, PEPPER, InlineHouse())
        now = room.wall()
        await room.keep(memory.of_asked("long ago", now - memory.ASKED_MS - 60_000), memory.of_asked("lately", now))
        store._closed, again = False, await Room.open(store, PEPPER, InlineHouse())
        await again.keep(Value("probe", b""))
        assert list(await store.values(memory.ASKED)) == [memory.ASKED + "lately"]
        assert memory.asked_long_ago({memory.ASKED + "x": b"5"}, 5 + memory.ASKED_MS) == []
        assert memory.asked_long_ago({memory.ASKED + "x": b"5"}, 6 + memory.ASKED_MS) == [
            Value(memory.ASKED + "x", None)
        ]
        await room.close()
        await again.close()

    asyncio.run(run())


def test_orders_under_way_when_the_room_is_lost_are_carried_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers of the first node are held back; what is marked as undone does not even begin there."""
    lost, waiting = True, 0
    answered = Reception._answered

    async def held(self: Reception, application: Any, scope: Any, receive: Any, send: Any) -> None:
        async def silent(message: Any) -> None:
            nonlocal waiting
            waiting += 1
            await asyncio.Event().wait()

        if not lost:
            return await answered(self, application, scope, receive, send)
        if b"undone" in scope["query_string"]:
            await silent({})
        await answered(self, application, scope, receive, silent)

    monkeypatch.setattr(Reception, "_answered", held)

    async def run() -> None:
        nonlocal lost
        async with cluster(3, holdem()) as nodes:
            first = nodes.nodes[0]
            bearer = {"Authorization": f"Bearer {first.host_token}"}
            asking = []
            for number, node in enumerate(nodes.nodes[:2]):
                asking.append(http(node.url, "/api/lobby"))
                for undone in ("", "?undone"):
                    grant = {"team": f"Team{number}{undone[1:]}", "tokens": 1, "why": "test"}
                    asking.append(http(node.url, f"/api/accounts{undone}", "POST", grant, **bearer))
            asked = asyncio.gather(*asking)
            await nodes.until(lambda: waiting == len(asking))
            lost = False
            first.let_go("The test lets it go.")
            told = await asked
            having = await nodes.settled()
            assert having is not first
            assert [status for status, _ in told] == [200, 409, 200] * 2
            assert {told[number][1]["code"] for number in (1, 4)} == {"ALREADY_DONE"}
            kept = Accounts.of(decode(line.body) for line in await nodes.store.read(memory.ACCOUNTS))
            balances = kept.summary().balances
            assert {balances[f"team{number}{undone}"] for number in range(2) for undone in ("", "undone")} == {
                kept.opening + 1
            }, balances

    asyncio.run(run())

"""A whole room without sockets, processes or real time: the clock jumps to the next timer when nothing else is to be
done.

    with hall() as one:                        a room in a loop of its own, with bots of the house that answer at once
        one.event(kind="robin", …)
        alpha = one.join("Alpha", code)        a client that answers as it is told, after a delay in milliseconds
        one.until(lambda: …)                   let everything happen until something is so
"""

from __future__ import annotations

import asyncio
import json
import selectors
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from croupier.arena.events.desk import EventDesk
from croupier.arena.events.event import Event
from croupier.arena.events.events import Events, open_room
from croupier.arena.house import Explained, House, Question
from croupier.arena.house.worker import answer
from croupier.arena.room.connection import Connection
from croupier.arena.room.guests import Guest
from croupier.arena.room.room import Room
from croupier.arena.shuffle import new_secret
from croupier.kernel.contract.game import Move
from croupier.kernel.contract.nameplate import Nameplate

from .memory_store import MemoryStore

Frame = dict[str, Any]
PEPPER = b"pepper" * 6
MOST_STEPS = 200_000


class _Selector(selectors.SelectSelector):
    """Never blocks: the clock jumps ahead by the time that it would wait."""

    loop: VirtualLoop

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise RuntimeError("Nothing is left that could ever happen.")
        self.loop.clock += max(0.0, timeout)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop whose clock jumps to the next timer when there is nothing to do, and stands still otherwise."""

    def __init__(self) -> None:
        self.clock = 1000.0
        selector = _Selector()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        return self.clock

    def idle(self) -> float:
        """The seconds until the next timer."""
        if self._ready:  # type: ignore[attr-defined]
            return 0.0
        due = [timer.when() for timer in self._scheduled if not timer.cancelled()]  # type: ignore[attr-defined]
        return max(0.0, min(due) - self.clock)


class InlineHouse(House):
    """House bots that answer at once, in plain Python."""

    def __init__(self) -> None:
        super().__init__()
        self._bots: dict[Any, Any] = {}
        self.silent = False

    def ask(self, asked: Question, answered: Callable[[Move], None]) -> None:
        if not self.silent:
            move = answer(self._bots, asked)
            assert isinstance(move, Move), move
            asyncio.get_running_loop().call_soon(answered, move)

    def advise(self, asked: Question, players: Sequence[Nameplate], answered: Callable[[Explained], None]) -> None:
        said = answer(self._bots, asked._replace(explains=tuple(players)))
        assert isinstance(said, Explained), said
        asyncio.get_running_loop().call_soon(answered, said)


class Wire:
    """The client's end of a connection: passes frames to the client."""

    full = False

    def __init__(self, client: Client) -> None:
        self.client, self.gone = client, False

    def write(self, frames: list[bytes]) -> None:
        for frame in frames:
            self.client.arrived(msgspec.json.decode(frame))

    def finish(self, code: int, reason: str) -> None:
        self.gone, self.client.closed = True, (code, reason)
        self.client.loop.call_soon(self.client.cut)

    def hang_up(self) -> None:
        self.finish(1006, "")


Style = Callable[[Frame], dict[str, Any] | None]
"""A function from a question to a client's answer; None for no answer."""


def calls(act: Frame) -> dict[str, Any]:
    """Check, call or fold, the first of them that is legal."""
    return {"action": next(word for word in ("CHECK", "CALL", "FOLD") if word in act["legal"])}


def folds(act: Frame) -> dict[str, Any]:
    return {"action": "CHECK" if "CHECK" in act["legal"] else "FOLD"}


def shoves(act: Frame) -> dict[str, Any]:
    if "RAISE_TO" in act["legal"]:
        return {"action": "RAISE_TO", "amount": act["max_raise_to"]}
    return {"action": "CALL" if "CALL" in act["legal"] else "CHECK"}


def silent(act: Frame) -> None:
    return None


class Client:
    """A team with its connection."""

    def __init__(self, hall: Hall, team: str, code: str, style: Style = calls, think_ms: int = 10) -> None:
        self.hall, self.loop, self.team, self.code = hall, hall.loop, team, code
        self.style, self.think_ms = style, think_ms
        self.seen: list[Frame] = []
        self.token = ""
        self.closed: tuple[int, str] | None = None
        self.guest: Guest | None = None

    def connect(self, **more: Any) -> Client:
        self.hall.connections += 1
        self.closed = None
        connection = Connection(f"c{self.hall.connections}", Wire(self), "127.0.0.1", self.loop)  # type: ignore[arg-type]
        self.guest = Guest(self.hall.room, connection)
        hello = {"team": self.team, "join_code": self.code, "token": self.token, **more}
        self.say(type="hello", **hello)
        return self

    def say(self, **message: Any) -> None:
        if self.guest is not None:
            self.guest.hear(json.dumps({"v": 1, **message}).encode())

    def arrived(self, frame: Frame) -> None:
        self.seen.append(frame)
        if frame["type"] == "welcome":
            self.token = frame.get("token") or self.token
        if frame["type"] == "act":
            self.loop.call_later(self.think_ms / 1000, self._answer, frame)

    def _answer(self, act: Frame) -> None:
        said = self.style(act)
        if said is not None and self.guest is not None:
            self.say(type="action", act_id=act["act_id"], hand_id=act["hand_id"], **said)

    def cut(self) -> None:
        """Break the connection."""
        guest, self.guest = self.guest, None
        if guest is not None:
            guest.leave()

    def of(self, type_: str) -> list[Frame]:
        return [frame for frame in self.seen if frame["type"] == type_]


async def at_once(function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*arguments)


class Hall:
    """A room with events, in a loop of its own."""

    def __init__(
        self, loop: VirtualLoop, store: MemoryStore | None = None, secrets: Callable[[], bytes] = new_secret
    ) -> None:
        self.loop, self.store, self.secrets, self.connections = loop, store or MemoryStore(), secrets, 0
        self.house = InlineHouse()
        self.room: Room
        self.events: Events

    def open(self) -> None:
        self.loop.run_until_complete(self._open())

    async def _open(self) -> None:
        self.events = await open_room(self.store, PEPPER, self.house, at_once, secrets=self.secrets)
        self.room = self.events.room

    def kill(self) -> None:
        """Open a new room on the same store, as after `kill -9`."""
        self.room.closing = True
        self.room._ticking.cancel()  # type: ignore[union-attr]
        for desk in self.room.desks.values():
            desk.stop()
        for hosted in self.room.tables.values():
            hosted.stop()
        self.loop.run_until_complete(asyncio.sleep(0))
        self.open()

    def event(self, **asked: Any) -> EventDesk:
        async def opened() -> EventDesk:
            return self.events.open(Event(**{"id": "cup", "practice": "", **asked}))

        return self.loop.run_until_complete(opened())

    def do(self, function: Callable[[], Any]) -> Any:
        """Call a function inside the loop."""

        async def inside() -> Any:
            return function()

        return self.loop.run_until_complete(inside())

    def join(self, team: str, code: str, style: Style = calls, think_ms: int = 10, **hello: Any) -> Client:
        client = Client(self, team, code, style, think_ms)
        self.do(lambda: client.connect(**hello))
        return client

    def until(self, so: Callable[[], Any]) -> None:
        """Run the loop until a condition is true."""

        async def wait() -> None:
            for _ in range(MOST_STEPS):
                if so():
                    return
                await asyncio.sleep(self.loop.idle())
            raise AssertionError("It never came to that.")

        self.loop.run_until_complete(wait())

    def pass_time(self, ms: int) -> None:
        self.loop.run_until_complete(asyncio.sleep(ms / 1000))

    def told(self, id: str = "cup") -> dict[str, Any]:
        return self.events.told(self.events.desks[id])


@contextmanager
def hall(store: MemoryStore | None = None) -> Iterator[Hall]:
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    one = Hall(loop, store)
    one.open()
    try:
        yield one
    finally:
        loop.run_until_complete(one.room.close())
        loop.run_until_complete(asyncio.sleep(0))
        asyncio.set_event_loop(None)
        loop.close()

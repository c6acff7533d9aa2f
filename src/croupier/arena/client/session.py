"""A connection to an arena that reconnects by itself.

The end of a connection is not the end of a match: only the arena can say that something is over. So the session
reconnects, with its token, the number of the last frame that it got, the table and the match, and gets the frames that
it missed. A duplicate frame is dropped. If a frame is missing, or the arena does not answer pings, the session
reconnects.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import urllib.error
import urllib.request
from collections import deque
from collections.abc import Callable
from typing import Any
from urllib.parse import SplitResult, urlsplit

import websockets

from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import OWN

from ..room.connection import POLICY_VIOLATION
from ..room.pulse import PING_SECONDS, SILENT_AFTER
from ..tables.effects import EVENT_OVER, KICKED, REPLACED, SWAPPED
from .tally import Tally
from .tokens import SeatToken

Json = dict[str, Any]
FOR_GOOD = {
    REPLACED: "another connection has taken this seat",
    KICKED: "the host has ended your part",
    SWAPPED: "the host has given this seat to another bot",
    POLICY_VIOLATION: "a limit was broken",
}
"""The close codes after which the session does not reconnect."""
PATIENCE = 60.0
"""The default number of seconds for which a session tries to reconnect."""
SLOWEST = 5.0
SECRETS = ("token", "join_code")
"""The fields of frames that must not be logged."""
LEFT_OUT = "(left out)"
FORBIDDEN = (403, 421)
"""The statuses with which an arena refuses a handshake for good: a foreign page, or a name that is not the arena's."""


class Refused(BadInput):
    """The arena refused the `hello` or the handshake."""

    def __init__(self, code: str, msg: str) -> None:
        super().__init__(f"{msg} ({code})")
        self.code = code


class SeatLost(BadInput):
    """The arena has ended the connection, and a reconnect would not help."""


class EventOver(SeatLost):
    """The arena has ended the connection because the event is over."""


class Unreachable(BadInput):
    """No arena answers at the address."""


def address(text: str) -> str:
    """The address of `/ws`, from any address of an arena: localhost:8000, http://…, ws://…/ws."""
    parts = split_address(text)
    scheme = parts.scheme.replace("http", "ws")
    path = parts.path if parts.path.strip("/") else "/ws"
    return f"{scheme}://{parts.netloc}{path}"


def split_address(text: str) -> SplitResult:
    """The parts of an arena's address; BadInput if it is not a valid address."""
    try:
        parts = urlsplit(text if re.match(r"[A-Za-z]+://", text) else f"http://{text}")
        if parts.scheme in ("http", "https", "ws", "wss") and parts.hostname and parts.port != 0:
            parts.hostname.encode("idna")  # raises ValueError for an invalid host name
            return parts
    except ValueError:
        pass
    raise BadInput(f"{text!r} is no address of an arena; write one such as http://127.0.0.1:8000.")


async def ask(url: str, path: str) -> tuple[int, Any]:
    """The arena's answer to a GET request: the status and the JSON. Status 0 if nothing answers."""
    http = url.replace("ws", "http", 1).removesuffix("/ws") + path

    def asked() -> tuple[int, Any]:
        try:
            with urllib.request.urlopen(http, timeout=10) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, None
        except (OSError, ValueError):
            return 0, None

    return await asyncio.to_thread(asked)


class ClientSession:
    """One seat, over any number of connections."""

    def __init__(
        self,
        url: str,
        team: str,
        code: str,
        token: SeatToken,
        tally: Tally,
        *,
        dialect: str = OWN,
        table: str = "",
        buy_in: int | None = None,
        top_up: bool = False,
        patience: float = PATIENCE,
        pause: Callable[[int], float] | None = None,
        log: Callable[[str, str], None] | None = None,
    ) -> None:
        """`buy_in` are the chips to bring to a cash table, and `top_up` says whether to be topped up before every hand
        there. `pause` returns the seconds to wait before an attempt, from the number of failed attempts. `log` is
        called with every frame, without secrets: with "<" for a received frame and ">" for a sent one."""
        self.url, self.tally = address(url), tally
        self._hello: Json = {"type": "hello", "v": 1, "team": team, "join_code": code, "dialect": dialect}
        if table:
            self._hello["table"] = table
        if buy_in is not None:
            self._hello["buy_in"] = buy_in
        if top_up:
            self._hello["top_up"] = True
        self._token, self._patience, self._pause, self._log = token, patience, pause or _pause, log
        self._socket: websockets.ClientConnection | None = None
        self._early: deque[Json] = deque()
        self._number: int | None = None
        self._match = ""
        """The last match that was named at this table."""
        self._pinging: asyncio.Task[None] | None = None
        self._told_to_wait = 0.0
        """The seconds after which a closing arena asked clients to reconnect."""
        self._put_off = ""
        """The reason with which the arena put off the last attempt."""
        self.table = ""
        self.connections = 0

    async def next(self) -> Json:
        """The next frame. BadInput (Refused, SeatLost, Unreachable) if no more can come."""
        while True:
            if self._early:
                return self._early.popleft()
            if self._socket is None:
                await self._come_in()
                continue
            try:
                frame = self._read(await self._socket.recv())
            except websockets.ConnectionClosed as closed:
                self._gone(closed)
                continue
            if frame is not None and self._in_order(frame):
                return frame

    async def say(self, message: Json) -> None:
        """Send a message; it is lost if the connection is broken."""
        with contextlib.suppress(websockets.ConnectionClosed):
            if self._socket is not None:
                await self._send(self._socket, {"v": 1, **message})

    async def _send(self, socket: websockets.ClientConnection, message: Json) -> None:
        data = json.dumps(message)
        if self._log:
            self._log(">", without_secrets(data))
        await socket.send(data)

    def drop(self) -> None:
        """Break the connection, as a bad network would."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def close(self) -> None:
        """Close the connection with a close frame, so that the arena knows that the client has left."""
        if self._pinging:
            self._pinging.cancel()
        if self._socket is not None:
            await self._socket.close(1000, "goodbye")
            self._socket = None

    async def ask(self, path: str) -> tuple[int, Any]:
        """The arena's answer to a GET request."""
        return await ask(self.url, path)

    # Connecting and reconnecting

    async def _come_in(self) -> None:
        failed, loop = 0, asyncio.get_running_loop()
        until = loop.time() + self._patience
        wait, self._told_to_wait = self._told_to_wait, 0.0
        await asyncio.sleep(min(wait, self._patience))
        while True:
            try:
                if await self._attempt():
                    return
                why = self._put_off or "it closed the connection"
            except websockets.InvalidStatus as error:
                why = _told(error.response)
            except (OSError, TimeoutError, websockets.InvalidHandshake) as error:
                why = str(error) or type(error).__name__
            here = self.connections or self._put_off
            if not here or loop.time() > until:
                advice = "it stays away" if here else "is it open? `croupier serve` opens one"
                raise Unreachable(f"{self.url} cannot be reached: {why} ({advice}).")
            await asyncio.sleep(self._pause(failed))
            failed += 1

    async def _attempt(self) -> bool:
        """Connect and send `hello`; whether it was accepted. Refused if it never will be."""
        self._put_off = ""
        socket = await websockets.connect(self.url, compression=None, max_queue=None, ping_interval=None)
        hello = {**self._hello, "token": self._token.value}
        if self.connections:
            hello |= {"resume": self._number or 0, "resume_table": self.table, "resume_match": self._match}
        try:
            await self._send(socket, hello)
            while True:
                async with asyncio.timeout(SILENT_AFTER):
                    frame = self._read(await socket.recv())
                if frame is None:
                    continue
                if frame["type"] == "welcome":
                    break
                if frame["type"] in ("error", "error_msg"):
                    await self._turned_away(frame)
                    await self._send(socket, hello)
        except websockets.ConnectionClosed as closed:
            self._gone(closed)
            return False
        except BaseException:
            socket.transport.abort()
            raise
        self._welcomed(frame)
        self._early.append(frame)
        self._socket, self.connections = socket, self.connections + 1
        self.tally.reconnects = self.connections - 1
        if self._pinging:
            self._pinging.cancel()
        self._pinging = asyncio.create_task(self._ping(socket))
        return True

    async def _turned_away(self, error: Json) -> None:
        """Wait if the error says when to retry; Refused if not."""
        wait = error.get("retry_after_ms", error.get("retryAfterMs"))
        if wait is None or wait > self._patience * 1000:
            raise Refused(error.get("code", ""), error.get("msg", ""))
        self._put_off = str(error.get("msg") or error.get("code", ""))
        await asyncio.sleep(wait / 1000)

    def _welcomed(self, welcome: Json) -> None:
        if token := welcome.get("token"):
            self._token.keep(token)
        if "table" in self._hello:  # "new" is asked for once: a reconnect asks for this table
            self._hello["table"] = welcome["table_id"]
        if welcome["table_id"] != self.table:
            self.table, self._number, self._match = welcome["table_id"], None, ""

    def _gone(self, closed: websockets.ConnectionClosed) -> None:
        self._socket = None
        code, said = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (0, "")
        if code == EVENT_OVER:
            raise EventOver(said or "The event is over.")
        if code in FOR_GOOD:
            raise SeatLost(f"The arena has closed the connection: {said or FOR_GOOD[code]}")

    async def _ping(self, socket: websockets.ClientConnection) -> None:
        """Measure the round trip at intervals. After several pings in a row without a pong the connection is broken, so
        that the session reconnects; a single pong may be unread only because this program was busy itself."""
        missed = 0
        with contextlib.suppress(websockets.ConnectionClosed):
            while missed * PING_SECONDS < SILENT_AFTER:
                pong = asyncio.ensure_future(await socket.ping())
                answered, _ = await asyncio.wait({pong}, timeout=PING_SECONDS)
                missed = 0 if answered else missed + 1
                if answered:
                    self.tally.round_trips.append(pong.result())
                    await asyncio.sleep(PING_SECONDS)
            socket.transport.abort()

    # Received frames

    def _read(self, data: str | bytes) -> Json | None:
        """The frame in received data; None if it is not a frame, which is ignored."""
        if self._log:
            self._log("<", without_secrets(data if isinstance(data, str) else data.decode("utf-8", "replace")))
        try:
            frame = json.loads(data)
        except ValueError:
            return None
        return frame if isinstance(frame, dict) and isinstance(frame.get("type"), str) else None

    def _in_order(self, frame: Json) -> bool:
        """Whether a frame is the next one. A frame without a number always is; after a snapshot any number is."""
        number = frame.get("n")
        self._match = str(frame.get("match_id") or frame.get("matchId") or self._match)
        if frame["type"] == "welcome":
            self._welcomed(frame)
        elif frame["type"] == "snapshot":
            self._number = None
        elif frame["type"] == "notice":
            self._told_to_wait = frame.get("retry_after_ms", 0) / 1000
        if number is None:
            return True
        if self._number is not None and number <= self._number:
            self.tally.doubled += 1
            return False
        if self._number is not None and number > self._number + 1:
            self.tally.gaps += 1
            self.drop()
            self._socket = None
            return False
        self._number = number
        return True


def without_secrets(text: str) -> str:
    """A frame as it may be logged, as JSON: tokens and join codes are left out."""

    def cleaned(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: LEFT_OUT if key in SECRETS and one else cleaned(one) for key, one in value.items()}
        return [cleaned(one) for one in value] if isinstance(value, list) else value

    try:
        return json.dumps(cleaned(json.loads(text)))
    except (ValueError, RecursionError):
        return json.dumps(text)


def _told(answer: websockets.Response) -> str:
    """The reason why a handshake was refused for now; Refused if a retry would not help."""
    try:
        said = json.loads(answer.body or b"")
        code, msg = said["code"], said["msg"]
    except (ValueError, KeyError, TypeError):
        return f"it answered with status {answer.status_code}"
    if answer.status_code in FORBIDDEN:
        raise Refused(code, msg)
    return f"{msg} ({code})"


def _pause(failed: int) -> float:
    """The seconds before the next attempt: exponential backoff with jitter."""
    return min(SLOWEST, 0.1 * 2.0**failed) * random.uniform(0.5, 1.0)

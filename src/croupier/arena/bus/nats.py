"""The bus over NATS (`--bus nats://…`, the extra `croupier[cluster]`): core NATS, which keeps nothing.

`tls://` encrypts; a certificate authority of one's own is named by SSL_CERT_FILE. User and password, or a token, are
part of the address. While the server is away, the node tries to reach it again, five times a second, without end.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from croupier.kernel.errors import BadInput

from . import MOST_WAITING, Bus, BusError, Ears, Inbox, Missed, Take, check_length

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg
    from nats.aio.subscription import Subscription

log = logging.getLogger("croupier.arena")

PREFIX = "croupier."
"""The first token of all subjects, for permissions of the server."""
OPEN_SECONDS = 10.0
"""How long the first connection may take."""
AGAIN_SECONDS = 0.2
PING_SECONDS, MOST_UNANSWERED = 2, 2
"""The interval of pings to the server, and the number of unanswered ones after which the connection is given up."""
FLUSHES = 2
"""nats-py sends a flush's ping at once, which may be before a subscription that waits to be written; by its answer that
is written, and a second ping follows it."""
SETTLED_SECONDS = 2.0
"""How long after it has reached a server a node takes nobody for absent: others may need longer to come back."""
ABSENT_SECONDS = 0.5
"""How long the server has to say that nobody listens to a subject."""
MOST_BYTES = 32 << 20
"""The number of bytes that may wait for the connection; further messages are dropped."""


class NatsBus(Bus):
    """One node's connection to NATS."""

    def __init__(self, client: Client, address: str) -> None:
        super().__init__()
        self._client, self._address = client, address
        self._out: deque[tuple[str, bytes]] = deque()
        self._bytes = 0
        self._sending: asyncio.Task[None] | None = None
        self._since = 0.0
        """When the server was last reached."""

    @classmethod
    async def open(cls, address: str, name: str = "croupier") -> NatsBus:
        """Connect; BadInput if that is impossible."""
        try:
            from nats.aio.client import Client
        except ImportError:
            raise BadInput("A bus needs `pip install croupier[cluster]`.") from None
        shown = shown_address(address)
        bus = cls(Client(), shown)
        opening = bus._client.connect(
            address.split(","),
            name=name,
            inbox_prefix=f"{PREFIX}inbox",
            error_cb=bus._on_error,
            disconnected_cb=bus._on_disconnected,
            reconnected_cb=bus._on_reconnected,
            max_reconnect_attempts=-1,
            reconnect_time_wait=AGAIN_SECONDS,  # type: ignore[arg-type]
            ping_interval=PING_SECONDS,
            max_outstanding_pings=MOST_UNANSWERED,
        )
        try:
            await asyncio.wait_for(opening, OPEN_SECONDS)
        except Exception as error:
            with suppress(Exception):
                await bus._client.close()
            why = f": {error}" if str(error) else ""
            raise BadInput(f"There is no NATS server at {shown} that lets us in{why}.") from error
        bus._since = asyncio.get_running_loop().time()
        return bus

    async def _on_error(self, error: Exception) -> None:
        log.debug("NATS at %s: %s: %s", self._address, type(error).__name__, error)

    async def _on_disconnected(self) -> None:
        if not self._client.is_closed:
            log.warning("The connection to NATS at %s is lost", self._address)

    async def _on_reconnected(self) -> None:
        self._since = asyncio.get_running_loop().time()
        log.warning("NATS at %s is reached again", self._address)

    @property
    def connected(self) -> bool:
        """Whether the server is connected."""
        return bool(self._client.is_connected)

    def tell(self, subject: str, body: bytes) -> None:
        """Send a message with all others of this tick."""
        check_length(body)
        if not self._client.is_connected or self._bytes + len(body) > MOST_BYTES:
            self.dropped += 1
            return
        self._out.append((subject, body))
        self._bytes += len(body)
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        while self._out:
            subject, body = self._out.popleft()
            self._bytes -= len(body)
            try:
                await self._client.publish(PREFIX + subject, body)
            except Exception as error:  # nats-py has many; whatever it is, the message is lost
                self.dropped += 1
                log.debug("A message to %s was lost: %s", subject, error)
        self._sending = None

    async def listen(self, subject: str, take: Take, *, most: int = MOST_WAITING, missed: Missed | None = None) -> Ears:
        """Take the messages of a subject; the server knows of it when this returns."""
        inbox = Inbox(take, most, missed)

        async def hear(message: Msg) -> None:
            self.dropped += not inbox.put(message.data)

        try:
            subscription = await self._client.subscribe(PREFIX + subject, cb=hear)
            for _ in range(FLUSHES):
                if self._client.is_connected:
                    await self._client.flush()
        except Exception as error:
            raise BusError(f"{subject} cannot be listened to: {error or type(error).__name__}.") from error
        return _NatsEars(subscription, inbox)

    async def absent(self, subject: str) -> bool:
        """Whether the server says that nobody listens to a subject."""
        from nats.errors import NoRespondersError

        if not self.connected or asyncio.get_running_loop().time() - self._since < SETTLED_SECONDS:
            return False
        try:
            await self._client.request(PREFIX + subject, b"", timeout=ABSENT_SECONDS)
        except NoRespondersError:
            return self.connected
        except Exception as error:  # nats-py has many; nothing is known then
            log.debug("It is not known whether anybody listens to %s: %s", subject, error)
        return False

    async def close(self) -> None:
        """Send what waits, and disconnect."""
        if self._sending is not None and self._client.is_connected:
            await asyncio.wait([self._sending], timeout=AGAIN_SECONDS)
        with suppress(Exception):
            if self._client.is_connected:
                await self._client.flush(1)
        with suppress(Exception):
            await self._client.close()


class _NatsEars(Ears):
    def __init__(self, subscription: Subscription, inbox: Inbox) -> None:
        self._subscription, self._inbox = subscription, inbox

    async def stop(self) -> None:
        """Take no further message."""
        with suppress(Exception):  # without a connection there is nothing to end
            await self._subscription.unsubscribe()
        await self._inbox.stop()


def shown_address(address: str) -> str:
    """An address without the password, for messages."""
    shown: list[str] = []
    for one in address.split(","):
        parts: Any = urlsplit(one)
        shown.append(parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl())
    return ",".join(shown)

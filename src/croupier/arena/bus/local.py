"""The bus of nodes in one process: bodies are handed over as they are, in the next turn of the event loop."""

from __future__ import annotations

from collections import defaultdict

from . import MOST_WAITING, Bus, Ears, Inbox, Missed, Take, check_length


class LocalHub:
    """Connects the nodes of one process."""

    def __init__(self) -> None:
        self._listening: defaultdict[str, list[Inbox]] = defaultdict(list)

    def bus(self) -> LocalBus:
        """One node's end."""
        return LocalBus(self)

    def add(self, subject: str, inbox: Inbox) -> None:
        """Add a receiver."""
        self._listening[subject].append(inbox)

    def remove(self, subject: str, inbox: Inbox) -> None:
        """Remove a receiver."""
        self._listening[subject].remove(inbox)
        if not self._listening[subject]:
            del self._listening[subject]

    def heard(self, subject: str) -> bool:
        """Whether anybody listens to a subject."""
        return subject in self._listening

    def deliver(self, subject: str, body: bytes) -> int:
        """Hand a message to all who listen; the number of receivers for whom it was dropped."""
        return sum(not inbox.put(body) for inbox in tuple(self._listening.get(subject, ())))


class LocalBus(Bus):
    """One node's end of a hub."""

    def __init__(self, hub: LocalHub) -> None:
        super().__init__()
        self._hub, self._ears = hub, list[_LocalEars]()
        self._closed = False

    @property
    def connected(self) -> bool:
        """Whether the bus is not closed."""
        return not self._closed

    def tell(self, subject: str, body: bytes) -> None:
        """Hand a message over."""
        check_length(body)
        self.dropped += 1 if self._closed else self._hub.deliver(subject, body)

    async def listen(self, subject: str, take: Take, *, most: int = MOST_WAITING, missed: Missed | None = None) -> Ears:
        """Take the messages of a subject."""
        ears = _LocalEars(self._hub, subject, Inbox(take, most, missed))
        self._ears.append(ears)
        return ears

    async def absent(self, subject: str) -> bool:
        """Whether nobody listens to a subject."""
        return not self._closed and not self._hub.heard(subject)

    async def close(self) -> None:
        """Leave the hub."""
        self._closed = True
        for ears in self._ears:
            await ears.stop()


class _LocalEars(Ears):
    def __init__(self, hub: LocalHub, subject: str, inbox: Inbox) -> None:
        self._hub, self._subject, self._inbox = hub, subject, inbox
        self._stopped = False
        hub.add(subject, inbox)

    async def stop(self) -> None:
        """Take no further message."""
        if not self._stopped:
            self._stopped = True
            self._hub.remove(self._subject, self._inbox)
            await self._inbox.stop()

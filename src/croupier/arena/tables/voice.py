"""What a table says, to whom, and when: messages become frames, and frames effects."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache

from croupier.kernel.showing.wire import OWN, Said, body
from croupier.kernel.showing.wire.announcer import WATCHING as WATCHERS
from croupier.kernel.showing.wire.messages import Frame

from .chairs import Chair
from .effects import Close, Effect, Send
from .inputs import WATCHING
from .outbox import Outbox
from .tongues import Tongue

Receipt = tuple[int, int]


class Voice:
    """Speaks for one table to its chairs and to those who look on."""

    def __init__(
        self, chairs: Sequence[Chair], reached: Callable[[int], list[str]], do: Callable[[Effect], None]
    ) -> None:
        """`reached` tells the connections of a seat, or of a recipient of Scenes."""
        self._chairs, self._reached, self._do = chairs, reached, do
        self.outbox = Outbox()
        self.watchers: dict[str, None] = {}

    def say(self, now: int, said: Said, tongue: Tongue) -> None:
        """Say something to those of its audience who listen to a tongue: encoded once, numbered for each."""
        if heard := said.audience & tongue.announcer.listeners:
            self.outbox.post(now, _recipients(heard), body(said.frame))

    def say_to_all(self, now: int, frame: Frame, tongue: Tongue) -> None:
        """Say something to everybody who listens to a tongue."""
        self.say(now, Said(-1, frame), tongue)

    def show_to_all(self, now: int, frame: Frame, dialect: str) -> None:
        """Tell all of them how it stands now: without a number, as who missed it will be told anew."""
        encoded = body(frame)
        for chair in self._chairs:
            if chair.taken and chair.dialect == dialect:
                self.outbox.post_uncounted(now, chair.seat, encoded)
        if dialect == OWN:
            self.outbox.post_uncounted(now, WATCHING, encoded)

    def reply(self, connection: str, frame: Frame) -> None:
        """Answer one connection at once. Answers have no number: they are about nothing that happened."""
        self._do(Send(connection, (body(frame),)))

    def resend(self, connection: str, to: int, after: int, pending: tuple[Receipt, bytes] | None = None) -> bool:
        """Send again what came after a number, with an open question as it is now; False if that is longer ago than
        the hand."""
        missed = self.outbox.after(to, after, pending)
        if missed:
            self._do(Send(connection, missed))
        return missed is not None

    def hang_up(self, connection: str, code: int, reason: str) -> None:
        """End a connection."""
        self._do(Close(connection, code, reason))

    def release(self, now: int) -> list[Receipt]:
        """Send what is due. The receipts of frames that had nobody to go to: their time begins now."""
        frames: dict[str, list[bytes]] = {}
        receipts: dict[str, list[Receipt]] = {}
        unsent: list[Receipt] = []
        for one in self.outbox.released(now):
            connection = ""
            for to, frame in one.frames():
                for connection in self._connections(to):
                    frames.setdefault(connection, []).append(frame)
            if one.receipt:
                (receipts.setdefault(connection, []) if connection else unsent).append(one.receipt)
        for connection, sent in frames.items():
            self._do(Send(connection, sent, receipts.get(connection, ())))
        return unsent

    def _connections(self, to: int) -> Collection[str]:
        """Where a recipient is reached."""
        return self.watchers if to == WATCHING else self._reached(to)


@cache
def _recipients(audience: int) -> tuple[int, ...]:
    """The recipients of an audience, which is a mask: seats in order, then those who look on."""
    seats = audience & ~WATCHERS
    looking_on = (WATCHING,) if audience & WATCHERS else ()
    return (*(seat for seat in range(seats.bit_length()) if seats >> seat & 1), *looking_on)

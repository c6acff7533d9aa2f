"""Frames on their way out: numbered for each recipient, kept for those who come back, held back where a pause is due.

Every recipient has numbers of its own: a gap would tell that something was said to others. What was sent since the hand
began is kept, so that a client that lost its connection can go on after the last frame that it has.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

import msgspec

from croupier.kernel.showing.wire import numbered


class Waiting(msgspec.Struct, frozen=True, gc=False):
    """A frame that goes out at a time."""

    due: int
    to: int
    body: bytes
    number: int = 0
    """0 for a frame that is not counted."""
    receipt: tuple[int, int] | None = None

    @property
    def frame(self) -> bytes:
        """As its recipient gets it."""
        return numbered(self.number, self.body) if self.number else self.body


class Outbox:
    """What a table has said, and what it has yet to say."""

    def __init__(self) -> None:
        self.counts: dict[int, int] = {}
        """How many frames each recipient was sent."""
        self._kept: dict[int, list[bytes]] = {}
        """What each was sent of this hand, without the numbers: what several were told is there once."""
        self._waiting: deque[Waiting] = deque()
        self._end = 0

    def due(self, now: int) -> int:
        """When a frame that is posted now will go out."""
        return max(now, self._end)

    @property
    def next_due(self) -> int | None:
        """When the next frame goes out that is held back."""
        return self._waiting[0].due if self._waiting else None

    def pause(self, now: int, pause_ms: int) -> None:
        """Let what is posted from now on wait so much longer."""
        self._end = self.due(now) + pause_ms

    def post(self, now: int, to: Iterable[int], body: bytes, receipt: tuple[int, int] | None = None) -> None:
        """Put a frame for some recipients, counted for each, at the end of all that is to be said."""
        due, counts = self.due(now), self.counts
        for one in to:
            number = counts[one] = counts.get(one, 0) + 1
            self._waiting.append(Waiting(due, one, body, number, receipt))

    def post_uncounted(self, now: int, to: int, body: bytes) -> None:
        """The same for a frame that only shows what counted ones told: a Scene."""
        self._waiting.append(Waiting(self.due(now), to, body))

    def released(self, now: int) -> list[Waiting]:
        """What goes out now."""
        out, waiting, kept = list[Waiting](), self._waiting, self._kept
        while waiting and waiting[0].due <= now:
            one = waiting.popleft()
            if one.number:
                kept.setdefault(one.to, []).append(one.body)
            out.append(one)
        return out

    def forget(self) -> None:
        """A hand begins: what was said before can no longer be asked for."""
        self._kept.clear()

    def forget_for(self, to: int) -> None:
        """A recipient can no longer ask for what it was sent before: it was in another dialect."""
        self._kept.pop(to, None)

    def remove(self, to: int) -> None:
        """A recipient is gone: whoever comes in its place is counted for anew."""
        self.forget_for(to)
        self.counts.pop(to, None)
        self._waiting = deque(one for one in self._waiting if one.to != to)

    def side_by_side(self, now: int, sayings: Iterable[Callable[[], None]]) -> None:
        """Post several sequences that begin at the same time, each with pauses of its own."""
        begin, ends = self.due(now), [now]
        for say in sayings:
            self._end = begin
            say()
            ends.append(self._end)
        self._end = max(ends)
        self._waiting = deque(sorted(self._waiting, key=lambda one: one.due))

    def after(self, to: int, number: int) -> list[bytes] | None:
        """What a recipient was sent after a number; None if that is longer ago than the hand."""
        kept = self._kept.get(to, [])
        held_back = sum(1 for one in self._waiting if one.to == to and one.number)
        first = self.counts.get(to, 0) - held_back - len(kept)
        if not first <= number <= first + len(kept):
            return None
        return [numbered(at, body) for at, body in enumerate(kept[number - first :], number + 1)]

"""Frames on their way out: numbered for each recipient, kept for those who come back, held back where a pause is due.

Every recipient has numbers of its own: a gap would tell that something was said to others. What was sent since the hand
began is kept, so that a client that lost its connection can go on after the last frame that it has.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from croupier.kernel.showing.wire import numbered


class Posted(msgspec.Struct, frozen=True, gc=False):
    """A frame for some recipients that goes out at a time."""

    due: int
    to: tuple[int, ...]
    body: bytes
    numbers: Sequence[int]
    """Whose how-manyth frame it is, recipient by recipient; 0 for one that is not counted."""
    receipt: tuple[int, int] | None = None

    def frames(self) -> Iterator[tuple[int, bytes]]:
        """Every recipient, and the frame as it gets it."""
        for to, number in zip(self.to, self.numbers, strict=True):
            yield to, numbered(number, self.body) if number else self.body

    def number_of(self, to: int) -> int:
        """Its number for a recipient; 0 if it is not counted, or is for others."""
        return self.numbers[self.to.index(to)] if to in self.to else 0


class Outbox:
    """What a table has said, and what it has yet to say."""

    def __init__(self) -> None:
        self.counts: dict[int, int] = {}
        """How many frames each recipient was sent."""
        self._kept: list[Posted] = []
        """What was sent of this hand."""
        self._waiting: deque[Posted] = deque()
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

    def post(self, now: int, to: tuple[int, ...], body: bytes, receipt: tuple[int, int] | None = None) -> None:
        """Put a frame for some recipients, counted for each, at the end of all that is to be said."""
        counts, numbers = self.counts, list[int]()
        for one in to:
            counts[one] = number = counts.get(one, 0) + 1
            numbers.append(number)
        self._waiting.append(Posted(self.due(now), to, body, numbers, receipt))

    def post_uncounted(self, now: int, to: int, body: bytes) -> None:
        """The same for a frame that only shows what counted ones told: a Scene."""
        self._waiting.append(Posted(self.due(now), (to,), body, (0,)))

    def released(self, now: int) -> list[Posted]:
        """What goes out now."""
        out, waiting = list[Posted](), self._waiting
        while waiting and waiting[0].due <= now:
            out.append(waiting.popleft())
        self._kept += [one for one in out if one.numbers[0]]
        return out

    def forget(self) -> None:
        """A hand begins: what was said before can no longer be asked for."""
        self._kept.clear()

    def forget_for(self, to: int) -> None:
        """A recipient can no longer ask for what it was sent before: it was in another dialect."""
        self._kept = [*_without(to, self._kept)]

    def remove(self, to: int) -> None:
        """A recipient is gone: whoever comes in its place is counted for anew."""
        self.forget_for(to)
        self.counts.pop(to, None)
        self._waiting = deque(_without(to, self._waiting))

    def side_by_side(self, now: int, sayings: Iterable[Callable[[], None]]) -> None:
        """Post several sequences that begin at the same time, each with pauses of its own."""
        begin, ends = self.due(now), [now]
        for say in sayings:
            self._end = begin
            say()
            ends.append(self._end)
        self._end = max(ends)
        self._waiting = deque(sorted(self._waiting, key=lambda one: one.due))

    def after(self, to: int, number: int, pending: tuple[tuple[int, int], bytes] | None = None) -> list[bytes] | None:
        """What a recipient was sent after a number; None if that is longer ago than the hand.

        `pending` is the receipt of a question that is open, and its body as it is now, which takes the place of the one
        that was sent. A recipient that has the question already gets it once more, uncounted.
        """
        kept = [one for one in self._kept if one.number_of(to)]
        held_back = sum(1 for one in self._waiting if one.number_of(to))
        first = self.counts.get(to, 0) - held_back - len(kept)
        if not first <= number <= first + len(kept):
            return None
        receipt, fresh = pending or (None, b"")
        bodies = [fresh if pending and one.receipt == receipt else one.body for one in kept[number - first :]]
        frames = [numbered(at, body) for at, body in enumerate(bodies, number + 1)]
        return frames if pending is None or fresh in bodies else [*frames, fresh]


def _without(to: int, posted: Iterable[Posted]) -> Iterator[Posted]:
    """What is for others, too; and of that, only what is."""
    for one in posted:
        rest = {who: number for who, number in zip(one.to, one.numbers, strict=True) if who != to}
        if rest:
            yield replace(one, to=tuple(rest), numbers=tuple(rest.values()))

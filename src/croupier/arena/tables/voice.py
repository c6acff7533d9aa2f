"""Sends a table's messages: encodes them in dialects, numbers them for each recipient, and delays them where needed.

Every recipient has its own numbers: a gap would reveal that something was sent to others. The frames since the start
of the hand are kept, so that a client that lost its connection can go on after the last frame that it has.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from croupier.kernel.contract.game import Decision, Game, State
from croupier.kernel.showing.narrator import BRIEF, Length, Narrator, ending_of
from croupier.kernel.showing.wire import OWN, WORDS, Announcer, Dialect, Said, body, dialect_of, numbered
from croupier.kernel.showing.wire.announcer import WATCHING as WATCHERS
from croupier.kernel.showing.wire.messages import Frame
from croupier.kernel.vocabulary.events import Events

from .effects import Close, Effect, Send
from .inputs import SHOWN, WATCHING
from .table import Chair, Table


class Posted(msgspec.Struct, frozen=True, gc=False):
    """A frame for some recipients, with the time at which it goes out."""

    due: int
    to: tuple[int, ...]
    body: bytes
    numbers: Sequence[int]
    """The number of the frame for each recipient, in the order of `to`; 0 if the frame is not counted."""
    receipt: tuple[int, int] | None = None

    def number_of(self, to: int) -> int:
        """Its number for a recipient; 0 if it is not counted, or is for others."""
        return self.numbers[self.to.index(to)] if to in self.to else 0


class Outbox:
    """The frames that a table has sent in this hand, and those that wait to be sent."""

    def __init__(self) -> None:
        self.counts: dict[int, int] = {}
        """The number of counted frames that were posted, by recipient."""
        self._kept: list[Posted] = []
        """The counted frames that were sent in this hand."""
        self._waiting: deque[Posted] = deque()
        self._end = 0

    def due(self, now: int) -> int:
        """When a frame that is posted now will go out."""
        return max(now, self._end)

    @property
    def next_due(self) -> int | None:
        """When the next delayed frame goes out; None if there is none."""
        return self._waiting[0].due if self._waiting else None

    def pause(self, now: int, pause_ms: int) -> None:
        """Delay all frames that are posted from now on by `pause_ms` more."""
        self._end = self.due(now) + pause_ms

    def post(self, now: int, to: tuple[int, ...], body: bytes, receipt: tuple[int, int] | None = None) -> None:
        """Append a frame for some recipients to the queue, counted for each."""
        counts = self.counts
        numbers = [counts.get(one, 0) + 1 for one in to]
        counts.update(zip(to, numbers, strict=True))
        self._waiting.append(Posted(self.due(now), to, body, numbers, receipt))

    def post_uncounted(self, now: int, to: int, body: bytes) -> None:
        """Append a frame that is not counted: a Scene, which tells nothing that counted frames do not."""
        self._waiting.append(Posted(self.due(now), (to,), body, (0,)))

    def holds(self, to: int, kind: bytes) -> bool:
        """Whether a frame that begins with `kind` waits for a recipient whose frames are not counted."""
        return any(one.to == (to,) and one.body.startswith(kind) for one in self._waiting)

    def released(self, now: int) -> list[Posted]:
        """Remove and return the frames that are due."""
        out, waiting = list[Posted](), self._waiting
        while waiting and waiting[0].due <= now:
            out.append(waiting.popleft())
        self._kept += [one for one in out if one.numbers[0]]
        return out

    def forget(self) -> None:
        """A hand begins: earlier frames can no longer be sent again."""
        self._kept.clear()

    def forget_for(self, to: int) -> None:
        """Drop the sent frames of a recipient that changes its dialect: they cannot be sent again."""
        self._kept = [*_without(to, self._kept)]

    def remove(self, to: int) -> None:
        """Drop a recipient that is gone: its successor's frames are counted from 1."""
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
        """The frames that a recipient was sent after a number; None if they are older than the current hand.

        `pending` is the receipt of the open question, and its current body, which replaces the body that was sent. A
        recipient that has the question already gets it again, not counted.
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
    """The posted frames without a recipient; frames for nobody else are dropped."""
    for one in posted:
        rest = {who: number for who, number in zip(one.to, one.numbers, strict=True) if who != to}
        if rest:
            yield replace(one, to=tuple(rest), numbers=tuple(rest.values()))


class ActiveDialect(NamedTuple):
    """A dialect in use, with its announcer."""

    name: str
    dialect: Dialect
    announcer: Announcer


class ActiveDialects:
    """The dialects in use at one table, each with its announcer.

    The game's own is always in use, for spectators; another only while the client of a chair wants it.
    """

    def __init__(self, game: Game, chairs: Sequence[Chair]) -> None:
        self._game, self._chairs = game, chairs
        self._known: dict[str, ActiveDialect] = {}
        self.own = self._made(OWN).dialect

    def _made(self, name: str) -> ActiveDialect:
        if name not in self._known:
            dialect = dialect_of(self._game, name)
            self._known[name] = ActiveDialect(name, dialect, dialect.announcer())
        return self._known[name]

    def begin_match(self) -> None:
        """A match begins: announcers remember nothing of the one before."""
        self._known.clear()

    def of(self, seat: int | None) -> Dialect:
        """The dialect of a seat, or of spectators (None)."""
        return self.own if seat is None else self._made(self._chairs[seat].dialect).dialect

    def join(self, name: str, state: State | None) -> None:
        """Begin to use a dialect, perhaps in the middle of a hand."""
        if name not in self._known and state is not None:
            self._made(name).announcer.join(state)

    def active(self) -> list[ActiveDialect]:
        """The dialects that have a listener. Others are dropped: an announcer that missed a step cannot go on."""
        listeners = {OWN: WATCHERS}
        for chair in self._chairs:
            hears = 1 << chair.seat if chair.id and not chair.outside else 0
            listeners[chair.dialect] = listeners.get(chair.dialect, 0) | hears
        in_use = [self._made(name) for name in listeners]
        for active in in_use:
            active.announcer.listeners = listeners[active.name]
        if len(self._known) > len(in_use):
            self._known = {active.name: active for active in in_use}
        return in_use


class Narrators:
    """The narrators, which put decisions into words for the seats whose dialect is `words`.

    A narrator hears only what its seat is told. It belongs to one player: the next player in the chair gets a new one,
    which knows nothing of what the previous player was dealt.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._known: dict[int, tuple[str, Narrator]] = {}
        self._ids: list[str] = []

    def of(self, seat: int) -> Narrator:
        """The narrator of the player in a seat."""
        id = self._table.chairs[seat].id
        known = self._known.get(seat)
        if known is None or known[0] != id:
            known = self._known[seat] = id, Narrator(self._table.game, seat)
        return known[1]

    def lacks(self, seat: int) -> bool:
        """Whether the narrator of a seat has not heard the whole match."""
        return not self.of(seat).whole

    def anew(self, seat: int) -> Narrator:
        """Replace the narrator of a seat by a new one, which hears the match from now on."""
        self._known.pop(seat, None)
        return self.of(seat)

    def hear(self, state: State, events: Events, begins: bool, actor: int) -> None:
        """Pass a step of an actor to all narrators."""
        listening = [
            chair.seat for chair in self._table.chairs if chair.dialect == WORDS and chair.taken and not chair.outside
        ]
        if listening or self._known:
            self._update_players(listening)
        for seat in listening:
            told, end = events.seen_by(seat), ending_of(state, seat)
            self.of(seat).hear(told, self._table.hand_id, begins=begins, own=seat == actor, end=end)

    def say(self, state: State, decision: Decision, length: Length = BRIEF) -> str:
        """A decision of a seat, in words."""
        return self.of(decision.seat).say(state, decision, length)

    def _update_players(self, listening: list[int]) -> None:
        ids = [chair.id for chair in self._table.chairs]
        for seat in [seat for seat in self._known if seat not in listening]:
            del self._known[seat]
        for seat, id in enumerate(self._ids):
            if id != (ids[seat] if seat < len(ids) else ""):
                for _, narrator in self._known.values():
                    narrator.forget(seat)
        self._ids = ids


Receipt = tuple[int, int]


class Voice:
    """Sends the frames of one table to its chairs and to spectators."""

    def __init__(
        self,
        chairs: Sequence[Chair],
        connections: Mapping[int, str],
        shown: Callable[[int], Collection[str]],
        do: Callable[[Effect], None],
    ) -> None:
        """`connections` are those of seats; `shown` returns the connections that get the Scenes of a seat."""
        self._chairs, self._seats, self._shown, self._do = chairs, connections, shown, do
        self.outbox = Outbox()
        self.watchers: dict[str, str] = {}
        """The connections of spectators, with the names that they have proved; "" for others."""

    def say(self, now: int, said: Said, active: ActiveDialect) -> None:
        """Send a message to the part of its audience that uses a dialect: encoded once, numbered for each recipient."""
        if heard := said.audience & active.announcer.listeners:
            self.outbox.post(now, _recipients(heard), body(said.frame))

    def say_to_all(self, now: int, frame: Frame, active: ActiveDialect) -> None:
        """Send a frame to everybody who uses a dialect."""
        self.say(now, Said(-1, frame), active)

    def show_to_all(self, now: int, frame: Frame, dialect: str) -> None:
        """Send a frame about the current state to everybody who uses a dialect: without a number, as a later one
        replaces it."""
        encoded = body(frame)
        for chair in self._chairs:
            if chair.taken and chair.dialect == dialect:
                self.outbox.post_uncounted(now, chair.seat, encoded)
        if dialect == OWN:
            self.outbox.post_uncounted(now, WATCHING, encoded)

    def reply(self, connection: str, frame: Frame) -> None:
        """Answer one connection at once. Answers have no number, as they tell nothing of the match."""
        self._do(Send(connection, (body(frame),)))

    def resend(self, connection: str, to: int, after: int, pending: tuple[Receipt, bytes] | None = None) -> bool:
        """Send again the frames after a number, with the open question as it is now. False if they are older than the
        current hand."""
        missed = self.outbox.after(to, after, pending)
        if missed:
            self._do(Send(connection, missed))
        return missed is not None

    def hang_up(self, connection: str, code: int, reason: str) -> None:
        """End a connection."""
        self._do(Close(connection, code, reason))

    def release(self, now: int) -> list[Receipt]:
        """Send the frames that are due. Returns the receipts of frames without a connection: their clocks start now."""
        frames = defaultdict[str, list[bytes]](list)
        receipts = defaultdict[str, list[Receipt]](list)
        unsent: list[Receipt] = []
        seats = self._seats
        for one in self.outbox.released(now):
            connection = ""
            for to, number in zip(one.to, one.numbers, strict=True):
                connection = seats.get(to, "")
                if listeners := (connection,) if connection else self._onlookers(to):
                    frame = numbered(number, one.body) if number else one.body
                    for listener in listeners:
                        frames[listener].append(frame)
            if one.receipt:
                (receipts[connection] if connection else unsent).append(one.receipt)
        for connection, sent in frames.items():
            self._do(Send(connection, sent, receipts.get(connection, ())))
        return unsent

    def _onlookers(self, to: int) -> Collection[str]:
        """The connections of a recipient that is not a seat; empty for a seat without a connection."""
        if to == WATCHING:
            return self.watchers
        return self._shown(to - SHOWN) if to >= SHOWN + WATCHING else ()


@cache
def _recipients(audience: int) -> tuple[int, ...]:
    """The recipients of an audience, which is a bit mask: seats in order, then spectators."""
    seats = audience & ~WATCHERS
    looking_on = (WATCHING,) if audience & WATCHERS else ()
    return (*(seat for seat in range(seats.bit_length()) if seats >> seat & 1), *looking_on)

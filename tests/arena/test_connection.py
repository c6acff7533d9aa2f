"""One connection: when frames go out, when they count as sent, and when a client is disconnected."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from types import SimpleNamespace

import pytest

from croupier.arena.room.connection import BURST, LONGEST_WAIT, MOST_WAITING, PATIENCE, PER_SECOND, Connection

from .loops import with_stopped_clock

HUNG_UP = (0, "hung up")


class Line:
    """A socket that can be told to take nothing, with its connection."""

    def __init__(self) -> None:
        self.writable = asyncio.Event()
        self.full = self.gone = False
        self.written: list[bytes] = []
        self.ended: list[tuple[int, str]] = []
        self.receipts: list[float] = []
        """When `sent` was called, in seconds since the beginning."""
        self.loop = asyncio.get_running_loop()
        self.began = self.loop.time()
        self.connection = Connection("c1", self, "10.0.0.1", self.loop)

    def write(self, frames: Iterable[bytes]) -> None:
        self.written += frames

    def finish(self, code: int, reason: str) -> None:
        self.ended.append((code, reason))

    def hang_up(self) -> None:
        self.ended.append(HUNG_UP)

    def sent(self) -> None:
        self.receipts.append(round(self.loop.time() - self.began, 6))

    async def read(self) -> None:
        """The client reads again."""
        self.full = False
        self.writable.set()
        await asyncio.sleep(0.001)


@with_stopped_clock
async def test_frames_of_a_client_that_reads_go_out_at_once_and_count_as_sent() -> None:
    line = Line()
    line.connection.send((b"one", b"two"), line.sent)
    line.connection.send((b"three",))
    assert line.written == [b"one", b"two", b"three"] and line.receipts == [0]


@with_stopped_clock
async def test_frames_of_a_client_that_does_not_read_wait_in_order() -> None:
    line = Line()
    line.full = True
    line.connection.send((b"one",), line.sent)
    await asyncio.sleep(0.25)
    line.full = False
    line.connection.send((b"two",), line.sent)
    assert line.written == [] and line.receipts == []
    await line.read()
    assert line.written == [b"one", b"two"] and line.receipts == [0.25, 0.25]
    line.connection.send((b"three",), line.sent)
    assert line.written == [b"one", b"two", b"three"] and len(line.receipts) == 3


@with_stopped_clock
async def test_a_client_cannot_stop_its_clock_by_not_reading() -> None:
    line = Line()
    line.full = True
    line.connection.send((b"question",), line.sent)
    await asyncio.sleep(LONGEST_WAIT - 0.01)
    assert line.receipts == []
    await asyncio.sleep(0.02)
    assert line.receipts == [LONGEST_WAIT] and line.written == []
    await line.read()
    assert line.written == [b"question"] and line.receipts == [LONGEST_WAIT]


@with_stopped_clock
async def test_a_client_for_which_too_much_waits_is_disconnected() -> None:
    line = Line()
    line.full = True
    line.connection.send((bytes(MOST_WAITING),))
    assert line.ended == []
    line.connection.send((b"!",))
    assert line.ended == [HUNG_UP]
    await line.read()
    line.connection.send((b"more",), line.sent)
    assert line.written == [] and len(line.receipts) == 1


@with_stopped_clock
async def test_frames_that_were_sent_wait_no_longer() -> None:
    line = Line()
    for _ in range(2):
        line.full = True
        line.writable.clear()
        line.connection.send((bytes(MOST_WAITING),))
        await line.read()
    assert line.ended == [] and len(line.written) == 2


@with_stopped_clock
async def test_a_connection_is_closed_after_what_was_sent_and_with_its_first_reason() -> None:
    line = Line()
    line.connection.send((b"one",))
    line.connection.close(4000, "first")
    line.connection.close(4001, "second")
    assert line.ended == []
    line.connection.send((b"too late",), line.sent)
    await asyncio.sleep(0.001)
    assert line.written == [b"one"] and line.ended == [(4000, "first")] and len(line.receipts) == 1


@with_stopped_clock
async def test_a_client_that_does_not_read_is_hung_up_when_its_connection_is_closed() -> None:
    line = Line()
    line.full = True
    line.connection.send((b"one",), line.sent)
    line.connection.close(4000, "over")
    await asyncio.sleep(0.001)
    assert line.ended == [HUNG_UP] and line.written == [] and line.receipts == [0]


@with_stopped_clock
async def test_a_client_may_send_a_burst_and_then_at_a_steady_rate() -> None:
    connection = Line().connection
    assert [connection.may_send() for _ in range(BURST)] == [0] * BURST
    assert connection.refused == 0
    assert [connection.may_send() for _ in range(3)] == [1, 1, 1] and connection.refused == 3
    await asyncio.sleep(2.5 / PER_SECOND)
    assert [connection.may_send() for _ in range(3)] == [0, 0, 1] and connection.refused == 1
    await asyncio.sleep(3600)
    assert [connection.may_send() for _ in range(BURST + 1)] == [*[0] * BURST, 1], "no more than a burst is saved up"
    assert PATIENCE > 1


@with_stopped_clock
async def test_a_refused_client_is_told_the_milliseconds_until_it_may_send(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.arena.room.connection.PER_SECOND", 10)
    connection = Line().connection
    for _ in range(BURST):
        connection.may_send()
    assert connection.may_send() == 100
    await asyncio.sleep(0.04)
    assert connection.may_send() == 60
    await asyncio.sleep(0.0599)
    assert connection.may_send() == 1, "never 0, which would mean that it may"
    monkeypatch.setattr("croupier.arena.room.connection.PER_SECOND", 0.5)
    assert connection.may_send() == 2
    slow = Line().connection
    for _ in range(BURST):
        slow.may_send()
    assert slow.may_send() == 2_000


@with_stopped_clock
async def test_silence_and_round_trip_are_those_of_the_pulse() -> None:
    connection = Line().connection
    assert (connection.silent, connection.round_trip_ms) == (False, 0)
    connection.pulse = SimpleNamespace(silent=True, round_trip_ms=7)  # type: ignore[assignment]
    assert (connection.silent, connection.round_trip_ms) == (True, 7)

"""Pings and silence of one connection, to the second: when it is silent, when it is closed, how long its line is."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.applications import Starlette

from croupier.arena.room.offers import Offer
from croupier.arena.room.pulse import (
    BEAT_SECONDS,
    CLOSED_AFTER,
    MOST_ROUND_TRIP_MS,
    PING_SECONDS,
    SILENT_AFTER,
    Heartbeat,
    Pulse,
)
from croupier.arena.server.crowd import Crowd
from croupier.arena.server.serving import config_of
from croupier.arena.server.settings import Settings
from croupier.arena.server.sockets import UNACKNOWLEDGED_MS, Socket

from .loops import in_loop, with_stopped_clock
from .network import arena, client, holdem
from .virtual import Client, VirtualLoop, hall


class Line:
    """A pulse, and what came of it, by seconds since it began."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.began = self.loop.time()
        self.pinged = asyncio.Event()
        self.pings: list[tuple[float, bytes]] = []
        self.told: list[tuple[float, bool]] = []
        self.closes: list[float] = []
        self.pulse = Pulse(self.loop, self.ping, self.tell, lambda: self.closes.append(self.now))

    @property
    def now(self) -> float:
        return round(self.loop.time() - self.began, 6)

    def ping(self, payload: bytes) -> None:
        self.pings.append((self.now, payload))
        self.pinged.set()

    def tell(self) -> None:
        self.told.append((self.now, self.pulse.silent))

    async def until(self, second: float) -> None:
        await asyncio.sleep(second - self.now)

    async def answer(self, after: float) -> None:
        """Let the next ping be answered after a delay in seconds."""
        self.pinged.clear()
        await self.pinged.wait()
        await asyncio.sleep(after)
        self.pulse.hear()
        self.pulse.hear_pong(self.pings[-1][1])


@with_stopped_clock
async def test_a_ping_goes_out_every_five_seconds() -> None:
    line = Line()
    await line.until(16)
    assert [at for at, _ in line.pings] == [5, 10, 15] and PING_SECONDS == 5
    line.pulse.stop()
    await line.until(60)
    assert len(line.pings) == 3


@with_stopped_clock
async def test_a_connection_is_silent_ten_seconds_after_the_last_sign_of_life_and_not_before() -> None:
    line = Line()
    await line.until(7.5)
    line.pulse.hear()
    await line.until(17.4)
    assert not line.pulse.silent and not line.told
    await line.until(17.6)
    assert line.pulse.silent and line.told == [(17.5, True)] and SILENT_AFTER == 10
    await line.until(18)
    line.pulse.hear()
    assert not line.pulse.silent and line.told[1:] == [(18, False)]


@with_stopped_clock
async def test_a_silent_one_is_told_again_with_every_ping_as_it_may_have_come_to_another_table() -> None:
    line = Line()
    await line.until(21)
    assert line.told == [(10, True), (15, True), (20, True)]


@with_stopped_clock
async def test_one_that_answers_is_never_silent() -> None:
    line = Line()
    for _ in range(30):
        await line.answer(0.2)
    assert not line.told and not line.closes


@with_stopped_clock
async def test_it_is_to_be_closed_after_sixty_seconds_and_again_from_ping_to_ping() -> None:
    line = Line()
    await line.until(2.5)
    line.pulse.hear()
    await line.until(62.4)
    assert not line.closes and CLOSED_AFTER == 60
    await line.until(71)
    assert line.closes == [62.5, 65, 70]


@with_stopped_clock
async def test_time_for_which_we_were_held_up_ourselves_makes_nobody_silent() -> None:
    line, loop = Line(), asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    await line.until(7)
    line.pulse.hear()
    loop.clock += 55  # nothing was read meanwhile
    await line.until(62.1)
    assert not line.pulse.silent and not line.closes
    await line.until(68.9)
    assert not line.pulse.silent, "three of its ten seconds had passed when a ping was due that came late"
    await line.until(69.1)
    assert line.pulse.silent


@with_stopped_clock
async def test_the_round_trip_is_the_shortest_of_three_pongs_or_more() -> None:
    line = Line()
    for after, known in ((0.040, 0), (0.03001, 0), (0.045, 30), (0.035, 30), (0.02999, 29)):
        await line.answer(after)
        assert line.pulse.round_trip_ms == known


@with_stopped_clock
async def test_a_round_trip_counts_for_fifty_milliseconds_at_most() -> None:
    line = Line()
    for _ in range(3):
        await line.answer(0.4)
    assert line.pulse.round_trip_ms == MOST_ROUND_TRIP_MS == 50


@with_stopped_clock
async def test_only_the_pong_to_the_last_ping_measures_and_only_once() -> None:
    line = Line()
    line.pulse.hear_pong(b"")
    await line.answer(0.0305)
    line.pulse.hear_pong(line.pings[-1][1])
    line.pulse.hear_pong(line.pings[-1][1])
    await line.until(10.1)
    line.pulse.hear_pong(line.pings[0][1])
    line.pulse.hear_pong(b"anything")
    await line.answer(0.0405)
    assert line.pulse.round_trip_ms == 0, "two have been measured"
    await line.answer(0.0405)
    assert line.pulse.round_trip_ms == 30


def test_a_timer_need_not_say_when_it_rings() -> None:
    """That of uvloop does not where it is due at once."""
    rings: list[Any] = []
    loop: Any = SimpleNamespace(
        time=lambda: 5.0 * len(rings),
        call_at=lambda at, ring: rings.append(ring) or SimpleNamespace(cancel=lambda: None),
    )
    pings: list[bytes] = []
    Pulse(loop, pings.append, lambda: None, lambda: None)
    for _ in range(3):
        rings[-1]()
    assert len(pings) == 3


# Beats


@with_stopped_clock
async def test_a_beat_goes_out_every_two_seconds() -> None:
    loop, beats = asyncio.get_running_loop(), list[float]()
    began = loop.time()
    heart = Heartbeat(loop, lambda: beats.append(round(loop.time() - began, 6)))
    await asyncio.sleep(7)
    assert beats == [2, 4, 6] and BEAT_SECONDS == 2
    heart.stop()
    await asyncio.sleep(10)
    assert len(beats) == 3


@with_stopped_clock
async def test_beats_keep_their_times_after_a_delay_of_our_own() -> None:
    loop, beats = asyncio.get_running_loop(), list[float]()
    assert isinstance(loop, VirtualLoop)
    began = loop.time()
    heart = Heartbeat(loop, lambda: beats.append(round(loop.time() - began, 6)))
    await asyncio.sleep(1)
    loop.clock += 6.5
    await asyncio.sleep(3)
    assert beats == [7.5, 8, 10], "three were due at once, and one is enough"
    heart.stop()


def test_only_a_client_that_draws_scenes_is_sent_beats_and_they_are_all_alike() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(id="t", game="holdem", seats=4, code="TABLE")))
        bot, page, eyes = (Client(one, name, "TABLE") for name in ("Bot", "Page", "Eyes"))
        one.do(bot.connect)
        one.do(lambda: page.connect(scenes=True))
        one.do(lambda: eyes.connect(role="spectator", scenes=True))
        one.pass_time(6_500)
        assert not bot.of("beat")
        assert page.of("beat") == eyes.of("beat") == [{"type": "beat", "v": 1}] * 3
        one.do(page.cut)
        one.pass_time(4_000)
        assert len(page.of("beat")) == 3 and len(eyes.of("beat")) == 5


# The socket below


def test_pings_are_ours_and_the_server_library_sends_none(tmp_path: Path) -> None:
    with hall() as one:
        settings = Settings(store=str(tmp_path / "a.db"))
        config = config_of(settings, Starlette(), Crowd(one.room, settings.limits))
    assert config.ws_ping_interval is None


@in_loop
async def test_a_pong_and_any_other_frame_of_a_real_client_are_signs_of_life(tmp_path: Path) -> None:
    async with arena(tmp_path, holdem()) as room, client(room) as one:
        await one.hello("Alpha")
        (guest,) = room.room.guests.values()
        pulse = guest.connection.pulse
        assert pulse is not None and not pulse._pongs
        pulse.silent, pulse._pinged = True, float("-inf")
        pulse._tick()
        while not pulse._pongs:
            await asyncio.sleep(0)
        assert not pulse.silent
        pulse.silent = True
        await one.say("action", action="FOLD")
        await one.until("error")
        assert not pulse.silent


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system has no TCP_USER_TIMEOUT")
@in_loop
async def test_the_kernel_closes_what_is_not_acknowledged_for_ten_seconds(tmp_path: Path) -> None:
    found: list[Any] = []
    made = Socket.connection_made

    def remember(self: Socket, transport: Any) -> None:
        made(self, transport)
        found.append(transport.get_extra_info("socket"))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Socket, "connection_made", remember)
        async with arena(tmp_path, holdem()) as room, client(room):
            (line,) = found
            assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == UNACKNOWLEDGED_MS == 10_000

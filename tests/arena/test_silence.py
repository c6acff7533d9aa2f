"""Connections that are silent: shown as none, replaceable at once, closed in time, and never for a pong alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
import websockets

from croupier.arena.client import Tally
from croupier.arena.client.session import ClientSession, Unreachable
from croupier.arena.client.tokens import SeatToken
from croupier.arena.room import listing
from croupier.arena.room.connection import SILENT
from croupier.arena.room.offers import Offer
from croupier.arena.room.pulse import Pulse

from .loops import with_stopped_clock
from .slow import two
from .test_pairing import CODE, paired, queue, refusals, say
from .virtual import Client, Hall, calls, hall, silent


def watched(one: Hall, client: Client) -> list[bool]:
    """Ping a client as the gateway does; it answers as long as the list that is returned is true."""
    answers, guest = [True], client.guest
    assert guest is not None

    def ping(payload: bytes) -> None:
        if answers[0]:
            one.loop.call_soon(pulse.hear)
            one.loop.call_soon(pulse.hear_pong, payload)

    pulse = guest.connection.pulse = one.do(lambda: Pulse(one.loop, ping, guest.tell_silence, guest.end_silence))
    leave = guest.leave

    def left() -> None:
        pulse.stop()
        leave()

    guest.leave = left  # type: ignore[method-assign]
    return answers


def table_of_two(one: Hall, style: Callable[..., Any] = silent, **more: Any) -> tuple[Client, Client]:
    one.do(lambda: one.room.offer(two(**more)))
    alpha, beta = one.join("Alpha", "CODE", style), one.join("Beta", "CODE", style)
    one.until(lambda: alpha.of("start_hand") and beta.of("start_hand"))
    return alpha, beta


def shown(one: Hall, client: Client) -> list[bool]:
    """Who is connected, as a client was told last, and as everybody can read."""
    told = [player["connected"] for player in client.of("lobby")[-1]["players"]]
    hosted = next(iter(one.room.tables.values()))
    assert [player["connected"] for player in listing.table(hosted)["players"]] == told
    return told


def asked(one: Hall) -> int:
    """The seat that owes a decision."""
    state = next(iter(one.room.tables.values())).table.state
    assert state is not None
    return int(state.owed).bit_length() - 1


# What others see


def test_a_silent_connection_is_shown_as_none_and_as_one_again_when_it_is_heard() -> None:
    with hall() as one:
        alpha, beta = table_of_two(one)
        answers = watched(one, beta)
        one.pass_time(30_000)
        assert shown(one, alpha) == [True, True]
        answers[0] = False
        one.pass_time(9_000)
        assert shown(one, alpha) == [True, True]
        one.pass_time(6_000)
        assert shown(one, alpha) == [True, False]
        assert 1 in one.room.tables["T-1"].session.connections, "it keeps its seat: silence is no end"
        assert not [event for event in alpha.of("event") if event["ev"] in ("AWAY", "LEAVE")]
        lobbies = len(alpha.of("lobby"))
        one.pass_time(20_000)
        assert len(alpha.of("lobby")) == lobbies, "it is told once"
        answers[0] = True
        one.pass_time(5_000)
        assert shown(one, alpha) == [True, True]


def test_a_decision_of_a_silent_client_that_the_clock_plays_has_timed_out_and_is_no_absence() -> None:
    with hall() as one:
        alpha, beta = table_of_two(one, move_time_ms=60_000)
        slow = (alpha, beta)[asked(one)]
        watched(one, slow)[0] = False
        one.pass_time(59_000)
        assert not shown(one, alpha)[asked(one)]
        one.until(lambda: [event for event in alpha.of("event") if event["ev"] == "TIMEOUT"])
        assert asked(one) in one.room.tables["T-1"].session.connections


def test_in_the_battle_silence_is_not_shown_and_is_no_disconnect() -> None:
    with queue() as (one, _):
        alpha, beta = paired(one)
        watched(one, beta)[0] = False
        lobbies = len(alpha.of("lobby"))
        one.pass_time(15_000)
        assert beta.guest is not None and beta.guest.connection.silent
        assert len(alpha.of("lobby")) == lobbies and not alpha.of("match_end")
        assert shown(one, alpha) == [True, True]
        one.do(beta.cut)
        one.until(lambda: alpha.of("match_end"))
        assert alpha.of("match_end")[0]["reason"] == "disconnect", "the end of the connection is"


# Whose the name is


def test_a_name_is_free_for_its_proof_as_soon_as_its_connection_is_silent() -> None:
    with hall() as one:
        clients = table_of_two(one, move_time_ms=300_000)
        seat = 1 - asked(one)
        quiet, name = clients[seat], ("Alpha", "Beta")[seat]
        answers = watched(one, quiet)
        one.pass_time(5_000)
        assert refusals(one.join(name, "CODE")) == ["TEAM_TAKEN"]
        answers[0] = False
        one.pass_time(15_000)
        again = one.join(name, "CODE")
        one.until(lambda: quiet.closed)
        assert again.of("welcome")[0]["seat"] == seat and quiet.closed is not None and quiet.closed[0] == 4001
        assert shown(one, again) == [True, True]
        assert refusals(one.join(name, "OTHER_CODE")) == ["TEAM_UNKNOWN"], "and for nobody else"


def test_a_silent_seat_that_owes_a_decision_is_given_to_nobody_without_a_proof() -> None:
    """Its client may be thinking; anybody with team and code alone would see its cards."""
    with hall() as one:
        clients = table_of_two(one, move_time_ms=300_000)
        names, slow = ("Alpha", "Beta"), asked(one)
        watched(one, clients[slow])[0] = False
        one.pass_time(60_000)
        assert refusals(one.join(names[slow], "CODE")) == ["TEAM_TAKEN"]
        one.pass_time(290_000)
        assert one.join(names[slow], "CODE").of("welcome"), "the clock has played, and nothing is owed"


def test_a_silent_name_in_the_queue_and_in_an_event_is_free_for_its_proof() -> None:
    with queue() as (one, desk):
        alpha = one.join("Alpha", CODE)
        answers = watched(one, alpha)
        say(one, alpha)
        one.pass_time(30_000)
        assert desk.connected("Alpha") and refusals(one.join("Alpha", CODE)) == ["TEAM_TAKEN"]
        answers[0] = False
        one.pass_time(15_000)
        assert not desk.connected("Alpha") and one.join("Alpha", CODE).of("welcome")
    with hall() as one:
        cup = one.event(kind="robin", code="CUP1", deals=1, hands=1)
        alpha = one.join("Alpha", "CUP1")
        answers = watched(one, alpha)
        one.pass_time(30_000)
        assert cup.connected("Alpha")
        answers[0] = False
        one.pass_time(15_000)
        assert not cup.connected("Alpha") and one.join("Alpha", "CUP1").of("welcome")


def test_a_practice_table_whose_connection_is_silent_is_come_back_to() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(id="P", game="holdem", kind="practice", code="PRACTICE", seats=2)))

        def sit_down() -> Client:
            client = one.join("Alpha", "PRACTICE", silent)
            one.until(lambda: client.of("welcome"))
            return client

        first = sit_down()
        answers, table = watched(one, first), first.of("welcome")[0]["table_id"]
        assert sit_down().of("welcome")[0]["table_id"] != table
        answers[0] = False
        one.pass_time(15_000)
        assert sit_down().of("welcome")[0]["table_id"] == table


# When it is closed


def test_a_client_that_owes_nothing_is_closed_after_a_minute_of_silence_and_may_come_back() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(two()))
        alpha = one.join("Alpha", "CODE")
        watched(one, alpha)[0] = False
        one.pass_time(59_000)
        assert alpha.closed is None
        one.pass_time(2_000)
        assert alpha.closed is not None and alpha.closed[0] == SILENT
        assert not one.room.tables["T-1"].session.connections and not one.room.connections


def test_a_client_that_owes_a_decision_is_not_closed_for_missing_pongs_and_its_answer_counts() -> None:
    with hall() as one:
        alpha, beta = table_of_two(one, move_time_ms=300_000)
        slow = (alpha, beta)[asked(one)]
        watched(one, slow)[0] = False
        one.pass_time(290_000)
        assert slow.closed is None
        guest, act = slow.guest, slow.of("act")[-1]
        assert guest is not None and guest.connection.pulse is not None
        one.do(guest.connection.pulse.hear)
        one.do(lambda: slow.say(type="action", act_id=act["act_id"], **calls(act)))
        one.until(lambda: [event for event in alpha.of("event") if event["ev"] == "CALL"])
        assert not slow.of("error")


def test_when_the_clock_has_played_for_it_and_it_owes_nothing_a_silent_client_is_closed() -> None:
    with hall() as one:
        alpha, beta = table_of_two(one, move_time_ms=100_000)
        slow, other = ((alpha, beta), (beta, alpha))[asked(one)]
        watched(one, slow)[0] = False
        one.pass_time(99_000)
        assert slow.closed is None
        one.until(lambda: other.of("act"))
        one.pass_time(6_000)
        assert slow.closed is not None and slow.closed[0] == SILENT and other.closed is None


def test_a_spectator_is_closed_after_a_minute_of_silence() -> None:
    with hall() as one:
        table_of_two(one, move_time_ms=300_000)
        eyes = Client(one, "Eyes", "T-1")
        one.do(lambda: eyes.connect(role="spectator"))
        watched(one, eyes)[0] = False
        one.pass_time(61_000)
        assert eyes.closed is not None and eyes.closed[0] == SILENT


# The other side: an arena that is silent


class SilentArena:
    """A socket on which frames and pongs come until they do not."""

    def __init__(self, answers: int) -> None:
        self.answers = answers
        self.transport = SimpleNamespace(abort=self.abort)
        self.sent: list[dict[str, Any]] = []
        self._gone = asyncio.Event()
        self._frames = [{"type": "welcome", "v": 1, "table_id": "T-1", "seat": 0, "token": "secret"}]
        self._frames += [{"type": "start_hand", "v": 1, "n": 7, "match_id": "T-1-M3"}]

    def abort(self) -> None:
        self._gone.set()

    async def send(self, data: str) -> None:
        self.sent.append(json.loads(data))

    async def recv(self) -> str:
        if self._frames:
            return json.dumps(self._frames.pop(0))
        await self._gone.wait()
        raise websockets.ConnectionClosedError(None, None)

    async def ping(self) -> asyncio.Future[float]:
        pong: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self.answers -= 1
        if self.answers >= 0:
            pong.set_result(0.02)
        return pong

    async def close(self, code: int, reason: str) -> None:
        self.abort()


def session(monkeypatch: pytest.MonkeyPatch, *arenas: SilentArena, **more: Any) -> ClientSession:
    waiting = list(arenas)

    async def connect(url: str, **options: Any) -> SilentArena:
        if not waiting:
            raise OSError("nobody is there")
        return waiting.pop(0)

    monkeypatch.setattr(websockets, "connect", connect)
    token = SeatToken(None, "ws://x/ws", "Alpha", "CODE")
    return ClientSession("ws://x/ws", "Alpha", "CODE", token, Tally(), **more)


def test_a_client_leaves_a_silent_arena_after_ten_seconds_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    @with_stopped_clock
    async def tried() -> None:
        loop = asyncio.get_running_loop()
        first, second = SilentArena(answers=3), SilentArena(answers=1_000)
        line = session(monkeypatch, first, second)
        assert (await line.next())["type"] == "welcome" and (await line.next())["n"] == 7
        began = loop.time()
        assert (await line.next())["type"] == "welcome"
        assert loop.time() - began == pytest.approx(25), "three pings are answered, and two are not"
        where = {"resume": 7, "resume_table": "T-1", "resume_match": "T-1-M3"}
        assert where.items() <= second.sent[0].items() and second.sent[0]["token"] == "secret"
        assert line.tally.reconnects == 1 and line.tally.round_trips[:3] == [0.02] * 3
        await line.close()

    tried()


def test_one_ping_without_an_answer_is_no_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    @with_stopped_clock
    async def tried() -> None:
        arena = SilentArena(answers=1)
        line = session(monkeypatch, arena)
        await line.next()
        await line.next()
        waiting = asyncio.create_task(line.next())
        await asyncio.sleep(7)  # the first is answered, the one at second 5 is not
        arena.answers = 1_000
        await asyncio.sleep(600)
        assert not waiting.done() and not arena._gone.is_set()
        waiting.cancel()
        await line.close()

    tried()


def test_an_arena_that_lets_us_in_and_says_nothing_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    @with_stopped_clock
    async def tried() -> None:
        mute = SilentArena(answers=1_000)
        mute._frames.clear()
        with pytest.raises(Unreachable):
            await session(monkeypatch, mute).next()
        assert mute._gone.is_set()

    tried()


class PutsOff(SilentArena):
    """An arena that asks to try again, and closes the connection of a client that does."""

    async def recv(self) -> str:
        if len(self.sent) > 1:
            raise websockets.ConnectionClosedError(None, None)
        msg = "Nothing can be stored just now."
        return json.dumps({"type": "error", "v": 1, "code": "CANNOT_KEEP", "msg": msg, "retry_after_ms": 1000})


def test_a_client_that_is_put_off_tries_again_also_where_it_has_never_been_in(monkeypatch: pytest.MonkeyPatch) -> None:
    @with_stopped_clock
    async def tried() -> None:
        line = session(monkeypatch, PutsOff(0), PutsOff(0), SilentArena(answers=1_000))
        assert (await line.next())["type"] == "welcome"
        await line.close()
        with pytest.raises(Unreachable, match=r"Nothing can be stored just now\. \(it stays away\)"):
            await session(monkeypatch, *(PutsOff(0) for _ in range(100))).next()

    tried()

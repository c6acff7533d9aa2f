"""The trials of a server, one after the other, at a hold'em table against house bots."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import websockets

from ..client.tally import quantile
from ..identity import new_code
from ..tables.effects import REPLACED
from .visitor import Failed, Visitor, harmless, visit

GARBAGE: tuple[str | bytes, ...] = (
    "", "{", "null", "[]", "0", '"hello"', "{}", '{"type":1}', '{"type":"action"}', '{"type":"nonsense","v":1}',
    '{"type":"action","v":2,"action":"CALL"}', '{"type":"action","v":1,"action":"DANCE"}',
    '{"type":"action","v":1,"action":"RAISE_TO"}', '{"type":"action","v":1,"action":"RAISE_TO","amount":1e99}',
    '{"type":"action","v":1,"action":"RAISE_TO","amount":-5,"act_id":0}', "[" * 5_000, '{"a":' * 2_000, "9" * 5_000,
    '{"type":"hello","v":1,"team":"Mallory","join_code":"x"}', "\u202e💥", b"\xff\xfe\x00", b"\xc3\x28" * 20,
    '{"type":"action","v":1,"action":"' + "A" * 16_200 + '"}', '{"type":"action","v":1,"cards":' + "[" * 3_000,
)  # fmt: skip


@dataclass
class Target:
    """The server under trial, and the size of the trials."""

    url: str
    code: str
    frames: int = 200
    hands: int = 5
    seed: int = 0
    table: str = ""
    team: str = field(default_factory=lambda: f"drill-{new_code()}")

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)


class Outcome(NamedTuple):
    """The outcome of one trial."""

    name: str
    passed: bool
    said: str


async def _in(visitor: Visitor, target: Target, **more: Any) -> str:
    """Sit down; returns the token."""
    frame = await visitor.hello(target.team, target.code, **more)
    if frame["type"] != "welcome":
        raise Failed(f"hello was refused: {frame['msg']} ({frame['code']})")
    target.table = frame["table_id"]
    return str(frame.get("token", more.get("token", "")))


async def _refusals(visitor: Visitor, count: int) -> Counter[str]:
    """Count the codes of the next `count` errors."""
    codes: Counter[str] = Counter()
    while codes.total() < count:
        frame = await visitor.until("error")
        if not frame.get("code") or not frame.get("msg"):
            raise Failed(f"an error says neither what nor why: {frame}")
        codes[frame["code"]] += 1
    return codes


async def garbage(target: Target) -> str:
    """Garbage frames: each gets an answer, and play goes on."""
    async with visit(target.url) as visitor:
        await _in(visitor, target)
        for number in range(target.frames):
            await visitor.say(GARBAGE[number % len(GARBAGE)], text=True)
        codes = await _refusals(visitor, target.frames)
        await visitor.play()
        return f"{target.frames} frames, each refused: {_told(codes)}; then a hand was played"


async def answers(target: Target) -> str:
    """Late, early, illegal and duplicate answers: none counts, and chips are conserved."""
    codes: Counter[str] = Counter()
    times: list[float] = []
    async with visit(target.url) as visitor:
        await _in(visitor, target)
        hands, chips = 0, set[int]()
        while hands < target.hands:
            frame = await visitor.next()
            if frame["type"] == "end_hand":
                hands += 1
                chips.add(sum(entry["stack"] for entry in frame["stacks"]))
            if frame["type"] == "match_end":
                chips.clear()
            if "legal" not in frame:
                continue
            number = frame["act_id"]
            await visitor.say({"type": "action", "action": "CALL", "act_id": number - 1})
            await visitor.say({"type": "action", "action": "CALL", "act_id": number + 1000})
            await visitor.say({"type": "action", "action": "RAISE_TO", "amount": 1, "act_id": number})
            codes += await _refusals(visitor, 3)
            began = time.perf_counter()
            for _ in range(2):
                await visitor.say(harmless(frame))
            await visitor.until("event")
            times.append(time.perf_counter() - began)
        if len(chips) > 1:
            raise Failed(f"chips were not conserved: {sorted(chips)}")
    missing = {"ACTION_TOO_LATE", "OUT_OF_TURN", "INVALID_ACTION"} - set(codes)
    if missing:
        raise Failed(f"no answer was refused as {', '.join(sorted(missing))}")
    return f"{hands} hands, {_told(codes)}; an answer takes {1000 * quantile(times, 0.5):.1f} ms"


async def breaks(target: Target) -> str:
    """Connections that break anywhere: after a reconnect the client has its seat and cards, and misses no frame."""
    token, last, match, seen = "", None, "", dict[str, list[str]]()
    resumed = snapshots = 0
    for _ in range(target.hands * 4):
        async with visit(target.url) as visitor:
            visitor.last, visitor.match = last, match
            where = {"resume": last, "resume_table": target.table, "resume_match": match}
            token = await _in(visitor, target, token=token, **(where if last is not None else {}))
            for number in range(target.rng.randrange(1, 12)):
                frame = await _next_after(visitor)
                snapshots += frame["type"] == "snapshot"
                resumed += number == 0 and last is not None and frame.get("n") == last + 1
                _same_cards(seen, frame)
                if "legal" in frame:
                    await visitor.say(harmless(frame))
            last, match = visitor.last, visitor.match
            visitor.socket.transport.abort()
    return f"{target.hands * 4} breaks: {resumed} went on with the next frame, {snapshots} with a snapshot"


async def _next_after(visitor: Visitor) -> dict[str, Any]:
    """The next numbered frame; after a snapshot any number may follow."""
    before, visitor.last = visitor.last, None
    frame = await visitor.until("act", "snapshot", "event", "start_hand", "end_hand", "match_end")
    expected = before is None or "n" not in frame or frame["n"] == before + 1
    if not expected:
        raise Failed(f"frame {frame['n']} came after frame {before}")
    if frame["type"] != "snapshot" and "n" not in frame:
        visitor.last = before
    return frame


def _same_cards(seen: dict[str, list[str]], frame: Mapping[str, Any]) -> None:
    hand = frame.get("hand_id") or frame.get("at_hand_id")
    hole = frame.get("hole") or frame.get("you", {}).get("hole")
    if hand and hole and seen.setdefault(hand, hole) != hole:
        raise Failed(f"in hand {hand} the cards changed from {seen[hand]} to {hole}")


async def seat(target: Target) -> str:
    """A seat belongs to the newest connection that has its token."""
    async with visit(target.url) as old, visit(target.url) as new, visit(target.url) as thief:
        token = await _in(old, target)
        if (await thief.hello(target.team, target.code)).get("code") != "TEAM_TAKEN":
            raise Failed("somebody without the token was let into the seat")
        await _in(new, target, token=token)
        if (code := await old.closed()) != REPLACED:
            raise Failed(f"the old connection was closed with {code}, not {REPLACED}")
    return "without the token: TEAM_TAKEN; with it the old connection is told, and closed"


async def spectators(target: Target) -> str:
    """A spectator gets no hole cards, and may not act."""
    async with visit(target.url) as player, visit(target.url) as guest:
        await _in(player, target)
        welcome = await guest.hello(f"{target.team}-eyes"[:24], target.table, role="spectator")
        if welcome["type"] != "welcome" or welcome["seat"] is not None:
            raise Failed(f"a spectator was answered {welcome}")
        playing = asyncio.create_task(player.play("end_hand"))
        frames = 0
        while (frame := await guest.next())["type"] != "end_hand":
            frames += 1
            if "you" in frame or "hole" in frame or frame.get("ev") == "HOLE":
                raise Failed(f"a spectator was shown {frame}")
        await playing
        await guest.say({"type": "action", "action": "FOLD"})
        codes = await _refusals(guest, 1)
    return f"{frames} frames, no hole cards; acting is {_told(codes)}"


async def guesses(target: Target) -> str:
    """Guessing join codes: after a number of attempts the client is told to wait."""
    codes: Counter[str] = Counter()
    async with visit(target.url) as guesser:
        for _ in range(15):
            frame = await guesser.hello(f"{target.team}-g"[:24], new_code())
            codes[frame.get("code", "let in")] += 1
            if frame.get("code") == "TOO_MANY_TRIES" and not frame.get("retry_after_ms"):
                raise Failed("a limit does not say when to come again")
    if "let in" in codes or not codes["TOO_MANY_TRIES"]:
        raise Failed(f"15 guesses: {_told(codes)}")
    return f"15 guesses: {_told(codes)}"


async def flood(target: Target) -> str:
    """Too many frames are refused, with a time to retry; another client is still answered quickly."""
    async with visit(target.url) as flooder, visit(target.url) as other:
        await _in(flooder, target)
        quiet = [await (await other.socket.ping()) for _ in range(20)]
        sending = asyncio.create_task(_pour(flooder))
        busy = [await (await other.socket.ping()) for _ in range(20)]
        while (frame := await flooder.until("error"))["code"] != "TOO_MANY_FRAMES":
            if frame["code"] == "BAD_SCHEMA":
                raise Failed("no frame was refused as one too many")
        await sending
        if not frame.get("retry_after_ms"):
            raise Failed("a limit does not say when to come again")
    return f"TOO_MANY_FRAMES; meanwhile a ping took up to {1000 * max(busy):.1f} ms, before {1000 * max(quiet):.1f} ms"


async def _pour(flooder: Visitor) -> None:
    """Send many frames, then one of garbage: its answer comes after the answers to all others."""
    try:
        for _ in range(4_000):
            await flooder.say({"type": "action", "action": "CALL", "act_id": 0})
            await asyncio.sleep(0)
        await flooder.say({"type": "the end"})
    except websockets.ConnectionClosed:
        pass


TRIALS: Mapping[str, Callable[[Target], Awaitable[str]]] = {
    trial.__name__: trial for trial in (garbage, answers, breaks, seat, spectators, guesses, flood)
}


async def tried(name: str, target: Target, seconds: float) -> Outcome:
    """Run one trial, with a team of its own; it fails after a timeout of `seconds`."""
    target.team = f"drill-{new_code()}"
    try:
        async with asyncio.timeout(seconds):
            return Outcome(name, True, await TRIALS[name](target))
    except Failed as failed:
        return Outcome(name, False, str(failed))
    except TimeoutError:
        return Outcome(name, False, f"it was not done after {seconds:g} s")
    except websockets.WebSocketException as error:
        return Outcome(name, False, f"the line broke: {error}")


def _told(codes: Counter[str]) -> str:
    return ", ".join(f"{count} × {code}" for code, count in codes.most_common())

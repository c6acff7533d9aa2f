"""A fake model endpoint that is slow, wrong, rate-limited or dead by turns, and sometimes answers correctly."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

TURNS = ("right", "slow", "prose", "illegal", "right", "limited", "dead", "broken", "no format", "right", "wrong type")
"""The behaviour at one request after the other."""


class Endpoint:
    """Counts its behaviours, and keeps the requests."""

    def __init__(self, turns: tuple[str, ...] = TURNS) -> None:
        self.turns, self.did = turns, Counter[str]()
        self.asked: list[dict[str, Any]] = []
        self.url = ""

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        found = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
        body = json.loads(await reader.readexactly(int(found[1]) if found else 0))
        turn = self.turns[len(self.asked) % len(self.turns)]
        self.asked.append(body)
        self.did[turn] += 1
        if turn == "slow":
            await reader.read()  # until the client gives up
        elif turn != "dead":
            writer.write(self._reply(turn, body))
            await writer.drain()
        writer.close()

    def _reply(self, turn: str, body: dict[str, Any]) -> bytes:
        if turn == "limited":
            return _http("429 Too Many Requests", {"error": "slow down"}, "Retry-After: 0\r\n")
        if turn == "broken":
            return _http("500 Internal Server Error", {}, "Retry-After: 0\r\n")
        if turn == "no format":
            return _http("200 OK", {"completion": "CALL"})
        words = body["messages"][1]["content"]
        legal = re.findall(r"\n  ([A-Z_]+)", words[words.index("Answer with one of:") :])
        action = next(word for word in ("CHECK", "CALL", "FOLD") if word in legal)
        said = {
            "prose": f"I think that {action} is best.",
            "illegal": json.dumps({"action": "RAISE_TO", "amount": 1, "thoughts": f"or rather {action}"}),
            "wrong type": json.dumps({"action": action, "amount": "a lot"}),
            "right": f"```json\n{json.dumps({'action': action, 'amount': None, 'thoughts': 'It is cheap.'})}\n```",
        }[turn]
        usage = {"prompt_tokens": 700, "completion_tokens": 12}
        return _http("200 OK", {"model": "fake-1", "usage": usage, "choices": [{"message": {"content": said}}]})


def _http(status: str, value: Any, more: str = "") -> bytes:
    body = json.dumps(value).encode()
    return f"HTTP/1.1 {status}\r\n{more}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body


@asynccontextmanager
async def endpoint(*turns: str) -> AsyncIterator[Endpoint]:
    """A listening endpoint."""
    one = Endpoint(turns or TURNS)
    server = await asyncio.start_server(one.answer, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()[:2]
    one.url = f"http://{host}:{port}/v1/chat/completions"
    try:
        yield one
    finally:
        server.close()

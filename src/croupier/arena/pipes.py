"""Processes of ours that are asked over pipes: a value goes in and a value comes out, one after the other.

Each is pickled, with its length in four bytes before it. Both ends are ours. This is the arena's one way to have work
done elsewhere: its loop must never wait, so it cannot use the team of `simulate/workers`, which waits for results.
"""

from __future__ import annotations

import asyncio
import pickle
import signal
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

NO_ANSWER = (TimeoutError, asyncio.IncompleteReadError, OSError)
"""What `Helper` raises when there is no answer in time, or never will be."""


class Helper:
    """A process that runs a module of ours: begun when it is first needed, and begun anew after it had to be ended."""

    def __init__(self, module: str, *arguments: str) -> None:
        self._command = (sys.executable, "-m", module, *arguments)
        self._process: asyncio.subprocess.Process | None = None

    @property
    def runs(self) -> bool:
        """Whether there is a process now."""
        return self._process is not None

    async def ask(self, value: Any, seconds: float) -> Any:
        """What it answers to a value. If there is none in time it is ended: half of one would be taken for the next."""
        return await self._heard(_packed(value), seconds)

    async def hear(self, seconds: float) -> Any:
        """What it says by itself."""
        return await self._heard(b"", seconds)

    async def _heard(self, written: bytes, seconds: float) -> Any:
        try:
            return await asyncio.wait_for(self._answer(written), seconds)
        except BaseException:
            await self.end()
            raise

    async def _answer(self, written: bytes) -> Any:
        if self._process is None:
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe)
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        stdin.write(written)
        head = await stdout.readexactly(4)
        return pickle.loads(await stdout.readexactly(int.from_bytes(head)))

    async def end(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                process.kill()
            await process.wait()


def say(writer: BinaryIO, value: Any) -> None:
    """At the other end: answer."""
    writer.write(_packed(value))
    writer.flush()


def answer_all(reader: BinaryIO, writer: BinaryIO, answer: Callable[[Any], Any]) -> None:
    """At the other end: answer until there is nobody who asks."""
    while head := reader.read(4):
        say(writer, answer(pickle.loads(reader.read(int.from_bytes(head)))))


def own_ends() -> tuple[BinaryIO, BinaryIO]:
    """At the other end: where questions come from and answers go. What is printed must not come between answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for the arena, which then ends us
    out, sys.stdout = sys.stdout.buffer, sys.stderr
    return sys.stdin.buffer, out


def _packed(value: Any) -> bytes:
    written = pickle.dumps(value)
    return len(written).to_bytes(4) + written

"""Worker processes behind pipes: each question is a value, and so is each answer, one after the other.

Values are pickled, with their length in four bytes before them. Both ends are Croupier's own. The arena uses only this
for work in other processes: its event loop must never block, as it would with the team of `workers`.
"""

from __future__ import annotations

import asyncio
import pickle
import signal
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

NO_ANSWER = (TimeoutError, asyncio.IncompleteReadError, OSError)
"""The exceptions that `Helper` raises if no answer came in time, or if the process has ended."""


class Helper:
    """A process that runs a module of Croupier. It is started when it is needed, and again after it was killed."""

    def __init__(self, module: str, *arguments: str) -> None:
        self._command = (sys.executable, "-m", module, *arguments)
        self._process: asyncio.subprocess.Process | None = None

    @property
    def runs(self) -> bool:
        """Whether the process is running."""
        return self._process is not None

    async def ask(self, value: Any, seconds: float) -> Any:
        """The answer to a value. After a timeout the process is killed: a late answer would be taken for the next."""
        return await self._heard(_packed(value), seconds)

    async def hear(self, seconds: float) -> Any:
        """The next value that the process sends without a question."""
        return await self._heard(b"", seconds)

    async def _heard(self, written: bytes, seconds: float) -> Any:
        try:
            async with asyncio.timeout(seconds):
                return await self._answer(written)
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
        """Kill the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                process.kill()
            await process.wait()


def say(writer: BinaryIO, value: Any) -> None:
    """In the worker process: send a value."""
    writer.write(_packed(value))
    writer.flush()


def answer_all(reader: BinaryIO, writer: BinaryIO, answer: Callable[[Any], Any]) -> None:
    """In the worker process: answer questions until the pipe is closed."""
    while head := reader.read(4):
        say(writer, answer(pickle.loads(reader.read(int.from_bytes(head)))))


def own_ends() -> tuple[BinaryIO, BinaryIO]:
    """In the worker process: the pipes of questions and answers. `print` goes to standard error from now on."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for the arena, which then ends this process
    out, sys.stdout = sys.stdout.buffer, sys.stderr
    return sys.stdin.buffer, out


def _packed(value: Any) -> bytes:
    written = pickle.dumps(value)
    return len(written).to_bytes(4) + written

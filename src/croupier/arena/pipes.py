"""Processes of ours that are asked over pipes: a value goes in and a value comes out, one after the other.

Each is pickled, with its length in four bytes before it. Both ends are ours.
"""

from __future__ import annotations

import asyncio
import pickle
import signal
import sys
from collections.abc import Callable
from typing import Any, BinaryIO


async def begin(module: str, *arguments: str) -> asyncio.subprocess.Process:
    """Begin a process that runs a module of ours."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, *arguments), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )


def write(process: asyncio.subprocess.Process, value: Any) -> None:
    """Ask."""
    assert process.stdin is not None
    process.stdin.write(_packed(value))


async def read(process: asyncio.subprocess.Process) -> Any:
    """What it answers; IncompleteReadError if it has ended."""
    assert process.stdout is not None
    head = await process.stdout.readexactly(4)
    return pickle.loads(await process.stdout.readexactly(int.from_bytes(head)))


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

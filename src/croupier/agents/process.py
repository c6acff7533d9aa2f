"""What a process asks of its system: to be closed to others, to be handed orphans, to be limited, to end strays.

All of it is done as far as the system can: Linux can do everything here, macOS has limits and process groups, Windows
has none of it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple

MARK = "CROUPIER_PROGRAM"
"""The name of the variable by which the processes of one program are known, also when they have left their group."""
PROCESSES = "/proc"
"""Where Linux lists processes."""
STAT = 1024
"""Bytes that are more than a process has in its `stat`."""
_SET_DEATH_SIGNAL, _SET_DUMPABLE, _SET_CHILD_SUBREAPER = 1, 4, 36
_ROUNDS = 10
"""How often we look for processes that were started while others were being ended."""


@lru_cache(maxsize=1)
def close_to_others() -> None:
    """Keep other processes of our user from our memory, environment and open files: a bot has no business there.

    A process of the super-user can look all the same, and the command line stays open to everybody.
    """
    _ask_linux(_SET_DUMPABLE, 0)


@lru_cache(maxsize=1)
def adopt_orphans() -> None:
    """Become the parent of those whose own parent ends, so that they can be found and ended."""
    _ask_linux(_SET_CHILD_SUBREAPER, 1)


def die_with_parent() -> None:
    """Be killed when the process that started this one ends in whatever way."""
    _ask_linux(_SET_DEATH_SIGNAL, signal.SIGKILL)


def _ask_linux(what: int, value: int) -> None:
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):  # a C library that has no prctl()
            ctypes.CDLL(None).prctl(what, value, 0, 0, 0)


def limit_memory(size: int) -> None:
    """Let this process take at most so many bytes of address space, where the system has such a limit."""
    try:
        import resource
    except ImportError:
        return
    with contextlib.suppress(OSError, ValueError):  # macOS knows the limit, and refuses to set it
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


class Process(NamedTuple):
    """A process of this machine, as Linux lists it."""

    pid: int
    parent: int
    session: int
    began: int


def processes() -> dict[int, Process]:
    """All processes by number; none where the system does not list them in `/proc`."""
    found = {}
    for pid in [int(name) for name in os.listdir(PROCESSES) if name.isdecimal()] if os.path.isdir(PROCESSES) else []:
        with contextlib.suppress(OSError), open(f"{PROCESSES}/{pid}/stat", "rb", 0) as file:  # it may have ended
            fields = file.read(STAT).rpartition(b")")[2].split()
            found[pid] = Process(pid, int(fields[1]), int(fields[3]), int(fields[19]))
    return found


def family(roots: Iterable[int]) -> set[Process]:
    """Some processes, and those that they and their children have started."""
    running = processes()
    members = {running[root] for root in roots if root in running}
    numbers = {one.pid for one in members}
    while more := {one for one in running.values() if one.parent in numbers} - members:
        members |= more
        numbers |= {one.pid for one in more}
    return members


def end(members: Collection[Process]) -> None:
    """Kill processes, and bury those whose parent we are. One that has taken over an old number is left alone."""
    running = processes() if members else {}
    known = [one for one in members if one.pid in running and running[one.pid].began == one.began]
    for one in known:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(one.pid, signal.SIGKILL)
    for one in known:
        if running[one.pid].parent == os.getpid():
            with contextlib.suppress(ChildProcessError):
                os.waitpid(one.pid, 0)


def end_strays(leader: int, mark: str) -> None:
    """End what a program that is over has left behind: its session, and orphans that bear its mark."""
    for _ in range(_ROUNDS):
        running = processes().values()
        ours = (one for one in running if one.parent == os.getpid() and one.pid != leader)
        found = {one.pid for one in ours if one.session == leader or _bears(one.pid, mark)}
        found |= {one.pid for one in running if one.session == leader != one.pid}
        if not found:
            return
        end(family(found))


def _bears(pid: int, mark: str) -> bool:
    try:
        with open(f"{PROCESSES}/{pid}/environ", "rb") as file:
            return f"{MARK}={mark}".encode() in file.read().split(b"\0")
    except OSError:
        return False

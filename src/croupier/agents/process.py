"""Operating-system functions for processes: protect memory, adopt orphans, limit resources, kill stray processes.

Each does what the system allows: Linux allows all of it, macOS has limits and process groups, Windows has none of
it.
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
"""The environment variable that marks all processes of one program, also those that have left its process group."""
PROCESSES = "/proc"
"""The folder in which Linux lists processes."""
STAT = 1024
"""More bytes than the `stat` of a process has."""
_SET_DEATH_SIGNAL, _SET_DUMPABLE, _SET_CHILD_SUBREAPER = 1, 4, 36
_ROUNDS = 10
"""How often to look again for processes that were started while others were being killed."""


@lru_cache(maxsize=1)
def close_to_others() -> None:
    """Keep other processes of our user, such as bots, from reading our memory, environment and open files.

    A process of the super-user can read them all the same, and the command line stays readable for everybody.
    """
    _ask_linux(_SET_DUMPABLE, 0)


@lru_cache(maxsize=1)
def adopt_orphans() -> None:
    """Become the parent of processes whose own parent ends, so that they can be found and killed."""
    _ask_linux(_SET_CHILD_SUBREAPER, 1)


def die_with_parent() -> None:
    """Be killed when the parent process ends, in whatever way."""
    _ask_linux(_SET_DEATH_SIGNAL, signal.SIGKILL)


def _ask_linux(what: int, value: int) -> None:
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):  # a C library that has no prctl()
            ctypes.CDLL(None).prctl(what, value, 0, 0, 0)


def limit_memory(size: int) -> None:
    """Limit the address space of this process to `size` bytes, where the system has such a limit."""
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
    """All processes by pid; none where the system has no `/proc`."""
    found = {}
    for pid in [int(name) for name in os.listdir(PROCESSES) if name.isdecimal()] if os.path.isdir(PROCESSES) else []:
        with contextlib.suppress(OSError), open(f"{PROCESSES}/{pid}/stat", "rb", 0) as file:  # it may have ended
            fields = file.read(STAT).rpartition(b")")[2].split()
            found[pid] = Process(pid, int(fields[1]), int(fields[3]), int(fields[19]))
    return found


def family(roots: Iterable[int]) -> set[Process]:
    """Some processes with all their descendants."""
    running = processes()
    members = {running[root] for root in roots if root in running}
    numbers = {one.pid for one in members}
    while more := {one for one in running.values() if one.parent in numbers} - members:
        members |= more
        numbers |= {one.pid for one in more}
    return members


def end(members: Collection[Process]) -> None:
    """Kill processes, and reap our own children. A process that has since got the same pid is left alone."""
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
    """Kill what a program that has ended left behind: its session, and orphans with its mark."""
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

"""Bots that try to get out of their process: to the seed, the record, other bots' files, the network, a longer life.

They play like a station, and raise if they have found what they look for. Files beside them name it.
"""

import contextlib
import ctypes
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

from cheats import Station

BESIDE = Path(__file__).parent
STAYS = "import os, signal\nos.setsid()\nif os.fork():\n    os._exit(0)\nsignal.pause()\n"


def beside(name):
    return (BESIDE / name).read_text()


def of_others(name):
    """The file of this name in `/proc` of every other process, as far as it can be read."""
    for folder in Path("/proc").glob("[0-9]*"):
        if int(folder.name) != os.getpid():
            with contextlib.suppress(OSError):
                yield (folder / name).read_bytes()


def is_open():
    """Whether Linux lets other processes of the same user read the memory of this one: prctl(PR_GET_DUMPABLE)."""
    return ctypes.CDLL(None).prctl(3, 0, 0, 0, 0) != 0


class ReadsCommandLines(Station):
    """Looks for the seed on the command line of the match, or of the shell behind it."""

    def cheat(self, view):
        return any(beside("wanted").encode() in line for line in of_others("cmdline"))


class ReadsEnvironments(Station):
    """Looks for a variable of the process that runs the match, in its own environment and in those of others."""

    def cheat(self, view):
        own = repr(dict(os.environ)).encode()
        return any(beside("wanted").encode() in one for one in (own, *of_others("environ")))


class ReadsMemory(Station):
    """Opens the memory of the process that runs the match."""

    def cheat(self, view):
        parent = Path(f"/proc/{os.getppid()}")
        if (parent / "comm").read_text() == "bwrap\n":
            return False
        with contextlib.suppress(OSError), open(parent / "mem", "rb"):
            return True
        return False


class IsOpen(Station):
    """Checks whether other bots can read its own memory, which has its cards."""

    def cheat(self, view):
        return is_open()


class ReadsRecord(Station):
    """Opens the record of the running match, which begins with the seed."""

    def cheat(self, view):
        return any('"seed"' in record.read_text() for record in BESIDE.parent.rglob("*.jsonl"))


class ReadsBots(Station):
    """Reads the files of the other bots, and a file above its folder."""

    def cheat(self, view):
        return any((BESIDE / name).exists() for name in ("other.py", "../above/other.py", "../key"))


class OpensSockets(Station):
    """Connects to a server on this machine, and to one that is given by name only."""

    def cheat(self, view):
        for family, address in (
            (socket.AF_INET, ("127.0.0.1", int(beside("port")))),
            (socket.AF_UNIX, "\0" + beside("name")),
        ):
            with contextlib.suppress(OSError), socket.socket(family) as line:
                line.connect(address)
                return True
        return False


class Writes(Station):
    """Writes files wherever it can: beside itself, above, at home, and in the cache, from which code is loaded."""

    def cheat(self, view):
        cache = os.environ.get("CROUPIER_CACHE_DIR", BESIDE)
        for folder in (BESIDE, BESIDE.parent, Path.cwd(), Path(beside("home")), Path(cache)):
            with contextlib.suppress(OSError):
                (folder / "left").write_text("by a bot")
        return False


class ChangesSettings(Station):
    """Opens a kernel setting for writing: it names a program that the kernel starts outside the sandbox at every
    crash."""

    def cheat(self, view):
        with contextlib.suppress(OSError), open("/proc/sys/kernel/core_pattern", "a"):
            return True
        return False


class Stays(Station):
    """Starts a process that detaches itself: in a session of its own, and an orphan."""

    def __init__(self):
        subprocess.run([sys.executable, "-c", STAYS, beside("wanted")], check=True)


class Lingers(Station):
    """Does not end when its input is closed."""

    def __init__(self):
        threading.Thread(target=threading.Event().wait).start()

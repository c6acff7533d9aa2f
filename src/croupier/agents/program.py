"""A running program, talked to line by line without waiting for it longer than the caller allows.

Nothing blocks: what the program does not read is kept for it, up to a bound, and what it prints stays in its pipe
until it is read. So a program can wait for us, but never we for it.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import select
import signal
import subprocess
import time
from collections import deque
from collections.abc import Mapping

from croupier.kernel.errors import BadInput

from . import process
from .logbook import Logbook

LINE = 64 * 1024
"""A line longer than this many bytes is not a message."""
UNREAD = 1 << 22
"""How many bytes may wait for a program that does not read; beyond that it is killed."""
GRACE = 1.0
"""Seconds that a program has to end by itself after its input was closed."""
ENDING = 5.0
"""Seconds that a program has to exit after it has closed its output."""
KEPT_OF_STDERR = 2000
LEFT_TO_READ = 64
"""How often the pipes of an ended program are read for what is left in them: more than they hold, but not for ever, in
case a process that it started, and that we could not find, goes on writing."""
POSSIBLE = hasattr(select, "poll")
"""Whether this system can talk to programs. Windows cannot."""
_count = itertools.count(1)


class Program:
    """A program with its three pipes. `environment` are its environment variables; None for ours."""

    def __init__(
        self, words: list[str], log: Logbook | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        if not POSSIBLE:
            raise BadInput(
                "A bot in a process of its own needs a system with poll(), such as Linux or macOS. "
                "Name files without proc:, and take --in-process for a round robin or a tournament."
            )
        process.close_to_others()
        process.adopt_orphans()
        self._mark = f"{os.getpid()}-{next(_count)}"
        try:
            self._popen = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                env={**(os.environ if environment is None else environment), process.MARK: self._mark},
            )
        except OSError as error:
            raise BadInput(f"The command {words[0]!r} cannot be started: {error.strerror or error}.") from error
        assert self._popen.stdin and self._popen.stdout and self._popen.stderr
        self._pipes = self._popen.stdin, self._popen.stdout, self._popen.stderr
        self._stdin, self._stdout, self._stderr = (pipe.fileno() for pipe in self._pipes)
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe, False)
        self._poll = select.poll()
        self._poll.register(self._stdout, select.POLLIN)
        self._poll.register(self._stderr, select.POLLIN)
        self._open = {self._stdout, self._stderr}
        """The pipes that have not been closed."""
        self._lines: deque[bytes] = deque()
        self._begun = b""
        """The incomplete last line, …"""
        self._cut = False
        """… or whether its beginning was delivered already, because it is too long."""
        self._unsent: list[bytes] = []
        self._waiting = 0
        """The size of `_unsent` in bytes."""
        self._said: deque[bytes] = deque(maxlen=50)
        self._log: Logbook | None = None
        self._ended = False
        self._killed = False
        self._last_words = ""
        self.keep_log(log)

    def keep_log(self, log: Logbook | None) -> None:
        """Log its standard error, including what it has written already."""
        self._log = log
        if log is not None:
            log.write(b"".join(self._said))

    @property
    def alive(self) -> bool:
        """Whether the program is still running."""
        return not self._ended and self._popen.poll() is None

    @property
    def talks(self) -> bool:
        """Whether the program is running as far as we have noticed: cheaper than `alive`, for every decision."""
        return not self._killed and self._stdout in self._open

    def send(self, message: bytes) -> None:
        """Queue a message for the next `flush`. A program with more than UNREAD bytes unread is killed."""
        self._unsent.append(message)
        self._waiting += len(message)
        if self._waiting > UNREAD:
            self.kill()

    def flush(self) -> None:
        """Send as much as the pipe takes now."""
        if not self._unsent:
            return
        whole = b"".join(self._unsent)
        try:
            taken = os.write(self._stdin, whole)
        except BlockingIOError:
            taken = 0
        except OSError:
            taken = len(whole)  # the program has closed its input
        self._unsent = [whole[taken:]] if taken < len(whole) else []
        self._waiting = len(whole) - taken

    def line(self, seconds: float) -> bytes | None:
        """The next line that the program printed; None if none came in time, or if it has ended."""
        deadline = time.monotonic() + seconds
        while not self._lines:
            if self._stdout not in self._open:
                self._ended = True
                return None
            left = deadline - time.monotonic()
            self._exchange(max(0.0, left))
            if left <= 0 and not self._lines:
                return None  # although a part of a line, or standard error, may have come
        return self._lines.popleft()

    def last_words(self) -> str:
        """How the program ended, and the end of its standard error. One that only closed its output is killed."""
        if not self._last_words:
            deadline = time.monotonic() + ENDING
            while self._stderr in self._open and time.monotonic() < deadline:
                self._exchange(deadline - time.monotonic())
                self._lines.clear()
            try:
                code = self._popen.wait(max(0.0, deadline - time.monotonic()))
                ending = "hung and was ended" if self._killed else f"ended with exit code {code}"
            except subprocess.TimeoutExpired:
                ending = "closed its output"
                self.kill()
            said = b"".join(self._said)[-KEPT_OF_STDERR:].decode("utf-8", "replace").rstrip()
            self._last_words = f"the program {ending}{': ' + said if said else ''}"
        return self._last_words

    def end(self) -> None:
        """Close its input, wait GRACE seconds, and kill what is left."""
        deadline = time.monotonic() + GRACE
        started = self._started()
        while self._popen.poll() is None and (left := deadline - time.monotonic()) > 0:
            self.flush()
            if not self._unsent and not self._pipes[0].closed:
                self._pipes[0].close()
            if self._open:
                self._exchange(left)
                self._lines.clear()
            else:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._popen.wait(left)
        self.kill()
        process.end(started)
        for _ in range(LEFT_TO_READ):
            if self._stderr not in self._open or not self._exchange(0):
                break
            self._lines.clear()
        for pipe in self._pipes:
            pipe.close()

    def kill(self) -> None:
        """Kill the program, with every process that it started and that can be found."""
        if self._killed:
            return
        self._killed = True
        started = self._started()
        with contextlib.suppress(ProcessLookupError, PermissionError):  # all of them have ended
            os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.wait()
        process.end(started)
        process.end_strays(self._popen.pid, self._mark)

    def _started(self) -> set[process.Process]:
        """The descendants of the program; none once it has ended, as its pid may then belong to another process."""
        if self._popen.returncode is not None:
            return set()
        return {one for one in process.family([self._popen.pid]) if one.pid != self._popen.pid}

    def _exchange(self, seconds: float) -> bool:
        """Wait until a pipe can be read or written, and do so; returns whether one could."""
        if self._unsent:
            self._poll.register(self._stdin, select.POLLOUT)
        ready = self._poll.poll(seconds * 1000)
        if self._unsent:
            self._poll.unregister(self._stdin)
        for pipe, _ in ready:
            if pipe == self._stdin:
                self.flush()
            else:
                self._read(pipe)
        return bool(ready)

    def _read(self, pipe: int) -> None:
        try:
            heard = os.read(pipe, LINE)
        except BlockingIOError:
            return
        if not heard:
            self._poll.unregister(pipe)
            self._open.discard(pipe)
        elif pipe == self._stderr:
            self._said.append(heard)
            if self._log is not None:
                self._log.write(heard)
        else:
            self._hear(heard)

    def _hear(self, heard: bytes) -> None:
        """Split output into lines. Of a line that is too long the beginning is delivered, and the rest dropped."""
        *whole, rest = heard.split(b"\n")
        for line in whole:
            if not self._cut:
                self._lines.append(self._begun + line + b"\n")
            self._begun, self._cut = b"", False
        if self._cut:
            return
        self._begun += rest
        if len(self._begun) >= LINE:
            self._lines.append(self._begun[:LINE] + b" (cut)")
            self._begun, self._cut = b"", True

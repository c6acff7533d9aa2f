"""A running program, talked to line by line without ever waiting for it longer than one wants to."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
from collections import deque
from typing import IO

from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import Frame, body

LINE = 64 * 1024
"""A longer line is no message."""
UNREAD = 4096
"""How many messages may wait for a program that does not read."""
GRACE = 1.0
"""Seconds that a program has to end by itself, once told that nothing more will come."""
KEPT_OF_STDERR = 2000


class Program:
    """A program, with a thread for each of its three pipes: no pipe of its can make the match wait."""

    def __init__(self, words: list[str]) -> None:
        try:
            self._popen = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise BadInput(f"The command {words[0]!r} cannot be started: {error.strerror or error}.") from error
        assert self._popen.stdin and self._popen.stdout and self._popen.stderr
        self._lines: queue.Queue[bytes | None] = queue.Queue(UNREAD)
        self._outgoing: queue.Queue[bytes | None] = queue.Queue(UNREAD)
        self._stderr: deque[bytes] = deque(maxlen=50)
        self._ended = False
        self._killed = False
        self._last_words = ""
        pipes = (
            (self._listen, self._popen.stdout),
            (self._talk, self._popen.stdin),
            (self._overhear, self._popen.stderr),
        )
        self._threads = [threading.Thread(target=work, args=(pipe,), daemon=True) for work, pipe in pipes]
        for thread in self._threads:
            thread.start()

    @property
    def alive(self) -> bool:
        """Whether it has not ended."""
        return not self._ended and self._popen.poll() is None

    def send(self, frame: Frame) -> None:
        """Send a message; a program with too many unread ones hangs, and is killed."""
        try:
            self._outgoing.put_nowait(body(frame) + b"\n")
        except queue.Full:
            self.kill()

    def line(self, seconds: float) -> bytes | None:
        """The next line that it printed; None if none came in time, or if it has ended."""
        if self._ended:
            return None
        try:
            line = self._lines.get(timeout=seconds) if seconds > 0 else self._lines.get_nowait()
        except queue.Empty:
            return None
        self._ended = line is None
        return line

    def last_words(self) -> str:
        """How it ended, and the last of what it wrote to standard error. One that only went silent is killed."""
        if not self._last_words:
            try:
                code = self._popen.wait(GRACE)
                ending = "hung and was ended" if self._killed else f"ended with exit code {code}"
            except subprocess.TimeoutExpired:
                ending = "closed its output"
                self.kill()
            self._threads[-1].join(GRACE)
            said = b"".join(self._stderr)[-KEPT_OF_STDERR:].decode("utf-8", "replace").rstrip()
            self._last_words = f"the program {ending}{': ' + said if said else ''}"
        return self._last_words

    def end(self) -> None:
        """Close its input, wait a moment, and kill what is left."""
        if self.alive:
            with contextlib.suppress(queue.Full, subprocess.TimeoutExpired):
                self._outgoing.put_nowait(None)
                self._popen.wait(GRACE)
        self.kill()

    def kill(self) -> None:
        """End it, with everything that it started."""
        if self._killed:
            return
        self._killed = True
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):  # all of them have ended
                os.killpg(self._popen.pid, signal.SIGKILL)
        else:
            self._popen.kill()
        self._popen.wait()

    def _listen(self, pipe: IO[bytes]) -> None:
        whole = True
        while line := pipe.readline(LINE):
            if whole:
                self._lines.put(line if line.endswith(b"\n") else line + b" (cut)")
            whole = line.endswith(b"\n")
        self._lines.put(None)

    def _talk(self, pipe: IO[bytes]) -> None:
        try:
            while (message := self._outgoing.get()) is not None:
                pipe.write(message)
                pipe.flush()
            pipe.close()
        except (OSError, ValueError):
            pass  # it does not listen any more

    def _overhear(self, pipe: IO[bytes]) -> None:
        while line := pipe.readline(LINE):
            self._stderr.append(line)

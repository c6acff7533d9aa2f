"""Setups of workers for tests: functions that show which process ran them, or end it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

from croupier.kernel.errors import BadInput, Fault


def prepare_squares() -> Callable[[int], int]:
    """Squares; the task 13 kills its worker, and 0 is refused."""

    def square(number: int) -> int:
        if number == 13:
            os.kill(os.getpid(), signal.SIGKILL)
        if number == 0:
            raise Fault("nothing squared")
        return number * number

    return square


def prepare_to_die(flag: str) -> Callable[[int], int]:
    """Doubles; the task 5 kills the first worker that gets it, which leaves the file `flag`, and no later one."""

    def double(number: int) -> int:
        if number == 5:
            try:
                os.close(os.open(flag, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                pass
            else:
                os.kill(os.getpid(), signal.SIGKILL)
        return 2 * number

    return double


def fail_to_prepare() -> Callable[[int], int]:
    """Fail while preparing."""
    raise BadInput("there is nothing to learn")


def die_while_preparing() -> Callable[[int], int]:
    """End the process while preparing."""
    os._exit(1)

"""Trades for workers that are tested: what they do is of no use, but tells who did it or ends them."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

from croupier.kernel.errors import BadInput, Fault


def learn_squares() -> Callable[[int], int]:
    """Squares; 13 ends whoever works on it, and 0 is refused."""

    def square(number: int) -> int:
        if number == 13:
            os.kill(os.getpid(), signal.SIGKILL)
        if number == 0:
            raise Fault("nothing squared")
        return number * number

    return square


def learn_to_die(flag: str) -> Callable[[int], int]:
    """As above, but whoever finds no file of that name leaves one and dies: the first worker, and no other."""

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


def learn_nothing() -> Callable[[int], int]:
    """A trade that cannot be learnt."""
    raise BadInput("there is nothing to learn")


def learn_and_end() -> Callable[[int], int]:
    """A trade that ends whoever learns it."""
    os._exit(1)

"""Bots that take what they are not given: they can do so in our process, and cannot in one of their own.

All of them play like a station. One that has found what it looked for raises, so that the record shows it.
"""

import gc
import os
import sys

from croupier import holdem
from croupier.agents.bot import Bot


def table():
    """The object that runs the match, found by walking up the stack; None if it is not there."""
    frame = sys._getframe()
    while frame is not None:
        found = frame.f_locals.get("self")
        if hasattr(found, "_driver"):
            return found
        frame = frame.f_back
    return None


class Station(Bot):
    def act(self, view, decision):
        raising = decision.named("RAISE_TO")
        if self.cheat(view) and raising and view.street == 0 and view.current_bet == view.blinds[1]:
            return "RAISE_TO", raising.low
        return "CHECK" if view.to_call == 0 else "CALL"

    def cheat(self, view):
        """Whether the attempt has worked."""
        return False


class ReadsCards(Station):
    """Looks at the other's cards."""

    def cheat(self, view):
        found = table()
        return bool(found) and len(holdem.hole(found._driver.view_of(1 - view.seat))) == 2


class ReadsSeed(Station):
    """Finds the seed, from which all cards to come are dealt."""

    def cheat(self, view):
        return hasattr(table(), "seed")


class TakesChips(Station):
    """Writes itself a bigger stack."""

    def cheat(self, view):
        found = table()
        if found:
            found._driver._tables[0]["betting"]["stack"][view.seat] += 100
        return bool(found)


class BringsChips(Station):
    """Makes every later hand begin with a bigger stack."""

    def cheat(self, view):
        found = table()
        if found:
            found._driver._tables[1]["betting"]["stack"][view.seat] += 100
        return bool(found)


class BreaksSeal(Station):
    """Writes itself a bigger stack, and makes the seal look unbroken."""

    def cheat(self, view):
        found = table()
        if found:
            found._driver.seal = lambda: found._seal
            found._driver._tables[0]["betting"]["stack"][view.seat] += 100
        return bool(found)


class ReplacesScorer(Station):
    """Replaces the scores that the rules give the match."""

    def cheat(self, view):
        found = table()
        if found:
            won = [-500, -500]
            won[view.seat] = 500
            found._driver._scores = lambda: (won, [16 * score for score in won])
        return bool(found)


class ReplacesCounter(ReplacesScorer):
    """Replaces the scores, and also the function that counts them again."""

    def cheat(self, view):
        found = table()
        if found:
            won = [-500, -500]
            won[view.seat] = 500
            found._driver._scores = lambda: (won, [16 * score for score in won])
            found._driver.recount = lambda: won
        return bool(found)


class Puppeteer(Station):
    """Makes the other fold."""

    def cheat(self, view):
        others = [one for one in gc.get_objects() if type(one).__name__ == "Victim"]
        for other in others:
            other.act = lambda view, decision: "FOLD"
        return bool(others)


class Victim(Station):
    """Checks and calls, unless another bot interferes."""


class Quits(Station):
    """Ends the process that it runs in."""

    def cheat(self, view):
        os._exit(7)


class Hangs(Station):
    """Never answers."""

    def cheat(self, view):
        while True:
            pass


class Hoards(Station):
    """Takes all the memory there is."""

    def cheat(self, view):
        self.hoard = bytearray(1 << 36)
        return True


class Shouts(Station):
    """Writes to every open file, in the hope that one is our output or carries an answer."""

    def cheat(self, view):
        print("printed by Shouts")
        print("complained by Shouts", file=sys.stderr)
        os.write(1, b"written by Shouts\n")
        return False

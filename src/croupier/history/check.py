"""Whether a hand, played again by our rules, ends as its log says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from croupier.games.holdem.phh import HandHistory
from croupier.kernel.errors import BadInput

from .compare import FITS, Rake, Status, Verdict, compare
from .enact import BrokenHand, Replay
from .phh import OtherVariant, read_table, tables
from .seating import seatings


class Result(NamedTuple):
    """A checked hand."""

    name: str
    status: Status
    explanation: str = ""
    compared: bool = False
    """Whether the log tells the finishing stacks or the winnings, so that they could be compared."""
    scale: int = 1
    """How many of our chips make one of the log's; more than one if the log has decimals."""
    rake: Rake | None = None
    assumes: str = ""
    """What had to be assumed, because the file does not say it."""
    variant: str = ""
    """The game, where it is not ours."""


def check_text(text: str, name: str) -> Iterator[Result]:
    """Check every hand of a `.phh` or `.phhs` text."""
    try:
        found = tables(text, name)
    except BadInput as error:
        yield Result(name, Status.UNREADABLE, str(error))
        return
    for title, key, values in found:
        try:
            yield check(read_table(values, title, text, key))
        except OtherVariant as error:
            yield Result(title, Status.SKIPPED, str(error), variant=error.variant)
        except BadInput as error:
            yield Result(title, Status.UNREADABLE, str(error))


def check(history: HandHistory) -> Result:
    """Replay a hand and compare the end, where it is given; BadInput if it cannot be set up.

    Where the file leaves open at which table it was played, the first that fits the log counts.
    """
    try:
        return _settled(history)[1]
    except BrokenHand as error:  # a line that is no action at any table
        return Result(history.name, Status.DIFFERENT, error.explanation)


def settle(history: HandHistory) -> Replay:
    """A replay, not yet run, at the table that counts for `check`; BrokenHand if a line is no action."""
    played = _settled(history)[0]
    return Replay(history, played.scale, played.seating)


def _settled(history: HandHistory) -> tuple[Replay, Result]:
    """The hand at the table that fits its log; else where either stacks or winnings fit, else at the likeliest."""
    kept: tuple[Replay, Result] | None = None
    contradicts = False
    for replay in _replays(history):
        verdict, result = _judged(replay)
        if result.status in FITS:
            return replay, result
        if kept is None or (verdict and verdict.contradicts and not contradicts):
            kept = replay, result
            contradicts = bool(verdict and verdict.contradicts)
    assert kept is not None
    return kept


def _replays(history: HandHistory) -> Iterator[Replay]:
    """A replay at every table at which the hand may have been played."""
    first = Replay(history)
    yield first
    for seating in islice(seatings(history, first.scale), 1, None):
        yield Replay(history, first.scale, seating)


def _judged(replay: Replay) -> tuple[Verdict | None, Result]:
    name, assumes = replay.history.name, replay.seating.assumes
    try:
        verdict = compare(replay.run())
    except BrokenHand as error:
        return None, Result(name, Status.DIFFERENT, error.explanation, assumes=assumes)
    if verdict is None:
        return None, Result(name, Status.EQUAL, scale=replay.scale, assumes=assumes)
    why = f"{verdict.why} {assumes}".strip() if verdict.status != Status.EQUAL else ""
    return verdict, Result(name, verdict.status, why, True, replay.scale, verdict.rake, assumes)

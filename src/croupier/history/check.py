"""Checks whether a hand that is replayed by our rules ends as its log says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from croupier.games.holdem.phh import HandHistory
from croupier.kernel.errors import BadInput

from .compare import FITS, Rake, Status, Verdict, compare
from .enact import BrokenHand, Replay
from .formats import hands_in
from .phh import OtherVariant
from .seating import seatings


class Result(NamedTuple):
    """The result of checking a hand."""

    name: str
    status: Status
    explanation: str = ""
    compared: bool = False
    """Whether the log has finishing stacks or winnings, so that they could be compared."""
    scale: int = 1
    """How many of our chips make one chip of the log; more than one if the log has decimals."""
    rake: Rake | None = None
    assumes: str = ""
    """What had to be assumed, because the file does not say it."""
    variant: str = ""
    """The game, if it is one that Croupier does not read."""


def check_text(text: str, name: str) -> Iterator[Result]:
    """Check every hand of a text, in any format that Croupier reads."""
    try:
        found = hands_in(text, name)
    except BadInput as error:
        yield Result(name, Status.UNREADABLE, str(error))
        return
    for title, read in found:
        try:
            yield check(read())
        except OtherVariant as error:
            yield Result(title, Status.SKIPPED, str(error), variant=error.variant)
        except BadInput as error:
            yield Result(title, Status.UNREADABLE, str(error))


def check(history: HandHistory) -> Result:
    """Replay a hand and compare the end, if the log has one; BadInput if the hand cannot be set up.

    If the file allows several seatings, the first that fits the log counts.
    """
    try:
        result = _chosen(history)[1]
    except BrokenHand as error:  # a line that cannot be parsed
        result = Result(history.name, Status.DIFFERENT, error.explanation)
    if not history.contradictions:
        return result
    ends = "" if result.status in FITS else result.explanation
    why = f"{ends} {contradictions_of(history)}".strip()
    return result._replace(status=Status.DIFFERENT, explanation=why, rake=None)


def contradictions_of(history: HandHistory) -> str:
    """A sentence about the lines of a file that deny each other; "" if there are none."""
    return f"The log contradicts itself: {'; '.join(history.contradictions)}." if history.contradictions else ""


def chosen_replay(history: HandHistory) -> Replay:
    """A replay with the seating that `check` chooses, not yet run; BrokenHand if a line cannot be parsed."""
    played = _chosen(history)[0]
    return Replay(history, played.scale, played.seating)


def _chosen(history: HandHistory) -> tuple[Replay, Result]:
    """The replay with the seating that fits the log; else with the first for which stacks or winnings fit, else with
    the likeliest."""
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
    """A replay for each possible seating, the likeliest first."""
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

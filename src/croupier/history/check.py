"""Whether a hand, played again by our rules, ends as its log says."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from croupier.games.holdem.events import HandShown
from croupier.kernel.errors import BadInput

from .actions import Amount, checked
from .enact import BrokenHand, Replay, scale_of
from .phh import HandHistory, read_table, tables


class Status(StrEnum):
    """What became of a hand."""

    EQUAL = "equal"
    DIFFERENT = "different"
    HALF_CHIPS = "half_chips"
    """The log splits chips that we keep whole; with chips as small as the log's, all is equal."""
    UNCHECKED = "unchecked"
    """Cards that the log does not tell decided the hand."""
    UNREADABLE = "unreadable"


class Result(NamedTuple):
    """A checked hand."""

    name: str
    status: Status
    explanation: str = ""
    compared: bool = False
    """Whether the log tells the finishing stacks, so that they could be compared."""
    scale: int = 1
    """How many of our chips make one of the log's; more than one if the log has decimals."""


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
        except BadInput as error:
            yield Result(title, Status.UNREADABLE, str(error))


def check(history: HandHistory) -> Result:
    """Replay a hand and compare the finishing stacks, where they are given; BadInput if it cannot be set up."""
    try:
        replay = Replay(history).run()
    except BrokenHand as error:
        return Result(history.name, Status.DIFFERENT, error.explanation)
    log = history.finishing
    if log is None:
        return Result(history.name, Status.EQUAL, scale=replay.scale)
    if _same(replay, log):
        return Result(history.name, Status.EQUAL, compared=True, scale=replay.scale)
    status, why = _difference(replay, log)
    return Result(history.name, status, f"{_stacks(replay, log)}. {why}".strip(), True, replay.scale)


def _same(replay: Replay, log: tuple[Amount, ...]) -> bool:
    return all(ours == amount * replay.scale for ours, amount in zip(replay.stacks, log, strict=True))


def _stacks(replay: Replay, log: tuple[Amount, ...]) -> str:
    """The stacks that differ, ours and the log's."""
    told = []
    for seat, (ours, amount) in enumerate(zip(replay.stacks, log, strict=True)):
        mine = Decimal(ours) / replay.scale
        if mine != amount:
            told.append(f"{replay.history.label(seat)} ends with {checked(mine):,}, in the log with {amount:,}")
    return "; ".join(told)


def _difference(replay: Replay, log: tuple[Amount, ...]) -> tuple[Status, str]:
    """What kind of difference it is, and why."""
    history = replay.history
    if finer := _equal_when_finer(replay, log):
        part = {10: "tenths", 100: "hundredths"}.get(finer, f"1/{finer}ths")
        return Status.HALF_CHIPS, f"The log splits a pot into parts of a chip: replayed in {part} it comes out equal."
    if not replay.over:
        return Status.DIFFERENT, "The log stops before the hand is over."
    missing = Decimal(sum(history.stacks)) - sum(log)
    if missing:
        what = "less than at the start, perhaps a rake" if missing > 0 else "more than at the start"
        return Status.DIFFERENT, f"The log's stacks have {checked(abs(missing)):,} {what}."
    if replay.guessed and _only_among_live(replay, log):
        return Status.UNCHECKED, "Cannot be checked: the log does not tell all cards of the hands that were left."
    for fact in replay.facts:
        if isinstance(fact, HandShown) and fact.seat in replay.mucked:
            return Status.DIFFERENT, f"The log mucks the hand of {history.label(fact.seat)}, which was not beaten."
    if not history.trims_antes and any(stack < ante for stack, ante in zip(history.stacks, history.antes, strict=True)):
        return Status.DIFFERENT, "A short ante wins only as much from each player, as with ante_trimming_status."
    if len(history.stacks) > 2 and history.stacks[1] - history.antes[1] < history.blinds[1]:
        return Status.DIFFERENT, "The big blind was short; by our rules a call costs the full blind all the same."
    return Status.DIFFERENT, ""


def _equal_when_finer(replay: Replay, log: tuple[Amount, ...]) -> int:
    """The scale of the log's own chips, if these are finer than its bets need and all is equal with them; else 0."""
    finer = scale_of(log)
    if finer <= replay.scale:
        return 0
    try:
        return finer if _same(Replay(replay.history, finer).run(), log) else 0
    except BadInput:  # so fine that the stacks become too large
        return 0


def _only_among_live(replay: Replay, log: tuple[Amount, ...]) -> bool:
    """Whether only hands that came to the showdown differ: the others' chips do not hang on any card."""
    live = replay.state.table.betting.live
    pairs = enumerate(zip(replay.stacks, log, strict=True))
    return all(live >> seat & 1 for seat, (ours, amount) in pairs if ours != amount * replay.scale)

"""What a log pays out at the end of a hand, beside what our rules do.

A log tells the stacks at the end, the winnings (what each player collected from the pots), or both. Either way it is
compared as winnings, so that one rule says what a rake is.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from croupier.games.holdem.events import HandShown, PotAwarded
from croupier.games.holdem.phh import Amount, in_file_chips
from croupier.kernel.errors import BadInput

from .actions import checked
from .enact import Replay, scale_of
from .prose import listed
from .seating import seatings

MOST_RAKE = Decimal("0.1")
"""The largest part of what a player collects that a house may have kept; more than that is not taken for a rake."""
TENTHS = {10: "tenths", 100: "hundredths"}


class Status(StrEnum):
    """What became of a hand."""

    EQUAL = "equal"
    RAKED = "raked"
    """Equal but for the rake: only those who collect a pot are short, and by no more than a house takes."""
    DIFFERENT = "different"
    HALF_CHIPS = "half_chips"
    """The log splits chips that we keep whole; with chips as small as the log's, all is equal."""
    UNCHECKED = "unchecked"
    """Cards that the log does not tell decided the hand."""
    SKIPPED = "skipped"
    """A hand of another game than no-limit hold'em."""
    UNREADABLE = "unreadable"


FITS = frozenset({Status.EQUAL, Status.RAKED, Status.HALF_CHIPS})


class Rake(NamedTuple):
    """What the house kept of a pot, in the file's chips."""

    chips: Amount
    pot: Amount

    @property
    def share(self) -> float:
        """The part of the pot that it is."""
        return float(self.chips / Decimal(self.pot))


class Verdict(NamedTuple):
    """How the log's end compares with ours."""

    status: Status
    why: str = ""
    rake: Rake | None = None
    contradicts: bool = False
    """Whether it is equal either by the log's stacks or by its winnings, and different by the other."""


def compare(replay: Replay) -> Verdict | None:
    """The verdict over a hand that was played again; None if its log does not tell how it ended."""
    history = replay.history
    stacks = _by_stacks(replay) if history.finishing is not None else None
    # Nobody can have won nothing: where all winnings are 0, a log does not know them.
    winnings = _by_winnings(replay) if history.winnings and any(history.winnings) and replay.over else None
    if stacks is None or winnings is None or (stacks.status in FITS) == (winnings.status in FITS):
        return stacks or winnings
    wrong, right, by = (stacks, winnings, "winnings") if winnings.status in FITS else (winnings, stacks, "stacks")
    rake = f" but for a rake of {right.rake.chips:,}" if right.rake else ""
    why = f"{wrong.why} By its {by} it is equal{rake}: the log contradicts itself."
    return Verdict(Status.DIFFERENT, why, contradicts=True)


def _by_stacks(replay: Replay) -> Verdict:
    log = replay.history.finishing
    assert log is not None
    now = _told(replay, replay.stacks)
    collected = [won + end - have for won, end, have in zip(_told(replay, replay.awards), log, now, strict=True)]
    differing = [
        f"{replay.history.label(player)} ends with {have:,}, in the log with {end:,}"
        for player, (have, end) in enumerate(zip(now, log, strict=True))
        if have != end
    ]
    return _verdict(replay, collected, scale_of(log), "; ".join(differing))


def _by_winnings(replay: Replay) -> Verdict:
    log = replay.history.winnings
    assert log is not None
    differing = [
        f"{replay.history.label(player)} collects {won:,}, in the log {end:,}"
        for player, (won, end) in enumerate(zip(_told(replay, replay.awards), log, strict=True))
        if won != end
    ]
    return _verdict(replay, log, scale_of(log), "; ".join(differing))


def _verdict(replay: Replay, log: Sequence[Amount], finest: int, differing: str) -> Verdict:
    """The verdict over what each player collects by the log, whose smallest chip is a part of one in `finest`."""
    ours = _told(replay, replay.awards)
    if list(log) == ours:
        return Verdict(Status.EQUAL)
    finer = _finer(replay, finest)
    if finer and list(log) == _told(finer, finer.awards):
        part = TENTHS.get(finest, f"1/{finest}ths")
        why = f"The log splits a pot into parts of a chip: replayed in {part} it comes out equal."
        return Verdict(Status.HALF_CHIPS, f"{differing}. {why}")
    if (raked := _raked(finer or replay, log)) and replay.over:
        return raked
    status, why = _difference(replay, ours, log)
    return Verdict(status, f"{differing}. {why}".strip())


def _told(replay: Replay, chips: Sequence[int]) -> list[Amount]:
    """Our chips in the file's."""
    return [in_file_chips(amount, replay.scale) for amount in chips]


def _finer(replay: Replay, finest: int) -> Replay | None:
    """The same hand in the log's own chips, where these are smaller than its bets need."""
    if finest <= replay.scale:
        return None
    try:
        tables = seatings(replay.history, finest)
        seating = next(table for table in tables if table.assumes == replay.seating.assumes)
        return Replay(replay.history, finest, seating).run()
    except BadInput:  # so fine that the stacks become too large
        return None


def _raked(replay: Replay, log: Sequence[Amount]) -> Verdict | None:
    """The verdict if only a rake is missing: who collects a pot may be short, within MOST_RAKE of it; else None."""
    ours = _told(replay, replay.awards)
    kept = [won - end for won, end in zip(ours, log, strict=True)]
    if any(not 0 <= short <= won * MOST_RAKE for short, won in zip(kept, ours, strict=True)):
        return None
    rake = Rake(checked(sum(kept, Decimal(0))), _pot(replay))
    short = [
        f"{replay.history.label(player)} collects {log[player]:,} of {ours[player]:,}"
        for player, chips in enumerate(kept)
        if chips
    ]
    return Verdict(Status.RAKED, f"{listed(short)}: a rake of {rake.chips:,}, {rake.share:.1%} of the pot.", rake)


def _pot(replay: Replay) -> Amount:
    """All that was won, in the file's chips."""
    return in_file_chips(sum(fact.chips for fact in replay.facts if isinstance(fact, PotAwarded)), replay.scale)


def _difference(replay: Replay, ours: Sequence[Amount], log: Sequence[Amount]) -> tuple[Status, str]:
    """What kind of difference it is, and why."""
    history = replay.history
    if not replay.over:
        return Status.DIFFERENT, "The log stops before the hand is over."
    missing = checked(sum(ours, Decimal(0)) - sum(log, Decimal(0)))
    among_live = replay.guessed and _only_among_live(replay, ours, log)
    if among_live and 0 <= missing <= _pot(replay) * MOST_RAKE:
        return Status.UNCHECKED, "Cannot be checked: the log does not tell all cards of the hands that were left."
    if missing > 0:
        return Status.DIFFERENT, f"The log pays out {missing:,} less than was put in, which is not a rake."
    if missing < 0:
        somebody = "somebody whom it does not list must have paid that"
        return Status.DIFFERENT, f"The log pays out {-missing:,} more than its players put in: {somebody}."
    for fact in replay.facts:
        if isinstance(fact, HandShown) and replay.player_at(fact.seat) in replay.mucked:
            player = history.label(replay.seats.index(fact.seat))
            return Status.DIFFERENT, f"The log mucks the hand of {player}, which was not beaten."
    if not history.trims_antes and any(stack < ante for stack, ante in zip(history.stacks, history.antes, strict=True)):
        return Status.DIFFERENT, "A short ante wins only as much from each player, as with ante_trimming_status."
    if len(history.stacks) > 2 and history.stacks[1] - history.antes[1] < history.blinds[1]:
        return Status.DIFFERENT, "The big blind was short; by our rules a call costs the full blind all the same."
    return Status.DIFFERENT, ""


def _only_among_live(replay: Replay, ours: Sequence[Amount], log: Sequence[Amount]) -> bool:
    """Whether only hands that came to the showdown differ: the others' chips do not hang on any card."""
    live = replay.state.table.betting.live
    differ = [player for player, (won, end) in enumerate(zip(ours, log, strict=True)) if won != end]
    return all(live >> replay.seats[player] & 1 for player in differ)

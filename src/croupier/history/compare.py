"""Compares what a log pays out at the end of a hand with what our rules pay out.

A log has the stacks at the end, the winnings (what each player collected from the pots), or both. Stacks are compared
as winnings too, so that there is one rule for what a rake is.
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
"""The largest share of what a player collects that counts as a rake."""
TENTHS = {10: "tenths", 100: "hundredths"}


class Status(StrEnum):
    """The result of comparing a hand with its log."""

    EQUAL = "equal"
    RAKED = "raked"
    """Equal but for the rake: only players who collect a pot get less, by at most MOST_RAKE of it."""
    DIFFERENT = "different"
    HALF_CHIPS = "half_chips"
    """The log splits chips that our rules keep whole; replayed in the log's smallest unit, the hand is equal."""
    UNCHECKED = "unchecked"
    """Cards that the log does not have decided the hand."""
    SKIPPED = "skipped"
    """A hand of a game that Croupier does not read."""
    UNREADABLE = "unreadable"


FITS = frozenset({Status.EQUAL, Status.RAKED, Status.HALF_CHIPS})


class Rake(NamedTuple):
    """What the house kept of a pot, in chips of the file."""

    chips: Amount
    pot: Amount

    @property
    def share(self) -> float:
        """The rake as a share of the pot."""
        return float(self.chips / Decimal(self.pot))


class Verdict(NamedTuple):
    """How the end of a hand in the log compares with ours."""

    status: Status
    why: str = ""
    rake: Rake | None = None
    contradicts: bool = False
    """Whether either the log's stacks or its winnings are equal to ours, and the other are not."""


def compare(replay: Replay) -> Verdict | None:
    """The verdict on a replayed hand; None if its log does not say how it ended."""
    history = replay.history
    stacks = _by_stacks(replay) if history.finishing is not None else None
    # Somebody always wins a pot: if all winnings are 0, the log does not know them.
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
    now = _in_file_chips(replay, replay.stacks)
    collected = [
        won + end - have for won, end, have in zip(_in_file_chips(replay, replay.awards), log, now, strict=True)
    ]
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
        for player, (won, end) in enumerate(zip(_in_file_chips(replay, replay.awards), log, strict=True))
        if won != end
    ]
    return _verdict(replay, log, scale_of(log), "; ".join(differing))


def _verdict(replay: Replay, log: Sequence[Amount], finest: int, differing: str) -> Verdict:
    """The verdict on what each player collects according to the log, whose smallest unit is 1/`finest` of a chip."""
    ours = _in_file_chips(replay, replay.awards)
    if list(log) == ours:
        return Verdict(Status.EQUAL)
    finer = _finer(replay, finest)
    if finer and list(log) == _in_file_chips(finer, finer.awards):
        part = TENTHS.get(finest, f"1/{finest}ths")
        why = f"The log splits a pot into parts of a chip: replayed in {part} it comes out equal."
        return Verdict(Status.HALF_CHIPS, f"{differing}. {why}")
    if (raked := _raked(finer or replay, log)) and replay.over:
        return raked
    status, why = _difference(replay, ours, log)
    return Verdict(status, f"{differing}. {why}".strip())


def _in_file_chips(replay: Replay, chips: Sequence[int]) -> list[Amount]:
    """Our chips in chips of the file."""
    return [in_file_chips(amount, replay.scale) for amount in chips]


def _finer(replay: Replay, finest: int) -> Replay | None:
    """The hand replayed in the log's smallest unit, if that is smaller than the unit of the replay; else None."""
    if finest <= replay.scale:
        return None
    try:
        tables = seatings(replay.history, finest)
        seating = next(table for table in tables if table.assumes == replay.seating.assumes)
        return Replay(replay.history, finest, seating).run()
    except BadInput:  # the unit is so small that the stacks become too large
        return None


def _raked(replay: Replay, log: Sequence[Amount]) -> Verdict | None:
    """The verdict RAKED, if players who collect a pot get less by at most MOST_RAKE of it and nothing else differs;
    else None."""
    ours = _in_file_chips(replay, replay.awards)
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
    """The sum of all pots, in chips of the file."""
    return in_file_chips(sum(fact.chips for fact in replay.facts if isinstance(fact, PotAwarded)), replay.scale)


def _difference(replay: Replay, ours: Sequence[Amount], log: Sequence[Amount]) -> tuple[Status, str]:
    """The status of a hand that differs, and an explanation."""
    history = replay.history
    if not replay.over:
        return Status.DIFFERENT, "The log stops before the hand is over."
    missing = checked(sum(ours, Decimal(0)) - sum(log, Decimal(0)))
    among_live = replay.guessed and _only_among_live(replay, ours, log)
    if among_live and 0 <= missing <= _pot(replay) * MOST_RAKE:
        return Status.UNCHECKED, "Cannot be checked: the log does not have all cards of the hands at the showdown."
    if missing > 0:
        return Status.DIFFERENT, f"The log pays out {missing:,} less than was put in, which is not a rake."
    if missing < 0:
        somebody = "a player whom it does not list must have paid that"
        return Status.DIFFERENT, f"The log pays out {-missing:,} more than its players put in: {somebody}."
    for fact in replay.facts:
        if isinstance(fact, HandShown) and replay.player_at(fact.seat) in replay.mucked:
            player = history.label(replay.seats.index(fact.seat))
            return Status.DIFFERENT, f"The log mucks the hand of {player}, which was not beaten."
    if not history.trims_antes and any(stack < ante for stack, ante in zip(history.stacks, history.antes, strict=True)):
        return Status.DIFFERENT, "A short ante wins only its own amount from each player, as with ante_trimming_status."
    if len(history.stacks) > 2 and history.stacks[1] - history.antes[1] < history.blinds[1]:
        return Status.DIFFERENT, "The big blind was short; by our rules a call costs the full blind all the same."
    return Status.DIFFERENT, ""


def _only_among_live(replay: Replay, ours: Sequence[Amount], log: Sequence[Amount]) -> bool:
    """Whether only players at the showdown differ: what the others collect does not depend on cards."""
    live = replay.state.table.betting.live
    differ = [player for player, (won, end) in enumerate(zip(ours, log, strict=True)) if won != end]
    return all(live >> replay.seats[player] & 1 for player in differ)

"""What a record of a match tells beside the play, when it was made of a hand history, and the way back.

A record has whole chips and JSON; a PHH file has decimals of a currency, times of day, names. All of it is kept in the
record's `about`: `scale` is how many of the record's chips make one of the file's, the rest has the file's own names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, time
from decimal import Decimal
from typing import Any

import msgspec

from croupier.games.holdem.phh import HandHistory, in_file_chips
from croupier.games.holdem.saving import DECK
from croupier.kernel.contract.record import MatchRecord
from croupier.kernel.errors import BadInput

from .phh import amounts

SCALE, PLAYERS, TIME = "scale", "players", "time"
LOGGED = {"finishing_stacks": "finishing", "winnings": "winnings"}
"""How the log says that the hand ended, which may not be how it ends by our rules."""
NOT_LISTED = ""
"""The name of a seat that the file does not list."""


def with_about(record: MatchRecord, history: HandHistory, seats: Sequence[int], scale: int) -> MatchRecord:
    """The record of a hand history, with all that the file tells; `seats` are those of its players."""
    series, played = record
    many = range(len(played.seating))
    fields = {key: _by_seat(value, seats, len(many)) for key, value in history.about.items()}
    if history.winnings is not None:
        fields["winnings"] = _by_seat(list(history.winnings), seats, len(many))
    if history.finishing is not None:
        told, ours = dict(zip(seats, history.finishing, strict=True)), _ends(record)
        fields["finishing_stacks"] = [told.get(seat, in_file_chips(ours[seat], scale)) for seat in many]
    names = [history.player(seats.index(seat)) if seat in seats else NOT_LISTED for seat in many]
    about = {SCALE: scale, **{key: _to_json(value) for key, value in fields.items()}}
    return MatchRecord(msgspec.structs.replace(series, bots=names, about=about), played)


def _ends(record: MatchRecord) -> list[int]:
    """With how many chips every seat ends by our rules: of somebody whom the file does not list, it tells nothing."""
    stacks, seats = record.series.config["stack"], range(len(record.played.seating))
    return [stacks[seat] + (record.played.scores[seat] if record.played.scores else 0) for seat in seats]


def ends_by_log(record: MatchRecord) -> bool:
    """Whether a record keeps how a log said that the hand ended."""
    return any(key in record.series.about for key in LOGGED)


def known_of(record: MatchRecord) -> tuple[dict[str, Any], int]:
    """The fields of PHH that a record tells, and its scale. In a match between bots the players have their names."""
    series, played = record
    scale = series.about.get(SCALE, 1)
    if type(scale) is not int or scale < 1:
        raise BadInput(f"A record's scale is a whole number from 1, not {scale!r}.")
    known = {} if SCALE in series.about else _names(series.bots, played.seating)
    for key, value in series.about.items():
        if key not in (SCALE, DECK) and value is not None:
            known[key] = _from_json(key, value)
    return known, scale


def _names(bots: Sequence[str], seating: Sequence[int]) -> dict[str, Any]:
    """The players of a match, unless they are nobody in particular."""
    names = [bots[bot] for bot in seating if bot < len(bots)]
    told = len(names) == len(seating) and any(name != f"seat {seat}" for seat, name in enumerate(names))
    return {PLAYERS: names} if told else {}


def with_logged_end(history: HandHistory) -> HandHistory:
    """A hand whose fields still have the end by its log, with that end instead of ours."""
    rest = {key: value for key, value in history.about.items() if key not in LOGGED}
    logged: dict[str, Any] = {
        field: amounts(history.about, key, "this record", len(history.stacks))
        for key, field in LOGGED.items()
        if key in history.about
    }
    return replace(history, about=rest, **logged)


def _by_seat(value: Any, seats: Sequence[int], many: int) -> Any:
    """A list with an entry for each player, with one for each seat; anything else as it is."""
    if isinstance(value, list) and len(value) == len(seats) < many:
        empty = NOT_LISTED if all(isinstance(item, str) for item in value) else 0
        return [value[seats.index(seat)] if seat in seats else empty for seat in range(many)]
    return value


def _to_json(value: Any) -> Any:
    if isinstance(value, Decimal):
        return float(value) if Decimal(repr(float(value))) == value else str(value)
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, dict):
        return {key: _to_json(item) for key, item in value.items()}
    return [_to_json(item) for item in value] if isinstance(value, list) else value


def _from_json(key: str, value: Any) -> Any:
    if isinstance(value, float):
        amount = Decimal(repr(value))
        return int(amount) if amount == int(amount) else amount
    if key == TIME and isinstance(value, str) and re.fullmatch(r"\d\d:\d\d:\d\d(\.\d+)?", value):
        return time.fromisoformat(value)
    if isinstance(value, dict):
        return {inner: _from_json(inner, item) for inner, item in value.items()}
    return [_from_json(key, item) for item in value] if isinstance(value, list) else value

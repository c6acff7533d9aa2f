"""What a record of a match tells beside the play, when it was made of a hand history.

A record has whole chips and JSON; a PHH file has decimals of a currency, times of day, names. The record keeps the
file's fields in `about`, under the file's own names: all that say nothing of the play, and of the others each that our
rules alone would tell differently. `actions` is kept for comments, for cards that were shown late or against our rules,
and for "79.90". `scale` is how many of the record's chips make one of the file's. `listed` has the seats of the file's
players, where somebody else sat at the table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import time
from decimal import Decimal
from typing import Any

from croupier.games.holdem.saving import DECK
from croupier.games.holdem.toml import write_value
from croupier.kernel.contract.record import MatchRecord
from croupier.kernel.errors import BadInput
from croupier.kernel.files import parse_toml

SCALE, LISTED = "scale", "listed"
OURS = frozenset({SCALE, LISTED, DECK})
"""What `about` has besides the fields of a file. A file's field of such a name gets an underscore more."""
PLAYERS, TIME, TOML = "players", "time", "toml"
TIME_OF_DAY = re.compile(r"\d\d:\d\d:\d\d(\.\d+)?")
ENDS = ("finishing_stacks", "winnings")
"""How the log says that the hand ended, which may not be how it ends by our rules."""


def about_file(fields: Mapping[str, Any], scale: int, seats: Sequence[int], many: int) -> dict[str, Any]:
    """The `about` of a record that has these fields of a file; `seats` of the table's `many` are its players'."""
    listed = {} if len(seats) == many else {LISTED: list(seats)}
    return {SCALE: scale, **listed, **{_escaped(key): _to_json(key, value) for key, value in fields.items()}}


def is_of_file(record: MatchRecord) -> bool:
    """Whether a record was made of a hand history."""
    return SCALE in record.series.about


def ends_by_log(record: MatchRecord) -> bool:
    """Whether a record keeps how a log said that the hand ended."""
    return any(key in record.series.about for key in ENDS)


def scale_of(record: MatchRecord) -> int:
    """How many of a record's chips make one of its file's; BadInput if that is nonsense."""
    scale = record.series.about.get(SCALE, 1)
    if type(scale) is not int or scale < 1:
        raise BadInput(f"A record's scale is a whole number from 1, not {scale!r}.")
    return scale


def listed_in(record: MatchRecord) -> Sequence[int]:
    """The seats of those whom the record's file lists; BadInput if that is nonsense."""
    seats = range(len(record.played.seating))
    listed = record.series.about.get(LISTED, [*seats])
    if not isinstance(listed, list) or any(type(seat) is not int or seat not in seats for seat in listed):
        raise BadInput(f"A record lists its players by seats from 0 to {len(seats) - 1}, not as {listed!r}.")
    return listed


def fields_of(record: MatchRecord) -> dict[str, Any]:
    """The fields of PHH that a record tells beside the play. In a match between bots the players have their names."""
    series, played = record
    known = {} if is_of_file(record) else _names(series.bots, played.seating)
    for key, value in series.about.items():
        if key not in OURS and value is not None:
            known[_unescaped(key)] = _from_json(key, value)
    return known


def _names(bots: Sequence[str], seating: Sequence[int]) -> dict[str, Any]:
    """The players of a match, unless they are nobody in particular."""
    names = [bots[bot] for bot in seating if bot < len(bots)]
    told = len(names) == len(seating) and any(name != f"seat {seat}" for seat, name in enumerate(names))
    return {PLAYERS: names} if told else {}


def _escaped(key: str) -> str:
    return f"{key}_" if key.rstrip("_") in OURS else key


def _unescaped(key: str) -> str:
    return key[:-1] if key.rstrip("_") in OURS else key


def _to_json(key: str, value: Any) -> Any:
    """A value of TOML in JSON; one that JSON does not have, or that would not come back, as {"toml": its text}."""
    match value:
        case bool():
            return value
        case int() if -(2**63) <= value < 2**63:
            return value
        case str() if key != TIME or not TIME_OF_DAY.fullmatch(value):
            return value
        case time() if key == TIME:
            return value.isoformat()
        case Decimal() if value.is_finite() and Decimal(repr(float(value))) == value:
            return float(value)
        case tuple() | list():
            return [_to_json(key, item) for item in value]
        case dict() if set(value) != {TOML}:
            return {inner: _to_json(inner, item) for inner, item in value.items()}
    return {TOML: write_value(value)}


def _from_json(key: str, value: Any) -> Any:
    match value:
        case float():
            amount = Decimal(repr(value))
            return int(amount) if amount == int(amount) else amount
        case str() if key == TIME and TIME_OF_DAY.fullmatch(value):
            return time.fromisoformat(value)
        case list():
            return [_from_json(key, item) for item in value]
        case {"toml": str(text)} if len(value) == 1:
            return parse_toml(f"value = {text}", f"A record's about has {text!r}, which", Decimal)["value"]
        case dict():
            return {inner: _from_json(inner, item) for inner, item in value.items()}
    return value

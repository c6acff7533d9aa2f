"""The `about` of a record that was made from a hand history: the fields of the file that the moves do not contain.

A record has whole chips and JSON; a PHH file has decimals of a currency, times of day, names. The record keeps fields
of the file in `about`, under the file's own names: all that do not concern the play, and those about the play that
replaying by our rules would write differently. `actions`, for example, is kept if it has comments, cards that were
shown late or against our rules, or amounts such as "79.90". `scale` is how many chips of the record make one chip of
the file. `listed` has the seats of the file's players, if there were other players at the table.
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
"""Keys of `about` that are not fields of the file. A field of the file with such a name gets an underscore appended."""
PLAYERS, TIME, TOML = "players", "time", "toml"
TIME_OF_DAY = re.compile(r"\d\d:\d\d:\d\d(\.\d+)?")
ENDS = ("finishing_stacks", "winnings")
"""The fields for the end of the hand according to the log, which may differ from the end by our rules."""


def about_file(fields: Mapping[str, Any], scale: int, seats: Sequence[int], many: int) -> dict[str, Any]:
    """The `about` of a record with these fields of a file; its players sit in `seats` of the table's `many` seats."""
    listed = {} if len(seats) == many else {LISTED: list(seats)}
    return {SCALE: scale, **listed, **{_escaped(key): _to_json(key, value) for key, value in fields.items()}}


def is_of_file(record: MatchRecord) -> bool:
    """Whether a record was made from a hand history."""
    return SCALE in record.series.about


def ends_by_log(record: MatchRecord) -> bool:
    """Whether a record keeps the end of the hand according to the log."""
    return any(key in record.series.about for key in ENDS)


def scale_of(record: MatchRecord) -> int:
    """How many chips of a record make one chip of its file; BadInput if the value is invalid."""
    scale = record.series.about.get(SCALE, 1)
    if type(scale) is not int or scale < 1:
        raise BadInput(f"A record's scale is a whole number from 1, not {scale!r}.")
    return scale


def listed_in(record: MatchRecord) -> Sequence[int]:
    """The seats of the players in the record's file; BadInput if the value is invalid."""
    seats = range(len(record.played.seating))
    listed = record.series.about.get(LISTED, [*seats])
    if not isinstance(listed, list) or any(type(seat) is not int or seat not in seats for seat in listed):
        raise BadInput(f"A record lists its players by seats from 0 to {len(seats) - 1}, not as {listed!r}.")
    return listed


def fields_of(record: MatchRecord) -> dict[str, Any]:
    """The PHH fields in the `about` of a record. For a match between bots, `players` has their names."""
    series, played = record
    known = {} if is_of_file(record) else _names(series.bots, played.seating)
    for key, value in series.about.items():
        if key not in OURS and value is not None:
            known[_unescaped(key)] = _from_json(key, value)
    return known


def _names(bots: Sequence[str], seating: Sequence[int]) -> dict[str, Any]:
    """The field `players`, unless all names are the default ones."""
    names = [bots[bot] for bot in seating if bot < len(bots)]
    told = len(names) == len(seating) and any(name != f"seat {seat}" for seat, name in enumerate(names))
    return {PLAYERS: names} if told else {}


def _escaped(key: str) -> str:
    return f"{key}_" if key.rstrip("_") in OURS else key


def _unescaped(key: str) -> str:
    return key[:-1] if key.rstrip("_") in OURS else key


def _to_json(key: str, value: Any) -> Any:
    """A TOML value as JSON; a value that JSON cannot represent exactly becomes {"toml": its text}."""
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

"""Signed matches for tests: played at a table with a signer, written as records, and taken apart line by line."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from croupier.arena.fairness import Report, read_record
from croupier.arena.room import records
from croupier.arena.room.memory import Result
from croupier.arena.signing import Signer
from croupier.arena.tables import lines
from croupier.arena.verification import verified

from .room import Room
from .test_restarts import TABLES, play

SIGNER = Signer(bytes(32))
Values = list[Any]


def opened(name: str, **plan: Any) -> Room:
    """A table whose matches are signed, with all seats taken."""
    room = Room(name, signer=SIGNER, **{**TABLES.get(name, {}), **plan})
    for seat in range(room.plan.seats):
        room.join(f"p{seat}")
    return room


@cache
def played(name: str, key: int = 3) -> Room:
    """A match of random moves."""
    room = opened(name)
    play(room, key, 0)
    return room


def record(
    room: Room, *, whole: bool = False, whose: str = "", signer: Signer | None = SIGNER, number: int = 1
) -> bytes:
    """The record of a match of a room."""
    teller = records.told(room.plan, room.game, number, room.log, whole=whole, whose=whose)
    return records.as_text(teller, Result(f"T-1-M{number}", [], [], [], 0), signer)


def values_of(text: bytes) -> Values:
    """The JSON values of a record file, which may be changed."""
    return [json.loads(line) for line in text.splitlines()]


def remarks(values: Values, tag: str) -> Values:
    """The lines of a record with a tag."""
    return [value for value in values if value.get("croupier") == tag]


def check(values: Values) -> Report:
    """Verify a record that is given by its values."""
    return verified(read_record(b"\n".join(json.dumps(value).encode() for value in values)))


def heads(room: Room, name: str) -> dict[str, str]:
    """The heads that a client was sent, by the id of their link."""
    told = {}
    for frame in room.inboxes[name]:
        if "head" in frame:
            match = frame.get("match_id") or frame.get("matchId")
            hand = frame.get("hand_id") or f"{match}-H{frame.get('roundIndex')}"
            told[f"{match}-end" if frame["type"] == "match_end" else hand] = frame["head"]
    return told


def chains(room: Room) -> list[lines.Snapshot]:
    """The snapshots of a room."""
    return [line for line in room.log if isinstance(line, lines.Snapshot)]

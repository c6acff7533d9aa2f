"""What the arena keeps beside the lines of its tables: values by key, and the lines of the accounts.

offer/ID          what is offered, with its code: sealed
table/ID          a table that stands: its plan, its offer, and the rules that it is played by
played/ID         the plan of a table whose matches can be read, also when it stands no more
claim/OFFER/NAME  whose a name is
result/TABLE/N    how a match ended
rating/GAME/WHO   what somebody thinks of a game
clock             up to when the arena is known to have run
"""

from __future__ import annotations

import msgspec

from ..door import Claim
from ..store import Entry, Value
from ..tables.plan import Plan
from .offers import Offer

OFFER, TABLE, PLAYED, CLAIM, RESULT, RATING = "offer/", "table/", "played/", "claim/", "result/", "rating/"
CLOCK, HOST = "clock", "host"
ACCOUNTS = ":accounts"
"""The lines of the accounts stand beside those of tables, under a name that no table has."""


class Standing(msgspec.Struct, frozen=True):
    """A table that stands."""

    plan: Plan
    offer: str
    version: int
    fingerprint: str


class Result(msgspec.Struct, frozen=True):
    """How a match ended: who sat where, by id and name, and the scores."""

    match: str
    ids: list[str]
    names: list[str]
    scores: list[int]
    at: int
    forfeits: list[str] = []
    """Ids of those who gave up."""
    void: str = ""
    """Why it counts for nothing, if so."""

    @property
    def number(self) -> int:
        """The how-manyth of its table it is."""
        return int(self.match.rpartition("-M")[2])


def of_offer(offer: Offer) -> Value:
    """What is kept of an offer."""
    return Value(OFFER + offer.id, msgspec.json.encode(offer), secret=True)


def of_standing(table: Standing) -> Value:
    """What is kept of a table that stands."""
    return Value(TABLE + table.plan.id, msgspec.json.encode(table))


def of_plan(plan: Plan) -> Value:
    """What stays of a table for its records."""
    return Value(PLAYED + plan.id, msgspec.json.encode(plan))


def of_claim(offer: str, key: str, claim: Claim | None) -> Value:
    """Whose a name is; None gives it free."""
    return Value(f"{CLAIM}{offer}/{key}", None if claim is None else msgspec.json.encode(claim))


def of_result(table: str, result: Result) -> Value:
    """How a match of a table ended."""
    return Value(f"{RESULT}{table}/{result.number}", msgspec.json.encode(result))


def of_clock(wall_ms: int) -> Value:
    """Up to when the arena has run."""
    return Value(CLOCK, b"%d" % wall_ms)


def without_table(table: str) -> Entry:
    """A table that stands no more. Its lines and results stay, for records."""
    return Value(TABLE + table, None)

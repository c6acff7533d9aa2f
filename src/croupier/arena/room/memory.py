"""What the arena keeps beside the lines of its tables: values by key, and the lines of the accounts.

offer/ID          what is offered
code/ID           its code and its roster: sealed
table/ID          a table that stands: its plan, its offer, and the rules that it is played by
played/ID         the plan of a table whose matches can be read, also when it stands no more
claim/OFFER/NAME  whose a name is
hand/ACCOUNT      the cards that somebody plays a Battle with: sealed
result/TABLE/N    how a match ended
rating/GAME/WHO   what somebody thinks of a game
configured        the ids of what the config offered at the last start
clock             up to when the arena is known to have run
probe             when somebody last tried whether anything can be kept
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from ..door import Claim
from ..store import Entry, Value
from ..tables.plan import Plan
from .offers import Offer

OFFER, CODES, TABLE, PLAYED = "offer/", "code/", "table/", "played/"
CLAIM, HAND, RESULT, RATING = "claim/", "hand/", "result/", "rating/"
CONFIGURED = "configured"
CLOCK, HOST, PROBE = "clock", "host", "probe"
NO_TABLE = ":"
"""How names begin that no table has."""
ACCOUNTS, EVENT = NO_TABLE + "accounts", NO_TABLE + "event/"
"""Under what the lines of the accounts, and of each event, stand beside those of tables."""


class Standing(msgspec.Struct, frozen=True):
    """A table that stands."""

    plan: Plan
    offer: str
    version: int
    fingerprint: str


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a match ended: who sat where, by id and name, and the scores."""

    match: str
    ids: list[str]
    names: list[str]
    scores: list[int]
    at: int
    opens: bool = False
    """Whether everybody may see every card of it, as its table had said before."""
    forfeits: list[str] = []
    """Ids of those who gave up."""
    void: str = ""
    """Why it counts for nothing, if so."""


class Codes(msgspec.Struct, frozen=True):
    """By what an offer is joined."""

    code: str
    roster: dict[str, str]


def of_offer(offer: Offer) -> list[Entry]:
    """What is kept of an offer: a code that not everybody may know lies apart, sealed."""
    known = msgspec.structs.replace(offer, code=offer.code if offer.public else "", roster={})
    return [Value(OFFER + offer.id, msgspec.json.encode(known)), of_codes(offer)]


def of_codes(offer: Offer) -> Value:
    """By what an offer is joined."""
    return Value(CODES + offer.id, msgspec.json.encode(Codes(offer.code, offer.roster)), secret=True)


def offers_in(values: Mapping[str, bytes]) -> list[Offer]:
    """All that was offered; without its code, where the key to that is lost."""
    found = []
    for key, body in values.items():
        if key.startswith(OFFER):
            offer = msgspec.json.decode(body, type=Offer)
            if codes := values.get(CODES + offer.id):
                kept = msgspec.json.decode(codes, type=Codes)
                offer = msgspec.structs.replace(offer, code=kept.code, roster=kept.roster)
            found.append(offer)
    return found


def of_standing(table: Standing) -> Value:
    """What is kept of a table that stands."""
    return Value(TABLE + table.plan.id, msgspec.json.encode(table))


def of_plan(plan: Plan) -> Value:
    """What stays of a table for its records."""
    return Value(PLAYED + plan.id, msgspec.json.encode(plan))


def of_claim(offer: str, key: str, claim: Claim | None) -> Value:
    """Whose a name is; None gives it free."""
    return Value(f"{CLAIM}{offer}/{key}", None if claim is None else msgspec.json.encode(claim))


def of_hand(account: str, hand: Sequence[str]) -> Value:
    """With which cards an account plays."""
    return Value(HAND + account, msgspec.json.encode(hand), secret=True)


def hands_in(values: Mapping[str, bytes]) -> dict[str, list[str]]:
    """The hands of all accounts that have one of their own."""
    hands = {key.removeprefix(HAND): body for key, body in values.items() if key.startswith(HAND)}
    return {account: msgspec.json.decode(body, type=list[str]) for account, body in hands.items()}


def of_result(table: str, result: Result) -> Value:
    """How a match of a table ended."""
    return Value(f"{RESULT}{table}/{number_of(result.match)}", msgspec.json.encode(result))


def number_of(match: str) -> int:
    """The number of a match at its table, from its name."""
    return int(match.rpartition("-M")[2])


def of_clock(wall_ms: int) -> Value:
    """Up to when the arena has run."""
    return Value(CLOCK, b"%d" % wall_ms)


def without_table(table: str) -> Entry:
    """A table that stands no more. Its lines and results stay, for records."""
    return Value(TABLE + table, None)

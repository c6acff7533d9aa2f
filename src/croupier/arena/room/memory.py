"""What the arena keeps beside the lines of its tables: values by key, and the lines of the accounts.

offer/ID          what is offered
code/ID           its code and its roster: sealed
table/ID          a table that stands: its plan, its offer, and the rules that it is played by
played/ID         the plan of a table whose matches can be read, also when it stands no more
claim/OFFER/NAME  the proof of who owns a name
hand/ACCOUNT      the cards that an account plays a Battle with: sealed
result/TABLE/N    how a match ended
rating/GAME/WHO   a player's rating of a game
player/NAME       a name that is kept, with the hash of its secret
career/NAME/MATCH a match of a kept name: its score, and its rating after it
hands/NAME/MATCH  its best and worst hands in that match
placing/NAME/EVENT the place of a kept name in a tournament over many tables, and its prize
strength/GAME/BOT the rating of a house bot in a game
ended/CODE        what became of a private table that was taken down, by the hash of its code
asked/NAME        an order that came over another node and was carried out, with the time
configured        the ids of what the config offered at the last start
clock             up to when the arena is known to have run
probe             when the store was last tested by a write
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
ENDED, ASKED = "ended/", "asked/"
ASKED_MS = 600_000
"""How long it is kept that an order was carried out: nobody repeats it later."""
PLAYER, CAREER, HANDS, STRENGTH, PLACING = "player/", "career/", "hands/", "strength/", "placing/"
CONFIGURED = "configured"
CLOCK, HOST, PROBE = "clock", "host", "probe"
NO_TABLE = ":"
"""The first character of names that are not names of tables."""
ACCOUNTS, EVENT = NO_TABLE + "accounts", NO_TABLE + "event/"
"""The names under which the lines of the accounts, and of each event, are kept beside those of tables."""


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
    """The ids of the players that gave up."""
    void: str = ""
    """Why the match is void; "" if it counts."""
    key: str = ""
    """The public key that it is signed with; "" if it is not signed."""


class EndedTable(msgspec.Struct, frozen=True):
    """A private table that was taken down: its title, its last match ("" if none was played to its end), and when."""

    title: str
    match: str
    at: int


class Codes(msgspec.Struct, frozen=True):
    """The code and the roster of an offer."""

    code: str
    roster: dict[str, str]


def of_offer(offer: Offer) -> list[Entry]:
    """The entries of an offer. Its code and roster are kept apart, sealed."""
    known = msgspec.structs.replace(offer, code=offer.code if offer.public else "", roster={})
    return [Value(OFFER + offer.id, msgspec.json.encode(known)), of_codes(offer)]


def of_codes(offer: Offer) -> Value:
    """The entry of an offer's code and roster."""
    return Value(CODES + offer.id, msgspec.json.encode(Codes(offer.code, offer.roster)), secret=True)


def offers_in(values: Mapping[str, bytes]) -> list[Offer]:
    """All offers that were kept; without their codes, if the key is lost."""
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
    """The entry of a table that stands."""
    return Value(TABLE + table.plan.id, msgspec.json.encode(table))


def of_plan(plan: Plan) -> Value:
    """The entry of a table's plan, which stays for its records."""
    return Value(PLAYED + plan.id, msgspec.json.encode(plan))


def of_claim(offer: str, key: str, claim: Claim | None) -> Value:
    """The entry of a claim to a name; None frees the name."""
    return Value(f"{CLAIM}{offer}/{key}", None if claim is None else msgspec.json.encode(claim))


def of_hand(account: str, hand: Sequence[str]) -> Value:
    """The entry of an account's hand."""
    return Value(HAND + account, msgspec.json.encode(hand), secret=True)


def hands_in(values: Mapping[str, bytes]) -> dict[str, list[str]]:
    """The hands of all accounts that have one of their own."""
    hands = {key.removeprefix(HAND): body for key, body in values.items() if key.startswith(HAND)}
    return {account: msgspec.json.decode(body, type=list[str]) for account, body in hands.items()}


def of_ended(hash: str, ended: EndedTable) -> Value:
    """The entry of a private table that was taken down, by the hash of its code."""
    return Value(ENDED + hash, msgspec.json.encode(ended))


def of_asked(name: str, wall_ms: int) -> Value:
    """The entry of an order that is carried out."""
    return Value(ASKED + name, b"%d" % wall_ms)


def asked_long_ago(values: Mapping[str, bytes], wall_ms: int) -> list[Entry]:
    """The entries that remove orders which nobody repeats any more."""
    asked = [key for key in values if key.startswith(ASKED)]
    return [Value(key, None) for key in asked if int(values[key]) + ASKED_MS < wall_ms]


def of_result(table: str, result: Result) -> Value:
    """The entry of a match's result."""
    return Value(f"{RESULT}{table}/{number_of(result.match)}", msgspec.json.encode(result))


def number_of(match: str) -> int:
    """The number of a match at its table, from its name."""
    return int(match.rpartition("-M")[2])


def of_clock(wall_ms: int) -> Value:
    """The entry of the time up to which the arena has run."""
    return Value(CLOCK, b"%d" % wall_ms)


def without_table(table: str) -> Entry:
    """The entry that removes a table. Its lines and results stay, for records."""
    return Value(TABLE + table, None)

"""The shuffles in a record, and their verification: all that `croupier verify` needs, offline.

Each hand adds a line `Shuffled` to a record, made for one recipient at the end of the hand:

    {"croupier":"shuffle","deal":0,"hand":17,"context":"T-1/17","announced":"9f…","commitments":[…],
     "draws":[[0,0,0,12],…],"openings":[…]}

    line = shuffled(dealer, deal, hand, announced, seat)       seat None: a spectator; WHOLE_DECKS: everything
    report = verify(lines, drawn)                              drawn: the cards of the match's DRAWN moves, in order
    report = verify_record(text)                               all matches of a record file, in any JSON

`verify` needs no game and no rules: the draws name the positions that the cards of a match come from, and each card
that the record shows there must be the one in the opening. A card that is UNKNOWN in the record was not shown to its
reader.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec

from ..kernel.contract.record import Played, Series
from ..kernel.errors import BadInput
from ..kernel.vocabulary.cards import UNKNOWN
from .dealing import Drawn, FairDealer
from .shuffle import Commitment, Opening, hash_of_secret, order_of, verify_opening

T = TypeVar("T")
WHOLE_DECKS: Literal["whole decks"] = "whole decks"
Reader = int | Literal["whole decks"] | None
"""The reader of a record: a seat, everybody with every card (WHOLE_DECKS), or spectators (None)."""
Place = tuple[int, int, int]
"""Pool, epoch and position."""
MATCHES_FILE = "matches.csv"
"""The file of an exported event that lists its records, each with the score of every seat."""
_BLANK = re.compile(r"[ \t\r\n]*")


class Shuffled(msgspec.Struct, frozen=True, tag_field="croupier", tag="shuffle", omit_defaults=True):
    """The shuffle of one hand of a match, as far as the record's reader may know it."""

    deal: int
    hand: int
    context: str
    announced: str
    """The hash of the secret, as it was announced before the hand."""
    commitments: list[Commitment]
    draws: list[Drawn]
    openings: list[Opening]
    secret: str = ""
    """Only if the host publishes whole decks."""


class Report(msgspec.Struct):
    """The result of a verification: what was checked, and what is wrong."""

    hands: int = 0
    whole: int = 0
    """The number of hands whose secret was published, so that their shuffle was recomputed."""
    proved: int = 0
    """The number of cards of the record that lay where the house had committed itself to."""
    closed: int = 0
    """The number of cards without an opening, or that the reader was not shown."""
    ahead: int = 0
    """The number of cards that were opened though they were not dealt: those that would have come next."""
    flaws: list[str] = []
    replayed: int = 0
    """The number of matches whose moves follow the rules and lead to their scores."""
    signed: int = 0
    """The number of hands that are signed."""
    key: str = ""
    """The public key of the signatures; "" if there are none."""
    keys: dict[str, None] = {}
    """In a total, all public keys."""
    heads: dict[str, str] = {}
    """The head of the chain after each link, by its id."""
    open: list[str] = []
    """What is not proved, and why."""

    def add(self, other: Report) -> None:
        """Add the report of another match."""
        self.hands, self.whole = self.hands + other.hands, self.whole + other.whole
        self.proved, self.closed = self.proved + other.proved, self.closed + other.closed
        self.ahead += other.ahead
        self.replayed, self.signed = self.replayed + other.replayed, self.signed + other.signed
        self.keys = self.keys | ({other.key: None} if other.key else {})
        self.flaws = self.flaws + other.flaws

    @property
    def fair(self) -> bool:
        """Whether no flaw was found."""
        return not self.flaws


def shuffled(dealer: FairDealer, deal: int, hand: int, announced: str, reader: Reader) -> Shuffled:
    """The line of a hand that has ended, for a seat, a spectator (None), or after the match with whole decks."""
    whole = reader == WHOLE_DECKS
    openings = dealer.whole_decks() if isinstance(reader, str) else dealer.openings(reader)
    secret = dealer.secret.hex() if whole else ""
    return Shuffled(deal, hand, dealer.context, announced, dealer.commitments, dealer.draws[:], openings, secret)


class Record(NamedTuple):
    """The content of a record file: its head, its matches and their shuffles; and all of its JSON values."""

    series: Series
    matches: list[Played]
    shuffles: list[Shuffled]
    values: list[Any]


def read_record(text: bytes) -> Record:
    """Read a record file, with any layout of its JSON; BadInput if it is not a record, or has cards and no shuffle.

    The head has the tag `match`, a shuffle the tag `shuffle`, a match has none; other tags, such as that of an order of
    the host, are remarks.
    """
    values = _values(text) or [None]
    head, *others = values
    series = _converted(head, Series)
    tagged = [(value.get("croupier") if isinstance(value, dict) else None, value) for value in others]
    shuffles = [_converted(value, Shuffled) for tag, value in tagged if tag == "shuffle"]
    matches = [_converted(value, Played) for tag, value in tagged if tag is None]
    signed = any(tag == "signed" for tag, _ in tagged)
    if not shuffles and not signed and any(kind == "DRAWN" for one in matches for _, kind, _, _ in one.moves):
        raise BadInput("It does not tell how it was shuffled: only records of an arena do.")
    return Record(series, matches, shuffles, values)


def _values(text: bytes) -> list[Any]:
    """The JSON values of a file: one in each line, as they are written by Croupier; or with spaces and line breaks
    anywhere between and within them; or all in one list."""
    try:
        try:
            found = [msgspec.json.decode(line) for line in text.splitlines() if line.strip()]
        except msgspec.DecodeError:
            found = list(_one_after_the_other(text.decode("utf-8-sig")))
            msgspec.json.encode(found)  # halves of characters, which are in no record, cannot be encoded
    except (ValueError, RecursionError) as error:
        raise BadInput(f"It is no record of a match: {error}.") from error
    return found[0] if len(found) == 1 and isinstance(found[0], list) else found


def _one_after_the_other(text: str) -> Iterator[Any]:
    decoder, at = json.JSONDecoder(), 0
    while rest := _BLANK.match(text, at):
        if rest.end() == len(text):
            return
        value, at = decoder.raw_decode(text, rest.end())
        yield value


def _converted(value: Any, kind: type[T]) -> T:
    try:
        return msgspec.convert(value, type=kind)
    except msgspec.MsgspecError as error:
        raise BadInput(f"It is no record of a match: {error}.") from error


def verify_record(text: bytes) -> Report:
    """Check all shuffles of a record file against its matches; BadInput if it is not a record, or has no shuffle."""
    return verify_matches(read_record(text))


def verify_matches(record: Record) -> Report:
    """Check all shuffles of a record against its matches."""
    matches, told = record.matches, record.shuffles
    report = Report()
    for played in matches:
        drawn = [cards for actor, kind, _, cards in played.moves if (actor, kind) == ("house", "DRAWN")]
        report.add(verify([line for line in told if line.deal == played.deal], drawn))
    if strays := {line.deal for line in told} - {played.deal for played in matches}:
        report.flaws.append(f"It tells of shuffles of deal {min(strays)}, which it does not have.")
    return report


def verify(lines: Sequence[Shuffled], drawn: Iterable[Sequence[int]]) -> Report:
    """Check the shuffles of one match, in the order of its hands, against the cards that the house drew in it."""
    report, moves = Report(), iter(drawn)
    for line in lines:
        flaws, opened = _opened(line)
        report.hands += 1
        if line.secret:
            flaws += _flaws_of_secret(line, opened)
            report.whole += 1
        if not line.secret:
            report.ahead += _undealt(line, opened, flaws)
        for place, card in _dealt(line, moves, flaws):
            found = opened.get(place)
            if found is None or card == UNKNOWN:
                report.closed += 1
            elif found == card:
                report.proved += 1
            else:
                flaws.append(f"card {card} was dealt where the order has card {found}")
        report.flaws += [f"Hand {line.hand}: {flaw}." for flaw in flaws]
    if next(moves, None) is not None:
        report.flaws.append("The match has draws that belong to no shuffle of the record.")
    return report


def _opened(line: Shuffled) -> tuple[list[str], dict[Place, int]]:
    """The flaws in the openings of a hand, and the cards that the openings prove."""
    flaws: list[str] = []
    bound = {(one.pool, one.epoch): one for one in line.commitments}
    if len(bound) != len(line.commitments):
        flaws.append("an order was committed to twice")
    opened: dict[Place, int] = {}
    where: dict[tuple[int, int, int], int] = {}
    for one in line.openings:
        commitment = bound.get((one.pool, one.epoch))
        if commitment is None or not verify_opening(commitment, one):
            flaws.append(f"the opening of position {one.position} of pool {one.pool} does not lead to its root")
        elif where.setdefault((one.pool, one.epoch, one.card), one.position) != one.position:
            flaws.append(f"card {one.card} lies twice in pool {one.pool}")
        else:
            opened[one.pool, one.epoch, one.position] = one.card
    return flaws, opened


def _dealt(line: Shuffled, moves: Iterator[Sequence[int]], flaws: list[str]) -> Iterator[tuple[Place, int]]:
    """Every card that the match drew in a hand, and the position it has to come from."""
    bound = {(one.pool, one.epoch): one.cards for one in line.commitments}
    following: dict[tuple[int, int], int] = {}
    for pool, epoch, first, count in line.draws:
        cards = next(moves, None)
        if cards is None or len(cards) != count:
            flaws.append("the record's draws are not those of the match")
            return
        if first != following.get((pool, epoch), 0) or first + count > bound.get((pool, epoch), 0):
            flaws.append(f"cards {first} to {first + count - 1} of pool {pool} were not the next of a committed order")
        following[pool, epoch] = first + count
        yield from (((pool, epoch, at), card) for at, card in enumerate(cards, first))


def _undealt(line: Shuffled, opened: dict[Place, int], flaws: list[str]) -> int:
    """How many cards were opened that were not dealt. They have to be the next of their order."""
    drawn = dict.fromkeys(((one.pool, one.epoch) for one in line.commitments), 0)
    for pool, epoch, first, count in line.draws:
        drawn[pool, epoch] = max(drawn.get((pool, epoch), 0), first + count)
    found = 0
    for (pool, epoch), dealt in drawn.items():
        ahead = sorted(at for one, part, at in opened if (one, part) == (pool, epoch) and at >= dealt)
        if ahead != [*range(dealt, dealt + len(ahead))]:
            flaws.append(f"cards of pool {pool} were shown that would not have come next")
        found += len(ahead)
    return found


def _flaws_of_secret(line: Shuffled, opened: dict[Place, int]) -> list[str]:
    """The flaws of a published secret: its hash must be the announced one, and every order must follow from it."""
    try:
        secret = bytes.fromhex(line.secret)
    except ValueError:
        return ["its secret is not written in hexadecimal digits"]
    flaws = [] if hash_of_secret(secret, line.context) == line.announced else ["its secret is not the announced one"]
    for one in line.commitments:
        order = [opened.get((one.pool, one.epoch, position), UNKNOWN) for position in range(one.cards)]
        if UNKNOWN in order or len(secret) != 32 or order_of(secret, one.pool, one.epoch, order) != order:
            flaws.append(f"the order of pool {one.pool} does not follow from its secret")
    return flaws

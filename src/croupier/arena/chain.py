"""The chain of a match: one link for each hand and one for the end, each with a hash over all that came before.

    head = SHA-256(head before, digest of each part by the order of their names)      32 zero bytes before the first
    digest of a part = seal(salt, [id, name, content])
    seal(salt, value) = SHA-256(salt, canonical JSON of the value)

- **Canonical JSON** is that of the record itself: keys in order, no spaces, nothing escaped that need not be. A part is
  what the record has: moves, names, configs, commitments, orders, scores. So a record is all that is needed to compute
  every link again (`signed`), and `docs/fairness.md` does it in forty lines.
- **A hidden card**, one that spectators were not shown by the end of its hand, stands in the chain as a salted hash. A
  record has the salt for a reader that was shown the card, and the hash for any other.
- **A head reveals nothing.** The salt of a link, and those of its cards, follow from the secret of a hand, 256 bits
  that nobody else knows. The link's salt is told in the record, when the match is over.

`tables/chain` makes links while a match is played, and whenever its lines are followed again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256, shake_256
from typing import Any, NamedTuple

import msgspec

from ..kernel.contract.game import Move
from ..kernel.contract.record import Position, Series
from ..kernel.vocabulary.turns import SPECTATOR
from .fairness import Reader

START = bytes(32)
"""The head before the first link."""
SALT_BYTES = 16
HAND_PARTS = ("deal", "moves", "orders", "players", "rules")
END_PARTS = ("match", "moves", "orders", "result")
MATCH_OMITS = frozenset({"game", "version", "config", "fingerprint"})
"""Fields of a record's head that are in the part `rules` of the first hand, and so are not in the part `match`."""
RESULT_OMITS = frozenset({"moves", "legs"})
DEAL_OMITS = frozenset({"croupier", "deal", "hand", "openings", "secret"})
"""Fields of a shuffle that are not in the part `deal`. Openings and secret differ by reader: they lead to the roots and
to the hash that are in it."""

_encoder = msgspec.json.Encoder(order="sorted")


class Ordered(msgspec.Struct, frozen=True, tag_field="croupier", tag="order", omit_defaults=True):
    """What the host ordered in a match, in which hand, when and why: a remark of a record."""

    order: str
    hand: int
    at: int
    seat: int | None = None
    values: dict[str, Any] = {}
    why: str = ""


class Signed(msgspec.Struct, frozen=True, tag_field="croupier", tag="signed", omit_defaults=True):
    """A link of the chain, as a remark of a record, made for one reader."""

    id: str
    """The hand, or the match with `-end`."""
    moves: int
    """The number of moves of the match up to here; the link is about those after the link before."""
    orders: int
    """The same for the orders of the host."""
    salt: str
    parts: dict[str, str]
    """The digest of each part."""
    signature: str = ""
    key: str = ""
    """The public key of all signatures: in the first link."""
    names: list[str] = []
    """The names of the players by seat when the hand began; left out if they are those of the hand before."""
    hidden: list[tuple[int, int, str]] = []
    """For each card that spectators were not shown: which move of the link, which of its cards, and the card's salt or,
    for a reader that was not shown it either, its hash."""


class Step(NamedTuple):
    """A move in a link."""

    actor: int
    move: Move
    known: tuple[int, ...]
    """The mask of who knew each of its cards at the end of the hand; -1, everybody, for an empty place."""


class Link(NamedTuple):
    """A link of the chain, with all that a record can tell about it."""

    id: str
    steps: list[Step]
    orders: list[Ordered]
    names: list[str]
    """Of the players by seat, when the hand began or the match ended."""
    rules: dict[str, Any] | None
    """The game with its first config; or the new config of a leg. None if the hand has the config of the one before."""
    scores: list[int] | None
    """None but at the end of the match."""
    salts: list[bytes]
    """The salt of the link, and those of its hidden cards; empty if the match is not signed."""
    parts: dict[str, bytes]
    """The digests of its parts; empty if the match is not signed."""


def head_of(names: list[str], rules: dict[str, Any], position: Position | None) -> Series:
    """The first line of a record, with the names at the end of the match."""
    return Series(bots=names, seed=0, duplicate=False, deals=1, position=position, **rules)


def canonical(value: Any) -> bytes:
    """A value as canonical JSON."""
    return _encoder.encode(value)


def seal(salt: bytes, value: Any) -> bytes:
    """A salted hash, which binds a value and reveals nothing about it."""
    return sha256(salt + canonical(value)).digest()


def digests(salt: bytes, id: str, parts: Mapping[str, Any]) -> dict[str, bytes]:
    """The digest of each part of a link."""
    return {name: seal(salt, [id, name, parts[name]]) for name in sorted(parts)}


def next_head(head: bytes, parts: Mapping[str, bytes]) -> bytes:
    """The head after a link."""
    return sha256(head + b"".join(parts[name] for name in sorted(parts))).digest()


def salts_of(secret: bytes, id: str, cards: int) -> list[bytes]:
    """The salt of a link, and those of its hidden cards: derived from a secret, which they do not reveal."""
    stream = shake_256(b"chain" + secret + id.encode()).digest(SALT_BYTES * (cards + 1))
    return [stream[at : at + SALT_BYTES] for at in range(0, len(stream), SALT_BYTES)]


def is_hidden(step: Step, place: int) -> bool:
    """Whether a card of a move is one that spectators were not shown."""
    return not step.known[place] >> SPECTATOR & 1


def hidden_cards(steps: Sequence[Step]) -> list[tuple[int, int]]:
    """The hidden cards of a link: which move, and which of its cards."""
    return [(at, place) for at, step in enumerate(steps) for place in range(len(step.known)) if is_hidden(step, place)]


def shown_to(step: Step, place: int, reader: Reader) -> bool:
    """Whether a card of a move is shown in a reader's record."""
    if isinstance(reader, str) or not is_hidden(step, place):
        return True
    return reader is not None and bool(step.known[place] >> reader & 1)


def without(value: Mapping[str, Any], omitted: frozenset[str]) -> dict[str, Any]:
    """An object of a record without some of its fields."""
    return {name: field for name, field in value.items() if name not in omitted}

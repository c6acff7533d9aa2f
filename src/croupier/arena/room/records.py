"""A match of a table as a record: the one record format, with a line for the shuffle of each hand.

It is made from the table's lines. The public record has the cards that spectators were shown by the end of each hand,
and UNKNOWN in place of all others; a player's has its own cards as well; the host's record has all cards. All of them
have the same chain under the same signatures (`arena.chain`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.history import write_phh
from croupier.kernel.contract.game import Game, Move, State
from croupier.kernel.contract.record import Leg, MatchRecord, Moved, Played, moved
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.cards import UNKNOWN

from ..chain import Link, Ordered, Signed, head_of, hidden_cards, seal, shown_to
from ..fairness import WHOLE_DECKS, Reader, Shuffled, shuffled
from ..replay.retelling import Retelling
from ..signing import Signer
from ..tables import lines
from ..tables.plan import Plan
from .memory import Result


class Teller(Retelling):
    """Plays a match of a table again, line by line, and builds its record for a reader."""

    def __init__(self, plan: Plan, game: Game, number: int, *, whole: bool, whose: str = "") -> None:
        """The reader is the player with the id `whose`; with `whole` it may see every card, otherwise what spectators
        were shown."""
        super().__init__(plan, game, number)
        self.whole, self.whose = whole, whose
        self.rules: dict[str, Any] | None = None
        """The game and the first config."""
        self.moves: list[Moved] = []
        self.legs: list[Leg] = []
        self.shuffles: list[Shuffled] = []
        self.orders: list[Ordered] = []
        self.signed: list[Signed] = []
        """The links of the chain, without their signatures."""
        self.heads: list[bytes] = []
        self.end: Link | None = None
        self.keys: set[str] = set()
        """The public keys that the match is signed with: none if it is not signed, several if one of them is lost."""
        self._named: list[str] = []

    def hand_over(self, state: State) -> None:
        """Called when a hand or the match is over; for subclasses."""

    def ends(self, state: State) -> None:
        """A hand is over, or there were moves after it."""
        self.hand_over(state)

    def linked(self, link: Link) -> None:
        """Add a hand to the record, or the end of the match, with the cards that its reader may know."""
        reader = self._reader()
        for step in link.steps:
            kind, amount, cards = step.move.kind, step.move.amount, step.move.cards
            seen = tuple(card if shown_to(step, at, reader) else UNKNOWN for at, card in enumerate(cards))
            self.moves.append(moved(self.game, step.actor, Move(kind, amount, seen)))
        self.orders += link.orders
        if link.scores is not None:
            self.end = link
        elif self.dealer.draws:
            self.shuffles.append(shuffled(self.dealer, 0, len(self.shuffles) + 1, self.announced, reader))
        if self.rules is None:
            self.rules = link.rules
        elif link.rules is not None:
            self.legs.append(Leg(**link.rules))
        if link.parts:
            self._sign(link, reader)

    def foreseen(self, line: lines.Rabbit) -> None:
        """Add the openings of cards that would have come to the shuffle of the last hand."""
        last = self.shuffles[-1]
        known = {(one.pool, one.epoch, one.position) for one in last.openings}
        new = [one for one in line.openings if (one.pool, one.epoch, one.position) not in known]
        self.shuffles[-1] = replace(last, openings=[*last.openings, *new])

    def _reader(self) -> Reader:
        """For whom the record is, in the hand that ends now: a player may have sat elsewhere before."""
        if self.whole:
            return WHOLE_DECKS
        chairs = [chair for chair in self.table.chairs if chair.id and not chair.stranger]
        return next((chair.seat for chair in chairs if chair.id == self.whose), None)

    def _sign(self, link: Link, reader: Reader) -> None:
        chain, hidden = self.table.chain, hidden_cards(link.steps)
        told = [salt if shown_to(link.steps[at], place, reader) else seal(salt, link.steps[at].move.cards[place])
                for (at, place), salt in zip(hidden, link.salts[1:], strict=True)]  # fmt: skip
        self.keys.add(chain.key)
        self.heads.append(chain.head)
        self.signed.append(
            Signed(
                id=link.id,
                moves=len(self.moves),
                orders=len(self.orders),
                salt=link.salts[0].hex(),
                parts={name: digest.hex() for name, digest in link.parts.items()},
                names=[] if link.names == self._named else link.names,
                hidden=[(at, place, text.hex()) for (at, place), text in zip(hidden, told, strict=True)],
            )
        )
        self._named = link.names

    def record(self, result: Result) -> MatchRecord:
        """The whole match."""
        if self.rules is None or self.end is None or self.end.scores is None:
            raise BadInput(f"The lines of match {result.match} are gone.")
        series, scores = head_of(self.end.names, self.rules, self.table.chain.position), self.end.scores
        return MatchRecord(series, Played(0, [*range(len(scores))], self.moves, scores, legs=self.legs))

    def signatures(self, signer: Signer) -> Iterator[Signed]:
        """The links of the chain, signed; none if the match is not signed, or if a key that signed it is lost."""
        if self.keys == {signer.key}:
            for number, (one, head) in enumerate(zip(self.signed, self.heads, strict=True)):
                key = signer.key if number == 0 else ""
                yield replace(one, signature=signer.sign(one.id, head), key=key)


def told(plan: Plan, game: Game, number: int, kept: Sequence[lines.Lines], *, whole: bool, whose: str = "") -> Teller:
    """A match that was played, from all lines of its table."""
    teller = Teller(plan, game, number, whole=whole, whose=whose)
    teller.follow_all(kept)
    return teller


def as_text(teller: Teller, result: Result, signer: Signer | None = None) -> bytes:
    """A record as a file, with its shuffles, what the host ordered, and the signatures."""
    signed = teller.signatures(signer) if signer else ()
    more = [msgspec.json.encode(line) + b"\n" for line in (*teller.shuffles, *teller.orders, *signed)]
    return teller.record(result).to_json() + b"".join(more)


def as_phh(teller: Teller, result: Result) -> str:
    """A match of hold'em as hand histories; BadInput if it began in the middle of a hand, which they cannot tell."""
    if teller.table.chain.position is not None:
        raise BadInput("This match began in the middle of a hand, so it has no hand history; its record has all of it.")
    return write_phh(teller.record(result), {"players": result.names})

"""The chain of the match that a table plays, as a part of the table: every hand adds a link to it (`arena.chain`).

Only the code by which a table follows its lines changes it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.kernel.contract.game import Game, Move, State
from croupier.kernel.contract.record import Position, moved
from croupier.kernel.vocabulary.turns import CLOCK

from .. import chain as chains
from ..chain import Link, Ordered, Step
from ..dealing import FairDealer
from ..shuffle import hash_of_secret


class Chain(msgspec.Struct, array_like=True):
    """The head of the chain, and what happened since the last link. A match without a key has links as well, for its
    record, but no heads."""

    key: str = ""
    """The public key of the match's signatures; "" if it is not signed."""
    head: bytes = chains.START
    hand_head: bytes = b""
    """The head after the hand that has ended; b"" in a hand. It is in no snapshot, as it has been told by then."""
    ended: bool = False
    """Whether the link of the match's end is made."""
    seats: int = 0
    """The most seats that the match has had."""
    made: int = 0
    """The number of moves in all links."""
    moves: list[tuple[int, Move]] = []
    orders: list[Ordered] = []
    names: list[str] = []
    """The names of this hand's players by seat."""
    rules: dict[str, Any] | None = None
    """The game and the config that this hand began with; None if they are those of the hand before."""
    position: Position | None = None
    """Where the match began, if that was in the middle of a hand of another."""

    def copy(self) -> Chain:
        """A copy for a snapshot, which does not change any more."""
        return msgspec.structs.replace(self, hand_head=b"", moves=self.moves[:], orders=self.orders[:])

    def begin_hand(self, names: list[str]) -> None:
        """A hand has begun between these players."""
        self.names, self.seats, self.hand_head = names, max(self.seats, len(names)), b""

    def begin_leg(self, config: dict[str, Any], key: str) -> None:
        """The match goes on with another config. It gets another key only if the arena has lost its own."""
        self.rules = {"step": self.made + len(self.moves) + 1, "config": config}
        self.key = self.key and key

    def close_hand(self, game: Game, state: State, id: str, dealer: FairDealer) -> Link:
        """The link of a hand that is over."""
        deal = {
            "context": dealer.context,
            "announced": hash_of_secret(dealer.secret, dealer.context),
            "commitments": dealer.commitments,
            "draws": dealer.draws,
        }
        parts = {"players": self.names, "rules": self.rules, "deal": deal if dealer.draws else None}
        link = self._link(game, state, id, dealer.secret, parts)
        self.hand_head = self.head
        self.names, self.rules = [], None
        return link

    def close_match(self, game: Game, state: State, id: str, secret: bytes, names: list[str]) -> Link:
        """The link of the match's end. No hand of the match was dealt from `secret`."""
        scores = [*game.scores(state)]
        scores += [0] * (self.seats - len(scores))  # seats that were removed before they won or lost anything
        names += [""] * (len(scores) - len(names))
        head = msgspec.to_builtins(chains.head_of(names, {"game": "", "version": 0, "config": {}}, self.position))
        result = {"deal": 0, "seating": [*range(len(scores))], "scores": scores}
        parts = {"match": chains.without(head, chains.MATCH_OMITS), "result": result}
        self.ended = True
        return self._link(game, state, id, secret, parts)._replace(names=names, scores=scores)

    def _link(self, game: Game, state: State, id: str, secret: bytes, parts: dict[str, Any]) -> Link:
        """A link of what happened since the last one."""
        known = state.table.cards.known if game.has_cards else ()
        steps = [
            Step(actor, move, tuple(-1 if card < 0 or actor == CLOCK else known[card] for card in move.cards))
            for actor, move in self.moves
        ]
        link = Link(id, steps, self.orders, self.names, self.rules, None, [], {})
        self.made += len(self.moves)
        self.moves, self.orders = [], []
        if not self.key:
            return link
        hidden = chains.hidden_cards(steps)
        salts = chains.salts_of(secret, id, len(hidden))
        texts = [moved(game, step.actor, step.move) for step in steps]
        for (at, place), salt in zip(hidden, salts[1:], strict=True):
            cards: list[Any] = texts[at][3]
            cards[place] = chains.seal(salt, cards[place]).hex()
        digests = chains.digests(salts[0], id, {**parts, "moves": texts, "orders": link.orders})
        self.head = chains.next_head(self.head, digests)
        return link._replace(salts=salts, parts=digests)

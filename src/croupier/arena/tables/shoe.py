"""The cards of a hand: in the order of its secret, and committed to before the first is dealt."""

from __future__ import annotations

from croupier.kernel.contract.game import Game, Move, State
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.turns import HOUSE

from ..dealing import FairDealer
from ..shuffle import Commitment, hash_of_secret


class Shoe:
    """Deals one hand after the other."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.secret = b""
        """Of the next hand; of this one, until the next is drawn."""
        self._is_new = False
        """Whether no hand was dealt with it."""
        self.commitment = ""
        """The root of the first pool of this hand."""
        self.dealer = FairDealer(b"", "")
        self._drawn: Move | None = None
        """What the house draws next, where it has committed itself to it already."""
        self._committed = 0

    def prepare(self, secret: bytes) -> None:
        """Have a secret for the next hand; b"" for none."""
        self.secret, self._is_new = secret, bool(secret)

    def open_hand(self, hand_id: str) -> None:
        """Deal a hand with the secret that was drawn for it; BadInput if nobody can read that any more."""
        if not self._is_new:
            raise BadInput(f"The cards of {hand_id} lie sealed under a key that is lost.")
        self._is_new = False
        self._drawn, self.commitment, self._committed = None, "", 0
        self.dealer = FairDealer(self.secret, hand_id)

    def look_ahead(self, state: State) -> list[Commitment]:
        """Settle what the house draws next, before anything else is told; what it has committed itself to by that."""
        if self._drawn is not None or not state.owed >> HOUSE & 1 or self.game.between_hands(state):
            return []
        self._drawn = self.dealer.deal(state, self.game.decision(state, HOUSE))
        new = self.dealer.commitments[self._committed :]
        self._committed += len(new)
        self.commitment = self.commitment or (new[0].root if new else "")
        return new

    def draw(self) -> Move:
        """What was settled."""
        move, self._drawn = self._drawn, None
        assert move is not None
        return move

    def announced(self, hand_id: str) -> str:
        """The hash of the next hand's secret, which can be told before it."""
        return hash_of_secret(self.secret, hand_id) if self.secret else ""

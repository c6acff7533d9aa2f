"""A match of a table as a record: the one record format, with a line for the shuffle of each hand.

It is made again from the table's lines. For everybody it has the cards that those who look on were shown by the end of
each hand, and UNKNOWN ones in place of all others; for the host, all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from croupier.history import write_phh
from croupier.kernel.contract.game import Game, Move, State
from croupier.kernel.contract.record import Leg, MatchRecord, Moved, Played, moved, series_of
from croupier.kernel.errors import BadInput
from croupier.kernel.language.records import from_dict, to_dict
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.menu import NEXT_HAND
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE, SPECTATOR

from ..dealing import FairDealer
from ..fairness import WHOLE_DECKS, Shuffled, shuffled
from ..shuffle import hash_of_secret
from ..tables import lines
from ..tables.plan import Plan
from .memory import Result


class Teller:
    """Plays a match of a table again, line by line, and keeps its record."""

    def __init__(self, plan: Plan, game: Game, number: int, *, whole: bool) -> None:
        self.plan, self.game, self.number, self.whole = plan, game, number, whole
        self.config: object = None
        self.moves: list[Moved] = []
        self.legs: list[Leg] = []
        self.shuffles: list[Shuffled] = []
        self._match = self._hand = 0
        self._secret = b""
        self._state: State | None = None
        self._dealer = FairDealer(b"", "")
        self._begun: list[tuple[int, Move]] = []

    def follow(self, line: lines.Lines) -> None:
        """Take the next line of the table."""
        match line:
            case lines.Shuffle(secret):
                self._secret = secret
            case lines.Began(config=written, leg=leg):
                self._match, self._hand = self._match + (not leg), self._hand if leg else 0
                if self._match == self.number:
                    self._begin(from_dict(self.game.Config, written), leg)
            case lines.Made(actor, kind, _, amount, cards, _) if self._state is not None:
                opens = actor == HOUSE and kind == NEXT_HAND
                if opens:
                    self._open_hand()
                else:
                    self.decided(line, self._state)
                self._advance(actor, Move(kind, amount, tuple(cards)))
            case lines.Snapshot(match=match, hand=hand, secret=secret):
                self._match, self._hand, self._secret = match, hand, secret
                if self._state is not None and not line.state:
                    self._state = None

    def decided(self, line: lines.Made, state: State) -> None:
        """Somebody is about to move: for who wants to know more of a match than its record."""

    def draws(self, state: State) -> None:
        """The house is about to draw."""

    def hand_over(self, state: State) -> None:
        """A hand is over, or the match."""

    def _begin(self, config: object, leg: bool) -> None:
        self._open_hand()
        if leg:
            self._begun.append((HOUSE, Move(NEXT_HAND)))
            self.legs.append(Leg(len(self.moves) + len(self._begun), to_dict(config)))  # type: ignore[arg-type]
        else:
            self.config = config
        self._state = self.game.start(config).state
        self._go_on()

    def _open_hand(self) -> None:
        self._hand += 1
        context = f"{self.plan.id}-M{self._match}-H{self._hand}"
        self._announced = hash_of_secret(self._secret, context)
        self._dealer = FairDealer(self._secret, context)

    def _advance(self, actor: int, move: Move) -> None:
        assert self._state is not None
        self.game.advance(self._state, actor, move)
        self._dealer.follow(self._state)
        self._begun.append((actor, move))
        self._go_on()

    def _go_on(self) -> None:
        state = self._state
        assert state is not None
        while state.owed >> HOUSE & 1 and not self.game.between_hands(state):
            self.draws(state)
            move = self._dealer.deal(state, self.game.decision(state, HOUSE))
            self.game.advance(state, HOUSE, move)
            self._dealer.follow(state)
            self._begun.append((HOUSE, move))
        if self.game.between_hands(state) or self.game.over(state):
            self.hand_over(state)
            self._close_hand(state)

    def _close_hand(self, state: State) -> None:
        """Write down a hand that is over, as far as its reader may know it."""
        known = state.table.cards.known if self.game.has_cards else []
        for actor, move in self._begun:
            if not self.whole and actor != CLOCK:
                seen = tuple(card if card < 0 or known[card] >> SPECTATOR & 1 else UNKNOWN for card in move.cards)
                move = Move(move.kind, move.amount, seen)
            self.moves.append(moved(self.game, actor, move))
        if self._dealer.draws:
            reader = WHOLE_DECKS if self.whole else None
            self.shuffles.append(shuffled(self._dealer, 0, len(self.shuffles) + 1, self._announced, reader))
        self._begun = []
        self._dealer = FairDealer(b"", "")

    def record(self, result: Result) -> MatchRecord:
        """The whole match."""
        if self.config is None:
            raise BadInput(f"The lines of match {result.match} are gone.")
        series = series_of(self.game, self.config, result.names)
        return MatchRecord(series, Played(0, [*range(len(result.names))], self.moves, result.scores, legs=self.legs))


def told(plan: Plan, game: Game, number: int, kept: Sequence[lines.Lines], *, whole: bool) -> Teller:
    """A match that was played, from all lines of its table."""
    teller = Teller(plan, game, number, whole=whole)
    for line in kept:
        teller.follow(line)
    return teller


def as_text(teller: Teller, result: Result) -> bytes:
    """A record as a file, with its shuffles."""
    shuffles = [msgspec.json.encode(line) + b"\n" for line in teller.shuffles]
    return teller.record(result).to_json() + b"".join(shuffles)


def as_phh(teller: Teller, result: Result) -> str:
    """A match of hold'em as hand histories."""
    return write_phh(teller.record(result), {"players": result.names})

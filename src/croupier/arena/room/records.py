"""A match of a table as a record: the one record format, with a line for the shuffle of each hand.

It is made from the table's lines. The public record has the cards that spectators were shown by the end of each hand,
and UNKNOWN in place of all others; the host's record has all cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.history import write_phh
from croupier.kernel.contract.game import Game, Move, State, Step
from croupier.kernel.contract.record import Leg, MatchRecord, Moved, Played, moved, series_of
from croupier.kernel.errors import BadInput
from croupier.kernel.language.records import to_dict
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import Events
from croupier.kernel.vocabulary.menu import NEXT_HAND
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE, SPECTATOR

from ..fairness import WHOLE_DECKS, Shuffled, shuffled
from ..replay.retelling import Retelling
from ..tables import lines
from ..tables.inputs import HOST
from ..tables.plan import Plan
from .memory import Result


class Ordered(msgspec.Struct, frozen=True, tag_field="croupier", tag="order", omit_defaults=True):
    """What the host ordered in a match, in which hand, when and why."""

    order: str
    hand: int
    at: int
    seat: int | None = None
    values: dict[str, Any] = {}
    why: str = ""


class Teller(Retelling):
    """Plays a match of a table again, line by line, and builds its record."""

    def __init__(self, plan: Plan, game: Game, number: int, *, whole: bool) -> None:
        super().__init__(plan, game, number)
        self.whole = whole
        self.config: Any = None
        self.seats = 0
        """The most seats that the match has had."""
        self.moves: list[Moved] = []
        self.legs: list[Leg] = []
        self.shuffles: list[Shuffled] = []
        self.orders: list[Ordered] = []
        self._begun: list[tuple[int, Move]] = []

    def begins(self, before: State | None, step: Step, config: Any, leg: bool) -> None:
        """Note a hand; a leg takes the place of a NEXT_HAND move."""
        self.seats = max(self.seats, step.state.table.seats)
        if config is not None and not leg:
            self.config = config
            return
        self._begun.append((HOUSE, Move(NEXT_HAND)))
        if leg:
            self.legs.append(Leg(len(self.moves) + len(self._begun), to_dict(config)))

    def goes_on(self, actor: int, move: Move, events: Events) -> None:
        """Keep a move until the hand is over."""
        self._begun.append((actor, move))

    def hand_over(self, state: State) -> None:
        """Called when a hand or the match is over; for subclasses."""

    def ends(self, state: State) -> None:
        """Add a hand that is over to the record, with the cards that its reader may know."""
        self.hand_over(state)
        known = state.table.cards.known if self.game.has_cards else []
        for actor, move in self._begun:
            if not self.whole and actor != CLOCK:
                seen = tuple(card if card < 0 or known[card] >> SPECTATOR & 1 else UNKNOWN for card in move.cards)
                move = Move(move.kind, move.amount, seen)
            self.moves.append(moved(self.game, actor, move))
        if self.dealer.draws:
            reader = WHOLE_DECKS if self.whole else None
            self.shuffles.append(shuffled(self.dealer, 0, len(self.shuffles) + 1, self.announced, reader))
        self._begun = []

    def ordered(self, line: lines.Noted) -> None:
        """Add an order of the host to the record."""
        if line.by == HOST:
            self.orders.append(Ordered(line.what, self.table.hand, line.at, line.seat, line.values, line.why))

    def record(self, result: Result) -> MatchRecord:
        """The whole match."""
        if self.config is None:
            raise BadInput(f"The lines of match {result.match} are gone.")
        gone = self.seats - len(result.names)  # seats that were removed before they won or lost anything
        series = series_of(self.game, self.config, [*result.names, *[""] * gone])
        scores = [*result.scores, *[0] * gone]
        return MatchRecord(series, Played(0, [*range(len(scores))], self.moves, scores, legs=self.legs))


def told(plan: Plan, game: Game, number: int, kept: Sequence[lines.Lines], *, whole: bool) -> Teller:
    """A match that was played, from all lines of its table."""
    teller = Teller(plan, game, number, whole=whole)
    teller.follow_all(kept)
    return teller


def as_text(teller: Teller, result: Result) -> bytes:
    """A record as a file, with its shuffles, and what the host ordered."""
    more = [msgspec.json.encode(line) + b"\n" for line in (*teller.shuffles, *teller.orders)]
    return teller.record(result).to_json() + b"".join(more)


def as_phh(teller: Teller, result: Result) -> str:
    """A match of hold'em as hand histories."""
    return write_phh(teller.record(result), {"players": result.names})

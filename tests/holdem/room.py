"""A hold'em match for tests: actions by name, cards are dealt automatically."""

from __future__ import annotations

from typing import Any

from croupier import holdem
from croupier.games.holdem.events import BlindPosted, DeadBlindPosted, StraddlePosted
from croupier.kernel.contract.dealers import Dealer, RandomDealer
from croupier.kernel.contract.game import Decision, Move
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE

GAME = holdem.GAME


class Room:
    """A match in progress; `told` has the facts of the last action. With `pauses` it stops between two hands."""

    def __init__(self, dealer: Dealer | None = None, *, pauses: bool = False, **options: Any) -> None:
        self.dealer = dealer or RandomDealer(1)
        self.pauses = pauses
        self.state, events = GAME.start(holdem.configure(**options))
        self.events = events
        """The facts of the last action, as rows."""
        self.told: list[Fact] = list(events)
        self._deal()

    def _deal(self) -> None:
        while (pending := GAME.pending(self.state)) and pending[0].seat == HOUSE:
            if self.pauses and self.between:
                return
            self.told += GAME.advance(self.state, HOUSE, self.dealer.deal(self.state, pending[0]))

    def next_hand(self) -> None:
        """Begin the next hand at a table that pauses."""
        self.act("NEXT_HAND", seat=HOUSE)

    def go_on(self, **changes: Any) -> None:
        """Let the match go on in a new leg instead."""
        self.state, events = GAME.start(GAME.carry_over(self.state, **changes))
        self.told = list(events)
        self._deal()

    @property
    def table(self) -> Any:
        return self.state.table

    @property
    def over(self) -> bool:
        return GAME.over(self.state)

    @property
    def between(self) -> bool:
        return GAME.between_hands(self.state)

    @property
    def decision(self) -> Decision:
        return GAME.pending(self.state)[0]

    @property
    def actor(self) -> int:
        return self.decision.seat

    def act(self, name: str, amount: int = 0, *, seat: int | None = None) -> None:
        """Act for a seat, by default for the seat in turn."""
        who = self.actor if seat is None else seat
        self.events = GAME.advance(self.state, who, Move(GAME.kind(name), amount))
        self.told = list(self.events)
        self._deal()

    def time_out(self) -> None:
        self.act("TIMEOUT", seat=CLOCK)

    def fold_out(self) -> None:
        """Make all seats but one fold: the shortest hand."""
        hand = self.table.hands
        while not self.over and self.table.hands == hand:
            self.act("FOLD")

    def posted(self, seat: int) -> list[Fact]:
        """The chips that a seat has posted at the start of this hand, without antes."""
        kinds = (BlindPosted, DeadBlindPosted, StraddlePosted)
        return [event for event in self.told if isinstance(event, kinds) and event.seat == seat]

    @property
    def places(self) -> tuple[int, int, int]:
        """The seats of the button and the two blinds."""
        return self.table.button, self.table.small_blind, self.table.big_blind

    def kinds(self, fact: type[Fact]) -> list[Any]:
        """The facts of one kind among those of the last action."""
        return [event for event in self.told if isinstance(event, fact)]

"""Plays a match of a table again from the table's lines. Subclasses make records and replays of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from croupier.kernel.contract.game import Game, Move, State, Step
from croupier.kernel.contract.nameplate import Nameplate
from croupier.kernel.errors import BadInput, CroupierError
from croupier.kernel.vocabulary.events import Events
from croupier.kernel.vocabulary.turns import HOUSE

from ..chain import Link
from ..dealing import FairDealer
from ..tables import lines, news
from ..tables.follow import follow
from ..tables.plan import Plan
from ..tables.table import Table


class Retelling:
    """Follows the lines of a table through one of its matches, the house's draws included.

    Subclasses override its callbacks: `begins`, `goes_on` and `ends` for the course of hands; `decided` and `draws`,
    which are called before a move is made; and `linked`, with all that a record has of a hand or of the match's end.
    """

    def __init__(self, plan: Plan, game: Game, number: int) -> None:
        """BadInput if the table could not be set up by the rules of today."""
        self.plan, self.game, self.number = plan, game, number
        self.table = Table(plan, game)
        self.dealer = FairDealer(b"", "")
        """The dealer of the current hand; between two hands, a dealer that has dealt nothing."""
        self.announced = ""
        """The hash of the hand's secret, which everybody was told before it began."""
        self._state_before: State | None = None

    @property
    def state(self) -> State | None:
        """The match at this point; None before it begins, and when it is over."""
        return self.table.state

    @property
    def chairs(self) -> list[Nameplate]:
        """The players at this point, by chair."""
        return [Nameplate(chair.id, chair.name) for chair in self.table.chairs]

    def begins(self, before: State | None, step: Step, config: Any, leg: bool) -> None:
        """A hand begins. `config` is set if a match or a leg begins with it, otherwise None; `before` is the state
        between two hands, None at the start of a match."""

    def goes_on(self, actor: int, move: Move, events: Events) -> None:
        """A move was made in a hand."""

    def ends(self, state: State) -> None:
        """A hand is over; called again if there were moves after it, before the next hand."""

    def foreseen(self, line: lines.Rabbit) -> None:
        """The cards that would have come in the last hand were shown."""

    def linked(self, link: Link) -> None:
        """The chain of the match has another link; called before the last move of its hand, and before the end."""

    def decided(self, line: lines.Made, state: State) -> None:
        """A seat or the clock is about to move."""

    def draws(self, state: State) -> None:
        """The house is about to draw."""

    def follow_all(self, kept: Iterable[lines.Lines]) -> None:
        """Follow all lines of the table."""
        for line in kept:
            self.follow(line)

    def follow(self, line: lines.Lines) -> None:
        """Follow the next line of the table; BadInput if it cannot be followed, as it was written under other rules."""
        try:
            self._follow(line)
        except BadInput:
            raise
        except (CroupierError, LookupError, TypeError, ValueError) as error:
            raise BadInput("This match was played by other rules, or its first lines are gone.") from error

    def _follow(self, line: lines.Lines) -> None:
        table, state = self.table, self.table.state
        match line:
            case lines.Began(leg=leg):
                number = table.match if leg else table.match + 1
                if number == self.number:
                    self._state_before = state if leg else None
                    follow(table, line, self._tell)
                elif not leg:
                    follow(table, lines.Begun(number))  # another match: only its players are followed
            case lines.Made(actor=actor):
                if state is None:
                    return
                if actor == HOUSE:
                    self._state_before = state.copy()
                else:
                    self.decided(line, state)
                follow(table, line, self._tell)
            case lines.Noted(what="kick") if table.match != self.number:
                pass  # it leads to a LEAVE, which is not followed in other matches
            case lines.Snapshot(match=match):
                is_ours = table.match == match == self.number
                follow(table, line if is_ours else replace(line, state=b""), self._tell)
            case _:
                follow(table, line, self._tell)

    def _tell(self, new: news.News) -> None:
        table, state = self.table, self.table.state
        match new:
            case news.HandOpens():
                self.dealer, self.announced = table.shoe.dealer, table.shoe.announced(table.hand_id)
            case news.HandBegan(events, config, leg) if state is not None:
                self.dealer.follow(state)
                self.begins(self._state_before, Step(state, events), config, leg)
            case news.Linked(link) if state is not None:
                self.dealer.follow(state)
                self.linked(link)
            case news.Draws() if state is not None:
                self.draws(state)
            case news.Moved(actor, move, events) if state is not None:
                self.dealer.follow(state)
                self.goes_on(actor, move, events)
                if table.rested and (table.game.between_hands(state) or table.game.over(state)):
                    self.ends(state)
            case news.Foreseen(line) if table.match == self.number:
                self.foreseen(line)
            case news.HandEnded() if state is not None:
                self.ends(state)
                self.dealer = FairDealer(b"", "")

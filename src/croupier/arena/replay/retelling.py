"""A match of a table played again from the table's lines. What is made of it is for who takes it further."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from croupier.kernel.contract.game import Game, Move, State, Step
from croupier.kernel.contract.nameplate import Nameplate
from croupier.kernel.errors import BadInput, CroupierError
from croupier.kernel.language.records import from_dict
from croupier.kernel.vocabulary.events import Events
from croupier.kernel.vocabulary.menu import NEXT_HAND
from croupier.kernel.vocabulary.turns import HOUSE

from ..dealing import FairDealer
from ..shuffle import hash_of_secret
from ..tables import lines
from ..tables.plan import Plan


class Retelling:
    """Follows the lines of a table through one of its matches, the house's draws included.

    `begins`, `goes_on` and `ends` are told of it: a hand begins with a step of its own, and ends between two hands.
    `decided` and `draws` come before a move is made.
    """

    def __init__(self, plan: Plan, game: Game, number: int) -> None:
        self.plan, self.game, self.number = plan, game, number
        self.state: State | None = None
        self.dealer = FairDealer(b"", "")
        self.announced = ""
        """The hash of the hand's secret, which everybody was told before it began."""
        self.chairs = [Nameplate("", "") for _ in range(plan.seats)]
        """Who sits where at this point."""
        self._match = self._hand = 0
        self._secret = b""

    def begins(self, before: State | None, step: Step, config: Any, leg: bool) -> None:
        """A hand begins: the first of a match or, after a state between two hands, of a leg, or any further one; then
        `config` is None."""

    def goes_on(self, actor: int, move: Move, events: Events) -> None:
        """A move was made in a hand."""

    def ends(self, state: State) -> None:
        """A hand is over; or more was done after it, before the next."""

    def decided(self, line: lines.Made, state: State) -> None:
        """Somebody is about to move who is not the house."""

    def draws(self, state: State) -> None:
        """The house is about to draw."""

    def follow_all(self, kept: Iterable[lines.Lines]) -> None:
        """Take all lines of the table."""
        for line in kept:
            self.follow(line)

    def follow(self, line: lines.Lines) -> None:
        """Take the next line of the table; BadInput if it cannot be followed, as it was written by other rules."""
        try:
            self._follow(line)
        except BadInput:
            raise
        except (CroupierError, LookupError, TypeError, ValueError) as error:
            raise BadInput("This match was played by other rules, or its first lines are gone.") from error

    def _follow(self, line: lines.Lines) -> None:
        match line:
            case lines.Shuffle(secret):
                self._secret = secret
            case lines.Sat(seat, id, name):
                self.chairs[seat] = Nameplate(id, name)
            case lines.Began(config=written, leg=leg):
                self._match, self._hand = self._match + (not leg), self._hand if leg else 0
                if self._match == self.number:
                    self._begin(from_dict(self.game.Config, written), leg)
                else:
                    self.state = None
            case lines.Made(actor, kind, _, amount, cards, _) if self.state is not None:
                move = Move(kind, amount, tuple(cards))
                if actor == HOUSE and kind == NEXT_HAND:
                    self._next_hand(self.state, move)
                else:
                    self.decided(line, self.state)
                    self._make(self.state, actor, move)
                self._go_on(self.state)
            case lines.Snapshot(match=match, hand=hand, secret=secret, chairs=chairs):
                self._match, self._hand, self._secret = match, hand, secret
                self.chairs = [Nameplate(chair.id, chair.name) for chair in chairs]
                if not line.state:
                    self.state = None

    def _begin(self, config: Any, leg: bool) -> None:
        before = self.state if leg else None
        self._open_hand()
        step = self.game.start(config, after=before)
        self.state = step.state
        self.begins(before, step, config, leg)
        self._go_on(step.state)

    def _next_hand(self, state: State, move: Move) -> None:
        before = state.copy()
        self._open_hand()
        events = self.game.advance(state, HOUSE, move)
        self.dealer.follow(state)
        self.begins(before, Step(state, events), None, False)

    def _open_hand(self) -> None:
        self._hand += 1
        context, secret = f"{self.plan.id}-M{self._match}-H{self._hand}", self._secret
        if not secret:
            raise BadInput(f"The cards of {context} lie sealed under a key that is lost.")
        self.announced, self._secret = hash_of_secret(secret, context), b""
        self.dealer = FairDealer(secret, context)

    def _make(self, state: State, actor: int, move: Move) -> None:
        events = self.game.advance(state, actor, move)
        self.dealer.follow(state)
        self.goes_on(actor, move, events)

    def _go_on(self, state: State) -> None:
        """Let the house draw what it owes; a hand may be over then."""
        while state.owed >> HOUSE & 1 and not self.game.between_hands(state):
            self.draws(state)
            self._make(state, HOUSE, self.dealer.deal(state, self.game.decision(state, HOUSE)))
        if self.game.between_hands(state) or self.game.over(state):
            self.ends(state)
            self.dealer = FairDealer(b"", "")

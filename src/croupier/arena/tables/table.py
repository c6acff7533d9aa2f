"""The table as it is kept: what follows from its lines, and nothing else. Only `follow` changes it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from croupier.kernel.contract.game import Decision, Game, State
from croupier.kernel.errors import BadInput

from .chairs import Chair
from .configs import planned
from .hindsight import Hindsight
from .news import HandBegan, Moved
from .plan import Plan
from .shoe import Shoe


class Table:
    """One table. Two tables that have followed the same lines are equal in all that is here."""

    def __init__(self, plan: Plan, game: Game) -> None:
        """BadInput if the game does not have the plan's options, or another number of seats."""
        self.rules, self.plan, self.set_up = game, plan, plan
        """`set_up` is the plan that the table began with, from which its lines lead on."""
        self.game, self.full = planned(game, plan)
        """The game in the words of its config; a match as it would begin with everybody there, for those who ask how
        the table plays."""
        self.chairs = [Chair(seat) for seat in range(plan.seats)]
        self.state: State | None = None
        self.match = self.hand = 0
        """The match that is played, and its hand, both counted from 1."""
        self.level, self.began = 0, 0
        """The level of the match, counted from 0, and when it began (milliseconds since 1970)."""
        self.asked_before = 0
        """Questions of matches before: no number comes twice."""
        self.held, self.ending, self.last = plan.manual, False, False
        """Whether the next hand waits for the host; whether this hand is the last of the match, and this match the last
        of all, because the host wants it."""
        self.stepping = False
        """Whether one hand may begin nevertheless."""
        self.changes: dict[str, Any] = {}
        """What is to change with the next hand."""
        self.forfeits: set[str] = set()
        """Who has given up this match, by id."""
        self.refusals: Counter[int] = Counter()
        """Answers of this hand that did not count and were kept, by seat."""
        self.newcomers: set[int] = set()
        """Seats of those who have sat down since the match began, until the game lets them in."""
        self.shoe = Shoe(self.game)
        self.hindsight = Hindsight()
        self.unshuffled: Moved | HandBegan | None = None
        """What has ended a hand, until the secret of the next is drawn: it is told together with its hash."""
        self.rested = False
        """Whether the hand is over, and everybody is in who came during it."""
        self.is_kept = True
        """Whether the snapshot of this boundary is written."""

    @property
    def goes_on(self) -> bool:
        """Whether the host lets the next hand begin."""
        return not self.held or self.stepping

    @property
    def free_chairs(self) -> list[Chair]:
        """The chairs that nobody sits in."""
        return [chair for chair in self.chairs[: self.plan.seats] if not chair.taken]

    def free_chair(self, seat: int | None = None) -> Chair:
        """A chair that nobody sits in; BadInput if there is none."""
        free = [chair for chair in self.free_chairs if seat in (None, chair.seat)]
        if not free:
            raise BadInput("The table is full." if seat is None else f"Seat {seat} is taken.")
        return free[0]

    def decision(self, seat: int) -> Decision:
        """All that a seat may do now; nothing where the match has no such seat."""
        if self.state is None or self.chairs[seat].outside:
            return Decision(seat, (), 0, 0, False, 0)
        return self.game.decision(self.state, seat)

    @property
    def at_boundary(self) -> bool:
        """Whether a match is between two of its hands."""
        return self.state is not None and self.game.between_hands(self.state)

    @property
    def is_over(self) -> bool:
        """Whether no other match follows by itself, and none is played."""
        follows = self.plan.goes_on_after(self.match) and not self.last
        return self.state is None and self.match > 0 and not follows

    @property
    def match_id(self) -> str:
        """The name of the match that is played, or was played last."""
        return f"{self.plan.id}-M{self.match}"

    @property
    def hand_id(self) -> str:
        """The name of the hand that is played, or was played last."""
        return f"{self.match_id}-H{self.hand}"

    @property
    def next_hand(self) -> tuple[int, int]:
        """The number of the next hand's match, and its own."""
        goes_on = self.state is not None and not self.game.over(self.state)
        return (self.match, self.hand + 1) if goes_on else (self.match + 1, 1)

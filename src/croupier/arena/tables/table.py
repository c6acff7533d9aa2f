"""The table as it is kept: what follows from its lines, and nothing else. Only `follow` changes it.

Its parts are chairs, the shoe that deals hand by hand, and the hands that the host may see later (`Hindsight`).
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from croupier.kernel.contract.game import Decision, Game, Move, State
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import OWN
from croupier.kernel.vocabulary.turns import HOUSE

from ..dealing import FairDealer
from ..shuffle import Commitment, hash_of_secret
from .configs import planned
from .lines import HandPlayed
from .news import HandBegan, Moved
from .plan import Plan

SLEEPS_AFTER = 3
"""After so many decisions in a row played by the clock, …"""
ASLEEP_MS = 1_000
"""… a seat has only this much time, until its client shows that it is there: by an answer, however late, or by a new
connection. From its next decision on it has its whole time again."""


@dataclass
class Chair:
    """One chair. It is free while it has no id. Whether somebody is connected is for the session to know."""

    seat: int
    id: str = ""
    name: str = ""
    policy: str = ""
    """The bot of the house that plays here."""
    dialect: str = OWN
    """What it is told, and answers, in."""
    missed: int = 0
    """Decisions in a row that the clock has played."""
    bank_ms: int = 0
    answered: tuple[int, Move] | None = None
    """The last question that it answered itself, and how."""
    held: bool = False
    """Whether it is waited for, however long."""
    outside: bool = False
    """Whether the match that is played has no such seat: it has been added since, or the match is to end first."""
    timed_out_in: str = ""
    """The hand in which the clock has played the last decision of this seat; "" if a player, or the host, has."""

    @property
    def taken(self) -> bool:
        """Whether somebody sits here."""
        return bool(self.id)

    @property
    def asleep(self) -> bool:
        """Whether it has only a little time for its next decision."""
        return self.missed >= SLEEPS_AFTER

    def clear(self) -> None:
        """Let it be free."""
        self.id = self.name = self.policy = ""
        self.missed = self.bank_ms = 0
        self.held = False
        self.timed_out_in = ""
        self.dialect, self.answered = OWN, None

    def time_for(self, limit_ms: int) -> int:
        """How long its next decision may take, without the bank; 0 for as long as it likes."""
        return min(limit_ms, ASLEEP_MS) if limit_ms and self.asleep else limit_ms


class Shoe:
    """Deals one hand after the other: in the order of its secret, and committed to before the first card is dealt."""

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


MOST_KEPT = 200
"""Hands of one match that are kept, where all of them have to wait for its end."""


class Hindsight:
    """Hands that the host may see later with every card face up: they are kept as they were played.

    A hand waits until some more are over (`Plan.god_view`); in a game whose secrets outlive a hand, at least until its
    match is over. Only at a table that begins no other match by itself is the rest late enough when its match is over:
    nothing follows that it could be late by. A void match that is played again is followed by one.
    """

    def __init__(self) -> None:
        self.hands: list[HandPlayed] = []
        """Those that are over and not late enough, …"""
        self.last: HandPlayed | None = None
        """… and the last one that was."""
        self._played: HandPlayed | None = None

    def begin_hand(self, match: int, hand_id: str, chairs: Sequence[Chair], state: State) -> None:
        """A hand has begun at a table that has a god view."""
        names = [(chair.id, chair.name) for chair in chairs]
        self._played = HandPlayed(match, hand_id, names, zlib.compress(state.to_bytes()), [])

    def move(self, actor: int, move: Move) -> None:
        """Somebody has moved, the house and the clock included."""
        if self._played is not None:
            self._played.moves.append((actor, move.kind, move.amount, tuple(move.cards)))

    def end_hand(self) -> None:
        """The hand is over: it waits its time."""
        if self._played is not None:
            self.hands = [*self.hands, self._played][-MOST_KEPT:]
            self._played = None

    def release(self, late_by: int, secret_match: int | None) -> list[HandPlayed]:
        """The hands that have become late enough, none of a match whose secrets last; of these, only the last is
        remembered."""
        late = max(0, len(self.hands) - late_by)
        if secret_match is not None:
            late = min(late, sum(hand.match != secret_match for hand in self.hands))
        released, self.hands = self.hands[:late], self.hands[late:]
        self.last = released[-1] if released else self.last
        return released

    def forget(self) -> None:
        """The rules have changed: hands that were played by the old ones cannot be shown."""
        self.hands, self.last, self._played = [], None, None

    def waits(self, match: int) -> bool:
        """Whether a hand of a match is not late enough."""
        return any(hand.match == match for hand in self.hands)


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

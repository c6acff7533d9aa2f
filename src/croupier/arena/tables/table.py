"""The state of a table that is kept: everything in it follows from its lines. Only `follow` changes it.

Its parts are chairs, the shoe that deals hand by hand, the chain of what happened (`chain`), and the hands that the
host may see later (`Hindsight`).
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from croupier.kernel.contract.game import Decision, Game, Move, State
from croupier.kernel.contract.record import Position
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import OWN
from croupier.kernel.vocabulary.turns import HOUSE

from ..dealing import FairDealer
from ..shuffle import Commitment, hash_of_secret
from .chain import Chain
from .configs import planned
from .inputs import USUAL
from .lines import HandPlayed
from .news import HandBegan, Moved
from .plan import MINUTE, Plan

SLEEPS_AFTER = 3
"""The number of decisions in a row played by the clock after which a seat is asleep."""
ASLEEP_MS = 1_000
"""The time for a decision of a seat that is asleep. It wakes when its client shows that it is there, by an answer,
however late, or by a new connection; from its next decision on it has the full time limit again."""


@dataclass
class Chair:
    """One chair. It is free while it has no id. Its connection is in the session."""

    seat: int
    id: str = ""
    name: str = ""
    policy: str = ""
    """The bot of the house that plays here."""
    dialect: str = OWN
    """The dialect of its frames, in both directions."""
    missed: int = 0
    """Decisions in a row that the clock has played."""
    bank_ms: int = 0
    answered: tuple[int, Move] | None = None
    """The last question that its player answered itself, and the answer."""
    held: bool = False
    """Whether its clock is stopped by the order `hold`."""
    outside: bool = False
    """Whether the current match does not have this seat: the chair was added since, or the match is about to end."""
    stranger: bool = False
    """Whether its player sat down in a match, and no hand has begun since: the cards of this hand are not its own."""
    buy_in: int = USUAL
    """At a cash table, the chips that its player brings; USUAL, or CHOOSES: it says so when it sits down."""
    tops_up: bool = False
    """Whether its player wants to be topped up before every hand as soon as it sits down at a cash table."""
    told_to_return: int = 0
    """The chips that the next player in this seat has to bring back, as the match was told."""
    timed_out_in: str = ""
    """The hand in which the clock played the last decision of this seat; "" if the player or the host did."""
    bank_levels: int = 0
    """In a tournament: the number of levels with which its bank has grown."""
    stack: int = 0
    """The chips of a player that has come from another table of its cash game, until it sits down with them."""
    changes_to: str = ""
    """The table of its cash game to which its player wants to change."""

    @property
    def taken(self) -> bool:
        """Whether somebody sits here."""
        return bool(self.id)

    @property
    def asleep(self) -> bool:
        """Whether it has only ASLEEP_MS for its next decision."""
        return self.missed >= SLEEPS_AFTER

    def clear(self) -> None:
        """Free the chair."""
        self.id = self.name = self.policy = ""
        self.missed = self.bank_ms = self.bank_levels = 0
        self.held = self.stranger = self.tops_up = False
        self.buy_in, self.stack, self.changes_to = USUAL, 0, ""
        self.timed_out_in = ""
        self.dialect, self.answered = OWN, None

    def time_for(self, limit_ms: int) -> int:
        """The time limit of its next decision, without the bank; 0 for no limit."""
        return min(limit_ms, ASLEEP_MS) if limit_ms and self.asleep else limit_ms


class Shoe:
    """Deals one hand after the other, in an order that follows from a secret, committed to before the first card."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.secret = b""
        """The secret of the next hand; until that is drawn, the secret of this hand."""
        self._is_new = False
        """Whether no hand was dealt with this secret."""
        self.commitment = ""
        """The root of the first pool of this hand."""
        self.dealer = FairDealer(b"", "")
        self._drawn: Move | None = None
        """The next draw of the house, if it has committed to it already."""
        self._committed = 0

    def prepare(self, secret: bytes) -> None:
        """Set the secret of the next hand; b"" for none."""
        self.secret, self._is_new = secret, bool(secret)

    def open_hand(self, hand_id: str) -> None:
        """Begin to deal a hand with the secret that was drawn for it; BadInput if the secret can no longer be read."""
        if not self._is_new:
            raise BadInput(f"The cards of {hand_id} lie sealed under a key that is lost.")
        self._is_new = False
        self._drawn, self.commitment, self._committed = None, "", 0
        self.dealer = FairDealer(self.secret, hand_id)

    def look_ahead(self, state: State) -> list[Commitment]:
        """Settle the next draw of the house, before anything else is told. Returns the new commitments."""
        if self._drawn is not None or not state.owed >> HOUSE & 1 or self.game.between_hands(state):
            return []
        self._drawn = self.dealer.deal(state, self.game.decision(state, HOUSE))
        new = self.dealer.commitments[self._committed :]
        self._committed += len(new)
        self.commitment = self.commitment or (new[0].root if new else "")
        return new

    def draw(self) -> Move:
        """The draw that was settled."""
        move, self._drawn = self._drawn, None
        assert move is not None
        return move

    def announced(self, hand_id: str) -> str:
        """The hash of the next hand's secret, which is told before the hand."""
        return hash_of_secret(self.secret, hand_id) if self.secret else ""


MOST_KEPT = 200
"""The most hands of one match that are kept, if all of them have to wait for its end."""


class Hindsight:
    """Keeps finished hands for the god view, until they are late enough.

    A hand waits until `Plan.god_view` more hands are over; in a game whose secrets outlive a hand, at least until its
    match is over. At a table that begins no other match by itself, the remaining hands are released when the match is
    over, because no hands follow. After a void match that is played again, hands do follow.
    """

    def __init__(self) -> None:
        self.hands: list[HandPlayed] = []
        """Finished hands that are not late enough."""
        self.last: HandPlayed | None = None
        """The last hand that was late enough."""
        self._played: HandPlayed | None = None

    def begin_hand(self, match: int, hand_id: str, chairs: Sequence[Chair], state: State) -> None:
        """A hand has begun at a table that has a god view."""
        names = [(chair.id, chair.name) for chair in chairs]
        self._played = HandPlayed(match, hand_id, names, zlib.compress(state.to_bytes()), [])

    def move(self, actor: int, move: Move) -> None:
        """Note a move of a seat, the house or the clock."""
        if self._played is not None:
            self._played.moves.append((actor, move.kind, move.amount, tuple(move.cards)))

    def end_hand(self) -> None:
        """The hand is over, and waits until it is late enough."""
        if self._played is not None:
            self.hands = [*self.hands, self._played][-MOST_KEPT:]
            self._played = None

    def release(self, late_by: int, secret_match: int | None) -> list[HandPlayed]:
        """Remove and return the hands that have become late enough, none of them from `secret_match`. Only the last of
        them is remembered."""
        late = max(0, len(self.hands) - late_by)
        if secret_match is not None:
            late = min(late, sum(hand.match != secret_match for hand in self.hands))
        released, self.hands = self.hands[:late], self.hands[late:]
        self.last = released[-1] if released else self.last
        return released

    def waits(self, match: int) -> bool:
        """Whether a hand of a match is not late enough."""
        return any(hand.match == match for hand in self.hands)


class Table:
    """One table. Two tables that have followed the same lines are equal in all that is here."""

    def __init__(self, plan: Plan, game: Game) -> None:
        """BadInput if the game does not have the plan's options or its number of seats."""
        self.rules, self.plan, self.set_up = game, plan, plan
        """`set_up` is the plan that the table began with; `plan` is the current one, after the orders in its lines."""
        self.game, self.full = planned(game, plan)
        """The game set up for the plan's config; and the first state of a match with all seats taken, which shows the
        settings while no match is played."""
        self.chairs = [Chair(seat) for seat in range(plan.seats)]
        self.state: State | None = None
        self.match = self.hand = 0
        """The numbers of the current match and of its hand, both from 1."""
        self.level, self.began = 0, 0
        """The level of the match, from 0, and when the match began (milliseconds since 1970)."""
        self.asked_before = 0
        """The number of questions in earlier matches: no `act_id` is used twice."""
        self.held, self.ending, self.last = plan.manual, False, False
        """By the host's orders: whether the next hand waits, whether this hand is the last of its match, and whether
        this match is the last of the table."""
        self.stepping = False
        """Whether one hand may begin although `held` is set."""
        self.changes: dict[str, Any] = {}
        """Options that change with the next hand."""
        self.forfeits: set[str] = set()
        """The ids of players that have given up this match."""
        self.refusals: Counter[int] = Counter()
        """The number of refused answers of this hand that were kept, by seat."""
        self.begins_in: Position | None = None
        """The position in which the next match begins; None for the beginning of a match."""
        self.hunted = False
        """Whether the cards that would have come in the last hand have been shown."""
        self.newcomers: set[int] = set()
        """Seats of players that sat down after the match began, until the game lets them in."""
        self.taken_away: dict[str, tuple[int, int]] = {}
        """Of each player that has left this match at a cash table: with how many chips, and when; without any only
        where there are several tables."""
        self.shoe = Shoe(self.game)
        self.hindsight = Hindsight()
        self.chain = Chain()
        """The chain of the current match, or of the last one until the next begins."""
        self.unshuffled: Moved | HandBegan | None = None
        """The news that ended a hand, until the secret of the next is drawn: they are told together with its hash."""
        self.rested = False
        """Whether the hand is over, and all newcomers of it have been let in."""
        self.is_kept = True
        """Whether the snapshot of this boundary is written."""

    @property
    def config(self) -> Any:
        """The config of the match, or of the next one if none is played."""
        return (self.state or self.full).table.config

    @property
    def is_cash(self) -> bool:
        """Whether players bring chips of their own."""
        return self.game.purses is not None and self.game.purses.are(self.config)

    @property
    def usual_buy_in(self) -> int:
        """What a player brings to a cash table who says nothing; 0 at any other table."""
        purses = self.game.purses
        return purses.usual(self.config) if purses is not None and self.is_cash else 0

    def has_to_return(self, id: str, now: int) -> int:
        """The chips that a player has to bring back if it sits down at a time (milliseconds since 1970)."""
        return self.taken_away[id][0] if self.remembers(id, now) else 0

    def remembers(self, id: str, now: int) -> bool:
        """Whether it is not long enough ago that a player has left for it to bring what it likes."""
        return id in self.taken_away and now < self.taken_away[id][1] + self.plan.rathole_minutes * MINUTE

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
        """The decision of a seat now; empty if the match has no such seat."""
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
    def strangers(self) -> int:
        """The mask of the seats whose players have sat down since this hand began."""
        mask = 0
        for chair in self.chairs:
            if chair.stranger:
                mask |= 1 << chair.seat
        return mask

    @property
    def end_id(self) -> str:
        """The name of the match's end, in its chain."""
        return f"{self.match_id}-end"

    @property
    def next_hand(self) -> tuple[int, int]:
        """The number of the next hand's match, and its own."""
        goes_on = self.state is not None and not self.game.over(self.state)
        return (self.match, self.hand + 1) if goes_on else (self.match + 1, 1)

    @property
    def drawn_next(self) -> tuple[int, int]:
        """The hand that a secret drawn now is for: the next one; or, if the match is about to be ended between two
        hands, the first of the next match."""
        ends_here = self.ending and self.at_boundary and self.unshuffled is None
        return (self.match + 1, 1) if ends_here else self.next_hand

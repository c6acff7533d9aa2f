"""The queue of the Battle: first come, first served, a table for each pair, a stake that is charged to both or none.

A player that disconnects from a match loses it at once. A restart of the arena is no disconnect: both players find
their match as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from croupier.games.battle.game import DEFAULT_HAND
from croupier.games.battle.wire.messages import ErrorMsg, QueueJoin, QueueLeave
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import Context, Dialect, Frame
from croupier.kernel.showing.wire.answers import decoded

from ..door import Claim, Entered
from ..identity import name_key
from ..store import Entry
from ..tables.inputs import FOLLOWS, Attached, Ordered, Seated
from ..tables.orders.book import ORDERS
from ..tables.table import Chair
from . import memory
from .desks import Desk
from .hosted import Hosted, together
from .offers import Offer, wall_time

if TYPE_CHECKING:
    from .guests import Guest
    from .room import Room

_queueing: msgspec.json.Decoder[QueueJoin | QueueLeave] = msgspec.json.Decoder(QueueJoin | QueueLeave)
ALREADY_PLAYING, QUEUE_CLOSED, TOO_FEW_TOKENS = "ALREADY_PLAYING", "QUEUE_CLOSED", "TOO_FEW_TOKENS"
JOIN = ": join the queue for another"


class QueueDesk(Desk):
    """Pairs players that want to play."""

    moves: ClassVar[bool] = True

    def __init__(self, room: Room, offer: Offer, claims: list[Claim]) -> None:
        super().__init__(room, offer, claims)
        self.waiting: dict[str, Guest] = {}
        """The clients that wait, by account, in the order in which they came."""
        self._inside: dict[str, Guest] = {}

    def open(self, news: Sequence[Entry] = ()) -> None:
        """Keep the offer. There is no table before two players have come."""
        if news:
            self.room.keep(*news)

    def connected(self, team: str) -> bool:
        """Whether a client with this name is here, and is not silent."""
        inside = self._inside.get(name_key(team))
        return (inside is not None and not inside.connection.silent) or super().connected(team)

    def admit(self, guest: Guest, entered: Entered, after: int | None, scenes: bool) -> None:
        """Let a client in, and bring it back to its match if it has one."""
        key = name_key(entered.team)
        hosted = self.table_of(key)
        if hosted is not None:
            hosted.check_order()
        if key in self._inside:
            self._inside[key].connection.close(4001, "Another connection has taken this name.")
            self.waiting.pop(key, None)
        also: list[Entry] = [memory.of_claim(self.offer.id, key, entered.claim)] if entered.claim else []
        self._inside[key] = guest
        guest.scenes = scenes
        if hosted is not None:
            seat = hosted.seat_of(key)
            assert seat is not None
            guest.at(hosted)
            hosted.put(self.attached(guest, seat, entered, after, scenes), also=also)
        else:
            guest.say_once_kept(also, self._welcome(self.dialect_for(guest.wants), entered.token))

    def _welcome(self, dialect: Dialect, token: str) -> Frame:
        plan = self.room.plan_of(self.offer, self.offer.id)
        context = Context(
            table_id=self.offer.id, move_time_ms=plan.move_time_ms, god_view=plan.god_view, key=self.room.signer.key
        )
        return dialect.welcome(context, None, None, token)

    def hears(self, guest: Guest, data: bytes) -> bool:
        """Take a frame about the queue, which is valid in every dialect; False if it is any other frame."""
        try:
            frame = decoded(_queueing, data)
        except BadInput:
            return False
        if isinstance(frame, QueueJoin):
            self._join(guest)
        else:
            self.waiting.pop(name_key(guest.team), None)
        return True

    def why_not(self, key: str) -> tuple[str, str] | None:
        """Why a player cannot play a match now: a code and a message; None if it can."""
        if self.table_of(key):
            return ALREADY_PLAYING, "You play a match already."
        return self._why_no_match(self.room.bank.accounts.balance(key))

    def _why_no_match(self, balance: int) -> tuple[str, str] | None:
        """Why a player with a balance cannot play; None if it can."""
        closes = self.offer.finish_by
        if closes and wall_time(closes) <= self.room.epoch_ms + self.room.now():
            return QUEUE_CLOSED, f"No match begins any more: the queue was open until {closes}."
        if balance < self.offer.stake:
            return TOO_FEW_TOKENS, f"You have {balance} tokens; the stake is {self.offer.stake}."
        return None

    def _join(self, guest: Guest) -> None:
        key = name_key(guest.team)
        self.waiting[key] = guest
        try:
            self._pair()
        except BadInput:  # there is no room for another table: earlier clients wait on
            del self.waiting[key]
            raise

    def _may_play(self, key: str, guest: Guest) -> bool:
        """Whether a client can play now; if not, it is told why."""
        if (why := self.why_not(key)) is None:
            return True
        self.room.metrics.refusals[why[0]] += 1
        error = self.dialect_for(guest.wants).error(*why)
        if isinstance(error, ErrorMsg) and why[0] == TOO_FEW_TOKENS:
            error = msgspec.structs.replace(error, tokens=self.room.bank.accounts.balance(key))
        guest.say(error)
        return False

    def _pair(self) -> None:
        """Start a match as soon as two clients wait that can still pay: they may have spent tokens meanwhile."""
        self.waiting = {key: guest for key, guest in self.waiting.items() if self._may_play(key, guest)}
        if len(self.waiting) == 2:
            self._play(dict(self.waiting))

    def _play(self, pair: dict[str, Guest]) -> None:
        """Start a match of two at a new table; BadInput if there is no room for it, and nobody is charged."""
        id = self.room.new_id(self.offer.id)
        hosted = self.room.set_up(self.offer, id, {}, put=False)
        charged = self.room.bank.charge(f"{id}-M1", list(pair), self.offer.stake)
        hosted.session.private = self._hands(list(pair))
        given: list[Seated | Attached] = []
        for seat, (key, guest) in enumerate(pair.items()):
            self.waiting.pop(key, None)
            guest.at(hosted)
            given.append(Seated(key, guest.team, seat=seat, dialect=guest.wants))
            given.append(Attached(guest.connection.id, seat, scenes=guest.scenes, dialect=guest.wants))
        hosted.put(*given, also=[*charged, self.room.standing(hosted)])

    def void(self, hosted: Hosted, order: Ordered) -> None:
        """Make a match void. Both players get their stakes back, and play again at once if both are here and can pay;
        the order's notice says which. BadInput if the match cannot be void."""
        ORDERS[order.what].check(hosted.session, order)
        chairs, again = hosted.table.chairs, order.values.get("replay", True)
        stake = self.room.bank.accounts.pot(hosted.table.match_id) // len(chairs)
        why_not = next(filter(None, (self._why_no_replay(chair, stake) for chair in chairs)), "") if again else ""
        again = again and not why_not
        then = "The same two play again at once." if again else f"No match follows{why_not or JOIN}."
        values = {"replay": again, FOLLOWS: f"Stakes are given back. {then}"}
        with together(self.room):
            hosted.obey(msgspec.structs.replace(order, values=values))
            if again:
                self._play({chair.id: self._inside[chair.id] for chair in chairs})

    def _why_no_replay(self, chair: Chair, stake: int) -> str:
        """Why a player that got its stake back cannot play again at once, as a clause; "" if it can."""
        if chair.id not in self._inside:
            return f", as {chair.name} is not here{JOIN}"
        why = self._why_no_match(self.room.bank.accounts.balance(chair.id) + stake)
        if why is None:
            return ""
        return ", as the queue is closed" if why[0] == QUEUE_CLOSED else f", as {chair.name} has too few tokens{JOIN}"

    def _hands(self, keys: Sequence[str]) -> dict[str, Any]:
        """The hands of two accounts, as options of a Battle."""
        usual = self.offer.options.get("hand", DEFAULT_HAND)
        other = self.offer.options.get("opponent_hand", usual)
        return {"hand": self.room.bank.hand(keys[0], usual), "opponent_hand": self.room.bank.hand(keys[1], other)}

    def finished(self, hosted: Hosted, result: memory.Result) -> list[Entry]:
        """Take the table down after its match, as it has only one."""
        hosted.stop()
        self.room.tables.pop(hosted.id, None)
        return [*super().finished(hosted, result), memory.without_table(hosted.id)]

    def gone(self, guest: Guest) -> None:
        """Remove a client that has gone from the queue."""
        key = name_key(guest.team)
        if self._inside.get(key) is guest:
            del self._inside[key]
            self.waiting.pop(key, None)

    def done(self, key: str) -> bool:
        """Whether a player neither waits nor plays."""
        return key not in self.waiting and self.table_of(key) is None

    def forget(self, team: str) -> None:
        """Keep the claim to a name: it has an account."""
        raise BadInput(f"{team} cannot come in now.")

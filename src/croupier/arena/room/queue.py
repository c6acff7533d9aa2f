"""The queue of the Battle: first come, first served, a table for each pair, a stake that is charged to both or none.

Who disconnects from a match loses it at once. A restart of the arena is no disconnect: both find their match as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.games.battle.game import DEFAULT_HAND
from croupier.games.battle.wire.messages import ErrorMsg, QueueJoin, QueueLeave
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import Context, Dialect, Frame
from croupier.kernel.showing.wire.answers import decoded

from ..door import Claim, Entered
from ..identity import name_key
from ..store import Entry
from ..tables.inputs import Attached, Seated
from . import memory
from .desks import Desk
from .hosted import Hosted
from .offers import Offer, wall_time

if TYPE_CHECKING:
    from .guests import Guest
    from .room import Room

_queueing: msgspec.json.Decoder[QueueJoin | QueueLeave] = msgspec.json.Decoder(QueueJoin | QueueLeave)
ALREADY_PLAYING, QUEUE_CLOSED, TOO_FEW_TOKENS = "ALREADY_PLAYING", "QUEUE_CLOSED", "TOO_FEW_TOKENS"


class QueueDesk(Desk):
    """Pairs those who want to play."""

    def __init__(self, room: Room, offer: Offer, claims: list[Claim]) -> None:
        super().__init__(room, offer, claims)
        self.waiting: dict[str, Guest] = {}
        """Who waits, by account, in the order in which they came."""
        self._inside: dict[str, Guest] = {}

    def open(self) -> None:
        """Nothing is there before two have come."""

    def connected(self, team: str) -> bool:
        """Whether somebody is here by this name."""
        return name_key(team) in self._inside or super().connected(team)

    def admit(self, guest: Guest, entered: Entered, after: int | None, scenes: bool) -> None:
        """Let somebody in; back to its match, if it has one."""
        key = name_key(entered.team)
        if key in self._inside:
            self._inside[key].connection.close(4001, "Another connection has taken this name.")
            self.waiting.pop(key, None)
        if entered.claim:
            self.room.store.append(memory.of_claim(self.offer.id, key, entered.claim))
        self._inside[key] = guest
        guest.scenes = scenes
        if hosted := self.table_of(key):
            seat = hosted.seat_of(key)
            assert seat is not None
            guest.at(hosted)
            hosted.put(Attached(guest.connection.id, seat, entered.token, after, scenes, guest.wants))
        else:
            guest.say(self._welcome(self.dialect_for(guest.wants), entered.token))

    def _welcome(self, dialect: Dialect, token: str) -> Frame:
        plan = self.room.plan_of(self.offer, self.offer.id)
        context = Context(table_id=self.offer.id, move_time_ms=plan.move_time_ms, god_view=plan.god_view)
        return dialect.welcome(context, None, None, token)

    def read(self, dialect: Dialect, data: bytes) -> Frame:
        """A frame of somebody who is in; those of the queue are understood in every dialect."""
        if dialect is not self.dialect:
            with suppress(BadInput):
                return decoded(_queueing, data)
        return dialect.read(data)

    def hears(self, guest: Guest, frame: Frame) -> bool:
        """Take a frame that is about the queue; False if it is about a match."""
        match frame:
            case QueueJoin():
                self._join(guest)
            case QueueLeave():
                self.waiting.pop(name_key(guest.team), None)
            case _:
                return False
        return True

    def why_not(self, key: str) -> tuple[str, str] | None:
        """Why somebody cannot play a match now: a code, and words."""
        balance, closes = self.room.bank.accounts.balance(key), self.offer.finish_by
        if self.table_of(key):
            return ALREADY_PLAYING, "You play a match already."
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
        except BadInput:  # there is no room for another table: who waited before waits on
            del self.waiting[key]
            raise

    def _may_play(self, key: str, guest: Guest) -> bool:
        """Whether somebody can play now; who cannot is told why."""
        if (why := self.why_not(key)) is None:
            return True
        self.room.metrics.refusals[why[0]] += 1
        error = self.dialect_for(guest.wants).error(*why)
        if isinstance(error, ErrorMsg) and why[0] == TOO_FEW_TOKENS:
            error = msgspec.structs.replace(error, tokens=self.room.bank.accounts.balance(key))
        guest.say(error)
        return False

    def _pair(self) -> None:
        """Let two play as soon as two wait who can: what one had when it came, it may have spent elsewhere."""
        self.waiting = {key: guest for key, guest in self.waiting.items() if self._may_play(key, guest)}
        if len(self.waiting) == 2:
            self._play(dict(self.waiting))

    def _play(self, pair: dict[str, Guest]) -> None:
        """Let two play, at a table of their own; BadInput if there is no room for one, and nobody is charged."""
        id = self.room.new_id(self.offer.id)
        hosted = self.room.set_up(self.offer, id, {}, put=False)
        charged = self.room.bank.charge(f"{id}-M1", list(pair), self.offer.stake)
        hosted.table.private = self._hands(list(pair))
        given: list[Seated | Attached] = []
        for seat, (key, guest) in enumerate(pair.items()):
            self.waiting.pop(key, None)
            guest.at(hosted)
            given.append(Seated(key, guest.team, seat=seat, dialect=guest.wants))
            given.append(Attached(guest.connection.id, seat, scenes=guest.scenes, dialect=guest.wants))
        hosted.put(*given, also=[*charged, self.room.standing(hosted)])

    def pair_again(self, keys: Sequence[str]) -> None:
        """Let those play again whose match was void, if all of them are here and may play."""
        if all(key in self._inside and self.why_not(key) is None for key in keys):
            self._play({key: self._inside[key] for key in keys})

    def _hands(self, keys: Sequence[str]) -> dict[str, Any]:
        """The hands of two accounts, as options of a Battle."""
        usual = self.offer.options.get("hand", DEFAULT_HAND)
        other = self.offer.options.get("opponent_hand", usual)
        return {"hand": self.room.bank.hand(keys[0], usual), "opponent_hand": self.room.bank.hand(keys[1], other)}

    def finished(self, hosted: Hosted, result: memory.Result) -> list[Entry]:
        """A table has one match."""
        hosted.stop()
        self.room.tables.pop(hosted.id, None)
        return [*super().finished(hosted, result), memory.without_table(hosted.id)]

    def gone(self, guest: Guest) -> None:
        """Who has gone waits no more."""
        key = name_key(guest.team)
        if self._inside.get(key) is guest:
            del self._inside[key]
            self.waiting.pop(key, None)

    def done(self, key: str) -> bool:
        """Whether somebody neither waits nor plays."""
        return key not in self.waiting and self.table_of(key) is None

    def forget(self, team: str) -> None:
        """A name stays whose it is: it has an account."""
        raise BadInput(f"{team} cannot come in now.")

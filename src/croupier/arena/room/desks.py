"""Who sits down where: an offer with its door, and the tables behind it.

A table has one code or a roster. Against the house there is always one open table: who takes it leaves the next
visitor another one, and a table that all people have left rests, and is taken down after a while. (The queue of the
Battle is in `queue`.)
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final

from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import OWN, Dialect, Frame, dialect_of

from ..door import Claim, Door, Entered
from ..identity import name_key
from ..store import Entry, Value
from ..tables.inputs import DESK, Attached, Detached, Input, Ordered, Seated
from . import memory
from .answers import Chair
from .hosted import Hosted
from .offers import Offer, at_table, policy_of

if TYPE_CHECKING:
    from .guests import Guest
    from .room import Room

RESTS_FOR = 600.0
"""Seconds after which a table against the house is taken down, if nobody comes back to it."""
MOST_CLAIMS = 10_000
MOST_OF_ONE = 100
"""Tables behind one code at which one team may sit."""
NEW = "new"
"""What a `hello` calls one more table."""
FREE: Final = "free"
KEPT: Final = "kept"
"""What a chair is for somebody who follows a link."""


class Desk:
    """One offer, open to whoever may come in."""

    decides: ClassVar[bool] = False
    """Whether it decides itself who plays where, and which matches count: an event does."""
    takes_down: ClassVar[bool] = False
    """Whether its tables go when everybody has left them."""
    several: ClassVar[bool] = False
    """Whether one team may sit at several of its tables."""
    moves: ClassVar[bool] = False
    """Whether a team is led from one table to the next."""

    def __init__(self, room: Room, offer: Offer, claims: list[Claim]) -> None:
        self.room, self.offer, self.game = room, offer, room.game(offer)
        self.door = self._door(claims)
        self.dialect: Dialect = dialect_of(self.game)
        self._leaving: dict[str, asyncio.TimerHandle] = {}

    def _door(self, claims: Iterable[Claim]) -> Door:
        return Door(
            self.room.pepper,
            code="" if self.offer.roster else self.offer.code,
            roster=self.offer.roster or None,
            claims=claims,
            throttle=self.room.throttle,
        )

    def relist(self, offer: Offer) -> None:
        """Let other teams in than before; those who are in stay."""
        self.recall(offer, self.door.claims.values())

    def recall(self, offer: Offer, claims: Iterable[Claim]) -> None:
        """Be what was kept of it: who may come in, and whose the names are."""
        self.offer = offer
        self.door = self._door(claims)

    @property
    def rests(self) -> bool:
        """Whether its tables wait for a person: bots of the house do not play among themselves."""
        return self.offer.kind in ("house", "practice") or bool(self.offer.bots)

    def dialect_for(self, wanted: str) -> Dialect:
        """The dialect that somebody asks for."""
        return self.dialect if wanted == OWN else dialect_of(self.game, wanted)

    def read(self, dialect: Dialect, data: bytes) -> Frame:
        """A frame of somebody who is in; BadInput if it is none."""
        return dialect.read(data)

    def tables(self) -> list[Hosted]:
        """Its tables, as they stand."""
        return [hosted for hosted in self.room.tables.values() if hosted.offer == self.offer.id]

    def tables_of(self, id: str) -> list[Hosted]:
        """Where somebody sits."""
        return [hosted for hosted in self.tables() if hosted.seat_of(id) is not None]

    def known_as(self, key: str, table: str) -> str:
        """What somebody is called at a table that is or was this offer's."""
        return key

    def team_at(self, hosted: Hosted, seat: int) -> str:
        """The team that has a seat, by its own name."""
        return hosted.table.chairs[seat].name

    def table_of(self, id: str) -> Hosted | None:
        """Where somebody sits, at the first table if at several."""
        return next(iter(self.tables_of(id)), None)

    def connected(self, team: str) -> bool:
        """Whether a connection holds a seat of a team. A silent one does so only while the seat owes a decision: its
        client may be thinking, and a name without a proof must not give its cards to somebody else."""
        id = name_key(team)
        return any(hosted.holds(id) or hosted.owes(hosted.connection_of(id)) for hosted in self.tables_of(id))

    def wanted(self, id: str, table: str, against: str) -> Hosted:
        """The table that somebody asks for, with a chair of its own or a free one; BadInput if there is none."""
        mine = [hosted for hosted in self.tables_of(id) if not against or self.is_against(hosted, against)]
        if table == NEW:
            if not self.several and mine:
                raise BadInput("There is one table behind this code, and you sit at it.")
            if len(mine) >= MOST_OF_ONE:
                raise BadInput(f"A team sits at no more than {MOST_OF_ONE} tables behind one code.")
            return self.table_for(against)
        if not table:
            return mine[0] if mine else self.table_for(against)
        named = [hosted for hosted in self.tables() if hosted.id == table]
        if not named or (named[0] not in mine and self.several):
            raise BadInput(f"You do not sit at a table {table[:60]} behind this code.")
        return named[0]

    def watched(self) -> Hosted | None:
        """The table that somebody looks on who names the code."""
        return next(iter(self.tables()), None)

    def admit(self, guest: Guest, entered: Entered, after: int | None, scenes: bool) -> None:
        """Let somebody sit down who may; BadInput if there is no chair."""
        id, key = name_key(entered.team), name_key(entered.team)
        if len(self.door.claims) > MOST_CLAIMS and not self.table_of(id):
            raise BadInput("Too many teams have been here; tell the host.")
        also: list[Entry] = [memory.of_claim(self.offer.id, key, entered.claim)] if entered.claim else []
        resumed = next((hosted.id for hosted in self.tables_of(id) if hosted.id == guest.resumes_table), "")
        hosted = self.wanted(id, guest.table or resumed, guest.against)
        seat = hosted.seat_of(id)
        given: list[Input] = []
        if seat is None:
            seat, given = self.chair_for(hosted, entered.team, guest.wants)
        given.append(self.attached(guest, seat, entered, after, scenes))
        if self.wakes(hosted, seat):
            given.append(Ordered("start", why="somebody is there", by=DESK))
        guest.at(hosted)
        hosted.put(*given, also=also)
        if timer := self._leaving.pop(hosted.id, None):
            timer.cancel()

    def attached(self, guest: Guest, seat: int, entered: Entered, after: int | None, scenes: bool) -> Attached:
        """The connection of somebody who was let in, at a seat of its own; `after` is the last number that it has."""
        id, match_id = guest.connection.id, self.match_resumed(guest)
        return Attached(id, seat, entered.token, after, scenes, guest.wants, match_id=match_id)

    def match_resumed(self, guest: Guest) -> str | None:
        """The match that the number of a client that comes back is of: "" if that is not known, None if it can only be
        of the table where it sits."""
        if guest.resumes_table or guest.resumes_match:
            return guest.resumes_match
        one_of_several = guest.team and not guest.table and len(self.tables_of(name_key(guest.team))) > 1
        return "" if self.moves or one_of_several else None

    def wakes(self, hosted: Hosted, seat: int) -> bool:
        """Whether play begins, or goes on, as somebody takes a seat."""
        return self.rests and not self.offer.manual

    def table_for(self, against: str) -> Hosted:
        """A table with a free chair for somebody new, against some bot of the house."""
        return self.room.tables[self.offer.id]

    def is_against(self, hosted: Hosted, against: str) -> bool:
        """Whether those bots of the house sit there that somebody wants to play: here one plays whoever comes."""
        return True

    def seat_at(self, hosted: Hosted) -> int:
        """The chair for somebody new."""
        return hosted.table.free_chair().seat

    def chair_for(self, hosted: Hosted, team: str, dialect: str) -> tuple[int, list[Input]]:
        """The chair for somebody new, and how it becomes theirs; BadInput if there is none."""
        seat = self.seat_at(hosted)
        return seat, [Seated(name_key(team), team, seat=seat, dialect=dialect)]

    def chair_left(self) -> Chair:
        """The chair that waits for somebody new: a free one, one that the house keeps, or none."""
        hosted = self.room.tables.get(self.offer.id)
        return FREE if hosted is None or hosted.table.free_chairs else ""

    def forget(self, team: str) -> None:
        """Take back a claim that led to no seat."""
        self.door.forget(name_key(team))

    def finished(self, hosted: Hosted, result: memory.Result) -> list[Entry]:
        """A match of one of its tables is over: what is to be kept of it."""
        return self.room.publish(hosted.table.set_up, result)

    def gone(self, guest: Guest) -> None:
        """The connection of somebody has ended who was let in."""

    def misses(self, key: str) -> bool:
        """Whether somebody is waited for who sits at no table."""
        return False

    def broke(self, hosted: Hosted) -> None:
        """One of its tables is out of order."""

    def done(self, key: str) -> bool:
        """Whether nothing more comes for somebody who is here and sits at no table."""
        return False

    def left(self, hosted: Hosted, connection: str) -> None:
        """A connection to one of its tables has ended."""
        hosted.put(Detached(connection))
        if self.rests and not hosted.people and not hosted.table.held:
            hosted.put(Ordered("pause", why="everybody has left", by=DESK))
        self.expect_nobody(hosted)

    def stands_again(self, hosted: Hosted) -> None:
        """A table was made again: all have left it, whoever was there before."""
        if timer := self._leaving.pop(hosted.id, None):
            timer.cancel()
        self.expect_nobody(hosted)

    def expect_nobody(self, hosted: Hosted) -> None:
        """Take a table down after a while, unless somebody comes back."""
        if self.takes_down and not hosted.people and hosted.id not in self._leaving:
            self._leaving[hosted.id] = self.room.loop.call_later(RESTS_FOR, self._take_down, hosted)

    def _take_down(self, hosted: Hosted) -> None:
        self._leaving.pop(hosted.id, None)
        if hosted.people or self.room.tables.get(hosted.id) is not hosted:
            return
        here = [chair.id for chair in hosted.table.chairs if chair.taken and not chair.policy]
        gone = [id for id in here if self.tables_of(id) == [hosted]]
        for key in gone:
            self.door.forget(key)
        self.room.take_down(hosted, [memory.of_claim(self.offer.id, key, None) for key in gone])

    def withdraw(self) -> list[Entry]:
        """Be offered no more: its code leads nowhere, and names are free again. What is to be kept of that."""
        gone: list[Entry] = [memory.of_claim(self.offer.id, key, None) for key in self.door.claims]
        gone += [Value(prefix + self.offer.id, None) for prefix in (memory.OFFER, memory.CODES)]
        self.room.remove_desk(self)
        return gone

    def stop(self) -> None:
        """Take nothing down any more."""
        for timer in self._leaving.values():
            timer.cancel()

    def open(self, news: Sequence[Entry] = ()) -> None:
        """Set up what is there before anybody comes; `news` of the offer are kept together with it."""
        if self.offer.id not in self.room.tables:
            bots = [policy_of(self.at_table, named, self.offer.bots) for named in self.offer.bots]
            self.room.set_up(self.offer, self.offer.id, dict(enumerate(bots, self.seats - len(bots))), also=news)
        elif news:
            self.room.keep(*news)

    @cached_property
    def at_table(self) -> Game:
        """The game as its tables are set up."""
        return at_table(self.offer, self.game)

    @cached_property
    def seats(self) -> int:
        """How many seats its tables have."""
        return self.room.plan_of(self.offer, self.offer.id).seats


class HouseDesk(Desk):
    """Tables against the house: one chair is a person's, in all others sit bots."""

    takes_down: ClassVar[bool] = True
    several: ClassVar[bool] = True

    def table_for(self, against: str) -> Hosted:
        """The table that stands open; against another bot than the usual ones, a table of its own."""
        return self._open_table(against) or self._set_up(against)

    def _open_table(self, against: str) -> Hosted | None:
        for hosted in self.tables():
            is_open = not hosted.broken and not hosted.table.chairs[self._own_seat(hosted)].taken
            if is_open and self.is_against(hosted, against):
                return hosted
        return None

    def is_against(self, hosted: Hosted, against: str) -> bool:
        """Whether those bots sit there that somebody wants to play."""
        return {chair.policy for chair in hosted.table.chairs if chair.policy} <= set(self._bots(against))

    def _bots(self, against: str) -> list[str]:
        own = self.offer.bots or [self.offer.policy]
        return [policy_of(self.at_table, one, own) for one in ([against] if against else own)]

    def seat_at(self, hosted: Hosted) -> int:
        """The person's chair."""
        return self._own_seat(hosted)

    def _own_seat(self, hosted: Hosted) -> int:
        return min(self.game.own_seat, hosted.table.plan.seats - 1)

    def open(self, news: Sequence[Entry] = ()) -> None:
        """Let one stand open."""
        if self._open_table("") is None:
            self._set_up("", news)
        elif news:
            self.room.keep(*news)

    def _set_up(self, against: str, also: Sequence[Entry] = ()) -> Hosted:
        id = self.room.new_id(self.offer.id)
        seats = self.room.plan_of(self.offer, id).seats
        own = min(self.game.own_seat, seats - 1)
        others = [seat for seat in range(seats) if seat != own]
        bots = self._bots(against)
        seated = {seat: bots[at % len(bots)] for at, seat in enumerate(others)}
        return self.room.set_up(self.offer, id, seated, also=also)


class PracticeDesk(HouseDesk):
    """The same for every connection: who comes twice at once has two tables."""

    def connected(self, team: str) -> bool:
        """Nobody is in another's way."""
        return False

    def wanted(self, id: str, table: str, against: str) -> Hosted:
        """Without a name, a table whose connection has ended or is silent, or another one."""
        if table:
            return super().wanted(id, table, against)
        left = [hosted for hosted in self.tables_of(id) if not hosted.holds(id)]
        return left[0] if left else self.table_for(against)

"""Desks: an offer with its door and its tables. A desk decides which client sits where.

A table has one code or a roster. Against the house there is always one open table: when it is taken, another is set up.
A table that all people have left is paused, and taken down after a while. (The queue of the Battle is in `queue`.)
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final

from msgspec.structs import replace

from croupier.games.genome import from_json
from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import OWN, Dialect, dialect_of

from ..door import Claim, Door, Entered
from ..identity import name_key
from ..store import Entry, Value
from ..tables.inputs import DESK, Attached, Detached, Input, Ordered, Seated
from . import memory
from .answers import ChairState
from .hosted import Hosted
from .offers import Offer, at_table, policy_of

if TYPE_CHECKING:
    from .guests import Guest
    from .room import Room

RESTS_FOR = 600.0
"""Seconds after which a table against the house is taken down, if nobody comes back to it."""
MOST_CLAIMS = 10_000
MOST_OF_ONE = 100
"""The most tables behind one code at which one team may sit."""
NEW = "new"
"""The value of `table` in a `hello` that asks for one more table."""
FREE: Final = "free"
KEPT: Final = "kept"
"""The state of the chair that a client gets with a link."""


class Desk:
    """One offer, with its door and its tables."""

    decides: ClassVar[bool] = False
    """Whether the desk itself decides which teams play at which table, and which matches count: true for an event."""
    own_orders: ClassVar[tuple[str, ...]] = ("void", "admit", "resize", "last")
    """If the desk decides: the orders about players and results, which are not given to a table but to the event."""
    takes_down: ClassVar[bool] = False
    """Whether its tables are taken down when everybody has left them."""
    several: ClassVar[bool] = False
    """Whether one team may sit at several of its tables."""
    moves: ClassVar[bool] = False
    """Whether a team is moved from one table to the next."""

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
        """Change the teams that may come in; teams that are in stay."""
        self.recall(offer, self.door.claims.values())

    def recall(self, offer: Offer, claims: Iterable[Claim]) -> None:
        """Replace the offer and the claims to names by what was kept."""
        self.offer = offer
        self.door = self._door(claims)

    @property
    def rests(self) -> bool:
        """Whether its tables pause while no person is there: house bots do not play among themselves."""
        return self.offer.kind in ("house", "practice") or bool(self.offer.bots)

    def dialect_for(self, wanted: str) -> Dialect:
        """The dialect that a client asks for."""
        return self.dialect if wanted == OWN else dialect_of(self.game, wanted)

    def tables(self) -> list[Hosted]:
        """Its tables that stand."""
        return [hosted for hosted in self.room.tables.values() if hosted.offer == self.offer.id]

    def tables_of(self, id: str) -> list[Hosted]:
        """The tables where a player sits, by its id."""
        return [hosted for hosted in self.tables() if hosted.seat_of(id) is not None]

    def known_as(self, key: str, table: str) -> str:
        """The id of a player at a table that is or was of this offer."""
        return key

    def team_at(self, hosted: Hosted, seat: int) -> str:
        """The name of the team that has a seat."""
        return hosted.table.chairs[seat].name

    def table_of(self, id: str) -> Hosted | None:
        """The first table where a player sits; None if there is none."""
        return next(iter(self.tables_of(id)), None)

    def connected(self, team: str) -> bool:
        """Whether a connection holds a seat of a team. A silent one does so only while the seat owes a decision: its
        client may be thinking, and a name without a proof must not give its cards to somebody else."""
        id = name_key(team)
        return any(hosted.holds(id) or hosted.owes(hosted.connection_of(id)) for hosted in self.tables_of(id))

    def wanted(self, id: str, table: str, against: str) -> Hosted:
        """The table that a client asks for, where it sits or can sit down; BadInput if there is none."""
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
        """The table that a spectator with the code watches."""
        return next(iter(self.tables()), None)

    def admit(self, guest: Guest, entered: Entered, after: int | None, scenes: bool) -> None:
        """Give a client that was let in its chair, or a free one; BadInput if there is none."""
        id, key = name_key(entered.team), name_key(entered.team)
        if len(self.door.claims) > MOST_CLAIMS and not self.table_of(id):
            raise BadInput("Too many teams have been here; tell the host.")
        also: list[Entry] = [memory.of_claim(self.offer.id, key, entered.claim)] if entered.claim else []
        resumed = next((hosted.id for hosted in self.tables_of(id) if hosted.id == guest.resumes_table), "")
        hosted = self.wanted(id, guest.table or resumed, guest.against)
        hosted.check_here()
        seat = hosted.seat_of(id)
        given: list[Input] = []
        if seat is None:
            seat, inputs = self.chair_for(hosted, entered.team, guest.wants)
            given = [self.with_purse(hosted, one, guest) if isinstance(one, Seated) else one for one in inputs]
        given.append(self.attached(guest, seat, entered, after, scenes))
        if self.wakes(hosted, seat):
            given.append(Ordered("start", why="somebody is there", by=DESK))
        guest.at(hosted)
        hosted.put(*given, also=also)
        if timer := self._leaving.pop(hosted.id, None):
            timer.cancel()

    def attached(self, guest: Guest, seat: int, entered: Entered, after: int | None, scenes: bool) -> Attached:
        """The input that connects a client to its seat; `after` is the number of the last frame that it has."""
        id, match_id = guest.connection.id, self.match_resumed(guest)
        return Attached(id, seat, entered.token, after, scenes, guest.wants, match_id=match_id, pace=guest.pace)

    def match_resumed(self, guest: Guest) -> str | None:
        """The match of the last frame that a returning client has: "" if it is not known, None if the frame can only be
        from the table where it sits."""
        if guest.resumes_table or guest.resumes_match:
            return guest.resumes_match
        one_of_several = guest.team and not guest.table and len(self.tables_of(name_key(guest.team))) > 1
        return "" if self.moves or one_of_several else None

    def wakes(self, hosted: Hosted, seat: int) -> bool:
        """Whether play begins, or goes on, when a client takes a seat."""
        return self.rests and not self.offer.manual

    def table_for(self, against: str) -> Hosted:
        """A table with a free chair for a new team, against the house bot `against` if one is named."""
        return self.room.tables[self.offer.id]

    def is_against(self, hosted: Hosted, against: str) -> bool:
        """Whether a table has the house bots that a client wants to play against. Here any table will do."""
        return True

    def seat_at(self, hosted: Hosted) -> int:
        """The seat for a new team."""
        return hosted.table.free_chair().seat

    def chair_for(self, hosted: Hosted, team: str, dialect: str) -> tuple[int, list[Input]]:
        """The seat for a new team, and the inputs that give it to the team; BadInput if there is none."""
        seat = self.seat_at(hosted)
        return seat, [Seated(name_key(team), team, seat=seat, dialect=dialect)]

    def with_purse(self, hosted: Hosted, seated: Seated, guest: Guest) -> Seated:
        """A player's chair with what its client said about the chips that it brings to a cash table."""
        return seated if seated.policy else replace(seated, buy_in=guest.buy_in, tops_up=guest.tops_up)

    def chair_left(self) -> ChairState:
        """The kind of chair that a new team would get: a free one, one that the house keeps, or none."""
        hosted = self.room.tables.get(self.offer.id)
        return FREE if hosted is None or hosted.table.free_chairs else ""

    def forget(self, team: str) -> None:
        """Drop the claim of a team that got no seat."""
        self.door.forget(name_key(team))

    def finished(self, hosted: Hosted, result: memory.Result) -> list[Entry]:
        """A match of one of its tables is over. Returns the entries to keep."""
        return self.room.publish(hosted.table.set_up, result, self.door.claims)

    def rested(self, hosted: Hosted) -> list[Entry]:
        """A hand is over at a table whose hands this desk calls. Returns the entries to keep."""
        return []

    def gone(self, guest: Guest) -> None:
        """The connection of a client that was let in has ended."""

    def misses(self, key: str) -> bool:
        """Whether the desk waits for a team that sits at no table."""
        return False

    def broke(self, hosted: Hosted) -> None:
        """One of its tables is out of order."""

    def done(self, key: str) -> bool:
        """Whether no further table comes for a team that is here and sits at none."""
        return False

    def left(self, hosted: Hosted, connection: str) -> None:
        """A connection to one of its tables has ended."""
        hosted.put(Detached(connection))
        if self.rests and not hosted.people and not hosted.table.held:
            hosted.put(Ordered("pause", why="everybody has left", by=DESK))
        self.expect_nobody(hosted)

    def stands_again(self, hosted: Hosted) -> None:
        """A table was rebuilt: all its connections are gone."""
        if timer := self._leaving.pop(hosted.id, None):
            timer.cancel()
        self.expect_nobody(hosted)

    def expect_nobody(self, hosted: Hosted) -> None:
        """Take a table without people down after RESTS_FOR seconds, unless somebody comes back."""
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
        """Withdraw the offer: its code leads nowhere, and its names are free again. Returns the entries to keep."""
        gone: list[Entry] = [memory.of_claim(self.offer.id, key, None) for key in self.door.claims]
        gone += [Value(prefix + self.offer.id, None) for prefix in (memory.OFFER, memory.CODES)]
        self.room.remove_desk(self)
        return gone

    def stop(self) -> None:
        """Cancel the timers that would take tables down."""
        for timer in self._leaving.values():
            timer.cancel()

    def open(self, news: Sequence[Entry] = ()) -> None:
        """Set up the tables that are there before anybody comes; `news` are entries to keep together with them."""
        if self.offer.id not in self.room.tables:
            self.room.set_up(self.offer, self.offer.id, self.house_seats, also=news)
        elif news:
            self.room.keep(*news)

    @property
    def bot_seats(self) -> Sequence[int]:
        """The seats of the house bots that sit at its table from the start."""
        return range(self.seats - len(self.offer.bots), self.seats)

    @property
    def house_seats(self) -> dict[int, str]:
        """Those house bots by seat."""
        bots = [policy_of(self.at_table, named, self.offer.bots) for named in self.offer.bots]
        return dict(zip(self.bot_seats, bots, strict=True))

    @cached_property
    def at_table(self) -> Game:
        """The game as its tables are set up."""
        return at_table(self.offer, self.game)

    @cached_property
    def generation(self) -> int:
        """The number of generations of evolution that led to its game; 0 for a game made by a person."""
        return from_json(self.offer.genome.encode(), self.offer.id).generation if self.offer.genome else 0

    @cached_property
    def seats(self) -> int:
        """How many seats its tables have."""
        return self.room.plan_of(self.offer, self.offer.id).seats


class HouseDesk(Desk):
    """Tables against the house: one chair is for a person, in all others sit bots."""

    takes_down: ClassVar[bool] = True
    several: ClassVar[bool] = True

    def table_for(self, against: str) -> Hosted:
        """The open table with these bots; a new one if there is none."""
        return self._open_table(against) or self._set_up(against)

    def _open_table(self, against: str) -> Hosted | None:
        for hosted in self.tables():
            is_open = not hosted.broken and not hosted.table.chairs[self.game.own_seat].taken
            if is_open and self.is_against(hosted, against):
                return hosted
        return None

    def is_against(self, hosted: Hosted, against: str) -> bool:
        """Whether the bots at a table are those that a client wants to play against."""
        return {chair.policy for chair in hosted.table.chairs if chair.policy} <= set(self._bots(against))

    def _bots(self, against: str) -> list[str]:
        own = self.offer.bots or [self.offer.policy]
        return [policy_of(self.at_table, one, own) for one in ([against] if against else own)]

    def seat_at(self, hosted: Hosted) -> int:
        """The person's chair."""
        return self.game.own_seat

    def open(self, news: Sequence[Entry] = ()) -> None:
        """Have one open table."""
        if self._open_table("") is None:
            self._set_up("", news)
        elif news:
            self.room.keep(*news)

    def _set_up(self, against: str, also: Sequence[Entry] = ()) -> Hosted:
        id = self.room.new_id(self.offer.id)
        seats = self.room.plan_of(self.offer, id).seats
        others = [seat for seat in range(seats) if seat != self.game.own_seat]
        bots = self._bots(against)
        seated = {seat: bots[at % len(bots)] for at, seat in enumerate(others)}
        return self.room.set_up(self.offer, id, seated, also=also)


class PracticeDesk(HouseDesk):
    """Tables against the house, one for each connection: a team that connects twice at once has two tables."""

    def connected(self, team: str) -> bool:
        """Always False: a second connection of a team gets a table of its own."""
        return False

    def wanted(self, id: str, table: str, against: str) -> Hosted:
        """The table that is named; without a name, a table of the team without a live connection, or a new one."""
        if table:
            return super().wanted(id, table, against)
        left = [hosted for hosted in self.tables_of(id) if not hosted.holds(id)]
        return left[0] if left else self.table_for(against)

"""The room: all tables, all connections, and the store."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar
from functools import partial

import msgspec

from croupier.kernel.contract.game import Game, Move
from croupier.kernel.errors import BadInput

from ..door import Claim
from ..house import House, Question
from ..identity import CODE, Lock, code_key, house_names, name_key, new_code, split_code, without_folder
from ..metrics import Metrics
from ..replay.clerk import Clerk, SolverClerk
from ..shuffle import Secrets, common_secret, new_secret
from ..signing import Signer
from ..store import Entry, Store, StoreError, Value
from ..tables import carrying
from ..tables.configs import game_of
from ..tables.effects import Ask, Effect, Finished, Voided
from ..tables.inputs import Answered, Input, Seated
from ..tables.plan import MatchSettings, Plan
from ..tables.session import Session
from ..tables.table import Table
from ..throttle import Counts, Throttle
from . import memory, recalling
from .bank import Bank
from .cash_game import CashDesk
from .connection import BROKEN, Connection
from .desks import Desk, HouseDesk, PracticeDesk
from .guests import Guest
from .highlights import Highlights
from .hosted import NOT_KEPT, Hosted
from .keeping import Keeping
from .offers import Offer, checked, plan_of, settled
from .past import Past
from .players import Players, proved_in
from .private import PrivateDesk
from .queue import QueueDesk
from .ratings import Ratings
from .recalling import Kept
from .resting import Rest

log = logging.getLogger("croupier.arena")

MOST_TABLES = 5_000
CLOCK_SECONDS = 1.0
asked: ContextVar[list[str] | None] = ContextVar("asked", default=None)
"""The name of the order that is being carried out, until the first append that it leads to has taken it along."""
KINDS: Mapping[str, type[Desk]] = {
    "table": Desk,
    "house": HouseDesk,
    "practice": PracticeDesk,
    "queue": QueueDesk,
    "private": PrivateDesk,
}


class Room:
    """An arena, from `open` to `close`."""

    def __init__(
        self,
        store: Store,
        pepper: bytes,
        house: House,
        *,
        lost_key: bool = False,
        secrets: Secrets = new_secret,
        ahead_ms: int = 0,
    ) -> None:
        """`secrets` makes the secrets that hands are shuffled from; only tests replace the operating system's.
        `ahead_ms` is how far the store's clock is ahead of this machine's: nodes go by the store's."""
        self.store, self.pepper, self.house, self.secrets = store, pepper, house, secrets
        self.signer = Signer(pepper)
        self.loop = asyncio.get_running_loop()
        self.epoch_ms = int(time.time() * 1000) + ahead_ms - self.now()
        self.metrics, self.throttle, self.bank = Metrics(), Throttle(), Bank()
        self.clerk, self.reader = Clerk(), Clerk()
        """The clerks for replays of this arena's matches, and for uploaded files: matches do not wait for files."""
        self.solver = SolverClerk()
        self.highlights = Highlights(self)
        self.tables: dict[str, Hosted] = {}
        self.desks: dict[str, Desk] = {}
        self.connections: dict[str, Connection] = {}
        self.guests: dict[str, Guest] = {}
        self.addresses: Counter[str] = Counter()
        """The number of connections of each address to this process: over `/ws`, and seats of clients that poll."""
        self.notes: list[str] = []
        """Notes about the restart, for people."""
        self.lost_key = lost_key
        """Whether the key is lost, so that sealed values cannot be read and hashes cannot be checked."""
        self.beats = True
        """Whether clients that draw Scenes are sent signs of life; a test whose pages have clocks of their own goes
        without."""
        self.closing, self.rest = False, Rest(self)
        self.keeping = Keeping(self)
        self.past, self.ratings, self.players = Past({}), Ratings({}, pepper), Players({}, pepper)
        self.opened: set[str] = set()
        """The openings of matches that are over, since the start (`access`)."""
        self.reactions, self.hints = Counts(), Counts()
        """The reactions of each player at each table, and the hints that it asked for, which have limits."""
        self.host = ""
        """The hash of the host's token."""
        self.numbers: Counter[str] = Counter()
        self.names: set[str] = set()
        """The names of all tables that have lines, past ones included."""
        self.claims: dict[str, list[Claim]] = {}
        """The claims to names, by offer, as they are in the store."""
        self.withdrawn: dict[str, Callable[[], None]] = {}
        """By table whose offer was withdrawn: a function that rebuilds it, if the offer is made again."""
        self.recall_events: Callable[[Room, Kept], None] | None = None
        """Rebuilds events, with their desks, from what is kept."""
        self._locks = {use: Lock(pepper, use) for use in ("room code", "host")}
        self._codes: dict[str, Desk] = {}
        self._games: dict[tuple[str, str], Game] = {}
        self._ticking: asyncio.TimerHandle | None = None
        self.joint: tuple[list[Entry], asyncio.Future[None]] | None = None
        """The entries that several tables append as one (`hosted.together`), and their future; None outside of that."""

    @classmethod
    async def open(
        cls,
        store: Store,
        pepper: bytes,
        house: House,
        events: Callable[[Room, Kept], None] | None = None,
        *,
        lost_key: bool = False,
        secrets: Secrets = new_secret,
        ahead_ms: int = 0,
    ) -> Room:
        """Open a room as it was when it was closed or killed; with a lost key, as far as its state was public.

        `events` adds the desks of events before tables are rebuilt, now and whenever the room is rebuilt.
        """
        room = cls(store, pepper, house, lost_key=lost_key, secrets=secrets, ahead_ms=ahead_ms)
        room.recall_events = events
        kept = await recalling.read(room)
        recalling.recall(room, kept)
        recalling.stand(room, kept, int(kept.values.get(memory.CLOCK, b"0")))
        room.lost_key = False
        if stale := memory.asked_long_ago(kept.values, room.wall()):
            room.keep(*stale)
        room._tick()
        return room

    def now(self) -> int:
        """The time of tables in milliseconds, from a monotonic clock."""
        return int(self.loop.time() * 1000 + 0.001)  # a timer that rings at 1.001 s must not find it is 1000 ms

    def time(self) -> float:
        """The same clock in seconds, for measurements."""
        return self.loop.time()

    def wall(self) -> int:
        """Now, in milliseconds since 1970."""
        return self.epoch_ms + self.now()

    def _tick(self) -> None:
        """Keep the time once a second: after a restart, no clock counts the time since the last tick."""
        self._ticking = self.loop.call_later(CLOCK_SECONDS, self._tick)
        self.keep(memory.of_clock(self.wall()))

    def append(self, entries: Sequence[Entry]) -> asyncio.Future[None]:
        """Append to the store, and count it in the metrics; while nothing can be stored, the future fails."""
        if names := asked.get():
            entries = [*entries, memory.of_asked(names.pop(), self.wall())]
        if self.joint is not None:
            self.joint[0].extend(entries)
            return self.joint[1]
        self.metrics.appends += 1
        self.metrics.lines += len(entries)
        return self.keeping.append(entries)

    def keep(self, *entries: Entry) -> asyncio.Future[None]:
        """Append entries whose future the caller may ignore: a failure is logged."""
        kept = self.append(entries)
        kept.add_done_callback(_take_note)
        return kept

    # What is offered

    def offer(self, offer: Offer) -> Desk:
        """Add an offer, or change it; BadInput if it makes no sense, or if its code leads elsewhere. StoreError while
        nothing can be stored."""
        self.keeping.check_working()
        known = self.desks.get(offer.id)
        offer = settled(offer)
        if known is not None and not offer.code:
            offer = msgspec.structs.replace(offer, code=known.offer.code)
        if not offer.code and not offer.roster:
            offer = msgspec.structs.replace(offer, code=new_code())
        if offer.code and not CODE.fullmatch(offer.code):
            raise BadInput("A join code has 4 to 32 letters, digits and underscores.")
        checked(offer, self.game(offer))
        self.check_code(offer)
        self.check_id(offer.id)
        if len(self.tables) >= MOST_TABLES:
            raise BadInput(f"There are {MOST_TABLES:,} tables already, the most that an arena holds.")
        news = memory.of_offer(offer) if known is None or known.offer != offer else []
        desk = self.add_offer(offer)
        if again := self.withdrawn.pop(offer.id, None):
            again()
        desk.open(news)
        return desk

    def relist(self, offer: Offer) -> None:
        """Change the roster of an offer, and nothing else."""
        self.desks[offer.id].relist(offer)
        self.keep(*memory.of_offer(offer))

    def check_id(self, id: str) -> None:
        """Check the id of an offer; BadInput if its first table would have the name of an earlier table."""
        if id in self.names and id not in self.desks and id not in self.withdrawn:
            raise BadInput(f"There is or was a table {id} already; take another id.")

    def check_code(self, offer: Offer) -> None:
        """Check the code of an offer; BadInput if it leads to another offer."""
        if offer.code and (other := self._codes.get(self._code(offer.code))) and other.offer.id != offer.id:
            raise BadInput(f"The code {offer.code} leads to {other.offer.id} already.")

    def claims_of(self, offer: str) -> list[Claim]:
        """The claims to names at an offer."""
        before = self.desks.get(offer)
        return list(before.door.claims.values()) if before else self.claims.get(offer, [])

    def add_offer(self, offer: Offer) -> Desk:
        """Add a desk for an offer, in place of the one that it had."""
        kind = CashDesk if offer.tables > 1 else KINDS[offer.kind]
        return self.add_desk(kind(self, offer, self.claims_of(offer.id)))

    def add_desk(self, desk: Desk) -> Desk:
        """Add a desk, so that it is found by its code or its roster."""
        offer = desk.offer
        self.desks[offer.id] = desk
        self._codes = {code: known for code, known in self._codes.items() if known.offer.id != offer.id}
        if offer.code and not offer.roster:
            self._codes[self._code(offer.code)] = desk
        return desk

    def remove_desk(self, desk: Desk) -> None:
        """Remove a desk."""
        desk.stop()
        del self.desks[desk.offer.id]
        self.claims.pop(desk.offer.id, None)
        self._codes = {code: known for code, known in self._codes.items() if known is not desk}

    def drop_desk(self, desk: Desk) -> None:
        """Remove a desk that was never kept, and close its connections: the clients have to come back."""
        self.remove_desk(desk)
        for guest in [guest for guest in self.guests.values() if guest.desk is desk]:
            guest.connection.close(BROKEN, NOT_KEPT)

    def _code(self, code: str) -> str:
        return self._locks["room code"].hash(code_key(code))

    def desk_for(self, team: str, join_code: str) -> Desk | None:
        """The desk to which a code leads; for codes of rosters, the desk whose roster has the team."""
        code, _ = split_code(join_code)
        if desk := self._codes.get(self._code(code)):
            return desk
        key = name_key(team)
        listed = [desk for desk in self.desks.values() if desk.door.lists(key)]
        return next((desk for desk in listed if desk.door.lists_with(key, code)), next(iter(listed), None))

    def desk_of(self, table: str) -> Desk | None:
        """The desk of a table that stands or stood, for which names still belong to their players. None if there is
        none: the names of a table that was taken down are free again, and may now belong to others."""
        if hosted := self.tables.get(table):
            return self.desks.get(hosted.offer)
        desk = self.desks.get(table) or self.desks.get(table.rpartition("-")[0])
        return None if desk is None or desk.takes_down else desk

    def player(self, table: str, token: str) -> str:
        """The id of the bearer of a token at a table, present or past; "" if the token proves no name there."""
        desk = self.desk_of(table)
        key = desk.door.owner_of(token) if desk and token else ""
        return desk.known_as(key, table) if desk and key else ""

    def game(self, settings: MatchSettings) -> Game:
        """The game of an offer, an event or a plan: one object for all tables with the same game."""
        key = settings.game, settings.genome
        if key not in self._games:
            self._games[key] = game_of(settings)
        return self._games[key]

    def plan_of(self, offer: Offer, id: str) -> Plan:
        """How a table of an offer is run."""
        return plan_of(offer, id, self.game(offer))

    def new_id(self, name: str) -> str:
        """A new name for a table, which no table or offer ever had."""
        self.numbers[name] += 1
        id = f"{name}-{self.numbers[name]}"
        return id if id not in self.desks and id not in self.names else self.new_id(name)

    def set_up(
        self, offer: Offer, id: str, bots: Mapping[int, str], put: bool = True, also: Sequence[Entry] = ()
    ) -> Hosted:
        """Set up a table with house bots in some chairs; `also` is kept together with it."""
        if len(self.tables) >= MOST_TABLES:
            raise BadInput("There are too many tables just now; come back a little later.")
        hosted = self.stand(self.plan_of(offer, id), offer.id)
        if put:
            names = house_names(bots)
            given: list[Input] = [
                Seated(f"house:{without_folder(policy)}:{seat}", names[seat], policy, seat)
                for seat, policy in bots.items()
            ]
            hosted.put(*given, also=[*also, self.standing(hosted)])
        return hosted

    def stand(self, plan: Plan, offer: str) -> Hosted:
        """Add an empty table."""
        self.names.add(plan.id)
        hosted = self.tables[plan.id] = Hosted(self, self.session(plan), offer)
        return hosted

    def session(self, plan: Plan) -> Session:
        """A fresh table, with a session."""
        table = Table(plan, self.game(plan))
        session = Session(table, epoch_ms=self.epoch_ms, secrets=self._secrets_of(table), signer=self.signer)
        session.closing = self.rest.begun
        if plan.game == "battle":
            session.tokens = self.bank.balances
        return session

    def _secrets_of(self, table: Table) -> Secrets:
        return partial(_secret_of, self.pepper, table) if table.plan.deal else self.secrets

    def unpacked(self, plan: Plan, data: bytes) -> tuple[Session, list[Effect]]:
        """A session that was packed in another process, and its effects; `plan` is that of its table."""
        session, effects = carrying.unpacked(data, self.session(plan))
        session.secrets = self._secrets_of(session.table)
        return session, effects

    def standing(self, hosted: Hosted) -> Value:
        """The entry of a table while it stands."""
        game, plan = hosted.table.game, hosted.table.set_up
        return memory.of_standing(memory.Standing(plan, hosted.offer, game.version, game.fingerprint))

    def take_down(self, hosted: Hosted, also: Sequence[Entry] = ()) -> None:
        """Remove a table."""
        hosted.stop()
        self.tables.pop(hosted.id, None)
        self.keep(memory.without_table(hosted.id), *also)
        self.hang_up_all(hosted, "The table is taken down.")

    # Connections

    def come(self, guest: Guest) -> None:
        """Add a client that has connected."""
        self.connections[guest.connection.id] = guest.connection
        self.guests[guest.connection.id] = guest
        self.addresses[guest.connection.address] += guest.connection.here
        self.metrics.connected += 1
        if self.rest.begun:
            guest.connection.send((self.rest.notice(),))

    def go(self, guest: Guest) -> None:
        """A connection has ended."""
        if self.connections.pop(guest.connection.id, None):
            del self.guests[guest.connection.id]
            self.addresses[address := guest.connection.address] -= guest.connection.here
            if not self.addresses[address]:
                del self.addresses[address]

    def hang_up_all(self, hosted: Hosted, why: str) -> None:
        """End all connections to a table."""
        for guest in list(self.guests.values()):
            if guest.hosted is hosted:
                guest.connection.close(BROKEN, why)

    def is_host(self, token: str) -> bool:
        """Whether this is the host's token."""
        return bool(self.host) and self._locks["host"].fits(token, self.host)

    @property
    def has_host(self) -> bool:
        """Whether the host's token is set."""
        return bool(self.host)

    def set_host(self, token: str) -> asyncio.Future[None]:
        """Set the host's token; only its hash is kept."""
        self.host = self._locks["host"].hash(token)
        return self.keep(Value(memory.HOST, self.host.encode()))

    # Effects of tables

    def ask(self, hosted: Hosted, ask: Ask) -> None:
        """Ask a house bot, in another process."""

        def answered(move: Move) -> None:
            has_seat = any(chair.policy == ask.policy for chair in hosted.table.chairs if chair.seat == ask.seat)
            stands = self.tables.get(hosted.id) is hosted and not hosted.broken and not hosted.away
            if has_seat and stands and not self.closing:
                self.metrics.house += 1
                hosted.put(Answered(ask.seat, ask.act_id, move))

        question: Question = House.question(hosted.table.game, ask.policy, ask.state, ask.decision)
        self.house.ask(question, answered)

    def finished(self, hosted: Hosted, end: Finished) -> list[Entry]:
        """A match is over. Returns the entries to keep together with its last move."""
        self.metrics.matches += 1
        result = self._result(hosted, end.match_id, end.ids, end.scores)
        result = msgspec.structs.replace(result, forfeits=list(end.forfeits), key=end.key)
        settled = self.bank.settle(end.match_id, end.ids, end.scores)
        return [*self.desks[hosted.offer].finished(hosted, result), *settled]

    def voided(self, hosted: Hosted, void: Voided) -> list[Entry]:
        """A match is void: its stakes are given back, once. Returns the entries to keep."""
        result = self._result(hosted, void.match_id, void.ids, [0] * len(void.ids))
        result = msgspec.structs.replace(result, void=void.why)
        return [*self.desks[hosted.offer].finished(hosted, result), *self.bank.give_back(void.match_id)]

    def _result(self, hosted: Hosted, match: str, ids: Sequence[str], scores: Sequence[int]) -> memory.Result:
        called = {chair.id: chair.name for chair in hosted.table.chairs}
        names = [called.get(id, "") for id in ids]
        at, opens = self.wall(), hosted.table.plan.opens
        return memory.Result(match, list(ids), names, list(scores), at, opens)

    def publish(self, plan: Plan, result: memory.Result, claims: Mapping[str, Claim]) -> list[Entry]:
        """Make the result and the replay of a match public. `claims` are those of its players. Returns the entries to
        keep."""
        kept = proved_in(claims, result.ids)
        if not result.void:
            self.past.add(plan, result)
        entries = self.players.finished(plan, result, kept)
        if entries:
            self.highlights.soon(plan.id, result.match, kept)
        return [memory.of_result(plan.id, result), memory.of_plan(plan), *entries]

    def unpublish(self, result: memory.Result) -> None:
        """A public match is void: it counts no longer in any standings, nor in careers."""
        self.past.remove(result.match)
        self.highlights.forget(result)

    @property
    def unkept(self) -> str:
        """Why not everything that happened is kept; "" if it is."""
        return self.keeping.failing or self.store.damage

    async def close(self) -> None:
        """Stop everything and close the store, from which a room can then be opened again. `unkept` says whether
        everything was kept."""
        self.closing = True
        self.keeping.stop()
        if self._ticking is not None:
            self._ticking.cancel()
        for desk in self.desks.values():
            desk.stop()
        for hosted in self.tables.values():
            hosted.stop()
        self.highlights.stop()
        await self.house.close()
        await self.clerk.close()
        await self.reader.close()
        await self.solver.close()
        with suppress(StoreError):  # `unkept` reports it
            await self.keep(memory.of_clock(self.wall()))
        try:
            await self.store.close()
        except StoreError as error:
            self.keeping.fail(str(error))


def _secret_of(key: bytes, table: Table) -> bytes:
    """The secret of the next hand of a table that shares its cards with other tables (`Plan.deal`)."""
    match, hand = table.drawn_next
    return common_secret(key, table.plan.deal, table.plan.dealt + match, hand)


def _take_note(kept: asyncio.Future[None]) -> None:
    """Retrieve the exception of a future, so that it is not reported again: `Keeping` has handled it."""
    if not kept.cancelled():
        kept.exception()

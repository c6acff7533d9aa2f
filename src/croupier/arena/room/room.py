"""The room: every table, everybody who is connected, and what is kept of them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
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
from ..store import Entry, Store, StoreError, Value
from ..tables.effects import Ask, Finished, Voided
from ..tables.games import NamesGame, game_of
from ..tables.inputs import Answered, Input, Seated
from ..tables.plan import Plan
from ..tables.session import Session
from ..tables.table import Table
from ..throttle import Throttle
from . import memory, recalling
from .bank import Bank
from .connection import BROKEN, Connection
from .desks import Desk, HouseDesk, PracticeDesk
from .guests import Guest
from .hosted import NOT_KEPT, Hosted
from .keeping import Keeping
from .offers import Offer, checked, plan_of, settled
from .past import Past
from .private import PrivateDesk
from .queue import QueueDesk
from .ratings import Ratings
from .recalling import Kept
from .resting import Rest, notice

log = logging.getLogger("croupier.arena")

MOST_TABLES = 5_000
CLOCK_SECONDS = 1.0
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
        self, store: Store, pepper: bytes, house: House, *, lost_key: bool = False, secrets: Secrets = new_secret
    ) -> None:
        """`secrets` are what hands are shuffled from; only a test has any but the operating system's."""
        self.store, self.pepper, self.house, self.secrets = store, pepper, house, secrets
        self.loop = asyncio.get_running_loop()
        self.epoch_ms = int(time.time() * 1000) - self.now()
        self.metrics, self.throttle, self.bank = Metrics(), Throttle(), Bank()
        self.clerk, self.reader = Clerk(), Clerk()
        """Who looks back at matches of this arena; and, so that nobody waits for a stranger's file, at files."""
        self.solver = SolverClerk()
        self.tables: dict[str, Hosted] = {}
        self.desks: dict[str, Desk] = {}
        self.connections: dict[str, Connection] = {}
        self.guests: dict[str, Guest] = {}
        self.addresses: Counter[str] = Counter()
        """How many connections each address has, over `/ws` and as seats of those who poll."""
        self.notes: list[str] = []
        """What is to be told of the restart."""
        self.lost_key = lost_key
        """Whether all that was sealed and hashed before is out of reach."""
        self.closing, self.rest = False, Rest(self)
        self.keeping = Keeping(self)
        self.past, self.ratings = Past({}), Ratings({}, pepper)
        self.host = ""
        """The hash of the host's token."""
        self.numbers: Counter[str] = Counter()
        self.names: set[str] = set()
        """What tables are or were called that have lines."""
        self.claims: dict[str, list[Claim]] = {}
        """Whose names are taken, by offer, as the store has it."""
        self.withdrawn: dict[str, Callable[[], None]] = {}
        """Tables whose offer was withdrawn: what lets them stand again, if it is made again."""
        self.recall_events: Callable[[Room, Kept], None] | None = None
        """Makes events again from what is kept, with desks of their own."""
        self._locks = {use: Lock(pepper, use) for use in ("room code", "host")}
        self._codes: dict[str, Desk] = {}
        self._games: dict[tuple[str, str], Game] = {}
        self._ticking: asyncio.TimerHandle | None = None
        self.joint: tuple[list[Entry], asyncio.Future[None]] | None = None
        """What several tables append as one (`hosted.together`), and when it is kept; else None."""

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
    ) -> Room:
        """A room as it was when it was left, however that was; with a lost key, as far as everybody knew it.

        `events` adds desks of its own before tables stand, now and whenever the room is made again.
        """
        room = cls(store, pepper, house, lost_key=lost_key, secrets=secrets)
        room.recall_events = events
        kept = await recalling.read(room)
        recalling.recall(room, kept)
        recalling.stand(room, kept, int(kept.values.get(memory.CLOCK, b"0")))
        room.lost_key = False
        room._tick()
        return room

    def now(self) -> int:
        """The time of tables: milliseconds that never go back."""
        return int(self.loop.time() * 1000 + 0.001)  # a timer that rings at 1.001 s must not find it is 1000 ms

    def time(self) -> float:
        """The same in seconds, to measure with."""
        return self.loop.time()

    def wall(self) -> int:
        """Now, in milliseconds since 1970."""
        return self.epoch_ms + self.now()

    def _tick(self) -> None:
        """Keep, once a second, that the arena runs: what comes after the last tick costs nobody time."""
        self._ticking = self.loop.call_later(CLOCK_SECONDS, self._tick)
        self.keep(memory.of_clock(self.wall()))

    def append(self, entries: Sequence[Entry]) -> asyncio.Future[None]:
        """Append to the store, and count it; where nothing can be kept, the future is refused."""
        if self.joint is not None:
            self.joint[0].extend(entries)
            return self.joint[1]
        self.metrics.appends += 1
        self.metrics.lines += len(entries)
        return self.keeping.append(entries)

    def keep(self, *entries: Entry) -> asyncio.Future[None]:
        """Keep something beside the lines of tables; whoever does not wait for it hears of a failure in the log."""
        kept = self.append(entries)
        kept.add_done_callback(_take_note)
        return kept

    # What is offered

    def offer(self, offer: Offer) -> Desk:
        """Offer something from now on; BadInput if it makes no sense, or if its code leads elsewhere. StoreError while
        nothing can be kept."""
        self.keeping.check_that_it_works()
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
            raise BadInput(f"There are {MOST_TABLES:,} tables, and that is enough.")
        news = memory.of_offer(offer) if known is None or known.offer != offer else []
        desk = self.add_offer(offer)
        if again := self.withdrawn.pop(offer.id, None):
            again()
        desk.open(news)
        return desk

    def relist(self, offer: Offer) -> None:
        """Offer the same under another roster: who may come in has changed, and nothing else."""
        self.desks[offer.id].relist(offer)
        self.keep(*memory.of_offer(offer))

    def check_id(self, id: str) -> None:
        """Whether an offer can be called so; BadInput if its first table would be taken for another that was played."""
        if id in self.names and id not in self.desks and id not in self.withdrawn:
            raise BadInput(f"There is or was a table {id} already; take another id.")

    def check_code(self, offer: Offer) -> None:
        """Whether a code can lead to an offer; BadInput if it leads elsewhere."""
        if offer.code and (other := self._codes.get(self._code(offer.code))) and other.offer.id != offer.id:
            raise BadInput(f"The code {offer.code} leads to {other.offer.id} already.")

    def claims_of(self, offer: str) -> list[Claim]:
        """Whose names are taken at an offer."""
        before = self.desks.get(offer)
        return list(before.door.claims.values()) if before else self.claims.get(offer, [])

    def add_offer(self, offer: Offer) -> Desk:
        """A desk for an offer, in place of the one that it had."""
        return self.add_desk(KINDS[offer.kind](self, offer, self.claims_of(offer.id)))

    def add_desk(self, desk: Desk) -> Desk:
        """Let a desk be found by its code, or by its roster."""
        offer = desk.offer
        self.desks[offer.id] = desk
        self._codes = {code: known for code, known in self._codes.items() if known.offer.id != offer.id}
        if offer.code and not offer.roster:
            self._codes[self._code(offer.code)] = desk
        return desk

    def remove_desk(self, desk: Desk) -> None:
        """Let a desk be found no more."""
        desk.stop()
        del self.desks[desk.offer.id]
        self.claims.pop(desk.offer.id, None)
        self._codes = {code: known for code, known in self._codes.items() if known is not desk}

    def drop_desk(self, desk: Desk) -> None:
        """The same for one that was never kept; whoever is there has to come back."""
        self.remove_desk(desk)
        for guest in [guest for guest in self.guests.values() if guest.desk is desk]:
            guest.connection.close(BROKEN, NOT_KEPT)

    def _code(self, code: str) -> str:
        return self._locks["room code"].hash(code_key(code))

    def desk_for(self, team: str, join_code: str) -> Desk | None:
        """Where a code leads; of rosters, that which has the team."""
        code, _ = split_code(join_code)
        if desk := self._codes.get(self._code(code)):
            return desk
        key = name_key(team)
        listed = [desk for desk in self.desks.values() if desk.door.lists(key)]
        return next((desk for desk in listed if desk.door.lists_with(key, code)), next(iter(listed), None))

    def desk_of(self, table: str) -> Desk | None:
        """The offer that a table is or was of, with those whose names are still theirs; None if there is none: the
        names of a table that was taken down are free again, and who has them now has not played there."""
        if hosted := self.tables.get(table):
            return self.desks.get(hosted.offer)
        desk = self.desks.get(table) or self.desks.get(table.rpartition("-")[0])
        return None if desk is None or desk.takes_down else desk

    def player(self, table: str, token: str) -> str:
        """What the bearer of a token is called at a table, as it stands or stood; "" if it proves no name there."""
        desk = self.desk_of(table)
        key = desk.door.owner_of(token) if desk and token else ""
        return desk.known_as(key, table) if desk and key else ""

    def game(self, offer: NamesGame) -> Game:
        """The game of an offer: one object for all its tables."""
        key = offer.game, offer.genome
        if key not in self._games:
            self._games[key] = game_of(offer)
        return self._games[key]

    def plan_of(self, offer: Offer, id: str) -> Plan:
        """How a table of an offer is run."""
        return plan_of(offer, id, self.game(offer))

    def new_id(self, name: str) -> str:
        """A name that no table ever had, and no offer has."""
        self.numbers[name] += 1
        id = f"{name}-{self.numbers[name]}"
        return id if id not in self.desks and id not in self.names else self.new_id(name)

    def set_up(
        self, offer: Offer, id: str, bots: Mapping[int, str], put: bool = True, also: Sequence[Entry] = ()
    ) -> Hosted:
        """Set up a table with bots of the house in some chairs; `also` is kept together with it."""
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
        """Let a table stand that nobody sits at yet."""
        self.names.add(plan.id)
        hosted = self.tables[plan.id] = Hosted(self, self.session(plan), offer)
        return hosted

    def session(self, plan: Plan) -> Session:
        """A fresh table, with a session."""
        table = Table(plan, self.game(plan))
        secrets = partial(_secret_of, self.pepper, table) if plan.deal else self.secrets
        session = Session(table, epoch_ms=self.epoch_ms, secrets=secrets)
        session.closing = self.rest.begun
        if plan.game == "battle":
            session.tokens = self.bank.balances
        return session

    def standing(self, hosted: Hosted) -> Value:
        """What is kept of a table while it stands."""
        game, plan = hosted.table.game, hosted.table.set_up
        return memory.of_standing(memory.Standing(plan, hosted.offer, game.version, game.fingerprint))

    def take_down(self, hosted: Hosted, also: Sequence[Entry] = ()) -> None:
        """Let a table stand no more."""
        hosted.stop()
        self.tables.pop(hosted.id, None)
        self.keep(memory.without_table(hosted.id), *also)
        self.hang_up_all(hosted, "The table is taken down.")

    # Who is there

    def come(self, guest: Guest) -> None:
        """Somebody has connected."""
        self.connections[guest.connection.id] = guest.connection
        self.guests[guest.connection.id] = guest
        self.addresses[guest.connection.address] += 1
        self.metrics.connected += 1
        if self.rest.begun:
            guest.connection.send((notice(),))

    def go(self, guest: Guest) -> None:
        """A connection has ended."""
        if self.connections.pop(guest.connection.id, None):
            del self.guests[guest.connection.id]
            self.addresses[address := guest.connection.address] -= 1
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
        """Whether somebody has a token as its host."""
        return bool(self.host)

    def set_host(self, token: str) -> asyncio.Future[None]:
        """Let this be the host's token from now on; only its hash is kept."""
        self.host = self._locks["host"].hash(token)
        return self.keep(Value(memory.HOST, self.host.encode()))

    # What tables want

    def ask(self, hosted: Hosted, ask: Ask) -> None:
        """Let a bot of the house think, elsewhere."""

        def answered(move: Move) -> None:
            has_seat = any(chair.policy == ask.policy for chair in hosted.table.chairs if chair.seat == ask.seat)
            if has_seat and not hosted.broken and not self.closing and self.tables.get(hosted.id) is hosted:
                self.metrics.house += 1
                hosted.put(Answered(ask.seat, ask.act_id, move))

        question: Question = House.question(hosted.table.game, ask.policy, ask.state, ask.decision)
        self.house.ask(question, answered)

    def finished(self, hosted: Hosted, end: Finished) -> list[Entry]:
        """A match is over: what is to be kept of it, together with its last move."""
        self.metrics.matches += 1
        result = self._result(hosted, end.match_id, end.ids, end.scores)
        result = msgspec.structs.replace(result, forfeits=list(end.forfeits))
        settled = self.bank.settle(end.match_id, end.ids, end.scores)
        return [*self.desks[hosted.offer].finished(hosted, result), *settled]

    def voided(self, hosted: Hosted, void: Voided) -> list[Entry]:
        """A match counts for nothing: what was at stake goes back, once."""
        result = self._result(hosted, void.match_id, void.ids, [0] * len(void.ids))
        result = msgspec.structs.replace(result, void=void.why)
        return [*self.desks[hosted.offer].finished(hosted, result), *self.bank.give_back(void.match_id)]

    def _result(self, hosted: Hosted, match: str, ids: Sequence[str], scores: Sequence[int]) -> memory.Result:
        called = {chair.id: chair.name for chair in hosted.table.chairs}
        names = [called.get(id, "") for id in ids]
        at, opens = self.wall(), hosted.table.plan.opens
        return memory.Result(match, list(ids), names, list(scores), at, opens)

    def publish(self, plan: Plan, result: memory.Result) -> list[Entry]:
        """Let everybody read how a match ended, and look at it: before this, nobody can."""
        if not result.void:
            self.past.add(plan, result)
        return [memory.of_result(plan.id, result), memory.of_plan(plan)]

    @property
    def unkept(self) -> str:
        """Why not everything is kept that has happened; "" if it is."""
        return self.keeping.failing or self.store.damage

    async def close(self) -> None:
        """Stop, in order: after this, the same store opens where it was left. Whether everything was kept says
        `unkept`."""
        self.closing = True
        self.keeping.stop()
        if self._ticking is not None:
            self._ticking.cancel()
        for desk in self.desks.values():
            desk.stop()
        for hosted in self.tables.values():
            hosted.stop()
        await self.house.close()
        await self.clerk.close()
        await self.reader.close()
        await self.solver.close()
        with suppress(StoreError):  # `unkept` tells it
            await self.keep(memory.of_clock(self.wall()))
        try:
            await self.store.close()
        except StoreError as error:
            self.keeping.fail(str(error))


def _secret_of(key: bytes, table: Table) -> bytes:
    """The secret of the next hand of a table that is dealt the same cards as others."""
    match, hand = table.next_hand
    return common_secret(key, table.plan.deal, table.plan.dealt + match, hand)


def _take_note(kept: asyncio.Future[None]) -> None:
    """`Keeping` has seen to a failure already: nobody has to wait for it."""
    if not kept.cancelled():
        kept.exception()

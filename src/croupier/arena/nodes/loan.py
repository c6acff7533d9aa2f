"""One loan: a table that another node plays, from the decision to lend it until it is home again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.kernel.errors import BadInput
from croupier.simulate.tournament.places import Felt

from ..events.felts import call_hand, felt_of
from ..room import memory
from ..room.connection import RESTARTING
from ..room.guests import Guest
from ..room.hosted import Hosted
from ..room.recalling import stand_again
from ..store import LeaseClosed, LeaseOpened, StoreError
from ..tables.carrying import Unpackable, packed
from ..tables.effects import Ask, Timer
from ..tables.inputs import Called
from ..tables.run import wake
from . import messages
from .hall import Held, rules_of
from .messages import encode

if TYPE_CHECKING:
    from .lending import Lending, ToHost

log = logging.getLogger("croupier.arena")

STILL_SECONDS = 2.0
"""A table that does not come to rest within this time is not lent."""
AGAIN_SECONDS = 1.0
"""The interval at which a lease is closed again that could not be closed."""
MOVED = "The table moves to another node; come back."


class TableLoan:
    """A loan, as the node with the room has it."""

    def __init__(self, lending: Lending, hosted: Hosted, node: str, name: str, rate: int) -> None:
        self.rate = rate
        """The decisions a second that were made there when it was lent."""
        self.lending, self.room, self.hosted, self.node, self.name = lending, lending.room, hosted, node, name
        self.away = False
        """Whether the table is at the other node, or on its way."""
        self.played = False
        """Whether the other node has been sent the table."""
        self.parts: list[bytes] = []
        """The parts of its session that have come home."""
        self.returned: messages.Returned | None = None
        self.felt: Felt | None = None
        self._calls: list[messages.Called] = []
        """The hands that the desk has called since it left."""
        self._ends: ToHost | None = None
        self._held = Held()
        self._then: list[Callable[[], None]] = []
        self._over: asyncio.Future[str] = self.room.loop.create_future()
        """Done when the table comes home; "" if it is whole, otherwise why it was lost."""
        self._unwanted = False
        self._stopped = 0
        """The time up to which the table is known to have been played where it was lost."""
        hosted.loan = self
        self.task = self.room.loop.create_task(self._run())

    # What happens here meanwhile

    def bring_home(self, then: Callable[[], None]) -> None:
        """Have the table brought home; `then` is called when it is here, or at once if it has not left."""
        if not self.away:
            return then()
        self._then.append(then)
        if self.played and len(self._then) == 1:
            self._want()

    def _want(self) -> None:
        self._tell(messages.Wanted(self.name))

    def call(self, options: Mapping[str, Any], called: Called) -> None:
        """Have the next hand called there, with these options of the game."""
        felt = self.felt or felt_of(self.hosted, {})
        self.felt = felt._replace(rests=False, hand=felt.hand + 1)
        said = msgspec.json.encode(options)
        self._calls.append(messages.Called(self.name, said, called.bank_levels, called.bank_grows_ms))
        if self.played:
            self._tell(self._calls[-1])

    def stands(self, calls: int, felt: Felt) -> None:
        """The table stands like that there, after a number of calls; what was told before the last call is old."""
        if calls == len(self._calls):
            self.felt = felt
            if felt.rests:
                self.room.desks[self.hosted.offer].rested_elsewhere(self.hosted)

    def end(self) -> None:
        """Have the other node drop the table, which is not wanted any more."""
        self._unwanted = True
        self.lose("It was taken down.")

    def lose(self, why: str, silent_ms: int = 0) -> None:
        """The table is lost where it is, and nothing was heard from there for a time: no clock counts that."""
        if not self._over.done():
            self._stopped = self.room.wall() - silent_ms
            self._over.set_result(why)

    def come(self) -> None:
        """The table has come home."""
        if not self._over.done():
            self._over.set_result("")

    # The way of the table

    async def _run(self) -> None:
        hosted = self.hosted
        try:
            epoch = await self._lease()
            if not epoch or not await self._leave(epoch):
                self._stay()
                return await self._close_lease()
            why = await self._over
            if why:
                self._tell(messages.Dropped(self.name, why))
            await self._close_lease()
            if not why:
                why = self._come_home()
            if why and not self._unwanted:
                await self._take_up(why)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.exception("A loan of table %s has failed", hosted.id)
            self._tell(messages.Dropped(self.name, str(error)))
            await self._close_lease()
            if self.away and not self._unwanted:
                await self._take_up(str(error))
        finally:
            self._stay()

    def _tell(self, message: messages.Called | messages.Wanted | messages.Dropped) -> None:
        if self._ends is not None:
            self._ends.link.send(encode(message))

    async def _lease(self) -> int:
        """Open the lease of the loan for the other node; its epoch, 0 if that node does not live."""
        try:
            await self.room.keep(LeaseOpened(self.name))
            taken = await self.room.store.take([self.name], self.node)
        except StoreError:
            return 0
        return taken[0].epoch if taken else 0

    async def _close_lease(self) -> None:
        """Close the lease: from then on the other node can keep nothing more of this table."""
        while True:
            try:
                return await self.room.keep(LeaseClosed(self.name))
            except StoreError:
                if self.room.closing:
                    return
                await asyncio.sleep(AGAIN_SECONDS)

    async def _leave(self, epoch: int) -> bool:
        """Let the table leave; False if it stays."""
        hosted, room = self.hosted, self.room
        hosted.hold = self._held
        try:
            async with asyncio.timeout(STILL_SECONDS):
                await hosted.rest()
        except TimeoutError:
            return False
        hosted.loan = None
        fit = not self.lending.why_not(hosted) and hosted.still and not self._over.done()
        hosted.loan = self
        if not fit:
            return False
        try:
            data = packed(hosted.session)
        except Unpackable as error:
            log.warning("Table %s cannot be lent: %s", hosted.id, error)
            return False
        self.away, frozen = True, room.wall()
        hosted.stop_timers()
        guests = [guest for guest in room.guests.values() if guest.hosted is hosted]
        ends = self._ends = self.lending.link_to(self.node)
        for guest in guests:
            if guest.connection.here:
                ends.bind(self.name, guest)
        distant = [guest for guest in guests if not guest.connection.here]
        await asyncio.gather(*(self.lending.reception.move(guest, self.node, self.name) for guest in distant))
        ends.link.send(encode(self._lent(epoch, frozen, guests)))
        for part in messages.parts_of(self.name, data):
            ends.link.send(encode(part))
        self._held = Held()
        for guest in guests:
            if guest.connection.here and guest.connection.id in room.connections:
                ends.open(guest)
        hosted.hold = self._hear
        self.played = True
        for call in self._calls:
            self._tell(call)
        if self._then:
            self._want()
        if ends.link.closed:
            self.lose("The link to the other node has ended.")
        return True

    def _hear(self, guest: Guest, data: bytes) -> None:
        """Take a message of a client whose socket is at this node; others come here only while the table moves."""
        if self._ends is None or not self._ends.say(guest, data):
            self._held(guest, data)

    def _lent(self, epoch: int, frozen: int, guests: list[Guest]) -> messages.Lent:
        hosted = self.hosted
        offer = msgspec.structs.replace(self.room.desks[hosted.offer].offer, code="LENT", roster={})
        players = [
            messages.Player(guest.connection.id, guest.team, guest.wants, guest.connection.address) for guest in guests
        ]
        return messages.Lent(
            self.name,
            epoch,
            msgspec.json.encode(offer),
            msgspec.json.encode(hosted.table.set_up),
            rules_of(hosted.table.game.fingerprint),
            hosted.session.epoch_ms,
            frozen,
            players,
            self._held.sent(),
        )

    def _stay(self) -> None:
        """The table is here: whatever waited for it goes on."""
        hosted = self.hosted
        if self.lending.loans.pop(self.name, None) is None:
            return
        if self._ends is not None:
            self._ends.forget(hosted)
        self.away = False
        hosted.loan = hosted.hold = None
        if self.room.closing:
            return
        spoken: list[Callable[[], None]] = []
        for name, data in self.returned.spoken if self.returned is not None else ():
            if (guest := self.room.guests.get(name)) is not None:
                spoken.append(partial(guest.hear_inside, data))
        held: list[Callable[[], None]] = [partial(guest.hear, data) for guest, data in self._held.spoken]
        for do in [*spoken, *self._then, *held]:
            try:
                do()
            except BadInput as error:
                if not hosted.broken:  # another one stands in its place
                    log.warning("Table %s has come home, and refuses: %s", hosted.id, error)
            except Exception:
                log.exception("Something failed that waited for table %s", hosted.id)

    def _come_home(self) -> str:
        """Play the table here; why that is not possible, "" if it is."""
        hosted, room, returned = self.hosted, self.room, self.returned
        if hosted.broken or room.tables.get(hosted.id) is not hosted or returned is None:
            return ""
        try:
            session, effects = room.unpacked(hosted.table.set_up, b"".join(self.parts))
        except Exception as error:
            log.exception("Table %s has come home, and cannot be read", hosted.id)
            return str(error)
        hosted.session, hosted.table = session, session.table
        self.away, hosted.loan = False, None
        away = max(0, room.wall() - returned.frozen_ms)
        woken = wake(session, hosted.now(), away)
        left = [effect for effect in effects if not isinstance(effect, Timer | Ask)]
        hosted.do(left, heard=room.time() if returned.heard else 0.0)
        if not hosted.broken and room.tables.get(hosted.id) is hosted:
            hosted.do(woken)
        for call in self._calls[returned.calls :]:
            if not hosted.broken and room.tables.get(hosted.id) is hosted:
                call_hand(hosted, msgspec.json.decode(call.options), Called(call.bank_levels, call.bank_grows_ms))
        return ""

    async def _take_up(self, why: str) -> None:
        """Take the table up from its lines: its clients have to come back."""
        hosted, room = self.hosted, self.room
        self.lending.lost += 1
        log.warning("Table %s is taken up from its lines: %s", hosted.id, why)
        for guest in list(room.guests.values()):
            if guest.hosted is hosted:
                guest.connection.close(RESTARTING, MOVED)
        while not room.closing and not hosted.broken and room.tables.get(hosted.id) is hosted:
            try:
                lines = await room.store.read(hosted.id)
                break
            except StoreError:
                await asyncio.sleep(AGAIN_SECONDS)
        else:
            return
        game, plan = hosted.table.game, hosted.table.set_up
        standing = memory.Standing(plan, hosted.offer, game.version, game.fingerprint)
        self.away, hosted.loan = False, None
        stand_again(room, standing, lines, lines[-1].number if lines else 0, self._stopped or room.wall())

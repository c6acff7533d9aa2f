"""A store that fails on demand, and a small arena that stores every kind of value."""

from __future__ import annotations

import asyncio
import copy
import itertools
from collections.abc import Callable
from typing import Any

import msgspec

from croupier.arena.accounts import BURNT
from croupier.arena.events.event import Event
from croupier.arena.room.offers import Offer
from croupier.arena.room.private import PrivateTables, Wish
from croupier.arena.room.ratings import Opinion
from croupier.arena.store import Entry, Lease, StoreError
from croupier.kernel.language.records import to_dict

from .memory_store import MemoryStore
from .virtual import Client, Frame, Hall, VirtualLoop, calls

GRANTS = 3
HANDS, BATTLES = 1, 1
LONG_MS = 600_000


class FailingStore(MemoryStore):
    """Counts its appends from 1, and fails at those that `fails` names: as on a full disk, nothing of them is kept."""

    def __init__(self, fails: Callable[[int], bool] = lambda number: False) -> None:
        super().__init__()
        self.fails, self.appends, self.failures = fails, 0, 0

    def append(self, *entries: Entry, lease: Lease | None = None) -> asyncio.Future[None]:
        self.appends += 1
        if not self.fails(self.appends):
            return super().append(*entries, lease=lease)
        self.failures += 1
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        loop.call_soon(done.set_exception, StoreError("The store could not write: the disk is full."))
        return done

    def copied(self) -> MemoryStore:
        """A copy of its contents, for another room."""
        held = MemoryStore()
        for name in ("_lines", "_last", "_snapshot", "_values", "_leases", "_nodes"):
            setattr(held, name, copy.deepcopy(getattr(self, name)))
        return held


class Regular(Client):
    """A client that reconnects, retries when it is told to, and plays Battles, too."""

    battles = 0

    def _answer(self, act: Frame) -> None:
        if not self.of("match_end"):  # after one match it answers nothing more
            super()._answer(act)

    def arrived(self, frame: Frame) -> None:
        if frame["type"] in ("error", "error_msg"):
            wait = frame.get("retry_after_ms", frame.get("retryAfterMs"))
            if wait and self.guest is not None and not self.guest.entered:
                self.loop.call_later(wait / 1000, self._hello)
        super().arrived(frame)
        if frame["type"] == "prep_start" or (frame["type"] == "snapshot" and "roundIndex" in frame):
            self.loop.call_later(0.01, self._confirm, frame["roundIndex"])
        elif frame["type"] == "snapshot" and "legal" in frame:
            act = {**frame, **frame.get("you", {}), "hand_id": frame["at_hand_id"]}
            self.loop.call_later(0.01, self._answer, act)
        elif frame["type"] == "match_end" and "tokens" in frame:
            self.battles += 1
            self.loop.call_later(0.01, self._queue)
        elif frame["type"] == "welcome" and frame.get("table_id") == "Q":
            self.loop.call_later(0.01, self._queue)

    def _confirm(self, round: int) -> None:
        layout = ["attack", "defense", None] if self.team == "Gamma" else ["heal", None, None]
        self.say(type="layout_confirm", layout=layout, roundIndex=round)

    def _queue(self) -> None:
        if self.battles < BATTLES:
            self.say(type="queue_join")

    def _hello(self) -> None:
        if self.guest is not None:
            self.say(type="hello", team=self.team, join_code=self.code, token=self.token)

    def cut(self) -> None:
        super().cut()
        if not self.hall.room.closing:
            self.loop.call_later(0.05, self.connect)


class Day:
    """A day of a small arena: a table, a queue, a table against the house, friends, an event, grants and ratings."""

    def __init__(self, loop: VirtualLoop, store: FailingStore) -> None:
        numbers = itertools.count(1)
        self.store, self.hall = store, Hall(loop, store, lambda: next(numbers).to_bytes(32))
        self.granted = self.tried = 0
        """Tokens whose grant was acknowledged, and tokens whose grant was requested."""

    async def again(self, do: Callable[[], Any]) -> Any:
        """Retry something until it is stored, as a client does that is answered 503."""
        while True:
            try:
                done = do()
                await self.hall.room.keeping.settled()
                return done
            except StoreError:
                await asyncio.sleep(1)

    def play(self) -> None:
        self.hall.loop.run_until_complete(self._open())
        self.hall.until(self._all_done)

    async def _open(self) -> None:
        await self.hall._open()
        room, join = self.hall.room, self._join
        hands = {"hands": HANDS, "stack": 1000}
        table = Offer(id="T", game="holdem", code="TABLE", seats=2, options=hands)
        queue = Offer(id="Q", game="battle", kind="queue", code="QUEUE")
        house = Offer(id="H", game="leduc", kind="house", code="HOUSE", options={"hands": 1}, move_time_ms=LONG_MS)
        for offer in (table, queue, house):
            await self.again(lambda offer=offer: room.offer(offer))
        more: dict[str, Any] = {"code": "CUPCUP", "bots": ["tight"], "least": 2, "deals": 1}
        cup = Event(id="cup", kind="robin", game="holdem", options=hands, **more)
        await self.again(lambda: self.hall.events.open(cup))
        self.clients = [join(team, "TABLE") for team in ("Alpha", "Beta")]
        self.fighters = [join(team, "QUEUE") for team in ("Gamma", "Delta")]
        self.clients += [join("Epsilon", "HOUSE"), join("Zeta", "CUPCUP")]
        for number in range(GRANTS):
            await self._grant("gamma", number + 1)
        await self.again(lambda: room.keep(room.ratings.rate("holdem", "Alpha", "address", Opinion(4))))
        await self.again(lambda: room.keep(*room.bank.give_hand("eta", ["attack", "attack", "heal", "heal"])))
        private, wish = PrivateTables(room, 10, 10), Wish(game="leduc", people=2, move_time_ms=LONG_MS)
        desk, _ = await self.again(lambda: private.open(wish, room.desks["H"], "address"))
        self.friends = [join(team, desk.offer.code) for team in ("Theta", "Iota")]

    def _join(self, team: str, code: str) -> Regular:
        client = Regular(self.hall, team, code, calls)
        client.connect()
        return client

    async def _grant(self, account: str, tokens: int) -> None:
        room = self.hall.room
        self.tried += tokens
        try:
            await room.keep(*room.bank.grant(account, tokens, "a test"))
            self.granted += tokens
        except StoreError:
            return

    def _all_done(self) -> bool:
        room = self.hall.room
        if room.keeping.failing or not hasattr(self, "friends"):
            return False
        cup = self.hall.events.desks.get("cup")
        ended = all(client.of("match_end") for client in (*self.clients[:2], *self.friends))
        fought = all(client.battles >= BATTLES for client in self.fighters)
        return bool(ended and fought and cup and cup.book.closed is not None)

    # The state afterwards

    def tokens(self) -> int:
        """All tokens, without those that accounts begin with."""
        accounts = self.hall.room.bank.accounts
        return accounts.total - accounts.opening * len(accounts.summary().balances.keys() - {BURNT})

    def facts(self) -> dict[str, Any]:
        """The state of the room."""
        return facts(self.hall)

    def facts_anew(self) -> dict[str, Any]:
        """The state of a new room that is opened on a copy of the same store."""
        fresh = Hall(self.hall.loop, self.store.copied())
        fresh.house.silent = True
        fresh.open()
        try:
            return facts(fresh)
        finally:
            fresh.room.closing = True
            fresh.room._ticking.cancel()  # type: ignore[union-attr]
            for desk in fresh.room.desks.values():
                desk.stop()
            for hosted in fresh.room.tables.values():
                hosted.stop()


def facts(hall: Hall) -> dict[str, Any]:
    room = hall.room
    return {
        "accounts": msgspec.to_builtins(room.bank.accounts.summary()),
        "hand": list(room.bank.hand("eta")),
        "offers": {id: msgspec.to_builtins(desk.offer) for id, desk in room.desks.items()},
        "claims": {id: msgspec.to_builtins(desk.door.claims) for id, desk in room.desks.items()},
        "tables": {id: _table(hosted) for id, hosted in room.tables.items()},
        "withdrawn": sorted(room.withdrawn),
        "events": {id: {**hall.events.told(desk), "present": 0} for id, desk in hall.events.desks.items()},
        "past": sorted(one.match for one in room.past.matches(most=100)),
        "ratings": room.ratings.of("holdem"),
    }


def _table(hosted: Any) -> dict[str, Any]:
    table = hosted.table
    return {
        "broken": hosted.broken,
        "match": (table.match, table.hand, table.asked_before),
        "chairs": [(chair.id, chair.name, chair.policy) for chair in table.chairs],
        "state": copy.deepcopy(to_dict(table.state.table)) if table.state is not None else None,
        "held": table.held,
    }

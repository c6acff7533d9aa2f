"""The desk of a tournament over many tables.

Who sits where is a line of the tournament, written by its director (`croupier.simulate.tournament.directing`); tables
follow. Each hand of a table waits until this desk calls it. Before that the desk compares the table with the
tournament: chairs, stacks, blinds. So a desk that was killed between the line and the table does what is left to do,
and what was done is not done twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from croupier.kernel.errors import BadInput
from croupier.simulate.tournament import directing, purchases
from croupier.simulate.tournament import lines as said
from croupier.simulate.tournament.places import Felt
from croupier.simulate.tournament.prizes import results
from croupier.simulate.tournament.purchases import ALL, What
from croupier.simulate.tournament.terms import MOST_PLAYERS
from croupier.simulate.tournament.tournament import Tournament

from ..door import Claim
from ..identity import name_key
from ..room import memory
from ..room.connection import BROKEN
from ..room.hosted import NOT_KEPT, Hosted
from ..room.offers import Offer
from ..shuffle import common_secret, hash_of_secret, order_of
from ..store import Entry
from ..tables.effects import EVENT_OVER
from ..tables.inputs import DESK, WATCHING, Attached, Called, Freed, Input, Ordered
from . import lines, tournament_orders
from .book import Book
from .contest import ContestDesk
from .event import options_at
from .felts import (
    Felts,
    brought,
    call_hand,
    in_hand,
    needed_here,
    places_after,
    plan_at,
    rests,
    rests_here,
    seated,
    stacks_at_rest,
    stacks_at_start,
)
from .till import Till

if TYPE_CHECKING:
    from ..room.room import Room


class TournamentDesk(ContestDesk):
    """A tournament: registration, tables, and what the host orders."""

    own_orders: ClassVar[tuple[str, ...]] = (*ContestDesk.own_orders, "end", "change", "forfeit", "kick")

    def __init__(self, room: Room, book: Book, offer: Offer, claims: list[Claim], last: int) -> None:
        super().__init__(room, book, offer, claims, last)
        self._secret = common_secret(room.pepper, f"draws {book.opened.nonce}", 0, 0)
        self.before: dict[int, Mapping[str, int]] = {}
        """The chips of each player at the start of the hand that a table plays, by the table's number."""
        self._resting: set[int] = set()
        """The tables that rest and were not called since."""
        self._stale: set[int] = set()
        """The tables whose chairs may differ from the tournament's seats."""
        self.till = Till(self)
        self._scheduled = False

    @property
    def t(self) -> Tournament:
        """The state of the tournament."""
        return self.book.tournament

    @property
    def starts(self) -> int:
        """When it begins (milliseconds since 1970); 0 if it begins when it is full."""
        return self.book.opened.starts

    # From beginning to end

    def first_entries(self) -> Sequence[Entry]:
        """The fees of the house bots, and what the house adds to the pool."""
        return self.till.opens()

    def open(self, news: Sequence[Entry] = ()) -> None:
        """Continue from the last line: of a new tournament, whose first entries are `news`, or after a restart."""
        if news:
            self.room.keep(*news)
        t, now = self.t, self.room.wall()
        if t.runs and 0 < self.stopped < now:
            self.keep(said.Clock(True, t.spent(self.stopped), now, "the arena was down"))
        self.stopped = 0
        for key, guest in self.present.items():
            if (place := self.place_of(key)) and guest.hosted is not place[0]:
                guest.connection.close(BROKEN, NOT_KEPT)
        self.room.names.update(t.names.values())  # a table may have no line yet, and its name is taken
        self.before, self._resting, self._stale = {}, set(), set()
        for number in t.tables:
            self._look_again(number)
        self._soon()

    def _look_again(self, number: int) -> None:
        """Note how a table stands that was rebuilt."""
        hosted = self.hosted(number)
        self._stale.add(number)
        if hosted is not None and not hosted.broken and in_hand(hosted):
            self.before[number] = stacks_at_start(hosted)
        else:
            self.before.pop(number, None)
            self._resting.add(number)

    def _soon(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            super()._soon()

    def go_on(self) -> None:
        """Do all that is due now: begin, direct, let tables follow, and call their hands."""
        self._scheduled = False
        room, t = self.room, self.t
        if room.closing or room.rest.begun or room.keeping.failing:
            return
        if t.ended is None and not t.started:
            self._begin_when_due()
        felts = Felts(self)
        while line := directing.next_line(t, felts, self.draw, self._new_name, room.wall()):
            self._say(line)
        if t.started and t.ended is None:
            self._stale = {number for number in sorted(self._stale) if not self._follow(number)}
        self._close_tables()
        if t.started and t.ended is None:
            self._call_hands()
        self._set_timers()

    def _begin_when_due(self) -> None:
        t, now = self.t, self.room.wall()
        full = 0 < t.terms.players <= len(t.players)
        if self.book.event.manual or len(t.players) < max(2, self.book.event.least):
            return
        if (now >= self.starts) if self.starts else full:
            self._begin()

    def _begin(self) -> None:
        t = self.t
        hash = hash_of_secret(self._secret, self.offer.id)
        keys = list(t.players)
        self._say(directing.started(t, keys, self.draw, self._new_name, hash, self.room.wall()))

    def _set_timers(self) -> None:
        """Ring when the tournament begins, or when the level ends."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
        at = self.t.ends_at() if self.t.started else self.starts
        if at and self.t.ended is None and at > self.room.wall():
            self._timers.append(self.room.loop.call_at((at - self.room.epoch_ms) / 1000, self.go_on))

    def draw(self, number: int, count: int) -> list[int]:
        """A draw of the tournament: the numbers 0 to count - 1 in an order that follows from its secret."""
        return order_of(self._secret, 0, number, range(count))

    @property
    def secret(self) -> str:
        """The secret of all draws; "" until the tournament is over."""
        return self._secret.hex() if self.t.ended is not None and self.t.hash else ""

    def _new_name(self) -> str:
        return self.room.new_id(self.offer.id)

    def _say(self, line: said.Lines) -> None:
        """Follow and store a line, with what it settles, and note which tables have to follow."""
        entries = self.line(line)
        match line:
            case said.Ended(at, cancelled, why):
                entries += self._end(at, why, cancelled)
            case said.Moved(_, table) | said.Seated(_, table):
                self._stale.add(table)
            case said.Broken(_, places) | said.Final(places=places) | said.Replaced(places=places):
                self._stale.update(place.table for place in places)
        if isinstance(line, said.Started | said.Opened | said.Final | said.Replaced):
            self._stale.update(self.t.tables)
            self._resting.update(number for number in self.t.tables if Felts(self)[number].rests)
        if isinstance(line, said.Moved | said.Broken | said.Final | said.Out):
            self._stale.update(number for number in self._resting if number in self.t.tables)
        kept = self.room.keep(*entries)
        if isinstance(line, said.Ended):
            kept.add_done_callback(self._say_goodbye)

    def _end(self, at: int, why: str, cancelled: bool) -> list[Entry]:
        """The end of the tournament: the prizes are paid out, or the fees go back."""
        return self.line(lines.Over(at, why or "one player has all chips.")) + self.till.closes(cancelled=cancelled)

    def farewell(self, key: str) -> str:
        """The place of a player."""
        found = results(self.t).get(key)
        return f"The tournament is over: place {found.place} of {len(self.t.players)}." if found else "It is cancelled."

    # Tables

    def hosted(self, number: int) -> Hosted | None:
        """The table with a number, if it stands."""
        return self.room.tables.get(self.t.names[number])

    def number_of(self, hosted: Hosted) -> int:
        """The number of a table."""
        return next(number for number, name in self.t.names.items() if name == hosted.id)

    def _follow(self, number: int) -> bool:
        """Let a table have the chairs that the tournament says. A chair is freed only between two hands. False if the
        table is at another node, and has to come home for that."""
        if number not in self.t.tables:
            return True
        hosted = self.hosted(number) or self._set_up(number)
        if hosted.broken:
            return True
        if hosted.away:
            if needed := needed_here(self.t, number, hosted, self.book.withdrawn):
                hosted.at_home(partial(self._came_home, number))
            return not needed
        given: list[Input] = []
        for chair, key in zip(hosted.table.chairs, self.t.tables[number].keys, strict=True):
            if chair.id == key or (chair.id and not rests(hosted)):
                continue
            if chair.id:
                given.append(Freed(chair.seat))
            if key:
                given += seated(hosted, self.t.players[key], self.present.get(key))
        gone = [hosted.table.chairs[one.seat].id for one in given if isinstance(one, Freed)]
        if given:
            hosted.put(*given)
        self._let_go([key for key in gone if not self.t.players[key].table])
        return True

    def _came_home(self, number: int) -> None:
        """A table is here again that was needed: if it rests, do what is done after a hand."""
        hosted = self.hosted(number)
        if hosted is not None and rests_here(hosted):
            self.room.keep(*self.rested(hosted))
        self._soon()

    def _set_up(self, number: int) -> Hosted:
        blinds = options_at(self.book.event, self.t.level)
        hosted = self.room.stand(plan_at(self.t, number, self.plan, blinds), self.offer.id)
        self.room.keep(self.room.standing(hosted))
        return hosted

    def _call_hands(self) -> None:
        felts = Felts(self)
        for number in sorted(self._resting):
            if number not in self.t.tables:
                self._resting.discard(number)
            elif self._is_ready(number) and directing.may_deal(self.t, felts, number):
                self._call(number, felts[number])

    def _is_ready(self, number: int) -> bool:
        """Whether a table has its chairs, and the host has not paused it. A hand called there would begin later,
        when the tournament may have moved its players."""
        hosted = self.hosted(number)
        return hosted is not None and hosted.table.goes_on and number not in self._stale

    def _call(self, number: int, felt: Felt) -> None:
        """Call the next hand of a table: with these stacks and the blinds of the level."""
        hosted, t = self.hosted(number), self.t
        assert hosted is not None
        seats = directing.dealt_in(t, felt, number)
        wanted = {**options_at(self.book.event, t.level), "stacks": [seats.get(seat, 0) for seat in range(t.seats)]}
        self.before[number] = {t.tables[number].keys[seat]: chips for seat, chips in seats.items()}
        self._resting.discard(number)
        called = Called(t.reached, t.terms.bank_grows_ms)
        if hosted.loan is not None and hosted.away:
            hosted.loan.call(wanted, called)
        else:
            call_hand(hosted, wanted, called)

    def rested(self, hosted: Hosted) -> list[Entry]:
        """A hand is over, or a pause of the table is: note who is out, and sell chips."""
        number, table, now = self.number_of(hosted), hosted.table, self.room.wall()
        if number not in self.t.tables:
            return []
        before = self.before.pop(number, {})
        after = brought(self, number, stacks_at_rest(self, hosted) if table.state is not None else {}, before)
        wished = [key for key in self.t.tables[number].players if self.t.players[key].wishes]
        entries = self.till.sell_what_is_wished(wished, after, table.hand)
        self.till.tell_declined(wished)
        if line := directing.out(self.t, number, table.hand, before, after, now):
            entries += self.line(line)
        for key in [key for key in self.book.withdrawn if key in self.t.tables[number].players]:
            entries += self.line(said.Out(number, table.hand, {key: after.get(key, 0)}, now, "disqualified"))
        self._resting.add(number)
        self._stale.add(number)
        self._soon()
        return entries

    def rested_elsewhere(self, hosted: Hosted) -> None:
        """A hand is over at another node, and nobody is out."""
        if (number := self.number_of(hosted)) in self.t.tables:
            self.before.pop(number, None)
            self._resting.add(number)
            self._stale.add(number)
        self._soon()

    def stands_again(self, hosted: Hosted) -> None:
        """A table was rebuilt from its lines."""
        super().stands_again(hosted)
        self._look_again(self.number_of(hosted))
        self._soon()

    def _let_go(self, keys: Sequence[str]) -> None:
        """Disconnect players that are out, when that is stored; a player that may enter again stays connected."""

        def part() -> None:
            for key in keys:
                if (guest := self.present.get(key)) and self.done(key) and self.book.over is None:
                    place = results(self.t)[key].place
                    guest.connection.close(EVENT_OVER, f"You are out: place {place} of {len(self.t.players)}.")

        if any(key in self.present for key in keys):
            self.once_kept(part)

    def once_kept(self, do: Callable[[], None]) -> None:
        """Do something when all that has been said so far is stored."""

        def ended(kept: asyncio.Future[None]) -> None:
            if not kept.cancelled() and not kept.exception():
                do()

        self.room.keep().add_done_callback(ended)

    def _close_tables(self) -> None:
        """End the tables that are broken, or all of them when the tournament is over."""
        t = self.t
        standing = {} if t.ended is not None else {t.names[number] for number in t.tables}
        for hosted in self.tables():
            if hosted.id in standing or hosted.broken:
                continue
            if hosted.away:
                hosted.at_home(self._soon)
            elif hosted.table.state is None:
                self.room.keep(*self._clear_away(hosted))
            elif t.ended is not None and t.ended.cancelled and not hosted.table.at_boundary:
                hosted.put(Ordered("void", values={"replay": False}, why="the tournament is cancelled", by=DESK))
            elif not hosted.table.ending:
                hosted.put(Ordered("end", why="the table is broken", by=DESK))

    def broke(self, hosted: Hosted) -> None:
        """A table has failed: its hand is void, and its players go on at another table with the chips that they had."""
        t, number = self.t, self.number_of(hosted)
        if number not in t.tables:
            return
        had = self.before.pop(number, None) or (stacks_at_rest(self, hosted) if hosted.table.state else {})
        other, state = max(t.names) + 1, hosted.table.state
        places = places_after(t, number, other, had, hosted)
        button = state.table.button if state is not None else t.tables[number].button
        self._say(said.Replaced(number, other, self._new_name(), button, places, self.room.wall()))
        self.room.keep(*self._clear_away(hosted))
        self._soon()

    def finished(self, hosted: Hosted, result: memory.Result) -> list[Entry]:
        """The match of a table is over. Returns the entries that keep its result, for replays, and remove the table."""
        plan = hosted.table.set_up
        return [memory.of_result(plan.id, result), memory.of_plan(plan), *self._clear_away(hosted)]

    def _clear_away(self, hosted: Hosted) -> list[Entry]:
        """Remove a table. Its spectators watch another."""
        hosted.stop()
        self.room.tables.pop(hosted.id, None)
        other = next((one for one in self.tables() if not one.broken), None)
        for guest in list(self.room.guests.values()):
            if guest.hosted is hosted:
                guest.hosted = None
                if self.present.get(name_key(guest.team)) is not guest and other is not None:
                    self.room.loop.call_soon(self._watch, guest, other)
        return [memory.without_table(hosted.id)]

    def _watch(self, guest: Any, hosted: Hosted) -> None:
        if guest.hosted is None and self.room.tables.get(hosted.id) is hosted and not hosted.broken:
            guest.at(hosted)
            hosted.put(Attached(guest.connection.id, WATCHING, scenes=guest.scenes))

    # Connections

    def place_of(self, key: str) -> tuple[Hosted, int] | None:
        """The table and the seat where a player sits now; None if it sits nowhere."""
        player = self.t.players.get(key)
        if player is None or not player.table or self.t.ended is not None:
            return None
        hosted = self.hosted(player.table)
        sits = hosted is not None and not hosted.broken and hosted.table.chairs[player.seat].id == key
        return (hosted, player.seat) if hosted is not None and sits else None

    def enter(self, key: str, name: str) -> list[Entry]:
        """Register a player, unless it is registered; BadInput if it cannot enter, or is out."""
        t = self.t
        if key in t.players:
            if self.done(key):
                raise BadInput(f"You are out of this tournament: place {results(t)[key].place} of {len(t.players)}.")
            return []
        if not t.is_open:
            raise BadInput("Registration is closed.")
        most = (not t.started and t.terms.players) or MOST_PLAYERS
        if len(t.players) >= most:
            raise BadInput(f"All {most:,} places are taken.")
        t.check_chips(t.stack)
        entries = self.till.fee(key)  # first, as it may be refused
        entries += self.line(said.Registered(key, name, self.room.wall()))
        return entries + (self._seat_late(key) if t.started else [])

    def _seat_late(self, key: str) -> list[Entry]:
        """Give a player that enters late its seat."""
        entries: list[Entry] = []
        while not self.t.players[key].table:
            line = directing.seat_for(self.t, key, self.draw, self._new_name, self.room.wall())
            entries += self.line(line)
            self._stale.add(line.table)
            if isinstance(line, said.Opened):
                self._resting.add(line.table)
        return entries

    def done(self, key: str) -> bool:
        """Whether a player is out, and cannot enter again."""
        t = self.t
        if self.book.over is not None:
            return True
        out = key in t.players and t.started and not t.players[key].table
        return bool(out and (key in self.book.withdrawn or purchases.refusal(t, key, "reenter", 0)))

    def misses(self, key: str) -> bool:
        """Whether a player takes part and is not connected."""
        return not self.done(key) and super().misses(key)

    # What players buy

    def refusal(self, key: str, what: What, chips: int = 0) -> str:
        """Why a player that has `chips` cannot enter again or buy chips now; "" if it can."""
        if key in self.book.withdrawn:
            return tournament_orders.DISQUALIFIED
        if found := purchases.refusal(self.t, key, what, chips):
            return found
        if what == "reenter" and any(chair.id == key for hosted in self.tables() for chair in hosted.table.chairs):
            return "Your last hand is still being shown."
        return ""

    def wish(self, key: str, what: What) -> None:
        """A player wants to enter again, or to buy chips at the next boundary of its table; BadInput if it cannot."""
        t = self.t
        if what not in ALL:
            raise BadInput(f"A player can ask for {', '.join(ALL)}, not {what!r}.")
        self.till.check_sale(key, what)
        player = t.players[key]
        if what == "reenter":
            entries = self.till.fee(key)
            entries += self.line(said.Registered(key, player.name, self.room.wall()))
            self.room.keep(*entries, *self._seat_late(key))
            self._soon()
            return
        hosted = self.hosted(player.table)
        if hosted is not None and rests_here(hosted):
            stacks = brought(self, player.table, stacks_at_rest(self, hosted))
            self.till.check_sale(key, what, stacks[key])
            self.room.keep(*self.till.sell(key, what, stacks, hosted.table.hand))
            self._soon()
        elif what not in player.wishes:
            self.room.keep(*self.line(said.Wished(key, what, self.room.wall())))
            self._stale.add(player.table)
            self._soon()

    # The host

    def order(
        self, what: str, *, team: str = "", match: str = "", why: str = "", values: dict[str, Any] | None = None
    ) -> None:
        """Carry out and record an order of the host; BadInput if it is not possible."""
        if what not in tournament_orders.ORDERS:
            raise BadInput(f"A tournament cannot {what!r}; it can {', '.join(tournament_orders.ORDERS)}.")
        if self.book.over is not None and what != "close":
            raise BadInput(f"This tournament is over: it can be closed, but not {what!r}.")
        if self.book.over is None and what == "close":
            raise BadInput("This tournament is not over yet, so it cannot be closed; `cancel` ends it.")
        if self.book.closed:
            raise BadInput("This tournament is closed: its results are final.")
        key, t, now = name_key(team), self.t, self.room.wall()
        done = tournament_orders.obeyed(self, what, key, why, values or {}, now)
        known = key if what == "withdraw" else ""
        self.room.keep(*self.line(lines.Ordered(what, now, known, why)))
        for line in done:
            self._say(line)
        if what == "begin" and not t.started:
            self._begin()
        self._soon()

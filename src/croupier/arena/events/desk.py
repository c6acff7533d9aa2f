"""The desk of an event: its door, its connected teams and its tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.agents.loading import APART
from croupier.kernel.errors import BadInput
from croupier.simulate.match.seating import company_of

from ..door import Claim
from ..identity import name_key
from ..room import memory
from ..room.connection import BROKEN
from ..room.hosted import NOT_KEPT, Hosted
from ..room.offers import Offer
from ..store import Entry, StoreError
from ..tables import lines as table_lines
from ..tables.inputs import Attached, Input, Ordered, Seated
from ..tables.plan import Plan
from . import lines, schedule
from .book import PANEL, Book, Fixture, Unit
from .contest import ContestDesk
from .event import ALONE, begins_with
from .judging import AskJudge, Compute, judge_matches
from .measure import absent_teams, measured
from .schedule import of_panel
from .values import ValueFunction

if TYPE_CHECKING:
    from ..room.room import Room

log = logging.getLogger("croupier.arena")

ORDERS = ("begin", "freeze", "end", "withdraw", "void", "close")
WHEN_OVER = ("void", "close")
"""The orders that are still possible when an event is over."""


class EventDesk(ContestDesk):
    """An event of matches that are played at tables of their own, with standings."""

    def __init__(
        self,
        room: Room,
        book: Book,
        offer: Offer,
        claims: list[Claim],
        last: int,
        compute: Compute,
        value: ValueFunction | None = None,
        judge: AskJudge | None = None,
    ) -> None:
        super().__init__(room, book, offer, claims, last)
        self._judge, self._compute, self._value = judge, compute, value
        self._told: set[tuple[int, int]] = set()
        """The matches, by fixture and number, whose results are published."""
        self._looking: set[asyncio.Task[None]] = set()

    # From beginning to end

    def open(self, news: Sequence[Entry] = ()) -> None:
        """Continue from the last line: of a new event, whose first entries are `news`, or after a restart."""
        if news:
            self.room.keep(*news)
        self._send_home()
        now = self.room.wall()
        for fixture in self.book.running():
            hosted = self.room.tables.get(fixture.table)
            if hosted is None or hosted.broken:
                self.keep(lines.Voided(fixture.number, fixture.begun + 1, "its table is lost.", now, True))
                continue
            for match in range(1, hosted.table.match):
                if match not in fixture.played and match not in fixture.voided:
                    self.keep(lines.Voided(fixture.number, match, "the rules have changed.", now))
        hidden = self._hidden()
        self._told = {(one.number, match) for one in self.book.fixtures.values() for match in one.played} - hidden
        for fixture, match in self.book.unmeasured():
            self._look_into(fixture, match)
        if self.book.over is not None:
            self._judge_all()
        for at in (self.book.opened.freeze, self.book.opened.finish_by):
            if at:
                self._timers.append(self.room.loop.call_at((at - self.room.epoch_ms) / 1000, self.go_on))
        self._soon()

    def _send_home(self) -> None:
        """Disconnect clients whose table was rebuilt, so that they reconnect to the new one."""
        for key, guest in self.present.items():
            if (place := self.place_of(key)) and guest.hosted is not place[0]:
                guest.connection.close(BROKEN, NOT_KEPT)

    def stop(self) -> None:
        """Cancel timers and tasks, when the arena closes."""
        super().stop()
        for task in self._looking:
            task.cancel()

    @property
    def frozen(self) -> bool:
        """Whether no new match may begin."""
        opened, now = self.book.opened, self.room.wall()
        times = (at for at in (opened.freeze, opened.finish_by) if at)
        return self.book.frozen or any(now >= at for at in times)

    def go_on(self) -> None:
        """Set up the tables that can be played now; end the event when there is nothing left."""
        book = self.book
        if self.room.closing or self.room.rest.begun or book.over is not None:
            return
        if not self.frozen and (book.begun or begins_with(book.event, len(self._here()))):
            for unit in schedule.next_units(book, self._free(), self.plan.seats):
                self._set_up(unit)
        for fixture in book.running() if self.frozen else ():
            self._wind_up(fixture)
        over = self.frozen or schedule.all_played(book, self.plan.seats)
        if over and not book.running() and not book.unmeasured() and (book.begun or self.frozen):
            self._finish("everything is played." if not self.frozen else "its time is over.")

    def _wind_up(self, fixture: Fixture) -> None:
        """Make the current match of a table its last; remove the table if none is being played."""
        hosted = self.room.tables[fixture.table]
        if hosted.table.state is None:
            self.room.keep(*self.line(lines.Cut(fixture.number)), *self._clear_away(hosted))
        elif not hosted.table.last:
            hosted.put(Ordered("last", why="the event is about to end"))

    def _finish(self, why: str) -> None:
        kept = self.room.keep(*self.line(lines.Over(self.room.wall(), why)), *self._opened())
        kept.add_done_callback(self._say_goodbye)

    def _say_goodbye(self, kept: asyncio.Future[None]) -> None:
        super()._say_goodbye(kept)
        if not kept.cancelled() and not kept.exception():
            self._judge_all()

    def _here(self) -> list[str]:
        return [key for key in self.book.active() if key in self.present or self.book.teams[key].policy]

    def _free(self) -> list[str]:
        playing, mirrored = self.book.playing(), self.book.event.kind == "mirrored"
        return [key for key in self._here() if mirrored or not playing[key]]

    # Tables

    def plan_for(self, fixture: lines.Drawn | Fixture) -> Plan:
        """The plan of a table of the event."""
        book, kind = self.book, self.book.event.kind
        same_cards = kind in (*ALONE, "mirrored")
        some = ",".join(sorted(fixture.keys)) if kind == "mirrored" else ""
        return msgspec.structs.replace(
            self.plan,
            id=fixture.table,
            again=fixture.deals > 1,
            matches=fixture.deals,
            deal=f"{book.opened.nonce}/{some}" if same_cards else "",
            dealt=fixture.first if same_cards else 0,
            event=self.offer.id,
            closed=kind in ALONE,
            finish_by=book.opened.finish_by,
        )

    def _set_up(self, unit: Unit) -> None:
        table, number = self.room.new_id(self.offer.id), len(self.book.fixtures) + 1
        drawn = lines.Drawn(number, table, unit.block, list(unit.keys), unit.first, unit.deals, self.room.wall())
        hosted = self.room.stand(self.plan_for(drawn), self.offer.id)
        panel, given = self.panel(), list[Input]()
        for seat, key in enumerate(unit.keys):
            if key != PANEL:
                given += self._seat(hosted, seat, key, self._company(unit))
            elif panel:
                policy = of_panel(panel, unit.keys, seat)
                given.append(Seated(f"house:{policy}:{seat}", f"{policy} {seat}", policy, seat))
        hosted.put(*given, also=[self.room.standing(hosted), *self.line(drawn)])

    def panel(self) -> list[str]:
        """The house bots against which every team plays the same cards."""
        if self.book.event.kind not in ALONE:
            return []
        return self.book.event.bots or [next(iter(self.game.house_bots.policies), "random")]

    def _company(self, unit: Unit) -> int:
        """The number of the company of bots from files that plays a unit. No company gets the same cards twice."""
        turn = unit.keys.index(min(unit.keys)) if self.book.event.kind == "mirrored" else 0
        return company_of(unit.block, turn, len(unit.keys))

    def _seat(self, hosted: Hosted, seat: int, key: str, company: int = 0) -> list[Input]:
        """The inputs that seat an entrant at a table, and attach its connection if it has one."""
        team, guest = self.book.teams[key], self.present.get(key)
        policy = f"{team.policy}#{company}" if team.policy.startswith(APART) else team.policy
        name = f"player {seat + 1}" if self.book.event.aliases else team.name
        id, wants = self._id_at(seat, key), guest.wants if guest else "own"
        given: list[Input] = [Seated(id, name, policy, seat, wants)]
        if guest is not None:
            guest.at(hosted)
            given.append(Attached(guest.connection.id, seat, scenes=guest.scenes, dialect=guest.wants))
        return given

    def _id_at(self, seat: int, key: str) -> str:
        return f"seat:{seat}" if self.book.event.aliases else key

    def known_as(self, key: str, table: str) -> str:
        """The id of a team at a table: its key, or in an event with aliases that of its seat."""
        sat = [one.keys.index(key) for one in self.book.fixtures.values() if one.table == table and key in one.keys]
        return self._id_at(sat[0], key) if sat else key

    def team_at(self, hosted: Hosted, seat: int) -> str:
        """The own name of the team in a seat, not its alias."""
        team = self.book.teams.get(self.fixture_at(hosted.id).keys[seat])
        return team.name if team else super().team_at(hosted, seat)

    def place_of(self, key: str) -> tuple[Hosted, int] | None:
        """The table and the seat where a team sits now; None if it sits nowhere."""
        for fixture in self.book.running():
            if key in fixture.keys and (hosted := self.room.tables.get(fixture.table)) and not hosted.broken:
                return hosted, fixture.keys.index(key)
        return None

    def fixture_at(self, table: str) -> Fixture:
        """The newest fixture of a table."""
        return next(one for one in reversed(self.book.fixtures.values()) if one.table == table)

    def finished(self, hosted: Hosted, result: memory.Result) -> list[Entry]:
        """Record the end of a match: the entries for the store, with all results that can be published now."""
        fixture, match = self.fixture_at(hosted.id), memory.number_of(result.match)
        if match in fixture.voided:
            return []
        entries = self.line(lines.Played(fixture.number, match, result.names, result.scores, result.at))
        entries += self._opened()
        if fixture.over:
            entries += self._clear_away(hosted)
        self._look_into(fixture, match)
        self._soon()
        return entries

    def _clear_away(self, hosted: Hosted) -> list[Entry]:
        """Remove a table; its teams wait for the next one."""
        hosted.stop()
        self.room.tables.pop(hosted.id, None)
        for guest in self.present.values():
            if guest.hosted is hosted:
                guest.hosted = None
        return [memory.without_table(hosted.id)]

    def _hidden(self) -> set[tuple[int, int]]:
        """The matches that were played and may not be published yet."""
        open_deals = self.book.open_deals()
        return {
            (fixture.number, match)
            for fixture in self.book.fixtures.values()
            for match in fixture.played
            if not self.book.tells(fixture, match, open_deals)
        }

    def _opened(self) -> list[Entry]:
        """Publish the results that have become public since the last call: the entries for the store."""
        played = {(one.number, match) for one in self.book.fixtures.values() for match in one.played}
        entries: list[Entry] = []
        for number, match in sorted(played - self._told - self._hidden()):
            self._told.add((number, match))
            fixture = self.book.fixtures[number]
            result = self.result_of(fixture, match)
            entries += self.room.publish(self.plan_for(fixture), result, self.door.claims)
        return entries

    def result_of(self, fixture: Fixture, match: int) -> memory.Result:
        """The result of a match, with the own names of the teams instead of aliases."""
        end, teams, void = fixture.played[match], self.book.teams, fixture.voided.get(match, "")
        names = [teams[key].name if key in teams else name for key, name in zip(fixture.keys, end.names, strict=True)]
        return memory.Result(f"{fixture.table}-M{match}", fixture.keys, names, end.scores, end.at, void=void)

    def _void_played(self, fixture: Fixture, match: int, why: str) -> None:
        """Void a match that was played; if its result is published, publish that it is void."""
        entries = self.line(lines.Voided(fixture.number, match, why, self.room.wall()))
        if (fixture.number, match) in self._told:
            result = self.result_of(fixture, match)
            self.room.unpublish(result)
            entries.append(memory.of_result(fixture.table, result))
        self.room.keep(*entries)

    def broke(self, hosted: Hosted) -> None:
        """A table has failed: void its current match, which is then played again."""
        fixture = self.fixture_at(hosted.id)
        if not fixture.over:
            why = "the arena failed."
            self.keep(lines.Voided(fixture.number, fixture.begun + 1, why, self.room.wall(), True))
            self.room.keep(*self._clear_away(hosted))
            self._soon()

    # Measuring and judging

    def _look_into(self, fixture: Fixture, match: int) -> None:
        self._begin(self._measure(fixture, match))

    def _judge_all(self) -> None:
        """Start to judge the matches that count by AIVAT, one after the other; only when the event is over."""
        if self._judge is not None:
            self._begin(judge_matches(self, self._judge, self._compute))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._looking.add(task)
        task.add_done_callback(self._looked)

    def _looked(self, task: asyncio.Task[None]) -> None:
        self._looking.discard(task)
        if task.cancelled() or not (error := task.exception()):
            return
        if isinstance(error, StoreError):  # the match is measured when the store can be read again
            self.room.keeping.fail(str(error))
        else:
            log.error("A match of %s could not be measured: %s", self.offer.id, error, exc_info=error)

    async def _measure(self, fixture: Fixture, match: int) -> None:
        kept = await self.room.store.read(fixture.table, 1)
        read = [table_lines.decode(line.body) for line in kept]
        plan = self.plan_for(fixture)
        try:
            found = await self._compute(measured, plan, self.game, fixture.number, match, read, self._value)
        except Exception as error:  # for example after an upgrade: the event must not wait for this match for ever
            log.error("Match %s-M%d could not be measured: %s", fixture.table, match, error, exc_info=error)
            found = None
        if self.room.closing:
            return
        if found is not None:
            self.keep(found)
        elif match not in fixture.voided:
            self._void_played(fixture, match, "the arena could not look into it.")
        if fixture.over and len(fixture.measured) == len(fixture.played):
            self._void_absent_teams(fixture)
        self._soon()

    def _void_absent_teams(self, fixture: Fixture) -> None:
        """Void all matches of a table at which a team never answered; they are played again."""
        for team in absent_teams(self.book, fixture):
            for match in fixture.counting():
                self._void_played(fixture, match, f"{team} never answered.")

    # Connections

    def enter(self, key: str, name: str) -> list[Entry]:
        """Let a team take part, unless it does already."""
        if self.book.event.kind == "mirrored":
            raise BadInput("Only bots that the arena has started play in this event.")
        return super().enter(key, name)

    def came(self, key: str) -> None:
        """Give a team that comes late to a freezeout a chair."""
        self._sit_down_late(key)

    def _sit_down_late(self, key: str) -> None:
        """Give a team that comes late to a freezeout a free chair, if there is one."""
        for fixture in self.book.running() if self.book.event.kind == "freezeout" else ():
            hosted = self.room.tables[fixture.table]
            free = [chair.seat for chair in hosted.table.chairs if not chair.taken]
            if free and not self.frozen:
                given = self._seat(hosted, free[0], key)
                hosted.put(*given, also=self.line(lines.Sat(fixture.number, free[0], key)))
                return

    # The host

    def order(
        self, what: str, *, team: str = "", match: str = "", why: str = "", values: dict[str, Any] | None = None
    ) -> None:
        """Carry out and record an order of the host; BadInput if it is not possible."""
        if values:
            raise BadInput(f"{what!r} takes no values.")
        if what not in ORDERS:
            raise BadInput(f"An event cannot {what!r}; it can {', '.join(ORDERS)}.")
        if self.book.closed:
            raise BadInput("This event is closed: its results are final.")
        if self.book.over is not None and what not in WHEN_OVER:
            raise BadInput(f"This event is over: a match can be voided, or the event closed, but not {what!r}.")
        if self.book.over is None and what == "close":
            raise BadInput("This event is not over yet, so it cannot be closed; `end` ends it.")
        if what == "void":
            return self._void(match, why)
        key = name_key(team)
        if what == "withdraw" and key not in self.book.active():
            raise BadInput(f"{team!r} does not take part; there are {', '.join(self.book.active())}.")
        entries = self.line(lines.Ordered(what, self.room.wall(), key if what == "withdraw" else "", why))
        self.room.keep(*entries, *self._opened())
        for fixture in self.book.running():
            hosted = self.room.tables[fixture.table]
            if what == "withdraw" and key in fixture.keys:
                self._end_table(fixture, hosted, f"{self.book.teams[key].name} was taken out.")
            elif what == "end" and hosted.table.state is not None:
                hosted.put(Ordered("last", why=why), Ordered("end", why=why))
        self._soon()

    def _end_table(self, fixture: Fixture, hosted: Hosted, why: str) -> None:
        """Remove a table, and void its current match."""
        self.keep(lines.Voided(fixture.number, fixture.begun + 1, why, self.room.wall(), True))
        self.room.keep(*self._clear_away(hosted))

    def _void(self, match: str, why: str) -> None:
        """Void a match, whether it is over or not; unless the event is over, it is played again."""
        if not why:
            raise BadInput("Say why the match is void: the reason is on record.")
        fixture, number = self.book.match_named(match)
        if number in fixture.voided:
            raise BadInput(f"{match} is void already.")
        if number in fixture.played:
            self._void_played(fixture, number, why)
        elif hosted := self.room.tables.get(fixture.table):
            self._end_table(fixture, hosted, why)
        self._soon()

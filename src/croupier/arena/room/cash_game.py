"""A cash game at several tables behind one code: who sits down where, and who changes tables.

A player that sits down is sent to the table that needs it most. One that changes keeps its chips, and comes in at the
other table like any newcomer. It leaves the one table and takes its chair at the other in one append; while a hand is
played it waits for the end of the hand, and the wish is a line of its table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.menu import LEAVE

from ..door import Entered
from ..store import Entry
from ..tables.inputs import CHOOSES, Attached, Changes, Departs, Input, Seated
from ..tables.table import Chair
from . import answers
from .desks import Desk
from .hosted import Hosted, together

if TYPE_CHECKING:
    from .guests import Guest

NO_CHANGE = "NO_CHANGE"
"""The code of the notice to a player that could not change tables after all."""


class CashDesk(Desk):
    """Several tables of one cash game."""

    moves: ClassVar[bool] = True

    def standing(self) -> list[Hosted]:
        """The tables that can be played at, in the order in which they were set up."""
        return [hosted for hosted in self.tables() if not hosted.broken]

    # Who sits down

    def table_for(self, against: str) -> Hosted:
        """The table with the fewest players that has one, then an empty one, then a new one."""
        free = [hosted for hosted in self.standing() if hosted.table.free_chairs]
        needy = sorted((one for one in free if _people(one)), key=_players) or free
        if needy:
            return needy[0]
        if len(self.standing()) >= self.offer.tables:
            raise BadInput("All tables are full.")
        id = self.room.new_id(self.offer.id)
        return self.room.set_up(self.offer, id, self.house_seats)

    def chair_left(self) -> answers.ChairState:
        """The kind of chair that a new player would get."""
        room = len(self.standing()) < self.offer.tables or any(one.table.free_chairs for one in self.standing())
        return "free" if room else ""

    def wanted(self, id: str, table: str, against: str) -> Hosted:
        """The table where a player sits, or where it can sit down."""
        mine = self.table_of(id)
        if mine is not None and table not in ("", mine.id):
            raise BadInput(f"You sit at {mine.id}, and in this game at one table: ask there to change.")
        return mine or super().wanted(id, table, against)

    def admit(self, guest: Guest, entered: Entered, after: int | None, scenes: bool) -> None:
        """Give a client that was let in its chair, or a free one."""
        guest.scenes = scenes
        super().admit(guest, entered, after, scenes)

    def with_purse(self, hosted: Hosted, seated: Seated, guest: Guest) -> Seated:
        """A player's chair; what it took away last from another table is to be brought back to this one."""
        left = [(one.table.taken_away[seated.id], one) for one in self.tables() if seated.id in one.table.taken_away]
        took, last = max(left, key=lambda one: one[0][1], default=(None, hosted))
        return replace(super().with_purse(hosted, seated, guest), took=None if last is hosted else took)

    # Who changes tables

    def refusal(self, old: Hosted, chair: Chair, new: Hosted) -> str:
        """Why a player cannot change from one table to another now; "" if it can."""
        purses, state = old.table.game.purses, old.table.state
        left, there = _players(old) - 1, _players(new) + 1
        if not new.table.free_chairs:
            return f"{new.id} is full."
        if not left:
            return ""  # nobody is left behind, and no blind was missed
        if state is not None and purses is not None and purses.owes(state.table, chair.seat):
            return "You sit out, or have yet to come in: play a hand here first."
        return f"It would leave {left} here, and make {there} there." if left < there else ""

    def choices(self, key: str) -> answers.TableChange:
        """The table where a player sits, and those to which it can change; BadInput if it sits nowhere."""
        old, chair = self._seat_of(key)
        others = [one for one in self.standing() if one is not old]
        found: list[answers.TableChoice] = [
            {
                "table": one.id,
                "players": _players(one),
                "seats": one.table.plan.seats,
                "why": self.refusal(old, chair, one),
            }
            for one in others
        ]
        return {"table": old.id, "to": chair.changes_to, "tables": found}

    def change(self, key: str, to: str) -> None:
        """A player wants to change tables, now or after its hand; to its own to stay. BadInput if it cannot."""
        old, chair = self._seat_of(key)
        if to == old.id:
            if chair.changes_to:
                old.put(Changes(chair.seat, ""))
            return
        new = next((one for one in self.standing() if one.id == to), None)
        if new is None:
            raise BadInput(f"This game has no table {to[:60]}.")
        if why := self.refusal(old, chair, new):
            raise BadInput(why)
        if chair.changes_to != to:
            old.put(Changes(chair.seat, to))

    def _seat_of(self, key: str) -> tuple[Hosted, Chair]:
        hosted = self.table_of(key)
        if hosted is None or hosted.broken:
            raise BadInput("You sit at no table of this game.")
        return hosted, hosted.table.chairs[hosted.seat_of(key) or 0]

    def rested(self, hosted: Hosted) -> list[Entry]:
        """Players want to change, and no hand is played: let them, as soon as this step is over."""
        self.room.loop.call_soon(self._let_change, hosted)
        return []

    def _let_change(self, old: Hosted) -> None:
        for chair in list(old.table.chairs):
            ready = not old.broken and self.room.tables.get(old.id) is old and old.table.at_boundary
            if not ready or self.room.closing or self.room.keeping.failing:
                return
            if chair.changes_to:
                self._carry_out(old, chair)

    def _carry_out(self, old: Hosted, chair: Chair) -> None:
        """Move a player, or tell it why that is not possible any more."""
        new = next((one for one in self.standing() if one.id == chair.changes_to), None)
        why = f"{chair.changes_to} is gone." if new is None else self.refusal(old, chair, new)
        guest = self.room.guests.get(old.connection_of(chair.id))
        if new is None or why:
            old.put(Changes(chair.seat, ""))
            if guest is not None and guest.dialect is not None:
                guest.say(guest.dialect.notice(NO_CHANGE, f"You stay here. {why}"))
            return
        state, purses = old.table.state, old.table.game.purses
        assert state is not None and purses is not None and old.table.decision(chair.seat).option(LEAVE)
        stack, at = purses.stack(state.table, chair.seat), self.room.wall()
        seat = new.table.free_chair().seat
        given: list[Input] = [
            Seated(
                chair.id,
                chair.name,
                seat=seat,
                dialect=chair.dialect,
                buy_in=CHOOSES,
                tops_up=purses.tops_up(state.table, chair.seat),
                took=(stack, at),
                stack=stack,
            )
        ]
        if guest is not None:
            attached = Attached(guest.connection.id, seat, scenes=guest.scenes, dialect=guest.wants, pace=guest.pace)
            given.append(attached)
        with together(self.room):
            old.put(Departs(chair.seat))
            if guest is not None:
                guest.at(new)
            new.put(*given)


def _people(hosted: Hosted) -> int:
    return sum(chair.taken and not chair.policy for chair in hosted.table.chairs)


def _players(hosted: Hosted) -> int:
    return sum(chair.taken for chair in hosted.table.chairs)

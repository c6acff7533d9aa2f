"""Scenes for those who asked for them: along the same timeline as the frames, and only while somebody looks.

A Scene has no number: who missed one is shown the next. Bots never pay for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from croupier.kernel.contract.game import State
from croupier.kernel.contract.nameplate import Nameplate
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.moments import moments
from croupier.kernel.showing.onlooker import Onlooker
from croupier.kernel.showing.scenes import scene
from croupier.kernel.showing.wire import Seated as Here
from croupier.kernel.showing.wire import body, next_actor
from croupier.kernel.showing.wire.messages import Frame
from croupier.kernel.vocabulary.events import Events

from .clocks import Question
from .inputs import SHOWN, WATCHING
from .pace import wait_before

if TYPE_CHECKING:
    from .table import Table


class Scenes:
    """Who looks on through whose eyes, and what they have seen."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._wanted: dict[str, int] = {}
        self._eyes: dict[int, tuple[tuple[Here, ...], Onlooker]] = {}
        self._views: dict[int, Any] = {}
        self._gone: set[int] = set()
        """Seats that have no part in the match any more."""

    def begin(self, connection: str, seat: int) -> None:
        """Somebody wants Scenes, and sees the table as it is."""
        self._wanted[connection] = seat
        if self._table.state is not None and not self._outside(seat):
            self._table.voice.reply(connection, self._frame(self._onlooker(seat), self._table.state))
            if clock := self._clock(seat, self._table.state):
                self._table.voice.reply(connection, clock)
            self._remember(self._table.state, seat)

    def begin_match(self) -> None:
        """A match begins: nothing of the one before leads to it."""
        self._views.clear()
        self._gone.clear()

    def end(self, connection: str) -> None:
        """Somebody is gone."""
        seat = self._wanted.pop(connection, None)
        if seat is not None and seat not in self._wanted.values():
            self._eyes.pop(seat, None)
            self._views.pop(seat, None)

    @property
    def a_person_plays(self) -> bool:
        """Whether somebody looks on who sits in a chair, and has not lost everything."""
        return any(seat != WATCHING and seat not in self._gone for seat in self._wanted.values())

    @property
    def gone(self) -> set[int]:
        """Seats that have no part any more in the match that is played, as everybody can see."""
        if self._table.state is None:
            return set()
        shown = scene(self._table.game, self._table.state, cast_for(self._table.game, None))
        return {seat.seat for seat in shown.seats if seat.gone}

    def of(self, to: int) -> list[str]:
        """The connections of a recipient of Scenes."""
        return [connection for connection, seat in self._wanted.items() if seat == to - SHOWN]

    def sayings(self, state: State, events: Events) -> list[Callable[[], None]]:
        """How a step is shown, for each pair of eyes: to be said beside the frames that tell of it."""
        eyes = sorted(set(self._wanted.values())) if self._wanted else []
        return [partial(self._show, seat, state, events) for seat in eyes if not self._outside(seat)]

    def _outside(self, seat: int) -> bool:
        """Whether somebody waits for a match that has its seat."""
        return seat != WATCHING and self._table.chairs[seat].outside

    def _show(self, seat: int, state: State, events: Events) -> None:
        table, onlooker = self._table, self._onlooker(seat)
        facts = onlooker.facts(events)
        for moment in moments(onlooker, self._views.get(seat), facts, state):
            if wait := wait_before(table, seat, moment):
                table.voice.outbox.pause(table.now, wait)
            if moment.sentence or moment.fact is facts[-1]:
                frame = table.tongues.own.scene(table.context(), moment.scene)
                table.voice.outbox.post_uncounted(table.now, SHOWN + seat, body(frame))
            self._gone = {one.seat for one in moment.scene.seats if one.gone}
        self._remember(state, seat)

    def _frame(self, onlooker: Onlooker, state: State) -> Frame:
        return self._table.tongues.own.scene(self._table.context(), onlooker.see(state))

    def tell_time(self, state: State, asked: Sequence[Question]) -> None:
        """Tell everybody who looks on whose time runs, when somebody is asked."""
        for seat in sorted(set(self._wanted.values())) if asked else ():
            if frame := self._clock(seat, state):
                self._table.voice.outbox.post_uncounted(self._table.now, SHOWN + seat, body(frame))

    def _clock(self, seat: int, state: State) -> Frame | None:
        """The clock as a pair of eyes may know it: their own, that of whose turn it is, or one that all have."""
        table = self._table
        running = {question.decision.seat: question for question in table.clocks.running()}
        actor = seat if seat in running else next_actor(table.game.pending(state))
        shared = next((one for one in running.values() if one.decision.shared_clock), None)
        question = shared or running.get(-1 if actor is None else actor)
        if question is None:
            return None
        left, whose = question.left(table.now), None if shared else question.decision.seat
        return table.tongues.own.clock(whose, left, question.limit_ms, question.bank_ms)

    def _remember(self, state: State, seat: int) -> None:
        self._views[seat] = self._table.game.view(state, None if seat == WATCHING else seat)

    def _onlooker(self, seat: int) -> Onlooker:
        """The eyes of a seat; new ones when somebody has come or gone, whom they know by name."""
        table = self._table
        known = self._eyes.get(seat)
        if known is None or known[0] != table.players:
            plates = [Nameplate(chair.id, chair.name) for chair in table.chairs]
            cast = cast_for(table.game, None if seat == WATCHING else seat, plates)
            known = self._eyes[seat] = table.players, Onlooker(table.game, cast)
        return known[1]

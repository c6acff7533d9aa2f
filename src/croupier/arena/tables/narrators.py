"""Who tells decisions in words, for the seats that want them so: their dialect is `words`.

A narrator hears what its seat is told, and nothing else. It belongs to who sits there: whoever takes the chair next
begins with another, and knows nothing of what the one before was dealt.
"""

from __future__ import annotations

from croupier.kernel.contract.game import Decision, State
from croupier.kernel.showing.narrator import BRIEF, Length, Narrator
from croupier.kernel.showing.wire import WORDS
from croupier.kernel.vocabulary.events import Events

from .table import Table


class Narrators:
    """The narrators of one table, by seat."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._known: dict[int, tuple[str, Narrator]] = {}
        self._ids: list[str] = []

    def of(self, seat: int) -> Narrator:
        """The narrator of who sits in a seat now."""
        id = self._table.chairs[seat].id
        known = self._known.get(seat)
        if known is None or known[0] != id:
            known = self._known[seat] = id, Narrator(self._table.game, seat)
        return known[1]

    def lacks(self, seat: int) -> bool:
        """Whether who narrates for a seat has not heard the whole match."""
        return not self.of(seat).whole

    def anew(self, seat: int) -> Narrator:
        """Let somebody begin to listen for a seat now."""
        self._known.pop(seat, None)
        return self.of(seat)

    def hear(self, state: State, events: Events, begins: bool) -> None:
        """Let all of them hear of a step."""
        listening = [
            chair.seat for chair in self._table.chairs if chair.dialect == WORDS and chair.taken and not chair.outside
        ]
        if listening or self._known:
            self._check_who_sits_where(listening)
        for seat in listening:
            self.of(seat).hear(events.seen_by(seat), self._table.hand_id, begins=begins)

    def say(self, state: State, decision: Decision, length: Length = BRIEF) -> str:
        """A decision of a seat, in words."""
        return self.of(decision.seat).say(state, decision, length)

    def _check_who_sits_where(self, listening: list[int]) -> None:
        ids = [chair.id for chair in self._table.chairs]
        for seat in [seat for seat in self._known if seat not in listening]:
            del self._known[seat]
        for seat, id in enumerate(self._ids):
            if id != (ids[seat] if seat < len(ids) else ""):
                for _, narrator in self._known.values():
                    narrator.forget(seat)
        self._ids = ids

"""One table of hold'em, and whatever people do to it: they come, go, vanish, come back, answer late and twice, and the
house is killed. Chips are never lost, and who knows no rule and only reads its frames has the table that it sees."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from croupier.arena.tables.inputs import WATCHING, Attached, Ordered
from croupier.arena.tables.orders.book import ORDERS
from croupier.arena.tables.table import Chair
from croupier.games.holdem.for_bots import board
from croupier.kernel.errors import BadInput
from tests.holdem.test_wire_followed import Reader

from .room import Room

SEATS, MOST_SEATS, STACK = 4, 6, 200
CHAIR = st.integers(0, SEATS - 1)


class AnyEvening(RuleBasedStateMachine):
    """Random things happen to a table; the clock only moves when a rule lets it."""

    @initialize(seating=st.sampled_from(["once", "open"]), entry=st.sampled_from(["post", "wait", "free"]))
    def open(self, seating: str, entry: str) -> None:
        bank = {"bank": 10 * STACK} if seating == "open" else {}
        options: dict[str, Any] = {
            "stack": STACK,
            "small_blind": 5,
            "big_blind": 10,
            "seating": seating,
            "entry": entry,
        }
        self.room = Room(seats=SEATS, options={**options, **bank}, waits=True, again=True)
        self.room.watch("reader")
        self.reader, self.read, self.number = Reader(), 0, 0
        self.connections = 0

    def chair(self, seat: int) -> Chair:
        """A chair; of one that the host has taken away, an empty one."""
        chairs = self.room.table.chairs
        return chairs[seat] if seat < len(chairs) else Chair(seat)

    def connect(self, seat: int, after: int | None = None) -> None:
        if not self.chair(seat).taken and seat >= self.room.table.plan.seats:
            return
        self.connections += 1
        name = f"c{self.connections}"
        if not self.chair(seat).taken:
            self.room.join(name, seat)
        else:
            self.room.put(Attached(name, seat, after=after))

    @rule(seat=CHAIR)
    def come(self, seat: int) -> None:
        """Somebody sits down, or comes back in place of an older connection."""
        self.connect(seat)

    @rule(seat=CHAIR)
    def vanish(self, seat: int) -> None:
        if connection := self.room.session.connections.get(seat):
            self.room.drop(connection)

    @rule(seat=CHAIR, back=st.integers(0, 3))
    def come_back_by_number(self, seat: int, back: int) -> None:
        if self.chair(seat).taken:
            sent = self.room.session.voice.outbox.counts.get(seat, 0)
            self.connect(seat, max(0, sent - back))

    @rule(ms=st.sampled_from([1, 500, 14_999, 15_000, 60_000]))
    def wait(self, ms: int) -> None:
        self.room.wait(ms)

    @rule(seat=CHAIR, action=st.sampled_from(["FOLD", "CHECK", "CALL", "RAISE_TO"]), amount=st.integers(0, 3 * STACK))
    def say(self, seat: int, action: str, amount: int) -> None:
        """In turn or not, legal or not."""
        if connection := self.room.session.connections.get(seat):
            self.room.act(connection, action, **({"amount": amount} if action == "RAISE_TO" else {}))

    @rule(action=st.sampled_from(["FOLD", "CHECK", "CALL", "RAISE_TO"]), twice=st.booleans())
    def answer(self, action: str, twice: bool) -> None:
        """Every seat that is asked answers, perhaps twice."""
        for chair in self.room.table.chairs:
            question = self.room.session.clocks.of(chair.seat)
            if question and chair.seat in self.room.session.connections:
                act_id = self.room.table.asked_before + question.decision.number
                raising = question.decision.named("RAISE_TO")
                more = {"amount": raising.low} if action == "RAISE_TO" and raising else {}
                for _ in range(2 if twice else 1):
                    if connection := self.room.session.connections.get(chair.seat):
                        self.room.act(connection, action, act_id=act_id, **more)

    @rule(seat=CHAIR, what=st.sampled_from(["LEAVE", "AWAY", "BACK"]))
    def step_aside(self, seat: int, what: str) -> None:
        if connection := self.room.session.connections.get(seat):
            self.room.send(connection, type="aside", action=what)

    @rule(what=st.sampled_from(["pause", "start"]))
    def order(self, what: str) -> None:
        self.room.put(Ordered(what))

    @precondition(lambda self: self.room.table.state is not None)
    @rule(blind=st.sampled_from([10, 20]))
    def raise_the_blinds(self, blind: int) -> None:
        self.room.put(Ordered("change", values={"small_blind": blind // 2, "big_blind": blind}))

    @rule(what=st.sampled_from(["step", "hold", "release", "forfeit", "kick", "end", "last"]), seat=CHAIR)
    def host(self, what: str, seat: int) -> None:
        """The host wants something, whether it can be or not."""
        about = seat if ORDERS[what].about == "seat" else None
        with suppress(BadInput):
            self.room.put(Ordered(what, about, why="because"))

    @rule(seat=CHAIR, action=st.sampled_from(["FOLD", "CHECK", "CALL", "LEAVE"]))
    def act_for(self, seat: int, action: str) -> None:
        with suppress(BadInput):
            self.room.put(Ordered("act", seat, {"action": action}))

    @rule(seat=CHAIR, values=st.sampled_from([{"ms": 5_000}, {"bank_ms": 5_000}]))
    def give_time(self, seat: int, values: dict[str, int]) -> None:
        with suppress(BadInput):
            self.room.put(Ordered("time", seat, values))

    @rule(seat=CHAIR, values=st.sampled_from([{"policy": "tight"}, {"policy": ""}, {}]))
    def swap(self, seat: int, values: dict[str, str]) -> None:
        with suppress(BadInput):
            self.room.put(Ordered("swap", seat, values))

    @rule(seats=st.integers(2, MOST_SEATS))
    def resize(self, seats: int) -> None:
        with suppress(BadInput):
            self.room.put(Ordered("resize", values={"seats": seats}))

    @rule(replay=st.booleans())
    def void(self, replay: bool) -> None:
        with suppress(BadInput):
            self.room.put(Ordered("void", values={"replay": replay}, why="a mistake"))
            self.reader = Reader()

    @rule()
    def kill(self) -> None:
        self.room.restart()
        self.room.put(Attached("reader", WATCHING, after=self.number))

    @invariant()
    def chips_are_conserved(self) -> None:
        state = self.room.table.state if hasattr(self, "room") else None
        if state is not None:
            table = state.table
            held = sum(table.betting.stack) + sum(table.betting.total) + table.bank
            assert held == sum(table.config.stack) + table.config.bank

    @invariant()
    def frames_alone_tell_stacks_bets_pot_and_board(self) -> None:
        if not hasattr(self, "room"):
            return
        frames = self.room.inboxes["reader"]
        for frame in frames[self.read :]:
            if "n" in frame:
                assert frame["n"] == self.number + 1, "no frame is lost, and none comes twice"
                self.number = frame["n"]
                self.reader.read(frame)
        self.read = len(frames)
        state = self.room.table.state
        if state is None or not self.reader.stack:
            return
        view = self.room.game.view(state, None)
        assert self.reader.pot == view.pot and tuple(self.reader.board) == board(view)
        for seat, stack in self.reader.stack.items():
            assert stack == view.stack[seat]
            assert self.room.game.between_hands(state) or self.reader.bet.get(seat, 0) == view.bet[seat]

    @invariant()
    def nobody_is_waited_for_without_a_question(self) -> None:
        if hasattr(self, "room") and (state := self.room.table.state) is not None:
            owed = {decision.seat for decision in self.room.game.pending(state) if decision.seat < MOST_SEATS}
            assert owed == {chair.seat for chair in self.room.table.chairs if self.room.session.clocks.of(chair.seat)}


AnyEvening.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestAnyEvening = AnyEvening.TestCase

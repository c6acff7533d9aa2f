"""One table of hold'em, and whatever people do to it: they come, go, vanish, come back, answer late and twice, and the
house is killed. Chips are never lost, and who knows no rule and only reads its frames has the table that it sees."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from croupier.arena.tables import lines
from croupier.arena.tables.follow import follow
from croupier.arena.tables.inputs import CHOOSES, USUAL, WATCHING, Attached, Ordered, Seated
from croupier.arena.tables.orders.book import ORDERS
from croupier.arena.tables.table import Chair, Table
from croupier.games.holdem.for_bots import board
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.menu import LEAVE, SIT
from tests.holdem.test_wire_followed import Reader

from .room import Room

SEATS, MOST_SEATS, STACK = 4, 6, 200
CHAIR = st.integers(0, SEATS - 1)


class AnyEvening(RuleBasedStateMachine):
    """Random things happen to a table; the clock only moves when a rule lets it."""

    @initialize(seating=st.sampled_from(["once", "open", "cash"]), entry=st.sampled_from(["post", "wait", "free"]))
    def open(self, seating: str, entry: str) -> None:
        bank: dict[str, Any] = {"bank": 10 * STACK} if seating == "open" else {}
        if seating == "cash":
            bank = {"least_buy_in": STACK // 2, "most_buy_in": 2 * STACK, "rake": 5, "bank": 100 * STACK}
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
        self.shadow, self.shadowed = Table(self.room.plan, self.room.game), 0
        self.took: dict[str, tuple[int, int]] = {}
        """What players took away from a cash table, and when."""

    def chair(self, seat: int) -> Chair:
        """A chair; of one that the host has taken away, an empty one."""
        chairs = self.room.table.chairs
        return chairs[seat] if seat < len(chairs) else Chair(seat)

    def connect(self, seat: int, after: int | None = None, buy_in: int = USUAL) -> None:
        if not self.chair(seat).taken and seat >= self.room.table.plan.seats:
            return
        self.connections += 1
        name = f"c{self.connections}"
        if not self.chair(seat).taken:
            who = name if self.connections % 3 else "back again"
            free = all(chair.id != who for chair in self.room.table.chairs)
            id = who if free else name
            self.room.put(Seated(id, id, seat=seat, buy_in=buy_in), Attached(name, seat))
        else:
            self.room.put(Attached(name, seat, after=after))

    @rule(seat=CHAIR, buy_in=st.sampled_from([USUAL, USUAL, CHOOSES, 1, STACK, 5 * STACK]))
    def come(self, seat: int, buy_in: int) -> None:
        """Somebody sits down, or comes back in place of an older connection."""
        self.connect(seat, buy_in=buy_in)

    @rule(seat=CHAIR)
    def vanish(self, seat: int) -> None:
        if connection := self.room.session.connections.get(seat):
            self.room.drop(connection)

    @rule(seat=CHAIR, back=st.integers(0, 3))
    def come_back_by_number(self, seat: int, back: int) -> None:
        if self.chair(seat).taken:
            sent = self.room.session.voice.outbox.counts.get(seat, 0)
            self.connect(seat, max(0, sent - back))

    @rule(ms=st.sampled_from([1, 500, 14_999, 15_000, 60_000, 3_600_000]))
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

    @rule(
        seat=CHAIR,
        what=st.sampled_from(["SIT", "TOP_UP", "AUTO_TOP_UP", "END_TOP_UP", "RETURN"]),
        amount=st.sampled_from([1, STACK // 2, STACK, 2 * STACK]),
    )
    def buy_chips(self, seat: int, what: str, amount: int) -> None:
        if connection := self.room.session.connections.get(seat):
            more = {"amount": amount} if what in ("SIT", "TOP_UP", "RETURN") else {}
            self.room.send(connection, type="aside", action=what, **more)
            if what == "RETURN":
                assert self.room.inboxes[connection][-1]["type"] == "error", "no player says what it took away"

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
            assert held + table.raked == sum(table.config.stack) + table.config.bank + table.config.carried.raked

    @invariant()
    def scores_and_rake_add_up(self) -> None:
        state = self.room.table.state if hasattr(self, "room") else None
        if state is not None:
            assert sum(self.room.game.scores(state)) + state.table.raked == 0

    @invariant()
    def nobody_comes_back_with_less_than_it_took(self) -> None:
        if not hasattr(self, "room") or "most_buy_in" not in self.room.plan.options:
            return
        for line in self.room.log[self.shadowed :]:
            state = self.shadow.state
            if isinstance(line, lines.Began) and not line.leg:
                self.took = {}
            elif isinstance(line, lines.Made) and state is not None and line.actor < MOST_SEATS:
                id, stack = self.shadow.chairs[line.actor].id, state.table.betting.stack[line.actor]
                if line.kind == LEAVE and stack:
                    self.took[id] = stack, line.at
                elif line.kind in (SIT, LEAVE):
                    chips, at = self.took.pop(id, (0, 0))
                    if line.kind == SIT and line.at < at + 3_600_000:
                        assert line.amount >= chips, "it brings back what it took"
            follow(self.shadow, line)
        self.shadowed = len(self.room.log)

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

"""The Python side of the halting driver: converts compiled rows to views, decisions, facts and moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from croupier.agents.policies import are_traced, memories_of
from croupier.agents.search import blindfolded
from croupier.kernel.contract.codec import Offered, unpack
from croupier.kernel.contract.drive import told_fault
from croupier.kernel.contract.game import ACTORS, Decision, Game, Move, State
from croupier.kernel.contract.house_bots import PolicyLike
from croupier.kernel.contract.record import Moved
from croupier.kernel.errors import BadInput, Fault
from croupier.kernel.language.jit import compiled
from croupier.kernel.language.records import Kind, Record, blank_rows, fields_of, from_row, reader, to_row
from croupier.kernel.vocabulary.events import LOUD, SILENT, TRACED, Emitted, Events
from croupier.kernel.vocabulary.keys import house_key
from croupier.kernel.vocabulary.rng import SEEDS_BELOW
from croupier.kernel.vocabulary.streams import MOST_DEALS
from croupier.kernel.vocabulary.turns import SEATS

from .driver_rules import (
    ASKED,
    BEGIN,
    FRESH,
    GO_ON,
    HAND_OVER,
    HEARD,
    LOG_FULL,
    LOOK,
    OVER,
    PAUSED,
    PLAYED,
    RECOUNT,
    STARTED,
    TABLES,
    TOLD,
    TOO_LATE,
    Room,
    halting,
)

SLICE = 4096
"""Steps between two checks for Ctrl-C."""
REMEMBERED = 4096
"""How many menus are cached as options: the same few come again and again."""


class Started(NamedTuple):
    """A hand has begun, and no seat has acted in it yet."""


class HandOver(NamedTuple):
    """A hand is over, and another will begin: the scores so far."""

    scores: list[int]


class Told(NamedTuple):
    """Something happened."""

    events: Events


class Asked(NamedTuple):
    """A seat of a Python bot has to decide."""

    decision: Decision


class Over(NamedTuple):
    """The match is over: the scores, and their sums over all ends."""

    scores: list[int]
    ends: list[int]


Halt = Started | HandOver | Told | Asked | Over
"""Why the driver has halted."""


class Driver:
    """Plays matches of a game with compiled rules, and halts where Python has something to do.

    `tells` halts after events, `waits` halts where a hand begins and where one is over, `records` keeps moves.
    """

    def __init__(
        self,
        game: Game,
        config: Any,
        policies: Sequence[PolicyLike],
        key: int,
        *,
        tells: bool = False,
        waits: bool = False,
        records: bool = False,
    ) -> None:
        self.game = game
        self.records = records
        self._play, self._many = (compiled(rule) for rule in halting(game, policies))
        self._tables, self._views, self._rooms = (
            blank_rows(game.Table, TABLES),
            blank_rows(game.View),
            blank_rows(Room),
        )
        self._mode_alone = TRACED if are_traced(policies) else SILENT
        self._rows = self._tables, self._views, self._rooms, memories_of(policies)
        to_row(game.fresh(config), self._tables, FRESH)
        at = place(game.Table, "config")
        self._config: Any = self._tables[FRESH : FRESH + 1].view("i8")[at : at + len(config.flat())]
        self._room: Any = self._rooms.view("i8")
        self._view: Any = self._views.view("i8")
        self._table: Any = self._tables["seats"]
        self._read_view = reader(game.View)
        room = self._rooms[0]
        room["waits"], room["records"] = waits, records
        room["out"]["mode"] = LOUD if tells else TRACED
        self._deal, self._steps = place(Room, "deal"), place(Room, "steps")
        self._policy, self._packed, self._log = place(Room, "policy"), place(Room, "packed"), place(Room, "log")
        self._cards, self._trace = place(Room, "action", "cards"), place(Room, "out", "trace")
        self._questions = place(Room, "questions")
        self._score, self._ends = place(Room, "score"), place(Room, "ends")
        self._seat, self._length, self._left = place(Room, "seat"), place(Room, "length"), place(Room, "left")
        self._room[self._left] = SLICE
        self._chips = chips_of(game.Table)
        self._offered: dict[bytes, Offered] = {}
        self._moves: list[int] = []
        self.take_seed(key)

    def take_seed(self, key: int) -> None:
        """Deal the following matches from a seed."""
        if not -SEEDS_BELOW < key < SEEDS_BELOW:
            raise BadInput(f"A seed is a whole number of at most 18 digits, not {key}.")
        self.key = key
        self._rooms["key"], self._rooms["house"] = key, house_key(key)

    def set_up(self, config: Any) -> None:
        """Play the following matches with another config."""
        self._config[:] = config.flat()

    def reading(self, name: str) -> int:
        """An integer of the present table, by the name of its field."""
        return int(self._tables[name][PLAYED])

    def make_ready(self, lineup: Sequence[int], alone: bool) -> None:
        """Compile everything that will be called, so that no match waits for it later."""
        if alone:
            nothing: Any = blank_rows(Room, 0)["score"]
            self.play_many(0, 1, nothing, nothing, nothing)
        else:
            self.begin(0, lineup)

    def begin(self, deal: int, policies: Sequence[int]) -> Halt:
        """Begin the match of a deal; `policies` has the number of the house policy in each seat, or ASK_PYTHON."""
        if deal >= MOST_DEALS:
            raise BadInput(f"A seed has {MOST_DEALS:,} deals; take another seed.")
        room = self._room
        room[self._deal] = deal
        room[self._policy : self._policy + SEATS] = policies
        self._moves.clear()
        return self._called(BEGIN)

    def answer(self, move: Move) -> Halt:
        """Make the move of the seat that was asked; it must be legal."""
        cards = move.cards
        if cards:
            self._room[self._cards : self._cards + len(cards)] = cards
        return self._called(move.kind, move.amount, len(cards))

    def go_on(self) -> Halt:
        """Go on after the start or the end of a hand."""
        return self._called(GO_ON)

    def heard(self) -> Halt:
        """Go on after events."""
        return self._called(HEARD)

    def too_late(self) -> Halt:
        """Leave the decision to the clock."""
        return self._called(TOO_LATE)

    def _called(self, kind: int, amount: int = 0, count: int = 0) -> Halt:
        why: int = self._play(*self._rows, kind, amount, count)
        while why in (LOG_FULL, PAUSED):
            self._drain()
            self._room[self._left] = SLICE
            why = self._play(*self._rows, GO_ON, 0, 0)
        if why == ASKED:
            return Asked(self._decision())
        if why == TOLD:
            return Told(self._events())
        if why == OVER:
            return Over(*self._scores())
        if why == STARTED:
            return Started()
        if why == HAND_OVER:
            return HandOver(self._scores()[0])
        raise self._fault(self._room.item(self._deal))

    def view(self) -> Any:
        """The view of the seat that was asked."""
        return self._read_view(self._view.tolist(), 0)

    def blindfolded(self, seat: int) -> State:
        """The match as a state, without anything that a seat does not know."""
        trace, questions = (self._room[at : at + SEATS].tolist() for at in (self._trace, self._questions))
        return blindfolded(State(self.game, from_row(self.game.Table, self._tables, PLAYED), trace, questions), seat)

    def view_of(self, seat: int) -> Any:
        """The present view of any seat."""
        self._play(*self._rows, LOOK, seat, 0)
        return self.view()

    def _decision(self) -> Decision:
        """The decision of the seat that was asked."""
        packed = self._room[self._packed : self._packed + self._room.item(self._length)]
        menu = packed.tobytes()
        known = self._offered.get(menu)
        if known is None:
            if len(self._offered) >= REMEMBERED:
                self._offered.clear()
            known = self._offered[menu] = unpack(packed.tolist(), self.game.kinds)
        seat = self._room.item(self._seat)
        return Decision(seat, *known, self._room.item(self._questions + seat))

    def _events(self) -> Events:
        """The events of the last step."""
        out = self._rooms[0]["out"]
        count = int(out["count"])
        columns = [out[name][:count].tolist() for name in ("kind", "audience", "seat", "amount", "cards", "card")]
        told: Emitted = []
        for kind, audience, seat, amount, cards, card in zip(*columns, strict=True):
            told.append((kind, audience, seat, amount))
            told += card[:cards]
        return Events(told, self.game.facts)

    @property
    def steps(self) -> int:
        """How many moves the match has had so far."""
        count: int = self._room.item(self._steps)
        return count

    @property
    def seats(self) -> int:
        """How many seats the match has."""
        return int(self._table[PLAYED])

    def _scores(self) -> tuple[list[int], list[int]]:
        seats, room = self.seats, self._room
        return (
            room[self._score : self._score + seats].tolist(),
            room[self._ends : self._ends + seats].tolist(),
        )

    def seal(self) -> bytes:
        """The table, and the table that every match begins with, as bytes: they must not change while a bot runs."""
        sealed: bytes = self._tables[: FRESH + 1].tobytes()
        return sealed

    def recount(self) -> list[int]:
        """The scores so far, computed once more by the rules without calling `_scores`, which a bot in our process may
        have replaced."""
        self._play(*self._rows, RECOUNT, 0, 0)
        scores: list[int] = self._room[self._score : self._score + self.seats].tolist()
        return scores

    def chips(self) -> int | None:
        """How many chips are on the table; None in a game without chips."""
        if not self._chips:
            return None
        table = self._tables[PLAYED : PLAYED + 1].view("i8")
        return sum(sum(table[start:end].tolist()) for start, end in self._chips)

    def moves(self) -> list[Moved]:
        """Every move of the match so far."""
        self._drain()
        kinds, log, moves, at = self.game.kinds, self._moves, [], 0
        while at < len(log):
            actor, kind, amount, count = log[at : at + 4]
            moves.append((ACTORS.get(actor, actor), kinds[kind], amount, log[at + 4 : at + 4 + count]))
            at += 4 + count
        return moves

    def _drain(self) -> None:
        logged = int(self._room[self._log - 1])
        self._moves += self._room[self._log : self._log + logged].tolist()
        self._room[self._log - 1] = 0

    def play_many(self, first: int, rotations: int, lineups: Any, scores: Any, ends: Any) -> None:
        """Fill `scores` and `ends` with matches between house bots, from number `first` on, one match in each row."""
        out = self._rooms[0]["out"]
        mode = int(out["mode"])
        out["mode"] = self._mode_alone
        room = self._rooms[0]
        room["row"], room["paused"], why = 0, 0, PAUSED
        while why == PAUSED:
            room["left"] = SLICE
            why = self._many(*self._rows, lineups, scores, ends, first, rotations)
        out["mode"] = mode
        if why != OVER:
            raise self._fault((first + int(room["row"])) // rotations)

    def _fault(self, deal: int) -> Fault:
        fault = int(self._tables[PLAYED]["fault"])
        return Fault(f"{self.game.name}: {told_fault(fault)} in deal {deal} of seed {self.key}.")


def chips_of(cls: type[Record], at: int = 0) -> list[tuple[int, int]]:
    """The ranges of a record's integers that are chips; adjacent ranges are merged."""
    found: list[tuple[int, int]] = []
    for field in fields_of(cls):
        inside = chips_of(field.record, at) if field.record is not None else []
        for start, end in [(at, at + field.length)] if Kind.CHIPS in field.kinds else inside:
            if found and found[-1][1] == start:
                start = found.pop()[0]
            found.append((start, end))
        at += field.length
    return found


def place(cls: type[Record], name: str, *inside: str) -> int:
    """The index of a field of a record, or of a record nested in it, among its integers."""
    at = 0
    for field in fields_of(cls):
        if field.name == name:
            return at + (place(field.record, *inside) if inside and field.record is not None else 0)
        at += field.length
    raise KeyError(name)

"""The phases of a table, and what leads from one to the next: the code is held to the drawing in docs/table.md."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from croupier.arena.tables import lines
from croupier.arena.tables.follow import follow
from croupier.arena.tables.inputs import DESK, Closing, Ordered
from croupier.arena.tables.orders import obeying
from croupier.arena.tables.plan import Level
from croupier.arena.tables.session import Phase, Session
from croupier.arena.tables.table import Table
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.playthrough import random_chooser
from croupier.kernel.vocabulary.menu import LEAVE
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE

from .room import Room
from .virtual import hall

PAGE = Path(__file__).parents[2] / "docs" / "table.md"
Change = tuple[str, str, str]

ORDERS = ("start", "pause", "step", "end", "last", "void", "forfeit", "start", "change")
EVENINGS, STEPS = 26, 60
OPEN = {"stack": 200, "small_blind": 5, "big_blind": 10, "seating": "open", "bank": 2_000}
ONCE = {"stack": 60, "small_blind": 5, "big_blind": 10, "hands": 4}
PLANS: list[dict[str, Any]] = [
    {"options": ONCE},
    {"options": ONCE, "manual": True},
    {"options": ONCE, "again": True, "matches": 2},
    {"options": ONCE, "again": True, "between_ms": 1_000},
    {"options": OPEN, "again": True},
    {"options": OPEN, "again": True, "waits": True},
    {"options": ONCE, "again": True, "levels": [Level(hands=2)]},
    {"game": "battle", "seats": 2, "options": {"max_rounds": 3}, "again": True},
]


def what(line: lines.Lines) -> str:
    """A line in the words of the page."""
    match line:
        case lines.Made(actor=actor):
            if actor == HOUSE:
                return "next hand"
            return "the clock" if actor == CLOCK else "move"
        case lines.Noted(order):
            return f"order {order}" if line.by != DESK else f"{order} by itself"
        case lines.Began(leg=leg):
            return "leg begins" if leg else "match begins"
    return type(line).__name__.lower()


def evening(key: int) -> Room:
    """A table to which anything happens that leads from one phase to another."""
    rng, plan = random.Random(key), PLANS[key % len(PLANS)]
    room = Room(**{"seats": 3, "least": 2, **plan})
    choose, seats = random_chooser(room.game, key), room.plan.seats
    for step in range(STEPS):
        state = room.table.state
        with suppress(BadInput):
            if step < seats or rng.random() < 0.06:
                room.join(f"p{step}")
            elif rng.random() < 0.12:
                order = rng.choice(ORDERS)
                seat = rng.randrange(seats) if order == "forfeit" else None
                values = {"void": {"replay": rng.random() < 0.5}, "change": {"small_blind": 6, "big_blind": 12}}
                room.put(Ordered(order, seat, values.get(order, {}), why="because"))
            elif state is None or not (owed := [one for one in room.game.pending(state) if one.seat < seats]):
                room.wait(rng.choice([500, 2_000, 20_000]))
            elif rng.random() < 0.1 and room.table.decision(owed[0].seat).option(LEAVE):
                room.put(Ordered("kick", owed[0].seat))
            else:
                room.table_move(owed[0].seat, choose(state, owed[0]))
    return room


def rare() -> Iterator[Room]:
    """What happens in few evenings: a void match between two hands, a pause of a table that waits, silent players."""
    for again, replay in ((True, True), (True, False), (False, False)):
        room = Room(seats=2, options=ONCE, between_ms=60_000, again=again)
        room.join("a")
        room.join("b")
        room.act("a", "FOLD")
        room.put(Ordered("void", values={"replay": replay}, why="because"))
        yield room
    room = Room(seats=2, options={**ONCE, "hands": 1})
    room.join("a")
    room.join("b")
    room.act("a", "FOLD")
    room.put(Ordered("kick", 0))
    room.put(Ordered("start"))
    room.put(Ordered("pause"))
    yield room
    room = Room(seats=2, options={**ONCE, "hands": 1}, again=True)
    room.join("a")
    room.put(Ordered("pause"))
    room.put(Ordered("start"))
    room.join("b")
    room.put(Ordered("pause"))
    room.act("a", "FOLD")
    yield room
    for order in ("start", "pause"):
        room = Room("battle", seats=2, options={"max_rounds": 3})
        room.join("a")
        room.join("b")
        room.put(Ordered(order))
        room.wait(10**6)
        yield room


def changes(room: Room) -> Iterator[Change]:
    """From which phase to which every line has led."""
    session = Session(Table(room.plan, room.game))
    for line in room.log:
        before = session.phase
        follow(session.table, line)
        if session.phase is not before:
            yield before.value, what(line), session.phase.value


def drawn() -> set[Change]:
    """The table of the page, row by row."""
    rows = re.findall(r"^\| ([a-z ]+) \| (.+?) \| ([a-z ]+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    return {(one, cause, other) for one, causes, other in rows for cause in causes.split(", ") if one != "from"}


@pytest.fixture(scope="module")
def seen() -> set[Change]:
    rooms = [*map(evening, range(EVENINGS)), *rare()]
    return {change for room in rooms for change in changes(room)}


def test_every_line_that_leads_to_another_phase_is_in_the_drawing(seen: set[Change]) -> None:
    assert seen - drawn() == set()


def test_whatever_is_in_the_drawing_happens(seen: set[Change]) -> None:
    not_lines = {change for change in drawn() if not {"closing", "broken"}.isdisjoint(change)}
    assert drawn() - not_lines - seen == set()


def test_every_phase_is_in_the_drawing() -> None:
    text = PAGE.read_text("utf-8")
    picture = text[text.index("```mermaid") : text.index("```", text.index("```mermaid") + 3)]
    assert {phase.value for phase in Phase} <= set(re.findall(r'"([a-z ]+)"', picture))
    named = dict(re.findall(r'state "([a-z ]+)" as (\w+)', picture))
    arrows = set(re.findall(r"^ +(\w+) --> (\w+)$", picture, re.MULTILINE))
    assert arrows == {(named[one], named[other]) for one, _, other in drawn()}


def test_an_arena_that_closes_lets_hands_end_and_no_hand_begin() -> None:
    room = Room(seats=2, options=ONCE)
    room.join("a")
    room.put(Closing())
    assert room.session.phase is Phase.CLOSING
    room = Room(seats=2, options=ONCE)
    room.join("a")
    room.join("b")
    room.put(Closing())
    assert room.session.phase is Phase.IN_A_HAND
    room.act("a", "FOLD")
    assert room.session.phase is Phase.CLOSING
    room.restart()
    assert room.session.phase is Phase.IN_A_HAND, "a restart knows nothing of it"


def test_a_table_that_breaks_is_broken_until_it_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.arena.room.offers import Offer

    with hall() as one:
        one.do(lambda: one.room.offer(Offer(id="T-1", game="holdem", code="CODE", seats=2, options=ONCE)))
        one.join("Alpha", "CODE")
        assert one.room.tables["T-1"].phase is Phase.WAITING
        with monkeypatch.context() as broken:
            broken.setitem(obeying.OBEYED, "pause", lambda *given: 1 / 0)
            one.do(lambda: one.room.tables["T-1"].put(Ordered("pause")))
        assert one.room.tables["T-1"].phase is Phase.BROKEN
        one.kill()
        assert one.room.tables["T-1"].phase is Phase.WAITING

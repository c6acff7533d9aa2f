"""A table is a fold over its lines: played, made again or read from a snapshot, it is the same; and only `follow` and
what it calls changes it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.arena.room import records
from croupier.arena.room.memory import Result
from croupier.arena.room.transcripts import transcript
from croupier.arena.tables import lines
from croupier.arena.tables.follow import follow
from croupier.arena.tables.inputs import Ordered
from croupier.arena.tables.plan import Level
from croupier.arena.tables.table import Table

from .room import Room
from .test_restarts import TABLES, heads_up, opened, play

ARENA = Path(records.__file__).parents[1]


def kept(table: Table) -> dict[str, Any]:
    """All that a table is, in values that can be compared."""
    values = dict(vars(table))
    for name in ("rules", "game", "full"):
        del values[name]
    state, shoe, hindsight = values.pop("state"), values.pop("shoe"), values.pop("hindsight")
    values["unshuffled"] = values["unshuffled"] is not None
    return {
        **values,
        "refusals": {seat: count for seat, count in table.refusals.items() if count},
        "state": state and state.hash(),
        "secret": shoe.secret,
        "hands": (hindsight.hands, hindsight.last),
    }


def folded(room: Room, kept_lines: list[lines.Lines]) -> Table:
    table = Table(room.plan, room.game)
    for line in kept_lines:
        follow(table, line)
    return table


def evening(name: str, key: int) -> Room:
    room = opened(name)
    play(room, key, 0.1)
    return room


@pytest.mark.parametrize("name", TABLES)
def test_a_table_that_follows_all_its_lines_is_the_table_that_was_played(name: str) -> None:
    for key in range(3):
        room = evening(name, key)
        assert kept(folded(room, room.log)) == kept(room.table)


@pytest.mark.parametrize("name", TABLES)
def test_a_snapshot_stands_for_all_lines_before_it(name: str) -> None:
    room = evening(name, 3)
    starts = [number for number, line in enumerate(room.log) if isinstance(line, lines.Snapshot)]
    assert starts
    for start in starts:
        whole, read = folded(room, room.log[: start + 1]), folded(room, room.log[start : start + 1])
        assert _without_the_hand(kept(read)) == _without_the_hand(kept(whole))
        assert kept(folded(room, room.log[:start] + room.log[start + 1 :]))["state"] == kept(room.table)["state"]


def _without_the_hand(values: dict[str, Any]) -> dict[str, Any]:
    """What counts only until the hand is over is in no snapshot."""
    values = {name: value for name, value in values.items() if name not in ("refusals", "rested")}
    values["chain"] = msgspec.structs.replace(values["chain"], hand_head=b"")
    values["chairs"] = [{**vars(chair), "timed_out_in": ""} for chair in values["chairs"]]
    return values


def test_a_level_that_has_begun_without_changes_has_begun_after_a_restart_too() -> None:
    room = heads_up(levels=[Level(hands=1), Level(hands=5)])
    room.act("a", "FOLD")
    assert room.table.level == 1
    room.restart()
    assert room.table.level == 1


def test_refused_answers_are_counted_over_a_restart() -> None:
    room = heads_up()
    for _ in range(15):
        room.act("b", "CALL")
    room.restart()
    room.put_back("b")
    for _ in range(15):
        room.act("b", "CALL")
    assert sum(isinstance(line, lines.Refused) for line in room.log) == 20


def test_a_match_at_a_table_that_has_grown_has_a_record() -> None:
    room = heads_up(god_view=1)
    room.put(Ordered("resize", values={"seats": 3}))
    room.join("c", 2)
    room.act("a", "FOLD")
    assert room.table.state is not None and room.table.state.table.seats == 3
    room.put(Ordered("end"))
    room.wait(600_000)
    assert room.finished
    teller = records.told(room.plan, room.game, 1, room.log, whole=True)
    result = Result("T-1-M1", ["a", "b", "c"], ["a", "b", "c"], list(room.finished[0].scores), 0)
    text = records.as_text(teller, result)
    assert b'"order":"resize","hand":1' in text and b'"order":"end","hand":2' in text


def test_a_transcript_has_the_last_answer_of_a_player_that_leaves() -> None:
    options = {"stack": 1_000, "small_blind": 5, "big_blind": 10, "seating": "open", "bank": 5_000}
    room = Room(seats=3, options=options)
    for name in "abc":
        room.join(name)
    room.send("a", type="aside", action="LEAVE")
    assert not room.table.chairs[0].taken
    told = transcript(room.plan, room.game, 1, room.log, "a")
    assert b'"way":"answered","action":"LEAVE"' in told


CHANGE = ("table", "steps", "follow", "obeying")
"""The modules of `tables` that may change a table, or one of its chairs."""


CHANGING = {
    *("add", "append", "clear", "discard", "extend", "insert", "pop", "popleft", "remove", "setdefault", "update"),
    *("prepare", "open_hand", "look_ahead", "draw", "begin_hand", "end_hand", "move", "release", "begin_leg"),
    "close_hand",
}
"""The methods that change a part of a table: those of lists, sets and dicts, of its shoe, its chain and its hands."""


def changes_of_tables(source: str) -> Iterator[str]:
    """The places in a source where something of a table, or of a chair, is assigned, deleted or changed by a method."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
            owner = ast.unparse(node.func.value)
            if owner.split(".")[-1] == "chair" or ".table." in f".{owner}.":
                yield f"line {node.lineno}: {ast.unparse(node)}"
        targets = node.targets if isinstance(node, ast.Assign | ast.Delete) else []
        if isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets = [node.target]
        for target in [one for each in targets for one in (each.elts if isinstance(each, ast.Tuple) else [each])]:
            owner = ast.unparse(target.value) if isinstance(target, ast.Attribute | ast.Subscript) else ""
            if owner.split(".")[-1] in ("table", "chair") or ".table." in f".{owner}":
                yield f"line {node.lineno}: {ast.unparse(target)}"


@pytest.mark.parametrize("path", sorted(ARENA.rglob("*.py")), ids=lambda path: str(path.relative_to(ARENA)))
def test_only_what_follows_lines_changes_a_table(path: Path) -> None:
    if path.parent.name not in ("tables", "orders") or path.stem not in CHANGE:
        assert list(changes_of_tables(path.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    "source",
    ["table.hand += 1", "session.table.held = True", "a, chair.missed = 1, 2", "self.table.shoe.secret = b''",
     "hosted.table.changes['x'] = 1", "del table.changes['x']", "table.forfeits.add('a')", "chair.clear()",
     "self.table.shoe.prepare(b'')", "session.table.chairs[0].clear()"],
)  # fmt: skip
def test_a_change_of_a_table_is_found(source: str) -> None:
    assert len([*changes_of_tables(source)]) == 1
    assert not [*changes_of_tables("hand = table.hand\nself.table = table\nsession.now = table.hand")]

"""Rules written out do what the rules do: construct by construct, and in every game."""

from __future__ import annotations

import linecache
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.kernel.jit import rule
from croupier.kernel.records import Record
from croupier.kernel.written_out import LONG, Writer, text_of

SIZE = 4
TABLE = np.array([3, 1, 4, 1, 5], np.int64)
DEBT = -5


class Inner(Record):
    """Something nested."""

    depth: int


class Pad(Record):
    """Something to scribble on."""

    total: int
    log: int
    cell: Annotated[list[int], SIZE]
    inner: Inner


# Rules that are called.


@rule
def noted(p: Pad, value: int) -> int:
    """Changes something: whoever calls two of these can tell in which order."""
    p.log = (p.log * 10 + value) % 10**9
    p.total += value
    return value


@rule
def doubled(value: int) -> int:
    return value + value


@rule
def sign(value: int) -> int:
    if value < 0:
        return -1
    if value == 0:
        return 0
    return 1


@rule
def place_of(p: Pad, value: int) -> int:
    for at in range(SIZE):
        if p.cell[at] == value:
            return at
    return -1


@rule
def far_place(p: Pad, value: int) -> int:
    for at in range(SIZE):
        for other in range(at):
            if p.cell[at] + p.cell[other] == value:
                return at
    return -1


@rule
def cut(p: Pad, least: int) -> None:
    if p.total > 50:
        p.total = 50
        if least > 3:
            return
        p.total -= 1
    elif least == 2:
        p.total = -least
    p.log += 1


@rule
def counted_down(value: int) -> int:
    while value > 3:
        value -= 2
        if value == 7:
            break
    return value


@rule
def bumped(p: Pad, at: int) -> None:
    p.inner.depth += at
    at = at * 3
    p.cell[at % SIZE] = p.inner.depth


@rule
def passed_on(p: Pad, value: int) -> int:
    return noted(p, value + 1)


@rule
def marked(p: Pad, value: int) -> int:
    p.inner.depth += 1
    if value > 20:
        return passed_on(p, value)
    return noted(p, p.inner.depth)


@rule
def far_noted(p: Pad, value: int) -> int:
    """Changes something, and has to stay a call."""
    for at in range(SIZE):
        for other in range(at):
            if p.cell[at] + p.cell[other] >= value:
                p.cell[other] = value % 5
                return p.cell[at] % 5
    return 2


@rule
def after_note(p: Pad, value: int) -> int:
    return noted(p, 1) * 100 + value


@rule
def greatest(p: Pad, value: int) -> int:
    return max(p.total, value, p.cell[0])


# Rules that call them: each is written out, and must leave the same pad and the same answer.


@rule
def in_order(p: Pad, a: int, b: int) -> int:
    return noted(p, a) * 100 + p.total * noted(p, b) - noted(p, 1)


@rule
def as_arguments(p: Pad, a: int, b: int) -> int:
    return noted(p, p.total + noted(p, a)) + max(noted(p, b), p.total)


@rule
def on_the_right(p: Pad, a: int, b: int) -> int:
    if (a > 0 and noted(p, b) > 2) or noted(p, 3) == a:
        return 1 if noted(p, a) else noted(p, b)
    return 0


@rule
def in_tests(p: Pad, a: int, b: int) -> int:
    rounds = 0
    while noted(p, rounds) < b and rounds < 5:
        rounds += 1
    if sign(a) == sign(b):
        rounds += 100
    elif sign(noted(p, a)) > 0:
        rounds += 200
    return rounds


@rule
def in_loops(p: Pad, a: int, b: int) -> int:
    found = 0
    for at in range(counted_down(abs(a) % 12)):
        if place_of(p, at) >= 0:
            found += doubled(place_of(p, at) + b)
            continue
        cut(p, at)
        if found > 40:
            break
    return found


@rule
def through_targets(p: Pad, a: int, b: int) -> int:
    a = doubled(a)
    a = sign(a - b) + a
    p.cell[noted(p, abs(a) % SIZE)] = noted(p, b)
    p.cell[1] += doubled(p.cell[1])
    p.total += noted(p, 7)
    b = counted_down(b)
    return a * 1000 + b


@rule
def by_nested_loops(p: Pad, a: int, b: int) -> int:
    return far_place(p, a) * 10 + place_of(p, far_place(p, b))


@rule
def lesser_and_greater(p: Pad, a: int, b: int) -> int:
    least = min(p.total, p.inner.depth) if a > b else max(p.cell[0], 3)
    return max(0, min(least - b, p.cell[1])) + min(a, noted(p, b))


@rule
def with_tables(p: Pad, a: int, b: int) -> int:
    return int(TABLE[abs(a) % len(TABLE)]) * sign(b) + (abs(a) & 7).bit_count()


@rule
def without_value(p: Pad, a: int, b: int) -> int:
    bumped(p, abs(a) % 3)
    cut(p, b)
    noted(p, 5)
    bumped(p, abs(p.inner.depth) % 5)
    marked(p, a)
    passed_on(p, b)
    marked(p, 30)
    doubled(a)
    return 0


@rule
def after_calls_that_stay(p: Pad, a: int, b: int) -> int:
    p.total = far_noted(p, a) * 10 + place_of(p, b % 5)
    p.cell[far_noted(p, b) % SIZE] += place_of(p, a % 5)
    return far_noted(p, a + b) - max(p.cell[0] + p.cell[1], 3)


@rule
def before_changes(p: Pad, a: int, b: int) -> int:
    return after_note(p, p.total) + p.total * far_noted(p, a) + place_of(p, noted(p, b))


@rule
def with_names_that_others_use(noted_: Pad, value_1: int, max: int) -> int:
    at = noted_.total * noted(noted_, max) + greatest(noted_, value_1)
    at_1 = far_noted(noted_, at) + place_of(noted_, value_1)
    return at * 100 + at_1


@rule
def with_negative_numbers(p: Pad, a: int, b: int) -> int:
    return DEBT.bit_length() + doubled(DEBT) * a - (-DEBT) % 3 + sign(DEBT) * greatest(p, -7)


CALLERS = (
    in_order,
    as_arguments,
    on_the_right,
    in_tests,
    in_loops,
    through_targets,
    by_nested_loops,
    lesser_and_greater,
    with_tables,
    without_value,
    after_calls_that_stay,
    before_changes,
    with_names_that_others_use,
    with_negative_numbers,
)
numbers = st.integers(-9, 60)


@pytest.mark.parametrize("caller", CALLERS, ids=lambda caller: caller.__name__)
@given(a=numbers, b=numbers, cells=st.lists(numbers, min_size=SIZE, max_size=SIZE), total=numbers)
def test_a_rule_written_out_does_the_same(caller: Any, a: int, b: int, cells: list[int], total: int) -> None:
    pad = Pad()
    pad.cell, pad.total, pad.inner.depth = cells, total, b
    twin = pad.copy()
    assert written(caller)(twin, a, b) == caller(pad, a, b)
    assert twin == pad


_written: dict[Any, Callable[..., Any]] = {}


def written(caller: Any) -> Callable[..., Any]:
    if caller not in _written:
        _written[caller] = Writer({}).function(caller)
    return _written[caller]


@pytest.mark.parametrize(
    ("caller", "left"),
    [(in_order, set()), (through_targets, {"noted"}), (in_loops, set()), (by_nested_loops, {"far_place"})],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_calls_vanish_where_they_can(caller: Any, left: set[str]) -> None:
    writer = Writer({})
    writer.function(caller)
    assert {name.rpartition("__")[0] for name in writer.scope if name != "__builtins__"} == {caller.__name__, *left}


@rule
def long_rule(p: Pad, a: int) -> None:
    p.cell[0] += a * 2 + p.cell[1] * 3 + p.cell[2] * 5 + p.cell[3] * 7 + p.total
    p.cell[1] += a * 3 + p.cell[1] * 5 + p.cell[2] * 7 + p.cell[3] * 9 + p.total
    p.cell[2] += a * 4 + p.cell[1] * 7 + p.cell[2] * 9 + p.cell[3] * 11 + p.total


@rule
def thrice(p: Pad, a: int, b: int) -> int:
    long_rule(p, a)
    long_rule(p, b)
    long_rule(p, a + b)
    return 0


def test_a_long_rule_is_put_in_place_once() -> None:
    text = text_of(long_rule.__code__)
    assert text is not None and text.length > LONG
    writer, pad, twin = Writer({}), Pad(), Pad()
    assert writer.function(thrice)(pad, 2, 3) == thrice(twin, 2, 3)
    assert pad == twin
    assert sum(name.startswith("long_rule__") for name in writer.scope) == 1


def fails(p: Pad) -> int:
    return p.cell[99]


@rule
def fails_within(p: Pad, a: int, b: int) -> int:
    p.total = fails(p)
    return a


def test_a_traceback_shows_what_was_written() -> None:
    with pytest.raises(IndexError) as caught:
        Writer({}).function(fails_within)(Pad(), 1, 2)
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert "fails_within written out" in last.filename and last.line is not None and ".cell[99]" in last.line


def test_a_traceback_shows_the_right_one_of_two_copies() -> None:
    copies = [Writer(instead).function(through_targets) for instead in ({}, {doubled: sign})]
    one, other = (linecache.getlines(copy.__code__.co_filename) for copy in copies)
    assert one != other


def sums_up(p: Pad) -> int:
    assert p.cell, "no rule would say so"
    return noted(p, p.cell[0]) + noted(p, p.cell[1])


@rule
def asks_for_a_sum(p: Pad, a: int, b: int) -> int:
    return sums_up(p) + noted(p, a)


def test_what_is_outside_of_the_dialect_is_called_with_rules_written_out() -> None:
    def other(p: Pad, value: int) -> int:
        return 1000

    pad = Pad()
    assert text_of(sums_up.__code__) is None
    assert Writer({noted: other}).function(asks_for_a_sum)(pad, 3, 4) == 3000
    assert pad == Pad()


def sorted_up(p: Pad) -> int:
    p.cell.sort()
    return p.cell[0]


@rule
def asks_for_order(p: Pad, a: int, b: int) -> int:
    return p.cell[0] * 10 + sorted_up(p)


def test_an_unknown_method_may_change_a_record() -> None:
    pad = Pad()
    pad.cell = [7, 3, 5, 9]
    assert Writer({}).function(asks_for_order)(pad.copy(), 0, 0) == asks_for_order(pad, 0, 0) == 73


half = rule(lambda p: p.total // 2)
unlisted: dict[str, Any] = {"rule": rule, "noted": noted}
exec("@rule\ndef typed_in(p, value):\n    return noted(p, value) + 1\n", unlisted)
typed_in = unlisted["typed_in"]


@rule
def asks_rules_without_source(p: Pad, a: int, b: int) -> int:
    return typed_in(p, a) * 100 + half(p)


def test_a_rule_without_source_is_called() -> None:
    assert text_of(half.__code__) is None and text_of(typed_in.__code__) is None
    pad = Pad()
    pad.total = 8
    assert Writer({}).function(asks_rules_without_source)(pad.copy(), 3, 4) == asks_rules_without_source(pad, 3, 4)


@pytest.mark.parametrize("edited", ["return value + 2", "return value +", "pass", "", "\n    return value + 1"])
def test_a_source_edited_after_its_import_is_not_taken(edited: str, tmp_path: Path) -> None:
    file, scope = tmp_path / "edited.py", dict[str, Any]()
    source = "def raised(value):\n    return value + 1\n"
    exec(compile(source, file, "exec"), scope)
    file.write_text(source.replace("return value + 1", edited))
    assert text_of(scope["raised"].__code__) is None
    assert Writer({}).function(scope["raised"])(3) == 4


TWICE = """\
if True:
    def raised(value):
        return value + 1
first = raised
def raised(value):
    return value + 2
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_right_one_of_two_definitions_is_taken(newline: str, tmp_path: Path) -> None:
    file, scope = tmp_path / "twice.py", dict[str, Any]()
    file.write_text(TWICE, newline=newline)
    exec(compile(file.read_bytes(), file, "exec"), scope)
    for name, expected in (("first", 4), ("raised", 5)):
        assert text_of(scope[name].__code__) is not None
        assert Writer({}).function(scope[name])(3) == expected


DEEP = """\
@rule
def rule_{0}(p):
    for at in range(1):
        {1}
"""


def test_a_hundred_rules_with_loops_can_call_one_another(tmp_path: Path) -> None:
    file, scope = tmp_path / "deep.py", {"noted": noted, "rule": rule}
    file.write_text("".join(DEEP.format(at, f"rule_{at - 1}(p)" if at else "noted(p, 5)") for at in range(100)))
    exec(compile(file.read_text(), file, "exec"), scope)
    pad = Pad()
    Writer({}).function(scope["rule_99"])(pad)
    assert pad.total == 5

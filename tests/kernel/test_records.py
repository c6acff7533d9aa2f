"""Records: the plain and the compiled form hold the same integers in the same order."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Annotated, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.kernel.errors import BadInput
from croupier.kernel.language.jit import compiled, rule
from croupier.kernel.language.records import (
    Field,
    Kind,
    Record,
    Sizes,
    blank_rows,
    fields_of,
    from_dict,
    from_row,
    row_values,
    sized,
    to_dict,
    to_row,
)

SEATS = 3
PerSeat = Annotated[list[int], SEATS]


class Purse(Record):
    """One number and one array."""

    owner: int
    coins: Annotated[list[int], 2, Kind.CHIPS]


class Piles(Record):
    """Sizes left open."""

    height: Annotated[list[int], "piles"]
    pile: Annotated[list[list[int]], "piles", "cards"]


class Table(Record):
    """Everything that a record can hold."""

    fault: int
    stack: Annotated[list[int], SEATS, Kind.CHIPS]
    choice: Annotated[list[int], SEATS, Kind.SECRET, Kind.CHIPS]
    purse: Purse
    grid: Annotated[list[list[int]], 2, SEATS]
    block: Annotated[list[list[list[int]]], 2, 3, 2]
    piles: Annotated[Piles, Sizes(piles=2, cards=4)]
    bets: PerSeat
    last: int


LENGTH = 1 + 3 + 3 + (1 + 2) + 6 + 12 + (2 + 8) + 3 + 1

numbers = st.integers(-(2**63), 2**63 - 1)
contents = st.lists(numbers, min_size=LENGTH, max_size=LENGTH)


def filled(values: list[int]) -> Table:
    table = Table()
    table.load(iter(values))
    return table


def counted() -> Table:
    """A table whose integers are 100, 101, 102 … in the order of their declaration."""
    return filled(list(range(100, 100 + LENGTH)))


# One order of the integers, in both forms.


def test_blank_is_all_zero() -> None:
    assert Table().flat() == [0] * LENGTH == row_values(blank_rows(Table))


def test_integers_lie_in_the_order_of_their_declaration() -> None:
    table = counted()
    assert table.flat() == list(range(100, 100 + LENGTH))
    assert table.fault == 100
    assert table.stack == [101, 102, 103]
    assert (table.purse.owner, table.purse.coins) == (107, [108, 109])
    assert table.grid == [[110, 111, 112], [113, 114, 115]]
    assert table.block == [[[116, 117], [118, 119], [120, 121]], [[122, 123], [124, 125], [126, 127]]]
    assert table.piles.height == [128, 129]
    assert table.piles.pile == [[130, 131, 132, 133], [134, 135, 136, 137]]
    assert table.last == 100 + LENGTH - 1


def test_the_compiled_form_has_the_same_names_and_numbers() -> None:
    rows = blank_rows(Table)
    to_row(counted(), rows)
    (row,) = rows
    assert row_values(rows) == list(range(100, 100 + LENGTH))
    assert rows.dtype.names == tuple(field.name for field in fields_of(Table))
    assert row["fault"] == 100
    assert row["purse"]["coins"].tolist() == [108, 109]
    assert row["grid"].tolist() == counted().grid
    assert row["block"].tolist() == counted().block
    assert row["piles"]["pile"].tolist() == counted().piles.pile


def test_the_compiled_form_has_no_gaps() -> None:
    assert Table.dtype.itemsize == 8 * LENGTH == 8 * sum(field.length for field in fields_of(Table))
    assert blank_rows(Table, 5).nbytes == 5 * 8 * LENGTH


@given(contents)
def test_to_the_compiled_form_and_back(values: list[int]) -> None:
    table, rows = filled(values), blank_rows(Table, 3)
    to_row(table, rows, 1)
    assert table.flat() == values == row_values(rows, 1)
    assert from_row(Table, rows, 1) == table
    assert row_values(rows, 0) == row_values(rows, 2) == [0] * LENGTH, "the neighbours are left alone"


def test_records_read_back_are_plain() -> None:
    rows = blank_rows(Table)
    to_row(counted(), rows)
    assert {type(value) for value in from_row(Table, rows).flat()} == {int}


def test_more_than_64_bits_do_not_fit() -> None:
    table = Table()
    table.last = 2**63
    with pytest.raises(OverflowError):
        to_row(table, blank_rows(Table))


@rule
def scribble(t: Table, n: int) -> int:
    """Write to every kind of field, through names for its parts too."""
    t.fault = n
    t.purse.owner = n + 1
    t.purse.coins[1] = n + 2
    t.grid[1][2] = n + 3
    t.block[1][2][0] = n + 4
    t.piles.pile[1][3] -= n
    row = t.grid[0]
    row[0] = n + 5
    piles = t.piles
    piles.height[1] = n + 6
    return t.grid[0][0] + t.piles.height[1] + len(t.block) + len(t.grid[0])


@rule
def scribble_on(ts: Any, n: int) -> int:
    """The same on an element of an array of records."""
    return scribble(ts[1], n)


def test_a_rule_writes_the_same_at_both_speeds() -> None:
    plain, rows = counted(), blank_rows(Table, 3)
    to_row(plain, rows, 1)
    assert scribble_on([plain, plain], 7) == compiled(scribble_on)(rows, 7)
    assert row_values(rows, 1) == plain.flat()
    assert row_values(rows, 0) == row_values(rows, 2) == [0] * LENGTH


# Copies and comparison.


def paths(value: Any) -> Iterator[Any]:
    """Every list and record within a value, itself included."""
    if isinstance(value, Record):
        yield value
        for field in fields_of(type(value)):
            yield from paths(getattr(value, field.name))
    elif isinstance(value, list):
        yield value
        for item in value:
            yield from paths(item)


def test_a_copy_shares_nothing() -> None:
    table = counted()
    twin = table.copy()
    assert twin == table and type(twin) is Table
    assert not {id(part) for part in paths(table)} & {id(part) for part in paths(twin)}


@given(st.integers(0, LENGTH - 1))
def test_a_copy_keeps_what_the_original_loses(place: int) -> None:
    table = counted()
    twin, values = table.copy(), table.flat()
    values[place] = -1
    table.load(iter(values))
    assert twin == counted() != table


def test_blanks_share_nothing() -> None:
    one, other = Table(), Table()
    assert not {id(part) for part in paths(one)} & {id(part) for part in paths(other)}
    assert len({id(row) for row in (*one.grid, *one.block, *one.block[0])}) == 2 + 2 + 3


def test_only_records_of_one_class_are_equal() -> None:
    assert Purse() == Purse()
    assert Purse() != Table()
    assert sized(Piles, piles=1, cards=1)() != sized(Piles, piles=1, cards=2)()
    assert Purse() != [0, 0, 0]


def test_a_record_shows_its_fields() -> None:
    assert repr(counted().purse) == "Purse(owner=107, coins=[108, 109])"


def test_a_field_that_was_not_declared_cannot_be_set() -> None:
    with pytest.raises(AttributeError):
        Purse().ower = 1  # type: ignore[attr-defined]


# Declarations.


def test_fields_are_resolved() -> None:
    by_name = {field.name: field for field in fields_of(Table)}
    assert by_name["fault"] == Field("fault", (), frozenset(), None)
    assert by_name["stack"] == Field("stack", (SEATS,), frozenset({Kind.CHIPS}), None)
    assert by_name["choice"].kinds == {Kind.SECRET, Kind.CHIPS}
    assert by_name["bets"] == Field("bets", (SEATS,), frozenset(), None)
    assert by_name["grid"].shape == (2, 3)
    assert by_name["purse"].record is Purse
    assert [field.length for field in fields_of(Table)] == [1, 3, 3, 3, 6, 12, 10, 3, 1]


def test_kinds_of_nested_records_are_theirs() -> None:
    assert [field.kinds for field in fields_of(Purse)] == [frozenset(), {Kind.CHIPS}]


def test_open_sizes_are_settled_where_a_record_is_nested() -> None:
    (piles,) = (field.record for field in fields_of(Table) if field.name == "piles")
    assert piles is not None and piles is sized(Piles, cards=4, piles=2)
    assert [field.shape for field in fields_of(piles)] == [(2,), (2, 4)]
    assert piles.__name__ == "Piles" and piles.__doc__ == Piles.__doc__


def test_one_record_may_have_several_sizes() -> None:
    small, large = sized(Piles, piles=1, cards=2), sized(Piles, piles=3, cards=5)
    assert small is not large
    assert (small.dtype.itemsize, large.dtype.itemsize) == (8 * 3, 8 * 18)
    assert (len(small().flat()), len(large().flat())) == (3, 18)


BAD_DECLARATIONS = {
    "float": "n: float",
    "bool": "n: bool",
    "string": "n: str",
    "optional": "n: int | None",
    "tuple": "n: Annotated[tuple[int, ...], 3]",
    "dict": "n: dict[int, int]",
    "class that is no record": "n: Sizes",
    "list without a size": "n: list[int]",
    "list of strings": "n: Annotated[list[str], 3]",
    "list of records": "n: Annotated[list[Small], 3]",
    "fewer dimensions than sizes": "n: Annotated[list[int], 3, 4]",
    "more dimensions than sizes": "n: Annotated[list[list[int]], 3]",
    "number with a size": "n: Annotated[int, 3]",
    "record with a size": "n: Annotated[Small, 3]",
    "list of anything": "n: Annotated[list, 3]",
    "negative size": "n: Annotated[list[int], -3]",
    "no size at all": "n: Annotated[list[int], 0]",
    "truth value for a size": "n: Annotated[list[int], True]",
    "sizes of no record": "n: Annotated[list[int], Sizes(cards=3)]",
    "negative size of a record": "n: Annotated[Open, Sizes(cards=-1)]",
    "sizes of a record that has none open": "n: Annotated[Small, Sizes(cards=3)]",
    "the base of all records": "n: Record",
    "size that is no whole number": "n: Annotated[list[int], 2.5]",
    "size that was left open": "n: Open",
    "size of another name": "n: Annotated[Open, Sizes(crads=3)]",
    "size too many": "n: Annotated[Open, Sizes(cards=3, zones=2)]",
    "starting value": "n: int = 3",
    "method": "n: int\n    def double(self) -> int: ...",
    "static method": "n: int\n    @staticmethod\n    def double(n: int) -> int: ...",
    "comparison": "n: int\n    def __lt__(self, other: object) -> bool: ...",
    "constant": "n: int\n    SIZE = 3",
    "name that every record has": "copy: int",
    "no fields": "pass",
}
PREAMBLE = """
from __future__ import annotations
from typing import Annotated
from croupier.kernel.language.records import Record, Sizes

class Small(Record):
    n: int

class Open(Record):
    n: Annotated[list[int], "cards"]
"""


@pytest.mark.parametrize("field", [pytest.param(text, id=name) for name, text in BAD_DECLARATIONS.items()])
def test_a_bad_field_is_refused_by_name(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("bad_record")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(PREAMBLE, vars(module))
    with pytest.raises(TypeError, match=r"Bad\b"):
        exec(f"class Bad(Record):\n    {field}\n", vars(module))


def test_the_refusal_names_the_field() -> None:
    with pytest.raises(TypeError, match=r"^Bad\.values: "):

        class Bad(Record):
            count: int
            values: list[int]


def test_a_record_cannot_build_upon_another() -> None:
    with pytest.raises(TypeError, match=r"Fat.*Purse"):

        class Fat(Purse):
            notes: int


def test_a_record_with_open_sizes_has_no_form() -> None:
    for use in (Piles, lambda: Piles.dtype, lambda: blank_rows(Piles)):
        with pytest.raises(TypeError, match=r"Piles needs a size 'cards'"):
            use()


@pytest.mark.parametrize(
    ("sizes", "wrong"),
    [
        ({"piles": 2}, "needs a size 'cards'"),
        ({"piles": 2, "crads": 3}, "needs a size 'cards'"),
        ({"piles": 2, "cards": 3, "crads": 3}, "has no size 'crads'"),
        ({"piles": 2, "cards": 0}, "'cards'"),
        ({"piles": 2, "cards": 2.0}, "'cards'"),
        ({"piles": 2, "cards": True}, "'cards'"),
    ],
)
def test_sizes_are_settled_all_and_by_their_names(sizes: dict[str, Any], wrong: str) -> None:
    with pytest.raises(TypeError, match=f"Piles.*{wrong}"):
        sized(Piles, **sizes)


def test_settled_sizes_stay_settled() -> None:
    with pytest.raises(TypeError, match="Piles has no size 'cards'"):
        sized(sized(Piles, piles=1, cards=2), cards=3)


# Files.


@given(contents)
def test_to_a_dictionary_and_back(values: list[int]) -> None:
    table = filled(values)
    assert from_dict(Table, to_dict(table)) == table


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("last", True),
        ("last", 1.0),
        ("last", 2**63),
        ("last", [1]),
        ("bets", [1, 2]),
        ("bets", 1),
        ("bets", [1, 2, True]),
        ("bets", [1, 2, 2**63]),
        ("bets", [-(2**63) - 1, 2, 3]),
        ("grid", [[1, 2, 3], [1, 2]]),
        ("purse", 3),
        ("purse", {"owner": 1}),
    ],
)
def test_a_value_that_does_not_fit_is_named(path: str, value: object) -> None:
    with pytest.raises(BadInput, match=path):
        from_dict(Table, to_dict(Table()) | {path: value})


class Grown(Record):
    """A record that had only its first field in an earlier release."""

    old: int
    new: Annotated[list[int], 2, Kind.ADDED]


def test_a_field_that_was_added_is_zero_where_it_is_missing() -> None:
    read = from_dict(Grown, {"old": 3})
    assert (read.old, read.new) == (3, [0, 0])
    for broken in ({"new": [1, 2]}, {"old": 3, "newer": 1}, {"old": 3, "new": 1}):
        with pytest.raises(BadInput):
            from_dict(Grown, broken)


def test_numpy_numbers_do_not_slip_in() -> None:
    with pytest.raises(BadInput, match="last"):
        from_dict(Table, to_dict(Table()) | {"last": np.int64(3)})

"""What a record keeps of a file: every value comes back as it was."""

from __future__ import annotations

from datetime import time
from decimal import Decimal
from typing import Any

import pytest

from croupier.history import about
from croupier.kernel.contract.record import MatchRecord, Played, Series
from croupier.kernel.errors import BadInput


def record(
    told: dict[str, Any], bots: tuple[str, ...] = ("seat 0", "seat 1"), seating: tuple[int, ...] = (0, 1)
) -> MatchRecord:
    series = Series("holdem", 1, {}, list(bots), 1, False, 1, about=told)
    return MatchRecord(series, Played(0, list(seating), [], []))


@pytest.mark.parametrize(
    ("key", "value", "kept"),
    [
        ("city", "Bonn", "Bonn"),
        ("open", True, True),
        ("hand", 2**63 - 1, 2**63 - 1),
        ("hand", -(2**63), -(2**63)),
        ("hand", 2**63, {"toml": str(2**63)}),
        ("hand", -(2**63) - 1, {"toml": str(-(2**63) - 1)}),
        ("time", time(8, 5), "08:05:00"),
        ("time", "08:05:00", {"toml": '"08:05:00"'}),
        ("time", "noon", "noon"),
        ("start", "08:05:00", "08:05:00"),
        ("start", time(8, 5), {"toml": "08:05:00"}),
        ("fee", Decimal("0.5"), 0.5),
        ("fee", Decimal("79.90"), 79.9),
        ("fee", Decimal("0.1000000000000000000001"), {"toml": "0.1000000000000000000001"}),
        ("names", ["a", Decimal("0.25")], ["a", 0.25]),
        ("names", {"a": {"b": 1}}, {"a": {"b": 1}}),
        ("names", {"toml": 1, "b": 2}, {"toml": 1, "b": 2}),
    ],
)
def test_a_value_of_toml_comes_back_from_json(key: str, value: Any, kept: Any) -> None:
    assert about._to_json(key, value) == kept and type(about._to_json(key, value)) is type(kept)
    back = about._from_json(key, kept)
    assert back == value and type(back) is type(value)


def test_a_table_that_looks_like_our_own_mark_comes_back_too() -> None:
    kept = about._to_json("x", {"toml": "1"})
    assert set(kept) == {"toml"} and about._from_json("x", kept) == {"toml": "1"}
    assert about._from_json("x", {"toml": "1", "b": 2}) == {"toml": "1", "b": 2}
    assert about._from_json("x", 2.0) == 2 and type(about._from_json("x", 2.0)) is int
    with pytest.raises(BadInput, match="is not TOML"):
        about._from_json("x", {"toml": "= ="})


def test_fields_of_our_own_names_get_an_underscore_more() -> None:
    fields = {"scale": 5, "scale_": 6, "listed": "x", "city": "Bonn", "city_": "Rome"}
    told = about.about_file(fields, 100, [0, 1], 2)
    assert told == {"scale": 100, "scale_": 5, "scale__": 6, "listed_": "x", "city": "Bonn", "city_": "Rome"}
    assert about.fields_of(record(told)) == fields
    assert about.about_file({}, 1, [0, 2], 3) == {"scale": 1, "listed": [0, 2]}


def test_a_scale_is_a_whole_number_from_1() -> None:
    assert about.scale_of(record({})) == 1 and about.scale_of(record({"scale": 1})) == 1
    assert about.scale_of(record({"scale": 100})) == 100
    for scale in (0, -1, 2.0, True, "2"):
        with pytest.raises(BadInput, match="whole number from 1"):
            about.scale_of(record({"scale": scale}))


def test_players_are_listed_by_their_seats() -> None:
    assert [*about.listed_in(record({}))] == [0, 1] and about.listed_in(record({"listed": [1]})) == [1]
    for listed in ([2], [-1], ["0"], [True], 1):
        with pytest.raises(BadInput, match="by seats from 0 to 1"):
            about.listed_in(record({"listed": listed}))


def test_of_a_match_between_bots_the_players_have_their_names() -> None:
    assert about.fields_of(record({"city": "Bonn", "void": None})) == {"city": "Bonn"}, "seat 0 is nobody in particular"
    assert about.fields_of(record({}, ("tight", "seat 1"))) == {"players": ["tight", "seat 1"]}
    assert about.fields_of(record({}, ("a", "b"), (1, 0))) == {"players": ["b", "a"]}
    assert about.fields_of(record({}, ("a", "b"), (0, 2))) == {}, "somebody is not known"
    assert about.fields_of(record({"scale": 1}, ("a", "b"))) == {}, "a file has names of its own"


def test_a_record_of_a_file_may_keep_how_its_log_ended() -> None:
    assert about.is_of_file(record({"scale": 1})) and not about.is_of_file(record({"city": "Bonn"}))
    for key, by_log in (("winnings", True), ("finishing_stacks", True), ("city", False)):
        assert about.ends_by_log(record({key: 1})) == by_log

"""Reading PHH, and writing TOML."""

from __future__ import annotations

import datetime
import tomllib
from decimal import Decimal

import pytest

from croupier.games.holdem.phh import _places
from croupier.games.holdem.toml import write_table
from croupier.history import read_phh, write_all
from croupier.history.actions import Verb, parse_action
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.cards import UNKNOWN

from .hands import DEALT, one, phh


def test_a_hand_is_read_with_all_that_its_file_tells() -> None:
    history = one(
        f"{DEALT}, p3 f", players="['Ann', '', 'Cy']", finishing_stacks="[1000, 1000, 1000.0]", table="'Rose'"
    )
    assert (history.stacks, history.blinds, history.antes, history.min_bet) == ((1000,) * 3, (5, 10, 0), (0, 0, 0), 10)
    assert history.finishing == (1000, 1000, 1000)
    assert [history.player(seat) for seat in range(3)] == ["Ann", "p2", "Cy"]
    assert history.label(0) == "p1 Ann" and history.label(1) == "p2"
    assert history.about["table"] == "Rose"


def test_whole_decimals_are_whole_chips() -> None:
    assert one("p3 f", starting_stacks="[1000.0, 1000.50, 1e3]").stacks == (1000, Decimal("1000.50"), 1000)


def test_several_hands_are_tables() -> None:
    text = "\n".join(f"[{key}]\n{phh('p3 f')}\n" for key in ("1", "2", "last"))
    names = [history.name for history in read_phh(text, "day.phhs")]
    assert names == ["day.phhs [1]", "day.phhs [2]", "day.phhs [last]"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("variant = ", "x.phh is not TOML: Invalid value"),
        ("hand = 3", "x.phh has no field 'variant'"),
        (phh("p3 f", variant="'PO'"), "of the variant 'PO' (pot-limit Omaha)"),
        (phh("p3 f", variant="'XX'"), "of the variant 'XX'; Croupier reads no-limit and fixed-limit"),
        (phh("p3 f", variant="[1]"), "of the variant [1]"),
        (phh("p3 f", antes=None, min_bet=None), "x.phh lacks antes, min_bet"),
        (phh("p3 f", antes="[0, 0]"), "antes has 2 numbers for 3 players"),
        (phh("p3 f", antes="0"), "antes is a list with a number for each player"),
        (phh("p3 f", antes="[0, 'x', 0]"), "antes has 'x', which is not a number"),
        (phh("p3 f", min_bet="true"), "min_bet has True, which is not a number"),
        (phh("p3 f", starting_stacks="[inf, 10, 10]"), "starting_stacks has an unknown amount (inf)"),
        (phh("p3 f", starting_stacks="[nan, 10, 10]"), "starting_stacks: NaN is not a number of chips"),
        (phh("p3 f", starting_stacks="[1e999999999, 10, 10]"), "more than 6 decimals or 15 digits"),
        (phh("p3 f", starting_stacks="[1e-999999999, 10, 10]"), "more than 6 decimals or 15 digits"),
        (phh("p3 f", starting_stacks=f"[{10**15}, 10, 10]"), "more than 15 digits"),
        (phh("p3 f", starting_stacks=f"[1{'0' * 5000}, 10, 10]"), "x.phh is not TOML"),
        (phh("p3 f").replace("['p3 f']", "[3]"), "actions is a list of texts"),
        ("a = " + "[" * 5000, "x.phh is"),
    ],
)
def test_a_field_that_cannot_be_read_is_named(text: str, says: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_phh(text, "x.phh")
    assert says in str(caught.value)


def test_the_line_of_an_action_is_found() -> None:
    text = """\
[2]
# actions = ['not this']
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [5, 10]
min_bet = 10
starting_stacks = [100, 100]
actions = [  # 'nor this'
  "p2 cc", 'p1 cc',
  # "nor this",
  '''d db
2c3c4c''',
  "p1 \\"f",
]
players = ['p1', 'p2']
"""
    [history] = read_phh(text, "x")
    assert [history.line_of(at) for at in range(5)] == [9, 9, 11, 13, None]


def test_a_text_is_searched_for_its_tables_once_however_many_of_its_hands_break() -> None:
    names = ["1", '"a]b"', "'c d'", " 7 ", *map(str, range(100, 300))]
    hand = phh("p1 nonsense") + "\n"
    lines = hand.count("\n") + 1
    text = "".join(f"[{name}]\n{hand}" for name in names)
    _places.cache_clear()
    found = [history.line_of(0) for history in read_phh(text, "x")]
    first = 2 + hand[: hand.index("actions")].count("\n")
    assert found == [first + number * lines for number in range(len(names))]
    assert _places.cache_info().misses == 1


def test_a_hand_that_is_not_from_a_file_has_no_lines() -> None:
    assert one("p3 f").line_of(1) is None


def test_the_notation_of_actions() -> None:
    assert parse_action("d dh p2 Ah??", 4, 3) == (4, Verb.DEAL_HOLE, 1, (50, UNKNOWN), False, 0)
    assert parse_action("  p1   cbr 47.50 # a bluff", 0, 3) == (0, Verb.RAISE_TO, 0, (), False, Decimal("47.5"))
    assert parse_action("p1 cbr 1,250.00", 0, 3) == (0, Verb.RAISE_TO, 0, (), False, 1250)
    assert parse_action("p3 sm", 0, 3) == (0, Verb.SHOW_OR_MUCK, 2, (), False, 0)
    assert parse_action("p3 sm -", 0, 3) == (0, Verb.SHOW_OR_MUCK, 2, (), True, 0)
    assert parse_action("# burn card 6s is exposed", 0, 3) is None
    assert parse_action("", 0, 3) is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("p4 f", "'p4' is not a player; they are p1 to p3"),
        ("p0 f", "'p0' is not a player"),
        ("p-1 f", "'p-1' is not a player"),
        ("x f", "'x' is not a player"),
        ("p1 raises", "This is not an action"),
        ("p1 f f", "This is not an action"),
        ("p1 cbr many", "'many' is not a number of chips"),
        ("p1 cbr nan", "NaN is not a number of chips"),
        ("p1 sd AhKd", "'sd' is an action of draw and stud games"),
        ("d db 1h", "'1h' is not a card"),
    ],
)
def test_a_line_that_is_no_action_is_refused_with_the_reason(text: str, says: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_action(text, 0, 3)
    assert says in str(caught.value)


def test_toml_of_every_type_reads_back() -> None:
    values = {
        "text": "a \"quoted\" \\ 'name'\n\t\x7f\x00 é 漢",
        "odd key, really": 1,
        "bare-key_2": True,
        "amount": Decimal("1234567.50"),
        "small": Decimal("1E-6"),
        "unknown": Decimal("inf"),
        "time": datetime.time(0, 0, 26),
        "date": datetime.date(2009, 7, 1),
        "list": [1, "two", [3]],
        "empty": [],
        "inner": {"a b": 1},
        "spread": ["x", "y"],
    }
    text = write_table(values, spread=frozenset({"spread", "empty"}))
    assert tomllib.loads(text, parse_float=Decimal) == values
    assert 'spread = [\n  "x",\n  "y",\n]' in text


def test_hands_read_back_as_they_were_written() -> None:
    hands = [
        one(f"{DEALT}, p3 cbr 30.5 # bluff, p1 f", finishing_stacks="[995, 1000, 1005.5]", players="['A', 'B', '\"']"),
        one("p3 f", ante_trimming_status="true", time="12:30:00"),
    ]
    for before, after in zip(hands, read_phh(write_all(hands), "x"), strict=True):
        assert before.to_toml() == after.to_toml()
        assert (before.actions, before.finishing, before.about, before.trims_antes) == (
            after.actions,
            after.finishing,
            after.about,
            after.trims_antes,
        )

"""Reading has bounds: of the text, of every list, number and text in it, and of what is told about its flaws."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import inspect

from croupier.games.genome import BadGenome, from_json, read, to_json, validate
from croupier.games.genome.language.genome import (
    DEEPEST,
    LONGEST_TEXT,
    BestHand,
    BettingPhase,
    CardPoints,
    EmptyHand,
    GameGenome,
    MostCaptured,
    MostChips,
    PlayPhase,
    RankIs,
    as_data,
)
from croupier.games.genome.language.reading import (
    LONGEST_QUOTE,
    MOST_NAMED,
    MOST_SHOWN,
    Fields,
    flaws_of_data,
    from_data,
)
from croupier.kernel.vocabulary.cards import RANKS

from .table import genome

LEAST: dict[str, Any] = {"setup": {"cards_per_player": 5}, "turn_structure": {"phases": [{"type": "ShowdownPhase"}]}}
SUITS = ("clubs", "diamonds", "hearts", "spades")
HUGE = 100_000


class Name(str):
    """The name of a field, which counts how often it is compared with another."""

    compared = 0

    def __eq__(self, other: object) -> bool:
        Name.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def comparisons(fields: int) -> int:
    """The number of comparisons that find the flaws of an object of `fields` fields, with every name there twice."""
    Name.compared = 0
    named = [(Name(f"field {number}"), 0) for number in range(fields)]
    twice = [(Name(name), 0) for name, _ in named]
    assert list(flaws_of_data(Fields(named + twice)))
    return Name.compared


def refusal(text: str | bytes) -> BadGenome:
    with pytest.raises(BadGenome) as refused:
        from_json(text)
    return refused.value


def with_unknown_fields(count: int) -> str:
    return json.dumps(LEAST | {f"x{number}": 0 for number in range(count)})


def test_work_is_in_proportion_to_the_fields_of_an_object() -> None:
    assert comparisons(4000) < 5 * comparisons(1000)


def test_some_unknown_fields_are_named_and_the_others_counted() -> None:
    few, many = refusal(with_unknown_fields(MOST_NAMED)), refusal(with_unknown_fields(MOST_NAMED + 9000))
    assert [flaw.path for flaw in few.flaws] == [f"$.x{number}" for number in range(MOST_NAMED)]
    counted = "$: 9000 more fields do not exist. Leave them out."
    assert str(many) == f"{few}\n  {counted}".replace("10 flaws", "11 flaws")


def test_message_shows_the_first_flaws_and_how_many_more_there_are() -> None:
    conditions = [{"type": "rank_is"}] * 8
    wrong = {**LEAST, "turn_structure": {"phases": [{"type": "PlayPhase", "conditions": conditions}] * 4}}
    refused = refusal(json.dumps(wrong))
    assert [flaw.wrong for flaw in refused.flaws] == ["it is missing"] * 32
    assert str(refused).splitlines()[-1] == "  … and 12 more"
    assert len(str(refused).splitlines()) == 1 + MOST_SHOWN + 1


def test_list_is_read_as_far_as_it_may_be_long() -> None:
    refused = refusal(json.dumps({**LEAST, "win_conditions": [{}] * 20_000}))
    assert str(refused.flaws[0]) == "$.win_conditions: the list has 20000 entries. Keep at most 4."
    assert [flaw.path for flaw in refused.flaws[1:]] == [f"$.win_conditions[{number}].type" for number in range(4)]


@pytest.mark.parametrize(
    "value",
    [
        "x" * HUGE,
        "\x1b" * 10_000,
        [0] * HUGE,
        [["x" * 100] * 1000] * 10,
        {f"x{number}": 0 for number in range(10_000)},
        {"x" * HUGE: 0},
        {"type": "x" * HUGE},
        -(10**4000),
        float("nan"),
    ],
)
def test_value_of_any_size_is_quoted_in_short(value: Any) -> None:
    longest = 20 * LONGEST_QUOTE
    for data in ({**LEAST, "max_turns": value}, {**LEAST, "setup": value}, {**LEAST, "schema_version": value}):
        assert len(str(refusal(json.dumps(data))).splitlines()[1]) < longest
    wrong = {**LEAST, "turn_structure": {"phases": [value]}}
    assert len(str(refusal(json.dumps(wrong))).splitlines()[1]) < longest


def test_name_of_any_length_is_quoted_in_short() -> None:
    (flaw,) = refusal(json.dumps({**LEAST, "x" * HUGE: 0})).flaws
    assert len(flaw.path) < 2 * LONGEST_QUOTE
    assert len(str(flaw)) < 10 * LONGEST_QUOTE


def test_number_of_any_length_is_out_of_range() -> None:
    text = json.dumps({**LEAST, "max_turns": 7}).replace("7", "9" * HUGE)
    assert str(refusal(text).flaws[0]) == f"$.max_turns: {'9' * 37}… is out of range. Write a number from 1 to 1000."
    with pytest.raises(BadGenome, match="0… is out of range"):
        from_data({**LEAST, "max_turns": 10**10_000})


@pytest.mark.parametrize("deep", ["[" * HUGE, '{"setup":' * 20_000, '{"setup":' + "[" * 500 + "]" * 500 + "}"])
def test_text_that_is_nested_too_deeply_is_refused(deep: str) -> None:
    (flaw,) = refusal(deep).flaws
    assert flaw.path == "$"
    assert flaw.wrong == f"lists and objects lie {deep.count('[') + deep.count('{')} deep in one another"
    assert flaw.mend == f"Keep to {DEEPEST}"


def test_data_that_is_nested_without_end_is_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(BadGenome, match="is not an object"):
        from_data({**LEAST, "setup": endless})


def test_brackets_in_a_text_are_not_nested() -> None:
    assert from_json(json.dumps({**LEAST, "note": '\\"' + "[{" * 500})).note.endswith("[{")


def test_text_that_is_too_long_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    for text in (json.dumps(LEAST) + " " * LONGEST_TEXT, '"' + "é" * LONGEST_TEXT):
        path.write_text(text, "utf-8")
        wrong = f"$: the text has more than {LONGEST_TEXT} characters. Shorten it."
        assert str(refusal(text).flaws[0]) == str(refusal(text.encode()).flaws[0]) == wrong
        with pytest.raises(BadGenome, match="the text has more than"):
            read(path)


def test_longest_genome_is_short_enough_and_not_too_deep() -> None:
    """With everything that can be said, and every character of its note written as an escape."""
    ranks = RankIs(tuple(RANKS))
    longest = genome(
        BettingPhase(1),
        *[PlayPhase(conditions=(ranks,) * 8)] * 11,
        cards=5,
        card_points=(CardPoints(100, tuple(RANKS), SUITS),) * 52,
        win=(BestHand("points", 1000), EmptyHand(), MostCaptured(), MostChips(1000)),
        chips=1,
    )
    assert validate(longest) == []
    text = json.dumps({**as_data(longest), "note": "🂡" * 10_000}, indent=2)
    assert len(to_json(longest)) < len(text) < LONGEST_TEXT
    assert from_json(text).turn_structure == longest.turn_structure


def kinds(kind: inspect.Type) -> Iterator[inspect.Type]:
    """Every type of the language."""
    yield kind
    if isinstance(kind, inspect.StructType):
        for field in kind.fields:
            yield from kinds(field.type)
    elif isinstance(kind, inspect.UnionType):
        for member in kind.types:
            yield from kinds(member)
    elif isinstance(kind, inspect.VarTupleType):
        yield from kinds(kind.item_type)
    elif isinstance(kind, inspect.Metadata):
        yield from kinds(kind.type)


def test_every_number_text_and_list_of_the_language_has_bounds() -> None:
    bounds = {inspect.IntType: ("ge", "le"), inspect.StrType: ("max_length",), inspect.VarTupleType: ("max_length",)}
    seen = set()
    for kind in kinds(inspect.type_info(GameGenome)):
        seen.add(type(kind))
        assert all(getattr(kind, bound) is not None for bound in bounds.get(type(kind), ())), kind
        assert not isinstance(kind, inspect.FloatType | inspect.ListType | inspect.DictType | inspect.AnyType)
    assert set(bounds) < seen


def test_schema_tells_the_bounds_of_the_text() -> None:
    assert GameGenome.__doc__ is not None
    assert f"at most {LONGEST_TEXT:,} characters, with lists and objects at most {DEEPEST} deep" in GameGenome.__doc__

"""Reading a genome: every flaw at once, each with its path in the JSON and how to mend it.

The type of a field defines its values, and this module reads the type: it names no part of the language. A value that
exceeds a bound is reported once and not read any further, so that the work is proportional to the text, and the report
is bounded, too.
"""

from __future__ import annotations

import difflib
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from croupier.kernel.errors import BadInput
from croupier.kernel.files import naming

from .genome import DEEPEST, LONGEST_TEXT, GameGenome, as_data

ROOT = "$"
MOST_SHOWN, MOST_NAMED = 20, 10
"""How many flaws a message shows, and how many unknown fields of an object are named; the others are counted."""
LONGEST_QUOTE = 40
WIDEST_QUOTE = 20
"""How much of a value is quoted: characters, and entries of a list."""
MOST_DIGITS = 100
"""A number with this many digits exceeds every bound."""
OPENING, CLOSING = ("[", "{"), ("]", "}")
BRACKETS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{]|[\]}]', re.DOTALL)
"""Matches brackets, and strings, in which brackets mean nothing."""
KINDS: dict[type, tuple[str, type]] = {
    inspect.BoolType: ("true or false", bool),
    inspect.StrType: ("a text", str),
    inspect.IntType: ("a whole number", int),
}


class Flaw(NamedTuple):
    """An error at a path of a genome, and how to mend it."""

    path: str
    wrong: str
    mend: str

    def __str__(self) -> str:
        return f"{self.path}: {self.wrong}. {self.mend}."


def sentences_of(flaws: Sequence[Flaw]) -> list[str]:
    """The first flaws as sentences, and how many more there are."""
    more = len(flaws) - MOST_SHOWN
    return [*map(str, flaws[:MOST_SHOWN]), *([f"… and {more} more"] if more > 0 else [])]


class BadGenome(BadInput):
    """A genome that cannot be played, with all its flaws; the message shows the first of them."""

    def __init__(self, flaws: list[Flaw], where: str = "This genome") -> None:
        count = "one flaw" if len(flaws) == 1 else f"{len(flaws)} flaws"
        super().__init__("\n  ".join([f"{where} has {count}:", *sentences_of(flaws)]))
        self.flaws = flaws


class Fields(dict[str, Any]):
    """An object of the JSON that remembers the fields that it names more than once."""

    def __init__(self, fields: list[tuple[str, Any]]) -> None:
        super().__init__(fields)
        self.repeated = {name for name, count in Counter(name for name, _ in fields).items() if count > 1}


def from_json(text: str | bytes, where: str = "This genome") -> GameGenome:
    """The genome of a JSON text; BadGenome if the text is not one."""
    data = _parsed(text)
    if isinstance(data, Flaw):
        raise BadGenome([data], where)
    return from_data(data, where)


def _parsed(text: str | bytes) -> Any:
    """The data of a JSON text; a Flaw if it is not JSON, or too large to be read."""
    if len(text) > LONGEST_TEXT:
        return Flaw(ROOT, f"the text has more than {LONGEST_TEXT} characters", "Shorten it")
    try:
        if isinstance(text, bytes):
            text = text.decode(json.detect_encoding(text), "surrogatepass")
        if (depth := _depth(text)) > DEEPEST:
            return Flaw(ROOT, f"lists and objects lie {depth} deep in one another", f"Keep to {DEEPEST}")
        return json.loads(text, object_pairs_hook=Fields, parse_int=_whole_number)
    except ValueError as error:
        return Flaw(ROOT, f"it is not JSON: {error}", "Mend the text there")


def _depth(text: str) -> int:
    """How deep the brackets of a text are nested."""
    depth = deepest = 0
    for bracket in BRACKETS.findall(text):
        depth += 1 if bracket in OPENING else -1 if bracket in CLOSING else 0
        deepest = max(deepest, depth)
    return deepest


def _whole_number(digits: str) -> int:
    """The number of some digits; with more than MOST_DIGITS, another one that also exceeds every bound."""
    return int(digits[:MOST_DIGITS])


def from_data(data: Any, where: str = "This genome") -> GameGenome:
    """The genome of the dictionaries and lists of its JSON."""
    if flaws := list(flaws_of_data(data)):
        raise BadGenome(flaws, where)
    return msgspec.convert(data, GameGenome)


def read(path: str | Path) -> GameGenome:
    """The genome in a file."""
    with naming(f"The genome {path}", "read"), Path(path).open("rb") as file:
        text = file.read(LONGEST_TEXT + 1)
    return from_json(text, str(path))


def flaws_of_data(data: Any) -> Iterator[Flaw]:
    """The flaws of data that does not conform to the language."""
    return _flaws(data, _language(), ROOT)


def flaws_of_values(genome: GameGenome) -> Iterator[Flaw]:
    """The same for a genome that was made in Python, whose fields were not checked."""
    return flaws_of_data(as_data(genome))


@cache
def _language() -> inspect.Type:
    return inspect.type_info(GameGenome)


def _flaws(data: Any, kind: inspect.Type, path: str) -> Iterator[Flaw]:
    if isinstance(kind, inspect.Metadata):
        yield from _flaws(data, kind.type, path)
    elif isinstance(kind, inspect.StructType):
        yield from _flaws_of_object(data, kind, path)
    elif isinstance(kind, inspect.UnionType):
        yield from _flaws_of_union(data, kind, path)
    elif isinstance(kind, inspect.VarTupleType):
        yield from _flaws_of_list(data, kind, path)
    elif isinstance(kind, inspect.LiteralType):
        if type(data) is not str or data not in kind.values:
            yield Flaw(path, f"{_short(data)} is unknown here", _one_of(data, kind.values))
    else:
        yield from _flaws_of_value(data, kind, path)


def _flaws_of_value(data: Any, kind: Any, path: str) -> Iterator[Flaw]:
    name, wanted = KINDS[type(kind)]
    if wanted is not type(data):
        yield Flaw(path, f"{_short(data)} is not {name}", f"Write {name}")
    elif wanted is int and isinstance(data, int) and not kind.ge <= data <= kind.le:
        yield Flaw(path, f"{_short(data)} is out of range", f"Write a number from {kind.ge} to {kind.le}")
    elif isinstance(data, str) and len(data) > kind.max_length:
        yield Flaw(path, f"the text has {len(data)} characters", f"Shorten it to {kind.max_length}")
    elif isinstance(data, str) and not data.isprintable():
        yield Flaw(path, f"{_short(data)} has characters that cannot be printed", "Write it in one line, without them")


def _flaws_of_object(data: Any, kind: inspect.StructType, path: str) -> Iterator[Flaw]:
    if not isinstance(data, dict):
        yield Flaw(path, f"{_short(data)} is not an object", "Write it in braces, with its fields")
        return
    fields = {field.encode_name: field for field in kind.fields}
    known = [*fields, kind.tag_field] if kind.tag_field else [*fields]
    unknown = [name for name in data if name not in known]
    for name in unknown[:MOST_NAMED]:
        yield Flaw(_place(path, name), "there is no such field", _one_of(name, known) + ", or leave it out")
    if more := len(unknown[MOST_NAMED:]):
        yield Flaw(path, f"{more} more fields do not exist", "Leave them out")
    for name in known:
        if isinstance(data, Fields) and name in data.repeated:
            yield Flaw(f"{path}.{name}", "the field is there more than once", "Keep one of them")
    for name, field in fields.items():
        if name in data:
            yield from _flaws(data[name], field.type, f"{path}.{name}")
        elif field.required:
            yield Flaw(f"{path}.{name}", "it is missing", "Add it; it has no default")


def _place(path: str, name: Any) -> str:
    """The path of a field that may have any name."""
    plain = isinstance(name, str) and name.isprintable() and len(name) <= LONGEST_QUOTE
    return f"{path}.{name}" if plain else f"{path}[{_short(name)}]"


def _flaws_of_union(data: Any, kind: inspect.UnionType, path: str) -> Iterator[Flaw]:
    """The flaws of one of several structures, which differ by their type; or of a value that may be null."""
    members = {member.tag: member for member in kind.types if isinstance(member, inspect.StructType)}
    if not members:
        others = [member for member in kind.types if not isinstance(member, inspect.NoneType)]
        if data is not None:
            yield from _flaws(data, others[0], path)
    elif not isinstance(data, dict):
        yield Flaw(path, f"{_short(data)} is not an object", "Write it in braces, with its type and fields")
    elif not isinstance(tag := data.get("type"), str) or tag not in members:
        wrong = f"{_short(tag)} is unknown here" if "type" in data else "it is missing"
        yield Flaw(f"{path}.type", wrong, _one_of(tag, members))
    else:
        yield from _flaws(data, members[tag], path)


def _flaws_of_list(data: Any, kind: inspect.VarTupleType, path: str) -> Iterator[Flaw]:
    if not isinstance(data, list):
        yield Flaw(path, f"{_short(data)} is not a list", "Write it in brackets")
        return
    least, most = kind.min_length or 0, kind.max_length
    assert most is not None, "every list of the language has a bound"
    if len(data) < least:
        yield Flaw(path, f"the list has {len(data)} entries", f"Give it at least {least}")
    if len(data) > most:
        yield Flaw(path, f"the list has {len(data)} entries", f"Keep at most {most}")
    entries = data[:most]
    if isinstance(kind.item_type, inspect.LiteralType):
        counts = Counter(entry for entry in entries if isinstance(entry, str))
        for entry in sorted(entry for entry, count in counts.items() if count > 1):
            yield Flaw(path, f"{_short(entry)} is there more than once", "Keep one of them")
    for number, entry in enumerate(entries):
        yield from _flaws(entry, kind.item_type, f"{path}[{number}]")


def _short(data: Any) -> str:
    """A value as JSON, shortened if it is long."""
    quoted = _beginning(data, 2)
    text = json.dumps(quoted, ensure_ascii=False)
    if not text.isprintable():
        text = json.dumps(quoted)
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 3] + "…"


def _beginning(data: Any, depth: int) -> Any:
    """As much of a value as can be quoted."""
    if isinstance(data, dict | list) and depth == 0:
        return "…"
    if isinstance(data, dict):
        fields = islice(data.items(), WIDEST_QUOTE)
        return {_beginning(name, 0): _beginning(value, depth - 1) for name, value in fields}
    if isinstance(data, list):
        return [_beginning(entry, depth - 1) for entry in data[:WIDEST_QUOTE]]
    if isinstance(data, int) and abs(data) >= 10**MOST_DIGITS:
        return 10**MOST_DIGITS if data > 0 else -(10**MOST_DIGITS)
    return data[: 2 * LONGEST_QUOTE] if isinstance(data, str) else data


def _one_of(given: Any, known: Any) -> str:
    near = difflib.get_close_matches(given[:LONGEST_QUOTE], known, 1) if isinstance(given, str) else []
    return f"Write {near[0]}" if near else f"It is one of {', '.join(sorted(known))}"

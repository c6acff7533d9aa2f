"""Reading a genome: every flaw at once, each with its place in the JSON and how to mend it.

What a field may be stands in its type, and this reads the type: no part of the language is mentioned here.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from croupier.kernel.errors import BadInput

from .genome import GameGenome, as_data

ROOT = "$"
KINDS: dict[type, tuple[str, type]] = {
    inspect.BoolType: ("true or false", bool),
    inspect.StrType: ("a text", str),
    inspect.IntType: ("a whole number", int),
}


class Flaw(NamedTuple):
    """What is wrong at a place of a genome, and how to mend it."""

    path: str
    wrong: str
    mend: str

    def __str__(self) -> str:
        return f"{self.path}: {self.wrong}. {self.mend}."


class BadGenome(BadInput):
    """A genome that cannot be played, with all its flaws."""

    def __init__(self, flaws: list[Flaw], where: str = "This genome") -> None:
        count = "one flaw" if len(flaws) == 1 else f"{len(flaws)} flaws"
        super().__init__(f"{where} has {count}:\n" + "\n".join(f"  {flaw}" for flaw in flaws))
        self.flaws = flaws


class _Object(dict[str, Any]):
    """An object of the JSON that remembers which fields it names more than once."""

    def __init__(self, fields: list[tuple[str, Any]]) -> None:
        super().__init__(fields)
        names = [name for name, _ in fields]
        self.repeated = [name for name in self if names.count(name) > 1]


def from_json(text: str | bytes, where: str = "This genome") -> GameGenome:
    """The genome of a JSON text; BadGenome if it says what the language does not have."""
    try:
        data = json.loads(text, object_pairs_hook=_Object)
    except (ValueError, RecursionError) as error:
        raise BadGenome([Flaw(ROOT, f"it is not JSON: {error}", "Mend the text there")], where) from error
    return from_data(data, where)


def from_data(data: Any, where: str = "This genome") -> GameGenome:
    """The genome of the dictionaries and lists of its JSON."""
    if flaws := list(flaws_of_data(data)):
        raise BadGenome(flaws, where)
    return msgspec.convert(data, GameGenome)


def read(path: str | Path) -> GameGenome:
    """The genome in a file."""
    try:
        text = Path(path).read_bytes()
    except OSError as error:
        raise BadInput(f"The genome {path} cannot be read: {error.strerror}.") from error
    return from_json(text, str(path))


def flaws_of_data(data: Any) -> Iterator[Flaw]:
    """Where data is not what the language describes."""
    return _flaws(data, _language(), ROOT)


def flaws_of_values(genome: GameGenome) -> Iterator[Flaw]:
    """The same for a genome that was made in Python, where nobody has checked its fields."""
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
    elif wanted is int and isinstance(data, int) and not _within(data, kind.ge, kind.le):
        bounds = f"from {kind.ge} to {kind.le}" if kind.le is not None else f"from {kind.ge}"
        yield Flaw(path, f"{data} is out of range", f"Write a number {bounds}")
    elif isinstance(data, str) and kind.max_length is not None and len(data) > kind.max_length:
        yield Flaw(path, f"the text has {len(data)} characters", f"Shorten it to {kind.max_length}")
    elif isinstance(data, str) and not data.isprintable():
        yield Flaw(path, f"{_short(data)} has characters that cannot be printed", "Write it in one line, without them")


def _within(number: int, low: int | None, high: int | None) -> bool:
    return (low is None or number >= low) and (high is None or number <= high)


def _flaws_of_object(data: Any, kind: inspect.StructType, path: str) -> Iterator[Flaw]:
    if not isinstance(data, dict):
        yield Flaw(path, f"{_short(data)} is not an object", "Write it in braces, with its fields")
        return
    fields = {field.encode_name: field for field in kind.fields}
    known = [*fields, kind.tag_field] if kind.tag_field else [*fields]
    for name in data:
        if name not in known:
            place = f"{path}.{name}" if name.isprintable() else f"{path}[{_short(name)}]"
            yield Flaw(place, "there is no such field", _one_of(name, known) + ", or leave it out")
        elif isinstance(data, _Object) and name in data.repeated:
            yield Flaw(f"{path}.{name}", "the field is there more than once", "Keep one of them")
    for name, field in fields.items():
        if name in data:
            yield from _flaws(data[name], field.type, f"{path}.{name}")
        elif field.required:
            yield Flaw(f"{path}.{name}", "it is missing", "Add it; it has no default")


def _flaws_of_union(data: Any, kind: inspect.UnionType, path: str) -> Iterator[Flaw]:
    """One of several structures, told apart by their type; or something that may be null."""
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
    if kind.min_length is not None and len(data) < kind.min_length:
        yield Flaw(path, "the list is too short", f"Give it at least {kind.min_length}")
    if kind.max_length is not None and len(data) > kind.max_length:
        yield Flaw(path, f"the list has {len(data)} entries", f"Keep at most {kind.max_length}")
    if isinstance(kind.item_type, inspect.LiteralType) and all(isinstance(item, str) for item in data):
        for item in sorted({item for item in data if data.count(item) > 1}):
            yield Flaw(path, f"{_short(item)} is there more than once", "Keep one of them")
    for number, item in enumerate(data):
        yield from _flaws(item, kind.item_type, f"{path}[{number}]")


def _short(data: Any) -> str:
    text = json.dumps(data, ensure_ascii=False)
    if not text.isprintable():
        text = json.dumps(data)
    return text if len(text) <= 40 else text[:37] + "…"


def _one_of(given: Any, known: Any) -> str:
    near = difflib.get_close_matches(given, known, 1) if isinstance(given, str) else []
    return f"Write {near[0]}" if near else f"It is one of {', '.join(sorted(known))}"

"""The parts of a genome: everything that it says about the game, each with its path in the JSON.

A part is a field, or a structure in a list: a phase, a condition, the points of some cards. A field whose default means
nothing (0, false, null, an empty list) is no part while it has that value, nor is a label such as the title.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from .genome import GameGenome, Part

Path = tuple[str | int, ...]
PHASES: Path = ("turn_structure", "phases")
ONCE: Path = ("turn_structure", "once")
LABELS = frozenset({"schema_version", "genome_id", "generation", "title", "note"})


@cache
def fields_of(structure: type[Part]) -> dict[str, inspect.Field]:
    """The fields of a structure, by name."""
    described = inspect.type_info(structure)
    assert isinstance(described, inspect.StructType)
    return {field.name: field for field in described.fields}


def parts(genome: GameGenome) -> dict[Path, Any]:
    """Every part and its value, a structure before its contents."""
    return dict(_parts(genome, ()))


def _parts(part: Part, path: Path) -> Iterator[tuple[Path, Any]]:
    for field in fields_of(type(part)).values():
        value, inside = getattr(part, field.name), (*path, field.name)
        if isinstance(value, Part):
            yield from _parts(value, inside)
        elif isinstance(value, tuple) and value and isinstance(value[0], Part):
            for number, item in enumerate(value):
                yield (*inside, number), item
                yield from _parts(item, (*inside, number))
        elif inside[0] not in LABELS and (value or value != field.default):
            yield inside, value


def written(path: Path) -> str:
    """A path as text: "$.turn_structure.phases[0].min_bet"."""
    return "$" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)


def is_in(path: Path, other: Path) -> bool:
    """Whether a path is another, or inside of it."""
    return path[: len(other)] == other


def found(part: Any, path: Path) -> Any:
    """The value at a path of a genome."""
    for step in path:
        part = part[step] if isinstance(step, int) else getattr(part, step)
    return part


def fewest(genome: GameGenome, path: Path) -> int:
    """The least number of entries of a list."""
    structure: Part = found(genome, path[:-1])
    kind = fields_of(type(structure))[str(path[-1])].type
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    assert isinstance(kind, inspect.VarTupleType)
    return kind.min_length or 0


def replaced(part: Any, path: Path, value: Any) -> Any:
    """A genome with another value at a path."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        return (*part[:step], replaced(part[step], rest, value), *part[step + 1 :])
    return msgspec.structs.replace(part, **{step: replaced(getattr(part, step), rest, value)})


def without(genome: GameGenome, path: Path) -> GameGenome:
    """A genome without a structure of a list; all others are played as often as before."""
    items, number = found(genome, path[:-1]), path[-1]
    assert isinstance(number, int)
    made: GameGenome = replaced(genome, path[:-1], (*items[:number], *items[number + 1 :]))
    once = genome.turn_structure.once
    if path[:-1] == PHASES and number < once:
        made = replaced(made, ONCE, once - 1)
    return made


def left_out(genome: GameGenome, path: Path) -> GameGenome | None:
    """A genome without a part; None if it is a field that has its default, or no default."""
    if isinstance(path[-1], int):
        return without(genome, path)
    structure: Part = found(genome, path[:-1])
    default = fields_of(type(structure))[path[-1]].default
    if default is msgspec.NODEFAULT or default == found(genome, path):
        return None
    made: GameGenome = replaced(genome, path, default)
    return made


def alternatives(genome: GameGenome, path: Path) -> Iterator[GameGenome]:
    """Genomes that differ in one part only: without it, or with other values. Some of them may not be playable."""
    if isinstance(path[-1], int):
        yield without(genome, path)
        return
    structure: Part = found(genome, path[:-1])
    value = getattr(structure, path[-1])
    for other in _other_values(value, fields_of(type(structure))[path[-1]].type):
        if other != value:
            yield replaced(genome, path, other)


def _other_values(value: Any, kind: inspect.Type) -> Iterator[Any]:
    if isinstance(kind, inspect.Metadata):
        yield from _other_values(value, kind.type)
    elif isinstance(kind, inspect.UnionType):
        for member in kind.types:
            yield from _other_values(value, member)
    elif isinstance(kind, inspect.NoneType):
        yield None
    elif isinstance(kind, inspect.BoolType):
        yield not value
    elif isinstance(kind, inspect.LiteralType):
        yield from kind.values
    elif isinstance(kind, inspect.IntType):
        low, high = kind.ge or 0, kind.le or 0
        yield from (number for number in (value - 1, value + 1, 2 * value, low) if low <= number <= high)
    elif isinstance(kind, inspect.VarTupleType):
        for number in range(len(value)):
            yield (*value[:number], *value[number + 1 :])
        for item in _other_values(value[-1], kind.item_type):
            yield (*value[:-1], item)

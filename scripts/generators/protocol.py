"""Generates `docs/protocol.md` from the messages: the purpose of each, an example, its fields and their tests."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import UnsetType

import tests.battle.test_wire
import tests.holdem.test_wire
import tests.holdem.test_wire_answers
import tests.wire.test_contract
import tests.wire.test_generic
import tests.wire.test_signed
from croupier.games.battle.wire import BattleDialect
from croupier.games.holdem.wire import HoldemDialect
from croupier.kernel.showing.scene import Scene
from croupier.kernel.showing.wire import Dialect, Frame, body
from croupier.kernel.showing.wire.contract import ContractDialect
from scripts.generators.examples import examples
from tests.wire.produced import PRODUCED

WITH_TESTS = (
    tests.wire.test_generic,
    tests.holdem.test_wire,
    tests.holdem.test_wire_answers,
    tests.battle.test_wire,
    tests.wire.test_contract,
    tests.wire.test_signed,
)
INTRODUCTION = Path(__file__).parent / "introduction.md"
DIALECTS = {
    "Every other game": Dialect,
    "Hold'em": HoldemDialect,
    "The Battle": BattleDialect,
    "Records": ContractDialect,
}


def book() -> str:
    """The whole text."""
    shown = examples()
    parts = [INTRODUCTION.read_text(encoding="utf-8").rstrip()]
    told: set[type[Any]] = set()
    for title, dialect in DIALECTS.items():
        parts.append(f"## {title}")
        for heading, union in (("sends", dialect.incoming), ("is sent", dialect.outgoing)):
            frames = [frame for frame in get_args(union) if frame not in told]
            told.update(frames)
            parts.append(f"### A client {heading}")
            parts += [_message(frame, shown) for frame in frames]
    return "\n\n".join(parts) + "\n"


def fields() -> Iterator[tuple[type[Frame], str]]:
    """Every field of every message, by its name on the wire."""
    for dialect in DIALECTS.values():
        for frame in (*get_args(dialect.incoming), *get_args(dialect.outgoing)):
            yield frame, "type"
            for field in msgspec.structs.fields(frame):
                yield frame, field.encode_name


def _message(frame: type[Frame], shown: dict[type[Frame], Frame]) -> str:
    lines = [f"#### `{frame.__struct_config__.tag}`", "", paragraph_of(frame), ""]
    lines += ["```json", _wrapped(_example(shown[frame])), "```"]
    rows = [_row(frame, field) for field in msgspec.structs.fields(frame) if field.name != "v"]
    if rows:
        lines += ["", "| field | type | | test |", "|---|---|---|---|", *rows]
    for part in dict.fromkeys(_parts(frame)):
        lines += ["", f"`{part.__name__}`: {paragraph_of(part)}", "", "| field | type | |", "|---|---|---|"]
        lines += [_row(part, field) for field in msgspec.structs.fields(part)]
    return "\n".join(lines)


def _example(frame: Frame) -> str:
    """A message, without fields that a client may leave out."""
    if not is_sent_by_clients(type(frame)):
        return body(frame).decode()
    default = {field.encode_name: field.default for field in msgspec.structs.fields(type(frame)) if field.name != "v"}
    made = msgspec.json.decode(body(frame))
    return msgspec.json.encode({name: made[name] for name in made if default.get(name, ...) != made[name]}).decode()


def is_sent_by_clients(frame: type[Any]) -> bool:
    """Whether a message is from a client to a table."""
    return any(frame in get_args(dialect.incoming) for dialect in DIALECTS.values())


def _row(owner: type[Any], field: msgspec.structs.FieldInfo) -> str:
    cells = [f"`{field.encode_name}`", _type(owner, field), note_of(owner, field.name)]
    if (where := PRODUCED.get((owner, field.encode_name))) is not None:
        cells.append(where.rpartition("::")[2])
    return "| " + " | ".join(cells) + " |"


def _type(owner: type[Any], field: msgspec.structs.FieldInfo) -> str:
    may_be_left_out = is_sent_by_clients(owner) or owner.__struct_config__.omit_defaults
    optional = UnsetType in get_args(field.type) or (may_be_left_out and not field.required)
    return _named(field.type) + (", optional" if optional else "")


def _named(kind: Any) -> str:
    """A type in words."""
    if get_origin(kind) is Literal:
        return " or ".join(f"`{value}`" for value in get_args(kind))
    if get_origin(kind) in (list, tuple):
        inside = _named(get_args(kind)[0])
        return f"list of ({inside})" if " or " in inside else f"list of {inside}"
    if get_origin(kind) is dict:
        return "object"
    if get_origin(kind) is Annotated:
        return _named(get_args(kind)[0])
    if parts := [part for part in get_args(kind) if part is not UnsetType]:
        return " or ".join("null" if part is NoneType else _named(part) for part in parts)
    return {int: "int", str: "string", bool: "bool", Any: "anything"}.get(kind) or kind.__name__


def _parts(owner: type[Any]) -> Iterator[type[Any]]:
    """The structures inside a message; a Scene is described elsewhere."""
    for field in msgspec.structs.fields(owner):
        for part in _leaves(field.type):
            if isinstance(part, type) and issubclass(part, msgspec.Struct) and part is not Scene:
                yield part
                yield from _parts(part)


def _leaves(kind: Any) -> Iterator[Any]:
    if inside := get_args(kind):
        for part in inside:
            yield from _leaves(part)
    else:
        yield kind


def paragraph_of(owner: type[Any]) -> str:
    """The purpose of a structure, in one line."""
    return " ".join((inspect.getdoc(owner) or "").split())


def note_of(owner: type[Any], name: str) -> str:
    """The docstring below a field in the source."""
    for cls in owner.__mro__:
        if note := _notes(cls).get(name):
            return note
    return ""


@cache
def _notes(cls: type[Any]) -> dict[str, str]:
    if cls.__module__ not in sys.modules or "croupier" not in cls.__module__:
        return {}
    tree = ast.parse(inspect.getsource(sys.modules[cls.__module__]))
    found = next((node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == cls.__name__), None)
    notes: dict[str, str] = {}
    for one, following in zip(found.body, found.body[1:], strict=False) if found else ():
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and isinstance(following, ast.Expr):
            notes[one.target.id] = " ".join(str(ast.literal_eval(following.value)).split())
    return notes


def _wrapped(text: str, width: int = 110) -> str:
    """A long line of JSON in several."""
    lines, line = [], ""
    for part in text.replace(',"', ',\n"').split("\n"):
        if line and len(line) + len(part) > width:
            lines.append(line)
            line = " "
        line += part
    return "\n".join([*lines, line])

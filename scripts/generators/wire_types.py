"""Generates `web/src/lib/wire.ts`: the messages and the Scene in TypeScript, from the Python structures.

The page uses the generic dialect everywhere, and two messages of the Battle for its queue; it ignores all others.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import UnsetType

from croupier.games.battle.wire.messages import QueueJoin, QueueLeave
from croupier.kernel.showing.wire import Dialect, Frame
from scripts.generators.protocol import is_sent_by_clients, note_of, paragraph_of

HEAD = "// Written by scripts/golden from the structures of kernel/showing: change those.\n"
PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", Any: "unknown", NoneType: "null"}
RENAMED = {"Choice": "LegalChoice", "Result": "MatchResult"}
"""New names for structures of messages that have the same name as a structure of the Scene."""


def typescript() -> str:
    """The whole file."""
    told: dict[type[Any], str] = {}
    sent, heard = (*get_args(Dialect.incoming), QueueJoin, QueueLeave), get_args(Dialect.outgoing)
    for frame in (*sent, *heard):
        _tell(frame, told)
    names = list(map(_name, told))
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"Two structures have one name, which TypeScript would merge: {', '.join(sorted(twice))}.")
    return "\n".join(
        [
            HEAD,
            *told.values(),
            f"/** What the page may send. */\nexport type Sent = {_union(sent)};\n",
            f"/** What it may hear; it ignores anything else. */\nexport type Heard = {_union(heard)};\n",
        ]
    )


def _tell(struct: type[Any], told: dict[type[Any], str]) -> None:
    """Write a structure, after the structures that it contains."""
    if struct in told:
        return
    fields = msgspec.structs.fields(struct)
    for field in fields:
        for part in _structs(field.type):
            _tell(part, told)
    lines = [f"/** {paragraph_of(struct)} */", f"export interface {_name(struct)} {{"]
    if tag := struct.__struct_config__.tag:
        lines.append(f'  type: "{tag}";')
        if not is_sent_by_clients(struct):
            lines.append("  /** Its number, where it has one. */\n  n?: number;")
    for field in fields:
        if note := note_of(struct, field.name):
            lines.append(f"  /** {note} */")
        lines.append(f"  {field.encode_name}{'?' if _may_be_absent(struct, field) else ''}: {_type(field.type)};")
    told[struct] = "\n".join([*lines, "}\n"])


def _may_be_absent(struct: type[Any], field: msgspec.structs.FieldInfo) -> bool:
    if field.name == "v":
        return False
    left_out = is_sent_by_clients(struct) or struct.__struct_config__.omit_defaults
    return UnsetType in get_args(field.type) or (left_out and not field.required)


def _type(kind: Any) -> str:
    inside = [part for part in get_args(kind) if part is not UnsetType]
    match get_origin(kind):
        case origin if origin is Annotated:
            return _type(inside[0])
        case origin if origin is Literal:
            return " | ".join(str(part) if isinstance(part, int) else f'"{part}"' for part in inside)
        case origin if origin in (list, tuple):
            element = _type(inside[0])
            return f"({element})[]" if " | " in element else f"{element}[]"
        case origin if origin is dict:
            return f"Record<string, {_type(inside[1])}>"
    if inside:
        return " | ".join(map(_type, inside))
    return PLAIN.get(kind) or _name(kind)


def _structs(kind: Any) -> Iterable[type[Any]]:
    if inside := get_args(kind):
        return [struct for part in inside for struct in _structs(part)]
    return [kind] if isinstance(kind, type) and issubclass(kind, msgspec.Struct) else []


def _name(struct: type[Any]) -> str:
    in_messages = struct.__module__.endswith("messages") and not issubclass(struct, Frame)
    return RENAMED.get(struct.__name__, struct.__name__) if in_messages else struct.__name__


def _union(structs: Iterable[type[Any]]) -> str:
    return " | ".join(map(_name, structs))

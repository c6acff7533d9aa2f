"""Errors in settings, for the person who wrote them: which setting, what was given, and what is allowed.

flaw = flaw_of(error, Settings, values)     where msgspec.convert(values, Settings) has raised `error`
flaw.path                                   ("limits", "per_address"): the setting
str(flaw)                                   "limits.per_address is a whole number of 1 or more, not 0"
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from .spelling import meant

PLACE = re.compile(r"(?P<said>.*?)(?: - at `(?:key in )?\$(?P<path>.*)`)?", re.DOTALL)
STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")
UNKNOWN = re.compile(r"Object contains unknown field `(.*)`")
MISSING = re.compile(r"Object missing required field `(.*)`")
OURS = ("Expected ", "Invalid ")
"""How an error message about a value alone begins: its type says better what is allowed instead."""
LONGEST_SHOWN = 60


class Flaw(NamedTuple):
    """One error in settings."""

    path: tuple[str | int, ...]
    """Keys, and indices of list entries from 1."""
    said: str
    """What is wrong, to be appended to the name of the setting."""

    def __str__(self) -> str:
        return self.under(str(self.path[0]), 1) if self.path else f"this{self.said}"

    def under(self, name: str, steps: int) -> str:
        """The message with `name` in place of the first `steps` parts of the path."""
        for step in self.path[steps:]:
            if isinstance(step, int):
                name += f", entry {step}"
            else:
                name += f": {step}" if ", entry " in name else f".{step}"
        return name + self.said


def flaw_of(error: msgspec.ValidationError, kind: type, values: Any) -> Flaw:
    """The flaw behind an error that was raised by converting `values` to `kind`."""
    found = PLACE.fullmatch(str(error))
    assert found is not None
    said, type_ = found["said"], inspect.type_info(kind)
    path: list[str | int] = []
    for name, entry in STEP.findall(found["path"] or ""):
        if name:
            type_, values = _of_key(type_, name), values.get(name) if isinstance(values, dict) else None
            path.append(name)
        elif entry == "...":
            type_, values = _within(type_), None
        else:
            type_, values = _within(type_), values[int(entry)]
            path.append(int(entry) + 1)
    if unknown := UNKNOWN.fullmatch(said):
        keys = [field.encode_name for field in _fields(type_)]
        return Flaw((*path, unknown[1]), f" is no setting.{meant(unknown[1], keys)} There are {', '.join(keys)}")
    if missing := MISSING.fullmatch(said):
        return Flaw((*path, missing[1]), " is missing")
    if said.startswith(OURS):
        shown = "" if values is None else f", not {_shown(values)}"
        each = ": each value" if (found["path"] or "").endswith("[...]") else ""
        return Flaw(tuple(path), f"{each} is {allowed(type_)}{shown}")
    return Flaw(tuple(path), f": {said}")


def allowed(type_: inspect.Type) -> str:
    """The values that a type allows, in words."""
    match type_:
        case inspect.Metadata():
            return str((type_.extra_json_schema or {}).get("description") or allowed(type_.type))
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType() | inspect.FloatType():
            return ("a whole number" if isinstance(type_, inspect.IntType) else "a number") + _bounds(type_)
        case inspect.StrType():
            return "a text"
        case inspect.LiteralType():
            return f"one of {', '.join(map(str, type_.values))}"
        case inspect.ListType():
            return "a list, of which each is " + allowed(type_.item_type)
        case inspect.DictType() | inspect.StructType():
            return "a table of names and values"
        case inspect.UnionType():
            return " or ".join(allowed(one) for one in type_.types if not isinstance(one, inspect.NoneType))
    return "something else"


def _bounds(type_: inspect.IntType | inspect.FloatType) -> str:
    whole = isinstance(type_, inspect.IntType)
    least = type_.ge if type_.gt is None else type_.gt + 1 if whole else type_.gt
    most = type_.le if type_.lt is None else type_.lt - 1 if whole else type_.lt
    if least is not None and most is not None:
        return f" from {least} to {most}"
    return f" of {least} or more" if least is not None else f" of {most} or less" if most is not None else ""


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def _fields(type_: inspect.Type) -> Sequence[inspect.Field]:
    if isinstance(type_, inspect.UnionType):
        return [field for one in type_.types for field in _fields(one)]
    return type_.fields if isinstance(type_, inspect.StructType) else ()


def _of_key(type_: inspect.Type, name: str) -> inspect.Type:
    return next((field.type for field in _fields(type_) if field.encode_name == name), inspect.AnyType())


def _within(type_: inspect.Type) -> inspect.Type:
    match type_:
        case inspect.ListType():
            return type_.item_type
        case inspect.DictType():
            return type_.value_type
        case inspect.UnionType():
            return next((_within(one) for one in type_.types if not isinstance(one, inspect.NoneType)), type_)
    return inspect.AnyType()

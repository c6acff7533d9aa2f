"""Writing TOML: the part of it that a hand history needs. Python reads TOML, but does not write it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any


def write_table(values: Mapping[str, Any], *, spread: frozenset[str] = frozenset()) -> str:
    """The lines of a table; lists whose keys are in `spread` have one item a line."""
    lines = []
    for key, value in values.items():
        if key in spread and value:
            items = "".join(f"  {write_value(item)},\n" for item in value)
            lines.append(f"{write_key(key)} = [\n{items}]\n")
        else:
            lines.append(f"{write_key(key)} = {write_value(value)}\n")
    return "".join(lines)


def write_key(key: str) -> str:
    """A key, quoted if it is more than letters, digits, dashes and underscores."""
    bare = key.isascii() and key.replace("-", "_").replace("_", "a").isalnum()
    return key if bare else _text(key)


def write_value(value: Any) -> str:
    """A value of any type that TOML has."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        return f"{value:f}" if value.is_finite() else str(value).lower().replace("infinity", "inf")
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{write_key(key)} = {write_value(item)}" for key, item in value.items()) + "}"
    return "[" + ", ".join(write_value(item) for item in value) + "]"


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")  # JSON's escapes are TOML's, but for DEL

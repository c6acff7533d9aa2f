"""The differences between two genomes: path by path, and in the sentences of their rule books."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..rulebook import sentences
from .genome import GameGenome, Part, as_data
from .parts import Path, fields_of, written

NOTHING = "nothing"


class Difference(NamedTuple):
    """A path at which two genomes differ; None stands for a missing value.

    The path is that in the first genome, or in the second if only that one has the part. `told_before` and `told_after`
    are the sentences of the rule books.
    """

    path: str
    before: Any
    after: Any
    told_before: str = ""
    told_after: str = ""

    def __str__(self) -> str:
        text = f"{self.path}: {_shown(self.before)} becomes {_shown(self.after)}"
        quotes = [f"    {sign} {told}" for sign, told in (("-", self.told_before), ("+", self.told_after)) if told]
        return "\n".join([text, *quotes])


def differences(before: GameGenome, after: GameGenome) -> list[Difference]:
    """Everything that differs, in the order of the JSON."""
    said_before, said_after = _said(before), _said(after)
    found, quoted = list[Difference](), {("", "")}
    for old, new, was, now in _differences(before, after, (), ()):
        told = said_before.get(old, ""), said_after.get(new, "")
        if told[0] == told[1] or told in quoted:
            told = "", ""
        quoted.add(told)
        found.append(Difference(written(old or new), as_data(was), as_data(now), *told))
    return found


def _said(genome: GameGenome) -> dict[Path, str]:
    """The sentence of the rule book about each part; tables are too long to be quoted."""
    return {
        path: sentence.text for sentence in sentences(genome) for path in sentence.tells if "\n" not in sentence.text
    }


def _differences(was: Any, now: Any, old: Path, new: Path) -> Iterator[tuple[Path, Path, Any, Any]]:
    if isinstance(was, Part) and type(was) is type(now):
        for name in fields_of(type(was)):
            yield from _differences(getattr(was, name), getattr(now, name), (*old, name), (*new, name))
    elif _is_list_of_parts(was) or _is_list_of_parts(now):
        yield from _differences_of_lists(was, now, old, new)
    elif was != now:
        yield old, new, was, now


def _is_list_of_parts(value: Any) -> bool:
    return isinstance(value, tuple) and any(isinstance(item, Part) for item in value)


def _differences_of_lists(
    was: tuple[Any, ...], now: tuple[Any, ...], old: Path, new: Path
) -> Iterator[tuple[Path, Path, Any, Any]]:
    """Compare structures of the same type with one another, in order; the others were added or removed."""
    kinds = [type(item).__name__ for item in was], [type(item).__name__ for item in now]
    for operation, i, i_end, j, j_end in difflib.SequenceMatcher(None, *kinds, autojunk=False).get_opcodes():
        if operation == "equal":
            for k in range(i_end - i):
                yield from _differences(was[i + k], now[j + k], (*old, i + k), (*new, j + k))
        else:
            yield from (((*old, k), (), was[k], None) for k in range(i, i_end))
            yield from (((), (*new, k), None, now[k]) for k in range(j, j_end))


def _shown(value: Any) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, dict):
        rest = ", ".join(f"{name} {_shown(inside)}" for name, inside in value.items() if name != "type")
        return f"{value.get('type', 'an entry')}{f' ({rest})' if rest else ''}"
    if isinstance(value, list):
        return " ".join(map(_shown, value)) or NOTHING
    return str(value).lower() if isinstance(value, bool) else str(value)

"""What changed from one Scene to the next, as JSON: a hand of fifty moments is a few Scenes long, not fifty.

A delta has the keys that changed, null for one that is gone. Of a list that stays as long as it was, only the items
that changed are there, by their place: {"2": …}; else the whole list. In Scenes no value is null, and no list of things
becomes one thing, so a delta can be read in one way only.
"""

from __future__ import annotations

from typing import Any

SAME = object()
"""Nothing changed."""


def delta(before: Any, after: Any) -> Any:
    """What leads from one value to another; SAME if they are equal."""
    if before == after:
        return SAME
    if isinstance(before, dict) and isinstance(after, dict):
        changed = {key: delta(before[key], after[key]) for key in after if key in before}
        gone = dict.fromkeys(before.keys() - after.keys())
        new = {key: after[key] for key in after if key not in before}
        return {key: value for key, value in {**changed, **gone, **new}.items() if value is not SAME}
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        items = {str(place): delta(*pair) for place, pair in enumerate(zip(before, after, strict=True))}
        return {place: item for place, item in items.items() if item is not SAME}
    return after


def patched(before: Any, change: Any) -> Any:
    """The value that a delta leads to."""
    if isinstance(before, dict) and isinstance(change, dict):
        kept = {key: value for key, value in before.items() if key not in change}
        new = {key: patched(before.get(key), value) for key, value in change.items() if value is not None}
        return {**kept, **new}
    if isinstance(before, list) and isinstance(change, dict):
        return [patched(item, change[str(place)]) if str(place) in change else item
                for place, item in enumerate(before)]  # fmt: skip
    return change

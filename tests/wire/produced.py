"""Finds for every field of every message a test that produces it: `docs/protocol.md` lists them, and none may be
missing."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from croupier.kernel.showing.wire import Frame, body

Test = TypeVar("Test", bound=Callable[..., None])
PRODUCED: dict[tuple[type[Frame], str], str] = {}
"""The test of each field, by message and by the field's name on the wire."""
_seen: set[tuple[type[Frame], str]] = set()


def sent(frame: Frame) -> Any:
    """A message as decoded JSON."""
    made = msgspec.json.decode(body(frame))
    note(frame, made)
    return made


def note(frame: Frame, made: dict[str, Any]) -> None:
    """Note the fields of a message that was produced."""
    _seen.update((type(frame), name) for name in made)


def produces(message: type[Frame], *fields: str) -> Callable[[Test], Test]:
    """Marks a test that produces these fields of a message; the test fails if it does not."""

    def mark(test: Test) -> Test:
        where = f"{test.__module__.replace('.', '/')}.py::{test.__name__}"
        PRODUCED.update({(message, field): where for field in fields})

        @functools.wraps(test)
        def checked(*args: Any, **kwargs: Any) -> None:
            _seen.clear()
            test(*args, **kwargs)
            assert {field for field in fields if (message, field) not in _seen} == set(), "claimed, and not there"

        return checked  # type: ignore[return-value]

    return mark

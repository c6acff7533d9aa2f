"""Which test makes which field of which message: `docs/protocol.md` lists them, and none may be missing."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from croupier.kernel.showing.wire import Frame, body

Test = TypeVar("Test", bound=Callable[..., None])
PRODUCED: dict[tuple[type[Frame], str], str] = {}
"""The test of each field, by message and by the name that it has on the wire."""
_seen: set[tuple[type[Frame], str]] = set()


def sent(frame: Frame) -> Any:
    """A message as its recipient reads it."""
    made = msgspec.json.decode(body(frame))
    note(frame, made)
    return made


def note(frame: Frame, made: dict[str, Any]) -> None:
    """Remember that these fields of a message have been there."""
    _seen.update((type(frame), name) for name in made)


def produces(message: type[Frame], *fields: str) -> Callable[[Test], Test]:
    """Marks a test that makes these fields of a message; the test fails if it does not."""

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

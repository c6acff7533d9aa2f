"""A cache of the matches that were asked about last, with the types of its requests and answers."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, NamedTuple

from croupier.kernel.errors import BadInput, CroupierError

from .hands import PlayedMatch
from .telling import Forbidden, OfTable, Permit, Wish, match_from, tell

KEEPS = 8
"""The most matches in the cache."""


class Job(NamedTuple):
    """A request about a match, by its key; with its source, if the worker may no longer have the match."""

    key: str
    wish: Wish
    permit: Permit
    source: OfTable | str | None = None


class Flaw(NamedTuple):
    """Why there is no answer."""

    words: str
    forbidden: bool = False


FORGOTTEN = "forgotten"
"""The answer to a job without a source, about a match that is not in the cache."""


class Shelf:
    """The matches that were asked about last."""

    def __init__(self) -> None:
        self._matches: OrderedDict[str, PlayedMatch] = OrderedDict()

    def answer(self, job: Job) -> Any:
        """The answer to a job, FORGOTTEN, or a Flaw."""
        try:
            match = self._matches.pop(job.key, None)
            if match is None:
                if job.source is None:
                    return FORGOTTEN
                match = match_from(job.source)
            self._matches[job.key] = match
            while len(self._matches) > KEEPS:
                self._matches.popitem(last=False)
            return tell(match, job.wish, job.permit)
        except BadInput as error:
            return Flaw(str(error), isinstance(error, Forbidden))
        except CroupierError as error:
            return Flaw(f"This cannot be played again by today's rules: {error}")
        except Exception as error:
            return Flaw(f"This cannot be played again: {type(error).__name__}.")

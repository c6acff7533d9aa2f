"""A run: plays generations, and writes each to the folder before the next begins."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from croupier.kernel.errors import BadInput

from .folder import Folder, Row, row_of
from .search import Search
from .settings import Settings
from .tasks import Evaluate


class Finished(NamedTuple):
    """The end of a run: its search, whether it played all generations, and how long it took."""

    search: Search
    complete: bool
    seconds: float


def start(path: str | Path, settings: Settings) -> tuple[Folder, Search]:
    """Start a new run in a new folder."""
    folder = Folder(path)
    folder.create(settings)
    return folder, Search(settings)


def resume(path: str | Path, settings: Settings | None = None, *, previous: bool = False) -> tuple[Folder, Search]:
    """Resume a run from its checkpoint. Of the settings only `generations` may have changed."""
    folder = Folder(path)
    search = folder.resume(previous=previous)
    if settings is not None:
        for name in Settings.__struct_fields__:
            old, new = getattr(search.settings, name), getattr(settings, name)
            if name != "generations" and old != new:
                raise BadInput(
                    f"{folder.path} was begun with {name} {old}, not {new}: leave it out, or start a new run."
                )
        search.settings = settings
    return folder, search


def play_on(
    folder: Folder, search: Search, evaluate: Evaluate, tell: Callable[[Row], None] = lambda row: None
) -> Finished:
    """Play the remaining generations; `tell` gets the figures of each. A Ctrl-C loses only the current generation: the
    search that is returned then is that of the last checkpoint."""
    began = time.perf_counter()
    try:
        while search.generation < search.settings.generations:
            before = time.perf_counter()
            found = search.step(evaluate)
            row = row_of(search, found, time.perf_counter() - before)
            folder.save(search, row)
            tell(row)
    except KeyboardInterrupt:
        return Finished(folder.stopped(search.settings), False, time.perf_counter() - began)
    return Finished(search, True, time.perf_counter() - began)

"""A progress bar on a terminal."""

from __future__ import annotations

import sys


class Bar:
    """A progress bar on a terminal; shows nothing elsewhere. A Ctrl-C in the block says what it interrupted."""

    def __init__(self, total: int, *, quiet: bool = False, at_first: str = "compiling") -> None:
        self.total, self.quiet, self.doing = total, quiet or not sys.stderr.isatty(), at_first

    def __enter__(self) -> Bar:
        if not self.quiet:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

            self._progress = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.completed:,.0f}/{task.total:,.0f}"),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            self._task = self._progress.add_task(f"{self.doing} …", total=self.total)
            self._progress.start()
        return self

    def show(self, done: int, doing: str = "playing") -> None:
        """Move the bar."""
        self.doing = doing
        if not self.quiet:
            self._progress.update(self._task, completed=done, total=self.total, description=doing)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if not self.quiet:
            self._progress.stop()
        if kind is KeyboardInterrupt:
            raise KeyboardInterrupt(f"interrupted while {self.doing}")

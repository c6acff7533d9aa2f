"""What bots did wrong, for people and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console

from croupier.simulate.match.results import Wrong


def show_misdeeds(screen: Console, name: str, wrongs: Sequence[Wrong], where: str = "") -> None:
    """How often a bot did what, with the first of each kind at length; `where` is the table, if there are several."""
    for wrong in wrongs:
        times = "once" if wrong.times == 1 else f"{wrong.times:,} times"
        screen.print(f"\n{name}: {wrong.what} {times}", style="yellow", highlight=False, soft_wrap=True)
        for deal, misdeed in wrong.examples[:1]:
            hint = f" (nearest legal move: {misdeed.nearest})" if misdeed.nearest else ""
            told = f"  {where}deal {deal}, step {misdeed.step}, seat {misdeed.seat}{hint}"
            screen.print(told, highlight=False, soft_wrap=True)
            for line in misdeed.detail.splitlines():
                screen.print(f"    {line}", style="dim", highlight=False, soft_wrap=True)


def misdeeds_as_json(wrongs: Sequence[Wrong]) -> list[dict[str, Any]]:
    """For programs."""
    return [
        {
            "what": wrong.what,
            "times": wrong.times,
            "examples": [
                {"deal": deal, "step": it.step, "seat": it.seat, "detail": it.detail, "nearest": it.nearest}
                for deal, it in wrong.examples
            ],
        }
        for wrong in wrongs
    ]

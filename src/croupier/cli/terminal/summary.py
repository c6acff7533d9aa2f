"""How a person's match went, in a few lines, and the command that plays it again."""

from __future__ import annotations

import argparse
import shlex

from croupier.kernel.contract.record import Recorder
from croupier.kernel.showing.cast import Cast
from croupier.kernel.showing.draw import chips

from .numbers import counted


def summary(match: Recorder, cast: Cast, ended: str, biggest_pot: int) -> list[str]:
    """The result of each seat, best first; `ended` is how the match did, "" if it was broken off."""
    game, table = match.game, match.state.table
    scores = [game.core.score(table, seat) for seat in range(table.seats)]
    parts = [game.title, counted(table.hands, "hand")]
    if biggest_pot:
        parts.append(f"biggest pot {chips(biggest_pot)}")
    names = [_named(cast, seat) for seat in range(table.seats)]
    lines = [" · ".join(parts), ended or "You leave before the end. So far:"]
    wide = max(map(len, names))
    for seat in sorted(range(table.seats), key=lambda seat: -scores[seat]):
        lines.append(f"   {names[seat]:{wide}}  {_signed(scores[seat]):>9}")
    return lines


def _named(cast: Cast, seat: int) -> str:
    """Who sits in a seat, with what it is there."""
    role = cast.role(seat)
    if cast.is_you(seat):
        return f"you, {cast.plainly(seat)}" if role else "you"
    return cast.plainly(seat)


def _signed(score: int) -> str:
    return f"{score:+,}".replace("-", "−") if score else "0"


def command(options: argparse.Namespace, seed: int) -> str:
    """What to type to play the same match again."""
    words = ["croupier", "play", options.game, "--seed", str(seed)]
    for name in ("seats", "seat", "bots"):
        value = getattr(options, name)
        if value not in (None, ""):
            words += [f"--{name}", str(value)]
    for item in options.set:
        words += ["--set", item]
    return shlex.join(words)

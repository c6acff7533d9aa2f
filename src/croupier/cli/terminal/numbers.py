"""Numbers for people and for programs: counts of things, and estimates with their intervals."""

from __future__ import annotations

import math

from croupier.simulate.statistics import Estimate


def counted(count: int, thing: str) -> str:
    """ "1 hand", "2,000 hands"."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def mean_of(found: Estimate) -> str:
    """The mean, signed."""
    return f"{found.mean:+,.{_digits(found)}f}"


def interval_of(found: Estimate) -> str:
    """From where to where; a single sample does not tell."""
    if not math.isfinite(found.high - found.low):
        return "unknown"
    return f"{found.low:+,.{_digits(found)}f} … {found.high:+,.{_digits(found)}f}"


def _digits(found: Estimate) -> int:
    """As many as say something."""
    width = found.high - found.low
    return 1 if width >= 1 else 2 if width >= 0.1 else 3


def colour_of(found: Estimate) -> str:
    """Green for a win and red for a loss, where luck alone would hardly do it."""
    return "green" if found.low > 0 else "red" if found.high < 0 else ""


def as_json(found: Estimate) -> dict[str, float | None]:
    """For programs."""
    return {name: finite(value) for name, value in found._asdict().items()}


def finite(value: float | None) -> float | None:
    """JSON has no infinity."""
    return None if value is None or not math.isfinite(value) else round(value, 6)

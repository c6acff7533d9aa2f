"""Numbers for people: counts of things, estimates with their intervals, and tables of them as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from croupier.kernel.statistics import Estimate


def counted(count: int, thing: str) -> str:
    """ "1 hand", "2,000 hands"."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def mean_of(found: Estimate) -> str:
    """The mean, signed."""
    return f"{found.mean:+,.{_digits(found)}f}"


def interval_of(found: Estimate) -> str:
    """The 95 % interval as text; "unknown" for a single sample."""
    if not found.known:
        return "unknown"
    return f"{found.low:+,.{_digits(found)}f} … {found.high:+,.{_digits(found)}f}"


def _digits(found: Estimate) -> int:
    """How many decimals to show: fewer for a wider interval."""
    width = found.high - found.low
    return 1 if width >= 1 else 2 if width >= 0.1 else 3


def colour_of(found: Estimate) -> str:
    """Green for a win and red for a loss whose interval excludes 0; else no colour."""
    return "green" if found.low > 0 else "red" if found.high < 0 else ""


def text_table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], *, names: int = 1, indent: str = ""
) -> Iterator[str]:
    """A table as lines that are never wrapped: `names` columns aligned left, then figures aligned right."""
    lines = [headings, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = enumerate(zip(line, widths, strict=True))
        told = (cell.ljust(wide) if at < names else cell.rjust(wide) for at, (cell, wide) in cells)
        yield f"{indent}{'  '.join(told).rstrip()}"

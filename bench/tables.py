"""The figures as tables in Markdown, for the terminal and for docs/benchmarks.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

REFERENCES = {"hands": ("PokerKit", "pokerfast"), "evaluations": ("phevaluator", "treys")}
"""The peers whose speed is 1 in the columns of ratios."""


def render(figures: dict[str, Any]) -> str:
    """All tables of a run."""
    known = figures["machine"]
    return "\n".join(
        [
            f"{known['processor']}, {known['cores']} cores, one used; Python {known['python']}, Numba "
            f"{known['numba']}, NumPy {known['numpy']}",
            "\nComplete six-seat no-limit hands a second, random legal actions",
            *ratios(figures["hands"], REFERENCES["hands"]),
            "\nHands of seven cards ranked a second",
            *ratios(figures["evaluations"], REFERENCES["evaluations"]),
            "\nHeads-up hands of hold'em a second in a match between bots",
            *_table(("bots", "a second"), [(name, _number(speed)) for name, speed in figures["matches"].items()]),
            "\nHands a second of every game and of the toys, and iterations of search a second",
            *_table(
                ("game", "compiled", "plain rules", "with decisions and events", "search", "compiled : plain"),
                [
                    (name, *map(_number, row.values()), f"{row['compiled'] / row['plain']:,.0f}×")
                    for name, row in figures["games"].items()
                ],
            ),
            "\nSeconds until the compiled loop is ready",
            *_table(
                ("game", "cold", "warm"),
                [(name, f"{row['cold']:.1f}", f"{row['warm']:.2f}") for name, row in figures["ready_seconds"].items()],
            ),
            "\nOthers",
            *_table(("what", "figure"), [(name, f"{value:,.1f}") for name, value in figures["others"].items()]),
        ]
    )


def ratios(rows: dict[str, Any], references: Sequence[str]) -> list[str]:
    """A table of speeds with their ratios to some of them; for a peer that did not run, the reason."""
    lines = []
    for name, row in rows.items():
        speed, release = row["per_second"], row.get("version", "")
        ratios = [_ratio(speed, rows.get(reference, {}).get("per_second")) for reference in references]
        decisions = f"{row['decisions']:.1f} decisions a hand" if row.get("decisions") else ""
        notes = ", ".join(part for part in (decisions, row.get("note", "")) if part)
        lines.append((f"{name} {release}".strip(), _number(speed), *ratios, notes))
    return _table(("who", "a second", *(f"× {reference}" for reference in references), "notes"), lines)


def _ratio(speed: float | None, reference: float | None) -> str:
    if not speed or not reference:
        return "–"
    ratio = speed / reference
    return f"{ratio:,.0f}×" if ratio >= 10 else f"{ratio:.2f}×"


def _number(value: float | None) -> str:
    return "did not run" if value is None else f"{value:,.0f}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Markdown, aligned so that it also reads well in a terminal; all but the first and last columns to the right."""
    widths = [max(len(row[at]) for row in (heads, *rows)) for at in range(len(heads))]
    left = {0, len(heads) - 1} if heads[-1] == "notes" else {0}

    def line(cells: Sequence[str]) -> str:
        padded = (cell.ljust(width) if at in left else cell.rjust(width)
                  for at, (cell, width) in enumerate(zip(cells, widths, strict=True)))  # fmt: skip
        return f"| {' | '.join(padded)} |"

    rule = (("-" * width) if at in left else "-" * (width - 1) + ":" for at, width in enumerate(widths))
    return [line(heads), f"| {' | '.join(rule)} |", *map(line, rows)]

"""The pages of a benchmark of models: the standings, and every hand of each model with its thoughts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import islice
from pathlib import Path
from typing import Any

from croupier.agents.models.reading import thoughts_in
from croupier.kernel.contract.record import Played
from croupier.kernel.files import write_file

from ..leaks.findings import Leaks, in_a_line
from ..models.benchmark import Benchmark, Course
from ..models.standings import Standing, Standings
from ..record.storage import read
from . import replay_data
from .page import replays
from .parts import Heading, Row, bot_mark, document, grid, results, section, signed, stepping

HANDS_A_PAGE = 100
MISTAKES = 5
"""How many spots are told of each contender."""
CLOCK = "clock"


def leaks_file(one: Standing) -> Path:
    """The page about what a contender gives away."""
    return one.course.record.with_name(f"{one.course.record.stem}-leaks.html")


def write_models_report(benchmark: Benchmark, found: Standings, mistakes: Mapping[str, Leaks]) -> Path:
    """Write all pages but those about mistakes; the path of the first."""
    plan = benchmark.plan
    of_hands = {one.name: list(_write_hands(benchmark, one.course)) for one in found.ranked}
    how = "by AIVAT" if found.aivat else "without the luck after the last decision"
    verdict = f"{found.ranked[0].name} against {plan.opponent}"
    if found.pairs:
        verdict = found.verdict(found.pairs[0]).partition(":")[0]
    heading = Heading(
        f"Croupier · {benchmark.game.title}",
        verdict,
        f"{plan.hands:,} common deals against {plan.opponent}, from seed {plan.seed}, {how}",
    )
    rows = [Row(one.name, *one.result) for one in found.ranked if one.result]
    out = benchmark.folder / "report.html"
    verdicts = [f"{found.verdict(pair)}." for pair in found.pairs]
    sections = [
        results("Ranking", found.unit, rows, verdicts) if rows else "",
        _costs(found.ranked),
        _mistakes(found.ranked, mistakes),
        _hands(of_hands),
        _settings(benchmark),
    ]
    write_file(out, document(heading, sections))
    return out


def _costs(ranked: Sequence[Standing]) -> str:
    lines = []
    for bot, one in enumerate(ranked):
        costs = one.costs
        if one.course.journal is None:
            continue
        each = f"{costs.seconds / costs.decisions:.1f}" if costs.decisions else "–"
        cells = [
            *(f"{number:,}" for number in (one.hands, costs.decisions, costs.illegal, costs.lost, costs.late)),
            f"{one.of_a_hundred(costs.input_tokens + costs.output_tokens):,.0f}",
            f"{one.of_a_hundred(costs.cost):,.2f}",
            each,
        ]
        why = f"<small>{escape(one.stopped)}</small>" if one.stopped else ""
        told = "".join(f"<td>{cell}</td>" for cell in cells)
        lines.append(f"<tr><td>{bot_mark(one.name, bot)}{why}</td>{told}</tr>")
    if not lines:
        return ""
    titles = ["model", "hands", "decisions", "refused", "no legal answer", "late"]
    titles += ["tokens / 100 hands", "cost / 100 hands", "seconds each"]
    return section(
        "Answers and costs",
        "Refused answers were not legal, or not understood; the model was told why and asked again. After the last "
        "attempt the referee played. A late answer is one that did not come in time: then the clock played.",
        grid("".join(f"<th>{title}</th>" for title in titles), lines),
    )


def _mistakes(ranked: Sequence[Standing], mistakes: Mapping[str, Leaks]) -> str:
    """The spots that cost each contender most."""
    lines = []
    for bot, one in enumerate(ranked):
        if (found := mistakes.get(one.name)) is None:
            continue
        for spot in found.spots[:MISTAKES]:
            link = f'<a href="{escape(leaks_file(one).name)}">{escape(in_a_line(spot.spot))}</a>'
            cells = f"<td>{link}</td><td>{spot.decisions:,}</td><td>{signed(found.estimate(spot.cost).mean, 1)}</td>"
            lines.append(f"<tr><td>{bot_mark(one.name, bot)}</td>{cells}</tr>")
    if not lines:
        return ""
    unit = next(iter(mistakes.values())).unit
    return section(
        "Typical mistakes",
        "The spots whose decisions cost most, against the adviser of `croupier leaks`.",
        grid(f"<th>model</th><th>spot</th><th>decisions</th><th>cost, {escape(unit)}/100</th>", lines),
    )


def _hands(pages: dict[str, list[tuple[str, Path]]]) -> str:
    items = []
    for bot, (name, files) in enumerate(pages.items()):
        links = ", ".join(f'<a href="{escape(path.name)}">{escape(title)}</a>' for title, path in files)
        if links:
            items.append(f"<li>{bot_mark(name, bot)}: {links}</li>")
    return section("Every hand", "With what the model thought at each decision.", f"<ul>{''.join(items)}</ul>")


def _settings(benchmark: Benchmark) -> str:
    told = {**benchmark.as_json(), "attempts": benchmark.plan.attempts, "answer_s": benchmark.plan.answer_s}
    lines = [f"<tr><td>{escape(name)}</td><td>{escape(str(value))}</td></tr>" for name, value in told.items()]
    return section("Settings", "Results of other settings, or of other words, are those of another player.",
                   grid("<th>setting</th><th>value</th>", lines))  # fmt: skip


def _write_hands(benchmark: Benchmark, course: Course) -> Iterator[tuple[str, Path]]:
    """The pages of a contender's hands, each with its title."""
    series, matches = read(course.record)
    name, number = course.contender.name, 0
    while some := list(islice(matches, HANDS_A_PAGE)):
        title = f"{number * HANDS_A_PAGE + 1:,} to {number * HANDS_A_PAGE + len(some):,}"
        shown = []
        for played in some:
            data = replay_data(benchmark.game, series, played)
            shown.append(_with_thoughts(benchmark, course, played, data))
        heading = Heading(f"Croupier · {benchmark.game.title}", f"{name}: hands {title}", f"seed {series.seed}")
        told = replays("Hands", "The winner of each hand, with what it won.", some, series.bots)
        number += 1
        out = benchmark.folder / f"{course.record.stem}-{number}.html"
        write_file(out, document(heading, [told], stepping(shown)))
        yield title, out


def _with_thoughts(benchmark: Benchmark, course: Course, played: Played, shown: dict[str, Any]) -> dict[str, Any]:
    """A replay with what the model thought: its answers stand at its moves, refused ones too."""
    seat = played.seating.index(0)
    by_decision: dict[int, list[str]] = {}
    for answer in benchmark.answers(course, played):
        said = "No answer came in time." if answer.late else thoughts_in(answer.said)
        by_decision.setdefault(answer.decision, []).append(said)
    thoughts = iter([by_decision[decision] for decision in sorted(by_decision)])
    for step, (actor, *_) in enumerate(played.moves, 1):
        if actor in (seat, CLOCK):
            *refused, last = next(thoughts, [""])
            told = [f"Refused: {one}" for one in refused if one] + [f"{course.contender.name} thinks: {last}"] * bool(
                last
            )
            shown["steps"][step]["told"] = [*told, *shown["steps"][step]["told"]]
    return shown

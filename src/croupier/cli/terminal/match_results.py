"""The results of a match as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from croupier.agents.clock import Thinking
from croupier.kernel.showing import style
from croupier.kernel.showing.style import Style
from croupier.kernel.statistics import finite
from croupier.simulate.match.match import Match
from croupier.simulate.match.results import Results, Wrong

from .console import columns
from .numbers import colour_of, counted, interval_of, mean_of

PAIR = 2
MEDIAN, MOST = 0.5, 0.99
"""The quantiles of thinking time that are shown."""


def as_json(name: str, match: Match, results: Results, styles: Sequence[Style] = ()) -> dict[str, Any]:
    """The results as JSON data."""
    styled = style.as_json(styles) if styles else [{}] * len(results.names)
    return {
        "game": name,
        "hands": results.plays,
        "seed": match.seed,
        "duplicate": match.series.duplicate,
        "complete": results.complete,
        "seconds": round(results.seconds, 6),
        "hands_per_second": round(results.hands_per_second, 1),
        "saved_by_adjustment": finite(results.saved_by_adjustment()),
        "saved_by_duplicate": finite(results.saved_by_duplicate()),
        "saved_by_aivat": finite(results.saved_by_aivat()),
        "bots": [{**_bot_as_json(results, bot), "style": styled[bot]} for bot in range(len(results.names))],
        "comparisons": [
            {
                "better": results.names[found.better],
                "worse": results.names[found.worse],
                **found.difference.as_json(),
                "p": found.p,
                "more_hands": found.more,
                "verdict": results.verdict(found),
            }
            for found in results.comparisons()
        ],
        **({"role_verdicts": results.role_verdicts()} if results.roles else {}),
    }


def _bot_as_json(results: Results, bot: int) -> dict[str, Any]:
    roles = {role: results.in_role(bot, seat).as_json() for seat, role in enumerate(results.roles)}
    lead, by_aivat = results.lead(bot), results.by_aivat(bot)
    return {
        "name": results.names[bot],
        "unit": results.unit,
        **results.result(bot).as_json(),
        "raw": results.raw(bot).as_json(),
        **({"aivat": by_aivat.as_json()} if by_aivat else {}),
        **({"roles": roles} if roles else {}),
        "field": {
            **lead.difference.as_json(),
            "p": lead.p,
            "verdict": results.against_the_field(bot),
        },
        "leader": {"verdict": results.against_the_leader(bot)},
        "thinking_ms": thinking_as_json(results.thinking[bot]),
        "errors": misdeeds_as_json(results.errors(bot)),
    }


def thinking_as_json(thinking: Thinking) -> dict[str, float | None]:
    """How long decisions took, as JSON data; the times are None for a house bot that plays compiled."""
    p50, p99 = (finite(thinking.quantile_ms(share)) for share in (MEDIAN, MOST))
    return {"decisions": thinking.decisions, "p50": p50, "p99": p99}


def show_thinking(screen: Console, names: Sequence[str], thinking: Sequence[Thinking]) -> None:
    """Print how long decisions took, in milliseconds: the median and the 99th percentile."""
    table = columns("thinking", "decisions", "ms p50", "ms p99")
    for name, of_bot in zip(names, thinking, strict=True):
        if of_bot.decisions:
            times = (_milliseconds(of_bot.quantile_ms(share) or 0.0) for share in (MEDIAN, MOST))
            table.add_row(name, f"{of_bot.decisions:,}", *times)
    if table.row_count:
        screen.print()
        screen.print(table, highlight=False)


def _milliseconds(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.3f}"


def show(screen: Console, match: Match, results: Results) -> None:
    """Print the results."""
    speed = f", {results.hands_per_second:,.0f} hands/s" if results.played else ""
    played = f"{counted(results.plays, 'hand')} in {results.seconds:.1f} s{speed}, from seed {match.seed}"
    screen.print(f"{match.game.title}: {played}", highlight=False, soft_wrap=True)
    if not results.complete:
        screen.print("Interrupted: this is the result so far.", style="yellow")
    _show_table(screen, results)
    for sentence in results.verdicts():
        screen.print(sentence, style="bold", highlight=False, soft_wrap=True)
    for sentence in _savings(results):
        screen.print(sentence, style="dim", highlight=False, soft_wrap=True)
    show_thinking(screen, results.names, results.thinking)
    for bot, name in enumerate(results.names):
        show_misdeeds(screen, name, results.errors(bot))


def _show_table(screen: Console, results: Results) -> None:
    """Print the result of each bot; where seats are roles, in each role, as scores of different roles do not add up."""
    order = results.ranking()
    if results.roles:
        table = columns("role", results.unit, "95 % interval")
        for seat, role in enumerate(results.roles):
            for bot in sorted(order, key=lambda bot: -results.in_role(bot, seat).mean):
                found = results.in_role(bot, seat)
                mean = Text(mean_of(found), colour_of(found))
                table.add_row(f"{role}: {results.names[bot]}", mean, interval_of(found))
        screen.print(table, highlight=False)
        return
    lucky = any(results.raw(bot) != results.result(bot) for bot in order)
    more = (*(["luck included"] * lucky), *(["AIVAT"] * (results.corrected is not None)))
    table = columns("bot", *(heading for name in (results.unit, *more) for heading in (name, "95 % interval")))
    for bot in order:
        adjusted, raw, by_aivat = results.result(bot), results.raw(bot), results.by_aivat(bot)
        mean = Text(mean_of(adjusted), colour_of(adjusted))
        plain = (mean_of(raw), interval_of(raw)) if lucky else ()
        corrected = (mean_of(by_aivat), interval_of(by_aivat)) if by_aivat else ()
        table.add_row(results.names[bot], mean, interval_of(adjusted), *plain, *corrected)
    screen.print(table, highlight=False)


def _savings(results: Results) -> list[str]:
    """A sentence for each method that reduced the number of hands needed."""
    factors = [
        (results.saved_by_adjustment(), "Taking out the luck after the last decision"),
        (results.saved_by_duplicate(), "Playing the same cards in every rotation"),
        (results.saved_by_aivat(), "AIVAT, as against scores with luck included,"),
    ]
    whose = ", over all bots" if len(results.names) > PAIR else ""
    return [
        f"{by} saves a factor of {factor:,.2f} in hands{whose}."
        if factor != float("inf")
        else f"{by} leaves no luck at all."
        for factor, by in factors
        if factor is not None and factor >= 1.005
    ]


def show_misdeeds(screen: Console, name: str, wrongs: Sequence[Wrong], where: str = "") -> None:
    """Print how often a bot made each error, with the first example; `where` is the table, if there are several."""
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
    """The errors as JSON data."""
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


def show_styles(screen: Console, names: Sequence[str], styles: Sequence[Style]) -> None:
    """Print the style figures of each bot; then the first two of them by position, such as 32/25."""
    overall = [one for one in styles if not one.place]
    if not overall:
        return
    figures = columns("style", "hands", *(figure.title for figure in overall[0].figures))
    for one in overall:
        figures.add_row(names[one.bot], f"{one.hands:,}", *map(str, one.figures))
    places = list(dict.fromkeys(one.place for one in styles if one.place))
    found = {(one.bot, one.place): one.figures for one in styles}
    by_place = columns("/".join(figure.title for figure in overall[0].figures[:2]) + " in %", *places)
    for one in overall:
        seen = [found.get((one.bot, place), ())[:2] for place in places]
        cells = ["/".join(_hundredths(figure.value) for figure in pair) for pair in seen]
        by_place.add_row(names[one.bot], *cells)
    for table in (figures, by_place):
        screen.print()
        screen.print(table)


def _hundredths(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.0f}"

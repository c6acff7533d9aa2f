"""The content of a report, gathered in one pass over a record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from croupier.kernel.contract.game import Game
from croupier.kernel.contract.record import Misdeed, Played, Series
from croupier.kernel.language.records import from_dict
from croupier.kernel.showing.style import Style
from croupier.kernel.statistics import Sample

from .charts import Curve

POINTS = 240
"""The most points of a curve: more would not be visible."""
POTS = 10
SHOWN_MISDEEDS = 20


class Offence(NamedTuple):
    """A misdeed, with its bot and its deal."""

    bot: int
    deal: int
    misdeed: Misdeed


class Findings(NamedTuple):
    """Everything in a report except the results themselves."""

    matches: int
    unit: str
    curves: list[Curve]
    styles: list[Style]
    pots: list[Played]
    """The matches in which the most points changed hands."""
    offences: list[Offence]
    """The first few misdeeds."""
    offence_counts: list[int]
    """How many misdeeds each bot has."""


class _Running:
    """The running total of a bot, and its 95 % band.

    The rotations of a deal depend on each other: their sum is one sample.
    """

    def __init__(self) -> None:
        self.total = self.adjusted = self.sample = 0.0
        self.samples = 0
        self.mean = self.squares = 0.0
        self.points: list[tuple[float, float, float, float]] = [(0, 0, 0, 0)]
        self.dashed: list[tuple[float, float]] = [(0, 0)]

    def close_deal(self) -> None:
        """Take the sum of a deal as one sample (Welford's update)."""
        self.samples += 1
        away = self.sample - self.mean
        self.mean += away / self.samples
        self.squares += away * (self.sample - self.mean)
        self.sample = 0.0

    def mark(self, at: int) -> None:
        """Add a point to the curve."""
        spread = Sample(self.samples, self.mean, self.squares / max(1, self.samples - 1)).estimate(self.samples)
        half = (spread.high - spread.low) / 2 if spread.known else 0.0
        self.points.append((at, self.total, self.total - half, self.total + half))
        self.dashed.append((at, self.adjusted))

    def thin_out(self) -> None:
        """Leave out every second point, except the first."""
        del self.points[1::2], self.dashed[1::2]


def gather(game: Game, series: Series, record: Iterable[Played]) -> Findings:
    """Read a record once."""
    config = from_dict(game.Config, series.config)
    bots = len(series.bots)
    unit, scale = chips_as(game, config)
    running = [_Running() for _ in range(bots)]
    counter = game.style(game, config, bots) if game.style else None
    every = 1
    pots: list[Played] = []
    offences: list[Offence] = []
    counts = [0] * bots
    matches, deals, last, adjusted = 0, 0, None, False
    for played in record:
        if last is not None and played.deal != last:
            deals += 1
            _close(running, matches, marked=deals % every == 0)
            if len(running[0].points) >= POINTS:
                every *= 2
                for run in running:
                    run.thin_out()
        last = played.deal
        matches += 1
        for seat, bot in enumerate(played.seating):
            score = played.scores[seat] * scale
            running[bot].total += score
            running[bot].sample += score
            running[bot].adjusted += played.adjusted[seat] * scale if played.adjusted else score
        adjusted = adjusted or played.adjusted is not None
        if counter:
            counter.count(played.seating, played.moves, played.scores)
        for misdeed in played.misdeeds:
            bot = played.seating[misdeed.seat]
            counts[bot] += 1
            if len(offences) < SHOWN_MISDEEDS:
                offences.append(Offence(bot, played.deal, misdeed))
        _keep_biggest(pots, played)
    _close(running, matches, marked=True)
    curves = [
        Curve(name, bot, run.points, run.dashed if adjusted else ())
        for bot, (name, run) in enumerate(zip(series.bots, running, strict=True))
    ]
    return Findings(matches, unit, curves, counter.styles() if counter else [], pots, offences, counts)


def _close(running: Sequence[_Running], matches: int, *, marked: bool) -> None:
    for run in running:
        run.close_deal()
        if marked:
            run.mark(matches)


def _keep_biggest(pots: list[Played], played: Played) -> None:
    if len(pots) < POTS or played.swing > pots[-1].swing:
        pots.append(played)
        pots.sort(key=lambda pot: pot.swing, reverse=True)
        del pots[POTS:]


def chips_as(game: Game, config: object) -> tuple[str, float]:
    """The unit of a running total and what one point of score is in it: big blinds for "bb/100", points elsewhere."""
    unit, scale = game.stake(config)
    name, _, hundred = unit.partition("/")
    return (name, scale / 100) if hundred == "100" else (unit.partition(" a ")[0], scale)

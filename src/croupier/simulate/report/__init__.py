"""A page about a match that one can show around: one HTML file, made from a record and its results.

`findings` reads the record once, `charts` draws, `replays` plays the biggest pots again, `page` puts it together.
"""

from __future__ import annotations

from pathlib import Path

from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput

from ..match.results import Results
from ..record.storage import read
from .findings import gather
from .page import Heading, Row, page
from .pots import replay_data


def write_report(game: Game, record: Path, results: Results, out: Path) -> None:
    """Write the page about the match of a record. The game is that of the record's config."""
    series, matches = read(record)
    findings = gather(game, series, matches)
    rows = [Row(name, *results.result(bot)) for bot, name in enumerate(series.bots)]
    best = results.comparisons()[0]
    how = ", the same cards in every rotation of the seats" if series.duplicate else ""
    heading = Heading(
        f"Croupier · {game.title}",
        results.verdict(best),
        f"{findings.matches:,} hands from seed {series.seed}{how}",
        results.unit,
    )
    replays = [replay_data(game, series, played) for played in findings.pots]
    try:
        out.write_text(page(heading, rows, findings, replays), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error.strerror}.") from error

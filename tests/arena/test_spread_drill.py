"""Nothing that clients of several nodes were told is lost when nodes or services die (`scripts/kill_drill --nodes`)."""

from __future__ import annotations

from pathlib import Path

from .loops import in_loop
from .nats_server import check_there
from .postgres import site
from .spread_drill import NATS, ROOM, SpreadDrill


@in_loop
async def test_everything_that_was_told_survives_kills_of_nodes_and_of_nats(tmp_path: Path) -> None:
    check_there()
    site()
    report = await SpreadDrill(tmp_path, nodes=2, tables=2, seed=2, longest_away=0.2).spread([ROOM, NATS])
    assert report.flaws == []
    assert report.rooms_killed == 1 and report.takeovers > 1
    assert report.compared > 0 and report.hands > 0 and report.granted > 0

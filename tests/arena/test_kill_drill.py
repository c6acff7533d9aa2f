"""What a client was told survives `kill -9` and a full disk (`scripts/kill_drill` has a hundred of each)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from .kill_drill import Drill
from .loops import in_loop
from .postgres import Postgres


@pytest.mark.skipif(sys.platform != "linux", reason="nothing else lets the disk of a running process be full")
@in_loop
async def test_everything_that_was_told_survives_kills_and_full_disks(tmp_path: Path) -> None:
    report = await Drill(tmp_path, tables=2, seed=1).run(kills=1, failures=2)
    assert report.flaws == []
    assert (report.kills, report.failures) == (1, 2) and report.compared > 0 and report.hands > 0
    assert report.battles > 0 and report.granted > 0
    assert "Traceback" not in (tmp_path / "log.txt").read_text()


@in_loop
async def test_everything_that_was_told_survives_kills_and_restarts_of_postgresql(tmp_path: Path) -> None:
    with Postgres.started() as postgres:
        report = await Drill(tmp_path, tables=1, seed=2, postgres=postgres).run(kills=1, failures=2)
    assert report.flaws == []
    assert (report.kills, report.failures) == (1, 2) and report.compared > 0 and report.hands > 0
    assert report.battles > 0 and report.granted > 0
    log = (tmp_path / "log.txt").read_text()
    assert "Traceback" not in log and "Nothing can be stored" not in log

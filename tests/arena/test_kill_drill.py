"""What a client was told survives `kill -9` (`scripts/kill_drill` kills a hundred times)."""

from __future__ import annotations

from pathlib import Path

from .kill_drill import Drill
from .loops import in_loop


@in_loop
async def test_what_was_told_survives_kills(tmp_path: Path) -> None:
    report = await Drill(tmp_path, tables=2, seed=1).run(kills=4)
    assert report.flaws == []
    assert report.kills == 4 and report.compared > 0 and report.hands > 0
    assert "Traceback" not in (tmp_path / "log.txt").read_text()

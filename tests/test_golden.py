"""Golden playthroughs: what the rules did when somebody last looked, they still do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden_texts import GAMES, ROOT, TOYS, golden

TEXTS = dict(golden())


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_playthrough_is_as_recorded(path: Path) -> None:
    assert path.exists(), "scripts/golden writes it"
    assert path.read_text(encoding="utf-8") == TEXTS[path], "scripts/golden writes it anew; read the difference"


def test_no_golden_file_is_left_over() -> None:
    kept = {*GAMES.glob("*/golden/*.txt"), *TOYS.glob("*/golden/*.txt")}
    assert kept == {path for path in TEXTS if path.parent.name == "golden"}

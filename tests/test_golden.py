"""Golden playthroughs: what the rules did when somebody last looked, they still do."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.golden_texts import GAMES, OTHERS, ROOT, TOYS, golden

KEPT = sorted({path for top in (GAMES, TOYS) for path in top.glob("*/golden/**/*.*")} | {*OTHERS})


@cache
def texts() -> dict[Path, str]:
    """What all of them must contain: worked out where the first of these tests runs."""
    return dict(golden())


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_playthrough_is_as_recorded(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == texts().get(path), "scripts/golden writes it anew; read the difference"


def test_no_golden_file_is_missing_or_left_over() -> None:
    assert set(KEPT) == set(texts()), "scripts/golden writes it"

"""Golden playthroughs of the Battle: what the rules did when somebody last looked, they still do."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.games import battle

from .golden_texts import golden

FOLDER = Path(battle.__file__).parent / "golden"
TEXTS = golden()


@pytest.mark.parametrize("name", TEXTS)
def test_playthrough_is_as_recorded(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == TEXTS[name]


def test_no_golden_file_is_left_over() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == set(TEXTS)


def test_every_match_but_the_interactions_has_an_end_of_its_own() -> None:
    for name, text in TEXTS.items():
        assert any(end in text for end in ("MatchWon", "MatchDrawn", "BothLost")), name
        assert "not over" not in text, name

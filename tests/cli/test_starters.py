"""`croupier new-bot` in every language: the same bot, which plays the same hands."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from croupier.cli.main import main
from croupier.cli.verbs.new_bot import STARTERS
from croupier.games.holdem import GAME
from croupier.simulate.record.storage import read
from tests.simulate.plainly import play_plainly

NEEDS = {"python": "", "javascript": "node", "c": "cc"}
HANDS = 40


def hands_of(bot: str, tmp_path: Path) -> list[object]:
    """The moves of a match in which somebody calls and somebody raises; the bot does nothing wrong."""
    record = tmp_path / "record"
    record.unlink(missing_ok=True)
    words = ["match", bot, "house:station", "house:random", "--seed", "5", "--hands", str(HANDS), "--out", str(record)]
    assert main([*words, "--limit-ms", "600000", "--fail-on-errors"]) == 0
    return [played.moves for played in read(record)[1]]


@pytest.mark.parametrize("language", [language for language in STARTERS if language != "python"])
def test_the_starters_of_all_languages_play_alike(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play_plainly(monkeypatch, GAME)
    if shutil.which(NEEDS[language]) is None:
        pytest.skip(f"needs {NEEDS[language]}")
    assert main(["new-bot", "my_bot"]) == 0
    assert main(["new-bot", "my_bot", "--language", language]) == 0
    assert "Let it play: " in capsys.readouterr().out
    commands = {"javascript": "cmd:node my_bot.js", "c": "cmd:./my_bot"}
    if language == "c":
        built = subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", "-O2", "-o", "my_bot", "my_bot.c"], check=False)
        assert built.returncode == 0
    moves = hands_of(commands[language], tmp_path)
    assert moves == hands_of("my_bot.py", tmp_path)
    assert any(move[1] == "RAISE_TO" for hand in moves for move in hand)  # type: ignore[attr-defined]


def test_a_language_that_nobody_knows_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["new-bot", "my_bot", "--language", "cobol"])
    assert "javascript" in capsys.readouterr().err

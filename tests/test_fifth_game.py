"""The drill: a new game is one folder and one line in GAMES, and everything works on it at once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import croupier

SOURCE = Path(croupier.__file__).parent
TOY = Path(__file__).parent / "toys" / "refill"
LINE = '    "refill": "croupier.games.refill",\n'


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with one more folder and one more line."""
    root = tmp_path_factory.mktemp("house")
    shutil.copytree(SOURCE, root / "croupier", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(TOY, root / "croupier/games/refill", ignore=shutil.ignore_patterns("__pycache__"))
    games = root / "croupier/games/__init__.py"
    text = games.read_text(encoding="utf-8")
    opening = "GAMES: dict[str, str] = {\n"
    assert opening in text
    games.write_text(text.replace(opening, opening + LINE), encoding="utf-8")
    return root


def croup(house: Path, *words: str, typed: str = "") -> str:
    """Run the program of the copy."""
    return python(house, "-m", "croupier", *words, typed=typed)


def python(house: Path, *words: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=300,
        cwd=house,
        env={**os.environ, "PYTHONPATH": str(house)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_listed(house: Path) -> None:
    assert "refill" in croup(house, "games")


def test_it_is_simulated(house: Path) -> None:
    words = ("simulate", "refill", "--seats", "4", "--hands", "5000", "--seed", "1", "--json")
    found = json.loads(croup(house, *words))
    assert found["hands"] == 5000 and len(found["seats"]) == 4


def test_it_is_played_recorded_and_replayed(house: Path) -> None:
    out = croup(house, "play", "refill", "--seed", "1", "--record", "match.json", typed="swap\nswap 1\n")
    assert "the match." in out
    replayed = python(
        house,
        "-c",
        "from croupier import refill; from croupier.kernel.contract.record import MatchRecord, replay\n"
        "*_, last = replay(refill.GAME, *MatchRecord.from_json(open('match.json', 'rb').read()))\n"
        "print(refill.GAME.outcome(last.state))",
    )
    assert replayed.startswith("Outcome(scores=(")
    assert "The end: you" in croup(house, "replay", "match.json")


def test_it_conforms(house: Path) -> None:
    python(
        house,
        "-c",
        "from croupier import refill; from croupier.kernel.conformance import check_game\n"
        "check_game(refill.GAME, matches=5, compiled=False)",
    )

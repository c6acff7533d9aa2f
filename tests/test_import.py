"""Importing stays cheap: nothing heavy is loaded before it is needed."""

from __future__ import annotations

import subprocess
import sys

import pytest


def modules_after(statement: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after a statement."""
    code = f"import sys; {statement}\nprint(' '.join(sys.modules))"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_importing_croupier_loads_neither_numpy_nor_numba() -> None:
    assert not {"numpy", "numba"} & modules_after("import croupier, croupier.games, croupier.kernel.conformance")


def test_playing_a_hand_does_not_load_numba() -> None:
    assert "numba" not in modules_after("from croupier import holdem; holdem.deal([100, 100]).fold()")


@pytest.mark.parametrize("word", ["--version", "--help", "games"])
def test_a_verb_that_is_not_named_is_not_loaded(word: str) -> None:
    command = f"from croupier.cli.main import main\ntry: main(['{word}'])\nexcept SystemExit: pass"
    loaded = modules_after(command)
    verbs = {name for name in loaded if name.startswith("croupier.cli.verbs.")}
    assert verbs == ({"croupier.cli.verbs.games"} if word == "games" else set())
    heavy = {"numba", "starlette", "uvicorn", "rich", "croupier.arena", "croupier.simulate", "croupier.agents"}
    if word != "games":  # the tables of evaluated hands are arrays
        heavy |= {"numpy", "msgspec", "croupier.games"}
    assert not heavy & loaded

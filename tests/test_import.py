"""Importing stays cheap: nothing heavy is loaded before it is needed."""

from __future__ import annotations

import subprocess
import sys


def modules_after(statement: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after a statement."""
    code = f"import sys; {statement}; print(' '.join(sys.modules))"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_importing_croupier_loads_neither_numpy_nor_numba() -> None:
    assert not {"numpy", "numba"} & modules_after("import croupier, croupier.games, croupier.kernel.conformance")


def test_playing_a_hand_does_not_load_numba() -> None:
    assert "numba" not in modules_after("from croupier import holdem; holdem.deal([100, 100]).fold()")

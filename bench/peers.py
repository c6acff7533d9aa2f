"""The other libraries, each in its own process with the interpreter of `.venv-peers`."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
PYTHON = HERE.parent / ".venv-peers" / "bin" / "python"

HANDS = {
    "PokerKit": "pokerkit",
    "pokerfast": "pokerfast",
    "pokers (Rust)": "pokers",
    "texasholdem": "texasholdem",
    "RLCard": "rlcard",
    "OpenSpiel": "openspiel",
}
"""Engines: a name for the table -> the runner `peer_NAME.py`."""
EVALUATORS = {"phevaluator": "phevaluator", "pokerfast": "pokerfast_evaluator", "treys": "treys"}


class Peer(NamedTuple):
    """The speed of a peer; or, if it did not run, why."""

    per_second: float | None
    decisions: float | None = None
    version: str = ""
    note: str = ""


def run(runner: str, seconds: float, *more: str) -> Peer:
    """Measure a peer; `more` are arguments of its runner."""
    if not PYTHON.exists():
        return Peer(None, note="not installed: run scripts/bench")
    command = [str(PYTHON), str(HERE / f"peer_{runner}.py"), *more, "--seconds", str(seconds)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120 + 10 * seconds)
    except subprocess.TimeoutExpired:
        return Peer(None, note="took too long")
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["failed"])[-1]
        return Peer(None, note="could not be installed" if reason.startswith("ModuleNotFoundError") else reason)
    found = json.loads(done.stdout.splitlines()[-1])
    return Peer(found["per_second"], found.get("decisions"), found["version"], found["note"])

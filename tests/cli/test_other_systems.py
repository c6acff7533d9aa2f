"""What works on a system that has less than Linux, as far as Linux can tell (`elsewhere.py`)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.agents import process

ELSEWHERE = Path(__file__).with_name("elsewhere.py")
ROOT = Path(__file__).parents[2]
BOT = "def act(view, decision):\n    return decision.legal[0]\n"
TOY = "--game tests.toys.kuhn"
PATIENT = ["--limit-ms", "600000"]


def run(system: str, *lines: str) -> subprocess.CompletedProcess[str]:
    """Command lines on another system, in which a person folds and leaves."""
    Path("bot.py").write_text(BOT)
    words = [sys.executable, str(ELSEWHERE), system, json.dumps([line.split() for line in lines])]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(words, input="f\n" * 9, capture_output=True, text=True, env=env)


def test_windows_can_play_match_and_simulate_and_says_what_it_cannot() -> None:
    """Without `resource`, `fcntl`, `termios`, `pwd`, `uvloop`, fork(), poll() and SIGKILL."""
    done = run(
        "win32",
        "games",
        "play holdem --set hands=1 --seats 2 --seed 1",
        f"match bot.py house:random {TOY} --hands 4 --seed 1",
        "simulate tests.toys.kuhn --hands 10 --seed 1",
        f"match proc:bot.py house:random {TOY} --hands 4",
    )
    assert "The same cards again" in done.stdout and "4 hands" in done.stdout and "10 hands" in done.stdout
    assert done.returncode == 2 and done.stderr == (
        "croupier: A bot in a process of its own needs a system with poll(), such as Linux or macOS. Name files "
        "without proc:, and take --in-process for a round robin or a tournament.\n"
    )


def test_macos_can_isolate_bots_and_says_what_that_is_worth() -> None:
    """Without bubblewrap, prctl() and /proc."""
    done = run("darwin", f"match proc:bot.py house:random {TOY} --hands 4 --seed 1 {' '.join(PATIENT)}")
    assert done.returncode == 0 and "4 hands" in done.stdout
    assert done.stderr.endswith("use the network: bubblewrap is for Linux alone.\n")


def test_a_limit_of_memory_that_the_system_refuses_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """As macOS does."""
    resource = pytest.importorskip("resource")

    def refuse(what: int, limits: tuple[int, int]) -> None:
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "setrlimit", refuse)
    process.limit_memory(1 << 30)

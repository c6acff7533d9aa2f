"""What the page works out by itself, beside what it draws: its tests are in TypeScript, and Node runs them."""

from __future__ import annotations

import subprocess
import warnings
from pathlib import Path

import pytest

from tests.arena.test_examples import node

HERE = Path(__file__).parent
OLDEST_NODE = (22, 18)
"""The first that reads TypeScript by itself."""
ALL = "for (const path of process.argv.slice(1)) await import(path);"
"""One program for all files: starting Node takes longer than its tests."""


def test_the_logic_of_the_page() -> None:
    found = node()
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout if found else ""
    if not found or tuple(map(int, version.strip().lstrip("v").split(".")))[:2] < OLDEST_NODE:
        told = "NOT TESTED: the page's logic needs Node 22.18, and there is none; scripts/test installs one."
        warnings.warn(told, stacklevel=2)
        pytest.skip(told)
    paths = [path.as_uri() for path in sorted(HERE.glob("*.test.ts"))]
    program = (found, "--test-reporter=spec", "--input-type=module", "--eval", ALL, *paths)
    ran = subprocess.run(program, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert paths and "pass 0" not in ran.stdout, "there are tests"

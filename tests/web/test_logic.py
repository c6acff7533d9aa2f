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


@pytest.mark.parametrize("path", sorted(HERE.glob("*.test.ts")), ids=lambda path: path.name.removesuffix(".test.ts"))
def test_what_the_page_works_out_by_itself(path: Path) -> None:
    found = node()
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout if found else ""
    if not found or tuple(map(int, version.strip().lstrip("v").split(".")))[:2] < OLDEST_NODE:
        told = f"NOT TESTED: {path.name} needs Node 22.18, and there is none; scripts/test installs one."
        warnings.warn(told, stacklevel=2)
        pytest.skip(told)
    ran = subprocess.run([found, "--test", "--test-reporter=spec", str(path)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr

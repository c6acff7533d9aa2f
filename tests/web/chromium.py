"""Finds a Chromium: named by `CHROMIUM`, on the path, Playwright's own, or fetched by `scripts/get_chromium`."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
"""Names on the path, the best first: the headless shell needs less than half of the browser's processor time."""
OURS = ROOT / ".venv" / "chromium" / "chromium"
"""The folder into which `scripts/get_chromium` puts one."""
REQUIRED = "CROUPIER_NEEDS_BROWSER"
"""The variable that makes a missing browser an error, as in `.ci/run`."""


def found() -> str | None:
    """The program; "" for Playwright's own, None if there is none."""
    if named := os.environ.get("CHROMIUM"):
        return named
    for name in NAMES:
        if path := shutil.which(name):
            return path
    if OURS.exists():
        return str(OURS)
    cache = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache/ms-playwright")
    return "" if any(cache.glob("chromium*")) else None

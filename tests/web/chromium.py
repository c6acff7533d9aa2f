"""Where a Chromium is: named by `CHROMIUM`, on the path, Playwright's own, or what `scripts/get_chromium` has got."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
"""The best first: the shell without windows needs less than half of the processor time of the whole browser."""
OURS = ROOT / ".venv" / "chromium" / "chromium"
"""Where `scripts/get_chromium` puts one."""
REQUIRED = "CROUPIER_NEEDS_BROWSER"
"""Set where a missing browser is an error, as in `.ci/run`."""


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

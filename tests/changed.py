"""Finds the test files that a change concerns, by following imports: `scripts/test --changed` runs them.

python tests/changed.py main        # what differs from where this branch left main, and what is not committed
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MOST = 30
"""A change concerns the tests that import it, directly or through other modules, as long as these are no more test
files than this: further away nearly everything is connected, and the whole suite is the better choice."""


def module(path: Path) -> str:
    """The name under which a file is imported."""
    parts = path.relative_to(ROOT / "src" if path.is_relative_to(ROOT / "src") else ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules() -> dict[str, Path]:
    """Every module of Croupier and of its tests."""
    return {module(path): path for top in ("src/croupier", "tests") for path in (ROOT / top).rglob("*.py")}


def named(path: Path) -> Iterator[str]:
    """The modules that a file imports, anywhere in it, and texts that may name a module, as for `python -m` or a
    patch."""
    package = module(path).split(".") if path.name == "__init__.py" else module(path).split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value:
            yield ".".join(package) + node.value if node.value.startswith(".") else node.value


@cache
def importers() -> dict[str, set[str]]:
    """For every module, the modules that import it."""
    known = modules()
    found: dict[str, set[str]] = {name: set() for name in known}
    for name, path in known.items():
        for other in named(path):
            if other.startswith("croupier.") and other.replace("croupier", "croupier.games", 1) in known:
                other = other.replace("croupier", "croupier.games", 1)  # from croupier import holdem
            while other and other not in known:
                other = other.rpartition(".")[0]
            if other not in ("", name, "croupier", "tests"):
                found[other].add(name)
    for name in known:
        if name.startswith("croupier.cli.verbs."):  # loaded by the program when the command line names it
            found[name].add("croupier.cli.main")
    return found


def concerned(name: str, who: dict[str, set[str]]) -> set[str]:
    """The tests that import a changed module, directly or through others: at least one of them, and those that are
    named after it."""
    met = {name, *(other for other in who if other.endswith(f".test_{name.rpartition('.')[2]}"))}
    while True:
        more = met.union(*(who.get(one, ()) for one in met))
        if more == met or (any(map(is_test, met)) and sum(map(is_test, more)) > MOST):
            return met
        met = more


def is_test(name: str) -> bool:
    """Whether a module has tests."""
    return name.startswith("tests.") and name.rpartition(".")[2].startswith("test_")


def near(files: set[Path]) -> list[Path]:
    """The test files that a change of some files concerns.

    A file that is no module, such as a golden text, concerns the modules that name it; a `conftest.py` concerns all
    tests of its folder.
    """
    known, who = {path: name for name, path in modules().items()}, importers()
    names = {known[path] for path in files if path in known}
    for path in (path for path in files if path.suffix and path not in known):
        names |= {name for one, name in known.items() if path.name in one.read_text(encoding="utf-8")}
    met = {other for name in names for other in concerned(name, who)}
    found = {path for path, name in known.items() if name in met}
    for path in (path for path in files if path.name == "conftest.py"):
        found |= set(path.parent.rglob("test_*.py"))
    return sorted(path for path in found if is_test(module(path)))


def changed(base: str) -> set[Path]:
    """The files that differ from the commit at which this branch left `base`, uncommitted ones included."""

    def git(*words: str) -> list[str]:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")

    since = git("merge-base", base, "HEAD")[0].strip()
    names = {*git("diff", "-z", "--name-only", since), *git("ls-files", "-z", "--others", "--exclude-standard")}
    return {ROOT / name for name in names if name}


if __name__ == "__main__":
    for test in near(changed(sys.argv[1])):
        print(test.relative_to(ROOT))

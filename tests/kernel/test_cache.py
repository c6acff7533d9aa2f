"""The cache of compiled rules: never stale, never doubled.

Each test writes a tiny package of rules, runs programs over it, as separate processes with a cache folder of their
own, edits the package in between, and asks every run for its result and whether it had to compile.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from croupier.kernel.jit import compiled

SOURCE = Path(__file__).parents[2] / "src"

HELPER = '''
"""A rule and what it reads."""
import numpy as np
from croupier.kernel.jit import rule

FACTOR = 10
TABLE = np.array([5, 6, 7, 8], np.int64)


@rule
def scaled(n):
    """Docstrings count as little as comments."""
    # a comment
    return n * FACTOR + int(TABLE[n])
'''

RULES = '''
"""A rule over a record, and over a rule of another module."""
from __future__ import annotations
from typing import Annotated
from croupier.kernel.jit import rule
from croupier.kernel.records import Record
from .helper import scaled


class Box(Record):
    left: int
    values: Annotated[list[int], 3]


@rule
def total(boxes, n):
    boxes[0].left = n
    return scaled(n) + boxes[0].left + boxes[0].values[n]
'''

DRIVER = '''
"""Runs a rule, compiled, and says what came out."""
import json, sys
from croupier.kernel import cache
from croupier.kernel.jit import compiled, compiled_afresh
from croupier.kernel.records import blank_rows
from tiny.rules import Box, total

def run(n):
    fast = compiled(total)
    boxes = blank_rows(Box)
    boxes["values"][0][:3] = 1, 2, 4
    try:
        result = int(fast(boxes, n))
    except IndexError:
        result = "IndexError"
    return {"result": result, "afresh": compiled_afresh(fast), "kept": cache.folder() is not None}

if __name__ == "__main__":
    print(json.dumps(run(int(sys.argv[1]))))
'''

WORKERS = '''
"""Runs a rule here, and then in four processes of its own."""
import json, multiprocessing
from driver import run

if __name__ == "__main__":
    here = run(0)
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        print(json.dumps([here, *pool.map(run, [0, 1, 2, 0, 1, 2, 0, 1], chunksize=2)]))
'''


class Ran(NamedTuple):
    """What a run of the program gave: its result, whether it compiled, whether there was a folder to keep it in."""

    result: int | str
    afresh: bool
    kept: bool


class Project:
    """A tiny package of rules in a folder of its own, with a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache: Path | str = folder / "cache"
        package = folder / "tiny"
        package.mkdir()
        (package / "__init__.py").touch()
        self.helper, self.rules = package / "helper.py", package / "rules.py"
        self.helper.write_text(HELPER)
        self.rules.write_text(RULES)
        (folder / "driver.py").write_text(DRIVER)
        (folder / "workers.py").write_text(WORKERS)

    def program(self, name: str, *arguments: str, **environment: str) -> Any:
        """Run a program of the project; what it prints."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        settings = {
            "PYTHONPATH": os.pathsep.join([str(SOURCE), str(self.folder)]),
            "PYTHONDONTWRITEBYTECODE": "1",  # an edit within a second must not be hidden by old byte code
            "CROUPIER_CACHE_DIR": str(self.cache),
        }
        command = [sys.executable, str(self.folder / name), *arguments]
        done = subprocess.run(
            command, env=inherited | settings | environment, cwd=self.folder, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def run(self, n: int = 1, **environment: str) -> Ran:
        return Ran(**self.program("driver.py", str(n), **environment))

    def edit(self, file: Path, old: str, new: str) -> None:
        text = file.read_text()
        assert text.count(old) == 1
        file.write_text(text.replace(old, new))

    def entries(self) -> set[str]:
        return {path.name for path in Path(self.cache).iterdir()}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_a_second_run_reads_what_the_first_compiled(project: Project) -> None:
    assert project.run(1) == Ran(result=19, afresh=True, kept=True)
    entries = project.entries()
    assert project.run(2) == Ran(result=33, afresh=False, kept=True)
    assert project.entries() == entries


def test_edits_that_change_nothing_do_not_compile_again(project: Project) -> None:
    assert project.run().afresh
    project.edit(project.helper, "# a comment", "# another comment\n    # over two lines")
    project.edit(project.rules, '"""A rule over a record, and', '"""A comment that moves every line.\n\nA rule, and')
    assert project.run() == Ran(result=19, afresh=False, kept=True)


@pytest.mark.xfail(strict=True, reason="a docstring is one of the constants of a function's code")
def test_an_edited_docstring_does_not_compile_again(project: Project) -> None:
    assert project.run().afresh
    project.edit(project.helper, "Docstrings count as little as comments", "Whatever is said here changes nothing")
    assert project.run() == Ran(result=19, afresh=False, kept=True)


@pytest.mark.parametrize(
    ("old", "new", "result"),
    [
        pytest.param("n * FACTOR +", "n * FACTOR -", 7, id="the imported rule"),
        pytest.param("FACTOR = 10", "FACTOR = 11", 20, id="a constant that it reads"),
        pytest.param("[5, 6, 7, 8]", "[5, 9, 7, 8]", 22, id="a table that it reads"),
    ],
)
def test_what_a_rule_hangs_on_is_never_stale(project: Project, old: str, new: str, result: int) -> None:
    """The edited module is only imported by the one whose rule is called, and that one stays as it was."""
    assert project.run() == Ran(19, afresh=True, kept=True)
    project.edit(project.helper, old, new)
    assert project.run() == Ran(result, afresh=True, kept=True)
    project.edit(project.helper, new, old)
    assert project.run() == Ran(19, afresh=False, kept=True), "what was there before is still there"


@pytest.mark.xfail(strict=True, reason="attributes count as global names, and an object's repr has its address")
def test_a_global_called_like_a_field_does_not_compile_again(project: Project) -> None:
    project.edit(project.rules, "\n\nclass Box", "\nleft = object()\n\n\nclass Box")
    assert project.run() == Ran(result=19, afresh=True, kept=True)
    assert project.run() == Ran(result=19, afresh=False, kept=True)


def lay_out_anew(project: Project) -> None:
    """Give the record of the project another order and another size."""
    project.edit(
        project.rules, "    left: int\n    values: Annotated[list[int], 3]", "    values: Sized\n    left: int"
    )
    project.edit(project.rules, "\n\nclass Box", "\nSized = Annotated[list[int], 5]\n\n\nclass Box")


def test_a_record_laid_out_anew_is_never_stale(project: Project) -> None:
    assert project.run() == Ran(19, afresh=True, kept=True)
    lay_out_anew(project)
    assert project.run() == Ran(19, afresh=True, kept=True)
    assert project.run() == Ran(19, afresh=False, kept=True)


@pytest.mark.xfail(strict=True, reason="Numba's index may point to the data that another process saved")
def test_processes_that_save_at_once_do_not_mix_up_what_they_saved(project: Project) -> None:
    """Two processes compile one rule, each for its own record, and save it in an empty folder at the same time.

    Which of them writes last may differ from file to file: here one was the last to write an index, the other the
    last to write what it compiled.
    """
    one, other = project.folder / "one", project.folder / "other"
    project.cache = one
    assert project.run() == Ran(19, afresh=True, kept=True)
    lay_out_anew(project)
    project.cache = other
    assert project.run() == Ran(19, afresh=True, kept=True)
    for path in one.glob("*.nbc"):
        shutil.copy(path, other)
    assert project.run().result == 19


def test_bounds_checks_have_entries_of_their_own(project: Project) -> None:
    far = 3  # beyond the three values of a box, but within the table
    assert project.run().afresh
    assert isinstance(project.run(far).result, int), "unchecked, whatever lies there is read"
    checked = {"NUMBA_BOUNDSCHECK": "1"}
    assert project.run(far, **checked) == Ran("IndexError", afresh=True, kept=True)
    assert project.run(far, **checked) == Ran("IndexError", afresh=False, kept=True)
    assert project.run(1, **checked) == Ran(19, afresh=False, kept=True)
    assert project.run() == Ran(19, afresh=False, kept=True), "going back compiles nothing"


def test_without_a_folder_rules_are_compiled_but_not_kept(project: Project) -> None:
    """As in a read-only installation. The folder cannot be made even by root: it would lie below a file."""
    project.cache = project.rules / "cache"
    before = sorted(project.folder.rglob("*"))
    assert project.run() == Ran(19, afresh=True, kept=False)
    assert sorted(project.folder.rglob("*")) == before, "nothing is left beside the rules either"


def test_spawned_workers_find_what_their_parent_compiled(project: Project) -> None:
    here, *there = [Ran(**values) for values in project.program("workers.py")]
    assert here == Ran(6, afresh=True, kept=True)
    assert [ran.result for ran in there] == [6, 19, 33, 6, 19, 33, 6, 19]
    assert not any(ran.afresh for ran in there)


def no_rule(n: int) -> int:
    """A function that nobody marked."""
    return n


@pytest.mark.xfail(strict=True, reason="Numba keeps it beside its source, and does not notice an edited import")
def test_only_rules_are_compiled() -> None:
    with pytest.raises((AssertionError, TypeError)):
        compiled(no_rule)

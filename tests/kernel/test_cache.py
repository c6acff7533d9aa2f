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

from croupier.kernel.language import jit
from croupier.kernel.language.cache import fingerprint
from croupier.kernel.language.jit import bind, compiled, rule

SOURCE = Path(__file__).parents[2] / "src"

HELPER = '''
"""A rule and what it reads."""
import numpy as np
from croupier.kernel.language.jit import rule

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
from croupier.kernel.language.jit import rule
from croupier.kernel.language.records import Record
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
from croupier.kernel.language import cache
from croupier.kernel.language.jit import compiled, compiled_afresh
from croupier.kernel.language.records import blank_rows
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

ENTRANCE = '''
"""Calls, from Python, the rule that another rule calls."""
import json
from croupier.kernel.language.jit import compiled, compiled_afresh
from tiny.helper import scaled

fast = compiled(scaled)
print(json.dumps({"result": fast(1), "afresh": compiled_afresh(fast), "kept": True}))
'''

SPOILED = '''
"""Loses the cache folder, beyond repair, before anything is saved in it."""
import json
from croupier.kernel.language import cache
from driver import run

folder = cache.folder()
folder.rmdir()
folder.write_text("in the way")
print(json.dumps(run(1)))
'''

STRANGER = '''
"""Compiles a function that is no rule, as anybody may with Numba, beside one that is."""
import json
from numba import njit
from driver import run

@njit(cache=True)
def double(n):
    return 2 * n

print(json.dumps([run(1)["result"], double(4), sum(double.stats.cache_hits.values())]))
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

SECOND = '''
"""Runs another rule over what a first may have left in the cache, before or after the first itself."""
import json, sys
from croupier.kernel.language.jit import compiled, compiled_afresh, rule
from driver import run
from tiny.helper import scaled

@rule
def twice(n):
    return scaled(n) + scaled(n)

def second():
    fast = compiled(twice)
    return {"result": fast(1), "afresh": compiled_afresh(fast), "kept": True}

ways = {"first": lambda: run(1), "second": second}
print(json.dumps([ways[name]() for name in sys.argv[1:]]))
'''

RAISING = '''
"""Calls a rule that raises what it knows only when it runs, for which Numba needs the environment of that rule."""
import json
from croupier.kernel.language.jit import compiled, compiled_afresh, rule

@rule
def inner(n):
    if n > 1:
        raise ValueError("too many", n)
    return n

@rule
def outer(n):
    return inner(n) + 1

fast = compiled(outer)
try:
    result = fast(3)
except ValueError as error:
    result = str(error)
print(json.dumps({"result": result, "afresh": compiled_afresh(fast), "kept": True}))
'''

BOUND = '''
"""Runs copies of one rule that are bound to other numbers. It is too long to be put into its caller."""
import json, sys
from croupier.kernel.language.jit import bind, compiled, rule

@rule
def long(n):
    total = n
    LINES
    return total + FACTOR

@rule
def outer(n):
    return long(n) + long(n + 1)

copies = [bind(outer, long=bind(long, FACTOR=int(factor))) for factor in sys.argv[1:]]
print(json.dumps([int(compiled(copy)(0)) for copy in copies]))
'''.replace("LINES", "\n    ".join(f"total = (total * {i} + n) % {i + 7}" for i in range(2, 100)))


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
        programs = {
            "bound": BOUND,
            "driver": DRIVER,
            "entrance": ENTRANCE,
            "raising": RAISING,
            "second": SECOND,
            "spoiled": SPOILED,
            "stranger": STRANGER,
            "workers": WORKERS,
        }
        for name, text in programs.items():
            (folder / f"{name}.py").write_text(text)

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


def test_a_rule_that_others_call_can_be_entered_from_python(project: Project) -> None:
    """What is kept of a called rule has no way in from Python: to take it for an entrance would crash."""
    assert project.run().afresh
    assert Ran(**project.program("entrance.py")) == Ran(16, afresh=True, kept=True)
    assert Ran(**project.program("entrance.py")) == Ran(16, afresh=False, kept=True)
    assert project.run() == Ran(19, afresh=False, kept=True)


def test_only_the_entrance_is_kept_as_machine_code(project: Project) -> None:
    assert project.run().afresh
    kept = {path.name.split("_")[0]: path.read_bytes() for path in Path(project.cache).iterdir()}
    machine_code = b"__text" if sys.platform == "darwin" else b"\x7fELF"
    assert {name: machine_code in data for name, data in kept.items()} == {"rules.enter": True, "scaled": False}


@pytest.mark.parametrize("order", [("first", "second"), ("second", "first")])
def test_two_entrances_share_a_part(project: Project, order: tuple[str, str]) -> None:
    results = {"first": 19, "second": 32}
    for afresh in (True, False):
        ran = [Ran(**values) for values in project.program("second.py", *order)]
        assert ran == [Ran(results[name], afresh=afresh, kept=True) for name in order]
    assert len([name for name in project.entries() if name.startswith("scaled")]) == 1


def test_a_part_from_the_cache_goes_into_a_new_entrance(project: Project) -> None:
    """Whether or not the process has read an entrance that contains it already."""
    assert project.run().afresh
    (part,) = Path(project.cache).glob("scaled*")
    kept = part.stat()
    assert project.program("second.py", "second") == [{"result": 32, "afresh": True, "kept": True}]
    (entrance,) = Path(project.cache).glob("*enter_twice*")
    entrance.unlink()
    first, second = [Ran(**values) for values in project.program("second.py", "first", "second")]
    assert (first, second) == (Ran(19, afresh=False, kept=True), Ran(32, afresh=True, kept=True))
    assert (part.stat().st_ino, part.stat().st_mtime_ns) == (kept.st_ino, kept.st_mtime_ns), "it was compiled once"


def test_the_environment_of_a_part_is_there_freshly_compiled_and_read(project: Project) -> None:
    for afresh in (True, False):
        assert Ran(**project.program("raising.py")) == Ran("('too many', 3)", afresh=afresh, kept=True)


def test_a_damaged_entry_is_compiled_again(project: Project) -> None:
    assert project.run().afresh
    for number, path in enumerate(sorted(Path(project.cache).iterdir())):
        path.write_bytes([b"", path.read_bytes()[:-9], b"nonsense"][number % 3])
    assert project.run() == Ran(19, afresh=True, kept=True)
    assert project.run() == Ran(19, afresh=False, kept=True)


def test_an_entry_of_another_signature_is_not_taken(project: Project) -> None:
    """Even if it lay under the right name: what is stored says for which signature it was compiled."""
    assert project.run().afresh
    (entry,) = Path(project.cache).glob("*enter_total*")
    kept = entry.read_bytes()
    lay_out_anew(project)
    assert project.run().afresh
    (other,) = set(Path(project.cache).glob("*enter_total*")) - {entry}
    other.write_bytes(kept)
    assert project.run() == Ran(19, afresh=True, kept=True)


def test_a_folder_that_is_lost_harms_nobody(project: Project) -> None:
    """A failure to save, as on a full disk, must not reach who only wanted a result."""
    assert project.program("spoiled.py") == {"result": 19, "afresh": True, "kept": True}
    assert Path(project.cache).read_text() == "in the way"


def test_functions_of_others_are_left_to_numba(project: Project) -> None:
    assert project.program("stranger.py") == [19, 8, 0]
    assert project.program("stranger.py") == [19, 8, 1]
    assert not [name for name in project.entries() if "double" in name]
    assert list((project.folder / "__pycache__").glob("stranger.double*.nbi"))


def test_a_table_too_large_to_keep_is_compiled_all_the_same(project: Project) -> None:
    """Numba does not keep code with a table of a megabyte or more, and says so."""
    project.edit(project.helper, "np.array([5, 6, 7, 8], np.int64)", "np.arange(5, 200_005)")
    assert project.run() == Ran(19, afresh=True, kept=True)


def test_merging_a_rule_into_its_callers_changes_its_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries compiled with another threshold would be right, but slower or larger than asked for."""
    before = fingerprint(leaf)  # type: ignore[arg-type]
    monkeypatch.setattr(jit, "MERGED", 1)
    assert fingerprint(leaf) != before  # type: ignore[arg-type]


def test_bound_copies_differ_by_what_they_are_bound_to() -> None:
    names = {fingerprint(bind(leaf, FACTOR=factor)) for factor in (2, 3, 2)}  # type: ignore[arg-type]
    assert len(names) == 2


def test_what_different_processes_compiled_is_told_apart(project: Project) -> None:
    hundred, thousand = project.program("bound.py", "100"), project.program("bound.py", "1000")
    assert project.program("bound.py", "100", "1000") == hundred + thousand
    assert thousand[0] - hundred[0] == 2 * 900


FACTOR = 1


@rule
def leaf(n: int) -> int:
    """A rule that calls no other."""
    return n * FACTOR


def no_rule(n: int) -> int:
    """A function that nobody marked."""
    return n


def test_only_rules_are_compiled() -> None:
    """Numba would keep it beside its source, and not notice an edited import."""
    with pytest.raises(TypeError, match="no_rule"):
        compiled(no_rule)
    with pytest.raises(TypeError, match="no rule"):
        compiled(len)


def test_a_rule_is_compiled_once() -> None:
    assert compiled(leaf) is compiled(leaf)
    assert leaf.__name__ == "leaf", "the rule itself keeps its name"

"""The cache of compiled rules: never stale, never doubled.

Each test writes a tiny package of rules, runs programs over it, as separate processes with a cache folder of their
own, edits the package in between, and asks every run for its result and whether it had to compile.
"""

from __future__ import annotations

import errno
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any, TextIO

import pytest

from croupier.kernel.language import cache, jit
from croupier.kernel.language.cache import fingerprint
from croupier.kernel.language.jit import MERGED, bind, compiled, is_merged, merged_size, rule
from tests.kernel.forked import Forks
from tests.kernel.project import SOURCE, Project, Ran


@pytest.fixture(scope="module")
def forks() -> Iterator[Forks]:
    made = Forks(SOURCE)
    yield made
    made.close()


@pytest.fixture
def project(tmp_path: Path, forks: Forks) -> Project:
    return Project(tmp_path, forks)


@pytest.fixture(scope="module")
def first_run(forks: Forks, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a first run leaves in an empty folder."""
    made = Project(tmp_path_factory.mktemp("first"), forks)
    assert made.run() == Ran(result=19, afresh=True, kept=True)
    return Path(made.cache)


@pytest.fixture
def run_before(tmp_path: Path, forks: Forks, first_run: Path) -> Project:
    """A project that has been run once."""
    return Project(tmp_path, forks, first_run)


def test_a_second_run_reads_what_the_first_compiled(project: Project) -> None:
    assert project.run(1) == Ran(result=19, afresh=True, kept=True)
    entries = project.entries()
    assert project.run(2) == Ran(result=33, afresh=False, kept=True)
    assert project.entries() == entries


def test_edits_that_change_nothing_do_not_compile_again(run_before: Project) -> None:
    run_before.edit(run_before.helper, "# a comment", "# another comment\n    # over two lines")
    run_before.edit(
        run_before.rules, '"""A rule over a record, and', '"""A comment that moves every line.\n\nA rule, and'
    )
    assert run_before.run() == Ran(result=19, afresh=False, kept=True)


def test_an_edited_docstring_does_not_compile_again(run_before: Project) -> None:
    run_before.edit(
        run_before.helper, "Docstrings count as little as comments", "Whatever is said here changes nothing"
    )
    assert run_before.run() == Ran(result=19, afresh=False, kept=True)


@pytest.mark.parametrize(
    ("old", "new", "result"),
    [
        pytest.param("n * FACTOR +", "n * FACTOR -", 7, id="the imported rule"),
        pytest.param("FACTOR = 10", "FACTOR = 11", 20, id="a constant that it reads"),
        pytest.param("[5, 6, 7, 8]", "[5, 9, 7, 8]", 22, id="a table that it reads"),
    ],
)
def test_the_dependencies_of_a_rule_are_never_stale(run_before: Project, old: str, new: str, result: int) -> None:
    """The edited module is only imported by the one whose rule is called, and that one stays as it was."""
    run_before.edit(run_before.helper, old, new)
    assert run_before.run() == Ran(result, afresh=True, kept=True)
    run_before.edit(run_before.helper, new, old)
    assert run_before.run() == Ran(19, afresh=False, kept=True), "what was there before is still there"


def test_a_global_called_like_a_field_does_not_compile_again(project: Project) -> None:
    project.edit(project.rules, "\n\nclass Box", "\nleft = object()\n\n\nclass Box")
    assert project.run() == Ran(result=19, afresh=True, kept=True)
    assert project.run() == Ran(result=19, afresh=False, kept=True)


def test_a_numeric_function_is_kept_like_a_rule_and_never_taken_for_one(run_before: Project) -> None:
    run_before.edit(run_before.rules, "import rule\n", "import numeric\n")
    run_before.edit(run_before.rules, "@rule\ndef total", "@numeric\ndef total")
    assert run_before.run() == Ran(result=19, afresh=True, kept=True)
    assert run_before.run() == Ran(result=19, afresh=False, kept=True)


def lay_out_anew(project: Project) -> None:
    """Give the record of the project another order and another size."""
    project.edit(
        project.rules, "    left: int\n    values: Annotated[list[int], 3]", "    values: Sized\n    left: int"
    )
    project.edit(project.rules, "\n\nclass Box", "\nSized = Annotated[list[int], 5]\n\n\nclass Box")


def test_a_record_laid_out_anew_is_never_stale(run_before: Project) -> None:
    lay_out_anew(run_before)
    assert run_before.run() == Ran(19, afresh=True, kept=True)
    assert run_before.run() == Ran(19, afresh=False, kept=True)


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


def test_bounds_checks_have_entries_of_their_own(run_before: Project) -> None:
    far = 3  # beyond the three values of a box, but within the table
    assert isinstance(run_before.run(far).result, int), "unchecked, whatever lies there is read"
    checked = {"NUMBA_BOUNDSCHECK": "1"}
    assert run_before.run_alone(far, **checked) == Ran("IndexError", afresh=True, kept=True)
    assert run_before.run(far, **checked) == Ran("IndexError", afresh=False, kept=True)
    assert run_before.run(1, **checked) == Ran(19, afresh=False, kept=True)
    assert run_before.run() == Ran(19, afresh=False, kept=True), "going back compiles nothing"


def test_without_a_folder_rules_are_compiled_but_not_kept(project: Project) -> None:
    """As in a read-only installation. The folder cannot be made even by root: it would lie below a file."""
    project.cache = project.rules / "cache"
    before = sorted(project.folder.rglob("*"))
    assert project.run() == Ran(19, afresh=True, kept=False)
    assert sorted(project.folder.rglob("*")) == before, "nothing is left beside the rules either"


def test_spawned_workers_find_what_their_parent_compiled(project: Project) -> None:
    here, *there = [Ran(**values) for values in project.program("workers.py")]
    assert here == Ran(6, afresh=True, kept=True)
    assert [ran.result for ran in there] == [6, 19, 33, 6]
    assert not any(ran.afresh for ran in there)


def test_of_processes_that_need_the_same_at_once_one_compiles(project: Project) -> None:
    ran = [Ran(**values) for values in project.program("at_once.py")]
    assert [one.result for one in ran] == [19] * 3
    assert sum(one.afresh for one in ran) == 1
    assert not list(Path(project.cache).glob("*.lock"))


def test_a_rule_that_others_call_can_be_entered_from_python(run_before: Project) -> None:
    """What is kept of a called rule has no way in from Python: to take it for an entrance would crash."""
    assert Ran(**run_before.program("entrance.py")) == Ran(16, afresh=True, kept=True)
    assert Ran(**run_before.program("entrance.py")) == Ran(16, afresh=False, kept=True)
    assert run_before.run() == Ran(19, afresh=False, kept=True)


def test_only_the_entrance_is_kept_as_machine_code(run_before: Project) -> None:
    kept = {path.name.split("_")[0]: path.read_bytes() for path in Path(run_before.cache).iterdir()}
    machine_code = b"__text" if sys.platform == "darwin" else b"\x7fELF"
    assert {name: machine_code in data for name, data in kept.items()} == {"rules.enter": True, "scaled": False}


@pytest.mark.parametrize("order", [("first", "second"), ("second", "first")])
def test_two_entrances_share_a_part(project: Project, order: tuple[str, str]) -> None:
    results = {"first": 19, "second": 32}
    for afresh in (True, False):
        ran = [Ran(**values) for values in project.program("second.py", *order)]
        assert ran == [Ran(results[name], afresh=afresh, kept=True) for name in order]
    assert len([name for name in project.entries() if name.startswith("scaled")]) == 1


def test_a_part_from_the_cache_goes_into_a_new_entrance(run_before: Project) -> None:
    """Whether or not the process has read an entrance that contains it already."""
    (part,) = Path(run_before.cache).glob("scaled*")
    kept = part.stat()
    assert run_before.program("second.py", "second") == [{"result": 32, "afresh": True, "kept": True}]
    (entrance,) = Path(run_before.cache).glob("*enter_twice*")
    entrance.unlink()
    first, second = [Ran(**values) for values in run_before.program("second.py", "first", "second")]
    assert (first, second) == (Ran(19, afresh=False, kept=True), Ran(32, afresh=True, kept=True))
    assert (part.stat().st_ino, part.stat().st_mtime_ns) == (kept.st_ino, kept.st_mtime_ns), "it was compiled once"


def test_the_environment_of_a_part_is_there_freshly_compiled_and_read(project: Project) -> None:
    for afresh in (True, False):
        assert Ran(**project.program("raising.py")) == Ran("('too many', 3)", afresh=afresh, kept=True)


def test_a_damaged_entry_is_compiled_again(run_before: Project) -> None:
    for number, path in enumerate(sorted(Path(run_before.cache).iterdir())):
        path.write_bytes([b"", path.read_bytes()[:-9], b"nonsense"][number % 3])
    assert run_before.run() == Ran(19, afresh=True, kept=True)
    assert run_before.run() == Ran(19, afresh=False, kept=True)


def test_an_entry_of_another_signature_is_not_taken(run_before: Project) -> None:
    """Even if it lay under the right name: what is stored says for which signature it was compiled."""
    (entry,) = Path(run_before.cache).glob("*enter_total*")
    kept = entry.read_bytes()
    lay_out_anew(run_before)
    assert run_before.run().afresh
    (other,) = set(Path(run_before.cache).glob("*enter_total*")) - {entry}
    other.write_bytes(kept)
    assert run_before.run() == Ran(19, afresh=True, kept=True)


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


def test_a_folder_that_can_only_be_read_is_taken_if_there_is_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """As from a booth, which may not write what others would run."""
    first, second = Path.cwd() / "first", Path.cwd() / "second"
    monkeypatch.setattr(cache, "candidates", lambda: [first, second])
    assert cache.folder.__wrapped__() == first

    def only_second(dir: Path) -> TextIO:
        if dir != second:
            raise OSError(errno.EROFS, "Read-only file system")
        return open(second / "tried", "w")

    monkeypatch.setattr(cache.tempfile, "TemporaryFile", only_second)
    assert cache.folder.__wrapped__() == second
    monkeypatch.setattr(cache, "candidates", lambda: [first])
    assert cache.folder.__wrapped__() == first
    monkeypatch.setattr(cache, "candidates", list)
    assert cache.folder.__wrapped__() is None


def test_merging_a_rule_into_its_callers_changes_its_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries compiled with another threshold would be right, but slower or larger than asked for."""
    before = fingerprint(leaf)  # type: ignore[arg-type]
    monkeypatch.setattr(jit, "MERGED", 1)
    assert fingerprint(leaf) != before  # type: ignore[arg-type]


def calling(*called: FunctionType) -> Any:
    """A rule that calls one rule three times, and another once."""
    return bind(caller, once=called[0], often=called[-1])


def test_a_merged_rule_counts_for_each_place_where_it_is_called() -> None:
    """A small rule that calls others can become a large one."""
    own = {rule: len(rule.__code__.co_code) for rule in (leaf, caller)}
    small = calling(leaf)
    assert merged_size(leaf) == own[leaf] < MERGED
    assert merged_size(small) == own[caller] + 4 * own[leaf]
    large = small
    while is_merged(large):
        large = calling(leaf, large)
    assert merged_size(large) > MERGED > own[caller]
    assert merged_size(calling(leaf, large)) == own[caller] + own[leaf], "what is called from outside adds nothing"


def test_bound_copies_differ_by_what_they_are_bound_to() -> None:
    names = {fingerprint(bind(leaf, FACTOR=factor)) for factor in (2, 3, 2)}  # type: ignore[arg-type]
    assert len(names) == 2


def test_code_compiled_by_different_processes_is_told_apart(project: Project) -> None:
    hundred, thousand = project.program("bound.py", "100"), project.program("bound.py", "1000")
    assert project.program("bound.py", "100", "1000") == hundred + thousand
    assert thousand[0] - hundred[0] == 2 * 900


FACTOR = 1


@rule
def leaf(n: int) -> int:
    """A rule that calls no other."""
    return n * FACTOR


once: Callable[[int], int]
often: Callable[[int], int]


@rule
def caller(n: int) -> int:
    """A rule that calls two others, which it is bound to."""
    return once(n) + often(n) + often(n + 1) + often(n + 2)  # noqa: F821 - `bind` gives the names their values


def no_rule(n: int) -> int:
    """A function that nobody marked."""
    return n


def test_what_has_to_be_compiled_is_told_once_and_what_is_found_is_not(tmp_path: Path) -> None:
    told: list[str] = []
    with cache.telling(lambda: told.append("first")):
        assert cache.Entrances(tmp_path / "rule").load("key") is None and told == ["first"]
        cache.Entrances(tmp_path / "rule").save("key", "code")
        assert cache.Entrances(tmp_path / "other").load("key") is None
        cache.end_turn()
    with cache.telling(lambda: told.append("second")):
        assert cache.Entrances(tmp_path / "rule").load("key") == "code"
    assert cache.Entrances(tmp_path / "third").load("key") is None  # nobody listens any more
    cache.end_turn()
    assert told == ["first"]


def test_only_rules_are_compiled() -> None:
    """Numba would keep it beside its source, and not notice an edited import."""
    with pytest.raises(TypeError, match="no_rule"):
        compiled(no_rule)
    with pytest.raises(TypeError, match="no rule"):
        compiled(len)


def test_a_rule_is_compiled_once() -> None:
    assert compiled(leaf) is compiled(leaf)
    assert leaf.__name__ == "leaf", "the rule itself keeps its name"

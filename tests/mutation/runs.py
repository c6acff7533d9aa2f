"""Tests run against mutants, each in a process of its own.

The processes are forked. In most cases everything is imported once, and a process replaces the code of the functions
that the mutant changes. For rules, and for functions whose code cannot be replaced, Croupier and its tests are imported
again from a copy of the tree. The tests of the page's files run in Node, also in a copy.

Where functions are replaced, only those tests are tried that run the changed line (`tracing`).
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import inspect
import math
import multiprocessing
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import _lru_cache_wrapper, partial
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from types import CodeType, FunctionType

from .mutations import Mutant
from .plans import Plan
from .tracing import Traced, Tracer, of_plan, reaching, traced_in
from .typescript import NODE

IMPORTED_ONCE = ("pytest", "_hypothesis_pytestplugin", "hypothesis.strategies", "msgspec", "numpy", "xdist")
OURS = ("croupier", "tests", "conftest")
LEFT_OUT = (".*", "__pycache__")
PATIENCE, LEAST_PATIENCE = 4, 20
"""A mutant counts as noticed if its tests take 4 times as long as without it, and at least 20 s of processor time."""

TRACING = 2
"""How many times as long a test takes when it is traced."""

MEMORY, SECONDS = 4 << 30, 600
"""The most memory and the most seconds of a run: a mutant may loop, wait or fill a list for ever."""

_fork = multiprocessing.get_context("fork")


class Tests:
    """The tests of a plan. If nothing else is possible, they run in a copy of the tree with the mutant in it."""

    def __init__(self, plan: Plan, root: Path, copy: Path) -> None:
        self.plan = plan
        self.root = root
        self.copy = copy
        self._own = (root / plan.file).read_text("utf-8")
        self._told = copy.with_suffix(".txt")
        self.traced: Mapping[str, Traced] | None = None
        """What each test runs; None if all tests are to be tried."""
        self.seconds = 0.0
        """How long all tests take."""

    def reaching(self, mutant: Mutant) -> list[str]:
        """The tests, or pytest's arguments for them, that may notice a mutant."""
        if self.traced is None or swaps(self._own, mutant.source) is None:
            return self.plan.tests
        return reaching(self.plan, self._own, mutant, self.traced)

    def patience(self, named: Sequence[str]) -> float:
        """The processor time after which some of the tests count as running for ever."""
        known = [self.traced[one].seconds / TRACING for one in named if one in self.traced] if self.traced else []
        return max(LEAST_PATIENCE, PATIENCE * (sum(known) if known else self.seconds))

    def start(
        self, source: str | None = None, patience: float = SECONDS, tests: Sequence[str] | None = None
    ) -> ForkProcess:
        """Run some tests, or all, with another source of the rule file, for a limited processor time."""
        tests = self.plan.tests if tests is None else tests
        run: Callable[[], int]
        if self.plan.file.endswith(".ts"):
            run = partial(self._run_node, self.copied(source))
        elif (changes := swaps(self._own, source or self._own)) is not None:
            run = partial(self._run_here, changes, tests)
        else:
            run = partial(self._run_afresh, self.copied(source))
        process = _fork.Process(target=self._run, args=(run, math.ceil(patience)))
        process.start()
        return process

    def copied(self, source: str | None = None) -> Path:
        """A copy of the tree with this source in it."""
        if not self.copy.exists():
            shutil.copytree(self.root, self.copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
        (self.copy / self.plan.file).write_text(source if source is not None else self._own, "utf-8")
        return self.copy

    def _run(self, run: Callable[[], int], seconds: int) -> None:
        os.setsid()
        told = os.open(self._told, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(told, 1)
        os.dup2(told, 2)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        os._exit(run())

    def _run_node(self, copy: Path) -> int:
        """Run the tests in Node, file by file."""
        os.chdir(copy)
        return int(any(subprocess.run([NODE, test]).returncode for test in self.plan.tests))

    def _run_here(self, changes: Sequence[tuple[CodeType, CodeType]], tests: Sequence[str]) -> int:
        """Run the tests with everything imported already: loaded functions get the code of the mutant."""
        swap(changes)
        os.chdir(self.root)
        return _pytest(tests)

    def _run_afresh(self, copy: Path) -> int:
        """Run the tests with all of our modules imported again from a copy."""
        for name in [name for name in sys.modules if name.split(".")[0] in OURS]:
            del sys.modules[name]
        path = [str(copy), str(copy / "src")]
        sys.path[:0] = path
        os.environ["PYTHONPATH"] = os.pathsep.join(path)
        sys.dont_write_bytecode = True
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        os.chdir(copy)
        return _pytest(self.plan.tests)

    def told(self) -> str:
        """The output of the last run."""
        return self._told.read_text("utf-8", "replace")

    def twin(self, copy: Path) -> Tests:
        """The same tests in another copy."""
        twin = Tests(self.plan, self.root, copy)
        twin.traced, twin.seconds = self.traced, self.seconds
        return twin


def _pytest(tests: Sequence[str], *options: str, plugins: Sequence[object] = ()) -> int:
    import pytest

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    fixed = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:warnings", "--plain"]
    return pytest.main([*fixed, *options, *tests], plugins=plugins)


def swaps(own: str, source: str) -> list[tuple[CodeType, CodeType]] | None:
    """The code of each function of a file, and that of the mutant; None if one cannot be replaced by the other.

    Rules cannot be replaced, as objects such as the drivers of a game may have been made from them already.
    """
    if "@rule" in own:
        return None
    codes = [compile(text, "rules", "exec", dont_inherit=True) for text in (own, source)]
    pairs = list(zip(*map(_functions, codes), strict=True))
    return pairs if all(was.co_freevars == becomes.co_freevars for was, becomes in pairs) else None


def _functions(code: CodeType) -> Iterator[CodeType]:
    """The functions and methods of a module, in order."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if inner.co_flags & inspect.CO_OPTIMIZED:
                yield inner
            else:  # a class
                yield from _functions(inner)


def swap(changes: Sequence[tuple[CodeType, CodeType]]) -> None:
    """Replace the code of every loaded function, and clear caches of their results.

    Objects that the tests have frozen are unfrozen first, as the garbage collector lists no frozen object. Types are
    compared, as `isinstance` would ask a weak proxy for the class of its object, which may be gone.
    """
    others = dict(changes)
    gc.unfreeze()
    for found in gc.get_objects():
        if type(found) is FunctionType and found.__code__ in others:
            found.__code__ = others[found.__code__]
    for found in gc.get_objects():
        if type(found) is _lru_cache_wrapper and found.__module__.split(".")[0] in OURS:
            found.cache_clear()


def trace(plans: Sequence[Plan], root: Path, folder: Path) -> dict[str, Traced]:
    """What each test of some plans runs of their files, found in one run, which must pass. Files of rules, and those of
    the page, are left out."""
    files = [plan.file for plan in plans if _is_swapped(root / plan.file)]
    named = [test for plan in plans if plan.file in files for test in plan.tests if not test.startswith("-")]
    if not files:
        return {}
    tests = list(dict.fromkeys(named))
    _import(tests)
    told, log = folder / "traced.json", folder / "traced.txt"
    process = _fork.Process(target=_trace, args=(root, files, tests, told, log))
    process.start()
    if not _passes(process):
        raise RuntimeError(f"the tests do not pass without a mutant:\n{log.read_text('utf-8', 'replace')}")
    return traced_in(told)


def _passes(process: ForkProcess) -> bool:
    """Whether a run of tests passes."""
    try:
        process.join()
    except KeyboardInterrupt:
        end(process)
        raise
    return process.exitcode == 0


def _trace(root: Path, files: Sequence[str], tests: Sequence[str], told: Path, log: Path) -> None:
    os.setsid()
    output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.chdir(root)
    os._exit(_pytest(tests, plugins=[Tracer(root, files, told)]))


def _is_swapped(file: Path) -> bool:
    """Whether the functions of a file can be replaced by those of a mutant."""
    return file.suffix == ".py" and swaps(source := file.read_text("utf-8"), source) is not None


def _import(tests: Sequence[str]) -> None:
    """Import everything that tests need."""
    for name in IMPORTED_ONCE:
        importlib.import_module(name)
    with open(os.devnull, "w", encoding="utf-8") as nowhere, contextlib.redirect_stdout(nowhere):
        _pytest(tests, "--collect-only")


def prepare(plan: Plan, root: Path, copy: Path, traced: Mapping[str, Traced]) -> Tests:
    """The tests of a plan, which must pass. Those that were traced are not run again."""
    tests = Tests(plan, root, copy)
    if _is_swapped(root / plan.file):
        tests.traced = of_plan(plan, traced)
        tests.seconds = sum(one.seconds for one in tests.traced.values())
        return tests
    if plan.file.endswith(".ts"):
        tests.copied()
    else:
        _import(plan.tests)
    begun = time.monotonic()
    if not _passes(tests.start()):
        raise RuntimeError(f"the tests of {plan.name} do not pass without a mutant:\n{tests.told()}")
    tests.seconds = time.monotonic() - begun
    return tests


def judge(tests: Tests, mutants: list[Mutant], workers: int) -> Iterator[tuple[Mutant, bool]]:
    """Each mutant, as soon as it was tried, with whether a test noticed it."""
    idle = [tests, *(tests.twin(tests.copy.with_name(f"copy{number}")) for number in range(2, workers + 1))]
    ahead = list(reversed(mutants))
    running: dict[ForkProcess, tuple[Mutant, Tests, float]] = {}
    try:
        while ahead or running:
            while ahead and idle:
                mutant = ahead.pop()
                if not (named := tests.reaching(mutant)):
                    yield mutant, False
                    continue
                place, patience = idle.pop(), tests.patience(named)
                running[place.start(mutant.source, patience, named)] = mutant, place, time.monotonic() + SECONDS
            if not running:
                break
            soonest = min(deadline for _, _, deadline in running.values())
            wait([process.sentinel for process in running], max(0.0, soonest - time.monotonic()))
            for process, (mutant, place, deadline) in list(running.items()):
                late = time.monotonic() >= deadline
                if process.exitcode is not None or late:
                    noticed = process.exitcode != 0
                    end(process)
                    del running[process]
                    idle.append(place)
                    yield mutant, noticed
    finally:
        for process in running:
            end(process)


def end(process: ForkProcess) -> None:
    """End a process with all that it has started."""
    if process.is_alive() and process.pid is not None:
        with contextlib.suppress(ProcessLookupError):  # it has not got a group of its own yet
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
    process.join()

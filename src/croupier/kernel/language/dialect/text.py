"""Checks of the text of a module: constructs that no rule may use, and names that may have no value."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .reasons import BUILT_IN, CONSTANTS, METHODS, MOST_INT64, PLAIN, REASON, Violation, violation

Function = ast.FunctionDef | ast.AsyncFunctionDef


def violations(source: str, filename: str) -> list[Violation]:
    """The violations of the dialect that the text of a module shows."""
    tree = ast.parse(source, filename)
    names = _Names(tree)
    return [found for function in rules_in(tree) for found in _Reader(function, names).read()]


def _is_mark(decorator: ast.expr, *names: str) -> bool:
    return (isinstance(decorator, ast.Name) and decorator.id in names) or (
        isinstance(decorator, ast.Attribute) and decorator.attr in names
    )


def rules_in(tree: ast.AST) -> Iterator[Function]:
    """The functions of a module that are marked as rules."""
    for node in ast.walk(tree):
        if isinstance(node, Function) and any(_is_mark(mark, "rule") for mark in node.decorator_list):
            yield node


def own_names(function: Function) -> set[str]:
    """The parameters of a function and every name that it assigns."""
    nodes = list(ast.walk(function))
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    return stored | {node.arg for node in nodes if isinstance(node, ast.arg)}


class _Names:
    """What the text of a module says about its global names."""

    def __init__(self, tree: ast.Module) -> None:
        within = {inner for node in ast.walk(tree) for inner in _inside(node)}
        self.hidden = within.intersection(rules_in(tree))
        self.rules = {function.name: function for function in rules_in(tree)}
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
    """All nodes within a function or class."""
    return list(ast.walk(node))[1:] if isinstance(node, Function | ast.ClassDef) else []


class _Reader(ast.NodeVisitor):
    """Checks one rule, in the order in which it runs."""

    def __init__(self, function: Function, names: _Names) -> None:
        self.function = function
        self.names = names
        self.own = own_names(function)
        self.known: set[str] | None = {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
        """The names that certainly have a value here; None in unreachable code."""
        self.at_breaks: list[set[str] | None] = []
        self.found: list[Violation] = []

    def report(self, node: ast.AST, reason: str, detail: str = "") -> None:
        self.found.append(violation(node, self.function.name, reason, detail))

    def read(self) -> list[Violation]:
        function, arguments = self.function, self.function.args
        if function in self.names.hidden:
            self.report(function, "a rule within a function or class")
        if not all(_is_mark(mark, "rule") for mark in function.decorator_list):
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
        """Report a construct, such as an operator, at a node if no rule may contain it; returns whether it did."""
        reason = REASON.get(type(construct))
        if reason is not None:
            self.report(node, reason)
        return reason is not None

    def generic_visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.stmt | ast.expr) and not isinstance(node, PLAIN):
            self.report(node, "something outside of the dialect", type(node).__name__)
        else:
            super().generic_visit(node)

    # Statements, and the names that have a value after them.

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
        """Check an expression that is returned or assigned; there `and` of truth values is allowed."""
        if isinstance(node, ast.BoolOp) and self.is_truth(node, trusting=True):
            self.test(node)
        else:
            self.visit(node)

    def test(self, node: ast.expr) -> None:
        """Check an expression of which only the truth value counts."""
        if isinstance(node, ast.BoolOp):
            for operand in node.values:
                self.test(operand)
        else:
            self.visit(node)

    def is_truth(self, node: ast.expr, trusting: bool = False) -> bool:
        """Whether an expression certainly is True or False; with `trusting`, a call of an imported rule is, too."""
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
        elif isinstance(node.value, int) and node.value > MOST_INT64:
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
        """Check a path such as `t.pile[a][i]` down to the name that it starts from."""
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
        if isinstance(called, ast.Attribute) and called.attr in METHODS:
            self.visit(called.value)
        elif isinstance(called, ast.Attribute):
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
    """The names known where two branches meet; an unreachable branch does not count."""
    if one is None or other is None:
        return _copy(other if one is None else one)
    return one & other


def _is_true(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and bool(test.value)

"""Rules written out: the same rules in fewer and longer functions, for plain Python.

Rules are many and small. Where a driver takes them step by step in plain Python, much of the time goes into calling
them. A `Writer` copies a rule with the rules that it calls put in the place of their calls:

    def call(b, seat):                                 def call__1(b_1, seat_1):
        added = put_in(b, seat, to_call(b, seat))          chips_1 = …              # what to_call does
        b.fresh &= ~(1 << seat)                            added_1 = …              # what put_in does
        return added                                       b_1.fresh &= ~(1 << seat_1)
                                                           return added_1

Nothing else changes: the same is read and written in the same order. The dialect makes that easy: rules share nothing
but records, have no closures, raise nothing and never recurse. What cannot be put in place stays a call: on the right
of an `and`, in the test of a `while`, or where a loop is left in two ways. So does what is no rule in the dialect; and
a long rule is put in place once, and called from everywhere else.

The text is Python that can be read: a traceback shows it.
"""

from __future__ import annotations

import ast
import itertools
import linecache
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from .dialect.reasons import BUILT_IN, METHODS
from .jit import is_rule, names_used
from .returns import without_returns

LONG = 80
"""Rules with more parts than this are put in place only once, so that the text does not explode."""

SAYABLE = (
    ast.If, ast.While, ast.For, ast.Expr, ast.Assign, ast.AugAssign, ast.Return, ast.Break, ast.Continue, ast.Pass,
    ast.Call, ast.BoolOp, ast.IfExp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Attribute, ast.Subscript, ast.Tuple,
    ast.Name, ast.Constant, ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context, ast.arguments,
)  # fmt: skip
"""What a function may be made of to be written out: the dialect of rules, and tuples."""


_sheets = itertools.count(1)
"""Every text that is written has a number, by which tracebacks find it."""


class Text(NamedTuple):
    """What a function says."""

    parameters: tuple[str, ...]
    body: list[ast.stmt]
    assigned: frozenset[str]
    length: int
    """How many parts it has."""

    @property
    def returned(self) -> ast.expr | None:
        """What it returns, if it does nothing else."""
        only = self.body[0] if len(self.body) == 1 else None
        return only.value if isinstance(only, ast.Return) else None

    def uses(self, name: str) -> int:
        """How often it mentions a name."""
        return sum(isinstance(node, ast.Name) and node.id == name for line in self.body for node in ast.walk(line))


@cache
def text_of(code: CodeType) -> Text | None:
    """What a function says; None if it has no text to be had, or says what no rule says."""
    definition = _definitions(code.co_filename).get(code.co_firstlineno)
    if definition is None or not _is_source(definition, code):
        return None
    body = definition.body[1:] if ast.get_docstring(definition) is not None else definition.body
    nodes = [node for line in body for node in ast.walk(line)]
    if not all(isinstance(node, SAYABLE) and _is_simple(node) for node in [*nodes, definition.args]):
        return None
    assigned = frozenset(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    return Text(code.co_varnames[: code.co_argcount], body, assigned, len(nodes))


@cache
def _definitions(filename: str) -> dict[int, ast.FunctionDef]:
    """The functions of a source file by their first line, as code objects count it: from the first decorator."""
    try:
        tree = ast.parse("".join(linecache.getlines(filename)))
    except (SyntaxError, ValueError):  # no Python, or no longer
        return {}
    return {
        min([node.lineno, *(mark.lineno for mark in node.decorator_list)]): node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }


def _is_source(definition: ast.FunctionDef, code: CodeType) -> bool:
    """Whether a definition is where code comes from: the file may have been edited since it was imported."""
    flags = code.co_flags & annotations.compiler_flag
    try:
        return code in compile(ast.Module([definition], []), "", "exec", flags, dont_inherit=True).co_consts
    except SyntaxError:  # it makes sense only within another function
        return False


def _is_simple(node: ast.AST) -> bool:
    """Whether a part takes none of the liberties that its kind has: keywords, defaults, chains, several targets."""
    match node:
        case ast.arguments(posonlyargs, _, rest, named, _, others, defaults):
            return not (posonlyargs or rest or named or others or defaults)
        case ast.For(target, orelse=extra):
            return isinstance(target, ast.Name) and not extra
        case ast.Call(keywords=extra) | ast.While(orelse=extra):
            return not extra
        case ast.Assign(targets):
            return len(targets) == 1 and not isinstance(targets[0], ast.Tuple)
        case ast.Compare(ops=operators):
            return len(operators) == 1
    return True


class Writer:
    """Writes functions out into one scope of their own. Some rules may have others in their stead."""

    def __init__(self, instead: Mapping[FunctionType, FunctionType]) -> None:
        self.instead = instead
        self.scope: dict[str, Any] = {}
        self.placed: set[FunctionType] = set()
        """Long rules that have been put in place."""
        self._names: dict[FunctionType, str] = {}
        self._pure: dict[FunctionType, bool] = {}

    def function(self, function: Any) -> Callable[..., Any]:
        """A function written out."""
        self.placed.clear()
        return self.scope[self.name_of(function)]  # type: ignore[no-any-return]

    def name_of(self, function: FunctionType) -> str:
        """What a function, written out, is called in the scope."""
        if function not in self._names:
            stem = function.__name__ if function.__name__.isidentifier() else "rule"
            self._names[function] = name = f"{stem}__{len(self._names) + 1}"
            text = text_of(function.__code__)
            if text is None or not self._write(function, text, name):
                self.scope[name] = with_rules(function, lambda rule: self.function(self.stand_in(rule)))
        return self._names[function]

    def thing(self, name: str, value: Any) -> str:
        """What something that a function finds among its globals is called in the scope."""
        key = f"{name}_{id(value)}"
        if key not in self.scope:
            self.scope[key] = value.tolist() if hasattr(value, "tolist") else value
        return key

    def stand_in(self, rule: FunctionType) -> FunctionType:
        """What is called in the place of a rule."""
        return self.instead.get(rule, rule)

    def is_pure(self, function: FunctionType) -> bool:
        """Whether a function, and everything that it calls, changes nothing but its own names."""
        if function not in self._pure:
            self._pure[function] = False
            if (text := text_of(function.__code__)) is not None:
                own = {name: ast.Name(name) for name in function.__code__.co_varnames}
                lines = Resolved(self, function, own).lines(text.body)
                self._pure[function] = not any(_stores(line) or self.changes(line) for line in lines)
        return self._pure[function]

    def changes(self, part: ast.AST) -> bool:
        """Whether something that a part calls, its names being settled, may change a record."""
        return any(isinstance(node, ast.Call) and not self._is_harmless(node) for node in ast.walk(part))

    def _is_harmless(self, call: ast.Call) -> bool:
        match call:
            case Called():
                return self.is_pure(call.rule)
            case ast.Call(ast.Name(name)):
                return name in BUILT_IN
            case ast.Call(ast.Attribute(_, name)):
                return name in METHODS
        return False

    def _write(self, function: FunctionType, text: Text, name: str) -> bool:
        """Write a function into the scope; False if that makes more loops within loops than Python takes."""
        written = Lines(self)
        settled = written.settled(function, {})
        parameters = [ast.arg(name) for name in written.taken[: len(text.parameters)]]
        lines = written.body(settled.lines(text.body))
        arguments = ast.arguments([], parameters, None, [], [], None, [])
        source = ast.unparse(ast.fix_missing_locations(ast.Module([ast.FunctionDef(name, arguments, lines, [])], [])))
        place = f"<{function.__module__}.{function.__name__} written out, {next(_sheets)}>"
        try:
            code = compile(source, place, "exec")
        except SyntaxError:
            return False
        linecache.cache[place] = len(source), None, source.splitlines(keepends=True), place
        exec(code, self.scope)
        return True


def with_rules(function: FunctionType, change: Callable[[FunctionType], Any]) -> FunctionType:
    """A copy of a function that calls other functions than the rules that it names."""
    scope = {**function.__globals__, **{name: change(rule) for name, rule in names_used(function) if is_rule(rule)}}
    return FunctionType(function.__code__, scope, function.__name__, function.__defaults__, function.__closure__)


def _stores(line: ast.stmt) -> bool:
    """Whether a line writes into a record."""
    places = (node for node in ast.walk(line) if isinstance(node, ast.Attribute | ast.Subscript))
    return any(isinstance(place.ctx, ast.Store) for place in places)


class Called(ast.Call):
    """A call whose rule, a function, is known."""

    rule: Any


class Resolved:
    """Copies the lines of a function with its names settled: its own get fresh ones, global ones their values."""

    def __init__(self, writer: Writer, function: FunctionType, names: Mapping[str, ast.expr]) -> None:
        self.writer = writer
        self.globals = function.__globals__
        self.names = names

    def lines(self, lines: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Copies of some lines."""
        return [self.copy(line) for line in lines]

    def copy(self, node: Any) -> Any:
        """A copy of a part."""
        if isinstance(node, ast.Name):
            return self.name(node)
        if isinstance(node, ast.Call):
            return self.call(node)
        if isinstance(node, list):
            return [self.copy(part) for part in node]
        if not isinstance(node, ast.stmt | ast.expr):
            return node
        made = node.__class__(**{field: self.copy(getattr(node, field)) for field in node._fields})
        made.lineno = 0
        return made

    def name(self, node: ast.Name) -> ast.expr:
        """What a name stands for."""
        if node.id in self.names:
            given = self.names[node.id]
            return ast.Name(given.id, node.ctx) if isinstance(given, ast.Name) else given
        if node.id not in self.globals:
            return node
        value = self.globals[node.id]
        return _number(value) if isinstance(value, int) else ast.Name(self.writer.thing(node.id, value), node.ctx)

    def call(self, node: ast.Call) -> ast.expr:
        """A call, with what it calls."""
        arguments = self.copy(node.args)
        if not isinstance(node.func, ast.Name) or node.func.id in self.names:
            return ast.Call(self.copy(node.func), arguments, [])
        value = self.globals.get(node.func.id)
        if isinstance(value, FunctionType):
            called = Called(node.func, arguments, [])
            called.rule = self.writer.stand_in(value)
            return called
        match node.func.id, arguments:
            case "int", [ast.Subscript() | ast.Attribute() as element]:
                return element  # everything in a record or a table is an int already
        return ast.Call(self.name(node.func), arguments, [])


class Lines:
    """Puts called rules in the place of calls, line by line, for one function."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.taken: list[str] = []
        """Names in use. Those of a rule in place are free again after it: Python clears every name of a function after
        every call of it, so that it should have few."""

    def fresh(self, name: str) -> str:
        """A name that is not in use."""
        stem = name.rstrip("_")  # what ends in two underscores and a number is a function in the scope
        found = next(f"{stem}_{number}" for number in itertools.count(1) if f"{stem}_{number}" not in self.taken)
        self.taken.append(found)
        return found

    def settled(self, function: FunctionType, names: Mapping[str, ast.expr]) -> Resolved:
        """A function with its names settled: parameters as given, its own ones anew."""
        own = {name: ast.Name(self.fresh(name)) for name in function.__code__.co_varnames if name not in names}
        return Resolved(self.writer, function, {**own, **names})

    def block(self, lines: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Some lines written out."""
        done: list[ast.stmt] = []
        for line in lines:
            self.line(line, done)
        return done

    def body(self, lines: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Some lines that may not be none."""
        return self.block(lines) or [ast.Pass()]

    def line(self, line: ast.stmt, done: list[ast.stmt]) -> None:
        """One line; what it needs beforehand, and itself, go to `done`."""
        match line:
            case ast.If(test, body, orelse):
                test = self.value(test, done)
                done.append(ast.If(test, self.body(body), self.block(orelse)))
            case ast.While(test, body, orelse):
                done.append(ast.While(self.value(test, None), self.body(body), self.block(orelse)))
            case ast.For(target, steps, body, orelse):
                steps = self.value(steps, done)
                done.append(ast.For(target, steps, self.body(body), self.block(orelse), lineno=0))
            case ast.Expr(Called() as call):
                left = self.call(call, done, wanted=False)
                if left is not None and not _is_fixed(left):
                    done.append(ast.Expr(left))
            case ast.Assign([ast.Name() as target], Called() as call):
                if (value := self.call(call, done, target)) is not None:
                    done.append(_assign(target, value))
            case ast.Assign([target], value):
                value, target = self.values([value, target], done)
                done.append(_assign(target, value))
            case ast.AugAssign(target, operator, value):
                # The target is found, and read, before its new value is known.
                before = None if self.writer.changes(value) else done
                place: Any = self.value(target, before)
                before = None if self.writer.changes(place) else before
                done.append(ast.AugAssign(place, operator, self.value(value, before)))
            case ast.Return(ast.expr() as value):
                done.append(ast.Return(self.value(value, done)))
            case ast.Expr(value):
                value = self.value(value, done)
                if not _is_fixed(value):
                    done.append(ast.Expr(value))
            case ast.Pass():
                pass
            case _:
                done.append(line)

    def values(self, nodes: Sequence[ast.expr], done: list[ast.stmt] | None) -> list[ast.expr]:
        """Expressions that are worked out one after the other.

        What a later one needs beforehand is done before the whole line. An earlier one that must not wait so long is
        worked out before that, and given a name.
        """
        found = []
        for at, node in enumerate(nodes):
            value, later = self.value(node, done), nodes[at + 1 :]
            if done is not None and not _is_fixed(value) and self.disturbs(later, value):
                value = self.named(value, done)
            found.append(value)
        return found

    def disturbs(self, later: Sequence[ast.expr], value: ast.expr) -> bool:
        """Whether what is worked out later needs anything beforehand, and either may change a record."""
        return any(map(_has_call, later)) and any(map(self.writer.changes, [value, *later]))

    def value(self, node: ast.expr, done: list[ast.stmt] | None) -> ast.expr:
        """An expression written out. What it needs beforehand goes to `done`: None where nothing can be done before."""
        match node:
            case Called():
                value = self.call(node, done)
                assert value is not None
                return value
            case ast.Call(ast.Name("min" | "max" as which), [_, _]):
                return self.lesser_or_greater(which, self.values(node.args, done), done)
            case ast.Call(ast.Attribute(owner, method)):
                owner, *arguments = self.values([owner, *node.args], done)
                return ast.Call(ast.Attribute(owner, method, ast.Load()), arguments, [])
            case ast.Call():
                return ast.Call(node.func, self.values(node.args, done), [])
            case ast.BoolOp(operator, [head, *tail]):
                return ast.BoolOp(operator, [self.value(head, done), *(self.value(other, None) for other in tail)])
            case ast.IfExp(test, body, orelse):
                return ast.IfExp(self.value(test, done), self.value(body, None), self.value(orelse, None))
            case ast.BinOp(left, operator, right):
                left, right = self.values([left, right], done)
                return ast.BinOp(left, operator, right)
            case ast.Compare(left, operators, [right]):
                left, right = self.values([left, right], done)
                return ast.Compare(left, operators, [right])
            case ast.UnaryOp(operator, operand):
                return ast.UnaryOp(operator, self.value(operand, done))
            case ast.Attribute(owner, name, context):
                return ast.Attribute(self.value(owner, done), name, context)
            case ast.Subscript(owner, index, context):
                owner, index = self.values([owner, index], done)
                return ast.Subscript(owner, index, context)
            case ast.Tuple(elements, context):
                return ast.Tuple(self.values(elements, done), context)
        return node

    def lesser_or_greater(self, which: str, values: list[ast.expr], done: list[ast.stmt] | None) -> ast.expr:
        """`min` or `max` of two; without a call where both have, or can be given, a name."""
        if done is not None:
            values = [value if _is_short(value) else self.named(value, done) for value in values]
        one, other = values
        if not (_is_short(one) and _is_short(other)):
            return ast.Call(ast.Name(which), values, [])
        return ast.IfExp(ast.Compare(one, [ast.Lt() if which == "min" else ast.Gt()], [other]), one, other)

    def named(self, value: ast.expr, done: list[ast.stmt]) -> ast.Name:
        """A name for a value, worked out now."""
        name = ast.Name(self.fresh("value"))
        done.append(_assign(name, value))
        return name

    def call(
        self, node: Called, done: list[ast.stmt] | None, target: ast.Name | None = None, wanted: bool = True
    ) -> ast.expr | None:
        """What stands for a call: None if `target` has its value already, or none is wanted and all is done."""
        writer, rule = self.writer, node.rule
        arguments = self.values(node.args, done)
        text = text_of(rule.__code__)
        if text is not None and text.returned is not None:
            before: list[ast.stmt] = []
            names = self.parameters(node, text, arguments, before if done is not None else None)
            if names is not None:
                if done is not None:
                    done += before
                return self.value(self.settled(rule, names).copy(text.returned), done)
        elif text is not None and done is not None and rule not in writer.placed:
            result = target or (ast.Name(self.fresh(rule.__name__)) if wanted else None)
            if self.place(node, text, arguments, result, done):
                return result if target is None else None
        return ast.Call(ast.Name(writer.name_of(rule)), arguments, [])

    def place(
        self, node: Called, text: Text, arguments: Sequence[ast.expr], result: ast.Name | None, done: list[ast.stmt]
    ) -> bool:
        """Put the lines of a rule in place, if that can be done."""
        in_use = len(self.taken)
        before: list[ast.stmt] = []
        names = self.parameters(node, text, arguments, before)
        assert names is not None
        lines = without_returns(self.settled(node.rule, names).lines(text.body), result)
        if lines is not None:
            if text.length > LONG:
                self.writer.placed.add(node.rule)
            done += before
            done += self.block(lines)
        del self.taken[in_use:]
        return lines is not None

    def parameters(
        self, node: Called, text: Text, arguments: Sequence[ast.expr], before: list[ast.stmt] | None
    ) -> dict[str, ast.expr] | None:
        """What the parameters of a rule stand for; the others are assigned `before`, or it cannot be done: None.

        An argument that is short, or used once, stands for its parameter in a rule that only returns something; but not
        if to work it out changes something, for that has its time.
        """
        names: dict[str, ast.expr] = {}
        in_passing = text.returned is not None and self.writer.is_pure(node.rule)
        for name, argument, asked in zip(text.parameters, arguments, node.args, strict=True):
            light = in_passing and not self.writer.changes(asked) and (_is_short(argument) or text.uses(name) <= 1)
            if (light or _is_fixed(argument)) and name not in text.assigned:
                names[name] = argument
            elif before is None:
                return None
            else:
                names[name] = ast.Name(self.fresh(name))
                before.append(_assign(names[name], argument))
        return names


def _assign(target: ast.expr, value: ast.expr) -> ast.Assign:
    return ast.Assign([target], value, lineno=0)


def _has_call(node: ast.expr) -> bool:
    return any(isinstance(part, ast.Call) for part in ast.walk(node))


def _number(value: int) -> ast.expr:
    """A number as Python reads it: as a constant, `-5 .bit_length()` would be the negative of a length."""
    return ast.Constant(int(value)) if value >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-int(value)))


def _is_fixed(node: ast.expr) -> bool:
    """Whether an expression stays the same while a rule is in its place: no rule changes the names of another."""
    match node:
        case ast.Name() | ast.Constant() | ast.UnaryOp(ast.USub(), ast.Constant()):
            return True
    return False


def _is_short(node: ast.expr) -> bool:
    """Whether an expression is as quickly read twice as given a name."""
    return _is_fixed(node) or (isinstance(node, ast.Attribute) and _is_fixed(node.value))

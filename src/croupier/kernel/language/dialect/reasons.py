"""Everything that can be wrong with a rule: its name, and how to write it instead."""

from __future__ import annotations

import ast
from typing import Any, NamedTuple

BUILT_IN = frozenset({"min", "max", "abs", "range", "int", "len"})
"""Built-in functions that a rule may call."""
METHODS = frozenset({"bit_count", "bit_length"})
"""Methods of integers that a rule may call."""
MOST_INT64 = 2**63 - 1

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
"""Constructs that a rule may not contain: their name, and how to write it instead."""

INSTEAD = {
    **dict(FORBIDDEN.values()),
    # The function itself.
    "a rule within a function or class": "define it at the top of its module",
    "an async rule": "write a plain function: rules wait for nobody",
    "another decorator": "mark it with @rule and nothing else",
    "a star parameter": "name every parameter",
    "a keyword-only or positional-only parameter": "make it a plain one",
    "a default value": "let every caller pass it",
    "direct recursion": "write a loop",
    "recursion through other rules": "write a loop that runs until an actor owes a decision",
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
    "an unknown field": "take one that its record declares",
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
"""Nodes that are allowed as such and whose children are checked."""


class Violation(NamedTuple):
    """One place where a rule leaves the dialect."""

    line: int
    rule: str
    wrong: str
    instead: str

    def __str__(self) -> str:
        return f"line {self.line}, {self.rule}: {self.wrong}. Instead, {self.instead}."


def violation(node: ast.AST, rule: str, reason: str, detail: str = "") -> Violation:
    """The violation for one of the reasons of INSTEAD, at a place in a rule."""
    line: int = getattr(node, "lineno", 0)
    return Violation(line, rule, f"{reason}: {detail}" if detail else reason, INSTEAD[reason])

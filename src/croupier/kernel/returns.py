"""Returns taken out of lines, so that they can stand in the middle of a function (see `written_out`)."""

from __future__ import annotations

import ast
from collections.abc import Sequence


def without_returns(lines: Sequence[ast.stmt], result: ast.Name | None) -> list[ast.stmt] | None:
    """Lines in which every return assigns its value, where it is wanted, and what follows is passed by.

        if a:                     if a:
            return 1                  result = 1
        b                         else:
        return 2                      b
                                      result = 2

    A loop that is left by a return is left by a break, and what follows it becomes its `else`. Where some ways through
    an `if` return and others go on, all the rest is a loop of one round. None where even that does not help: a loop
    within a loop that returns, or one that also has breaks.
    """
    done: list[ast.stmt] = []
    for at, line in enumerate(lines):
        rest = list(lines[at + 1 :])
        if isinstance(line, ast.Return):
            return [*done, *_assigned(line, result)]
        if not _has_return([line]):
            done.append(line)
        elif isinstance(line, ast.If) and (_always_returns(line.body) or _always_returns(line.orelse)):
            body = without_returns(line.body if _always_returns(line.body) else [*line.body, *rest], result)
            orelse = without_returns(line.orelse if _always_returns(line.orelse) else [*line.orelse, *rest], result)
            if body is None or orelse is None:
                return None
            return [*done, ast.If(line.test, body or [ast.Pass()], orelse)]
        elif isinstance(line, ast.If):
            one_round = [line, *rest]
            if not _leave(one_round, result):
                return None
            return [*done, ast.While(ast.Constant(True), [*one_round, ast.Break()], [])]
        else:
            assert isinstance(line, ast.For | ast.While)
            after = without_returns(rest, result)
            if after is None or not _leave(line.body, result):
                return None
            line.orelse = after
            return [*done, line]
    return done


def _assigned(line: ast.Return, result: ast.Name | None) -> list[ast.stmt]:
    """What a return does: work out its value, for what that may change, even if it is not wanted."""
    if line.value is None:
        return []
    return [ast.Expr(line.value) if result is None else ast.Assign([result], line.value, lineno=0)]


def _has_return(lines: Sequence[ast.stmt]) -> bool:
    return any(isinstance(node, ast.Return) for line in lines for node in ast.walk(line))


def _always_returns(lines: Sequence[ast.stmt]) -> bool:
    last = lines[-1] if lines else None
    if isinstance(last, ast.If):
        return _always_returns(last.body) and _always_returns(last.orelse)
    return isinstance(last, ast.Return)


def _leave(lines: list[ast.stmt], result: ast.Name | None) -> bool:
    """Turn the returns among the lines of a loop into breaks; False if that cannot be done."""
    for at, line in enumerate(lines):
        if isinstance(line, ast.Return):
            lines[at:] = [*_assigned(line, result), ast.Break()]
            return True
        if isinstance(line, ast.Break):
            return False
        if isinstance(line, ast.If) and not (_leave(line.body, result) and _leave(line.orelse, result)):
            return False
        if isinstance(line, ast.For | ast.While) and _has_return([line]):
            return False
    return True

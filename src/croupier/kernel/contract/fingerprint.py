"""The fingerprint of a game: a hash of what its rules say and how its records are laid out.

Comments, docstrings, the layout of the text, the path of a file and the version of Python do not count. What counts
are the tokens of every rule that the core can reach, and the values of the constants that these rules read. Two
releases with the same fingerprint play alike.
"""

from __future__ import annotations

import ast
import hashlib
import io
import linecache
import tokenize
from collections.abc import Iterable, Iterator
from functools import cache
from types import FunctionType
from typing import Any

from ..language.jit import is_rule, names_used, rules_reached
from ..language.layout import layout
from ..language.records import Record

DEPTH = {tokenize.INDENT: ">", tokenize.DEDENT: "<"}
"""The only part of the layout that counts: how deep a line is indented."""
SILENT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE}


def fingerprint(core: Iterable[Any], records: Iterable[type[Record]]) -> str:
    """The fingerprint of a core and its records."""
    return _fingerprint(tuple(core), tuple(records))


@cache
def _fingerprint(core: tuple[Any, ...], records: tuple[type[Record], ...]) -> str:
    """The fingerprint, computed once for all games that differ only in their words."""
    rules = {rule for entrance in core for rule in (*rules_reached(entrance), entrance)}
    told = [layout(record) for record in records] + sorted(f"{rule.__name__} {' '.join(_said(rule))}" for rule in rules)
    return hashlib.blake2b("\n".join(told).encode(), digest_size=8).hexdigest()


def _said(rule: FunctionType) -> Iterator[str]:
    """The names of a rule's arguments, its tokens, and the constants that it reads with their values."""
    file = rule.__code__.co_filename
    function = _functions(file)[rule.__code__.co_firstlineno]
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    yield from (argument.arg for argument in function.args.args)
    if body:
        first = body[0].lineno, body[0].col_offset
        last = body[-1].end_lineno or 0
        for token in _tokens(file):
            if token.start >= first and token.start[0] <= last and token.type not in SILENT:
                yield DEPTH.get(token.type, token.string)
    for name, value in names_used(rule):
        if not is_rule(value) and not callable(value):
            yield f"{name}={_plainly(value)}"


@cache
def _source(file: str) -> str:
    return "".join(linecache.getlines(file))


@cache
def _functions(file: str) -> dict[int, ast.FunctionDef]:
    """The functions of a file by the number of their first line, decorators included."""
    found = (node for node in ast.walk(ast.parse(_source(file))) if isinstance(node, ast.FunctionDef))
    return {min([node.lineno, *(mark.lineno for mark in node.decorator_list)]): node for node in found}


@cache
def _tokens(file: str) -> list[tokenize.TokenInfo]:
    return list(tokenize.generate_tokens(io.StringIO(_source(file)).readline))


def _plainly(value: Any) -> str:
    """A constant as text; an array of numbers as a hash."""
    if hasattr(value, "tobytes"):
        return hashlib.blake2b(value.tobytes(), digest_size=8).hexdigest()
    return repr(value)

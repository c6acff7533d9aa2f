"""Policies in files of their authors, at compiled speed: `rule:mine.py`.

Such a file declares constants, tables and rules, and imports names of Croupier; one rule is `policy(view, menu, rng,
action)`. Nothing else may stand in it, and that is checked before anything of it is executed, so that loading a file
runs no code of its author. Its rules keep to the dialect (`kernel.language.dialect`), which has no files, no network,
no clock and no objects. Before a policy is used it decides in some random matches in plain Python, where every index is
checked; compiled code checks none.
"""

from __future__ import annotations
import __future__

import ast
import hashlib
import linecache
import math
import operator
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from croupier.kernel.contract.codec import fill_menu
from croupier.kernel.contract.decision import judge
from croupier.kernel.contract.game import Decision, Game, Move, State
from croupier.kernel.errors import BadInput
from croupier.kernel.files import naming
from croupier.kernel.language import jit
from croupier.kernel.language.dialect import Violation, module_violations, violations
from croupier.kernel.language.dialect.reasons import BUILT_IN
from croupier.kernel.language.dialect.text import Function, own_names, rules_in
from croupier.kernel.showing.playthrough import play_out, random_chooser
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng, seed

RULE = "rule:"
POLICY = "policy"
"""The rule of a file that is its policy, unless another is named."""
PARAMETERS = 4
TRIALS, TRIED_MATCHES = 100, 20
"""How often a policy decides in plain Python before it is used, and in how many matches at most."""
ELSEWHERE = "a rule file has imports from croupier, whole numbers, tables np.array([…], np.int64) and rules"
MARKS = ("rule", "np")
"""Names that mean the same in every rule file."""
ARITHMETIC: dict[type[ast.operator | ast.unaryop], Callable[..., int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Invert: operator.invert,
}
"""What constants may be calculated with."""
MOST_BITS = 128
"""How large a number may be on the way; what rules read has 64 bits (`unfit_globals`)."""
HARMLESS: dict[type[ast.operator | ast.unaryop], int] = {ast.Pow: 1, ast.LShift: 0}
"""Operators by which two small numbers come to a huge one, and the largest number in front of them that stays small."""

_loaded: dict[tuple[str, bytes, str, str], Callable[..., None]] = {}
"""The policies that this process has loaded: the same content is the same rule."""


class _Uncalculated(Exception):
    """A number of a constant that is too large, or none."""


class _Enough(Exception):
    """A policy has decided often enough."""


def rule_policy(game: Game, text: str) -> Callable[..., None]:
    """The policy in a file, `FILE.py` or `FILE.py:NAME`; BadInput names the lines that are wrong."""
    path, colon, name = text.rpartition(":") if ".py:" in text else (text, "", "")
    if not path.endswith(".py"):
        raise BadInput(f"{RULE}{text}: a rule file is a Python file, as in {RULE}mybot.py.")
    if not Path(path).is_file():
        raise BadInput(f"There is no file {path}. `croupier new-bot {Path(path).stem} --compiled` writes one.")
    with naming(path, "read"):
        source = Path(path).read_bytes()
    name = name if colon else POLICY
    known = path, source, name, game.name
    if known not in _loaded:
        policy = _policy_of(_module(game, path, source, name), path, name)
        _try(game, policy, path)
        _loaded[known] = policy
    return _loaded[known]


def _module(game: Game, path: str, source: bytes, name: str) -> ModuleType:
    """The module of a file. It is executed after everything was checked that its text shows."""
    try:
        tree = ast.parse(source, path)
        text = source.decode()
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise BadInput(f"{path}:{getattr(error, 'lineno', None) or 1}: {getattr(error, 'msg', error)}.") from error
    _refuse(path, [*_not_declared(tree), *_in_lines(violations(text, path))])
    stem = Path(path).stem
    module = ModuleType(f"croupier_rules_{stem}_{hashlib.sha256(path.encode() + source).hexdigest()[:8]}")
    module.__file__ = path
    sys.modules[module.__name__] = module
    linecache.checkcache(path)
    annotations_stay_text = __future__.annotations.compiler_flag
    for statement in tree.body:
        _refuse(path, _uncalculated(statement, vars(module)))
        try:
            code = compile(ast.Module([statement], []), path, "exec", annotations_stay_text, dont_inherit=True)
            exec(code, vars(module))
        except Exception as error:
            raise BadInput(_in_own_lines(path, error)) from error
    found = module_violations(module, {name: (game.View, Menu, Rng, Action)})
    _refuse(path, [*_unknown_names(tree, module), *_in_lines(found)])
    return module


def _in_lines(found: Iterable[Violation]) -> Iterator[tuple[int, str]]:
    """Violations of the dialect, by line."""
    for one in found:
        yield one.line, f"{one.rule}: {one.wrong}. Instead, {one.instead}."


def _refuse(path: str, found: Iterable[tuple[int, str]]) -> None:
    """Refuse a file with what is wrong in its lines."""
    lines = sorted(set(found))
    if lines:
        told = "\n".join(f"  {path}:{line}: {what}" for line, what in lines)
        raise BadInput(f"{path} cannot be compiled:\n{told}")


def _not_declared(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Whatever in a file is neither an import, nor a constant, nor a table, nor a rule."""
    for at, node in enumerate(tree.body):
        if isinstance(node, Function):
            yield from _unplain(node)
        elif isinstance(node, ast.Import):
            if [(alias.name, alias.asname) for alias in node.names] != [("numpy", "np")]:
                yield node.lineno, f"an import of {node.names[0].name}. Instead, {ELSEWHERE}; `import numpy as np`."
        elif isinstance(node, ast.ImportFrom):
            home = node.module or ""
            if node.level or home.split(".")[0] not in ("croupier", "typing", "__future__"):
                yield node.lineno, f"an import from {'.' * node.level}{home}. Instead, {ELSEWHERE}."
            if any((alias.asname or alias.name) in MARKS and home != jit.__name__ for alias in node.names):
                yield node.lineno, f"another meaning of {' or '.join(MARKS)}. Instead, take another name."
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            typed = not isinstance(node, ast.AnnAssign) or isinstance(node.annotation, ast.Name)
            if node.value is None or not typed or not (_is_number(node.value) or _is_table(node.value)):
                yield node.lineno, f"a value that is no whole number and no table. Instead, {ELSEWHERE}."
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if not all(isinstance(name, ast.Name) and name.id not in MARKS for name in _parts(target)):
                    yield node.lineno, f"{ast.unparse(target)} cannot be assigned here. Instead, take another name."
        elif not _is_text(node) and not (at == 0 and isinstance(node, ast.Pass)):
            yield node.lineno, f"something else than a declaration. Instead, {ELSEWHERE}."


def _unplain(function: Function) -> Iterator[tuple[int, str]]:
    """What would run, or could be anything, when a function is defined: decorators and annotations."""
    marks = [ast.unparse(mark) for mark in function.decorator_list]
    if marks != ["rule"] or function.name in MARKS:
        yield function.lineno, f"{function.name} is marked {marks or 'with nothing'}. Instead, mark it with @rule."
    arguments = function.args
    given = [node.annotation for node in ast.walk(arguments) if isinstance(node, ast.arg)]
    inside = [node.annotation for node in ast.walk(function) if isinstance(node, ast.AnnAssign)]
    for note in (*given, *inside, function.returns):
        if not (note is None or isinstance(note, ast.Name) or (isinstance(note, ast.Constant) and note.value is None)):
            yield note.lineno, f"{function.name}: an annotation that is no name. Instead, write a name such as Any."


def _parts(node: ast.expr) -> list[ast.expr]:
    """The parts of a tuple, or the expression itself: several constants at once may be assigned."""
    return node.elts if isinstance(node, ast.Tuple) else [node]


def _is_number(node: ast.expr) -> bool:
    """Whether an expression calculates with whole numbers and names only."""
    return all(
        isinstance(inner, (ast.BinOp, ast.UnaryOp, ast.Name, ast.Load)) or type(inner) in ARITHMETIC
        or (isinstance(inner, ast.Constant) and type(inner.value) is int)
        for part in _parts(node) for inner in ast.walk(part)
    )  # fmt: skip


def _uncalculated(statement: ast.stmt, known: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """What Python is not asked to calculate in a constant or table: `9**9**9` would never come to an end."""
    if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
        return
    ahead = [statement.value.args[0]] if isinstance(statement.value, ast.Call) else [*_parts(statement.value)]
    while ahead:
        node = ahead.pop(0)
        if isinstance(node, ast.List):
            ahead = [*node.elts, *ahead]
            continue
        try:
            _calculate(node, known)
        except _Uncalculated as error:
            yield node.lineno, str(error)
        except Exception:
            return  # Python finds the same error when it executes the statement, and names its line


def _calculate(node: ast.expr, known: Mapping[str, Any]) -> Any:
    """The value of a constant expression; _Uncalculated if a number on the way is larger than MOST_BITS."""
    if isinstance(node, ast.Name):
        return known[node.id]
    if isinstance(node, ast.UnaryOp | ast.BinOp):
        operands = [node.operand] if isinstance(node, ast.UnaryOp) else [node.left, node.right]
        values = [_calculate(operand, known) for operand in operands]
        for operand, value in zip(operands, values, strict=True):
            if type(value) is not int:
                raise _Uncalculated(f"{ast.unparse(operand)} is no whole number. Instead, {ELSEWHERE}.")
        grows = abs(values[0]) > HARMLESS.get(type(node.op), math.inf)
        if not (grows and values[1] > MOST_BITS):
            value = ARITHMETIC[type(node.op)](*values)
            if type(value) is not int or value.bit_length() <= MOST_BITS:
                return value
        raise _Uncalculated(f"{ast.unparse(node)} is too large. Instead, take a number of at most 64 bits.")
    return ast.literal_eval(node)


def _is_table(node: ast.expr) -> bool:
    """Whether an expression is np.array of lists of numbers, with a type."""
    if not (isinstance(node, ast.Call) and ast.unparse(node.func) == "np.array" and node.args):
        return False
    kinds = [ast.unparse(kind) for kind in (*node.args[1:], *(word.value for word in node.keywords))]
    rows: list[ast.expr] = [node.args[0]]
    while rows and all(isinstance(row, ast.List) for row in rows):
        rows = [item for row in rows if isinstance(row, ast.List) for item in row.elts]
    return all(kind in ("np.int64", "np.int32", "np.int16", "np.int8") for kind in kinds) and all(map(_is_number, rows))


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _unknown_names(tree: ast.Module, module: ModuleType) -> Iterator[tuple[int, str]]:
    """Names in rules that are defined nowhere. Calls of unknown functions are found by the dialect."""
    for function in rules_in(tree):
        known = {*own_names(function), *vars(module), *BUILT_IN}
        called = {id(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)}
        for node in (inner for statement in function.body for inner in ast.walk(statement)):
            if isinstance(node, ast.Name) and id(node) not in called and node.id not in known:
                yield node.lineno, f"{function.name}: there is no name {node.id} here. Instead, define or import it."


def _policy_of(module: ModuleType, path: str, name: str) -> Callable[..., None]:
    """The rule of a module that is its policy."""
    found: Any = vars(module).get(name)
    if jit.is_rule(found) and found.__code__.co_argcount == PARAMETERS:
        return found  # type: ignore[no-any-return]
    there = [key for key, value in vars(module).items() if jit.is_rule(value) and value.__module__ == module.__name__]
    raise BadInput(
        f"{path} has no rule `{name}(view, menu, rng, action)`; its rules are {', '.join(there) or 'none'}. "
        f"{RULE}{path}:NAME names another."
    )


def _try(game: Game, policy: Callable[..., None], path: str) -> None:
    """Let a policy decide in some matches among random players, in plain Python: an error there is one of its lines, a
    choice that is not legal is named, and it may change nothing but its action and the random numbers."""
    config = game.configure(**game.simulation)
    seats, menu, action, rng, decided = game.start(config).state.table.seats, Menu(), Action(), Rng(), 0
    for match in range(TRIED_MATCHES):
        at_random = random_chooser(game, match)
        seed(rng, match, 0)

        def choose(state: State, decision: Decision, match: int = match, at_random: Any = at_random) -> Move:
            nonlocal decided
            if decision.seat != match % seats:
                return at_random(state, decision)  # type: ignore[no-any-return]
            if decided == TRIALS:
                raise _Enough
            decided += 1
            view = game.view(state, decision.seat)
            fill_menu(menu, decision)
            before = view.flat(), menu.flat()
            try:
                policy(view, menu, rng, action)
            except Exception as error:
                raise BadInput(_in_own_lines(path, error)) from error
            if (view.flat(), menu.flat()) != before:
                raise BadInput(f"{path}: {policy.__name__} changes its view or its menu. It may only fill its action.")
            move = Move(action.kind, action.amount, tuple(action.cards[: action.count]))
            if code := judge(decision.options, move):
                raise BadInput(f"{path}: in a trial {policy.__name__} chose what is not legal. "
                               f"{game.refusal(decision, move, code)}")  # fmt: skip
            return move

        try:
            play_out(game, config, choose, match)
        except _Enough:
            return


def _in_own_lines(path: str, error: Exception) -> str:
    """An error in the lines of a file, as text."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    where = f"{path}:{frames[-1].lineno}: {frames[-1].name}" if frames else path
    line = f"\n    {frames[-1].line}" if frames and frames[-1].line else ""
    return f"{where}: {type(error).__name__}: {error}.{line}"

"""How Numba compiles a rule that only rules call: as a part of an entrance, which Python calls.

Numba would link every rule with everything that it calls, optimise it and make machine code of it, again for each of
its callers, although only the entrance is ever run. A part is only translated and linked; optimisation of the whole,
and machine code, come with the entrance. That halves the time to compile a game.

This module imports Numba: import it only where something is compiled.
"""

# mypy: disallow-untyped-calls=False
from __future__ import annotations

import re
from types import FunctionType
from typing import Any

from llvmlite import binding as llvm  # type: ignore[import-untyped]
from numba import njit
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_machinery import PassManager
from numba.core.errors import NumbaError
from numba.core.typed_passes import (
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import (
    DeadBranchPrune,
    FixupArgs,
    GenericRewrites,
    IRProcessing,
    ReconstructSSA,
    RewriteDynamicRaises,
    TranslateByteCode,
)
from numba.extending import register_jitable

from ..errors import Uncompilable
from . import bits, cache  # noqa: F401 - bits teaches Numba when it is imported
from .jit import is_numeric

PASSES = (
    TranslateByteCode,
    FixupArgs,
    IRProcessing,
    DeadBranchPrune,
    GenericRewrites,
    RewriteDynamicRaises,
    ReconstructSSA,
    NopythonTypeInference,
    PreLowerStripPhis,
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
)
"""Numba's passes for a rule. Its other passes are for constructs that the dialect does not have (closures, `with`,
`literally`, array expressions, inlining before types are known, parallel loops) or for diagnostics."""


def register(rule: FunctionType, *, merge: bool) -> None:
    """Tell Numba about a rule that others call; with `merge` it is inlined into them."""
    register_jitable(pipeline_class=PartCompiler, no_cfunc_wrapper=True, forceinline=merge)(rule)


def entrance(rule: FunctionType, *, keep: bool, vectorise: bool = False) -> Any:
    """A rule that Python can call, compiled on its first call; with `keep` it is cached on disk."""
    return njit(cache=keep, pipeline_class=NumericCompiler if vectorise else EntranceCompiler)(rule)


class Part(JITCodeLibrary):
    """The code of a part, with that of the parts it calls: to be linked, not to be run."""

    def _optimize_final_module(self) -> None:
        """Nothing: the entrance is optimised as a whole."""

    def _finalize_final_module(self) -> None:
        """Finish without handing code to the execution engine, so that it has no name without code."""
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """0: a part has no address, because it cannot be called."""
        self._ensure_finalized()
        return 0

    def serialize_using_object_code(self) -> tuple[str, bytes]:
        """The name and the bitcode of the part, for the cache."""
        return self.name, self._get_module_for_linking().as_bitcode()

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[str, bytes]) -> Part:
        name, bitcode = state
        part = cls(codegen, name)
        part._final_module = llvm.parse_bitcode(bitcode)
        part._finalized = True
        return part


class RuleCodegen(JITCPUCodegen):
    """Numba's own code generator without loop vectorisation, for rules.

    The loops of rules go over the seats of a table. Vectorising such short loops costs more than it saves.
    """

    def __init__(self, numbas: JITCPUCodegen) -> None:
        self.__dict__.update(numbas.__dict__)

    def _pass_builder(self, **options: Any) -> Any:
        return super()._pass_builder(**{**options, "loop_vectorize": False})


class NumericCodegen(RuleCodegen):
    """The code generator with loop vectorisation, for functions over long arrays."""

    def _pass_builder(self, **options: Any) -> Any:
        return JITCPUCodegen._pass_builder(self, **options)


class PartCodegen(RuleCodegen):
    """The code generator for parts."""

    _library_class = Part

    def set_env(self, name: str, environment: Any) -> None:
        """Nothing: there is no place for it before there is machine code. `EntranceCompiler` does it."""


class RuleCompiler(Compiler):
    """Compiles a rule with PASSES, and a numeric function with all of Numba's passes."""

    def define_pipelines(self) -> list[PassManager]:
        """The passes for the function that is being compiled."""
        if is_numeric(self.state.func_id.func):
            return super().define_pipelines()  # type: ignore[no-any-return]
        manager = PassManager("rule")
        for one in PASSES:
            manager.add_pass(one, one.__name__)
        manager.finalize()
        return [manager]

    def _compile_core(self) -> Any:
        """Compile; an error names the innermost rule in which it is, as Numba would name only the outermost."""
        try:
            return super()._compile_core()
        except NumbaError as error:
            raise Uncompilable(_told(error, self.state.func_id)) from error


class PartCompiler(RuleCompiler):
    """Compiles a rule as a part, or loads it from the cache."""

    def compile_extra(self, function: FunctionType) -> Any:
        """Compile the function for the types in Numba's state."""
        state = self.state
        codegen = PartCodegen(state.targetctx.codegen())
        entries = cache.entries(function)
        key = tuple(state.args), state.return_type, codegen.magic_tuple()
        kept = entries and entries.load(key)
        if kept:
            result = CompileResult._rebuild(state.targetctx.subtarget(_internal_codegen=codegen), *kept)
            state.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
            return result
        state.library = codegen.create_library(function.__qualname__)
        result = super().compile_extra(function)
        if entries and not result.library.has_dynamic_globals:  # such as a large table, referred to by its address
            entries.save(key, result._reduce())
        return result


class EntranceCompiler(RuleCompiler):
    """Compiles an entrance, with all its parts."""

    codegen: type[RuleCodegen] = RuleCodegen

    def compile_extra(self, function: FunctionType) -> Any:
        """Compile the function, then set the environments of its parts, which have machine code only now."""
        library = self.codegen(self.state.targetctx.codegen()).create_library(function.__qualname__)
        library.enable_object_caching()
        self.state.library = library
        result = None
        try:
            result = super().compile_extra(function)
        finally:
            if result is None or result.library.has_dynamic_globals:  # nothing will be saved
                cache.end_turn()
        for environment in result._find_referenced_environments():
            result.library.codegen.set_env(environment.env_name, environment)
        return result


def _told(error: NumbaError, rule: Any) -> str:
    """What Numba says of a rule: the line, and the first sentence."""
    lines = re.findall(r'^File ".*", line (\d+)', str(error), re.MULTILINE)
    reasons = [line.strip() for line in str(error).splitlines() if line.strip() and not line.startswith("Failed in")]
    line = lines[-1] if lines else rule.firstlineno
    told = f"{rule.filename}:{line}: {rule.func_name} cannot be compiled: {reasons[0] if reasons else error}"
    return re.sub(r"_[0-9a-f]{32}\b", "", re.sub(r"Function\(<function (\w+) at 0x[0-9a-f]+>\)", r"\1", told))


class NumericCompiler(EntranceCompiler):
    """`EntranceCompiler` for a function over long arrays, whose loops are worth vectorising."""

    codegen = NumericCodegen

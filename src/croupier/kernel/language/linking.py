"""How Numba compiles a rule that only rules call: as a part of what will be entered from Python.

Numba would link every rule with all that it calls, optimise the lot and make machine code of it, again for each of its
callers, and all of it but the entrance is never run. A part is only translated and linked; one optimisation of the
whole, and machine code, come with the entrance. That halves the time to compile a game.

This module imports Numba: import it only where something is compiled.
"""

# mypy: disallow-untyped-calls=False
from __future__ import annotations

from types import FunctionType
from typing import Any

from llvmlite import binding as llvm  # type: ignore[import-untyped]
from numba import njit
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_machinery import PassManager
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

from . import bits, cache  # noqa: F401 - bits teaches Numba when it is imported
from .jit import is_numeric
from .thrift import save_bookkeeping

save_bookkeeping()

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
"""What Numba does with a rule. Its other passes are for what the dialect has not (closures, `with`, `literally`, array
expressions, functions to be merged before their types are known, parallel loops) or for people who read what it did."""


def register(rule: FunctionType, *, merge: bool) -> None:
    """Tell Numba about a rule that others call, to be merged into them or not."""
    register_jitable(pipeline_class=PartCompiler, no_cfunc_wrapper=True, forceinline=merge)(rule)


def entrance(rule: FunctionType, *, keep: bool, vectorise: bool = False) -> Any:
    """A rule for Python to call, compiled when it is, and kept in the cache or not."""
    return njit(cache=keep, pipeline_class=NumericCompiler if vectorise else EntranceCompiler)(rule)


class Part(JITCodeLibrary):
    """The code of a part, with that of the parts it calls: to be linked, not to be run."""

    def _optimize_final_module(self) -> None:
        """Left to the entrance."""

    def _finalize_final_module(self) -> None:
        """Nothing is given to the machine, so that it knows no name that it has no code for."""
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """No address: a part cannot be entered."""
        self._ensure_finalized()
        return 0

    def serialize_using_object_code(self) -> tuple[str, bytes]:
        """What is kept in the cache."""
        return self.name, self._get_module_for_linking().as_bitcode()

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[str, bytes]) -> Part:
        name, bitcode = state
        part = cls(codegen, name)
        part._final_module = llvm.parse_bitcode(bitcode)
        part._finalized = True
        return part


class RuleCodegen(JITCPUCodegen):
    """Numba's own code generator, for rules.

    Their loops go over the seats of a table. To have many of them done at once takes longer to prepare than to do.
    """

    def __init__(self, numbas: JITCPUCodegen) -> None:
        self.__dict__.update(numbas.__dict__)

    def _pass_builder(self, **options: Any) -> Any:
        return super()._pass_builder(**{**options, "loop_vectorize": False})


class NumericCodegen(RuleCodegen):
    """The same with loops that do several elements at once, for functions over long arrays."""

    def _pass_builder(self, **options: Any) -> Any:
        return JITCPUCodegen._pass_builder(self, **options)


class PartCodegen(RuleCodegen):
    """Makes parts."""

    _library_class = Part

    def set_env(self, name: str, environment: Any) -> None:
        """There is no place for it before there is machine code: `EntranceCompiler` does it."""


class RuleCompiler(Compiler):
    """Compiles a rule in few passes, and a numeric function in all that Numba has."""

    def define_pipelines(self) -> list[PassManager]:
        """The passes of what is being compiled."""
        if is_numeric(self.state.func_id.func):
            return super().define_pipelines()  # type: ignore[no-any-return]
        manager = PassManager("rule")
        for one in PASSES:
            manager.add_pass(one, one.__name__)
        manager.finalize()
        return [manager]


class PartCompiler(RuleCompiler):
    """Compiles a rule as a part, or takes it from the cache."""

    def compile_extra(self, function: FunctionType) -> Any:
        """The function for the types that Numba has put into the state."""
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
        if entries and not result.library.has_dynamic_globals:  # such as a table of a megabyte, known by its address
            entries.save(key, result._reduce())
        return result


class EntranceCompiler(RuleCompiler):
    """Compiles what Python enters, with all its parts."""

    codegen: type[RuleCodegen] = RuleCodegen

    def compile_extra(self, function: FunctionType) -> Any:
        """The function, and then the environments of its parts, which have machine code only now."""
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


class NumericCompiler(EntranceCompiler):
    """The same for a function that calculates over long arrays, whose loops are worth vectorising."""

    codegen = NumericCodegen

"""Policies in a compiled driver: a chain that calls one of them by its number, and their memories.

A driver is bound to the rules of its policies and compiled for them. The memories are passed as an argument, one array
for each policy of the chain, so that no compiled code depends on their content.
"""

# ruff: noqa: F821 - `bind` gives the declared names their values
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from croupier.kernel.contract.house_bots import Policy, PolicyLike
from croupier.kernel.errors import BadInput
from croupier.kernel.language.jit import bind, rule
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng
from croupier.kernel.vocabulary.turns import SEATS

this_policy: Callable[..., None]
this_place: int
other_policies: Callable[..., None]


@rule
def ask(number: int, v: Any, m: Menu, rng: Rng, a: Action, memories: Any) -> None:
    """Let policy 0 of the chain decide, or pass the question on to the next."""
    if number == 0:
        this_policy(v, m, rng, a)
    else:
        other_policies(number - 1, v, m, rng, a, memories)


@rule
def ask_with_memory(number: int, v: Any, m: Menu, rng: Rng, a: Action, memories: Any) -> None:
    """`ask` for a policy with a memory, which is at index `this_place` of `memories`."""
    if number == 0:
        this_policy(v, m, rng, a, memories[this_place])
    else:
        other_policies(number - 1, v, m, rng, a, memories)


@rule
def ask_nobody(number: int, v: Any, m: Menu, rng: Rng, a: Action, memories: Any) -> None:
    """The end of the chain: no such policy, so nothing legal is chosen."""
    a.kind = 0


def rule_of(policy: PolicyLike) -> Callable[..., None]:
    """The rule by which a policy plays."""
    return policy.rule if isinstance(policy, Policy) else policy


def rules_of(policies: Iterable[PolicyLike]) -> tuple[tuple[Callable[..., None], bool], ...]:
    """What compiled code depends on: the rules of policies, and which of them take a memory."""
    return tuple((rule_of(policy), isinstance(policy, Policy)) for policy in policies)


def are_traced(policies: Iterable[PolicyLike]) -> bool:
    """Whether a policy reads what its seat has been told, so that a driver has to keep traces."""
    return any(isinstance(policy, Policy) and policy.traced for policy in policies)


def in_order(policies: Iterable[PolicyLike]) -> list[PolicyLike]:
    """Distinct policies in a fixed order: which seat each plays is data, so another seating needs no recompilation."""

    def name(policy: PolicyLike) -> tuple[str, str]:
        return rule_of(policy).__module__, rule_of(policy).__qualname__

    return sorted(dict.fromkeys(policies), key=name)


def chain_of(policies: Sequence[PolicyLike]) -> Callable[..., None]:
    """The rule `ask` over some policies, by their numbers."""
    if len(policies) > SEATS:
        raise BadInput(f"At most {SEATS} different policies can play at once, not {len(policies)}.")
    chain: Callable[..., None] = ask_nobody
    for place, policy in reversed(list(enumerate(policies))):
        if isinstance(policy, Policy):
            chain = bind(ask_with_memory, this_policy=policy.rule, this_place=place, other_policies=chain)
        else:
            chain = bind(ask, this_policy=policy, other_policies=chain)
    return chain


def memories_of(policies: Sequence[PolicyLike]) -> tuple[Any, ...]:
    """The memories of a chain, for compiled rules: an empty array for a policy without one."""
    import numpy as np

    nothing = np.empty(0, np.int64)
    nothing.flags.writeable = False
    return tuple(policy.memory if isinstance(policy, Policy) else nothing for policy in policies) or (nothing,)


def plain_memories_of(policies: Sequence[PolicyLike]) -> tuple[Any, ...]:
    """The memories of a chain, for plain rules."""
    return tuple(policy.words if isinstance(policy, Policy) else () for policy in policies)

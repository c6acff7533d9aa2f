"""Generates `web/src/host/structures.ts`: the ready structures of tournaments, for the form of a new event."""

from __future__ import annotations

from croupier.simulate.tournament.terms import READY_MINUTES, ready_changes

HEAD = "// Written by scripts/golden from simulate/tournament/terms.py: change that.\n"


def structures() -> str:
    """The whole file."""
    minutes = ", ".join(f"{name}: {length}" for name, length in READY_MINUTES.items())
    changes = [", ".join(f"{name}: {value}" for name, value in one.items()) for one in ready_changes()]
    return "\n".join([
        HEAD,
        "/** The minutes of a level in each structure. */",
        f"export const READY_MINUTES = {{ {minutes} }};",
        "",
        "/** What each level of every structure changes. */",
        "export const READY_CHANGES: Record<string, number>[] = [",
        *(f"  {{ {one} }}," for one in changes),
        "];",
        "",
    ])  # fmt: skip

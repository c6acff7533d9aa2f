"""The learnt strategies that Croupier ships, made by `scripts/learnt`, and the genomes that they are for.

A strategy is for one genome, whatever its session is. `index.json` maps the name of each file to the key of the rules
and the number of seats that it was learnt with.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec

from croupier.kernel.contract.house_bots import HouseBots

from .machine.records import Carried, Config

FOLDER = Path(__file__).parent / "learnt"
INDEX = FOLDER / "index.json"
SUFFIX = ".learnt"


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """The genome that a shipped strategy is for."""

    rules: str
    seats: int


@cache
def index() -> dict[str, Entry]:
    """The shipped strategies, by name."""
    return msgspec.json.decode(INDEX.read_bytes(), type=dict[str, Entry])


def files() -> dict[str, Path]:
    """Their files."""
    return {name: FOLDER / f"{name}{SUFFIX}" for name in index()}


def rules_of(config: Config) -> str:
    """A key of the genome in a config: the same for sessions of any length, with any seats, chips and clock."""
    bare = config.copy()
    bare.seats = bare.hands = bare.chips = bare.limit_ms = 0
    bare.carried = Carried()
    return hashlib.blake2b(",".join(map(str, bare.flat())).encode(), digest_size=8).hexdigest()


def with_strategy(bots: HouseBots, config: Config) -> HouseBots:
    """The house bots of one config: with the strategy that was learnt for it, if there is one."""
    rules = rules_of(config)
    found = (name for name, entry in index().items() if entry == Entry(rules, config.seats))
    named = next(found, "")
    return replace(bots, rules=rules, at_tables=f"learnt:{named}" if named else "")

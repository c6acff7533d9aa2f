"""An evaluation: what was measured of a game, how far it got, and what stopped it."""

from __future__ import annotations

import hashlib

import msgspec

from croupier.kernel.statistics import Estimate

SEED_BITS = 48


class Evaluation(msgspec.Struct, frozen=True):
    """What is known of a game. `failed` names the gate that stopped it; `quality` is 0 then."""

    key: str
    tier: int
    failed: str = ""
    quality: float = 0.0
    measures: dict[str, Estimate] = {}
    """By name, each with its 95 % interval."""

    def mean(self, name: str) -> float:
        """The measured value; 0 if it was not measured."""
        found = self.measures.get(name)
        return found.mean if found is not None else 0.0


def seed_for(key: str, again: int) -> int:
    """The seed that a game is measured with: its own, and another one each time that it is measured again."""
    return int.from_bytes(hashlib.sha256(f"{key} {again}".encode()).digest()) >> (256 - SEED_BITS)

"""An evaluation: the measures of a game, the last tier it reached, and the gate that stopped it."""

from __future__ import annotations

import hashlib

import msgspec

from croupier.kernel.statistics import Estimate

SEED_BITS = 48


class Evaluation(msgspec.Struct, frozen=True):
    """The measurements of a game. `failed` names the gate that stopped it; then `quality` is 0."""

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
    """The seed of a measurement: a hash of the game's key and of the number of earlier measurements."""
    return int.from_bytes(hashlib.sha256(f"{key} {again}".encode()).digest()) >> (256 - SEED_BITS)

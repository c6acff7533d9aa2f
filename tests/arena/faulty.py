"""A bus in one process that loses, repeats and delays messages, and can cut a node off."""

from __future__ import annotations

import asyncio
import random

from croupier.arena.bus.local import LocalBus, LocalHub


class FaultyHub(LocalHub):
    """Every message has its fate drawn; those of a node that is cut off are lost, in both directions."""

    def __init__(self, seed: int, *, lose: float = 0.1, repeat: float = 0.1, delay: float = 0.1) -> None:
        super().__init__()
        self.rng = random.Random(seed)
        self.lose, self.repeat, self.delay = lose, repeat, delay
        self.cut: set[str] = set()
        """The subjects to which nothing comes."""
        self.gone: set[str] = set()
        """The subjects of which the hub knows that nobody listens any more."""

    def heard(self, subject: str) -> bool:
        return subject not in self.gone and super().heard(subject)

    def deliver(self, subject: str, body: bytes) -> int:
        if subject in self.cut or self.rng.random() < self.lose:
            return 0
        for _ in range(1 + (self.rng.random() < self.repeat)):
            if self.rng.random() < self.delay:
                later = asyncio.get_running_loop().call_later
                later(3 * self.rng.random(), super().deliver, subject, body)
            else:
                super().deliver(subject, body)
        return 0

    def bus(self) -> LocalBus:
        return LocalBus(self)

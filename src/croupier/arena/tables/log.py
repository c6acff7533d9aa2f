"""The log of a pair of eyes: the sentences of a match that it was told, numbered from 1.

A client that comes back, or a page that was loaded anew, is sent the last of them. While the player of a seat is away
its log goes on for a while, so that nothing is missing from it afterwards. The log of spectators pauses while nobody
looks on, without a sign of it.
"""

from __future__ import annotations

from collections import deque

from croupier.kernel.showing.wire.messages import Sentence

MOST_SENTENCES = 200
"""The most sentences that are kept: some hands of ten players."""
MOST_MISSED = 200
"""The most sentences that are added while nobody is there to be told them."""


class Log:
    """The last sentences of a match, for one player or for all spectators."""

    def __init__(self, player: str) -> None:
        """`player` is the id of the player in the seat, "" for spectators: nobody else is sent what it was told."""
        self.player = player
        self.count = 0
        """The number of the last sentence."""
        self.missed = 0
        """How many sentences were added since nobody was there."""
        self._kept: deque[Sentence] = deque(maxlen=MOST_SENTENCES)

    @property
    def sentences(self) -> list[Sentence]:
        """The sentences that are kept, the newest last."""
        return [*self._kept]

    def add(self, phase: str, text: str, *, heard: bool) -> int:
        """Add a sentence, which somebody is there to hear or not. Returns its number."""
        self.count += 1
        self.missed = 0 if heard else self.missed + 1
        self._kept.append(Sentence(self.count, phase, text))
        return self.count

    def come_back(self) -> bool:
        """Somebody is there again. Returns whether nothing is missing; else a number is left out, which shows it."""
        whole = self.missed < MOST_MISSED
        self.count += not whole
        self.missed = 0
        return whole

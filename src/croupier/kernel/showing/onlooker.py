"""An onlooker watches a match: it remembers the facts that it is told, and makes Scenes.

One onlooker serves all clients that see the same: a seat, all spectators, or all clients that replay a match with every
card face up.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..contract.game import Game, State
from ..vocabulary.events import Events, Fact
from .cast import Cast
from .scene import Scene
from .scenes import Heard, scene, scene_between, scene_face_up
from .text import tell, told_face_up


class Onlooker:
    """One viewer of a table."""

    def __init__(self, game: Game, cast: Cast, *, all_cards: bool = False) -> None:
        """With `all_cards`, it is told and shown everything."""
        self.game, self.cast, self.all_cards = game, cast, all_cards
        self._sentence = ""
        self._acts: dict[int, str] = {}
        self._opened = False
        """Whether a part of a hand has begun since it began to watch."""

    def facts(self, events: Events) -> list[Fact]:
        """The facts of a step that this onlooker is told."""
        return told_face_up(events) if self.all_cards else events.seen_by(self.cast.eyes)

    def hear(self, facts: Iterable[Fact]) -> list[str]:
        """Facts as sentences. The last sentence, and the last act of each seat, are remembered for Scenes."""
        told = []
        for fact in facts:
            if isinstance(fact, self.game.words.openings):
                self._acts.clear()
                self._opened = True
            if isinstance(fact, self.game.words.acts) and self.game.words.tell:
                act = self.game.words.tell(fact, self.cast.without_subjects())
                self._acts[_seat_of(fact)] = act.partition(";")[0]  # the rest of the clause is not part of the act
            if sentence := tell(self.game, fact, self.cast):
                told.append(sentence)
                self._sentence = sentence
        return told

    def follow(self, earlier: Onlooker) -> None:
        """Add what another onlooker was told before this one began to watch."""
        self._sentence = self._sentence or earlier._sentence
        if not self._opened:
            self._acts = {**earlier._acts, **self._acts}
            self._opened = earlier._opened

    def see(self, state: State) -> Scene:
        """The table as it is now."""
        return (scene_face_up if self.all_cards else scene)(self.game, state, self.cast, self._heard())

    def see_between(self, view: Any, seats: int) -> Scene:
        """The table between two states, from a view that was followed from fact to fact."""
        return scene_between(self.game, view, seats, self.cast, self._heard())

    def _heard(self) -> Heard:
        return Heard(self._sentence, dict(self._acts))


def _seat_of(fact: Fact) -> int:
    """The seat of an act: acts always have one."""
    return int(fact.seat)  # type: ignore[attr-defined]

"""An onlooker watches a match: it remembers the facts that it is told, and makes Scenes.

One onlooker serves all clients that see the same: a seat, all spectators, or all clients that replay a match with every
card face up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

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
        self._won: dict[int, int] = {}
        self._out: frozenset[int] = frozenset()
        self._put_in: Sequence[int] = ()
        self._dealt: dict[int, Fact] = {}
        """What each seat has been dealt in a deal that goes on."""

    def facts(self, events: Events) -> list[Fact]:
        """The facts of a step that this onlooker is told."""
        return told_face_up(events) if self.all_cards else events.seen_by(self.cast.eyes)

    def hear(self, facts: Iterable[Fact]) -> list[str]:
        """Facts as sentences. The last sentence, the last act of each seat, and who has won the hand are remembered for
        Scenes."""
        told = []
        for fact in facts:
            if isinstance(fact, self.game.words.openings):
                self._acts.clear()
                self._won, self._out = {}, frozenset()
                self._opened = True
            if isinstance(fact, self.game.words.wins):
                self._won[_seat_of(fact)] = self._won.get(_seat_of(fact), 0) + getattr(fact, "chips", 0)
            if isinstance(fact, self.game.words.exits):
                self._out |= {_seat_of(fact)}
            if isinstance(fact, self.game.words.acts) and self.game.words.tell:
                act = self.game.words.tell(fact, self.cast.without_subjects())
                self._acts[_seat_of(fact)] = act.partition(";")[0]  # the rest of the clause is not part of the act
            if sentence := tell(self.game, fact, self.cast):
                told.append(sentence)
                self._sentence = sentence
        return told

    def join_deals(self, facts: Sequence[Fact], *, goes_on: bool) -> tuple[list[Fact], list[Fact | None]]:
        """A deal of several steps as one. Returns facts of earlier steps that have to be told first, and what is to be
        told in place of each fact of this step: None for a part of a deal that goes on."""
        told: list[Fact | None] = []
        for at, fact in enumerate(facts):
            if not isinstance(fact, self.game.words.deals):
                told.append(fact)
                continue
            before = self._dealt.pop(_seat_of(fact), None)
            if before is not None:
                fact = replace(fact, cards=before.cards + fact.cards)  # type: ignore[attr-defined]
            if goes_on and all(isinstance(later, self.game.words.deals) for later in facts[at:]):
                self._dealt[_seat_of(fact)] = fact
                told.append(None)
            else:
                told.append(fact)
        first = [] if goes_on else [*self._dealt.values()]
        if not goes_on:
            self._dealt.clear()
        return first, told

    def follow(self, earlier: Onlooker) -> None:
        """Add what another onlooker was told before this one began to watch."""
        self._sentence = self._sentence or earlier._sentence
        self._dealt = {**earlier._dealt, **self._dealt}
        if not self._opened:
            self._acts = {**earlier._acts, **self._acts}
            self._won = {**earlier._won, **self._won}
            self._put_in, self._out = self._put_in or earlier._put_in, self._out | earlier._out
            self._opened = earlier._opened

    def see(self, state: State) -> Scene:
        """The table as it is now."""
        return (scene_face_up if self.all_cards else scene)(self.game, state, self.cast, self._heard())

    def see_between(self, view: Any, seats: int) -> Scene:
        """The table between two states, from a view that was followed from fact to fact."""
        if any(put_in := getattr(view, "total", ())):
            self._put_in = tuple(put_in)
        return scene_between(self.game, view, seats, self.cast, self._heard())

    def _heard(self) -> Heard:
        return Heard(self._sentence, dict(self._acts), dict(self._won), self._put_in, self._out)


def _seat_of(fact: Fact) -> int:
    """The seat of an act: acts always have one."""
    return int(fact.seat)  # type: ignore[attr-defined]

"""The order of a Battle's messages: each step with the HPs after it, and each round with its result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from croupier.kernel.contract.game import State
from croupier.kernel.showing.wire.announcer import WATCHING, Announcer, Said, Views
from croupier.kernel.showing.wire.context import Context
from croupier.kernel.vocabulary.events import Fact

from .. import events
from ..records import SEATS, View

if TYPE_CHECKING:
    from .dialect import BattleDialect


class BattleAnnouncer(Announcer):
    """Holds a step back until its effects are known. The beginning of a round is a question to each seat
    (`Dialect.act`); only spectators are sent it as a message of its own."""

    dialect: BattleDialect

    def __init__(self, dialect: BattleDialect) -> None:
        super().__init__(dialect)
        self._hp: list[int] = []
        self._step: events.StepRevealed | None = None
        self._revealed = False
        """Whether the round was revealed to its end."""

    def hand_started(self, context: Context, views: Views) -> list[Said]:
        """A round begins, and with the first round the match."""
        said: list[Said] = []
        for eyes, mask in self.everybody(context):
            view: View = views(eyes)
            self._hp, self._revealed = list(view.hp), False
            if view.round == 1:
                said.append(Said(mask, self.dialect.match_found(context, view)))
            if eyes is None:
                said.append(Said(mask, self.dialect.prep_start(context, view)))
        return said

    def join(self, state: State) -> None:
        """Start announcing in the middle of a match, with the present HPs."""
        super().join(state)
        self._hp = list(state.game.view(state, None).hp)

    def heard(self, context: Context, fact: Fact, audience: int) -> list[Said]:
        """Steps are told; all other facts are in messages before or after."""
        match fact:
            case events.Healed(seat, hp) | events.Struck(seat, hp):
                self._hp[seat] = hp
            case events.StepRevealed():
                said = self._told_step(context)
                self._step = fact
                return said
            case events.RoundEnded():
                self._revealed = True
                return self._told_step(context)
        return []

    def hand_over(self, context: Context, views: Views, scores: Mapping[int, int]) -> list[Said]:
        """The round is over, and perhaps the match. After an absence or a leave there is no `round_end`."""
        said: list[Said] = []
        for eyes, mask in self.everybody(context):
            view: View = views(eyes)
            if self._revealed:
                said.append(Said(mask, self.dialect.round_end(context, view, view.round)))
            if view.over:
                said.append(Said(mask, self.dialect.match_end(context, view, scores)))
        return said

    def match_over(self, context: Context, views: Views, scores: Mapping[int, int]) -> list[Said]:
        """Nothing: it was told with the end of the hand."""
        return []

    def _told_step(self, context: Context) -> list[Said]:
        """The step that was held back, if there is one; spectators see it from the side of seat 0."""
        step, self._step = self._step, None
        if step is None:
            return []
        return [
            Said(
                1 << seat | (0 if seat else WATCHING),
                self.dialect.step_reveal(context, step.step, step.cards, self._hp, seat),
                step,
            )
            for seat in range(SEATS)
        ]

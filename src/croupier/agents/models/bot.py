"""A language model as a bot: it is asked in words, and its answers are read leniently.

A match of a series stands by itself: the model is told the hands of this match and of no other, so that all models are
asked the same in the same place. Each decision is a conversation of its own: the briefing, the table in words, and for
each answer that is refused why.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from croupier.kernel.contract.game import Decision, Game, Move, State
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.narrator import FULL, Ending, Length, Narrator, briefing
from croupier.kernel.vocabulary.events import Fact

from ..bot import Bot
from ..remote import Nonsense, TooLate
from .endpoint import Late, Message
from .reading import move_of, read, refusal

ATTEMPTS = 3
Ask = Callable[[tuple[int, int, int], list[Message]], str]
"""The answer to a conversation, by the key of the match, the number of the decision in it, and the attempt; Late if
there is none in time."""


class ModelBot(Bot):
    """Decides for one seat by asking a model."""

    imagines = True
    ours: ClassVar[bool] = True

    def __init__(
        self,
        game: Game,
        ask: Ask,
        *,
        length: Length = FULL,
        attempts: int = ATTEMPTS,
    ) -> None:
        """`attempts` is how many answers to one decision may be refused."""
        self.game, self.length, self.attempts = game, length, attempts
        self._ask = ask
        self._match, self._hand, self._decision = 0, 0, 0
        self._narrator: Narrator | None = None
        self._begins = self._moved = False

    def draw_from(self, key: int) -> None:
        """A match begins."""
        super().draw_from(key)
        self._match, self._hand, self._decision, self._narrator = key, 0, 0, None

    def hand_started(self, view: Any) -> None:
        """A hand begins."""
        self._narrator = self._narrator or Narrator(self.game, view.seat)
        self._hand += 1
        self._begins, self._moved = True, False

    def saw_step(self, facts: Sequence[Fact]) -> None:
        """Something happened."""
        if self._narrator is not None:
            self._narrator.hear(facts, self._name, begins=self._begins, own=self._moved)
        self._begins = self._moved = False

    def hand_over(self, view: Any, score: int) -> None:
        """A hand is over."""
        if self._narrator is not None:
            self._narrator.hear((), self._name, end=Ending(view, len(self.players), score))

    @property
    def _name(self) -> str:
        return f"M1-H{self._hand}"

    def act(self, state: State, decision: Decision) -> Move:
        """The model's move. TooLate if it does not answer in time; Nonsense with the last refusal if it gives no legal
        answer in all attempts."""
        assert self._narrator is not None
        self._decision += 1
        messages = [
            {"role": "system", "content": briefing(self.game, decision.seat)},
            {"role": "user", "content": self._narrator.say(state, decision, self.length)},
        ]
        why = ""
        for attempt in range(1, self.attempts + 1):
            try:
                said = self._ask((self._match, self._decision, attempt), [*messages])
            except Late as late:
                raise TooLate(str(late)) from None
            reading = read(said, self.game, decision)
            try:
                move = move_of(reading, self.game, decision)
            except BadInput as error:
                why = str(error)
                messages.append({"role": "assistant", "content": said})
                messages.append({"role": "user", "content": refusal(why, reading, decision)})
            else:
                self._moved = True
                return move
        raise Nonsense(why)

"""The bot of a file in a process of its own, as it sits at the table.

Facts are sent together with the next question, because the bot has no use for them before. So a decision costs one
message each way.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import msgspec

from croupier.kernel.contract.game import Decision, Game, Move, State
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.events import Fact

from ..bot import Answer
from ..remote import CHATTER, Gone, Nonsense, Note, Remote
from ..terms import Terms
from .messages import Answered, Ask, Failed, Misplayed, Noted, Outwards, Over, Ready, Said, Saw, Sit, Start, encode
from .walls import environment, gap, walls, without_walls

READY_SECONDS = 120.0
"""How long the author's file may take to load."""
SHOWN = 200


class Wrong(Exception):
    """A bot's wrong answer, as its booth reported it."""

    def __init__(self, what: str, detail: str, nearest: Move) -> None:
        super().__init__(detail)
        self.what, self.detail, self.nearest = what, detail, nearest


class IsolatedBot(Remote):
    """The bot of a file, in its booth."""

    def __init__(self, game: Game, path: Path, name: str | None, terms: Terms) -> None:
        if not game.home:
            raise BadInput(
                f"{game.title} names no home, the module that has it as GAME, so its bots cannot be isolated."
            )
        path = path.parent.resolve() / path.name
        inside = ["-m", f"{__package__}.inside", game.home, str(path), name or "", str(terms.memory_mb)]
        if gap():
            super().__init__([sys.executable, *inside], terms, without_walls(game.home))
        else:
            game.compile_for_bots()
            words = [*walls(path, terms.hidden, game.home), sys.executable, "-P", *inside]
            super().__init__(words, terms, environment(game.home))
        self._game = game
        self._decoder: msgspec.json.Decoder[Outwards] = msgspec.json.Decoder(Outwards)
        self._kinds = {fact: kind for kind, fact in game.facts.items()}
        self._sat: Sit | None = None
        self._hand: list[Said] = []
        """The messages of this hand, for a process that has to be started again."""
        self._asked = 0
        self.hooks: frozenset[str] = frozenset()
        try:
            self._ensure_started()
        except Gone as error:
            self.close()
            raise BadInput(f"{path} cannot be loaded: {error}") from error

    def _ensure_started(self) -> None:
        if not self._started():
            return
        deadline = time.monotonic() + READY_SECONDS
        while (line := self._line(deadline - time.monotonic())) is not None:
            said = self._read(line)
            if isinstance(said, Failed):
                raise BadInput(said.why)
            if isinstance(said, Ready):
                self.hooks, self.imagines = frozenset(said.hooks), said.imagines  # type: ignore[misc]
                break
        else:
            assert self._program is not None
            if self._program.alive:
                self._program.kill()
            raise Gone(self._program.last_words())
        if self._sat is not None:
            self._tell(self._sat)
        for missed in self._hand:
            self._tell(missed)

    def draw_from(self, key: int) -> None:
        """A match begins."""
        self._sat, self._hand = Sit(key, self.players), []
        self._tell(self._sat)

    def hand_started(self, view: Any) -> None:
        """A hand begins."""
        self._hand = []
        if "hand_started" in self.hooks:
            self._happened(Start(view.flat()))

    def saw(self, fact: Fact) -> None:
        """Something happened."""
        self._happened(Saw(self._kinds[type(fact)], [*msgspec.structs.astuple(fact)]))

    def hand_over(self, view: Any, score: int) -> None:
        """A hand is over."""
        self._happened(Over(view.flat(), score))

    def _ask(self, view: Any, decision: Decision) -> Answer:
        self._asked += 1
        began = self._time()
        if isinstance(view, State):
            seen, minds = view.table.flat(), (list(view.trace), list(view.questions))
        else:
            seen, minds = view.flat(), ([], [])
        self._tell(Ask(self._asked, self.time_ms, seen, decision, *minds))
        self._flush()
        for _ in range(CHATTER):
            line = self._line(self._left(began))
            if line is None:
                raise self._silent(began)
            said = self._read(line)
            if isinstance(said, Noted):
                self.notes.append(Note(said.what, said.detail))
            elif isinstance(said, Answered | Misplayed):
                if said.number != self._asked:
                    self.notes.append(Note("too late", f"an answer to question {said.number}"))
                    continue
                self._answered(began)
                if isinstance(said, Answered):
                    return said.move
                raise Wrong(said.what, said.detail, said.nearest)
        raise Nonsense(f"{CHATTER} lines came, and none of them was an answer.")

    def close(self) -> None:
        """Send what is left, and let the process end."""
        self._flush()
        super().close()

    def _happened(self, said: Said) -> None:
        self._hand.append(said)
        self._tell(said)

    def _tell(self, said: Said) -> None:
        self._send(encode(said))

    def _read(self, line: bytes) -> Outwards | None:
        """A message of the booth; None for anything else that was written to its output."""
        try:
            return self._decoder.decode(line)
        except (ValueError, RecursionError):
            self.notes.append(Note("printed", line[:SHOWN].decode("utf-8", "replace").rstrip()))
            return None

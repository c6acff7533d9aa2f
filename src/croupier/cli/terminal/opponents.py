"""The bots at a person's table: house bots, bots of files, or programs in other processes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from croupier.agents.bot import PolicyBot
from croupier.agents.loading import COMMAND, files_among, load_bot
from croupier.agents.player import Misplay, Player
from croupier.agents.search import blindfolded
from croupier.agents.terms import Terms
from croupier.kernel.contract.game import Decision, Game, Move, State
from croupier.kernel.contract.nameplate import nameplates
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.events import Events

from .numbers import counted

PERSON = "you"
"""The name of the person on the nameplate that bots see."""


class Opponents:
    """Bots in some seats of one match."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        seats: Sequence[int],
        *,
        seed: int,
        terms: Terms,
    ) -> None:
        if len(names) > len(seats):
            raise BadInput(f"Bots have {counted(len(seats), 'seat')} here, which is too few for {len(names)} of them.")
        self.game = game
        self._wrongs: list[str] = []
        self._ready: set[int] = set()
        terms = terms.hiding(files_among(names))
        bots = {seat: names[at % len(names)] for at, seat in enumerate(seats)}
        self.players = {seat: Player(game, load_bot(game, bot, terms)) for seat, bot in bots.items()}
        self.names = {seat: bot if bot.startswith(COMMAND) else Path(bot).name for seat, bot in bots.items()}
        self.nameplates = nameplates([self.names.get(seat, PERSON) for seat in range(len(self.names) + 1)])
        for seat, player in self.players.items():
            player.sit_down(seed, 0, seat, self.nameplates)

    def start(self, state: State) -> None:
        """Tell all bots that a hand begins."""
        for seat, player in self.players.items():
            player.start(self.game.view(state, seat))
            self._take_notes(seat)

    def hear(self, events: Events) -> None:
        """Tell each bot the facts that its seat may know."""
        for seat, player in self.players.items():
            player.hear(events.seen_by(seat))
            self._take_notes(seat)

    def progress_words(self, seat: int) -> tuple[str, str] | None:
        """The words to show while a slow bot decides: a verb and the rest of the sentence; None if the bot is quick."""
        bot = self.players[seat].bot
        if not bot.imagines or isinstance(bot, PolicyBot):
            return None
        if seat in self._ready:
            return "think", "…"
        self._ready.add(seat)
        return "get", "ready to search, which has to be compiled the first time …"

    def answer(self, state: State, decision: Decision, steps: int) -> Move:
        """The move of a bot, or the penalty move if its answer was wrong; `steps` moves were made before."""
        seat, player = decision.seat, self.players[decision.seat]
        sees = blindfolded(state, seat) if player.bot.imagines else self.game.view(state, seat)
        answer = player.ask(sees, decision, steps)
        self._take_notes(seat)
        if isinstance(answer, Misplay):
            self._wrongs.append(f"seat {seat} did wrong ({answer.what}): {answer.detail}")
            return answer.instead
        return answer

    def end(self, state: State) -> None:
        """Tell all bots that a hand is over."""
        for seat, player in self.players.items():
            player.finish(self.game.view(state, seat), self.game.core.score(state.table, seat))
            self._take_notes(seat)

    def leave(self) -> None:
        """End the processes of the bots that have one."""
        for player in self.players.values():
            player.leave()

    def wrongs(self) -> list[str]:
        """What the bots did wrong since the last call, as sentences."""
        told, self._wrongs = self._wrongs, []
        return told

    def _take_notes(self, seat: int) -> None:
        for note in self.players[seat].taken_notes():
            self._wrongs.append(f"seat {seat} {note.what}: {note.detail}")

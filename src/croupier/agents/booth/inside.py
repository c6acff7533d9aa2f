"""The program that runs an author's bot: `python -m croupier.agents.booth.inside GAME FILE NAME MEGABYTES`.

A `Player` calls the bot, as everywhere. Whatever the bot prints goes to standard error, so that only answers come out
of the booth. Before the author's file is loaded, memory is limited, and the process is closed to the other bots, which
may not see what this one sees.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from croupier.kernel.contract.game import Game, State
from croupier.kernel.errors import BadInput
from croupier.kernel.language.records import reader

from ..bot import Bot
from ..loading import bot_in
from ..player import Misplay, Player
from ..process import close_to_others, die_with_parent, limit_memory
from .messages import Answered, Ask, Failed, Inwards, Misplayed, Noted, Over, Ready, Said, Saw, Sit, Start, encode

HOOKS = ("hand_started", "saw", "hand_over")
PIECE = 1 << 16


class Booth:
    """One bot, and the two pipes to the match."""

    def __init__(self, game: Game, bot: Bot, inwards: int, outwards: int) -> None:
        self.game, self._inwards, self._outwards = game, inwards, outwards
        self.player = Player(game, bot, _to_stderr)
        self._decoder: msgspec.json.Decoder[Inwards] = msgspec.json.Decoder(Inwards)
        self._view, self._table = reader(game.View), reader(game.Table)

    def serve(self) -> None:
        """Handle messages until the input ends."""
        hooks = [hook for hook in HOOKS if self.player.overrides(hook)]
        self.say(Ready(hooks, self.player.bot.imagines))
        for line in self._lines():
            self._do(self._decoder.decode(line))

    def _lines(self) -> Iterator[bytes]:
        rest = b""
        while piece := os.read(self._inwards, PIECE):
            *lines, rest = (rest + piece).split(b"\n")
            yield from lines

    def say(self, *said: Said) -> None:
        """Send messages to the match."""
        left = b"".join(encode(one) + b"\n" for one in said)
        while left:
            left = left[os.write(self._outwards, left) :]

    def _do(self, said: Inwards) -> None:
        player = self.player
        if isinstance(said, Ask):
            self._answer(said)
        elif isinstance(said, Saw):
            fields = (tuple(value) if isinstance(value, list) else value for value in said.fields)
            player.hear([self.game.facts[said.kind](*fields)])
        elif isinstance(said, Sit):
            player.take_seat(said.players, said.key)
        elif isinstance(said, Start):
            player.start(self._view(said.view, 0))
        elif isinstance(said, Over):
            player.finish(self._view(said.view, 0), said.score)

    def _answer(self, ask: Ask) -> None:
        player = self.player
        player.bot.time_ms = ask.time_ms
        if player.bot.imagines:
            sees = State(self.game, self._table(ask.seen, 0), ask.traces, ask.questions)
        else:
            sees = self._view(ask.seen, 0)
        answer = player.ask(sees, ask.decision, 0)
        notes = [Noted(*note) for note in player.taken_notes()]
        if isinstance(answer, Misplay):
            self.say(*notes, Misplayed(ask.number, answer.what, answer.detail, answer.nearest))
        else:
            self.say(*notes, Answered(ask.number, answer))


def _to_stderr(printed: bytes) -> None:
    os.write(2, printed)


def main(home: str, path: str, name: str, megabytes: str) -> None:
    """Load the game, then the bot, and serve."""
    die_with_parent()
    close_to_others()
    inwards, outwards = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    os.close(0)
    os.open(os.devnull, os.O_RDONLY)
    game: Game = importlib.import_module(home).GAME
    limit_memory(int(megabytes) << 20)
    try:
        booth = Booth(game, bot_in(Path(path), name or None), inwards, outwards)
    except BadInput as error:
        os.write(outwards, encode(Failed(str(error))) + b"\n")
        return
    booth.serve()


if __name__ == "__main__":
    main(*sys.argv[1:])

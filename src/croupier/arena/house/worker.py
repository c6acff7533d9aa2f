"""A worker of the house: reads questions on standard input, writes answers on standard output.

python -m croupier.arena.house.worker [GAME …]       with games: those that it can search, ready before it says so

Both are lengths of four bytes, each with a pickled value after it; the first thing that a worker says is that it is
ready. Only the arena talks to it.
"""

from __future__ import annotations

import importlib
import pickle
import signal
import sys
from typing import Any, BinaryIO

from croupier.agents.bot import Bot
from croupier.agents.loading import SEARCH, house_bot
from croupier.agents.search import blindfolded
from croupier.games import GAMES
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Game, Move
from croupier.kernel.vocabulary.keys import fresh_seed
from croupier.kernel.vocabulary.turns import HOUSE

from .questions import Question

READY = "ready"


def work(reader: BinaryIO, writer: BinaryIO, games: list[str]) -> None:
    """Answer until there is nobody who asks."""
    for home in GAMES.values():
        _game(home)
    for home in games:
        warm_up(_game(home))
    bots: dict[tuple[str, str], Bot] = {}
    say(writer, READY)
    while head := reader.read(4):
        asked: Question = pickle.loads(reader.read(int.from_bytes(head)))
        say(writer, answer(bots, asked))


def answer(bots: dict[tuple[str, str], Bot], asked: Question) -> Move | str:
    """What a bot decides, or what it did wrong."""
    key = asked.game, asked.policy
    try:
        if key not in bots:
            bots[key] = house_bot(_game(asked.game), asked.policy)
        bot = bots[key]
        bot.draw_from(fresh_seed())
        move = bot.act(asked.sees, asked.decision)
        return move if isinstance(move, Move) else f"{asked.policy} answered {move!r}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def warm_up(game: Game) -> None:
    """Search once in a game, so that everything is compiled."""
    bot = house_bot(game, f"{SEARCH}:1")
    state, dealer = game.start(game.configure()).state, RandomDealer(fresh_seed())
    while (pending := game.pending(state)) and pending[0].seat == HOUSE:
        game.advance(state, HOUSE, dealer.deal(state, pending[0]))
    if pending:
        bot.act(blindfolded(state, pending[0].seat), pending[0])


def say(writer: BinaryIO, value: Any) -> None:
    """Write a value."""
    written = pickle.dumps(value)
    writer.write(len(written).to_bytes(4) + written)
    writer.flush()


def _game(home: str) -> Game:
    game: Game = importlib.import_module(home).GAME
    return game


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for the arena, which then ends us
    out = sys.stdout.buffer
    sys.stdout = sys.stderr  # what a rule prints must not come between answers
    work(sys.stdin.buffer, out, sys.argv[1:])

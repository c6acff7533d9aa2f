"""A worker process for house bots: reads questions on standard input, writes answers on standard output.

python -m croupier.arena.house.worker [GAME …]    compiles search and solver for these games before it is ready

`pipes` has the format. The first value that a worker sends says that it is ready. Only the arena uses it.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from functools import partial
from typing import BinaryIO

from croupier.agents.bot import Bot
from croupier.agents.loading import APART, SEARCH, house_bot, load_bot
from croupier.agents.player import Misplay, Player
from croupier.agents.search import blindfolded
from croupier.agents.terms import Terms
from croupier.games import GAMES
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Game, Move, State
from croupier.kernel.contract.nameplate import Nameplate
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.vocabulary.keys import fresh_seed
from croupier.kernel.vocabulary.turns import HOUSE

from .. import pipes
from .questions import Explained, Question

READY = "ready"


def work(reader: BinaryIO, writer: BinaryIO, games: list[str]) -> None:
    """Answer questions until the pipe is closed."""
    for home in GAMES.values():
        _game(home)
    for home in games:
        warm_up(_game(home))
    bots: dict[tuple[str, str], Bot] = {}
    pipes.say(writer, READY)
    pipes.answer_all(reader, writer, partial(answer, bots))


def answer(bots: dict[tuple[str, str], Bot], asked: Question) -> Move | Explained | str:
    """The move that a bot decides on, perhaps with its reasons, or what the bot did wrong."""
    key = asked.game, asked.policy
    try:
        if asked.is_guest:
            return _guest_answer(bots, asked)
        if key not in bots:
            bots[key] = house_bot(_game(asked.game), asked.policy)
        bot = bots[key]
        bot.draw_from(fresh_seed())
        move = bot.act(asked.sees, asked.decision)
        if not isinstance(move, Move):
            return f"{asked.policy} answered {move!r}"
        return move if asked.explains is None else Explained(move, reasons(asked, asked.explains, move))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def reasons(asked: Question, players: Sequence[Nameplate], move: Move) -> tuple[str, ...]:
    """What speaks for a move, from the view of its seat."""
    game, seat = _game(asked.game), asked.decision.seat
    if game.words.reasons is None:
        return ()
    view = game.view(asked.sees, seat) if isinstance(asked.sees, State) else asked.sees
    return tuple(game.words.reasons(view, asked.decision, move, cast_for(game, seat, players)))


def _guest_answer(bots: dict[tuple[str, str], Bot], asked: Question) -> Move | str:
    """The same for a bot from a file, which may return its move in any form that the referee understands."""
    key, game = (asked.game, asked.policy), _game(asked.game)
    if key not in bots:
        bots[key] = load_bot(game, asked.policy.removeprefix(APART).partition("#")[0], Terms())
        bots[key].draw_from(fresh_seed())
    made = Player(game, bots[key]).ask(asked.sees, asked.decision, 0)
    return f"{made.what}: {made.detail}" if isinstance(made, Misplay) else made


def warm_up(game: Game) -> None:
    """Compile search, and the solver if the game has one, by running each once."""
    bot = house_bot(game, f"{SEARCH}:1")
    state, dealer = game.start(game.configure()).state, RandomDealer(fresh_seed())
    while (pending := game.pending(state)) and pending[0].seat == HOUSE:
        game.advance(state, HOUSE, dealer.deal(state, pending[0]))
    if pending:
        bot.act(blindfolded(state, pending[0].seat), pending[0])
    if game.house_bots.solving:
        game.house_bots.solving.warm_up()


def _game(home: str) -> Game:
    game: Game = importlib.import_module(home).GAME
    return game


if __name__ == "__main__":
    work(*pipes.own_ends(), sys.argv[1:])

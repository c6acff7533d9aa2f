"""The bots at a person's table: of the house, from a file, or programs of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from croupier.agents.bot import Bot
from croupier.agents.command import CommandBot, Gone, Nonsense, TooLate
from croupier.agents.loading import load_bot
from croupier.agents.referee import default, penalty, traceback_of, understood
from croupier.agents.search import blindfolded
from croupier.kernel.contract.game import Decision, Game, Move, State
from croupier.kernel.errors import BadInput, CroupierError
from croupier.kernel.vocabulary.events import Events
from croupier.simulate.match.driver_rules import FIRST_SEAT, stream

from .numbers import counted


class Misplay(Exception):
    """A bot did wrong; `instead` is what is played for it."""

    def __init__(self, wrong: str, instead: Move) -> None:
        super().__init__(wrong)
        self.instead = instead


class Opponents:
    """Bots in some seats of one match, told and asked as in `croupier match`; `say` gets what their hooks raise."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        seats: Sequence[int],
        *,
        seed: int,
        limit_ms: int,
        say: Callable[[str], None],
    ) -> None:
        if len(names) > len(seats):
            raise BadInput(f"Bots have {counted(len(seats), 'seat')} here, which is too few for {len(names)} of them.")
        self.game, self.seed, self.say = game, seed, say
        self.names = {seat: names[at % len(names)] for at, seat in enumerate(seats)}
        self.bots: dict[int, Bot] = {seat: load_bot(game, name, limit_ms) for seat, name in self.names.items()}
        for seat, bot in self.bots.items():
            bot.draw_from(seed, 0, seat)

    def start(self, state: State) -> None:
        """The match begins."""
        for seat, bot in self.bots.items():
            self._call(seat, bot.hand_started, self.game.view(state, seat))

    def hear(self, events: Events) -> None:
        """Something happened."""
        for seat, bot in self.bots.items():
            for fact in events.seen_by(seat):
                self._call(seat, bot.saw, fact)

    def answer(self, state: State, decision: Decision, steps: int) -> Move:
        """What the bot of a seat does, a legal move; or Misplay. `steps` moves have been made before."""
        seat, bot = decision.seat, self.bots[decision.seat]
        bot.draw_for_decision(self.seed, stream(0, FIRST_SEAT + seat, steps))
        sees = blindfolded(state, seat) if bot.imagines else self.game.view(state, seat)
        try:
            move = understood(decision, bot.act(sees, decision.sealed()))
            self.game.apply(state, seat, move)
        except TooLate as error:
            raise Misplay(str(error), default(decision)) from error
        except (CroupierError, Gone, Nonsense) as error:
            raise Misplay(str(error), penalty(self.game, decision)) from error
        except (Exception, SystemExit) as error:
            raise Misplay(traceback_of(error), penalty(self.game, decision)) from error
        return move

    def end(self, state: State) -> None:
        """The match is over."""
        outcome = self.game.outcome(state)
        assert outcome is not None
        for seat, bot in self.bots.items():
            self._call(seat, bot.hand_over, self.game.view(state, seat), outcome.scores[seat])

    def leave(self) -> None:
        """End the programs that play."""
        for bot in self.bots.values():
            if isinstance(bot, CommandBot):
                bot.close()

    def _call(self, seat: int, hook: Callable[..., None], *arguments: Any) -> None:
        try:
            hook(*arguments)
        except (Exception, SystemExit) as error:
            self.say(f"The {hook.__name__} of seat {seat} raises:\n{traceback_of(error)}")

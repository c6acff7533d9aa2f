"""What a bot plays in every information set of a game that can be enumerated: a strategy that the solver can judge.

    interview = Interview(bot, draws=100, seed=1)
    found = exploitability(GAME, config, interview)
    found.exploitability, interview.estimated

A bot is asked for its probabilities (`Bot.chances`). A bot that names none is asked for moves instead, several times
in each set with other draws, and the shares of its answers are taken for the probabilities. These are estimates: a
best response also exploits their sampling noise, so the result is too high rather than too low, and the error shrinks
with the number of draws.

A bot's answer is assumed to depend on its view, the decision and its own draws, and on nothing that it noted before.
A bot that listens to what happens (`hand_started`, `saw`, `hand_over`) is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from croupier.kernel.contract.game import Game, Move
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.keys import seat_key

from .bot import Bot
from .referee import understood
from .solver import Solution, Solver
from .tree import NODE_LIMIT, Grower, Situation

DRAWS = 100
LISTENING = ("hand_started", "saw", "hand_over")
"""Methods that only a bot with notes between decisions has."""

Strategies = dict[tuple[int, int], dict[Move, float]]
"""(seat, trace) -> move -> probability."""


class Interview:
    """Asks a bot in one information set after the other, and keeps its answers."""

    def __init__(self, bot: Bot, draws: int = DRAWS, seed: int = 0) -> None:
        check_forgetful(bot)
        self.bot, self.draws, self.seed = bot, draws, seed
        self.strategies: Strategies = {}
        self.estimated = False
        """Whether the bot named no probabilities in some information set."""

    def ask(self, game: Game, situation: Situation) -> None:
        """Ask the bot what it plays in a situation."""
        state, decision = situation
        seat, bot = decision.seat, self.bot
        bot.draw_from(seat_key(self.seed, len(self.strategies), seat))
        sees = state if bot.imagines else game.view(state, seat)
        named = bot.chances(sees, decision)
        if named is not None:
            found = {understood(decision, answer): chance for answer, chance in named.items()}
        else:
            self.estimated = True
            found = shares(Counter(understood(decision, bot.act(sees, decision)) for _ in range(self.draws)))
        self.strategies[seat, state.trace[seat]] = found


def exploitability(
    game: Game,
    config: Any,
    interview: Interview,
    *,
    limit: int = NODE_LIMIT,
    progress: Callable[[int, int], None] = lambda done, sets: None,
) -> Solution:
    """How exploitable a bot is that plays every seat; TooLarge, before the bot is asked anything, if the game has more
    than `limit` nodes. `progress` is called with the number of information sets asked so far and the number of all."""
    solver = Solver(game, config, limit=limit)
    sets = sum(map(len, solver.tree.sets))
    for number, situation in enumerate(Grower(game, limit).situations(config), 1):
        interview.ask(game, situation)
        progress(number, sets)
    return solver.judge(interview.strategies)


def check_forgetful(bot: Bot) -> None:
    """Refuse a bot whose answers may depend on more than the decision in front of it."""
    listening = [name for name in LISTENING if getattr(type(bot), name, None) is not getattr(Bot, name)]
    if listening:
        raise BadInput(
            f"{type(bot).__name__} has a method {listening[0]}, so it may remember what happened before a decision. "
            "Only a bot whose answer follows from the view and the decision alone can be asked what it would do with "
            "other cards. `croupier match` measures this bot against others."
        )


def shares(counts: Mapping[Move, int]) -> dict[Move, float]:
    """The share of each move among all answers."""
    total = sum(counts.values())
    return {move: count / total for move, count in counts.items()}

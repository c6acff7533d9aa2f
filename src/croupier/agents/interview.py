"""What a bot plays in every information set of a game that can be enumerated: a strategy that the solver can judge.

    interview = Interview(bot, draws=100, seed=1)
    found = exploitability(GAME, config, interview)
    found.exploitability, interview.estimated

A bot is asked for its probabilities (`Bot.chances`). A bot that names none is asked for moves instead, several times in
each set with other draws, and the shares of its answers stand for the probabilities. They are then estimated: a best
response to them also exploits what chance alone put there, so such a figure is too high rather than too low, and the
less so the more draws there are.

What is assumed: a bot's answer depends on what its seat sees, on the decision and on its own draws, and on nothing that
it noted before. A bot that listens to what happens (`hand_started`, `saw`, `hand_over`) is refused.
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
"""The methods of a bot that keeps notes between decisions."""

Strategies = dict[tuple[int, int], dict[Move, float]]
"""(seat, trace) -> move -> probability."""


class Interview:
    """Asks a bot in one situation after the other, and keeps what it answered."""

    def __init__(self, bot: Bot, draws: int = DRAWS, seed: int = 0) -> None:
        check_forgetful(bot)
        self.bot, self.draws, self.seed = bot, draws, seed
        self.strategies: Strategies = {}
        self.estimated = False
        """Whether the bot named no probabilities in some set."""

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
    than `limit` nodes. `progress` is told in how many information sets of how many the bot has been asked."""
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
    """What share of all answers each move is."""
    total = sum(counts.values())
    return {move: count / total for move, count in counts.items()}

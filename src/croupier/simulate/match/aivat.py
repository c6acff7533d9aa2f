"""Less luck in a heads-up match of hold'em against a house bot: AIVAT (Burch et al. 2018).

One side, the *known player*, is a house bot, so the probability of each of its moves is known for every hand that it
might hold. The other side is a *stranger*, of which nothing is known. The question is how good the stranger's moves
were. Its cards, the board, the known player's hand and the known player's random choices are luck.

The *worth* of a position is what the stranger wins on average if a *pilot*, the known player's policy, plays both
hands from here on, over all cards to come and over all hands that the known player may hold here. A result is the
worth of the start, plus every change of the worth on the way to the end. Such a change is made either by chance and the
known player, or by the stranger. Where the probabilities are known, the mean change is known too, and replaces the
actual one:

- **Cards** change the worth by 0 on average, so their changes are left out.
- **The known player** changes it by 0 on average, as it moves like the pilot. Where it solves, it changes it by how
  much better its way of moving is than the pilot's: a mean over its hands and moves, whatever it really held and did.
- **The stranger's moves** count as they were made: the worth after the move less the worth before it.

So the sum has the same expectation as the result, whoever the stranger is and however bad the pilot's estimates are.
A bad pilot only leaves more luck in. The score of the hand is not needed: it is the sum of all changes.

The worths are estimated, which keeps the expectation: each is a mean over hands that are played out, with the known
player's hand drawn from exactly those with which it would have come here (`aivat_rules`). Two moves are compared with
the same hand and the same cards to come.

If both are house bots, one of them is treated as a stranger: with both known, nothing of the match would count any
more. A known player that solves (`house:solver`) is asked for its solution for all hands at its decisions on the river.
A move that the clock made in the known player's seat counts as a stranger's, and it may reveal anything about the hand:
from then on only the real hand counts.

The worth of the start is the same for all hands, except for the position of the button. It is estimated once. Its
error is in no interval; it cancels if a bot has the button half the time, as in every match.

The worths are computed with every hole card, so they may be shown only after a match is over.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from croupier.agents.bot import Bot, PolicyBot
from croupier.agents.policies import chain_of, memories_of, rules_of
from croupier.agents.solver_bot import SolverBot
from croupier.games.holdem import GAME
from croupier.games.holdem.blueprint.play import BLUEPRINT
from croupier.games.holdem.records import HOLE, Table, View
from croupier.kernel.contract.codec import read_menu
from croupier.kernel.contract.decision import Decision, Move
from croupier.kernel.contract.drive import names_for
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.house_bots import PolicyLike
from croupier.kernel.contract.record import config_of, move_of
from croupier.kernel.errors import Fault
from croupier.kernel.language.jit import bind, compiled
from croupier.kernel.language.records import blank_rows, from_row, to_row
from croupier.kernel.vocabulary.events import SILENT, Out
from croupier.kernel.vocabulary.keys import house_key
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng, seed

from ..record.storage import read
from . import aivat_rules
from .aivat_rules import ASKS, BEGINS, MOST_DRAWS, POLICY, SOLVED, SOLVER, STRANGER, UNSOLVED, WEIGHS

SEATS_HEADS_UP = 2
Chances = Callable[[Any, Decision], Any]
Step = tuple[int, Move]


class Effort(NamedTuple):
    """How much is played out: more takes longer and leaves less luck in; it changes no expectation."""

    candidates: int = 2048
    """How many hands of the known player are drawn at first, if it is the blueprint."""
    fewer: int = 256
    """The same for any other known player, which may be slow to ask."""
    draws: int = MOST_DRAWS
    """How often two moves are compared at most: a power of two."""
    starts: int = 1 << 15
    """How many deals the worth of the start is estimated from, once for all hands."""


EFFORT = Effort()


class Known(NamedTuple):
    """A player whose probabilities are known: a policy, and its solver if it has one."""

    policy: PolicyLike
    chances: Chances | None = None


def known_player(bot: Bot | None) -> Known | None:
    """The known player that a bot is; None if it is no house bot, or reads more than its view."""
    if isinstance(bot, SolverBot):
        return Known(bot.policy.policy, bot.chances)
    return Known(bot.policy) if isinstance(bot, PolicyBot) and not bot.imagines else None


def is_possible(game: Game, config: Any, players: Sequence[Known | None]) -> bool:
    """Whether the hands of a match can be corrected: hold'em, two seats, one hand a match, and a known player."""
    duel = game.name == GAME.name and config.seats == SEATS_HEADS_UP and config.hands == 1
    return duel and any(player is not None for player in players)


def chosen(players: Sequence[Known | None]) -> int:
    """The bot that is treated as the known player: one that plays the blueprint's policy, else the last known one."""
    found = [bot for bot, player in enumerate(players) if player is not None]
    return max(found, key=lambda bot: (players[bot].policy is BLUEPRINT, bot))  # type: ignore[union-attr]


def corrected(
    record: Path,
    players: Sequence[Known | None],
    progress: Callable[[int], None] = lambda done: None,
    effort: Effort = EFFORT,
) -> list[float]:
    """The winnings of bot 0 of a record with less luck, in chips a hand: a value for each deal, averaged over
    rotations.

    `players` has the known player that each bot is, or None.
    """
    series, matches = read(record)
    bot = chosen(players)
    player = players[bot]
    assert player is not None
    judge = Judge(config_of(GAME, series), player, house_key(house_key(series.seed)), effort)
    by_deal: dict[int, list[float]] = {}
    for done, played in enumerate(matches, 1):
        steps = [move_of(GAME, line) for line in played.moves]
        worth = judge.worth(played.deal, played.seating.index(bot), steps)
        by_deal.setdefault(played.deal, []).append(-worth if played.seating[0] else worth)
        progress(done)
    return [sum(values) / len(values) for values in by_deal.values()]


class Judge:
    """Evaluates hands of one config against one known player."""

    def __init__(self, config: Any, player: Known, key: int, effort: Effort = EFFORT) -> None:
        self.player, self.key = player, key
        self.ts, outs = blank_rows(Table, 3), blank_rows(Out)
        to_row(GAME.start(config).state.table, self.ts, 1)
        outs["mode"] = SILENT
        self.rngs, self.js = blank_rows(Rng, 3), blank_rows(aivat_rules.Judging)
        self.effort, self.drawn = effort, effort.candidates if player.policy is BLUEPRINT else effort.fewer
        room = max(MOST_DRAWS, self.drawn)
        self.held, self.moves, self.others = (np.zeros((room, 2), np.int64) for _ in range(3))
        scratch = blank_rows(Menu), blank_rows(View), blank_rows(Action, 2)
        self._rows = self.ts, outs, *scratch, self.rngs, memories_of([player.policy])
        self._rule = compiled(judging(player.policy))
        self.start = self._worth_of_start(effort.starts)
        """The worth of the start of a hand to seat 0, in chips."""

    def _worth_of_start(self, starts: int) -> float:
        rng = Rng()
        seed(rng, self.key, -1)
        to_row(rng, self.rngs)
        self.js[0]["state"] = WEIGHS
        self._judge(np.zeros(0, np.int64), starts)
        return int(self.js[0]["worth"]) / (2 * starts)

    def _judge(self, log: Any, stop: int) -> None:
        self._rule(*self._rows, log, stop, self.js, self.held, self.moves, self.others)

    def worth(self, deal: int, seat: int, steps: Iterable[Step], strange: Container[int] = ()) -> float:
        """The winnings of seat 0 in a hand with less luck, in chips.

        Hands of one deal are evaluated with the same draws, so that results of strangers with the same cards differ
        only by their moves. `seat` is the known player's; `strange` are steps in it that its policy did not make.
        """
        log = list[int]()
        for at, (actor, move) in enumerate(steps):
            whose = STRANGER
            if actor == seat and at not in strange:
                whose = SOLVER if self.player.chances else POLICY
            log += [actor, whose, move.kind, move.amount, len(move.cards), *move.cards]
        rng, j = Rng(), self.js[0]
        seed(rng, self.key, deal)
        to_row(rng, self.rngs)
        j["seat"], j["at"], j["state"], j["fault"] = seat, 0, BEGINS, 0
        j["drawn"], j["most"] = self.drawn, self.effort.draws
        draws = random.Random(f"{self.key} {deal}")
        made = np.array(log, np.int64)
        while True:
            self._judge(made, len(made))
            if j["fault"]:
                raise Fault(f"A hand of deal {deal} cannot be played again.")
            if j["state"] != ASKS:
                return self.start + int(j["worth"]) / MOST_DRAWS
            j["state"] = SOLVED if self._solve(draws) else UNSOLVED

    def _solve(self, draws: random.Random) -> bool:
        """Fill in the candidates' moves at a decision that the known player may have solved; False if it did not."""
        assert self.player.chances is not None
        j, table, menu, view = self.js[0], from_row(Table, self.ts), Menu(), View()
        seat, candidates = int(j["seat"]), int(j["candidates"])
        GAME.core.menu(table, seat, menu)
        GAME.core.observe(table, seat, view)
        decision = Decision(seat, *read_menu(menu, GAME.kinds), number=1)
        at = view.cards.first[HOLE + seat]
        for number in range(max(int(j["draws"]), candidates)):
            view.cards.row[at : at + 2] = [int(card) for card in self.held[number % candidates]]
            found = self.player.chances(view, decision)
            if found is None:
                return False
            move = draws.choices([*found], [*found.values()])[0]
            self.moves[number] = move.kind, move.amount
        return True


_judging: dict[Any, Callable[..., None]] = {}


def judging(policy: PolicyLike) -> Callable[..., None]:
    """`judge_hand` for a policy, bound once for its rule."""
    known = rules_of([policy])
    if known not in _judging:
        names = {**names_for(GAME), "ask": chain_of([policy])}
        for template in PARTS:
            names[template.__name__] = bind(template, **names)
        _judging[known] = names["judge_hand"]
    return _judging[known]


PARTS = (
    aivat_rules.play_out,
    aivat_rules.worth_of_starts,
    aivat_rules.ask_candidates,
    aivat_rules.ask_mover,
    aivat_rules.after_move,
    aivat_rules.apart,
    aivat_rules.judge_stranger,
    aivat_rules.judge_known,
    aivat_rules.judge_hand,
)
"""Rules that name a core, callees before callers."""

"""Less luck in a heads-up match of hold'em with a player of the house: AIVAT (Burch et al. 2018).

One side, the *known player*, is a house bot, so how likely it makes each move is known for every hand that it might
hold. The other side is a *stranger*, of which nothing is known. What is wanted is how good the stranger's moves were.
What it was dealt, what came on the board, what the known player held and how its draws fell is luck.

Call the *worth* of a position what the stranger wins on average if a *pilot*, the known player's policy, plays both
hands from here on, over all cards to come and over all hands that the known player may hold here. A result is the worth
of the start, plus every change of the worth on the way to the end. Such a change is made either by chance and the known
player, or by the stranger. Where the likelihoods of what may happen are known, the mean change is known too, and takes
the place of what happened:

- **Cards** change the worth by 0 on average, so their changes are left out.
- **The known player** changes it by 0 on average, as it moves like the pilot. Where it solves, it changes it by how
  much better its way of moving is than the pilot's: a mean over its hands and moves, whatever it really held and did.
- **The stranger's moves** count as they were made: the worth after the move less the worth before it.

So the expectation of the sum is that of the result, whoever the stranger is and however bad the pilot's idea of the
worth. A bad pilot only leaves more luck in. Nothing in it needs the score of the hand, which is the sum of all changes.

The worths are estimated, which keeps the expectation: each is a mean over hands that are played out, with the known
player's hand drawn from exactly those with which it would have come here (`aivat_rules`). Two moves are compared with
the same hand and the same cards to come.

If both are house bots, one of them is taken for a stranger: were both known, nothing of the match would count any more.
A known player that solves (`house:solver`) is asked for its solution for all hands at its decisions on the river. A
move that a clock made in the known player's seat is a stranger's, and it may tell anything about the hand: from then on
only the real one counts.

The worth of the start is the same for all hands, but for who has the button. It is estimated once. Its error is in no
interval; it cancels where a bot has the button as often as not, as in every match.

The worths are made with every hole card, so they can be told only of a match that is over.
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
    """How much is played out: more takes longer and leaves less luck in, and none of it changes an expectation."""

    candidates: int = 2048
    """Hands of the known player that are drawn at first, where it is the blueprint, …"""
    fewer: int = 256
    """… and where it is another, which may be slow to ask."""
    draws: int = MOST_DRAWS
    """How often two moves are compared, at most: a power of two."""
    starts: int = 1 << 15
    """Deals from which the worth of the start is estimated, once for all hands."""


EFFORT = Effort()


class Known(NamedTuple):
    """A player whose likelihoods are known: a policy, and what it solves in its place, if it does."""

    policy: PolicyLike
    chances: Chances | None = None


def known_player(bot: Bot | None) -> Known | None:
    """What is known of a bot; None of one that is no house bot, and of one that reads more than its view."""
    if isinstance(bot, SolverBot):
        return Known(bot.policy.policy, bot.chances)
    return Known(bot.policy) if isinstance(bot, PolicyBot) and not bot.imagines else None


def is_possible(game: Game, config: Any, players: Sequence[Known | None]) -> bool:
    """Whether the hands of a match can be corrected: hold'em, two seats, one hand a match, and a known player."""
    duel = game.name == GAME.name and config.seats == SEATS_HEADS_UP and config.hands == 1
    return duel and any(player is not None for player in players)


def chosen(players: Sequence[Known | None]) -> int:
    """The bot that is taken for the known player: one that plays the blueprint's policy, else the last."""
    found = [bot for bot, player in enumerate(players) if player is not None]
    return max(found, key=lambda bot: (players[bot].policy is BLUEPRINT, bot))  # type: ignore[union-attr]


def corrected(
    record: Path,
    players: Sequence[Known | None],
    progress: Callable[[int], None] = lambda done: None,
    effort: Effort = EFFORT,
) -> list[float]:
    """What bot 0 of a record won with less luck, in chips a hand: a value for each deal, the mean over its rotations.

    `players` has what is known of each bot.
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
    """Judges hands of one config against one known player."""

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
        """What seat 0 won in a hand with less luck, in chips.

        Hands of one deal are judged with the same draws, so that what strangers did with the same cards differs by what
        they did. `seat` is the known player's, and `strange` are steps in it that were not made by its policy.
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
        """Fill in what the candidates do at a decision that the known player may have solved; False if it did not."""
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

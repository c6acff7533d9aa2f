"""What the choices of a decision are worth, for every game: each is played out in many imagined worlds.

    weigher = Weigher(game)
    worths = weigher.worths(state, seat, choices, worlds=512, chance=random.Random(1))     # by world and choice

The worlds are drawn from what the seat knows. How likely each of them is follows from what the others have done, if the
game can tell: by its `Valuation`, else by the beliefs of its search. Then every choice is made in every world, and
policies play the rest: those with which the game's search plays, else its adviser.

The state is only read, and what the seat does not know is taken out of it first, so nothing hidden enters.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.agents.bot import house_policy
from croupier.agents.choices import count_choices, take_choice
from croupier.agents.policies import chain_of, memories_of, rules_of
from croupier.agents.search import blindfolded
from croupier.agents.search_rules import deal_any, deal_believed
from croupier.kernel.contract.codec import fill_menu
from croupier.kernel.contract.decision import Decision
from croupier.kernel.contract.drive import names_for, told_fault
from croupier.kernel.contract.game import Game, Move, State
from croupier.kernel.contract.house_bots import Holdings, PolicyLike
from croupier.kernel.errors import Fault
from croupier.kernel.language.jit import bind, compiled
from croupier.kernel.language.records import blank_rows, to_row
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import SILENT, Out
from croupier.kernel.vocabulary.menu import CARDS_PER_ACTION, Action, Menu
from croupier.kernel.vocabulary.rng import Rng, seed
from croupier.kernel.vocabulary.turns import NOBODY, SEATS

from . import weighing_rules
from .weighing_rules import HEAD

MOST_CHOICES = 24
"""The most choices that are weighed; of more, this number is drawn at random."""
ONE_HAND = 1
NO_CARDS = Holdings(np.zeros((0, 2), np.int64), np.zeros((0, 0), np.int64))


class Weigher:
    """Plays choices out in one game."""

    def __init__(self, game: Game) -> None:
        bots = game.house_bots
        self.game, self.valuation = game, bots.valuation
        self.hands = int(bots.searching.get("hands", ONE_HAND))
        pilot = house_policy(game, bots.valuation.policy if bots.valuation else bots.adviser)
        by_seat = {**bots.searching.get("below", {}), **bots.searching.get("models", {})}
        self.policies = list(dict.fromkeys([pilot, *by_seat.values()]))
        self.players = np.array([self.policies.index(by_seat.get(seat, pilot)) for seat in range(SEATS)], np.int64)
        self._rule = compiled(weighing(game, tuple(self.policies), bots.searching.get("believes")))
        outs = blank_rows(Out)
        outs["mode"] = SILENT
        scratch = blank_rows(Menu), blank_rows(game.View), blank_rows(Action)
        self._rows = blank_rows(game.Table, 3), outs, *scratch, blank_rows(Rng, 3)

    def worths(
        self, state: State, seat: int, choices: Sequence[Move], worlds: int, chance: random.Random
    ) -> NDArray[np.int64]:
        """The seat's score after each choice in each of some worlds."""
        view = self.game.view(state, seat)
        held = (self.valuation.holdings(view, worlds, chance) if self.valuation else None) or NO_CARDS
        ts, _, ms, *_, rngs = self._rows
        to_row(blindfolded(completed(state), seat).table, ts)
        ms.view("i8")[:] = 0
        rng = Rng()
        seed(rng, chance.getrandbits(60), 0)
        to_row(rng, rngs)
        worths = np.zeros((worlds, len(choices)), np.int64)
        fault = self._rule(
            *self._rows, memories_of(self.policies), self.players, seat, self.hands, *held, rows_of(choices), worths
        )
        if fault:
            raise Fault(f"{self.game.title}: {told_fault(fault)} while the choices of seat {seat} were played out.")
        return worths


def every_choice(decision: Decision, chance: random.Random) -> list[Move]:
    """The choices of a decision as search has them; MOST_CHOICES of them at random if there are more."""
    m, a = Menu(), Action()
    fill_menu(m, decision)
    numbers = range(count_choices(m))
    found = []
    for number in numbers if len(numbers) <= MOST_CHOICES else sorted(chance.sample(numbers, MOST_CHOICES)):
        take_choice(m, number, a)
        found.append(Move(a.kind, a.amount, tuple(a.cards[: a.count])))
    return found


def rows_of(moves: Sequence[Move]) -> NDArray[np.int64]:
    """Moves as rows for a rule."""
    rows = np.zeros((len(moves), HEAD + CARDS_PER_ACTION), np.int64)
    for number, move in enumerate(moves):
        rows[number, : HEAD + move.count] = move.kind, move.amount, move.count, *move.cards
    return rows


def completed(state: State) -> State:
    """A state in which cards that its record does not tell are some of those that are left in a pool. Only the seats
    that hold them know them."""
    if not state.game.has_cards or UNKNOWN not in state.table.cards.row:
        return state
    whole = state.copy()
    x = whole.table.cards
    for zone, words in enumerate(state.game.words.zones):
        for at in range(x.first[zone], x.first[zone] + x.count[zone]):
            if x.first[zone + 1] > x.first[zone] and x.row[at] == UNKNOWN:
                card = next(card for card, lies in enumerate(x.zone) if x.first[lies + 1] == x.first[lies])
                x.row[at], x.zone[card] = card, zone
                x.known[card] = 0 if words.owner == NOBODY else 1 << words.owner
    return whole


_weighing: dict[Any, Any] = {}


def weighing(game: Game, policies: tuple[PolicyLike, ...], believes: Callable[..., bool] | None) -> Any:
    """`weigh_choices` for a game, the policies that play and the beliefs of its search, bound once in a process."""
    known = game.core, rules_of(policies), believes
    if known not in _weighing:
        deal = bind(deal_believed, observe=game.core.observe, believes=believes) if believes else deal_any
        imagined = bind(weighing_rules.imagine_cards, deal_anew=deal)
        imagine = imagined if game.has_cards else weighing_rules.imagine_nothing
        names = {**names_for(game), "ask": chain_of(policies), "imagine_world": imagine}
        play_on = bind(weighing_rules.play_on, **names)
        _weighing[known] = bind(weighing_rules.weigh_choices, **names, play_on=play_on)
    return _weighing[known]

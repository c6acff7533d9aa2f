"""Bluff value: what the option of betting with a bad hand is worth.

A barred seat may not bet, raise, or go all-in as a raise, with a hand that beats fewer than half of the other hands.
The game is solved freely and with each seat barred; the opponent knows of the ban and adapts. What the barred seat
loses, averaged over the seats, is the bluff value, in chips a hand. Its interval is what the solver leaves open. In a
game without betting it is 0; for games that the solver cannot enumerate it is unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

from msgspec.structs import replace

from croupier.agents.solver import Solver
from croupier.games.genome import GAME, GameGenome, configure
from croupier.games.genome.language.genome import BettingPhase
from croupier.games.genome.machine.dealing import hand_room
from croupier.games.genome.machine.machine import observe
from croupier.games.genome.machine.records import BOARD, BOARD_ROOM, HAND, View
from croupier.games.genome.machine.wagers import ALL_IN, BET, RAISE
from croupier.games.genome.players.imagined import compared, hidden_cards, row, share_beaten
from croupier.kernel.contract.decision import Decision
from croupier.kernel.contract.state import State
from croupier.kernel.errors import BadInput
from croupier.kernel.statistics import Estimate
from croupier.kernel.vocabulary.cards import DECK as CARDS
from croupier.kernel.vocabulary.evaluate import card_bit
from croupier.kernel.vocabulary.rng import Rng, seed

NODES = 100_000
"""The largest game that is solved, which takes a few seconds."""
ITERATIONS = 500
HALF = 0.5
WAYS = 5_000
"""A hand's strength is counted over all deals of the unseen cards if there are fewer than this; else it is sampled."""
DRAWN = 400
"""How many deals are sampled."""


def bluff_value(genome: GameGenome, *, nodes: int = NODES, iterations: int = ITERATIONS) -> Estimate | None:
    """What a seat loses by not being allowed to bluff, in chips a hand; None if it is unknown."""
    if not any(isinstance(phase, BettingPhase) for phase in genome.turn_structure.phases):
        return Estimate(0.0, 0.0, 0.0)
    if genome.player_count != 2:
        return None
    config = configure(genome, hands=1)
    try:
        free = _solved(GAME, config, nodes, iterations)
        barred = [_solved(WithoutBluffs(seat), config, nodes, iterations) for seat in range(2)]
    except BadInput:
        return None
    lost = sum(free.values[seat] - barred[seat].values[seat] for seat in range(2)) / 2
    margin = (free.nash_conv + sum(one.nash_conv for one in barred)) / 2
    return Estimate(lost, lost - margin, lost + margin)


def _solved(game: Any, config: Any, nodes: int, iterations: int) -> Any:
    solver = Solver(game, config, limit=nodes)
    solver.run(iterations)
    return solver.solution()


class WithoutBluffs:
    """The game of genomes with one seat that may not bluff."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self._strengths: dict[tuple[int, ...], float] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(GAME, name)

    def pending(self, state: State) -> list[Decision]:
        """The pending decisions, without the barred seat's options to bluff."""
        return [self._barred(decision, state) for decision in GAME.pending(state)]

    def _barred(self, decision: Decision, state: State) -> Decision:
        table = state.table
        if decision.seat != self.seat or not any(option.kind in (BET, RAISE, ALL_IN) for option in decision.options):
            return decision
        if self._strength(table) >= HALF:
            return decision
        betting = table.betting
        raises = betting.bet[self.seat] + betting.stack[self.seat] > betting.current_bet
        barred = {BET, RAISE, ALL_IN} if raises else {BET, RAISE}
        return replace(decision, options=tuple(one for one in decision.options if one.kind not in barred))

    def _strength(self, table: Any) -> float:
        """The share of other hands that the seat's hand beats, given what the seat knows."""
        view = View()
        observe(table, self.seat, view)
        known = (view.at, view.live, view.prospects.unseen, *view.cards.row)
        if known not in self._strengths:
            self._strengths[known] = strength(view)
        return self._strengths[known]


def strength(v: View) -> float:
    """The share of deals of the unseen cards in which the seat beats the other of two seats; a tie counts half."""
    p, other = v.prospects, 1 - v.seat
    unseen = [card_bit(card) for card in range(CARDS) if p.unseen & card_bit(card)]
    board = min(p.to_board, BOARD_ROOM - v.cards.count[BOARD])
    counts = [board, *(hidden_cards(v, one) + _still_dealt(v, one) for one in (other, v.seat))]
    if not (p.draws or p.exchanges):
        deals = list(islice(_dealt(unseen, counts), WAYS))
        if len(deals) < WAYS:
            return sum(1 + _compared(v, *deal) for deal in deals) / (2 * len(deals))
    rng = Rng()
    seed(rng, 1, 1)
    return share_beaten(v, row(v, HAND + v.seat, 0), 0, p.draws, DRAWN, rng) / 1000


def _compared(v: View, shown: int, theirs: int, mine: int) -> int:
    """Compare both hands after these cards were added to the community and to the hands: 1, 0 or -1."""
    other = 1 - v.seat
    ours, others = row(v, HAND + v.seat, 0) | mine, row(v, HAND + other, 0) | theirs
    return compared(v, v.seat, other, ours, others, row(v, BOARD, 0) | shown)


def _still_dealt(v: View, seat: int) -> int:
    return max(0, min(v.prospects.to_hand, hand_room(v.seats) - v.cards.count[HAND + seat]))


def _dealt(cards: list[int], counts: list[int]) -> Iterator[tuple[int, ...]]:
    """Every way to deal `counts[i]` cards to each place i, as bit sets."""
    if not counts:
        yield ()
        return
    for chosen in combinations(cards, counts[0]):
        rest = [card for card in cards if card not in chosen]
        for others in _dealt(rest, counts[1:]):
            yield sum(chosen), *others

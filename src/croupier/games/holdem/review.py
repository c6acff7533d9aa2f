"""Looking back at a hand: its streets, the hands by name, and what another run of the board would have brought."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from croupier.kernel.contract.game import Move
from croupier.kernel.errors import IllegalAction
from croupier.kernel.vocabulary.cards import DECK, UNKNOWN, format_card
from croupier.kernel.vocabulary.evaluate import CATEGORY_SHIFT, FEWEST, HIGH_CARD, PAIR, RANKS, best_hand, hand_name
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.ledger import row_of
from croupier.kernel.vocabulary.pots import Pots, best_of, build_pots, share_of
from croupier.kernel.vocabulary.rng import Rng, below, seed
from croupier.kernel.vocabulary.streams import LUCK, stream
from croupier.kernel.vocabulary.turns import HOUSE_BIT, has, size

from . import events
from .chip_count import ChipCount
from .game import GAME
from .records import BOARD, BOARD_CARDS, HOLE, PRE_FLOP, Config, Table
from .saving import played

STREETS = ("PRE_FLOP", "FLOP", "TURN", "RIVER", "SHOWDOWN")


class Street(NamedTuple):
    """A street of a hand: the board on it, everything that happened, and the pot at its end."""

    name: str
    board: tuple[str, ...]
    events: tuple[Fact, ...]
    pot: int


class Runs(NamedTuple):
    """A hand whose last cards were dealt several times: the boards, the winners on each, and the payoffs."""

    boards: tuple[tuple[str, ...], ...]
    winners: tuple[tuple[int, ...], ...]
    payoffs: tuple[int, ...]


def streets_of(facts: Iterable[Fact], stacks: Sequence[int]) -> Iterator[Street]:
    """The streets of a hand that begins with these stacks. What was shown and won is the last one, the showdown."""
    name, chips, pot, won = STREETS[0], ChipCount(stacks), 0, False
    board: tuple[str, ...] = ()
    told: list[Fact] = []
    for fact in facts:
        begins = _begins(fact)
        if begins and begins != name:
            yield Street(name, board, tuple(told), pot)
            name, told = begins, []
        match fact:
            case events.FlopDealt(cards):
                board += tuple(map(format_card, cards))
            case events.TurnDealt(card) | events.RiverDealt(card):
                board += (format_card(card),)
        told.append(fact)
        chips.follow(fact)
        won = won or isinstance(fact, events.PotAwarded)
        pot = pot if won else chips.pot
    yield Street(name, board, tuple(told), pot)


def _begins(fact: Fact) -> str:
    """The street that a fact may begin; "" if none."""
    match fact:
        case events.FlopDealt():
            return STREETS[1]
        case events.TurnDealt():
            return STREETS[2]
        case events.RiverDealt():
            return STREETS[3]
        case events.HandShown() | events.HandMucked():
            return STREETS[4]
    return ""


def name_of(cards: Sequence[int]) -> str:
    """The name of a hand: two cards by their pair or their higher card, five to seven by their best five."""
    if not cards or UNKNOWN in cards:
        return ""
    if len(cards) >= FEWEST:
        return hand_name(best_hand(cards))
    high, low = sorted((card >> 2 for card in cards), reverse=True)
    if high == low:
        return hand_name(PAIR << CATEGORY_SHIFT | 1 << high << RANKS)
    return hand_name(HIGH_CARD << CATEGORY_SHIFT | 1 << high)


def run_again(config: Config, key: int, deck: Sequence[int], moves: Sequence[Move], times: int) -> Runs:
    """The end of a hand whose board is run out `times` times from where the betting ended."""
    table = None
    for recorder in played(config, key, deck, moves):
        if table is None and _runs_out(recorder.state.table):
            table = recorder.state.table.copy()
    if table is None or not GAME.over(recorder.state):
        raise IllegalAction("Only a hand that is over, and had a player all-in before the river, can be run again.")
    boards = [row_of(recorder.state.table.cards, BOARD)]
    boards += _further_boards(recorder.state.table, row_of(table.cards, BOARD), key, deck, times - 1)
    payoffs = [table.betting.stack[seat] - table.brought[seat] for seat in range(table.seats)]
    winners = []
    for run, board in enumerate(boards):
        won = _won(table, board, run, times)
        payoffs = [payoff + chips for payoff, chips in zip(payoffs, won, strict=True)]
        winners.append(tuple(seat for seat, chips in enumerate(won) if chips))
    return Runs(tuple(tuple(map(format_card, board)) for board in boards), tuple(winners), tuple(payoffs))


def _runs_out(table: Table) -> bool:
    """Whether the betting is over with cards still to come, and at least two hands left."""
    b = table.betting
    comes = GAME.core.owing(table) == HOUSE_BIT and table.street != PRE_FLOP
    return comes and size(b.live) > 1 and size(b.able) <= 1


def _further_boards(table: Table, begun: list[int], key: int, deck: Sequence[int], more: int) -> Iterator[list[int]]:
    """Boards from the rest of the deck: first what was stacked beyond the cards dealt, then at random."""
    zones = [*range(HOLE, HOLE + table.seats), BOARD]
    dealt = [card for zone in zones for card in row_of(table.cards, zone)]
    stacked = [card for card in deck[len(dealt) :] if card not in dealt]
    left = [card for card in range(DECK) if card not in dealt and card not in stacked]
    rng, missing = Rng(), BOARD_CARDS - len(begun)
    seed(rng, key, stream(0, LUCK, 1))
    if more * missing > len(stacked) + len(left):
        raise IllegalAction(f"The deck has not enough cards for {more + 1} runs of {missing}.")
    for _ in range(more):
        board = list(begun)
        while len(board) < BOARD_CARDS:
            board.append(stacked.pop(0) if stacked else left.pop(below(rng, len(left))))
        yield board


def _won(table: Table, board: list[int], run: int, times: int) -> list[int]:
    """The winnings of each seat on one of several boards; odd chips of a pot go to the first boards."""
    live = [seat for seat in range(table.seats) if has(table.betting.live, seat)]
    rows = [row_of(table.cards, HOLE + seat) for seat in range(table.seats)]
    strengths = [best_hand([*row, *board]) if seat in live else 0 for seat, row in enumerate(rows)]
    pots, won = Pots(), [0] * table.seats
    build_pots(table.betting, pots)
    for pot in range(pots.count):
        amount = pots.amount[pot] // times + (run < pots.amount[pot] % times)
        winners = best_of(strengths, pots.eligible[pot], table.seats)
        for seat in live:
            if has(winners, seat):
                won[seat] += share_of(amount, winners, seat, table.button, table.seats)
    return won

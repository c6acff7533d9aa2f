"""Less luck in a heads-up match of hold'em with a house policy: AIVAT (Burch et al. 2018).

From the score of each hand correction terms are subtracted whose expectation is 0, so the mean stays what it is, and
the luck that the terms see is gone. There is one for each event whose likelihoods are known. A term is the worth of
what happened less the mean worth of what could have happened:

- **Cards.** The worth of a position is the share of the pot that a hand wins on average, all-in now. Such a share is
  the mean of the shares after the next cards, so what to subtract is known: the share before. Shares are exact on the
  flop, turn and river. The share before the flop is sampled from boards of its own, which keeps the expectation of the
  terms at 0. Hole cards count as if they were played for a pot of HOLE_POT big blinds.
- **Moves of a house policy.** The policy is asked MOVES times more in the same situation, with other draws, and the
  mean worth of these moves is subtracted. The worth of a bet is that of a bet which is called.

What it does not do: average over all hands that the policy might have held. The terms of the cards take the place of
`luck`, which draws the end of a hand anew: they are subtracted from the scores as they were, luck included.

The terms know every hole card, so they are made from the record of a match that is over.
"""

# ruff: noqa: F821 - `bind` gives the declared names their values
from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from croupier.agents.policies import chain_of, memories_of, rules_of
from croupier.games.holdem import GAME
from croupier.games.holdem.records import BOARD, BOARD_CARDS, HOLE, Table, View
from croupier.games.holdem.rules import FOLD, RAISE_TO
from croupier.kernel.contract.drive import names_for
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.house_bots import PolicyLike
from croupier.kernel.contract.record import config_of, move_of
from croupier.kernel.errors import Fault
from croupier.kernel.language.jit import bind, compiled, rule
from croupier.kernel.language.records import blank_rows, to_row
from croupier.kernel.vocabulary.betting import to_call
from croupier.kernel.vocabulary.cards import DECK
from croupier.kernel.vocabulary.evaluate import add_card, card_bit, strength
from croupier.kernel.vocabulary.events import SILENT, Out
from croupier.kernel.vocabulary.keys import house_key
from croupier.kernel.vocabulary.ledger import card_at
from croupier.kernel.vocabulary.menu import DRAWN, Action, Menu, clear
from croupier.kernel.vocabulary.rng import Rng, below, seed
from croupier.kernel.vocabulary.turns import HOUSE

from ..record.storage import read

MOVES = 8
"""How often a policy is asked again at each of its decisions."""
WHOLE = 2 * 990 * 44
"""A whole pot, in which shares are counted: a multiple of twice the boards that each street leaves, so that they are
exact."""
BOARDS = 990
"""Boards that are sampled before the flop."""
HOLE_POT = 6
"""The pot, in big blinds, for which hole cards are taken to play."""
SEATS_HEADS_UP = 2
STRANGER = -1
"""The policy of a seat whose probabilities are not known."""
HEAD = 4
"""Numbers of a move in a log, before its cards."""

# Names of a core, declared here and given their values by `bind`.
menu: Callable[..., None]
act: Callable[..., None]
observe: Callable[..., None]
score: Callable[..., int]
ask: Callable[..., None]


@rule
def cards_in(t: Table, zone: int) -> int:
    """The cards of a row, as a hand of the evaluator."""
    hand = 0
    for slot in range(t.cards.count[zone]):
        hand = add_card(hand, card_at(t.cards, zone, slot))
    return hand


@rule
def won_on(board: int, mine: int, theirs: int) -> int:
    """2 if a hand beats another on a full board, 1 if they split the pot."""
    own = strength(board | mine)
    other = strength(board | theirs)
    return 2 if own > other else (1 if own == other else 0)


@rule
def share_now(t: Table, rng: Rng) -> int:
    """The share of the pot that seat 0 wins on average, all-in now, of WHOLE: exact from the flop on."""
    mine = cards_in(t, HOLE)
    theirs = cards_in(t, HOLE + 1)
    board = cards_in(t, BOARD)
    missing = BOARD_CARDS - t.cards.count[BOARD]
    won = 0
    boards = 0
    if missing == 0:
        won = won_on(board, mine, theirs)
        boards = 1
    elif missing > 2:
        boards = BOARDS
        for _ in range(BOARDS):
            full = board
            for _card in range(missing):
                bit = card_bit(below(rng, DECK))
                while bit & (full | mine | theirs):
                    bit = card_bit(below(rng, DECK))
                full |= bit
            won += won_on(full, mine, theirs)
    else:
        used = board | mine | theirs
        for one in range(DECK):
            if not card_bit(one) & used:
                if missing == 1:
                    won += won_on(add_card(board, one), mine, theirs)
                    boards += 1
                else:
                    for two in range(one):
                        if not card_bit(two) & used:
                            won += won_on(add_card(add_card(board, one), two), mine, theirs)
                            boards += 1
    return won * (WHOLE // (2 * boards))


@rule
def worth_after(t: Table, seat: int, a: Action, share: int) -> int:
    """What a move is worth to seat 0, in chips times WHOLE: folded hands have lost, and bets are called."""
    b = t.betting
    other = 1 - seat
    own = b.total[0]
    if a.kind == FOLD:
        return WHOLE * (b.pot - own if seat == 1 else -own)
    added = to_call(b, seat)
    answered = 0
    if a.kind == RAISE_TO:
        added = a.amount - b.bet[seat]
        answered = max(0, min(a.amount - b.bet[other], b.stack[other]))
    return share * (b.pot + added + answered) - WHOLE * (own + (added if seat == 0 else answered))


@rule
def term_of_move(t: Table, seat: int, number: int, v: View, m: Menu, a: Action, spare: Action, rng: Rng, share: int,
                 memories: Any) -> int:  # fmt: skip
    """MOVES times the worth of a policy's move less the worth of as many other draws, in chips times WHOLE."""
    term = MOVES * worth_after(t, seat, a, share)
    clear(m)
    menu(t, seat, m)
    observe(t, seat, v)
    for _ in range(MOVES):
        ask(number, v, m, rng, spare, memories)
        term -= worth_after(t, seat, spare, share)
    return term


@rule
def correct_hands(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, memories: Any, log: Any, starts: Any,
                  numbers: Any, found: Any, key: int, big_blind: int) -> int:  # fmt: skip
    """Play recorded hands again, and fill in what seat 0 won less all terms, in chips times WHOLE times MOVES. Returns
    the first hand that cannot be played again, or -1. Entered with moves that were made before: nobody decides."""
    for row in range(len(found)):
        ts[0] = ts[1]
        t = ts[0]
        a = acts[0]
        seed(rngs[0], key, row)
        share = WHOLE // 2
        terms = 0
        at = starts[row]
        while at < starts[row + 1]:
            seat = log[at]
            a.kind = log[at + 1]
            a.amount = log[at + 2]
            a.count = log[at + 3]
            for i in range(a.count):
                a.cards[i] = log[at + HEAD + i]
            at += HEAD + a.count
            if seat < SEATS_HEADS_UP and numbers[row][seat] != STRANGER:
                terms += term_of_move(
                    t, seat, numbers[row][seat], vs[0], ms[0], a, acts[1], rngs[0], share, memories
                )  # fmt: skip
            pot = t.betting.pot
            if seat == HOUSE and t.cards.count[HOLE] == 0:
                pot = HOLE_POT * big_blind
            act(t, outs[0], seat, a)
            if t.fault or t.cards.fault:
                return row
            if seat == HOUSE and a.kind == DRAWN:
                before = share
                share = share_now(t, rngs[0])
                terms += MOVES * pot * (share - before)
        found[row] = MOVES * WHOLE * score(t, 0) - terms
    return -1


_correctors: dict[Any, Callable[..., int]] = {}


def corrector(policies: Sequence[PolicyLike]) -> Callable[..., int]:
    """`correct_hands` for the policies that are known, bound once for their rules."""
    known = rules_of(policies)
    if known not in _correctors:
        names = {**names_for(GAME), "ask": chain_of(policies)}
        names["term_of_move"] = bind(term_of_move, **names)
        _correctors[known] = bind(correct_hands, **names)
    return _correctors[known]


def is_possible(game: Game, config: Any, policies: Sequence[PolicyLike | None]) -> bool:
    """Whether the hands of a match can be corrected: hold'em, two seats, one hand a match, and a known policy."""
    duel = game.name == GAME.name and config.seats == SEATS_HEADS_UP and config.hands == 1
    return duel and any(policy is not None for policy in policies)


def corrected(record: Path, policies: Sequence[PolicyLike | None]) -> list[float]:
    """What bot 0 of a record won less all terms, in chips a hand: a value for each deal, the mean over its rotations.

    `policies` has the policy of each bot, or None for one that is not known.
    """
    import numpy as np

    series, matches = read(record)
    config = config_of(GAME, series)
    known = [policy for policy in policies if policy is not None]
    log, starts, seatings, deals = list[int](), [0], list[list[int]](), list[int]()
    for played in matches:
        for line in played.moves:
            seat, move = move_of(GAME, line)
            log += [seat, move.kind, move.amount, move.count, *move.cards]
        starts.append(len(log))
        seatings.append(played.seating)
        deals.append(played.deal)
    numbers = [STRANGER if policy is None else known.index(policy) for policy in policies]
    ts, outs = blank_rows(Table, 2), blank_rows(Out)
    to_row(GAME.start(config).state.table, ts, 1)
    outs["mode"] = SILENT
    found = np.zeros(len(deals), np.int64)
    rows = (ts, outs, blank_rows(Menu), blank_rows(View), blank_rows(Action, 2), blank_rows(Rng), memories_of(known))
    by_seat = np.array(numbers, np.int64)[np.array(seatings, np.int64).reshape(-1, SEATS_HEADS_UP)]
    data = (np.array(log, np.int64), np.array(starts, np.int64), by_seat, found)
    faulty = compiled(corrector(known))(*rows, *data, house_key(house_key(series.seed)), config.big_blind)
    if faulty >= 0:
        raise Fault(f"Hand {faulty} of {record} cannot be played again.")
    by_deal: dict[int, list[int]] = {}
    for deal, seating, value in zip(deals, seatings, found.tolist(), strict=True):
        by_deal.setdefault(deal, []).append(-value if seating[0] else value)
    return [sum(values) / (len(values) * MOVES * WHOLE) for values in by_deal.values()]

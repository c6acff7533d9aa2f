"""Evaluates a recorded hand of hold'em between a known player and a stranger, move by move: the rules of `aivat`.

`judge_hand` replays the hand. It keeps *candidates*: hands that the known player may hold. They are drawn before the
known player has moved, each pair of cards equally likely. At each of its moves every candidate is asked for a move of
its own; candidates that would have moved otherwise are dropped, and so are those that share a card with the board. So
the remaining ones are drawn from exactly the hands with which the known player comes here. The hand that it really held
is the last of them: it is always there, however few others are left.

The worth of a position is what seat 0 wins on average if the *pilot*, the known player's policy, plays both hands from
here on. `apart` estimates by how much two moves differ in worth: both are played out with the same candidate and the
same cards to come.
"""

# ruff: noqa: F821 - `bind` gives the declared names their values
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.games.holdem.records import BOARD, HOLE, HOLE_CARDS, RIVER, Table, View
from croupier.kernel.contract.drive import STEP_LIMIT
from croupier.kernel.language.jit import rule
from croupier.kernel.language.records import Record
from croupier.kernel.vocabulary.cards import DECK
from croupier.kernel.vocabulary.events import Out
from croupier.kernel.vocabulary.ledger import card_at, exchange
from croupier.kernel.vocabulary.menu import Action, Menu, clear
from croupier.kernel.vocabulary.rng import Rng, below, next32, seed
from croupier.kernel.vocabulary.turns import CLOCK, SEATS, first

FEWEST_DRAWS, MOST_DRAWS, DRAWS_A_BLIND = 16, 512, 8
"""How often the rest of a hand is played out to compare moves: DRAWS_A_BLIND times for each big blind in the pot,
rounded up to a power of two, and within the first two."""
STRANGER, POLICY, SOLVER = 0, 1, 2
"""Who made a move: a player whose probabilities are unknown; the policy of the known player; or the known player, which
may have solved the rest of the hand."""
PILOT = 0
"""The number of the pilot in the chain: the known player's policy."""
HEAD = 5
"""The numbers of a move in a log: actor, who made it, kind, amount, number of cards; the cards follow."""
BEGINS, JUDGES, ASKS, SOLVED, UNSOLVED, WEIGHS = 0, 1, 2, 3, 4, 5
"""Values of `Judging.state`: at the start of a hand; under way; Python is asked for the moves of the candidates; it has
filled them in; or it has left them to the policy. WEIGHS: no hand is judged, the worth of the start is computed."""

# Names of a core, declared here and given their values by `bind`.
owing: Callable[..., int]
menu: Callable[..., None]
act: Callable[..., None]
observe: Callable[..., None]
score: Callable[..., int]
next_to_act: Callable[..., int]
ask: Callable[..., None]


class Judging(Record):
    """A hand being evaluated."""

    seat: int
    """The known player's seat."""
    at: int
    """The next move in the log."""
    drawn: int
    """How many candidates are drawn at first, including the real hand, …"""
    candidates: int
    """… and how many are left; 0 before cards were dealt."""
    draws: int
    """How often the rest of the hand is played out at the present decision, …"""
    most: int
    """… and how often at most."""
    worth: int
    """The winnings of seat 0 found so far, without the worth of the start, in chips times MOST_DRAWS; or its winnings
    in all the starts that are weighed."""
    state: int
    fault: int


@rule
def hold(t: Table, seat: int, one: int, two: int) -> None:
    """Exchange a seat's two cards for two others."""
    exchange(t.cards, card_at(t.cards, HOLE + seat, 0), one)
    exchange(t.cards, card_at(t.cards, HOLE + seat, 1), two)


@rule
def is_on_board(t: Table, card: int) -> bool:
    """Whether a card lies on the board."""
    return t.cards.zone[card] == BOARD


@rule
def play_out(t: Table, out: Out, m: Menu, v: View, a: Action, cards: Rng, minds: Rng, memories: Any) -> int:
    """Let the pilot play both hands to the end; returns what seat 0 has won."""
    for _ in range(STEP_LIMIT):
        owed = owing(t)
        if owed == 0 or t.fault or t.cards.fault:
            break
        seat = next_to_act(t, owed, m, cards, a)
        if seat < SEATS:
            observe(t, seat, v)
            ask(PILOT, v, m, minds, a, memories)
        act(t, out, seat, a)
    return score(t, 0)


@rule
def worth_of_starts(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, memories: Any, starts: int) -> int:
    """What seat 0 wins if the pilot plays both hands of some deals, each of them twice: also with the hands swapped."""
    worth = 0
    t = ts[2]
    for _ in range(starts):
        ts[2] = ts[1]
        act(t, outs[0], next_to_act(t, owing(t), ms[0], rngs[0], acts[1]), acts[1])
        ts[0] = ts[2]
        for slot in range(HOLE_CARDS):
            exchange(ts[0].cards, card_at(t.cards, HOLE, slot), card_at(t.cards, HOLE + 1, slot))
        mark = next32(rngs[0])
        for table in range(0, 3, 2):
            seed(rngs[1], mark, 1)
            seed(rngs[2], mark, 2)
            worth += play_out(ts[table], outs[0], ms[0], vs[0], acts[1], rngs[1], rngs[2], memories)
    return worth


@rule
def draws_now(t: Table, most: int) -> int:
    """How often the rest of a hand is played out at a decision: the larger the pot, the more often."""
    draws = FEWEST_DRAWS
    while draws < most and draws * t.config.big_blind < DRAWS_A_BLIND * t.betting.pot:
        draws *= 2
    return draws


@rule
def draw_candidates(t: Table, j: Judging, held: Any, rng: Rng) -> None:
    """Draw hands of the known player from all cards that the stranger does not hold; its real hand is the last."""
    other = HOLE + 1 - j.seat
    for number in range(j.drawn - 1):
        one = below(rng, DECK)
        while t.cards.zone[one] == other:
            one = below(rng, DECK)
        two = below(rng, DECK)
        while two == one or t.cards.zone[two] == other:
            two = below(rng, DECK)
        held[number][0] = one
        held[number][1] = two
    for slot in range(HOLE_CARDS):
        held[j.drawn - 1][slot] = card_at(t.cards, HOLE + j.seat, slot)
    j.candidates = j.drawn


@rule
def drop_blocked(t: Table, j: Judging, held: Any) -> None:
    """Drop candidates that share a card with the board."""
    left = 0
    for number in range(j.candidates):
        if not (is_on_board(t, held[number][0]) or is_on_board(t, held[number][1])):
            held[left][0] = held[number][0]
            held[left][1] = held[number][1]
            left += 1
    j.candidates = left


@rule
def keep_only_real(j: Judging, held: Any) -> None:
    """Drop all candidates except the real hand."""
    held[0][0] = held[j.candidates - 1][0]
    held[0][1] = held[j.candidates - 1][1]
    j.candidates = 1


@rule
def drop_others(j: Judging, held: Any, moves: Any, a: Action) -> None:
    """Drop candidates that would not have made a move, except the real hand."""
    left = 0
    for number in range(j.candidates):
        if number == j.candidates - 1 or (moves[number][0] == a.kind and moves[number][1] == a.amount):
            held[left][0] = held[number][0]
            held[left][1] = held[number][1]
            left += 1
    j.candidates = left


@rule
def ask_candidates(t: Table, j: Judging, held: Any, m: Menu, v: View, a: Action, rng: Rng, memories: Any, most: int,
                   moves: Any) -> None:  # fmt: skip
    """Fill in the pilot's moves with the candidates in the known player's seat, in rotation, `most` times."""
    clear(m)
    menu(t, j.seat, m)
    observe(t, j.seat, v)
    at = v.cards.first[HOLE + j.seat]
    for candidate in range(most):
        for slot in range(HOLE_CARDS):
            v.cards.row[at + slot] = held[candidate % j.candidates][slot]
        ask(PILOT, v, m, rng, a, memories)
        moves[candidate][0] = a.kind
        moves[candidate][1] = a.amount


@rule
def ask_mover(t: Table, seat: int, m: Menu, v: View, a: Action, rng: Rng, memories: Any, draws: int,
              moves: Any) -> None:  # fmt: skip
    """Fill in `draws` moves of the pilot in a seat."""
    clear(m)
    menu(t, seat, m)
    observe(t, seat, v)
    for number in range(draws):
        ask(PILOT, v, m, rng, a, memories)
        moves[number][0] = a.kind
        moves[number][1] = a.amount


@rule
def after_move(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, memories: Any, j: Judging, one: int,
               two: int, actor: int, kind: int, amount: int, mark: int) -> int:  # fmt: skip
    """What seat 0 wins after a move, if the known player holds two given cards; `mark` seeds the cards to come."""
    t = ts[2]
    a = acts[1]
    ts[2] = ts[0]
    hold(t, j.seat, one, two)
    a.kind = kind
    a.amount = amount
    a.count = 0
    act(t, outs[0], actor, a)
    seed(rngs[1], mark, 1)
    seed(rngs[2], mark, 2)
    return play_out(t, outs[0], ms[0], vs[0], a, rngs[1], rngs[2], memories)


@rule
def apart(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, memories: Any, j: Judging, held: Any, actor: int,
          seat: int, moves: Any, others: Any) -> int:  # fmt: skip
    """How much more seat 0 wins after `moves` than after `others`, on average, in chips times MOST_DRAWS. `actor` makes
    the moves, `seat` the others; where the two are equal, nothing has to be played out."""
    worth = 0
    for number in range(j.draws):
        mark = next32(rngs[0])
        if actor != seat or moves[number][0] != others[number][0] or moves[number][1] != others[number][1]:
            one = held[number % j.candidates][0]
            two = held[number % j.candidates][1]
            worth += after_move(ts, outs, ms, vs, acts, rngs, memories, j, one, two, actor, moves[number][0],
                                moves[number][1], mark)  # fmt: skip
            worth -= after_move(ts, outs, ms, vs, acts, rngs, memories, j, one, two, seat, others[number][0],
                                others[number][1], mark)  # fmt: skip
    return worth * (MOST_DRAWS // j.draws)


@rule
def judge_stranger(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, memories: Any, j: Judging, held: Any,
                   actor: int, moves: Any, others: Any) -> None:  # fmt: skip
    """Add by how much a move of a stranger was better for seat 0 than the pilot's move in its place.

    If it was made in the known player's seat, it may reveal anything about the hand there: then only the real hand is
    left.
    """
    a = acts[0]
    seat = first(owing(ts[0])) if actor == CLOCK else actor
    if seat == j.seat:
        keep_only_real(j, held)
    for number in range(j.draws):
        moves[number][0] = a.kind
        moves[number][1] = a.amount
    ask_mover(ts[0], seat, ms[0], vs[0], acts[1], rngs[0], memories, j.draws, others)
    j.worth += apart(ts, outs, ms, vs, acts, rngs, memories, j, held, actor, seat, moves, others)


@rule
def judge_known(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, memories: Any, j: Judging, held: Any,
                moves: Any, others: Any) -> None:  # fmt: skip
    """Drop candidates that would have moved otherwise. If their moves were solved, `moves` has them: then first add by
    how much these are better for seat 0 than the pilot's moves, over all candidates."""
    if j.state == SOLVED:
        ask_candidates(ts[0], j, held, ms[0], vs[0], acts[1], rngs[0], memories, j.draws, others)
        j.worth += apart(ts, outs, ms, vs, acts, rngs, memories, j, held, j.seat, j.seat, moves, others)
    else:
        most = max(j.draws, j.candidates)
        ask_candidates(ts[0], j, held, ms[0], vs[0], acts[1], rngs[0], memories, most, moves)
    drop_others(j, held, moves, acts[0])
    j.state = JUDGES


@rule
def judge_hand(ts: Any, outs: Any, ms: Any, vs: Any, acts: Any, rngs: Any, memories: Any, log: Any, stop: int, js: Any,
               held: Any, moves: Any, others: Any) -> None:  # fmt: skip
    """Evaluate a recorded hand from the next move in the log up to `stop`, or until Python is asked about candidates.

    ts[0] is the present table of the hand, ts[1] the one that hands begin with. Python calls this rule. To weigh the
    start, `stop` is the number of deals. One compiled entry point does both, as most of its code is the game's rules.
    """
    j = js[0]
    t = ts[0]
    a = acts[0]
    if j.state == WEIGHS:
        j.worth = worth_of_starts(ts, outs, ms, vs, acts, rngs, memories, stop)
        return
    if j.state == BEGINS:
        ts[0] = ts[1]
        j.candidates = 0
        j.worth = 0
        j.state = JUDGES
    while j.at < stop:
        at = j.at
        actor = log[at]
        whose = log[at + 1]
        a.kind = log[at + 2]
        a.amount = log[at + 3]
        a.count = log[at + 4]
        for i in range(a.count):
            a.cards[i] = log[at + HEAD + i]
        if actor < SEATS or actor == CLOCK:
            j.draws = draws_now(t, j.most)
            if whose == STRANGER:
                judge_stranger(ts, outs, ms, vs, acts, rngs, memories, j, held, actor, moves, others)
            elif whose == SOLVER and t.street == RIVER and j.state == JUDGES:
                j.state = ASKS
                return
            else:
                judge_known(ts, outs, ms, vs, acts, rngs, memories, j, held, moves, others)
        act(t, outs[0], actor, a)
        if t.fault or t.cards.fault:
            j.fault = 1
            return
        if j.candidates > 0:
            drop_blocked(t, j, held)
        elif t.cards.count[HOLE] == HOLE_CARDS and t.cards.count[HOLE + 1] == HOLE_CARDS:
            draw_candidates(t, j, held, rngs[0])
        j.at = at + HEAD + a.count

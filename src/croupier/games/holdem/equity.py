"""Equity: what share of the pot a hand wins on average, all-in now.

Every way to complete the cards is played out if there are few enough; else random ones are, and the answer has a
95 % interval. Shares are counted in units of 1/2520 of a pot, which ten seats or fewer can always split evenly.

>>> from croupier import holdem
>>> answer = holdem.equity("AhKh", "QsQd", board="2h7h9c")
>>> answer.exact, answer.boards, [round(share, 4) for share in answer.equity]
(True, 990, [0.5414, 0.4586])
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Annotated, Any, NamedTuple

from croupier.kernel.errors import BadInput
from croupier.kernel.language.jit import compiled, rule
from croupier.kernel.language.records import Record, blank_rows, from_row, to_row
from croupier.kernel.vocabulary.betting import SEATS
from croupier.kernel.vocabulary.cards import DECK, UNKNOWN, UNKNOWN_TEXT, format_cards
from croupier.kernel.vocabulary.evaluate import add_card, card_bit, strength
from croupier.kernel.vocabulary.rng import Rng, below, seed

from .arguments import Cards, cards, whole

UNITS = 2520
BOARD = 5
EXACT_LIMIT = 20_000_000
"""Boards times hands up to which everything is played out: a fraction of a second."""
SAMPLES = 2_000_000
MOST_SAMPLES = 10**12
"""Beyond, the sums of squares would overflow."""
AT_ONCE = 100_000
"""Samples in one compiled call, which nothing can interrupt: a small part of a second."""
Z95 = 1.959963984540054


class Deal(Record):
    """Some hands and part of a board: `unknown` hands and `missing` board cards are still to come.

    Hands and board are masks of cards as in `evaluate`; `deck` lists the cards left, `at` the choice being played out.
    """

    hands: int
    hand: Annotated[list[int], SEATS]
    unknown: Annotated[list[int], SEATS]
    board: int
    missing: int
    left: int
    deck: Annotated[list[int], DECK]
    at: Annotated[list[int], BOARD]
    held: Annotated[list[int], SEATS]
    strength: Annotated[list[int], SEATS]


class Count(Record):
    """How often each hand won alone, tied, and the units it got; squares for the interval."""

    boards: int
    won: Annotated[list[int], SEATS]
    tied: Annotated[list[int], SEATS]
    units: Annotated[list[int], SEATS]
    squares: Annotated[list[int], SEATS]


@rule
def score_board(d: Deal, board: int, c: Count) -> None:
    """Count who wins on one board."""
    best = 0
    winners = 0
    for i in range(d.hands):
        d.strength[i] = strength(board | d.held[i])
        if d.strength[i] > best:
            best = d.strength[i]
            winners = 1
        elif d.strength[i] == best:
            winners += 1
    share = UNITS // winners
    c.boards += 1
    for i in range(d.hands):
        if d.strength[i] == best:
            c.units[i] += share
            c.squares[i] += share * share
            if winners == 1:
                c.won[i] += 1
            else:
                c.tied[i] += 1


@rule
def every_board(ds: Any, cs: Any) -> None:
    """Play out every way to complete the board: choices of `missing` cards of the deck in rising order."""
    d = ds[0]
    for i in range(d.hands):
        d.held[i] = d.hand[i]
    for i in range(d.missing):
        d.at[i] = i
    while True:
        board = d.board
        for i in range(d.missing):
            board = add_card(board, d.deck[d.at[i]])
        score_board(d, board, cs[0])
        place = d.missing - 1
        while place >= 0 and d.at[place] == d.left - d.missing + place:
            place -= 1
        if place < 0:
            return
        d.at[place] += 1
        for i in range(place + 1, d.missing):
            d.at[i] = d.at[i - 1] + 1


@rule
def random_boards(ds: Any, cs: Any, rngs: Any, samples: int) -> None:
    """Play out random completions: unknown hands first, then the board."""
    d = ds[0]
    for _ in range(samples):
        taken = 0
        board = d.board
        for i in range(d.hands):
            d.held[i] = d.hand[i]
            for _card in range(d.unknown[i]):
                taken = take_one(d, rngs[0], taken)
                d.held[i] |= d.at[0]
        for _card in range(d.missing):
            taken = take_one(d, rngs[0], taken)
            board |= d.at[0]
        score_board(d, board, cs[0])


@rule
def take_one(d: Deal, rng: Rng, taken: int) -> int:
    """Draw a card of the deck that is not taken yet into `at[0]`, as a mask; what is taken now."""
    bit = card_bit(d.deck[below(rng, d.left)])
    while taken & bit:
        bit = card_bit(d.deck[below(rng, d.left)])
    d.at[0] = bit
    return taken | bit


class Equity(NamedTuple):
    """The answer, hand by hand: equity with its 95 % interval, and how often it wins alone or ties."""

    hands: tuple[str, ...]
    board: str
    equity: tuple[float, ...]
    interval: tuple[tuple[float, float], ...]
    win: tuple[float, ...]
    tie: tuple[float, ...]
    boards: int
    exact: bool


def equity(*hands: Cards, board: Cards = "", samples: int = SAMPLES, key: int = 1) -> Equity:
    """The equity of two to ten hands, such as "AhKh" or ["Ah", "Kh"], or "??" for any hand.

    `board` has none or three to five cards, written in the same ways. `samples` random boards are played, from the seed
    `key`, where there are too many to play them all.
    """
    if not 2 <= len(hands) <= SEATS:
        raise BadInput(f"Equity is among 2 to {SEATS} hands, not {len(hands)}.")
    held = [_hand(i, given) for i, given in enumerate(hands)]
    table = cards("board", board)
    if len(table) not in (0, 3, 4, 5) or UNKNOWN in table:
        raise BadInput(f"A board has no cards, or three to five known ones, not {board!r}.")
    samples, key = whole("samples", samples, 1, MOST_SAMPLES), whole("key", key)
    seen = [card for part in [*held, table] for card in part]
    for card in seen:
        if seen.count(card) > 1:
            raise BadInput(f"{format_cards([card])} is there twice.")
    deck = [card for card in range(DECK) if card not in seen]
    unknown = [i for i, hand in enumerate(held) if not hand]
    boards = math.comb(len(deck) - 2 * len(unknown), BOARD - len(table))
    ways = boards * (math.comb(len(deck), 2) if unknown else 1)
    exact = len(unknown) <= 1 and ways * len(hands) <= EXACT_LIMIT
    count = _enumerate(held, table, deck, unknown) if exact else _sample(held, table, deck, samples, key)
    return _answer(held, table, count, exact)


def sampled_share(own: list[int], opponents: int, table: list[int], samples: int, key: int = 1) -> float:
    """The share of the pot that a hand wins against hands nobody has seen, over random deals: quickly, for bots."""
    held = [own, *([] for _ in range(opponents))]
    deck = [card for card in range(DECK) if card not in own and card not in table]
    return _sample(held, table, deck, samples, key).units[0] / (UNITS * samples)


def _hand(place: int, given: Cards) -> list[int]:
    """A known hand, or [] for any."""
    hand = cards(f"hands[{place}]", given)
    if hand in ([UNKNOWN], [UNKNOWN, UNKNOWN]):
        return []
    if len(hand) != 2 or UNKNOWN in hand:
        raise BadInput(f"A hand is two cards such as AhKh, or ?? for any; {given!r} is not.")
    return hand


def _mask(hand: Sequence[int]) -> int:
    mask = 0
    for card in hand:
        mask = add_card(mask, card)
    return mask


def _deal(held: list[list[int]], table: list[int], deck: list[int]) -> Any:
    deal = Deal()
    deal.hands, deal.board, deal.missing, deal.left = len(held), _mask(table), BOARD - len(table), len(deck)
    deal.deck[: len(deck)] = deck
    for i, hand in enumerate(held):
        deal.hand[i], deal.unknown[i] = _mask(hand), 2 - len(hand)
    rows = blank_rows(Deal)
    to_row(deal, rows)
    return rows


def _enumerate(held: list[list[int]], table: list[int], deck: list[int], unknown: list[int]) -> Count:
    counts = blank_rows(Count)
    run = compiled(every_board)
    if not unknown:
        run(_deal(held, table, deck), counts)
    for pair in combinations(deck, 2) if unknown else ():
        filled = [list(pair) if i in unknown else hand for i, hand in enumerate(held)]
        run(_deal(filled, table, [card for card in deck if card not in pair]), counts)
    return from_row(Count, counts)


def _sample(held: list[list[int]], table: list[int], deck: list[int], samples: int, key: int) -> Count:
    """Random boards of one stream, so that it does not matter how many are played at once."""
    counts, rng = blank_rows(Count), Rng()
    seed(rng, key, 0)
    rngs = blank_rows(Rng)
    to_row(rng, rngs)
    run, deals = compiled(random_boards), _deal(held, table, deck)
    for played in range(0, samples, AT_ONCE):
        run(deals, counts, rngs, min(AT_ONCE, samples - played))
    return from_row(Count, counts)


def _answer(held: list[list[int]], table: list[int], count: Count, exact: bool) -> Equity:
    n, seats = count.boards, range(len(held))
    shares = [count.units[i] / UNITS / n for i in seats]
    return Equity(
        tuple(format_cards(hand, "") or UNKNOWN_TEXT for hand in held),
        format_cards(table, ""),
        tuple(shares),
        tuple((shares[i], shares[i]) if exact else _interval(count.units[i], count.squares[i], n) for i in seats),
        tuple(count.won[i] / n for i in seats),
        tuple(count.tied[i] / n for i in seats),
        n,
        exact,
    )


def _interval(units: int, squares: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a mean share, after Agresti and Coull: z²/2 pots won and as many lost are added.

    So a few boards that all went the same way do not pass for certainty; among many boards the four do not count.
    """
    total = n + Z95**2
    mean = (units / UNITS + Z95**2 / 2) / total
    variance = (squares / UNITS**2 + Z95**2 / 2) / total - mean**2
    half = Z95 * math.sqrt(variance / total)
    return max(0.0, mean - half), min(1.0, mean + half)

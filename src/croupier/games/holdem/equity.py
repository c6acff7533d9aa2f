"""Equity: the share of the pot that a hand wins on average, if all are all-in now.

All completions of the cards are played out if there are few enough; otherwise random ones are, and the answer has a
95 % interval. Shares are counted in units of 1/2520 of a pot, which ten seats or fewer can always split evenly.

>>> from croupier import holdem
>>> answer = holdem.equity("AhKh", "QsQd", board="2h7h9c")
>>> answer.exact, answer.boards, [round(share, 4) for share in answer.equity]
(True, 990, [0.5414, 0.4586])

A hand may also be a range, whose hands are equally likely as far as the other cards allow them:

>>> answer = holdem.equity("AhKh", "TT+, AQs", board="2h7h9c")
>>> answer.exact, answer.boards, [round(share, 4) for share in answer.equity]
(True, 26730, [0.5446, 0.4554])
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Annotated, Any, NamedTuple

import numpy as np

from croupier.kernel.errors import BadInput
from croupier.kernel.language.jit import compiled, rule
from croupier.kernel.language.records import Record, blank_rows, from_row, to_row
from croupier.kernel.statistics import mean_of_shares
from croupier.kernel.vocabulary.betting import SEATS
from croupier.kernel.vocabulary.cards import DECK, UNKNOWN, UNKNOWN_TEXT, format_cards, parse_cards
from croupier.kernel.vocabulary.evaluate import add_card, card_bit, strength
from croupier.kernel.vocabulary.rng import Rng, below, seed

from .arguments import Cards, cards, whole
from .ranges import Combo, combos_of

UNITS = 2520
BOARD = 5
EXACT_LIMIT = 20_000_000
"""Boards times hands up to which everything is played out: this takes a fraction of a second."""
MOST_DEALS = 20_000
"""Combinations of hands from the ranges up to which all are tried."""
MOST_TRIES = 100_000
"""Draws from ranges until no card is needed twice; after that, the ranges are considered incompatible."""
SAMPLES = 2_000_000
MOST_SAMPLES = 10**12
"""With more, the sums of squares would overflow."""
AT_ONCE = 100_000
"""Samples in one compiled call, which cannot be interrupted: a small part of a second."""


class Deal(Record):
    """Some hands and part of a board: `unknown` cards of hands and `missing` board cards are still to come.

    Hands and board are masks of cards as in `evaluate`; `deck` lists the cards left, `at` the choice being played out.
    A hand that is a range is one of `many` masks in a list of all ranges, from `first` on.
    """

    hands: int
    hand: Annotated[list[int], SEATS]
    unknown: Annotated[list[int], SEATS]
    first: Annotated[list[int], SEATS]
    many: Annotated[list[int], SEATS]
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
    """Count the winners on one board."""
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
    """Play out every completion of the board: choices of `missing` cards of the deck in ascending order."""
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
def random_boards(ds: Any, cs: Any, rngs: Any, ranged: Any, samples: int) -> int:
    """Play out random completions: hands of ranges first, then unknown ones, then the board; returns 1 if none fits."""
    d = ds[0]
    for _ in range(samples):
        taken = take_from_ranges(d, rngs[0], ranged)
        if taken < 0:
            return 1
        board = d.board
        for i in range(d.hands):
            for _card in range(d.unknown[i]):
                taken = take_one(d, rngs[0], taken)
                d.held[i] |= d.at[0]
        for _card in range(d.missing):
            taken = take_one(d, rngs[0], taken)
            board |= d.at[0]
        score_board(d, board, cs[0])
    return 0


@rule
def take_from_ranges(d: Deal, rng: Rng, ranged: Any) -> int:
    """Hold the known hands, and draw one from each range until none share a card; returns the cards taken, or -1."""
    for _ in range(MOST_TRIES):
        taken = 0
        fits = True
        for i in range(d.hands):
            d.held[i] = d.hand[i]
            if d.many[i] > 0:
                d.held[i] = ranged[d.first[i] + below(rng, d.many[i])]
                if taken & d.held[i]:
                    fits = False
                taken |= d.held[i]
        if fits:
            return taken
    return -1


@rule
def take_one(d: Deal, rng: Rng, taken: int) -> int:
    """Draw a card of the deck that is not taken yet into `at[0]`, as a mask; returns the cards taken now."""
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
    """The equity of two to ten hands, such as "AhKh" or ["Ah", "Kh"], "??" for any, or ranges: "TT+, AKs", "top 10%".

    `board` has no cards or three to five, written in the same ways. If there are too many boards to play them all,
    `samples` random ones are played, from the seed `key`. `help(holdem.ranges)` describes ranges.
    """
    held = [_hand(i, given) for i, given in enumerate(hands)]
    if not 2 <= len(hands) <= SEATS:
        advice = f" Write another beside {held[0].name}, such as QsQd, or ?? for any." if len(hands) == 1 else ""
        raise BadInput(f"Equity is among 2 to {SEATS} hands, not {len(hands)}.{advice}")
    table = cards("board", board)
    if len(table) not in (0, 3, 4, 5) or UNKNOWN in table:
        raise BadInput(f"A board has no cards, or three to five known ones such as 2h7h9c, not {board!r}.")
    samples, key = whole("samples", samples, 1, MOST_SAMPLES), whole("key", key)
    seen = [card for part in [*(hand.cards for hand in held), table] for card in part]
    for card in seen:
        if seen.count(card) > 1:
            raise BadInput(f"{format_cards([card])} is there twice.")
    held = [hand.without(seen) for hand in held]
    deck = [card for card in range(DECK) if card not in seen]
    choices = [len(hand.combos) or math.comb(len(deck), 2) for hand in held if not hand.cards]
    boards = math.comb(len(deck) - 2 * len(choices), BOARD - len(table))
    ways = math.prod(choices)
    exact = ways <= MOST_DEALS and ways * boards * len(hands) <= EXACT_LIMIT
    count = _enumerate(held, table, deck) if exact else _sample(held, table, deck, samples, key)
    if not count.boards:
        raise BadInput("These ranges need the same cards, so that they cannot, or hardly ever, be dealt together.")
    return _answer(held, table, count, exact)


def sampled_share(own: list[int], opponents: int, table: list[int], samples: int, key: int = 1) -> float:
    """The share of the pot that a hand wins against unknown hands, over random deals: fast, for bots."""
    held = [Held("", own), *(ANY for _ in range(opponents))]
    deck = [card for card in range(DECK) if card not in own and card not in table]
    return _sample(held, table, deck, samples, key).units[0] / (UNITS * samples)


class Held(NamedTuple):
    """What a player holds: two known cards, or one of the combos of a range, or neither, for any hand."""

    name: str
    cards: Sequence[int] = ()
    combos: Sequence[Combo] = ()

    def without(self, seen: Sequence[int]) -> Held:
        """The same without combos that need cards which were seen."""
        left = [combo for combo in self.combos if not set(combo) & set(seen)]
        if self.combos and not left:
            raise BadInput(f"No hand of the range {self.name!r} is left: the other hands and the board need its cards.")
        return Held(self.name, self.cards, left)


ANY = Held(UNKNOWN_TEXT)


def _hand(place: int, given: Cards) -> Held:
    if isinstance(given, str) and _is_range(given):
        return Held(" ".join(given.split()), combos=combos_of(given))
    hand = cards(f"hands[{place}]", given)
    if hand in ([UNKNOWN], [UNKNOWN, UNKNOWN]):
        return ANY
    if len(hand) != 2 or UNKNOWN in hand:
        raise BadInput(
            f"A hand is two cards such as AhKh, ?? for any, or a range such as TT+ or top 10%; {given!r} is not."
        )
    return Held(format_cards(hand, ""), hand)


def _is_range(text: str) -> bool:
    """Whether a text is a range: it has a rank without a suit, or several hands."""
    try:
        return len(parse_cards(text)) > 2
    except BadInput:
        return bool(text.strip())


def _mask(hand: Sequence[int]) -> int:
    mask = 0
    for card in hand:
        mask = add_card(mask, card)
    return mask


def dealt(held: Sequence[Held], table: Sequence[int], deck: Sequence[int]) -> Deal:
    """A Deal to be played out: some hands, the cards on the board, and the cards that may still come."""
    deal = Deal()
    deal.hands, deal.board, deal.missing, deal.left = len(held), _mask(table), BOARD - len(table), len(deck)
    deal.deck[: len(deck)] = deck
    first = 0
    for i, hand in enumerate(held):
        deal.hand[i], deal.unknown[i] = _mask(hand.cards), 0 if hand.combos else 2 - len(hand.cards)
        deal.first[i], deal.many[i] = first, len(hand.combos)
        first += len(hand.combos)
    return deal


def _row(record: Record) -> Any:
    rows = blank_rows(type(record))
    to_row(record, rows)
    return rows


def _enumerate(held: Sequence[Held], table: list[int], deck: list[int]) -> Count:
    counts = blank_rows(Count)
    run = compiled(every_board)
    for hands in _choices(held, deck):
        taken = {card for hand in hands for card in hand}
        left = [card for card in deck if card not in taken]
        run(_row(dealt([Held("", hand) for hand in hands], table, left)), counts)
    return from_row(Count, counts)


def _choices(held: Sequence[Held], deck: list[int]) -> Iterator[list[Sequence[int]]]:
    """Every way to give each player one of their possible hands, no card twice."""
    if not held:
        yield []
        return
    *others, last = held
    own = [last.cards] if last.cards else last.combos or list(combinations(deck, 2))
    for hands in _choices(others, deck):
        taken = {card for hand in hands for card in hand}
        for hand in own:
            if not taken.intersection(hand):
                yield [*hands, hand]


def _sample(held: Sequence[Held], table: list[int], deck: list[int], samples: int, key: int) -> Count:
    """Random boards from one stream, so that chunk sizes do not matter; an empty Count if ranges never fit."""
    counts, rng = blank_rows(Count), Rng()
    seed(rng, key, 0)
    rngs = _row(rng)
    run, deals = compiled(random_boards), _row(dealt(held, table, deck))
    ranged = np.array([_mask(combo) for hand in held for combo in hand.combos], dtype=np.int64)
    for played in range(0, samples, AT_ONCE):
        if run(deals, counts, rngs, ranged, min(AT_ONCE, samples - played)):
            return Count()
    return from_row(Count, counts)


def _answer(held: Sequence[Held], table: list[int], count: Count, exact: bool) -> Equity:
    n, seats = count.boards, range(len(held))
    shares = [count.units[i] / UNITS / n for i in seats]
    return Equity(
        tuple(hand.name for hand in held),
        format_cards(table, ""),
        tuple(shares),
        tuple((shares[i], shares[i]) if exact else _interval(count, i) for i in seats),
        tuple(count.won[i] / n for i in seats),
        tuple(count.tied[i] / n for i in seats),
        n,
        exact,
    )


def _interval(count: Count, seat: int) -> tuple[float, float]:
    _, low, high = mean_of_shares(count.units[seat] / UNITS, count.squares[seat] / UNITS**2, count.boards)
    return low, high

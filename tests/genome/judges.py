"""An independent reference for the classics: legal cards and winners, implemented slowly from card books.

Nothing here reads a genome or uses the machine: only cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any, NamedTuple

import phevaluator

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(6, 13)
FIVE = 5


class Seat(NamedTuple):
    """The cards of a seat at the end of a hand."""

    hand: list[int]
    community: list[int]
    captured: list[int]


def rank(card: int) -> int:
    return card >> 2


def suit(card: int) -> int:
    return card & 3


def ranks(cards: Iterable[int]) -> list[int]:
    """The ranks, highest first."""
    return sorted(map(rank, cards), reverse=True)


def poker(seat: Seat) -> Any:
    return -phevaluator.evaluate_cards(*seat.hand, *seat.community)


def pairs(seat: Seat) -> Any:
    """The value of fewer than five cards: the most frequent rank first, then the highest."""
    times = Counter(map(rank, seat.hand + seat.community))
    return sorted(((count, rank) for rank, count in times.items()), reverse=True)


def high_card(seat: Seat) -> Any:
    return ranks(seat.hand)


def lowest_five(seat: Seat) -> Any:
    """The lowest five cards, aces low: the fewest equal ranks, then the lowest of the most frequent ones."""

    def badness(five: Iterable[int]) -> Any:
        times = Counter((rank(card) + 1) % 13 for card in five)
        groups = sorted(((count, low) for low, count in times.items()), reverse=True)
        return [count for count, _ in groups], [low for _, low in groups]

    counts, lows = min(map(badness, combinations(seat.hand, FIVE)))
    return [-count for count in counts], [-low for low in lows]


def brag(seat: Seat) -> Any:
    high, middle, low = ranks(seat.hand)
    if high == low:
        return 5, high
    flush = len(set(map(suit, seat.hand))) == 1
    if (high, middle, low) == (ACE, 1, 0):
        return (4 if flush else 3), 1
    if high - 1 == middle == low + 1:
        return (4 if flush else 3), high
    if flush:
        return 2, high, middle, low
    return (1, middle, low if high == middle else high) if middle in (high, low) else (0, high, middle, low)


def total_of_twenty_one(cards: list[int]) -> int:
    """The points of a hand at blackjack."""
    total = sum(1 if rank(card) == ACE else min(rank(card) + 2, 10) for card in cards)
    return total + 10 if total <= 11 and ACE in map(rank, cards) else total


def twenty_one(seat: Seat) -> Any:
    total = total_of_twenty_one(seat.hand)
    return total if total <= 21 else 0


def melded(seat: Seat) -> Any:
    """The most cards in sets and runs, over all ways to lay them out."""
    held = set(seat.hand)
    melds = [
        {4 * some + each for each in suits}
        for some in range(13)
        for count in (3, 4)
        for suits in combinations(range(4), count)
    ]
    line = [ACE, *range(13)]
    melds += [
        {4 * some + each for some in line[low : low + length]}
        for each in range(4)
        for length in range(3, 14)
        for low in range(len(line) - length + 1)
    ]
    return most_cards([meld for meld in melds if meld <= held])


def most_cards(melds: list[set[int]]) -> int:
    """The most cards in melds that share none."""
    best = 0
    for number, meld in enumerate(melds):
        best = max(best, len(meld) + most_cards([other for other in melds[number + 1 :] if not other & meld]))
    return best


def captured(seat: Seat) -> Any:
    return len(seat.captured)


def captured_then_high(seat: Seat) -> Any:
    return len(seat.captured), ranks(seat.hand)


def fewest_cards(seat: Seat) -> Any:
    return -len(seat.hand)


def points_of_eights(cards: list[int]) -> int:
    """The points of the cards left in hand at crazy eights."""
    return sum(50 if rank(card) == EIGHT else 1 if rank(card) == ACE else min(rank(card) + 2, 10) for card in cards)


def points_of_hearts(cards: list[int]) -> int:
    return sum(13 if (rank(card), suit(card)) == (QUEEN, SPADES) else suit(card) == HEARTS for card in cards)


def thirty_one(seat: Seat) -> Any:
    """The points of the best suit."""
    worth = {card: 11 if rank(card) == ACE else min(rank(card) + 2, 10) for card in seat.hand}
    return max(sum(worth[card] for card in seat.hand if suit(card) == some) for some in range(4))


WORTH = {ACE: 11, TEN: 10, KING: 4, QUEEN: 3, JACK: 2}


def points_of_sixty_six(cards: list[int]) -> int:
    """The points of cards at sixty-six and briscola."""
    return sum(WORTH.get(rank(card), 0) for card in cards)


STANDING: dict[str, Callable[[Seat], Any]] = {
    "bango": fewest_cards,
    "bourre": captured,
    "briscola": lambda seat: points_of_sixty_six(seat.captured),
    "crazy_eights": lambda seat: -points_of_eights(seat.hand),
    "crazy_pineapple": poker,
    "durak": fewest_cards,
    "five_card_draw": poker,
    "five_card_stud": poker,
    "gin_rummy": melded,
    "guts": pairs,
    "hearts": lambda seat: -points_of_hearts(seat.captured),
    "holdem_fixed_limit": poker,
    "indian_poker": high_card,
    "kings_in_the_corner": fewest_cards,
    "kuhn": high_card,
    "leduc": pairs,
    "lowball": lowest_five,
    "one_card_poker": high_card,
    "put": captured,
    "razz": lowest_five,
    "red_dog": captured_then_high,
    "rolling_stone": fewest_cards,
    "rummy": melded,
    "seven_card_stud": poker,
    "short_deck": poker,
    "sixty_six": lambda seat: points_of_sixty_six(seat.captured),
    "speed": fewest_cards,
    "thirty_one": thirty_one,
    "three_card_brag": brag,
    "triple_draw": lowest_five,
    "twenty_one": twenty_one,
    "war": captured,
}
"""The function that ranks a seat at the end of a hand; the highest value wins."""

SCORED: dict[str, Callable[[Seat], int]] = {
    "briscola": lambda seat: points_of_sixty_six(seat.captured),
    "crazy_eights": lambda seat: points_of_eights(seat.hand),
    "hearts": lambda seat: points_of_hearts(seat.captured),
    "sixty_six": lambda seat: points_of_sixty_six(seat.captured),
}
"""The points that a seat writes down."""


FITTING: dict[str, Callable[[int, int], bool]] = {
    "bango": lambda card, last: rank(card) == rank(last),
    "crazy_eights": lambda card, last: rank(card) == EIGHT or rank(card) == rank(last) or suit(card) == suit(last),
    "durak": lambda card, last: suit(card) == suit(last) and rank(card) > rank(last),
    "kings_in_the_corner": lambda card, last: rank(card) < rank(last) or rank(card) in (KING, ACE),
    "red_dog": lambda card, last: suit(card) == suit(last) and rank(card) > rank(last),
    "rolling_stone": lambda card, last: suit(card) == suit(last),
    "speed": lambda card, last: abs(rank(card) - rank(last)) in (1, 12),
}
"""Whether a card can be played onto the last one."""

OR_ELSE: dict[str, Callable[[int], bool]] = {"durak": lambda card: suit(card) == SPADES}
"""The cards that can be played if none fits."""


class Tricks(NamedTuple):
    """The rules of a trick."""

    follow: bool
    led_suit_wins: bool = True
    trumps: int | None = None

    def legal(self, hand: list[int], trick: list[int]) -> set[int]:
        """The cards that can be played to a trick."""
        same = {card for card in hand if trick and suit(card) == suit(trick[0])}
        return same if self.follow and same else set(hand)

    def winner(self, trick: list[int]) -> int:
        """The index of the card that takes the trick."""
        trumps = [card for card in trick if suit(card) == self.trumps]
        led = [card for card in trick if not self.led_suit_wins or suit(card) == suit(trick[0])]
        return max(trumps or led, key=rank)


TRICKS: dict[str, Tricks] = {
    "briscola": Tricks(follow=False, trumps=DIAMONDS),
    "bourre": Tricks(follow=True, trumps=SPADES),
    "hearts": Tricks(follow=True),
    "put": Tricks(follow=False, led_suit_wins=False),
    "sixty_six": Tricks(follow=True, trumps=HEARTS),
    "war": Tricks(follow=False, led_suit_wins=False),
}

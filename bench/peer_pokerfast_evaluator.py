"""pokerfast's table-driven evaluator: hands of seven cards ranked, one call each."""

from __future__ import annotations

from measure import random_hands, report_evaluations
from pokerfast import eval7

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
HANDS = [tuple(CARDS[card] for card in hand) for hand in random_hands()]


def work() -> int:
    """Rank them all."""
    for hand in HANDS:
        eval7(hand)
    return len(HANDS)


if __name__ == "__main__":
    report_evaluations("pokerfast", work)

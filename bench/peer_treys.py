"""treys: hands of seven cards ranked, one call each; cards are converted to its own numbers before."""

from __future__ import annotations

from measure import random_hands, report_evaluations
from treys import Card, Evaluator

EVALUATOR = Evaluator()
CARDS = [Card.new(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]
HANDS = [([CARDS[card] for card in hand[:5]], [CARDS[card] for card in hand[5:]]) for hand in random_hands()]


def work() -> int:
    """Rank them all."""
    for board, hole in HANDS:
        EVALUATOR.evaluate(board, hole)
    return len(HANDS)


if __name__ == "__main__":
    report_evaluations("treys", work)

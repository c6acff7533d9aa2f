"""phevaluator: hands of seven cards ranked, one call each."""

from __future__ import annotations

from measure import random_hands, report_evaluations
from phevaluator import evaluate_cards

HANDS = random_hands()


def work() -> int:
    """Rank them all."""
    for hand in HANDS:
        evaluate_cards(*hand)
    return len(HANDS)


if __name__ == "__main__":
    report_evaluations("phevaluator", work)

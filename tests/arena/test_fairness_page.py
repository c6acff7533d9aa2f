"""The page for sceptics: what it computes is what the arena does."""

from __future__ import annotations

import doctest
from pathlib import Path

from croupier.arena.shuffle import Deck, hash_of_secret

from .fair_match import CONTEXT, SECRET

PAGE = Path(__file__).parents[2] / "docs" / "fairness.md"


def test_the_examples_are_true() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert results.attempted > 10
    assert results.failed == 0


def test_the_examples_are_a_shuffle_of_the_arena() -> None:
    page, deck = PAGE.read_text("utf-8"), Deck(SECRET, CONTEXT, 0, 0, range(52))
    opening = deck.opening(4)
    for told in (
        f'root = "{deck.commitment.root}"',
        f"root_as_seed = {deck.commitment.seed}",
        hash_of_secret(SECRET, CONTEXT),
        str(deck.order[:5]),
        f'"card": {opening.card}',
        *opening.path,
        opening.salt,
    ):
        assert told in page

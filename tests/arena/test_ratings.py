"""What people think of games: the last word of each, as many as make sense, and none lost by a restart."""

from __future__ import annotations

import pytest

from croupier.arena.room import ratings
from croupier.arena.room.ratings import Opinion, Ratings

PEPPER = bytes(32)


class Shelf:
    """Ratings with what was kept of them."""

    def __init__(self) -> None:
        self.values: dict[str, bytes] = {"offer/x": b"{}"}
        self.ratings = Ratings(self.values, PEPPER)

    def rate(self, rating: int, team: str = "", address: str = "a", game: str = "holdem", in_hands: int = 0) -> bool:
        word = self.ratings.rate(game, team, address, Opinion(rating, in_hands))
        if word is not None and word.body is not None:
            self.values[word.key] = word.body
        return word is not None

    def of(self, game: str = "holdem") -> tuple[int, float | None]:
        told = self.ratings.of(game)
        assert told == Ratings(self.values, PEPPER).of(game), "the same after a restart"
        self.in_hands = told[2]
        return told[:2]


def test_the_last_word_of_each_counts() -> None:
    shelf = Shelf()
    assert shelf.of() == (0, None)
    for rating in (5, 1):
        shelf.rate(rating, "Alpha")
    shelf.rate(4, "Beta")
    shelf.rate(5, "ALPHA", address="b")
    assert shelf.of() == (3, 3.33) and shelf.of("deal") == (0, None)
    shelf.rate(3, "Alpha", game="deal")
    shelf.rate(2)
    shelf.rate(3)
    assert shelf.of("deal") == (1, 3.0) and shelf.of() == (4, 3.25)
    shelf.rate(5, "alpha")
    assert shelf.of() == (4, 4.25), "a name is the same in any case"


def test_how_much_was_in_peoples_hands_is_a_mean_over_those_who_said_so() -> None:
    shelf = Shelf()
    shelf.rate(5, "Alpha")
    assert shelf.of() == (1, 5.0) and shelf.in_hands is None
    shelf.rate(3, "Beta", in_hands=4)
    shelf.rate(3, "Gamma", in_hands=1)
    assert shelf.of() == (3, 3.67) and shelf.in_hands == 2.5
    shelf.rate(3, "Gamma", in_hands=2)
    assert shelf.of() == (3, 3.67) and shelf.in_hands == 3.0, "the last word of each counts"
    shelf.rate(3, "Gamma")
    assert shelf.of() == (3, 3.67) and shelf.in_hands == 4.0


def test_one_address_has_as_many_words_as_a_classroom(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "MOST_OF_ADDRESS", 3)
    shelf = Shelf()
    assert [shelf.rate(1, f"T{number}") for number in range(5)] == [True, True, True, False, False]
    assert shelf.rate(5, "T0") and shelf.rate(5, "T4", address="b") and shelf.rate(5, "T4", game="deal")
    assert shelf.of() == (4, 3.0)
    assert Ratings(shelf.values, PEPPER).rate("holdem", "T9", "a", Opinion(1)) is None


def test_a_game_has_as_many_words_as_make_sense(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "MOST_OF_GAME", 3)
    shelf = Shelf()
    assert [shelf.rate(2, address=f"{number}") for number in range(4)] == [True, True, True, False]
    assert shelf.rate(5, address="0") and shelf.of() == (3, 3.0)


def test_nobody_reads_an_address_in_the_store() -> None:
    shelf = Shelf()
    shelf.rate(2, "Alpha", "192.0.2.7")
    assert not any("192.0.2.7" in key or "lpha" in key for key in shelf.values)
    other = Ratings({}, b"x" * 32).rate("holdem", "Alpha", "192.0.2.7", Opinion(2))
    assert other is not None and other.key not in shelf.values

"""Equity: how hands are written, what is refused, and how sure the answer is."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from croupier import holdem
from croupier.kernel.errors import BadInput


def test_hands_and_board_are_texts_or_lists_of_cards() -> None:
    text = holdem.equity("AhKh", "QsQd", board="2h7h9c")
    assert holdem.equity(["Ah", "Kh"], ("Qs", "Qd"), board=("2h", "7h", "9c")) == text
    assert text.hands == ("AhKh", "QsQd")


def test_the_hands_of_a_deal_can_be_asked_about() -> None:
    hand = holdem.deal([1_000] * 2, deck="Ah Qs Kh Qd 2h 7h 9c")
    hand.call()
    hand.check()
    assert holdem.equity(hand.hole(1), hand.hole(0), board=hand.board).equity[0] == pytest.approx(0.5414, abs=1e-4)


@pytest.mark.parametrize("unknown", ["??", "????", ["??", "??"]])
def test_any_hand_is_written_with_question_marks(unknown: Any) -> None:
    assert holdem.equity("AhKh", unknown, board="2h7h9c").hands == ("AhKh", "??")


@pytest.mark.parametrize(
    ("hands", "options", "says"),
    [
        (["AhKh"], {}, r"2 to 10 hands, not 1\. Write another beside AhKh, such as QsQd, or \?\? for any"),
        ([], {}, "2 to 10 hands, not 0"),
        (["AhK"], {}, "'AhK' is neither cards nor a range: the K at the end has no suit. Write for instance AhKh, TT"),
        (["AhKh", 5], {}, r"hands\[1\] takes a list of cards, or a text"),
        (["AhKh", None], {}, r"hands\[1\] takes a list of cards"),
        (["AhKh", ["Qs", 1.5]], {}, r"hands\[1\]\[1\] takes a card"),
        (["AhKh", "Qs??"], {}, "A hand is two cards"),
        (["AhKh", ["Qs", "Ah"]], {}, "Ah is there twice"),
        (["AhKh", "QsQd"], {"board": None}, "board takes a list of cards"),
        (["AhKh", "QsQd"], {"board": ["2c", "3c"]}, "three to five known ones"),
        (["AhKh", "QsQd"], {"samples": 0}, "samples takes a whole number from 1 to"),
        (["AhKh", "QsQd"], {"samples": 1e6}, "samples takes a whole number, not 1000000.0"),
        (["AhKh", "QsQd"], {"key": "1"}, "key takes a whole number, not '1'"),
    ],
)
def test_nonsense_is_refused(hands: list[Any], options: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        holdem.equity(*hands, **options)


def test_how_many_boards_are_played_at_once_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = holdem.equity("AhKh", "??", "??", samples=1_000)
    monkeypatch.setattr(sys.modules["croupier.games.holdem.equity"], "AT_ONCE", 7)
    assert holdem.equity("AhKh", "??", "??", samples=1_000) == whole


@pytest.mark.parametrize("samples", [1, 2, 5])
def test_a_few_samples_do_not_pass_for_certainty(samples: int) -> None:
    answer = holdem.equity("AhKh", "??", "??", samples=samples)
    for share, (low, high) in zip(answer.equity, answer.interval, strict=True):
        assert 0 <= low <= share <= high <= 1
        assert high - low > 0.3


def test_the_interval_of_many_samples_is_that_of_their_variance() -> None:
    answer = holdem.equity("AhKh", "??", "??", samples=100_000)
    low, high = answer.interval[0]
    assert low < 0.507 < high
    assert high - low == pytest.approx(2 * 1.96 * (0.25 / 100_000) ** 0.5, rel=0.05)

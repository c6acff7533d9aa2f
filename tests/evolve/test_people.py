"""What people say beside what is measured: means with intervals, and the agreement once there are enough answers."""

from __future__ import annotations

from croupier.evolve.people import AGAIN, ENOUGH, IN_HANDS, agreement, mean_answer


def test_a_mean_answer_has_an_interval_within_the_scale() -> None:
    found = mean_answer([(5, 0), (4, 2), (3, 0)], AGAIN)
    assert found is not None and found.mean == 4 and 1 < found.low < 3.5 and 4.2 < found.high <= 5
    hands = mean_answer([(5, 0), (4, 2), (3, 0)], IN_HANDS)
    assert hands is not None and hands.mean == 2, "who has not answered a question does not count in it"
    assert mean_answer([(5, 0)], IN_HANDS) is None and mean_answer([], AGAIN) is None
    many = mean_answer([(5, 5)] * 100, AGAIN)
    assert many is not None and many.high <= 5 and many.low > 4.5, "all alike is not the same as certain"


def rated(*games: tuple[int, int, float, int]) -> list[tuple[list[tuple[int, int]], dict[str, float]]]:
    """Games with their answers to both questions, their quality, and how many said so."""
    return [([(again, hands)] * count, {"quality": value, "thinking": value}) for again, hands, value, count in games]


def test_agreement_is_told_from_thirty_answers_about_four_games_on() -> None:
    some = ((1, 1, 0.1, 7), (2, 2, 0.2, 7), (3, 3, 0.4, 7))
    few = agreement(rated(*some, (4, 4, 0.3, ENOUGH - 22)))
    assert len(few) == 3 and all("this says how far they agree" in one for one in few)
    quality, depth, thinking = agreement(rated(*some, (4, 4, 0.3, ENOUGH - 21)))
    assert "30 answers about 4 games, rank correlation +0.67 (Kendall; +0.33 to +1.00 without" in quality
    assert "0 answers about 0 games. From 30" in depth, "a game whose depth is unknown is not compared"
    assert "thinking" in thinking and "+0.67" in thinking
    assert all("From 30" in one for one in agreement(rated((1, 1, 0.1, 20), (2, 2, 0.2, 20), (3, 3, 0.3, 20))))
    assert agreement([([], {"quality": 1.0})]) == [], "where nobody has said anything, nothing is told"

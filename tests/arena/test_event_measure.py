"""What a match says beyond its scores, played again from the lines of its table."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.arena.events import measure
from croupier.arena.events.lines import HandMeasured, Measured
from croupier.arena.events.measure import measured, never_answered
from croupier.games.holdem.records import FLOP, SHOWDOWN

from .teams import everybody, lines_of, roster
from .virtual import calls, folds, hall, shoves, silent


def found(styles: dict[str, Any], value: Any = None, **asked: Any) -> tuple[Measured, list[int]]:
    """A match of two, looked into again: what was found, and its scores."""
    with hall() as one:
        desk = one.event(kind="robin", roster=roster(2), deals=1, **({"hands": 3} | asked))
        everybody(one, 2, styles)
        one.until(lambda: desk.book.fixtures and desk.book.fixtures[1].measured)
        fixture = desk.book.fixtures[1]
        again = measured(desk.plan_for(fixture), desk.game, 1, 1, lines_of(one, fixture.table), value)
        assert value or again == fixture.measured[1]
        return again, fixture.played[1].scores


def lucky(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let every draw be worth 3 chips to the first seat; the keys that are asked with."""
    keys: list[int] = []

    def luck(value: Any, game: Any, before: Any, after: Any, key: int) -> list[float]:
        keys.append(key)
        return [3.0, -3.0]

    monkeypatch.setattr(measure, "luck_of_draw", luck)
    return keys


def test_a_hand_that_somebody_folds_ends_one_way() -> None:
    match, scores = found({"Alpha": shoves, "Beta": folds})
    assert [sum(hand.scores[seat] for hand in match.hands) for seat in (0, 1)] == scores and any(scores)
    assert all(hand == HandMeasured(hand.scores, [16 * chips for chips in hand.scores], False) for hand in match.hands)
    assert len(match.hands) == 3 and match.places == ([1, 2] if scores[0] > 0 else [2, 1])
    assert (match.number, match.match) == (1, 1) and [set(counts) for counts in match.counts] == [{"played"}] * 2


def test_draws_before_the_last_decision_are_luck_by_the_value_function(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = lucky(monkeypatch)
    match, _ = found({"Alpha": calls, "Beta": calls}, value=len)
    assert len(match.hands) == 3 and len(keys) == len(set(keys)) == 4 * 3, "hole cards, flop, turn and river"
    for hand in match.hands:
        assert hand.ends == [16 * hand.scores[0] - 16 * 3 * 4, 16 * hand.scores[1] + 16 * 3 * 4]


def test_draws_after_the_last_decision_are_drawn_again_and_no_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    keys, asked = lucky(monkeypatch), list[tuple[int, int, int]]()

    def ends(game: Any, decided: Any, end: Any, key: int) -> list[int]:
        asked.append((decided.table.street, end.table.street, key))
        return [1_000, -1_000]

    monkeypatch.setattr(measure, "ends_of_hand", ends)
    match, scores = found({"Alpha": shoves, "Beta": shoves}, value=len, hands=1)
    [hand] = match.hands
    assert hand.scores == scores and len(keys) == 4
    assert hand.ends == [1_000 - 16 * 3, -1_000 + 16 * 3], "the hole cards alone were luck"
    (flop, end, key), *_ = asked
    assert (flop, end) == (FLOP, SHOWDOWN) and key not in keys


def test_a_hand_in_which_the_clock_played_is_marked_and_the_decision_counted() -> None:
    match, _ = found({"Alpha": silent, "Beta": calls}, hands=2, move_time_ms=1_000)
    assert [hand.clocked for hand in match.hands] == [True, True]
    assert set(match.counts[0]) == {"timed out"} and set(match.counts[1]) <= {"played"}


@pytest.mark.parametrize(
    ("counts", "never"),
    [
        ([{}], False),
        ([{"timed out": 1}], True),
        ([{"timed out": 1}, {"disconnected": 3}], True),
        ([{"timed out": 1}, {"played": 1}], False),
        ([{"timed out": 1, "refused, then played": 1}], False),
        ([{"the host": 1}], False),
        ([{"the arena's fault": 1}], True),
    ],
)
def test_a_seat_that_was_asked_and_decided_nothing_has_never_answered(counts: list[Any], never: bool) -> None:
    matches = [Measured(1, match, [], [], [{"played": 1}, one]) for match, one in enumerate(counts)]
    assert never_answered(matches, 1) == never and not never_answered(matches, 0)

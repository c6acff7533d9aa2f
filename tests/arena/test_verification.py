"""Records without signatures, played again by the rules as far as their cards allow; and malformed records."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.arena.fairness import read_record
from croupier.arena.verification import verified
from croupier.kernel.errors import BadInput

from .release.make import RECORDS
from .signed import Values, check, played, record, remarks, values_of
from .test_restarts import TABLES

UNSIGNED = "that moves, names, settings, orders and scores are those of the match: it is unsigned"


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_record_of_the_release_is_played_again_and_called_unsigned(path: Path) -> None:
    report = verified(read_record(path.read_bytes()))
    assert report.fair and report.open == [UNSIGNED] and report.replayed
    assert not report.key and not report.signed and not report.heads


def unsigned(name: str, *, whole: bool) -> Values:
    return values_of(record(played(name), whole=whole, signer=None))


@pytest.mark.parametrize("name", TABLES)
def test_an_unsigned_record_is_played_to_its_scores(name: str) -> None:
    for whole in (True, False):
        values = unsigned(name, whole=whole)
        assert not remarks(values, "signed")
        assert check(values).replayed == 1


def move_of(values: Values, kind: str) -> list[object]:
    moves: list[list[object]] = next(value for value in values if "croupier" not in value)["moves"]
    return next(move for move in moves if move[1] == kind)


def test_scores_that_do_not_follow_from_the_moves_are_found() -> None:
    values = unsigned("holdem", whole=True)
    scores = next(value for value in values if "croupier" not in value)["scores"]
    scores[0], scores[1] = scores[0] + 1, scores[1] - 1
    [flaw] = check(values).flaws
    assert flaw.startswith("Hand 10: it cannot be played again by the rules: ") and "lead to other scores" in flaw


def test_a_match_by_rules_that_have_changed_since_is_not_called_wrong() -> None:
    values = unsigned("holdem", whole=True)
    move_of(values, "RAISE_TO")[2] = 1
    values[0]["fingerprint"] = "0123456789abcdef"
    report = check(values)
    assert report.fair and not report.replayed and "the rules of this release are others" in report.open[-1]


def test_a_match_that_was_broken_off_has_no_scores_to_compare() -> None:
    values = unsigned("holdem", whole=True)
    match = next(value for value in values if "croupier" not in value)
    match["scores"] = []
    assert check(values).replayed == 1
    match["scores"], match["moves"] = [0, 0, 0, 0], match["moves"][:-1]
    assert any("lead to other scores" in flaw for flaw in check(values).flaws), "a hand was not over"


def test_a_move_that_was_not_possible_is_found_with_its_hand() -> None:
    values = unsigned("holdem", whole=True)
    move_of(values, "RAISE_TO")[2] = 1
    [flaw] = check(values).flaws
    assert "it cannot be played again by the rules: " in flaw and "is refused" in flaw


def test_where_cards_are_missing_what_cannot_be_played_again_is_not_proved_instead() -> None:
    values = unsigned("holdem", whole=False)
    move_of(values, "RAISE_TO")[2] = 1
    report = check(values)
    assert report.fair and not report.replayed
    assert "from hand 2 on: cards are missing that its reader was not shown" in report.open[1]


def test_a_game_of_others_is_not_played_again() -> None:
    """A record must not be able to have a module imported."""
    values = unsigned("holdem", whole=True)
    values[0]["game"] = "antigravity.game"
    report = check(values)
    assert report.fair and not report.replayed
    assert "that moves follow the rules: it is of 'antigravity.game', which is not a game of Croupier" in report.open


def test_moves_that_no_game_ever_made_are_found_and_break_nothing() -> None:
    for place, wrong in ((0, -5), (0, 99), (0, "nobody"), (1, "SHOUT"), (2, 2**62), (2, -1)):
        values = unsigned("holdem", whole=True)
        move_of(values, "RAISE_TO")[place] = wrong
        assert not check(values).fair, (place, wrong)


def test_half_a_character_is_in_no_record() -> None:
    values = values_of(record(played("leduc")))
    values[0]["about"] = {"half": "\ud800"}
    with pytest.raises(BadInput, match="no record of a match"):
        check(values)


@pytest.mark.parametrize("number", ["9" * 5_000, "1000000000", "01", "-1"])
def test_a_hand_with_a_number_that_no_hand_has_is_found(number: str) -> None:
    values = values_of(record(played("leduc")))
    remarks(values, "signed")[0]["id"] = f"T-1-M1-H{number}"
    assert "Its links are not those of one match." in check(values).flaws


def test_hands_that_are_missing_are_told_in_one_line() -> None:
    values = values_of(record(played("leduc")))
    links = remarks(values, "signed")
    links[-2]["id"] = "T-1-M1-H999999999"
    missing = check(values).open[-1]
    assert f"what happened in hands T-1-M1-H{len(links) - 1} to T-1-M1-H999999998" in missing


def test_other_names_in_the_last_link_than_at_the_top_are_found() -> None:
    values = values_of(record(played("leduc")))
    remarks(values, "signed")[-1]["names"] = ["Somebody", "else"]
    [flaw] = check(values).flaws
    assert "names" in flaw and "not those of the record's first line" in flaw

"""Hands in the text of PokerStars: read and checked."""

from __future__ import annotations

import zipfile
from datetime import time
from decimal import Decimal
from pathlib import Path

import pytest

from croupier.history import (
    OtherVariant,
    Status,
    check,
    check_text,
    find,
)

from .pokerstars_texts import CASH, COMING_IN, SIDE_POTS, TOURNAMENT, changed, read, verdict

# Reading


def test_a_hand_of_a_cash_game_is_read_to_the_last_chip() -> None:
    hand = read(CASH)
    assert hand.stacks == (100, 1100, Decimal("63.25"), Decimal("151.10"))
    assert (hand.blinds, hand.antes, hand.min_bet) == ((Decimal("0.5"), 1, 0, 0), (0, 0, 0, 0), 1)
    assert hand.actions[:4] == ("d dh p1 ????", "d dh p2 ????", "d dh p3 7s7c", "d dh p4 AhKd")
    told = "p3 cbr 3,p4 cbr 9,p1 f,p2 f,p3 cc,d db 2cKc7h,p3 cc,p4 cbr 10,p3 cbr 54.25,p4 cc,d db 3d,d db 9s"
    assert ",".join(hand.actions[4:]) == f"{told},p3 sm 7s7c,p4 sm"
    assert hand.finishing == (Decimal("99.5"), 1099, Decimal("125.5"), Decimal("87.85"))
    assert hand.winnings == (0, 0, Decimal("125.5"), 0)


def test_players_table_and_date_are_kept() -> None:
    assert read(CASH).about == {
        "venue": "PokerStars",
        "hand": 208958140405,
        "currency": "USD",
        "day": 5,
        "month": 2,
        "year": 2020,
        "time": time(14, 8, 42),
        "time_zone_abbreviation": "ET",
        "table": "Asterope II",
        "seat_count": 6,
        "_rake": Decimal("2.5"),
        "_hero": "Cy",
        "players": ["Dee", "Ann: the 1st", "Bob", "Cy"],
        "seats": [5, 1, 2, 4],
    }
    about = read(TOURNAMENT).about
    assert (about["event"], about["level"]) == ("Tournament 3123456", "XI") and "currency" not in about
    assert (about["time"], about["time_zone_abbreviation"]) == (time(23, 59, 59), "CET")


def test_hands_that_only_the_summary_shows_are_known() -> None:
    text = changed("Dealt to Cy [Ah Kd]", "Dealt to Dee [2d 2s]")
    assert read(text).actions[:4] == ("d dh p1 2d2s", "d dh p2 ????", "d dh p3 7s7c", "d dh p4 AhKd")
    text = changed("Bob: shows [7s 7c] (three of a kind, Sevens)\n", "", text)
    assert "d dh p3 7s7c" in read(text).actions and verdict(text).status == Status.RAKED


def test_a_raise_over_one_s_own_dead_post_costs_all_of_it() -> None:
    text = changed(
        "B: calls 10\nC: folds\nD: raises 40 to 50", "B: raises 10 to 20\nC: folds\nD: raises 30 to 50", COMING_IN
    )
    hand = read(changed("135", "145", text))
    assert hand.finishing == (995, 1095, 945, 990, 975) and check(hand).status == Status.EQUAL


def test_the_rake_of_a_cash_game_is_found() -> None:
    result = verdict(CASH)
    assert result.status == Status.RAKED and result.scale == 100
    assert result.explanation == "p3 Bob collects 125.50 of 128: a rake of 2.50, 2.0% of the pot."


def test_heads_up_the_button_is_p2_and_antes_are_of_all() -> None:
    hand = read(TOURNAMENT)
    assert hand.about["players"] == ["B", "A"] and hand.stacks == (2500, 10500)
    assert (hand.blinds, hand.antes, hand.trims_antes) == ((400, 800), (100, 100), True)
    assert verdict(TOURNAMENT).status == Status.EQUAL


def test_side_pots_go_to_those_who_are_in_them() -> None:
    hand = read(SIDE_POTS)
    assert hand.about["players"] == ["B", "C", "D", "A"] and hand.winnings == (156, 140, 0, 0)
    assert hand.finishing == (156, 140, 80, 194) and verdict(SIDE_POTS).status == Status.EQUAL


def test_posts_of_players_who_come_in_are_live_or_dead() -> None:
    hand = read(COMING_IN)
    assert hand.about["players"] == ["C", "D", "E", "A", "B"]
    assert hand.blinds == (5, 10, -15, -10, -5)
    assert "d dh p3 7d2s" in hand.actions, "cards shown with a fold"
    assert hand.finishing == (995, 1085, 945, 990, 985)
    assert verdict(COMING_IN).status == Status.EQUAL


def test_a_short_blind_counts_in_full() -> None:
    text = changed("Seat 8: B (2500 in chips, $5 bounty)", "Seat 8: B (600 in chips)", TOURNAMENT)
    text = changed("posts big blind 800", "posts big blind 500 and is all-in", text)
    text = changed("raises 9600 to 10400 and is all-in\nB: calls 1600 and is all-in", "calls 100", text)
    text = changed("Uncalled bet (8000) returned to A\n", "", text).replace("collected 2500", "collected 600")
    text = changed("Total pot 5000", "Total pot 1200", text).replace("won (2500)", "won (600)")
    assert read(text).blinds == (400, 800) and verdict(text).status == Status.EQUAL


def test_an_empty_small_blind_leaves_the_big_blind_first() -> None:
    text = changed("Dee: posts small blind $0.50\n", "")
    text = changed("Dee: folds\n", "", text).replace("Seat 5: Dee (small blind) folded before Flop\n", "")
    text = changed("Seat 5: Dee ($100 in chips)\n", "", text)
    hand = read(changed("$128 | Rake $2.50", "$127.50 | Rake $0", changed("$125.50", "$127.50", text)))
    assert hand.about["players"] == ["Ann: the 1st", "Bob", "Cy"] and hand.blinds == (1, 0, 0)
    assert check(hand).status == Status.EQUAL


def test_an_ante_of_the_big_blind_alone_is_one() -> None:
    text = changed("A: posts the ante 100\n", "", TOURNAMENT)
    text = changed("raises 9600 to 10400", "raises 9700 to 10500", text).replace("returned", "returned")
    text = changed("Uncalled bet (8000)", "Uncalled bet (8100)", text).replace("collected 2500", "collected 2450")
    text = changed("Total pot 5000", "Total pot 4900", text).replace("won (2500)", "won (2450)")
    hand = read(text)
    assert (hand.antes, hand.trims_antes) == ((0, 100), False) and check(hand).status == Status.EQUAL


def test_files_have_several_hands_and_line_ends_of_any_kind(tmp_path: Path) -> None:
    path = tmp_path / "HH20200205.txt"
    path.write_bytes(("\ufeff" + "\n\n\n".join([CASH, TOURNAMENT, SIDE_POTS])).replace("\n", "\r\n").encode())
    [source] = find([path])
    found = list(check_text(source.read(), "x"))
    assert [one.status for one in found] == [Status.RAKED, Status.EQUAL, Status.EQUAL]
    assert [one.name for one in found] == ["x #208958140405", "x #2", "x #3"]


def test_folders_and_archives_are_searched_for_texts_that_begin_with_a_hand(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(CASH)
    (tmp_path / "readme.txt").write_text("These are my hands.")
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr("c.txt", TOURNAMENT)
        archive.writestr("license.txt", "Do as you like.")
    assert [source.name for source in find([tmp_path])] == [str(tmp_path / "a.txt")]
    assert [source.name for source in find([tmp_path / "b.zip"])] == [f"{tmp_path}/b.zip/c.txt"]
    assert [source.name for source in find([tmp_path / "readme.txt"])] == [str(tmp_path / "readme.txt")]


# What cannot be read


@pytest.mark.parametrize("game", ["Omaha Pot Limit", "7 Card Stud Hi/Lo Limit", "Hold'em Cap Limit"])
def test_other_games_are_skipped_by_name(game: str) -> None:
    result = verdict(changed("Hold'em No Limit", game))
    assert result.status == Status.SKIPPED and game in result.explanation
    with pytest.raises(OtherVariant):
        read(changed("Hold'em No Limit", game))


@pytest.mark.parametrize(
    ("was", "becomes", "says"),
    [
        ("Cy: calls $44.25", "Cy: calls", "line 26: 'calls' does not say how much"),
        ("Bob collected", "Nobody collected", "line 32: 'Nobody' was not dealt in"),
        ("Seat #4 is the button", "", "Seat #1 is the button"),
        ("($0.50/$1.00 USD)", "", "does not say how large the blinds are"),
        ("14:08:42", "14:68:42", "no valid time"),
        ("*** TURN ***", "*** FIRST TURN ***", "one run of a board that was run more than once"),
        ("posts", "pays", "two players who were dealt in, and a blind"),
        (" in chips)", ")", "two players who were dealt in, and a blind"),
        ("Seat #4 is the button", f"Seat #{'4' * 5_000} is the button", "line 2: a number has more than 18 digits"),
        ("Seat 2: Bob (", f"Seat {'2' * 5_000}: Bob (", "line 4: a number has more than 18 digits"),
        ("Cy: calls $44.25", f"Cy: calls {'1' * 100_000}x", "does not say how much"),
        ("Table 'Asterope II' 6-max Seat", "Table '" + "'" * 100_000, "Seat #1 is the button"),
        ("($0.50/$1.00 USD)", "($0.50/$1.00 " * 10_000, "does not say how large the blinds are"),
    ],
)
def test_an_unreadable_hand_names_its_line(was: str, becomes: str, says: str) -> None:
    result = verdict(changed(was, becomes))
    assert result.status == Status.UNREADABLE and says in result.explanation
    assert result.explanation.startswith("hands.txt #208958140405")


def test_a_breach_of_the_rules_is_told_with_its_line() -> None:
    text = TOURNAMENT + "\n\n" + changed("Cy: bets $10", "Cy: bets $0.20")
    [_, result] = check_text(text, "hands.txt")
    line = text.splitlines().index("Cy: bets $0.20") + 1
    assert result.status == Status.DIFFERENT and result.explanation.startswith(f"line {line}, action 12, 'p4 cbr 0.20'")


def test_a_log_that_pays_out_too_much_is_different() -> None:
    assert verdict(changed("Bob collected $125.50", "Bob collected $130")).status == Status.DIFFERENT
    assert verdict(changed("Bob collected $125.50", "Bob collected $60")).status == Status.DIFFERENT


def test_a_hand_that_stops_is_not_read_as_nobody_knows_who_was_dealt_in() -> None:
    assert "has no summary" in verdict(CASH[: CASH.index("*** SUMMARY")]).explanation

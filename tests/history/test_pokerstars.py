"""Hands in the text of PokerStars: read, checked, and written again."""

from __future__ import annotations

import random
import zipfile
from dataclasses import replace
from datetime import time
from decimal import Decimal
from pathlib import Path

import pytest

from croupier import holdem
from croupier.history import (
    HandHistory,
    OtherVariant,
    Result,
    Status,
    check,
    check_text,
    chosen_replay,
    find,
    hands_in,
    histories_of,
    read_phh,
    write_phh,
    write_pokerstars,
)
from croupier.kernel.contract.record import MatchRecord
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.betting import FIXED_LIMIT

from .hands import ONLINE, PLURIBUS, four, heads_up, one, random_hand, random_match

CASH = """\
PokerStars Hand #208958140405:  Hold'em No Limit ($0.50/$1.00 USD) - 2020/02/05 14:08:42 ET
Table 'Asterope II' 6-max Seat #4 is the button
Seat 1: Ann: the 1st ($1,100 in chips)
Seat 2: Bob ($63.25 in chips)
Seat 3: Ann ($70 in chips)
Seat 4: Cy ($151.10 in chips)
Seat 5: Dee ($100 in chips)
Seat 6: Eve ($99 in chips) is sitting out
Dee: posts small blind $0.50
Ann: the 1st: posts big blind $1
Eve: is sitting out
*** HOLE CARDS ***
Dealt to Cy [Ah Kd]
Fay joins the table at seat #7
Dee said, "bets 5"
Bob: raises $2 to $3
Cy: raises $6 to $9
Dee: folds
Ann: the 1st: folds
Bob: calls $6
*** FLOP *** [2c Kc 7h]
Bob has timed out
Bob: checks
Cy: bets $10
Bob: raises $44.25 to $54.25 and is all-in
Cy: calls $44.25
*** TURN *** [2c Kc 7h] [3d]
*** RIVER *** [2c Kc 7h 3d] [9s]
*** SHOW DOWN ***
Bob: shows [7s 7c] (three of a kind, Sevens)
Cy: mucks hand
Bob collected $125.50 from pot
*** SUMMARY ***
Total pot $128 | Rake $2.50
Board [2c Kc 7h 3d 9s]
Seat 1: Ann: the 1st (big blind) folded before Flop
Seat 2: Bob showed [7s 7c] and won ($125.50) with three of a kind, Sevens
Seat 4: Cy (button) mucked [Ah Kd]
Seat 5: Dee (small blind) folded before Flop
"""
TOURNAMENT = """\
PokerStars Hand #2: Tournament #3123456, $10+$1 USD Hold'em No Limit - Level XI (400/800) - 2019/12/31 23:59:59 CET
Table '3123456 7' 9-max Seat #3 is the button
Seat 3: A (10500 in chips)
Seat 8: B (2500 in chips, $5 bounty)
A: posts the ante 100
B: posts the ante 100
A: posts small blind 400
B: posts big blind 800
*** HOLE CARDS ***
Dealt to A [2c 3c]
A: raises 9600 to 10400 and is all-in
B: calls 1600 and is all-in
Uncalled bet (8000) returned to A
*** FLOP *** [As Ks Qs]
*** TURN *** [As Ks Qs] [Js]
*** RIVER *** [As Ks Qs Js] [Ts]
*** SHOW DOWN ***
B: shows [Qh Qd] (a Royal Flush)
A: shows [2c 3c] (a Royal Flush)
B collected 2500 from pot
A collected 2500 from pot
*** SUMMARY ***
Total pot 5000 | Rake 0
Board [As Ks Qs Js Ts]
Seat 3: A (button) (small blind) showed [2c 3c] and won (2500) with a Royal Flush
Seat 8: B (big blind) showed [Qh Qd] and won (2500) with a Royal Flush
"""
SIDE_POTS = """\
PokerStars Zoom Hand #3:  Hold'em No Limit (€1/€2 EUR) - 2021/06/07 8:09:10 ET
Table 'Zoom' 4-max Seat #1 is the button
Seat 1: A (€200 in chips)
Seat 2: B (€50 in chips)
Seat 3: C (€120 in chips)
Seat 4: D (€200 in chips)
B: posts small blind €1
C: posts big blind €2
*** HOLE CARDS ***
D: raises €4 to €6
A: calls €6
B: raises €44 to €50 and is all-in
C: raises €70 to €120 and is all-in
D: raises €80 to €200 and is all-in
A: folds
Uncalled bet (€80) returned to D
*** FLOP *** [2h 3h 4c]
*** TURN *** [2h 3h 4c] [8s]
*** RIVER *** [2h 3h 4c 8s] [9d]
*** SHOW DOWN ***
C: shows [Kc Kd] (a pair of Kings)
D: shows [Qc Qd] (a pair of Queens)
C collected €140 from side pot
B: shows [Ac Ad] (a pair of Aces)
B collected €156 from main pot
*** SUMMARY ***
Total pot €296 Main pot €156. Side pot €140. | Rake €0
Board [2h 3h 4c 8s 9d]
Seat 1: A (button) folded before Flop
Seat 2: B (small blind) showed [Ac Ad] and won (€156) with a pair of Aces
Seat 3: C (big blind) showed [Kc Kd] and won (€140) with a pair of Kings
Seat 4: D showed [Qc Qd] and lost with a pair of Queens
"""
COMING_IN = """\
PokerStars Game #4:  Hold'em No Limit (5/10) - 2021/06/07 8:09:10 ET
Table 'Play' 6-max (Play Money) Seat #2 is the button
Seat 1: A (1000 in chips)
Seat 2: B (1000 in chips)
Seat 3: C (1000 in chips)
Seat 4: D (1000 in chips)
Seat 5: E (1000 in chips)
C: posts small blind 5
D: posts big blind 10
E: posts small & big blinds 15
A: posts big blind 10
B: posts small blind 5
*** HOLE CARDS ***
E: checks
A: checks
B: calls 10
C: folds
D: raises 40 to 50
E: calls 40
A: folds
B: folds
*** FLOP *** [2h 3h 4c]
D: bets 10
E: folds [7d 2s]
Uncalled bet (10) returned to D
D collected 135 from pot
D: doesn't show hand
*** SUMMARY ***
Total pot 135 | Rake 0
Board [2h 3h 4c]
Seat 1: A folded before Flop
Seat 2: B (button) folded before Flop
Seat 3: C (small blind) folded before Flop
Seat 4: D (big blind) collected (135)
Seat 5: E folded on the Flop
"""


def read(text: str) -> HandHistory:
    [(_, reader)] = hands_in(text, "hands.txt")
    return reader()


def changed(was: str, becomes: str, text: str = CASH) -> str:
    assert was in text
    return text.replace(was, becomes)


def verdict(text: str) -> Result:
    [result] = check_text(text, "hands.txt")
    return result


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
    assert read(text).blinds == (400, 800) and verdict(text).status == Status.EQUAL


def test_an_empty_small_blind_leaves_the_big_blind_first() -> None:
    text = changed("Dee: posts small blind $0.50\n", "")
    text = changed("Dee: folds\n", "", text).replace("Seat 5: Dee (small blind) folded before Flop\n", "")
    text = changed("Seat 5: Dee ($100 in chips)\n", "", text)
    hand = read(changed("$125.50", "$127.50", text))
    assert hand.about["players"] == ["Ann: the 1st", "Bob", "Cy"] and hand.blinds == (1, 0, 0)
    assert check(hand).status == Status.EQUAL


def test_an_ante_of_the_big_blind_alone_is_one() -> None:
    text = changed("A: posts the ante 100\n", "", TOURNAMENT)
    text = changed("raises 9600 to 10400", "raises 9700 to 10500", text).replace("returned", "returned")
    text = changed("Uncalled bet (8000)", "Uncalled bet (8100)", text).replace("collected 2500", "collected 2450")
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


LIMIT = """\
PokerStars Hand #5:  Hold'em Limit ($3/$6 USD) - 2021/06/07 8:09:10 ET
Table 'Slow' 6-max Seat #1 is the button
Seat 1: A ($100 in chips)
Seat 2: B ($100 in chips)
Seat 3: C ($100 in chips)
B: posts small blind $1
C: posts big blind $3
*** HOLE CARDS ***
A: raises $3 to $6
B: raises $3 to $9
C: raises $3 to $12
A: raises $3 to $15
B: folds
C: calls $3
*** FLOP *** [2h 3h 4c]
C: bets $3
A: calls $3
*** TURN *** [2h 3h 4c] [8s]
C: bets $6
A: folds
Uncalled bet ($6) returned to C
C collected $45 from pot
C: doesn't show hand
*** SUMMARY ***
Total pot $45 | Rake $0
Board [2h 3h 4c 8s]
Seat 1: A (button) folded on the Turn
Seat 2: B (small blind) folded before Flop
Seat 3: C (big blind) collected ($45)
"""


def test_a_fixed_limit_has_its_bets_in_place_of_blinds() -> None:
    hand = read(LIMIT)
    assert (hand.blinds, hand.min_bet, hand.structure) == ((1, 3, 0), 3, FIXED_LIMIT)
    assert verdict(LIMIT).status == Status.EQUAL
    assert verdict(changed("bets $6", "bets $3", LIMIT)).status == Status.DIFFERENT, "a big bet on the turn"
    assert write_pokerstars(hand, 5, "A").splitlines()[0].replace("08:", "8:") == LIMIT.splitlines()[0]
    assert replace(written(hand, "nobody"), about={}) == replace(hand, about={}, name="hands.txt #7")


# What cannot be read


@pytest.mark.parametrize("game", ["Omaha Pot Limit", "7 Card Stud Hi/Lo Limit", "Hold'em Pot Limit"])
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
        ("*** TURN ***", "*** FIRST TURN ***", "line 27: a hand that was run more than once"),
        ("posts", "pays", "two players who were dealt in, and a blind"),
        ("Seat #4 is the button", f"Seat #{'4' * 5_000} is the button", "line 2: a number has more than 18 digits"),
        ("Seat 2: Bob (", f"Seat {'2' * 5_000}: Bob (", "line 4: a number has more than 18 digits"),
        ("Cy: calls $44.25", f"Cy: calls {'1' * 100_000}x", "does not say how much"),
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


# Writing


def written(hand: HandHistory, hero: str = "") -> HandHistory:
    """A hand that was written and read again."""
    return read(write_pokerstars(hand, 7, hero))


def acts(hand: HandHistory) -> list[str]:
    """The bets and the board."""
    return [line for line in hand.actions if " sm" not in line and " dh" not in line]


@pytest.mark.parametrize("text", [CASH, TOURNAMENT, SIDE_POTS, COMING_IN])
def test_a_hand_that_was_read_is_written_as_it_was(text: str) -> None:
    hand = read(text)
    back = written(hand, hand.about.get("_hero", "nobody"))
    assert replace(back, actions=(), about={}, name="") == replace(hand, actions=(), about={}, name="")
    assert acts(back) == acts(hand)
    assert back.about == {**hand.about, "hand": 7}


def test_lines_are_those_of_the_format() -> None:
    lines = write_pokerstars(read(CASH), 9, "Cy").splitlines()
    ours = [line for line in CASH.splitlines() if "Eve" not in line and "Seat 3" not in line]
    left_out = {"Fay joins the table at seat #7", 'Dee said, "bets 5"', "Bob has timed out", "Cy: mucks hand"}
    expected = [line for line in ours if line not in left_out]
    assert len(set(expected) - set(lines)) == 5, (
        "the number; a stack of $1,100, names of hands, and one that was tabled"
    )
    assert lines[0] == "PokerStars Hand #9:  Hold'em No Limit ($0.50/$1 USD) - 2020/02/05 14:08:42 ET"
    assert "Seat 4: Cy (button) showed [Ah Kd] and lost with pair of kings" in lines


def new_lines(text: str) -> list[str]:
    """The lines that a hand has when it is written again and that its text did not have."""
    return [line for line in write_pokerstars(read(text), 9, "nobody").splitlines() if line not in text.splitlines()]


def test_posts_folds_and_collected_pots_are_told_as_they_were() -> None:
    assert new_lines(COMING_IN) == [
        "PokerStars Hand #9:  Hold'em No Limit (5/10) - 2021/06/07 8:09:10 ET".replace(" 8:", " 08:"),
        "Table 'Play' 6-max Seat #2 is the button",
        "E: folds",
    ]


def test_side_pots_are_collected_in_sums() -> None:
    told = new_lines(SIDE_POTS)
    assert [line for line in told if "collected" in line] == ["B collected €156 from pot", "C collected €140 from pot"]
    assert "Total pot €296 | Rake €0" in told and "Table 'Zoom' 4-max Seat #1 is the button" not in told


def test_hands_at_a_showdown_are_shown_and_mucked() -> None:
    checked_down = "p1 cc, p2 cc, d db 2c3c4h, p1 cc, p2 cc, d db 8s, p1 cc, p2 cc, d db 9s, p1 cc, p2 cc"
    dealt = "d dh p1 AhAd, d dh p2 KhKd, d dh p3 7c2d"
    text = write_pokerstars(one(f"{dealt}, p3 f, {checked_down}"), 1)
    assert text.endswith("""\
p2: checks
*** SHOW DOWN ***
p1: shows [Ah Ad] (pair of aces)
p2: mucks hand
p1 collected 20 from pot
*** SUMMARY ***
Total pot 20 | Rake 0
Board [2c 3c 4h 8s 9s]
Seat 1: p1 (small blind) showed [Ah Ad] and won (20) with pair of aces
Seat 2: p2 (big blind) mucked [Kh Kd]
Seat 3: p3 (button) folded before Flop
""")
    unseen = one(f"d dh p1 AhAd, d dh p2 ????, d dh p3 7c2d, p3 f, {checked_down}, p1 sm AhAd, p2 sm")
    assert "Seat 2: p2 (big blind) mucked\n" in write_pokerstars(unseen, 1)


@pytest.mark.parametrize(("street", "lines"), [("on the Flop", 1), ("on the Turn", 2), ("on the River", 3)])
def test_the_street_of_a_fold_is_told(street: str, lines: int) -> None:
    boards = ["d db 2c3c4h", "d db 8s", "d db 9s"][:lines]
    play = ", p1 cc, p2 cc, ".join(boards)
    hand = one(f"d dh p1 AhAd, d dh p2 KhKd, d dh p3 7c2d, p3 f, p1 cc, p2 cc, {play}, p1 cbr 10, p2 f")
    assert f"Seat 2: p2 (big blind) folded {street}" in write_pokerstars(hand, 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_blind_whose_owner_has_nothing_left_after_the_ante_is_known_all_the_same(seats: int) -> None:
    for short in range(seats):
        stacks = [1000] * seats
        stacks[short] = 5
        hand = holdem.deal(stacks, (5, 10), button=seats - 1, antes=5, seed=short)
        while not hand.over:
            hand.call() if "CALL" in hand.legal else hand.check()
        [history] = read_phh(hand.to_phh())
        text = write_pokerstars(history, 1)
        assert ": posts the ante 5 and is all-in" in text
        back = read(text)
        assert back.blinds == history.blinds and check(back).status == Status.EQUAL


def test_all_in_is_told_of_blinds_calls_and_raises() -> None:
    hand = holdem.deal([30, 4, 100, 60], (5, 10), button=3, deck="AhKd QhQd 2c2d 7s7d 3h4h5s 9c Tc")
    hand.call()
    hand.raise_to(60)
    hand.call()
    hand.call()
    lines = write_pokerstars(read_phh(hand.to_phh())[0], 1).splitlines()
    assert [line for line in lines if line.endswith(" and is all-in")] == [
        "p2: posts big blind 4 and is all-in",
        "p4: raises 50 to 60 and is all-in",
        "p1: calls 25 and is all-in",
    ]
    assert "p3: calls 50" in lines


def test_only_the_hero_s_cards_are_dealt_openly() -> None:
    hand = four("p3 f, p4 f, p1 cbr 20, p2 f", players="['Ann', 'Bob', 'Cy', 'Dee']")
    assert write_pokerstars(hand, 1, "Cy").count("Dealt to") == 1
    assert "Dealt to Cy [7c 2d]" in write_pokerstars(hand, 1, "Cy")
    assert write_pokerstars(hand, 1).count("Dealt to") == 4


def test_names_that_come_twice_are_told_apart_and_an_unknown_date_is_one() -> None:
    text = write_pokerstars(heads_up("d dh p1 AhAd, d dh p2 KhKd, p2 f", players="['bot', 'bot']"), 1)
    assert "Seat 1: bot (1000 in chips)\nSeat 2: bot 2 (1000 in chips)" in text
    assert "Hold'em No Limit (5/10) - 2000/01/01 00:00:00 ET\nTable 'Croupier' 2-max Seat #2 is the button" in text
    assert "bot collected 10 from pot\nbot: doesn't show hand" in text
    assert "Seat 2: bot 2 (button) (small blind) folded before Flop" in text


def test_random_hands_are_the_same_after_writing_and_reading() -> None:
    rng, straddled = random.Random(20), 0
    for _ in range(60):
        [hand] = read_phh(random_hand(rng).to_phh())
        if len(hand.blinds) > 2 and any(hand.blinds[2:]):
            straddled += 1
            with pytest.raises(BadInput, match="a straddle, which"):
                write_pokerstars(hand, 1)
            continue
        back = written(hand)
        assert acts(back) == acts(hand) and check(back).status == Status.EQUAL
        assert (back.stacks, back.blinds, back.finishing) == (hand.stacks, hand.blinds, hand.finishing)
        assert [bool(any(one.antes)) for one in (back, hand)] in ([True, True], [False, False])
    assert 5 < straddled < 50


def test_a_match_is_written_hand_by_hand() -> None:
    record = random_match(3, seats=3, hands=5, stack=500)
    hands = histories_of(record)
    text = "\n".join(write_pokerstars(hand, number) for number, hand in enumerate(hands, 1))
    assert [one.status for one in check_text(text, "x")] == [Status.EQUAL] * len(hands)


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        (one("d dh p1 AhAd, d dh p2 KhKd, d dh p3 7c2d, p3 cc"), "ends before the hand is over"),
        (one("p3 f, p1 f", blinds_or_straddles="[5, 10, -5]", finishing_stacks="[995, 1010, 995]"), ""),
    ],
)
def test_hands_that_the_format_cannot_express_are_refused(hand: HandHistory, says: str) -> None:
    if says:
        with pytest.raises(BadInput, match=says):
            write_pokerstars(hand, 1)
    else:
        assert written(hand).blinds == hand.blinds, "a dead post can be said"


def test_text_becomes_a_record_and_phh_and_is_the_same() -> None:
    for text in (CASH, TOURNAMENT, SIDE_POTS):
        hand = read(text)
        record = MatchRecord.from_json(chosen_replay(hand).run().record().to_json())
        [back] = read_phh(write_phh(record), hand.name)
        assert replace(back, name=hand.name) == hand


@pytest.mark.parametrize("archive", [PLURIBUS, ONLINE])
def test_hands_of_real_rooms_are_the_same_after_writing_and_reading(archive: Path) -> None:
    if not archive.exists():
        pytest.skip("the hands are not here")
    refused = 0
    hands = [hand for source in find([archive]) for _, hand in hands_in(source.read(), source.name)]
    for reader in hands[::20]:
        hand = reader()
        try:
            back = written(hand)
        except BadInput:
            refused += 1
            continue
        assert acts(back) == [line.partition(" #")[0] for line in acts(hand)]
        assert (back.stacks, back.blinds, back.antes) == (hand.stacks, hand.blinds, hand.antes)
        if (status := check(hand).status) != Status.DIFFERENT:
            assert check(back).status == status
    assert refused < len(hands) / 20 / 10

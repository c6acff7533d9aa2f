"""Texts of PokerStars of which one line denies what others say: the check tells which, and what is wrong with it."""

from __future__ import annotations

import pytest

from croupier.history import Status, check, tell, write_pokerstars

from .pokerstars_texts import CASH, COMING_IN, LIMIT, SIDE_POTS, TOURNAMENT, changed, read, verdict

STRADDLE = """\
PokerStars Hand #12:  Hold'em No Limit (£1/£2 GBP) - 2021/06/07 8:09:10 WET [2021/06/07 3:09:10 ET]
Table 'Halley' 6-max Seat #1 is the button
Seat 1: A (£200 in chips)
Seat 2: B (£200 in chips)
Seat 3: posts: C (£200 in chips)
Seat 4: D (£200 in chips)
B: posts small blind £1
posts: C: posts big blind £2
D: posts straddle £4
*** HOLE CARDS ***
A: raises £8 to £12
B: folds
posts: C: folds
D: calls £8
*** FLOP *** [2h 3h 4c]
D: shows [As]
D: bets £10
A: folds
Uncalled bet (£10) returned to D
D collected £25.70 from pot
*** SUMMARY ***
Total pot £27 | Rake £1.30
Board [2h 3h 4c]
Seat 1: A (button) folded on the Flop
Seat 2: B (small blind) folded before Flop
Seat 3: posts: C (big blind) folded before Flop
Seat 4: D showed [As Kd] and won (£25.70)
"""


@pytest.mark.parametrize(
    ("text", "was", "becomes", "says"),
    [
        (CASH, "raises $2 to $3", "raises $1 to $3", "line 16, Bob raises 1 to 3, where the bet was 1."),
        (CASH, "Bob: calls $6", "Bob: calls $5", "line 20, Bob calls 5, where 6 is to call; "),
        (CASH, "Total pot $128", "Total pot $138", "line 34, a pot of 138, into which 128 was paid."),
        (CASH, "Rake $2.50", "Rake $1", "line 34, a rake of 1, where 2.50 of the pot was not collected."),
        (CASH, "Board [2c Kc 7h 3d 9s]", "Board [2c Kc 7h 3d 9d]", "line 35, 'Board [2c Kc 7h 3d 9d]', where"),
        (CASH, "[2c Kc 7h] [3d]", "[2c Kc 8h] [3d]", "line 27, '*** TURN *** [2c Kc 8h] [3d]', where the board"),
        (CASH, "showed [7s 7c]", "showed [8s 8c]", "line 30, Bob holds 7s7c, elsewhere 8s8c."),
        (CASH, "mucked [Ah Kd]", "mucked [Ah Kh]", "line 13, Cy holds AhKd, elsewhere AhKh."),
        (TOURNAMENT, "A: shows [2c 3c]", "A: shows [2c 4c]", "line 19, A holds 2c4c, elsewhere 2c3c."),
        (CASH, "won ($125.50)", "won ($12.50)", "line 37, Bob won 12.50, and collected 125.50."),
        (SIDE_POTS, "Seat 2: B (€50", "Seat 2: B (€60", "line 12, B is all-in, and has 10 left."),
        (TOURNAMENT, "B: posts the ante 100", "B: posts the ante 50", "B posts an ante of 50, others 100."),
    ],
)  # fmt: skip
def test_a_line_that_denies_others_is_told_with_its_number(text: str, was: str, becomes: str, says: str) -> None:
    result = verdict(changed(was, becomes, text))
    assert result.status == Status.DIFFERENT and "The log contradicts itself: " in result.explanation
    assert says in result.explanation and result.rake is None
    told = " ".join(tell(read(changed(was, becomes, text))).split())
    assert says in told and "Except for a rake" not in told


@pytest.mark.parametrize("text", [CASH, TOURNAMENT, SIDE_POTS, COMING_IN, LIMIT, STRADDLE])
def test_a_hand_without_a_contradiction_has_none(text: str) -> None:
    assert read(text).contradictions == ()


def test_a_big_blind_counts_in_full_however_short_it_is() -> None:
    text = changed("Seat 8: B (2500 in chips, $5 bounty)", "Seat 8: B (600 in chips)", TOURNAMENT)
    text = changed("posts big blind 800", "posts big blind 500 and is all-in", text)
    text = changed("raises 9600 to 10400 and is all-in\nB: calls 1600 and is all-in", "calls 400", text)
    assert not any("to call" in one for one in read(text).contradictions)


def test_what_a_room_paid_to_a_player_that_cashed_out_is_no_rake() -> None:
    text = changed("Rake $2.50", "Rake $1")
    text = changed("Bob collected", "Cy cashed out the hand for $1 | Cash Out Fee $0.01\nBob collected", text)
    assert read(text).contradictions == ()


def test_a_card_that_was_dealt_before_is_named() -> None:
    assert (
        "'d db 2cKc7h': Kc has been dealt already."
        in verdict(changed("Dealt to Cy [Ah Kd]", "Dealt to Cy [Ah Kc]")).explanation
    )


@pytest.mark.parametrize(
    ("was", "becomes", "says"),
    [
        ("Seat 3: Ann (", "Seat 2: Ann (", "line 5: that player or that seat has been told before"),
        ("Seat 3: Ann (", "Seat 3: Bob (", "line 5: that player or that seat has been told before"),
        ("Dee: posts small blind $0.50", "Dee: posts a bond $0.50", "line 9: 'Dee: posts a bond $0.50' is no blind"),
    ],
)  # fmt: skip
def test_seats_that_are_told_twice_and_unknown_posts_cannot_be_read(was: str, becomes: str, says: str) -> None:
    result = verdict(changed(was, becomes))
    assert result.status == Status.UNREADABLE and says in result.explanation


def test_a_straddle_is_read_and_written() -> None:
    hand = read(STRADDLE)
    assert hand.about["players"] == ["B", "posts: C", "D", "A"] and hand.blinds == (1, 2, 4, 0)
    assert hand.about["currency"] == "GBP" and check(hand).status == Status.RAKED
    text = write_pokerstars(hand, 12)
    assert "D: posts straddle £4\n*** HOLE CARDS ***\n" in text
    assert read(text).blinds == hand.blinds and read(text).contradictions == ()


def test_one_card_that_is_shown_does_not_hide_the_other() -> None:
    assert "d dh p3 AsKd" in read(STRADDLE).actions

"""Hands of PokerStars' text whose board was run more than once, and hands with a pot limit."""

from __future__ import annotations

import pytest

from croupier.history import Status, check, chosen_replay, read_phh, tell, write_pokerstars
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.betting import POT_LIMIT

from .pokerstars_texts import CASH, changed, read, verdict

TWICE = """\
PokerStars Hand #208958140406:  Hold'em No Limit ($0.50/$1.00 USD) - 2020/02/05 14:09:42 ET
Table 'Asterope II' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($60.25 in chips)
Seat 3: Cy ($100 in chips)
Bob: posts small blind $0.50
Cy: posts big blind $1
*** HOLE CARDS ***
Ann: raises $2 to $3
Bob: raises $57.25 to $60.25 and is all-in
Cy: raises $39.75 to $100 and is all-in
Ann: calls $97 and is all-in
*** FIRST FLOP *** [2c Kc 7h]
*** FIRST TURN *** [2c Kc 7h] [3d]
*** FIRST RIVER *** [2c Kc 7h 3d] [9s]
*** SECOND FLOP *** [Ad 8s 4h]
*** SECOND TURN *** [Ad 8s 4h] [5c]
*** SECOND RIVER *** [Ad 8s 4h 5c] [Qh]
*** FIRST SHOW DOWN ***
Cy: shows [Ks Kh] (three of a kind, Kings)
Ann: shows [As Ah] (a pair of Aces)
Bob: shows [7s 7c] (three of a kind, Sevens)
Cy collected $39.75 from side pot
Cy collected $89.38 from main pot
*** SECOND SHOW DOWN ***
Cy: shows [Ks Kh] (a pair of Kings)
Ann: shows [As Ah] (three of a kind, Aces)
Bob: shows [7s 7c] (a pair of Sevens)
Ann collected $39.75 from side pot
Ann collected $89.37 from main pot
*** SUMMARY ***
Total pot $260.25 Main pot $180.75. Side pot $79.50. | Rake $2
Hand was run twice
FIRST Board [2c Kc 7h 3d 9s]
SECOND Board [Ad 8s 4h 5c Qh]
Seat 1: Ann (button) showed [As Ah] and lost with a pair of Aces, and won ($129.12) with three of a kind, Aces
Seat 2: Bob (small blind) showed [7s 7c] and lost with three of a kind, Sevens, and lost with a pair of Sevens
Seat 3: Cy (big blind) showed [Ks Kh] and won ($129.13) with three of a kind, Kings, and lost with a pair of Kings
"""


def test_a_hand_that_was_run_twice_fits_its_log() -> None:
    result = check(read(TWICE))
    assert result.status == Status.RAKED and result.rake is not None and result.rake.chips == 2


def test_each_board_decides_half_of_every_pot_and_the_odd_chip_is_the_first_boards() -> None:
    replay = chosen_replay(read(TWICE)).run()
    assert replay.over and sum(replay.awards) == 26_025
    won = dict(zip(replay.history.about["players"], replay.awards, strict=True))
    assert won == {"Bob": 0, "Cy": 3_975 + 9_038, "Ann": 3_975 + 9_037}
    assert sum(replay.stacks) == 26_025


def test_a_river_alone_is_run_twice_on_the_board_before_it() -> None:
    text = TWICE
    for street in ("FLOP", "TURN"):
        text = text.replace(f"*** FIRST {street}", f"*** {street}")
    left_out = ("*** SECOND FLOP", "*** SECOND TURN")
    text = "\n".join(line for line in text.splitlines() if not line.startswith(left_out))
    hand = read(
        text.replace("*** SECOND RIVER *** [Ad 8s 4h 5c] [Qh]", "*** SECOND RIVER *** [2c Kc 7h 3d] [Qh]") + "\n"
    )
    assert hand.about["_boards"] == ["2cKc7h3dQh"]
    replay = chosen_replay(hand).run()
    assert dict(zip(hand.about["players"], replay.awards, strict=True))["Cy"] == 26_025, "kings win both rivers"


def test_a_story_tells_both_boards() -> None:
    told = tell(read(TWICE))
    assert "Run again" in told and "Ad 8s 4h 5c Qh" in told and "Except for a rake the log agrees" in told


def test_a_hand_that_was_run_twice_keeps_its_boards_as_phh_and_is_not_written_as_text() -> None:
    (again,) = read_phh(read(TWICE).to_toml())
    assert check(again).status == Status.RAKED
    with pytest.raises(BadInput, match="run more than once"):
        write_pokerstars(again, 1)


@pytest.mark.parametrize("board", ["AsKd8s4h5c", "Ad8s4h5c", "AdAd4h5cQh"])
def test_a_further_board_that_cannot_be_is_refused(board: str) -> None:
    (hand,) = read_phh(read(TWICE).to_toml().replace("Ad8s4h5cQh", board))
    with pytest.raises(BadInput):
        check(hand)


def test_a_pot_limit_is_read_checked_and_written() -> None:
    hand = read(changed("Hold'em No Limit", "Hold'em Pot Limit"))
    assert hand.structure == POT_LIMIT
    assert "Hold'em Pot Limit (" in write_pokerstars(read(SMALL_POT), 1)
    assert check(read(SMALL_POT)).status in (Status.EQUAL, Status.RAKED)
    with pytest.raises(BadInput, match="pot limit"):
        hand.to_toml()


def test_a_raise_beyond_the_pot_is_named() -> None:
    result = verdict(changed("Hold'em No Limit", "Hold'em Pot Limit").replace("raises $6 to $9", "raises $30 to $33"))
    assert result.status == Status.DIFFERENT and "RAISE_TO" in result.explanation


CHANGES = (
    ("Hold'em No Limit", "Hold'em Pot Limit"),
    ("Bob: raises $44.25 to $54.25 and is all-in\nCy: calls $44.25", "Bob: calls $10"),
    ("Bob collected $125.50", "Bob collected $37"),
    ("won ($125.50)", "won ($37)"),
    ("$128 | Rake $2.50", "$39.50 | Rake $2.50"),
    ("[2c Kc 7h] [3d]\n", "[2c Kc 7h] [3d]\nBob: checks\nCy: checks\n"),
    ("[2c Kc 7h 3d] [9s]\n", "[2c Kc 7h 3d] [9s]\nBob: checks\nCy: checks\n"),
)
SMALL_POT = CASH
for was, becomes in CHANGES:
    assert was in SMALL_POT
    SMALL_POT = SMALL_POT.replace(was, becomes)

"""Hands written as text of PokerStars, and read again."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from croupier import holdem
from croupier.history import (
    HandHistory,
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
from .pokerstars_texts import CASH, COMING_IN, LIMIT, SIDE_POTS, TOURNAMENT, changed, read, verdict

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
        straddled += len(hand.blinds) > 2 and any(hand.blinds[2:])
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


def test_a_fixed_limit_has_its_bets_in_place_of_blinds() -> None:
    hand = read(LIMIT)
    assert (hand.blinds, hand.min_bet, hand.structure) == ((1, 3, 0), 3, FIXED_LIMIT)
    assert verdict(LIMIT).status == Status.EQUAL
    assert verdict(changed("bets $6", "bets $3", LIMIT)).status == Status.DIFFERENT, "a big bet on the turn"
    assert write_pokerstars(hand, 5, "A").splitlines()[0].replace("08:", "8:") == LIMIT.splitlines()[0]
    assert replace(written(hand, "nobody"), about={}) == replace(hand, about={}, name="hands.txt #7")

"""Hands in words."""

from __future__ import annotations

import random

import pytest

from croupier.history import read_phh, tell
from croupier.history.prose import Paragraph, short

from .hands import DEALT, four, heads_up, one, random_hand

PLAYERS = "['Ann', 'Bob', 'Cy']"


def test_a_hand_is_told_from_the_seats_to_the_result() -> None:
    history = one(
        f"{DEALT}, p3 cc, p1 cc, p2 cc, d db 2c3c7h, p1 cc, p2 cc, p3 cbr 20, p1 f, p2 cbr 990, p3 cc, "
        "p2 sm KhKd, p3 sm 7c2d, d db 8s, d db 9s",
        players=PLAYERS,
        starting_stacks="[1000, 1000, 500]",
        finishing_stacks="[990, 490, 1020]",
        hand="7",
        event="'Friday game'",
        table="'Rose'",
        day="3",
        month="5",
        year="2024",
        time="20:15:00",
    )
    assert tell(history) == (
        """\
Hand 7 (test.phh)
No-limit hold'em, blinds 5/10
Friday game, table Rose, 3 May 2024 at 20:15:00

  Ann  1,000  small blind  Ah Ad
  Bob  1,000  big blind    Kh Kd
  Cy     500  button       7c 2d

Before the flop
  Ann posts 5, Bob posts 10. Cy calls 10, Ann calls 5, Bob checks.

Flop: 2c 3c 7h   (pot 30)
  Ann and Bob check, Cy bets 20, Ann folds, Bob raises to 990 and is all-in, Cy
  calls 470 and is all-in, Bob takes back 500 that nobody called. Bob turns up
  Kh Kd, Cy turns up 7c 2d.

Turn: 2c 3c 7h 8s   (pot 1,010)
River: 2c 3c 7h 8s 9s

Showdown
  Bob shows Kh Kd: pair of kings. Cy shows 7c 2d: two pair, sevens and twos.

Cy wins 1,010.
  Ann   −10  to 990
  Bob  −500  to 500
  Cy   +510  to 1,010

The log ends differently: p2 Bob ends with 500, in the log with 490; p3 Cy ends
with 1,010, in the log with 1,020."""
    )


def test_heads_up_money_antes_and_mucked_hands() -> None:
    history = heads_up(
        "d dh p1 ????, d dh p2 AhKd, p2 cc, p1 cc, d db AcAs2d, p1 cc, p2 cc, d db 8s, p1 cc, p2 cc, "
        "d db 9s, p1 cc, p2 cbr 12.50, p1 cc, p2 sm -, p1 sm",
        antes="[0, 10]",
        currency="'USD'",
        currency_symbol="'$'",
    )
    text = tell(history)
    assert "blinds $5/$10, ante $10 of the big blind, in USD" in text
    assert "p1  $1,000  big blind\n  p2  $1,000  button, small blind  Ah Kd\n" in text
    assert "p1 antes $10, p2 posts $5, p1 posts $10. p2 calls $5, p1 checks." in text
    assert "p1 checks, p2 bets $12.50, p1 calls $12.50." in text
    assert "p2 shows Ah Kd: three of a kind, aces. p1 mucks." in text
    assert text.endswith("p2 wins $55.\n  p1  −$32.50  to $967.50\n  p2  +$32.50  to $1,032.50")


def test_a_log_that_stops_is_told_so_far() -> None:
    assert tell(one(f"{DEALT}, p3 f")).endswith(
        "Cy folds.".replace("Cy", "p3") + "\n\nHere the log ends, before the hand is over."
    )


def test_a_log_that_breaks_the_rules_is_told_so_far() -> None:
    text = tell(one(f"{DEALT}, p3 f, p1 cbr 11"))
    assert "p3 folds." in text and "Here the log breaks the rules: line 6, action 5, 'p1 cbr 11'" in text


def test_a_log_with_nonsense_is_not_told_but_explained() -> None:
    assert "This hand cannot be told: line 6, action 1, 'nonsense'" in tell(one("nonsense"))


def test_a_players_name_cannot_command_the_terminal() -> None:
    text = tell(
        one(DEALT, players='["\\u001b[31mred", "B\\nob", "Cy"]', table='"\\u001b[2J"', currency_symbol='"\\u0007"')
    )
    assert "\x1b" not in text and "\x07" not in text and "B?ob" in text


def test_every_line_fits_eighty_columns() -> None:
    rng = random.Random(3)
    for _ in range(100):
        hand = random_hand(rng)
        names = [f"Player with a name {'x' * rng.randint(1, 30)}" for _ in hand.stacks]
        assert max(map(len, tell(read_phh(hand.to_phh(players=names))[0]).splitlines())) <= 80


@pytest.mark.parametrize(
    ("clauses", "text"),
    [
        ([("a", "A", "folds", "fold")], "  A folds."),
        ([("a", "A", "folds", "fold"), ("a", "B", "folds", "fold")], "  A and B fold."),
        (
            [("a", "A", "posts 5"), ("a", "B", "posts 5"), ("b", "C", "checks", "check")],
            "  A posts 5, B posts 5. C checks.",
        ),
        ([("a", who, "folds", "fold") for who in "ABC"] + [("a", "D", "bets")], "  A, B and C fold, D bets."),
    ],
)
def test_neighbours_who_do_the_same_share_a_verb(clauses: list[tuple[str, ...]], text: str) -> None:
    paragraph = Paragraph()
    for topic, *rest in clauses:
        paragraph.say(topic, *rest)
    assert paragraph.take() == [text] and paragraph.take() == []


def test_long_names_are_cut() -> None:
    assert short("x" * 30) == "x" * 30 and short("x" * 31) == "x" * 29 + "…"


def told(actions: str, **fields: str) -> str:
    """The story of a hand of three, in one line."""
    return " ".join(tell(one(f"{DEALT}, {actions}", **fields)).split())


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"blinds_or_straddles": "[5, 10, 20]"}, "No-limit hold'em, blinds 5/10/20"),
        ({"antes": "[2, 2, 2]"}, "No-limit hold'em, blinds 5/10, ante 2"),
        ({"antes": "[0, 2, 0]"}, "No-limit hold'em, blinds 5/10, ante 2 of the big blind"),
        ({"currency": "'EUR'"}, "No-limit hold'em, blinds 5/10, in EUR"),
        ({"event": "''", "venue": "'Home'", "city": "'Rome'", "country": "'Italy'"}, "Home, Rome, Italy"),
        ({"year": "2024"}, "2024"),
        ({"month": "1", "year": "2024"}, "January 2024"),
        ({"day": "31", "month": "12"}, "31 December"),
        ({"day": "31", "month": "13", "year": "2024"}, "31 2024"),
        ({"month": "0", "year": "2024"}, "2024"),
        ({"time": "20:15:00", "time_zone": "'Europe/Rome'"}, "at 20:15:00 Europe/Rome"),
        (
            {"time": "20:15:00", "time_zone_abbreviation": "'CET'", "time_zone": "'Europe/Rome'"},
            "at 20:15:00 CET",
        ),
        ({"time_zone": "'Europe/Rome'", "table": "'Rose'"}, "table Rose"),
    ],
)
def test_stakes_place_and_time_are_told_as_far_as_they_are_known(fields: dict[str, str], line: str) -> None:
    title, *lines = tell(one(DEALT, **fields)).split("\n\n")[0].splitlines()
    assert title == "test.phh" and lines[-1] == line
    assert len(lines) == (1 if line.startswith("No-limit") else 2)


def test_posts_of_a_player_who_comes_in_are_no_blinds() -> None:
    assert "blinds 5/10\n" in tell(four("p3 f", blinds_or_straddles="[5, 10, 0, -10]"))


def test_half_a_hand_that_is_known_is_told() -> None:
    text = tell(one("d dh p1 Ah??, d dh p2 ????, p3 f"))
    assert "  p1  1,000  small blind  Ah ??\n  p2  1,000  big blind\n  p3  1,000  button\n" in text


@pytest.mark.parametrize(
    ("actions", "fields", "text"),
    [
        ("p3 f", {"antes": "[2, 2, 2]"}, "p1, p2 and p3 ante 2, p1 posts 5, p2 posts 10. p3 folds."),
        ("p1 f", {"blinds_or_straddles": "[5, 10, 20]"}, "p2 posts 10, p3 straddles for 20. p1 folds."),
        ("p3 f", {"starting_stacks": "[5, 11, 100]"}, "p1 posts 5 and is all-in, p2 posts 10. p3 folds"),
        ("p3 f", {"starting_stacks": "[6, 10, 100]"}, "p1 posts 5, p2 posts 10 and is all-in. p3 folds"),
        ("p1 f", {"starting_stacks": "[6, 20, 20]", "blinds_or_straddles": "[5, 10, 20]"}, "for 20 and is all-in"),
        ("p3 cbr 30, p1 cc, p2 cc", {}, "p3 raises to 30, p1 calls 25, p2 calls 20."),
        ("p3 cc, p1 cbr 20, p2 cc, p3 cc", {}, "p1 raises to 20, p2 and p3 call 10."),
        ("p3 cc, p1 cbr 20, p2 cc, p3 cc", {"starting_stacks": "[99, 20, 20]"}, "p2 calls 10 and is all-in, p3 calls"),
        ("p3 cbr 99", {"starting_stacks": "[100, 100, 100]"}, "p3 raises to 99."),
        ("p3 cbr 100", {"starting_stacks": "[100, 100, 100]"}, "p3 raises to 100 and is all-in."),
        ("p3 f, p1 cbr 100", {"starting_stacks": "[100, 200, 100]"}, "p1 raises to 100 and is all-in."),
        ("p3 cc, p1 cc, p2 cc, d db 2c3c4h, p1 cbr 90", {"starting_stacks": "[100, 100, 100]"}, "bets 90 and is all"),
        ("p3 cc, p1 cc, p2 cc, d db 2c3c4h, p1 cbr 89", {"starting_stacks": "[100, 100, 100]"}, "p1 bets 89."),
    ],
)
def test_posts_and_bets_are_told_with_who_is_all_in(actions: str, fields: dict[str, str], text: str) -> None:
    assert text in told(actions, **fields)


def test_several_pots_of_a_winner_are_added_up_and_players_who_end_as_they_began_are_not_listed() -> None:
    side = "p3 cbr 300, p1 cc, p2 cc, d db 2c3c4h, d db 8s, d db 9s"
    text = tell(one(f"{DEALT}, {side}", starting_stacks="[300, 200, 1000]"))
    assert text.endswith("\n\np1 wins 800.\n  p1  +500  to 800\n  p2  −200  to 0\n  p3  −300  to 700")
    both = "d dh p1 AhAd, d dh p2 AsAc, d dh p3 7c2d, p3 f, p1 cc, p2 cc, d db 2c3d4h, p1 cc, p2 cc, d db 8s, "
    text = tell(one(f"{both} p1 cc, p2 cc, d db 9s, p1 cc, p2 cc"))
    assert text.endswith("\n\np1 wins 10 and p2 wins 10.")


def test_a_street_without_betting_has_no_pot_and_no_gap() -> None:
    text = tell(one(f"{DEALT}, p3 f, p1 cbr 1000, p2 cc, d db 2c3c4h, d db 8s"))
    assert "\n\nFlop: 2c 3c 4h   (pot 2,000)\nTurn: 2c 3c 4h 8s" in text


def test_a_rake_is_told_as_one() -> None:
    text = tell(one(f"{DEALT}, p3 cbr 30, p1 f, p2 f", finishing_stacks="[995, 990, 1014]"))
    assert "\n\nExcept for a rake the log agrees: p3 collects 24 of 25: a rake of 1, 4.0% of" in text
    equal = tell(one(f"{DEALT}, p3 cbr 30, p1 f, p2 f", finishing_stacks="[995, 990, 1015]"))
    assert equal.endswith("p3  +15  to 1,015")


@pytest.mark.parametrize(
    ("amount", "text"), [("30.5", "30.50"), ("30.25", "30.25"), ("30.125", "30.125"), ("30", "30")]
)
def test_money_has_two_decimals_or_as_many_as_the_file_needs_or_none(amount: str, text: str) -> None:
    assert f"p3 raises to {text}." in told(f"p3 cbr {amount}")

"""Ranges of starting hands: how they are written, what they hold, and what equity makes of them."""

from __future__ import annotations

import sys

import pytest

from croupier import holdem
from croupier.games.holdem.ranges import BY_STRENGTH, combos_of, weights_of
from croupier.kernel.errors import BadInput


def kinds(text: str) -> set[str]:
    """The kinds of hands in a range: "TT", "AKs", "AKo"."""
    return {f"{a}{b}" if a == b else f"{a}{b}{'s' if one == two else 'o'}" for a, one, b, two in holdem.range_of(text)}


@pytest.mark.parametrize(
    ("text", "hands", "held"),
    [
        ("AhKh", 1, {"AKs"}),
        ("QQ", 6, {"QQ"}),
        ("AKs", 4, {"AKs"}),
        ("AKo", 12, {"AKo"}),
        ("AK", 16, {"AKs", "AKo"}),
        ("KA", 16, {"AKs", "AKo"}),
        ("TT+", 30, {"TT", "JJ", "QQ", "KK", "AA"}),
        ("10 10+".replace(" ", ""), 30, {"TT", "JJ", "QQ", "KK", "AA"}),
        ("AA+", 6, {"AA"}),
        ("ATs+", 16, {"ATs", "AJs", "AQs", "AKs"}),
        ("76s+", 4, {"76s"}),
        ("QT+", 32, {"QTs", "QTo", "QJs", "QJo"}),
        ("99-77", 18, {"99", "88", "77"}),
        ("77-99", 18, {"99", "88", "77"}),
        ("A5s-A3s", 12, {"A5s", "A4s", "A3s"}),
        ("A3o-A5o", 36, {"A5o", "A4o", "A3o"}),
        ("T9s-76s", 16, {"T9s", "98s", "87s", "76s"}),
        ("aks, tt+ 22", 40, {"AKs", "22", "TT", "JJ", "QQ", "KK", "AA"}),
        ("AKs, AhKh, AK", 16, {"AKs", "AKo"}),
    ],
)
def test_the_notation_of_ranges(text: str, hands: int, held: set[str]) -> None:
    assert len(holdem.range_of(text)) == len(set(holdem.range_of(text))) == hands
    assert kinds(text) == held


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is not a range"),
        (", ", "is not a range"),
        ("A", "'A' is neither cards nor a range"),
        ("AKx, TT", "'AKx, TT' is neither cards nor a range: behind two ranks comes s for suited, o for"),
        ("AhK", "the K at the end has no suit"),
        ("AhKhQ", "the Q at the end has no suit"),
        ("AhKhQh", "a hand has two cards, and 'AhKhQh' has 3"),
        ("Ah", "a hand has two cards, and 'Ah' has 1"),
        ("AhKx", "'X' is no suit"),
        ("A♥K♥", "'♥' is no suit: those are c, d, h and s"),
        ("1h2c", "'1' is no rank: those are 2 to 9, T, J, Q, K and A"),
        ("random", "'R' is no rank"),
        ("22-", r"'22-' means nothing there\. Write for instance AhKh"),
        ("AKs-QJ", "means nothing"),
        ("TTs", "neither suited nor offsuit"),
        ("AKs-QTs", "neither the same high card nor the same gap"),
        ("TT+, tip 5%", "'I' is no suit"),
        ("top 0%", "a share is above 0"),
        ("top 101%", "at most 100"),
        ("AhAh", "Ah is there twice"),
    ],
)
def test_an_invalid_range_is_refused_with_the_reason(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        holdem.range_of(text)


def test_every_kind_of_hand_has_its_place_by_strength() -> None:
    assert len(set(BY_STRENGTH)) == 169 and BY_STRENGTH[:2] == ("AA", "KK")
    assert len({combo for kind in BY_STRENGTH for combo in combos_of(kind)}) == 1326


def test_the_top_takes_the_strongest_kinds_that_come_nearest_to_the_share() -> None:
    assert kinds("top 1%") == {"AA", "KK"} and kinds("top 0.01%") == {"AA"}
    assert len(holdem.range_of("top 10%")) == 132 and len(holdem.range_of("top100%")) == 1326
    for percent in range(1, 100):
        assert len(holdem.range_of(f"top {percent}%")) / 1326 == pytest.approx(percent / 100, abs=6 / 1326)


def test_a_range_is_the_mean_of_its_hands() -> None:
    board = "2h7h9c"
    answer = holdem.equity("AhKh", "QQ, T9s", board=board)
    hands = [hand for hand in holdem.range_of("QQ, T9s") if "9c" not in hand]
    one_by_one = [holdem.equity("AhKh", hand, board=board).equity[0] for hand in hands]
    assert answer.exact and answer.boards == 990 * len(hands)
    assert answer.equity[0] == pytest.approx(sum(one_by_one) / len(hands))


def test_cards_that_others_hold_are_not_in_a_range() -> None:
    assert holdem.equity("AhAd", "AA", board="2h7h9c").equity == pytest.approx(
        holdem.equity("AhAd", "AsAc", board="2h7h9c").equity
    )


def test_two_ranges_never_share_a_card() -> None:
    board = "2h7h9cJdJs"
    exact = holdem.equity("AA, KQs", "AA, QQ", board=board)
    assert exact.exact and exact.boards == sum(
        not set((one[:2], one[2:])) & {two[:2], two[2:]}
        for one in holdem.range_of("AA, KQs")
        for two in holdem.range_of("AA, QQ")
    )


def test_sampled_ranges_agree_with_all_their_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = holdem.equity("AA, KQs", "JJ+", "AK", board="2h7h9c")
    monkeypatch.setattr(sys.modules["croupier.games.holdem.equity"], "MOST_DEALS", 0)
    sampled = holdem.equity("AA, KQs", "JJ+", "AK", board="2h7h9c", samples=200_000)
    assert exact.exact and not sampled.exact
    for share, (low, high) in zip(exact.equity, sampled.interval, strict=True):
        assert low - 0.002 < share < high + 0.002


def test_weights_are_held_in_part_and_what_is_written_last_counts() -> None:
    found = weights_of("AA, AKs:0.5, AsKs:0.25, top 1%:0, ")
    assert {found[combo] for combo in combos_of("AKs")} == {0.5, 0.25}
    assert found[combos_of("AsKs")[0]] == 0.25
    assert {found[combo] for combo in combos_of("AA")} == {0}, "aces are the top"
    assert weights_of("QQ:1") == dict.fromkeys(combos_of("QQ"), 1.0)


@pytest.mark.parametrize("text", ["AKs:1.01", "AKs:-0.1", "AKs:half", "AKs:nan", "AKs:", "AA, :0.5", ""])
def test_a_weight_is_a_number_from_0_to_1_behind_a_hand(text: str) -> None:
    with pytest.raises(BadInput):
        weights_of(text)


@pytest.mark.parametrize(
    ("hands", "says"),
    [
        (["AhAd", "AsAh"], "Ah is there twice"),
        (["AhAd", "Ah2c, Ad2c"], "No hand of the range 'Ah2c, Ad2c' is left"),
        (["AA", "AA", "AA"], "These ranges need the same cards"),
        (["JJ+"] * 9, "These ranges need the same cards"),
        (["AhKd7c", "QQ"], "'AhKd7c'"),
    ],
)
def test_ranges_that_do_not_fit_together_are_refused(hands: list[str], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        holdem.equity(*hands)

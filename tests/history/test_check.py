"""What counts as equal, and how a difference is explained."""

from __future__ import annotations

from croupier.history import Result, Status, check, check_text, chosen_replay

from .hands import DEALT, four, one, phh

FOLDED = f"{DEALT}, p3 cbr 30, p1 f, p2 f"
SHOWDOWN = "p3 f, p1 cc, p2 cc, d db 2c3c4h, p1 cc, p2 cc, d db 8s, p1 cc, p2 cc, d db 9s, p1 cc, p2 cc"
TIE = "d dh p1 AhKd, d dh p2 AdKc, d dh p3 7c2d"
ODD = (
    f"{TIE}, p3 cbr 21, p1 cc, p2 cc, d db QsJs9h, p1 cbr 50, p2 cc, p3 f, d db 4s, p1 cc, p2 cc, d db 3c, p1 cc, p2 cc"
)
"""A pot of 163 for two."""


def test_equal_stacks_are_equal() -> None:
    assert check(one(FOLDED, finishing_stacks="[995, 990, 1015]")) == Result("test.phh", Status.EQUAL, "", True, 1)


def test_without_finishing_stacks_only_the_actions_are_checked() -> None:
    result = check(one(FOLDED))
    assert result.status == Status.EQUAL and not result.compared
    assert check(one(f"{FOLDED}, p1 f")).status == Status.DIFFERENT


def test_a_difference_names_the_players_and_both_stacks() -> None:
    result = check(one(FOLDED, finishing_stacks="[990, 995, 1015]", players="['Ann', 'Bob', 'Cy']"))
    assert result.status == Status.DIFFERENT
    assert result.explanation == "p1 Ann ends with 995, in the log with 990; p2 Bob ends with 990, in the log with 995."


def test_a_log_that_splits_half_chips_is_shown_to_do_so() -> None:
    result = check(one(ODD, finishing_stacks="[1010.5, 1010.5, 979]"))
    assert result.status == Status.HALF_CHIPS
    assert (
        "p1 ends with 1,011, in the log with 1,010.5; p2 ends with 1,010, in the log with 1,010.5" in result.explanation
    )
    assert "replayed in tenths it comes out equal" in result.explanation


def test_half_chips_in_the_log_excuse_nothing_else() -> None:
    assert check(one(ODD, finishing_stacks="[1011.5, 1009.5, 979]")).status == Status.DIFFERENT
    assert check(one(FOLDED, finishing_stacks="[994.5, 990.5, 1015]")).status == Status.DIFFERENT


def test_the_odd_chip_at_another_seat_is_a_difference() -> None:
    assert check(one(ODD, finishing_stacks="[1011, 1010, 979]")).status == Status.EQUAL
    assert check(one(ODD, finishing_stacks="[1010, 1011, 979]")).status == Status.DIFFERENT


def test_decimals_are_compared_exactly() -> None:
    stacks = {"starting_stacks": "[1000, 1000, 1000.25]"}
    result = check(one(FOLDED, finishing_stacks="[995.0, 990.00, 1015.25]", **stacks))
    assert (result.status, result.scale) == (Status.EQUAL, 100)
    assert check(one(FOLDED, finishing_stacks="[994.99, 990, 1015.25]", **stacks)).status == Status.DIFFERENT


def test_an_unknown_hand_that_won_cannot_be_checked() -> None:
    unknown = "d dh p1 ????, d dh p2 KhKd, d dh p3 ????"
    result = check(one(f"{unknown}, {SHOWDOWN}", finishing_stacks="[1010, 990, 1000]"))
    assert result.status == Status.UNCHECKED and "Cannot be checked" in result.explanation
    assert check(one(f"{unknown}, {SHOWDOWN}", finishing_stacks="[990, 1010, 1000]")).status == Status.EQUAL


def test_unknown_cards_do_not_excuse_the_stack_of_a_folded_player() -> None:
    unknown = "d dh p1 ????, d dh p2 KhKd, d dh p3 ????"
    result = check(one(f"{unknown}, {SHOWDOWN}", finishing_stacks="[1000, 990, 1010]"))
    assert result.status == Status.DIFFERENT


def test_a_winner_that_the_log_mucks_is_explained() -> None:
    result = check(one(f"{DEALT}, {SHOWDOWN}, p1 sm, p2 sm KhKd", finishing_stacks="[990, 1010, 1000]"))
    assert result.explanation.endswith("The log mucks the hand of p1, which was not beaten.")


def test_a_log_that_stops_early_is_explained() -> None:
    result = check(one(f"{DEALT}, p3 cbr 30", finishing_stacks="[1000, 1000, 1000]"))
    assert result.explanation.endswith("The log stops before the hand is over.")
    assert check(one(f"{DEALT}, p3 cbr 30", finishing_stacks="[995, 990, 970]")).status == Status.EQUAL


def test_a_short_big_blind_is_explained() -> None:
    actions = f"{DEALT}, p3 cc, p1 cc, d db 2c3c4h, p1 cc, p3 cc, d db 8s, p1 cc, p3 cc, d db 9s, p1 cc, p3 cc"
    result = check(one(actions, starting_stacks="[1000, 4, 1000]", finishing_stacks="[1009, 0, 995]"))
    assert result.explanation.endswith("by our rules a call costs the full blind all the same.")


def test_a_bad_hand_does_not_stop_the_others() -> None:
    text = "\n".join(
        f"[{key}]\n{hand}\n"
        for key, hand in enumerate(
            [
                phh(FOLDED, finishing_stacks="[995, 990, 1015]"),
                phh(FOLDED, variant="'PO'"),
                phh(f"{DEALT}, p1 f"),
                phh(FOLDED, antes="[0, 0, 9]"),
                phh(FOLDED, finishing_stacks="[995, 990, 1015]"),
            ],
            1,
        )
    )
    results = list(check_text(text, "x.phhs"))
    verdicts = [Status.EQUAL, Status.SKIPPED, Status.DIFFERENT, Status.UNREADABLE, Status.EQUAL]
    assert [result.status for result in results] == verdicts
    assert results[1].explanation.startswith("x.phhs [2] is of the variant 'PO' (pot-limit Omaha)")
    assert results[2].explanation.startswith("line 24, action 4, 'p1 f': it is not p1's turn")


def test_a_file_that_is_not_toml_is_one_unreadable_hand() -> None:
    [result] = check_text("]", "x.phh")
    assert result.status == Status.UNREADABLE and result.explanation.startswith("x.phh is not TOML")


NO_SMALL_BLIND = "There was no small blind."
UNLISTED = "The small blind was posted by a player whom the file does not list."
ONE_BLIND = {"blinds_or_straddles": "[10, 0, 0, 0]"}


def test_assumptions_and_the_scale_are_told_of_every_hand() -> None:
    assert check(four("p2 f, p3 f", **ONE_BLIND)) == Result("test.phh", Status.EQUAL, assumes=NO_SMALL_BLIND)
    assert check(one(f"{DEALT}, p3 cbr 30.5")) == Result("test.phh", Status.EQUAL, scale=10)
    broken = check(four("p4 f", **ONE_BLIND))
    assert broken == Result("test.phh", Status.DIFFERENT, broken.explanation, assumes=NO_SMALL_BLIND)
    assert broken.explanation == "line 6, action 5, 'p4 f': it is not p4's turn: p2 is to act."
    raked = check(four("p2 f, p3 f, p4 cbr 30, p1 f", finishing_stacks="[990, 1000, 1000, 1014]", **ONE_BLIND))
    assert raked.explanation == f"p4 collects 24 of 25: a rake of 1, 4.0% of the pot. {UNLISTED}"


def test_a_line_that_is_no_action_is_a_difference_at_any_table() -> None:
    result = check(one("nonsense"))
    assert result == Result("test.phh", Status.DIFFERENT, result.explanation)
    assert result.explanation.startswith("line 6, action 1, 'nonsense': ")


def test_where_no_table_fits_the_log_the_first_counts_that_half_of_it_fits_else_the_likeliest() -> None:
    """p4 collects 25 with the small blind of somebody who is not listed, and 20 without one."""

    def assumed(stack: int, won: int) -> str:
        stacks = f"[990, 1000, 1000, {stack}]"
        hand = four("p2 f, p3 f, p4 cbr 30, p1 f", finishing_stacks=stacks, winnings=f"[0, 0, 0, {won}]", **ONE_BLIND)
        result = check(hand)
        assert result.status == Status.DIFFERENT and chosen_replay(hand).seating.assumes == result.assumes
        return result.assumes

    assert assumed(1500, 25) == assumed(1015, 500) == UNLISTED
    assert assumed(1500, 20) == assumed(1015, 20) == NO_SMALL_BLIND
    assert assumed(1500, 500) == NO_SMALL_BLIND


def test_a_settled_hand_is_not_played_yet() -> None:
    replay = chosen_replay(one(FOLDED, starting_stacks="[1000, 1000, 1000.5]"))
    assert (replay.moves, replay.scale) == ([], 10)


def test_other_variants_and_unreadable_hands_are_called_by_their_titles() -> None:
    text = f"""[1]\n{phh(FOLDED, variant="'PO'")}\n[2]\n{phh(FOLDED, antes="[0, 0, 9]")}"""
    other, unreadable = check_text(text, "x.phhs")
    assert (other.name, other.status, other.variant) == ("x.phhs [1]", Status.SKIPPED, "'PO' (pot-limit Omaha)")
    assert (unreadable.name, unreadable.status, unreadable.variant) == ("x.phhs [2]", Status.UNREADABLE, "")
    [whole] = check_text("]", "x.phh")
    assert whole == Result("x.phh", Status.UNREADABLE, whole.explanation)

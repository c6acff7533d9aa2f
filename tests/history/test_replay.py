"""A PHH hand as a match of ours: who sits where, what is dealt, and what the rules refuse."""

from __future__ import annotations

from dataclasses import replace

import pytest

from croupier.games.holdem import GAME, events
from croupier.history import BrokenHand, HandHistory, Replay, chosen_replay
from croupier.kernel.contract.record import replay as replay_record
from croupier.kernel.errors import BadInput

from .hands import DEALT, heads_up, one


def facts(history: HandHistory) -> list[object]:
    return list(Replay(history).run().facts)


def refused(history: HandHistory) -> str:
    with pytest.raises(BrokenHand) as caught:
        Replay(history).run()
    return str(caught.value)


def test_the_last_player_has_the_button_and_the_first_two_the_blinds() -> None:
    told = facts(one(DEALT))
    assert events.HandStarted(2, 1) in told
    assert events.BlindPosted(0, 5) in told and events.BlindPosted(1, 10) in told
    assert Replay(one(DEALT)).run().state.table.betting.actor == 2


def test_heads_up_the_list_of_blinds_is_reversed() -> None:
    told = facts(heads_up("d dh p1 AhAd, d dh p2 KhKd, p2 cbr 25, p1 f"))
    assert events.HandStarted(1, 1) in told
    assert events.BlindPosted(1, 5) in told and events.BlindPosted(0, 10) in told


def test_hole_cards_go_to_the_players_they_are_for() -> None:
    told = facts(one("d dh p2 KhKd, d dh p1 AhAd, d dh p3 7c2d"))
    assert {events.HoleDealt(0, (50, 49)), events.HoleDealt(1, (46, 45)), events.HoleDealt(2, (20, 1))} <= set(told)


def test_hole_cards_may_be_dealt_one_by_one() -> None:
    history = one("d dh p1 Ah, d dh p2 Kh, d dh p3 7c, d dh p1 Ad, d dh p2 Kd, d dh p3 2d, p3 f")
    assert Replay(history).run().hole == Replay(one(DEALT)).hole


def test_unknown_cards_stay_unknown_until_they_are_shown() -> None:
    river = "p3 f, p1 cc, p2 cc, d db 2c3c4h, p1 cc, p2 cc, d db 8s, p1 cc, p2 cc, d db 9s, p1 cc, p2 cc"
    unknown = "d dh p1 ????, d dh p2 ????, d dh p3 ????"
    shown = Replay(one(f"{unknown}, {river}, p1 sm AhAd, p2 sm")).run()
    assert shown.hole == [[50, 49], [-1, -1], [-1, -1]]
    assert shown.guessed and shown.stacks == (1010, 990, 1000)
    assert not Replay(one(f"{unknown}, {river}, p1 sm AhAd, p2 sm KhKd")).run().guessed
    assert not Replay(one(f"{unknown}, p3 f, p1 f")).run().guessed


def test_half_known_hole_cards_are_completed_by_the_showdown() -> None:
    assert Replay(one("d dh p1 Ah??, p3 f, p1 sm AdAh")).hole[0] == [50, 49]


def test_a_board_that_runs_out_may_come_in_one_line() -> None:
    all_in = f"{DEALT}, p3 f, p1 cbr 1000, p2 cc, p1 sm AhAd, p2 sm KhKd"
    by_street = Replay(one(f"{all_in}, d db 2c3c4h, d db 8s, d db 9s")).run()
    at_once = Replay(one(f"{all_in}, d db 2c3c4h8s9s")).run()
    assert by_street.over and by_street.stacks == (2000, 0, 1000)
    assert list(by_street.facts) == list(at_once.facts)


def test_antes_of_all_and_of_the_big_blind() -> None:
    assert facts(one(DEALT, antes="[2, 2, 2]"))[3:6] == [events.AntePosted(seat, 2) for seat in range(3)]
    assert facts(one(DEALT, antes="[0, 10, 0]"))[3] == events.DeadAntePosted(1, 10)
    dealt = "d dh p1 AhAd, d dh p2 KhKd"
    assert facts(heads_up(dealt, antes="[0, 10]"))[3] == events.DeadAntePosted(0, 10)


def test_straddles_follow_the_big_blind() -> None:
    told = facts(one(f"{DEALT}, p1 f", blinds_or_straddles="[5, 10, 20]"))
    assert events.StraddlePosted(2, 20) in told and events.Folded(0) in told


def test_decimals_are_replayed_in_their_smallest_part() -> None:
    replay = Replay(one(f"{DEALT}, p3 cbr 25.25, p1 f, p2 f", starting_stacks="[1000, 1000.5, 1000]")).run()
    assert replay.scale == 100
    assert replay.stacks == (99500, 99050, 101500)


def test_a_log_that_stops_leaves_the_hand_open() -> None:
    replay = Replay(one(f"{DEALT}, p3 cbr 30")).run()
    assert not replay.over and replay.stacks == (995, 990, 970)


def test_the_record_of_a_hand_replays() -> None:
    record = Replay(one(f"{DEALT}, p3 cbr 30, p1 f, p2 f")).run().record()
    *_, last = replay_record(GAME, *record)
    assert GAME.outcome(last.state) == ((-5, -10, 15),)


def test_a_refusal_names_file_line_action_and_the_rules_own_words() -> None:
    assert refused(one(f"{DEALT}, p3 cbr 15")) == (
        "test.phh, line 6, action 4, 'p3 cbr 15': seat 2: RAISE_TO 15 is below the minimum of 20. "
        "Legal: FOLD, CALL, RAISE_TO 20–1000. (seat 2 is p3)"
    )


@pytest.mark.parametrize(
    ("actions", "says"),
    [
        ("p1 f", "it is not p1's turn: p3 is to act"),
        ("p3 f, p1 f, p2 cc", "it is not p2's turn: the hand is over"),
        ("p3 f, p1 cc, p2 cc, p1 cc", "it is not p1's turn: 3 cards are to be dealt"),
        ("p3 f, d db 2c3c4c", "no card is due on the board: p1 is to act"),
        ("p3 f, p1 cc, p2 cc, d db 2c3c", "2 on the board where 3 are due"),
        ("p3 f, p1 cc, p2 cc, d db 2c3c4c5c", "no card is due on the board: p1 is to act"),
        ("p3 f, p1 cc, p2 cc, d db 2c3cAh", "Ah has been dealt already"),
        ("p3 f, d dh p1 2c2s", "hole cards"),
        ("d dh p1 2c", "that would be 3 hole cards"),
        ("p3 f, p1 f, p2 sm QhQd", "the hole cards were Kh Kd"),
        ("p3 cbr 20.5, p1 cbr 25", "10 of these chips are one chip of the file"),
        ("p3 wins", "This is not an action"),
    ],
)
def test_impossible_actions_are_refused(actions: str, says: str) -> None:
    assert says in refused(one(f"{DEALT}, {actions}"))


def test_no_card_is_dealt_twice() -> None:
    assert "Ah has been dealt to another player" in refused(one("d dh p1 AhAd, d dh p2 KhAh"))


def test_a_min_bet_other_than_the_big_blind_is_named_when_it_matters() -> None:
    text = refused(one(f"{DEALT}, p3 f, p1 cc, p2 cc, d db 2c3c4c, p1 cbr 5", min_bet="5"))
    assert "RAISE_TO 5 is below the minimum of 10" in text and "the file's min_bet is 5" in text


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"starting_stacks": "[0, 10, 10]"}, "every starting stack must be more than nothing"),
        ({"starting_stacks": "[10]", "antes": "[0]", "blinds_or_straddles": "[5]"}, "at least two players"),
        ({"starting_stacks": "[2000000000, 10, 10]"}, "A stack is a number of chips from 0 to"),
        ({"blinds_or_straddles": "[-5, 10, 0]"}, "p1 posts where the small blind should be"),
        (
            {"blinds_or_straddles": "[10, 0, 0]", "antes": "[1, 1, 1]"},
            "not known whether the player who posted it paid an ante",
        ),
        ({"blinds_or_straddles": "[0, 0, 0]"}, "Blinds of 0/0 make no sense"),
        ({"blinds_or_straddles": "[5, 10, 15]"}, "A straddle is at least twice the big blind"),
        ({"antes": "[0, 0, 5]"}, "here other players ante"),
        ({"antes": "[1, 5, 1]"}, "here other players ante"),
        ({"antes": "[0, 5, 0]", "ante_trimming_status": "true"}, "would go back to it"),
        ({"blinds_or_straddles": "[5, 10, 20]", "starting_stacks": "[100, 100, 15]"}, "less than a whole straddle"),
    ],
)
def test_a_table_that_we_cannot_set_up_is_refused_by_name(fields: dict[str, str], says: str) -> None:
    with pytest.raises(BadInput) as caught:
        Replay(one("p1 f", **fields))
    assert str(caught.value).startswith("test.phh: ") and says in str(caught.value)


def test_a_button_straddle_is_refused_by_name() -> None:
    four = {"antes": "[0, 0, 0, 0]", "starting_stacks": "[100, 100, 100, 100]", "blinds_or_straddles": "[5, 10, 0, 20]"}
    with pytest.raises(BadInput, match="p4 straddles, but Croupier's straddles follow the big blind without a gap"):
        Replay(one("p1 f", **four))


RIVER = "p3 f, p1 cc, p2 cc, d db 2c3c4h, p1 cc, p2 cc, d db 8s, p1 cc, p2 cc, d db 9s, p1 cc, p2 cc"


def test_unknown_cards_of_the_board_decide_as_well() -> None:
    assert not Replay(one(f"{DEALT}, {RIVER}")).run().guessed
    assert Replay(one(f"{DEALT}, {RIVER.replace('9s', '??')}")).run().guessed
    assert Replay(one(f"{DEALT.replace('AhAd', 'Ah??')}, {RIVER}")).run().guessed
    folded = DEALT.replace("7c2d", "????")
    assert not Replay(one(f"{folded}, {RIVER}")).run().guessed, "a hand that was folded decides nothing"
    assert not Replay(one(f"{folded.replace('AhAd', '????')}, {RIVER[:-7]}")).run().guessed, "nothing is decided yet"


def test_awards_and_mucked_hands_are_known() -> None:
    assert Replay(one(f"{DEALT}, p3 cbr 30, p1 f, p2 f")).run().awards == (0, 0, 25)
    side = "p3 cbr 300, p1 cc, p2 cc, d db 2c3c4h, d db 8s, d db 9s, p1 sm, p2 sm -"
    shown = Replay(one(f"{DEALT}, {side}", starting_stacks="[300, 200, 1000]")).run()
    assert (shown.awards, shown.stacks, shown.mucked) == ((800, 0, 0), (800, 0, 700), {0})


def test_a_scale_may_be_chosen() -> None:
    replay = Replay(one(f"{DEALT}, p3 cbr 30"), 100).run()
    assert (replay.scale, replay.stacks) == (100, (99_500, 99_000, 97_000))


def test_without_a_line_nothing_is_dealt_and_without_a_bet_the_hole_cards_are() -> None:
    assert Replay(one("# nothing")).run().moves == []
    dealt = Replay(one(DEALT)).run()
    assert len(dealt.moves) == 1 and not dealt.over and dealt.board == ()
    dealt = Replay(one("p1 sm")).run()
    assert (dealt.mucked, len(dealt.moves)) == ({0}, 1), "a line of any kind begins the hand"


@pytest.mark.parametrize(
    ("actions", "says"),
    [
        ("d dh p1 AhAd, p3 f, d dh p2 KhKd", "action 3, 'd dh p2 KhKd': hole cards are dealt before the betting."),
        ("d dh p1 AhAdAc", "action 1, 'd dh p1 AhAdAc': that would be 3 hole cards; hold'em has 2."),
        ("d dh p2 KhKd, p3 f, p1 f, p1 sm KhKs", "action 1, 'd dh p2 KhKd': house: "),
        ("p3 f, p1 sm KhKs, p2 sm KhQd", "action 3, 'p2 sm KhQd': house: "),
        (f"{DEALT}, p3 f, p1 sm AhAdAc", "action 5, 'p1 sm AhAdAc': the hole cards were Ah Ad."),
        ("d dh p1 Ah??, p3 f, p1 sm KhKd", "action 3, 'p1 sm KhKd': the hole cards were Ah ??."),
        ("p3 f, p1 sm ??????", "action 2, 'p1 sm ??????': the hole cards were ?? ??."),
        ("d db 2c3c4h", "action 1, 'd db 2c3c4h': no card is due on the board: p3 is to act."),
        (
            f"{DEALT}, p3 f, p1 f, d db 2c3c4h",
            "action 6, 'd db 2c3c4h': no card is due on the board: the hand is over.",
        ),
    ],
)
def test_a_refusal_names_the_line_that_is_wrong(actions: str, says: str) -> None:
    assert f"test.phh, line 6, {says}" in refused(one(actions))


def test_a_hand_that_was_read_from_no_file_has_no_lines() -> None:
    assert refused(replace(one("p1 f"), source="")).startswith("test.phh, action 1, 'p1 f': it is not p1's turn")


def test_cards_are_learnt_one_by_one() -> None:
    assert Replay(one("p3 f, p1 sm Ah")).hole[0] == [50, -1]
    assert Replay(one("p3 f, p1 sm Ah, p1 sm ??Ad")).hole[0] == [50, 49]
    assert Replay(one("d dh p1 ??Ad, p3 f, p1 sm Ad??")).hole[0] == [49, -1]


def test_the_rules_words_are_translated_where_the_file_has_others() -> None:
    few = one(f"{DEALT}, p3 cbr 10.5")
    assert refused(few).endswith(" (seat 2 is p3; 10 of these chips are one chip of the file)")
    fields = {"blinds_or_straddles": "[10, 0, 0]", "finishing_stacks": "[990, 1000, 1014]"}
    unlisted = chosen_replay(one(f"{DEALT}, p2 f, p3 cbr 30, p1 f", **fields))
    assert [unlisted.player_at(seat) for seat in range(4)] == [None, 0, 1, 2]
    with pytest.raises(BrokenHand, match=r"\(seat 2 is p2\)"):
        Replay(one(f"{DEALT}, p2 cbr 11", **fields), 1, unlisted.seating).run()

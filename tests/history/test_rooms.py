"""Hands as online rooms log them: with a rake, with posts, without a blind, in money of every kind."""

from __future__ import annotations

import os
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import msgspec
import pytest

from croupier.games.holdem import Hand, events
from croupier.history import (
    HandHistory,
    Rake,
    Replay,
    Status,
    check,
    check_text,
    chosen_replay,
    find,
    histories_of,
    read_phh,
    tell,
    write_phh,
)
from croupier.kernel.contract.record import MatchRecord
from croupier.kernel.errors import BadInput

from .hands import DEALT, ONLINE, PLURIBUS, four, heads_up, one, phh

FOLDED = f"{DEALT}, p3 cbr 30, p1 f, p2 f"
"""p3 collects 25: his own 10, and the blinds."""
CHECKED = "d db 2c3c4h, p1 cc, p2 cc, d db 8s, p1 cc, p2 cc, d db 9s, p1 cc, p2 cc"
BY_THREE = CHECKED.replace("p2 cc", "p2 cc, p3 cc")
TIE = f"d dh p1 AhKd, d dh p2 AdKc, d dh p3 7h6h, p3 cbr 100, p1 cc, p2 cc, {BY_THREE}"
"""All three put in 100; p1 and p2 share it."""


def assert_round_trip(history: HandHistory) -> None:
    """A hand that becomes a record, and a file again, is what it was in every field."""
    record = MatchRecord.from_json(chosen_replay(history).run().record().to_json())
    [back] = read_phh(write_phh(record), history.name)
    assert replace(back, name=history.name) == history


def test_a_rake_is_told_with_who_is_short_and_its_share() -> None:
    result = check(one(FOLDED, finishing_stacks="[995, 990, 1013.75]", players="['Ann', 'Bob', 'Cy']"))
    assert (result.status, result.rake) == (Status.RAKED, Rake(Decimal("1.25"), 25))
    assert result.explanation == "p3 Cy collects 23.75 of 25: a rake of 1.25, 5.0% of the pot."


def test_a_rake_of_a_split_pot_is_taken_from_both() -> None:
    result = check(one(TIE, finishing_stacks="[1047.5, 1047.5, 900]"))
    assert result.explanation == "p1 collects 147.5 of 150 and p2 collects 147.5 of 150: a rake of 5, 1.7% of the pot."


def test_odd_cents_of_a_raked_split_do_not_hide_the_rake() -> None:
    """Each gets half of 297.25, in whole cents."""
    result = check(one(TIE, finishing_stacks="[1048.63, 1048.62, 900]"))
    assert (result.status, result.rake) == (Status.RAKED, Rake(Decimal("2.75"), 300))


def test_half_chips_of_a_raked_split_do_not_hide_the_rake() -> None:
    """A pot of 163: by whole chips p2 would get 81, and could not be short of 81.45."""
    bets = "p3 cbr 21, p1 cc, p2 cc, d db QsJs9h, p1 cbr 50, p2 cc, p3 f, d db 4s, p1 cc, p2 cc, d db 3c, p1 cc, p2 cc"
    result = check(one(f"d dh p1 AhKd, d dh p2 AdKc, d dh p3 7c2d, {bets}", finishing_stacks="[1010.45, 1010.45, 979]"))
    assert (result.status, result.rake) == (Status.RAKED, Rake(Decimal("0.1"), 163))


@pytest.mark.parametrize(
    "stacks", ["[995, 989, 1015]", "[994, 990, 1014]", "[995, 990, 1012]", "[995, 991, 1013]", "[996, 990, 1014]"]
)
def test_only_collectors_of_a_pot_are_raked_and_at_most_a_tenth(stacks: str) -> None:
    assert check(one(FOLDED, finishing_stacks=stacks)).status == Status.DIFFERENT


def test_a_difference_that_is_no_rake_is_told_as_such() -> None:
    less = check(one(FOLDED, finishing_stacks="[995, 990, 1010]"))
    assert less.explanation.endswith("The log pays out 5 less than was put in, which is not a rake.")
    more = check(one(FOLDED, finishing_stacks="[995, 990, 1016]"))
    assert "The log pays out 1 more than its players put in: a player whom it does not list" in more.explanation


def test_winnings_are_compared_where_a_log_has_no_stacks() -> None:
    assert check(one(FOLDED, winnings="[0, 0, 25]")).compared
    assert check(one(FOLDED, winnings="[0, 0, 24]")).rake == Rake(1, 25)
    result = check(one(FOLDED, winnings="[25, 0, 0]"))
    assert result.explanation == "p1 collects 0, in the log 25; p3 collects 25, in the log 0."


def test_winnings_of_nothing_at_all_are_not_known() -> None:
    result = check(one(FOLDED, winnings="[0, 0, 0]"))
    assert (result.status, result.compared) == (Status.EQUAL, False)


def test_a_log_whose_stacks_and_winnings_disagree_contradicts_itself() -> None:
    by_winnings = check(one(FOLDED, finishing_stacks="[995, 990, 1001]", winnings="[0, 0, 24]"))
    assert by_winnings.status == Status.DIFFERENT
    assert by_winnings.explanation.endswith(
        "By its winnings it is equal but for a rake of 1: the log contradicts itself."
    )
    by_stacks = check(one(FOLDED, finishing_stacks="[995, 990, 1015]", winnings="[0, 0, 1900]"))
    assert by_stacks.explanation.endswith("By its stacks it is equal: the log contradicts itself.")


def test_unknown_cards_and_a_rake_cannot_be_checked() -> None:
    unknown = f"d dh p1 ????, d dh p2 KhKd, d dh p3 ????, p3 f, p1 cc, p2 cc, {CHECKED}"
    assert check(one(unknown, finishing_stacks="[1009, 990, 1000]")).status == Status.UNCHECKED
    assert check(one(unknown, finishing_stacks="[1005, 990, 1000]")).status == Status.DIFFERENT


def posting(post: str, actions: str, **fields: str) -> HandHistory:
    """A hand of four with blinds 5/10, in which p4 has the button and posts to come in."""
    return four(actions, blinds_or_straddles=f"[5, 10, 0, {post}]", **fields)


def test_a_post_of_a_big_blind_is_live() -> None:
    history = posting("-10", "p3 f, p4 cc, p1 f, p2 cbr 40, p4 f", finishing_stacks="[995, 1015, 1000, 990]")
    assert check(history).status == Status.EQUAL
    facts = list(Replay(history).run().facts)
    assert events.BlindPosted(3, 10) in facts and events.Checked(3) in facts


def test_a_post_of_less_is_dead() -> None:
    history = posting("-5", "p3 f, p4 cbr 30, p1 f, p2 f", finishing_stacks="[995, 990, 1000, 1015]")
    assert (check(history).status, check(history).assumes) == (Status.EQUAL, "")
    assert events.DeadBlindPosted(3, 5) in Replay(history).run().facts
    called = posting("-5", "p3 f, p4 cc, p1 f, p2 cbr 40, p4 f", finishing_stacks="[995, 1020, 1000, 985]")
    assert check(called).status == Status.EQUAL


def test_a_post_of_less_is_live_where_the_log_shows_it() -> None:
    history = posting("-5", "p3 f, p4 cc, p1 f, p2 cbr 40, p4 f", finishing_stacks="[995, 1015, 1000, 990]")
    result = check(history)
    assert (result.status, result.assumes) == (Status.EQUAL, "A post of less than the big blind was live.")


def test_a_post_of_both_blinds_is_live_and_dead() -> None:
    history = posting("-15", "p3 f, p4 f, p1 f", finishing_stacks="[995, 1020, 1000, 985]")
    assert check(history).status == Status.EQUAL
    posts = events.BlindPosted | events.DeadBlindPosted
    posted = [fact for fact in Replay(history).facts if isinstance(fact, posts) and fact.seat == 3]
    assert posted == [events.DeadBlindPosted(3, 5), events.BlindPosted(3, 10)]


def test_a_player_who_is_all_in_with_a_post_is_not_asked() -> None:
    stacks = {"starting_stacks": "[1000, 1000, 1000, 10]"}
    actions = f"p3 f, p1 cc, p2 cc, {CHECKED}"
    history = posting("-10", actions, finishing_stacks="[990, 990, 1000, 30]", **stacks)
    assert check(history).status == Status.EQUAL


def test_posts_are_told_in_the_story() -> None:
    history = posting("-15", "p3 f, p4 f, p1 f", players="['Ann', 'Bob', 'Cy', 'Dee']")
    assert "Dee posts 5 dead, Dee posts 10" in tell(history)


@pytest.mark.parametrize(("post", "to_call"), [("-10", 0), ("-15", 0), ("-5", 10)])
def test_posts_are_converted_there_and_back(post: str, to_call: int) -> None:
    assert_round_trip(posting(post, "p3 f, p4 f, p1 f"))
    hand = Hand.from_json(chosen_replay(posting(post, "p3 f")).run().record().to_json())
    assert (hand.actor, hand.to_call, hand.stacks[3]) == (3, to_call, 1000 + int(post))


def test_a_live_post_of_a_small_blind_is_converted_there_and_back() -> None:
    history = posting("-5", "p3 f, p4 cc, p1 f, p2 cbr 40, p4 f", finishing_stacks="[995, 1015, 1000, 990]")
    assert_round_trip(history)
    series, played = chosen_replay(history).run().record()
    assert played.scores == [-5, 15, 0, -10] and "blinds_or_straddles" not in series.about


@pytest.mark.parametrize("blinds", ["[5, 10, 0, -4]", "[5, 10, -10, -5]"])
def test_a_record_cannot_tell_a_post_of_part_of_a_blind_or_two_ways_to_come_in(blinds: str) -> None:
    history = four("p3 f, p4 f, p1 f", blinds_or_straddles=blinds)
    assert check(history).status == Status.EQUAL
    with pytest.raises(
        BadInput, match="p4 posts neither a big nor a small blind, or something else than other entering"
    ):
        chosen_replay(history).run().record()


NO_BIG_BLIND = {"blinds_or_straddles": "[10, 0, 0, 0]"}


def test_without_a_small_blind_p1_is_the_big_blind() -> None:
    """p2 acts first before the flop, p1 after it."""
    actions = "p2 cc, p3 f, p4 f, p1 cc, d db 2c3c4h, p1 cc, p2 cbr 10, p1 f"
    result = check(four(actions, finishing_stacks="[990, 1010, 1000, 1000]", **NO_BIG_BLIND))
    assert (result.status, result.assumes) == (Status.EQUAL, "There was no small blind.")


def test_a_small_blind_of_somebody_who_is_not_listed_is_in_the_pot() -> None:
    result = check(four("p2 f, p3 f, p4 cbr 30, p1 f", finishing_stacks="[990, 1000, 1000, 1014]", **NO_BIG_BLIND))
    assert (result.status, result.rake) == (Status.RAKED, Rake(1, 25))
    assert result.assumes == "The small blind was posted by a player whom the file does not list."


def test_a_big_blind_of_somebody_who_is_not_listed_has_to_be_called() -> None:
    fields = {"blinds_or_straddles": "[5, 0, 0, 0]", "min_bet": "5"}
    result = check(four("p2 cc, p3 f, p4 f, p1 cbr 60, p2 f", finishing_stacks="[1020, 990, 1000, 1000]", **fields))
    assert result.status == Status.EQUAL
    assert result.assumes == "The big blind was posted by a player whom the file does not list."


def test_heads_up_without_the_button_p1_acts_first_on_every_street() -> None:
    """The lists of two are read backwards: p1 is the small blind here."""
    actions = "d dh p1 AhAd, d dh p2 KhKd, p1 cc, p2 cc, d db 2c3c4h, p1 cc, p2 cbr 10, p1 f"
    result = check(heads_up(actions, blinds_or_straddles="[10, 5]", finishing_stacks="[990, 1010]"))
    assert (result.status, result.assumes) == (Status.EQUAL, "No player whom the file lists had the button.")


def test_a_post_where_a_blind_is_missing() -> None:
    """p2 posts the small blind dead; whoever has the small blind now is not listed."""
    fields = {"blinds_or_straddles": "[10, 5, 0, 0]"}
    actions = "p2 cc, p3 f, p4 f, p1 cc, d db 2c3c4h, p1 cc, p2 cbr 10, p1 f"
    assert check(four(actions, finishing_stacks="[990, 1015, 1000, 1000]", **fields)).status == Status.EQUAL


def test_a_hand_without_a_small_blind_is_converted_there_and_back() -> None:
    history = four("p2 f, p3 f, p4 f", finishing_stacks=f"{[1000] * 4}", players="['A', 'B', 'C', 'D']", **NO_BIG_BLIND)
    assert_round_trip(history)


def test_a_hand_with_somebody_not_listed_is_told_and_recorded() -> None:
    fields = {"finishing_stacks": "[990, 1000, 1000, 1014]", "players": "['A', 'B', 'C', 'D']", **NO_BIG_BLIND}
    history = four("p2 f, p3 f, p4 cbr 30, p1 f", **fields)
    replay = chosen_replay(history).run()
    assert "somebody posts 5" in tell(history) and "somebody folds" not in tell(history)
    assert replay.record().played.scores == [-5, -10, 0, 0, 15]
    assert replay.record().series.bots == ["", "A", "B", "C", "D"]
    assert_round_trip(history)


@pytest.mark.parametrize(
    ("money", "scale", "finishing"),
    [
        ({"currency": "'USD'", "currency_symbol": "'$'"}, 1, "[995, 990, 1014]"),
        ({"currency": "'EUR'", "currency_symbol": "'€'", "min_bet": "10.00", "antes": "[0.5, 0.5, 0.5]"}, 10, None),
        ({"currency": "'JPY'", "currency_symbol": "'¥'", "starting_stacks": "[1000.25, 1000, 1000]"}, 100, None),
    ],
)
def test_converting_there_and_back_loses_nothing(money: dict[str, str], scale: int, finishing: str | None) -> None:
    about = {
        "players": "['Ann', '', 'Cy']",
        "venue": "'Card Room'",
        "time": "17:20:00",
        "time_zone_abbreviation": "'ET'",
        "day": "5",
        "month": "7",
        "year": "2009",
        "seats": "[8, 9, 2]",
        "hand": "'R5-1'",
        "time_limit": "12.5",
        "winnings": "[0, 0, 23.75]",
    }
    fields = {**about, **money, **({"finishing_stacks": finishing} if finishing else {})}
    history = one(FOLDED, **fields)
    record = chosen_replay(history).run().record()
    assert record.series.bots == ["Ann", "p2", "Cy"] and record.series.about["scale"] == scale
    assert_round_trip(history)
    if history.finishing:
        assert check(history).rake == Rake(Decimal(1), 25)


def test_players_of_a_match_between_bots_keep_their_names() -> None:
    record = chosen_replay(one(FOLDED)).run().record()
    series = type(record.series)("holdem", record.series.version, record.series.config, ["a.py", "b.py"], 1, False, 1)
    played = type(record.played)(0, [1, 0, 1], record.played.moves, record.played.scores)
    [history] = histories_of(MatchRecord(series, played))
    assert history.about == {"hand": 1, "players": ["b.py", "a.py", "b.py"]}


EVERY_HAND = "CROUPIER_EVERY_HAND" in os.environ
"""Whether to convert all 3,948 real hands, which takes 20 s: by default those with special blinds, and an eighth of the
others."""
KNOWN = f"d dh p1 AhKd, d dh p2 QhQd, d dh p3 7h6h, p3 cbr 100, p1 cc, p2 cc, {BY_THREE}"
HIDDEN = KNOWN.replace("AhKd", "????").replace("QhQd", "????").replace("7h6h", "????")
ALL_IN = "d dh p1 AhKd, d dh p2 QhQd, d dh p3 7h6h, p3 f, p1 cbr 1000, p2 cc"


@pytest.mark.parametrize(
    "actions",
    [
        f"{KNOWN}, p1 sm AhKd, p2 sm QhQd, p3 sm",
        f"{KNOWN}, p2 sm QhQd, p1 sm AhKd, p3 sm 7h6h",
        f"{KNOWN}, p2 sm -, p3 sm, p1 sm",
        f"{KNOWN}, p1 sm, p2 sm, p3 sm",
        KNOWN,
        f"{HIDDEN}, p1 sm, p2 sm QhQd, p3 sm 7h6h",
        f"{HIDDEN}, p1 sm ????, p2 sm Qh??, p3 sm",
        f"{ALL_IN}, p2 sm QhQd, p1 sm AhKd, d db 2c3c4h, d db 8s, d db 9s",
        f"{ALL_IN}, p1 sm ????, p2 sm ????, d db 2c3c4h, p1 sm AhKd, d db 8s9s, p2 sm QhQd",
        f"{ALL_IN}, d db 2c3c4h8s9s",
        FOLDED.replace("cbr 30", "cbr 30.00 # a raise"),
        f"# dealt, {FOLDED}, # over",
        f"{DEALT}, p3 cbr 30",
        FOLDED.replace(DEALT, "d dh p1 Ah, d dh p1 Ad, d dh p2 ????, d dh p3 7c??"),
    ],
)
def test_everything_in_the_lines_of_a_file_comes_back(actions: str) -> None:
    """Who showed what and when, comments, amounts as they were written, cards that came to be known later."""
    assert_round_trip(one(actions))


def test_of_lines_only_those_are_kept_that_the_play_does_not_tell() -> None:
    assert "actions" not in chosen_replay(one(FOLDED)).run().record().series.about
    assert "actions" in chosen_replay(one(f"{FOLDED}, p3 sm")).run().record().series.about


@pytest.mark.parametrize(
    "fields",
    [
        {"ante_trimming_status": "true"},
        {"ante_trimming_status": "true", "antes": "[1, 1, 1]"},
        {"antes": "[1, 1, 1]"},
        {"antes": "[0, 10, 0]"},
        {"min_bet": "5"},
        {"time": "'17:20:00'"},
        {"date": "2009-07-05", "at": "2009-07-05T17:20:00Z", "clock": "17:20:00"},
        {"time_banks": "[inf, 12.5, 0.1]", "stakes": "0.12345678901234567890", "big": "12345678901234567890"},
        {"scale": "7", "deck": "'AhAd'", "listed": "[1]", "scale_": "8"},
        {"_note": "{toml = 'x', other = [1, {toml = 'y'}]}", "_more": "{toml = 'x'}"},
        {"players": "['Ann', '', 'Cy']", "seats": "[3, 1, 2]", "_four": "[1, 2, 3, 4]"},
    ],
)
def test_every_field_of_a_file_comes_back(fields: dict[str, str]) -> None:
    assert_round_trip(one(FOLDED, **fields))
    unlisted = {"blinds_or_straddles": "[10, 0, 0]", "finishing_stacks": "[990, 1000, 1014]"}
    if "antes" not in fields:
        assert_round_trip(one(f"{DEALT}, p2 f, p3 cbr 30, p1 f", **(fields | unlisted)))


def test_a_record_whose_lines_tell_of_another_hand_than_its_moves_is_refused() -> None:
    series, played = chosen_replay(one(f"{FOLDED}, p3 sm")).run().record()
    cut = msgspec.structs.replace(played, moves=played.moves[:-1], hashes=[], scores=[])
    with pytest.raises(BadInput, match="with other bets or boards than its moves"):
        histories_of(MatchRecord(series, cut))


@pytest.mark.parametrize("archive", [ONLINE, PLURIBUS], ids=["online", "pluribus"])
def test_real_hands_come_back_equal_in_every_field(archive: Path) -> None:
    if not archive.exists():
        pytest.skip("these hands are not here")
    hands = [history for source in find([archive]) for history in read_phh(source.read(), source.name)]
    special = [hand for hand in hands if hand.blinds[0] > hand.blinds[1] or min(hand.blinds) < 0]
    for history in special + hands[:: 1 if EVERY_HAND else 24]:
        assert_round_trip(history)


@pytest.mark.parametrize(
    ("about", "says"),
    [
        ({"scale": 0}, "scale is a whole number from 1, not 0"),
        ({"scale": "x"}, "not 'x'"),
        ({"scale": 1, "finishing_stacks": [1]}, "finishing_stacks has 1 numbers for 3 players"),
        ({"scale": 1, "listed": [0, 3]}, r"by seats from 0 to 2, not as \[0, 3\]"),
        ({"scale": 1, "time": {"toml": "]"}}, "']', which is not TOML"),
        ({"scale": 1, "winnings": "none"}, "winnings is a list with a number for each player"),
    ],
)
def test_a_record_that_tells_nonsense_of_its_file_is_refused(about: dict[str, object], says: str) -> None:
    record = chosen_replay(one(FOLDED)).run().record()
    series = type(record.series)("holdem", record.series.version, record.series.config, [], 0, False, 1, about=about)
    with pytest.raises(BadInput, match=says):
        histories_of(MatchRecord(series, record.played))


@pytest.mark.parametrize(
    ("variant", "called"), [("PO", "pot-limit Omaha"), ("F7S", "seven-card stud"), ("FB", "badugi"), ("N2L1D", "draw")]
)
def test_hands_of_other_games_are_skipped_by_name(variant: str, called: str) -> None:
    [result] = check_text(phh(FOLDED, variant=f"'{variant}'"), "x.phh")
    assert result.status == Status.SKIPPED and called in result.variant


@pytest.mark.skipif(not ONLINE.exists(), reason="the online hands are not here")
def test_of_two_thousand_online_hands_seventeen_are_not_equal_but_for_the_rake() -> None:
    results = [result for source in find([ONLINE]) for result in check_text(source.read(), source.name)]
    counts = {status: sum(result.status == status for result in results) for status in Status}
    assert len(results) == 1948 and all(result.compared for result in results)
    assert (counts[Status.EQUAL], counts[Status.RAKED], counts[Status.DIFFERENT]) == (1145, 786, 17)
    assert max(result.rake.share for result in results if result.rake) == pytest.approx(0.05)
    odd = [result.explanation for result in results if result.status == Status.DIFFERENT]
    assert sum("the log contradicts itself" in why for why in odd) == 11
    assert sum("more than its players put in: a player whom it does not list" in why for why in odd) == 7

"""What the protocols of hold'em and of the Battle promise, at a table: each requirement, the defaults, the timing, and
how a Battle's match goes from the queue to its only end."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.arena.room.offers import Offer, plan_of
from croupier.arena.tables.configs import game_of
from croupier.arena.tables.inputs import Attached
from croupier.kernel.errors import BadInput

from .room import Room

BLINDS = {"small_blind": 50, "big_blind": 100}
LEGAL = ("legal", "call_amount", "min_raise_to", "max_raise_to")
NAMES = ("a", "b", "c", "d", "e", "f")


def table(*stacks: int, **options: Any) -> Room:
    """A table with a stack in each seat, and somebody in each."""
    drawn = options.pop("secrets", None)
    secrets = None if drawn is None else lambda: next(drawn).to_bytes(32)
    options = {**BLINDS, "stacks": list(stacks), **options}
    room = Room(seats=len(stacks), least=len(stacks), secrets=secrets, options=options)
    for name in NAMES[: len(stacks)]:
        room.join(name)
    return room


def events(room: Room, name: str, *kinds: str) -> list[dict[str, Any]]:
    return [one for one in room.inboxes[name] if one["type"] == "event" and one["ev"] in kinds]


def asked(room: Room) -> str:
    """Who was asked last."""
    waiting = [chair.id for chair in room.table.chairs if room.session.clocks.of(chair.seat)]
    assert len(waiting) == 1
    return waiting[0]


def stacks_of(frame: dict[str, Any]) -> dict[int, int]:
    return {one["seat"]: one["stack"] for one in frame["stacks"]}


def played_out(room: Room) -> list[tuple[int, int]]:
    """Check and call to the end of a hand; who won how much, where no chips were returned."""
    hand, seen = room.table.hand_id, len(room.inboxes["a"])
    while room.table.hand_id == hand:
        name = asked(room)
        room.act(name, "CALL" if "CALL" in room.last(name, "act")["legal"] else "CHECK")
    told = room.inboxes["a"][seen:]
    return [(one["seat"], one["amount"]) for one in told if one.get("ev") == "POT_AWARD"]


# The lines of the summary


def test_button_and_blind_setup_and_the_legal_action_payload() -> None:
    room = table(*[10_000] * 4)
    start = room.last("d", "start_hand")
    assert (start["button"], stacks_of(start)) == (0, dict.fromkeys(range(4), 10_000))
    posted = events(room, "a", "POST_BLINDS")[0]
    assert [posted[name] for name in ("sb_seat", "bb_seat", "sb", "bb")] == [1, 2, 50, 100]
    act = room.last("d", "act")
    assert (act["seat"], act["phase"], act["community"], act["hand_id"]) == (3, "PRE_FLOP", [], start["hand_id"])
    assert [act.get(name) for name in LEGAL] == [["FOLD", "CALL", "RAISE_TO"], 100, 200, 10_000]
    assert act["you"] == {"hole": start["hole"], "stack": 10_000, "to_call": 100, "time_ms": 15_000}
    assert act["table"] == {"sb": 50, "bb": 100, "seats": 4, "button": 0}
    assert [(one["seat"], one["stack"], one["committed"], one["has_folded"]) for one in act["players"]] == [
        (0, 10_000, 0, False),
        (1, 9_950, 50, False),
        (2, 9_900, 100, False),
        (3, 10_000, 0, False),
    ]
    assert not any(one["type"] == "act" for name in "abc" for one in room.inboxes[name]), "an act is private"


def test_raise_updates_the_pot_and_pending_callers() -> None:
    room = table(*[10_000] * 4)
    room.act("d", "RAISE_TO", amount=300)
    assert events(room, "a", "BET")[-1]["amount"] == 300
    asked_in_turn = []
    for answer in ("CALL", "FOLD", "CALL"):
        asked_in_turn.append(asked(room))
        act = room.last(asked(room), "act")
        room.act(asked(room), answer)
    assert asked_in_turn == ["a", "b", "c"], "everybody has to answer a raise, the big blind last"
    assert (act["pot"], act["call_amount"], act["min_raise_to"]) == (300 + 300 + 50 + 100, 200, 500)
    act = room.last(asked(room), "act")
    assert (asked(room), act["phase"], act["pot"], act["you"]["to_call"]) == ("c", "FLOP", 950, 0)
    assert events(room, "a", "CALL")[-1]["amount"] == 200, "the chips added"


def test_fold_to_win_awards_the_pot_at_once_without_extra_prompts() -> None:
    room = table(*[10_000] * 3)
    room.act("a", "FOLD")
    before = room.types("c").count("act")
    room.act("b", "FOLD")
    assert [(one["ev"], one.get("seat"), one.get("amount")) for one in events(room, "a", "POT_AWARD", "SHOWDOWN")] == [
        ("POT_AWARD", 2, 100)
    ], "what nobody called is returned, and no part of it"
    hand = room.last("c", "end_hand")["hand_id"]
    assert not any(one["type"] == "act" and one["hand_id"] == hand for one in room.inboxes["c"]) and before == 0
    assert not events(room, "c", "FLOP")


def test_all_in_side_pots_distribute_chips_correctly() -> None:
    """300 of each are the main pot, 700 of two are beside it: the short seat can win no more than the first."""
    main = set[int]()
    for secret in range(20):
        room = table(300, 1_000, 2_000, secrets=iter(range(100 * secret, 100 * secret + 100)))
        while room.types("a").count("end_hand") == 0:
            name = asked(room)
            act = room.last(name, "act")
            room.act(name, "RAISE_TO", amount=act["max_raise_to"]) if "max_raise_to" in act else room.act(name, "CALL")
        won = [0, 0, 0]
        for one in events(room, "a", "POT_AWARD"):
            won[one["seat"]] += one["amount"]
        assert sum(won) == 3 * 300 + 2 * 700 and not events(room, "a", "BET_RETURNED")
        assert won[1] + won[2] >= 2 * 700 and won[0] in (0, 300, 450, 900)
        assert stacks_of(room.last("a", "end_hand")) == {0: won[0], 1: won[1], 2: won[2] + 1_000}
        main.add(won[0])
    assert {0, 900} <= main, "it was won, and it was lost"


def test_multiway_splits_distribute_chips_correctly() -> None:
    """Hands are dealt until one is shared: an odd chip goes to the first winner left of the button."""
    room = table(*[10_000] * 3, ante=1)
    for _ in range(400):
        button = room.last("a", "start_hand")["button"]
        awards = played_out(room)
        if len(awards) == 2:
            shares = sorted(awards, key=lambda award: (award[0] - button - 1) % 3)
            assert [amount for _, amount in shares] == [152, 151], "of 303"
            return
    raise AssertionError("no hand was shared")


def test_min_raise_is_capped_when_the_stack_equals_the_required_amount() -> None:
    room = table(200, 10_000, 10_000)
    act = room.last("a", "act")
    assert [act.get(name) for name in LEGAL] == [["FOLD", "CALL", "RAISE_TO"], 100, 200, 200]
    room.act("a", "RAISE_TO", amount=199)
    assert room.inboxes["a"][-1]["code"] == "INVALID_ACTION"
    room.act("a", "RAISE_TO", amount=200)
    assert room.last("b", "act")["call_amount"] == 150
    short = table(150, 10_000, 10_000).last("a", "act")
    assert (short["min_raise_to"], short["max_raise_to"]) == (150, 150), "below the minimum, both are the all-in"


def test_zero_to_call_allows_check_with_call_amount_omitted() -> None:
    room = table(10_000, 10_000)
    room.act("a", "CALL")
    act = room.last("b", "act")
    assert act["legal"] == ["CHECK", "RAISE_TO"] and "call_amount" not in act and act["you"]["to_call"] == 0
    room.act("b", "CHECK")
    assert room.last("b", "act")["phase"] == "FLOP"


def test_post_flop_fold_cascade_ends_the_hand_without_dealing_new_streets() -> None:
    room = table(*[10_000] * 4)
    for name, answer in (("d", "CALL"), ("a", "CALL"), ("b", "CALL"), ("c", "CHECK")):
        room.act(name, answer)
    assert len(events(room, "a", "FLOP")[0]["cards"]) == 3
    room.act("b", "RAISE_TO", amount=200)
    for name in ("c", "d", "a"):
        room.act(name, "FOLD")
    assert not events(room, "a", "TURN", "RIVER", "SHOWDOWN", "TABLED")
    assert [(one["seat"], one["amount"]) for one in events(room, "a", "POT_AWARD")] == [(1, 400)]
    assert stacks_of(room.last("a", "end_hand")) == {0: 9_900, 1: 10_300, 2: 9_900, 3: 9_900}


def test_match_end_is_detected_when_the_opponent_busts() -> None:
    room = table(500, 500)
    while not room.finished:
        name = asked(room)
        act = room.last(name, "act")
        room.act(name, "RAISE_TO", amount=act["max_raise_to"]) if "max_raise_to" in act else room.act(name, "CALL")
    end, out = room.last("a", "match_end"), events(room, "a", "ELIMINATED")
    winner = end["winner"]
    assert [one["seat"] for one in out] == [1 - winner["seat"]] and winner["team"] == NAMES[winner["seat"]]
    assert {one["seat"]: (one["team"], one["stack"]) for one in end["final_stacks"]} == {
        seat: (NAMES[seat], 1_000 if seat == winner["seat"] else 0) for seat in (0, 1)
    }
    assert room.types("b").count("match_end") == 1 and room.types("b")[-1] != "start_hand"


def test_snapshot_contains_legal_details_when_the_actor_reconnects() -> None:
    room = table(*[10_000] * 3)
    act = room.last("a", "act")
    room.wait(4_000)
    room.drop("a")
    assert room.last("b", "lobby")["players"][0]["connected"] is False
    room.wait(6_000)
    room.put(Attached("back", 0))
    snapshot = room.last("back", "snapshot")
    assert [snapshot.get(name) for name in LEGAL] == [act.get(name) for name in LEGAL]
    assert snapshot["you"] == {"seat": 0, "hole": act["you"]["hole"], "stack": 10_000, "to_call": 100}
    assert (snapshot["next_actor"], snapshot["time_ms_remaining"], snapshot["phase"]) == (0, 5_000, "PRE_FLOP")
    assert (snapshot["at_hand_id"], snapshot["players"]) == (act["hand_id"], act["players"])
    room.put(Attached("other", 1))
    other = room.last("other", "snapshot")
    assert (other["next_actor"], other["time_ms_remaining"]) == (0, 5_000), "also for who waits for the other"
    assert not any(name in other for name in LEGAL)
    room.wait(5_000)
    assert events(room, "other", "CALL"), "the clock has run on while nobody was there"


@pytest.mark.parametrize(
    ("timeout", "facing", "plays"),
    [
        ("check_call_fold", False, "CHECK"),
        ("check_call_fold", True, "CALL"),
        ("check_fold", False, "CHECK"),
        ("check_fold", True, "FOLD"),
    ],
)
def test_timeout_preference_order(timeout: str, facing: bool, plays: str) -> None:
    room = table(10_000, 10_000, timeout=timeout)
    room.act("a", "RAISE_TO", amount=300) if facing else room.act("a", "CALL")
    told = len(room.inboxes["a"])
    room.wait(14_999)
    assert len(room.inboxes["a"]) == told
    room.wait(1)
    played = [one["ev"] for one in room.inboxes["a"][told:] if one.get("ev") in ("CHECK", "CALL", "FOLD")]
    assert played[0] == plays


@pytest.mark.parametrize("kind", ["table", "practice", "house"])
def test_where_people_play_the_clock_checks_or_folds_and_where_bots_do_it_calls(kind: Any) -> None:
    def timeout(game: str, **options: Any) -> Any:
        offer = Offer(id="x", game=game, kind=kind, options=options)
        return plan_of(offer, "T", game_of(offer)).options.get("timeout")

    assert timeout("holdem") == ("check_fold" if kind == "house" else None)
    assert timeout("holdem", timeout="check_call_fold") == "check_call_fold", "any table may choose"
    assert timeout("deal") is None


def test_multi_hand_rotation_carries_the_button_and_stacks() -> None:
    room = table(*[10_000] * 3)
    stacks, buttons = [10_000] * 3, []
    for _ in range(7):
        start = room.last("a", "start_hand")
        button = start["button"]
        buttons.append(button)
        assert stacks_of(start) == dict(enumerate(stacks))
        posted = events(room, "a", "POST_BLINDS")[-1]
        assert (posted["sb_seat"], posted["bb_seat"]) == ((button + 1) % 3, (button + 2) % 3)
        room.act(NAMES[button], "FOLD")
        room.act(NAMES[posted["sb_seat"]], "FOLD")
        stacks[posted["sb_seat"]] -= 50
        stacks[posted["bb_seat"]] += 50
        assert stacks_of(room.last("a", "end_hand")) == dict(enumerate(stacks))
    assert buttons == [0, 1, 2, 0, 1, 2, 0]


# What else it says


def test_defaults_are_those_of_the_specification() -> None:
    offer = Offer(id="T-1", game="holdem")
    plan = plan_of(offer, "T-1", game_of(offer))
    assert (plan.seats, plan.move_time_ms, plan.bank_ms) == (6, 15_000, 0)
    room = Room(seats=plan.seats, options=plan.options)
    room.join("a")
    assert room.last("a", "welcome")["config"] == {
        "variant": "HUNL",
        "seats": 6,
        "starting_stack": 10_000,
        "sb": 50,
        "bb": 100,
        "move_time_ms": 15_000,
    }
    room.join("b")
    assert stacks_of(room.last("a", "start_hand")) == {0: 10_000, 1: 10_000}


@pytest.mark.parametrize(("seats", "can_be"), [(1, False), (2, True), (10, True), (11, False)])
def test_a_table_has_two_to_ten_seats(seats: int, can_be: bool) -> None:
    offer = Offer(id="T-1", game="holdem", seats=seats)
    if can_be:
        assert plan_of(offer, "T-1", game_of(offer)).seats == seats
    else:
        with pytest.raises(BadInput):
            plan_of(offer, "T-1", game_of(offer))


def test_a_time_stamp_is_optional_and_means_nothing() -> None:
    room = table(10_000, 10_000)
    hand = room.last("a", "act")["hand_id"]
    room.send("a", type="action", ts="2025-10-13T18:22:31Z", hand_id=hand, action="CALL")
    assert events(room, "b", "CALL")


def test_a_raise_without_an_amount_is_no_message() -> None:
    room = table(10_000, 10_000)
    with pytest.raises(BadInput, match="RAISE_TO needs an `amount`"):
        room.act("a", "RAISE_TO")
    assert asked(room) == "a"


def test_a_seat_that_is_disconnected_keeps_its_stack_and_its_owner() -> None:
    room = table(10_000, 10_000)
    room.drop("b")
    room.act("a", "FOLD")
    assert stacks_of(room.last("a", "start_hand")) == {0: 9_950, 1: 10_050}
    assert [(one["team"], one["connected"]) for one in room.last("a", "lobby")["players"]] == [
        ("a", True),
        ("b", False),
    ]


def test_the_clock_starts_when_the_question_is_out_and_not_before() -> None:
    room = table(10_000, 10_000)
    question = room.session.clocks.of(0)
    assert question is not None and question.started == 0
    room.act("a", "CALL")
    room._later.clear()
    room.wait(3_000)
    room.act("b", "CHECK")
    assert room.timers["clock"] == room.now + 15_000


# The Battle


def battle(**options: Any) -> Room:
    room = Room("battle", seats=2, grace_ms=0, options={"reveal_when_confirmed": False, **options})
    room.join("a")
    room.join("b")
    return room


def lay(room: Room, name: str, *cards: str | None, type_: str = "layout_confirm") -> None:
    room.send(name, type=type_, layout=list(cards))


def test_a_match_goes_through_its_frames_in_order() -> None:
    room = battle()
    for _ in range(3):
        lay(room, "a", "attack", None, None, type_="layout_draft")
        lay(room, "a", "attack", None, None)
        lay(room, "b", "heal", None, None)
        room.wait(20_000)
    course = [kind for kind in room.types("a") if kind not in ("welcome", "lobby")]
    a_round = ["prep_start", "step_reveal", "step_reveal", "step_reveal", "round_end"]
    assert course == ["match_found", *a_round * 3, "match_end"]
    assert [one["stepIndex"] for one in room.inboxes["a"] if one["type"] == "step_reveal"] == [0, 1, 2] * 3
    end = room.last("b", "match_end")
    assert (end["winner"], end["reason"]) == ("OPPONENT", "normal")
    assert "GRASS" not in str(room.inboxes) and "grass" not in str(room.inboxes)


def test_a_player_absent_twice_running_loses_and_not_before() -> None:
    room = battle()
    for number in (1, 2):
        assert not room.finished, "never after one round"
        lay(room, "a", None, None, None, type_="layout_draft")
        room.wait(20_000)
        if number == 1:
            assert room.last("b", "prep_start")["roundIndex"] == 2
    end = room.last("a", "match_end")
    assert (end["winner"], end["reason"], room.finished[0].scores) == ("YOU", "timeout", (1, -1))
    assert room.types("a").count("match_end") == 1


def test_one_round_of_presence_begins_the_count_of_absence_anew() -> None:
    room = battle()
    for absent in (True, False, True):
        lay(room, "a", "heal", None, None)
        if not absent:
            lay(room, "b", "heal", None, None)
        room.wait(20_000)
    assert not room.finished
    lay(room, "a", "heal", None, None)
    room.wait(20_000)
    assert room.last("a", "match_end")["winner"] == "YOU"


def test_sudden_death_goes_on_until_hps_differ() -> None:
    room = battle()
    for _ in range(3):
        for name in "ab":
            lay(room, name, "heal", None, None)
        room.wait(20_000)
    assert room.last("a", "round_end")["suddenDeath"] and room.last("b", "prep_start")["suddenDeath"]
    lay(room, "a", "attack", None, None)
    lay(room, "b", None, None, None)
    room.wait(20_000)
    assert room.last("b", "match_end")["winner"] == "OPPONENT"


def test_a_card_that_is_none_is_taken_for_an_empty_slot_and_logged() -> None:
    room = battle()
    lay(room, "a", "sword", "heal", "heal", type_="layout_draft")
    assert not any(one["type"] == "error_msg" for one in room.inboxes["a"])
    noted = [line for line in room.log if getattr(line, "code", "") == "CLEANED"]
    assert [line.msg.count("[INVALID_CARD_FROM_CLIENT]") for line in noted] == [2]  # type: ignore[union-attr]
    room.wait(20_000)
    shown = [one["yourCard"] for one in room.inboxes["a"] if one["type"] == "step_reveal"]
    assert shown == [None, "heal", None]

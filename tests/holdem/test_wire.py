"""Hold'em in messages: every field that a bot arena promises, over several hands, and nothing that is not for all."""

from __future__ import annotations

from typing import Any

from croupier import holdem
from croupier.games.holdem.wire.messages import (
    Act,
    EndHand,
    Event,
    Lobby,
    MatchEnd,
    Snapshot,
    StartHand,
    Welcome,
)
from croupier.kernel.contract.game import Move
from croupier.kernel.showing.wire.messages import Error
from croupier.kernel.vocabulary.turns import HOUSE
from tests.wire.produced import produces, sent
from tests.wire.table import ROOT, SECRET, TEAMS, WireTable

GAME = holdem.GAME
THREE = "As 2c Ah Ad 2d Kh"
"""What seats 1, 2 and 0 get: As Ad, 2c 2d and Ah Kh."""


def three(**options: Any) -> WireTable:
    """Three seats after the deal: seat 0 on the button, to act."""
    return WireTable(GAME, holdem.configure(**{"seats": 3, **options}), THREE + " Qh Jh Th 9h 8h")


def fold_round(table: WireTable) -> None:
    """Everybody folds but one."""
    hand = table.state.table.hands
    while table.state.table.hands == hand:
        table.do(GAME.pending(table.state)[0].seat, "FOLD")


def check_down(table: WireTable) -> None:
    """Everybody calls or checks to the end of the hand."""
    hand = table.state.table.hands
    while table.state.table.hands == hand:
        decision = GAME.pending(table.state)[0]
        table.do(decision.seat, "CALL" if decision.named("CALL") else "CHECK")


@produces(Welcome, "type", "v", "table_id", "seat", "config", "game", "token", "god_view", "event", "hints", "rabbit")
def test_a_welcome_tells_how_the_table_plays() -> None:
    table = three()
    assert sent(table.dialect.welcome(table.context(), table.view(None), 2, "secret")) == {
        "type": "welcome",
        "v": 1,
        "table_id": "T-1",
        "seat": 2,
        "config": {
            "variant": "HUNL",
            "seats": 3,
            "starting_stack": 10_000,
            "sb": 50,
            "bb": 100,
            "move_time_ms": 15_000,
        },
        "game": "holdem",
        "token": "secret",
        "god_view": 0,
    }
    context = table.context(starting_stack=7_000, event="league", hints=True, rabbit=True)
    watching = sent(table.dialect.welcome(context, table.view(None), None))
    assert (watching["seat"], watching["config"]["starting_stack"], watching["event"]) == (None, 7_000, "league")
    assert "token" not in watching and watching["hints"] is watching["rabbit"] is True


@produces(Lobby, "type", "v", "players", "table_id", "next_commitment")
def test_a_lobby_tells_who_is_there_with_how_much() -> None:
    table = three()
    assert sent(table.dialect.lobby(table.context(), table.view(None))) == {
        "type": "lobby",
        "v": 1,
        "players": [
            {"seat": 0, "team": "Alpha", "connected": True, "stack": 10_000, "id": "id-0"},
            {"seat": 1, "team": "Beta", "connected": False, "stack": 9_950, "id": "id-1"},
            {"seat": 2, "team": "Gamma", "connected": True, "stack": 9_900, "id": "id-2"},
        ],
        "table_id": "T-1",
        "next_commitment": SECRET,
    }
    before = sent(table.dialect.lobby(table.context(starting_stack=500, next_commitment="")))
    assert [one["stack"] for one in before["players"]] == [500] * 3
    assert "next_commitment" not in before


@produces(
    StartHand, "type", "v", "hand_id", "seed", "button", "stacks", "players", "seat", "hole", "commitment",
    "match_id",
)  # fmt: skip
def test_a_hand_starts_for_a_seat_with_its_own_cards() -> None:
    table = three()
    assert table.one(0, "start_hand") == {
        "type": "start_hand",
        "v": 1,
        "hand_id": "H-1",
        "seed": int(ROOT[:16], 16) >> 11,
        "button": 0,
        "stacks": [{"seat": seat, "stack": 10_000} for seat in range(3)],
        "players": [{"seat": seat, "id": f"id-{seat}", "team": team} for seat, team in enumerate(TEAMS[:3])],
        "seat": 0,
        "hole": ["Ah", "Kh"],
        "commitment": ROOT,
        "match_id": "M-7",
    }
    assert table.one(1, "start_hand")["hole"] == ["As", "Ad"]
    assert not {"hole", "seat"} & set(table.one(None, "start_hand"))
    assert table.one(0, "start_hand")["seed"] < 2**53
    assert [one["type"] for one in table.to(0)] == ["start_hand", "event"], "nothing is said before it"


@produces(Event, "type", "v", "ev", "sb_seat", "bb_seat", "sb", "bb")
def test_blinds_are_posted_in_every_hand() -> None:
    table = three()
    posted = {"type": "event", "v": 1, "ev": "POST_BLINDS", "sb_seat": 1, "bb_seat": 2, "sb": 50, "bb": 100}
    assert all(table.one(who, "event") == posted for who in (0, 1, 2, None))
    fold_round(table)
    table.next_hand()
    assert table.one(0, "event") == posted | {"sb_seat": 2, "bb_seat": 0}


def test_a_short_stack_posts_what_it_has() -> None:
    table = WireTable(GAME, holdem.configure(stacks=[10_000, 10_000, 70]))
    assert [table.one(0, "event")[name] for name in ("sb", "bb")] == [50, 70]


def test_a_dead_small_blind_is_told_with_its_empty_seat() -> None:
    """Seat 2 busts as the big blind; with the dead button the next small blind falls on its empty seat."""
    options = {"stacks": [10_000, 10_000, 100, 10_000], "button_rule": "dead"}
    table = WireTable(GAME, holdem.configure(**options), "As 2c Qs Kd Ah 7d Qh Kc 3s 4h 9d Jc Jd")
    check_down(table)
    assert table.one(None, "event", "ELIMINATED")["seat"] == 2
    table.next_hand()
    posted = {"ev": "POST_BLINDS", "sb_seat": 2, "bb_seat": 3, "sb": 0, "bb": 100}
    assert table.one(0, "event") == {"type": "event", "v": 1, **posted}


def test_antes_straddles_and_what_is_owed_are_told_in_order() -> None:
    table = WireTable(GAME, holdem.configure(4, 10_000, ante=10, straddles=[200]))
    told = [(one["ev"], one.get("seat"), one.get("amount")) for one in table.to(None, "event")]
    antes = [("POST_ANTE", seat, 10) for seat in (1, 2, 3, 0)]
    assert told == [*antes, ("POST_BLINDS", None, None), ("POST_STRADDLE", 3, 200)]
    assert [one["stack"] for one in table.one(0, "start_hand")["stacks"]] == [10_000] * 4, "stacks before all that"


def test_missed_blinds_are_told_besides() -> None:
    """Seat 3 sits out while the blinds pass it, and posts both when it is back."""
    table = WireTable(GAME, holdem.configure(4, 10_000, seating="open", bank=0))
    table.do(3, "AWAY")
    assert table.one(None, "event", "AWAY")["seat"] == 3
    for _ in range(3):
        fold_round(table)
        if table.state.table.hands == 3:
            table.do(3, "BACK")
            assert [one["ev"] for one in table.to(None)] == ["BACK"], "between two hands it is told at once"
        table.next_hand()
    told = [(one["ev"], one.get("seat"), one.get("amount")) for one in table.to(None, "event")]
    assert told == [("POST_BLINDS", None, None), ("POST_DEAD_BLIND", 3, 50), ("POST_BLIND", 3, 100)]
    assert table.one(3, "start_hand")["stacks"][3] == {"seat": 3, "stack": 10_000}, "dead money included"


def test_a_seat_that_is_not_dealt_in_gets_no_cards() -> None:
    table = WireTable(GAME, holdem.configure(stacks=[1_000, 1_000, 0]))
    assert "hole" not in table.one(2, "start_hand") and table.one(2, "start_hand") == table.one(None, "start_hand")


def test_a_hand_that_ends_before_the_deal_is_begun_and_ended() -> None:
    table = WireTable(GAME, holdem.configure(3, 1_000, seating="open", bank=0), THREE)
    fold_round(table)
    table.log.clear()
    state, announcer = table.state, table.announcer
    for seat, name in ((HOUSE, "NEXT_HAND"), (2, "LEAVE"), (0, "LEAVE")):
        events = GAME.advance(state, seat, Move(GAME.kind(name)))
        say = announcer.begin if seat == HOUSE else announcer.go_on
        table._put(say(table.context(), state, events))
    told = [one.get("ev", one["type"]) for one in table.to(1)]
    assert told == ["start_hand", "POST_BLINDS", "LEAVE", "FOLD", "LEAVE", "FOLD", "POT_AWARD", "end_hand"]
    assert "hole" not in table.one(1, "start_hand")


def test_hole_cards_that_come_after_the_start_are_an_event() -> None:
    table = WireTable(GAME, holdem.configure(4, 1_000, seating="open", bank=0), THREE)
    fold_round(table)
    events = GAME.advance(table.state, HOUSE, Move(GAME.kind("NEXT_HAND")))
    table._put(table.announcer.begin(table.context(), table.state, events))
    table.do(0, "LEAVE")
    assert len(table.one(1, "event", "HOLE")["cards"]) == 2 and table.one(1, "event", "HOLE")["seat"] == 1
    assert table.to(None, "event", "HOLE") == []


@produces(
    Act, "type", "v", "hand_id", "act_id", "seat", "phase", "you", "table", "players", "community", "pot", "legal",
    "call_amount", "min_raise_to", "max_raise_to",
)  # fmt: skip
def test_an_act_has_what_the_seat_needs() -> None:
    assert three().act(0, asked_before=6, time_ms=1_000) == {
        "type": "act",
        "v": 1,
        "hand_id": "H-1",
        "act_id": 7,
        "seat": 0,
        "phase": "PRE_FLOP",
        "you": {"hole": ["Ah", "Kh"], "stack": 10_000, "to_call": 100, "time_ms": 1_000},
        "table": {"sb": 50, "bb": 100, "seats": 3, "button": 0},
        "players": [
            {"seat": 0, "stack": 10_000, "has_folded": False, "committed": 0, "id": "id-0", "team": "Alpha"},
            {"seat": 1, "stack": 9_950, "has_folded": False, "committed": 50, "id": "id-1", "team": "Beta"},
            {"seat": 2, "stack": 9_900, "has_folded": False, "committed": 100, "id": "id-2", "team": "Gamma"},
        ],
        "community": [],
        "pot": 150,
        "legal": ["FOLD", "CALL", "RAISE_TO"],
        "call_amount": 100,
        "min_raise_to": 200,
        "max_raise_to": 10_000,
    }


def test_amounts_that_mean_nothing_are_left_out() -> None:
    table = three()
    table.do(0, "RAISE_TO", 10_000)
    table.do(1, "CALL")
    facing = table.act(2)
    assert (facing["legal"], facing["call_amount"]) == (["FOLD", "CALL"], 9_900)
    assert not {"min_raise_to", "max_raise_to"} & set(facing)
    limped = three()
    limped.do(0, "CALL")
    limped.do(1, "CALL")
    assert "call_amount" not in limped.act(2)


@produces(Act, "asides")
def test_asides_are_never_legal_and_stand_apart() -> None:
    table = WireTable(GAME, holdem.configure(3, seating="open", bank=5_000))
    table.do(0, "CALL")
    table.do(1, "CALL")
    free = table.act(2)
    assert free["legal"] == ["CHECK", "RAISE_TO"], "a free fold is accepted, and not suggested"
    assert [one["action"] for one in free["asides"]] == ["LEAVE", "AWAY"]
    assert "asides" not in three().act(0)


@produces(Act, "history")
def test_an_act_has_what_happened_in_its_hand_where_somebody_keeps_it() -> None:
    told = [{"type": "event", "ev": "POST_BLINDS"}]
    assert three().act(0, history=told)["history"] == told
    assert "history" not in three().act(0)


@produces(Event, "seat", "amount", "card", "cards", "hand", "board", "rank")
def test_a_hand_is_told_by_the_promised_names() -> None:
    table = three()
    table.do(0, "RAISE_TO", 300)
    assert table.one(None, "event") == {"type": "event", "v": 1, "ev": "BET", "seat": 0, "amount": 300}
    table.do(1, "CALL")
    assert table.one(None, "event") == {"type": "event", "v": 1, "ev": "CALL", "seat": 1, "amount": 250}
    table.do(2, "FOLD")
    assert table.to(None) == [
        {"type": "event", "v": 1, "ev": "FOLD", "seat": 2},
        {"type": "event", "v": 1, "ev": "FLOP", "cards": ["Qh", "Jh", "Th"]},
    ]
    table.do(1, "CHECK")
    assert table.one(None, "event") == {"type": "event", "v": 1, "ev": "CHECK", "seat": 1}
    table.time_out()
    assert table.to(None) == [
        {"type": "event", "v": 1, "ev": "TIMEOUT", "seat": 0},
        {"type": "event", "v": 1, "ev": "CHECK", "seat": 0},
        {"type": "event", "v": 1, "ev": "TURN", "card": "9h"},
    ]
    table.do(1, "RAISE_TO", 9_700)
    assert table.act(0)["phase"] == "TURN" and table.act(0)["you"]["to_call"] == 9_700
    table.do(0, "CALL")
    board = ["Qh", "Jh", "Th", "9h", "8h"]
    assert table.to(None, "event")[1:] == [
        {"type": "event", "v": 1, "ev": "TABLED", "seat": 1, "hand": ["As", "Ad"]},
        {"type": "event", "v": 1, "ev": "TABLED", "seat": 0, "hand": ["Ah", "Kh"]},
        {"type": "event", "v": 1, "ev": "RIVER", "card": "8h"},
        {"type": "event", "v": 1, "ev": "SHOWDOWN", "seat": 1, "hand": ["As", "Ad"], "board": board,
         "rank": "straight flush, queen high"},
        {"type": "event", "v": 1, "ev": "SHOWDOWN", "seat": 0, "hand": ["Ah", "Kh"], "board": board,
         "rank": "royal flush"},
        {"type": "event", "v": 1, "ev": "POT_AWARD", "seat": 0, "amount": 20_100},
        {"type": "event", "v": 1, "ev": "ELIMINATED", "seat": 1},
    ]  # fmt: skip


def test_a_bet_that_nobody_calls_goes_back_and_is_no_award() -> None:
    table = three()
    table.do(0, "RAISE_TO", 500)
    table.do(1, "FOLD")
    table.do(2, "FOLD")
    told = [(one["ev"], one.get("amount")) for one in table.to(None, "event")]
    assert told == [("FOLD", None), ("BET_RETURNED", 400), ("POT_AWARD", 250)]


def test_a_mucked_hand_is_shown_to_nobody() -> None:
    table = WireTable(GAME, holdem.configure(3), THREE + " 7s 9d Jc 4s 5c")
    check_down(table)
    shown = [one["seat"] for one in table.to(None, "event", "SHOWDOWN")]
    mucked = [one["seat"] for one in table.to(None, "event", "MUCK")]
    assert (shown, mucked) == ([1], [2, 0])
    assert "2c" not in str(table.to(0)), "what seat 2 threw away"


@produces(Event, "pool", "commitment")
def test_the_shuffle_is_committed_to_by_an_event() -> None:
    frame = three().dialect.commit("deck", ROOT)
    assert sent(frame) == {"type": "event", "v": 1, "ev": "COMMIT", "pool": "deck", "commitment": ROOT}


def test_comings_and_goings_are_events_of_our_own() -> None:
    table = WireTable(GAME, holdem.configure(stacks=[1_000, 1_000, 1_000, 0], seating="open", bank=800))
    table.do(3, "SIT", 800)
    assert table.one(None, "event") == {"type": "event", "v": 1, "ev": "SIT", "seat": 3, "amount": 800}
    table.do(2, "LEAVE")
    assert table.one(None, "event", "LEAVE")["amount"] == 900


@produces(EndHand, "type", "v", "hand_id", "stacks", "next_commitment")
def test_every_hand_ends_with_its_stacks() -> None:
    table = three()
    fold_round(table)
    assert table.to(1)[-1] == {
        "type": "end_hand",
        "v": 1,
        "hand_id": "H-1",
        "stacks": [{"seat": 0, "stack": 10_000}, {"seat": 1, "stack": 9_950}, {"seat": 2, "stack": 10_050}],
        "next_commitment": SECRET,
    }
    table.next_hand()
    start = table.one(1, "start_hand")
    assert (start["hand_id"], start["button"], start["stacks"][2]["stack"]) == ("H-2", 1, 10_050)
    assert table.act(1)["hand_id"] == "H-2"


@produces(MatchEnd, "type", "v", "winner", "final_stacks", "winners", "match_id")
def test_a_match_ends_with_its_winner() -> None:
    table = WireTable(GAME, holdem.configure(2, 500), "As 2c Ah 7d 3s 4h 9d Jc Jd")
    table.do(0, "RAISE_TO", 500)
    table.do(1, "CALL")
    assert [one["type"] for one in table.to(None)][-2:] == ["end_hand", "match_end"]
    winner = {"seat": 1, "team": "Beta", "id": "id-1"}
    assert table.one(None, "match_end") == {
        "type": "match_end",
        "v": 1,
        "winner": winner,
        "final_stacks": [
            {"seat": 0, "team": "Alpha", "stack": 0, "id": "id-0"},
            {"seat": 1, "team": "Beta", "stack": 1_000, "id": "id-1"},
        ],
        "winners": [winner],
        "match_id": "M-7",
    }


def test_of_a_shared_win_the_first_by_seat_is_the_winner() -> None:
    table = WireTable(GAME, holdem.configure(2, 500, hands=1), "As Ac Ah Ad 2s 7h 9d Jc Jd")
    check_down(table)
    end = table.one(None, "match_end")
    assert (end["winner"]["seat"], [one["seat"] for one in end["winners"]]) == (0, [0, 1])


@produces(
    Snapshot, "type", "v", "at_hand_id", "phase", "you", "players", "community", "next_actor", "time_ms_remaining",
    "legal", "call_amount", "min_raise_to", "max_raise_to", "act_id", "table", "pot", "match_id",
)  # fmt: skip
def test_a_snapshot_has_the_hand_and_the_time_really_left() -> None:
    table = three()
    table.do(0, "RAISE_TO", 300)
    snapshot = table.snapshot(1, time_ms=3_200)
    assert snapshot == {
        "type": "snapshot",
        "v": 1,
        "at_hand_id": "H-1",
        "phase": "PRE_FLOP",
        "players": table.act(1)["players"],
        "community": [],
        "next_actor": 1,
        "time_ms_remaining": 3_200,
        "table": {"sb": 50, "bb": 100, "seats": 3, "button": 0},
        "pot": 450,
        "you": {"seat": 1, "hole": ["As", "Ad"], "stack": 9_950, "to_call": 250},
        "act_id": 1,
        "legal": ["FOLD", "CALL", "RAISE_TO"],
        "call_amount": 250,
        "min_raise_to": 500,
        "max_raise_to": 10_000,
        "match_id": "M-7",
    }


def test_a_snapshot_tells_legal_actions_only_to_the_seat_to_act() -> None:
    table = three()
    waiting = table.snapshot(2)
    assert (waiting["next_actor"], waiting["you"]["hole"]) == (0, ["2c", "2d"])
    assert not {"legal", "act_id", "call_amount", "min_raise_to", "max_raise_to"} & set(waiting)
    watching = table.snapshot(None)
    assert "you" not in watching and not {"Ah", "As", "2c"} & set(str(watching).split("'"))
    fold_round(table)
    assert table.snapshot(0)["next_actor"] is None, "between two hands it is nobody's turn"


@produces(Snapshot, "asides")
def test_a_snapshot_lists_asides_for_every_seat_that_has_some() -> None:
    table = WireTable(GAME, holdem.configure(stacks=[1_000, 1_000, 0], seating="open", bank=800))
    assert table.snapshot(2)["asides"] == [{"action": "SIT", "low": 100, "high": 800, "step": 1}]
    assert [one["action"] for one in table.snapshot(1)["asides"]] == ["LEAVE", "AWAY"]


@produces(Error, "type", "v", "code", "msg", "retry_after_ms")
def test_an_error_says_what_and_when_to_come_again() -> None:
    frame = three().dialect.error("RATE_LIMITED", "Slower, please.", 500)
    assert sent(frame) == {"type": "error", "v": 1, "code": "RATE_LIMITED", "msg": "Slower, please.",
                           "retry_after_ms": 500}  # fmt: skip
    assert "retry_after_ms" not in sent(three().dialect.error("BAD_SCHEMA", "No."))


def test_where_no_shuffle_is_promised_the_seed_is_zero() -> None:
    start = WireTable(GAME, holdem.configure(2), commitment="", next_commitment="").one(0, "start_hand")
    assert start["seed"] == 0 and "commitment" not in start


def test_the_cards_of_others_change_nothing_that_a_client_is_sent() -> None:
    """Two hands that differ in what seats 1 and 2 hold, told to seat 0 and to spectators, until hands are shown."""
    tables = [WireTable(GAME, holdem.configure(3), deck + " 7s 9d Jc 4s 5c") for deck in (THREE, "Qc 3c Ah Qd 3d Kh")]
    for _ in range(9):
        first, second = ([table.to(0), table.to(None), table.snapshot(0), table.snapshot(None)] for table in tables)
        assert first == second
        for table in tables:
            decision = GAME.pending(table.state)[0]
            table.do(decision.seat, "CALL" if decision.named("CALL") else "CHECK")
    assert tables[0].snapshot(None)["phase"] == "RIVER"


def test_a_small_blind_that_owes_a_big_one_is_told_apart() -> None:
    """Seat 2 sits out, so the big blind passes seat 3, which has to post it live and its small blind dead."""
    table = WireTable(GAME, holdem.configure(4, 1_000, seating="open", bank=0))
    table.do(2, "AWAY")
    fold_round(table)
    table.next_hand()
    told = [(one["ev"], one.get("seat"), one.get("amount"), one.get("sb_seat"), one.get("sb"))
            for one in table.to(None, "event")]  # fmt: skip
    assert told == [
        ("POST_BLINDS", None, None, 3, 0),
        ("POST_DEAD_BLIND", 3, 50, None, None),
        ("POST_BLIND", 3, 100, None, None),
    ]

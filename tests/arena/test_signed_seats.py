"""The chain where seats, cards and legs are unusual."""

from __future__ import annotations

import json
from typing import Any

from croupier.arena.tables.chain import Chain
from croupier.arena.tables.inputs import Ordered
from croupier.kernel.contract.game import Move

from .signed import check, heads, opened, record, remarks, values_of
from .test_restarts import play

OPEN = {"stack": 1_000, "small_blind": 5, "big_blind": 10, "seating": "open"}


def test_only_cards_that_spectators_were_shown_stand_open_in_the_chain() -> None:
    """The card with the number 0 as well."""
    hidden = set()
    for key in range(3):
        room = opened("holdem")
        room.watch("nobody")
        play(room, key, 0)
        public, whole = (values_of(record(room, whole=every)) for every in (False, True))
        moves = [next(value for value in values if "croupier" not in value)["moves"] for values in (public, whole)]
        first = 0
        for link in remarks(public, "signed")[:-1]:
            told = json.dumps(frames_of(room.inboxes["nobody"], link["id"]))
            for seen, card in zip(*(one[first : link["moves"]] for one in moves), strict=True):
                for shown, real in zip(seen[3], card[3], strict=True):
                    assert shown == -1 or room.game.words.card_name(shown) in told
                    hidden |= {real} if shown == -1 else set()
            first = link["moves"]
    assert 0 in hidden


def frames_of(frames: list[dict[str, Any]], hand: str) -> list[dict[str, Any]]:
    """What was told of a hand."""
    at = [number for number, frame in enumerate(frames) if hand in (frame.get("hand_id"), frame.get("at_hand_id"))]
    return frames[at[0] : at[-1] + 1] if at else frames[:0]


def test_a_match_with_a_seat_that_was_taken_away_again_has_a_score_for_it() -> None:
    room = opened("holdem", seats=2, options={"stack": 1_000, "small_blind": 5, "big_blind": 10})
    room.put(Ordered("resize", values={"seats": 3}))
    room.act("p0", "FOLD")
    room.put(Ordered("resize", values={"seats": 2}))
    for _ in range(2):
        state = room.table.state
        assert state is not None
        room.act(f"p{room.game.pending(state)[0].seat}", "FOLD")
    room.put(Ordered("end"))
    room.wait(600_000)
    values = values_of(record(room))
    report = check(values)
    assert report.fair and report.replayed == 1 and report.heads == heads(room, "p0")
    match = next(value for value in values if "croupier" not in value)
    assert len(match["legs"]) == 2 and len(match["scores"]) == len(values[0]["bots"]) == 3 and match["scores"][2] == 0


def test_a_player_who_is_let_in_after_a_hand_is_in_the_next_link() -> None:
    """Every hand has one link, however many secrets are drawn before the next."""
    room = opened("holdem", seats=3, least=2, options=OPEN)
    room.act("p0", "CALL")
    room.send("p0", type="aside", action="LEAVE")
    state = room.table.state
    assert state is not None and room.table.hand == 2
    room.put(Ordered("end"))
    room.act(f"p{room.game.pending(state)[0].seat}", "FOLD")
    room.wait(600_000)
    values = values_of(record(room))
    moves = next(value for value in values if "croupier" not in value)["moves"]
    assert any(kind == "SIT" for _, kind, *_ in moves)
    links = remarks(values, "signed")
    assert len({link["id"] for link in links}) == len(links) and links[1]["names"][2] == "p2"
    report = check(values)
    assert report.fair and report.heads == heads(room, "p1")


def test_a_leg_begins_after_all_moves_before_it() -> None:
    chain = Chain("key", made=7, moves=[(0, Move(1)), (1, Move(1))])
    chain.begin_leg({"seats": 2}, "key")
    assert chain.rules == {"step": 10, "config": {"seats": 2}}


def test_a_match_gets_no_key_in_the_middle_and_may_change_it_when_it_is_lost() -> None:
    for before, key, after in (("", "new", ""), ("old", "new", "new"), ("old", "", "")):
        chain = Chain(before)
        chain.begin_leg({}, key)
        assert chain.key == after

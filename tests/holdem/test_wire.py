"""Messages to programs: every field that a bot arena promises, and nothing that the seat may not know."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier import holdem
from croupier.games.holdem import events
from croupier.games.holdem.wire import WIRE
from croupier.kernel.contract.game import Move
from croupier.kernel.contract.nameplate import nameplates
from croupier.kernel.showing.wire import Context
from croupier.kernel.vocabulary.cards import parse_cards
from croupier.kernel.vocabulary.turns import HOUSE

GAME = holdem.GAME
CONTEXT = Context("H-1", 1000, nameplates(["ann", "bob", "cid"]))


def sent(frame: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(frame))


def dealt() -> Any:
    """Three seats after the deal: seat 0 on the button, to act."""
    state = GAME.start(holdem.configure(seats=3, hands=1)).state
    GAME.advance(state, HOUSE, Move(GAME.kind("DRAWN"), 0, tuple(parse_cards("As 2c Ah Ad 2d Kh"))))
    return state


def asked(state: Any, seat: int) -> Any:
    return sent(WIRE.act(CONTEXT, 7, GAME.view(state, seat), GAME.decision(state, seat)))


def test_an_act_has_what_the_seat_needs() -> None:
    assert asked(dealt(), 0) == {
        "type": "act",
        "v": 1,
        "hand_id": "H-1",
        "act_id": 7,
        "seat": 0,
        "phase": "PRE_FLOP",
        "you": {"hole": ["Ah", "Kh"], "stack": 10_000, "to_call": 100, "time_ms": 1000},
        "table": {"sb": 50, "bb": 100, "seats": 3, "button": 0},
        "players": [
            {"seat": 0, "stack": 10_000, "has_folded": False, "committed": 0, "id": "player-1", "team": "ann"},
            {"seat": 1, "stack": 9_950, "has_folded": False, "committed": 50, "id": "player-2", "team": "bob"},
            {"seat": 2, "stack": 9_900, "has_folded": False, "committed": 100, "id": "player-3", "team": "cid"},
        ],
        "community": [],
        "legal": ["FOLD", "CALL", "RAISE_TO"],
        "call_amount": 100,
        "min_raise_to": 200,
        "max_raise_to": 10_000,
    }


def test_amounts_that_mean_nothing_are_left_out() -> None:
    state = dealt()
    GAME.advance(state, 0, Move(GAME.kind("RAISE_TO"), 10_000))
    GAME.advance(state, 1, Move(GAME.kind("CALL")))
    facing = asked(state, 2)
    assert (facing["legal"], facing["call_amount"]) == (["FOLD", "CALL"], 9_900)
    assert not {"min_raise_to", "max_raise_to"} & set(facing)
    limped = dealt()
    GAME.advance(limped, 0, Move(GAME.kind("CALL")))
    GAME.advance(limped, 1, Move(GAME.kind("CALL")))
    assert "call_amount" not in asked(limped, 2)


def test_a_hand_starts_with_its_stacks_and_blinds() -> None:
    start, blinds = map(sent, WIRE.start_hand(CONTEXT, GAME.view(dealt(), 2)))
    assert start["players"][1:] == [
        {"seat": 1, "id": "player-2", "team": "bob"},
        {"seat": 2, "id": "player-3", "team": "cid"},
    ]
    assert start["stacks"] == [{"seat": seat, "stack": 10_000} for seat in range(3)]
    assert (start["type"], start["button"], start["seat"]) == ("start_hand", 0, 2)
    assert blinds == {"type": "event", "v": 1, "ev": "POST_BLINDS", "sb_seat": 1, "bb_seat": 2, "sb": 50, "bb": 100}


def test_a_short_stack_posts_what_it_has() -> None:
    state = GAME.start(holdem.configure(stacks=[10_000, 10_000, 70], hands=1)).state
    _, blinds = map(sent, WIRE.start_hand(CONTEXT, GAME.view(state, 0)))
    assert (blinds["sb"], blinds["bb"]) == (50, 70)


def test_the_later_hands_of_a_match_are_told_apart() -> None:
    first, second = events.HandStarted(0, 1), events.HandStarted(1, 2)
    blind = events.BlindPosted(2, 50)
    assert WIRE.event(first, []) is None and WIRE.event(blind, [first]) is None  # start_hand and POST_BLINDS tell it
    assert sent(WIRE.event(second, [first])) == {"type": "event", "v": 1, "ev": "NEXT_HAND", "number": 2, "button": 1}
    posted = {"type": "event", "v": 1, "ev": "POST_BLIND", "seat": 2, "amount": 50}
    assert sent(WIRE.event(blind, [first, second])) == posted
    old_board = [first, events.FlopDealt((40, 44, 48)), second, events.FlopDealt((0, 4, 8)), events.TurnDealt(12)]
    assert sent(WIRE.event(events.HandShown(1, (50, 51), 0), old_board))["board"] == ["2c", "3c", "4c", "5c"]
    state = GAME.start(holdem.configure(seats=2, hands=2)).state
    GAME.advance(state, HOUSE, Move(GAME.kind("DRAWN"), 0, tuple(parse_cards("As 2c Ah Ad"))))
    GAME.advance(state, 0, Move(GAME.kind("FOLD")))
    GAME.advance(state, HOUSE, Move(GAME.kind("NEXT_HAND")))
    GAME.advance(state, HOUSE, Move(GAME.kind("DRAWN"), 0, tuple(parse_cards("As 2c Ah Ad"))))
    assert asked(state, 1)["hand_id"] == "H-1.2"


def test_facts_are_events_by_their_promised_names() -> None:
    board = [events.FlopDealt((0, 4, 8)), events.TurnDealt(12), events.RiverDealt(16)]
    facts: list[tuple[Any, dict[str, Any]]] = [
        (events.Raised(1, 300), {"ev": "BET", "seat": 1, "amount": 300}),
        (events.Called(1, 200), {"ev": "CALL", "seat": 1, "amount": 200}),
        (board[0], {"ev": "FLOP", "cards": ["2c", "3c", "4c"]}),
        (board[1], {"ev": "TURN", "card": "5c"}),
        (events.PotAwarded(2, 900), {"ev": "POT_AWARD", "seat": 2, "amount": 900}),
    ]
    for fact, message in facts:
        assert sent(WIRE.event(fact, [])) == {"type": "event", "v": 1, **message}
    shown = sent(WIRE.event(events.HandShown(1, (50, 51), 0), board))
    assert (shown["ev"], shown["hand"], shown["board"]) == ("SHOWDOWN", ["Ah", "As"], ["2c", "3c", "4c", "5c", "6c"])
    assert WIRE.event(events.HoleDealt(1, (-1, -1)), []) is None

"""The contract over a wire: what a bot is handed in a local match comes out at the other end, in every game."""

from __future__ import annotations

from itertools import chain
from typing import Any

import msgspec
import pytest

from croupier.arena.client import reading
from croupier.kernel.contract.game import Game
from croupier.kernel.showing.playthrough import random_chooser
from croupier.kernel.showing.wire import CONTRACT, GENERIC, body, dialect_of
from croupier.kernel.showing.wire.contract import Act, EndHand, Moved, Snapshot, StartHand, Welcome
from croupier.kernel.showing.wire.messages import Hello
from croupier.kernel.vocabulary.turns import SEATS
from tests.toys.refill import GAME as REFILL
from tests.wire.produced import note, produces, sent
from tests.wire.table import ROOT, SECRET, WireTable, reply
from tests.wire.test_every_game import GAMES, matches, title


class InRecords(WireTable):
    """A table that speaks the contract."""

    named = CONTRACT


def spoken() -> WireTable:
    return InRecords(REFILL, REFILL.configure())


def wire(frame: Any) -> Any:
    """A frame as its recipient reads it."""
    return msgspec.json.decode(body(frame))


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_views_decisions_and_facts_come_out_as_they_went_in(game: Game) -> None:
    dialect = dialect_of(game, CONTRACT)
    decoder = msgspec.json.Decoder(dialect.outgoing)
    for table in chain.from_iterable(matches(game)):
        for decision in game.pending(table.state):
            if decision.seat < SEATS:
                view = table.view(decision.seat)
                act = wire(decoder.decode(body(dialect.act(table.context(), view, decision))))
                assert reading.view_of(game, act) == view
                assert reading.decision_of(act) == decision
        for said in table.said:
            if said.fact is not None:
                assert reading.fact_of(game, wire(dialect.event(said.fact))) == said.fact  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_every_legal_move_comes_back_as_itself(game: Game) -> None:
    dialect, choose = dialect_of(game, CONTRACT), random_chooser(game, 3)
    for table in chain.from_iterable(matches(game)):
        for decision in game.pending(table.state):
            if decision.seat < SEATS:
                move = choose(table.state, decision)
                written = {"type": "move", "kind": move.kind, "amount": move.amount, "cards": move.cards}
                heard = dialect.hear(table.context(), dialect.read(msgspec.json.encode(written)), decision)
                assert (heard.move, heard.reply) == (move, None)


def test_another_dialect_is_there_for_every_game() -> None:
    for game in GAMES:
        assert type(dialect_of(game, GENERIC)).__name__ == "Dialect"
        assert type(dialect_of(game, CONTRACT)).__name__ == "ContractDialect"


@produces(Hello, "dialect", "pace", "player", "buy_in", "top_up")
def test_hello_may_ask_for_another_dialect_and_another_pace_and_prove_a_name() -> None:
    message = {"type": "hello", "team": "Alpha", "join_code": "KF7Q9C", "dialect": "contract", "pace": "slow"}
    message |= {"player": "a secret", "buy_in": 300, "top_up": True}
    hello = spoken().dialect.read(msgspec.json.encode(message))
    note(hello, message)
    assert isinstance(hello, Hello) and (hello.dialect, hello.pace, hello.player) == (CONTRACT, "slow", "a secret")
    assert (hello.buy_in, hello.top_up) == (300, True)


@produces(
    Welcome,
    *("type", "v", "table_id", "seat", "game", "title", "config", "token", "god_view", "event", "version"),
    *("fingerprint", "hints", "rabbit"),
)
def test_a_welcome_names_the_rules() -> None:
    table = spoken()
    context = table.context(event="league", hints=True, rabbit=True)
    welcome = sent(table.dialect.welcome(context, table.view(None), 1, "secret"))
    assert (welcome["version"], welcome["fingerprint"]) == (REFILL.version, REFILL.fingerprint)
    assert welcome["event"] == "league" and welcome["hints"] is welcome["rabbit"] is True
    assert reading.difference(REFILL, welcome) == ""
    assert "other rules" in reading.difference(REFILL, {**welcome, "fingerprint": "0"})


@produces(StartHand, "type", "v", "hand_id", "players", "view", "seed", "commitment", "match_id")
def test_a_hand_starts_with_the_whole_view() -> None:
    table = spoken()
    start = sent(table.dialect.start_hand(table.context(), table.view(1)))
    assert reading.view_of(REFILL, start) == table.view(1)
    assert (start["commitment"], start["seed"], start["match_id"]) == (ROOT, table.context().seed, "M-7")
    assert [plate.name for plate in reading.nameplates_of(start, 3)][:2] == ["Alpha", "Beta"]


@produces(Act, "type", "v", "hand_id", "act_id", "time_ms", "players", "view", "decision")
def test_an_act_has_the_decision() -> None:
    table = spoken()
    decision = REFILL.pending(table.state)[0]
    act = sent(table.dialect.act(table.context(asked_before=4, time_ms=900), table.view(decision.seat), decision))
    assert (act["act_id"], act["time_ms"], act["hand_id"]) == (5, 900, "H-1")
    assert reading.decision_of(act) == decision


@produces(
    Snapshot,
    "type",
    "v",
    "at_hand_id",
    "next_actor",
    "time_ms_remaining",
    "players",
    "view",
    "decision",
    "act_id",
    "match_id",
)
def test_a_snapshot_has_the_decision_of_its_seat_alone() -> None:
    table = spoken()
    seat = REFILL.pending(table.state)[0].seat
    asked = table.snapshot(seat)
    assert (
        asked["act_id"] == 1
        and asked["match_id"] == "M-7"
        and reading.decision_of(asked) == REFILL.decision(table.state, seat)
    )
    watching = table.snapshot(None)
    assert watching["decision"] is None and "act_id" not in watching


@produces(EndHand, "type", "v", "hand_id", "view", "score", "next_commitment")
def test_a_hand_ends_with_the_score() -> None:
    table = spoken()
    end = sent(table.dialect.end_hand(table.context(), table.view(0), -3))
    assert (end["score"], end["next_commitment"]) == (-3, SECRET)
    assert "score" not in sent(table.dialect.end_hand(table.context(), table.view(None), None))


@produces(Moved, "type", "v", "kind", "amount", "cards", "hand_id", "act_id")
def test_a_move_is_judged_as_it_is() -> None:
    table = spoken()
    decision = REFILL.pending(table.state)[0]
    option = decision.owed[0]
    move = {"type": "move", "v": 1, "kind": option.kind, "amount": 0, "cards": [], "hand_id": "H-1", "act_id": 1}
    for wrong, code in (
        ({"kind": 999}, "INVALID_ACTION"),
        ({"amount": 7}, "INVALID_ACTION"),
        ({"cards": [1, 2, 3]}, "INVALID_ACTION"),
        ({"act_id": 0}, "ACTION_TOO_LATE"),
        ({"act_id": 2}, "OUT_OF_TURN"),
        ({"hand_id": "H-0"}, "ACTION_TOO_LATE"),
    ):
        assert reply(table.tell(decision.seat, **{**move, **wrong})).code == code
    assert reply(table.tell(1 - decision.seat, **{**move, "act_id": None})).code == "OUT_OF_TURN"
    assert table.dialect.hear(table.context(), Moved(kind=option.kind, act_id=None), None).move is None
    assert table.tell(decision.seat, **move).reply is None

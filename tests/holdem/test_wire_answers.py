"""What a hold'em client sends, and what it is told where that is of no use."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier import holdem
from croupier.games.holdem.wire.messages import Action
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import dialect_of
from croupier.kernel.showing.wire.messages import Aside, Hello
from tests.wire.produced import produces
from tests.wire.table import WireTable, reply

GAME = holdem.GAME


def three(**options: Any) -> WireTable:
    return WireTable(GAME, holdem.configure(**{"seats": 3, **options}))


def code(table: WireTable, seat: int, **message: Any) -> str:
    """What a seat is told of a message that is of no use."""
    before = table.state.hash()
    heard = table.tell(seat, **message)
    assert heard.move is None and table.state.hash() == before, "nothing changes"
    return str(reply(heard).code)


@produces(Hello, "type", "v", "team", "join_code", "role", "scenes", "god", "token", "resume", "dialect", "against")
@produces(Hello, "table", "resume_table", "resume_match")
def test_hello_names_a_team_and_a_code_and_may_ask_for_more() -> None:
    table, plain = three(), {"type": "hello", "v": 1, "team": "Alpha", "join_code": "KF7Q9C"}
    hello = table.dialect.read(msgspec.json.encode(plain))
    assert hello == Hello(team="Alpha", join_code="KF7Q9C")
    asked = {"role": "operator", "scenes": True, "god": True, "token": "secret", "resume": 17, "dialect": "generic"}
    asked |= {"against": "shark", "table": "new", "resume_table": "T-1", "resume_match": "T-1-M2"}
    more = {**plain, **asked, "ts": "2025-10-13T18:22:31Z"}
    assert reply(table.tell(0, **more)).code == "BAD_SCHEMA"  # at a table it means nothing
    for wrong in ({"role": "god"}, {"team": 7}, {"join_code": None}, {"v": 2}):
        with pytest.raises(BadInput):
            table.dialect.read(msgspec.json.encode({**plain, **wrong}))


@produces(Action, "type", "v", "hand_id", "action", "amount", "act_id")
def test_an_action_is_the_move_of_its_name() -> None:
    table = three()
    message = {"type": "action", "v": 1, "hand_id": "H-1", "action": "RAISE_TO", "amount": 300, "act_id": 1}
    assert table.tell(0, **message).move is not None
    assert table.one(1, "event") == {"type": "event", "v": 1, "ev": "BET", "seat": 0, "amount": 300}
    assert table.tell(1, type="action", action="CALL", amount=99).reply is None, "only a raise has an amount"


def test_a_fold_with_nothing_to_call_is_an_action() -> None:
    table = three()
    table.do(0, "CALL")
    table.do(1, "CALL")
    assert "FOLD" not in table.act(2)["legal"]
    assert table.tell(2, type="action", action="FOLD").reply is None
    assert code(three(), 0, type="aside", action="FOLD") == "INVALID_ACTION"


def test_a_refused_answer_is_told_the_legal_ones() -> None:
    table = three()
    heard = table.tell(0, type="action", action="RAISE_TO", amount=150)
    assert reply(heard).code == "INVALID_ACTION"
    assert reply(heard).msg == ("RAISE_TO 150 is below the minimum of 200. Legal: FOLD, CALL, RAISE_TO 200–10000.")
    assert heard.meant is not None and heard.meant.amount == 150
    assert code(table, 0, type="action", action="CHECK") == "INVALID_ACTION"
    assert table.tell(0, type="action", action="CALL").reply is None, "and it may try again"


def test_a_turn_that_is_not_yours_is_out_of_turn() -> None:
    assert code(three(), 1, type="action", action="FOLD") == "OUT_OF_TURN"
    assert code(three(), 0, type="action", action="CALL", act_id=2) == "OUT_OF_TURN", "nobody has asked that yet"


def test_a_check_sent_twice_does_not_answer_the_next_street() -> None:
    table = WireTable(GAME, holdem.configure(2))
    table.do(0, "CALL")
    check = {"type": "action", "hand_id": "H-1", "action": "CHECK", "act_id": 1}
    assert table.tell(1, **check).reply is None
    assert table.act(1)["act_id"] == 2 and "CHECK" in table.act(1)["legal"], "the flop, where it would be legal again"
    assert code(table, 1, **check) == "ACTION_TOO_LATE"


def test_an_answer_to_what_has_been_answered_is_too_late() -> None:
    table = three()
    raised = {"type": "action", "action": "RAISE_TO", "amount": 300, "act_id": 1}
    assert table.tell(0, **raised).reply is None
    assert code(table, 0, **raised) == "ACTION_TOO_LATE"
    assert code(table, 0, type="action", action="CALL", hand_id="H-0") == "ACTION_TOO_LATE"
    assert reply(table.dialect.hear(table.context(), Action(action="CALL", act_id=1), None)).code == "ACTION_TOO_LATE"
    assert reply(table.dialect.hear(table.context(), Action(action="CALL"), None)).code == "OUT_OF_TURN"


@produces(Aside, "type", "v", "action", "amount")
def test_an_aside_may_be_made_by_a_seat_that_is_not_to_act() -> None:
    table = WireTable(GAME, holdem.configure(stacks=[1_000, 1_000, 1_000, 0], seating="open", bank=800))
    assert table.tell(3, type="aside", v=1, action="SIT", amount=500).reply is None
    assert table.one(None, "event") == {"type": "event", "v": 1, "ev": "SIT", "seat": 3, "amount": 500}
    assert table.tell(1, type="aside", action="AWAY").reply is None
    assert code(table, 1, type="aside", action="CALL") == "INVALID_ACTION"
    with pytest.raises(BadInput):
        table.dialect.read(b'{"type":"action","action":"LEAVE"}')


BAD = {
    "not JSON": b"{",
    "not UTF-8": b'{"type":"action","action":"CALL","hand_id":"\xff"}',
    "an array": b'[{"type":"action"}]',
    "null": b"null",
    "no type": b'{"action":"CALL"}',
    "an unknown type": b'{"type":"' + b"x" * 100_000 + b'"}',
    "a type that is a number": b'{"type":7}',
    "an unknown word": b'{"type":"action","action":"BET"}',
    "a raise without an amount": b'{"type":"action","action":"RAISE_TO"}',
    "half a chip": b'{"type":"action","action":"RAISE_TO","amount":200.5}',
    "an amount in words": b'{"type":"action","action":"RAISE_TO","amount":"200"}',
    "half a letter": b'{"type":"hello","team":"\\ud800","join_code":""}',
    "thousands of digits": b'{"type":"action","action":"RAISE_TO","amount":' + b"9" * 5_000 + b"}",
    "a deep nest": b'{"type":"action","x":' + b"[" * 100_000,
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD)
def test_whatever_is_no_message_is_bad_input_in_few_words(data: bytes) -> None:
    with pytest.raises(BadInput) as caught:
        dialect_of(GAME).read(data)
    assert 0 < len(str(caught.value)) <= 200


def test_a_raise_beyond_all_numbers_is_only_too_high() -> None:
    assert code(three(), 0, type="action", action="RAISE_TO", amount=2**70) == "INVALID_ACTION"

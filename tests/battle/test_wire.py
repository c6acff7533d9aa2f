"""The Battle in messages: every promised field, from either side, and nothing of what the other has laid."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.games.battle import GAME, configure
from croupier.games.battle.wire.messages import (
    ErrorMsg,
    LayoutConfirm,
    LayoutDraft,
    MatchEnd,
    MatchFound,
    PrepStart,
    QueueJoin,
    QueueLeave,
    RoundEnd,
    Snapshot,
    StepReveal,
)
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire.messages import Aside, Lobby, SceneShown, Welcome
from tests.wire.produced import note, produces, sent
from tests.wire.table import WireTable, reply

HAND = ["attack", "defense", "heal", "counter"]


def battle(**options: Any) -> WireTable:
    return WireTable(GAME, configure(**options))


def confirm(table: WireTable, first: list[str | None], second: list[str | None]) -> None:
    """Both confirm, and the round is revealed."""
    table.tell(0, type="layout_confirm", layout=first)
    table.tell(1, type="layout_confirm", layout=second)


def refused(table: WireTable, seat: int, **message: Any) -> str:
    return str(reply(table.tell(seat, **message)).code)


@produces(
    MatchFound, "type", "v", "matchId", "yourHand", "yourNickname", "oppNickname", "pot", "seat", "yourId", "oppId"
)  # fmt: skip
def test_a_match_is_found_for_both_with_their_hands() -> None:
    table = WireTable(GAME, configure(hand="heal,heal,attack,attack", opponent_hand=HAND))
    assert table.one(1, "match_found") == {
        "type": "match_found",
        "v": 1,
        "matchId": "M-7",
        "yourHand": HAND,
        "yourNickname": "Beta",
        "oppNickname": "Alpha",
        "pot": 2,
        "seat": 1,
        "yourId": "id-1",
        "oppId": "id-0",
    }
    assert table.one(0, "match_found")["yourHand"] == ["heal", "heal", "attack", "attack"], "kinds, also of equal cards"
    watching = table.one(None, "match_found")
    assert (watching["yourHand"], watching["seat"]) == ([], 0)


@produces(
    PrepStart, "type", "v", "roundIndex", "deadlineTs", "yourNickname", "oppNickname", "yourHp", "oppHp", "pot",
    "cards", "yourHand", "suddenDeath", "matchId",
)  # fmt: skip
def test_a_round_begins_with_a_question_to_each() -> None:
    table = WireTable(GAME, configure(start_hp=[7, 9]))
    assert table.act(1) == {
        "type": "prep_start",
        "v": 1,
        "roundIndex": 1,
        "deadlineTs": 1_700_000_020_000,
        "yourNickname": "Beta",
        "oppNickname": "Alpha",
        "yourHp": 9,
        "oppHp": 7,
        "pot": 2,
        "cards": HAND,
        "yourHand": HAND,
        "suddenDeath": False,
        "matchId": "M-7",
    }
    assert table.to(0, "prep_start") == [], "seats are asked, …"
    watching = table.one(None, "prep_start")
    assert (watching["yourHp"], watching["cards"]) == (7, []), "… and who watches is told"


@produces(StepReveal, "type", "v", "stepIndex", "yourCard", "oppCard", "yourHp", "oppHp", "matchId")
def test_a_step_has_both_cards_and_both_hps_after_it() -> None:
    table = battle()
    confirm(table, ["attack", None, "heal"], ["heal", "attack", None])
    steps = ((0, "attack", "heal", 10, 8), (1, None, "attack", 8, 8), (2, "heal", None, 9, 8))
    assert table.to(0, "step_reveal") == [
        {"type": "step_reveal", "v": 1, "stepIndex": at, "yourCard": mine, "oppCard": theirs, "yourHp": hp,
         "oppHp": other, "matchId": "M-7"}
        for at, mine, theirs, hp, other in steps
    ]  # fmt: skip
    mirrored = [(one["yourCard"], one["oppCard"], one["yourHp"]) for one in table.to(1, "step_reveal")]
    assert mirrored == [("heal", "attack", 8), ("attack", None, 8), (None, "heal", 8)]
    assert table.to(None, "step_reveal") == table.to(0, "step_reveal"), "who watches sees seat 0's side"
    assert "grass" not in str(table.log).lower()


@produces(RoundEnd, "type", "v", "roundIndex", "yourHp", "oppHp", "suddenDeath", "matchId")
def test_a_round_ends_with_both_hps_and_how_it_goes_on() -> None:
    table = battle()
    confirm(table, ["attack", None, None], [None] * 3)
    end = {"type": "round_end", "v": 1, "roundIndex": 1, "yourHp": 10, "oppHp": 8, "suddenDeath": False}
    assert table.one(0, "round_end") == {**end, "matchId": "M-7"}
    assert [one["type"] for one in table.to(0)] == ["step_reveal"] * 3 + ["round_end"]
    table.next_hand()
    assert table.to(0) == [] and table.act(0)["roundIndex"] == 2


def test_sudden_death_is_told_with_the_round_that_led_to_it() -> None:
    table = battle(rounds=1)
    confirm(table, [None] * 3, [None] * 3)
    assert table.one(1, "round_end")["suddenDeath"]
    table.next_hand()
    assert table.act(1)["suddenDeath"]


@produces(MatchEnd, "type", "v", "matchId", "winner", "reason", "winnerSeat", "tokens", "tokensDelta")
def test_a_match_ends_once_with_the_tokens_of_each() -> None:
    table = battle(rounds=1)
    confirm(table, ["attack", None, None], [None] * 3)
    end = {"type": "match_end", "v": 1, "matchId": "M-7", "reason": "normal", "winnerSeat": 0}
    assert table.one(0, "match_end") == {**end, "winner": "YOU", "tokens": 11, "tokensDelta": 1}, "by its account"
    assert table.one(1, "match_end") == {**end, "winner": "OPPONENT", "tokens": 0, "tokensDelta": -1}, "without one"
    assert table.one(None, "match_end") == {**end, "winner": "YOU"}
    assert [one["type"] for one in table.to(0)][-2:] == ["round_end", "match_end"]


def test_both_at_zero_is_a_draw() -> None:
    table = battle(start_hp=2)
    confirm(table, ["attack", None, None], ["attack", None, None])
    assert (table.one(0, "match_end")["winner"], table.one(1, "match_end")["winner"]) == ("DRAW", "DRAW")
    assert table.one(1, "match_end")["tokensDelta"] == 0 and table.one(1, "match_end")["winnerSeat"] is None


@produces(MatchEnd, "potBurn", "bothLose")
def test_two_players_who_are_absent_twice_both_lose() -> None:
    table = battle()
    table.time_out()
    table.next_hand()
    table.time_out()
    for who in (0, 1, None):
        end = table.one(who, "match_end")
        assert (end["winner"], end["reason"], end["potBurn"], end["bothLose"]) == ("NONE", "timeout", True, True)
        assert table.to(who, "round_end") == [], "nothing was revealed"


def test_a_player_who_leaves_loses_by_disconnect() -> None:
    table = battle()
    assert table.tell(0, type="aside", action="LEAVE").reply is None
    assert [(one["winner"], one["reason"]) for one in table.to(1)] == [("YOU", "disconnect")]


@produces(LayoutDraft, "type", "v", "layout", "roundIndex", "matchId")
def test_a_draft_is_cleaned_and_what_was_wrong_is_logged() -> None:
    table = battle()
    message = {"type": "layout_draft", "v": 1, "roundIndex": 1, "matchId": "M-7"}
    heard = table.tell(0, **message, layout=["attack", "attack", "sword", "heal"])
    assert heard.reply is None and heard.notes == (
        "[INVALID_CARD_FROM_CLIENT] 'attack'",
        "[INVALID_CARD_FROM_CLIENT] 'sword'",
        "[INVALID_CARD_FROM_CLIENT] 'heal'",
    )
    assert table.log == {}, "nobody is told"
    assert table.snapshot(0)["yourLayout"] == ["attack", None, None]
    assert table.tell(1, type="layout_draft", layout="x" * 10_000).notes[0][-3:] != "xxx'", "the log is not flooded"
    table.time_out()
    assert [one["yourCard"] for one in table.to(0, "step_reveal")] == ["attack", None, None]


@produces(LayoutConfirm, "type", "v", "layout", "roundIndex", "matchId")
@produces(ErrorMsg, "type", "v", "code", "msg")
def test_a_wrong_confirm_is_refused_and_is_a_sign_of_life() -> None:
    table = battle()
    message = {"type": "layout_confirm", "v": 1, "roundIndex": 1, "matchId": "M-7"}
    heard = table.tell(0, **message, layout=["attack", "attack", None])
    error = sent(reply(heard))
    assert (error["type"], error["v"], error["code"]) == ("error_msg", 1, "INVALID_ACTION")
    assert error["msg"].startswith("'attack' cannot be laid: the hand is attack, defense, heal, counter")
    assert table.view(0).touched and not table.view(0).confirmed, "nothing changes but that"
    assert refused(table, 0, type="layout_confirm", layout=["attack"]) == "INVALID_ACTION"
    assert table.tell(0, **message, layout=["attack", None, None]).reply is None
    assert table.tell(0, **message, layout=["heal", None, None]).reply is None, "the last one counts"
    assert table.snapshot(0)["yourLayout"] == ["heal", None, None]


def test_a_layout_for_another_round_is_too_late() -> None:
    table = battle()
    for wrong in ({"roundIndex": 2}, {"roundIndex": 0}, {"matchId": "M-6"}):
        assert refused(table, 0, type="layout_confirm", layout=[None] * 3, **wrong) == "ACTION_TOO_LATE"
        assert not table.view(0).touched
    late = table.dialect.hear(table.context(), LayoutDraft(layout=[]), None)
    assert (late.move, reply(late).code) == (None, "ACTION_TOO_LATE"), "before prep_start is sent, nothing counts"
    confirm(table, [None] * 3, [None] * 3)
    assert refused(table, 0, type="layout_confirm", layout=[None] * 3) == "ACTION_TOO_LATE"


@produces(
    Snapshot, "type", "v", "matchId", "seat", "roundIndex", "deadlineTs", "timeMsRemaining", "yourNickname",
    "oppNickname", "yourHp", "oppHp", "pot", "cards", "yourHand", "suddenDeath", "yourLayout", "confirmed",
)  # fmt: skip
def test_a_snapshot_tells_one_side_and_nothing_of_the_other() -> None:
    table = battle()
    before = table.snapshot(0, time_ms=900)
    table.tell(1, type="layout_confirm", layout=["attack", None, "heal"])
    assert table.snapshot(0, time_ms=900) == before, "whether the other has confirmed is nobody's business"
    assert before["timeMsRemaining"] == 900 and before["deadlineTs"] == 1_700_000_020_000
    own = table.snapshot(1)
    assert (own["confirmed"], own["yourLayout"], own["seat"]) == (True, ["attack", None, "heal"], 1)
    watching = table.snapshot(None)
    assert (watching["yourHand"], watching["yourLayout"], watching["confirmed"]) == ([], [None] * 3, False)


@produces(QueueJoin, "type", "v")
@produces(QueueLeave, "type", "v")
def test_the_queue_is_joined_and_left() -> None:
    dialect = battle().dialect
    for kind, made in (("queue_join", QueueJoin()), ("queue_leave", QueueLeave())):
        message = {"type": kind, "v": 1}
        assert dialect.read(msgspec.json.encode(message)) == made
        note(made, message)
    with pytest.raises(BadInput):
        dialect.read(b'{"type":"action","action":"CONFIRM"}')


@produces(ErrorMsg, "retryAfterMs", "tokens")
def test_too_few_tokens_are_told_with_the_balance() -> None:
    dialect = GAME.wire(GAME)  # type: ignore[misc]
    told = sent(dialect.error("TOO_FEW_TOKENS", "A match costs 1.", 1_000, tokens=0))  # type: ignore[call-arg]
    assert (told["tokens"], told["retryAfterMs"]) == (0, 1_000)


@produces(Aside, "cards")
def test_asides_name_cards_as_layouts_do() -> None:
    table = battle()
    assert table.tell(0, type="aside", action="DRAFT", cards=["heal", None, "attack"]).reply is None
    assert table.snapshot(0)["yourLayout"] == ["heal", None, "attack"]
    assert refused(table, 0, type="aside", action="DRAFT", cards=["sword"]) == "INVALID_ACTION"


@produces(Aside, "picks")
def test_asides_may_say_where_cards_stand() -> None:
    table = battle()
    assert table.tell(0, type="aside", action="DRAFT", picks=[None, 0, None]).reply is None
    laid = table.snapshot(0)["yourLayout"]
    assert laid == [None, table.snapshot(0)["yourHand"][0], None]
    assert refused(table, 0, type="aside", action="DRAFT", picks=[99]) == "INVALID_ACTION"


def test_welcome_and_lobby_are_those_of_every_game() -> None:
    table = battle()
    assert isinstance(table.dialect.welcome(table.context(), table.view(None), 0), Welcome)
    assert isinstance(table.dialect.lobby(table.context()), Lobby)
    assert SceneShown in table.dialect.outgoing.__args__


def test_a_table_knows_how_long_to_wait_before_each_step() -> None:
    table = battle()
    confirm(table, [None] * 3, [None] * 3)
    config = table.state.table.config
    told = [(one.audience, GAME.pause(config, one.fact)) for one in table.said if one.fact]
    assert [pause for audience, pause in told if audience & 1] == [250, 900, 900]
    assert [pause for audience, pause in told if audience & 2] == [250, 900, 900]

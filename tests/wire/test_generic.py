"""The generic dialect, which a game without words of its own speaks: every field of every message."""

from __future__ import annotations

import msgspec
import pytest

from croupier.kernel.contract.game import Move, Option
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.scene import Question, Scene
from croupier.kernel.showing.wire import Context, body, dialect_of, numbered
from croupier.kernel.showing.wire.answers import cards_by_name, cards_by_number
from croupier.kernel.showing.wire.messages import (
    Act,
    Action,
    Aside,
    AskHint,
    AskRabbit,
    Beat,
    Clock,
    EndHand,
    Event,
    Hint,
    HostOrder,
    HouseAdvice,
    Lobby,
    Log,
    MatchEnd,
    Meaning,
    Notice,
    React,
    Reaction,
    Receipt,
    SceneShown,
    Sentence,
    Snapshot,
    StartHand,
    Welcome,
)
from croupier.kernel.vocabulary.menu import GAP
from tests.toys.kuhn import GAME as KUHN
from tests.toys.pennies import GAME as PENNIES
from tests.toys.refill import GAME as REFILL
from tests.wire.produced import note, produces, sent
from tests.wire.table import ROOT, SECRET, WireTable, reply


def refill(**context: object) -> WireTable:
    return WireTable(REFILL, REFILL.configure(seats=2), **context)


@produces(Welcome, "type", "v", "table_id", "seat", "game", "title", "config", "token", "god_view", "event")
def test_a_welcome_names_the_game() -> None:
    table = refill()
    assert sent(table.dialect.welcome(table.context(), table.view(None), 1, "secret")) == {
        "type": "welcome",
        "v": 1,
        "table_id": "T-1",
        "seat": 1,
        "game": "refill",
        "title": REFILL.title,
        "config": {"move_time_ms": 15_000},
        "token": "secret",
        "god_view": 0,
    }
    late = table.context(god_view=2, event="league")
    watching = sent(table.dialect.welcome(late, table.view(None), None))
    assert (watching["god_view"], watching["event"]) == (2, "league")


@produces(Lobby, "type", "v", "table_id", "players", "next_commitment")
def test_a_lobby_tells_who_is_there() -> None:
    table = refill()
    assert sent(table.dialect.lobby(table.context())) == {
        "type": "lobby",
        "v": 1,
        "table_id": "T-1",
        "players": [
            {"seat": 0, "id": "id-0", "name": "Alpha", "connected": True},
            {"seat": 1, "id": "id-1", "name": "Beta", "connected": False},
        ],
        "next_commitment": SECRET,
    }


@produces(StartHand, "type", "v", "hand_id", "seat", "players", "view", "zones", "seed", "commitment", "match_id")
def test_a_hand_starts_with_what_each_sees() -> None:
    start = refill().one(1, "start_hand")
    assert (start["type"], start["v"], start["hand_id"], start["seat"]) == ("start_hand", 1, "H-1", 1)
    assert start["players"][0] == {"seat": 0, "id": "id-0", "name": "Alpha"}
    assert "cards" not in start["view"] and start["view"]["seat"] == 1
    assert (start["seed"], start["commitment"], start["match_id"]) == (int(ROOT[:16], 16) >> 11, ROOT, "M-7")
    assert {"zone": "hand of seat 1", "count": 0, "cards": []} in start["zones"]
    assert refill().one(None, "start_hand")["seat"] is None


@produces(Act, "history")
def test_an_act_has_what_happened_in_its_hand_where_somebody_keeps_it() -> None:
    table = refill()
    (decision, *_) = REFILL.pending(table.state)
    told = [{"type": "event", "ev": "Swapped", "fields": {}}]
    assert table.act(decision.seat, history=told)["history"] == told
    assert "history" not in table.act(decision.seat)


@produces(
    Act, "type", "v", "hand_id", "act_id", "seat", "time_ms", "legal", "options", "asides", "players", "view", "zones"
)  # fmt: skip
def test_an_act_has_every_option_and_every_card_by_name() -> None:
    table = refill()
    (decision, *_) = REFILL.pending(table.state)
    act = table.act(decision.seat, time_ms=900, asked_before=4)
    assert (act["hand_id"], act["act_id"], act["seat"], act["time_ms"]) == ("H-1", 5, decision.seat, 900)
    assert act["legal"] == [option.name for option in decision.owed]
    swap = next(one for one in act["options"] if one["action"] == "SWAP")
    assert swap["cards"] == [REFILL.words.card_name(card) for card in decision.named("SWAP").cards]  # type: ignore[union-attr]
    own = [pile["cards"] for pile in act["zones"] if "??" not in pile.get("cards", ["??"])]
    assert swap["cards"] in own, "its own hand lies there"
    piles = [pile for pile in act["zones"] if "cards" not in pile]
    assert piles and all(pile["count"] > 0 for pile in piles), "of a pool only the number is told"


@produces(Action, "type", "v", "action", "cards", "hand_id", "act_id")
def test_cards_are_chosen_by_name() -> None:
    table = refill()
    seat = REFILL.pending(table.state)[0].seat
    act = table.act(seat)
    swap = next(one for one in act["options"] if one["action"] == "SWAP")
    heard = table.tell(seat, type="action", v=1, action="SWAP", cards=["??"], hand_id="H-1", act_id=act["act_id"])
    assert reply(heard).code == "INVALID_ACTION" and "'??' is none of the cards" in reply(heard).msg
    heard = table.tell(seat, type="action", v=1, action="SWAP", cards=swap["cards"][:1], hand_id="H-1",
                       act_id=act["act_id"])  # fmt: skip
    assert heard.reply is None


@produces(Action, "picks")
def test_cards_may_be_chosen_by_where_they_stand() -> None:
    table = refill()
    seat = REFILL.pending(table.state)[0].seat
    heard = table.tell(seat, type="action", v=1, action="SWAP", picks=[99])
    assert reply(heard).code == "INVALID_ACTION" and "there is no card 99" in reply(heard).msg
    heard = table.tell(seat, type="action", v=1, action="SWAP", picks=[-1])
    assert reply(heard).code == "INVALID_ACTION"
    option = Option(5, "LAY", fewest=0, most=3, gaps=True, cards=(4, 8, 9))
    assert cards_by_number(option, [2, None, 0]) == (9, GAP, 4)
    assert table.tell(seat, type="action", v=1, action="SWAP", picks=[0]).reply is None


def test_of_cards_with_one_name_each_is_taken_once() -> None:
    option = Option(5, "LAY", fewest=0, most=3, gaps=True, cards=(4, 8, 9))
    kinds = {4: "attack", 8: "attack", 9: "heal"}
    assert cards_by_name(option, ["attack", None, "attack"], kinds.__getitem__) == (4, GAP, 8)
    assert cards_by_name(option, ["heal", "-"], kinds.__getitem__) == (9, GAP)
    with pytest.raises(BadInput, match="'attack' is none of the cards that LAY can take now"):
        cards_by_name(option, ["attack"] * 3, kinds.__getitem__)


@produces(Action, "amount")
def test_amounts_are_judged_by_the_decision() -> None:
    table = WireTable(PENNIES, PENNIES.configure(rounds=2))
    option = PENNIES.decision(table.state, 0).owed[0]
    assert table.tell(0, type="action", action=option.name, amount=option.low).reply is None
    refused = table.tell(1, type="action", action=option.name, amount=option.high + 1)
    assert reply(refused).code == "INVALID_ACTION" and refused.meant is not None


@produces(Event, "type", "v", "ev", "fields")
def test_an_event_has_the_fact_by_its_name_and_cards_by_theirs() -> None:
    table = refill()
    seat = REFILL.pending(table.state)[0].seat
    swap = next(one for one in table.act(seat)["options"] if one["action"] == "SWAP")
    table.tell(seat, type="action", action="SWAP", cards=swap["cards"][:1])
    own, others = (str(table.to(who, "event")) for who in (seat, 1 - seat))
    assert swap["cards"][0] in own and "??" in others
    assert all({"type", "v", "ev", "fields"} == set(one) for one in table.to(None, "event"))
    assert sent(table.dialect.commit("deck", ROOT))["fields"] == {"pool": "deck", "commitment": ROOT}


@produces(Snapshot, "type", "v", "at_hand_id", "seat", "next_actor", "time_ms_remaining", "players", "view", "zones",
          "asides", "act_id", "legal", "options", "match_id")  # fmt: skip
def test_a_snapshot_has_the_table_and_the_time_really_left() -> None:
    table = refill()
    seat = REFILL.pending(table.state)[0].seat
    snapshot, act = table.snapshot(seat, time_ms=300), table.act(seat)
    assert (snapshot["at_hand_id"], snapshot["next_actor"], snapshot["time_ms_remaining"]) == ("H-1", seat, 300)
    assert all(snapshot[name] == act[name] for name in ("act_id", "legal", "options", "view", "zones", "players"))
    other = table.snapshot(1 - seat)
    assert not {"act_id", "legal", "options"} & set(other) and other["next_actor"] == seat
    assert table.snapshot(None)["seat"] is None and snapshot["match_id"] == "M-7"


def test_where_several_owe_at_once_nobody_learns_who_still_does() -> None:
    table = WireTable(PENNIES, PENNIES.configure(rounds=2))
    before = table.snapshot(0), table.snapshot(None)
    option = PENNIES.decision(table.state, 1).owed[0]
    table.do(1, option.name, option.low)
    assert (table.snapshot(0), table.snapshot(None)) == before
    assert before[0]["next_actor"] is None and before[0]["legal"] == [option.name]


@produces(EndHand, "type", "v", "hand_id", "view", "zones", "score", "next_commitment")
@produces(MatchEnd, "type", "v", "match_id", "scores")
def test_the_last_hand_ends_with_the_match() -> None:
    table = WireTable(KUHN, KUHN.configure(hands=1))
    while not KUHN.over(table.state):
        decision = KUHN.pending(table.state)[0]
        table.do(decision.seat, decision.owed[0].name)
    end, scores = table.one(1, "end_hand"), KUHN.outcome(table.state).scores  # type: ignore[union-attr]
    assert (end["hand_id"], end["score"], end["next_commitment"]) == ("H-1", scores[1], SECRET)
    assert end["view"]["seat"] == 1 and end["zones"]
    assert "score" not in table.one(None, "end_hand")
    assert table.one(None, "match_end") == {
        "type": "match_end",
        "v": 1,
        "match_id": "M-7",
        "scores": [
            {"seat": 0, "id": "id-0", "name": "Alpha", "score": scores[0]},
            {"seat": 1, "id": "id-1", "name": "Beta", "score": scores[1]},
        ],
    }


@produces(Aside, "hand_id", "act_id")
def test_an_aside_may_name_the_question_it_goes_with() -> None:
    table = WireTable(PENNIES, PENNIES.configure(rounds=2))
    assert [one["action"] for one in table.act(0)["asides"]] == ["LEAVE"]
    assert "LEAVE" not in table.act(0)["legal"]
    late = table.tell(0, type="aside", action="LEAVE", hand_id="H-0", act_id=1)
    assert reply(late).code == "ACTION_TOO_LATE"
    wrong = table.tell(0, type="action", action="LEAVE")
    assert reply(wrong).code == "INVALID_ACTION", "an aside has a message of its own"
    assert table.tell(0, type="aside", action="LEAVE").reply is None


@produces(Notice, "type", "v", "code", "msg", "retry_after_ms")
def test_a_notice_tells_everybody_something_that_nobody_has_to_answer() -> None:
    dialect = dialect_of(REFILL)
    opened = sent(dialect.notice("GOD_VIEW", "The host has opened the god view."))
    assert opened == {"type": "notice", "v": 1, "code": "GOD_VIEW", "msg": "The host has opened the god view."}
    assert sent(dialect.notice("CLOSING", "Come back.", 5_000))["retry_after_ms"] == 5_000


@produces(SceneShown, "type", "v", "hand_id", "scene", "act_id", "told")
def test_a_scene_is_shown_with_the_number_of_its_question() -> None:
    scene = Scene(game="refill", title="Refill", eyes=1, question=Question(number=2, options=()))
    frame = dialect_of(REFILL).scene(Context(hand_id="H-3", asked_before=40), scene)
    assert sent(frame) == {
        "type": "scene",
        "v": 1,
        "hand_id": "H-3",
        "scene": {"game": "refill", "title": "Refill", "eyes": 1, "question": {"number": 2, "options": []}},
        "act_id": 42,
    }
    assert sent(dialect_of(REFILL).scene(Context(), scene, 7))["told"] == 7


@produces(Log, "type", "v", "match_id", "sentences")
def test_a_log_has_sentences_with_numbers_and_phases() -> None:
    assert sent(Log(match_id="T-M1", sentences=[Sentence(3, "Hand 1", "Ada draws.")])) == {
        "type": "log",
        "v": 1,
        "match_id": "T-M1",
        "sentences": [{"number": 3, "phase": "Hand 1", "text": "Ada draws."}],
    }


@produces(Beat, "type", "v")
def test_a_beat_is_tiny_and_says_nothing() -> None:
    assert sent(Beat()) == {"type": "beat", "v": 1}


@produces(React, "type", "v", "what")
@produces(Reaction, "type", "v", "seat", "what")
def test_a_reaction_is_one_of_six_words() -> None:
    message = {"type": "react", "v": 1, "what": "nice"}
    react = dialect_of(REFILL).read(msgspec.json.encode(message))
    assert react == React(what="nice")
    note(react, message)
    with pytest.raises(BadInput):
        dialect_of(REFILL).read(b'{"type": "react", "what": "any other word"}')
    assert sent(Reaction(seat=1, what="nice")) == {"type": "reaction", "v": 1, "seat": 1, "what": "nice"}


@produces(AskHint, "type", "v", "about")
@produces(Hint, "type", "v", "act_id", "says", "clause", "rule", "options", "advice")
def test_a_hint_is_asked_for_by_what_it_is_about() -> None:
    message = {"type": "hint", "v": 1, "about": "advice"}
    asks = dialect_of(REFILL).read(msgspec.json.encode(message))
    assert asks == AskHint(about="advice") and AskHint().about == "rule"
    note(asks, message)
    with pytest.raises(BadInput):
        dialect_of(REFILL).read(b'{"type": "hint", "about": "the other hands"}')
    meaning, advice = Meaning("Call 200", "pay"), HouseAdvice("house:oracle", "Call 200", ["It wins."])
    hint = Hint(act_id=3, says="200 to call.", clause="Betting", rule="## Betting", options=[meaning], advice=advice)
    told = sent(hint)
    assert told["options"] == [{"words": "Call 200", "means": "pay"}]
    assert told["advice"] == {"bot": "house:oracle", "advised": "Call 200", "reasons": ["It wins."]}


@produces(Welcome, "hints")
def test_a_welcome_tells_whether_a_table_has_hints() -> None:
    table = refill()
    assert "hints" not in sent(table.dialect.welcome(table.context(), table.view(None), 1))
    assert sent(table.dialect.welcome(table.context(hints=True), table.view(None), 1))["hints"] is True


@produces(AskRabbit, "type", "v", "hand_id")
def test_a_rabbit_hunt_is_asked_for_by_the_hand_that_is_over() -> None:
    message = {"type": "rabbit", "v": 1, "hand_id": "T-1-M1-H4"}
    asks = dialect_of(REFILL).read(msgspec.json.encode(message))
    assert asks == AskRabbit(hand_id="T-1-M1-H4")
    note(asks, message)
    with pytest.raises(BadInput):
        dialect_of(REFILL).read(b'{"type": "rabbit"}')


@produces(Welcome, "rabbit")
def test_a_welcome_tells_whether_a_table_has_a_rabbit_hunt() -> None:
    table = refill()
    assert "rabbit" not in sent(table.dialect.welcome(table.context(), table.view(None), 1))
    assert sent(table.dialect.welcome(table.context(rabbit=True), table.view(None), 1))["rabbit"] is True


@produces(Clock, "type", "v", "seat", "left_ms", "limit_ms", "bank_ms")
def test_a_clock_tells_whose_time_runs() -> None:
    assert sent(dialect_of(REFILL).clock(1, 700, 15_000, 30_000)) == {
        "type": "clock",
        "v": 1,
        "seat": 1,
        "left_ms": 700,
        "limit_ms": 15_000,
        "bank_ms": 30_000,
    }


def test_a_body_is_encoded_once_and_numbered_for_each() -> None:
    encoded = body(dialect_of(REFILL).error("BAD_SCHEMA", "No."))
    assert numbered(17, encoded) == b'{"n":17,' + encoded[1:]
    stamped = msgspec.json.decode(numbered(18, encoded, "2025-10-13T18:22:31Z"))
    assert (stamped["n"], stamped["ts"], stamped["type"]) == (18, "2025-10-13T18:22:31Z", "error")


def test_the_seed_is_the_leading_53_bits_of_the_commitment() -> None:
    assert Context(commitment="f" * 64).seed == 2**53 - 1
    assert Context(commitment="8" + "0" * 63).seed == 2**52
    assert Context().seed == 0


@produces(Notice, "order")
def test_notice_tells_what_the_host_has_ordered_and_why() -> None:
    order = HostOrder("time", 1, {"ms": 30_000}, "its cable", 1_794_816_000_000)
    frame = sent(refill().dialect.notice("ORDER", "The host: time Beta ms=30000 (its cable)", order=order))
    assert frame["order"] == {
        "what": "time",
        "seat": 1,
        "values": {"ms": 30_000},
        "why": "its cable",
        "at": 1_794_816_000_000,
    }


@produces(Receipt, "type", "v", "action", "amount", "cards", "act_id", "thoughts_cut")
def test_a_receipt_tells_what_was_played() -> None:
    dialect, act = refill().dialect, REFILL.kind("SWAP")
    told = sent(dialect.receipt(Move(act, 0, (8, GAP)), 4, 904))
    assert told == {
        "type": "receipt",
        "v": 1,
        "action": "SWAP",
        "amount": 0,
        "cards": ["8", "-"],
        "act_id": 4,
        "thoughts_cut": 904,
    }
    assert "act_id" not in sent(dialect.receipt(Move(act), None))


@pytest.mark.parametrize(
    ("answer", "same"),
    [
        ({"cards": ["8", None]}, True),
        ({"cards": ["8", "-"]}, True),
        ({"cards": ["8"]}, False),
        ({"cards": ["8", None], "amount": 1}, False),
        ({"cards": ["8", None], "action": "KEEP"}, False),
    ],
)
def test_the_same_answer_is_known_again(answer: dict[str, object], same: bool) -> None:
    frame = Action(**{"action": "SWAP", **answer})  # type: ignore[arg-type]
    assert refill().dialect.spells(frame, Move(REFILL.kind("SWAP"), 0, (8, GAP))) is same

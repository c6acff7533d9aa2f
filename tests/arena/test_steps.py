"""Single steps of a table: a secret for each hand, newcomers, legs, timeouts, and the lines of a boundary."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from croupier.arena.room.room import _secret_of
from croupier.arena.room.transcripts import transcript
from croupier.arena.shuffle import common_secret
from croupier.arena.tables import asking, lines, news
from croupier.arena.tables.asking import ran_out
from croupier.arena.tables.configs import plan_for
from croupier.arena.tables.follow import follow
from croupier.arena.tables.inputs import Attached, Ordered
from croupier.arena.tables.log import Log
from croupier.arena.tables.plan import Level, TableSettings
from croupier.arena.tables.run import replay
from croupier.arena.tables.session import Clocks, Session
from croupier.arena.tables.snapshots import boundary
from croupier.arena.tables.table import Chair, Shoe, Table
from croupier.games import load
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import Balance
from croupier.kernel.vocabulary.turns import SEATS
from tests.toys.kuhn import GAME as TOY

from .room import EPOCH, Room
from .test_at_the_table import BLINDS, OPEN, two
from .test_matches import fold


def test_a_hand_is_dealt_from_a_secret_of_its_own() -> None:
    shoe = Shoe(load("holdem"))
    with pytest.raises(BadInput, match="lie sealed under a key"):
        shoe.open_hand("T-M1-H1")
    shoe.prepare(b"one")
    shoe.open_hand("T-M1-H1")
    with pytest.raises(BadInput):
        shoe.open_hand("T-M1-H2")
    shoe.prepare(b"two")
    shoe.prepare(b"")
    with pytest.raises(BadInput):
        shoe.open_hand("T-M1-H2")


def test_a_player_is_a_stranger_to_the_hand_in_which_it_sat_down_and_to_no_other() -> None:
    room = Room(seats=3, least=2, options=OPEN)
    room.join("a")
    assert not room.table.chairs[0].stranger
    room.join("b")
    room.join("c")
    assert [chair.stranger for chair in room.table.chairs] == [False, False, True]
    assert room.table.strangers == 0b100
    fold(room)
    assert room.table.hand == 2 and room.table.strangers == 0


def test_news_of_a_hand_say_whether_it_begins_a_match_a_leg_or_neither() -> None:
    room = two()
    fold(room)
    room.put(Ordered("change", None, {"big_blind": 20}))
    fold(room)
    told: list[news.News] = []
    fresh = Table(room.plan, room.game)
    for line in room.log:
        follow(fresh, line, told.append)
    began = [(new.config is not None, new.leg) for new in told if isinstance(new, news.HandBegan)]
    assert began == [(True, False), (False, False), (True, True)]


def test_the_public_part_of_a_boundary_counts_the_questions_of_the_match_that_is_played() -> None:
    room = Room(seats=2, options=BLINDS, between_ms=60_000)
    snapshot, known = boundary(room.session)
    assert isinstance(snapshot, lines.Snapshot) and isinstance(known, lines.Boundary)
    assert (snapshot.asked_before, known.table.asked_before) == (0, 0)
    for name in ("a", "b"):
        room.join(name)
    fold(room)
    room.put(Ordered("end"))
    before, known = boundary(room.session)
    assert isinstance(before, lines.Snapshot) and isinstance(known, lines.Boundary)
    assert before.asked_before == known.table.asked_before > 0


def test_a_config_that_holds_hidden_cards_is_not_in_the_public_part_of_a_boundary() -> None:
    room = Room("battle", seats=2, between_ms=60_000)
    for name in ("a", "b"):
        room.join(name)
    for name in ("a", "b"):
        room.send(name, type="layout_confirm", layout=["attack", "defense", None])
    assert room.table.at_boundary
    _, known = boundary(room.session)
    assert isinstance(known, lines.Boundary) and known.playing and known.config == b""


def test_an_empty_place_of_a_move_was_known_to_everybody() -> None:
    room = Room("battle", seats=2)
    for name in ("a", "b"):
        room.join(name)
    for name in ("a", "b"):
        room.send(name, type="layout_confirm", layout=["attack", None, "defense"])
    told: list[news.News] = []
    fresh = Table(room.plan, room.game)
    for line in room.log:
        follow(fresh, line, told.append)
    [link] = [new.link for new in told if isinstance(new, news.Linked)]
    for step in (one for one in link.steps if len(one.move.cards) == 3):
        assert [known == -1 for known in step.known] == [card < 0 for card in step.move.cards] == [False, True, False]


def test_frames_of_a_chair_that_is_added_again_are_counted_from_one() -> None:
    room = Room(seats=3, least=2, options=BLINDS, manual=True)
    room.join("a")
    room.join("c", 2)
    room.put(Ordered("pause"))
    counts = room.session.voice.outbox.counts
    assert counts[2] > 0
    room.put(Ordered("kick", 2))
    room.put(Ordered("resize", None, {"seats": 2}))
    assert 2 not in counts and counts[0] > 0
    room.put(Ordered("resize", None, {"seats": 3}))
    assert counts.get(2, 0) == 0


def test_balances_are_those_of_the_players_and_scores_of_a_match_that_is_over() -> None:
    room, asked = Room("battle", seats=2, grace_ms=0), []

    def tokens(match: str, ids: list[str], scores: Sequence[int]) -> dict[int, Balance]:
        asked.append((match, ids, tuple(scores)))
        return {seat: Balance(100 + score, score) for seat, score in enumerate(scores)}

    room.session.tokens = tokens
    for name in ("a", "b"):
        room.join(name)
    assert asked == [], "the match is not over"
    room.drop("a")
    room.wait(1)
    scores = room.finished[0].scores
    assert {(match, *ids) for match, ids, _ in asked} == {("T-1-M1", "a", "b")}
    assert {told for _, _, told in asked} == {scores}
    end = room.last("b", "match_end")
    assert (end["tokens"], end["tokensDelta"]) == (100 + scores[1], scores[1]) and scores[1] > 0


def test_a_table_follows_its_lines_again_at_the_times_of_its_clock() -> None:
    room = two()
    room.now += 5_000
    fold(room)
    again = Session(Table(room.plan, room.game), epoch_ms=EPOCH)
    for line, _ in replay(again, room.log, lambda: None):
        assert again.wall() >= getattr(line, "at", 0)
    assert again.now == 5_000


# Timeouts


def test_a_shared_clock_runs_out_for_all_that_still_owe_and_costs_nobody_its_bank() -> None:
    room = Room("battle", seats=2, move_time_ms=20_000, bank_ms=5_000, options={"reveal_when_confirmed": False})
    for name in ("a", "b"):
        room.join(name)
    state = room.table.state
    assert state is not None
    room.now = 21_000
    room.session.now = room.now
    both = ran_out(room.session, state, None)
    assert (both.how, both.bank_ms, both.late) == ("", 0, {0: lines.TIMED_OUT, 1: lines.TIMED_OUT})
    assert ran_out(room.session, state, 1).late == {1: lines.TIMED_OUT} and ran_out(room.session, state, 1).how == "1"
    room.now = 0
    room.session.now = 0
    room.send("a", type="layout_confirm", layout=["attack", None, None])
    if not state.owed & 1:
        assert set(ran_out(room.session, state, None).late) == {1}
    room.drop("b")
    assert ran_out(room.session, state, 1).late == {1: lines.AWAY}


def test_an_aside_takes_nothing_from_the_bank() -> None:
    room = Room(seats=2, options=OPEN, bank_ms=5_000, move_time_ms=15_000)
    for name in ("a", "b"):
        room.join(name)
    question = room.session.clocks.running()[0]
    seat = question.decision.seat
    room.now += question.limit_ms + 2_000
    room.send("ab"[seat], type="aside", action="AWAY")
    aside = [line for line in room.log if isinstance(line, lines.Made)][-1]
    assert (aside.actor, aside.bank_ms, room.table.chairs[seat].bank_ms) == (seat, 0, 5_000)
    room.act("ab"[seat], "FOLD")
    answer = [line for line in room.log if isinstance(line, lines.Made) and line.actor == seat][-1]
    assert answer.bank_ms == 2_000


def test_where_a_game_has_no_timeout_the_clock_plays_the_move_that_the_game_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asking, "TIMEOUT", 99)
    room = two(options={**BLINDS, "limit_ms": 15_000})
    seat, option = room.session.clocks.running()[0].decision.seat, room.game.kinds
    room.wait(15_000)
    made = [line for line in room.log if isinstance(line, lines.Made)][-1]
    assert (made.actor, option[made.kind], made.how) == (seat, "CALL", lines.TIMED_OUT)
    assert room.table.chairs[seat].missed == 1
    waits = room.session.clocks.running()[0].decision.seat
    room.drop("ab"[waits])
    room.wait(15_000)
    made = [line for line in room.log if isinstance(line, lines.Made)][-1]
    assert (made.actor, option[made.kind], made.how) == (waits, "CHECK", lines.AWAY)


def test_a_connection_that_the_host_ends_gets_no_scene_any_more() -> None:
    room = two()
    room.put(Attached("a", 0, scenes=True))
    assert room.session.viewers.wanted == {"a": 0}
    room.put(Ordered("kick", 0))
    assert room.session.viewers.wanted == {} and room.session.viewers.paces == {}


def test_a_clock_starts_for_its_own_question_only_and_once() -> None:
    room = two(options={**BLINDS, "limit_ms": 15_000})
    question = room.session.clocks.running()[0]
    seat, number = question.decision.seat, question.decision.number
    clocks: Clocks = room.session.clocks
    question.started = None
    for other in (number - 1, number + 1):
        clocks.start(seat, other, 5)
    clocks.start(1 - seat, number, 5)
    assert question.started is None
    clocks.start(seat, number, 7)
    clocks.start(seat, number, 9)
    assert question.started == 7


# Plans


def test_an_option_of_a_level_that_the_game_does_not_have_is_named() -> None:
    game = load("holdem")
    settings = TableSettings(game="holdem", levels=[Level(changes={"nonsense": 5})])
    with pytest.raises(BadInput, match="has no option 'nonsense'"):
        plan_for(settings, "T", game)


def test_a_game_without_clocks_has_no_time_for_a_move() -> None:
    untimed = plan_for(TableSettings(game="kuhn"), "T", TOY)
    assert (untimed.move_time_ms, untimed.seats) == (0, 2)
    assert plan_for(TableSettings(game="kuhn", move_time_ms=7_000), "T", TOY).move_time_ms == 0
    timed = plan_for(TableSettings(game="holdem", move_time_ms=7_000), "T", load("holdem"))
    assert (timed.move_time_ms, timed.options["limit_ms"]) == (7_000, 7_000)


def test_the_log_of_eyes_that_were_never_away_misses_nothing() -> None:
    log = Log("a")
    assert (log.count, log.missed, log.sentences) == (0, 0, [])
    log.add("play", "A folds.", heard=False)
    assert log.missed == 1 and log.come_back() and log.missed == 0 and log.count == 1


def test_a_chair_is_free_and_awake_at_first() -> None:
    chair = Chair(2)
    assert (chair.taken, chair.asleep, chair.time_for(15_000)) == (False, False, 15_000)


# Seats that are given away


def test_a_player_that_is_given_a_seat_is_awake_and_named_to_everybody() -> None:
    room = two(options={**BLINDS, "limit_ms": 15_000})
    for values in ({"policy": "tight"}, {"policy": ""}, {"team": "Gamma"}):
        room.table.chairs[0].missed = 2
        seen = len(room.inboxes["b"])
        room.put(Ordered("swap", 0, values))
        lobby = [frame for frame in room.inboxes["b"][seen:] if frame["type"] == "lobby"][-1]
        assert [one["team"] for one in lobby["players"]] == [room.table.chairs[0].name, "b"]
        if "policy" in values:
            assert room.table.chairs[0].missed == 0 and room.table.chairs[0].policy == values["policy"]
    assert (room.table.chairs[0].id, room.table.chairs[0].name) == ("gamma", "Gamma")
    assert room.session.players[0].name == "Gamma"


@pytest.mark.parametrize(("values", "asked"), [({"policy": "tight"}, 1), ({"team": "Gamma"}, 0), ({}, 0)])
def test_only_a_bot_of_the_house_is_asked_again_the_open_question_of_a_seat(values: dict[str, str], asked: int) -> None:
    room = two()
    seat = room.session.clocks.running()[0].decision.seat
    room.put(Ordered("swap", 1 - seat, values))
    assert room.asked == [], "nothing is open to the other seat"
    room.put(Ordered("swap", seat, {**values, **({"team": "Delta"} if "team" in values else {})}))
    assert [ask.seat for ask in room.asked] == [seat] * asked


@pytest.mark.parametrize(("seats", "why"), [
    (0, "A table is for"),
    (1, "b sits in seat 1"),
    (SEATS, "Hold'em is for"),
    (SEATS + 1, f"A table is for 2 to {SEATS}"),
])  # fmt: skip
def test_no_table_has_more_seats_than_any_game_could_have(seats: int, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        two().put(Ordered("resize", None, {"seats": seats}))


def test_a_transcript_follows_its_team_and_not_the_seat() -> None:
    room = two()
    name = room.session.connections[room.session.clocks.running()[0].decision.seat]
    seat = room.session.seat_of(name)
    room.act(name, "CALL")
    assert seat is not None
    room.put(Ordered("swap", seat, {"team": "Gamma"}))
    room.put(Attached("Gamma", seat))
    for _ in range(3):
        mover = room.session.connections[room.session.clocks.running()[0].decision.seat]
        room.act(mover, "CHECK" if "CHECK" in room.last(mover, "act")["legal"] else "FOLD")
    answers = {}
    for team in (name, "gamma"):
        text = transcript(room.plan, room.game, 1, room.log, team)
        rows = [msgspec.json.decode(row) for row in text.splitlines()]
        answers[team] = [row["action"] for row in rows if row["way"] == "answered"]
        sent = [row["frame"]["type"] for row in rows if row["way"] == "sent"]
        assert sent.count("start_hand") <= 1
    assert answers[name] == ["CALL"] and answers["gamma"] and "CALL" not in answers["gamma"]


def test_tables_with_cards_in_common_go_on_where_the_cards_that_were_played_elsewhere_end() -> None:
    room = two(deal="common", again=True)
    first = common_secret(b"key", "common", 1, 2)
    assert _secret_of(b"key", room.table) == first
    later = two(deal="common", dealt=3)
    assert _secret_of(b"key", later.table) == common_secret(b"key", "common", 4, 2) != first

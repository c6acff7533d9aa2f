"""Orders that change who plays, and what: options, seats, bots, and whether a match counts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.agents.referee import default
from croupier.arena.replay.files import match_of_file
from croupier.arena.replay.pages import WATCHING, shown
from croupier.arena.room.host_orders import Order, give
from croupier.arena.room.listing import standings
from croupier.arena.room.memory import Result
from croupier.arena.room.offers import Offer
from croupier.arena.room.records import as_text
from croupier.arena.room.records import told as told_of
from croupier.arena.room.statements import of_table
from croupier.arena.tables import lines
from croupier.arena.tables.inputs import Attached, Seated
from croupier.kernel.contract.game import Move
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import GENERIC, OWN
from croupier.kernel.vocabulary.menu import SIT
from croupier.simulate.record.record_file import RecordFile

from .ordering import BLINDS, back, hands, holdem, order, to_act
from .room import Room
from .test_replays import scenes
from .test_restarts import TABLES, opened
from .virtual import folds, hall

# Change and resize


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("holdem", {"small_blind": 10, "big_blind": 20}),
        ("deal", {"limit_ms": 5_000}),
        ("battle", {"prep_ms": 5_000}),
        ("leduc", {"limit_ms": 5_000}),
    ],
)
def test_options_change_with_the_next_hand_and_for_matches_that_follow(name: str, values: dict[str, Any]) -> None:
    room = opened(name)
    order(room, "change", **values)
    room.restart()
    for _ in range(100):
        if room.table.hand == 1 and room.table.state is not None:
            decision = room.game.pending(room.table.state)[0]
            first = decision.owed[0]
            room.table_move(decision.seat, default(decision) if first.most else Move(first.kind, first.low))
    assert room.table.state is not None
    config = room.table.state.table.config
    assert {key: getattr(config, key) for key in values} == values
    assert {key: room.table.plan.options[key] for key in values} == values


def test_options_changed_between_matches_are_those_of_the_next() -> None:
    room = holdem("a", "b", manual=True)
    order(room, "change", small_blind=50, big_blind=100)
    room.restart()
    back(room)
    order(room, "start")
    assert room.last("b", "act" if room.session.clocks.of(1) else "event") and room.table.state is not None
    assert room.table.state.table.config.big_blind == 100


def test_a_table_grows_and_a_late_team_plays_from_the_next_hand_on() -> None:
    room = holdem("a", "b")
    order(room, "resize", seats=3, why="Gamma is late")
    assert room.join("c") == 2
    assert room.last("c", "welcome")["seat"] == 2 and "snapshot" not in room.types("c")
    room.act("a", "FOLD")
    room.act("b", "FOLD")
    assert hands(room, "c") >= 1
    assert room.table.state is not None and room.table.state.table.seats == 3
    assert any(isinstance(line, lines.Made) and line.kind == SIT for line in room.log)
    assert sum(room.table.state.table.betting.stack) + sum(room.table.state.table.betting.total) == 3_000


def test_growing_survives_a_restart_at_every_moment() -> None:
    room = holdem("a", "b", between_ms=1_000)
    order(room, "resize", seats=4)
    room.restart()
    back(room)
    room.join("c")
    room.restart()
    back(room)
    assert len(room.table.chairs) == 4
    room.act("a", "FOLD")
    room.restart()
    back(room)
    room.wait(1_000)
    assert room.table.state is not None and room.table.state.table.seats == 4
    room.restart()
    back(room)
    room.act("abc"[to_act(room)], "FOLD")
    room.wait(1_000)
    assert room.table.state.table.seats == 4


def test_a_client_that_waits_for_a_seat_hears_nothing_of_the_hand_and_may_do_nothing() -> None:
    room = holdem("a", "b")
    order(room, "resize", seats=3)
    room.join("c", scenes=True)
    room.act("a", "CALL")
    assert set(room.types("c")) <= {"welcome", "lobby", "clock"}
    room.send("c", type="action", action="FOLD")
    assert room.last("c", "error")["code"] == "OUT_OF_TURN"


def test_a_table_loses_empty_seats_with_the_next_hand() -> None:
    room = holdem("a", "b", seats=5, least=2)
    order(room, "resize", seats=2)
    with pytest.raises(BadInput, match="full"):
        room.table.free_chair()
    room.restart()
    back(room)
    room.act("ab"[to_act(room)], "FOLD")
    assert room.table.state is not None and room.table.state.table.seats == 2 and len(room.table.chairs) == 2


def test_a_game_of_a_fixed_number_is_never_resized() -> None:
    for name in ("deal", "battle"):
        with pytest.raises(BadInput, match="always for"):
            order(opened(name), "resize", seats=4)


def test_a_table_that_cannot_grow_within_a_match_grows_with_the_next() -> None:
    room = Room("crazy_eights", seats=2, options={"hands": 2, "seats": 2}, again=True)
    room.join("a")
    room.join("b")
    order(room, "resize", seats=3)
    room.join("c")
    for _ in range(5_000):
        if room.table.match == 2:
            break
        room.wait(15_000)
    assert room.last("a", "notice")["order"]["what"] == "refused"
    assert room.table.state is not None and room.table.state.table.seats == 3 and hands(room, "c") == 1
    assert len(room.finished[0].ids) == len(room.finished[0].scores) == 2


# Swap and kick


def test_a_bot_of_the_house_takes_over_in_the_middle_of_a_hand_and_gives_back() -> None:
    room = holdem("a", "b")
    order(room, "swap", 0, policy="tight", why="crashed")
    assert [close.code for close in room.closed] == [4004] and room.asked[-1].policy == "tight"
    room.restart()
    assert room.asked[-1].policy == "tight" and room.table.chairs[0].name == "a"
    room.put(Attached("a", 0))
    room.act("a", "FOLD")
    assert room.last("a", "error")["msg"].startswith("A bot of the house has your seat")
    order(room, "swap", 0, policy="")
    room.act("a", "FOLD")
    assert hands(room) == 1 or room.table.hand == 2


def test_a_seat_is_handed_to_another_team_with_its_chips_and_its_cards() -> None:
    room = holdem("a", "b")
    hole = room.last("a", "start_hand")["hole"]
    order(room, "swap", 0, team="Gamma")
    assert room.table.chairs[0].id == "gamma"
    room.restart()
    room.put(Attached("g", 0))
    assert room.last("g", "snapshot")["you"]["hole"] == hole
    room.act("g", "FOLD")
    assert room.table.hand == 2 and not room.table.newcomers


def test_a_client_that_is_kicked_leaves_where_the_game_lets_it_and_the_record_has_its_move() -> None:
    room = holdem("a", "b", "c", options={**BLINDS, "seating": "open", "bank": 5000})
    order(room, "kick", 0, why="rude")
    assert not room.table.chairs[0].taken and [close.code for close in room.closed] == [4002]
    assert any(isinstance(line, lines.Made) and line.actor == 0 and line.how == "host" for line in room.log)
    seats = [chair.id for chair in room.table.chairs]
    room.restart()
    assert [chair.id for chair in room.table.chairs] == seats


# Void


@pytest.mark.parametrize("name", TABLES)
def test_a_void_match_is_played_again_with_new_cards_and_counts_for_nothing(name: str) -> None:
    room = opened(name)
    order(room, "void", why="the rules were misread")
    assert not room.finished and room.voided[0].match_id == "T-1-M1"
    assert room.table.match == 2 and room.table.hand == 1
    assert room.table.asked_before > 0, "no question has a number that was there before"
    secrets = [line.secret for line in room.log if isinstance(line, lines.Shuffle)]
    assert len(secrets) == len(set(secrets)) >= 2
    room.restart()
    assert room.table.match == 2 and room.table.hand == 1


def test_a_void_match_is_not_played_again_if_the_host_says_so() -> None:
    room = holdem("a", "b")
    order(room, "void", why="broken", replay=False)
    assert room.table.state is None and room.table.held
    room.restart()
    assert room.table.state is None and room.table.held
    order(room, "start")
    assert room.table.match == 2


def test_a_killed_house_goes_on_as_ordered_whatever_was_ordered() -> None:
    """After each order, a table made again from its lines is the table that it was."""
    for what, seat, values in (
        ("pause", None, {}),
        ("step", None, {}),
        ("change", None, {"big_blind": 20}),
        ("resize", None, {"seats": 4}),
        ("hold", 0, {}),
        ("time", 0, {"ms": 5_000}),
        ("act", 0, {"action": "CALL"}),
        ("forfeit", 0, {}),
        ("swap", 0, {"policy": "tight"}),
        ("swap", 0, {"team": "Gamma"}),
        ("kick", 0, {}),
        ("end", None, {}),
        ("void", None, {}),
    ):
        room = holdem("a", "b", "c")
        order(room, what, seat, "because", **values)
        before, counts = shape(room), dict(room.session.voice.outbox.counts)
        room.restart(downtime=0)
        assert shape(room) == before, what
        assert {to: n for to, n in room.session.voice.outbox.counts.items() if n} == counts, what


def shape(room: Room) -> Any:
    table = room.table
    return (
        table.state and table.state.table.flat(),
        [(chair.id, chair.name, chair.policy, chair.missed, chair.held, chair.bank_ms) for chair in table.chairs],
        (table.held, table.stepping, table.ending, table.changes, table.plan, table.forfeits, table.match, table.hand),
        [(one.decision.seat, one.limit_ms, one.extra_ms) for one in room.session.clocks.running()],
        room.timers.get("clock"),
    )


# Scores of seats that are taken away


def leave_and_shrink() -> Room:
    """d has left as big blind, and its seat is taken away; a is told everything in the generic dialect."""
    options = {**BLINDS, "seating": "open", "bank": 5_000, "hands": 20}
    room = Room(seats=4, least=4, options=options)
    for seat, name in enumerate("abcd"):
        dialect = GENERIC if name == "a" else OWN
        room.put(Seated(name, name, seat=seat, dialect=dialect), Attached(name, seat, dialect=dialect))
    for _ in range(100):
        state = room.table.state
        assert state is not None
        if state.table.seats == 3:
            return room
        if room.table.hand == 2 and room.table.chairs[3].taken:
            room.send("d", type="aside", action="LEAVE")
        elif not room.table.chairs[3].taken:
            order(room, "resize", seats=3)
        give_up_the_hand(room)
    raise AssertionError("its seat is still there")


def give_up_the_hand(room: Room) -> None:
    """Let whoever is to act fold, in whatever dialect."""
    room.table_move(to_act(room), Move(room.game.kind("FOLD")))


@pytest.mark.parametrize("restarts", [False, True], ids=["", "restarted"])
def test_a_seat_that_is_taken_away_keeps_its_score_in_results_messages_records_and_books(
    restarts: bool, tmp_path: Path
) -> None:
    room = leave_and_shrink()
    while not room.finished:
        if restarts:
            room.restart()
            for chair in room.table.chairs:
                room.put(Attached(chair.id, chair.seat, dialect=chair.dialect))
        give_up_the_hand(room)
    end = room.finished[0]
    assert (end.ids, end.scores[3], sum(end.scores)) == (("a", "b", "c", ""), -10, 0)
    told = room.last("a", "match_end")["scores"]
    assert [(one["seat"], one["id"], one["score"]) for one in told] == [
        *zip(range(4), end.ids, end.scores, strict=True)
    ]
    result = Result(end.match_id, list(end.ids), ["a", "b", "c", ""], list(end.scores), 0)
    path = tmp_path / "record"
    path.write_bytes(as_text(told_of(room.plan, room.game, 1, room.log, whole=True), result))
    record = RecordFile(path)
    assert record.entries[0].scores == end.scores and record.entries[0].names == ("a", "b", "c", "")
    assert record.game.scores(record.timeline(0).moments[-1].state) == end.scores
    seen = match_of_file(path.read_text())
    assert [hand.players[0].name for hand in seen.hands] == ["a"] * len(seen.hands)
    assert "the match" in scenes(shown(seen.game, seen.hands[-1], WATCHING)[0])[-1]["over"]
    last = [row["score"] for row in of_table(room.plan, room.game, room.log, [result])][-3:]
    assert last == [*end.scores[:3]]


def test_a_client_that_sits_down_where_a_seat_was_taken_away_has_not_its_score() -> None:
    """The seat is back for the next match; in this one nobody sits there."""
    room = leave_and_shrink()
    order(room, "resize", seats=4)
    room.join("e", 3)
    order(room, "end")
    give_up_the_hand(room)
    give_up_the_hand(room)
    end = room.finished[0]
    assert (end.ids[3], end.scores[3], sum(end.scores)) == ("", -10, 0)


def test_a_record_of_a_table_that_has_grown_or_lost_a_seat_that_nobody_had_can_be_opened(tmp_path: Path) -> None:
    for seats, less in ((5, 3), (3, 5)):
        room = Room(seats=seats, least=2, options={**BLINDS, "seating": "open", "bank": 5_000, "hands": 4})
        for name in "abc":
            room.join(name)
        order(room, "resize", seats=less)
        while not room.finished:
            give_up_the_hand(room)
        end = room.finished[0]
        result = Result(end.match_id, list(end.ids), [*end.ids], list(end.scores), 0)
        path = tmp_path / f"record of {seats}"
        path.write_bytes(as_text(told_of(room.plan, room.game, 1, room.log, whole=True), result))
        record = RecordFile(path)
        assert record.entries[0].scores is not None and len(record.entries[0].scores) == 5
        assert sum(record.entries[0].scores) == 0 and record.timeline(0).moments
        seen = match_of_file(path.read_text())
        assert all(shown(seen.game, hand, WATCHING) for hand in seen.hands)
        assert [one.name for one in seen.hands[0].players[:3]] == ["a", "b", "c"]


def test_results_and_standings_of_a_room_have_the_score_of_a_seat_that_was_taken_away() -> None:
    with hall() as one:
        options = {**BLINDS, "seating": "open", "bank": 5_000, "hands": 20}
        offer = Offer(id="T-1", game="holdem", code="CODE", seats=4, least=4, options=options)
        one.do(lambda: one.room.offer(offer))
        teams = [one.join(team, "CODE", folds) for team in ("Alpha", "Beta", "Gamma", "Delta")]
        hosted = one.room.tables["T-1"]
        one.until(lambda: hosted.table.hand == 2)
        one.do(lambda: teams[3].say(type="aside", action="LEAVE"))
        while len(hosted.table.chairs) == 4 and hosted.table.state is not None:
            one.do(lambda: give(one.room, hosted, Order(order="resize", values={"seats": 3})))
            hand = hosted.table.hand
            one.until(lambda hand=hand: hosted.table.hand > hand)
        one.until(lambda: bool(one.room.past.matches()))
        (played,) = one.room.past.matches()
        assert played.names == ("Alpha", "Beta", "Gamma", "") and played.ids[3] == ""
        assert played.scores[3] < 0 and sum(played.scores) == 0
        rows = standings([Result(played.match, [*played.ids], [*played.names], [*played.scores], 0)])
        assert {row["name"]: row["score"] for row in rows} == dict(zip(played.names[:3], played.scores, strict=False))


def test_a_client_that_has_left_with_the_most_has_not_won_the_match() -> None:
    (first, second) = standings([Result("T-1-M1", ["a", "b", ""], ["a", "b", ""], [10, -60, 50], 0)])
    assert (first["won"], second["won"]) == (1, 0)

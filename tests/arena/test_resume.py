"""Coming back: a resume names its table and its match, and never leads into the middle of another one."""

from __future__ import annotations

from typing import Any

from croupier.arena.room.offers import Offer
from croupier.arena.tables.inputs import WATCHING, Attached

from .room import Room
from .slow import two
from .test_pairing import paired, queue
from .test_table import BLINDS, heads_up
from .virtual import Client, Hall, hall, silent

Json = dict[str, Any]


def last_number(frames: list[Json]) -> int:
    return int(next(frame["n"] for frame in reversed(frames) if "n" in frame))


def repeated(room: Room, connection: str) -> list[Json]:
    return [frame for frame in room.inboxes[connection] if frame["type"] == "act"]


# A pending question


def test_a_question_that_was_missed_comes_with_its_number_and_the_time_really_left() -> None:
    room = heads_up()
    asked = room.last("a", "act")
    room.wait(4_000)
    room.put(Attached("a again", 0, after=asked["n"] - 1))
    (again,) = repeated(room, "a again")
    assert (again["n"], again["act_id"], again["you"]["time_ms"]) == (asked["n"], asked["act_id"], 11_000)
    assert "snapshot" not in room.types("a again")


def test_a_question_that_the_client_has_comes_once_more_uncounted_with_the_time_really_left() -> None:
    room = heads_up()
    asked = room.last("a", "act")
    room.wait(4_000)
    room.restart()
    room.put(Attached("a again", 0, after=asked["n"]))
    (again,) = repeated(room, "a again")
    assert "n" not in again and again["you"]["time_ms"] == 11_000 and again["act_id"] == asked["act_id"]
    room.act("a again", "CALL", act_id=again["act_id"])
    numbers = [frame["n"] for frame in room.inboxes["a again"] if "n" in frame]
    assert numbers == list(range(asked["n"] + 1, asked["n"] + 1 + len(numbers))), "no number is missing or comes twice"


def test_it_is_so_for_every_seat_and_not_for_one_that_owes_nothing_any_more() -> None:
    room = heads_up()
    room.act("a", "CALL")
    room.put(Attached("b again", 1, after=room.last("b", "act")["n"]))
    assert len(repeated(room, "b again")) == 1
    room = Room("battle", seats=2)
    room.join("a")
    room.join("b")
    asked = room.last("a", "prep_start")
    room.send("a", type="layout_confirm", layout=["attack", None, None])
    room.put(Attached("a again", 0, after=asked["n"]))
    assert "prep_start" not in room.types("a again"), "it has confirmed; the other has not"


def test_a_question_that_is_answered_or_somebody_elses_does_not_come_again() -> None:
    room = heads_up()
    asked = room.last("a", "act")
    room.act("a", "CALL")
    room.put(Attached("a again", 0, after=asked["n"]))
    room.put(Attached("w", WATCHING, after=0))
    assert not repeated(room, "a again") and not repeated(room, "w")
    room.put(Attached("a late", 0, after=asked["n"] - 1))
    (once,) = repeated(room, "a late")
    assert once["you"]["time_ms"] == 15_000, "as it was asked: it is past"


def test_in_the_battle_the_deadline_stays_where_it_was() -> None:
    room = Room("battle", seats=2)
    room.join("a")
    room.join("b")
    asked = room.last("a", "prep_start")
    room.wait(3_000)
    room.put(Attached("a again", 0, after=asked["n"]))
    assert room.last("a again", "prep_start")["deadlineTs"] == asked["deadlineTs"]


def test_a_question_that_is_still_held_back_is_asked_when_its_time_has_come() -> None:
    room = Room("battle", seats=2, shows=True)
    room.join("a")
    room.join("b")
    for name in "ab":
        room.send(name, type="layout_confirm", layout=["attack", None, None])
    room.wait(100)
    room.put(Attached("a again", 0, after=last_number(room.inboxes["a"])))
    assert "prep_start" not in room.types("a again"), "the cards of the first round are still being shown"
    room.wait(10_000)
    assert room.types("a again").count("prep_start") == 1


# The match


def test_a_resume_of_the_match_that_is_played_goes_on_after_its_number() -> None:
    room = heads_up()
    seen = room.last("b", "start_hand")
    assert seen["match_id"] == "T-1-M1"
    room.act("a", "CALL")
    room.put(Attached("b again", 1, after=seen["n"], match_id="T-1-M1"))
    assert "snapshot" not in room.types("b again") and "event:CALL" in room.types("b again")


def test_a_resume_of_another_match_gets_the_snapshot_of_the_one_that_is_played() -> None:
    for named in ("T-1-M2", "T-9-M1", ""):
        room = heads_up()
        room.put(Attached("b again", 1, after=last_number(room.inboxes["b"]) - 1, match_id=named))
        assert [kind for kind in room.types("b again") if kind != "lobby"] == ["welcome", "snapshot"]
        assert room.last("b again", "snapshot")["match_id"] == "T-1-M1"


def test_before_the_first_match_there_is_none_to_name() -> None:
    room = Room(seats=3, options=BLINDS)
    room.join("a")
    room.put(Attached("a again", 0, after=0, match_id=""))
    assert room.types("a again") == ["welcome", "lobby"]


def test_a_resume_of_the_match_that_has_just_ended_is_told_how_it_ended() -> None:
    room = Room(seats=2, options=BLINDS | {"hands": 1}, matches=1)
    room.join("a")
    room.join("b")
    seen = last_number(room.inboxes["b"])
    room.drop("b")
    room.act("a", "FOLD")
    room.put(Attached("b again", 1, after=seen, match_id="T-1-M1"))
    assert room.last("b again", "match_end")["n"] > seen
    room.put(Attached("b later", 1, after=0, match_id="T-0-M1"))
    assert "match_end" in room.types("b later") and "snapshot" not in room.types("b later")


# Who names what, at the door


def came_back(one: Hall, before: Client, **resume: Any) -> Client:
    again = Client(one, before.team, before.code, silent)
    again.token = before.token
    one.do(lambda: again.connect(**resume))
    one.until(lambda: again.of("lobby"))
    return again


def counted(client: Client) -> list[int]:
    return [frame["n"] for frame in client.seen if "n" in frame]


def test_a_number_alone_goes_on_at_the_only_table_behind_a_code() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(two()))
        alpha, _ = one.join("Alpha", "CODE", silent), one.join("Beta", "CODE", silent)
        one.until(lambda: alpha.of("start_hand"))
        again = came_back(one, alpha, resume=1)
        assert counted(again)[0] == 2 and not again.of("snapshot")
        other = came_back(one, again, resume=1, resume_table="T-1", resume_match="T-1-M7")
        assert other.of("snapshot") and not counted(other)
        other = came_back(one, again, resume=1, resume_match="T-1-M7")
        assert other.of("snapshot") and not counted(other), "a match names its table"


def test_in_the_queue_a_resume_of_another_match_gets_a_snapshot_and_never_its_middle() -> None:
    with queue() as (one, desk):
        alpha, _ = paired(one)
        match = alpha.of("match_found")[-1]["matchId"]
        seen = last_number(alpha.seen)
        for named in ({}, {"resume_table": "Q-0", "resume_match": "Q-0-M1"}):
            again = came_back(one, alpha, resume=seen - 1, **named)
            assert again.of("snapshot")[0]["matchId"] == match and not counted(again), named
            alpha = again
        table = desk.tables()[0].id
        again = came_back(one, alpha, resume=seen - 1, resume_table=table, resume_match=match)
        assert counted(again) == [seen] and not again.of("snapshot")


def test_in_an_event_a_number_alone_gets_a_snapshot() -> None:
    with hall() as one:
        one.event(kind="robin", code="CUP1", deals=1, hands=5)
        alpha, _ = one.join("Alpha", "CUP1", silent), one.join("Beta", "CUP1", silent)
        one.until(lambda: alpha.of("start_hand"))
        start = alpha.of("start_hand")[-1]
        table = alpha.of("welcome")[-1]["table_id"]
        again = came_back(one, alpha, resume=start["n"])
        assert again.of("snapshot") and not counted(again)
        named = {"resume_table": table, "resume_match": start["match_id"]}
        again = came_back(one, again, resume=start["n"], **named)
        assert counted(again) and not again.of("snapshot")


def test_a_spectator_comes_back_as_a_player_does() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(two()))
        alpha, _ = one.join("Alpha", "CODE", silent), one.join("Beta", "CODE", silent)
        one.until(lambda: alpha.of("start_hand"))
        eyes = Client(one, "Eyes", "T-1")
        for named, snapshots in (({}, 0), ({"resume_table": "T-1", "resume_match": "T-1-M1"}, 0),
                                 ({"resume_table": "T-2", "resume_match": "T-2-M1"}, 1)):  # fmt: skip
            eyes.seen.clear()
            one.do(lambda named=named: eyes.connect(role="spectator", resume=1, **named))
            one.until(lambda: eyes.of("lobby"))
            assert len(eyes.of("snapshot")) == snapshots and bool(counted(eyes)) != bool(snapshots)


def test_of_several_tables_behind_one_code_a_resume_leads_to_the_one_that_it_names() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(id="H", game="holdem", kind="house", code="HOUSE1", seats=2)))
        first = Client(one, "Alpha", "HOUSE1", silent)
        one.do(first.connect)
        one.until(lambda: first.of("start_hand"))
        second = Client(one, "Alpha", "HOUSE1", silent)
        second.token = first.token
        one.do(lambda: second.connect(table="new"))
        one.until(lambda: second.of("start_hand"))
        tables = [client.of("welcome")[0]["table_id"] for client in (first, second)]
        assert tables[0] != tables[1]
        for client, table in zip((first, second), tables, strict=True):
            match = client.of("start_hand")[-1]["match_id"]
            again = came_back(one, first, resume=1, resume_table=table, resume_match=match)
            assert again.of("welcome")[0]["table_id"] == table and counted(again)[0] == 2
        unknown = came_back(one, second, resume=1)
        assert unknown.of("snapshot") and not counted(unknown), "the number may be of the other table"
        named = came_back(one, second, resume=1, table=tables[1])
        assert counted(named)[0] == 2 and not named.of("snapshot")
        gone = came_back(one, first, resume=1, resume_table="H-99", resume_match="H-99-M1")
        assert gone.of("welcome")[0]["table_id"] == tables[0] and gone.of("snapshot")


# Who is connected


def test_the_first_lobby_of_a_joiner_counts_itself_as_connected() -> None:
    room = Room(seats=3, options=BLINDS)
    for name in ("a", "b"):
        room.join(name)
        lobbies = [frame for frame in room.inboxes[name] if frame["type"] == "lobby"]
        assert all(one["connected"] for one in lobbies[0]["players"])
    assert len([frame for frame in room.inboxes["b"] if frame["type"] == "lobby"]) == 1, "and it is told once"

"""Desks: which client sits where, when a table begins, pauses and is taken down, and who is refused at the door."""

from __future__ import annotations

import json
from typing import Any

import pytest

from croupier.arena.room import desks
from croupier.arena.room.connection import BURST, PATIENCE, POLICY_VIOLATION
from croupier.arena.room.desks import RESTS_FOR, Desk, PracticeDesk
from croupier.arena.room.guests import LONGEST_FRAME, MOST_REFUSED
from croupier.arena.room.offers import Offer
from croupier.arena.tables.inputs import Ordered
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import OWN

from .virtual import Client, Hall, hall, silent

HOUSE: dict[str, Any] = {"id": "H", "game": "holdem", "kind": "house", "code": "HOUSE", "seats": 2, "policy": "station"}
TWO: dict[str, Any] = {"id": "T", "game": "holdem", "code": "TABLE", "seats": 2, "options": {"stack": 1000}}


def offered(one: Hall, **offer: Any) -> Desk:
    desk: Desk = one.do(lambda: one.room.offer(Offer(**offer)))
    return desk


def enter(one: Hall, team: str, code: str, **more: Any) -> Client:
    """A client that says hello once and answers nothing."""
    client = Client(one, team, code, silent)
    one.do(lambda: client.connect(**more))
    one.pass_time(5)
    return client


def table_of(client: Client) -> str:
    assert client.guest is not None and client.guest.hosted is not None, client.seen
    return client.guest.hosted.id


def why(client: Client) -> tuple[str, str]:
    error = client.of("error")[-1]
    return error["code"], error["msg"]


# Tables against the house


def test_there_is_always_one_open_table_against_the_house() -> None:
    with hall() as one:
        desk = offered(one, **HOUSE)
        assert [hosted.id for hosted in desk.tables()] == ["H-1"]
        alpha = enter(one, "Alpha", "HOUSE")
        assert table_of(alpha) == "H-1" and [hosted.id for hosted in desk.tables()] == ["H-1"]
        beta = enter(one, "Beta", "HOUSE")
        assert table_of(beta) == "H-2"
        chairs = one.room.tables["H-1"].table.chairs
        assert sorted(bool(chair.policy) for chair in chairs) == [False, True]
        assert chairs[desk.game.own_seat].id == "alpha"
        offered(one, **{**HOUSE, "title": "Another title"})
        assert len(desk.tables()) == 3, "an offer that is made again has an open table"
        offered(one, **{**HOUSE, "title": "And another"})
        assert len(desk.tables()) == 3, "and not two"


def test_a_table_that_is_out_of_order_is_open_to_nobody() -> None:
    with hall() as one:
        offered(one, **HOUSE)
        one.room.tables["H-1"].broken = "a rule"
        assert table_of(enter(one, "Alpha", "HOUSE")) == "H-2"


def test_a_client_may_choose_the_house_bot_that_it_plays() -> None:
    with hall() as one:
        desk = offered(one, **HOUSE)
        alpha = enter(one, "Alpha", "HOUSE", against="tight")
        assert table_of(alpha) == "H-2"
        assert {chair.policy for chair in one.room.tables["H-2"].table.chairs} == {"", "tight"}
        assert table_of(enter(one, "Beta", "HOUSE", against="station")) == "H-1"
        again = enter(one, "Alpha", "HOUSE", against="tight", token=alpha.token)
        assert table_of(again) == "H-2", "it sits there already"
        assert why(enter(one, "Gamma", "HOUSE", against="nobody"))[0] == "TABLE_FULL"
        assert "gamma" not in desk.door.claims, "a name without a seat is free again"


def test_a_team_may_ask_for_one_more_table_and_for_the_one_that_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    with hall() as one:
        offered(one, **HOUSE)
        alpha = enter(one, "Alpha", "HOUSE")
        second = enter(one, "Alpha", "HOUSE", token=alpha.token, table="new")
        assert (table_of(alpha), table_of(second)) == ("H-1", "H-2")
        assert table_of(enter(one, "Alpha", "HOUSE", token=alpha.token, table="H-2")) == "H-2"
        assert table_of(enter(one, "Alpha", "HOUSE", token=alpha.token)) == "H-1"
        enter(one, "Beta", "HOUSE")
        assert "You do not sit at a table H-3" in why(enter(one, "Alpha", "HOUSE", token=alpha.token, table="H-3"))[1]
        monkeypatch.setattr(desks, "MOST_OF_ONE", 3)
        assert table_of(enter(one, "Alpha", "HOUSE", token=alpha.token, table="new")) == "H-4"
        assert "no more than 3 tables" in why(enter(one, "Alpha", "HOUSE", token=alpha.token, table="new"))[1]


def test_behind_a_code_with_one_table_there_is_no_other() -> None:
    with hall() as one:
        desk = offered(one, **TWO)
        alpha = enter(one, "Alpha", "TABLE", table="new")
        assert table_of(alpha) == "T" and desk.chair_left() == "free"
        assert "one table behind this code" in why(enter(one, "Alpha", "TABLE", token=alpha.token, table="new"))[1]
        assert table_of(enter(one, "Beta", "TABLE", table="T")) == "T" and desk.chair_left() == ""
        assert why(enter(one, "Gamma", "TABLE")) == ("TABLE_FULL", "The table is full.")
        assert "table U behind this code" in why(enter(one, "Alpha", "TABLE", token=alpha.token, table="U"))[1]


def test_a_table_against_the_house_pauses_while_nobody_is_there() -> None:
    with hall() as one:
        offered(one, **HOUSE)
        table = one.room.tables["H-1"].table
        assert table.held and table.match == 0
        alpha = enter(one, "Alpha", "HOUSE")
        assert not table.held and table.match == 1
        one.do(alpha.cut)
        one.pass_time(5)
        assert table.held
        one.do(alpha.connect)
        one.pass_time(5)
        assert not table.held


def test_a_table_of_people_goes_on_without_them() -> None:
    with hall() as one:
        offered(one, **TWO)
        clients = [enter(one, name, "TABLE") for name in ("Alpha", "Beta")]
        for client in clients:
            one.do(client.cut)
        one.pass_time(5)
        assert not one.room.tables["T"].table.held
        one.pass_time(int(RESTS_FOR * 2_000))
        assert "T" in one.room.tables, "nor is it taken down"


def test_a_table_that_the_host_begins_is_not_begun_by_a_client() -> None:
    with hall() as one:
        offered(one, **{**HOUSE, "manual": True})
        enter(one, "Alpha", "HOUSE")
        assert one.room.tables["H-1"].table.match == 0


def test_a_table_that_everybody_has_left_is_taken_down_and_its_names_are_free() -> None:
    with hall() as one:
        desk = offered(one, **HOUSE)
        alpha = enter(one, "Alpha", "HOUSE")
        one.do(alpha.cut)
        one.pass_time(int(RESTS_FOR * 1000) - 1_000)
        assert "H-1" in one.room.tables and "alpha" in desk.door.claims
        one.do(alpha.connect)
        one.pass_time(int(RESTS_FOR * 1000) + 1_000)
        assert "H-1" in one.room.tables, "it came back in time"
        one.do(alpha.cut)
        one.pass_time(int(RESTS_FOR * 1000) + 1_000)
        assert "H-1" not in one.room.tables and "alpha" not in desk.door.claims
        kept = one.loop.run_until_complete(one.store.values())
        assert "table/H-1" not in kept and "claim/H/alpha" not in kept


def test_a_name_is_kept_while_it_sits_at_another_table_of_the_house() -> None:
    with hall() as one:
        desk = offered(one, **HOUSE)
        alpha = enter(one, "Alpha", "HOUSE")
        second = enter(one, "Alpha", "HOUSE", token=alpha.token, table="new")
        one.do(second.cut)
        one.pass_time(int(RESTS_FOR * 1000) + 1_000)
        assert sorted(one.room.tables) == ["H-1"] and "alpha" in desk.door.claims


def test_each_connection_of_a_team_has_a_practice_table_of_its_own() -> None:
    with hall() as one:
        desk = offered(one, **{**HOUSE, "kind": "practice"})
        assert isinstance(desk, PracticeDesk)
        alpha = enter(one, "Alpha", "HOUSE")
        second = enter(one, "Alpha", "HOUSE", token=alpha.token)
        assert (table_of(alpha), table_of(second)) == ("H-1", "H-2")
        one.do(alpha.cut)
        one.pass_time(5)
        assert table_of(enter(one, "Alpha", "HOUSE", token=alpha.token)) == "H-1", "nobody is there: it comes back"


def test_an_offer_that_is_withdrawn_leaves_no_code_and_no_name() -> None:
    with hall() as one:
        desk = offered(one, **TWO)
        enter(one, "Alpha", "TABLE")
        gone = one.do(desk.withdraw)
        assert {(entry.key, entry.body) for entry in gone} == {
            ("claim/T/alpha", None), ("offer/T", None), ("code/T", None)
        }  # fmt: skip
        assert one.room.desk_for("Alpha", "TABLE") is None and "T" not in one.room.desks


# At the door


def test_after_too_many_bad_frames_a_client_without_a_seat_is_disconnected() -> None:
    with hall() as one:
        offered(one, **TWO)
        client = enter(one, "Alpha", "WRONG_CODE")
        for _ in range(MOST_REFUSED - 2):
            one.do(lambda: client.say(type="action", action="FOLD"))
        one.pass_time(5)
        assert client.closed is None and why(client) == ("BAD_SCHEMA", "The first message is `hello`.")
        one.do(lambda: client.say(type="action", action="FOLD"))
        one.pass_time(5)
        assert client.closed == (POLICY_VIOLATION, "Too many attempts.")


def test_a_client_that_has_a_seat_may_say_nonsense_without_losing_it() -> None:
    with hall() as one:
        offered(one, **TWO)
        client = enter(one, "Alpha", "TABLE")
        for _ in range(MOST_REFUSED + 5):
            one.do(lambda: client.say(type="nonsense"))
        one.pass_time(5)
        assert client.closed is None and why(client)[0] == "BAD_SCHEMA"
        one.do(lambda: client.say(type="hello", team="Alpha", join_code="TABLE"))
        assert why(client) == ("BAD_SCHEMA", "You are in already: one connection has one `hello`.")


def test_a_frame_has_a_longest_length() -> None:
    with hall() as one:
        offered(one, **TWO)
        client = enter(one, "Alpha", "TABLE")
        assert client.guest is not None
        for length, told in ((LONGEST_FRAME, False), (LONGEST_FRAME + 1, True)):
            one.do(lambda length=length: client.guest.hear(b" " * length))  # type: ignore[union-attr]
            assert ("A frame has at most 16,384 bytes; this one has 16,385." in why(client)[1]) == told


def test_a_client_that_sends_too_many_frames_is_told_to_wait_and_disconnected_if_it_goes_on() -> None:
    with hall() as one:
        offered(one, **TWO)
        client = enter(one, "Alpha", "TABLE")
        frame = json.dumps({"type": "nonsense", "v": 1}).encode()

        def send(count: int) -> None:
            for _ in range(count):
                client.guest.hear(frame)  # type: ignore[union-attr]

        one.do(lambda: send(BURST + PATIENCE))
        assert why(client)[0] == "TOO_MANY_FRAMES" and client.of("error")[-1]["retry_after_ms"] == 1
        assert [error["code"] for error in client.of("error")].count("TOO_MANY_FRAMES") == PATIENCE
        assert client.closed is None
        one.do(lambda: send(1))
        one.pass_time(1)
        assert client.closed == (POLICY_VIOLATION, "Too many frames.")


def test_only_an_operator_with_the_hosts_token_has_the_god_view_and_only_where_it_was_announced() -> None:
    with hall() as one:
        offered(one, **{**TWO, "god_view": 1})
        offered(one, **{**TWO, "id": "U", "code": "PLAIN"})
        one.do(lambda: one.room.set_host("host-token"))
        assert why(enter(one, "Eve", "TABLE", role="operator", god=True))[0] == "NOT_THE_HOST"
        spectator = enter(one, "Eve", "TABLE", role="spectator", god=True)
        assert why(spectator) == ("BAD_SCHEMA", "The god view is for an operator, who shows the host's token.")
        host = {"role": "operator", "token": "host-token", "god": True}
        assert enter(one, "Host", "TABLE", **host).of("welcome")[-1]["god_view"] == 1
        assert why(enter(one, "Host", "PLAIN", **host))[0] == "NO_GOD_VIEW"
        looks = enter(one, "Eve", "T", role="spectator")
        assert looks.of("welcome") and looks.guest is not None and looks.guest.entered
        assert why(enter(one, "Eve", "nowhere", role="spectator"))[0] == "TEAM_UNKNOWN"


def test_nobody_is_let_in_while_nothing_can_be_stored() -> None:
    with hall() as one:
        offered(one, **TWO)
        one.room.keeping.failing = "the disk is full"
        client = enter(one, "Alpha", "TABLE")
        assert why(client)[0] == "CANNOT_KEEP" and client.of("error")[-1]["retry_after_ms"] == 1_000
        assert client.guest is not None and client.guest.told_to_wait and client.guest._refused == 0
        one.room.keeping.failing = ""


def test_a_client_that_plays_no_more_says_so_to_no_table() -> None:
    with hall() as one:
        offered(one, **TWO)
        client = enter(one, "Alpha", "TABLE")
        one.do(lambda: client.guest.at(None))  # type: ignore[union-attr]
        one.pass_time(5)
        assert one.room.tables["T"].people == 0, "its seat has no connection any more"
        one.do(lambda: client.say(type="action", action="FOLD"))
        assert why(client) == ("BAD_SCHEMA", "You sit at no table.")


def test_an_answer_that_makes_no_sense_is_on_record() -> None:
    with hall() as one:
        offered(one, **TWO)
        clients = [enter(one, name, "TABLE") for name in ("Alpha", "Beta")]
        one.do(lambda: clients[0].say(type="nonsense"))
        one.pass_time(5)
        assert sum(one.room.tables["T"].table.refusals.values()) == 1


def test_a_desk_knows_its_teams_and_its_table() -> None:
    with hall() as one:
        desk = offered(one, **TWO)
        hosted = one.room.tables["T"]
        enter(one, "Alpha", "TABLE")
        assert (desk.known_as("alpha", "T"), desk.team_at(hosted, 0)) == ("alpha", "Alpha")
        assert desk.is_against(hosted, "anybody") and not desk.done("alpha") and not desk.misses("beta")
        assert desk.watched() is hosted and desk.table_of("alpha") is hosted and desk.table_of("beta") is None
        assert desk.dialect_for(OWN) is desk.dialect and desk.dialect_for("generic") is not desk.dialect
        with pytest.raises(BadInput):
            one.do(lambda: hosted.put(Ordered("no such order")))


def test_a_table_that_stands_no_more_belongs_to_its_offer_unless_its_names_are_free_again() -> None:
    with hall() as one:
        for offer in (
            Offer(id="T", game="leduc", code="TABLE"),
            Offer(id="H", game="leduc", kind="house", code="HOUSE"),
            Offer(id="Q", game="battle", kind="queue", code="QUEUE"),
        ):
            one.do(lambda offer=offer: one.room.offer(offer))  # type: ignore[misc]
        desks, room = one.room.desks, one.room
        assert [room.desk_of(table) for table in ("T", "H-1", "Q-7")] == [desks["T"], desks["H"], desks["Q"]]
        assert room.desk_of("H-99") is None and room.desk_of("nowhere-1") is None and room.desk_of("-") is None
        alpha = one.join("Alpha", "TABLE", silent)
        one.pass_time(5)
        assert [room.player("T", token) for token in (alpha.token, "wrong", "")] == ["alpha", "", ""]
        assert room.player("H-99", alpha.token) == "" == room.player("Q-7", alpha.token)


def test_a_code_beside_a_roster_leads_nowhere_and_a_time_of_day_becomes_a_date() -> None:
    with hall() as one:
        desk = offered(one, **{**TWO, "roster": {"Alpha": "ALPHA_CODE"}, "finish_by": "18:30"})
        assert one.room.desk_for("Stranger", "TABLE") is None and one.room.desk_for("Alpha", "TABLE") is desk
        day, _, time = desk.offer.finish_by.partition("T")
        assert day.count("-") == 2 and time == "18:30:00"

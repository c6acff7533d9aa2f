"""A room that is about to close, and one that is opened again: which hands it waits for, and what is as it was."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from croupier.arena.room import memory
from croupier.arena.room import room as rooms
from croupier.arena.room.connection import BROKEN, RESTARTING
from croupier.arena.room.desks import HouseDesk
from croupier.arena.room.hosted import Hosted
from croupier.arena.room.offers import Offer, Opener
from croupier.arena.room.resting import COME_BACK_MS, GOODBYE
from croupier.arena.tables.inputs import Ordered
from croupier.arena.tables.session import Phase
from croupier.kernel.errors import BadInput

from .virtual import Client, Hall, hall, silent

TWO: dict[str, Any] = {"id": "T", "game": "holdem", "code": "TABLE", "seats": 2, "options": {"stack": 1000}}


def seated(one: Hall, **offer: Any) -> tuple[Client, Client, Hosted]:
    """A table with two clients, the first of which is to act."""
    wanted = Offer(**{**TWO, **offer})
    one.do(lambda: one.room.offer(wanted))
    clients = [one.join(name, wanted.code, silent) for name in ("Alpha", "Beta")]
    one.pass_time(5)
    clients.sort(key=lambda client: not client.of("act"))
    return clients[0], clients[1], one.room.tables[wanted.id]


def fold(client: Client) -> None:
    act = client.of("act")[-1]
    client.say(type="action", action="FOLD", act_id=act["act_id"], hand_id=act["hand_id"])


# Closing


def test_a_room_that_closes_waits_for_the_hands_that_clients_play_and_begins_no_other() -> None:
    with hall() as one:
        mover, other, hosted = seated(one)
        rest = one.room.rest
        assert rest.awaited == 0 and not mover.of("notice")
        one.do(rest.begin)
        one.pass_time(5)
        over = one.do(lambda: asyncio.ensure_future(rest.over()))
        one.pass_time(5)
        assert rest.awaited == 1 and not over.done()
        for client in (mover, other):
            [told] = client.of("notice")
            assert (told["code"], told["msg"], told["retry_after_ms"]) == ("CLOSING", GOODBYE, COME_BACK_MS)
        one.do(lambda: fold(mover))
        one.pass_time(5)
        assert rest.awaited == 0 and over.done() and hosted.table.hand == 1 and hosted.phase is Phase.CLOSING


def test_a_hand_that_its_clients_have_left_is_not_waited_for() -> None:
    with hall() as one:
        mover, other, _ = seated(one)
        one.do(one.room.rest.begin)
        one.do(mover.cut)
        assert one.room.rest.awaited == 1
        one.do(other.cut)
        assert one.room.rest.awaited == 0


def test_a_room_without_a_hand_in_play_closes_at_once() -> None:
    with hall() as one:
        _, _, hosted = seated(one, manual=True)
        broken = seated(one, id="U", code="OTHER")[2]
        broken.broken = "a rule"
        one.do(one.room.rest.begin)
        assert one.room.rest.awaited == 0 and hosted.session.closing and not broken.session.closing
        one.loop.run_until_complete(one.room.rest.over())


def test_a_table_that_breaks_or_is_taken_down_is_waited_for_no_longer() -> None:
    with hall() as one:
        tables = [seated(one, id=id, code=f"CODE_{id}")[2] for id in ("T", "U")]
        one.do(one.room.rest.begin)
        assert one.room.rest.awaited == 2
        one.do(lambda: tables[0]._break("a rule"))
        assert one.room.rest.awaited == 1
        one.do(lambda: one.room.take_down(tables[1]))
        one.do(lambda: one.room.rest.look(tables[1]))
        assert one.room.rest.awaited == 0


def test_a_client_that_comes_while_a_room_closes_is_told_so_and_begins_no_hand() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(**TWO)))
        one.do(one.room.rest.begin)
        clients = [one.join(name, "TABLE", silent) for name in ("Alpha", "Beta")]
        one.pass_time(5)
        assert [len(client.of("notice")) for client in clients] == [1, 1]
        assert one.room.tables["T"].table.match == 0
        one.do(lambda: one.room.offer(Offer(**{**TWO, "id": "U", "code": "OTHER"})))
        assert one.room.tables["U"].session.closing


def test_a_goodbye_says_when_to_come_back() -> None:
    with hall() as one:
        clients = seated(one)[:2]
        one.loop.run_until_complete(one.room.rest.say_goodbye())
        one.pass_time(1)
        assert [client.closed for client in clients] == [(RESTARTING, GOODBYE)] * 2 and "5 s" in GOODBYE


# Opened again


def test_a_room_that_was_killed_is_as_it_was() -> None:
    with hall() as one:
        mover, _, hosted = seated(one)
        one.do(lambda: one.room.offer(Offer(id="H", game="leduc", kind="house", code="HOUSE")))
        one.do(lambda: one.room.set_host("host-token"))
        state, act = hosted.table.hand_id, mover.of("act")[-1]
        one.pass_time(3_000)
        one.kill()
        assert sorted(one.room.tables) == ["H-1", "T"] and one.room.is_host("host-token") and not one.room.is_host("x")
        assert one.room.notes == [] and one.room.names >= {"H-1", "T"}
        again = one.room.tables["T"]
        assert again.table.hand_id == state and not again.broken and again.note == "" and again.people == 0
        one.do(mover.connect)
        one.pass_time(5)
        assert mover.of("snapshot")[-1]["act_id"] == act["act_id"], "its name and its question are its own"
        assert one.room.new_id("H") == "H-2" and isinstance(one.room.desks["H"], HouseDesk)


def other_rules(one: Hall, table: str) -> None:
    """Keep a table as if it had been played by other rules."""
    kept = one.loop.run_until_complete(one.store.values(memory.TABLE))[memory.TABLE + table]
    standing = msgspec.structs.replace(msgspec.json.decode(kept, type=memory.Standing), fingerprint="another")
    one.do(lambda: one.room.keep(memory.of_standing(standing)))
    one.pass_time(1)


def test_a_table_whose_rules_have_changed_is_noted_unless_it_is_unlisted() -> None:
    with hall() as one:
        seated(one)
        one.do(lambda: one.room.offer(Offer(**{**TWO, "id": "P", "code": "FRIENDS", "kind": "private",
                                               "opener": Opener(proof="x", game="g")})))  # fmt: skip
        other_rules(one, "T")
        other_rules(one, "P")
        one.kill()
        again = one.room.tables["T"]
        assert "the rules have changed" in again.note and "the rules have changed" in one.room.tables["P"].note
        assert [note.startswith("Table T: ") for note in one.room.notes] == [True]
        assert again.table.match == 2, "the first hand has no boundary to go on from: another match begins"
        one.pass_time(5)
        one.kill()
        assert one.room.notes == [] and one.room.tables["T"].table.match == 2, "it is noted once"


def test_a_battle_that_cannot_go_on_is_void_and_its_table_is_gone() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(id="Q", game="battle", kind="queue", code="QUEUE", stake=3)))
        clients = [one.join(name, "QUEUE", silent) for name in ("Alpha", "Beta")]
        for client in clients:
            one.do(lambda client=client: client.say(type="queue_join"))
        one.pass_time(50)
        assert one.room.bank.accounts.balance("alpha") == 7
        other_rules(one, "Q-1")
        one.kill()
        one.pass_time(5)
        assert "Q-1" not in one.room.tables
        assert one.room.bank.accounts.balance("alpha") == one.room.bank.accounts.balance("beta") == 10
        assert memory.TABLE + "Q-1" not in one.loop.run_until_complete(one.store.values())


def test_a_table_that_cannot_be_rebuilt_is_out_of_order_and_its_lines_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    with hall() as one:
        seated(one)
        kept = one.loop.run_until_complete(one.store.tables())["T"]

        def fails(*given: Any) -> None:
            raise ValueError("no such line")

        monkeypatch.setattr("croupier.arena.room.recalling.reopen", fails)
        one.kill()
        assert one.room.tables["T"].broken == "it could not be made again: no such line"
        assert one.room.notes == ["Table T could not be made again: no such line"]
        assert one.loop.run_until_complete(one.store.tables())["T"] == kept
        monkeypatch.undo()
        one.kill()
        assert not one.room.tables["T"].broken and one.room.notes == []


# The room itself


def test_an_offer_keeps_its_code_and_no_two_have_the_same() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(**{**TWO, "code": ""})))
        code = one.room.desks["T"].offer.code
        assert len(code) >= 4
        one.do(lambda: one.room.offer(Offer(**{**TWO, "code": "", "title": "Ours"})))
        assert one.room.desks["T"].offer.code == code and one.room.desk_for("Alpha", code) is one.room.desks["T"]
        for wrong in ("abc", "a" * 33, "no code"):
            with pytest.raises(BadInput, match="4 to 32 letters"):
                one.do(lambda wrong=wrong: one.room.offer(Offer(**{**TWO, "code": wrong})))
        with pytest.raises(BadInput, match="leads to T already"):
            one.do(lambda: one.room.offer(Offer(**{**TWO, "id": "U", "code": code})))
        one.do(lambda: one.room.offer(Offer(**{**TWO, "code": "OTHER"})))
        assert one.room.desk_for("Alpha", code) is None


def test_no_offer_gets_the_name_of_a_table_that_was() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(id="H", game="leduc", kind="house", code="HOUSE")))
        with pytest.raises(BadInput, match="There is or was a table H-1 already"):
            one.do(lambda: one.room.offer(Offer(**{**TWO, "id": "H-1"})))
        one.do(lambda: one.room.offer(Offer(**{**TWO, "id": "H-2"})))
        assert one.room.new_id("H") == "H-3", "the name of an offer is no table's"


def test_the_number_of_tables_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    with hall() as one:
        monkeypatch.setattr(rooms, "MOST_TABLES", 2)
        one.do(lambda: one.room.offer(Offer(**TWO)))
        one.do(lambda: one.room.offer(Offer(**{**TWO, "id": "U", "code": "OTHER"})))
        with pytest.raises(BadInput, match="There are 2 tables"):
            one.do(lambda: one.room.offer(Offer(**{**TWO, "id": "V", "code": "THIRD"})))
        with pytest.raises(BadInput, match="too many tables"):
            one.do(lambda: one.room.set_up(one.room.desks["T"].offer, "T-9", {}))


def test_a_code_of_a_roster_leads_to_the_offer_that_lists_the_team() -> None:
    with hall() as one:
        for id, code in (("T", "FIRST_CODE"), ("U", "SECOND_CODE")):
            one.do(
                lambda id=id, code=code: one.room.offer(
                    Offer(**{**TWO, "id": id, "code": "", "roster": {"Alpha": code}})
                )
            )
        assert one.room.desk_for("alpha", "SECOND_CODE") is one.room.desks["U"]
        assert one.room.desk_for("Alpha", "no code of it") is one.room.desks["T"], "where it is refused"
        assert one.room.desk_for("Gamma", "SECOND_CODE") is None


def test_the_bearer_of_a_token_is_known_at_tables_that_stand_or_stood() -> None:
    with hall() as one:
        alpha, beta, _ = seated(one)
        tokens = {client.team.casefold(): client.token for client in (alpha, beta)}
        assert [one.room.player("T", tokens[name]) for name in ("alpha", "beta")] == ["alpha", "beta"]
        assert (
            one.room.player("T", "") == one.room.player("T", "nonsense") == one.room.player("U", tokens["alpha"]) == ""
        )
        one.do(lambda: one.room.offer(Offer(id="H", game="leduc", kind="house", code="HOUSE")))
        gamma = one.join("Gamma", "HOUSE", silent)
        one.pass_time(5)
        assert one.room.player("H-1", gamma.token) == "gamma"
        one.do(lambda: one.room.take_down(one.room.tables["H-1"]))
        one.pass_time(1)
        assert one.room.player("H-1", gamma.token) == "" and gamma.closed == (BROKEN, "The table is taken down.")
        assert "table/H-1" not in one.loop.run_until_complete(one.store.values())


def test_connections_are_counted_by_address_until_they_end() -> None:
    with hall() as one:
        alpha, beta, _ = seated(one)
        assert one.room.addresses == {"127.0.0.1": 2} and one.room.metrics.connected == 2
        one.do(alpha.cut)
        assert one.room.addresses == {"127.0.0.1": 1} and len(one.room.connections) == 1
        one.do(lambda: one.room.go(beta.guest))  # type: ignore[arg-type]
        one.do(lambda: one.room.go(beta.guest))  # type: ignore[arg-type]
        assert dict(one.room.addresses) == {} and not one.room.guests


def test_the_answer_of_a_bot_counts_only_at_the_table_that_asked_and_while_it_has_the_seat() -> None:
    with hall() as one:
        asked: list[Any] = []
        one.house.ask = lambda question, answered: asked.append(answered)  # type: ignore[method-assign,assignment]
        offer = {"bots": ["station"], "options": {"stack": 1000, "limit_ms": 0}}
        one.do(lambda: one.room.offer(Offer(**{**TWO, **offer})))
        alpha = one.join("Alpha", "TABLE", silent)
        one.pass_time(5)
        hosted = one.room.tables["T"]
        if not asked:
            one.do(lambda: alpha.say(type="action", action="CALL"))
            one.pass_time(5)
        move = hosted.table.decision(1).move("CHECK" if hosted.table.decision(1).named("CHECK") else "CALL")
        one.do(lambda: hosted.put(Ordered("swap", 1, {"policy": "tight"})))
        line = hosted.session.line
        one.do(lambda: asked[0](move))
        assert hosted.session.line == line and one.room.metrics.house == 0, "another bot has its seat"
        one.do(lambda: asked[-1](move))
        assert hosted.session.line > line and one.room.metrics.house == 1


def test_an_empty_room_closes_at_once_and_a_goodbye_waits_for_nobody() -> None:
    with hall() as one:
        one.do(one.room.rest.begin)
        over = one.do(lambda: asyncio.ensure_future(one.room.rest.over()))
        began = one.loop.time()
        one.loop.run_until_complete(over)
        one.loop.run_until_complete(one.room.rest.say_goodbye())
        assert one.loop.time() == began

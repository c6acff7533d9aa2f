"""Orders of a host with their consequences outside the table: tokens, codes, late teams, void matches."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.arena.room.host_orders import Order, give, void_result
from croupier.arena.room.listing import results
from croupier.arena.room.offers import Offer
from croupier.kernel.errors import BadInput

from .virtual import Client, Hall, folds, hall, silent

TWO: dict[str, Any] = {"id": "T", "game": "holdem", "code": "TABLE", "seats": 2, "options": {"stack": 1000, "hands": 1}}


def seated(one: Hall, style: Any = silent, **offer: Any) -> list[Client]:
    one.do(lambda: one.room.offer(Offer(**{**TWO, **offer})))
    roster = offer.get("roster", {})
    clients = [one.join(name, roster.get(name, "TABLE"), style) for name in ("Alpha", "Beta")]
    one.pass_time(5)
    return clients


def order(one: Hall, what: str, **more: Any) -> Any:
    return one.do(lambda: give(one.room, one.room.tables["T"], Order(what, **more)))


def refused(one: Hall, match: str, what: str, **more: Any) -> None:
    before = one.loop.run_until_complete(one.store.tables())
    with pytest.raises(BadInput, match=match):
        order(one, what, **more)
    one.pass_time(1)
    assert one.loop.run_until_complete(one.store.tables()) == before


def test_a_team_is_named_in_place_of_its_seat() -> None:
    with hall() as one:
        seated(one)
        assert order(one, "hold", team="beta") == {}
        assert [chair.held for chair in one.room.tables["T"].table.chairs] == [False, True]
        refused(one, "Gamma does not sit at T", "hold", team="Gamma")


def test_a_new_token_takes_the_place_of_the_old_one() -> None:
    with hall() as one:
        alpha, beta = seated(one)
        told = order(one, "swap", seat=0)
        one.pass_time(5)
        assert set(told) == {"team", "token"} and told["team"] == "Alpha" and alpha.closed is not None
        door = one.room.desks["T"].door
        assert door.owner_of(told["token"]) == "alpha" and door.owner_of(alpha.token) == ""
        assert door.owner_of(beta.token) == "beta" and beta.closed is None
        assert one.loop.run_until_complete(one.store.values("claim/T/alpha"))


def test_a_seat_is_given_to_another_team_with_a_token_and_a_code_of_its_own() -> None:
    roster = {"Alpha": "ALPHA_CODE", "Beta": "BETA_CODE"}
    with hall() as one:
        seated(one, roster=roster, code="")
        told = order(one, "swap", seat=1, values={"team": "Gamma"})
        table, desk = one.room.tables["T"].table, one.room.desks["T"]
        assert [chair.name for chair in table.chairs] == ["Alpha", "Gamma"] and told["team"] == "Gamma"
        assert desk.offer.roster == {**roster, "Gamma": told["code"]} and desk.door.owner_of(told["token"]) == "gamma"
        again = order(one, "swap", seat=0)
        assert again["code"] not in ("ALPHA_CODE", told["code"]) and desk.offer.roster["Alpha"] == again["code"]


def test_a_seat_is_given_to_a_bot_and_back_without_a_token() -> None:
    with hall() as one:
        seated(one)
        assert order(one, "swap", seat=0, values={"policy": "tight"}) == {}
        assert one.room.tables["T"].table.chairs[0].policy == "tight"
        refused(one, "A bot of the house has no token", "swap", seat=0)
        refused(one, "has no house bot 'nobody'", "swap", seat=1, values={"policy": "nobody"})
        assert order(one, "swap", seat=0, values={"policy": ""}) == {}
        assert one.room.tables["T"].table.chairs[0].policy == ""
        refused(one, "a seat in which a player sits", "swap")
        refused(one, "a seat in which a player sits", "swap", seat=2)
        refused(one, "a seat in which a player sits", "swap", seat=-1)


def test_a_late_team_is_admitted_with_one_more_seat_if_need_be() -> None:
    with hall() as one:
        seated(one)
        assert order(one, "admit", values={"team": "Gamma"}) == {"team": "Gamma", "code": "TABLE"}
        assert one.room.tables["T"].table.plan.seats == 3
        assert order(one, "admit", values={"team": "Delta"})["team"] == "Delta"
        assert one.room.tables["T"].table.plan.seats == 3, "a chair is free"
        refused(one, "Alpha sits at T already", "admit", values={"team": "Alpha"})
        for more in ({"values": {}}, {"seat": 1, "values": {"team": "X"}}, {"values": {"team": "X", "seats": 3}}):
            refused(one, "Name the late team", "admit", **more)


def test_a_late_team_gets_a_code_where_there_is_a_roster_and_keeps_the_one_that_it_has() -> None:
    with hall() as one:
        seated(one, roster={"Alpha": "ALPHA_CODE", "Beta": "BETA_CODE", "Delta": "DELTA_CODE"}, code="")
        told = order(one, "admit", values={"team": "Gamma"})
        assert one.room.desks["T"].offer.roster["Gamma"] == told["code"]
        assert order(one, "admit", values={"team": "delta"})["code"] == "DELTA_CODE"
        assert list(one.room.desks["T"].offer.roster) == ["Alpha", "Beta", "Delta", "Gamma"]


def test_nobody_is_admitted_where_everybody_with_the_code_may_come_in() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(**{**TWO, "kind": "house"})))
        hosted = one.room.tables["T-1"]
        with pytest.raises(BadInput, match="no team needs to be admitted"):
            one.do(lambda: give(one.room, hosted, Order("admit", values={"team": "Gamma"})))


def test_the_host_does_not_say_which_match_follows_a_void_one() -> None:
    with hall() as one:
        seated(one)
        refused(one, "'void' knows only replay=off", "void", why="x", values={"follows": "nothing"})
        assert order(one, "void", why="a lost bot") == {}
        assert one.room.tables["T"].table.match == 2, "it is played again"


def test_an_order_from_outside_opens_no_file() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(id="T", game="deal", code="TABLE", seats=2)))
        [name, *_] = one.room.tables["T"].table.game.shipped_names
        refused(one, "not from outside", "change", values={name: "/etc/passwd"})


def test_orders_about_players_and_results_of_an_event_are_the_events() -> None:
    with hall() as one:
        one.event(kind="robin", game="holdem", options={"hands": 1}, code="CUPCUP", deals=1, least=2)
        for name in ("Alpha", "Beta"):
            one.join(name, "CUPCUP", silent)
        one.pass_time(50)
        one.do(lambda: one.room.desks["cup"].order("begin"))  # type: ignore[attr-defined]
        one.pass_time(50)
        [hosted] = one.room.desks["cup"].tables()
        for what, values in (("void", {}), ("admit", {"team": "X"}), ("last", {}), ("swap", {"team": "X"})):
            with pytest.raises(BadInput, match="to the event"):
                one.do(lambda what=what, values=values: give(one.room, hosted, Order(what, 0, values=values, why="x")))
        assert one.do(lambda: give(one.room, hosted, Order("hold", 0))) == {}


# Finished matches


def test_a_finished_match_is_made_void_once_with_a_reason() -> None:
    with hall() as one:
        clients = seated(one, folds, again=True, matches=2)
        one.until(lambda: all(len(client.of("match_end")) == 2 for client in clients))
        assert [played.match for played in one.room.past.matches()] == ["T-M2", "T-M1"]

        def void(match: str, why: str = "a lost bot") -> Any:
            return one.loop.run_until_complete(void_result(one.room, "T", match, why))

        with pytest.raises(BadInput, match="Say why"):
            void("T-M1", "")
        for other in ("T-M0", "T-M3"):
            with pytest.raises(BadInput, match=f"No match {other} was played to its end here"):
                void(other)
        assert void("T-M1").void == "a lost bot"
        with pytest.raises(BadInput, match="Match T-M1 is void already: a lost bot"):
            void("T-M1", "again")
        kept = one.loop.run_until_complete(results(one.room, "T"))
        assert [(played.match, played.void) for played in kept] == [("T-M1", "a lost bot"), ("T-M2", "")]
        assert [played.match for played in one.room.past.matches()] == ["T-M2"]


def test_the_tokens_of_a_battle_that_is_made_void_come_back() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(id="Q", game="battle", kind="queue", code="QUEUE", stake=3)))
        clients = [one.join(name, "QUEUE") for name in ("Alpha", "Beta")]
        for client in clients:
            one.do(lambda client=client: client.say(type="queue_join"))
        one.pass_time(50)
        accounts = one.room.bank.accounts
        assert accounts.balance("alpha") == accounts.balance("beta") == 7
        one.do(clients[1].cut)
        one.until(lambda: clients[0].of("match_end"))
        assert (accounts.balance("alpha"), accounts.balance("beta")) == (13, 7)
        one.loop.run_until_complete(void_result(one.room, "Q-1", "Q-1-M1", "a lost line"))
        assert accounts.balance("alpha") == accounts.balance("beta") == 10


def test_a_code_on_a_roster_is_that_of_the_team_itself_however_it_is_written() -> None:
    roster = {"Alpha": "CODE_A", "Beta": "CODE_B", "Zeta": "CODE_Z"}
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(**{**TWO, "code": "", "seats": 3, "roster": roster})))
        for name in ("Alpha", "Beta"):
            one.join(name, roster[name], silent)
        one.pass_time(5)
        assert order(one, "admit", values={"team": "zeta"}) == {"team": "zeta", "code": "CODE_Z"}
        told = order(one, "swap", seat=1)
        listed = one.room.desks["T"].offer.roster
        assert listed == {**roster, "Beta": told["code"]} and told["code"] != "CODE_B"
        told = order(one, "admit", values={"team": "Gamma"})
        listed = one.room.desks["T"].offer.roster
        assert listed["Gamma"] == told["code"] and len(listed) == 4

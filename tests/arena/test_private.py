"""Tables that visitors open for their friends: who begins, what nobody is told, and when they go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.arena.room import listing, memory
from croupier.arena.room.desks import RESTS_FOR, Desk
from croupier.arena.room.offers import Offer
from croupier.arena.room.private import PrivateDesk, PrivateTables, Wish, ended_with
from croupier.arena.server.settings import Limits
from croupier.arena.tables import scenes
from croupier.arena.throttle import Limit, Throttle
from croupier.games.genome import find, to_json
from croupier.games.holdem.rules import CALL
from croupier.kernel.contract.game import Move
from croupier.kernel.errors import BadInput

from .loops import in_loop
from .network import arena, client, holdem, http
from .virtual import Hall, hall, silent

LOBBY = Offer(id="holdem", game="holdem", kind="house", code="HOLDEM", public=True, options={"hands": 2, "seats": 6})
HERE, THERE = "10.0.0.1", "10.0.0.2"


def offered(one: Hall, **changes: Any) -> Desk:
    """A game of the lobby."""
    fields: dict[str, Any] = {"id": "holdem", "game": "holdem", "kind": "house", "code": "HOLDEM", "public": True}
    desk: Desk = one.do(lambda: one.room.offer(Offer(**{**fields, **changes})))
    return desk


def opened(one: Hall, **wish: Any) -> tuple[PrivateDesk, str]:
    """A private table of hold'em."""
    desk = offered(one, options={"hands": 2})
    asked = Wish(**{"game": "holdem", **wish})
    made: tuple[PrivateDesk, str] = one.do(lambda: PrivateTables(one.room, 5, 5).open(asked, desk, HERE))
    return made


def test_a_match_begins_when_every_chair_is_taken() -> None:
    with hall() as one:
        desk, _ = opened(one, people=2, seats=3, policy="station")
        alpha = one.join("Alpha", desk.offer.code)
        hosted = desk.table_there
        assert hosted is not None and hosted.table.state is None, "a chair is still free"
        beta = one.join("Beta", desk.offer.code)
        one.until(lambda: alpha.of("match_end") and beta.of("match_end"))
        names = {player["name"].split()[0] for player in listing.table(hosted)["players"]}
        assert names == {"Alpha", "Beta", "station"}


def test_the_opener_begins_and_the_house_takes_what_is_free() -> None:
    with hall() as one:
        desk, token = opened(one, people=4, policy="station")
        with pytest.raises(BadInput, match="Nobody sits there yet"):
            one.do(desk.begin)
        alpha = one.join("Alpha", desk.offer.code)
        assert desk.is_opener(token) and not desk.is_opener(alpha.token) and not desk.is_opener("")
        one.do(desk.begin)
        one.until(lambda: alpha.of("match_end"))
        with pytest.raises(BadInput, match="begun already"):
            one.do(desk.begin)


def names_at(desk: PrivateDesk) -> list[str]:
    """Who sits there, seat by seat."""
    assert desk.table_there is not None
    return [chair.name.split()[0] for chair in desk.table_there.table.chairs]


def test_a_client_that_is_late_sits_down_for_a_bot_of_the_house_in_the_middle_of_a_match() -> None:
    with hall() as one:
        desk, _ = opened(one, people=3, seats=4, policy="station")
        alpha = one.join("Alpha", desk.offer.code)
        one.do(desk.begin)
        one.until(lambda: alpha.of("act"))
        assert names_at(desk) == ["Alpha", "station", "station", "station"]
        late = one.join("Late", desk.offer.code)
        one.until(lambda: late.of("welcome"))
        assert late.of("welcome")[0]["seat"] == 1 and names_at(desk) == ["Alpha", "Late", "station", "station"]
        assert late.of("snapshot"), "with what the seat holds"
        one.until(lambda: alpha.of("match_end"))
        assert late.of("act") and late.of("match_end")


def test_late_friends_take_chairs_until_only_the_house_s_own_are_left() -> None:
    with hall() as one:
        desk, _ = opened(one, people=3, seats=4, policy="station")
        one.join("Alpha", desk.offer.code)
        assert desk.chair_left() == "free"
        one.do(desk.begin)
        for team in ("Beta", "Gamma"):
            assert desk.chair_left() == "kept"
            one.join(team, desk.offer.code)
        assert names_at(desk) == ["Alpha", "Beta", "Gamma", "station"] and desk.chair_left() == ""
        assert one.join("Delta", desk.offer.code).of("error")[0]["code"] == "TABLE_FULL"


def test_a_client_that_is_late_is_given_a_chair_that_still_has_a_part_in_the_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with hall() as one:
        desk, _ = opened(one, people=4, policy="station")
        alpha = one.join("Alpha", desk.offer.code)
        one.do(desk.begin)
        one.until(lambda: alpha.of("act"))
        monkeypatch.setattr(scenes, "gone", lambda table: {1, 2})
        late = one.join("Late", desk.offer.code)
        one.until(lambda: late.of("welcome"))
        assert late.of("welcome")[0]["seat"] == 3


def test_a_bot_that_has_given_up_its_chair_decides_nothing_more_there() -> None:
    with hall() as one:
        desk, _ = opened(one, people=2, policy="station")
        decided: list[Callable[[Move], None]] = []
        one.house.ask = lambda asked, answered: decided.append(answered)  # type: ignore[method-assign]
        one.join("Alpha", desk.offer.code)
        one.do(desk.begin)
        one.until(lambda: decided)
        late = one.join("Late", desk.offer.code, style=silent)
        one.until(lambda: late.of("welcome"))
        assert desk.table_there is not None
        before = desk.table_there.session.line
        one.do(lambda: decided[-1](Move(CALL)))
        assert desk.table_there.session.line == before


def test_a_chair_that_was_given_up_is_still_theirs_after_a_restart() -> None:
    with hall() as one:
        desk, _ = opened(one, people=3, policy="station")
        alpha = one.join("Alpha", desk.offer.code)
        one.do(desk.begin)
        one.until(lambda: alpha.of("act"))
        late = one.join("Late", desk.offer.code)
        one.until(lambda: late.of("welcome"))
        one.kill()
        again = one.room.desks[desk.offer.id]
        assert isinstance(again, PrivateDesk) and names_at(again) == ["Alpha", "Late", "station"]
        one.do(late.connect)
        one.do(alpha.connect)
        one.until(lambda: alpha.of("match_end") and late.of("match_end"))


def test_a_private_table_is_shown_only_to_clients_that_know_its_name() -> None:
    with hall() as one:
        genome = offered(
            one, id="g-mine", game="genome", genome=to_json(find("kuhn")), code="MINE", options={"hands": 1}
        )
        made = PrivateTables(one.room, 5, 5)
        desk, _ = one.do(lambda: made.open(Wish(game="g-mine"), genome, HERE))
        alpha, beta = one.join("Alpha", desk.offer.code), one.join("Beta", desk.offer.code)
        one.until(lambda: alpha.of("match_end") and beta.of("match_end"))
        lobby = listing.lobby(one.room)
        assert {told["id"] for told in lobby["offers"]} == {"g-mine"}
        assert all(told["offer"] == "g-mine" for told in lobby["tables"])
        assert one.room.past.matches() == [] and one.room.past.matches("alpha") == []
        assert listing.table(one.room.tables[desk.offer.id])["game"] == "g-mine", "its rule book is the lobby's"


def test_a_table_that_everybody_has_left_goes_and_its_code_with_it() -> None:
    with hall() as one:
        flaws: list[Any] = []
        one.loop.set_exception_handler(lambda loop, flaw: flaws.append(flaw))
        desk, _ = opened(one, people=1, seats=2)
        alpha = one.join("Alpha", desk.offer.code)
        looker = one.join("Looker", desk.offer.id)
        one.do(looker.cut)
        one.do(lambda: looker.connect(role="spectator"))
        assert looker.of("welcome")
        one.do(alpha.cut)
        one.pass_time(int(RESTS_FOR * 1000) - 1_000)
        assert desk.offer.id in one.room.desks, "somebody may come back"
        one.pass_time(2_000)
        assert desk.offer.id not in one.room.desks and desk.offer.id not in one.room.tables
        assert looker.closed is not None and looker.guest is None and not flaws
        assert one.join("Alpha", desk.offer.code).of("error")[0]["code"] == "TEAM_UNKNOWN"
        one.kill()
        assert [*one.room.desks] == ["holdem"], "nor does it come back with a restart"


def test_a_table_to_which_nobody_comes_goes() -> None:
    with hall() as one:
        desk, _ = opened(one)
        one.pass_time(int(RESTS_FOR * 1000) + 1_000)
        assert desk.offer.id not in one.room.desks


def test_it_goes_on_after_a_restart_and_the_opener_is_known() -> None:
    with hall() as one:
        desk, token = opened(one, people=3)
        alpha = one.join("Alpha", desk.offer.code)
        one.kill()
        again = one.room.desks[desk.offer.id]
        assert isinstance(again, PrivateDesk) and again.is_opener(token)
        one.do(alpha.connect)
        one.do(again.begin)
        one.until(lambda: alpha.of("match_end"))


def test_the_number_of_private_tables_is_limited() -> None:
    with hall() as one:
        desk = offered(one)
        private = PrivateTables(one.room, 3, 2)
        for address, left in ((HERE, 2), (HERE, 1), (THERE, 1)):
            assert private.left(address) == left
            one.do(lambda address=address: private.open(Wish(game="holdem"), desk, address))
        assert private.left(HERE) == private.left(THERE) == 0
        one.pass_time(int(RESTS_FOR * 1000) + 1_000)
        assert private.left(HERE) == 2, "what is gone counts no more"


def test_a_wish_that_cannot_be_is_refused_and_nothing_is_set_up() -> None:
    with hall() as one:
        battle, holdem = offered(one, id="battle", game="battle", code="BATTLE"), offered(one)
        private = PrivateTables(one.room, 5, 5)
        assert private.sizes("battle", battle) == [2] and private.sizes("holdem", holdem) == [*range(2, 11)]
        before = [*one.room.desks]
        for desk, wish, why in (
            (battle, {"game": "battle", "seats": 3}, "has 2 seats, not 3"),
            (holdem, {"game": "holdem", "seats": 11}, "9 or 10 seats, not 11"),
            (holdem, {"game": "holdem", "seats": 3, "people": 4}, "too few for 4 people"),
            (holdem, {"game": "holdem", "policy": "stranger"}, "no house bot 'stranger'"),
        ):
            with pytest.raises(BadInput, match=why):
                one.do(lambda desk=desk, wish=wish: private.open(Wish(**wish), desk, HERE))
        with pytest.raises(BadInput, match="opened by a visitor"):
            one.do(lambda: one.room.offer(Offer(id="x", game="holdem", kind="private")))
        assert [*one.room.desks] == before


@in_loop
async def test_a_visitor_opens_a_table_over_http_and_alone_may_begin(tmp_path: Path) -> None:
    async with arena(tmp_path, LOBBY, limits=Limits(private_per_address=1)) as room, client(room) as one:
        assert await http(room, "/api/private") == (200, {"open": True, "left": 1})
        assert (await http(room, "/api/games/holdem/seats"))[1]["seats"] == [*range(2, 11)]
        assert (await http(room, "/api/games/chess/seats"))[0] == 404
        assert (await http(room, "/api/private", "POST", {"game": "chess"}))[0] == 404
        assert (await http(room, "/api/private", "POST", {"game": "holdem", "people": 99}))[0] == 400
        status, table = await http(room, "/api/private", "POST", {"game": "holdem", "people": 3})
        assert status == 201 and table["seats"] == 3 and table["kind"] == "private"
        status, refused = await http(room, "/api/private", "POST", {"game": "holdem"})
        assert (status, refused["code"]) == (429, "TOO_MANY_TABLES") and refused["retry_after_ms"]
        assert (await http(room, f"/api/codes/{table['code']}"))[1]["chair"] == "free"
        welcome = await one.hello("Alpha", table["code"])
        begin = f"/api/private/{table['id']}/begin"
        for token in ("", "guess", welcome["token"]):
            status, refused = await http(room, begin, "POST", b"", Authorization=f"Bearer {token}")
            assert (status, refused["code"]) == (401, "NOT_THE_OPENER")
        assert (await http(room, begin, "POST", b"", Authorization=f"Bearer {table['token']}"))[0] == 200
        await one.until("act", "event")
        status, leads = await http(room, f"/api/codes/{table['code']}")
        assert (status, leads["kind"], leads["chair"]) == (200, "private", "kept")
        assert (await http(room, "/api/codes/NOWHERE"))[0] == 404
        assert (await http(room, "/api/host", Authorization=f"Bearer {table['token']}"))[0] == 401


@in_loop
async def test_a_code_whose_table_is_gone_says_what_became_of_it(tmp_path: Path) -> None:
    async with arena(tmp_path, LOBBY) as room, client(room) as one:
        wish = {"game": "holdem", "people": 1, "seats": 2, "policy": "station"}
        codes = []
        for plays in (True, False):
            _, table = await http(room, "/api/private", "POST", wish)
            codes.append(table["code"])
            desk = room.room.desks[table["id"]]
            assert isinstance(desk, PrivateDesk) and desk.table_there is not None
            if plays:
                await one.hello("Alpha", table["code"])
                await one.play(lambda frame: frame["type"] == "match_end")
                await one.socket.close()
            while desk.table_there.people:
                await asyncio.sleep(0)
            at = desk.table_there.session.wall()
            desk._take_down(desk.table_there)
            assert desk.table_there is None
            status, leads = await http(room, f"/api/codes/{table['code'].lower()}")
            match = f"{table['id']}-M1" if plays else ""
            assert status == 200 and leads["ended"] >= at
            ended = {"ended": leads["ended"], "match": match}
            assert leads == {"title": "No-limit hold'em", "kind": "private", "chair": "", **ended}
        assert await ended_with(room.room, "NOWHERE") is None
        assert not [key for key in await room.room.store.values("ended/") if any(code in key for code in codes)]


@in_loop
async def test_a_browser_asks_where_its_tokens_have_seats(tmp_path: Path) -> None:
    async with arena(tmp_path, LOBBY, holdem(seats=3)) as room, client(room) as one, client(room) as other:
        alone = await one.hello("Alpha", "HOLDEM")
        beside = await other.hello("Beta", "KF7Q9C")
        tokens = ["nobody's", beside["token"], alone["token"], beside["token"]]
        status, seats = await http(room, "/api/seats", "POST", {"tokens": tokens})
        assert status == 200
        told = [(one["token"], one["table"]["id"], one["seat"], one["owes"]) for one in seats]
        assert sorted(told) == [(1, "T-1", 0, False), (2, alone["table_id"], 0, told[0][3])], "once each"
        await one.until("act")
        _, seats = await http(room, "/api/seats", "POST", {"tokens": tokens})
        assert (seats[0]["table"]["id"], seats[0]["owes"]) == (alone["table_id"], True), "what waits for you is first"
        await one.socket.close()
        _, seats = await http(room, "/api/seats", "POST", {"tokens": [alone["token"]]})
        assert [one["table"]["id"] for one in seats] == [alone["table_id"]], "also while nobody is connected"
        assert (await http(room, "/api/seats", "POST", {"tokens": ["x"] * 41}))[0] == 400


@in_loop
async def test_a_client_that_guesses_codes_has_to_wait_even_for_a_right_one(tmp_path: Path) -> None:
    async with arena(tmp_path, LOBBY) as room:
        room.room.throttle = Throttle(pair=Limit(2, 3_600_000))
        assert (await http(room, "/api/codes/HOLDEM"))[1]["chair"] == "free"
        assert [(await http(room, f"/api/codes/GUESS{number}"))[0] for number in range(3)] == [404, 404, 429]
        status, refused = await http(room, "/api/codes/HOLDEM")
        assert (status, refused["code"]) == (429, "TOO_MANY_TRIES")


@in_loop
async def test_a_host_can_switch_it_off(tmp_path: Path) -> None:
    async with arena(tmp_path, LOBBY, limits=Limits(private_tables=0)) as room:
        assert await http(room, "/api/private") == (200, {"open": False, "left": 0})
        assert (await http(room, "/api/private", "POST", {"game": "holdem"}))[0] == 403


def test_the_lobby_does_not_name_a_private_table_whose_rules_have_changed() -> None:
    """Whoever knows its id could look on."""
    with hall() as one:
        desk, _ = opened(one, people=2)
        alpha = one.join("Alpha", desk.offer.code, style=silent)
        one.until(lambda: alpha.of("welcome"))
        found = one.loop.run_until_complete(one.store.values(memory.TABLE))
        kept = msgspec.json.decode(found[memory.TABLE + desk.offer.id], type=memory.Standing)
        changed = memory.of_standing(msgspec.structs.replace(kept, fingerprint="another"))
        one.do(lambda: one.store.append(changed))
        one.kill()
        assert "the rules have changed" in one.room.tables[desk.offer.id].note
        assert desk.offer.id not in str(listing.lobby(one.room))


def test_a_table_is_not_taken_down_by_the_alarm_of_one_that_came_before_it() -> None:
    with hall() as one:
        desk, _ = opened(one, people=2)
        alpha = one.join("Alpha", desk.offer.code, silent)
        one.pass_time(5)
        hosted = desk.table_there
        assert hosted is not None
        one.do(lambda: desk._take_down(hosted))
        assert desk.table_there is hosted, "a player is there"
        one.do(alpha.cut)
        one.room.tables[hosted.id] = stranger = one.do(lambda: one.room.stand(hosted.table.set_up, desk.offer.id))
        one.do(lambda: desk._take_down(hosted))
        assert desk.table_there is stranger

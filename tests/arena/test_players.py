"""Names that stay: who may use them, what their careers hold, and what is told of them to everybody."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from croupier.arena.replay.shelf import Flaw, Job, Shelf
from croupier.arena.room import listing
from croupier.arena.room.host_orders import void_result
from croupier.arena.room.memory import Result
from croupier.arena.room.offers import Offer
from croupier.arena.room.players import Players, career_of
from croupier.arena.tables.plan import Plan
from croupier.kernel.errors import BadInput
from croupier.simulate.contest.ratings import NEW

from .asking import Asking
from .memory_store import MemoryStore
from .virtual import Client, Hall, calls, folds, hall, silent

PEPPER = bytes(32)
HOLDEM = Plan(id="T-1", game="holdem", title="Friday", seats=2)


class HereClerk:
    """Makes replays without a process."""

    def __init__(self) -> None:
        self.shelf = Shelf()

    async def ask(self, job: Job) -> Any:
        told = self.shelf.answer(job)
        if isinstance(told, Flaw):
            raise BadInput(told.words)
        return told

    async def close(self) -> None:
        """Nothing to end."""


@contextmanager
def arena(**offer: Any) -> Iterator[tuple[Hall, Asking]]:
    """An arena with a table of two, where a match has two hands."""
    with hall() as one:
        one.room.clerk = HereClerk()  # type: ignore[assignment]
        fields = {"id": "T", "game": "holdem", "code": "TABLE", "seats": 2, "options": {"hands": 2}, **offer}
        one.do(lambda: one.room.offer(Offer(**fields)))
        yield one, Asking(one)


def keep(asking: Asking, name: str, *tokens: str, status: int = 201) -> Any:
    """Keep a name over HTTP; its secret, or the refusal."""
    told = asking.asks("/api/players", "POST", body=json.dumps({"name": name, "tokens": tokens}).encode())
    assert told.status == status, told.body
    return told.json["secret"] if status == 201 else told.json


def play(one: Hall, **proofs: str) -> None:
    """A match of hold'em between two, by name, with the secrets that they show."""
    clients = []
    for name, style in zip(proofs, (calls, folds), strict=True):
        clients.append(joined(one, name, proofs[name], style))
    one.until(lambda: all(client.of("match_end") for client in clients))
    one.pass_time(100)
    for client in clients:
        one.do(client.cut)


def joined(one: Hall, name: str, secret: str = "", style: Any = calls, code: str = "TABLE", **more: Any) -> Client:
    client = Client(one, name, code, style)
    one.do(lambda: client.connect(player=secret, **more))
    one.pass_time(1)
    return client


def settle(one: Hall) -> None:
    """Let hands be looked for."""
    one.until(lambda: not one.room.highlights._waiting)
    one.pass_time(10)


# Names


def test_a_kept_name_is_taken_at_no_table_without_its_secret() -> None:
    with arena() as (one, asking):
        secret = keep(asking, "Mara")
        stranger = joined(one, "MARA", "wrong")
        assert stranger.of("error")[-1]["code"] == "TEAM_TAKEN" and "keeps this name" in stranger.of("error")[-1]["msg"]
        assert joined(one, "Mara", secret).of("welcome")[0]["seat"] == 0
        assert joined(one, "Beta").of("welcome"), "other names are nobody's"


def test_a_name_that_is_kept_or_used_by_somebody_else_cannot_be_kept() -> None:
    with arena() as (one, asking):
        keep(asking, "Mara")
        assert keep(asking, "mara", status=409)["code"] == "NAME_TAKEN"
        guest = joined(one, "Beta")
        assert keep(asking, "Beta", status=409)["code"] == "NAME_TAKEN"
        assert keep(asking, "Beta", "wrong", guest.token), "its token shows that it is the same person"
        assert one.room.desks["T"].door.claims["beta"].player == "beta"
        assert keep(asking, "no/name", status=400)["code"] == "BAD_INPUT"


def test_a_seat_of_a_kept_name_is_taken_back_in_another_browser_and_by_nobody_else() -> None:
    with arena() as (one, asking):
        secret = keep(asking, "Mara")
        first = joined(one, "Mara", secret)
        one.do(first.cut)
        assert joined(one, "Mara").of("error")[-1]["code"] == "TEAM_TAKEN", "the code alone proves nothing"
        assert joined(one, "Mara", secret).of("welcome")[0]["seat"] == 0


def test_a_secret_is_told_to_be_right_and_replaced_and_the_old_one_proves_nothing() -> None:
    with arena() as (_, asking):
        secret = keep(asking, "Mara")

        def shows(shown: str, path: str = "keeper", method: str = "GET") -> Any:
            return asking.asks(f"/api/players/mara/{path}", method, authorization=f"Bearer {shown}")

        assert shows(secret).json["name"] == "Mara" and shows("wrong").json["code"] == "NOT_THE_KEEPER"
        new = shows(secret, "secret", "POST").json["secret"]
        assert shows(secret).status == 401 and shows(new).status == 200
        for _ in range(20):
            last = shows("wrong")
        assert last.json["code"] == "TOO_MANY_TRIES" and shows(new).status == 429, "guesses are slowed down"


def test_as_many_names_are_kept_from_an_address_as_a_classroom_has() -> None:
    with arena() as (_, asking):
        for number in range(30):
            keep(asking, f"Team {number}")
        assert keep(asking, "Team 30", status=429)["code"] == "TOO_MANY_NAMES"


def test_a_roster_needs_no_kept_name_and_its_team_counts_only_if_it_is_proved() -> None:
    with arena(code="", roster={"Mara": "AAAA11"}) as (one, asking):
        secret = keep(asking, "Mara")
        for shown, player in (("", ""), (secret, "mara")):
            assert joined(one, "Mara", shown, code="AAAA11").of("welcome")
            assert one.room.desks["T"].door.claims["mara"].player == player


# Careers


def test_a_match_of_a_kept_name_is_in_its_profile_with_its_best_and_worst_hands() -> None:
    with arena() as (one, asking):
        play(one, Mara=keep(asking, "Mara"), Beta=keep(asking, "Beta"))
        settle(one)
        told = asking.asks("/api/players/MARA").json
        assert (told["name"], told["matches"], told["hands"], told["last"]) == ("Mara", 1, 2, told["recent"][0]["at"])
        [game] = told["games"]
        score = told["recent"][0]["score"]
        assert (game["game"], game["matches"], game["mean"], game["low"]) == ("holdem", 1, score, None)
        assert game["rating"]["low"] < game["rating"]["value"] < game["rating"]["high"]
        assert [point["value"] for point in game["history"]] == [game["rating"]["value"]]
        hands = game["best"] + game["worst"]
        assert sum(hand["net"] for hand in hands) == score and all(hand["words"] for hand in hands)
        assert {hand["match"] for hand in hands} <= {"T-M1"} and told["recent"][0]["others"] == ["Beta"]
        one.kill()
        assert Asking(one).asks("/api/players/mara").json == told, "the same after a restart"
        assert one.room.players.rating("mara", "holdem") != NEW


def test_a_guest_has_no_profile_and_is_not_rated() -> None:
    with arena() as (one, asking):
        secret = keep(asking, "Mara")
        play(one, Mara=secret, Beta="")
        settle(one)
        assert asking.asks("/api/players/Beta").json["code"] == "NO_SUCH_PLAYER"
        [game] = asking.asks("/api/players/Mara").json["games"]
        assert game["matches"] == 1 and game["rating"] is None and game["history"] == []


def test_a_profile_shows_no_card_that_was_not_shown() -> None:
    with arena() as (one, asking):
        play(one, Mara=keep(asking, "Mara"), Beta=keep(asking, "Beta"))
        settle(one)
        replay = asking.asks("/api/replays/T-M1")
        assert replay.status == 200
        for name in ("Mara", "Beta"):
            [game] = asking.asks(f"/api/players/{name}").json["games"]
            for hand in game["best"] + game["worst"]:
                assert hand["held"] == [] or len(hand["board"]) == 5, "cards of hands that ended without a showdown"


def test_matches_that_are_private_void_or_without_proof_are_in_no_career() -> None:
    players = Players({}, PEPPER)
    players.keep("Mara", 0, [])
    result = Result("T-1-M1", ["mara", "house:shark:1"], ["Mara", "shark"], [5, -5], 1)
    assert players.finished(Plan(id="T-1", game="holdem", seats=2, unlisted=True), result, {"mara"}) == []
    assert players.finished(HOLDEM, result, set()) == []
    void = Result("T-1-M1", result.ids, result.names, [0, 0], 1, void="a fault")
    assert players.finished(HOLDEM, void, {"mara"}) == []
    event = Plan(id="T-1", game="holdem", seats=2, event="cup")
    assert len(players.finished(event, result, {"mara"})) == 1 and players.rating("mara", "holdem") is None


def test_a_rating_rises_by_beating_the_house_and_several_bots_of_a_kind_share_theirs() -> None:
    players = Players({}, PEPPER)
    ids = ["mara", "house:shark:1", "house:shark:2", "beta"]
    for number in range(1, 4):
        result = Result(f"T-1-M{number}", ids, ["Mara", "shark 1", "shark 2", "Beta"], [30, -10, -10, -10], number)
        entries = players.finished(HOLDEM, result, {"mara"})
        assert [entry.key for entry in entries] == [f"career/mara/T-1-M{number}", "strength/holdem/shark"]  # type: ignore[union-attr]
    mara, shark = players.rating("mara", "holdem"), players.strengths("holdem")["shark"]
    assert mara is not None and mara.mu > NEW.mu > shark.mu and mara.games == 3 and mara.sigma < NEW.sigma
    assert players.rating("beta", "holdem") is None


def test_a_void_match_leaves_careers_and_what_came_after_it_is_rated_anew() -> None:
    async def scenario() -> None:
        players, other, store = Players({}, PEPPER), Players({}, PEPPER), MemoryStore()
        ids, names = ["mara", "house:shark:1"], ["Mara", "shark"]
        for number, scores in enumerate(([9, -9], [-5, 5], [4, -4]), 1):
            result = Result(f"T-1-M{number}", ids, names, scores, number)
            await store.append(*players.finished(HOLDEM, result, {"mara"}))
        await store.append(*players.remove("T-1-M1", "mara", await career_of(store, "mara")))
        left = await career_of(store, "mara")
        assert [line.match for line in left] == ["T-1-M2", "T-1-M3"]
        assert players.rating("mara", "holdem") == left[-1].rating and left[-1].rating.games == 2
        again = Players(await store.values(), PEPPER)
        assert again.rating("mara", "holdem") == players.rating("mara", "holdem") != other.rating("mara", "holdem")
        await store.append(*players.remove("T-1-M3", "mara", left), *players.remove("T-1-M2", "mara", left[:1]))
        assert await career_of(store, "mara") == [] and players.rating("mara", "holdem") is None
        assert players.remove("T-1-M9", "mara", left) == []

    asyncio.run(scenario())


def test_the_host_voids_a_match_and_it_leaves_the_profile() -> None:
    with arena() as (one, asking):
        play(one, Mara=keep(asking, "Mara"), Beta=keep(asking, "Beta"))
        settle(one)
        one.loop.run_until_complete(void_result(one.room, "T", "T-M1", "a fault"))
        one.pass_time(10)
        told = asking.asks("/api/players/Mara").json
        assert (told["matches"], told["games"], told["recent"]) == (0, [], [])


def test_a_name_whose_key_was_lost_begins_a_new_career() -> None:
    with arena() as (one, asking):
        play(one, Mara=keep(asking, "Mara"), Beta=keep(asking, "Beta"))
        settle(one)
        one.room.players = Players({}, PEPPER)  # as after a start without the key, when claims are forgotten, too
        keep(asking, "Mara", status=409)
        one.room.desks["T"].door.forget("mara")
        keep(asking, "Mara")
        assert asking.asks("/api/players/Mara").json["matches"] == 0


# Tables worth watching


def test_a_table_of_rated_players_is_worth_watching_and_spectators_are_named_only_with_proof() -> None:
    with arena(options={"hands": 40}, move_time_ms=600_000) as (one, asking):
        mara, beta = keep(asking, "Mara"), keep(asking, "Beta")
        ids, names = ["mara", "beta"], ["Mara", "Beta"]
        result = Result("T-1-M1", ids, names, [5, -5], 1)
        one.room.players.finished(HOLDEM, result, {"mara", "beta"})
        joined(one, "Mara", mara, silent)
        assert listing.table(one.room.tables["T"])["worth"] == 0, "one player alone plays nothing"
        joined(one, "Beta", beta, silent)
        one.pass_time(5)
        for name, secret in (("Zed", ""), ("Mara", mara), ("Beta", "wrong")):
            joined(one, name, secret, role="spectator")
        told = listing.table(one.room.tables["T"])
        assert told["watching"] == 3 and told["watchers"] == ["Mara"]
        assert told["worth"] == 3 and told["why"].startswith("Mara rated 1,5") and "Beta rated 1,4" in told["why"]
        assert [player["kept"] for player in told["players"]] == [True, True]


# Reactions


def test_reactions_reach_all_who_draw_the_table_and_no_bot() -> None:
    with arena() as (one, _):
        one.house.silent = True
        mara = joined(one, "Mara", style=silent, dialect="generic", scenes=True)
        beta = joined(one, "Beta", style=silent, dialect="generic")
        page, bot = (joined(one, f"Zed {scenes}", role="spectator", scenes=scenes) for scenes in (True, False))
        one.do(lambda: mara.say(type="react", what="nice"))
        assert [client.of("reaction") for client in (beta, bot)] == [[], []]
        expected = {"type": "reaction", "v": 1, "seat": 0, "what": "nice"}
        assert [client.of("reaction") for client in (mara, page)] == [[expected], [expected]]
        for client in (beta, page):
            one.do(lambda client=client: client.say(type="react", what="nice"))  # type: ignore[misc]
            assert client.of("error") and len(page.of("reaction")) == 1
        one.do(lambda: mara.say(type="react", what="anything"))
        assert mara.of("error")[-1]["code"] == "BAD_SCHEMA"


def test_reactions_are_few_and_leave_no_line() -> None:
    with arena() as (one, _):
        mara = joined(one, "Mara", style=silent, dialect="generic", scenes=True)
        lines = one.room.tables["T"].session.line
        for _ in range(4):
            one.do(lambda: mara.say(type="react", what="wow"))
        assert len(mara.of("reaction")) == 3 and one.room.tables["T"].session.line == lines
        refused = mara.of("error")[-1]
        assert refused["code"] == "TOO_MANY_REACTIONS" and refused["retry_after_ms"] > 0
        one.pass_time(refused["retry_after_ms"])
        one.do(lambda: mara.say(type="react", what="wow"))
        assert len(mara.of("reaction")) == 4

"""Careers, value by value: what a match adds to one, what a profile shows of it, and how its hands are looked for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from croupier.arena.replay.clerk import Busy
from croupier.arena.replay.highlights import NotableHand, Picked
from croupier.arena.replay.shelf import FORGOTTEN, Job
from croupier.arena.replay.telling import OfTable, PickHands
from croupier.arena.room import highlights, memory, players, profiles
from croupier.arena.room.memory import Result
from croupier.arena.room.offers import Offer
from croupier.arena.room.players import (
    Career,
    NameTaken,
    Opponent,
    Players,
    TooManyNames,
    career_key,
    career_of,
    hands_key,
    keep_name,
    policy_of,
)
from croupier.arena.store import Entry, Line, Value
from croupier.arena.tables import lines
from croupier.arena.tables.plan import Plan
from croupier.kernel.errors import BadInput
from croupier.simulate.contest.ratings import NEW, Rating, rated

from .memory_store import MemoryStore
from .virtual import Hall, hall

PEPPER = bytes(32)
HOLDEM = Plan(id="T-1", game="holdem", title="Friday", seats=4)


def known(*names: str) -> Players:
    kept = Players({}, PEPPER)
    for name in names:
        kept.keep(name, 0, [])
    return kept


def decoded(entries: list[Entry], prefix: str, type: Any) -> dict[str, Any]:
    """The values that entries set, by key."""
    values = [one for one in entries if isinstance(one, Value) and one.key.startswith(prefix)]
    return {one.key: one.body and msgspec.json.decode(one.body, type=type) for one in values}


# Names


def test_no_more_names_are_kept_than_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "MOST_PLAYERS", 2)
    kept = known("Mara")
    assert not kept.full
    kept.keep("Beta", 0, [])
    assert kept.full


def test_a_name_is_kept_since_its_first_day_and_its_new_secret_replaces_the_old_one() -> None:
    kept = Players({}, PEPPER)
    first, entries = kept.keep("Mara", 7, ["career/mara/T-1-M1"])
    assert [(entry.key, entry.body is None) for entry in entries if isinstance(entry, Value)] == [
        ("career/mara/T-1-M1", True),
        ("player/mara", False),
    ]
    assert kept.proved("MARA", first) == "mara" and kept.proved("Mara", "wrong") == "" == kept.proved("Beta", first)
    second, entries = kept.renew("mara")
    again = Players({entry.key: entry.body or b"" for entry in entries if isinstance(entry, Value)}, PEPPER)
    for one in (kept, again):
        player = one.find("mara")
        assert player is not None and (player.name, player.since) == ("Mara", 7)
        assert one.proved("Mara", second) == "mara" and one.proved("Mara", first) == ""


def test_a_name_that_is_used_at_tables_is_kept_by_who_proves_all_its_seats_there() -> None:
    with hall() as one:
        for id in ("A", "B", "C"):
            roster = {"roster": {"Mara": "AAAA11"}} if id == "C" else {"code": f"CODE_{id}"}
            one.do(lambda id=id, roster=roster: one.room.offer(Offer(id=id, game="leduc", **roster)))
        clients = [one.join("Mara", code) for code in ("CODE_A", "CODE_B", "AAAA11")]
        one.pass_time(5)
        tokens = [client.token for client in clients]
        for shown in (tokens[:1], tokens[2:], ["wrong"]):
            with pytest.raises(NameTaken, match="take another one"):
                one.do(lambda shown=shown: keep_name(one.room, "MARA", shown, []))
        assert one.room.players.find("Mara") is None
        secret, entries = one.do(lambda: keep_name(one.room, "MARA", tokens[:2], ["career/mara/X-M1"]))
        assert [entry.key for entry in entries] == [
            "career/mara/X-M1", "player/mara", "claim/A/mara", "claim/B/mara"
        ]  # fmt: skip
        claims = {id: one.room.desks[id].door.claims["mara"].player for id in ("A", "B", "C")}
        assert claims == {"A": "mara", "B": "mara", "C": ""} and one.room.players.proved("mara", secret)
        with pytest.raises(NameTaken):
            one.do(lambda: keep_name(one.room, "mara", tokens, []))


def test_no_name_is_kept_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "MOST_PLAYERS", 1)
    with hall() as one:
        one.do(lambda: keep_name(one.room, "Mara", [], []))
        with pytest.raises(TooManyNames):
            one.do(lambda: keep_name(one.room, "Beta", [], []))
        assert one.room.players.find("Beta") is None


def test_the_present_rating_is_that_of_the_newest_rated_match() -> None:
    def line(number: int, at: int, mu: float, *, is_rated: bool = True, game: str = "holdem") -> tuple[str, bytes]:
        against = [Opponent(0, NEW)] if is_rated else []
        career = Career(f"T-1-M{number}", "T-1", game, "", at, 0, [], against, Rating(mu, 5, number))
        return career_key("mara", career.match), msgspec.json.encode(career)

    values = dict([line(1, 10, 30), line(2, 9, 40), line(3, 10, 31), line(4, 12, 50, is_rated=False)])
    values |= dict([line(5, 1, 20, game="deal")])
    values |= {"strength/holdem/shark": msgspec.json.encode(Rating(26, 4, 2)), "other/x": b"no JSON"}
    kept = Players(values, PEPPER)
    assert [kept.rating("mara", game) for game in ("holdem", "deal", "battle")] == [
        Rating(31, 5, 3), Rating(20, 5, 5), None
    ]  # fmt: skip
    assert kept.strengths("holdem") == {"shark": Rating(26, 4, 2)} and kept.strengths("deal") == {}
    assert policy_of("house:shark:3") == "shark"


# What a match adds


def test_a_line_of_a_career_has_the_scores_and_earlier_ratings_of_all_rated_opponents() -> None:
    kept = known("Mara", "Beta")
    ids, names = ["mara", "guest", "beta", "house:shark:3"], ["Mara", "Guest", "Beta", "shark 3"]
    for number, scores in ((1, [5, 90, -20, -75]), (2, [-5, 0, 10, -5])):
        before = {id: kept.rating(id, "holdem") or NEW for id in ("mara", "beta")}
        shark = kept.strengths("holdem").get("shark", NEW)
        entries = kept.finished(HOLDEM, Result(f"T-1-M{number}", ids, names, scores, 40 + number), {"mara", "beta"})
        told = decoded(entries, "career/", Career)
        places = {1: [1, 2, 3], 2: [2, 1, 2]}[number]
        after = rated([before["mara"], before["beta"], shark], places)
        assert told[f"career/mara/T-1-M{number}"] == Career(
            f"T-1-M{number}", "T-1", "holdem", "Friday", 40 + number, scores[0], ["Guest", "Beta", "shark 3"],
            [Opponent(scores[2], before["beta"]), Opponent(scores[3], shark)], after[0],
        )  # fmt: skip
        assert told[f"career/beta/T-1-M{number}"].against[0] == Opponent(scores[0], before["mara"])
        assert f"career/guest/T-1-M{number}" not in told
        assert (kept.rating("mara", "holdem"), kept.rating("beta", "holdem")) == (after[0], after[1])
        assert kept.strengths("holdem")["shark"] == after[2]
        assert decoded(entries, "strength/", Rating)["strength/holdem/shark"] == after[2]


def test_a_seat_without_a_player_is_no_opponent() -> None:
    kept = known("Mara")
    result = Result("T-1-M1", ["mara", "", "house:shark:2"], ["Mara", "", "shark 2"], [5, 0, -5], 1)
    [line] = decoded(kept.finished(HOLDEM, result, {"mara"}), "career/", Career).values()
    assert line.others == ["shark 2"] and [one.score for one in line.against] == [-5]


def test_bots_of_a_kind_share_the_mean_of_their_ratings() -> None:
    kept = known("Mara")
    ids = ["house:shark:0", "mara", "house:shark:2", "house:tight:3"]
    kept.finished(HOLDEM, Result("T-1-M1", ids, ["s", "Mara", "s", "t"], [30, 10, -10, -30], 1), {"mara"})
    first, mara, second, tight = rated([NEW] * 4, [1, 2, 3, 4])
    assert kept.strengths("holdem") == {
        "shark": Rating((first.mu + second.mu) / 2, (first.sigma + second.sigma) / 2, 1), "tight": tight
    }  # fmt: skip
    assert kept.rating("mara", "holdem") == mara and kept.rating("house:shark:0", "holdem") is None


def test_a_kept_name_that_meets_only_guests_is_not_rated_and_neither_is_the_other_game() -> None:
    kept = known("Mara")
    alone = kept.finished(HOLDEM, Result("T-1-M1", ["mara", "x"], ["Mara", "X"], [1, -1], 1), {"mara"})
    assert [one.against for one in decoded(alone, "career/", Career).values()] == [[]]
    kept.finished(HOLDEM, Result("T-1-M2", ["mara", "house:a:1"], ["Mara", "a"], [1, -1], 1), {"mara"})
    assert kept.rating("mara", "holdem") and kept.rating("mara", "deal") is None


def test_a_void_match_changes_only_what_was_rated_after_it_in_its_game() -> None:
    async def scenario() -> None:
        kept, store = known("Mara"), MemoryStore()
        deal, leduc = (msgspec.structs.replace(HOLDEM, game=game) for game in ("deal", "leduc"))
        ids, names = ["mara", "house:shark:1"], ["Mara", "shark"]
        before = {}
        for number, (plan, score) in enumerate(
            [(HOLDEM, 9), (deal, 1), (HOLDEM, -5), (HOLDEM, 2), (HOLDEM, 0), (leduc, 3)], 1
        ):  # fmt: skip
            entries = kept.finished(plan, Result(f"T-1-M{number}", ids, names, [score, -score], number), {"mara"})
            before[number] = decoded(entries, "career/", Career)[f"career/mara/T-1-M{number}"]
            await store.append(*entries)
        unrated = Career("T-1-M7", "T-1", "holdem", "", 7, 3, ["Guest"])
        await store.append(Value(career_key("mara", "T-1-M7"), msgspec.json.encode(unrated)))
        assert kept.remove("T-1-M0", "mara", await career_of(store, "mara")) == [], "it is in no career"
        changed = kept.remove("T-1-M3", "mara", await career_of(store, "mara"))
        assert [entry.key for entry in changed if isinstance(entry, Value)] == [
            "career/mara/T-1-M3", "hands/mara/T-1-M3", "career/mara/T-1-M4", "career/mara/T-1-M5"
        ]  # fmt: skip
        await store.append(*changed)
        left = await career_of(store, "mara")
        assert [line.match for line in left] == [f"T-1-M{number}" for number in (1, 2, 4, 5, 6, 7)]
        assert [left[at] for at in (0, 1, 4, 5)] == [before[1], before[2], before[6], unrated]
        rating = before[1].rating
        for line, place in ((left[2], [1, 2]), (left[3], [1, 1])):
            [rating, _] = rated([rating, line.against[0].rating], place)
            assert line.rating == rating
        assert kept.rating("mara", "holdem") == rating and kept.rating("mara", "deal") == before[2].rating

    asyncio.run(scenario())


# Profiles


def test_a_rating_is_shown_as_players_know_it_from_chess() -> None:
    assert profiles.shown(Rating(25, 5, 1)) == {"value": 1_500, "low": 1_300, "high": 1_700}
    assert profiles.shown(Rating(0.04, 0.01, 1)) == {"value": 1_001, "low": 1_000, "high": 1_001}


def career(*rows: tuple[int, str, int, bool]) -> list[Career]:
    """A career of rows: match, game, score, and whether it is rated; the rating rises by one with each match."""
    return [
        Career(f"T-1-M{number}", "T-1", game, f"Title {number}", 100 + number, score, ["Beta"],
               [Opponent(0, NEW)] if is_rated else [], Rating(20 + number, 1, number))
        for number, game, score, is_rated in rows
    ]  # fmt: skip


def hand(match: int, number: int, net: int) -> NotableHand:
    return NotableHand(f"T-1-M{match}", number, net, f"won {net}", ["As"], ["2c"])


@contextmanager
def read(one: Hall, rows: list[Career], picked: dict[int, Picked]) -> Iterator[tuple[Any, list[tuple[str, str, Any]]]]:
    """The profile of a player with a career, and the matches whose hands were looked for because of that."""
    _, entries = one.room.players.keep("Mara", 5, [])
    entries += [Value(career_key("mara", line.match), msgspec.json.encode(line)) for line in rows]
    entries += [Value(hands_key("mara", f"T-1-M{at}"), msgspec.json.encode(of)) for at, of in picked.items()]
    entries.append(Value(hands_key("maran", "T-1-M1"), msgspec.json.encode(Picked(99, [], []))))
    one.do(lambda: one.room.keep(*entries))
    looked: list[tuple[str, str, Any]] = []
    one.room.highlights.soon = lambda *asked: looked.append(asked)  # type: ignore[method-assign]
    player = one.room.players.find("Mara")
    assert player is not None
    yield one.loop.run_until_complete(profiles.profile(one.room, player)), looked


def test_a_profile_has_the_newest_matches_first_and_the_most_played_game_first() -> None:
    rows = career((1, "deal", 4, False), *((number, "holdem", number, True) for number in range(2, 25)))
    with hall() as one, read(one, rows, {2: Picked(7, [], []), 24: Picked(3, [], [])}) as (told, looked):
        assert (told["name"], told["since"], told["matches"], told["hands"], told["last"]) == ("Mara", 5, 24, 10, 124)
        assert [(line["match"], line["hands"]) for line in told["recent"]] == [
            (f"T-1-M{number}", 3 if number == 24 else None) for number in range(24, 4, -1)
        ]
        assert told["recent"][0] == {
            "match": "T-1-M24", "title": "Title 24", "at": 124, "score": 24, "others": ["Beta"], "hands": 3
        }  # fmt: skip
        assert [(game["game"], game["matches"], game["hands"]) for game in told["games"]] == [
            ("holdem", 23, 10), ("deal", 1, 0)
        ]  # fmt: skip
        assert told["games"][1]["title"] == "Title 1" and told["games"][1]["house"] is None
        assert looked == [("T-1", f"T-1-M{number}", {"mara"}) for number in (21, 22, 23)], "three of the newest"


def test_hands_are_not_looked_for_again_in_old_matches() -> None:
    rows = career(*((number, "holdem", number, True) for number in range(1, 23)))
    picked = {number: Picked(1, [], []) for number in range(3, 23)}
    with hall() as one, read(one, rows, picked) as (_, looked):
        assert looked == []


def test_a_profile_of_an_empty_career_says_so() -> None:
    with hall() as one, read(one, [], {}) as (told, looked):
        assert (told["matches"], told["hands"], told["last"], told["games"], told["recent"]) == (0, 0, None, [], [])
        assert looked == []


def test_the_best_and_worst_hands_of_a_game_come_from_all_its_matches() -> None:
    rows = career((1, "holdem", 1, True), (2, "holdem", 1, True), (3, "deal", 1, True))
    picked = {
        1: Picked(9, [hand(1, at, at) for at in (7, 8, 2)], [hand(1, at, -at) for at in (3, 9)]),
        2: Picked(9, [hand(2, at, at) for at in (5, 6, 1)], [hand(2, at, -at) for at in (1, 2, 4, 5)]),
        3: Picked(9, [hand(3, 1, 999)], [hand(3, 1, -999)]),
    }
    with hall() as one, read(one, rows, picked) as (told, _):
        game = told["games"][0]
        assert [one["net"] for one in game["best"]] == [8, 7, 6, 5, 2]
        assert [one["net"] for one in game["worst"]] == [-9, -5, -4, -3, -2]
        assert game["best"][0] == {
            "match": "T-1-M1", "hand": 8, "net": 8, "words": "won 8", "held": ["As"], "board": ["2c"],
            "title": "Title 1", "others": ["Beta"], "at": 101,
        }  # fmt: skip


def test_a_game_in_a_profile_has_the_title_of_its_offer_and_its_strongest_bot() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(id="L", game="leduc", code="LEDUC")))
        one.room.players._strengths |= {
            ("leduc", "weak"): Rating(20, 1, 1),
            ("leduc", "strong"): Rating(30, 1, 1),
            ("deal", "other"): Rating(40, 1, 1),
        }
        rows = career((1, "leduc", 3, True), *((at, "leduc", at, False) for at in (4, 5)))
        rows += career((6, "deal", 5, False), (7, "deal", 5, False))
        with read(one, rows, {}) as (told, _):
            leduc, deal = told["games"]
            assert leduc["title"] == one.room.desks["L"].game.title and deal["title"] == "Title 7", "the last one"
            assert leduc["house"] == {"policy": "strong", "value": 1_600} and leduc["mean"] == 4
            assert leduc["rating"] == profiles.shown(rows[0].rating) and deal["rating"] is None
            assert leduc["history"] == [{"at": 101, **profiles.shown(rows[0].rating)}] and deal["history"] == []


@pytest.mark.parametrize(("matches", "points"), [(3, [1, 2, 3]), (4, [1, 3, 4]), (6, [1, 3, 5, 6]), (7, [1, 4, 7])])
def test_a_history_has_few_points_and_always_the_last(
    monkeypatch: pytest.MonkeyPatch, matches: int, points: list[int]
) -> None:
    monkeypatch.setattr(profiles, "MOST_POINTS", 3)
    rows = career(*((number, "holdem", 0, True) for number in range(1, matches + 1)))
    with hall() as one, read(one, rows, {}) as (told, _):
        assert [point["at"] - 100 for point in told["games"][0]["history"]] == points
        assert told["games"][0]["rating"] == profiles.shown(rows[-1].rating)


# Hands that are looked for


class Clerk:
    """Answers jobs as a test wants it, and remembers them."""

    def __init__(self, tell: Callable[[Job], Any]) -> None:
        self.tell, self.jobs = tell, list[Job]()

    async def ask(self, job: Job) -> Any:
        self.jobs.append(job)
        await asyncio.sleep(1)
        return self.tell(job)

    async def close(self) -> None:
        """Nothing to end."""


@contextmanager
def looking(tell: Callable[[Job], Any]) -> Iterator[tuple[Hall, Clerk]]:
    """An arena in which Mara keeps a name, and the table T-1 has one line and was played by a plan."""
    with hall() as one:
        clerk = Clerk(tell)
        one.room.clerk = clerk  # type: ignore[assignment]
        one.room.players.keep("Mara", 0, [])
        body = lines.encode(lines.Opened("x", 5))
        one.do(lambda: one.room.keep(Line("T-1", 1, body), memory.of_plan(HOLDEM)))
        yield one, clerk


def found(one: Hall) -> list[str]:
    return sorted(one.loop.run_until_complete(one.store.values("hands/")))


FEW = Picked(2, [], [])


def test_hands_are_found_in_the_lines_of_their_table_and_kept_for_names_that_are_kept_still() -> None:
    with looking(lambda job: FORGOTTEN if job.source is None else {"mara": FEW, "gone": FEW}) as (one, clerk):
        one.do(lambda: one.room.highlights.soon("T-1", "T-1-M3", {"mara"}))
        one.do(lambda: one.room.highlights.soon("T-1", "T-1-M3", {"gone"}))
        one.pass_time(3_000)
        assert found(one) == ["hands/mara/T-1-M3"]
        first, second = clerk.jobs
        assert first.key == "T-1-M3" and first.source is None and first.wish == PickHands("T-1-M3", ("gone", "mara"))
        assert second._replace(source=None) == first and isinstance(second.source, OfTable)
        assert (second.source.plan, second.source.number, len(second.source.kept)) == (HOLDEM, 3, 1)


def test_a_match_that_the_worker_still_has_is_not_sent_to_it() -> None:
    with looking(lambda job: {"mara": FEW}) as (one, clerk):
        one.do(lambda: one.room.highlights.soon("T-1", "T-1-M1", {"mara"}))
        one.pass_time(2_000)
        assert found(one) == ["hands/mara/T-1-M1"] and len(clerk.jobs) == 1


def test_matches_are_looked_through_one_after_the_other_and_after_a_fault_the_next(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "croupier.arena")
    faults: list[Exception] = [Busy("busy"), BadInput("no such match"), ZeroDivisionError()]

    def tell(job: Job) -> Any:
        if faults:
            raise faults.pop(0)
        return {"mara": FEW}

    with looking(tell) as (one, clerk):
        for number in range(1, 5):
            one.do(lambda number=number: one.room.highlights.soon("T-1", f"T-1-M{number}", {"mara"}))  # type: ignore[misc]
        one.pass_time(1_500)
        assert [job.key for job in clerk.jobs] == ["T-1-M1", "T-1-M2"]
        one.pass_time(4_000)
        assert found(one) == ["hands/mara/T-1-M4"] and not one.room.highlights._waiting
        assert [(line.levelno, line.getMessage()) for line in caplog.records] == [
            (logging.INFO, "The hands of T-1-M1 were not found: busy"),
            (logging.INFO, "The hands of T-1-M2 were not found: no such match"),
            (logging.ERROR, "The hands of T-1-M3 were not found"),
        ]
        one.do(lambda: one.room.highlights.soon("T-1", "T-1-M5", {"mara"}))
        one.pass_time(2_000)
        assert found(one)[-1] == "hands/mara/T-1-M5", "and it begins again"


def test_a_void_match_leaves_no_hands_even_while_they_are_looked_for() -> None:
    with looking(lambda job: {"mara": FEW}) as (one, _):
        one.do(lambda: one.room.highlights.soon("T-1", "T-1-M1", {"mara"}))
        one.pass_time(500)
        one.do(lambda: one.room.highlights.forget(Result("T-1-M1", ["mara"], ["Mara"], [0], 1)))
        one.pass_time(2_000)
        assert found(one) == []


@pytest.mark.parametrize(("most", "jobs"), [(1, 1), (0, 0)])
def test_no_hands_are_looked_for_at_a_table_with_too_many_lines(
    monkeypatch: pytest.MonkeyPatch, most: int, jobs: int
) -> None:
    monkeypatch.setattr(highlights, "MOST_LINES", most)
    with looking(lambda job: {}) as (one, clerk):
        one.do(lambda: one.room.highlights.soon("T-1", "T-1-M1", {"mara"}))
        one.do(lambda: one.room.highlights.soon("T-9", "T-9-M1", {"mara"}))
        one.pass_time(3_000)
        assert len(clerk.jobs) == jobs, "and none at a table that has left no plan"


def test_only_so_many_matches_wait_and_none_when_the_arena_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(highlights, "MOST_WAITING", 2)
    with looking(lambda job: {}) as (one, _):
        looks = one.room.highlights
        for number in range(1, 4):
            one.do(lambda number=number: looks.soon("T-1", f"T-1-M{number}", {"mara"}))  # type: ignore[misc]
        assert list(looks._waiting) == ["T-1-M1", "T-1-M2"]
        working = looks._working
        one.do(looks.stop)
        one.pass_time(10)
        assert working is not None and working.cancelled() and looks._waiting == {}
        one.do(lambda: looks.forget(Result("T-1-M1", ["mara"], ["Mara"], [0], 1)))
        one.pass_time(10)
        assert looks._tasks == set(), "what is over is forgotten"
        one.do(lambda: (looks.forget(Result("T-1-M1", ["mara"], ["Mara"], [0], 1)), looks.stop()))
        assert all(task.cancelling() for task in looks._tasks) and looks._tasks
        one.room.closing = True
        one.do(lambda: looks.soon("T-1", "T-1-M9", {"mara"}))
        assert looks._waiting == {}
        one.room.closing = False

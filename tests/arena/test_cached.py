"""One answer for all who ask for the lobby: made at most four times a second, compressed, and never old."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import pytest

from croupier.arena.room import listing
from croupier.arena.room.offers import Offer
from croupier.arena.server import cached
from croupier.arena.server.cached import EVERY_SECONDS, LEAST_COMPRESSED

from .asking import Answer, Asking
from .virtual import Hall, hall


@contextmanager
def lobby(monkeypatch: pytest.MonkeyPatch, tables: int = 1) -> Iterator[tuple[Asking, list[float]]]:
    """An arena with some tables, and when its lobby was made."""
    made: list[float] = []
    whole = listing.lobby

    def counted(room: object) -> object:
        made.append(one.loop.time())
        return whole(room)  # type: ignore[arg-type]

    monkeypatch.setattr(listing, "lobby", counted)
    with hall() as one:
        for number in range(tables):
            offer(one, f"T-{number}")
        yield Asking(one), made


def offer(one: Hall, id: str) -> None:
    one.do(lambda: one.room.offer(Offer(id=id, game="holdem", seats=2)))


def tables(answer: Answer) -> list[str]:
    return [table["id"] for table in answer.json["tables"]]


def test_it_is_made_once_for_all_clients_that_ask_while_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    with lobby(monkeypatch) as (room, made):
        answers = [room.asks("/api/lobby") for _ in range(20)]
        assert len(made) == 1 and len({one.body for one in answers}) == 1
        assert tables(answers[0]) == ["T-0"]


def test_changes_before_a_request_are_in_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    with lobby(monkeypatch) as (room, made):
        for number in range(1, 4):
            room.asks("/api/lobby")
            offer(room.hall, f"T-{number}")
            assert f"T-{number}" in tables(room.asks("/api/lobby"))
        assert [round(later - sooner, 6) for sooner, later in pairwise(made)] == [EVERY_SECONDS] * 3


def test_however_much_happens_and_is_asked_it_is_made_four_times_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    with lobby(monkeypatch) as (room, made):
        loop, answers = room.hall.loop, list[Answer]()

        async def reader() -> None:
            while loop.time() < start + 2:
                answers.append(await room.ask("/api/lobby"))
                await asyncio.sleep(0.01)

        async def changes() -> None:
            while loop.time() < start + 2:
                room.hall.room.metrics.appends += 1
                await asyncio.sleep(0.001)

        async def both() -> None:
            await asyncio.gather(changes(), *(reader() for _ in range(10)))

        start = loop.time()
        loop.run_until_complete(both())
        assert len(made) <= 2 / EVERY_SECONDS + 2
        assert all(later - sooner > EVERY_SECONDS - 1e-6 for sooner, later in pairwise(made))
        assert len(answers) >= 10 * (len(made) - 2), "each rendering is everybody's"


def test_it_is_made_again_after_a_while_even_if_nothing_seems_to_have_happened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with lobby(monkeypatch) as (room, made):
        room.asks("/api/lobby")
        room.hall.room.notes.append("Something quiet.")
        assert room.asks("/api/lobby").json["notes"] == []
        room.hall.pass_time(round(EVERY_SECONDS * 1000))
        assert room.asks("/api/lobby").json["notes"] == ["Something quiet."]
        assert len(made) == 2


def test_a_client_that_has_it_already_is_sent_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with lobby(monkeypatch) as (room, _):
        tag = room.asks("/api/lobby").headers["etag"]
        for said in (tag, tag.removeprefix("W/"), f'"other", {tag}', "*"):
            again = room.asks("/api/lobby", if_none_match=said)
            assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
        assert room.asks("/api/lobby", if_none_match='"other"').status == 200
        offer(room.hall, "T-9")
        changed = room.asks("/api/lobby", if_none_match=tag)
        assert changed.status == 200 and changed.headers["etag"] != tag


def test_it_is_compressed_for_clients_that_accept_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with lobby(monkeypatch, 10) as (room, _):
        plain = room.asks("/api/lobby")
        assert "content-encoding" not in plain.headers and len(plain.body) > LEAST_COMPRESSED
        for takes in ("gzip", "deflate, gzip;q=0.5, br", "gzip; q=1.0"):
            packed = room.asks("/api/lobby", accept_encoding=takes)
            assert packed.headers["content-encoding"] == "gzip" and packed.headers["vary"] == "accept-encoding"
            assert gzip.decompress(packed.body) == plain.body and len(packed.body) < len(plain.body) / 3
        for takes in ("", "br", "gzip;q=0", "gzip; q=0.00", "x-gzip"):
            assert room.asks("/api/lobby", accept_encoding=takes).body == plain.body


def test_little_is_not_compressed(monkeypatch: pytest.MonkeyPatch) -> None:
    with lobby(monkeypatch, 0) as (room, _):
        told = room.asks("/api/lobby", accept_encoding="gzip")
        assert "content-encoding" not in told.headers and json.loads(told.body)["tables"] == []


def test_an_answer_with_a_secret_in_it_is_never_compressed() -> None:
    with hall() as one:
        room = Asking(one)
        one.do(lambda: one.room.set_host("the host's"))
        one.do(lambda: one.room.offer(Offer(id="T", game="holdem", code="KF7Q9C", seats=2, title="x" * 5_000)))
        takes = {"accept_encoding": "gzip", "authorization": "Bearer the host's"}
        assert len(room.asks("/api/offers", **takes).body) > LEAST_COMPRESSED
        for path in ("/api/offers", "/api/host"):
            assert "content-encoding" not in room.asks(path, **takes).headers


def test_what_happens_while_it_is_compressed_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def aside(make: Callable[..., bytes], *given: Any) -> bytes:
        await asyncio.sleep(0.1)
        room.hall.room.metrics.appends += 1
        return make(*given)

    monkeypatch.setattr(cached, "COMPRESSED_ASIDE", 1)
    monkeypatch.setattr(asyncio, "to_thread", aside)
    with lobby(monkeypatch) as (room, made):
        before = room.hall.loop.time()
        assert room.asks("/api/lobby").status == 200
        assert (round(room.hall.loop.time() - before, 6), len(made)) == (0.1, 1)


def test_a_client_that_stops_waiting_for_it_keeps_nobody_else_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with lobby(monkeypatch) as (room, made):
        room.asks("/api/lobby")
        offer(room.hall, "T-1")

        async def two() -> Answer:
            first, second = (asyncio.ensure_future(room.ask("/api/lobby")) for _ in range(2))
            await asyncio.sleep(0.01)
            first.cancel()
            return await second

        assert tables(room.hall.loop.run_until_complete(two())) == ["T-0", "T-1"]
        assert len(made) == 2


def test_the_games_are_answered_alike() -> None:
    with hall() as one:
        offer(one, "T-1")
        told = Asking(one).asks("/api/games")
        assert [game["id"] for game in told.json] == ["holdem"]
        assert Asking(one).asks("/api/games", if_none_match=told.headers["etag"]).status == 304

"""GET requests have a rate: what is above it waits for its turn, not for long, and nobody else notices."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from croupier.arena.room.offers import Offer
from croupier.arena.server.crowd import BURST_SECONDS, LONGEST_TURN_MS
from croupier.arena.server.settings import Limits

from .asking import Answer, Asking
from .virtual import hall

RATE = 10
AT_ONCE = RATE * BURST_SECONDS


@contextmanager
def asked_a_lot(address: str = "10.0.0.1", rate: int = RATE) -> Iterator[Asking]:
    """An arena that an address has asked for as much as it may ask for at once."""
    with hall() as one:
        room = Asking(one, Limits(gets_per_second=rate))
        for _ in range(rate * BURST_SECONDS):
            assert room.asks("/api/matches", address=address).status == 200
        yield room


def seconds(room: Asking, path: str = "/api/matches", method: str = "GET", **more: str) -> tuple[float, Answer]:
    """How long an answer takes, and the answer."""
    before = room.hall.loop.time()
    answer = room.asks(path, method, **more)
    return round(room.hall.loop.time() - before, 2), answer


def test_requests_above_the_rate_wait_for_their_turn_and_are_answered() -> None:
    with asked_a_lot() as room:
        for _ in range(3):
            waited, answer = seconds(room)
            assert (waited, answer.status) == (1 / RATE, 200)


def test_as_much_as_is_asked_for_at_once_is_not_kept_waiting() -> None:
    with hall() as one:
        room, before = Asking(one, Limits(gets_per_second=RATE)), one.loop.time()
        assert {room.asks("/api/matches").status for _ in range(AT_ONCE)} == {200}
        assert one.loop.time() == before


def test_a_crowd_of_keep_alive_clients_is_answered_at_the_rate() -> None:
    with asked_a_lot() as room:

        async def all_ask() -> list[Answer]:
            return await asyncio.gather(*(room.ask("/api/matches") for _ in range(15)))

        before = room.hall.loop.time()
        answers = room.hall.loop.run_until_complete(all_ask())
        assert [one.status for one in answers] == [200] * 9 + [429] * 6
        assert round(room.hall.loop.time() - before, 2) == LONGEST_TURN_MS / 1000, "a refusal takes as long as a turn"
        told = answers[-1].json
        assert told["code"] == "TOO_MANY_REQUESTS" and "10 GET requests a second" in told["msg"]
        assert (told["retry_after_ms"], answers[-1].headers["retry-after"]) == (1001, "2")
        assert room.hall.room.metrics.refusals["TOO_MANY_REQUESTS"] == 6
        assert not room.crowd.requests
        assert seconds(room) == (0, answers[0]), "what was refused was not counted"


def test_a_rest_gives_back_what_may_be_asked_for_at_once() -> None:
    with asked_a_lot() as room:
        room.hall.pass_time(1000 * BURST_SECONDS)
        assert all(seconds(room)[0] == 0 for _ in range(AT_ONCE))
        assert seconds(room)[0] == 1 / RATE


def test_other_addresses_do_not_wait_for_one_that_asks_too_much() -> None:
    with asked_a_lot("10.0.0.1") as room:
        assert seconds(room, address="10.0.0.2")[0] == 0


def test_whether_it_runs_is_told_at_once_however_much_is_asked() -> None:
    with asked_a_lot() as room:
        for path in ("/healthz", "/readyz"):
            waited, answer = seconds(room, path)
            assert (waited, answer.status) == (0, 200)


def test_a_change_does_not_wait_for_clients_that_only_read() -> None:
    with asked_a_lot() as room:
        waited, answer = seconds(room, "/api/tables", "POST")
        assert (waited, answer.json["code"]) == (0, "NOT_THE_HOST")
        assert seconds(room, "/", "HEAD")[0] == 1 / RATE, "HEAD only reads, too"


def test_a_client_that_shows_a_good_token_has_a_rate_of_its_own() -> None:
    with asked_a_lot() as room:
        room.hall.do(lambda: room.hall.room.set_host("the host's"))
        room.hall.do(lambda: room.hall.room.offer(Offer(id="T-1", game="holdem", code="KF7Q9C", seats=2)))
        joining = room.asks("/api/join", "POST", body=b'{"team": "Alpha", "code": "KF7Q9C"}')
        assert seconds(room, authorization="Bearer guessed")[0] == 1 / RATE
        for token in ("the host's", joining.json["token"]):
            good = {"authorization": f"Bearer {token}"}
            assert all(seconds(room, **good)[0] == 0 for _ in range(AT_ONCE))
            assert seconds(room, **good)[0] == 1 / RATE


def test_a_class_of_a_hundred_opens_the_page_at_once_and_looks_at_the_lobby() -> None:
    with hall() as one:
        room, before = Asking(one), one.loop.time()
        files = 15  # the page, its parts, the lobby, the games
        for _ in range(100 * files):
            assert room.asks("/api/matches").status == 200
        for _ in range(15):
            one.pass_time(4_000 - round(1000 * (one.loop.time() - before)) % 4_000)
            for _ in range(100):
                assert seconds(room)[0] == 0

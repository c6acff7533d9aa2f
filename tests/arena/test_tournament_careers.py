"""Tournaments in the careers of kept names: places, prizes, and what profiles show of them."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.arena.room.players import Placing, of_placing, placings_of, remembered
from croupier.arena.room.profiles import MOST_POINTS, profile
from croupier.simulate.tournament.prizes import results

from .evenings import CODE, evening, play
from .virtual import Hall, calls, hall, shoves


def keep(one: Hall, name: str) -> str:
    """Keep a name; its secret."""
    secret, entries = one.room.players.keep(name, 1, [])
    one.do(lambda: one.room.keep(*entries))
    return secret


def told(one: Hall, name: str) -> Any:
    player = one.room.players.find(name)
    assert player is not None
    return one.loop.run_until_complete(profile(one.room, player))


def placings(one: Hall, key: str) -> list[Placing]:
    return one.loop.run_until_complete(placings_of(one.store, key))


def test_a_kept_name_has_its_place_its_prize_and_what_it_paid_in_its_career() -> None:
    with hall() as one:
        secret = keep(one, "Mara")
        desk = evening(one, house=3, title="Friday", terms={"players": 5, "fee": 3, "added": 10}, code=CODE)
        one.join("Mara", CODE, shoves, player=secret)
        one.join("Guest", CODE, calls)
        play(one, desk)
        (found,) = placings(one, "mara")
        (place,) = [player for player in one.told()["tournament"]["players"] if player["key"] == "mara"]
        about = "cup", "Friday", found.at, place["place"], 5, 1, 3, place["prize"]
        assert found == Placing(*about, tied=results(desk.t)["mara"].tied)
        assert found.at == one.told()["tournament"]["ended"]
        assert placings(one, "guest") == [], "nobody has proved this name"


def test_a_tournament_that_is_cancelled_is_in_no_career() -> None:
    with hall() as one:
        secret = keep(one, "Mara")
        desk = evening(one, house=2, terms={"players": 3, "fee": 3}, code=CODE)
        one.join("Mara", CODE, calls, player=secret)
        one.do(lambda: desk.order("cancel", why="fire"))
        assert placings(one, "mara") == [] and told(one, "Mara")["tournaments"] is None


def test_a_profile_adds_up_what_tournaments_won_and_shows_the_newest_first() -> None:
    with hall() as one:
        keep(one, "Mara")
        results = [(4, 0, 10), (1, 50, 10), (2, 12, 30)]
        for number, (place, prize, paid) in enumerate(results, 1):
            placing = Placing(f"cup-{number}", f"Cup {number}", number, place, 9, 1, paid, prize, tied=number)
            one.do(lambda placing=placing: one.room.keep(of_placing("mara", placing)))
        found = told(one, "Mara")["tournaments"]
        assert [found[name] for name in ("played", "won", "in_the_money", "paid", "prizes")] == [3, 1, 2, 50, 62]
        assert found["history"] == [{"at": 1, "total": -10}, {"at": 2, "total": 30}, {"at": 3, "total": 12}]
        assert found["mean"] == pytest.approx(4) and found["low"] < 4 < found["high"]
        assert [one["event"] for one in found["recent"]] == ["cup-3", "cup-2", "cup-1"]
        assert found["recent"][2] == {"event": "cup-1", "title": "Cup 1", "at": 1, "place": 4, "players": 9,
                                      "entries": 1, "paid": 10, "prize": 0, "tied": 1}  # fmt: skip


def test_a_long_career_is_drawn_with_some_of_its_points_and_its_last() -> None:
    with hall() as one:
        keep(one, "Mara")
        for at in range(MOST_POINTS + 2):
            one.do(lambda at=at: one.room.keep(of_placing("mara", Placing(f"cup-{at}", "Cup", at, 1, 2, 1, 0, 1))))
        history = told(one, "Mara")["tournaments"]["history"]
        assert len(history) <= MOST_POINTS + 1 and history[-1] == {"at": MOST_POINTS + 1, "total": MOST_POINTS + 2}


def test_a_name_that_is_kept_anew_has_no_tournaments_of_an_earlier_keeper() -> None:
    with hall() as one:
        one.do(lambda: one.room.keep(of_placing("mara", Placing("cup", "Cup", 1, 1, 2, 1))))
        old = one.loop.run_until_complete(remembered(one.store, "mara"))
        assert old == ["placing/mara/cup"]
        entries = one.room.players.keep("Mara", 2, old)[1]
        one.do(lambda: one.room.keep(*entries))
        assert told(one, "Mara")["tournaments"] is None

"""What a host may ask for as an event, and what becomes of it: an offer of the room."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.arena.events.event import Event, checked, offer_of, options_of, seats_of
from croupier.arena.room.offers import plan_of
from croupier.arena.tables.plan import Level, MatchSettings, shared
from croupier.games import load
from croupier.kernel.errors import BadInput

HOLDEM = load("holdem")


def event(kind: str = "robin", **more: Any) -> Event:
    return Event(**{"id": "cup", "kind": kind, **more})


def refused(why: str, **more: Any) -> None:
    with pytest.raises(BadInput, match=why):
        checked(event(**more), HOLDEM)


def test_an_event_that_makes_sense_stays_as_it_is() -> None:
    for one in (
        event(),
        event(deals=10_000, bots=["tight"] * 16, code="CODE", practice=""),
        event("rolling", freeze="18:30"),
        event("rolling", finish_by="18:30"),
        event("rolling", manual=True),
        event("mirrored", bots=["tight", "random"]),
        event("mirrored", bots=["tight", "random", "tight"], seats=2),
    ):
        assert checked(one, HOLDEM) is one


def test_numbers_of_an_event_have_limits() -> None:
    refused("1 to 10,000 deals, not 10001", deals=10_001)
    refused("1 to 10,000 deals, not -1", deals=-1)
    refused("At most 16 bots", bots=["tight"] * 17)


def test_names_and_codes_of_an_event_have_their_form() -> None:
    refused("An id has 1 to 39", id="")
    refused("An id has 1 to 39", id="x" * 56)
    refused("join code", code="a b")
    refused("join code", practice="abc")


def test_only_a_rolling_event_freezes_and_it_has_to_end() -> None:
    refused("Only a rolling event freezes", freeze="18:30")
    refused("goes on until it freezes", kind="rolling")


def test_mirrored_deals_are_for_two_bots_of_the_house_or_more() -> None:
    two = ["tight", "random"]
    refused("only for bots that the arena starts", kind="mirrored", bots=two, roster={"A": "A_CODE"})
    refused("only for bots that the arena starts", kind="mirrored", bots=two, code="CODE")
    refused("two bots of the house or more", kind="mirrored", bots=["tight"])
    refused("two bots of the house or more", kind="mirrored", bots=two, seats=1)
    refused("two bots of the house or more", kind="mirrored", bots=two, seats=3)


def test_bots_of_files_play_where_the_arena_starts_everybody() -> None:
    refused("in mirrored duplicate", bots=["proc:bot.py"])
    refused("bot.py", kind="mirrored", bots=["proc:bot.py", "tight"])
    refused("nonsense", bots=["nonsense"])


@pytest.mark.parametrize(
    ("asked", "seats"),
    [
        (event("robin", seats=6), 2),
        (event("rolling", seats=6), 2),
        (event("common"), None),
        (event("common", bots=["a", "b"]), 3),
        (event("common", bots=["a"], seats=6), 6),
        (event("mirrored", bots=["a", "b", "c"]), 3),
        (event("mirrored", bots=["a", "b", "c"], seats=2), 2),
        (event("freezeout"), None),
        (event("freezeout", bots=["a"], roster={"A": "", "B": ""}), 3),
        (event("freezeout", bots=["a"], seats=9), 9),
    ],
)
def test_a_table_has_the_seats_of_its_kind(asked: Event, seats: int | None) -> None:
    assert seats_of(asked) == seats
    assert offer_of(asked, HOLDEM).seats == seats


def test_a_match_has_the_hands_that_were_asked_for_and_a_freezeout_all_it_takes() -> None:
    usual = HOLDEM.simulation
    assert options_of(event(), HOLDEM) == usual
    assert options_of(event(hands=7, options={"stack": 500}), HOLDEM) == {**usual, "stack": 500, "hands": 7}
    assert "hands" not in options_of(event("freezeout"), HOLDEM)
    assert options_of(event("freezeout", hands=3), HOLDEM)["hands"] == 3
    assert options_of(event("freezeout", options={"hands": 4}), HOLDEM)["hands"] == 4
    assert options_of(event(options={"hands": 4}), HOLDEM)["hands"] == 4


def test_every_setting_of_an_event_reaches_the_plans_of_its_tables() -> None:
    asked = {"game": "holdem", "title": "Cup", "options": {"stack": 500}, "bank_ms": 1, "between_ms": 2,
             "grace_ms": 3, "move_time_ms": 4_000, "shows": True, "open_thoughts": True,
             "levels": [Level(hands=5), Level()]}  # fmt: skip
    plan = plan_of(offer_of(event("freezeout", seats=3, least=3, **asked), HOLDEM), "T", HOLDEM)
    options = {**HOLDEM.simulation, "stack": 500, "seats": 3, "limit_ms": 4_000}
    options.pop("hands", None)
    decided = {"genome": "", "options": options, "seats": 3, "least": 3, "manual": False}
    assert shared(plan, MatchSettings) == {**asked, **decided}


def test_an_event_decides_itself_how_its_tables_go_on() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `again`"):
        msgspec.convert({"kind": "robin", "again": True}, Event)


def test_an_offer_has_the_door_and_the_terms_of_its_event() -> None:
    one = offer_of(event(code="CODE", title="Cup", least=5, move_time_ms=9, bank_ms=8, between_ms=7), HOLDEM)
    assert (one.id, one.title, one.code, one.least) == ("cup", "Cup", "CODE", 2)
    assert (one.move_time_ms, one.bank_ms, one.between_ms) == (9, 8, 7)
    assert offer_of(event("freezeout", least=5), HOLDEM).least == 5
    assert offer_of(event(roster={"A": "A_CODE"}, code="CODE"), HOLDEM).code == "", "each team has its own"
    assert offer_of(event(), HOLDEM).code and offer_of(event(), HOLDEM).title == f"{HOLDEM.title}: robin"

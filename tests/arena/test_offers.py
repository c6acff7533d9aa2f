"""Offers: what makes sense, what may come from outside, and the plan of their tables."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
import pytest

from croupier.agents.learnt import LEARNT
from croupier.arena.room import memory, offers
from croupier.arena.room.offers import (
    UNATTENDED,
    Offer,
    Opener,
    at_table,
    check_from_outside,
    check_options_from_outside,
    checked,
    game_name,
    plan_of,
    policy_of,
    settled,
    wall_time,
)
from croupier.arena.store import Value
from croupier.arena.tables.plan import Level
from croupier.games import load
from croupier.kernel.errors import BadInput

HOLDEM = load("holdem")
FRIEND = Opener(proof="proof", game="cards")


def offer(**more: Any) -> Offer:
    return Offer(**{"id": "T", "game": "holdem", **more})


def refused(match: str, **more: Any) -> None:
    one = offer(**more)
    with pytest.raises(BadInput, match=match):
        checked(one, load(one.game))


# What makes sense


@pytest.mark.parametrize("id", ["T", "a" * 48, "9", "a.b-c_d"])
def test_an_id_has_letters_digits_and_some_signs(id: str) -> None:
    assert checked(offer(id=id), HOLDEM).id == id


@pytest.mark.parametrize("id", ["", "a" * 49, "-a", "a b", "ä", "a/b", "a\n"])
def test_other_ids_are_refused(id: str) -> None:
    refused("An id has 1 to 48", id=id)


def test_a_queue_is_for_battles_one_match_each_at_one_stake() -> None:
    battle = {"kind": "queue", "game": "battle"}
    checked(offer(**battle, stake=3, options={"stake": 3}), load("battle"))
    refused("pairs two for a Battle", kind="queue")
    refused("leave `again` out", **battle, again=True)
    refused("costs the offer's own stake, 2", **battle, stake=2, options={"stake": 3})
    refused("costs the offer's own stake, 2", **battle, stake=2, levels=[Level(hands=1, changes={"stake": 3})])
    checked(offer(again=True), HOLDEM)


def test_a_private_table_has_an_opener_and_no_other_has_one() -> None:
    assert checked(offer(kind="private", opener=FRIEND), HOLDEM).opener == FRIEND
    refused("opened by a visitor", kind="private")
    refused("opened by a visitor", opener=FRIEND)


def test_bots_exist_and_find_a_seat() -> None:
    assert checked(offer(seats=2, bots=["tight", "tight"]), HOLDEM)
    refused("too few for 3 bots", seats=2, bots=["tight"] * 3)
    refused("has no house bot 'nobody'", bots=["nobody"])
    refused("has no house bot 'nobody'", kind="house", policy="nobody")


def test_codes_of_a_roster_are_codes() -> None:
    refused("no code|letters", roster={"Alpha": "ALPHA_CODE", "Beta": "no code"})


def test_a_bot_without_a_name_is_the_default_one(monkeypatch: pytest.MonkeyPatch) -> None:
    known = HOLDEM.house_bots.names
    assert policy_of(HOLDEM) == known[0] and policy_of(HOLDEM, known[1]) == known[1]
    with pytest.raises(BadInput, match=rf"has no house bot '{LEARNT}x'"):
        policy_of(HOLDEM, LEARNT + "x")
    with pytest.raises(BadInput) as opened:
        policy_of(HOLDEM, LEARNT + "no/such/file", [LEARNT + "no/such/file"])
    assert "has no house bot" not in str(opened.value), "the config may name a file: it is opened"
    monkeypatch.setattr(offers, "learnt_policy", lambda game, path: None)
    assert policy_of(HOLDEM, LEARNT + "x", [LEARNT + "x"]) == LEARNT + "x"


# From outside


def test_no_game_of_a_file_comes_from_outside() -> None:
    for game in ("holdem", "leduc"):
        check_from_outside(Offer(game=game), {})
    with pytest.raises(BadInput, match=r"named in arena\.toml, and not from outside"):
        check_from_outside(Offer(game="./leduc.json"), {})


def test_no_option_from_outside_opens_a_file() -> None:
    deal = load("deal")
    [name, *_] = deal.shipped_names
    known = deal.shipped_names[name]()
    check_options_from_outside(deal, {name: known[0]}, {})
    with pytest.raises(BadInput, match=f"{name} is one of"):
        check_options_from_outside(deal, {}, {name: "/etc/passwd"})
    check_from_outside(Offer(game="deal"), {name: known[0]})
    for options in (({name: "/etc/passwd"}, {}), ({}, {name: "/etc/passwd"})):
        with pytest.raises(BadInput, match=f"{name} is one of .*, not '/etc/passwd'"):
            check_from_outside(Offer(game="deal"), *options)


# The plan of a table


def test_a_game_is_listed_by_its_name() -> None:
    assert game_name(offer()) == "holdem"
    assert game_name(offer(game="own", genome="{}")) == "T" and game_name(offer(opener=FRIEND)) == "cards"


@pytest.mark.parametrize("kind", ["table", "house", "practice", "private", "queue"])
def test_tables_without_a_host_wait_for_a_person_and_go_on(kind: str) -> None:
    game = "battle" if kind == "queue" else "holdem"
    found = plan_of(offer(kind=kind, game=game, grace_ms=5), "T-1", load(game))
    assert (found.manual, found.again, found.id) == (kind in UNATTENDED, kind in UNATTENDED, "T-1")
    assert (found.opens, found.unlisted) == (kind == "house", kind == "private")
    assert found.grace_ms == (0 if kind == "queue" else 5)
    options = {"queue": {"stake": 1}, "house": {"timeout": "check_fold"}, "private": {"timeout": "check_fold"}}
    assert found.options == options.get(kind, {})


def test_the_options_of_an_offer_count() -> None:
    found = plan_of(offer(manual=True, again=True, opens=True, stake=5, options={"stack": 50}), "T", HOLDEM)
    assert (found.manual, found.again, found.opens, found.options) == (True, True, True, {"stack": 50})
    assert plan_of(offer(bots=["tight"]), "T", HOLDEM).manual and not plan_of(offer(bots=["tight"]), "T", HOLDEM).again
    assert not plan_of(offer(kind="house", opens=False), "T", HOLDEM).opens
    queue = Offer(id="Q", game="battle", kind="queue", stake=2, options={"stake": 2, "rounds": 3})
    assert plan_of(queue, "Q-1", load("battle")).options == {"stake": 2, "rounds": 3}


def test_bots_know_the_set_up_of_their_table() -> None:
    assert at_table(offer(), HOLDEM).name == HOLDEM.name
    leduc = load("leduc")
    assert at_table(offer(game="leduc"), leduc).title == leduc.title


# Times


def test_a_time_of_day_is_the_next_one() -> None:
    noon = datetime(2026, 11, 16, 12, 0)

    def found(text: str) -> datetime:
        return datetime.fromtimestamp(wall_time(text, noon) / 1000)

    assert found("18:30") == datetime(2026, 11, 16, 18, 30)
    assert found("11:59") == datetime(2026, 11, 17, 11, 59)
    assert found("12:00") == datetime(2026, 11, 17, 12, 0), "now is over"
    assert found("2026-11-15T18:30") == datetime(2026, 11, 15, 18, 30)
    assert found("2026-11-15 18:30") == datetime(2026, 11, 15, 18, 30)
    assert wall_time("12:01", noon) - wall_time("12:00:59.999", noon) == 1
    for text in ("soon", "25:00", "2026-13-01T00:00"):
        with pytest.raises(BadInput, match="is no time; write one such as 18:30"):
            wall_time(text, noon)


def test_a_time_is_settled_with_its_date_and_only_once() -> None:
    one = settled(offer(finish_by="18:30"))
    assert datetime.fromisoformat(one.finish_by) > datetime.now() and one.finish_by.endswith("T18:30:00")
    assert settled(one) is one and settled(offer()).finish_by == ""
    assert (
        plan_of(one, "T", HOLDEM).finish_by == wall_time(one.finish_by) and plan_of(offer(), "T", HOLDEM).finish_by == 0
    )


# What is kept of it


def test_code_and_roster_are_kept_apart_and_sealed() -> None:
    one = offer(code="SECRET", roster={"Alpha": "ALPHA_CODE"})
    [known, codes] = memory.of_offer(one)
    assert isinstance(known, Value) and isinstance(codes, Value)
    assert not known.secret and codes.secret and b"SECRET" not in (known.body or b"")
    assert b"ALPHA_CODE" not in (known.body or b"") and b"ALPHA_CODE" in (codes.body or b"")
    kept = {entry.key: entry.body for entry in (known, codes) if entry.body is not None}
    assert memory.offers_in({**kept, "table/x": b"{}"}) == [one]
    assert memory.offers_in({known.key: kept[known.key]}) == [offer()], "without the key it has no code"
    public = offer(code="OPEN", public=True)
    assert b"OPEN" in (memory.of_offer(public)[0].body or b"")  # type: ignore[union-attr]


def test_a_hand_is_kept_sealed_and_a_claim_until_it_is_freed() -> None:
    entry = memory.of_hand("alpha", ["attack", "heal"])
    assert entry.secret and memory.hands_in({entry.key: entry.body or b"", "hand": b"x"}) == {
        "alpha": ["attack", "heal"]
    }
    assert memory.of_claim("T", "alpha", None) == Value("claim/T/alpha", None)
    result = memory.Result("T-1-M12", ["a"], ["A"], [3], 7)
    kept = memory.of_result("T-1", result)
    assert kept.key == "result/T-1/12" and msgspec.json.decode(kept.body or b"", type=memory.Result) == result
    assert memory.of_clock(12) == Value("clock", b"12")

"""Scenes at a table: for those who asked, along the timeline, and with nothing that their eyes may not know."""

from __future__ import annotations

from typing import Any

from croupier.arena.tables.inputs import WATCHING, Attached
from croupier.arena.tables.pace import persons
from croupier.arena.tables.scenes import gone

from .room import Room
from .test_at_the_table import chair_of, mover, two
from .test_restarts import TABLES
from .test_table import BLINDS, to_act


def scenes(room: Room, name: str) -> list[dict[str, Any]]:
    return [frame["scene"] for frame in room.inboxes.get(name, []) if frame["type"] == "scene"]


def test_only_clients_that_asked_are_shown_scenes() -> None:
    room = Room(seats=2, options=BLINDS)
    room.join("a", scenes=True)
    room.join("b")
    assert scenes(room, "a") and not scenes(room, "b")


def test_the_last_scene_has_the_question() -> None:
    room = Room(seats=2, options=BLINDS)
    room.join("a", scenes=True)
    room.join("b")
    shown = scenes(room, "a")[-1]
    assert [choice["name"] for choice in shown["question"]["options"]][:3] == ["FOLD", "CALL", "RAISE_TO"]
    assert [seat["name"] for seat in shown["seats"]] == ["a", "b"]


def test_a_spectator_is_shown_no_hole_cards() -> None:
    room = Room(seats=2, options=BLINDS)
    room.join("a")
    room.join("b")
    room.put(Attached("w", WATCHING, scenes=True))
    for _ in range(3):
        name = to_act(room)
        room.act(name, "CALL" if "CALL" in room.last(name, "act")["legal"] else "CHECK")
    hands = [zone for scene in scenes(room, "w") for zone in scene["zones"] if zone.get("owner", -1) >= 0]
    assert hands and not any(card.get("name") for zone in hands for card in zone.get("cards", []))


def test_scenes_are_shown_with_the_pauses_of_the_game() -> None:
    room = Room("battle", seats=2, shows=True, options={"reveal_when_confirmed": True})
    room.join("a", scenes=True)
    room.join("b")
    for name in ("a", "b"):
        room.send(name, type="layout_confirm", layout=["attack", "heal", None])
    before = len(scenes(room, "a"))
    room.wait(249)
    assert len(scenes(room, "a")) == before
    room.wait(1)
    assert len(scenes(room, "a")) > before
    room.wait(5_000)
    assert scenes(room, "a")[-1]["question"]["number"] == 2


def test_every_game_can_be_watched() -> None:
    for name, plan in TABLES.items():
        room = Room(name, **plan)
        room.join("p0", scenes=True)
        for seat in range(1, plan["seats"]):
            room.join(f"p{seat}")
        room.wait(60_000)
        assert scenes(room, "p0"), name


def clocks(room: Room, name: str) -> list[dict[str, Any]]:
    return [frame for frame in room.inboxes[name] if frame["type"] == "clock"]


def test_a_spectator_is_told_whose_time_runs_and_how_long() -> None:
    room = Room(seats=2, options=BLINDS, bank_ms=4_000)
    room.join("a", scenes=True)
    room.join("b")
    room.put(Attached("w", WATCHING, scenes=True))
    actor = room.table.chairs[0 if to_act(room) == "a" else 1]
    limit = room.plan.move_time_ms
    assert clocks(room, "a")[-1] | {"v": 1} == {
        "type": "clock",
        "v": 1,
        "seat": actor.seat,
        "left_ms": limit,
        "limit_ms": limit,
        "bank_ms": 4_000,
    }
    room.wait(1_000)
    room.put(Attached("late", WATCHING, scenes=True))
    assert clocks(room, "late")[-1]["left_ms"] == limit - 1_000
    room.act(actor.name, "CALL")
    assert clocks(room, "w")[-1]["seat"] != actor.seat


def test_where_several_have_one_clock_it_is_nobodys() -> None:
    room = Room("battle", seats=2)
    room.join("a", scenes=True)
    room.join("b", scenes=True)
    told = {name: len(clocks(room, name)) for name in "ab"}
    assert all(clocks(room, name)[-1]["seat"] is None for name in "ab")
    room.send("a", type="layout_confirm", layout=["attack", None, None])
    assert {name: len(clocks(room, name)) for name in "ab"} == told, "nobody learns who has decided"


def test_where_a_person_plays_what_others_do_is_shown_a_breath_apart() -> None:
    room = Room(seats=2, options=BLINDS, pace_ms=200)
    room.join("a", scenes=True)
    room.join("b")
    room.wait(5_000)
    other = next(name for name in "ab" if name != to_act(room))
    for name in (to_act(room), other):
        before = len(scenes(room, "a"))
        room.act(name, "CALL" if "CALL" in room.last(name, "act")["legal"] else "CHECK")
        if name == "b":
            assert len(scenes(room, "a")) == before, "what somebody else did waits a breath"
            room.wait(200)
        assert len(scenes(room, "a")) > before, "what one does is shown at once"
        room.wait(5_000)


def test_bots_never_wait_however_many_look_on() -> None:
    room = Room(seats=2, options=BLINDS, pace_ms=200)
    room.put(Attached("w", WATCHING, scenes=True))
    room.join("a")
    room.join("b")
    room.act(to_act(room), "FOLD")
    assert room.table.hand == 2, "the next hand is there at once"


def test_the_next_hand_waits_for_a_person_who_looks_at_the_end_of_the_last_one() -> None:
    room = Room(seats=2, options=BLINDS, pace_ms=200)
    room.join("a", scenes=True)
    room.join("b")
    room.wait(5_000)
    room.act(to_act(room), "FOLD")
    assert room.table.hand == 1
    room.wait(200 * 8 - 1)
    assert room.table.hand == 1
    room.wait(2_000)
    assert room.table.hand == 2


def test_the_first_scenes_of_a_match_are_of_that_match() -> None:
    room = Room(seats=2, options={**BLINDS, "hands": 2}, again=True)
    room.join("a", scenes=True)
    room.join("b")
    for _ in range(2):
        room.act(to_act(room), "FOLD")
    last = max(at for at, shown in enumerate(scenes(room, "a")) if shown.get("over"))
    begun = scenes(room, "a")[last + 1 :]
    assert begun and all(shown["phase"].startswith("Hand 1") for shown in begun)


def test_a_fast_person_waits_less_for_what_others_do() -> None:
    room = Room(seats=2, options=BLINDS, pace_ms=200)
    room.join("a", scenes=True, pace="fast")
    room.join("b")
    room.wait(5_000)
    if to_act(room) == "a":
        room.act("a", "CALL")
        room.wait(5_000)
    before = len(scenes(room, "a"))
    room.act("b", "CHECK")
    room.wait(79)
    assert len(scenes(room, "a")) == before
    room.wait(1)
    assert len(scenes(room, "a")) > before
    room.drop("a")
    assert not room.session.viewers.paces


def acts(room: Room, name: str) -> dict[int, str]:
    """What each seat has done last, as the last Scene shows it."""
    return {seat["seat"]: seat["last"] for seat in scenes(room, name)[-1]["seats"] if seat.get("last")}


def test_scenes_show_what_was_done_before_somebody_came_or_went() -> None:
    room = Room(seats=3, least=3, options=BLINDS)
    for name in "abc":
        room.join(name, scenes=True)
    room.put(Attached("w", WATCHING, scenes=True))
    room.act(to_act(room), "CALL")
    done = acts(room, "w")
    assert len(done) >= 1
    room.drop(next(name for name in "abc" if name != to_act(room)))
    here = to_act(room)
    room.act(here, "CALL")
    for name in ("w", here):
        assert done.items() <= acts(room, name).items() and len(acts(room, name)) > len(done)


def test_the_log_of_spectators_pauses_while_nobody_looks_on() -> None:
    room = Room(seats=3, least=2, options=BLINDS)
    for name in "ab":
        room.join(name)
    room.put(Attached("w", WATCHING, scenes=True))
    room.act(to_act(room), "CALL")
    told = room.session.viewers.logs[WATCHING].count
    assert told > 0 and not room.table.chairs[-1].taken
    room.drop("w")
    room.act(to_act(room), "CHECK")
    assert room.session.viewers.logs[WATCHING].count == told and WATCHING not in room.session.viewers.views


def test_eyes_that_were_told_nothing_are_closed_without_a_trace() -> None:
    room = Room(seats=2, options=BLINDS)
    room.join("a", scenes=True)
    room.put(Attached("w", WATCHING, scenes=True))
    for name in ("a", "w"):
        room.drop(name)
    viewers = room.session.viewers
    assert viewers.wanted == viewers.views == viewers.logs == viewers.paces == {}


def test_nobody_has_lost_its_part_while_no_match_is_played() -> None:
    room = Room(seats=2, options=BLINDS)
    assert gone(room.table) == set()
    for name in "ab":
        room.join(name)
    assert gone(room.table) == set()


def test_eyes_are_made_anew_only_when_a_player_comes_or_goes() -> None:
    room = Room(seats=3, least=2, options=BLINDS)
    for name in ("a", "b"):
        room.join(name)
    room.put(Attached("w", WATCHING, scenes=True))
    first = room.session.viewers.onlookers[WATCHING][1]
    room.act(to_act(room), "CALL")
    room.act(to_act(room), "CHECK")
    assert room.session.viewers.onlookers[WATCHING][1] is first
    room.join("c")
    room.act(to_act(room), "CHECK")
    assert room.session.viewers.onlookers[WATCHING][1] is not first


def test_the_log_of_a_seat_is_its_players_and_goes_on_while_the_player_stays() -> None:
    room = Room(seats=2, options=BLINDS)
    room.join("a", scenes=True)
    room.join("b")
    room.put(Attached("w", WATCHING, scenes=True))
    logs = dict(room.session.viewers.logs)
    assert {seat: log.player for seat, log in logs.items()} == {0: "a", WATCHING: ""}
    told = logs[0].count
    room.act(to_act(room), "CALL")
    assert room.session.viewers.logs[0] is logs[0] and logs[0].count == told + 1


def test_a_person_who_is_bust_is_not_waited_for() -> None:
    for first in range(0, 500, 20):  # until the person loses its last chips
        counter = iter(range(first, first + 20))
        room = Room(seats=3, options={**BLINDS, "stacks": [20, 1_000, 1_000]}, pace_ms=100,
                    secrets=lambda counter=counter: next(counter).to_bytes(32))  # fmt: skip
        room.join("a", scenes=True)
        for name in ("b", "c"):
            room.join(name)
        assert persons(room.session) == ["a"] and room.session.viewers.gone == set()
        while room.table.hand == 1:
            room.wait(8_000)
            if room.table.hand == 1:
                name = to_act(room)
                act = room.last(name, "act")
                if name == "a" and "RAISE_TO" in act["legal"]:
                    room.act(name, "RAISE_TO", amount=act["max_raise_to"])
                else:
                    room.act(name, "CALL" if "CALL" in act["legal"] else "CHECK")
        if room.session.viewers.gone:
            break
    assert room.session.viewers.gone == {0} == gone(room.table) and persons(room.session) == []


def own_cards(scene: dict[str, Any]) -> set[int]:
    """The seats whose cards lie open."""
    zones = [zone for zone in scene["zones"] if zone.get("owner", -1) >= 0]
    return {zone["owner"] for zone in zones if any(card.get("name") for card in zone.get("cards", []))}


def test_each_pair_of_eyes_is_shown_its_own_scenes() -> None:
    room = Room(seats=3, least=3, options=BLINDS)
    for name in ("a", "b", "c"):
        room.join(name, scenes=name != "a")
    room.put(Attached("w", WATCHING, scenes=True))
    room.act(mover(room), "CALL")
    assert not scenes(room, "a")
    assert [own_cards(scenes(room, name)[-1]) for name in ("b", "c", "w")] == [{1}, {2}, set()]


def test_scenes_of_eyes_are_kept_while_somebody_has_them() -> None:
    room = two()
    for name in ("v", "w"):
        room.put(Attached(name, WATCHING, scenes=True))
    viewers = room.session.viewers
    room.drop("v")
    assert set(viewers.onlookers) == set(viewers.views) == {WATCHING}
    room.act(mover(room), "CALL")
    assert len(scenes(room, "w")) > len(scenes(room, "v")) > 0
    room.drop("w")
    assert viewers.onlookers == viewers.views == viewers.wanted == {}
    room.drop("nobody")
    assert viewers.onlookers == {}


def test_a_client_that_draws_scenes_is_told_the_clock_that_runs() -> None:
    room = two(options={**BLINDS, "limit_ms": 15_000}, bank_ms=5_000)
    name = mover(room)
    other = "a" if name == "b" else "b"
    seat = chair_of(room, name).seat
    room.now += 4_000
    for viewer, whose in ((name, seat), (other, seat), ("w", seat)):
        room.drop(viewer)
        at = WATCHING if viewer == "w" else chair_of(room, viewer).seat
        room.put(Attached(viewer, at, scenes=True))
        clock = room.last(viewer, "clock")
        assert (clock["seat"], clock["left_ms"], clock["limit_ms"], clock["bank_ms"]) == (whose, 11_000, 15_000, 5_000)

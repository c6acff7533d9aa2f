"""The god view: announced, late by whole hands, told to everybody when it is opened, and blind to what is played."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from croupier.arena.tables import lines
from croupier.arena.tables.god_view import STEP_MS
from croupier.arena.tables.inputs import WATCHING, Attached, Ordered
from croupier.arena.tables.renewal import renew
from croupier.arena.tables.session import MOST_WAITING, Session
from croupier.arena.tables.table import Table
from croupier.games import load
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.playthrough import random_chooser
from croupier.kernel.vocabulary.menu import NEXT_HAND
from croupier.kernel.vocabulary.turns import HOUSE, PUBLIC

from .loops import in_loop
from .network import arena, client, holdem, http
from .room import EPOCH, Room
from .test_restarts import TABLES
from .test_table import BLINDS, to_act

HANDS = {"holdem", "leduc", "five_card_draw", "kuhn"}
"""Games whose hands are dealt anew."""
PLAYED: dict[str, dict[str, Any]] = {
    **TABLES,
    "holdem": {"seats": 3, "options": {**BLINDS, "hands": 6}},
    "five_card_draw": {"seats": 4, "options": {"hands": 5}},
    "kuhn": {"seats": 2, "options": {"hands": 8}},
}


def opened(name: str = "holdem", **more: Any) -> Room:
    """A table with everybody there, and the host, who looks."""
    plan = {"god_view": 1, **PLAYED[name], **more}
    room = Room(name, least=plan["seats"], **plan)
    for seat in range(room.plan.seats):
        room.join(f"p{seat}")
    look(room)
    return room


def unhurried(name: str = "holdem", **options: Any) -> Room:
    """The same where nobody's time is ever up, however long somebody looks."""
    time = {"limit_ms": 10_000_000} if name == "holdem" else {"prep_ms": 10_000_000}
    return opened(name, options={**PLAYED[name]["options"], **time}, **options)


def look(room: Room, name: str = "host") -> None:
    room.put(Attached(name, WATCHING, scenes=True, god=True))


def scenes(room: Room, name: str = "host") -> list[dict[str, Any]]:
    return [frame for frame in room.inboxes.get(name, []) if frame["type"] == "scene"]


def hands_shown(room: Room, name: str = "host") -> list[int]:
    """The numbers of the hands that were shown, in order."""
    shown = [int(frame["hand_id"].rpartition("-H")[2]) for frame in scenes(room, name)]
    return list(dict.fromkeys(shown))


def play_hand(room: Room) -> None:
    """Everybody calls until the hand is over."""
    hand, match = room.table.hand, room.table.match
    while (room.table.hand, room.table.match) == (hand, match) and room.table.state is not None:
        name = to_act(room)
        room.act(name, "CALL" if "CALL" in room.last(name, "act")["legal"] else "CHECK")


def faces(frame: dict[str, Any]) -> list[str]:
    """The names of the cards in seats' zones."""
    zones = [zone for zone in frame["scene"]["zones"] if zone.get("owner", -1) >= 0]
    return [card["name"] for zone in zones for card in zone.get("cards", []) if card.get("name")]


def test_a_table_says_in_every_welcome_whether_its_host_may_look() -> None:
    room = opened()
    room.watch("w")
    assert [room.last(name, "welcome")["god_view"] for name in ("p0", "p1", "w", "host")] == [1, 1, 1, 1]
    plain = Room(seats=2, options=BLINDS)
    plain.join("a")
    assert plain.last("a", "welcome")["god_view"] == 0


def test_a_table_that_has_not_said_so_has_none() -> None:
    room = Room(seats=2, options=BLINDS)
    room.join("a")
    before = len(room.log)
    with pytest.raises(BadInput, match="no god view"):
        look(room)
    assert len(room.log) == before and "notice" not in room.types("a")


def test_each_opening_is_a_line_and_everybody_is_told() -> None:
    room = opened()
    room.watch("w")
    look(room, "second")
    told = [line for line in room.log if isinstance(line, lines.Opened)]
    assert [line.what for line in told] == ["the god view"] * 2
    for name in ("p0", "p1", "p2"):
        notices = [frame for frame in room.inboxes[name] if frame["type"] == "notice"]
        assert [frame["code"] for frame in notices] == ["GOD_VIEW"] * 2 and all(frame["n"] for frame in notices)
    assert room.types("w").count("notice") == 1


def test_a_hand_is_shown_when_one_more_is_over() -> None:
    room = opened()
    play_hand(room)
    assert room.table.hand == 2 and not scenes(room)
    room.act(to_act(room), "CALL")
    room.wait(10_000)
    assert not scenes(room)
    play_hand(room)
    assert room.table.hand == 3 and hands_shown(room) == [1]


def test_how_late_it_is_is_the_hosts_to_say_beforehand() -> None:
    room = opened(god_view=3)
    for _ in range(3):
        play_hand(room)
    assert not scenes(room)
    play_hand(room)
    assert hands_shown(room) == [1]


def test_every_card_is_face_up_also_one_that_was_never_shown() -> None:
    room = opened()
    holes = [room.last(f"p{seat}", "start_hand")["hole"] for seat in range(3)]
    room.act(to_act(room), "FOLD")
    play_hand(room)
    play_hand(room)
    room.wait(60 * STEP_MS)
    first = [frame for frame in scenes(room) if frame["hand_id"].endswith("-H1")]
    assert {card for hole in holes for card in hole} <= {name for frame in first for name in faces(frame)}


def test_the_operator_is_sent_nothing_else() -> None:
    room = opened()
    play_hand(room)
    play_hand(room)
    assert set(room.types("host")) == {"welcome", "scene"}


def test_scenes_come_one_after_the_other() -> None:
    room = opened()
    play_hand(room)
    play_hand(room)
    assert len(scenes(room)) == 1
    room.wait(STEP_MS - 1)
    assert len(scenes(room)) == 1
    room.wait(1)
    assert len(scenes(room)) == 2


def test_a_spectator_who_comes_later_is_shown_the_last_hand_that_is_late_enough() -> None:
    room = opened()
    room.drop("host")
    for _ in range(3):
        play_hand(room)
    assert not scenes(room)
    look(room, "late")
    room.wait(5 * STEP_MS)
    assert hands_shown(room, "late") == [2]


def test_a_table_faster_than_anybody_can_look_skips_the_oldest() -> None:
    room = opened(options={**BLINDS, "hands": 40})
    while room.table.state is not None:
        play_hand(room)
    room.wait(MOST_WAITING * 100 * STEP_MS)
    assert hands_shown(room) == [1, *range(41 - MOST_WAITING, 41)]


def test_when_the_last_match_is_over_so_is_the_wait() -> None:
    room = opened()
    while room.table.state is not None:
        play_hand(room)
    room.wait(1_000 * STEP_MS)
    assert hands_shown(room) == [1, 2, 3, 4, 5, 6]


def test_where_another_match_follows_the_last_hand_waits_for_it() -> None:
    room = opened("kuhn", options={"hands": 1}, again=True)
    choose = random_chooser(room.game, 1)

    def match() -> None:
        number = room.table.match
        while room.table.match == number:
            state = room.table.state
            assert state is not None
            decision = room.game.pending(state)[0]
            room.table_move(decision.seat, choose(state, decision))
        room.wait(10 * STEP_MS)

    match()
    assert not scenes(room) and room.table.hindsight.waits(1)
    match()
    assert {frame["hand_id"] for frame in scenes(room)} == {"T-1-M1-H1"}
    assert not room.table.hindsight.waits(1) and room.table.hindsight.waits(2)


@pytest.mark.parametrize("name", [name for name in PLAYED if name not in HANDS])
def test_where_secrets_outlive_a_hand_nothing_is_shown_before_the_match_is_over(name: str) -> None:
    room, rng = opened(name), random.Random(3)
    choose = random_chooser(room.game, 3)
    while room.table.state is not None:
        assert not scenes(room), name
        state = room.table.state
        owed = [decision for decision in room.game.pending(state) if decision.seat < room.plan.seats]
        if owed:
            decision = owed[rng.randrange(len(owed))]
            room.table_move(decision.seat, choose(state, decision))
        else:
            room.wait(60_000)
    room.wait(10_000 * STEP_MS)
    assert len(hands_shown(room)) == min(room.table.hand, MOST_WAITING)


@pytest.mark.parametrize("name", ["holdem", "battle", "deal", "leduc", "five_card_draw", "hearts"])
def test_a_game_says_truly_whether_its_secrets_outlive_a_hand(name: str) -> None:
    game, lasted = load(name), False
    assert game.legs is not None
    options = {"holdem": BLINDS, "battle": {"max_rounds": 3}}.get(name, {})
    for key in range(10):
        state, dealer, choose = (
            game.start(game.configure(**options)).state,
            RandomDealer(key),
            random_chooser(game, key),
        )
        while state.owed and state.table.hands < 3:
            decision = game.pending(state)[0]
            move = dealer.deal(state, decision) if decision.seat == HOUSE else choose(state, decision)
            game.advance(state, decision.seat, move)
            if move.kind == NEXT_HAND:
                lasted |= any(known not in (0, PUBLIC) for known in state.table.cards.known)
    assert lasted == game.legs.secrets_last


def play_on(room: Room, key: int, moves: int) -> None:
    """Some moves at random, as far as the match goes."""
    choose = random_chooser(room.game, key)
    for _ in range(moves):
        state = room.table.state
        if state is None:
            return
        owed = [decision for decision in room.game.pending(state) if decision.seat < room.plan.seats]
        if owed:
            room.table_move(owed[0].seat, choose(state, owed[0]))
        else:
            room.wait(60_000)


@pytest.mark.parametrize("name", PLAYED)
def test_what_the_host_is_shown_depends_on_nothing_that_is_still_played(name: str) -> None:
    """The same table up to a hand, and other cards and choices from then on: the host is shown the same, at the same
    moments, until as many hands are over in both."""
    secrets = [bytes([key]) * 32 for key in range(200)]
    for key in range(4):
        seen = []
        for branch in (0, 1):
            dealt = iter(secrets[:2] + secrets[2 + 90 * branch :])
            room = Room(name, secrets=lambda dealt=dealt: next(dealt), **{"god_view": 1, **PLAYED[name]})
            for seat in range(room.plan.seats):
                room.join(f"p{seat}")
            look(room)
            choose = random_chooser(room.game, key)
            while room.table.state is not None and room.table.hand < 3:
                state = room.table.state
                owed = [decision for decision in room.game.pending(state) if decision.seat < room.plan.seats]
                if room.table.hand == 2:
                    choose = choose if branch == 0 else random_chooser(room.game, key + 100)
                if owed:
                    room.table_move(owed[0].seat, choose(state, owed[0]))
                else:
                    room.wait(60_000)
            if room.table.state is not None:
                play_on(room, key + 50 * branch, 3)
            if room.table.state is None or room.table.hand > 3:
                break  # what is over may be shown
            room.wait(1_000)
            seen.append([json.dumps(frame) for frame in room.inboxes["host"] if frame["type"] != "welcome"])
        if len(seen) == 2:
            shared = min(map(len, seen))
            assert seen[0][:shared] == seen[1][:shared], (name, key)
            assert all('-H1"' in frame for frame in seen[0] + seen[1]), (name, key)


@pytest.mark.parametrize("name", ["holdem", "battle", "five_card_draw"])
def test_a_table_that_is_killed_keeps_its_hands_and_shows_none_too_early(name: str) -> None:
    whole, cut = opened(name), opened(name)
    for room in (whole, cut):
        rng = random.Random(7)
        choose = random_chooser(room.game, 7)
        while room.table.state is not None:
            state = room.table.state
            owed = [decision for decision in room.game.pending(state) if decision.seat < room.plan.seats]
            if owed:
                decision = owed[rng.randrange(len(owed))]
                room.table_move(decision.seat, choose(state, decision))
            else:
                room.wait(60_000)
            if room is cut:
                before = {frame["hand_id"] for frame in scenes(room)}
                room.restart()
                look(room)
                room.wait(0)
                shown = {frame["hand_id"] for frame in scenes(room)} - before
                late = room.table.hindsight.last
                assert shown <= ({late.id} if late else set())
        room.put(Attached("end", WATCHING, god=True))
        assert room.table.hindsight.hands == []
    assert cut.table.hindsight.last == whole.table.hindsight.last


def test_after_a_restart_frames_have_the_numbers_that_they_had() -> None:
    room = opened()
    play_hand(room)
    look(room, "again")
    room.act(to_act(room), "CALL")
    last = room.inboxes["p0"][-1]["n"]
    room.restart()
    assert room.session.voice.outbox.counts[0] >= last
    room.put(Attached("p0", 0, after=last - 1))
    resent = [frame for frame in room.inboxes["p0"] if frame.get("n") == last]
    assert len(resent) == 2 and resent[0] == resent[1]


@in_loop
async def test_only_the_hosts_token_opens_it_and_all_can_read_that_it_was_opened(tmp_path: Path) -> None:
    tables = holdem(god_view=1, options={"hands": 3}), holdem(id="T-2", code="OTHER1")
    async with arena(tmp_path, *tables) as room, client(room) as one, client(room) as two, client(room) as host:
        assert (await one.hello("Alpha"))["god_view"] == 1
        for more, code in [
            ({"role": "operator"}, "NOT_THE_HOST"),
            ({"role": "spectator", "token": room.host_token}, "BAD_SCHEMA"),
            ({"role": "player", "token": room.host_token}, "BAD_SCHEMA"),
        ]:
            async with client(room) as thief:
                assert (await thief.hello("Thief", "T-1", god=True, **more))["code"] == code
        operator = {"role": "operator", "token": room.host_token, "god": True}
        assert (await host.hello("Host", "T-2", **operator))["code"] == "NO_GOD_VIEW"
        await host.hello("Host", "T-1", **operator)
        assert (await one.until("notice"))["code"] == "GOD_VIEW"
        told = (await http(room, "/api/tables/T-1/openings"))[1]["openings"]
        assert [opening["what"] for opening in told] == ["the god view"] and told[0]["at"] > 0
        await two.hello("Beta")
        shown = await _play_and_look(one, two, host)
        assert shown["hand_id"] == "T-1-M1-H1" and len(set(faces(shown))) >= 0
        assert (await http(room, "/api/tables/T-1"))[1]["god_view"] == 1


async def _play_and_look(one: Any, two: Any, host: Any) -> dict[str, Any]:
    import asyncio

    _, _, shown = await asyncio.gather(
        one.play(lambda frame: frame["type"] == "match_end"),
        two.play(lambda frame: frame["type"] == "match_end"),
        host.until("scene"),
    )
    return dict(shown)


@in_loop
async def test_a_record_with_every_card_is_an_opening_too(tmp_path: Path) -> None:
    import asyncio

    tables = holdem(god_view=1, options={"hands": 1}), holdem(id="T-2", code="OTHER1", options={"hands": 1})
    async with arena(tmp_path, *tables) as room:
        for code in ("KF7Q9C", "OTHER1"):
            async with client(room) as one, client(room) as two:
                await one.hello("Alpha", code)
                await two.hello("Beta", code)
                over = [
                    asyncio.create_task(each.play(lambda frame: frame["type"] == "match_end")) for each in (one, two)
                ]
                await asyncio.gather(*over)
        token = {"Authorization": f"Bearer {room.host_token}"}
        assert (await http(room, "/api/matches/T-1-M1?cards=all"))[0] == 401
        assert (await http(room, "/api/matches/T-2-M1?cards=all", **token))[1]["code"] == "NO_GOD_VIEW"
        status, _ = await http(room, "/api/matches/T-1-M1?cards=all", **token)
        assert status == 200
        told = (await http(room, "/api/tables/T-1/openings"))[1]["openings"]
        assert [opening["what"] for opening in told] == ["the record of T-1-M1 with every card"]
        assert (await http(room, "/api/tables/T-2/openings"))[1]["openings"] == []


def test_cards_that_are_played_again_elsewhere_have_no_god_view() -> None:
    with pytest.raises(BadInput, match="in common"):
        Room(seats=2, options=BLINDS, deal="round-1", god_view=1)


def test_after_the_last_of_several_matches_the_wait_is_over() -> None:
    room = opened("kuhn", options={"hands": 1}, again=True, matches=2)
    choose = random_chooser(room.game, 1)
    while room.table.state is not None:
        decision = room.game.pending(room.table.state)[0]
        room.table_move(decision.seat, choose(room.table.state, decision))
    room.wait(100 * STEP_MS)
    assert {frame["hand_id"] for frame in scenes(room)} == {"T-1-M1-H1", "T-1-M2-H1"}


def test_a_second_spectator_begins_nothing_anew_for_the_first() -> None:
    room = unhurried()
    play_hand(room)
    play_hand(room)
    room.wait(100 * STEP_MS)
    before = len(scenes(room))
    look(room, "second")
    room.wait(100 * STEP_MS)
    assert len(scenes(room)) == before and not scenes(room, "second")
    play_hand(room)
    assert hands_shown(room, "second") == [2] and hands_shown(room) == [1, 2]


def test_a_spectator_who_comes_when_all_others_have_gone_sees_a_hand_from_its_beginning() -> None:
    room = unhurried()
    play_hand(room)
    play_hand(room)
    room.wait(3 * STEP_MS)
    room.drop("host")
    room.wait(STEP_MS)
    look(room, "late")
    room.wait(100 * STEP_MS)
    seen = scenes(room, "late")
    assert seen[:3] == scenes(room)[:3] and len(seen) > len(scenes(room))
    assert hands_shown(room, "late") == [1]


def test_every_scene_but_the_first_tells_what_has_happened() -> None:
    room = unhurried()
    play_hand(room)
    play_hand(room)
    room.wait(100 * STEP_MS)
    told = [frame["scene"].get("sentence", "") for frame in scenes(room)]
    assert not told[0] and all(told[1:])
    assert sum("calls" in sentence for sentence in told) == 2, "one is the big blind"
    assert all(one != other for one, other in pairwise(told)), "and none tells it again"


def test_where_secrets_outlive_a_hand_they_do_not_outlive_their_match() -> None:
    room = unhurried("battle", again=True)

    def play_round() -> None:
        hand, match = room.table.hand, room.table.match
        while (room.table.hand, room.table.match) == (hand, match):
            for name in ("p0", "p1"):
                room.send(name, type="layout_confirm", layout=["attack", None, None])

    rounds = 0
    while room.table.match == 1:
        assert not scenes(room)
        play_round()
        rounds += 1
    room.wait(1_000 * STEP_MS)
    shown = [f"T-1-M1-H{number}" for number in range(1, rounds + 1)]
    assert list(dict.fromkeys(frame["hand_id"] for frame in scenes(room))) == shown[:-1]
    play_round()
    room.wait(1_000 * STEP_MS)
    assert list(dict.fromkeys(frame["hand_id"] for frame in scenes(room))) == shown


def test_a_hand_that_was_void_waits_its_time_like_any_other() -> None:
    room = unhurried()
    room.act(to_act(room), "CALL")
    room.put(Ordered("void", why="a cable"))
    assert room.table.match == 2 and room.table.hindsight.waits(1) and not scenes(room)
    play_hand(room)
    room.wait(100 * STEP_MS)
    assert {frame["hand_id"] for frame in scenes(room)} == {"T-1-M1-H1"}


def test_after_a_void_match_that_is_not_played_again_the_wait_is_over() -> None:
    room = unhurried()
    room.act(to_act(room), "CALL")
    room.put(Ordered("void", values={"replay": False}, why="a cable"))
    assert room.table.state is None and not room.table.hindsight.waits(1) and hands_shown(room) == [1]


def test_hands_that_were_played_by_other_rules_are_shown_no_more() -> None:
    room = unhurried()
    for _ in range(3):
        play_hand(room)
    assert room.table.hindsight.last and room.table.hindsight.hands
    start = max(number for number, line in enumerate(room.log) if isinstance(line, lines.Snapshot))
    room.session = Session(Table(room.plan, room.game), epoch_ms=EPOCH, secrets=room.secrets)
    room.do(renew(room.session, room.log[start:], len(room.log), room.now))
    look(room, "later")
    room.wait(100)
    assert room.table.hindsight.last is None and not room.table.hindsight.hands and not scenes(room, "later")

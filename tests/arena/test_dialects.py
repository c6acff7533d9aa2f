"""One table, several dialects: each hears the same match in its own words."""

from __future__ import annotations

import msgspec

from croupier.arena.tables.inputs import Attached, Said, Seated
from croupier.kernel.showing.wire import CONTRACT, GENERIC, dialect_of

from .room import Room


def table_of_two(*dialects: str, **plan: object) -> Room:
    room = Room(seats=2, **plan)
    for seat, (name, dialect) in enumerate(zip(("Alpha", "Beta"), dialects, strict=True)):
        room.put(Seated(name, name, seat=seat, dialect=dialect), Attached(name, seat, dialect=dialect))
    return room


def numbers(room: Room, name: str) -> list[int]:
    return [frame["n"] for frame in room.inboxes[name] if "n" in frame]


def call(room: Room, name: str) -> None:
    """Check or call, in whatever dialect the seat speaks."""
    seat = room.session.seat_of(name)
    assert seat is not None
    assert room.table.state is not None
    decision = room.game.decision(room.table.state, seat)
    option = decision.named("CHECK") or decision.named("CALL")
    assert option is not None
    dialect = dialect_of(room.game, room.table.chairs[seat].dialect)
    message = {"type": "action", "action": option.name}
    if room.table.chairs[seat].dialect == CONTRACT:
        message = {"type": "move", "kind": option.kind}  # type: ignore[dict-item]
    room.put(Said(name, dialect.read(msgspec.json.encode(message))))


def play_a_hand(room: Room) -> None:
    hand = room.table.hand
    while room.table.hand == hand and room.table.state is not None:
        asked = room.session.clocks.running()[0].decision.seat
        call(room, room.session.connections[asked])


def play_to_rest(room: Room) -> None:
    while not room.table.rested:
        asked = room.session.clocks.running()[0].decision.seat
        call(room, room.session.connections[asked])


def test_each_hears_the_match_in_its_own_words_and_numbers() -> None:
    room = table_of_two("game", CONTRACT)
    play_a_hand(room)
    for name in ("Alpha", "Beta"):
        assert numbers(room, name) == list(range(1, len(numbers(room, name)) + 1))
    assert "stacks" in room.last("Alpha", "end_hand") and "view" not in room.last("Alpha", "end_hand")
    assert "view" in room.last("Beta", "end_hand") and "score" in room.last("Beta", "end_hand")
    assert all("stack" not in frame["players"][0] for frame in room.inboxes["Beta"] if frame["type"] == "lobby")


def test_a_lobby_is_told_in_the_right_dialect_from_the_first_on() -> None:
    room = table_of_two(CONTRACT, GENERIC)
    for name in ("Alpha", "Beta"):
        assert all("name" in frame["players"][0] for frame in room.inboxes[name] if frame["type"] == "lobby")


def test_a_client_that_comes_back_in_another_dialect_gets_a_snapshot_and_goes_on() -> None:
    room = table_of_two("game", "game")
    last = numbers(room, "Alpha")[-1]
    room.put(Attached("Alpha again", 0, after=last, dialect=CONTRACT))
    assert room.types("Alpha again")[:2] == ["welcome", "snapshot"]
    assert "view" in room.last("Alpha again", "snapshot")
    play_a_hand(room)
    ends = [frame for frame in room.inboxes["Alpha again"] if frame["type"] == "end_hand"]
    assert "view" in ends[0] and numbers(room, "Alpha again")[0] == last + 1
    showdowns = [frame for frame in room.inboxes["Beta"] if frame.get("ev") == "SHOWDOWN"]
    assert all(len(frame["board"]) == 5 for frame in showdowns)


def test_a_client_that_comes_back_to_the_games_own_words_in_mid_hand_misses_no_board() -> None:
    room = table_of_two(CONTRACT, CONTRACT)
    assert room.table.state is not None
    for _ in range(3):
        asked = room.session.clocks.running()[0].decision.seat
        call(room, room.session.connections[asked])
    room.put(Attached("Alpha again", 0, dialect="game"))
    play_a_hand(room)
    shown = [frame for frame in room.inboxes["Alpha again"] if frame.get("ev") == "SHOWDOWN"]
    assert shown and all(len(frame["board"]) == 5 for frame in shown)


def test_after_a_restart_every_frame_has_the_number_that_it_had() -> None:
    room = table_of_two("game", CONTRACT)
    play_a_hand(room)
    before = {seat: room.session.voice.outbox.counts[seat] for seat in (0, 1)}
    room.restart()
    assert [chair.dialect for chair in room.table.chairs] == ["game", CONTRACT]
    assert {seat: room.session.voice.outbox.counts[seat] for seat in (0, 1)} == before


def test_a_change_of_dialect_survives_a_restart_in_the_same_hand() -> None:
    room = table_of_two("game", "game")
    room.put(Attached("Alpha again", 0, dialect=CONTRACT))
    before = dict(room.session.voice.outbox.counts)
    room.restart()
    assert room.table.chairs[0].dialect == CONTRACT
    assert dict(room.session.voice.outbox.counts) == before


def test_a_table_that_goes_on_begins_its_next_match_by_itself() -> None:
    room = table_of_two("game", "game", options={"seats": 2, "hands": 1}, again=True)
    while room.table.match == 1:
        asked = room.session.clocks.running()[0].decision.seat
        call(room, room.session.connections[asked])
    assert room.table.state is not None and len(room.finished) == 1
    assert room.types("Alpha")[room.types("Alpha").index("match_end") :].count("start_hand") == 1


def test_a_client_that_takes_up_a_dialect_again_in_mid_hand_misses_no_end_of_it() -> None:
    room = table_of_two("game", GENERIC, between_ms=1_000)
    play_to_rest(room)
    room.put(Attached("Beta", 1, dialect="game"))
    room.wait(1_000)
    room.put(Attached("Beta", 1, dialect=GENERIC))
    before = room.types("Beta").count("end_hand")
    play_to_rest(room)
    assert room.table.hand == 2 and room.types("Beta").count("end_hand") == before + 1

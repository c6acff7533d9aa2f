"""What a table keeps, and what follows from it alone: snapshots, chairs, levels, numbers of matches, news."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.arena.tables import lines, news
from croupier.arena.tables.effects import KICKED, SWAPPED
from croupier.arena.tables.follow import follow
from croupier.arena.tables.inputs import WATCHING, Attached, Ordered, Said, Seated
from croupier.arena.tables.plan import Level
from croupier.arena.tables.renewal import was_playing
from croupier.arena.tables.session import Session
from croupier.arena.tables.snapshots import boundary, snapshot_of
from croupier.arena.tables.table import Chair, Table
from croupier.arena.tables.tell import tell
from croupier.kernel.contract.game import Move
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import GENERIC
from croupier.kernel.showing.wire.messages import Rider

from .room import EPOCH, Room
from .test_at_the_table import BLINDS, OPEN, mover, two
from .test_matches import fold


def test_a_chair_that_is_freed_is_as_if_nobody_had_sat_there() -> None:
    chair = Chair(3, "a", "A", "tight", GENERIC, 2, 5_000, (1, Move(0)), True, False, True, "T-1-M1-H1")
    chair.bank_levels, chair.stack, chair.changes_to = 3, 700, "T-2"
    chair.clear()
    assert chair == Chair(3) and not chair.taken and not chair.asleep


@pytest.mark.parametrize(
    ("again", "matches", "last", "match", "over"),
    [
        (False, 0, False, 0, False),
        (False, 0, False, 1, True),
        (True, 0, False, 1, False),
        (True, 1, False, 1, True),
        (True, 2, False, 1, False),
        (True, 0, True, 1, True),
        (False, 0, True, 1, True),
    ],
)
def test_a_table_is_over_when_no_match_follows_by_itself(
    again: bool, matches: int, last: bool, match: int, over: bool
) -> None:
    table = Room(seats=2, options=BLINDS, again=again, matches=matches).table
    table.last, table.match = last, match
    assert table.is_over == over
    playing = two(again=again, matches=matches).table
    assert not playing.is_over


def loaded(room: Room, snapshot: lines.Snapshot) -> Session:
    """A fresh table that has followed nothing but a snapshot."""
    session = Session(Table(room.plan, room.game), epoch_ms=EPOCH)
    session.now = room.session.now
    follow(session.table, snapshot, lambda new: tell(session, new))
    return session


def test_a_snapshot_holds_all_that_a_table_goes_on_from() -> None:
    room = Room(seats=3, least=2, options=OPEN, bank_ms=9_000, between_ms=60_000, god_view=1)
    for name in ("a", "b"):
        room.join(name)
    room.put(Attached("w", WATCHING))
    fold(room)
    room.join("c", dialect=GENERIC)
    room.put(Ordered("hold", 0), Ordered("change", None, {"big_blind": 20}), Ordered("pause"), Ordered("last"))
    room.table.chairs[1].missed, room.table.chairs[1].bank_ms = 2, 4_000
    kept = snapshot_of(room.session)
    again = loaded(room, kept)
    assert snapshot_of(again) == kept
    assert again.voice.outbox.counts == {
        seat: room.session.voice.outbox.counts.get(seat, 0) for seat in (0, 1, 2, WATCHING)
    }
    assert [player.name for player in again.players] == ["a", "b", "c"]
    assert kept.held and kept.last and kept.changes == {"big_blind": 20} and kept.hindsight


def test_a_fresh_table_has_a_snapshot_too_and_counts_its_frames_from_nothing() -> None:
    room = Room(seats=2, options=BLINDS)
    kept = snapshot_of(room.session)
    assert [chair.frames for chair in kept.chairs] == [0, 0] and kept.frames == 0 and kept.state == b""
    assert snapshot_of(loaded(room, kept)) == kept


def test_a_snapshot_is_loaded_unless_the_table_is_in_its_state_already() -> None:
    def loads(room: Room, **changes: Any) -> bool:
        told: list[news.News] = []
        follow(room.table, msgspec.structs.replace(snapshot_of(room.session), **changes), told.append)
        return any(isinstance(new, news.Loaded) for new in told)

    empty, between = Room(seats=2, options=BLINDS), two(between_ms=60_000)
    fold(between)
    assert between.table.at_boundary
    for room in (empty, between):
        assert not loads(room)
        assert loads(room, hand=room.table.hand + 1) and loads(room, secret=b"another")
    assert loads(two()), "in a hand, which is given up"


def test_the_public_part_of_a_boundary_has_no_card_and_says_whether_a_match_is_played() -> None:
    room = two(between_ms=60_000)
    fold(room)
    snapshot, known = boundary(room.session)
    assert isinstance(snapshot, lines.Snapshot) and isinstance(known, lines.Boundary)
    assert known.playing and known.config and snapshot.state and snapshot.secret
    assert (known.table.state, known.table.secret, known.table.hindsight, known.table.shown) == (b"", b"", [], None)
    assert known.table.asked_before == snapshot.asked_before + max(room.table.state.questions)  # type: ignore[union-attr]
    room.put(Ordered("end"))
    _, known = boundary(room.session)
    assert isinstance(known, lines.Boundary) and not known.playing and known.config == b""


def test_lines_are_read_as_they_were_written() -> None:
    room = two()
    fold(room)
    assert len(room.log) > 5 and [lines.decode(lines.encode(line)) for line in room.log] == room.log


def test_a_level_that_changes_nothing_is_reached_without_a_leg() -> None:
    room = two(levels=[Level(minutes=1), Level(minutes=1), Level()])
    for passed, level in ((0, 0), (60_000, 1), (59_000, 1), (1_000, 2)):
        room.now += passed
        fold(room)
        assert room.table.level == level
    assert not [line for line in room.log if isinstance(line, lines.Began) and line.leg]
    fresh = Table(room.plan, room.game)
    for line in room.log:
        follow(fresh, line)
    assert fresh.level == 2


def test_the_number_of_a_match_is_known_where_its_config_cannot_be_read() -> None:
    table = Table(two().plan, two().game)
    follow(table, lines.Begun(3))
    assert (table.match, table.state) == (3, None)
    room = two()
    state = room.table.state
    follow(room.table, lines.Begun(1))
    assert room.table.state is state is not None
    follow(room.table, lines.Begun(2))
    assert (room.table.match, room.table.state) == (2, None)


def test_news_say_which_hand_begins_a_match() -> None:
    room = two(again=True, options={**BLINDS, "hands": 2})
    fold(room)
    room.put(Ordered("change", None, {"big_blind": 20}))
    for _ in range(2):
        fold(room)
    told: list[news.News] = []
    fresh = Table(room.plan, room.game)
    for line in room.log:
        follow(fresh, line, told.append)
    assert [new.first for new in told if isinstance(new, news.HandOpens)] == [True, False, True, False]
    assert sum(isinstance(new, news.MatchEnded) for new in told) == 1
    assert sum(isinstance(new, news.HandEnded) for new in told) == 3


def test_scenes_and_dialects_of_a_match_are_forgotten_with_the_next_match_and_not_with_the_next_hand() -> None:
    room = two(again=True, options={**BLINDS, "hands": 2})
    room.put(Attached("w", WATCHING, scenes=True))
    room.session.viewers.views[99] = "of this match"
    fold(room)
    assert room.table.hand == 2 and 99 in room.session.viewers.views
    fold(room)
    assert room.table.match == 2 and 99 not in room.session.viewers.views


@pytest.mark.parametrize(("how", "missed", "own"), [
    ("", 0, True), (lines.REFUSED_FIRST, 0, True), (lines.BY_HOST, 0, False),
    (lines.TIMED_OUT, 3, False), (lines.AWAY, 3, False), (lines.OURS, 3, False),
])  # fmt: skip
def test_a_move_that_the_clock_played_is_a_miss_whatever_the_reason(how: str, missed: int, own: bool) -> None:
    room = two()
    table, seat = room.table, room.session.clocks.running()[0].decision.seat
    chair, option = table.chairs[seat], table.decision(seat).options[0]
    chair.missed, chair.held, chair.bank_ms = 2, True, 5_000
    follow(table, lines.Made(seat, option.kind, EPOCH, how=how, bank_ms=1_000))
    assert (chair.missed, chair.timed_out_in) == (missed, table.hand_id if missed else "")
    assert (chair.answered is not None, chair.held, chair.bank_ms) == (own, not own, 4_000)


def test_the_match_that_was_played_where_lines_end_is_found_in_what_can_be_read() -> None:
    between = two(between_ms=60_000)
    fold(between)
    playing = msgspec.structs.replace(snapshot_of(between.session), match=4)
    waiting = msgspec.structs.replace(playing, state=b"")
    begun = lines.Begun(5)
    for kept, number in (
        ([], 0),
        ([playing], 4),
        ([waiting], 0),
        ([waiting, begun], 5),
        ([playing, begun, waiting], 5),
        ([lines.Boundary(waiting, b"", True)], 4),
        ([lines.Boundary(waiting, b"", False)], 0),
        ([lines.Boundary(waiting, b"", True), begun], 5),
    ):
        assert was_playing(kept) == number


# Dialects and connections


def test_a_dialect_that_is_taken_up_in_mid_hand_joins_the_hand_and_gets_nothing_of_the_other_one() -> None:
    room = two()
    name = mover(room)
    seat = next(chair.seat for chair in room.table.chairs if chair.id == name)
    room.act(name, "CALL")
    room.put(Attached("new", seat, dialect=GENERIC, after=1))
    assert GENERIC in room.session.dialects._known and room.table.chairs[seat].dialect == GENERIC
    assert [frame["type"] for frame in room.inboxes["new"]][:2] == ["welcome", "snapshot"], "no frame is sent again"
    assert room.session.voice.outbox.after(seat, 1) is None
    seen = len(room.inboxes["new"])
    room.act(mover(room), "CHECK")
    assert "Checked" in str(room.inboxes["new"][seen:]), "and it is told how the hand goes on"


def test_a_table_that_is_set_up_anew_speaks_for_its_new_game() -> None:
    room = Room("leduc", seats=2)
    before = room.table.game
    room.put(Ordered("change", None, {"hands": 3}))
    assert room.table.game is not before and room.session.dialects._game is room.table.game
    played = Room("leduc", seats=2)
    for name in ("a", "b"):
        played.join(name)
    before = played.table.game
    played.put(Ordered("change", None, {"hands": 30}))
    assert played.table.game is before, "not while a match is played"


def test_nobody_whose_dialect_is_another_has_a_narrator() -> None:
    room = two()
    fold(room)
    assert room.session.narrators._known == {}


@pytest.mark.parametrize(("what", "values", "code"), [("swap", {"policy": "tight"}, SWAPPED), ("kick", {}, KICKED)])
def test_a_connection_that_the_host_ends_is_connected_to_nothing(what: str, values: dict[str, Any], code: int) -> None:
    room = two()
    room.put(Ordered(what, 0, values))
    assert [(close.connection, close.code) for close in room.closed] == [("a", code)]
    assert 0 not in room.session.connections and room.session.seat_of("a") is None
    room.put(Ordered("swap", 1, {"team": "c"}))
    assert 1 not in room.session.connections and [chair.id for chair in room.table.chairs][1] == "c"


def test_a_receipt_is_sent_for_an_answer_that_wants_one_or_whose_thoughts_were_cut() -> None:
    for rider, receipts in (
        (Rider(), 0),
        (Rider(receipt=True), 1),
        (Rider(thoughts="x" * 5_000), 1),
        (Rider(thoughts="short"), 0),
    ):
        room = two()
        name = mover(room)
        frame = room.session.dialects.own.read(b'{"type":"action","v":1,"action":"CALL"}')
        room.put(Said(name, frame, rider))
        assert room.types(name).count("receipt") == receipts
        thought = [line for line in room.log if isinstance(line, lines.Thought)]
        assert len(thought) == bool(rider.thoughts)


def test_a_player_that_gives_up_is_held_no_longer() -> None:
    room = Room(seats=3, options=BLINDS)
    for name in ("a", "b", "c"):
        room.join(name)
    seat = room.session.clocks.running()[0].decision.seat
    later = next(chair for chair in room.table.chairs if chair.seat != seat)
    room.put(Ordered("hold"), Ordered("forfeit", later.seat))
    assert [chair.held for chair in room.table.chairs] == [chair is not later for chair in room.table.chairs]


def test_a_match_ends_when_all_but_one_have_given_up() -> None:
    room = Room(seats=4, least=3, options=BLINDS)
    for name in ("a", "b", "c"):
        room.join(name)
    room.put(Ordered("forfeit", 0))
    assert not room.table.ending and not room.finished
    room.put(Ordered("forfeit", 1))
    assert room.finished and room.finished[0].forfeits == ("a", "b")


def test_a_table_has_no_more_seats_than_its_game_allows() -> None:
    room = two()
    with pytest.raises(BadInput, match="is for 2 to 10 seats"):
        room.put(Ordered("resize", None, {"seats": 11}))
    assert room.table.plan.seats == 2


def test_a_fresh_table_that_refuses_its_first_input_counts_its_lines_from_one() -> None:
    room = Room(seats=2, options=BLINDS)
    with pytest.raises(BadInput):
        room.put(Seated("a", "a", seat=7))
    assert room.session.line == 0 and room.table.shoe.secret == b""
    room.join("a")
    assert len(room.log) == room.session.line

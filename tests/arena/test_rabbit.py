"""The rabbit hunt: who is shown the cards that would have come, which ones, when, and that they can be proved."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.arena.fairness import read_record, verify_matches
from croupier.arena.replay.hands import PlayedMatch
from croupier.arena.replay.pages import OPEN, WATCHING, shown
from croupier.arena.replay.telling import OfTable, match_from
from croupier.arena.room import records
from croupier.arena.room.memory import Result
from croupier.arena.room.offers import Offer
from croupier.arena.room.private import PrivateTables, Wish
from croupier.arena.tables import lines, rabbit
from croupier.arena.tables.inputs import Answered, Hunted, Ordered
from croupier.arena.tables.plan import Plan
from croupier.arena.verification import verified
from croupier.cli.verbs.verify import Keys
from croupier.cli.verbs.verify import told as told_of
from croupier.games import load
from croupier.kernel.contract.game import Move
from croupier.kernel.errors import BadInput

from .room import Room
from .virtual import hall, silent

HAND = "T-1-M1-H1"


def opened(**more: Any) -> Room:
    """A table of three with a rabbit hunt, at rest for a minute after each hand; "Ann" has the button."""
    plan = {
        "seats": 3,
        "least": 3,
        "rabbit": True,
        "unlisted": True,
        "between_ms": 60_000,
        "options": {"seats": 3, "hands": 2},
    }
    room = Room("holdem", **{**plan, **more})
    for name in ("Ann", "Bo", "Cy"):
        room.join(name, scenes=name == "Cy")
    room.watch("Zed")
    return room


def play(room: Room, *actions: str) -> None:
    """Make actions, each for the player whose turn it is."""
    for action in actions:
        act = next(seat for seat in range(3) if room.session.clocks.of(seat))
        room.act(room.table.chairs[act].name, action)


def hunt(room: Room, name: str = "Ann", hand: str = HAND) -> tuple[str, str] | None:
    """Ask what would have come; returns why not."""
    refused = rabbit.why_not(room.session, name, hand)
    before = len(room.log)
    if refused is None:
        room.put(Hunted(name, hand))
    else:
        with pytest.raises(BadInput):
            room.put(Hunted(name, hand))
        assert len(room.log) == before
    return refused


def told(room: Room, name: str) -> list[str]:
    """The cards that a connection was told would have come."""
    return [frame["msg"] for frame in room.inboxes[name] if frame["type"] == "notice" and frame["code"] == "RABBIT"]


def board(room: Room) -> list[str]:
    """The cards that came in the first hand, in order."""
    cards = [frame.get("cards") or [frame["card"]] for frame in room.inboxes["Ann"]
             if frame["type"] == "event" and frame["ev"] in ("FLOP", "TURN", "RIVER")]  # fmt: skip
    return [card for dealt in cards for card in dealt][:5]


CALLED = ("CALL", "CALL", "CHECK", *["CHECK"] * 9)
"""A hand to the showdown."""


@pytest.mark.parametrize(
    ("actions", "on_board"),
    [
        (("FOLD", "FOLD"), 0),
        (("CALL", "CALL", "CHECK", "FOLD", "FOLD"), 3),
        (("CALL", "CALL", "CHECK", "CHECK", "CHECK", "CHECK", "FOLD", "FOLD"), 4),
    ],
)
def test_the_cards_shown_are_those_that_come_when_nobody_folds(actions: tuple[str, ...], on_board: int) -> None:
    to_the_end = opened()
    play(to_the_end, *CALLED)
    whole = board(to_the_end)
    assert len(whole) == 5
    room = opened()
    play(room, *actions)
    assert board(room) == whole[:on_board]
    assert hunt(room) is None
    sentence = f"Ann asks what would have come: {' '.join(whole[on_board:])}."
    assert told(room, "Ann") == told(room, "Bo") == told(room, "Zed") == [sentence]
    scene = room.last("Cy", "scene")["scene"]
    assert scene["sentence"] == sentence
    [lies] = [zone["cards"] for zone in scene["zones"] if zone["label"] == "board"]
    assert [card["name"] for card in lies] == whole
    assert [card.get("marks") == ["not dealt"] for card in lies] == [False] * on_board + [True] * (5 - on_board)


def test_nothing_is_told_before_the_hand_is_over_nor_after_the_next_has_begun() -> None:
    room = opened()
    assert hunt(room) == ("OUT_OF_TURN", "The hand is not over.")
    play(room, "FOLD")
    assert hunt(room, "Bo") == ("OUT_OF_TURN", "The hand is not over.")
    play(room, "FOLD")
    room.wait(60_000)
    assert room.table.hand == 2
    assert hunt(room) == ("ACTION_TOO_LATE", "Another hand has begun.")
    assert hunt(room, hand="T-1-M1-H2") == ("OUT_OF_TURN", "The hand is not over.")
    assert not any(told(room, name) for name in ("Ann", "Bo", "Cy", "Zed"))


def test_a_hand_is_asked_about_once_and_by_one_of_its_players() -> None:
    room = opened()
    play(room, "FOLD", "FOLD")
    assert (
        hunt(room, "Zed")
        == hunt(room, "nobody")
        == (
            "OUT_OF_TURN",
            "Only the players of a hand may ask what would have come.",
        )
    )
    assert hunt(room, "Bo") is None
    assert hunt(room, "Ann") == ("ACTION_TOO_LATE", "The cards have been shown.")
    assert len(told(room, "Cy")) == 1


def test_a_hand_with_a_whole_board_has_no_more_cards_to_come() -> None:
    room = opened()
    play(room, *CALLED)
    assert hunt(room) == ("INVALID_ACTION", "No more cards would have come.")


def test_the_last_hand_of_a_match_can_be_asked_about_too_but_no_void_one() -> None:
    room = opened(options={"seats": 3, "hands": 1})
    play(room, "FOLD", "FOLD")
    assert room.table.state is None and hunt(room) is None and len(told(room, "Bo")) == 1
    room = opened()
    play(room, "FOLD")
    room.put(Ordered("void", why="a test"))
    assert hunt(room) is not None and not told(room, "Ann")


def test_no_table_whose_matches_count_has_a_rabbit_hunt_nor_one_with_common_cards() -> None:
    for plan in ({}, {"unlisted": True, "event": "E"}, {"unlisted": True, "deal": "D"}):
        with pytest.raises(BadInput, match="Only a private table has a rabbit hunt"):
            Plan(id="T", game="holdem", seats=2, rabbit=True, **plan)  # type: ignore[arg-type]
    with hall() as one:
        for kind in ("table", "house", "practice"):
            with pytest.raises(BadInput, match="Only a private table has a rabbit hunt"):
                one.do(lambda kind=kind: one.room.offer(Offer(id=kind, game="holdem", kind=kind, rabbit=True)))  # type: ignore[misc]
        for game in ("holdem", "hearts"):
            one.do(lambda game=game: one.room.offer(Offer(id=game, game=game, kind="house")))  # type: ignore[misc]
        with pytest.raises(BadInput, match="no cards would have come"):
            wish = Wish(game="hearts", people=1, rabbit=True)
            one.do(lambda: PrivateTables(one.room, 5, 5).open(wish, one.room.desks["hearts"], "10.0.0.1"))
    room = opened(rabbit=False)
    play(room, "FOLD", "FOLD")
    refused = hunt(room)
    assert refused is not None and refused[0] == rabbit.NO_RABBIT


@pytest.mark.parametrize("dialect", ["game", "generic", "contract"])
def test_players_of_a_private_table_ask_in_any_dialect_and_are_told_why_not(dialect: str) -> None:
    with hall() as one:
        desk = one.do(lambda: one.room.offer(Offer(id="holdem", game="holdem", kind="house")))
        wish = Wish(game="holdem", people=1, seats=2, policy="station", rabbit=True)
        table = one.do(lambda: PrivateTables(one.room, 5, 5).open(wish, desk, "10.0.0.1"))[0]
        mara = one.join("Mara", table.offer.code, style=silent, dialect=dialect, scenes=True)
        one.until(lambda: mara.of("act"))
        assert mara.of("welcome")[0]["rabbit"] is True
        asked = mara.of("act")[-1]
        for said, code in (
            ({"hand_id": "H-0"}, "ACTION_TOO_LATE"),
            ({}, "BAD_SCHEMA"),
            ({"hand_id": asked["hand_id"]}, "OUT_OF_TURN"),
        ):
            one.do(lambda said=said: mara.say(type="rabbit", **said))  # type: ignore[misc]
            assert mara.of("error")[-1]["code"] == code
        hosted = table.table_there
        assert hosted is not None and hosted.table.state is not None
        fold = Answered(mara.of("welcome")[0]["seat"], asked["act_id"], Move(load("holdem").forfeit or 0))
        one.do(lambda: hosted.put(fold))
        one.do(lambda: mara.say(type="rabbit", hand_id=asked["hand_id"]))
        one.until(lambda: mara.of("notice"))
        assert mara.of("notice")[-1]["code"] == "RABBIT"


def recorded(room: Room, *, whole: bool, whose: str = "") -> bytes:
    result = Result(match="T-1-M1", ids=["Ann", "Bo", "Cy"], names=["Ann", "Bo", "Cy"], scores=[0, 0, 0], at=0)
    return records.as_text(records.told(room.plan, load("holdem"), 1, room.log, whole=whole, whose=whose), result)


def test_every_record_proves_the_cards_that_were_shown_and_none_that_follow() -> None:
    room = opened()
    play(room, "CALL", "CALL", "CHECK", "FOLD", "FOLD")
    assert hunt(room) is None
    room.wait(60_000)
    play(room, "FOLD", "FOLD")
    for whose in ("", "Bo"):
        text = recorded(room, whole=False, whose=whose)
        record = read_record(text)
        report = verified(record)
        assert report.fair and report.ahead == 2
        written = "".join(told_of("it", report, None, Keys(None, None)))
        assert "2 cards proved that were not dealt" in written
        first, second = record.shuffles
        dealt = sum(draw.cards for draw in first.draws)
        assert [one.position for one in first.openings if one.position >= dealt] == [dealt, dealt + 1]
        assert all(one.position < sum(draw.cards for draw in second.draws) for one in second.openings)
    assert (whole := verified(read_record(recorded(room, whole=True)))).fair
    assert whole.ahead == 0 and whole.whole == 2


def test_verify_finds_a_card_that_would_not_have_come_next() -> None:
    room = opened()
    play(room, "FOLD", "FOLD")
    assert hunt(room) is None
    room.wait(60_000)
    play(room, "FOLD", "FOLD")
    record = read_record(recorded(room, whole=False))
    line, dealer = record.shuffles[0], records.told(room.plan, load("holdem"), 1, room.log, whole=True)
    everything = dealer.shuffles[0].openings
    assert {one.position for one in line.openings} == {6, 7, 8, 9, 10}
    for openings, flaw in (
        ([*line.openings, everything[20]], "were shown that would not have come next"),
        (line.openings[1:], "were shown that would not have come next"),
        ([msgspec.structs.replace(line.openings[0], card=everything[0].card), *line.openings[1:]], "does not lead to"),
    ):
        record.shuffles[0] = msgspec.structs.replace(line, openings=openings)
        assert flaw in " ".join(verify_matches(record).flaws)


def test_a_replay_shows_the_cards_to_every_pair_of_eyes_as_its_last_moment() -> None:
    room = opened(options={"seats": 3, "hands": 1})
    play(room, "CALL", "CALL", "CHECK", "FOLD", "FOLD")
    kept = [lines.encode(line) for line in room.log]
    before = match_from(OfTable(room.plan, 1, kept))
    assert hunt(room, "Bo") is None
    match = match_from(OfTable(room.plan, 1, [lines.encode(line) for line in room.log]))
    cards = told(room, "Bo")[0].partition(": ")[2].strip(".").split()
    for eyes in (OPEN, WATCHING, 0):
        last = last_moment(match, eyes)
        assert last.said == f"Bo asks what would have come: {' '.join(cards)}."
        assert last_moment(before, eyes).said != last.said
        assert str(last.scene).count("not dealt") == 2


def last_moment(match: PlayedMatch, eyes: Any) -> Any:
    moments, many = shown(match.game, match.hands[0], eyes)
    assert many == len(moments)
    return moments[-1]


def test_after_a_restart_frames_count_on_and_the_cards_are_not_told_again() -> None:
    room = opened()
    play(room, "FOLD", "FOLD")
    room.put(Ordered("pause"))
    assert hunt(room) is None
    counts = dict(room.session.voice.outbox.counts)
    room.restart()
    assert {seat: room.session.voice.outbox.counts[seat] for seat in counts} == counts
    room.put_back("Ann")
    assert hunt(room) == ("ACTION_TOO_LATE", "The cards have been shown.")


def test_after_a_restart_the_cards_of_an_earlier_hand_are_gone() -> None:
    room = opened()
    play(room, "FOLD", "FOLD")
    room.put(Ordered("pause"))
    room.restart()
    room.put_back("Ann")
    refused = hunt(room)
    assert refused is not None and refused[0] == rabbit.NO_RABBIT


def test_there_is_time_to_look_at_the_cards_before_the_next_hand() -> None:
    room = opened()
    play(room, "FOLD", "FOLD")
    room.wait(59_000)
    assert hunt(room) is None
    room.wait(59_000)
    assert room.table.hand == 1
    room.wait(2_000)
    assert room.table.hand == 2


def test_whole_decks_have_no_opening_twice() -> None:
    room = opened(options={"seats": 3, "hands": 1})
    play(room, "FOLD", "FOLD")
    assert hunt(room) is None
    [line] = records.told(room.plan, load("holdem"), 1, room.log, whole=True).shuffles
    assert [one.position for one in line.openings] == [*range(52)]

"""Record files, and walking along a match."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from croupier.games.holdem import GAME, configure
from croupier.kernel.contract.game import Move
from croupier.kernel.contract.record import MatchRecord, Recorder, replay
from croupier.kernel.errors import BadInput, Diverged
from croupier.kernel.showing.playthrough import play_out, random_chooser
from croupier.kernel.vocabulary.menu import DRAWN
from croupier.kernel.vocabulary.turns import HOUSE
from croupier.simulate.record.record_file import RecordFile, timeline_of
from croupier.simulate.record.timeline import Timeline
from tests.simulate.records import write_record
from tests.toys.kuhn import GAME as KUHN


def a_timeline(hands: int) -> Timeline:
    record = play_out(GAME, configure(seats=3, stack=100_000, hands=hands), random_chooser(GAME, 2), 2).record()
    return timeline_of(GAME, *record)


def test_decisions_are_found_forwards_and_back() -> None:
    line = a_timeline(1)
    first = line.next_decision(0)
    assert line.moments[1].actor == HOUSE and first == 2
    walked, at = [], 0
    while (later := line.next_decision(at)) != at:
        walked.append(at := later)
    assert walked[:-1] == [i for i, moment in enumerate(line.moments) if moment.is_decision][: len(walked) - 1]
    assert line.previous_decision(first) == 0
    assert line.previous_decision(first + 1) == first


def test_hands_of_a_match_begin_where_the_one_before_ended() -> None:
    line = a_timeline(3)
    assert line.hands == 3
    starts = [line.start_of(hand) for hand in range(3)]
    assert starts[0] == 0 and starts == sorted(set(starts))
    assert [line.moments[at].state.table.hands for at in starts] == [0, 1, 2]
    assert line.start_of(9) == len(line) - 1


def test_a_series_is_read_from_its_places_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "series.jsonl"
    _, matches = write_record(path)
    record = RecordFile(path)
    assert [entry.deal for entry in record.entries] == list(range(12))
    assert [record.played(number) for number in range(12)] == matches
    assert record.entries[4].names == ("house:shark", "house:station", "house:tight")
    assert record.entries[4].swing == sum(score for score in matches[4].scores if score > 0)
    last = record.timeline(4).moments[-1].state
    outcome = GAME.outcome(last)
    assert outcome is not None and outcome.scores == record.entries[4].scores


def test_a_torn_last_line_counts_for_nothing(tmp_path: Path) -> None:
    path = tmp_path / "series.jsonl"
    write_record(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    assert len(RecordFile(path).entries) == 11


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "series.jsonl"
    write_record(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], b"{}\n", *lines[4:]]))
    with pytest.raises(BadInput, match="line 4, is no match"):
        RecordFile(path)


def test_rotations_of_a_deal_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "series.jsonl"
    write_record(path, deals=2)
    head, first, second = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(head + first + first + second)
    assert [entry.title for entry in RecordFile(path).entries] == ["deal 0", "deal 0.1", "deal 1"]
    record = RecordFile(path)
    assert [record.number_of(text) for text in ("0", "0.0", "0.1", "1")] == [0, 0, 1, 2]
    for text, says in (("1.1", "of deal 1 it has rotations 0 to 0"), ("2", "deals 0 to 1"), ("x", "'x' is no deal")):
        with pytest.raises(BadInput, match=says):
            record.number_of(text)


def test_a_single_match_is_a_record_of_one(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(play_out(KUHN, KUHN.configure(hands=3), random_chooser(KUHN, 1), 1).record().to_json())
    record = RecordFile(path, "tests.toys.kuhn")
    assert len(record.entries) == 1 and record.timeline(0).hands == 3
    assert record.names == ["seat 0", "seat 1"]


def test_a_match_that_was_broken_off_has_no_scores(tmp_path: Path) -> None:
    match = Recorder(GAME, configure(seats=2, hands=1))
    match.advance(HOUSE, Move(DRAWN, 0, (0, 1, 2, 3)))
    (tmp_path / "match.jsonl").write_bytes(match.record().to_json())
    record = RecordFile(tmp_path / "match.jsonl")
    assert record.entries[0].scores is None and len(record.timeline(0)) == 2


def test_the_first_step_that_leads_elsewhere_is_named() -> None:
    series, played = play_out(GAME, configure(seats=2, hands=1), random_chooser(GAME, 2), 2).record()
    assert len(played.hashes) == len(played.moves) + 1
    for step in (0, 1, len(played.moves)):
        hashes = [*played.hashes[:step], "another", *played.hashes[step + 1 :]]
        with pytest.raises(Diverged) as found:
            list(replay(GAME, series, msgspec.structs.replace(played, hashes=hashes)))
        assert found.value.step == step


@pytest.mark.parametrize(("name", "matches", "last"), [("match.json", 1, (-200, 200)), ("series.jsonl", 4, (-50, 50))])
def test_records_older_than_0_2_are_replayed(name: str, matches: int, last: tuple[int, int]) -> None:
    """Their format is the old one. Their matches were written anew for hold'em version 5, which refuses older ones: no
    file of that time is replayed here any more."""
    record = RecordFile(Path(__file__).parent / "before_0_2" / name)
    assert len(record.entries) == matches and record.entries[-1].scores == last
    for number in range(matches):
        outcome = GAME.outcome(record.timeline(number).moments[-1].state)
        assert outcome is not None and outcome.scores == record.entries[number].scores


def test_a_record_of_another_version_is_refused_by_its_version(tmp_path: Path) -> None:
    """Also where its config was laid out in another way."""
    series, played = play_out(GAME, configure(seats=2, hands=1), random_chooser(GAME, 2), 2).record()
    config = {"open_table": 0, **series.config}
    older = MatchRecord(msgspec.structs.replace(series, version=3, config=config), played)
    (tmp_path / "match.jsonl").write_bytes(older.to_json())
    with pytest.raises(BadInput, match=rf"version 3; this is holdem, version {GAME.version}\. Replay it with"):
        RecordFile(tmp_path / "match.jsonl")


def test_a_game_that_is_not_ours_has_to_be_named(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(play_out(KUHN, KUHN.configure(), random_chooser(KUHN, 1), 1).record().to_json())
    with pytest.raises(BadInput, match="of 'kuhn', not a game of Croupier; name its module with --game"):
        RecordFile(path)


@pytest.mark.parametrize(
    ("text", "says"), [("", "not a match record"), ("hello", "not a match record"), ('{"croupier":"x"}', "no record")]
)
def test_a_file_that_is_no_record_is_refused(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(text)
    with pytest.raises(BadInput, match=says):
        RecordFile(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        RecordFile(tmp_path / "nothing")


def test_a_series_without_a_match_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "series.jsonl"
    write_record(path, deals=0)
    with pytest.raises(BadInput, match="no match in it yet"):
        RecordFile(path)

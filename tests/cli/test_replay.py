"""`croupier replay`: a record told from end to end, walked through by keys, and shown to another bot."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from rich.console import Console

from croupier.cli.main import main
from croupier.cli.terminal import keys
from croupier.cli.terminal.viewer import ALL_CARDS, DEAL, DEALS, PUBLIC, Viewer, watch
from croupier.kernel.contract.record import Misdeed
from croupier.kernel.showing.playthrough import play_out, random_chooser
from croupier.simulate.record.record_file import RecordFile
from tests.simulate.records import write_record
from tests.toys.kuhn import GAME as KUHN

CALLER = """
def act(view, decision):
    return "CALL" if view.to_call else "CHECK"
"""


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(("replay", *words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture
def record(tmp_path: Path) -> str:
    write_record(tmp_path / "series.jsonl", misdeed=Misdeed(2, 1, "illegal", "too much", "RAISE_TO 20"))
    return str(tmp_path / "series.jsonl")


def test_without_a_deal_the_biggest_pots_are_listed(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, record)
    lines = out.splitlines()
    assert code == 0
    assert lines[0] == "No-limit hold'em: 12 deals between house:tight, house:shark, house:station."
    deals = [line.split()[1] for line in lines if line.startswith("  deal")]
    record = RecordFile(Path(record))
    swings = [record.entries[int(deal)].swing for deal in deals]
    assert len(deals) == 10 and swings == sorted(swings, reverse=True)


def test_a_deal_is_told_with_names_and_all_cards(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, record, "--deal", "0", "--print")
    assert code == 0
    assert "house:shark is dealt" in out and "??" not in out and "seat 1 is dealt" not in out
    assert "Before the flop" in out and "The end: house:tight" in out
    assert "Step 3: house:shark: illegal (nearest legal move: RAISE_TO 20)" in out
    assert run(capsys, record, "--deal", "0", "--all-cards")[1] == out


def test_a_deal_is_told_as_one_seat_saw_it(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, record, "--deal", "1", "--seat", "2")
    dealt = [line for line in out.splitlines() if "is dealt" in line]
    assert len(dealt) == 1 and dealt[0].startswith("  house:tight"), "what others are dealt goes without saying"
    assert "??" not in dealt[0] and "??" in out


def test_every_rotation_of_a_deal_can_be_looked_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "series.jsonl"
    write_record(path, deals=2)
    head, first, second = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(head + first + second.replace(b'"deal":1', b'"deal":0'))
    listed = json.loads(run(capsys, str(path), "--json")[1])["deals"]
    assert [(deal["deal"], deal["rotation"]) for deal in listed] == [(0, 0), (0, 1)]
    told = json.loads(run(capsys, str(path), "--deal", "0.1", "--json")[1])
    assert (told["rotation"], told["scores"]) == (1, listed[1]["scores"])
    assert "--deal 0" in run(capsys, str(path))[1].splitlines()[-1]
    differences = json.loads(run(capsys, str(path), "--with", "random", "--json")[1])["differences"]
    assert {one["rotation"] for one in differences} == {0, 1}
    viewer = Viewer(RecordFile(path))
    viewer.go_to("0.1:2")
    assert (viewer.number, viewer.at) == (1, 2)


def test_json_has_every_step(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    listed = json.loads(run(capsys, record, "--json")[1])
    assert listed["bots"] == ["house:tight", "house:shark", "house:station"] and len(listed["deals"]) == 12
    told = json.loads(run(capsys, record, "--deal", "3", "--json")[1])
    assert told["scores"] == listed["deals"][3]["scores"]
    assert [step["step"] for step in told["steps"]] == list(range(len(told["steps"])))
    assert told["steps"][1]["actor"] == "house" and told["steps"][0]["move"] is None


def test_the_record_of_a_played_match_works_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(play_out(KUHN, KUHN.configure(hands=2), random_chooser(KUHN, 1), 1).record().to_json())
    code, out, _ = run(capsys, str(path), "--game", "tests.toys.kuhn")
    assert code == 0 and out.count("card dealt") == 4 and "The end: seat 0" in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--deal", "99"], "has no deal 99; it has deals 0 to 11"),
        (["--seat", "3"], "There is no seat 3; seats are 0 to 2"),
        (["--with", "house:nobody"], "no house bot 'nobody'"),
        (["--with", "house:random", "--bot", "x"], "has no player 'x'; it has house:tight"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    words: list[str], says: str, record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, record, *words)
    assert (code, out) == (2, "") and says in err


def test_another_bot_is_asked_and_differences_are_listed(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "caller.py").write_text(CALLER)
    words = (record, "--with", str(tmp_path / "caller.py"), "--bot", "house:shark")
    answer = json.loads(run(capsys, *words, "--json")[1])
    assert answer["decisions"] == answer["same"] + len(answer["differences"])
    assert set(answer["kinds"]) <= {"FOLD", "CHECK", "CALL", "RAISE_TO"}
    assert sum(phase["decisions"] for phase in answer["phases"].values()) == answer["decisions"]
    assert all(one["player"] == "house:shark" and one["advised"] in ("CALL", "CHECK") for one in answer["differences"])
    code, out, _ = run(capsys, *words, "--most", "1")
    more = len(answer["differences"]) - 1
    assert code == 0 and out.count("house:shark played") == 1 and f"and {more} more differences" in out
    assert f"was asked at {answer['decisions']} decisions" in out


def seen(viewer: Viewer) -> str:
    console = Console(file=io.StringIO(), width=100)
    for part in viewer.draw():
        console.print(part, markup=False)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def press(viewer: Viewer, *pressed: str) -> str:
    for key in pressed:
        assert viewer.press(key)
    return seen(viewer)


@pytest.fixture
def viewer(record: str, monkeypatch: pytest.MonkeyPatch) -> Viewer:
    monkeypatch.setattr("croupier.cli.terminal.viewer.speaks_unicode", lambda: True)
    return Viewer(RecordFile(Path(record)))


def test_a_series_opens_with_its_list(viewer: Viewer) -> None:
    assert viewer.page == DEALS and "12 deals, in order of play" in seen(viewer)
    assert "> deal 2" in " ".join(press(viewer, keys.DOWN, keys.DOWN).split())
    press(viewer, keys.ENTER)
    assert (viewer.page, viewer.entry.deal, viewer.at) == (DEAL, 2, 0)


def test_steps_go_forwards_and_back_and_stop_at_the_ends(viewer: Viewer) -> None:
    press(viewer, keys.ENTER, keys.BACK)
    assert viewer.at == 0
    press(viewer, keys.NEXT, "n", " ", keys.BACK)
    assert viewer.at == 2
    last = len(viewer.timeline) - 1
    text = press(viewer, *[keys.NEXT] * (last + 5))
    assert viewer.at == last and "The end: house:tight" in text


def test_a_misdeed_is_shown_where_it_happened(viewer: Viewer) -> None:
    assert "illegal" not in press(viewer, keys.ENTER, "n", "n")
    assert "house:shark: illegal (nearest legal move: RAISE_TO 20)" in press(viewer, "n")


def test_decisions_and_deals_are_jumped_to(viewer: Viewer) -> None:
    press(viewer, keys.ENTER, "d")
    assert viewer.moment.is_decision and viewer.at == 2
    press(viewer, "d", "D", "D")
    assert viewer.at == 0
    press(viewer, keys.DOWN, keys.DOWN, keys.UP)
    assert viewer.entry.deal == 1
    press(viewer, keys.UP, keys.UP, keys.UP)
    assert viewer.entry.deal == 0


def test_biggest_pots_come_first_when_asked_for(viewer: Viewer) -> None:
    text = press(viewer, "p")
    swings = [viewer.record.entries[number].swing for number in viewer.order]
    assert swings == sorted(swings, reverse=True) and viewer.number == viewer.order[0]
    assert "biggest pots first" in text
    press(viewer, "p")
    assert viewer.order == list(range(12))


def test_leaving_is_what_press_answers_with_false(viewer: Viewer) -> None:
    assert not viewer.press(keys.QUIT)


def test_eyes_change_from_all_cards_over_the_seats_to_the_public(viewer: Viewer) -> None:
    assert "▒▒" not in press(viewer, keys.ENTER, keys.NEXT)
    assert viewer.eyes == ALL_CARDS
    text = press(viewer, "c")
    assert viewer.eyes == 0 and "as house:tight saw it" in text and "▒▒" in text
    press(viewer, "c", "c", "c")
    assert viewer.eyes == PUBLIC
    press(viewer, "c")
    assert viewer.eyes == ALL_CARDS


def test_one_goes_to_a_deal_and_a_step(viewer: Viewer) -> None:
    viewer.go_to("7:3")
    assert (viewer.page, viewer.entry.deal, viewer.at) == (DEAL, 7, 3)
    viewer.go_to("99")
    told = " ".join(seen(viewer).split())  # the name of the file may be long, and the line folded
    assert "has no deal 99" in told and viewer.entry.deal == 7
    viewer.go_to("7:x")
    assert "'x' is no step" in seen(viewer)
    viewer.go_to("x")
    assert "'x' is no deal" in seen(viewer)
    assert "'x' is no deal" not in press(viewer, keys.NEXT)


def test_a_ctrl_d_where_a_deal_is_asked_for_goes_nowhere(viewer: Viewer, monkeypatch: pytest.MonkeyPatch) -> None:
    pressed = iter(("g", keys.QUIT))
    monkeypatch.setattr(keys.Keyboard, "__enter__", lambda self: self)
    monkeypatch.setattr(keys.Keyboard, "__exit__", lambda self, *_: None)
    monkeypatch.setattr(keys.Keyboard, "key", lambda self: next(pressed))
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    watch(viewer)
    assert (viewer.page, viewer.note) == (DEALS, "") and next(pressed, None) is None


def test_a_file_that_is_no_record_is_refused_by_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "README.md"
    path.write_text("# No record")
    code, _, err = run(capsys, str(path))
    assert code == 2 and err.startswith(f"croupier: {path}: This is not a match record")


def test_a_match_of_several_hands_is_walked_hand_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(play_out(KUHN, KUHN.configure(hands=3), random_chooser(KUHN, 1), 1).record().to_json())
    viewer = Viewer(RecordFile(path, "tests.toys.kuhn"))
    assert viewer.page == DEAL and "h H hand" in seen(viewer)
    assert "hand 2" in press(viewer, "h")
    assert "hand 3" in press(viewer, "h")
    assert "hand 2" in press(viewer, "H")
    viewer.go_to("3")
    assert viewer.moment.state.table.hands == 2


def test_a_name_that_a_terminal_would_obey_is_spelt_out(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = tmp_path / "forged.jsonl"
    forged.write_text(Path(record).read_text().replace('"house:station"', '"\\u001b[2J\\u009b1mstation"'))
    for words in ([], ["--deal", "1"]):
        code, told, _ = run(capsys, str(forged), *words)
        assert code == 0 and "\x1b" not in told and "\x9b" not in told
        assert r"\x1b[2J\x9b1mstation" in told


def test_a_refusal_is_not_obeyed_by_a_terminal_either(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, said = run(capsys, "\x1b[2J.jsonl")
    assert code == 2 and r"\x1b[2J.jsonl" in said and "\x1b" not in said


def test_a_reader_that_closes_the_output_early_causes_no_error(record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", Closed())
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert main(["replay", record]) == 0

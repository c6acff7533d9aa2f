"""`croupier history`."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest

from croupier.cli.main import main
from croupier.cli.verbs import history as verb
from croupier.history import Result, Status
from tests.history.hands import DEALT, PLURIBUS, phh, random_match
from tests.simulate.records import write_record

FOLDED = f"{DEALT}, p3 cbr 30, p1 f, p2 f"
EQUAL = phh(FOLDED, finishing_stacks="[995, 990, 1015]")
TIE = (
    "d dh p1 AhKd, d dh p2 AdKc, d dh p3 7c2d, p3 cbr 21, p1 cc, p2 cc, d db QsJs9h, p1 cbr 50, p2 cc, p3 f, "
    "d db 4s, p1 cc, p2 cc, d db 3c, p1 cc, p2 cc"
)
HALF = phh(TIE, finishing_stacks="[1010.5, 1010.5, 979]")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["history", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_check_ends_with_the_count(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.phh").write_text(EQUAL)
    (folder / "b.phhs").write_text(f"[1]\n{EQUAL}\n[2]\n{EQUAL}")
    assert run(capsys, "check", ".") == (0, "3 of 3 hands equal\n", "")


def test_check_names_those_that_split_half_chips_and_succeeds(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.phh").write_text(EQUAL)
    (folder / "b.phh").write_text(HALF)
    code, out, _ = run(capsys, "check", "a.phh", "b.phh")
    assert code == 0
    assert out.splitlines()[-2:] == ["1 of 2 hands equal", "1 split half chips: b.phh"]
    assert out.startswith("b.phh: p1 ends with 1,011, in the log with 1,010.5;")


def test_check_explains_every_difference_and_fails(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.phh").write_text(phh(f"{DEALT}, p1 f"))
    (folder / "b.phh").write_text(phh(FOLDED, finishing_stacks="[1000, 1000, 1000]"))
    (folder / "c.phh").write_text(phh(FOLDED, variant="'PO'"))
    (folder / "d.phh").write_text("]")
    (folder / "e.phh").write_text(EQUAL)
    code, out, _ = run(capsys, "check", "a.phh", "b.phh", "c.phh", "d.phh", "e.phh")
    assert code == 1
    lines = out.splitlines()
    assert lines[0] == "a.phh: line 6, action 4, 'p1 f': it is not p1's turn: p3 is to act."
    assert lines[1].startswith("b.phh: p1 ends with 995, in the log with 1,000;")
    assert lines[2].startswith("d.phh is not TOML")
    assert lines[3:] == [
        "1 skipped, games that Croupier does not read: 1 of 'PO' (pot-limit Omaha)",
        "1 not readable",
        "1 of 4 hands equal",
    ]


def test_unreadable_hands_alone_fail_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.phh").write_bytes(b"\xff")
    assert run(capsys, "check", "a.phh")[0] == 1


def test_check_says_what_it_could_not_compare(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.phh").write_text(phh(FOLDED, min_bet="10.5"))
    code, out, _ = run(capsys, "check", "a.phh")
    assert code == 0
    assert out.splitlines() == [
        "1 with decimals, replayed in units of their smallest decimal",
        "1 without finishing stacks or winnings, of which only the actions were checked",
        "1 of 1 hands equal",
    ]


def test_check_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.phhs").write_text(f"[1]\n{EQUAL}\n[2]\n{HALF}\n[3]\n{phh('p1 f')}\n[4]\nvariant = 'PO'")
    code, out, _ = run(capsys, "check", "--json", "a.phhs")
    report = json.loads(out)
    differences = report.pop("differences")
    assert code == 1
    assert report == {
        "hands": 4,
        "equal": 1,
        "raked": 0,
        "different": 1,
        "half_chips": 1,
        "unchecked": 0,
        "skipped": 1,
        "unreadable": 0,
        "without_stacks": 0,
        "scaled": 0,
        "assumed": 0,
        "most_rake": 0.0,
        "variants": {"'PO' (pot-limit Omaha)": 1},
        "complete": True,
    }
    assert [(one["hand"], one["verdict"]) for one in differences] == [
        ("a.phhs [2]", "half_chips"),
        ("a.phhs [3]", "different"),
        ("a.phhs [4]", "skipped"),
    ]
    assert all(one["explanation"] for one in differences)


def test_a_rake_is_counted_and_succeeds(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    raked = phh(FOLDED, finishing_stacks="[995, 990, 1014]")
    without_small_blind = phh(f"{DEALT}, p2 f, p3 f", blinds_or_straddles="[10, 0, 0]", winnings="[10, 0, 0]")
    (folder / "a.phhs").write_text(f"[1]\n{EQUAL}\n[2]\n{raked}\n[3]\n{without_small_blind}")
    code, out, _ = run(capsys, "check", "a.phhs")
    assert (code, out.splitlines()) == (
        0,
        [
            "1 whose file does not say who posted a blind, or how",
            "1 with a rake, of at most 4.0% of the pot",
            "2 of 3 hands equal, 1 more but for the rake",
        ],
    )
    report = json.loads(run(capsys, "check", "--json", "a.phhs")[1])
    assert (report["raked"], report["assumed"], report["most_rake"]) == (1, 1, 0.04)
    assert report["differences"][0]["explanation"] == "p3 collects 24 of 25: a rake of 1, 4.0% of the pot."


def test_to_skip_every_hand_is_no_success(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.phhs").write_text("[1]\nvariant = 'PO'\n[2]\nvariant = 'FR'\n[3]\nvariant = 'PO'")
    code, out, _ = run(capsys, "check", "a.phhs")
    skipped = "3 skipped, games that Croupier does not read: 2 of 'PO' (pot-limit Omaha), 1 of 'FR' (razz)"
    assert (code, out.splitlines()) == (1, [skipped, "0 of 0 hands equal"])


def test_an_interrupted_check_reports_so_far(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.phh").write_text(EQUAL)

    def interrupted(text: str, name: str) -> object:
        yield Result(name, Status.EQUAL, compared=True)
        raise KeyboardInterrupt

    monkeypatch.setattr(verb, "check_text", interrupted)
    code, out, _ = run(capsys, "check", "a.phh")
    assert (code, out) == (130, "Interrupted: this is what was checked so far.\n1 of 1 hands equal\n")


def test_a_path_that_is_not_there_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "check", "nowhere") == (2, "", "croupier: There is no file or folder nowhere.\n")


def test_show_tells_one_hand_or_all(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.phhs").write_text(f"[1]\n{EQUAL}\n[2]\n{HALF}")
    code, out, _ = run(capsys, "show", "a.phhs")
    assert code == 0 and out.count("Before the flop") == 2 and "─" * 80 in out
    code, out, _ = run(capsys, "show", "a.phhs", "--hand", "2")
    assert code == 0 and out.startswith("a.phhs [2]\n") and out.count("Before the flop") == 1
    assert run(capsys, "show", "a.phhs", "--hand", "3")[2] == "croupier: a.phhs has no hand 3; it has 2.\n"


def test_show_takes_the_name_that_check_gives_to_a_hand_in_an_archive(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with zipfile.ZipFile("hands.zip", "w") as archive:
        archive.writestr("day/9.phh", HALF)
        archive.writestr("day/10.phh", EQUAL)
    name = run(capsys, "check", "hands.zip")[1].splitlines()[-1].removeprefix("1 split half chips: ")
    code, out, _ = run(capsys, "show", name)
    assert code == 0 and out.startswith("hands.zip/day/9.phh\n") and out.count("Before the flop") == 1
    assert run(capsys, "convert", name)[0] == 0


def test_an_empty_file_and_a_broken_one_fail_alike(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("empty.phh", ""), ("broken.phh", "]"), ("broken.zip", "]")):
        (folder / name).write_text(text)
    for name in ("empty.phh", "broken.phh", "broken.zip"):
        assert run(capsys, "check", name)[0] == 1
        code, _, err = run(capsys, "show", name)
        assert code == 2 and err.startswith(f"croupier: {name} ")


def test_a_record_of_several_matches_is_left_to_replay(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_record(folder / "bots.jsonl", deals=2)
    said = "croupier: bots.jsonl: This is a record of 2 matches, not of one: `croupier replay` shows it.\n"
    assert run(capsys, "show", "bots.jsonl") == (2, "", said)


def test_show_goes_on_after_a_hand_that_it_cannot_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.phhs").write_text(f"[1]\nvariant = 'PO'\n[2]\n{EQUAL}")
    code, out, err = run(capsys, "show", "a.phhs")
    assert code == 1 and "Before the flop" in out and err.startswith("croupier: a.phhs [1] is of the variant 'PO'")


def test_convert_makes_a_record_which_show_tells_as_it_tells_the_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fields = {"players": "['Ann', 'Bob', 'Cy']", "venue": "'Rose'", "time": "17:20:00", "currency_symbol": "'€'"}
    (folder / "a.phh").write_text(phh(FOLDED, finishing_stacks="[995, 990, 1014.5]", min_bet="10.00", **fields))
    assert run(capsys, "convert", "a.phh", "--out", "a.jsonl") == (0, "", "")
    assert run(capsys, "show", "a.jsonl")[1].splitlines()[1:] == run(capsys, "show", "a.phh")[1].splitlines()[1:]


def test_convert_leaves_records_to_export(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "match.json").write_bytes(random_match(4, seats=3, hands=5).to_json())
    said = "croupier: match.json is a record: `croupier export match.json --format phh` makes PHH of it.\n"
    assert run(capsys, "convert", "match.json") == (2, "", said)


def test_convert_says_when_chips_become_smaller(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.phh").write_text(phh(FOLDED, min_bet="10.5"))
    assert run(capsys, "convert", "a.phh")[2] == "One chip of the file is 10 chips in the record.\n"


def test_convert_refuses_what_it_cannot_do(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.phhs").write_text(f"[1]\n{EQUAL}\n[2]\n{EQUAL}")
    (folder / "b.phh").write_text(phh("p1 f"))
    (folder / "d.phh").write_text(EQUAL)
    assert "has 2 hands; choose one with --hand" in run(capsys, "convert", "a.phhs")[2]
    assert run(capsys, "convert", "b.phh")[2].startswith(
        "croupier: b.phh, line 6, action 1, 'p1 f': it is not p1's turn"
    )
    assert "cannot be written" in run(capsys, "convert", "d.phh", "--out", "nowhere/x.json")[2]
    assert "is not one file" in run(capsys, "convert", ".")[2]


@pytest.mark.skipif(not PLURIBUS.exists(), reason="the Pluribus hands are not here")
def test_the_pluribus_hands_are_equal_but_for_two(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", str(PLURIBUS))
    assert code == 0
    assert out.splitlines()[-2] == "1,998 of 2,000 hands equal"
    assert re.fullmatch(r"2 split half chips: \S+/pluribus/32/23.phh, \S+/pluribus/41b/204.phh", out.splitlines()[-1])

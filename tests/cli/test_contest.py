"""`croupier match` beyond one table: round robins, tournaments, styles and reports."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from croupier.cli.main import main, parser
from croupier.cli.terminal.console import columns
from croupier.cli.terminal.match_results import show_styles
from croupier.cli.verbs.contest import LONGEST, prepared
from croupier.games.holdem import GAME, configure
from croupier.games.holdem.style import HoldemStyles
from tests.simulate.plainly import play_plainly
from tests.simulate.records import a_match
from tests.simulate.test_report import Reader
from tests.toys.kuhn import GAME as TOY

KUHN = ("--game", "tests.toys.kuhn")
THREE = ("house:random",) * 3


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Contests are played plainly here."""
    play_plainly(monkeypatch, GAME, TOY)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(("match", *words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_round_robin_has_a_matrix_and_ratings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "tables"
    code, out, _ = run(capsys, *THREE, *KUHN, "--round-robin", "--hands", "200", "--out", str(folder))
    assert code == 0 and out.count("±") == 1 + 6  # the heading, and each pair from both sides
    assert "600 hands at 3 tables" in out and "house:random #3" in out
    assert sorted(path.name for path in folder.iterdir()) == [f"table-{n}.jsonl" for n in (1, 2, 3)]
    assert "exists already" in run(capsys, *THREE, *KUHN, "--round-robin", "--out", str(folder))[2]


def test_a_contest_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, *THREE, *KUHN, "--round-robin", "--hands", "50", "--json")
    answer = json.loads(out)
    assert code == 0 and answer["complete"] and len(answer["tables"]) == 3
    for bot in answer["bots"]:
        assert bot["low"] < bot["mean"] < bot["high"] and bot["unit"] and bot["rating"]["games"] == 2
    assert answer["tables"][0]["verdicts"] and answer["tables"][0]["errors"] == [[], []]


def test_a_contest_of_single_hands_is_still_json(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, *THREE, *KUHN, "--round-robin", "--hands", "1", "--json")
    assert "Infinity" not in out
    answer = json.loads(out)
    assert answer["bots"][0]["low"] is None and answer["tables"][0]["results"][0]["high"] is None
    assert "unknown" in run(capsys, *THREE, *KUHN, "--round-robin", "--hands", "1")[1]


def test_a_contest_is_gone_on_with_table_by_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words, folder = (*THREE, *KUHN, "--round-robin", "--json"), tmp_path / "tables"
    run(capsys, *words, "--hands", "20", "--out", str(folder))
    (folder / "table-3.jsonl").unlink()
    code, out, _ = run(capsys, *words, "--hands", "40", "--resume", str(folder))
    seed = str(json.loads(out)["seed"])
    assert code == 0 and json.loads(out) == json.loads(run(capsys, *words, "--hands", "40", "--seed", seed)[1])


def test_misdeeds_of_a_contest_are_told_as_those_of_a_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.py").write_text("def act(view, decision):\n    return 'DANCE'\n")
    words = (
        "house:random",
        "house:random",
        str(tmp_path / "bad.py"),
        *KUHN,
        "--round-robin",
        "--hands",
        "6",
        "--seed",
        "1",
    )
    _, out, _ = run(capsys, *words)
    assert out.count("bad.py: unknown word") == 1 and "\n  table 2, deal 0, step" in out
    assert "    DANCE is not possible now. Legal: C" in out
    wrong = [table["errors"][1] for table in json.loads(run(capsys, *words, "--json")[1])["tables"][1:]]
    assert sum(kind["times"] for errors in wrong for kind in errors) == int(
        out.partition("unknown word ")[2].split()[0]
    )
    assert wrong[0][0]["examples"][0]["nearest"]


def test_a_tournament_that_does_not_end_is_placed_by_chips(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "folds.py").write_text("def act(view, decision):\n    return 'FOLD'\n")
    words = (*[str(tmp_path / "folds.py")] * 2, "--tournament", "--hands", "2")
    asked_for = parser().parse_args(["match", *words])
    assert prepared(GAME, asked_for, tmp_path).config.hands == LONGEST
    code, out, _ = run(capsys, *words, "--set", "hands=40")
    assert code == 0 and "Decided by chips, as they were not over after 40 hands: 2 of 2 tournaments." in out
    answer = json.loads(run(capsys, *words, "--set", "hands=40", "--json")[1])
    assert answer["undecided"] == 2 and [bot["finishes"] for bot in answer["bots"]] == [[2, 0], [2, 0]]


def test_names_are_no_markup(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bots = [str(tmp_path / name) for name in ("[bold].py", "[red].py")]
    for bot in bots:
        Path(bot).write_text("def act(view, decision):\n    return decision.legal[0]\n")
    for words in (["--round-robin", "--in-process"], ["--out", str(tmp_path / "record.jsonl")]):
        code, out, _ = run(capsys, *bots, *words, "--hands", "4")
        tables = [line for line in out.splitlines() if line.startswith("[")]
        assert code == 0 and len(tables) == len([line for line in tables if line.startswith(("[bold].py", "[red].py"))])
        assert len(tables) >= 2


def test_nothing_of_a_table_is_cut_off() -> None:
    screen = Console(file=io.StringIO(), width=30)
    table = columns("bot", "one figure", "another")
    table.add_row("cmd:a-very-long-program", "+123456.7", "12345678")
    screen.print(table)
    assert isinstance(screen.file, io.StringIO)
    drawn = screen.file.getvalue()
    assert "…" not in drawn and sum(character.isdecimal() for character in drawn) == 15


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--seats", "2"), "--seats is for --round-robin and --tournament"),
        (("--round-robin", "--seats", "0"), "Hold'em is for 2 to 10 seats, not 0"),
        (("--round-robin", "--seats", "7"), "at tables of 2 to 3 seats, not 7"),
        (("--round-robin", "--resume", "nowhere"), "nowhere is not a folder"),
        (("--round-robin", "--resume", "a", "--out", "b"), "leave out --out"),
        (("--round-robin", "--no-record", "--out", "b"), "leave out one or the other"),
        (("--tournament", "--game", "battle"), "cannot be played until one seat has all the chips"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run(capsys, *THREE, *words)
    assert code == 2 and says in err


def test_a_contest_that_is_refused_leaves_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "tables"
    for words in (("--seats", "7"), ("--game", "battle", "--seats", "3"), ("--hands", "0")):
        assert run(capsys, *THREE, "--round-robin", *words, "--out", str(folder))[0] == 2
        assert not folder.exists()


def test_a_report_needs_no_record_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "out.html"
    code, out, _ = run(capsys, *THREE[:2], *KUHN, "--hands", "60", "--no-record", "--report", str(page))
    assert code == 0 and out.endswith(f"The report is in {page}.\n") and "Every hand is in" not in out
    assert "Biggest pots" in page.read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["out.html"]


def test_styles_are_told_overall_and_by_place() -> None:
    config = configure(seats=3, hands=1)
    counter = HoldemStyles(GAME, config, 3)
    for key in range(9):
        played = a_match(GAME, config, key)
        counter.count([(seat + key) % 3 for seat in range(3)], played.moves, played.scores)
    console = Console(file=io.StringIO(), width=100)
    show_styles(console, ["a", "b", "c"], counter.styles())
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert lines[1].split() == ["style", "hands", "VPIP", "PFR", "3-bet", "AFq", "AF", "WTSD", "W$SD"]
    assert lines[2].split()[:2] == ["a", "9"]
    assert lines[6].split() == ["VPIP/PFR", "in", "%", "BTN", "SB", "BB"]
    assert all("/" in cell for cell in lines[7].split()[1:])


@pytest.mark.parametrize("how", ["--round-robin", "--tournament"])
def test_a_contest_has_a_report(how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Everything that the terminal shows, and nothing that a name could break out of."""
    (tmp_path / "<b>.py").write_text("def act(view, decision):\n    return decision.legal[99]\n")
    words = ["match", "<b>.py", "random", "station", how, "--hands", "3", "--report", "out.html"]
    assert main([*words, "--seed", "1"]) == 0
    assert "The report is in out.html." in capsys.readouterr().out
    page = (tmp_path / "out.html").read_text()
    assert "<b>" not in page and "&lt;b&gt;.py" in page
    for part in ("Ratings", "Results", "Tables", "Thinking", "Misdeeds", "IndexError"):
        assert part in page
    assert ("Who beats whom" in page) == (how == "--round-robin")
    assert Reader(page).open == [], "every element is closed"

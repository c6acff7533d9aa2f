"""`croupier evolve`: a run from the command line, which is the same whatever the number of workers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import pytest

from croupier.cli.main import main
from croupier.cli.verbs import evolve
from croupier.evolve import stakes
from croupier.evolve.fitness.findings import Diagnosis
from croupier.evolve.folder import Folder
from croupier.evolve.tasks import Evaluate
from tests.evolve.test_champions import flattering
from tests.evolve.test_run import interrupting
from tests.evolve.test_search import pretended


def evolved(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    """What a run says for programs."""
    assert main(["evolve", *arguments, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_a_run_is_the_same_whatever_the_number_of_workers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many are hired as were asked for; that real ones give the same results in the same order is a test of
    tasks."""
    hired = list[tuple[int, str]]()

    @contextmanager
    def crew(workers: int, *, ray: str = "") -> Iterator[Evaluate]:
        hired.append((workers, ray))
        yield pretended

    monkeypatch.setattr(evolve, "crew", crew)
    size = ("--generations", "2", "--population", "4", "--seed", "5")
    one = evolved(capsys, "--out", "one", *size, "--workers", "1")
    two = evolved(capsys, "--out", "two", *size, "--workers", "2")
    assert one["cells"] == two["cells"] and one["best"] == two["best"]
    for name in ("archive.json", "archive.csv", "lineage.jsonl", "config.json"):
        assert Path("one", name).read_bytes() == Path("two", name).read_bytes(), name
    on = evolved(capsys, "--out", "one", "--resume", "--generations", "3", "--workers", "2", "--ray", "ray://there")
    assert on["generations"] == 3 and on["complete"]
    assert hired == [(1, ""), (2, ""), (2, "ray://there")]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "--out"),
        (("--out", "x", "--previous"), "--resume"),
        (("--out", "x", "--method", "luck"), "method"),
        (("--out", "x", "--population", "0"), "--population is a whole number from 1 to 1000000, not 0."),
        (("--out", "x", "--resume"), "does not exist"),
        (("--out", "x", "--config", "none.toml"), "none.toml"),
        (("--out", "x", "--workers", "0"), "--workers is 1 or more, not 0"),
        (("--out", __file__), "test_evolve.py cannot be the folder of a run: File exists. Name another."),
        (("report", "x"), "x/archive.json is not a usable checkpoint: it does not exist. "),
    ],
)
def test_options_that_make_no_sense_are_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    assert main(["evolve", *arguments]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(("calls", "generations"), [(1, 0), (5, 1)])
def test_a_run_that_is_stopped_tells_what_its_folder_has(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, calls: int, generations: int
) -> None:
    def evaluators(options: object) -> AbstractContextManager[object]:
        return nullcontext(interrupting(calls, pretended))

    monkeypatch.setattr(evolve, "_evaluators", evaluators)
    for as_json in ([], ["--json"]):
        assert main(["evolve", "--out", f"run{len(as_json)}", "--population", "12", "--seed", "3", *as_json]) == 130
    *text, told = capsys.readouterr().out.splitlines()
    found = json.loads(told)
    assert (found["generations"], found["complete"]) == (generations, False)
    if generations:
        kept = Folder("run1").checkpoint().search
        assert (found["evaluations"], found["cells"]) == (kept.evaluations, len(kept.elites))
        assert text[0].startswith(f"{kept.evaluations:,} games were measured in 1 generation;")
        assert text[1].endswith("croupier evolve --out run0 --resume")
    else:
        assert "nothing is kept. The same command begins again" in text[1]
        monkeypatch.setattr(evolve, "_evaluators", lambda options: nullcontext(pretended))
        assert main(["evolve", "--out", "run0", "--population", "12", "--generations", "1", "--seed", "3"]) == 0


def test_a_run_is_told_of_and_its_champions_can_be_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evolve, "_evaluators", lambda options: nullcontext(pretended))
    evolved(capsys, "--out", "run", "--generations", "2", "--population", "10", "--seed", "3")
    monkeypatch.setattr(evolve, "_evaluators", lambda options: nullcontext(flattering))
    monkeypatch.setattr(stakes, "cost_of_a_hand", lambda form: 0.0)
    monkeypatch.setattr(evolve, "diagnosed", lambda form, seed: Diagnosis(["Always raise."], None, "no reason", []))
    assert main(["evolve", "champions", "run", "--count", "2", "--measured", "4", "--json"]) == 0
    chosen = json.loads(capsys.readouterr().out)
    assert chosen["champions"]
    for champion in chosen["champions"]:
        assert main(["genome", "check", champion["file"], "--matches", "0"]) == 0
        assert main(["rules", champion["file"]]) == 0
    capsys.readouterr()
    monkeypatch.setattr(evolve, "write_report", lambda folder, out, show, ratings: out.write_text(str(folder.path)))
    assert main(["evolve", "report", "run", "--out", "page.html"]) == 0
    assert "page.html describes" in capsys.readouterr().out
    assert Path("page.html").read_text() == "run"
    assert main(["evolve", "report"]) == 2 and main(["evolve", "champions", "nowhere"]) == 2
    assert main(["evolve", "champions", "run", "--count", "0"]) == 2

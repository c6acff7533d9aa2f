"""`croupier bench`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from croupier.cli.main import main
from croupier.cli.verbs import bench
from croupier.cli.verbs.bench import measure

FIGURES = (
    "hands_per_second",
    "plain_hands_per_second",
    "contract_hands_per_second",
    "evaluations_per_second",
    "plain_evaluations_per_second",
)


@pytest.fixture(scope="module")
def figures() -> dict[str, Any]:
    """What was measured, once for all tests."""
    return measure(0.01)


@pytest.fixture(autouse=True)
def measured(figures: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "measure", lambda seconds, quiet: figures)


def test_json_has_the_figures_that_programs_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", "0.01", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found.keys() == {"game", "seats", "compile_seconds", "compiled_afresh", *FIGURES, "machine"}
    assert (found["game"], found["seats"]) == ("holdem", 6)
    assert all(found[name] > 0 for name in FIGURES)
    assert found["machine"].keys() == {"processor", "cores", "python", "numba", "numpy"}


def test_text_has_a_line_for_each_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", "0.01"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 + len(FIGURES)
    assert lines[2].endswith("hands/s compiled")


def test_no_time_to_measure_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", "0"]) == 2
    assert "cannot be measured in 0 seconds" in capsys.readouterr().err

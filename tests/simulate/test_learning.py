"""Learning in rounds: workers and interruptions change no result, and a file is not written over by mistake."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.agents.learner import Knowledge
from croupier.agents.learnt import read_strategy
from croupier.cli.main import main
from croupier.kernel.errors import BadInput
from croupier.simulate.learning import Learnt, learn
from tests.simulate.plainly import play_plainly
from tests.toys.kuhn import GAME as KUHN

WHERE = "tests.toys.kuhn"


def learnt(out: Path, iterations: int = 4_000, **more: Any) -> Learnt:
    return learn(WHERE, KUHN.configure(), out, options={}, iterations=iterations, **{"seed": 1, **more})


def test_workers_do_not_change_what_is_learnt(tmp_path: Path) -> None:
    for workers in (1, 2):
        learnt(tmp_path / str(workers), workers=workers)
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_a_run_that_goes_on_learns_what_one_run_would_have(tmp_path: Path) -> None:
    def stop(known: Knowledge, seconds: float) -> None:
        raise KeyboardInterrupt

    begun = learnt(tmp_path / "two", progress=stop)
    assert not begun.complete and begun.known.rounds == 1
    assert learnt(tmp_path / "two", resume=True, seed=None).complete
    learnt(tmp_path / "one")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_strategy_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    learnt(tmp_path / "one", iterations=1)
    with pytest.raises(BadInput, match="exists already"):
        learnt(tmp_path / "one")


def test_a_checkpoint_of_another_config_or_seed_is_refused(tmp_path: Path) -> None:
    learnt(tmp_path / "one", iterations=1)
    with pytest.raises(BadInput, match="another game, config, seed or version"):
        learnt(tmp_path / "one", resume=True, seed=2)
    with pytest.raises(BadInput, match="another game, config, seed or version"):
        learn(WHERE, KUHN.configure(ante=2), tmp_path / "one", options={}, iterations=1, resume=True)
    (tmp_path / "one.checkpoint").write_bytes(b"hello")
    with pytest.raises(BadInput, match="is no checkpoint"):
        learnt(tmp_path / "one", resume=True)
    (tmp_path / "one.checkpoint").unlink()
    with pytest.raises(BadInput, match="to go on from: leave out --resume"):
        learnt(tmp_path / "one", resume=True)


@pytest.mark.parametrize("wrong", [{"iterations": 0}, {"workers": 0}, {"iterations": None, "minutes": 0.0}])
def test_nothing_to_learn_is_refused(wrong: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="At least one iteration"):
        learnt(tmp_path / "one", **wrong)
    with pytest.raises(BadInput, match="Say how long"):
        learnt(tmp_path / "one", iterations=None)


def test_the_command_writes_a_file_that_other_commands_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play_plainly(monkeypatch, KUHN)
    file = tmp_path / "kuhn"
    assert main(["learn", WHERE, "--iterations", "4000", "--seed", "1", "--set", "ante=2", "--out", str(file)]) == 0
    told = capsys.readouterr().out
    assert "12 situations" in told and "knows what to do in 100.0%" in told and f"house:learnt:{file}" in told
    assert read_strategy(file)[0].options == {"hands": 1, "ante": 2}
    assert (
        main(["match", "--game", WHERE, f"house:learnt:{file}", "house:random", "--hands", "20", "--set", "ante=2"])
        == 0
    )
    assert "house:learnt:kuhn" in capsys.readouterr().out

"""A run and its folder: written down after every generation, and nothing is lost, whatever happens."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from croupier.evolve import folder as folders
from croupier.evolve.folder import ARCHIVE, CONFIG, LINEAGE, METRICS, PREVIOUS, TABLE, Folder
from croupier.evolve.run import Finished, play_on, resume, start
from croupier.evolve.search import saved
from croupier.evolve.settings import Settings
from croupier.evolve.tasks import Result, Task
from croupier.kernel.errors import BadInput

from .test_search import pretended

SETTINGS = Settings(seed=3, generations=4, population=12)


def played(path: Path, settings: Settings = SETTINGS) -> Folder:
    """A run with pretended measurements."""
    folder, search = start(path, settings)
    assert play_on(folder, search, pretended).complete
    return folder


def contents(path: Path) -> dict[str, bytes]:
    """All files of a run but the one with times."""
    files = {file.name: file.read_bytes() for file in path.iterdir()}
    return {name: data for name, data in files.items() if name != METRICS}


def without_times(path: Path) -> list[list[str]]:
    """The metrics without the column of seconds."""
    return [line.split(",")[:-1] for line in (path / METRICS).read_text().splitlines()]


def test_a_run_is_a_folder_of_files_that_a_person_can_open(tmp_path: Path) -> None:
    folder = played(tmp_path / "run")
    assert {file.name for file in folder.path.iterdir()} == {CONFIG, ARCHIVE, PREVIOUS, TABLE, LINEAGE, METRICS}
    assert json.loads((folder.path / CONFIG).read_text())["seed"] == 3
    rows = folder.rows()
    assert [row.generation for row in rows] == [0, 1, 2, 3]
    assert rows[-1].cells == len(folder.checkpoint().search.elites)
    assert len((folder.path / TABLE).read_text().splitlines()) == rows[-1].cells + 1
    ancestors = folder.ancestors()
    for elite in folder.checkpoint().search.elites:
        assert elite.number in ancestors
    assert folder.settings() == SETTINGS


def test_a_run_that_was_stopped_and_went_on_is_the_same(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole")
    folder, search = start(tmp_path / "stopped", SETTINGS)
    calls = 0

    def interrupted(tasks: Sequence[Task]) -> list[Result]:
        nonlocal calls
        calls += 1
        if calls == 5:
            raise KeyboardInterrupt
        return pretended(tasks)

    stopped = play_on(folder, search, interrupted)
    assert not stopped.complete and 0 < stopped.search.generation < 4
    folder, search = resume(tmp_path / "stopped")
    assert play_on(folder, search, pretended).complete
    assert contents(whole.path) == contents(folder.path)
    assert without_times(whole.path) == without_times(folder.path)


def interrupting(call: int, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, with a Ctrl-C pressed in the call of the given number."""
    calls = 0

    def interrupted(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == call:
            raise KeyboardInterrupt
        return function(*arguments)

    return interrupted


def check_that_kept_is_told(folder: Folder, stopped: Finished) -> None:
    """Whether what is returned of a run that was stopped is what its files have."""
    assert not stopped.complete
    kept = [name for name in (ARCHIVE, PREVIOUS) if folder.file(name).exists()]
    if not kept:
        assert (stopped.search.generation, stopped.search.evaluations, len(stopped.search.archive)) == (0, 0, 0)
        return
    assert saved(stopped.search) == folder.checkpoint(kept[0]).search
    assert [row.generation for row in folder.rows()] == [*range(stopped.search.generation)]
    assert folder.rows()[-1].evaluations == stopped.search.evaluations
    assert len(folder.file(TABLE).read_text().splitlines()) == len(stopped.search.archive) + 1
    assert len(folder.ancestors()) == folder.checkpoint(kept[0]).lineage


@pytest.mark.parametrize("call", range(1, 13))
def test_a_run_stopped_while_it_measures_counts_only_what_was_kept(tmp_path: Path, call: int) -> None:
    folder, search = start(tmp_path, SETTINGS)
    check_that_kept_is_told(folder, play_on(folder, search, interrupting(call, pretended)))


@pytest.mark.parametrize("call", range(1, 12))
def test_a_run_stopped_while_it_writes_counts_only_what_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: int
) -> None:
    folder, search = start(tmp_path, SETTINGS)
    with monkeypatch.context() as once:
        once.setattr(folders.os, "replace", interrupting(call, os.replace))
        stopped = play_on(folder, search, pretended)
    check_that_kept_is_told(folder, stopped)


def test_a_run_goes_on_for_longer(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole")
    short = played(tmp_path / "short", Settings(seed=3, generations=2, population=12))
    folder, search = resume(short.path, SETTINGS)
    play_on(folder, search, pretended)
    assert folder.checkpoint().search == whole.checkpoint().search
    with pytest.raises(BadInput, match="seed 3, not 4"):
        resume(short.path, Settings(seed=4, population=12))


def test_a_folder_with_a_run_is_not_overwritten(tmp_path: Path) -> None:
    folder = played(tmp_path)
    before = contents(tmp_path)
    with pytest.raises(BadInput, match="--resume"):
        start(tmp_path, SETTINGS)
    assert contents(folder.path) == before


@pytest.mark.parametrize("damage", ["cut", "changed", "gone", "nonsense"])
def test_a_damaged_checkpoint_is_refused_and_the_last_good_one_offered(tmp_path: Path, damage: str) -> None:
    folder = played(tmp_path)
    file = tmp_path / ARCHIVE
    text = file.read_bytes()
    damaged = {"cut": text[: len(text) // 2], "changed": text.replace(b'"number": 7', b'"number": 8'), "nonsense": b"x"}
    if damage == "gone":
        file.unlink()
    else:
        file.write_bytes(damaged[damage])
    with pytest.raises(BadInput, match=r"generation 3: use it with --resume --previous"):
        resume(tmp_path)
    folder, search = resume(tmp_path, previous=True)
    assert search.generation == 3
    play_on(folder, search, pretended)
    assert file.read_bytes() == text, "and in the end it is as it was"


def test_without_a_good_checkpoint_one_has_to_start_anew(tmp_path: Path) -> None:
    played(tmp_path)
    (tmp_path / ARCHIVE).write_bytes(b"")
    (tmp_path / PREVIOUS).write_bytes(b"{}")
    with pytest.raises(BadInput, match="without --resume"):
        resume(tmp_path)
    with pytest.raises(BadInput, match="There is no other"):
        resume(tmp_path, previous=True)
    with pytest.raises(BadInput, match="it does not exist"):
        resume(tmp_path / "nowhere")


@pytest.mark.parametrize("write", range(1, 9))
def test_a_full_disk_costs_a_generation_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: int) -> None:
    """Whichever write fails, what is there is whole, and the run goes on from it to the same end."""
    whole = played(tmp_path / "whole")
    folder, search = start(tmp_path / "full", SETTINGS)
    search.step(pretended)
    folder.save(search, folders.row_of(search, folders.Found(1, 0, 1, 1, 1), 1.0))
    writes, fsync = 0, os.fsync

    def full(number: int) -> None:
        nonlocal writes
        writes += 1
        if writes == write:
            raise OSError(errno.ENOSPC, "No space left on device")
        fsync(number)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadInput, match="No space left on device"):
        play_on(folder, search, pretended)
    monkeypatch.undo()
    folder, search = resume(tmp_path / "full")
    assert search.generation == (1 if write <= 4 else 2)
    play_on(folder, search, pretended)
    assert folder.checkpoint().search == whole.checkpoint().search
    assert (folder.path / LINEAGE).read_bytes() == (whole.path / LINEAGE).read_bytes()


def test_games_of_other_rules_are_not_mixed_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = played(tmp_path)
    kept: Any = folder.checkpoint()
    kept.rules = "other"
    kept.sum = folders._sum(kept)
    monkeypatch.setattr(Folder, "checkpoint", lambda self, name: kept)
    with pytest.raises(BadInput, match="other rules"):
        resume(tmp_path)

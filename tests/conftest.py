"""The options and fixtures of all tests."""

from __future__ import annotations

import gc
import shutil
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--plain` is for mutants: fast, and deterministic."""
    parser.addoption("--plain", action="store_true", help="compile nothing: skip the tests that need the compiler")


def pytest_configure(config: pytest.Config) -> None:
    """No example of Hypothesis has a deadline: a busy machine fails no test. With `--plain`, tests that compile a rule
    are skipped, and Hypothesis is deterministic.

    A shell that runs the tests in the background makes them ignore Ctrl-C; the programs that they start must not.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    settings.register_profile("unhurried", deadline=None)
    settings.load_profile("unhurried")
    if config.getoption("plain"):
        from croupier.kernel.language import jit

        jit.compiled = _needs_the_compiler
        phases = (Phase.explicit, Phase.generate)  # a failure need not be shrunk
        settings.register_profile("plain", derandomize=True, database=None, deadline=None, phases=phases)
        settings.load_profile("plain")


def pytest_collection_finish() -> None:
    """Freeze all objects that importing and collecting have made: they stay to the end, and compiling makes the
    garbage collector run often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remove the keywords from the three reports that a worker of pytest sends for each test: nothing reads them, and
    they are a third of a report."""
    report = yield
    report.keywords = {}
    return report


def _needs_the_compiler(*_: Any) -> Any:
    pytest.skip("needs the compiler")


@pytest.fixture(scope="session")
def nowhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder for all tests without a folder of their own: to make one for each test takes a millisecond."""
    return tmp_path_factory.mktemp("nowhere")


@pytest.fixture(autouse=True)
def somewhere_else(request: pytest.FixtureRequest, nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run every test in an empty folder, so that files that a command writes do not land in the repository."""
    if "tmp_path" in request.fixturenames:
        monkeypatch.chdir(request.getfixturevalue("tmp_path"))
        yield
        return
    monkeypatch.chdir(nowhere)
    yield
    for left in nowhere.iterdir():
        shutil.rmtree(left) if left.is_dir() else left.unlink()

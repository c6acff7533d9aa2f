"""What all tests share."""

from __future__ import annotations

import gc
import shutil
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--plain` is how mutants are judged: quickly, and alike every time."""
    parser.addoption("--plain", action="store_true", help="compile nothing: skip the tests that come to the compiler")


def pytest_configure(config: pytest.Config) -> None:
    """At plain speed only, who asks for a compiled rule is skipped, and Hypothesis tries the same every time.

    A shell that runs the tests in the background lets them ignore Ctrl-C; the programs that they start must not.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.getoption("plain"):
        from hypothesis import Phase, settings

        from croupier.kernel.language import jit

        jit.compiled = _needs_the_compiler
        phases = (Phase.explicit, Phase.generate)  # to notice is enough
        settings.register_profile("plain", derandomize=True, database=None, deadline=None, phases=phases)
        settings.load_profile("plain")


def pytest_collection_finish() -> None:
    """What has been imported and collected stays to the end: the garbage collector need not go through it again and
    again, which compiling makes it do."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A worker of pytest sends three reports of each test: without the test's keywords, which nobody reads, they are a
    third smaller."""
    report = yield
    report.keywords = {}
    return report


def _needs_the_compiler(*_: Any) -> Any:
    pytest.skip("needs the compiler")


@pytest.fixture(scope="session")
def nowhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder, for all tests that ask for none of their own: to make one for each test takes a millisecond."""
    return tmp_path_factory.mktemp("nowhere")


@pytest.fixture(autouse=True)
def somewhere_else(request: pytest.FixtureRequest, nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run every test in an empty folder: what a command writes by itself must not land in the repository."""
    if "tmp_path" in request.fixturenames:
        monkeypatch.chdir(request.getfixturevalue("tmp_path"))
        yield
        return
    monkeypatch.chdir(nowhere)
    yield
    for left in nowhere.iterdir():
        shutil.rmtree(left) if left.is_dir() else left.unlink()

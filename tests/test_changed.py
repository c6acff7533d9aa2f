"""`scripts/test --changed`: which tests a change concerns."""

from __future__ import annotations

from tests import changed
from tests.changed import ROOT, concerned, importers, is_test, modules


def near(*files: str) -> set[str]:
    """The tests that changed files concern, by their names in `tests`."""
    return {path.relative_to(ROOT / "tests").as_posix() for path in changed.near({ROOT / file for file in files})}


def test_a_test_that_has_changed_is_run() -> None:
    assert near("tests/kernel/test_pots.py") == {"kernel/test_pots.py"}


def test_a_change_concerns_the_tests_that_import_it_directly_or_through_another() -> None:
    assert "arena/test_queue.py" in near("src/croupier/arena/room/queue.py")
    assert "arena/test_house.py" in near("src/croupier/arena/house/crew.py"), "by way of its package"


def test_games_are_found_by_their_short_names() -> None:
    assert "tests.holdem.test_against_pokerkit" not in importers()["croupier.games.deal"]
    assert "tests.holdem.test_engine" in importers()["croupier.games.holdem"]


def test_every_module_of_croupier_with_code_has_a_test_near_it() -> None:
    who = importers()
    for name, path in modules().items():
        if name.startswith("croupier.") and path.name != "__init__.py":
            assert any(map(is_test, concerned(name, who))), name


def test_a_golden_text_concerns_the_tests_that_name_it() -> None:
    assert "test_golden.py" in near("tests/fingerprints.txt")


def test_a_conftest_concerns_all_tests_of_its_folder() -> None:
    assert "web/test_access.py" in near("tests/web/conftest.py")

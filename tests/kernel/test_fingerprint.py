"""Fingerprints: they change with what rules say, and with nothing else."""

from __future__ import annotations

import importlib.util
import itertools
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from croupier.games import GAMES, load
from croupier.kernel.contract.fingerprint import fingerprint
from croupier.kernel.contract.record import Recorder, replay
from croupier.kernel.errors import Diverged
from croupier.kernel.vocabulary.rng import Rng
from tests.toys.kuhn import GAME as KUHN

RULES = '''
from croupier.kernel.language.jit import rule

STAKE = 10


@rule
def doubled(amount: int) -> int:
    """Twice as much."""
    return 2 * amount


@rule
def price(amount: int) -> int:
    """What it costs."""
    # a comment
    if amount > STAKE:
        amount -= 1
        amount = doubled(amount)
    return amount
'''
_count = itertools.count()


def module(text: str, folder: Path) -> ModuleType:
    path = folder / f"rules_{next(_count)}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def printed(text: str, folder: Path) -> str:
    return fingerprint([module(text, folder).price], [])


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("    # a comment\n", ""),
        ('    """What it costs."""\n', ""),
        ("Twice as much.", "Two times as much."),
        ("2 * amount", "2  *  amount"),
        ("amount > STAKE:", "amount > STAKE:  # more than that"),
        ("\n\n\n@rule\ndef price", "\n\nUNUSED = 3\n\n\n@rule\ndef price"),
    ],
)
def test_comments_and_docstrings_do_not_count(was: str, becomes: str, tmp_path: Path) -> None:
    assert was in RULES and printed(RULES.replace(was, becomes), tmp_path) == printed(RULES, tmp_path)


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("2 * amount", "3 * amount"),
        ("STAKE = 10", "STAKE = 11"),
        ("amount > STAKE", "amount >= STAKE"),
        ("        amount = doubled", "    amount = doubled"),
        ("price(amount: int)", "price(sum: int)"),
    ],
)
def test_statements_and_values_count(was: str, becomes: str, tmp_path: Path) -> None:
    assert was in RULES and printed(RULES.replace(was, becomes), tmp_path) != printed(RULES, tmp_path)


def test_the_layout_of_records_counts(tmp_path: Path) -> None:
    rules = module(RULES, tmp_path)
    assert fingerprint([rules.price], [Rng]) != fingerprint([rules.price], [])


def test_every_game_has_a_fingerprint_of_its_own() -> None:
    prints = {load(name).fingerprint for name in GAMES}
    assert len(prints) == len(GAMES) and all(len(one) == 16 for one in prints)


def test_a_replay_that_differs_says_that_the_rules_have_changed() -> None:
    series, played = Recorder(KUHN).record()
    other = msgspec.structs.replace(series, fingerprint="0" * 16)
    elsewhere = msgspec.structs.replace(played, hashes=["another"])
    with pytest.raises(Diverged, match="The rules have changed since: they were 0000"):
        list(replay(KUHN, other, elsewhere))
    with pytest.raises(Diverged, match=r"record\.$"):
        list(replay(KUHN, series, elsewhere))
    assert list(replay(KUHN, other, played)), "rules that have changed without effect on a match replay it"

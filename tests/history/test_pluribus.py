"""Two thousand hands that people and a machine really played (Brown and Sandholm, 2019)."""

from __future__ import annotations

import random

import pytest

from croupier.history import Status, check_text, find, read_phh, tell

from .hands import PLURIBUS

pytestmark = pytest.mark.skipif(not PLURIBUS.exists(), reason="the Pluribus hands are not here")


def test_all_end_as_their_logs_say_but_for_two_that_split_half_chips() -> None:
    results = [result for source in find([PLURIBUS]) for result in check_text(source.read(), source.name)]
    assert len(results) == 2000 and all(result.compared for result in results)
    odd = {result.name.removeprefix(f"{PLURIBUS}/"): result for result in results if result.status != Status.EQUAL}
    assert set(odd) == {"pluribus/32/23.phh", "pluribus/41b/204.phh"}
    assert {result.status for result in odd.values()} == {Status.HALF_CHIPS}


def test_pokerkit_plays_our_files_of_them_to_the_same_stacks() -> None:
    kit = pytest.importorskip("pokerkit")
    for source in random.Random(1).sample(find([PLURIBUS]), 60):
        [history] = read_phh(source.read(), source.name)
        *_, state = kit.HandHistory.loads(history.to_toml())
        assert not state.status and list(state.stacks) == list(history.finishing or ()), source.name


def test_they_can_all_be_told_in_eighty_columns() -> None:
    for source in find([PLURIBUS])[::20]:
        [history] = read_phh(source.read(), "hand.phh")
        text = tell(history)
        assert max(map(len, text.splitlines())) <= 80 and " wins " in text

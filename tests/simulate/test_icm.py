"""What tournament chips are worth in prize money, against a brute force over all orders of finish."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.kernel.errors import BadInput
from croupier.simulate import icm as module
from croupier.simulate.icm import icm

STACKS = st.lists(st.integers(1, 50_000), min_size=2, max_size=6)


def by_all_orders(stacks: Sequence[int], prizes: Sequence[int]) -> list[Fraction]:
    """The mean prize over every order of finish, each with the product of the chances of its places."""
    equity = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance, left = Fraction(1), sum(stacks)
        for player in order:
            chance *= Fraction(stacks[player], left)
            left -= stacks[player]
        for player, prize in zip(order, prizes, strict=False):
            equity[player] += chance * prize
    return equity


@given(stacks=STACKS, data=st.data())
def test_equities_are_those_of_all_orders_of_finish(stacks: list[int], data: st.DataObject) -> None:
    prizes = sorted(data.draw(st.lists(st.integers(0, 1000), min_size=1, max_size=len(stacks))), reverse=True)
    found = icm(stacks, prizes)
    assert found.exact and found.samples == 0
    assert found.equity == pytest.approx([float(one) for one in by_all_orders(stacks, prizes)], rel=1e-9, abs=1e-9)
    assert found.interval == tuple((one, one) for one in found.equity)


def test_an_interval_lies_between_the_prizes_and_is_never_certain_of_what_is_rare() -> None:
    stacks = [1, *[10_000] * 20]
    true = 1e6 / sum(stacks)
    for samples in (2, 10_000):
        for seed in (1, 2, 3):
            found = icm(stacks, [1e6], samples, seed)
            low, high = found.interval[0]
            assert 0 <= low <= true < high
            assert all(0 <= low <= high <= 1e6 for low, high in found.interval)
    assert icm([5] * 21, [10.0] * 21, 100).interval == ((10, 10),) * 21


def test_prizes_are_shared_out_without_a_rest() -> None:
    found = icm(list(range(1000, 3000, 100)), [500, 300, 200])
    assert len(found.stacks) == module.MOST_EXACT and found.exact
    assert sum(found.equity) == pytest.approx(1000)
    assert list(found.equity) == sorted(found.equity), "more chips are worth more"


def test_a_chip_less_is_worth_more_than_its_share_where_a_second_prize_is_paid() -> None:
    assert icm([9000, 1000], [100]).equity == pytest.approx((90, 10)), "the winner takes all: in proportion to chips"
    assert icm([9000, 1000], [60, 40]).equity == pytest.approx((58, 42))


def test_many_players_are_estimated_with_intervals_that_hold_the_exact_equity(monkeypatch: pytest.MonkeyPatch) -> None:
    stacks, prizes = [5000, 3000, 2000, 1000], [50, 30, 20]
    exact = icm(stacks, prizes).equity
    monkeypatch.setattr(module, "MOST_EXACT", 3)
    monkeypatch.setattr(module, "AT_ONCE", 4000)
    found = icm(stacks, prizes, samples=20_000, seed=1)
    assert not found.exact and found.samples == 20_000 and sum(found.equity) == pytest.approx(100)
    for true, mean, (low, high) in zip(exact, found.equity, found.interval, strict=True):
        assert low < true < high and high - low < 1 and low < mean < high
    assert icm(stacks, prizes, samples=20_000, seed=1) == found != icm(stacks, prizes, samples=20_000, seed=2)


@pytest.mark.parametrize(
    ("stacks", "prizes", "why"),
    [
        ([100], [1], "2 to 100,000 players"),
        ([100, 0], [1], "leave out players without chips"),
        ([100, -5], [1], "leave out players without chips"),
        ([100, 10**15 + 1], [1], "1,000,000,000,000,001"),
        ([1, 2], [], "1 to 2 prizes, not 0"),
        ([1, 2], [3, 2, 1], "1 to 2 prizes, not 3"),
        ([1, 2], [2, 3], "from the first place down"),
        ([1, 2], [3, -1], "0 or more"),
        ([1, 2], [float("nan")], "0 or more"),
        ([1, 2], [float("inf")], "0 or more"),
    ],
)
def test_wrong_stacks_and_prizes_are_refused(stacks: list[int], prizes: list[float], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        icm(stacks, prizes)


@pytest.mark.parametrize("samples", [1, 10_000_001])
def test_too_few_or_too_many_samples_are_refused(samples: int) -> None:
    with pytest.raises(BadInput, match="random orders"):
        icm([1, 2], [1], samples)

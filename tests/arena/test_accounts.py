"""Accounts of tokens: the stakes of the Battle's queue."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.arena.accounts import BURNT, AccountLine, Accounts, Charged, Granted, Settled, decode, encode
from croupier.kernel.errors import BadInput


def charged() -> Accounts:
    accounts = Accounts()
    accounts.charge("M-1", ("alpha", "beta"), 1)
    return accounts


def balances(accounts: Accounts) -> tuple[int, int]:
    return accounts.balance("alpha"), accounts.balance("beta")


def test_a_new_account_has_ten_tokens() -> None:
    assert Accounts().balance("alpha") == 10
    assert Accounts(opening=3).balance("alpha") == 3


def test_both_pay_their_stake_into_the_pot() -> None:
    accounts = charged()
    assert balances(accounts) == (9, 9)
    assert accounts.pot("M-1") == 2


def test_nobody_is_charged_unless_both_are() -> None:
    accounts = Accounts(opening=1)
    accounts.charge("M-1", ("beta", "gamma"), 1)
    for pair in (("alpha", "beta"), ("beta", "alpha")):
        with pytest.raises(BadInput, match="beta has 0 tokens; the stake is 1"):
            accounts.charge("M-2", pair, 1)
    assert balances(accounts) == (1, 0)
    assert accounts.pot("M-2") == 0


def test_nobody_plays_against_itself() -> None:
    for pair in (("alpha", "alpha"), ()):
        with pytest.raises(BadInput, match="different accounts"):
            Accounts().charge("M-1", pair, 1)


@pytest.mark.parametrize("stake", [0, -1, 2**53])
def test_a_stake_is_at_least_one_token(stake: int) -> None:
    with pytest.raises(BadInput):
        Accounts(opening=2**54).charge("M-1", ("alpha", "beta"), stake)


def test_a_match_is_charged_once() -> None:
    accounts = charged()
    for _ in range(2):
        with pytest.raises(BadInput, match="charged already"):
            accounts.charge("M-1", ("alpha", "beta"), 1)
        accounts.settle("M-1", {"alpha": 2})
    assert balances(accounts) == (11, 9)


def test_the_winner_gets_the_pot() -> None:
    accounts = charged()
    assert accounts.settle("M-1", {"alpha": 2, "beta": 0}) == Settled("M-1", {"alpha": 2})
    assert balances(accounts) == (11, 9)
    assert accounts.pot("M-1") == 0


def test_a_draw_splits_the_pot_back() -> None:
    accounts = charged()
    assert accounts.give_back("M-1") == Settled("M-1", {"alpha": 1, "beta": 1})
    assert balances(accounts) == (10, 10)
    assert accounts.give_back("M-1") is None


def test_a_burnt_pot_goes_to_an_account_and_tokens_are_conserved() -> None:
    accounts = charged()
    accounts.settle("M-1", {BURNT: 2})
    assert balances(accounts) == (9, 9)
    assert accounts.balance(BURNT) == 2
    assert accounts.total == 20


def test_a_match_is_settled_exactly_once() -> None:
    accounts = charged()
    accounts.settle("M-1", {"alpha": 2})
    for again in ({"alpha": 2}, {"beta": 2}, {BURNT: 2}):
        assert accounts.settle("M-1", again) is None
    assert balances(accounts) == (11, 9)


def test_a_match_that_was_never_charged_cannot_be_settled() -> None:
    for settle in (lambda: Accounts().settle("M-1", {}), lambda: Accounts().give_back("M-1")):
        with pytest.raises(BadInput, match="never charged"):
            settle()


@pytest.mark.parametrize("paid", [{"alpha": 3}, {"alpha": 1}, {}, {"alpha": 3, "beta": -1}, {"gamma": 2}])
def test_exactly_the_pot_is_paid_to_the_players(paid: dict[str, int]) -> None:
    accounts = charged()
    with pytest.raises(BadInput, match="M-1"):
        accounts.settle("M-1", paid)
    assert balances(accounts) == (9, 9)
    assert accounts.pot("M-1") == 2


def test_a_grant_is_on_record() -> None:
    accounts = Accounts()
    assert accounts.grant("alpha", 5, by="host", why="lost a bot") == Granted("alpha", 5, "host", "lost a bot")
    assert accounts.balance("alpha") == 15
    for nothing in (0, -1, 2**53):
        with pytest.raises(BadInput):
            accounts.grant("alpha", nothing, by="host", why="")


def test_a_charge_is_a_line() -> None:
    line = Accounts().charge("M-1", ("alpha", "beta"), 1)
    assert line == Charged("M-1", ("alpha", "beta"), 1)
    assert decode(encode(line)) == line


ACCOUNTS = ("alpha", "beta", "gamma")
STEPS = ("charge", "settle", "burn", "back", "grant", "summary")
steps = st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 5), st.integers(0, 9)))


@given(steps)
def test_tokens_are_conserved_and_a_restart_changes_nothing(steps: list[tuple[str, int, int]]) -> None:
    accounts, lines, granted = Accounts(opening=3), list[AccountLine](), 0
    for step, match, number in steps:
        name, pot = f"M-{match}", accounts.pot(f"M-{match}")
        one, other = ACCOUNTS[number % 3], ACCOUNTS[(number + 1) % 3]
        try:
            if step == "charge":
                line: AccountLine | None = accounts.charge(name, (one, other), 1 + number % 2)
            elif step == "grant":
                line = accounts.grant(one, number, by="host", why="")
                granted += number
            elif step == "summary":
                line = accounts.summary()
            elif step == "back":
                line = accounts.give_back(name)
            else:
                line = accounts.settle(name, {BURNT if step == "burn" else one: pot})
        except BadInput:
            continue
        lines += [line] if line else []
        known = [key for key in accounts.summary().balances if key != BURNT]
        assert accounts.total == 3 * len(known) + granted
        assert all(accounts.balance(account) >= 0 for account in known)
    again = Accounts.of([decode(encode(line)) for line in lines], opening=3)
    assert again.summary() == accounts.summary()
    last = max((at for at, line in enumerate(lines) if type(line).__name__ == "Summary"), default=0)
    assert Accounts.of(lines[last:], opening=3).summary() == accounts.summary()


def test_a_match_that_was_paid_out_is_taken_back_once_and_nobody_gains() -> None:
    accounts = Accounts()
    lines = [accounts.charge("M-1", ("Alpha", "Beta"), 3), accounts.settle("M-1", {"Alpha": 5, BURNT: 1})]
    total = accounts.total
    lines.append(accounts.take_back("M-1"))
    assert accounts.take_back("M-1") is None and accounts.take_back("M-2") is None
    for after in (accounts, Accounts.of(lines), Accounts.of([accounts.summary()])):  # type: ignore[arg-type]
        assert [after.balance(team) for team in ("Alpha", "Beta", BURNT)] == [10, 10, 0]
        assert after.total == total and after.take_back("M-1") is None


def test_tokens_that_a_winner_has_spent_cannot_be_taken_back() -> None:
    accounts = Accounts()
    accounts.charge("M-1", ("Alpha", "Beta"), 10)
    accounts.settle("M-1", {"Alpha": 20})
    accounts.charge("M-2", ("Alpha", "Gamma"), 10)
    accounts.charge("M-3", ("Alpha", "Delta"), 10)
    with pytest.raises(BadInput, match="has only 0 left"):
        accounts.take_back("M-1")
    assert accounts.balance("Beta") == 0


def test_a_match_and_an_event_of_one_name_never_share_a_pot() -> None:
    accounts = Accounts()
    accounts.enter("cup-M1", "alpha", 5)
    with pytest.raises(BadInput, match="charged already"):
        accounts.charge("cup-M1", ("alpha", "beta"), 1)
    assert accounts.pot("cup-M1") == 5 and accounts.total == 5 + accounts.balance("alpha")
    accounts.charge("M-1", ("alpha", "beta"), 1)
    with pytest.raises(BadInput, match="closed"):
        accounts.enter("M-1", "alpha", 1)

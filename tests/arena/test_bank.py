"""The bank: what is kept of every change of the accounts, and what everybody is told to have."""

from __future__ import annotations

import pytest

from croupier.arena import accounts
from croupier.arena.accounts import BURNT, Charged, Granted, Settled, Summary, TakenBack
from croupier.arena.room.bank import SUMMED_UP, Bank
from croupier.arena.room.memory import ACCOUNTS, hands_in
from croupier.arena.store import Entry, Line, Value
from croupier.games.battle.game import DEFAULT_HAND
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import Balance

PAIR = ("alpha", "beta")


def charged(stake: int = 3, match: str = "M-1") -> Bank:
    bank = Bank()
    bank.charge(match, PAIR, stake)
    return bank


def kept(entries: list[Entry]) -> list[accounts.AccountLine]:
    """What lines say."""
    return [accounts.decode(entry.body) for entry in entries if isinstance(entry, Line)]


def have(bank: Bank, *names: str) -> list[int]:
    return [bank.accounts.balance(name) for name in names or PAIR]


def test_every_change_is_a_line_of_the_accounts_numbered_on_from_the_last() -> None:
    bank = Bank()
    lines = [
        *bank.charge("M-1", PAIR, 3),
        *bank.settle("M-1", PAIR, [3, -3]),
        *bank.take_back("M-1"),
        *bank.grant("beta", 4, "a lost bot"),
    ]
    assert kept(lines) == [
        Charged("M-1", PAIR, 3),
        Settled("M-1", {"alpha": 6}),
        TakenBack("M-1", {"alpha": 3, "beta": -3}),
        Granted("beta", 4, "host", "a lost bot"),
    ]
    assert all(isinstance(line, Line) and line.table == ACCOUNTS and not line.snapshot for line in lines)
    assert [line.number for line in lines if isinstance(line, Line)] == [1, 2, 3, 4]
    again = Bank([line for line in lines if isinstance(line, Line)], 4)
    assert have(again) == have(bank) == [10, 14]
    assert [line.number for line in again.grant("alpha", 1, "") if isinstance(line, Line)] == [5]


def test_after_a_number_of_lines_a_summary_replaces_them() -> None:
    bank = Bank(last=SUMMED_UP - 2)
    assert len(bank.grant("alpha", 1, "")) == 1
    grant, summary = bank.grant("alpha", 2, "")
    assert isinstance(grant, Line) and (grant.number, grant.snapshot) == (SUMMED_UP, False)
    assert isinstance(summary, Line) and (summary.number, summary.snapshot) == (SUMMED_UP + 1, True)
    assert kept([summary]) == [Summary(10, {"alpha": 13}, {}, [])]
    assert have(Bank([summary], summary.number)) == [13, 10]
    assert len(bank.grant("alpha", 1, "")) == 1, "and the next not before as many more"


def test_each_gets_back_its_stake_and_what_it_won() -> None:
    for scores, expected in (([3, -3], [13, 7]), ([-3, 3], [7, 13]), ([0, 0], [10, 10])):
        bank = charged()
        assert len(bank.settle("M-1", PAIR, scores)) == 1
        assert have(bank) == expected and bank.accounts.pot("M-1") == 0


def test_the_part_of_a_pot_that_nobody_wins_is_burnt() -> None:
    bank = charged()
    assert kept(bank.settle("M-1", PAIR, [1, -3])) == [Settled("M-1", {"alpha": 4, BURNT: 2})]
    assert have(bank, *PAIR, BURNT) == [11, 7, 2]


def test_a_match_is_settled_once_and_one_without_a_stake_changes_nothing() -> None:
    bank = charged()
    bank.settle("M-1", PAIR, [3, -3])
    assert bank.settle("M-1", PAIR, [-3, 3]) == bank.give_back("M-1") == []
    assert bank.settle("M-2", PAIR, [3, -3]) == bank.give_back("M-2") == bank.take_back("M-2") == []
    assert have(bank) == [13, 7]


def test_a_match_that_counts_for_nothing_gives_the_stakes_back() -> None:
    bank = charged()
    assert kept(bank.give_back("M-1")) == [Settled("M-1", {"alpha": 3, "beta": 3})]
    assert have(bank) == [10, 10]


def test_everybody_is_told_what_it_will_have_once_its_match_is_settled() -> None:
    bank = charged()
    bank.grant("beta", 5, "")
    for scores in ([3, -3], [-3, 3], [0, 0]):
        told = bank.balances("M-1", PAIR, scores)
        assert told == {0: Balance(10 + scores[0], scores[0]), 1: Balance(15 + scores[1], scores[1])}
    bank.settle("M-1", PAIR, [3, -3])
    assert have(bank) == [13, 12]


def test_of_a_match_without_a_stake_everybody_is_told_what_it_has() -> None:
    assert charged().balances("M-2", PAIR, [1, -1]) == {0: Balance(7, 0), 1: Balance(7, 0)}


def test_an_account_plays_with_its_own_hand_or_the_usual_one() -> None:
    bank, own = Bank(), ("attack", "attack", "heal", "counter")
    entry = bank.give_hand("alpha", own)[0]
    assert isinstance(entry, Value) and entry.secret and entry.body is not None
    for one in (bank, Bank(hands=hands_in({entry.key: entry.body}))):
        assert tuple(one.hand("alpha")) == tuple(one.hand("alpha", ("heal",) * 4)) == own
        assert one.hand("beta") == DEFAULT_HAND and one.hand("beta", ("heal",) * 4) == ("heal",) * 4


def test_an_invalid_hand_is_refused_and_the_old_one_stays() -> None:
    bank, own = Bank(), ("attack", "attack", "heal", "counter")
    bank.give_hand("alpha", own)
    with pytest.raises(BadInput):
        bank.give_hand("alpha", ["attack"])
    assert bank.hand("alpha") == own

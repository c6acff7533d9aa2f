"""Accounts of tokens: stakes are charged to all players of a match or to none, and settled once.

    accounts = Accounts()                                            or Accounts.of(lines), after a restart
    line = accounts.charge("M-7", ("Alpha", "Beta"), 1)              Charged; BadInput if an account has too little
    line = accounts.enter("cup", "Alpha", 5)                         Entered: a stake more in a pot that others join
    line = accounts.settle("M-7", {"Alpha": 2})                      Settled; None if it was settled before
    line = accounts.take_back("M-7")                                 TakenBack; None if there is nothing to take back
    line = accounts.grant("Alpha", 5, by="host", why="lost a bot")   Granted
    accounts.balance("Alpha")                                        10 for an unknown account

Every change returns one line, which must be stored before any client is told. `summary()` is a line that replaces all
lines before it. A pot is paid out completely, if need be to the account BURNT: tokens are conserved, and `total` is
the number that was ever given out. Accounts are named by the key of a team's name (`identity.name_key`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec

from ..kernel.errors import BadInput

OPENING = 10
"""The balance of a new account."""
BURNT = ":burnt"
"""The account that gets pots which nobody wins. No team can have this name."""
MOST = 2**53


class Charged(msgspec.Struct, frozen=True, tag="charged"):
    """A match has begun: each of these accounts has put the stake into the pot."""

    match: str
    accounts: tuple[str, ...]
    stake: int


class Entered(msgspec.Struct, frozen=True, tag="entered"):
    """An account has put tokens into the pot of an event; others, or itself, may add to it."""

    match: str
    account: str
    tokens: int


class Settled(msgspec.Struct, frozen=True, tag="settled"):
    """A match has ended: its pot was paid out."""

    match: str
    paid: dict[str, int]


class TakenBack(msgspec.Struct, frozen=True, tag="taken back"):
    """A match that was paid out is void: what each account had won by it is taken back."""

    match: str
    won: dict[str, int]


class Granted(msgspec.Struct, frozen=True, tag="granted"):
    """The host gave tokens to an account."""

    account: str
    tokens: int
    by: str
    why: str


class Summary(msgspec.Struct, frozen=True, tag="summary"):
    """All accounts at one moment: earlier lines are not needed any more."""

    opening: int
    balances: dict[str, int]
    pots: dict[str, Charged]
    settled: list[str]
    won: dict[str, dict[str, int]] = {}
    entered: dict[str, dict[str, int]] = {}


AccountLine = Charged | Entered | Settled | TakenBack | Granted | Summary
L = TypeVar("L", Charged, Entered, Settled, TakenBack, Granted)


class Accounts:
    """The balances of all accounts, and the pots of matches that are being played."""

    def __init__(self, opening: int = OPENING) -> None:
        self.opening = opening
        self._balances: dict[str, int] = {}
        self._pots: dict[str, Charged] = {}
        self._entered: dict[str, dict[str, int]] = {}
        """By event whose pot is not paid out: what each account has put into it."""
        self._settled: set[str] = set()
        self._won: dict[str, dict[str, int]] = {}
        """By match that was paid out: what each account won by it, so that it can be taken back."""

    @classmethod
    def of(cls, lines: Iterable[AccountLine], opening: int = OPENING) -> Accounts:
        """The accounts after these lines."""
        accounts = cls(opening)
        for line in lines:
            accounts._apply(line)
        return accounts

    def balance(self, account: str) -> int:
        """The number of tokens of an account."""
        return self._balances.get(account, 0 if account == BURNT else self.opening)

    def pot(self, match: str) -> int:
        """The pot of a match; 0 once it is settled, or if the match has none."""
        return sum(self.stakes(match).values())

    def stakes(self, match: str) -> dict[str, int]:
        """What each account has put into the pot of a match or an event; empty once it is settled."""
        charged = self._pots.get(match)
        return dict.fromkeys(charged.accounts, charged.stake) if charged else dict(self._entered.get(match, {}))

    @property
    def total(self) -> int:
        """The number of all tokens, in accounts and in pots."""
        return sum(self._balances.values()) + sum(map(self.pot, [*self._pots, *self._entered]))

    def charge(self, match: str, accounts: Sequence[str], stake: int) -> Charged:
        """Move the stakes of a match into its pot: from all accounts, or from none."""
        if match in self._pots or match in self._entered or match in self._settled:
            raise BadInput(f"Match {match} has been charged already.")
        if len(set(accounts)) != len(accounts) or not accounts:
            raise BadInput("A match is between different accounts.")
        if not 1 <= stake < MOST:
            raise BadInput(f"A stake is at least 1 token, not {stake}.")
        for account in accounts:
            if self.balance(account) < stake:
                raise BadInput(f"{account} has {self.balance(account)} tokens; the stake is {stake}.")
        return self._applied(Charged(match, tuple(accounts), stake))

    def enter(self, event: str, account: str, tokens: int) -> Entered:
        """Move tokens of an account into the pot of an event, which others may join; BadInput if it has too few."""
        if event in self._pots or event in self._settled:
            raise BadInput(f"The pot of {event} is closed.")
        if not 1 <= tokens < MOST:
            raise BadInput(f"A fee is at least 1 token, not {tokens}.")
        if self.balance(account) < tokens:
            raise BadInput(f"{account} has {self.balance(account)} tokens; the fee is {tokens}.")
        return self._applied(Entered(event, account, tokens))

    def settle(self, match: str, paid: Mapping[str, int]) -> Settled | None:
        """Pay out the pot of a match to its players or to BURNT, that of an event to anybody; None if it was paid out
        before."""
        if match in self._settled:
            return None
        stakes = self.stakes(match)
        if not stakes:
            raise BadInput(f"Match {match} was never charged: there is nothing to settle.")
        if match in self._pots and not set(paid) <= {*stakes, BURNT}:
            raise BadInput(f"Only those who play match {match} can be paid: {', '.join(stakes)}.")
        if min(paid.values(), default=0) < 0 or sum(paid.values()) != self.pot(match):
            raise BadInput(
                f"The pot of match {match} is {self.pot(match)}, and {sum(paid.values())} would be paid out."
            )
        return self._applied(Settled(match, {account: tokens for account, tokens in paid.items() if tokens}))

    def give_back(self, match: str) -> Settled | None:
        """Return the stakes of a match or an event that is drawn or void."""
        return self.settle(match, self.stakes(match))

    def take_back(self, match: str) -> TakenBack | None:
        """Take back what each account won by a match; None if there is nothing to take back. BadInput if an account has
        too little left."""
        won = self._won.get(match)
        if won is None:
            return None
        for account, tokens in won.items():
            if self.balance(account) < tokens:
                raise BadInput(
                    f"{account} has won {tokens} tokens in match {match} and has only {self.balance(account)} left; "
                    "grant it some first."
                )
        return self._applied(TakenBack(match, won))

    def grant(self, account: str, tokens: int, *, by: str, why: str) -> Granted:
        """Give tokens to an account."""
        if not 1 <= tokens < MOST:
            raise BadInput(f"A grant is at least 1 token, not {tokens}.")
        return self._applied(Granted(account, tokens, by, why))

    def summary(self) -> Summary:
        """A line that replaces all lines before it."""
        pots, settled = dict(self._pots), sorted(self._settled)
        entered = {event: dict(stakes) for event, stakes in self._entered.items()}
        return Summary(self.opening, dict(self._balances), pots, settled, dict(self._won), entered)

    def _applied(self, line: L) -> L:
        self._apply(line)
        return line

    def _apply(self, line: AccountLine) -> None:
        match line:
            case Charged(match=match, accounts=accounts, stake=stake):
                for account in accounts:
                    self._add(account, -stake)
                self._pots[match] = line
            case Entered(match=match, account=account, tokens=tokens):
                self._add(account, -tokens)
                stakes = self._entered.setdefault(match, {})
                stakes[account] = stakes.get(account, 0) + tokens
            case Settled(match=match, paid=paid):
                for account, tokens in paid.items():
                    self._add(account, tokens)
                staked = self.stakes(match)
                self._pots.pop(match, None)
                self._entered.pop(match, None)
                won = {account: paid.get(account, 0) - staked.get(account, 0) for account in {**staked, **paid}}
                self._won[match] = {account: tokens for account, tokens in won.items() if tokens}
                self._settled.add(match)
            case TakenBack(match=match, won=won):
                for account, tokens in won.items():
                    self._add(account, -tokens)
                self._won.pop(match, None)
            case Granted(account=account, tokens=tokens):
                self._add(account, tokens)
            case Summary():
                self.opening, self._balances = line.opening, dict(line.balances)
                self._pots, self._settled, self._won = dict(line.pots), set(line.settled), dict(line.won)
                self._entered = {event: dict(stakes) for event, stakes in line.entered.items()}

    def _add(self, account: str, tokens: int) -> None:
        self._balances[account] = self.balance(account) + tokens


def encode(line: AccountLine) -> bytes:
    """The bytes of a line, for the store."""
    return msgspec.json.encode(line)


_lines: msgspec.json.Decoder[AccountLine] = msgspec.json.Decoder(AccountLine)
decode = _lines.decode
"""The line that was encoded as these bytes."""

"""The accounts of an arena. Every change returns entries, to be appended together with the event that caused it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from croupier.games.battle import GAME as BATTLE
from croupier.games.battle.game import DEFAULT_HAND
from croupier.kernel.showing.wire import Balance

from .. import accounts
from ..accounts import BURNT, AccountLine, Accounts
from ..store import Entry, Line
from . import memory
from .memory import ACCOUNTS

SUMMED_UP = 1_000
"""Every time after this number of lines, a summary line replaces all lines before it."""


class Bank:
    """The tokens of all accounts, and the number of the last line about them."""

    def __init__(
        self, kept: Sequence[Line] = (), last: int = 0, hands: Mapping[str, Sequence[str]] = MappingProxyType({})
    ) -> None:
        self.recall(kept, last, hands)

    def recall(self, kept: Sequence[Line], last: int, hands: Mapping[str, Sequence[str]]) -> None:
        """Replace everything by what was kept: the lines from the last summary on, and the hands."""
        self.accounts = Accounts.of(accounts.decode(line.body) for line in kept)
        self._last = last
        self._hands = dict(hands)

    def hand(self, player: str, usual: Sequence[str] | str = DEFAULT_HAND) -> Sequence[str] | str:
        """The cards that an account plays a Battle with: its own, or the usual ones."""
        return self._hands.get(player, usual)

    def give_hand(self, player: str, hand: Sequence[str]) -> list[Entry]:
        """Set the cards that an account plays with from its next match on; BadInput if they are not a valid hand."""
        BATTLE.configure(hand)
        self._hands[player] = tuple(hand)
        return [memory.of_hand(player, hand)]

    def _line(self, line: AccountLine, snapshot: bool = False) -> Line:
        self._last += 1
        return Line(ACCOUNTS, self._last, accounts.encode(line), snapshot=snapshot)

    def _kept(self, line: AccountLine | None) -> list[Entry]:
        if line is None:
            return []
        entries: list[Entry] = [self._line(line)]
        if self._last % SUMMED_UP == 0:
            entries.append(self._line(self.accounts.summary(), snapshot=True))
        return entries

    def charge(self, match: str, players: Sequence[str], stake: int) -> list[Entry]:
        """Take the stakes of a match from all players or from none; BadInput if a player has too little."""
        return self._kept(self.accounts.charge(match, players, stake))

    def enter(self, event: str, player: str, tokens: int) -> list[Entry]:
        """Move tokens of a player into the pot of an event; BadInput if it has too few."""
        return self._kept(self.accounts.enter(event, player, tokens))

    def pay_out(self, event: str, paid: Mapping[str, int]) -> list[Entry]:
        """Pay out the pot of an event, once, if it has one."""
        return self._kept(self.accounts.settle(event, paid)) if self.accounts.pot(event) else []

    def settle(self, match: str, players: Sequence[str], scores: Sequence[int]) -> list[Entry]:
        """Pay out the pot of a match, once, if it has one: each gets back its stake and what it won."""
        pot = self.accounts.pot(match)
        if not pot:
            return []
        stake = pot // len(players)
        paid = {player: stake + score for player, score in zip(players, scores, strict=True)}
        return self._kept(self.accounts.settle(match, {**paid, BURNT: pot - sum(paid.values())}))

    def give_back(self, match: str) -> list[Entry]:
        """Return the stakes of a void match."""
        return self._kept(self.accounts.give_back(match)) if self.accounts.pot(match) else []

    def take_back(self, match: str) -> list[Entry]:
        """Reverse a match that was paid out; BadInput if a player has spent its winnings."""
        return self._kept(self.accounts.take_back(match))

    def grant(self, player: str, tokens: int, why: str) -> list[Entry]:
        """Give tokens to a player."""
        return self._kept(self.accounts.grant(player, tokens, by="host", why=why))

    def balances(self, match: str, players: Sequence[str], scores: Sequence[int]) -> dict[int, Balance]:
        """The balances after a match is settled, by seat; for a match without a stake, the current balances."""
        pot = self.accounts.pot(match)
        stake = pot // len(players) if pot else 0
        return {
            seat: Balance(self.accounts.balance(player) + stake + score * bool(pot), score * bool(pot))
            for seat, (player, score) in enumerate(zip(players, scores, strict=True))
        }

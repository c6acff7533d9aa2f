"""The money of a tournament over many tables: fees, chips that players buy, prizes.

Every function returns the entries to keep, together with the lines of the tournament that caused them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Protocol

from croupier.kernel.errors import BadInput
from croupier.simulate.tournament import lines as said
from croupier.simulate.tournament.prizes import Result, results
from croupier.simulate.tournament.purchases import What, bought
from croupier.simulate.tournament.tournament import Tournament

from ..door import Door
from ..room.offers import Offer
from ..room.players import Placing, of_placing, proved_in
from ..store import Entry
from . import lines

if TYPE_CHECKING:
    from ..room.guests import Guest
    from ..room.room import Room

HOUSE = ":house"
"""The account from which the house adds to prize pools. No team can have this name."""


NOT_BOUGHT = "NOT_BOUGHT"
"""The code of the notice to a player who could not buy what it had wished for."""


class DeskWithTill(Protocol):
    """What a till needs of a tournament's desk."""

    room: Room
    offer: Offer
    door: Door
    present: dict[str, Guest]

    @property
    def t(self) -> Tournament:
        """The state of the tournament."""
        ...

    def line(self, *said: lines.AnyLine) -> list[Entry]:
        """Apply lines; the entries for the store."""
        ...

    def refusal(self, key: str, what: What, chips: int = 0) -> str:
        """Why a player that has `chips` cannot enter again or buy chips now; "" if it can."""
        ...

    def once_kept(self, do: Callable[[], None]) -> None:
        """Do something when all that has been said so far is stored."""
        ...


class Till:
    """The till of one tournament."""

    def __init__(self, desk: DeskWithTill) -> None:
        self._desk = desk

    def opens(self) -> list[Entry]:
        """The fees of the house bots, which the house pays, and what it adds to the pool."""
        desk, entries = self._desk, list[Entry]()
        bank, event = desk.room.bank, desk.offer.id
        if added := desk.t.terms.added:
            entries += bank.grant(HOUSE, added, f"added to {event}")
            entries += bank.enter(event, HOUSE, added)
        for player in desk.t.players.values():
            entries += self.fee(player.key, player.policy)
        return entries

    def fee(self, key: str, policy: str = "") -> list[Entry]:
        """Take a fee; BadInput if the account has too few tokens. The house pays for its bots."""
        desk, entries = self._desk, list[Entry]()
        fee, bank = desk.t.terms.fee, desk.room.bank
        if fee and policy:
            entries += bank.grant(key, fee, f"the fee of {desk.offer.id}")
        return entries + bank.enter(desk.offer.id, key, fee) if fee else []

    def closes(self, *, cancelled: bool) -> list[Entry]:
        """Pay out the prizes, and put places and prizes into the careers of kept names; or give all fees back."""
        desk = self._desk
        bank, event = desk.room.bank, desk.offer.id
        if cancelled:
            return bank.pay_out(event, bank.accounts.stakes(event))
        found = results(desk.t)
        entries = bank.pay_out(event, {key: one.prize for key, one in found.items() if one.prize})
        return entries + [self._placing(key, found[key]) for key in sorted(proved_in(desk.door.claims, found))]

    def _placing(self, key: str, found: Result) -> Entry:
        """The place of a player, for its career."""
        desk, t, player = self._desk, self._desk.t, self._desk.t.players[key]
        paid = t.terms.fee * player.bought
        about = desk.offer.id, desk.offer.title, desk.room.wall(), found.place, len(t.players), player.entries
        return of_placing(key, Placing(*about, paid, found.prize, found.tied))

    def check_sale(self, key: str, what: What, chips: int = 0) -> None:
        """BadInput unless a player that has `chips` may buy something, and has the tokens."""
        t = self._desk.t
        if said := self._desk.refusal(key, what, chips):
            raise BadInput(said)
        if t.terms.fee and self._desk.room.bank.accounts.balance(key) < t.terms.fee:
            raise BadInput(f"You have too few tokens; the fee is {t.terms.fee}.")
        t.check_chips(bought(t, what))

    def sell_what_is_wished(self, keys: Collection[str], stacks: dict[str, int], hand: int) -> list[Entry]:
        """Sell chips to the players of a table, between two hands; `stacks` has theirs, and counts what they buy."""
        entries: list[Entry] = []
        for key in keys:
            for what in self._desk.t.players[key].wishes:
                entries += self.sell(key, what, stacks, hand)
        return entries

    def sell(self, key: str, what: said.Chips, stacks: dict[str, int], hand: int) -> list[Entry]:
        """Sell chips between two hands, and count them in `stacks`; or note why that is not possible any more."""
        desk, t, player = self._desk, self._desk.t, self._desk.t.players[key]
        try:
            self.check_sale(key, what, stacks.get(key, 0))
        except BadInput as why:
            return desk.line(said.Declined(key, what, str(why), desk.room.wall()))
        stacks[key] = stacks.get(key, 0) + bought(t, what)
        entries = self.fee(key, player.policy)
        return entries + desk.line(said.Bought(key, what, stacks[key], hand, desk.room.wall()))

    def tell_declined(self, keys: Sequence[str]) -> None:
        """Tell players why they could not buy what they wished for, when that is stored."""
        desk = self._desk

        def tell() -> None:
            for key in keys:
                if (guest := desk.present.get(key)) and (why := desk.t.players[key].declined) and guest.dialect:
                    guest.say(guest.dialect.notice(NOT_BOUGHT, why))

        if any(desk.t.players[key].declined for key in keys):
            desk.room.loop.call_soon(desk.once_kept, tell)

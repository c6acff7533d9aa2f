"""The dealer of the arena: draws cards in an order to which the arena committed itself before.

    dealer = FairDealer(secret, "T-1/17")       one for each hand
    move = dealer.deal(state, decision)         the move of the house; the same again after a restart
    dealer.commitments                          grows when a pool gets a new order: send the new ones before the move
    dealer.follow(state)                        after every step: notes which seats know which position
    dealer.openings(seat)                       at the end of the hand: the openings for a seat (None: a spectator)

A pool keeps its order as long as its cards are exactly the rest of that order. Once cards have come back (a discard
pile shuffled into the deck), the next draw begins an epoch: a new order, from the same secret, under a new root.

**An opening reveals nothing new.** A position says more than a card: it says when the card was drawn. So a recipient
gets the opening of a position only if it knew the card when it was drawn (its own, or dealt face up), or was shown the
card in the place where it was dealt (hole cards at a showdown). A card that was played from a hidden hand stays closed
to the others, although they have seen it: its position would reveal how long it had been in that hand.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ..kernel.contract.game import Decision, Move, Option, State
from ..kernel.errors import BadInput
from ..kernel.vocabulary.ledger import room
from ..kernel.vocabulary.menu import DRAWN
from ..kernel.vocabulary.turns import SPECTATOR
from .shuffle import Commitment, Deck, Opening, below, words_of


class Drawn(NamedTuple):
    """One draw of the house: a number of cards of an order, from the position `first` on."""

    pool: int
    epoch: int
    first: int
    cards: int


class _Place(NamedTuple):
    """A position of the order of a pool."""

    pool: int
    epoch: int
    position: int


class FairDealer:
    """Answers for the house in one hand, from its secret."""

    def __init__(self, secret: bytes, context: str) -> None:
        self.secret, self.context = secret, context
        self._decks: dict[int, list[Deck]] = {}
        self._drawn: dict[int, int] = {}
        self._rolls = 0
        self._audience: dict[_Place, int] = {}
        self._place: dict[int, _Place] = {}
        self._zone: dict[int, int] = {}
        self._left: set[int] = set()
        self._followed: tuple[list[int], list[int]] = ([], [])
        """The zone of every card and the seats that know it, at the last call of `follow`."""
        self.draws: list[Drawn] = []
        """The draws of the house in this hand, in order."""

    def copy(self) -> FairDealer:
        """A copy, which will deal the same cards."""
        twin = FairDealer(self.secret, self.context)
        twin._decks = {pool: decks[:] for pool, decks in self._decks.items()}
        twin._drawn, twin._rolls, twin.draws = self._drawn.copy(), self._rolls, self.draws[:]
        twin._audience, twin._place = self._audience.copy(), self._place.copy()
        twin._zone, twin._left, twin._followed = self._zone.copy(), self._left.copy(), self._followed
        return twin

    @property
    def commitments(self) -> list[Commitment]:
        """The commitments to the orders of this hand, in the order in which they were needed."""
        needed = dict.fromkeys((draw.pool, draw.epoch) for draw in self.draws)
        return [self._decks[pool][epoch].commitment for pool, epoch in needed]

    def deal(self, state: State, decision: Decision) -> Move:
        """The move of the house: the next cards of a pool, or a random number derived from the secret."""
        option = decision.options[0]
        if option.kind == DRAWN:
            return Move(DRAWN, 0, self._draw(state, option))
        return Move(option.kind, self._roll(option) if option.step else 0)

    def _draw(self, state: State, option: Option) -> tuple[int, ...]:
        pool, count = option.zone, option.most
        deck = self._deck(pool, {card for card, zone in enumerate(state.table.cards.zone) if zone == pool})
        first = self._drawn[pool]
        cards = tuple(deck.order[first : first + count])
        if len(cards) < count:
            raise BadInput(f"Pool {pool} has {len(cards)} cards left and {count} are to be dealt.")
        epoch = deck.commitment.epoch
        self.draws.append(Drawn(pool, epoch, first, count))
        self._drawn[pool] = first + count
        self._followed = [], []
        for position, card in enumerate(cards, first):
            if card in self._zone:
                self._left.add(self._zone.pop(card))
            self._place[card] = _Place(pool, epoch, position)
        return cards

    def _deck(self, pool: int, cards: set[int]) -> Deck:
        """The order of a pool: the last one if the cards are the rest of it, otherwise that of a new epoch."""
        decks = self._decks.setdefault(pool, [])
        if not decks or set(decks[-1].order[self._drawn[pool] :]) != cards:
            decks.append(Deck(self.secret, self.context, pool, len(decks), cards))
            self._drawn[pool] = 0
        return decks[-1]

    def _roll(self, option: Option) -> int:
        words = words_of(b"rolls" + self.secret + self._rolls.to_bytes(4))
        self._rolls += 1
        return option.low + option.step * below(words, (option.high - option.low) // option.step + 1)

    def follow(self, state: State) -> None:
        """Note which seats may know by now which card lay at which position."""
        if not self._place:
            return
        ledger = state.table.cards
        if self._followed == (ledger.zone, ledger.known):
            return  # such as after a bet: no card has moved or was shown
        self._followed = ledger.zone[:], ledger.known[:]
        for card, place in list(self._place.items()):
            zone = ledger.zone[card]
            laid = self._zone.get(card)
            if laid is None:
                if zone == place.pool:
                    continue  # the card is drawn, but the move is not made yet
                self._zone[card] = zone
                self._audience[place] = ledger.known[card]
            elif zone != laid:
                self._left.add(laid)
                del self._place[card], self._zone[card]
        ours = Counter(self._zone.values())
        as_dealt = {zone for zone in ours if room(ledger, zone) and ledger.count[zone] == ours[zone]} - self._left
        for card, zone in self._zone.items():
            if zone in as_dealt:
                self._audience[self._place[card]] |= ledger.known[card]

    def openings(self, seat: int | None) -> list[Opening]:
        """The openings that a seat, or a spectator (None), gets at the end of the hand."""
        bit = SPECTATOR if seat is None else seat
        seen = sorted(place for place, audience in self._audience.items() if audience >> bit & 1)
        return [self._decks[place.pool][place.epoch].opening(place.position) for place in seen]

    def next_openings(self, pool: int, cards: int) -> list[Opening]:
        """The openings of the cards of a pool that would be drawn next."""
        first = self._drawn.get(pool, 0)
        return [self._decks[pool][-1].opening(position) for position in range(first, first + cards)]

    def whole_decks(self) -> list[Opening]:
        """Every position of every order, for a host who publishes whole decks after the match."""
        decks = [self._decks[one.pool][one.epoch] for one in self.commitments]
        return [deck.opening(position) for deck in decks for position in range(len(deck.order))]

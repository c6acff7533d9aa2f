"""Referees that are written from a rule book alone: their table, and the parts that all rule books have in common.

A referee is a generator. It asks for cards (`Deal`) and is sent them; it asks a player to choose (`Ask`), with all
legal choices, and is sent the choice; in the end it yields the winnings. It knows only what it is sent. It is written
from the chapters "The deal", "Betting" and "The end of the game" of the rule books, not from the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, NamedTuple

Cards = tuple[frozenset[int], int, int]
"""Cards to choose from, and the least and the most that may be chosen."""
Amounts = tuple[int, int]
Options = dict[str, Cards | Amounts | None]


class Deal(NamedTuple):
    """Asks for `count` cards of the deck, which still has these cards."""

    count: int
    deck: frozenset[int]


class Ask(NamedTuple):
    """Asks a player for one of these choices."""

    seat: int
    options: Options


class Chosen(NamedTuple):
    """A player's choice."""

    name: str
    amount: int = 0
    cards: tuple[int, ...] = ()


Play = Generator[Deal | Ask, Any, Any]


def rank(card: int) -> int:
    """Two is 0, ace 12."""
    return card >> 2


def suit(card: int) -> int:
    return card & 3


class RefereeTable:
    """The players, their cards and chips, the deck and what lies on the table."""

    def __init__(self, players: int, chips: int, cards: frozenset[int], is_one_pot: bool = False) -> None:
        self.seats = range(players)
        self.chips = [chips] * players
        self.points = [0] * players
        self.cards = cards
        self.is_one_pot = is_one_pot
        self.starter = 0

    def shuffle(self) -> None:
        """Begin a hand: all cards are in the deck, and all players are in, in a game for chips those with chips."""
        self.deck = set(self.cards)
        self.hands: list[list[int]] = [[] for _ in self.seats]
        self.captured = [0] * len(self.seats)
        self.pile: list[int] = []
        self.aside: list[int] = []
        self.players = [seat for seat in self.seats if self.chips[seat] or not any(self.chips)]
        self.total = [0] * len(self.seats)
        self.put = [0] * len(self.seats)

    def round_from(self, first: int) -> list[int]:
        """The players who are in, from a seat on, to the left."""
        return sorted(self.players, key=lambda seat: (seat - first) % len(self.seats))

    def draw(self, count: int) -> Play:
        """Draw cards of the deck; if it has too few, the discarded cards go into it first, except the last of the
        pile."""
        if len(self.deck) < count:
            self.deck |= {*self.pile[:-1], *self.aside}
            self.pile, self.aside = self.pile[-1:], []
        count = min(count, len(self.deck))
        if not count:
            return []
        cards = yield Deal(count, frozenset(self.deck))
        self.deck -= {*cards}
        return cards

    def deal(self, count: int) -> Play:
        """Deal cards to all players, one at a time."""
        players = self.round_from(self.starter)
        for number, card in enumerate((yield from self.draw(count * len(players)))):
            self.hands[players[number % len(players)]].append(card)

    def next_starter(self) -> None:
        """The next player on the left who has chips."""
        going_on = [seat for seat in self.seats if self.chips[seat] or not any(self.chips)]
        self.starter = min(going_on, key=lambda seat: (seat - self.starter - 1) % len(self.seats))


class Round(NamedTuple):
    """The rules of a round of betting."""

    bet: int
    raises: int
    ante: int = 0
    blinds: tuple[int, int] | None = None
    no_limit: bool = False


def bet(t: RefereeTable, rules: Round) -> Play:
    """Play a round of betting."""
    t.put = [0] * len(t.seats)
    for seat in t.players:
        t.total[seat] += _pay(t, seat, rules.ante)
    level, raises, largest, is_short = 0, 0, rules.bet, False
    order = t.round_from(t.starter)
    if rules.blinds:
        small, big = order[:2] if len(order) > 2 else (order[1], order[0])
        for seat, blind in zip((small, big), rules.blinds, strict=True):
            _put_in(t, seat, blind)
        level, largest = rules.blinds[1], max(largest, rules.blinds[1])
        is_short = t.put[big] < level
        order = t.round_from(big + 1)
    say = [seat for seat in order if t.chips[seat]]

    def to_call(seat: int) -> int:
        reach = max(t.put[other] + t.chips[other] for other in t.players if other != seat)
        return max(0, (min(level, reach) if is_short and not t.is_one_pot else level) - t.put[seat])

    while say and len(t.players) > 1:
        with_chips = [seat for seat in t.players if t.chips[seat]]
        seat = say.pop(0)
        if len(with_chips) == 1 and to_call(seat) == 0 and not t.is_one_pot:
            break
        call, chips, up = to_call(seat), t.chips[seat], level - t.put[seat] + rules.bet
        most = t.put[seat] + chips
        amounts = (min(level + largest, most), most) if rules.no_limit else None
        options: Options = {} if call else {"CHECK": None}
        if chips < call or (call == 0 and chips < up):
            options["ALL_IN"] = None
        elif call:
            options["CALL"] = None
        if chips >= up and (level == 0 or raises < rules.raises):
            options["RAISE" if level else "BET"] = amounts
        if call:
            options["FOLD"] = None
        chosen = yield Ask(seat, options)
        if chosen.name == "FOLD":
            t.players.remove(seat)
        elif chosen.name == "CALL":
            _put_in(t, seat, call)
        elif chosen.name != "CHECK":
            total = most if chosen.name == "ALL_IN" else chosen.amount if rules.no_limit else level + rules.bet
            _put_in(t, seat, total - t.put[seat])
            if total > level:
                raises += chosen.name == "RAISE"
                level, largest, is_short = total, max(largest, total - level), False
                say = [other for other in t.round_from(seat + 1) if other != seat and t.chips[other]]
    if not t.is_one_pot:
        _give_back(t)


def _pay(t: RefereeTable, seat: int, chips: int) -> int:
    """Take chips out of a stack, at most all of them."""
    paid = min(chips, t.chips[seat])
    t.chips[seat] -= paid
    return paid


def _put_in(t: RefereeTable, seat: int, chips: int) -> None:
    paid = _pay(t, seat, chips)
    t.put[seat] += paid
    t.total[seat] += paid


def _give_back(t: RefereeTable) -> None:
    """Return the part of a bet that no other player has matched."""
    second, top = sorted(t.put)[-2:]
    owner = t.put.index(top)
    if top > second and owner in t.players:
        t.chips[owner] += top - second
        t.total[owner] -= top - second


def pay_out(t: RefereeTable, worth: Callable[[int], Any]) -> None:
    """Pay the pots to the best hands. A player who is all-in wins from each other player at most its own stake; with
    one pot, all of it."""
    if t.is_one_pot:
        _share(t, sum(t.total), t.players, worth)
        return
    below = 0
    for level in sorted({t.total[seat] for seat in t.players}):
        pot = sum(min(total, level) - min(total, below) for total in t.total)
        _share(t, pot, [seat for seat in t.players if t.total[seat] >= level], worth)
        below = level


def _share(t: RefereeTable, pot: int, players: list[int], worth: Callable[[int], Any]) -> None:
    """Pay a pot to the winner, or in equal shares to players who tie; odd chips go to the first of them. A single
    player wins without showing cards."""
    best = max(map(worth, players)) if len(players) > 1 else None
    winners = [seat for seat in players if best is None or worth(seat) == best]
    for seat in winners:
        t.chips[seat] += pot // len(winners)
    t.chips[winners[0]] += pot % len(winners)


def session(
    t: RefereeTable, hands: int, hand: Callable[[RefereeTable], Play], is_won: Callable[[RefereeTable], bool]
) -> Play:
    """Play a number of hands, each started by the next player; fewer if the game is won, or one player has all
    chips."""
    stake = t.chips[0]
    for _ in range(hands):
        t.shuffle()
        yield from hand(t)
        t.next_starter()
        if is_won(t) or (stake and sum(chips > 0 for chips in t.chips) == 1):
            break
    return [chips - stake for chips in t.chips] if stake else t.points


def give_point_to_the_best(t: RefereeTable, worth: Callable[[int], Any]) -> None:
    """The winner writes down a point; where several are tied, each of them does."""
    best = max(map(worth, t.players))
    for seat in t.players:
        t.points[seat] += worth(seat) == best

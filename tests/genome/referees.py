"""Referees of some classics, written sentence by sentence from their rule books alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any

from .judges import Seat
from .judges import melded as cards_in_melds
from .referee import Ask, Play, RefereeTable, Round, bet, give_point_to_the_best, pay_out, rank, session, suit

WHOLE_DECK = frozenset(range(52))
DIAMONDS, SPADES = 1, 3
TWO, SIX, EIGHT, TEN, JACK, QUEEN, KING, ACE = 0, 4, 6, 8, 9, 10, 11, 12
Referee = Callable[[], Play]


def deck_from(lowest: int) -> frozenset[int]:
    """The cards from a rank to the aces of all four suits."""
    return frozenset(card for card in WHOLE_DECK if rank(card) >= lowest)


def nobody_wins_sooner(t: RefereeTable) -> bool:
    return False


# Hands: "the best kind of hand comes first in this table".


def groups_of(ranks: list[int]) -> tuple[list[int], list[int]]:
    """The counts of the ranks in descending order, and these ranks: those that make the hand come first."""
    counts = sorted(((count, each) for each, count in Counter(ranks).items()), reverse=True)
    return [count for count, _ in counts], [each for _, each in counts]


def five_cards(five: tuple[int, ...]) -> Any:
    """The value of five cards: the kind (0 for the last of the table), the ranks that make it, then the others."""
    counts, ranks = groups_of([rank(card) for card in five])
    flush = len({suit(card) for card in five}) == 1
    if ranks == [ACE, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    kinds = [[1, 1, 1, 1, 1], [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], "straight", "flush", [3, 2], [4, 1]]
    kind = kinds.index(counts)
    if straight or flush:
        kind = len(kinds) if straight and flush else kinds.index("straight" if straight else "flush")
    return kind, ranks


def best_five(cards: list[int]) -> Any:
    return max(map(five_cards, combinations(cards, 5)))


def lowest_five(cards: list[int]) -> Any:
    """The value of the lowest five cards: straights and flushes do not count, and aces are low."""
    counts, ranks = groups_of([(rank(card) + 1) % 13 for card in cards])
    kinds = [[1, 1, 1, 1, 1], [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], [3, 2], [4, 1]]
    return -kinds.index(counts), [-each for each in ranks]


# Betting games.


def holdem_fixed_limit(chips: int = 1_000) -> Play:
    """Six players; blinds of 5 and 10, bets of 10, 10, 20 and 20, at most three raises; the best five of seven."""

    def hand(t: RefereeTable) -> Play:
        yield from t.deal(2)
        board = list[int]()
        for turned_up, rules in (
            (0, Round(10, 3, blinds=(5, 10))),
            (3, Round(10, 3)),
            (1, Round(20, 3)),
            (1, Round(20, 3)),
        ):
            board += yield from t.draw(turned_up)
            yield from bet(t, rules)
            if len(t.players) == 1:
                break
        pay_out(t, lambda seat: best_five(t.hands[seat] + board))

    return session(RefereeTable(6, chips, WHOLE_DECK), 10, hand, nobody_wins_sooner)


def change_cards(t: RefereeTable, most: int) -> Play:
    """Give each player a turn, the starter first, to discard up to `most` cards face down and get as many new ones. A
    player's own discards stay out of the deck."""
    for seat in t.round_from(t.starter):
        hand = t.hands[seat]
        chosen = yield Ask(seat, {"DISCARD": (frozenset(hand), 1, most), "PASS": None})
        if chosen.name == "DISCARD":
            if len(t.deck) < len(chosen.cards):
                t.deck |= {*t.aside}
                t.aside = []
            t.hands[seat] = [card for card in hand if card not in chosen.cards]
            t.hands[seat] += yield from t.draw(len(chosen.cards))
            t.aside += chosen.cards


def lowball(chips: int = 500) -> Play:
    """Five players, no limit, blinds of 5 and 10, at most four raises; change up to five cards; the lowest five win."""

    def hand(t: RefereeTable) -> Play:
        yield from t.deal(5)
        yield from bet(t, Round(10, 4, blinds=(5, 10), no_limit=True))
        if len(t.players) > 1:
            yield from change_cards(t, 5)
            yield from bet(t, Round(10, 4, no_limit=True))
        pay_out(t, lambda seat: lowest_five(t.hands[seat]))

    return session(RefereeTable(5, chips, WHOLE_DECK), 10, hand, nobody_wins_sooner)


def one_card(chips: int, is_one_pot: bool) -> Play:
    """Three players, an ante of 3, blinds of 4 and 8, bets of 5, at most two raises; the highest of one card wins."""

    def hand(t: RefereeTable) -> Play:
        yield from t.deal(1)
        yield from bet(t, Round(5, 2, ante=3, blinds=(4, 8)))
        pay_out(t, lambda seat: rank(t.hands[seat][0]))

    return session(RefereeTable(3, chips, WHOLE_DECK, is_one_pot), 8, hand, nobody_wins_sooner)


# Tricks.


def trick(t: RefereeTable, leader: int, trumps: int, follow: bool) -> Play:
    """Play a trick, one card a player; returns the winner and the cards."""
    played = dict[int, int]()
    for seat in t.round_from(leader):
        hand = t.hands[seat]
        led = suit(next(iter(played))) if played else None
        same = [card for card in hand if suit(card) == led] if follow else []
        chosen = yield Ask(seat, {"PLAY": (frozenset(same or hand), 1, 1)})
        played[chosen.cards[0]] = seat
        hand.remove(chosen.cards[0])
    led = suit(next(iter(played)))
    in_trumps = [card for card in played if suit(card) == trumps]
    return played[max(in_trumps or [card for card in played if suit(card) == led], key=rank)], [*played]


def bourre(chips: int = 40) -> Play:
    """Four players, an ante of 1; bets of 2, change up to four cards, bets of 4, at most two raises; then five tricks
    with spades as trumps. The most captured cards win."""

    def hand(t: RefereeTable) -> Play:
        yield from t.deal(5)
        yield from bet(t, Round(2, 2, ante=1))
        if len(t.players) > 1:
            yield from change_cards(t, 4)
            yield from bet(t, Round(4, 2))
        leader = t.round_from(t.starter)[0]
        for _ in range(5 if len(t.players) > 1 else 0):
            leader, cards = yield from trick(t, leader, SPADES, follow=True)
            t.captured[leader] += len(cards)
        pay_out(t, lambda seat: t.captured[seat])

    return session(RefereeTable(4, chips, WHOLE_DECK), 10, hand, nobody_wins_sooner)


def briscola() -> Play:
    """Two players, the sixes to the aces; three cards, a trick with diamonds as trumps, a new card for everybody, until
    nobody has cards left. The points of captured cards are written down."""
    worth = {ACE: 11, TEN: 10, KING: 4, QUEEN: 3, JACK: 2}

    def hand(t: RefereeTable) -> Play:
        yield from t.deal(3)
        leader = t.starter
        while any(t.hands):
            leader, cards = yield from trick(t, leader, DIAMONDS, follow=False)
            t.points[leader] += sum(worth.get(rank(card), 0) for card in cards)
            if len(t.deck) >= 2:
                yield from t.deal(1)

    return session(RefereeTable(2, 0, deck_from(SIX)), 10, hand, nobody_wins_sooner)


# Shedding games.


def crazy_eights() -> Play:
    """Four players, five cards; suit or rank of the last card, or an eight; a player who cannot play draws one card,
    and plays it if it fits. At most 200 turns; cards left in hand are bad points, and at 100 it ends."""
    worth = {EIGHT: 50, ACE: 1} | {each: 10 for each in (TEN, JACK, QUEEN, KING)}

    def play(t: RefereeTable, seat: int) -> Play:
        last, hand = t.pile[-1], t.hands[seat]
        fits = [card for card in hand if suit(card) == suit(last) or rank(card) in (rank(last), EIGHT)]
        if fits:
            chosen = yield Ask(seat, {"PLAY": (frozenset(fits), 1, 1)})
            hand.remove(chosen.cards[0])
            t.pile += chosen.cards
        return bool(fits)

    def turn(t: RefereeTable, seat: int) -> Play:
        """Give a player a turn; returns whether the player could do anything."""
        if (yield from play(t, seat)):
            return True
        drawn = (yield from t.draw(1)) if len(t.hands[seat]) < 20 else []
        t.hands[seat] += drawn
        return (yield from play(t, seat)) or bool(drawn)

    def hand(t: RefereeTable) -> Play:
        yield from t.deal(5)
        t.pile += yield from t.draw(1)
        turns, is_over = 0, False
        while not is_over:
            is_stuck = True
            for seat in t.round_from(t.starter):
                turns += 1
                if turns > 200 or is_over:
                    is_over = True
                    break
                is_stuck &= not (yield from turn(t, seat))
                is_over = not t.hands[seat]
            is_over |= is_stuck
        for seat in t.seats:
            t.points[seat] += sum(worth.get(rank(card), rank(card) + 2) for card in t.hands[seat])

    return _with_bad_points(session(RefereeTable(4, 0, WHOLE_DECK), 20, hand, lambda t: max(t.points) >= 100))


def _with_bad_points(played: Play) -> Play:
    """The winnings of a session in which points count negatively."""
    return [-points for points in (yield from played)]


# Collecting games.


def discard_one(t: RefereeTable, seat: int) -> Play:
    """Discard one card, face up onto the pile."""
    chosen = yield Ask(seat, {"DISCARD": (frozenset(t.hands[seat]), 1, 1)})
    t.hands[seat].remove(chosen.cards[0])
    t.pile += chosen.cards


def gin_rummy() -> Play:
    """Two players, ten cards, ten turns: take the last discard or draw, and discard one. Most cards in melds win."""

    def hand(t: RefereeTable) -> Play:
        yield from t.deal(10)
        t.pile += yield from t.draw(1)
        for _ in range(10):
            for seat in t.round_from(t.starter):
                chosen = yield Ask(seat, {"TAKE": None, "PASS": None})
                t.hands[seat] += [t.pile.pop()] if chosen.name == "TAKE" else (yield from t.draw(1))
                yield from discard_one(t, seat)
        melds = [cards_in_melds(Seat(cards, [], [])) for cards in t.hands]
        give_point_to_the_best(t, melds.__getitem__)

    return session(RefereeTable(2, 0, WHOLE_DECK), 10, hand, nobody_wins_sooner)


def thirty_one() -> Play:
    """Four players, the sevens to the aces, three cards, four turns: take a card of the deck or the last discard, and
    discard one. The most points of one suit win."""
    worth = {ACE: 11} | {each: 10 for each in (TEN, JACK, QUEEN, KING)}

    def points(cards: list[int]) -> int:
        totals = Counter[int]()
        for card in cards:
            totals[suit(card)] += worth.get(rank(card), rank(card) + 2)
        return max(totals.values())

    def hand(t: RefereeTable) -> Play:
        yield from t.deal(3)
        t.pile += yield from t.draw(1)
        for _ in range(4):
            for seat in t.round_from(t.starter):
                chosen = yield Ask(seat, {"DRAW": None, "TAKE": None})
                t.hands[seat] += [t.pile.pop()] if chosen.name == "TAKE" else (yield from t.draw(1))
                yield from discard_one(t, seat)
        give_point_to_the_best(t, lambda seat: points(t.hands[seat]))

    return session(RefereeTable(4, 0, deck_from(SIX + 1)), 20, hand, nobody_wins_sooner)

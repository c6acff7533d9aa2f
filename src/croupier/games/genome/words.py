"""Genome games in words: a table as a person would draw it, and what happened as a person would tell it."""

from __future__ import annotations

from collections.abc import Callable

from croupier.kernel.vocabulary.betting import FIXED_LIMIT
from croupier.kernel.vocabulary.cards import UNKNOWN, format_card, format_cards
from croupier.kernel.vocabulary.evaluate import add_card, hand_name
from croupier.kernel.vocabulary.events import Fact

from .machine import events
from .machine.evaluation import poker_value
from .machine.program import (
    BUST,
    COMPARE,
    ONE_SUIT,
    OPERATION,
    POINTS,
    POINTS_IN_HAND,
    POKER,
    STREET,
    STREET_STRUCTURE,
    instructions,
)
from .machine.records import BOARD, CAPTURED, DECK, HAND, TOP, TRICK, Config, View
from .machine.settling import ACE, ANY_SUIT, nearness_of, with_soft_ace
from .machine.translate import SUITS


def render(view: View, config: Config | None = None) -> str:
    """The table as one seat sees it: only what there is in this game. A config tells what bets are and hands worth."""
    for_chips = any(view.stack) or view.pot > 0
    table = [f"deck {view.cards.count[DECK]}"] if view.cards.count[DECK] else []
    for name, zone in (("discard", TOP), ("community", BOARD), ("trick", TRICK)):
        if view.cards.count[zone]:
            table.append(f"{name} {format_cards(_cards_in(view, zone))}")
    if view.trump >= 0:
        table.append(f"trumps {SUITS[view.trump]}")
    if for_chips:
        table.append(f"pot {view.pot:,}")
    if config and view.min_bet and all(line[STREET_STRUCTURE] == FIXED_LIMIT for line in _lines(config, STREET)):
        table.append(f"bets of {view.min_bet:,}")
    lines = [f"Hand {view.hands + 1}: " + "   ".join(table)]
    held = [_held(view, seat) for seat in range(view.seats)]
    for seat, cards in enumerate(held):
        notes = _notes(view, seat, config)
        turn = ">" if seat == view.actor else " "
        name = "you   " if seat == view.seat else f"seat {seat}"
        amount = f"{view.stack[seat]:>9,}" if for_chips else f"{view.points[seat]:>5} points"
        lines.append(f" {turn} {name}  {amount}  {cards:{max(map(len, held))}}   {'   '.join(notes)}".rstrip())
    if view.to_call:
        lines.append(f"   {view.to_call:,} to call")
    return "\n".join(lines)


def _held(view: View, seat: int) -> str:
    """What a seat has in its hand."""
    if not view.dealt >> seat & 1:
        return "not in this hand"
    return format_cards(_cards_in(view, HAND + seat)) if view.live >> seat & 1 else "folded"


def _notes(view: View, seat: int, config: Config | None) -> list[str]:
    """What else there is to say of a seat."""
    notes = []
    if view.bet[seat]:
        notes.append(f"bet {view.bet[seat]:,}")
    if captured := view.cards.count[CAPTURED + seat]:
        notes.append(f"captured {captured}")
    if config and (worth := _worth(view, seat, config)):
        notes.append(worth)
    return [*notes, "starter"] if seat == view.start else notes


def _worth(view: View, seat: int, config: Config) -> str:
    """What a hand is worth by the first thing that decides, where it can be said in a word; only of hands one sees."""
    hand = _cards_in(view, HAND + seat)
    if not hand or UNKNOWN in hand or not view.live >> seat & 1:
        return ""
    measure, _, target, flags = _lines(config, COMPARE)[0][1:5]
    board = _cards_in(view, BOARD)
    if measure == POKER:
        value = 0
        for card in [*hand, *board]:
            value = add_card(value, card)
        return hand_name(poker_value(value))
    if measure not in (POINTS, POINTS_IN_HAND):
        return ""
    cards = [*hand, *board] if measure == POINTS else hand
    suits = range(4) if flags & ONE_SUIT else (ANY_SUIT,)
    totals = [
        _total([card for card in cards if suit in (ANY_SUIT, card & 3)], hand, config, target, flags) for suit in suits
    ]
    total = max(totals, key=lambda total: nearness_of(total, False, target, flags))
    return f"{total} in hand" + (", bust" if flags & BUST and 0 < target < total else "")


def _total(cards: list[int], hand: list[int], config: Config, target: int, flags: int) -> int:
    """The points of some cards, one ace of the hand soft if that is better."""
    total = sum(config.worth[card] for card in cards)
    has_ace = any(card >> 2 == ACE and card in cards for card in hand)
    return with_soft_ace(total, has_ace, target, flags)


def _lines(config: Config, operation: int) -> list[list[int]]:
    """The instructions of a program with an operation."""
    return [line for line in instructions(config.code) if line[OPERATION] == operation]


def _cards_in(view: View, zone: int) -> list[int]:
    first = view.cards.first[zone]
    return view.cards.row[first : first + view.cards.count[zone]]


def _cards(fact: Fact) -> str:
    """The cards of a fact, or how many they are if one may not see them."""
    cards = getattr(fact, "cards", ())
    if set(cards) == {UNKNOWN}:
        return "a card" if len(cards) == 1 else f"{len(cards)} cards"
    return format_cards(cards)


_TELL: dict[type[Fact], Callable[..., str]] = {
    events.HandStarted: lambda f: f"— Hand {f.number}: seat {f.seat} starts —",
    events.AntePosted: lambda f: f"seat {f.seat} antes {f.chips:,}",
    events.Posted: lambda f: f"seat {f.seat} posts {f.chips:,}",
    events.CardsDealt: lambda f: f"seat {f.seat} is dealt {_cards(f)}",
    events.CardsTurnedUp: lambda f: f"Community: {format_cards(f.cards)}",
    events.DiscardsTurnedUp: lambda f: f"Discard pile: {format_cards(f.cards)}",
    events.DeckRefilled: lambda f: f"{f.number} discarded cards are shuffled into the deck",
    events.Checked: lambda f: f"seat {f.seat} checks",
    events.BetPlaced: lambda f: f"seat {f.seat} bets {f.total:,}",
    events.Called: lambda f: f"seat {f.seat} calls {f.chips:,}",
    events.Raised: lambda f: f"seat {f.seat} raises to {f.total:,}",
    events.WentAllIn: lambda f: f"seat {f.seat} goes all-in with {f.chips:,}",
    events.Folded: lambda f: f"seat {f.seat} folds",
    events.BetReturned: lambda f: f"{f.chips:,} uncalled go back to seat {f.seat}",
    events.CardsPlayed: lambda f: f"seat {f.seat} plays {_cards(f)}",
    events.PlayedToTrick: lambda f: f"seat {f.seat} plays {_cards(f)}",
    events.CardsCaptured: lambda f: f"seat {f.seat} lays down {_cards(f)}",
    events.CardsDiscarded: lambda f: f"seat {f.seat} discards {_cards(f)}",
    events.CardsThrownAway: lambda f: f"seat {f.seat} discards {_cards(f)} face down",
    events.Drew: lambda f: f"seat {f.seat} draws",
    events.TookDiscard: lambda f: f"seat {f.seat} takes {format_card(f.card)} from the discard pile",
    events.Passed: lambda f: f"seat {f.seat} passes",
    events.CouldNotPlay: lambda f: f"seat {f.seat} has nothing that fits",
    events.TrickWon: lambda f: f"seat {f.seat} takes the trick",
    events.HandShown: lambda f: f"seat {f.seat} shows {format_cards(f.cards)}",
    events.PotAwarded: lambda f: f"seat {f.seat} wins {f.chips:,}",
    events.PointsScored: lambda f: f"seat {f.seat} scores {f.points:+}",
    events.HandWon: lambda f: f"seat {f.seat} wins the hand",
    events.Eliminated: lambda f: f"seat {f.seat} is out",
    events.TimeRanOut: lambda f: f"seat {f.seat} runs out of time",
    events.TurnsRanOut: lambda f: f"all {f.number:,} turns of the hand are used up",
    events.StepsRanOut: lambda f: f"the session ends here, after {f.number:,} steps",
}


def tell(fact: Fact) -> str:
    """A fact as a sentence; turns, gathered bets and the like go without saying."""
    return _TELL[type(fact)](fact) if type(fact) in _TELL else ""

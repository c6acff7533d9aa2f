"""The card that greedy plays to a trick: win cheaply if captured cards are good, else lose with the highest card."""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.turns import size

from ..machine.choices import value_in_trick
from ..machine.program import CAPTURED_POINTS
from ..machine.records import TRICK, View

POINT = 1 << 12
"""A point outweighs any place in the order of a trick."""


@rule
def play_to_trick(v: View, m: Menu, option: int, a: Action) -> None:
    """Take one card of the menu."""
    a.kind = m.kind[option]
    a.count = 1
    best = 0
    for i in range(m.first[option], m.first[option] + m.choices[option]):
        merit = merit_of(v, m.candidate[i])
        if i == m.first[option] or merit > best:
            best = merit
            a.cards[0] = m.candidate[i]


@rule
def captures_are_good(v: View) -> bool:
    """Whether winning tricks is good."""
    p = v.prospects
    if p.measure[0] == CAPTURED_POINTS:
        return p.sign[0] * p.deck_worth > 0
    return True


@rule
def in_trick(v: View, card: int) -> int:
    """The value of a card in the present trick."""
    led = card & 3
    if v.cards.count[TRICK]:
        led = v.cards.row[v.cards.first[TRICK]] & 3
    return value_in_trick(card, led, v.trump, v.prospects.high_wins, v.prospects.led_suit_wins)


@rule
def merit_of(v: View, card: int) -> int:
    """The merit of playing a card now.

    If the seat wants the trick and can win it, it plays the highest card, or the lowest that wins if it is the last to
    play; if it cannot win, the lowest. If it does not want the trick, it plays the highest card that still loses, else
    the lowest that wins, or the highest if it wins anyway.
    """
    p = v.prospects
    mine = in_trick(v, card)
    played = v.cards.count[TRICK]
    last = played + 1 >= size(v.live)
    wins = True
    for slot in range(played):
        if in_trick(v, v.cards.row[v.cards.first[TRICK] + slot]) >= mine:
            wins = False
    if captures_are_good(v):
        if wins:
            return 2 * POINT * POINT + (-mine if last else mine)
        points = p.sign[0] * p.worth[card] if p.measure[0] == CAPTURED_POINTS else 0
        return -POINT * points - mine
    if wins:
        return mine if last else -mine
    return POINT * POINT + POINT * -p.sign[0] * p.worth[card] + mine

"""Sentence players: a player whose whole strategy can be said in a sentence, such as "lay nothing, always draw three".

A sentence has an entry for every place of the program that asks a seat: thresholds for a betting round, a manner for a
choice of cards. It is data, so a fit (`fitting`) may try hundreds of sentences without compiling any.

How strong a hand is, and which cards greedy would choose, is worked out once for everything that a seat can see, and
kept in a memo. The random numbers for that are drawn from the key in the memo, so what is kept changes no result.
"""

from __future__ import annotations

from typing import Any

from croupier.games.genome.machine.choices import DISCARD, DRAW, PASS, PLAY, TAKE
from croupier.games.genome.machine.program import BET as BETTING
from croupier.games.genome.machine.program import (
    CAPTURED_POINTS,
    CHOOSE_TO,
    OPERATION,
    POINTS,
    POINTS_IN_HAND,
    PROGRAM,
    TO_TRICK,
)
from croupier.games.genome.machine.records import BOARD, CAPTURED, HAND, TOP, View
from croupier.games.genome.machine.wagers import ALL_IN, BET, CALL, CHECK, FOLD, RAISE
from croupier.games.genome.players.believing import CHECKED, RAISED, SILENT, move_on_street
from croupier.games.genome.players.choosing import AFTERWARDS, any_luck, choose_source, lay_cards
from croupier.games.genome.players.imagined import row, share_beaten
from croupier.games.genome.players.tricks import play_to_trick
from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.events import mix
from croupier.kernel.vocabulary.menu import FIRST_KIND, Action, Menu, is_within, option_of, take
from croupier.kernel.vocabulary.rng import Rng, below, seed

STAY, RISE, BLUFF, SIZE, ONCE, MANNER, LEVEL = range(7)
"""What an entry says. Betting: the strengths, in thousandths, from which it stays in and from which it bets and raises;
how often in a thousand it bets weaker hands, too; the size of its bets; whether it only opens and never raises the bet
of another. Choices: the manner, and the strength below which a seat with the manner BELOW draws."""
WIDTH = 8
"""The room of an entry."""
LOW_SIZE, HALF_POT, WHOLE_POT, EVERYTHING = range(4)
"""Sizes of bets, where there is a choice."""
GREEDILY, NONE, MOST, LOWEST, HIGHEST, TAKING, BELOW = range(7)
"""Manners: as greedy does; nothing, or as few cards as possible; as many as possible; the lowest or the highest cards,
as few as possible; from the pile; from the deck with a hand below LEVEL."""
Entry = tuple[int, int, int, int, int, int, int]
Sentence = dict[int, Entry]
"""The entries by the place of the program that asks."""
SLOTS = 2
"""The number of sentences at a bench: the one that stands for somebody who plays, and one that is tried."""
SAID = SLOTS * PROGRAM * WIDTH
WHOLE = 1000
DEALS, CARD_DEALS = 32, 6
"""The numbers of imagined deals from which the strength of a hand and a choice of cards are estimated."""
A_STEP = 4
"""The number of imagined deals that count as one step of a hand: they are a part of what a run may cost."""
CARDS_KEPT, CARD_BITS, KIND_BITS, COUNT_BITS = 8, 6, 4, 4
"""A choice of up to this many cards is kept in one number, each card in CARD_BITS."""
RANKS_ROOM = 64


MEMO = 1 << 15
"""The places of the memo. A key has one place, and of several keys with the same place the last stays."""


@rule
def said(seating: Any, slot: int, at: int, what: int) -> int:
    """What a sentence says about a place of the program."""
    number: int = seating.said[(slot * PROGRAM + at) * WIDTH + what]
    return number


@rule
def speak(v: View, m: Menu, rng: Rng, a: Action, seating: Any, slot: int) -> None:
    """Fill in the move of a sentence."""
    a.amount = 0
    a.count = 0
    if is_betting(m):
        bet_as_said(v, m, rng, a, seating, slot)
    elif max(option_of(m, PLAY), option_of(m, DISCARD)) >= 0:
        lay_as_said(v, m, rng, a, seating, said(seating, slot, v.at, MANNER))
    else:
        draw_as_said(v, m, rng, a, seating, said(seating, slot, v.at, MANNER), said(seating, slot, v.at, LEVEL))


@rule
def is_betting(m: Menu) -> bool:
    """Whether a menu belongs to a betting round."""
    return option_of(m, CHECK) >= 0 or option_of(m, FOLD) >= 0


@rule
def bet_as_said(v: View, m: Menu, rng: Rng, a: Action, seating: Any, slot: int) -> None:
    """Bet or raise with a strong hand, or now and then with another; stay with a medium one; else check or fold."""
    stay = said(seating, slot, v.at, STAY)
    rise = said(seating, slot, v.at, RISE)
    bluff = said(seating, slot, v.at, BLUFF)
    dared = bluff > 0 and below(rng, WHOLE) < bluff
    strength = 0
    if stay > 0 or rise < WHOLE:
        strength = strength_held(v, rng, seating)
    raises = max(option_of(m, RAISE), option_of(m, BET))
    may_rise = not (said(seating, slot, v.at, ONCE) and v.raises > 0)
    if (strength >= rise or dared) and may_rise and raises >= 0:
        a.kind = m.kind[raises]
        if m.step[raises]:
            a.amount = size_as_said(v, m, raises, said(seating, slot, v.at, SIZE))
    elif strength >= rise and may_rise and option_of(m, ALL_IN) >= 0:
        a.kind = ALL_IN
    elif option_of(m, CHECK) >= 0:
        a.kind = CHECK
    elif strength >= stay and option_of(m, CALL) >= 0:
        a.kind = CALL
    elif strength >= stay and option_of(m, ALL_IN) >= 0:
        a.kind = ALL_IN
    else:
        a.kind = FOLD


@rule
def size_as_said(v: View, m: Menu, option: int, size: int) -> int:
    """An amount of a size."""
    wanted = m.low[option]
    if size == HALF_POT:
        wanted = v.current_bet + v.pot // 2
    elif size == WHOLE_POT:
        wanted = v.current_bet + v.pot
    elif size == EVERYTHING:
        wanted = m.high[option]
    wanted = max(m.low[option], min(wanted, m.high[option]))
    return wanted - (wanted - m.low[option]) % m.step[option]


@rule
def lay_as_said(v: View, m: Menu, rng: Rng, a: Action, seating: Any, manner: int) -> None:
    """Lay cards in a manner."""
    option = max(option_of(m, PLAY), option_of(m, DISCARD))
    passes = option_of(m, PASS) >= 0
    a.kind = m.kind[option]
    if manner == NONE and passes:
        take(a, PASS)
    elif manner == LOWEST or manner == HIGHEST:  # noqa: SIM109 - the dialect has no `in`
        lay_in_order(v, m, option, a, 1 if manner == LOWEST else -1)
    elif v.prospects.instruction[CHOOSE_TO] == TO_TRICK:
        play_to_trick(v, m, option, a)
    else:
        key = mix(mix(key_of(v), row(v, TOP, 0)), mix(manner + 2, m.most[option]))
        for i in range(m.first[option], m.first[option] + m.choices[option]):
            key = mix(key, m.candidate[i])
        at = key & (MEMO - 1)
        if seating.memo_key[at] == key:
            unpack_cards(seating.memo_value[at], a)
        else:
            lay_greedily(v, m, option, passes, rng, a, seating, manner, key)
            if a.count <= CARDS_KEPT:
                seating.memo_key[at] = key
                seating.memo_value[at] = packed_cards(a)


@rule
def lay_greedily(v: View, m: Menu, option: int, passes: bool, rng: Rng, a: Action, seating: Any, manner: int,
                 key: int) -> None:  # fmt: skip
    """Choose cards as greedy does; as many, or as few, as possible if the manner says so."""
    fewest = m.fewest[option]
    most = m.most[option]
    may_pass = passes
    if manner == MOST:
        m.fewest[option] = most
        may_pass = False
    elif manner == NONE:
        m.most[option] = max(1, fewest)
    luck = any_luck(rng)
    seed(rng, key, 0)
    seating.work += CARD_DEALS * m.most[option] * m.choices[option] // A_STEP
    lay_cards(v, m, option, may_pass, CARD_DEALS, rng, a)
    seed(rng, luck, AFTERWARDS)
    m.fewest[option] = fewest
    m.most[option] = most


@rule
def packed_cards(a: Action) -> int:
    """A choice of cards as one number: the count lowest, then the kind, then the cards in order."""
    value = 0
    for i in range(a.count):
        value = (value << CARD_BITS) | a.cards[a.count - 1 - i]
    return (((value << KIND_BITS) | (a.kind - FIRST_KIND)) << COUNT_BITS) | a.count


@rule
def unpack_cards(value: int, a: Action) -> None:
    """Fill in a choice of cards from its number."""
    a.count = value & ((1 << COUNT_BITS) - 1)
    value >>= COUNT_BITS
    a.kind = FIRST_KIND + (value & ((1 << KIND_BITS) - 1))
    value >>= KIND_BITS
    for i in range(a.count):
        a.cards[i] = value & ((1 << CARD_BITS) - 1)
        value >>= CARD_BITS


@rule
def lay_in_order(v: View, m: Menu, option: int, a: Action, sign: int) -> None:
    """Lay the fewest cards that may be laid: the lowest, or with a sign of -1 the highest."""
    wanted = max(1, m.fewest[option])
    while a.count < wanted:
        chosen = -1
        for i in range(m.first[option], m.first[option] + m.choices[option]):
            card = m.candidate[i]
            nearer = chosen < 0 or sign * (place_in_order(v, card) - place_in_order(v, chosen)) < 0
            if nearer and not is_within(a.cards, 0, a.count, card):
                chosen = card
        a.cards[a.count] = chosen
        a.count += 1


@rule
def place_in_order(v: View, card: int) -> int:
    """How high a card is: by its points where points decide, else by its rank."""
    what = v.prospects.measure[0]
    if what == POINTS or what == POINTS_IN_HAND or what == CAPTURED_POINTS:  # noqa: SIM109 - the dialect has no `in`
        return RANKS_ROOM * v.prospects.worth[card] + (card >> 2)
    return card >> 2


@rule
def draw_as_said(v: View, m: Menu, rng: Rng, a: Action, seating: Any, manner: int, level: int) -> None:
    """Draw from the deck, take the last card of the pile, or pass."""
    kind = m.kind[0]
    if manner == NONE and option_of(m, PASS) >= 0:
        kind = PASS
    elif manner == TAKING and option_of(m, TAKE) >= 0:
        kind = TAKE
    elif (manner == MOST or manner == TAKING) and option_of(m, DRAW) >= 0:  # noqa: SIM109 - the dialect has no `in`
        kind = DRAW
    elif manner == BELOW and option_of(m, DRAW) >= 0 and option_of(m, PASS) >= 0:
        kind = DRAW if strength_held(v, rng, seating) < level else PASS
    else:
        key = mix(mix(key_of(v), row(v, TOP, 0)), m.count)
        at = key & (MEMO - 1)
        if seating.memo_key[at] != key:
            luck = any_luck(rng)
            seed(rng, key, 0)
            seating.work += m.count * CARD_DEALS // A_STEP
            choose_source(v, m, CARD_DEALS, rng, a)
            seed(rng, luck, AFTERWARDS)
            seating.memo_key[at] = key
            seating.memo_value[at] = a.kind
        kind = seating.memo_value[at]
    take(a, kind)


@rule
def strength_held(v: View, rng: Rng, seating: Any) -> int:
    """The share of other hands, in thousandths, that a seat's own beats, as far as it can know."""
    key = mix(key_of(v), 1)
    at = key & (MEMO - 1)
    if seating.memo_key[at] != key:
        luck = any_luck(rng)
        seed(rng, key, 0)
        seating.work += DEALS // A_STEP
        share = share_beaten(v, row(v, HAND + v.seat, 0), 0, v.prospects.draws, DEALS, rng)
        seed(rng, luck, AFTERWARDS)
        seating.memo_key[at] = key
        seating.memo_value[at] = share
    value: int = seating.memo_value[at]
    return value


@rule
def key_of(v: View) -> int:
    """A key of everything that the worth of a hand may depend on: what the seat sees, and how the hand goes on."""
    p = v.prospects
    key = mix(mix(v.at + 1, v.seat), mix(v.live, v.start))
    key = mix(mix(key, row(v, HAND + v.seat, 0)), row(v, BOARD, 0))
    key = mix(mix(key, p.unseen), mix(p.draws, p.exchanges))
    key = mix(mix(key, p.to_hand), p.to_board)
    for other in range(v.seats):
        key = mix(mix(key, v.cards.count[HAND + other]), v.cards.count[CAPTURED + other])
        key = mix(key, p.captured_points[other])
        if other != v.seat:
            key = mix(key, row(v, HAND + other, 0))
    return key


@rule
def plays_as_said(v: View, rng: Rng, seating: Any, slot: int) -> bool:
    """Whether a sentence would have bet on this street as the seat with this view did."""
    move = move_on_street(v, v.seat)
    if move == SILENT or v.prospects.instruction[OPERATION] != BETTING:
        return True
    strength = strength_held(v, rng, seating)
    if move == RAISED:
        return strength >= said(seating, slot, v.at, RISE) or below(rng, WHOLE) < said(seating, slot, v.at, BLUFF)
    if move == CHECKED:
        return strength < said(seating, slot, v.at, RISE)
    return strength >= said(seating, slot, v.at, STAY)

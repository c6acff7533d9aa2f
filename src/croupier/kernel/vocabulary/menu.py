"""What an actor may do, as data: the only definition of legality.

A rule fills the menu with options. An option is a kind of action, with a range of amounts or a choice of cards if the
kind has one. A random bot samples from the menu, a solver enumerates it, a terminal asks by it and a referee refuses by
it: exactly what the menu describes is accepted, so `act` never checks again. The check itself is `judge_amount` and
`judge_cards`: `allows` applies them to a menu, and `contract.decision.judge` to an option.

An option marked `aside` may be taken but is not part of the decision that the actor owes: leaving the table, or the
clock running out. An option marked `unlisted` answers the decision and is accepted, but no list of what is legal names
it: folding where checking is free. Bots choose neither by themselves. An aside that is unlisted is made for a seat by
its table, and never by its player.

A choice of cards may lay them in places, some of which may stay empty (`allow_gaps`): GAP is then a card that the
action names for an empty place.
"""

from __future__ import annotations

from typing import Annotated, Any

from ..language.jit import rule
from ..language.records import Record
from .cards import UNKNOWN
from .ledger import FAULT_POOL_EMPTY, Ledger, pick
from .rng import Rng, below
from .turns import NOBODY

OPTIONS = 12
CANDIDATES = 64
CARDS_PER_ACTION = 24
DRAW_TRIES = 4096
"""A draw never takes this many tries, unless the pool has fewer cards than it counts."""
MASK_BITS = 62

SIT = 1
LEAVE = 2
TIMEOUT = 3
DRAWN = 4
NEXT_HAND = 5
"""The house begins the next hand. It draws nothing: the hand's cards are the same whenever it is done."""
FIRST_KIND = 16
"""Lower kinds belong to the kernel; a game numbers its own kinds from here."""

ALLOWED = 0
NOT_OFFERED = 1
TOO_LOW = 2
TOO_HIGH = 3
OFF_STEP = 4
TOO_FEW_CARDS = 5
TOO_MANY_CARDS = 6
CARD_NOT_OFFERED = 7
CARD_TWICE = 8
AMOUNT_NOT_TAKEN = 9
NOT_WHOLE = 10
"""Only for moves in plain Python: compiled, every number is an integer."""

FAULT_MENU_FULL = 111
NO_ZONE = -1
ABSENT = -1
GAP = -2
"""Stands among the cards of an action for a place that stays empty. UNKNOWN is a card; a gap is not."""

Options = Annotated[list[int], OPTIONS]


class Action(Record):
    """What an actor does: a kind, an amount if the kind has one, and the cards it names."""

    kind: int
    amount: int
    count: int
    cards: Annotated[list[int], CARDS_PER_ACTION]


class Menu(Record):
    """The options of one actor. `default` is the option that the clock plays, -1 if there is none.

    An option with a step has amounts, from `low` to `high`; one with a `most` has a choice of cards. Fields that an
    option does not use are not written: only `kind`, `aside`, `step` and `most` are set for every option.
    """

    fault: int
    count: int
    kind: Options
    aside: Options
    unlisted: int
    """The unlisted options, as a mask of their places in the menu."""
    low: Options
    high: Options
    step: Options
    zone: Options
    fewest: Options
    most: Options
    ordered: Options
    gaps: Options
    first: Options
    choices: Options
    candidates: int
    candidate: Annotated[list[int], CANDIDATES]
    default: int
    limit_ms: int
    shared_clock: int
    drawer: int
    """For a draw, the only seat that gets the cards; NOBODY if they are for the table."""
    told: int
    """A key of everything that the actor has been told (its trace), where a driver has filled it in for policies."""


@rule
def clear(m: Menu) -> None:
    """Empty the menu, ready for a new decision."""
    m.count = 0
    m.unlisted = 0
    m.candidates = 0
    m.default = -1
    m.limit_ms = 0
    m.shared_clock = 0
    m.drawer = NOBODY


@rule
def offer(m: Menu, kind: int) -> None:
    """Add an option with neither amount nor cards. Functions called after an offer may change the last option."""
    at = m.count
    if at >= OPTIONS:
        m.fault = FAULT_MENU_FULL
        return
    m.kind[at] = kind
    m.aside[at] = 0
    m.step[at] = 0
    m.most[at] = 0
    m.count = at + 1


@rule
def offer_aside(m: Menu, kind: int) -> None:
    """Add an option that may be taken at any time but that is not owed."""
    offer(m, kind)
    m.aside[m.count - 1] = 1


@rule
def set_aside(m: Menu) -> None:
    """Make the last option an aside."""
    m.aside[m.count - 1] = 1


@rule
def offer_unlisted(m: Menu, kind: int) -> None:
    """Add an option that answers the decision, but is left out of lists of legal options."""
    offer(m, kind)
    set_unlisted(m)


@rule
def set_unlisted(m: Menu) -> None:
    """Leave the last option out of lists of legal options."""
    m.unlisted |= 1 << (m.count - 1)


@rule
def offer_amount(m: Menu, kind: int, low: int, high: int, step: int) -> None:
    """Add an option with an amount from low to high, both included, in steps counted from low."""
    offer(m, kind)
    at = m.count - 1
    m.low[at] = low
    m.high[at] = high
    m.step[at] = step


@rule
def offer_cards(m: Menu, kind: int, zone: int, fewest: int, most: int, ordered: int) -> None:
    """Add an option to choose from `fewest` to `most` cards of a zone; `candidate` then names the cards."""
    if most > CARDS_PER_ACTION:
        m.fault = FAULT_MENU_FULL
        return
    offer(m, kind)
    at = m.count - 1
    m.zone[at] = zone
    m.fewest[at] = fewest
    m.most[at] = most
    m.ordered[at] = ordered
    m.gaps[at] = 0
    m.first[at] = m.candidates
    m.choices[at] = 0


@rule
def allow_gaps(m: Menu) -> None:
    """Let places stay empty in the last option's choice of cards. Places are ordered, so the choice is ordered too."""
    if m.count > 0:
        m.gaps[m.count - 1] = 1
        m.ordered[m.count - 1] = 1


@rule
def candidate(m: Menu, card: int) -> None:
    """Add a card to the choice of the last option."""
    if m.candidates >= CANDIDATES or m.count == 0:
        m.fault = FAULT_MENU_FULL
        return
    m.candidate[m.candidates] = card
    m.candidates += 1
    m.choices[m.count - 1] += 1


@rule
def offer_draw(m: Menu, pool: int, count: int) -> None:
    """Add the draw that the house owes: `count` cards of a pool, in order. Any cards of the pool may be drawn."""
    offer_cards(m, DRAWN, pool, count, count, 1)


@rule
def offer_draw_for(m: Menu, seat: int, pool: int, count: int) -> None:
    """Add a draw for one seat, from a stream of its own, which does not depend on the draws of others."""
    offer_draw(m, pool, count)
    m.drawer = seat


@rule
def option_of(m: Menu, kind: int) -> int:
    """The place of a kind of action in the menu; ABSENT if it is not offered."""
    for at in range(m.count):
        if m.kind[at] == kind:
            return at
    return ABSENT


@rule
def is_aside(m: Menu, kind: int) -> bool:
    """Whether a kind of action is offered as an aside."""
    at = option_of(m, kind)
    return at != ABSENT and m.aside[at] != 0


@rule
def is_listed(m: Menu, option: int) -> bool:
    """Whether an option answers the decision and appears in lists of legal options."""
    return not m.aside[option] and not (m.unlisted >> option) & 1


@rule
def take(a: Action, kind: int) -> None:
    """Choose a kind of action that takes neither an amount nor cards."""
    a.kind = kind
    a.amount = 0
    a.count = 0


@rule
def is_draw(m: Menu, option: int) -> bool:
    """Whether an option is a draw from a pool."""
    return m.kind[option] == DRAWN and m.most[option] > 0


@rule
def allows(m: Menu, a: Action) -> int:
    """ALLOWED if the menu offers the action, else the code of the reason.

    The cards of a draw from a pool are not checked: compiled, the driver itself has drawn them.
    """
    at = option_of(m, a.kind)
    if at == ABSENT:
        return NOT_OFFERED
    code = judge_amount(m.low[at], m.high[at], m.step[at], a.amount)
    if code != ALLOWED:
        return code
    if m.most[at] == 0:
        return judge_count(0, 0, a.count)
    if is_draw(m, at):
        return judge_count(m.fewest[at], m.most[at], a.count)
    return judge_cards(m.fewest[at], m.most[at], m.gaps[at], m.candidate, m.first[at], m.choices[at], a.cards, a.count)


@rule
def judge_amount(low: int, high: int, step: int, amount: int) -> int:
    """ALLOWED if an option takes an amount, else the reason; without a step it takes none."""
    if step == 0:
        return ALLOWED if amount == 0 else AMOUNT_NOT_TAKEN
    if amount < low:
        return TOO_LOW
    if amount > high:
        return TOO_HIGH
    return OFF_STEP if step > 1 and (amount - low) % step != 0 else ALLOWED


@rule
def judge_count(fewest: int, most: int, count: int) -> int:
    """ALLOWED if an option takes `count` cards, else the reason."""
    if count > most:
        return TOO_MANY_CARDS
    return TOO_FEW_CARDS if count < fewest else ALLOWED


@rule
def judge_cards(
    fewest: int, most: int, gaps: int, offered: Any, first: int, choices: int, cards: Any, count: int
) -> int:
    """ALLOWED if an option takes some cards, else the reason: their number, a card that is not offered, or one named
    twice.

    The cards offered are `choices` cards from `offered[first]` on. GAP is no card, and may come any number of times.
    """
    code = judge_count(fewest, most, count)
    if code != ALLOWED:
        return code
    for i in range(count):
        card = cards[i]
        if not (gaps and card == GAP):
            if not is_within(offered, first, choices, card):
                return CARD_NOT_OFFERED
            if is_within(cards, 0, i, card):
                return CARD_TWICE
    return ALLOWED


@rule
def is_within(cards: Any, first: int, count: int, card: int) -> bool:
    """Whether a card is one of `count` cards from a place on."""
    for at in range(first, first + count):
        if cards[at] == card:
            return True
    return False


@rule
def choose_randomly(m: Menu, rng: Rng, a: Action) -> None:
    """Take one of the listed options, each equally likely, with a uniform amount and uniform cards."""
    owed = 0
    for at in range(m.count):
        if is_listed(m, at):
            owed += 1
    skip = below(rng, max(owed, 1))
    chosen = 0
    for at in range(m.count):
        if is_listed(m, at):
            if skip == 0:
                chosen = at
            skip -= 1
    fill_randomly(m, chosen, rng, a)


@rule
def fill_randomly(m: Menu, option: int, rng: Rng, a: Action) -> None:
    """Take a given option with a uniform amount and uniform cards; a gap is as likely as any card left."""
    a.kind = m.kind[option]
    a.amount = 0
    a.count = 0
    if m.step[option] == 1:
        a.amount = m.low[option] + below(rng, m.high[option] - m.low[option] + 1)
    elif m.step[option] > 1:
        a.amount = m.low[option] + m.step[option] * below(rng, (m.high[option] - m.low[option]) // m.step[option] + 1)
    if m.most[option]:
        name_cards_randomly(m, option, rng, a)


@rule
def name_cards_randomly(m: Menu, option: int, rng: Rng, a: Action) -> None:
    """Choose uniform cards for a given option."""
    wanted = m.fewest[option] + below(rng, m.most[option] - m.fewest[option] + 1)
    if not m.gaps[option]:
        wanted = min(wanted, m.choices[option])
    while a.count < wanted:
        at = below(rng, m.choices[option] + m.gaps[option])
        if at == m.choices[option]:  # one past the candidates stands for an empty place
            a.cards[a.count] = GAP
            a.count += 1
        else:
            card = m.candidate[m.first[option] + at]
            if not is_within(a.cards, 0, a.count, card):
                a.cards[a.count] = card
                a.count += 1


@rule
def draw_randomly(m: Menu, x: Ledger, rng: Rng, a: Action) -> None:
    """Answer the house's draw with random cards of the pool."""
    a.kind = DRAWN
    a.amount = 0
    a.count = 0
    pool = m.zone[0]
    if x.count[pool] < m.most[0]:
        x.fault = FAULT_POOL_EMPTY
        return
    drawn = 0
    tries = 0
    while a.count < m.most[0]:
        card = pick(x, pool, rng)
        tries += 1
        if card == UNKNOWN or tries > DRAW_TRIES:
            x.fault = FAULT_POOL_EMPTY
            return
        fresh = True
        if card < MASK_BITS:
            fresh = not (drawn >> card) & 1
            drawn |= 1 << card
        else:
            fresh = not is_within(a.cards, 0, a.count, card)
        if fresh:
            a.cards[a.count] = card
            a.count += 1

"""The choices of a menu, numbered: search keeps statistics for each.

Choice number n is an option with one of its amounts and one of its arrangements of cards. Of a wide range of amounts
a few are tried; everything else is complete.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import GAP, Action, Menu, is_listed

AMOUNTS = 5
"""How many amounts of a wide range are tried: the least, the most, and three between, denser near the least."""


@rule
def count_choices(m: Menu) -> int:
    """How many choices answer the decision, without asides and unlisted options."""
    total = 0
    for option in range(m.count):
        if is_listed(m, option):
            total += amounts(m, option) * arrangements(m, option)
    return total


@rule
def take_choice(m: Menu, number: int, a: Action) -> None:
    """Fill in choice number `number`."""
    a.kind = 0
    a.amount = 0
    a.count = 0
    for option in range(m.count):
        if is_listed(m, option):
            size = amounts(m, option) * arrangements(m, option)
            if number < size:
                a.kind = m.kind[option]
                a.amount = amount_at(m, option, number % amounts(m, option))
                arrange(m, option, number // amounts(m, option), a)
                return
            number -= size


@rule
def amounts(m: Menu, option: int) -> int:
    """How many amounts of an option are tried; 1 if it takes none."""
    if m.step[option] == 0:
        return 1
    return min((m.high[option] - m.low[option]) // m.step[option] + 1, AMOUNTS)


@rule
def amount_at(m: Menu, option: int, number: int) -> int:
    """The amount of a number: each of a narrow range; of a wide range the least, 1/16, 1/4 and 1/2 of it, the most."""
    step = m.step[option]
    if step == 0:
        return 0
    steps = (m.high[option] - m.low[option]) // step
    if steps < AMOUNTS:
        return m.low[option] + number * step
    way = 0
    if number == 1:
        way = steps >> 4
    elif number == 2:
        way = steps >> 2
    elif number == 3:
        way = steps >> 1
    elif number == 4:
        way = steps
    return m.low[option] + way * step


@rule
def arrangements(m: Menu, option: int) -> int:
    """How many ways there are to choose an option's cards; 1 if it takes none."""
    if m.most[option] == 0:
        return 1
    total = 0
    for count in range(m.fewest[option], m.most[option] + 1):
        total += ways(m.choices[option], count, m.ordered[option], m.gaps[option])
    return total


@rule
def ways(cards: int, places: int, ordered: int, gaps: int) -> int:
    """In how many ways `places` places can be filled from some cards."""
    if gaps:
        total = 0
        for empty in range(places + 1):
            total += subsets(places, empty) * sequences(cards, places - empty)
        return total
    if ordered:
        return sequences(cards, places)
    return subsets(cards, places)


@rule
def sequences(cards: int, count: int) -> int:
    """Ordered choices of `count` of some cards."""
    total = 1
    for i in range(count):
        total *= max(0, cards - i)
    return total


@rule
def subsets(cards: int, count: int) -> int:
    """Unordered choices of `count` of some cards."""
    total = 1
    for i in range(count):
        total = total * max(0, cards - i) // (i + 1)
    return total


@rule
def arrange(m: Menu, option: int, number: int, a: Action) -> None:
    """Fill in arrangement number `number` of an option's cards."""
    if m.most[option] == 0:
        return
    count = m.fewest[option]
    size = ways(m.choices[option], count, m.ordered[option], m.gaps[option])
    while number >= size and count < m.most[option]:
        number -= size
        count += 1
        size = ways(m.choices[option], count, m.ordered[option], m.gaps[option])
    if m.ordered[option]:
        arrange_in_order(m, option, count, number, a)
    else:
        arrange_as_set(m, option, count, number, a)


@rule
def arrange_as_set(m: Menu, option: int, count: int, number: int, a: Action) -> None:
    """The `number`-th set of `count` candidates: for each in turn, the sets with it come before those without."""
    left = m.choices[option]
    wanted = count
    for i in range(m.choices[option]):
        if wanted > 0:
            left = m.choices[option] - i - 1
            with_it = subsets(left, wanted - 1)
            if number < with_it:
                a.cards[a.count] = m.candidate[m.first[option] + i]
                a.count += 1
                wanted -= 1
            else:
                number -= with_it


@rule
def arrange_in_order(m: Menu, option: int, count: int, number: int, a: Action) -> None:
    """The `number`-th sequence of `count` places: for each place in turn, empty first, then each card left."""
    cards = m.choices[option]
    for place in range(count):
        rest = count - place - 1
        if m.gaps[option]:
            empty = ways(cards, rest, 1, 1)
            if number < empty:
                a.cards[a.count] = GAP
                a.count += 1
                continue
            number -= empty
        each = ways(cards - 1, rest, 1, m.gaps[option])
        skip = number // max(each, 1)
        number -= skip * each
        a.cards[a.count] = nth_unused(m, option, skip, a)
        a.count += 1
        cards -= 1


@rule
def nth_unused(m: Menu, option: int, skip: int, a: Action) -> int:
    """The candidate that comes after `skip` others that the action has not named yet."""
    for i in range(m.first[option], m.first[option] + m.choices[option]):
        used = False
        for j in range(a.count):
            if a.cards[j] == m.candidate[i]:
                used = True
        if not used:
            if skip == 0:
                return m.candidate[i]
            skip -= 1
    return GAP

"""An attack on a game: whether some sentence does nearly as well as the strongest player, against the best one found.

A fit ends with a sentence to which no change of one entry is an answer. A rival tries harder: it begins with each of a
catalogue of other sentences ("always draw", "never fold", "fold all but the best"), keeps those that do best among
players of the sentence, and goes on from them, entry by entry, with more hands. A game is broken if what it finds earns
BROKEN of the lead that thinking has over the sentence: then it is played by whoever knows that sentence, and there is
nothing more to find.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from croupier.kernel.statistics import Estimate

from ..play.bench import Bench
from ..play.fitting import (
    FINAL,
    HALF,
    NEVER,
    NO_GAIN,
    Fit,
    Fitting,
    Place,
    changed,
    groups_of,
    in_sigmas,
)
from ..play.sentences import (
    BLUFF,
    EVERYTHING,
    GREEDILY,
    HIGHEST,
    LOWEST,
    MANNER,
    MOST,
    NONE,
    ONCE,
    RISE,
    SIZE,
    STAY,
    TAKING,
    Sentence,
)

BROKEN = 0.8
"""The share of the lead of thinking that a sentence may not earn."""
HANDS, STEPS = 480, 60_000
"""Hands over all seats, and the most steps, for each sentence on each half of the deals."""
GONE_ON_FROM, ROUNDS = 3, 2
"""How many sentences of the catalogue the rival goes on from, and how often it goes through all entries."""
LUCK = 1 << 28
"""The difference between the keys of deals here and in the fit."""
BETS = (
    {STAY: 0, RISE: NEVER},
    {STAY: 0, RISE: 0, BLUFF: 0, ONCE: 0},
    {STAY: 0, RISE: 600, BLUFF: 0, ONCE: 0},
    {STAY: 500, RISE: 700, BLUFF: 0, ONCE: 0},
    {STAY: 700, RISE: 800, BLUFF: 0, ONCE: 0},
    {STAY: 800, RISE: 900, BLUFF: 160, ONCE: 0},
    {STAY: NEVER, RISE: 700, BLUFF: 0, ONCE: 0},
    {STAY: 500, RISE: 500, BLUFF: 0, ONCE: 1},
    {STAY: 600, RISE: 700, BLUFF: 80, SIZE: EVERYTHING},
)
"""Ways to bet, in all rounds of a hand."""
MANNERS = (GREEDILY, NONE, MOST, LOWEST, HIGHEST, TAKING)
"""Ways to choose cards, in all phases that have them."""


class Attack(NamedTuple):
    """The best sentence that a rival found, and what it wins among players of the best sentence of the fit."""

    sentence: Sentence
    wins: Estimate


def catalogue(places: list[Place], known: Sentence) -> Iterator[Sentence]:
    """Other sentences to begin with: each way to bet with each way to choose cards, and with what is known."""
    bets, cards = [one for one in places if one.betting], [one for one in places if not one.betting]
    for manner in (None, *MANNERS):
        able = [place for place in cards if manner in place.manners]
        if manner is not None and not able:
            continue
        chosen = known if manner is None else changed(known, able, {MANNER: manner})
        yield chosen
        for values in BETS if bets else ():
            yield changed(chosen, bets, values)


def attacked(bench: Bench, fit: Fit, key: int, *, hands: int = HANDS, steps: int = STEPS) -> Attack:
    """Let a rival learn against players of the sentence of a fit."""
    rival = Fitting(bench, key + LUCK, hands=hands, steps=steps)
    rival.sentence = fit.sentence
    some = dict[tuple[object, ...], Sentence]()
    for one in (fit.answer, *catalogue(fit.places, fit.sentence)):
        if one != fit.sentence:
            some.setdefault(tuple(sorted(one.items())), one)
    first = sorted(some.values(), key=lambda one: -rival.gain_of(one, 0).mean)[:GONE_ON_FROM]
    best = fit.sentence, NO_GAIN
    for one in first:
        found = _gone_on(rival, one)
        gain = rival.gain_of(found, 2 * HALF, FINAL)
        if gain.mean > best[1].mean:
            best = found, gain
    return Attack(best[0], in_sigmas(best[1], fit.sigma))


def _gone_on(rival: Fitting, sentence: Sentence) -> Sentence:
    """A sentence changed entry by entry, as long as that wins more among players of the sentence of the fit, on both
    halves of the deals."""
    gains = {half: rival.gain_of(sentence, half) for half in (0, HALF)}
    for _ in range(ROUNDS):
        before = sentence
        for some, values in groups_of(rival.places):
            tried = [made for one in values if (made := changed(sentence, some, one)) != sentence]
            better = max(((rival.gain_of(one, 0), one) for one in tried), key=lambda one: one[0].mean, default=None)
            if better is None or better[0].mean <= gains[0].mean:
                continue
            again = rival.gain_of(better[1], HALF)
            if again.mean > gains[HALF].mean:
                sentence, gains = better[1], {0: better[0], HALF: again}
        if sentence == before:
            break
    return sentence


def is_broken(wins: Estimate, thinking: Estimate | None) -> bool:
    """Whether a sentence that wins so much leaves nothing to think about. Where it is not known what thinking wins,
    nobody can say."""
    return thinking is not None and wins.low > 0 and wins.mean >= BROKEN * thinking.mean

"""Fits the best sentence of a game: what somebody plays who has found out what pays, and could say it in a sentence.

fit = fitted(Bench(genome), key=1)
fit.sentence            what it says, place by place (`sentences`)
fit.gain                what the best other sentence wins among players of it, in sigmas

The sentence begins with what greedy does. Then entries are changed one at a time, first those of all betting rounds
together, then each: the other values play among players of the sentence, in every seat with the same cards; the best of
them on one half of the deals is valued on the other half, and kept if it is ahead there, too, so that nothing is kept
because of luck. Numbers change by one step at a time, as two strategies may chase each other in circles: all raise, as
nobody stays; then all stay, as everybody raises. In the end the sentence is an answer to itself, as far as sentences
go. Where it is not, the fit has not converged, and figures that rest on it are unknown.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from croupier.games.genome import GameGenome
from croupier.games.genome.language.genome import BettingPhase
from croupier.games.genome.machine.program import (
    BET,
    CHOOSE,
    CHOOSE_FEWEST,
    CHOOSE_MOST,
    CHOOSE_OFFERS,
    CHOOSE_TO,
    OFFER_CARDS,
    OFFER_DRAW,
    OFFER_PASS,
    OFFER_TAKE,
    OPERATION,
    TO_TRICK,
)
from croupier.games.genome.machine.translate import translate
from croupier.kernel.statistics import Estimate, Sample

from .bench import Bench
from .players import ANSWER, HASTY, SENTENCE
from .sentences import (
    BELOW,
    BLUFF,
    EVERYTHING,
    GREEDILY,
    HALF_POT,
    HIGHEST,
    LEVEL,
    LOW_SIZE,
    LOWEST,
    MANNER,
    MOST,
    NONE,
    ONCE,
    RISE,
    SIZE,
    STAY,
    TAKING,
    WHOLE,
    WHOLE_POT,
    Entry,
    Sentence,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEVER = WHOLE + 1
STAYS = (0, 100, 200, 300, 400, 500, 600, 700, 800, 900, NEVER)
RISES = (0, 300, 450, 600, 700, 800, 900, 960, NEVER)
BLUFFS = (0, 40, 80, 160, 300)
LEVELS = (250, 400, 550, 700, 850)
"""The values that are tried. STAY 0 never folds, RISE 0 always raises."""
FIRST_BETS: Entry = (300, 700, 0, HALF_POT, 0, 0, 0)
HANDS, STEPS = 240, 40_000
"""Hands over all seats, and the most steps, for each value on each half of the deals."""
FINAL = 4
"""The factor by which the last answers are valued in more hands than the others."""
ROUNDS = 6
"""How often all entries are gone through, unless a round has changed nothing."""
ERRORS = 1.0
"""How many standard errors a value has to be ahead on the first half to be valued on the second."""
TRIED_LAST = 3
"""How many of the best answers on the first half are valued on the second, at the end."""
HALF = 1 << 20
"""The difference between the keys of deals in the first and in the second half."""
SMALL = 0.02
"""A gain, in sigmas, that is no reason to go on."""
NO_GAIN = Sample(0, 0.0, 0.0)
UNKNOWN = 1e6


class Place(NamedTuple):
    """A place of the program that asks: its number, the phase it belongs to, and what a sentence may say about it."""

    at: int
    phase: int
    betting: bool
    sizes: bool = False
    """Whether there is a choice of sizes."""
    manners: tuple[int, ...] = ()


class Fit(NamedTuple):
    """A fitted sentence. `gain` is what the best other sentence wins more, and `sigma` the spread of leads."""

    places: list[Place]
    sentence: Sentence
    answer: Sentence
    gain: Estimate
    hasty: Estimate
    """What a hasty player wins among players of the sentence, in sigmas."""
    sigma: float


def places_of(genome: GameGenome) -> list[Place]:
    """The places of a genome's program that ask a seat, in order."""
    program, found, phase = translate(genome), list[Place](), -1
    for at, line in enumerate(program.finished()):
        heading = program.headings.get(at, "")
        if heading.startswith("phases["):
            phase = int(heading[len("phases[") : heading.index("]")])
        if line[OPERATION] == BET:
            rules = genome.turn_structure.phases[phase]
            assert isinstance(rules, BettingPhase)
            found.append(Place(at, phase, betting=True, sizes=rules.structure != "fixed"))
        elif line[OPERATION] == CHOOSE:
            found.append(Place(at, phase, betting=False, manners=manners_of(line)))
    return found


def manners_of(line: Sequence[int]) -> tuple[int, ...]:
    """The manners in which a seat can choose."""
    offers = line[CHOOSE_OFFERS]
    may_pass = bool(offers & OFFER_PASS)
    if offers & OFFER_CARDS:
        fewest, most, to = line[CHOOSE_FEWEST], line[CHOOSE_MOST], line[CHOOSE_TO]
        if to == TO_TRICK:
            return GREEDILY, LOWEST, HIGHEST
        more = (NONE,) if may_pass or fewest < most else ()
        return (GREEDILY, LOWEST, HIGHEST, *more, *((MOST,) if most > fewest or may_pass else ()))
    found = [GREEDILY]
    if may_pass:
        found.append(NONE)
    if offers & OFFER_DRAW:
        found += [MOST, BELOW] if may_pass else [MOST]
    if offers & OFFER_TAKE:
        found.append(TAKING)
    return tuple(found)


def first_sentence(places: Sequence[Place]) -> Sentence:
    """The sentence that a fit starts from: nearly what greedy does."""
    return {place.at: FIRST_BETS if place.betting else (0,) * 7 for place in places}


def said_of(entry: Entry, values: Mapping[int, int]) -> Entry:
    """An entry with other values."""
    return tuple(values.get(what, known) for what, known in enumerate(entry))  # type: ignore[return-value]


def changes(place: Place) -> Iterator[list[dict[int, int]]]:
    """The values that may be said about a place, in groups of which one holds; ordered, if they have an order."""
    if place.betting:
        for what, values in ((STAY, STAYS), (RISE, RISES), (BLUFF, BLUFFS), (ONCE, (0, 1))):
            yield [{what: value} for value in values]
        if place.sizes:
            yield [{SIZE: size} for size in (LOW_SIZE, HALF_POT, WHOLE_POT, EVERYTHING)]
    else:
        others = [{MANNER: manner, LEVEL: 0} for manner in place.manners if manner != BELOW]
        yield others + [{MANNER: BELOW, LEVEL: level} for level in LEVELS if BELOW in place.manners]


def groups_of(places: Sequence[Place]) -> Iterator[tuple[Sequence[Place], list[dict[int, int]]]]:
    """What is tried: some values, of which one holds, for all betting rounds together, then for each place."""
    bets = [place for place in places if place.betting]
    together = [bets] if len(bets) > 1 else []
    for some in [*together, *([place] for place in places)]:
        for values in changes(some[0]._replace(sizes=any(place.sizes for place in some))):
            yield some, values


def changed(sentence: Sentence, some: Sequence[Place], values: Mapping[int, int]) -> Sentence:
    """A sentence with other values at some places."""
    return {**sentence, **{place.at: said_of(sentence[place.at], values) for place in some}}


class Fitting:
    """A fit in progress: a bench, and the sentence so far."""

    def __init__(self, bench: Bench, key: int, *, hands: int = HANDS, steps: int = STEPS) -> None:
        self.bench, self.key, self.hands, self.steps = bench, key, hands, steps
        self.places = places_of(bench.genome)
        self.sentence = first_sentence(self.places)

    def lead_of(self, player: int, half: int, times: int = 1) -> NDArray[np.float64]:
        """The leads of any player among players of the sentence: a row for each deal of a half."""
        self.bench.tell(SENTENCE, self.sentence)
        deals = -(-self.hands * times // self.bench.seats)
        return self.bench.ladder(player, SENTENCE, deals, self.key + half, steps=self.steps * times)

    def gain_of(self, answer: Sentence, half: int, times: int = 1) -> Sample:
        """What another sentence wins among players of this one, deal by deal."""
        self.bench.tell(ANSWER, answer)
        return Sample.of_array(self.lead_of(ANSWER, half, times).mean(axis=1))

    def improve(self) -> None:
        """Go through all entries once, and change each towards the value that answers the sentence best."""
        for some, values in groups_of(self.places):
            tried = [changed(self.sentence, some, one) for one in values]
            gains = [self.gain_of(one, 0) if one != self.sentence else NO_GAIN for one in tried]
            best = max(range(len(tried)), key=lambda number: gains[number].mean)
            if is_ahead(gains[best]):
                nearer = self.one_step(tried, best)
                for one in dict.fromkeys((nearer, best)):
                    if is_ahead(self.gain_of(tried[one], HALF)):
                        self.sentence = tried[one]
                        break

    def one_step(self, tried: Sequence[Sentence], best: int) -> int:
        """The next of ordered values on the way to the best: with longer steps two strategies chase each other."""
        if self.sentence not in tried:
            return best
        known = tried.index(self.sentence)
        at = next(at for at in self.sentence if tried[best][at] != self.sentence[at])
        ordered = all(tried[0][at][what] == tried[best][at][what] for what in (MANNER, SIZE))
        return known + (1 if best > known else -1) if ordered else best

    def best_answer(self) -> tuple[Sample, Sentence]:
        """The best other sentence, found on one half of the deals and valued on the other."""
        every = [changed(self.sentence, some, one) for some, values in groups_of(self.places) for one in values]
        others = [one for one in every if one != self.sentence]
        first = sorted(others, key=lambda one: -self.gain_of(one, 0).mean)
        best = NO_GAIN, self.sentence
        for one in first[:TRIED_LAST]:
            found = self.gain_of(one, 2 * HALF, FINAL)
            if found.mean > best[0].mean:
                best = found, one
        return best


def is_ahead(gain: Sample) -> bool:
    """Whether a gain is more than its error."""
    return gain.mean > 0 and gain.mean > ERRORS * math.sqrt(gain.variance / max(1, gain.count))


def fitted(bench: Bench, key: int, *, rounds: int = ROUNDS, hands: int = HANDS, steps: int = STEPS) -> Fit:
    """The best sentence of a game, and how sure it is: of those after each round, the one whose best answer wins least.
    Afterwards the bench knows it as SENTENCE, and its best answer as ANSWER."""
    fit = Fitting(bench, key, hands=hands, steps=steps)
    made: list[tuple[float, Sentence, Sample, Sentence, float]] = []
    for _ in range(rounds):
        before = fit.sentence
        fit.improve()
        gain, answer = fit.best_answer()
        sigma = float(fit.lead_of(SENTENCE, 2 * HALF, FINAL).std()) or 1.0
        made.append((gain.mean / sigma, fit.sentence, gain, answer, sigma))
        if fit.sentence == before or gain.mean < SMALL * sigma:
            break
    _, fit.sentence, gain, answer, sigma = min(made, key=lambda one: one[0])
    bench.tell(ANSWER, answer)
    hasty = Sample.of_array(fit.lead_of(HASTY, 2 * HALF, FINAL).mean(axis=1))
    return Fit(fit.places, fit.sentence, answer, in_sigmas(gain, sigma), in_sigmas(hasty, sigma), sigma)


def in_sigmas(sample: Sample, sigma: float) -> Estimate:
    """A mean lead with its interval; 0 if nothing was found that is ahead. An unknown interval is very wide, and not
    infinite, which JSON lacks."""
    found = sample.estimate(1 / sigma)
    if found.known:
        return found
    half = UNKNOWN if sample.count else 0.0
    return Estimate(found.mean, found.mean - half, found.mean + half)

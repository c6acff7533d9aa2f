"""Findings: what a designer should know about a game, each in a sentence with its figure.

found = diagnosed(canonical(genome), seed=1)
found.sentence          the best sentence, in words, phase by phase
found.findings          what could go, what is always done alike, what never happened, who has the advantage

Static findings need no play (`stale_rounds`). The others come from hands of the best sentence, from leaving each phase
out, and from letting a player think in one phase only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from croupier.games.genome import GameGenome
from croupier.games.genome.language.genome import BettingPhase, DiscardPhase, DrawPhase, PlayPhase
from croupier.games.genome.language.parts import ONCE as PLAYED_ONCE
from croupier.games.genome.language.parts import PHASES, replaced, without, written
from croupier.games.genome.machine.choices import DRAW, PASS, TAKE
from croupier.games.genome.machine.translate import rounds_of
from croupier.games.genome.machine.wagers import ALL_IN, BET, CALL, CHECK, FOLD, RAISE
from croupier.kernel.statistics import Estimate
from croupier.kernel.vocabulary.menu import FIRST_KIND

from ..play.bench import Bench
from ..play.driver import ASKED, CARDS_LAID, FULLY_LAID
from ..play.fitting import NEVER, Fit, Place, fitted
from ..play.players import BEYOND, SENTENCE, STUDENT
from ..play.sentences import (
    BELOW,
    BLUFF,
    EVERYTHING,
    HALF_POT,
    HIGHEST,
    LEVEL,
    LOWEST,
    MANNER,
    MOST,
    NONE,
    ONCE,
    RISE,
    SIZE,
    STAY,
    TAKING,
    WHOLE_POT,
    Entry,
)
from .attack import attacked, is_broken
from .depth import HANDS as THOUGHT
from .depth import STEPS as THOUGHT_STEPS
from .depth import Depth, beyond, converged, measured, quickly_valued
from .metrics import mean_of
from .relevance import idle_parts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..play.bench import Played

HANDS, STEPS = 400, 400_000
ROUNDS = ("turn_structure", "rounds")
ALIKE = 0.98
"""A choice is always made alike if it is made so in this share of cases."""
SEEN_ENOUGH = 30
"""The least number of decisions from which a finding about them is made."""
NO_DEPTH = 0.05
"""A phase adds nothing if what it adds is surely below this, in sigmas."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh")
KINDS = {
    "BettingPhase": "round of betting", "DealPhase": "deal", "DrawPhase": "draw", "DiscardPhase": "discard",
    "PlayPhase": "play", "TrickPhase": "trick", "ShowdownPhase": "showdown",
}  # fmt: skip


class Finding(msgspec.Struct, frozen=True):
    """A finding: its kind, the place in the genome's JSON, a sentence, and the figure on which it rests."""

    kind: str
    place: str
    text: str
    figure: float


class Diagnosis(msgspec.Struct, frozen=True):
    """What was found out about a game. `depth` is None if it is unknown; then `unknown` says why."""

    sentence: list[str]
    depth: Estimate | None
    unknown: str
    findings: list[Finding]


def name_of_phase(genome: GameGenome, number: int) -> str:
    """A phase as people call it: "the second draw", or "the draw" if there is only one."""
    phases = genome.turn_structure.phases
    kind = type(phases[number])
    alike = [at for at, phase in enumerate(phases) if isinstance(phase, kind)]
    name = KINDS[kind.__name__]
    return f"the {name}" if len(alike) == 1 else f"the {ORDINALS[alike.index(number)]} {name}"


def place_of(number: int) -> str:
    """The place of a phase in the JSON."""
    return written((*PHASES, number))


# Findings that need no play.


def stale_rounds(genome: GameGenome) -> list[int]:
    """Betting rounds that directly follow a betting round, so that nobody can have learnt anything between the two; the
    first phase follows the last one if it is played again. Antes of its own do not make a round fresh."""
    phases, once = genome.turn_structure.phases, genome.turn_structure.once
    betting = [isinstance(phase, BettingPhase) for phase in phases]
    again = once < len(phases) and rounds_of(genome) is not None and betting[once] and betting[-1]
    return [at for at in range(len(phases)) if betting[at] and ((at and betting[at - 1]) or (again and at == once))]


def merged(genome: GameGenome) -> GameGenome:
    """The genome with every stale round of betting merged into the one before, which keeps its stakes."""
    while stale := stale_rounds(genome):
        at, structure = stale[-1], genome.turn_structure
        if at and isinstance(structure.phases[at - 1], BettingPhase):
            genome = without(genome, (*PHASES, at))
            if genome.turn_structure.once >= len(genome.turn_structure.phases):
                genome = replaced(replaced(genome, PLAYED_ONCE, 0), ROUNDS, 1)
        elif len(structure.phases) == structure.once + 1:
            genome = replaced(genome, ROUNDS, 1)
        else:
            genome = replaced(genome, PLAYED_ONCE, at + 1)
    return genome


def stale_findings(genome: GameGenome) -> Iterator[Finding]:
    """A finding for each stale round."""
    for number in stale_rounds(genome):
        name = name_of_phase(genome, number)
        text = f"Nothing can become known between {name} and the betting before it: the two could be merged."
        yield Finding("stale", place_of(number), text, 0.0)


# The best sentence in words.


def sentence_of(genome: GameGenome, fit: Fit) -> list[str]:
    """The best sentence in words: one for each phase that asks."""
    return [
        f"{_capital(name_of_phase(genome, place.phase))}: {_in_words(genome, place, fit.sentence[place.at])}."
        for place in fit.places
    ]


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _in_words(genome: GameGenome, place: Place, entry: Entry) -> str:
    return _bet_in_words(place, entry) if place.betting else _choice_in_words(genome, place, entry)


def _bet_in_words(place: Place, entry: Entry) -> str:
    rise, stay = entry[RISE], entry[STAY]
    said = [
        "always raise" if rise <= 0 else "never raise" if rise >= NEVER
        else f"raise with a hand that beats {rise // 10} % of the others"
    ]  # fmt: skip
    if entry[ONCE] and rise < NEVER:
        said[0] += ", but no raise of another"
    if place.sizes and rise < NEVER:
        said[0] += {HALF_POT: ", by half the pot", WHOLE_POT: ", by the pot", EVERYTHING: ", with everything"}.get(
            entry[SIZE], ", by as little as possible"
        )
    if rise > 0:
        if stay <= 0:
            said.append("never fold")
        elif stay >= NEVER:
            said.append("fold everything else to a bet")
        elif stay < rise:
            said.append(f"stay with one that beats {stay // 10} %")
        else:
            said.append("fold everything else to a bet")
    if entry[BLUFF] and rise > 0:
        said.append(f"bluff {entry[BLUFF] / 10:g} times in a hundred")
    return ", ".join(said)


def _choice_in_words(genome: GameGenome, place: Place, entry: Entry) -> str:
    phase, manner = genome.turn_structure.phases[place.phase], entry[MANNER]
    if isinstance(phase, DiscardPhase | PlayPhase):
        verb = "throw away" if isinstance(phase, DiscardPhase) else "lay"
        most = phase.count if isinstance(phase, DiscardPhase) else phase.max_cards
        return {
            NONE: f"{verb} nothing, or as little as one may",
            MOST: f"always {verb} {_number(most)}",
            LOWEST: f"always {verb} the lowest",
            HIGHEST: f"always {verb} the highest",
        }.get(manner, f"{verb} what leaves the best hand")
    return {
        NONE: "draw nothing",
        MOST: "always draw",
        TAKING: "always take the last card of the pile",
        LOWEST: "always play the lowest card",
        HIGHEST: "always play the highest card",
        BELOW: f"draw with a hand that beats less than {entry[LEVEL] // 10} % of the others",
    }.get(manner, "look at the cards, and do what is best at once")


def _number(count: int) -> str:
    return ("none", "one", "two", "three", "four", "five", "six")[count] if count < 7 else str(count)


# Findings from hands of the sentence.


def choice_findings(genome: GameGenome, fit: Fit, played: Played) -> Iterator[Finding]:
    """Phases that never asked anybody, choices that are always made alike, and options that nobody ever took."""
    assert played.done is not None
    for place in fit.places:
        counts, name = played.done[place.at], name_of_phase(genome, place.phase)
        asked = int(counts[ASKED])
        if asked == 0:
            text = f"In {played.hands} hands nobody ever had a choice in {name}."
            yield Finding("never", place_of(place.phase), text, 0.0)
        elif asked >= SEEN_ENOUGH and (found := always_done(place, fit.sentence[place.at], counts)):
            what, share = found
            text = f"In {name} everybody {what} ({_percent(share)} of {asked} times): it could go."
            yield Finding("alike", place_of(place.phase), text, share)
        elif asked >= SEEN_ENOUGH:
            for what in never_done(genome, place, counts):
                text = f"In {played.hands} hands nobody ever {what} in {name}, {asked} times a choice."
                yield Finding("never", place_of(place.phase), text, 0.0)


def never_done(genome: GameGenome, place: Place, counts: NDArray[np.int64]) -> Iterator[str]:
    """What the rules allow at a place, and nobody did."""
    phase = genome.turn_structure.phases[place.phase]
    offered = list[tuple[str, tuple[int, ...]]]()
    if isinstance(phase, BettingPhase):
        offered = [("bet or raised", (BET, RAISE, ALL_IN))] if phase.max_raises else []
        offered.append(("folded", (FOLD,)))
    elif isinstance(phase, DrawPhase | DiscardPhase | PlayPhase):
        offered = [] if phase.mandatory else [("passed", (PASS,))]
        offered += [("took the last card of the pile", (TAKE,))] if TAKING in place.manners else []
    for what, kinds in offered:
        if not sum(int(counts[kind - FIRST_KIND]) for kind in kinds):
            yield what


def always_done(place: Place, entry: Entry, counts: NDArray[np.int64]) -> tuple[str, float] | None:
    """What is nearly always done at a place, and in which share of cases; None if it differs."""
    asked = int(counts[ASKED])
    if place.betting:
        for what, kinds in (("folds or checks", (FOLD, CHECK)), ("checks or calls", (CHECK, CALL))):
            share = sum(int(counts[kind - FIRST_KIND]) for kind in kinds) / asked
            if share >= ALIKE:
                return what, share
        return None
    for what, kind in (("passes", PASS), ("draws", DRAW), ("takes the last card", TAKE)):
        share = int(counts[kind - FIRST_KIND]) / asked
        if share >= ALIKE and (kind == PASS or len(place.manners) > 1):
            return what, share
    if entry[MANNER] in (LOWEST, HIGHEST):
        return f"does best to lay the {'lowest' if entry[MANNER] == LOWEST else 'highest'}", 1.0
    full, laid = int(counts[FULLY_LAID]), int(counts[CARDS_LAID])
    if MOST in place.manners and entry[MANNER] == MOST and full / asked >= ALIKE:
        return f"lays all that may be laid, {laid / asked:.1f} in the mean", full / asked
    return None


def dead_share(fit: Fit, played: Played) -> float:
    """The share of all decisions about cards that are always made alike; 0 if there are none."""
    assert played.done is not None
    asked = {place: int(played.done[place.at][ASKED]) for place in fit.places if not place.betting}
    dead = sum(
        count
        for place, count in asked.items()
        if count >= SEEN_ENOUGH and always_done(place, fit.sentence[place.at], played.done[place.at])
    )
    return dead / max(1, sum(asked.values()))


def seat_finding(played: Played, thought: Played, sigma: float) -> Iterator[Finding]:
    """The seat with the largest advantage, if it is sure: among players of the sentence, and if all think."""
    for hands, who in ((played, "players of the best sentence"), (thought, "players who think")):
        seats = [mean_of(hands.leads[:, seat], sigma) for seat in range(hands.leads.shape[1])]
        at = max(range(len(seats)), key=lambda seat: abs(seats[seat].mean))
        best = seats[at]
        if best.low > 0 or best.high < 0:
            word = "ahead" if best.mean > 0 else "behind"
            place = f"Seat {at + 1} is {word} by its place alone"
            text = f"{place}: {_figure(best)} standard deviations a hand among {who}."
            yield Finding("seat", "$.player_count", text, best.mean)


def hidden_finding(played: Played) -> Iterator[Finding]:
    """How much of the hands of others is hidden."""
    if played.held:
        share = played.hidden / played.held
        text = f"A player does not see {_percent(share)} of the cards that the others hold."
        yield Finding("hidden", "$.setup.face", text, share)


def _figure(found: Estimate) -> str:
    return f"{found.mean:+.2f} ({found.low:+.2f} … {found.high:+.2f})"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


# Findings about single phases.


def depth_findings(genome: GameGenome, bench: Bench, fit: Fit, key: int, whole: Depth) -> Iterator[Finding]:
    """What the strongest player wins that thinks in one phase alone, for each phase that asks."""
    for place in fit.places if len(fit.places) > 1 and whole.depth is not None else []:
        if whole.strongest == STUDENT:
            found = quickly_valued(STUDENT, bench, fit, key, only=place.at)
        else:
            found = beyond(bench, fit, key, only=place.at, times=2)
        name = name_of_phase(genome, place.phase)
        ending = ": nothing to think about." if found.high < NO_DEPTH else "."
        text = f"Thinking in {name} alone wins {_figure(found)} standard deviations a hand{ending}"
        yield Finding("depth", place_of(place.phase), text, found.mean)


def attack_finding(genome: GameGenome, bench: Bench, fit: Fit, key: int, wins: Estimate | None) -> Iterator[Finding]:
    """What a rival found that tried other sentences, beside what thinking `wins`, if that is known."""
    found = attacked(bench, fit, key)
    if found.wins.low > 0:
        said = " ".join(sentence_of(genome, fit._replace(sentence=found.sentence)))
        ending = ": it does nearly as well as thinking" if is_broken(found.wins, wins) else ""
        text = f"Another sentence wins {_figure(found.wins)} standard deviations a hand from it{ending}: {said}"
        yield Finding("attack", "$.turn_structure.phases", text, found.wins.mean)


def idle_findings(genome: GameGenome, idle: Sequence[str]) -> Iterator[Finding]:
    """Phases that can be left out without changing who wins."""
    for number in range(len(genome.turn_structure.phases)):
        if place_of(number) in idle:
            text = f"{_capital(name_of_phase(genome, number))} can be left out: no payoff of 120 hands changed."
            yield Finding("idle", place_of(number), text, 0.0)


def diagnosed(form: GameGenome, seed: int) -> Diagnosis:
    """The best sentence of a game in its canonical form, its depth, and all findings about it."""
    bench = Bench(form)
    fit = fitted(bench, seed)
    played = bench.play([SENTENCE], HANDS, seed, steps=STEPS, looking=True)
    found = measured(bench, fit, played, seed)
    unknown = "" if found.depth else "only a stronger thinker, or more hands, could tell"
    if found.depth is None and not converged(fit):
        unknown = f"a simple answer to the best sentence still wins {_figure(fit.gain)} standard deviations a hand"
    findings = [
        *stale_findings(form),
        *choice_findings(form, fit, played),
        *depth_findings(form, bench, fit, seed, found),
        *attack_finding(form, bench, fit, seed, found.wins if found.depth else None),
        *seat_finding(played, bench.play([BEYOND], THOUGHT, seed, steps=THOUGHT_STEPS), fit.sigma),
        *hidden_finding(played),
        *idle_findings(form, idle_parts(form, seed)),
    ]
    return Diagnosis(sentence_of(form, fit), found.depth, unknown, findings)

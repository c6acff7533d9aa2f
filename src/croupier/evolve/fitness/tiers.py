"""The tiers: measurements in order of their cost, so that bad games are dropped early. A gate is a condition that a
game must meet; the first gate that it fails stops the measurement.

    0  static: the genome is valid, and in its canonical form
    1  400 hands of random players, and the gates
    2  hasty players: 400 hands, the first rung of the ladder, constant players
    3  the best sentence, which from here on stands for somebody who plays; seats; constant players again, in more
       hands; the watcher: choices, chances, interaction; the length of the rules
    4  depth: what thinking or learning wins beyond the sentence; bluff value, where the game can be solved; idle parts
    5  an attack: a rival looks for a sentence that does as well as thinking; the third rung: flat Monte Carlo with four
       times the worlds among flat Monte Carlo; the top: a learnt strategy

The same game with the same `again` always gives the same figures.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from croupier.games.genome import GameGenome
from croupier.games.genome.language.reading import BadGenome
from croupier.games.genome.rulebook import sentences
from croupier.kernel.statistics import Estimate, difference

from ..canonical import canonical, key_of
from ..play import fitting
from ..play.bench import Bench, Played
from ..play.film import film
from ..play.film_rules import HANDS as FILMED
from ..play.fitting import Fit, fitted
from ..play.players import CARDS, CONSTANT, DEEP, FLAT, HASTY, RANDOM, SENTENCE
from . import metrics
from .attack import attacked
from .bluffing import bluff_value
from .depth import STEPS as depth_steps
from .depth import STUDIED, TIMES, converged, measured, news
from .evaluation import Evaluation, seed_for
from .findings import dead_share, merged, stale_rounds
from .learning import top_of_the_ladder
from .quality import Measures, quality_by_play, quality_in_full
from .relevance import idle_parts, part_relevance

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HANDS = 400
GLANCE_HANDS, GLANCE_SEED = 30, 1
LADDER_HANDS, CONSTANT_HANDS, DEEP_HANDS = 480, 120, 80
"""Hands over all seats: of the first rung, of a constant player, and of the third rung."""
STEPS, LADDER_STEPS, CONSTANT_STEPS, DEEP_STEPS = 12_000, 16_000, 5_000, 2_000_000
"""The most steps of each; for the third rung, imagined steps count too."""
THOUGHT_STEPS = 400_000
"""The most steps in hands of sentence players, whose imagined deals count as steps, too."""
SOLVED_NODES = 20_000
LAST_SEARCHED, LAST, DEEPEST = 2, 4, 5
"""The last tier in the search, in choosing champions, and of chosen champions."""


class Gate(NamedTuple):
    """A condition: its name, its description, and whether given measures meet it."""

    name: str
    asks: str
    passes: Callable[[Measures], bool]


AFTER_RANDOM_PLAY = (
    Gate("endless", "every hand ends within its steps", lambda m: m["endless"].mean == 0),
    Gate("stakes", "something is won or lost", lambda m: m["sigma"].mean > 0),
    Gate("turns", "few hands end by the turn limit", lambda m: m["out_of_turns"].mean <= 0.2),
    Gate("ties", "few hands leave all equal", lambda m: m["ties"].mean <= 0.7),
    Gate("decisions", "a seat has something to decide, and not too much", lambda m: 0.8 <= m["own"].mean <= 40),
)
"""Gates for the hands of random players, and again for those of hasty ones."""
AT_A_GLANCE = (
    *AFTER_RANDOM_PLAY[:2],
    Gate("turns", "few hands end by the turn limit", lambda m: m["out_of_turns"].low <= 0.2),
    Gate("ties", "few hands leave all equal", lambda m: m["ties"].low <= 0.7),
    Gate("decisions", "a seat has something to decide, and not too much", lambda m: 0.4 <= m["own"].mean <= 60),
)
"""Milder gates for a few hands of random players."""
AFTER_HASTY_PLAY = (
    *AFTER_RANDOM_PLAY,
    Gate("fairness", "no seat is far ahead by its place alone", lambda m: m["unfairness"].low <= 0.5),
)
OF_CHOICES = (
    Gate("stale", "something may become known between two rounds of betting", lambda m: m["stale"].mean == 0),
    Gate("alike", "most choices of cards are not always made alike", lambda m: m["dead"].mean < 0.5),
)
"""Gates of the best sentence: what a designer would merge or drop."""
AFTER_THE_LADDER = (
    Gate("skill", "hasty players beat random ones", lambda m: m["rung_1"].mean > 0),
    Gate("constant", "no constant player is clearly ahead of hasty ones", lambda m: m["constant"].low <= 0.1),
)
"""Gates of the search. A game that is measured further is not judged by hasty players, which may play it badly."""
AFTER_THE_SENTENCE = (
    Gate("constant", "no constant player is clearly ahead of usual ones", lambda m: m["constant"].low <= 0.1),
)


def stopped_by(gates: tuple[Gate, ...], measures: Measures) -> str:
    """The name of the first gate that the measures fail; "" if they pass all."""
    return next((gate.name for gate in gates if not gate.passes(measures)), "")


def words_of(form: GameGenome) -> int:
    """The number of words in the rules of a game."""
    return sum(len(sentence.text.split()) for sentence in sentences(form))


def exact(value: float) -> Estimate:
    """A figure without uncertainty, as an estimate: a float even of a count, as it is when it is read from a file."""
    value = float(value)
    return Estimate(value, value, value)


def glanced(genome: GameGenome) -> tuple[GameGenome, Evaluation]:
    """A valid game in its canonical form, with its stale rounds of betting merged, and its evaluation after a few hands
    of random players, which has its key and no measures. A game that fails in them is returned as it is."""
    genome = merged(genome)
    glance = Bench(genome).play([RANDOM], GLANCE_HANDS, GLANCE_SEED, steps=STEPS // 4)
    if failed := stopped_by(AT_A_GLANCE, course_of(glance, genome.player_count)):
        return genome, Evaluation("", 1, failed)
    form = canonical(genome)
    return form, Evaluation(key_of(form), 1)


def course_of(played: Played, seats: int) -> dict[str, Estimate]:
    """The measures that any play gives."""
    own = metrics.length(played)
    return {
        "endless": metrics.share_of(played.endless, played.hands),
        "sigma": exact(metrics.sigma(played)),
        "out_of_turns": metrics.share_of(played.out_of_turns, played.hands),
        "ties": metrics.share_of(played.ties, played.hands),
        "length": own,
        "own": Estimate(*(value / seats for value in own)),
    }


def evaluate(form: GameGenome, tier: int = LAST_SEARCHED, again: int = 0, *, quick: bool = False) -> Evaluation:
    """Measure a game in its canonical form, up to a tier or to the first gate that it fails; if `quick`, tiers 3 and 4
    in few hands, and without what does not count for the quality."""
    try:
        bench = Bench(form)
    except BadGenome:
        return Evaluation("", 0, "valid")
    return _Measured(form, again, bench, QUICKLY if quick else IN_FULL).up_to(tier)


class Effort(NamedTuple):
    """How much is played in tiers 3 and 4: steps for each value of the fit, hands of the film, parts of depth and steps
    for each, steps of a student's lesson, and parts of constant play. Games in which hands are quickly played get as
    many hands of the fit as in full."""

    tried: int
    filmed: int
    parts: int
    thought: int
    studied: int
    constant: int
    whole: bool
    """Whether bluff value, idle parts and what betting adds are measured, too: they do not count for the quality."""


IN_FULL = Effort(fitting.STEPS, FILMED, TIMES, depth_steps, STUDIED, 24, whole=True)
QUICKLY = Effort(8_000, 12, 1, 1_500_000, STUDIED // 10, 6, whole=False)
NARROW = 0.1
"""Constant players play no more if half of the interval of what thinking is worth above them is this."""


class _Measured:
    """A game that is being measured."""

    def __init__(self, form: GameGenome, again: int, bench: Bench, effort: Effort = IN_FULL) -> None:
        self.effort = effort
        self.form = form
        self.key = key_of(form)
        self.seed = seed_for(self.key, again)
        self.bench = bench
        self.seats = form.player_count
        self.measures: dict[str, Estimate] = {}
        self.spread = 0.0
        self.usual = HASTY
        """The player that stands for somebody who plays: SENTENCE from tier 3 on, if its fit has converged."""
        self.fit: Fit | None = None
        self.searched = True
        """Whether it is measured no further than in the search."""

    def up_to(self, tier: int) -> Evaluation:
        """Measure tier by tier, and return the evaluation."""
        self.searched = tier <= LAST_SEARCHED
        measures, quality = self.measures, 0.0
        for number, measure in enumerate(self.steps(), 1):
            if number > tier:
                break
            if failed := measure():
                return Evaluation(self.key, number, failed, 0.0, measures)
            if number == LAST_SEARCHED:
                quality = quality_by_play(measures)
            elif number > LAST_SEARCHED:
                quality = quality_in_full(measures)
        return Evaluation(self.key, min(tier, DEEPEST), "", quality, measures)

    def steps(self) -> list[Callable[[], str]]:
        """The functions of tiers 1 to 5; each returns the name of the gate that the game failed, or ""."""
        return [self.random_play, self.hasty_play, self.watch, self.climb, self.climb_higher]

    def random_play(self) -> str:
        """Tier 1: random players."""
        return stopped_by(AFTER_RANDOM_PLAY, self.course(self.bench.play([RANDOM], HANDS, self.seed, steps=STEPS)))

    def course(self, played: Played) -> Measures:
        """Add the measures of some play, and return all measures."""
        self.spread = metrics.sigma(played)
        self.measures |= course_of(played, self.seats)
        return self.measures

    def hasty_play(self) -> str:
        """Tier 2: hasty players."""
        hasty = self.bench.play([HASTY], HANDS, self.seed, steps=STEPS)
        measures = self.course(hasty)
        self.measures |= {
            "betting_share": metrics.betting_share(hasty),
            "walkovers": metrics.walkovers(hasty),
            "unfairness": metrics.unfairness(hasty),
        }
        if failed := stopped_by(AFTER_HASTY_PLAY, measures):
            return failed
        self.measures["rung_1"] = metrics.rung(self.ladder(HASTY, RANDOM, LADDER_HANDS, LADDER_STEPS))
        self.constant_play(CONSTANT_HANDS, CONSTANT_STEPS)
        return stopped_by(AFTER_THE_LADDER, measures) if self.searched else ""

    def constant_play(self, hands: int, steps: int, parts: int = 1) -> None:
        """Measure the best constant player among usual ones, and what it would gain by playing as they do. Those that
        may be the best play more parts, until that is known narrowly."""
        import numpy as np

        leads: dict[int, list[NDArray[np.float64]]] = {one: [] for one in CONSTANT}
        for part in range(parts):
            for one, known in leads.items():
                known.append(self.ladder(one, self.usual, hands, steps, part))
            found = {one: metrics.rung(np.concatenate(known)) for one, known in leads.items()}
            best = max(found.values(), key=lambda step: step.mean)
            gain = metrics.over_an_evening(difference(exact(0.0), best), self.measures["own"].mean)
            if gain.high - gain.low <= 2 * NARROW:
                break
            leads = {one: known for one, known in leads.items() if found[one].high >= best.low}
        self.measures |= {"constant": best, "thinking": gain}

    def ladder(self, one: int, others: int, hands: int, steps: int, part: int = 0) -> NDArray[np.float64]:
        """The leads of player `one` among `others`, over about `hands` hands in all."""
        return self.bench.ladder(one, others, -(-hands // self.seats), self.seed + part, steps=steps)

    def watch(self) -> str:
        """Tier 3: the best sentence, and the watcher."""
        self.find_sentence()
        if failed := stopped_by(OF_CHOICES, self.measures):
            return failed
        seen, own = film(self.bench, self.seed, hands=self.effort.filmed), self.measures["own"].mean
        self.measures |= {
            "impact": metrics.decision_impact(seen, self.spread),
            "meaningful": metrics.meaningful_decisions(seen, self.spread, own),
            "interaction": metrics.interaction(seen),
            "decided": metrics.decided(seen),
            "drama": metrics.drama(seen),
            "lead_changes": metrics.lead_changes(seen),
            "words": exact(words_of(self.form)),
        }
        if self.effort.whole:
            self.measures["betting_relevance"] = self.betting_relevance()
        steps = THOUGHT_STEPS if self.usual == SENTENCE else LADDER_STEPS
        self.constant_play(HANDS, steps, self.effort.constant)
        return stopped_by(AFTER_THE_SENTENCE, self.measures)

    def find_sentence(self) -> None:
        """Fit the best sentence. If it has converged, its players stand for somebody who plays."""
        self.fit = fitted(self.bench, self.seed, steps=self.effort.tried)
        self.played = self.bench.play([SENTENCE], HANDS, self.seed, steps=THOUGHT_STEPS, looking=True)
        self.measures |= {
            "gain": self.fit.gain,
            "news": exact(news(self.played)),
            "stale": exact(len(stale_rounds(self.form))),
            "dead": exact(dead_share(self.fit, self.played)),
        }
        if converged(self.fit):
            self.usual, self.spread = SENTENCE, self.fit.sigma
            self.measures |= {"unfairness": metrics.unfairness(self.played), "folded": metrics.walkovers(self.played)}
        self.bench.assume(self.usual)

    def betting_relevance(self) -> Estimate:
        """What betting adds; 0 in a game without betting."""
        hasty, flat = (self.bench.play([player], HANDS, self.seed, steps=STEPS) for player in (HASTY, CARDS))
        return metrics.betting_relevance(hasty.leads, flat.leads) if hasty.bets else exact(0.0)

    def climb(self) -> str:
        """Tier 4: depth, what the strongest player is worth above constant play, bluff value and idle parts."""
        assert self.fit is not None
        effort = self.effort
        found = measured(self.bench, self.fit, self.played, self.seed, times=effort.parts, steps=effort.thought,
                         lesson=effort.studied)  # fmt: skip
        self.measures["beyond"] = found.wins
        if found.depth is not None:
            skill = difference(found.wins, self.measures["constant"])
            thinking = metrics.over_an_evening(skill, self.measures["own"].mean)
            self.measures |= {"depth": found.depth, "thinking": thinking}
        if not self.effort.whole:
            return ""
        if (bluff := bluff_value(self.form, nodes=SOLVED_NODES)) is not None:
            self.measures["bluff_value"] = bluff
        self.measures["relevance"] = part_relevance(self.form, idle_parts(self.form, self.seed))
        return ""

    def climb_higher(self) -> str:
        """Tier 5: the attack, the third rung and the top of the ladder."""
        assert self.fit is not None
        if converged(self.fit):
            self.measures["attack"] = attacked(self.bench, self.fit, self.seed).wins
        self.bench = Bench(self.form)
        self.measures["rung_3"] = metrics.rung(self.ladder(DEEP, FLAT, DEEP_HANDS, DEEP_STEPS))
        self.measures |= top_of_the_ladder(self.form, self.seed)
        return ""

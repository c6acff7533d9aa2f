"""The tiers: measurements in order of their cost, so that bad games are dropped early. A gate is a condition that a
game must meet; the first gate that it fails stops the measurement.

    0  static: the genome is valid, and in its canonical form
    1  400 hands of random players, and the gates
    2  hasty players: 400 hands, the first rung of the ladder, constant players
    3  the watcher: choices, chances, interaction; the length of the rules; constant players again, in more hands
    4  the second rung: flat Monte Carlo among hasty players; bluff value, where the game can be solved; idle parts
    5  the third rung: flat Monte Carlo with four times the worlds among flat Monte Carlo; the top: a learnt strategy

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
from ..play.bench import Bench, Played
from ..play.film import film
from ..play.players import CARDS, CONSTANT, DEEP, FLAT, HASTY, RANDOM
from . import metrics
from .bluffing import bluff_value
from .evaluation import Evaluation, seed_for
from .learning import top_of_the_ladder
from .quality import Measures, quality_by_play, quality_in_full
from .relevance import idle_parts, part_relevance

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HANDS = 400
GLANCE_HANDS, GLANCE_SEED = 30, 1
LADDER_HANDS, CONSTANT_HANDS, CLIMB_HANDS, DEEP_HANDS = 480, 120, 240, 80
"""Hands over all seats: of the first rung, of a constant player, of the second rung and of the third."""
STEPS, LADDER_STEPS, CONSTANT_STEPS, CLIMB_STEPS, DEEP_STEPS = 12_000, 16_000, 5_000, 600_000, 2_000_000
"""The most steps of each; for the second and the third rung, imagined steps count too."""
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
AFTER_THE_LADDER = (
    Gate("skill", "hasty players beat random ones", lambda m: m["rung_1"].mean > 0),
    Gate("constant", "no constant player is clearly ahead of hasty ones", lambda m: m["constant"].low <= 0.1),
)


def stopped_by(gates: tuple[Gate, ...], measures: Measures) -> str:
    """The name of the first gate that the measures fail; "" if they pass all."""
    return next((gate.name for gate in gates if not gate.passes(measures)), "")


def words_of(form: GameGenome) -> int:
    """The number of words in the rules of a game."""
    return sum(len(sentence.text.split()) for sentence in sentences(form))


def exact(value: float) -> Estimate:
    """A figure without uncertainty, as an estimate."""
    return Estimate(value, value, value)


def tried(genome: GameGenome, again: int = 0) -> tuple[GameGenome, Evaluation]:
    """Measure a valid game up to LAST_SEARCHED; return its canonical form and the evaluation. A game that fails after a
    few hands is returned as it is."""
    bench = Bench(genome)
    glance = bench.play([RANDOM], GLANCE_HANDS, GLANCE_SEED, steps=STEPS // 4)
    if failed := stopped_by(AT_A_GLANCE, course_of(glance, genome.player_count)):
        return genome, Evaluation("", 1, failed)
    form = canonical(genome)
    return form, evaluate(form, LAST_SEARCHED, again)


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


def evaluate(form: GameGenome, tier: int = LAST_SEARCHED, again: int = 0) -> Evaluation:
    """Measure a game in its canonical form, up to a tier or to the first gate that it fails."""
    try:
        bench = Bench(form)
    except BadGenome:
        return Evaluation("", 0, "valid")
    return _Measured(form, again, bench).up_to(tier)


class _Measured:
    """A game that is being measured."""

    def __init__(self, form: GameGenome, again: int, bench: Bench) -> None:
        self.form = form
        self.key = key_of(form)
        self.seed = seed_for(self.key, again)
        self.bench = bench
        self.seats = form.player_count
        self.measures: dict[str, Estimate] = {}
        self.spread = 0.0

    def up_to(self, tier: int) -> Evaluation:
        """Measure tier by tier, and return the evaluation."""
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
        return stopped_by(AFTER_THE_LADDER, measures)

    def constant_play(self, hands: int, steps: int) -> None:
        """Measure the best constant player among hasty ones, and what it would gain by playing hastily."""
        found = [metrics.rung(self.ladder(one, HASTY, hands, steps)) for one in CONSTANT]
        best = max(found, key=lambda step: step.mean)
        gain = metrics.over_an_evening(difference(exact(0.0), best), self.measures["own"].mean)
        self.measures |= {"constant": best, "thinking": gain}

    def ladder(self, one: int, others: int, hands: int, steps: int) -> NDArray[np.float64]:
        """The leads of player `one` among `others`, over about `hands` hands in all."""
        return self.bench.ladder(one, others, -(-hands // self.seats), self.seed, steps=steps)

    def watch(self) -> str:
        """Tier 3: the watcher."""
        seen, own = film(self.bench, self.seed), self.measures["own"].mean
        self.measures |= {
            "impact": metrics.decision_impact(seen, self.spread),
            "meaningful": metrics.meaningful_decisions(seen, self.spread, own),
            "interaction": metrics.interaction(seen),
            "decided": metrics.decided(seen),
            "drama": metrics.drama(seen),
            "lead_changes": metrics.lead_changes(seen),
            "words": exact(words_of(self.form)),
            "betting_relevance": self.betting_relevance(),
        }
        self.constant_play(HANDS, LADDER_STEPS)
        return ""

    def betting_relevance(self) -> Estimate:
        """What betting adds; 0 in a game without betting."""
        hasty, flat = (self.bench.play([player], HANDS, self.seed, steps=STEPS) for player in (HASTY, CARDS))
        return metrics.betting_relevance(hasty.leads, flat.leads) if hasty.bets else exact(0.0)

    def climb(self) -> str:
        """Tier 4: the second rung, bluff value and idle parts."""
        own = self.measures["own"].mean
        step = metrics.rung(self.ladder(FLAT, HASTY, CLIMB_HANDS, CLIMB_STEPS))
        skill = metrics.over_an_evening(step, own)
        lazy = metrics.over_an_evening(self.measures["constant"], own)
        self.measures |= {"rung_2": step, "skill": difference(skill, lazy) if lazy.mean > 0 else skill}
        if (bluff := bluff_value(self.form, nodes=SOLVED_NODES)) is not None:
            self.measures["bluff_value"] = bluff
        self.measures["relevance"] = part_relevance(self.form, idle_parts(self.form, self.seed))
        return ""

    def climb_higher(self) -> str:
        """Tier 5: the third rung and the top of the ladder."""
        self.bench = Bench(self.form)
        self.measures["rung_3"] = metrics.rung(self.ladder(DEEP, FLAT, DEEP_HANDS, DEEP_STEPS))
        self.measures |= top_of_the_ladder(self.form, self.seed)
        return ""

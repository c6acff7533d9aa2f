"""What the page shows of a game of the archive: its rules, measures, ancestry, and differences from a classic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from croupier.games.genome import GameGenome, find, of
from croupier.games.genome.language.difference import differences
from croupier.games.genome.language.genome import SessionLength
from croupier.games.genome.rulebook import chapters
from croupier.kernel.statistics import Estimate

from ..archive import Elite
from ..canonical import canonical, tidied
from ..champions import Champion, nearest_classic
from ..folder import Ancestor
from ..naming import name_for
from ..people import AGAIN, IN_HANDS, Opinions, mean_answer

MOST_ANCESTORS = 40
ASKED = ((AGAIN, "would play it again"), (IN_HANDS, "in one's hands"))
"""What people were asked, in the order of the page."""
TITLES = {
    "length": ("decisions in a hand", "of all seats together"),
    "betting_share": ("about betting", "the share of decisions"),
    "walkovers": ("won without a showdown", "as all others had folded"),
    "ties": ("all equal", "the share of hands"),
    "unfairness": ("unfairness", "the largest mean lead of a seat, in standard deviations"),
    "rung_1": ("first rung", "hasty among random players, in standard deviations"),
    "depth": ("depth", "what the strongest player wins beyond the best sentence, in standard deviations"),
    "gain": ("left beside the sentence", "what the best other sentence wins; above 0.05 nothing is known of depth"),
    "attack": ("what a rival wins", "the best of a catalogue of sentences, among players of the best one"),
    "dead": ("always alike", "the share of choices of cards that are always made alike"),
    "rung_3": ("third rung", "flat Monte Carlo with four times the worlds, among flat Monte Carlo"),
    "rung_4": ("top rung", "a strategy learnt by self-play, among flat Monte Carlo"),
    "left": ("left to win", "a rival trained against the learnt strategy, among players of it"),
    "constant": ("best constant player", "among usual players; below zero is good"),
    "thinking": ("what thinking is worth", "over an evening, above constant play"),
    "impact": ("impact of a decision", "best choice less the mean, in standard deviations"),
    "meaningful": ("decisions that matter", "to a seat, in a hand"),
    "interaction": ("interaction", "how often another choice changes the next seat's"),
    "decided": ("decided at", "the share of a hand until its winner is sure"),
    "drama": ("drama", "how low the winner's chance once was"),
    "lead_changes": ("changes of the lead", "in a hand"),
    "betting_relevance": ("what betting adds", "1 − what the cards alone explain"),
    "bluff_value": ("bluff value", "chips a hand, by the solver"),
    "relevance": ("parts that matter", "phases and conditions that change payoffs"),
    "words": ("words of rules", ""),
}
"""The title and the meaning of each measure, in the order of the page."""


def story_of(
    elite: Elite,
    champion: Champion | None,
    ancestors: Mapping[int, Ancestor],
    opinions: Opinions = (),
    *,
    in_full: bool,
) -> dict[str, Any]:
    """A game as data for the page. A champion is shown in its polished form."""
    name = champion.name if champion else elite.name or name_for(elite.key)
    genome = champion.genome if champion else replace(elite.form, title=name.replace("_", " ").capitalize())
    measures = champion.evaluation.measures if champion else elite.measures
    form = champion.genome if champion else elite.form
    nearest, changes = nearest_classic(form)
    return {
        "number": elite.number,
        "key": elite.key,
        "name": name,
        "kind": "champion" if champion else "classic" if elite.name else "",
        "cell": elite.cell,
        "quality": champion.evaluation.quality if champion else elite.quality,
        "times": elite.times,
        "generation": elite.generation,
        "seats": elite.form.player_count,
        "sentence": champion.diagnosis.sentence if champion and champion.diagnosis else [],
        "findings": [one.text for one in champion.diagnosis.findings] if champion and champion.diagnosis else [],
        "measures": [_told(measure, measures[measure]) for measure in TITLES if measure in measures],
        "rules": of(genome).words.rule_book() if in_full else _rules(genome),
        "nearest": nearest,
        "changes": round(changes, 1),
        "diff": [] if elite.name else _diff(nearest, form),
        "ratings": len(opinions),
        "people": [_answered(title, mean_answer(opinions, question)) for question, title in ASKED],
        "ancestry": _ancestry(elite, ancestors),
    }


def _told(measure: str, found: Estimate) -> dict[str, Any]:
    title, meaning = TITLES[measure]
    return {"title": title, "meaning": meaning, "mean": found.mean, "low": found.low, "high": found.high}


def _answered(title: str, found: Estimate | None) -> dict[str, Any]:
    return {"title": title, "mean": found and found.mean, "low": found and found.low, "high": found and found.high}


def _rules(genome: GameGenome) -> str:
    return "\n".join(section.markdown() for section in chapters(genome))


def _diff(nearest: str, form: GameGenome) -> list[dict[str, str]]:
    """The differences from a classic: in the words of the rule books if these differ, else as data."""
    plain, other = (replace(one, title="", note="", genome_id="", generation=0, session=SessionLength(1))
                    for one in (canonical(find(nearest)), form))  # fmt: skip
    return [
        {"before": change.told_before, "after": change.told_after}
        if change.told_before or change.told_after
        else {"data": str(change)}
        for change in differences(tidied(plain), tidied(other))
    ]


def _ancestry(elite: Elite, ancestors: Mapping[int, Ancestor]) -> list[dict[str, Any]]:
    """The elite and its known ancestors, the nearest first."""
    found, waiting = list[dict[str, Any]](), [elite.number]
    seen = set(waiting)
    while waiting and len(found) < MOST_ANCESTORS:
        one = ancestors.get(waiting.pop(0))
        if one is None:
            continue
        found.append(
            {
                "number": one.number,
                "name": one.name or name_for(one.key),
                "generation": one.generation,
                "parents": one.parents,
                "operators": one.operators,
                "quality": one.quality,
            }
        )
        for parent in one.parents:
            if parent not in seen:
                seen.add(parent)
                waiting.append(parent)
    return found

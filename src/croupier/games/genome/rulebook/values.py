"""What cards are worth, where points are counted."""

from __future__ import annotations

from collections.abc import Sequence

from ..language.genome import BestHand, CardPoints, GameGenome, HighScore, LowScore, Part
from ..machine.translate import DECKS, SUITS
from .english import cards_named, listed, rank_name
from .sentences import Paragraph, Reader, Sentence, say

NUMBERED = "23456789T"


def card_values(reader: Reader, deciding: Sequence[Part]) -> list[Paragraph]:
    """The points of the cards; nothing if nobody counts them."""
    if not any(_counts_points(condition) for condition in deciding):
        return []
    if not reader.genome.setup.card_points:
        return [Paragraph([say(_usual(reader.genome))])]
    rules = [place for place in reader.at(("setup",)).items("card_points") if place.itself]
    if not rules:
        return []
    lines, tells = ["| cards | points |", "|---|---:|"], []
    for place in rules:
        rule = place.part
        assert isinstance(rule, CardPoints)
        ranks = [rank for rank in rule.ranks if rank in DECKS[reader.genome.setup.initial_deck][0]]
        lines.append(f"| {cards_named(ranks, rule.suits)} | {rule.points} |")
        tells += [*place.itself, *place("points", "ranks", "suits")]
    table = Paragraph([Sentence("\n".join(lines), tuple(tells))])
    rest = _rest(reader.genome)
    return [table, Paragraph(rest)] if rest else [table]


def _usual(genome: GameGenome) -> str:
    """What cards count where nothing is said of it."""
    ranks = DECKS[genome.setup.initial_deck][0]
    told = [f"{rank_name(ranks[0])} to ten count their number"] if ranks[0] in NUMBERED else []
    told += ["court cards 10" if told else "court cards count 10"]
    return "For points, " + listed([*told, "aces 1"] if "A" in ranks else told)


def _rest(genome: GameGenome) -> list[Sentence]:
    """What the table does not say of cards that are in none of its lines, or in several."""
    lines = [
        sum((not rule.ranks or rank in rule.ranks) and (not rule.suits or suit in rule.suits) for rule in rules)
        for rules in [genome.setup.card_points]
        for ranks, suits in [DECKS[genome.setup.initial_deck]]
        for rank in ranks
        for suit in SUITS[:suits]
    ]
    told = [say("A card that is in several lines counts all of them")] if max(lines) > 1 else []
    return [*told, say("All other cards count nothing")] if 0 in lines else told


def _counts_points(condition: Part) -> bool:
    if isinstance(condition, BestHand):
        return condition.evaluation == "points"
    return isinstance(condition, HighScore | LowScore)

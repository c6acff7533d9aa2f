"""What cards are worth, where points are counted."""

from __future__ import annotations

from collections.abc import Sequence

from ..language.genome import BestHand, CardPoints, GameGenome, HighScore, LowScore, Part
from ..machine.translate import DECKS, SUITS
from .english import cards_named
from .sentences import Paragraph, Reader, Sentence, say

USUAL = "For points, two to ten count their number, court cards 10 and aces 1"


def card_values(reader: Reader, deciding: Sequence[Part]) -> list[Paragraph]:
    """The points of the cards; nothing if nobody counts them."""
    if not any(_counts_points(condition) for condition in deciding):
        return []
    if not reader.genome.setup.card_points:
        return [Paragraph([say(USUAL)])]
    rules = [place for place in reader.at(("setup",)).items("card_points") if place.itself]
    if not rules:
        return []
    lines, tells = ["| cards | points |", "|---|---:|"], []
    for place in rules:
        rule = place.part
        assert isinstance(rule, CardPoints)
        lines.append(f"| {cards_named(rule.ranks, rule.suits)} | {rule.points} |")
        tells += [*place.itself, *place("points", "ranks", "suits")]
    table = Paragraph([Sentence("\n".join(lines), tuple(tells))])
    rest = _rest(reader.genome)
    return [table, Paragraph(rest)] if rest else [table]


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

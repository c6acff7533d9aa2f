"""Who wins a hand, and what the winner gets."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.kernel.vocabulary.cards import RANKS

from ..language.genome import (
    BestHand,
    CardPoints,
    EmptyHand,
    GameGenome,
    HighScore,
    LowScore,
    MostCaptured,
    MostChips,
    Part,
)
from ..machine.translate import DECKS, SUITS, comparisons, written_down
from .english import cards_named, listed, rank_name
from .limits import least_held
from .ranks import FIVE, card_range, high_aces, low_ranking, ranking
from .sentences import Paragraph, Place, Reader, Section, Sentence, say
from .shortage import shortage

Decider = tuple[Part, Place]

MELDS = (
    "the most cards in melds win: a set is three or four cards of a rank, a run three or more of a suit in "
    "order{}; no card is in two of them"
)

NUMBERED = "23456789T"


def deciders(reader: Reader) -> list[Decider]:
    """The conditions that decide a hand, in order. If none is named, it is the best poker hand."""
    named = [
        (place.part, place)
        for place in reader.at(()).items("win_conditions")
        if place.itself and not isinstance(place.part, MostChips)
    ]
    return named or [(BestHand(), Place(BestHand(), [], reader.live))]


def winning(reader: Reader) -> Section:
    """Who wins the hand."""
    deciding = deciders(reader)
    paragraphs = []
    if _shows(deciding):
        paragraphs.append(Paragraph([say(f"{reader.everybody} shows their cards")]))
    for number, (condition, place) in enumerate(deciding):
        paragraphs += _condition(reader, condition, place, is_first=number == 0)
    paragraphs += card_values(reader, [condition for condition, _ in deciding])
    return Section("Who wins the hand", [*paragraphs, Paragraph(_prize(reader))])


def _shows(deciding: list[Decider]) -> bool:
    return any(
        isinstance(condition, BestHand) or getattr(condition, "counted", "") == "hand" for condition, _ in deciding
    )


def _condition(reader: Reader, condition: Part, place: Place, is_first: bool) -> list[Paragraph]:
    tie = "" if is_first else "Where that is a tie, "
    if isinstance(condition, BestHand):
        return _best_hand(reader, condition, place, tie)
    if isinstance(condition, EmptyHand):
        return [Paragraph([say(f"{tie}the fewest cards in hand win, and none at all are the fewest", place.itself)])]
    if isinstance(condition, MostCaptured):
        return [Paragraph([say(f"{tie}the most captured cards win", place.itself)])]
    assert isinstance(condition, HighScore | LowScore)
    most = "most" if isinstance(condition, HighScore) else "fewest"
    where = "left in hand" if condition.counted == "hand" else "that you have captured"
    return [Paragraph([say(f"{tie}the {most} points win, in the cards {where}", place.itself, place("counted"))])]


def _best_hand(reader: Reader, condition: BestHand, place: Place, tie: str) -> list[Paragraph]:
    tells = [*place.itself, *place("evaluation")]
    if condition.evaluation == "high_card":
        return [Paragraph([say(f"{tie}the highest card wins{_next_cards(reader)}{high_aces(reader.genome)}", tells)])]
    if condition.evaluation == "melds":
        ace = ", where the ace may be high or low" if DECKS[reader.genome.setup.initial_deck][0] == RANKS else ""
        return [Paragraph([say(tie + MELDS.format(ace), tells)])]
    if condition.evaluation == "lowball":
        return low_ranking(reader, tie, tells)
    if condition.evaluation != "points":
        return ranking(reader, condition.evaluation, tie, tells)
    if condition.target == 0:
        told = [say(f"{tie}the most points in your cards win", tells)]
    else:
        nearest = f"{tie}whoever has the points nearest to {condition.target} in their cards wins"
        told = [say(nearest, tells, place("target"))]
    if place("one_suit"):
        told.append(say("Only cards of one suit count, the suit that is best for you", place("one_suit")))
    if place("bust"):
        over = "To have more is a bust, which loses to all who have not; those who are bust are tied"
        told.append(say(over, place("bust")))
    if place("soft_aces"):
        limit = f", if that is not more than {condition.target}" if condition.target else ""
        told.append(say(f"If you hold an ace, one of your aces counts ten more{limit}", place("soft_aces")))
    return [Paragraph(told)]


def _next_cards(reader: Reader) -> str:
    """What is compared if the highest cards are equal, in words."""
    least, most = card_range(reader.plain)
    further = "" if least == most or least >= FIVE else "; to have no further card is lower than any"
    return "" if most == 1 else f", then the {'other' if most == 2 else 'next, and so on, five at most'}{further}"


def _prize(reader: Reader) -> list[Sentence]:
    """What the winner gets. Points are written down where they decide the game, or when it ends."""
    told = list[Sentence]()
    if reader.genome.setup.starting_chips:
        tied = "; those who are still tied share it evenly" if _may_tie(reader.plain) else ""
        told.append(say(f"The winner takes the pot{tied}"))
        if tied and _may_leave_chips(reader.plain):
            told.append(
                say("Chips left over go to the first of them, counted from the player who started the first hand")
            )
    if writes_points(reader):
        told.append(say(f"{reader.everybody} writes down the points of this hand"))
    elif not reader.genome.setup.starting_chips:
        tied = "; where several are still tied, each of them does" if _may_tie(reader.plain) else ""
        told.append(say(f"The winner writes down a point{tied}"))
    return told


def writes_points(reader: Reader) -> bool:
    """Whether the points of cards are written down, and matter beyond the hand."""
    score = written_down(reader.genome)
    places = [place for condition, place in deciders(reader) if condition == score]
    return any(not reader.genome.setup.starting_chips or place("threshold") for place in places)


def _may_tie(genome: GameGenome) -> bool:
    """Whether two players can tie; not if each has another card of the only suit, and keeps it."""
    one_suit = DECKS[genome.setup.initial_deck][1] == 1
    compares = any(isinstance(other, BestHand) and other.evaluation == "high_card" for other in comparisons(genome))
    return not (one_suit and compares and least_held(genome) > 0)


def _may_leave_chips(genome: GameGenome) -> bool:
    """Whether a pot may not split evenly; two players have put in the same, or one of them gets the rest."""
    return genome.player_count > 2 or (not genome.setup.side_pots and shortage(genome).of_a_share)


def card_values(reader: Reader, deciding: Sequence[Part]) -> list[Paragraph]:
    """The points of the cards; [] if they are not counted."""
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
    """The usual points of cards, in words."""
    ranks = DECKS[genome.setup.initial_deck][0]
    told = [f"{rank_name(ranks[0])} to ten count their number"] if ranks[0] in NUMBERED else []
    told += ["court cards 10" if told else "court cards count 10"]
    return "For points, " + listed([*told, "aces 1"] if "A" in ranks else told)


def _rest(genome: GameGenome) -> list[Sentence]:
    """Sentences about cards that are in no line of the table, or in several."""
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

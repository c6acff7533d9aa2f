"""Who wins a hand, and what for."""

from __future__ import annotations

from ..language.genome import BestHand, EmptyHand, HighScore, LowScore, MostCaptured, MostChips, Part
from ..machine.translate import written_down
from .ranks import most_cards, ranking
from .sentences import Paragraph, Place, Reader, Section, Sentence, say
from .values import card_values

Decider = tuple[Part, Place]

ORDER = {
    "melds": "the most cards in melds win: a set is three or four cards of a rank, a run three or more of a suit in "
    "order, where the ace may be high or low; no card is in two of them",
    "lowball": "the lowest five cards win: aces are low, straights and flushes do not count, any pair is worse than "
    "none, and the highest cards are compared first; whoever has fewer than five cards loses to those who have more",
}


def deciders(reader: Reader) -> list[Decider]:
    """The conditions that decide a hand, the first first. Where none is named, it is the best poker hand."""
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
        return [Paragraph([say(f"{tie}the highest card wins{_next_cards(reader)}; aces are high", tells)])]
    if condition.evaluation in ORDER:
        return [Paragraph([say(tie + ORDER[condition.evaluation], tells)])]
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
    """What is compared if the highest cards are equal."""
    most = most_cards(reader.genome)
    return "" if most == 1 else ", then the other" if most == 2 else ", then the next, and so on, five at most"


def _prize(reader: Reader) -> list[Sentence]:
    """What the winner gets."""
    told = list[Sentence]()
    if reader.genome.setup.starting_chips:
        told.append(say("The winner takes the pot; those who are still tied share it evenly"))
        told.append(say("Chips left over go to the first of them, counted from the player who started the first hand"))
    if written_down(reader.genome):
        told.append(say(f"{reader.everybody} writes down the points of this hand"))
    elif not reader.genome.setup.starting_chips:
        told.append(say("The winner writes down a point; where several are still tied, each of them does"))
    return told

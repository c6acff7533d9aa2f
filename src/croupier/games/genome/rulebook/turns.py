"""A player's turn: to draw, to discard, to play."""

from __future__ import annotations

from croupier.kernel.vocabulary.cards import RANKS

from ..language.genome import (
    DealPhase,
    DiscardPhase,
    DrawPhase,
    GameGenome,
    HigherRank,
    LowerRank,
    NextRank,
    Part,
    PlayPhase,
    RankIs,
    SameRank,
    SameSuit,
    SuitIs,
)
from ..machine.translate import DECKS
from .english import a_rank, counted, listed, number
from .patterns import everybody_at, has_pile
from .sentences import Paragraph, Place, Reader, Sentence, say

LAST = "the last card of the discard pile"
DRAWN = {
    "down": "Show nobody what you drew",
    "up": "Lay what comes from the deck open before you",
    "others": "Show what comes from the deck to all others, without looking at it",
}
IF_PASSED = "if you have passed so far in this turn"
HAD_TO = " (what you had to draw does not count)"
UNLESS_LAID = "if you have {} no card in this turn"
CLOSED = "Turn the pile face down once its last card is taken: it counts as empty, until a card is laid onto it"


def turn(reader: Reader, places: list[Place]) -> list[Paragraph]:
    """The phases of a turn: an introduction, and each phase as an item of its own."""
    told = [_phase(reader, place, [before.part for before in places[:at]]) for at, place in enumerate(places)]
    intro = Sentence(
        f"**Turns.** {everybody_at(reader, places[0]).capitalize()} has a turn, the starter first. In yours,"
    )
    if len(told) == 1:
        (first, *rest) = told[0]
        return [Paragraph([intro, first._replace(text=first.text[0].lower() + first.text[1:]), *rest])]
    return [Paragraph([intro._replace(text=intro.text[:-1] + ":")]), *map(Paragraph, told)]


def _phase(reader: Reader, place: Place, before: list[Part]) -> list[Sentence]:
    """A phase of a turn, given the phases before it in the same turn."""
    phase = place.part
    if isinstance(phase, DrawPhase):
        return _draw(reader, place, phase, before)
    if isinstance(phase, DiscardPhase):
        return [_discard(place, phase)]
    assert isinstance(phase, PlayPhase)
    return _play(reader, place, phase, before)


def _draw(reader: Reader, place: Place, phase: DrawPhase, before: list[Part]) -> list[Sentence]:
    tells = [*place.itself, *place("count", "source", "mandatory", "only_if_passed")]
    several, from_deck = phase.count > 1, phase.source == "deck" or not has_pile(reader.genome)
    cards = counted(phase.count, "card")
    if several and not phase.mandatory:
        cards = f"up to {cards}"
    if from_deck:
        text = f"draw {cards}" + (", one by one" if several and not phase.mandatory else "")
    elif several:
        text = f"take {cards} from the deck or from the discard pile, one by one; of the pile only the last card"
    else:
        text = f"take {LAST}" if phase.source == "discard" else f"take a card of the deck, or {LAST}"
    if not phase.mandatory:
        text = f"you may {text}"
    if place("only_if_passed"):
        had_to = any(isinstance(part, DrawPhase) and part.mandatory and part.source == "deck" for part in before)
        text = f"{IF_PASSED}{HAD_TO if had_to else ''}, {text}"
    told = [say(text, tells)]
    if not from_deck:
        told.append(say(CLOSED))
    if place("face"):
        told.append(say(DRAWN[phase.face], place("face")))
    return told


def _discard(place: Place, phase: DiscardPhase) -> Sentence:
    tells = [*place.itself, *place("count", "mandatory", "replace", "face")]
    cards = counted(phase.count, "card")
    several = phase.count > 1
    text = f"discard {cards}" if phase.mandatory else f"you may discard {'up to ' if several else ''}{cards}"
    text += " (all, if you hold fewer)" if phase.mandatory and several else ""
    text += ", face up onto the discard pile" if phase.face == "up" else ", face down and aside"
    if phase.replace:
        text += f"; you are dealt {'as many new ones' if several else 'a new one'}"
    return say(text, tells)


def _play(reader: Reader, place: Place, phase: PlayPhase, before: list[Part]) -> list[Sentence]:
    few, most = phase.min_cards, phase.max_cards
    cards = counted(most, "card")
    if few < most:
        cards = f"{number(few)} {'or' if few + 1 == most else 'to'} {cards}"
    where = "onto the discard pile" if phase.target == "discard" else "into your own pile of captured cards"
    laid = "laid" if any(isinstance(part, DiscardPhase) for part in before) else "played"
    unless = f"{UNLESS_LAID.format(laid)}, " if place("only_if_passed") else ""
    fields = place("min_cards", "max_cards", "target", "only_if_passed")
    told = [say(f"{unless}play {cards} {where}", place.itself, fields)]
    conditions = [condition for condition in place.items("conditions") if condition.itself]
    if few > 1:
        fit = ", if they all fit" if conditions else ""
        told.append(say(f"If you hold fewer than {number(few)}, play all of them{fit}"))
    if conditions:
        told.append(_conditions(reader.genome, place, phase, conditions))
    if phase.mandatory:
        told.append(say("You must if you can, else you pass", place("mandatory")))
    else:
        told.append(say("You may pass instead", place("mandatory")))
    if most > 1 and phase.target == "discard":
        relations = any(not _is_own(condition.part) for condition in conditions)
        told += [say("Of several cards, each is tested against the card that lay there before")] if relations else []
        told.append(say("Lay several cards in any order you like: the last of them is then the last of the pile"))
    return told


def _conditions(genome: GameGenome, place: Place, phase: PlayPhase, conditions: list[Place]) -> Sentence:
    """The cards that may be played."""
    word = "or" if phase.match == "any" else "and"
    kinds = [condition.part for condition in conditions]
    tells = [path for condition in conditions for path in (*condition.itself, *condition("ranks", "suits"))]
    relations = _relations([type(kind) for kind in kinds], word)
    own = [_own(kind) for kind in kinds if _is_own(kind)]
    text = "it must " if phase.max_cards == 1 else "each of them must "
    text += listed([*relations, *own], word)
    text += _order(genome, [type(kind) for kind in kinds])
    if relations and _may_be_empty(genome, phase):
        text += f"; on an empty pile {'only the rest counts' if own and word == 'and' else 'any card will do'}"
    return say(text, tells, place("match"))


def _order(genome: GameGenome, kinds: list[type[Part]]) -> str:
    """The place of the ace in the order of ranks."""
    ranks = DECKS[genome.setup.initial_deck][0]
    told = ["aces are high"] if "A" in ranks and (HigherRank in kinds or LowerRank in kinds) else []
    if NextRank in kinds and ranks == RANKS:
        told.append("ace and two are neighbours too")
    return f" ({', and '.join(told)})" if told else ""


def _may_be_empty(genome: GameGenome, phase: PlayPhase) -> bool:
    """Whether there may be no card on the discard pile."""
    phases = genome.turn_structure.phases
    before = phases[: phases.index(phase)]
    takes = any(isinstance(other, DrawPhase) and other.source != "deck" for other in phases)
    laid = any(isinstance(other, DealPhase) and other.to == "discard" for other in before)
    return takes or not (laid or genome.setup.initial_discard_count)


def _relations(kinds: list[type[Part]], word: str) -> list[str]:
    """The relations that a card must have to the last one, in words."""
    told = []
    have = [name for kind, name in ((SameSuit, "the suit"), (SameRank, "the rank")) if kind in kinds]
    if have:
        told.append(f"have {listed(have, word)} of")
    told += [text for kind, text in ((HigherRank, "be higher than"), (LowerRank, "be lower than")) if kind in kinds]
    if NextRank in kinds:
        told.append("be one rank above or below")
    return [f"{text} {'it' if number else LAST}" for number, text in enumerate(told)]


def _is_own(condition: Part) -> bool:
    return isinstance(condition, RankIs | SuitIs)


def _own(condition: Part) -> str:
    """The condition on a card itself, in words."""
    if isinstance(condition, RankIs):
        return f"be {listed([a_rank(rank) for rank in condition.ranks], 'or')}"
    assert isinstance(condition, SuitIs)
    return f"be {listed([f'a {suit[:-1]}' for suit in condition.suits], 'or')}"

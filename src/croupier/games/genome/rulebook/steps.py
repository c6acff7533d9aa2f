"""A hand, step by step."""

from __future__ import annotations

from ..language.genome import BettingPhase, DealPhase, DiscardPhase, PlayPhase, ShowdownPhase, TrickPhase
from ..machine.translate import ends_when_empty, rounds_of
from .betting import betting_step
from .english import FACES, counted, times
from .patterns import Pattern, everybody_at, is_played_once, patterns_of
from .sentences import Paragraph, Place, Reader, Section, Sentence, say
from .turns import turn


def hand(reader: Reader) -> Section:
    """All that happens between the deal and the showdown."""
    paragraphs, told, first = list[Paragraph](), 0, 1
    for pattern in patterns_of(reader):
        if pattern.last < reader.genome.turn_structure.once:
            first = told + len(pattern.goes[0]) + 1
        for at, step in enumerate(pattern.goes[0]):
            told += 1
            places = pattern.places(reader, at)
            lines = turn(reader, places) if step.is_turn else [Paragraph(_table_step(reader, places[0]))]
            paragraphs.append(lines[0]._replace(lead=f"{told}. "))
            paragraphs += [line._replace(lead="    - ") for line in lines[1:]]
        again = _once_more(pattern, told)
        if again and paragraphs[-1].lead.startswith(" "):
            paragraphs.append(Paragraph(again))
        else:
            paragraphs[-1].sentences.extend(again)
    length = _length(reader, first, told)
    return Section("A hand", [*paragraphs, Paragraph(length)] if length else paragraphs)


def _once_more(pattern: Pattern, last: int) -> list[Sentence]:
    """That the steps up to this one are done again."""
    more, first = len(pattern.goes) - 1, last - len(pattern.goes[0]) + 1
    if more == 0:
        return []
    often = "once more" if more == 1 else f"{times(more)} more"
    return [say(f"{'' if first == last else 'then '}{_steps(first, last)} done {often}")]


def _table_step(reader: Reader, place: Place) -> list[Sentence]:
    """A phase of the whole table."""
    phase = place.part
    if isinstance(phase, BettingPhase):
        return betting_step(reader, place)
    if isinstance(phase, DealPhase):
        return [_deal(place, phase, everybody_at(reader, place))]
    if isinstance(phase, TrickPhase):
        return _trick(place, phase, everybody_at(reader, place))
    assert isinstance(phase, ShowdownPhase)
    return [say("**Showdown.** The hand ends here", place.itself)]


def _deal(place: Place, phase: DealPhase, everybody: str) -> Sentence:
    tells = [*place.itself, *place("count", "to", "face")]
    cards = counted(phase.count, "card")
    if phase.to == "community":
        share = "it belongs" if phase.count == 1 else "they belong"
        return say(f"**Community cards.** Turn up {cards} in the middle of the table: {share} to everybody", tells)
    if phase.to == "discard":
        return say(f"**A new card.** Turn up {cards} onto the discard pile", tells)
    face = f", {FACES[phase.face]}" if place("face") else ""
    return say(f"**Cards.** {everybody.capitalize()} gets {cards}{face}", tells)


def _trick(place: Place, phase: TrickPhase, everybody: str) -> list[Sentence]:
    best = "highest" if phase.high_card_wins else "lowest"
    told = [
        say(f"**A trick.** {everybody.capitalize()} plays one card, face up", place.itself),
        say("The starter leads to the first trick, and the winner of each to the next"),
    ]
    if phase.lead_suit_required:
        told.append(say("If you can play a card of the suit that was led, you must", place("lead_suit_required")))
    else:
        told.append(say("You may play what you like", place("lead_suit_required")))
    which = f"The {best} card of the suit that was led takes the trick; aces are high"
    if not phase.led_suit_wins:
        which = f"The {best} card takes the trick, whatever its suit; aces are high, and of equal cards the first wins"
    told.append(say(which, place("high_card_wins", "led_suit_wins")))
    told.append(say("The cards of a trick lie before its winner, captured"))
    return told


def _steps(first: int, last: int) -> str:
    """Some steps, by their numbers."""
    if first == last:
        return f"step {last} is"
    return f"steps {first} and {last} are" if last - first == 1 else f"steps {first} to {last} are"


def _length(reader: Reader, first: int, last: int) -> list[Sentence]:
    """How often the steps are done, from the first that is done again to the last, and when it is enough."""
    genome, structure, rounds = reader.genome, reader.at(("turn_structure",)), rounds_of(reader.genome)
    phases = genome.turn_structure.phases
    loops = not is_played_once(genome) and not any(isinstance(phase, ShowdownPhase) for phase in phases)
    sheds = ends_when_empty(genome) and any(isinstance(phase, PlayPhase | DiscardPhase) for phase in phases)
    told = list[Sentence]()
    once, begin = structure("once"), f"step {first}" if structure("once") else "the first step"
    if structure("rounds"):
        what = _steps(first, last) if once else "all of this is"
        often = times(rounds) if rounds else "once"
        told.append(say(f"{what} done {often} in a hand", structure("rounds"), once))
    elif (loops or once) and sheds:
        told.append(say(f"Then it begins again with {begin}", once))
    elif loops or once:
        told.append(say(f"Then it begins again with {begin}, until nobody has cards left", once))
    if sheds:
        told.append(say("The hand is over at once when somebody plays or discards their last card"))
    if reader.at(())("max_turns"):
        most = counted(genome.max_turns, "turn")
        told.append(say(f"A hand has at most {most}, those of all players together", reader.at(())("max_turns")))
        if any(isinstance(phase, TrickPhase) for phase in phases):
            told.append(say("To play a card to a trick is a turn too"))
        told.append(say("After the last one the hand is decided as it stands"))
    return told

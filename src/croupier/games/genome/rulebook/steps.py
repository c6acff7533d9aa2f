"""A hand, step by step."""

from __future__ import annotations

from collections.abc import Sequence

from ..language.genome import (
    AnyPhase,
    BettingPhase,
    DealPhase,
    DiscardPhase,
    DrawPhase,
    GameGenome,
    PlayPhase,
    ShowdownPhase,
    TrickPhase,
)
from ..machine.translate import DECKS, IN_TURN, ends_when_empty, rounds_of
from .betting import betting_step
from .english import FACES, counted, listed, times
from .limits import brings_cards, first_phases, least_held, loops, most_rounds, played_phases, round_phases
from .patterns import Pattern, everybody_at, patterns_of, starter_at
from .ranks import high_aces
from .sentences import Paragraph, Place, Reader, Section, Sentence, say
from .shortage import shortage
from .turns import turn


def hand(reader: Reader) -> Section:
    """Everything that happens between the deal and the showdown."""
    paragraphs, told, patterns = list[Paragraph](), 0, patterns_of(reader)
    for pattern in patterns:
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
    length = _length(reader, patterns)
    return Section("A hand", [*paragraphs, Paragraph(length)] if length else paragraphs)


def _once_more(pattern: Pattern, last: int) -> list[Sentence]:
    """A sentence that says that the steps up to this one are repeated."""
    more, first = len(pattern.goes) - 1, last - len(pattern.goes[0]) + 1
    if more == 0:
        return []
    often = "once more" if more == 1 else f"{times(more)} more"
    return [say(f"{'' if first == last else 'then '}{_steps(first, last)} done {often}")]


def _steps(first: int, last: int) -> str:
    """Some steps, by their numbers."""
    if first == last:
        return f"step {last} is"
    return f"steps {first} and {last} are" if last - first == 1 else f"steps {first} to {last} are"


def _table_step(reader: Reader, place: Place) -> list[Sentence]:
    """A phase of the whole table."""
    phase = place.part
    if isinstance(phase, BettingPhase):
        return betting_step(reader, place)
    if isinstance(phase, DealPhase):
        return [_deal(place, phase, everybody_at(reader, place))]
    if isinstance(phase, TrickPhase):
        return _trick(reader, place, phase)
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


def _trick(reader: Reader, place: Place, phase: TrickPhase) -> list[Sentence]:
    best = "highest" if phase.high_card_wins else "lowest"
    everybody = everybody_at(reader, place).capitalize()
    having = "" if _all_have_cards(reader.plain) else ", if they have any left"
    told = [
        say(f"**A trick.** {everybody} plays one card, face up{having}", place.itself),
        say(f"{starter_at(reader, place)} leads to the first trick, and the winner of each to the next"),
    ]
    if phase.lead_suit_required:
        told.append(say("If you can play a card of the suit that was led, you must", place("lead_suit_required")))
    else:
        told.append(say("You may play what you like", place("lead_suit_required")))
    which = f"The {best} card " + ("of the suit that was led" if phase.led_suit_wins else "of any suit")
    which += " takes the trick"
    if reader.at(("setup",))("trump_suit"):
        which += f", or, if there are trumps in it, the {best} trump"
    which += high_aces(reader.genome)
    if not phase.led_suit_wins and DECKS[reader.genome.setup.initial_deck][1] > 1:
        which += ", and of equal cards the first wins"
    told.append(say(which, place("high_card_wins", "led_suit_wins")))
    told.append(say("The cards of a trick lie before its winner, captured"))
    return told


def _all_have_cards(genome: GameGenome) -> bool:
    """Whether every player who is in has a card for every trick: all hands are equal, and none runs out of cards."""
    phases = played_phases(genome)
    if any(isinstance(phase, IN_TURN) and not getattr(phase, "replace", False) for phase in phases):
        return False
    held = genome.setup.cards_per_player
    for phase in first_phases(genome):
        if isinstance(phase, TrickPhase) and held == 0:
            return False
        held += phase.count if isinstance(phase, DealPhase) and brings_cards(phase) else 0
        held -= isinstance(phase, TrickPhase)
    again = round_phases(genome)
    tricks = sum(isinstance(phase, TrickPhase) for phase in again)
    if tricks and rounds_of(genome) == 0 and (tricks == 1 or not any(map(brings_cards, again))):
        return held % tricks == 0
    return tricks == 0 or least_held(genome) > 0


def _length(reader: Reader, patterns: Sequence[Pattern]) -> list[Sentence]:
    """How often the steps are done, and when the hand ends."""
    genome = reader.plain
    phases = played_phases(genome)
    sheds = _sheds(genome, phases)
    tricks = any(isinstance(phase, TrickPhase) for phase in phases)
    told = _rounds(reader, patterns)
    if loops(genome) and all(_may_be_stuck(genome, phase) for phase in round_phases(genome)):
        told.append(say("If nobody can do anything in a whole round, the hand is over"))
    if sheds:
        told.append(say(f"The hand is over at once when somebody {_laying(phases)}"))
        if _trick_comes_before_a_turn(genome):
            told.append(say("To play it to a trick does not end the hand, but to have no cards in your turn does"))
    if reader.at(())("max_turns"):
        most = counted(genome.max_turns, "turn")
        together = ", those of all players together" if genome.max_turns > 1 else ""
        told.append(say(f"A hand has at most {most}{together}", reader.at(())("max_turns")))
        if tricks:
            told.append(say("To play a card to a trick is a turn too; a trick that is not finished is nobody's"))
        told.append(say("After the last one the hand is decided as it stands"))
    return told


def _rounds(reader: Reader, patterns: Sequence[Pattern]) -> list[Sentence]:
    """How often the steps are done, or from which of them on they are repeated."""
    structure, rounds = reader.at(("turn_structure",)), rounds_of(reader.genome)
    once, again = structure("once"), [pattern for pattern in patterns if pattern.last >= reader.once]
    last = sum(len(pattern.goes[0]) for pattern in patterns)
    first = last - sum(len(pattern.goes[0]) for pattern in again) + 1
    if structure("rounds"):
        what = "all of this is"
        if once and rounds:
            repeats = any(len(pattern.goes) > 1 for pattern in again)
            what = f"all of this from step {first} on is" if repeats else _steps(first, last)
        often = times(rounds) if rounds else "once"
        return [say(f"{what} done {often} in a hand", structure("rounds"), once)]
    if loops(reader.plain):
        until = "" if _sheds(reader.plain, round_phases(reader.plain)) else ", until nobody has cards left"
        return [say(f"Then it begins again with {f'step {first}' if once else 'the first step'}{until}", once)]
    return [say("All of this is done once in a hand", once)] if once else []


def _sheds(genome: GameGenome, phases: Sequence[AnyPhase]) -> bool:
    """Whether the hand may end in some phases because a player has no cards left."""
    return ends_when_empty(genome) and any(isinstance(phase, PlayPhase | DiscardPhase) for phase in phases)


def _trick_comes_before_a_turn(genome: GameGenome) -> bool:
    """Whether a player can come to a turn without cards, because the last one went into a trick."""
    again = round_phases(genome)
    phases = [*first_phases(genome), *again, *(again if most_rounds(genome) != 1 else ())]
    first = next((at for at, phase in enumerate(phases) if isinstance(phase, TrickPhase)), len(phases))
    return any(isinstance(phase, PlayPhase | DiscardPhase) for phase in phases[first:])


def _may_be_stuck(genome: GameGenome, phase: AnyPhase) -> bool:
    """Whether there may be nothing to do in a phase, even for players who hold cards."""
    if isinstance(phase, PlayPhase):
        return phase.mandatory and bool(phase.conditions or phase.only_if_passed or phase.min_cards > 1)
    if isinstance(phase, BettingPhase):
        return shortage(genome).of_a_say
    if isinstance(phase, DealPhase) and phase.to == "discard":
        return any(map(brings_cards, played_phases(genome)))
    return isinstance(phase, DrawPhase | DealPhase)


def _laying(phases: Sequence[AnyPhase]) -> str:
    """How a player comes to have no cards in a turn, in words."""
    ways = ["plays"] if any(isinstance(phase, PlayPhase) for phase in phases) else []
    ways += ["discards"] if any(isinstance(phase, DiscardPhase) and not phase.replace for phase in phases) else []
    return f"{listed(ways, 'or')} their last card" if ways else "has no cards left after discarding"

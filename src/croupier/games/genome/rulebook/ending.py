"""What happens when the cards run out, and how the game ends."""

from __future__ import annotations

from ..language.genome import (
    DealPhase,
    DiscardPhase,
    DrawPhase,
    GameGenome,
    HighScore,
    LowScore,
    MostChips,
)
from ..language.parts import Path
from ..machine.dealing import hand_room
from ..machine.records import BOARD_ROOM
from ..machine.translate import cards_of, to_config, translate
from .english import chips, counted, listed, number, points
from .limits import most_held, most_times, played_phases
from .patterns import is_laid_up
from .sentences import Paragraph, Reader, Section, Sentence, say


def running_out(reader: Reader) -> Section | None:
    """What is done when there are not enough cards, or no room for more; None if neither can happen."""
    genome = reader.plain
    too_few, too_many = _too_few(genome), _too_many(genome)
    paragraphs = [Paragraph(told) for told in (too_few, too_many) if told]
    return Section("When cards run out" if too_few else "The most cards", paragraphs) if paragraphs else None


def _too_few(genome: GameGenome) -> list[Sentence]:
    """What is done when the deck runs out, if it can."""
    phases, told = played_phases(genome), list[Sentence]()
    if _most_dealt(genome) <= len(cards_of(genome.setup.initial_deck)):
        return told
    pile = genome.setup.initial_discard_count or any(map(is_laid_up, phases))
    if pile or any(isinstance(phase, DiscardPhase) for phase in phases):
        told.append(say("If the deck has too few cards, shuffle into it all that was discarded"))
    if pile:
        told.append(say("Only the last card of the discard pile stays where it lies"))
    if any(isinstance(phase, DiscardPhase) and phase.replace for phase in phases):
        told.append(say("What you have just discarded yourself stays out of it, unless there are no other cards"))
    still = "If there are still too few" if told else "If the deck has too few cards"
    told.append(say(f"{still}, you get what there is"))
    if any(isinstance(phase, DealPhase) and phase.to == "hand" for phase in phases):
        told.append(say("Where everybody is dealt cards, all get the same number"))
    return told


def _too_many(genome: GameGenome) -> list[Sentence]:
    """The limits of room for cards, where they can be reached."""
    told = list[Sentence]()
    deals = [(phase, times) for phase, times in most_times(genome) if isinstance(phase, DealPhase)]
    board = sum(phase.count * times for phase, times in deals if phase.to == "community")
    room = hand_room(genome.player_count)
    if most_held(genome) > room:
        told.append(say(f"Nobody can hold more than {counted(room, 'card')}"))
        if any(phase.to == "hand" for phase, _ in deals):
            told.append(say("Where everybody is dealt cards, nobody gets more than all have room for"))
    if board > BOARD_ROOM:
        told.append(say(f"No more than {counted(BOARD_ROOM, 'card')} are turned up in the middle of the table"))
    return told


def _most_dealt(genome: GameGenome) -> int:
    """The most cards of the deck that are dealt in a hand."""
    setup, seats, dealt = genome.setup, genome.player_count, 0
    for phase, times in most_times(genome):
        if isinstance(phase, DealPhase):
            dealt += phase.count * (seats if phase.to == "hand" else 1) * times
        elif isinstance(phase, DrawPhase | DiscardPhase) and _is_dealt(phase):
            dealt += phase.count * seats * times
    return setup.cards_per_player * seats + setup.initial_discard_count + dealt


def _is_dealt(phase: DrawPhase | DiscardPhase) -> bool:
    """Whether a seat gets cards of the deck in a phase of its turn."""
    return phase.source != "discard" if isinstance(phase, DrawPhase) else phase.replace


def end(reader: Reader) -> Section:
    """The length of a session, and who wins it."""
    genome, session = reader.genome, reader.at(("session",))
    hands = genome.session.hands
    told = [say("One hand is the whole game" if hands == 1 else f"A game is {number(hands)} hands", session("hands"))]
    sooner, tells, winner = list[str](), list[Path](), list[Path]()
    if genome.setup.starting_chips and hands > 1:
        sooner.append("only one player has chips left")
    for place in reader.at(()).items("win_conditions"):
        condition = place.part
        if isinstance(condition, MostChips):
            winner += place.itself
        if isinstance(condition, MostChips | HighScore | LowScore) and place("threshold"):
            unit = chips if isinstance(condition, MostChips) else points
            sooner.append(f"somebody has {unit(condition.threshold)} at the end of a hand")
            tells += place("threshold")
    if sooner:
        told.append(say(f"It ends sooner if {listed(sooner, 'or')}", tells))
    low = to_config(genome, translate(genome)).low_wins
    prize = "the most chips" if genome.setup.starting_chips else "the fewest points" if low else "the most points"
    return Section("The end of the game", [Paragraph([*told, say(f"Whoever has {prize} then has won", winner)])])

"""What happens when the cards run out, and when it is all over."""

from __future__ import annotations

from ..dealing import hand_room
from ..genome import AnyPhase, DealPhase, DiscardPhase, DrawPhase, HighScore, LowScore, MostChips, PlayPhase
from ..parts import Path
from ..translate import rounds_of, to_config, translate
from .english import chips, counted, listed, number, points
from .sentences import Paragraph, Reader, Section, Sentence, say


def running_out(reader: Reader) -> Section | None:
    """What is done when there are not enough cards; nothing if that cannot be."""
    genome = reader.genome
    phases = genome.turn_structure.phases
    draws = any(isinstance(phase, DrawPhase) or (isinstance(phase, DiscardPhase) and phase.replace) for phase in phases)
    deals = any(isinstance(phase, DealPhase) for phase in phases) and rounds_of(genome) is not None
    if not (draws or deals):
        return None
    told = list[Sentence]()
    pile = genome.setup.initial_discard_count or any(map(_is_laid_up, phases))
    if pile or any(isinstance(phase, DiscardPhase) for phase in phases):
        told.append(say("If the deck has too few cards, shuffle into it all that was discarded"))
    if pile:
        told.append(say("Only the last card of the discard pile stays where it lies"))
    if any(isinstance(phase, DiscardPhase) and phase.replace for phase in phases):
        told.append(say("What you have just discarded yourself stays out of it, unless there are no other cards"))
    still = "If there are still too few" if told else "If the deck has too few cards"
    told.append(say(f"{still}, you get what there is; where everybody is dealt cards, all get the same number"))
    if any(isinstance(phase, DrawPhase) for phase in phases):
        told.append(say(f"Nobody can hold more than {counted(hand_room(genome.player_count), 'card')}"))
    return Section("When cards run out", [Paragraph(told)])


def _is_laid_up(phase: AnyPhase) -> bool:
    """Whether cards come onto the discard pile in a phase."""
    if isinstance(phase, DiscardPhase):
        return phase.face == "up"
    if isinstance(phase, PlayPhase):
        return phase.target == "discard"
    return isinstance(phase, DealPhase) and phase.to == "discard"


def end(reader: Reader) -> Section:
    """How long a session lasts, and who has won it."""
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

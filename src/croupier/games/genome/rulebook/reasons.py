"""Why one would do what one may do: what each choice of a game is good for, from its rules alone.

Reasons are no rules. So they tell no part of the genome, and do not count for the length of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..language.genome import (
    BestHand,
    BettingPhase,
    DealPhase,
    DiscardPhase,
    DrawPhase,
    EmptyHand,
    GameGenome,
    HighScore,
    LowScore,
    MostCaptured,
    Part,
    PlayPhase,
    RankIs,
    SuitIs,
    TrickPhase,
)
from ..machine.translate import comparisons
from .english import points
from .limits import played_phases
from .patterns import has_pile
from .sentences import Paragraph, Reader, Section, say

BETS = (
    "**Bet** when your cards are better than most that the others may hold, so that those who call pay for it. With "
    "bad cards a bet wins only if all others fold: do that seldom, or nobody will believe you",
    "**Call** if the pot with your call in it, times your chance to win it, is more than what the call costs. What you "
    "have put in before is lost to you either way: it is no reason to stay",
)
LATER = "Before more cards come, a bet is on what your hand may become, and not only on what it is"
SEEN = "Look at the cards that lie open before the others: those are out of the deck, and part of what has to be beaten"


def reasons(reader: Reader) -> Section | None:
    """What each kind of choice is good for; None if the game has no choices."""
    told = list(dict.fromkeys(_reasons(reader.plain)))
    return Section("What to think about", [Paragraph([say(text)], "- ") for text in told]) if told else None


def _reasons(genome: GameGenome) -> Iterator[str]:
    phases = played_phases(genome)
    deciding = comparisons(genome)
    for phase in phases:
        if isinstance(phase, DrawPhase):
            yield from _drawing(genome, phase, deciding[0])
        elif isinstance(phase, DiscardPhase):
            yield from _discarding(phase, deciding[0])
        elif isinstance(phase, PlayPhase):
            yield from _playing(phase, deciding)
        elif isinstance(phase, TrickPhase):
            yield from _tricks(genome, phase, deciding)
    if genome.setup.starting_chips:
        bets = [at for at, phase in enumerate(phases) if isinstance(phase, BettingPhase)]
        yield from BETS if bets else ()
        if bets and any(_changes(phase) for phase in phases[bets[0] :]):
            yield LATER
        if bets and (genome.setup.face != "down" or any(map(_shows_cards, phases))):
            yield SEEN


def _changes(phase: Part) -> bool:
    """Whether hands may become better or worse in a phase."""
    return isinstance(phase, DealPhase | DrawPhase | DiscardPhase | PlayPhase)


def _shows_cards(phase: Part) -> bool:
    """Whether cards come into hands for others to see."""
    to_hand = isinstance(phase, DrawPhase) or (isinstance(phase, DealPhase) and phase.to == "hand")
    return to_hand and getattr(phase, "face", "down") != "down"


def _wanted(condition: Part) -> str:
    """What a hand should be, in words, by the condition that decides first; "" if hands are not compared."""
    if isinstance(condition, BestHand):
        if condition.evaluation == "points":
            wanted = f"come near to {points(condition.target)}" if condition.target else "hold many points"
            return wanted + (" of one suit" if condition.one_suit else "")
        return {"melds": "have more cards in melds", "lowball": "be left with low cards, without pairs"}.get(
            condition.evaluation, "have the better hand"
        )
    if isinstance(condition, HighScore | LowScore) and condition.counted == "hand":
        return "hold many points" if isinstance(condition, HighScore) else "hold few points"
    return "hold few cards" if isinstance(condition, EmptyHand) else ""


def _drawing(genome: GameGenome, phase: DrawPhase, first: Part) -> Iterator[str]:
    wanted = _wanted(first)
    if not phase.mandatory:
        if isinstance(first, EmptyHand) or (isinstance(first, LowScore) and first.counted == "hand"):
            yield f"**Draw** only for a card that you need: to {wanted} is what wins, and a card drawn has to go again"
        elif isinstance(first, BestHand) and first.evaluation == "points" and first.target:
            over = ", as a bust loses to everybody else" if first.bust else ""
            yield f"**Draw** to {wanted}, as long as a card is likelier to bring you nearer than beyond it{over}"
        elif wanted:
            yield f"**Draw** to {wanted}: a further card is one more to choose from, or to count"
    if phase.source != "deck" and has_pile(genome):
        yield "**Take from the pile** what fits: you know that card, but so do the others"


def _discarding(phase: DiscardPhase, first: Part) -> Iterator[str]:
    wanted = _wanted(first)
    if wanted and phase.replace:
        text = f"**Discard** to {wanted}: keep what already counts, and change what a new card can only improve"
        yield f"{text}. How many cards others change says something about theirs"
    elif wanted:
        yield f"**Discard** to {wanted}: what you discard no longer counts for your hand"


def _playing(phase: PlayPhase, deciding: Sequence[Part]) -> Iterator[str]:
    wanted = next((words for condition in deciding if (words := _wanted(condition))), "")
    if phase.target == "captured" and any(_counts_captured(condition) for condition in deciding):
        yield "**Play** into your captured cards what counts there"
    elif wanted and not isinstance(deciding[0], EmptyHand):
        text = f"**Play** a card to {wanted}: what you have played no longer counts for your hand"
        yield text if phase.mandatory else f"{text}. Pass if your hand is better as it is"
    elif wanted:
        yield f"**Play** to {wanted}, and keep what will fit next time"
    own = [condition for condition in phase.conditions if isinstance(condition, RankIs | SuitIs)]
    if phase.target == "discard" and len(phase.conditions) > len(own):
        yield "What you play last is what the next player has to fit: leave what that player is likely to lack"
        if own and phase.match == "any":
            yield "Keep a card that fits on everything until nothing else does"


def _counts_captured(condition: Part) -> bool:
    if isinstance(condition, HighScore | LowScore):
        return condition.counted == "captured"
    return isinstance(condition, MostCaptured)


def _tricks(genome: GameGenome, phase: TrickPhase, deciding: Sequence[Part]) -> Iterator[str]:
    if _most_dealt(genome) < 2:
        return
    high, low = ("high", "low") if phase.high_card_wins else ("low", "high")
    captured = next((condition for condition in deciding if _counts_captured(condition)), None)
    if isinstance(captured, LowScore):
        yield f"**Tricks** with points in them are bad: play {high} cards while it is safe, and keep {low} ones"
        if phase.led_suit_wins:
            yield "If you have no card of the suit led, throw what counts against you onto the trick of another"
    elif isinstance(captured, HighScore):
        yield "**Win the tricks** in which points lie, with as little as does it, and give the others those without"
    elif captured is not None:
        yield f"**Win tricks** with as little as does it: all of them count the same, and {high} cards win only once"
    elif wanted := _wanted(deciding[0]):
        yield f"**A trick** takes a card out of your hand: play what you need least to {wanted}"
    if captured is not None and genome.setup.trump_suit:
        yield "Keep trumps for tricks that are worth it: they win those for which another suit is led"


def _most_dealt(genome: GameGenome) -> int:
    """How many cards a player gets at first and in phases that deal."""
    phases = played_phases(genome)
    dealt = sum(phase.count for phase in phases if isinstance(phase, DealPhase) and phase.to == "hand")
    return genome.setup.cards_per_player + dealt

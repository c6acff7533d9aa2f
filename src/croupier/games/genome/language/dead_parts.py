"""Liveness: the parts of a genome that never change play.

A part is dead if the game is the same without it: if taking it out, or giving it its default, does not change the
reduced form of the config, so that all seats are told and paid the same. A default is dead if no other value would
change the form. That is certain. A part that changes the form may still never have an effect; only play can tell
(`simulate.idle_parts`).
"""

from __future__ import annotations

from typing import NamedTuple

from ..machine.reduction import reduced_form
from ..machine.translate import to_config, translate, written_down
from .checking import contradictions
from .genome import (
    BestHand,
    DealPhase,
    DrawPhase,
    GameGenome,
    HighScore,
    LowScore,
    MostCaptured,
    MostChips,
    Part,
    ShowdownPhase,
    WinCondition,
)
from .parts import ONCE, Path, alternatives, fewest, found, is_in, left_out, parts, replaced, without, written

LIMIT: Path = ("max_turns",)
REASONS = {
    "trump_suit": "there are no tricks that a trump could win",
    "match": "of fewer than two conditions, any and all are the same",
    "opening": "nobody has open cards then",
    "max_turns": "no hand can have more turns",
    "rounds": "the phases are played as often without it",
    "once": "the phases are played as often without it",
    "side_pots": "nobody bets",
    "threshold": "nothing is ever counted towards it, or there is only one hand",
    "only_if_passed": "nothing can be chosen before it in the turn that it looks at",
    "target": "only points have a target",
    "bust": "only points with a target can go over it",
    "soft_aces": "only points have soft aces",
    "one_suit": "only points can be counted in one suit",
    "card_points": "no points are counted, or the deck has no such cards",
    "ranks": "they are all that the deck has",
    "suits": "they are all that the deck has",
    "conditions": "the others say as much, or the deck has no such cards",
    "phases": "no hand comes that far",
}
"""Why a field, or a structure of a list, may be dead."""


class Finding(NamedTuple):
    """A part that never changes play, and why; `matches` is the number of matches tried, 0 if it is certain."""

    path: str
    says: str
    matches: int = 0

    def __str__(self) -> str:
        return f"{self.path}: {self.says}."


def live_parts(genome: GameGenome) -> list[Path]:
    """The parts of a valid genome that can change play, in the order of the JSON."""
    plain, stays = without_dead_structures(genome)
    known = _form(plain)
    return [
        path
        for path, same in zip(stays, parts(plain), strict=True)
        if isinstance(path[-1], int) or _matters(plain, same, known)
    ]


def dead_parts(genome: GameGenome) -> list[Finding]:
    """The parts that cannot change play; for a structure that is dead as a whole, not its fields.

    Fields that have their default, or only say what holds anyway, are not reported.
    """
    live, findings = set(live_parts(genome)), list[Finding]()
    last: Path | None = None
    for path in parts(genome):
        if path not in live and not (last and is_in(path, last)) and not _is_harmless(genome, path):
            findings.append(Finding(written(path), f"it never changes play: {_reason(genome, path)}"))
            last = path
    return findings


def _is_harmless(genome: GameGenome, path: Path) -> bool:
    """Whether a dead field is harmless: it has its default, or says that cards on the table lie face up."""
    if isinstance(path[-1], int):
        return False
    shows = isinstance(found(genome, path[:-1]), DealPhase) and path[-1] == "face"
    return shows or left_out(genome, path) is None


def _form(genome: GameGenome) -> tuple[object, ...]:
    return reduced_form(to_config(genome, translate(genome)))


def without_dead_structures(genome: GameGenome) -> tuple[GameGenome, list[Path]]:
    """The genome without the structures that can be taken out of its lists, and the paths of its remaining parts.

    One of two equal structures stays, so they are tried one after the other, the last first.
    """
    known, stays = _form(genome), list(parts(genome))
    before = None
    while before != genome:
        before = genome
        for path, now in reversed(list(zip(stays, parts(genome), strict=True))):
            if isinstance(now[-1], int):
                smaller = without(genome, now)
                if _is_playable(smaller, now) and _form(smaller) == known:
                    genome, left = smaller, parts(smaller)
                    stays = [other for other in stays if not is_in(other, path) and (other != ONCE or ONCE in left)]
    return genome, stays


def _is_playable(smaller: GameGenome, path: Path) -> bool:
    """Whether a valid genome is still valid without a structure; all other values are valid as before."""
    return len(found(smaller, path[:-1])) >= fewest(smaller, path[:-1]) and not contradictions(smaller)


def _matters(genome: GameGenome, path: Path, known: tuple[object, ...]) -> bool:
    """Whether a field makes another game than its default would; for one that has its default, whether any other value,
    valid or not, would. A limit matters only if a higher one would make another game."""
    plain = left_out(genome, path)
    if plain is not None and _form(plain) == known:
        return False
    if path == LIMIT:
        return _form(replaced(genome, path, genome.max_turns + 1)) != known
    return any(_form(other) != known for other in alternatives(genome, path))


def _reason(genome: GameGenome, path: Path) -> str:
    part = found(genome, path if isinstance(path[-1], int) else path[:-1])
    name = next(step for step in reversed(path) if isinstance(step, str))
    if isinstance(part, ShowdownPhase):
        return "the hand ends here anyhow, or before"
    if name == "face":
        return _reason_of_face(part)
    if name == "win_conditions":
        return _reason_of_condition(genome, part)
    return REASONS.get(name, "with any other value the game is the same")


def _reason_of_face(part: Part) -> str:
    if isinstance(part, DrawPhase):
        return "everybody has seen what is taken from the discard pile"
    return "no cards are dealt to the hands"


def _reason_of_condition(genome: GameGenome, condition: WinCondition) -> str:
    if isinstance(condition, MostChips):
        return "there is only one hand" if condition.threshold else "without a threshold it says nothing of its own"
    if written_down(genome) not in (None, condition) and not genome.setup.starting_chips:
        return "everybody writes down the points of the cards, and a tie of them pays nobody"
    if isinstance(condition, MostCaptured | HighScore | LowScore):
        return "nothing is ever captured"
    if isinstance(condition, BestHand):
        return "without it the best poker hand wins all the same"
    return "it never decides"

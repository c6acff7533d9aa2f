"""The order of hands: a table of the kinds of hands that can occur with this deck and number of cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..language.genome import AnyPhase, DealPhase, GameGenome
from ..language.parts import Path
from ..machine.records import BOARD_ROOM
from ..machine.translate import DECKS
from .english import number
from .limits import first_phases, least_held, most_held, most_rounds, round_phases
from .sentences import Paragraph, Reader, Sentence, say

SUIT_LETTERS = "cdhs"
FIVE = 5


class Kind(NamedTuple):
    """A kind of hand: its name, its description, the groups of equal ranks, and whether it is a run or of one suit."""

    name: str
    what: str
    groups: tuple[int, ...]
    in_order: bool = False
    of_suit: bool = False


POKER = (
    Kind("straight flush", "five cards of a suit in order", (1,) * 5, True, True),
    Kind("four of a kind", "four cards of a rank", (4, 1)),
    Kind("full house", "three of a rank and two of another", (3, 2)),
    Kind("flush", "five cards of a suit", (1,) * 5, of_suit=True),
    Kind("straight", "five cards in order", (1,) * 5, True),
    Kind("three of a kind", "three cards of a rank", (3, 1, 1)),
    Kind("two pair", "two cards of a rank and two of another", (2, 2, 1)),
    Kind("pair", "two cards of a rank", (2, 1, 1, 1)),
    Kind("high card", "nothing of all this", (1,) * 5),
)
THREE_CARD = (
    Kind("prial", "three cards of a rank", (3,)),
    Kind("running flush", "three cards of a suit in order", (1,) * 3, True, True),
    Kind("run", "three cards in order", (1,) * 3, True),
    Kind("flush", "three cards of a suit", (1,) * 3, of_suit=True),
    Kind("pair", "two cards of a rank", (2, 1)),
    Kind("high card", "nothing of all this", (1,) * 3),
)


LOWBALL = (
    Kind("high card", "no two cards of a rank", (1,) * 5),
    *(kind for kind in reversed(POKER) if max(kind.groups) > 1),
)
MOST_ALIKE = 16
"""Among more cards than this, five have different ranks."""


def ranking(reader: Reader, evaluation: str, tie: str, tells: list[Path]) -> list[Paragraph]:
    """How hands of poker, or of three cards, compare."""
    kinds, size = (POKER, FIVE) if evaluation == "poker" else (THREE_CARD, 3)
    least, most = card_range(reader.plain)
    ranks, suits = DECKS[reader.genome.setup.initial_deck]
    rows = [(kind, example) for kind in kinds if (example := _example(kind, min(most, size), ranks, suits))]
    told = [
        say(f"{tie}{_counted(reader.plain, 'best', size, most)}", tells),
        say("The better hand wins; the best kind of hand comes first in this table"),
    ]
    within = [
        say("Of two hands of a kind the higher wins: first what makes it, such as the pair, then the other cards"),
        *_fewer(least, most, size),
    ]
    if "A" in ranks:
        within.append(say("Aces are high" + _low_ace(ranks, most, size)))
    return [Paragraph(told), _table(rows), Paragraph(within)]


def low_ranking(reader: Reader, tie: str, tells: list[Path]) -> list[Paragraph]:
    """How hands compare where the lowest five cards win."""
    least, most = card_range(reader.plain)
    ranks, suits = DECKS[reader.genome.setup.initial_deck]
    groups_of: dict[Kind, list[int]] = {}
    """The kinds that can occur, each with the groups of a hand of the most cards that it can have."""
    for cards in range(min(least, MOST_ALIKE), min(most, MOST_ALIKE) + 1):
        for held in _ways_to_hold(cards, len(ranks), suits):
            groups = sorted(filter(None, _lowest_five(held)), reverse=True)
            groups_of |= {kind: groups for kind in LOWBALL if _pairs(kind.groups) == _pairs(groups)}
    rows = [(kind, _low_cards(groups_of[kind], ranks, suits)) for kind in LOWBALL if kind in groups_of]
    told = [
        say(f"{tie}{_counted(reader.plain, 'lowest', FIVE, most)}, and straights and flushes mean nothing", tells),
        say("The lower hand wins; the best kind of hand comes first in this table"),
    ]
    within = [
        say(
            "Of two hands of a kind the lower wins: first what makes it, such as the pair, then the other cards, "
            "the highest of them first"
        )
    ]
    if least < min(FIVE, most):
        within.append(say("Whoever has fewer than five cards loses to those who have more"))
    if "A" in ranks:
        within.append(say("Aces are low"))
    return [Paragraph(told), _table(rows), Paragraph(within)]


def _pairs(groups: Sequence[int]) -> list[int]:
    """The groups of a kind of hand that is made by equal ranks only."""
    return [group for group in groups if group > 1]


def _lowest_five(held: tuple[int, ...]) -> list[int]:
    """How often each rank is among the five cards that count: as many different ranks as possible, then pairs."""
    taken, left = [0] * len(held), FIVE
    for times in range(1, max(held, default=0) + 1):
        for rank, count in enumerate(held):
            if left and count >= times:
                taken[rank] += 1
                left -= 1
    return taken


def _low_cards(groups: list[int], ranks: str, suits: int) -> str:
    """The best hand of a kind."""
    low = ranks[-1] + ranks[:-1] if ranks.endswith("A") else ranks
    return " ".join(
        low[at] + SUIT_LETTERS[(card + at) % suits] for at, group in enumerate(groups) for card in range(group)
    )


def _ways_to_hold(cards: int, ranks: int, suits: int) -> Iterator[tuple[int, ...]]:
    """How often each rank can be held, in descending order."""
    if cards == 0:
        yield ()
    elif ranks:
        for count in range(min(cards, suits), 0, -1):
            for rest in _ways_to_hold(cards - count, ranks - 1, count):
                yield (count, *rest)


def _table(rows: list[tuple[Kind, str]]) -> Paragraph:
    lines = ["| hand | is | for example |", "|---|---|---|"]
    return Paragraph(
        [Sentence("\n".join([*lines, *(f"| {kind.name} | {kind.what} | {example} |" for kind, example in rows)]))]
    )


def _counted(genome: GameGenome, which: str, size: int, most: int) -> str:
    """The cards that make a hand, in words."""
    shared = ", your own and the community's together" if _has_community(genome) else ""
    return (f"the {which} {number(size)} cards count" if most > size else "all your cards count") + shared


def _fewer(least: int, most: int, size: int) -> list[Sentence]:
    """Sentences about hands that have fewer cards than others."""
    return [say("To have no further card is lower than any card")] if least < min(most, size) else []


def _low_ace(ranks: str, most: int, size: int) -> str:
    if most < size or not ranks.startswith("23"):
        return ""
    return f"; in a {'straight' if size == FIVE else 'run'} the ace may be low, below the two"


def high_aces(genome: GameGenome) -> str:
    """A clause that aces are high, if there are any."""
    return "; aces are high" if "A" in DECKS[genome.setup.initial_deck][0] else ""


def card_range(genome: GameGenome) -> tuple[int, int]:
    """The least and the most cards that a player has to choose from, including the community's."""
    first, turned_up = _turned_up(first_phases(genome)), _turned_up(round_phases(genome))
    if most_rounds(genome) == 1 or not turned_up:
        return least_held(genome) + first + turned_up, most_held(genome) + first + turned_up
    return least_held(genome) + first, most_held(genome) + BOARD_ROOM


def _turned_up(phases: tuple[AnyPhase, ...]) -> int:
    """How many community cards some phases turn up."""
    return sum(phase.count for phase in phases if isinstance(phase, DealPhase) and phase.to == "community")


def _has_community(genome: GameGenome) -> bool:
    phases = genome.turn_structure.phases
    return any(isinstance(phase, DealPhase) and phase.to == "community" for phase in phases)


def _example(kind: Kind, size: int, ranks: str, suits: int) -> str:
    """A hand of a kind as an example; "" if there is none with that number of cards of this deck."""
    made = sum(group for group in kind.groups if group > 1) or (kind.in_order or kind.of_suit) * len(kind.groups)
    groups = _groups(kind, size)
    if made > size or max(groups) > suits or len(groups) + _has_gap(kind, groups) > len(ranks):
        return ""
    return " ".join(_cards(kind, groups, ranks, suits))


def _has_gap(kind: Kind, groups: list[int]) -> bool:
    """Whether the cards must not be in sequence, because they would be a better hand."""
    return not kind.in_order and len(groups) == len(kind.groups) and max(groups) == 1


def _groups(kind: Kind, size: int) -> list[int]:
    """The groups of a kind for which there are cards."""
    groups, left = list[int](), size
    for group in kind.groups:
        if left > 0:
            groups.append(min(group, left))
            left -= group
    return groups


def _cards(kind: Kind, groups: list[int], ranks: str, suits: int) -> Iterator[str]:
    highest = list(reversed(ranks))
    if _has_gap(kind, groups):
        highest = [highest[0], *highest[2:]]
    for at, group in enumerate(groups):
        for card in range(group):
            suit = suits - 1 if kind.of_suit else (card + at) % suits
            yield highest[at] + SUIT_LETTERS[suit]

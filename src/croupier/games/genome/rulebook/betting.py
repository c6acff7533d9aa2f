"""How betting works, and what is special about each round of it.

What is the same in all rounds is told once, where betting is explained; the steps tell the rest.
"""

from __future__ import annotations

from collections.abc import Callable

from ..language.genome import BettingPhase
from ..language.parts import PHASES
from ..machine.translate import counts_hands
from .english import chips, listed, number
from .patterns import everybody_at
from .sentences import Paragraph, Place, Reader, Section, Sentence, say

SHOWING = "Whoever shows the {} open cards, by poker ranks (of several, the next from the starter),"
OPENERS = {
    "start": "The starter, or the next player who is still in,",
    "high_showing": SHOWING.format("best"),
    "low_showing": SHOWING.format("worst"),
}
HOW = (
    "A round of betting goes to the left, as often as it takes.",
    "While nobody has bet, you may **check**, which costs nothing, or **bet**.",
    "After a bet you may **call**, which is to put in as much as the highest bet; **raise** it; or **fold**: "
    "lay your cards away, and with them all that you have put in.",
    "The round is over when everybody has had a say and all who are still in have put in the same.",
)
ALONE = "If all others have folded, you win the pot at once, and need not show your cards."
ALONE_BUT_COUNTED = "If all others have folded, you win the pot at once, but show your cards, as their points count."
SHORT = (
    "If you have too few chips to bet or to call, you may go **all-in**: put in all that you have, and stay in the "
    "hand without a further say. If that is more than the highest bet the others must answer it, but it is no raise."
)
ONE_POT = "There is one pot, and even a player who is all-in with less can win all of it."
SIDE_POTS = (
    "All-in, you can win from each of the others only as much as you have put in yourself; what they put in beyond "
    "that is a side pot, which they play for among themselves. A bet that nobody has called goes back."
)


def betting(reader: Reader) -> Section | None:
    """How betting works; nothing if there is none."""
    rounds = rounds_of_betting(reader)
    if not rounds:
        return None
    setup = reader.at(("setup",))
    pots = Sentence(SIDE_POTS, tuple(setup("side_pots"))) if reader.genome.setup.side_pots else Sentence(ONE_POT)
    usual = list[Sentence]()
    if alike := _alike(rounds, _most_raises):
        usual.append(_raises(alike, "" if len(alike) == len(rounds) else "where nothing else is said, "))
    if alike := _alike(_unforced(rounds), _opener):
        usual.append(_opening(alike, "" if len(alike) == len(rounds) else "where nothing else is said, "))
    how = (*HOW, ALONE_BUT_COUNTED if counts_hands(reader.genome) else ALONE)
    paragraphs = [Paragraph([Sentence(text) for text in how]), Paragraph(usual), Paragraph([Sentence(SHORT), pots])]
    return Section("Betting", [paragraph for paragraph in paragraphs if paragraph.sentences])


def betting_step(reader: Reader, place: Place) -> list[Sentence]:
    """One round, as a step of the hand."""
    phase, rounds = _phase(place), rounds_of_betting(reader)
    told = [say("**Betting.**", place.itself)]
    if place("ante"):
        told.append(
            say(f"First {everybody_at(reader, place)} pays an ante of {chips(phase.ante)} into the pot", place("ante"))
        )
    if place("blinds"):
        told += _blinds(reader, place, phase)
    told.append(_size(place, phase))
    if not _is_among(place, _alike(rounds, _most_raises)):
        told.append(_raises([place], ""))
    if place("bring_in"):
        told += _bring_in(place, phase)
    elif not phase.blinds and not _is_among(place, _alike(_unforced(rounds), _opener)):
        told.append(_opening([place], ""))
    return told


def rounds_of_betting(reader: Reader) -> list[Place]:
    """The live rounds of betting."""
    paths = [(*PHASES, at) for at in range(len(reader.genome.turn_structure.phases))]
    places = [reader.at(path) for path in paths if path in reader.live]
    return [place for place in places if isinstance(place.part, BettingPhase)]


def _phase(place: Place) -> BettingPhase:
    assert isinstance(place.part, BettingPhase)
    return place.part


def _unforced(rounds: list[Place]) -> list[Place]:
    """The rounds in which nobody has to bet before the first one speaks."""
    return [place for place in rounds if not _phase(place).blinds and not _phase(place).bring_in]


def _most_raises(place: Place) -> int:
    return _phase(place).max_raises


def _opener(place: Place) -> str:
    """Who speaks first in a round; where nobody has open cards, it is the starter in any case."""
    return _phase(place).opening if place("opening") else "start"


def _alike(rounds: list[Place], what: Callable[[Place], int | str]) -> list[Place]:
    """The rounds that are as most are, so that it need not be told of each; none if no two are alike."""
    values = [what(place) for place in rounds]
    usual = max(values, key=values.count, default="")
    return [place for place in rounds if what(place) == usual] if values.count(usual) > 1 else []


def _is_among(place: Place, others: list[Place]) -> bool:
    return any(other.paths[0] in place.paths for other in others)


def _opening(places: list[Place], where: str) -> Sentence:
    who = f"{OPENERS[_opener(places[0])]} speaks first"
    return say(where + (who[0].lower() + who[1:] if where else who), *(place("opening") for place in places))


def _raises(places: list[Place], where: str) -> Sentence:
    most, tells = _most_raises(places[0]), [place("max_raises") for place in places]
    if most == 0:
        return say(f"{where}nobody may raise", *tells)
    raises = "one raise" if most == 1 else f"{number(most)} raises"
    return say(f"{where}at most {raises} may follow the first bet of a round", *tells)


def _size(place: Place, phase: BettingPhase) -> Sentence:
    """How large bets and raises are."""
    tells, least = place("min_bet", "structure", "spread"), chips(phase.min_bet)
    if phase.structure == "fixed":
        return say(f"A bet is {least}" + (", and a raise adds as much" if phase.max_raises else ""), tells)
    more = (
        f"A bet is at least {least}, and a raise adds at least as much as the largest bet or raise of the round, "
        f"or, with your last chips, {least} or more"
    )
    if phase.structure == "spread":
        return say(f"{more}; neither is more than {chips(phase.spread)}", tells)
    if phase.structure == "pot_limit":
        return say(
            f"{more}; at most it is what lies in the pot, counted as if you had already called, or {least}", tells
        )
    return say(f"{more}; at most it is all that you have", tells)


def _blinds(reader: Reader, place: Place, phase: BettingPhase) -> list[Sentence]:
    """Who has to bet without having seen much."""
    amounts = [chips(blind) for blind in phase.blinds]
    if len(amounts) == 1:
        who = f"The starter has to bet {amounts[0]}, the blind"
    elif len(amounts) > 2:
        who = (
            f"The first {number(len(amounts))} players, from the starter on, have to bet {listed(amounts)}, the blinds"
        )
    elif reader.genome.player_count == 2:
        who = f"The starter has to bet {amounts[1]}, the big blind, and the other player {amounts[0]}, the small blind"
    else:
        who = (
            f"The starter has to bet {amounts[0]}, the small blind, and the next player {amounts[1]}, the big blind; "
            "between two players it is the other way round"
        )
    speaks = "The player after them speaks first" if len(amounts) > 1 else "The next player speaks first"
    return [
        say(who, place("blinds")),
        say(speaks),
        _option(phase, "the blind" if len(amounts) == 1 else "the highest blind"),
    ]


def _bring_in(place: Place, phase: BettingPhase) -> list[Sentence]:
    """Who has to bet because of its open cards."""
    who = f"{OPENERS[_opener(place)]} has to bet {chips(phase.bring_in)}, the bring-in"
    return [say(who, place("opening", "bring_in")), say("The next player speaks first"), _option(phase, "the bring-in")]


def _option(phase: BettingPhase, what: str) -> Sentence:
    """What a forced bet leaves to who made it."""
    moves = "check or raise" if phase.max_raises else "check"
    return say(f"Whoever has put in {what} still has a say, and may {moves} if nobody has raised")

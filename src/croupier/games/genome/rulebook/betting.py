"""How betting works, and what is special about each round of it.

What is the same in all rounds is told once, in the section on betting; the steps tell the rest.
"""

from __future__ import annotations

from collections.abc import Callable

from ..language.genome import BettingPhase
from ..language.parts import PHASES
from ..machine.translate import counts_hands
from .english import chips, listed, number
from .patterns import everybody_at, starter_at
from .sentences import Paragraph, Place, Reader, Section, Sentence, say
from .shortage import forced, shortage

SHOWING = "Whoever shows the {} open cards, by poker ranks (of several, the first from the starter on),"
OPENERS = {
    "high_showing": SHOWING.format("best"),
    "low_showing": SHOWING.format("worst"),
}
ROUND = "A round of betting goes to the left, as often as it takes."
UNFORCED = "While nobody has bet, you may **check**, which costs nothing, or **bet**."
FORCED = "If you have put in as much as the highest bet, you may **check**, which costs nothing."
ANSWER = (
    "After a bet you may **call**, which is to put in as much as the highest bet; {}or **fold**: "
    "lay your cards away, and with them all that you have put in."
)
RAISE = "**raise** it; "
OVER = "The round is over when everybody has had a say and all who are still in have put in the same{}."
ALONE = "If all others have folded, you win the pot at once, and need not show your cards."
ALONE_BUT_COUNTED = "If all others have folded, you win the pot at once, but show your cards, as their points count."
SHORT = (
    "If you have too few chips to call, or, where you may check, too few {}, you may go **all-in**: put in all that "
    "you have. If that is more than the highest bet the others must answer it{}."
)
WITH_RAISES, WITHOUT = ("to bet or to raise", ", but it is no raise"), ("for a bet", "")
LAST_CHIP = "Whoever has put in their last chip is all-in, and stays in the hand without a further say."
ONLY_ONE = "If only one player still has chips, and nothing to call, there is no more betting."
POSTED = "Whoever has too few chips for {} puts in what they have"
REACH = ", but nobody need put in more than another player who is still in has put in or still could"
ONE_POT = (
    "There is one pot: even a player who is all-in with less can win all of it, and what nobody else could call stays "
    "in it."
)
SIDE_POTS = (
    "All-in, you can win from each of the others only as much as you have put in yourself; what they put in beyond "
    "that is a side pot, which they play for among themselves."
)
RETURNED = "What you have bet beyond all others goes back to you."


def betting(reader: Reader) -> Section | None:
    """How betting works; None if there is none."""
    rounds = rounds_of_betting(reader)
    if not rounds:
        return None
    usual = list[Sentence]()
    if alike := _alike(rounds, _most_raises):
        usual.append(_raises(alike, "" if len(alike) == len(rounds) else "where nothing else is said, "))
    if alike := _alike(_unforced(rounds), _opener):
        usual.append(_opening(reader, alike, "" if len(alike) == len(rounds) else "where nothing else is said, "))
    paragraphs = [Paragraph(_how(reader, rounds)), Paragraph(usual), Paragraph(_short_of_chips(reader, rounds))]
    return Section("Betting", [paragraph for paragraph in paragraphs if paragraph.sentences])


def _how(reader: Reader, rounds: list[Place]) -> list[Sentence]:
    """What can be done in a round, and when it is over."""
    short = shortage(reader.plain)
    told = [
        ROUND,
        UNFORCED if _unforced(rounds) else FORCED,
        ANSWER.format(RAISE if any(map(_most_raises, rounds)) else ""),
        OVER.format(", or all that they have" if short.of_a_share else ""),
        ALONE_BUT_COUNTED if counts_hands(reader.genome) else ALONE,
    ]
    return [Sentence(text) for text in told]


def _short_of_chips(reader: Reader, rounds: list[Place]) -> list[Sentence]:
    """What happens to players with too few chips, if there can be any, and to the pot."""
    short, side_pots = shortage(reader.plain), reader.genome.setup.side_pots
    told = list[Sentence]()
    if short.when_betting:
        told.append(Sentence(SHORT.format(*(WITH_RAISES if any(map(_most_raises, rounds)) else WITHOUT))))
    if short.of_a_say:
        told.append(Sentence(LAST_CHIP))
    if short.when_posting:
        told.append(_posted_short(rounds, side_pots))
    if side_pots:
        told += [Sentence(SIDE_POTS)] if short.of_a_share else []
        told.append(Sentence(RETURNED, tuple(reader.at(("setup",))("side_pots"))))
        told += [Sentence(ONLY_ONE)] if short.of_a_say else []
    elif short.of_a_share:
        told.append(Sentence(ONE_POT))
    return told


def _posted_short(rounds: list[Place], side_pots: bool) -> Sentence:
    """What is done with a forced bet if a player has too few chips for it."""
    phases = [_phase(place) for place in rounds]
    antes = ["an ante"] if any(phase.ante for phase in phases) else []
    bets = ["a blind"] if any(phase.blinds for phase in phases) else []
    bets += ["a bring-in"] if any(phase.bring_in for phase in phases) else []
    text = POSTED.format(listed(antes + bets, "or"))
    if bets:
        which = listed(bets, "or") if antes else "it"
        answered = "called and raised" if any(phase.max_raises for phase in phases) else "called"
        text += f"; {which} is {answered} as if it were all there" + (REACH if side_pots else "")
    return say(text)


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
        told += _bring_in(reader, place, phase)
    elif not phase.blinds and not _is_among(place, _alike(_unforced(rounds), _opener)):
        told.append(_opening(reader, [place], ""))
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
    """The rounds without a forced bet."""
    return [place for place in rounds if not _phase(place).blinds and not _phase(place).bring_in]


def _most_raises(place: Place) -> int:
    return _phase(place).max_raises


def _opener(place: Place) -> str:
    """Who speaks first in a round, in words; the starter, if there are no open cards."""
    return _phase(place).opening if place("opening") else "start"


def _alike(rounds: list[Place], what: Callable[[Place], int | str]) -> list[Place]:
    """The largest group of equal rounds, which is told only once; [] if no two are equal."""
    values = [what(place) for place in rounds]
    usual = max(values, key=values.count, default="")
    return [place for place in rounds if what(place) == usual] if values.count(usual) > 1 else []


def _is_among(place: Place, others: list[Place]) -> bool:
    return any(other.paths[0] in place.paths for other in others)


def _opening(reader: Reader, places: list[Place], where: str) -> Sentence:
    who = f"{_who_opens(reader, places)} speaks first"
    return say(where + (who[0].lower() + who[1:] if where else who), *(place("opening") for place in places))


def _who_opens(reader: Reader, places: list[Place]) -> str:
    """Who speaks first in equal rounds; the starter may have folded in some of them."""
    opening = _opener(places[0])
    return OPENERS[opening] if opening in OPENERS else max((starter_at(reader, place) for place in places), key=len)


def _raises(places: list[Place], where: str) -> Sentence:
    most, tells = _most_raises(places[0]), [place("max_raises") for place in places]
    if most == 0:
        return say(f"{where}nobody may raise", *tells)
    raises = "one raise" if most == 1 else f"{number(most)} raises"
    return say(f"{where}at most {raises} may follow the first bet of a round", *tells)


def _size(place: Place, phase: BettingPhase) -> Sentence:
    """The sizes of bets and raises."""
    tells, least, raises = place("min_bet", "structure", "spread"), chips(phase.min_bet), phase.max_raises > 0
    if phase.structure == "fixed" or (forced(phase) and not raises):
        return say(f"A bet is {least}" + (", and a raise adds as much" if raises else ""), tells)
    more = f"A bet is at least {least}"
    if raises:
        more += (
            ", and a raise adds at least as much as the largest bet or raise of the round, or, with your last chips, "
            f"{least} or more"
        )
    if phase.structure == "spread":
        return say(f"{more}; {'neither is' if raises else 'it is not'} more than {chips(phase.spread)}", tells)
    if phase.structure == "pot_limit":
        pot = "what lies in the pot" + (", counted as if you had already called," if raises else "")
        return say(f"{more}; at most it is {pot} or {least}", tells)
    return say(f"{more}; at most it is all that you have", tells)


def _blinds(reader: Reader, place: Place, phase: BettingPhase) -> list[Sentence]:
    """The players who have to bet blinds."""
    amounts, starter, players = [chips(blind) for blind in phase.blinds], starter_at(reader, place), 2
    if len(amounts) == 1:
        who = f"{starter} has to bet {amounts[0]}, the blind"
    elif len(amounts) > 2:
        still_in = "" if starter == "the starter" else " who are still in"
        who = f"the first {number(len(amounts))} players{still_in}, from the starter on, have to bet {listed(amounts)}"
        who += ", the blinds" + ("; of fewer players, each puts in one" if _may_be_fewer(reader, place) else "")
    elif reader.genome.player_count == players:
        who = f"the starter has to bet {amounts[1]}, the big blind, and the other player {amounts[0]}, the small blind"
    else:
        who = f"{starter} has to bet {amounts[0]}, the small blind, and the next player {amounts[1]}, the big blind"
        if _may_be_fewer(reader, place):
            who += "; between two players it is the other way round"
    last = ["The next player", "The player after the big blind", "The player after the last of them"][len(amounts) - 1]
    what = ["the blind", "the big blind", "the highest blind"][len(amounts) - 1]
    return [say(who, place("blinds")), say(f"{last} speaks first"), _option(phase, what)]


def _may_be_fewer(reader: Reader, place: Place) -> bool:
    """Whether there may be fewer players in a round than at the start."""
    return reader.genome.session.hands > 1 or starter_at(reader, place) != "the starter"


def _bring_in(reader: Reader, place: Place, phase: BettingPhase) -> list[Sentence]:
    """The player who has to bet because of their open cards."""
    who = f"{_who_opens(reader, [place])} has to bet {chips(phase.bring_in)}, the bring-in"
    return [say(who, place("opening", "bring_in")), say("The next player speaks first"), _option(phase, "the bring-in")]


def _option(phase: BettingPhase, what: str) -> Sentence:
    """What a player may still do after a forced bet, and what the others face."""
    told = f"{what} counts as the first bet; whoever has put it in still has a say, and may check"
    return say(f"{told} or raise if nobody has raised" if phase.max_raises else f"{told} if nothing more is to call")

"""A program for people: each instruction in words, under the phase that it comes from."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from croupier.kernel.vocabulary.cards import format_cards

from ..language.genome import GameGenome, as_data, name_of
from ..rulebook.setup import deck_in_words
from . import program as p
from .translate import EVALUATIONS, EVERY_CARD, OPENINGS, RELATIONS, STRUCTURES, translate

TO = {p.TO_EACH: "every hand", p.TO_SEAT: "the seat", p.TO_BOARD: "the community", p.TO_TOP: "the discard pile"}
FACES = {p.FACE_DOWN: "", p.FACE_UP: ", face up", p.FACE_OTHERS: ", for all others to see"}
FROM = {p.FROM_START: "the starting position", p.FROM_LEADER: "the leader"}
LAYS = {
    p.TO_DISCARD: "onto the discard pile",
    p.TO_MUCK: "aside",
    p.TO_CAPTURED: "to the captured cards",
    p.TO_TRICK: "into the trick",
}
IF = {
    p.IF_ALONE: "if one seat is left",
    p.IF_EMPTY: "if the seat has no cards",
    p.IF_LAID: "if the seat has laid cards",
    p.IF_CHOSEN: "if the seat has not passed",
    p.ALWAYS: "in any case",
}
MEASURES = {
    **{number: name for name, number in EVALUATIONS.items()},
    p.FEWEST_CARDS: "how few cards are in hand",
    p.CAPTURED_CARDS: "captured cards",
    p.CAPTURED_POINTS: "points of captured cards",
    p.POINTS_IN_HAND: "points in hand",
}
SCORES = {
    p.ONE_FOR_WINNERS: "one for the winners",
    p.SCORE_CAPTURED: "the captured cards",
    p.SCORE_HAND: "the cards in hand",
}
STRUCTURE_NAMES = {number: name for name, number in STRUCTURES.items()}
OPENING_NAMES = {number: name for name, number in OPENINGS.items()}


class Line(NamedTuple):
    """An instruction: its number, the part of the genome that it comes from, the operation, and its effect in words."""

    number: int
    part: str
    operation: str
    does: str


def summary(genome: GameGenome) -> str:
    """A genome in a few lines."""
    chips, hands = genome.setup.starting_chips, genome.session.hands
    facts = {
        "players": genome.player_count,
        "cards": deck_in_words(genome),
        "chips": f"{chips:,} each" if chips else "none, it is for points",
        "session": f"{hands} hand{'' if hands == 1 else 's'}",
        "phases": ", ".join(type(phase).__name__ for phase in genome.turn_structure.phases),
        "won by": ", then ".join(as_data(condition)["type"] for condition in genome.win_conditions),
    }
    return "\n".join([name_of(genome), *(f"  {name:8}{value}" for name, value in facts.items())])


def listing(genome: GameGenome) -> list[Line]:
    """The program of a genome."""
    program, lines, part = translate(genome), list[Line](), ""
    for number, (operation, *operands) in enumerate(program.finished()):
        part = program.headings.get(number, part)
        padded = [*operands, *[0] * (p.WIDTH - 1 - len(operands))]
        lines.append(Line(number, part, p.OPERATIONS[operation], WORDS[operation](padded)))
    return lines


def as_text(lines: list[Line]) -> str:
    """The lines of a program under their headings."""
    told, part = list[str](), ""
    for line in lines:
        if line.part != part:
            part = line.part
            told.append(part)
        told.append(f"  {line.number:>3} {line.operation:8}{line.does}".rstrip())
    return "\n".join(told)


def _deal(x: list[int]) -> str:
    count = "as many as were chosen" if x[1] == p.AS_CHOSEN else str(x[1])
    return f"{count} to {TO[x[0]]}" + FACES[x[2]]


def _street(x: list[int]) -> str:
    spread = f" up to {x[3]}" if STRUCTURE_NAMES[x[2]] == "spread" else ""
    return f"{STRUCTURE_NAMES[x[2]]}{spread}, bets of {x[0]}, at most {x[1]} raises"


def _post(x: list[int]) -> str:
    if x[1] == p.EVERYBODY:
        return f"an ante of {x[0]} from everybody"
    if x[1] == p.OPENER:
        return f"a bring-in of {x[0]} from {OPENING_NAMES[x[2]]}"
    return f"a blind of {x[0]} from seat {x[1] + 1}"


def _bet(x: list[int]) -> str:
    if x[1] or x[2]:
        return f"everybody, after the {'blinds' if x[1] else 'bring-in'}"
    return f"everybody, {OPENING_NAMES[x[0]]} first"


def _seat(x: list[int]) -> str:
    return f"on to the next, to {x[1]} while there is one" if x[0] == p.NEXT else f"turns from {FROM[x[0]]} on"


def _choose(x: list[int]) -> str:
    offers = list[str]()
    if x[0] & p.OFFER_CARDS:
        many = "" if x[1] == x[2] else f"{x[1]} to "
        offers.append(f"{many}{x[2]} card{'' if x[2] == 1 else 's'} {LAYS[x[5]]}{_tests(x[3], x[4])}")
    offers += ["draw"] if x[0] & p.OFFER_DRAW else []
    offers += ["take the last discard"] if x[0] & p.OFFER_TAKE else []
    offers += ["pass"] if x[0] & p.OFFER_PASS else []
    return "; or ".join(offers)


def _tests(tests: int, cards: int) -> str:
    if tests & p.FOLLOW_SUIT:
        return ", following suit"
    told = [name for name, bit in RELATIONS.items() if tests & bit]
    if cards not in (0, EVERY_CARD):
        told.append(f"one of {format_cards(card for card in range(52) if cards >> card & 1)}")
    word = " and " if tests & p.EVERY_TEST else " or "
    return f", {word.join(told)}" if told else ""


def _win(x: list[int]) -> str:
    return f"the {'highest' if x[0] else 'lowest'} card{' of the led suit' if x[1] else ''} takes the trick"


def _loop(x: list[int]) -> str:
    return f"to {x[1]} " + (f"until it has been played {x[0]} times" if x[0] else "while anybody has cards")


def _compare(x: list[int]) -> str:
    told = MEASURES[x[0]] + (", the least wins" if x[1] < 0 else "")
    told += f", target {x[2]}" if x[2] else ""
    told += ", over it is a bust" if x[3] & p.BUST else ""
    told += ", soft aces" if x[3] & p.SOFT_ACES else ""
    return told + (", one suit" if x[3] & p.ONE_SUIT else "")


WORDS: dict[int, Callable[[list[int]], str]] = {
    p.OPEN: lambda x: "shuffle, deal in who has chips",
    p.DEAL: _deal,
    p.STREET: _street,
    p.POST: _post,
    p.BET: _bet,
    p.SEAT: _seat,
    p.CHOOSE: _choose,
    p.WIN: _win,
    p.REPEAT: lambda x: f"to {x[1]}, {x[0]} times in all, until the seat passes",
    p.LOOP: _loop,
    p.JUMP: lambda x: f"to {x[1]} {IF[x[0]]}",
    p.SHOW: lambda x: "turn up the hands",
    p.COMPARE: _compare,
    p.PAY: lambda x: "the pots to the best",
    p.SCORE: lambda x: SCORES[x[0]],
    p.CLOSE: lambda x: "the next hand, or the end",
}

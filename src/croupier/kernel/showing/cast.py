"""Who sits where, for one pair of eyes; and sentences about them.

A sentence is built from who does something, the verb as a dictionary has it, and the rest, so that it is right for
everybody: `cast.does(2, "call", "200")` is "Bluffalo calls 200" to the others and "you call 200" to who sits there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..contract.nameplate import Nameplate

if TYPE_CHECKING:
    from ..contract.game import Game

IRREGULAR = {"be": "is", "have": "has"}
SECOND = {"be": "are"}
HISSING = ("s", "x", "z", "ch", "sh", "o")
VOWELS = "aeiou"
ENDINGS = (".", ":", "…", "!", "?")


@dataclass(frozen=True)
class Cast:
    """Who sits where. Without eyes one sees what everybody may see, and all are told of in the third person."""

    eyes: int | None = None
    players: tuple[Nameplate, ...] = ()
    roles: tuple[str, ...] = ()
    """Where seats differ, what each of them is in this game: "the Narc". Sentences then tell of roles, not of names."""
    spoken_to: bool = True
    """Whether its eyes are those of whom it is told to; not if somebody else looks through them afterwards."""
    subjects: bool = True
    """Whether sentences say who does it."""

    def is_you(self, seat: int) -> bool:
        """Whether a seat is that of whom it is told to."""
        return self.spoken_to and seat == self.eyes

    def name(self, seat: int) -> str:
        """Who sits in a seat, as a part of a sentence: "you", "the Narc", "Bluffalo", "seat 2"."""
        return "you" if self.is_you(seat) else self.plainly(seat)

    def plainly(self, seat: int) -> str:
        """Who sits in a seat, also if it is one's own."""
        return self.roles[seat] if self.roles else self.plate(seat)

    def plate(self, seat: int) -> str:
        """What stands on the plate before a seat: a name, without one the role or the number. No two are alike."""
        named = [player.name for player in self.players]
        if seat >= len(named) or named[seat] in ("", seat_name(seat)):
            return self.role(seat) or seat_name(seat)
        return f"{named[seat]} {seat}" if named.count(named[seat]) > 1 else named[seat]

    def role(self, seat: int) -> str:
        """What a seat is in this game: "Narc"; "" where all seats are alike."""
        return self.roles[seat].removeprefix("the ") if self.roles else ""

    def identity(self, seat: int) -> str:
        """The id of who sits in a seat; "" without one."""
        return self.players[seat].id if seat < len(self.players) else ""

    def whose(self, seat: int) -> str:
        """ "your", "Bluffalo's"."""
        return "your" if self.is_you(seat) else f"{self.plainly(seat)}'s"

    def does(self, seat: int, verb: str, rest: object = "") -> str:
        """ "Bluffalo calls 200", "you call 200": a subject, its verb as a dictionary has it, and the rest."""
        also = self.also(seat, verb, rest)
        return f"{self.name(seat)} {also}" if self.subjects else also

    def also(self, seat: int, verb: str, rest: object = "") -> str:
        """The same without the subject, for what it does besides: "… and have 7 HP"."""
        return f"{SECOND.get(verb, verb) if self.is_you(seat) else third_person(verb)} {rest}".rstrip()

    def without_subjects(self) -> Cast:
        """For tags beside a name, one's own too: "calls 200"."""
        return replace(self, spoken_to=False, subjects=False)

    def sentence(self, text: str) -> str:
        """With a capital, except for somebody's name, and a full stop; nothing stays nothing."""
        if not text:
            return ""
        plates = [self.plate(seat) for seat in range(len(self.players)) if not self.is_you(seat)]
        named = text.startswith(tuple(plate for plate in plates if not plate.startswith("seat ")))
        return (text if named else text[0].upper() + text[1:]) + ("" if text.endswith(ENDINGS) else ".")


def cast_for(game: Game, eyes: int | None = None, players: Sequence[Nameplate] = (), *, spoken_to: bool = True) -> Cast:
    """The cast of a game."""
    return Cast(eyes, tuple(players), game.words.roles, spoken_to)


def seat_name(seat: int) -> str:
    """ "seat 2"."""
    return f"seat {seat}"


def third_person(verb: str) -> str:
    """ "calls", "passes", "is"."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith(HISSING):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2] not in VOWELS:
        return f"{verb[:-1]}ies"
    return f"{verb}s"

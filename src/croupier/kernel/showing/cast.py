"""Who sits where, for one pair of eyes; and sentences about them.

A sentence is built from who does something, the verb as a dictionary has it, and the rest, so that it is right for
everybody: `cast.does(2, "call", "200")` is "Bluffalo calls 200" to the others and "you call 200" to who sits there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..contract.game import Game

IRREGULAR = {"be": "is", "have": "has"}
SECOND = {"be": "are"}
HISSING = ("s", "x", "z", "ch", "sh", "o")
VOWELS = "aeiou"
ENDINGS = (".", ":", "…", "!", "?")


@dataclass(frozen=True)
class Cast:
    """Who sits where. Without eyes, everybody is told of in the third person."""

    eyes: int | None = None
    names: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    """Where seats differ, what each of them is in this game: "the Narc". Sentences then tell of roles, not of names."""
    subjects: bool = True
    """Whether sentences say who does it."""

    def is_you(self, seat: int) -> bool:
        """Whether these eyes are a seat's own."""
        return seat == self.eyes

    def name(self, seat: int) -> str:
        """Who sits in a seat, as a part of a sentence: "you", "the Narc", "Bluffalo", "seat 2"."""
        return "you" if self.is_you(seat) else self.plainly(seat)

    def plainly(self, seat: int) -> str:
        """Who sits in a seat, also if it is one's own."""
        return self.roles[seat] if self.roles else self.plate(seat)

    def plate(self, seat: int) -> str:
        """What stands on the plate before a seat: a name, without one the role or the number. No two are alike."""
        named = self.names[seat] if seat < len(self.names) else ""
        if not named:
            return self.role(seat) or seat_name(seat)
        return f"{named} {seat}" if self.names.count(named) > 1 else named

    def role(self, seat: int) -> str:
        """What a seat is in this game: "Narc"; "" where all seats are alike."""
        return self.roles[seat].removeprefix("the ") if self.roles else ""

    def identity(self, seat: int) -> str:
        """The id of who sits in a seat; "" without one."""
        return self.ids[seat] if seat < len(self.ids) else ""

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
        return replace(self, eyes=None, subjects=False)

    def sentence(self, text: str) -> str:
        """With a capital, except for somebody's name, and a full stop; nothing stays nothing."""
        if not text:
            return ""
        named = text.startswith(tuple(name for name in self.names if name))
        return (text if named else text[0].upper() + text[1:]) + ("" if text.endswith(ENDINGS) else ".")


def cast_for(game: Game, eyes: int | None = None, names: Sequence[str] = (), ids: Sequence[str] = ()) -> Cast:
    """The cast of a game; who is called by a seat's number has no name."""
    named = tuple("" if name == seat_name(seat) else name for seat, name in enumerate(names))
    return Cast(eyes, named, tuple(ids), game.words.roles)


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

"""The players by seat, as one viewer is told of them; and sentences about them.

A sentence is built from a seat, a verb in the infinitive, and the rest, so that it suits every viewer:
`cast.does(2, "call", "200")` is "Bluffalo calls 200" to the others and "you call 200" to the player in seat 2.
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
    """The players by seat, for one viewer. Without `eyes` the viewer is a spectator, and all players are told of in the
    third person."""

    eyes: int | None = None
    players: tuple[Nameplate, ...] = ()
    roles: tuple[str, ...] = ()
    """The roles of the seats, where they differ: "the Narc". Sentences then use roles, not names."""
    spoken_to: bool = True
    """Whether the viewer is the player whose eyes they are, and is called "you"; False for anybody else who looks
    through them afterwards."""
    subjects: bool = True
    """Whether sentences name their subject."""
    chair: int | None = None
    """The seat of a viewer who has just sat down and sees what spectators see: it may take the asides of this seat."""

    @property
    def seat(self) -> int | None:
        """The viewer's own seat; None for a spectator."""
        return self.chair if self.eyes is None else self.eyes

    def is_you(self, seat: int) -> bool:
        """Whether a seat is the viewer's own."""
        return self.spoken_to and seat == self.seat

    def name(self, seat: int) -> str:
        """The player in a seat, as a part of a sentence: "you", "the Narc", "Bluffalo", "seat 2"."""
        return "you" if self.is_you(seat) else self.plainly(seat)

    def plainly(self, seat: int) -> str:
        """The player in a seat, in the third person even for the viewer's own."""
        return self.roles[seat] if self.roles else self.plate(seat)

    def plate(self, seat: int) -> str:
        """The nameplate of a seat: a name, else the role or the number. No two are alike."""
        named = [player.name for player in self.players]
        if seat >= len(named) or named[seat] in ("", seat_name(seat)):
            return self.role(seat) or seat_name(seat)
        return f"{named[seat]} {seat}" if named.count(named[seat]) > 1 else named[seat]

    def role(self, seat: int) -> str:
        """The role of a seat in this game: "Narc"; "" where all seats are alike."""
        return self.roles[seat].removeprefix("the ") if self.roles else ""

    def identity(self, seat: int) -> str:
        """The id of the player in a seat; "" if there is none."""
        return self.players[seat].id if seat < len(self.players) else ""

    def whose(self, seat: int) -> str:
        """ "your", "Bluffalo's"."""
        return "your" if self.is_you(seat) else f"{self.plainly(seat)}'s"

    def does(self, seat: int, verb: str, rest: object = "") -> str:
        """ "Bluffalo calls 200", "you call 200": a subject, its verb (given in the infinitive), and the rest."""
        also = self.also(seat, verb, rest)
        return f"{self.name(seat)} {also}" if self.subjects else also

    def also(self, seat: int, verb: str, rest: object = "") -> str:
        """`does` without the subject, for a second verb: "… and have 7 HP"."""
        return f"{SECOND.get(verb, verb) if self.is_you(seat) else third_person(verb)} {rest}".rstrip()

    def without_subjects(self) -> Cast:
        """The same cast for tags beside a name, the viewer's own too: "calls 200"."""
        return replace(self, spoken_to=False, subjects=False)

    def sentence(self, text: str) -> str:
        """A text with a capital, unless it begins with a player's name, and a full stop; "" stays ""."""
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

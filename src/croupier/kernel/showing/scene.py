"""A Scene: the table for any eyes, complete enough to be drawn and played by somebody who knows no rule.

Whoever shows a match (terminal, page, browser) draws Scenes and nothing else. One holds what its eyes may know: zones
of cards, seats, pots, meters, what just happened, and every option of the decision that they owe, with its words, its
bounds, its presets, and the cards that it takes by the place where they lie (names are not unique).
"""

from __future__ import annotations

import msgspec

ROW, PILE, PLACES = "row", "pile", "places"
"""How a zone lies: side by side, as one pile of which only the number counts, or in places that may stay empty."""


class Struct(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Any part of a Scene."""


class Card(Struct, frozen=True):
    """A card as it lies: "" for one whose face its eyes do not know, "-" for an empty place."""

    name: str = ""
    kind: str = ""
    """Of a card with words, what it is: "Location"."""
    lines: tuple[str, ...] = ()
    """What it counts for, line by line: "Evidence +10"."""
    marks: tuple[str, ...] = ()
    """"winning" a trick, "replaced" by a later one, "chosen" in a draft."""
    deck: str = ""
    """Which deck its back is of, where decks differ."""
    by: int = -1
    """Who played it, where it lies among those of others."""


class Zone(Struct, frozen=True):
    """Where cards lie. A pile shows at most its top card; `count` is how many there are."""

    id: int
    """The zone of the game's ledger; a number beyond those for places that a game adds."""
    label: str
    owner: int = -1
    """The seat that it belongs to; -1 for the middle of the table."""
    lies: str = ROW
    cards: tuple[Card, ...] = ()
    count: int = 0
    room: int = 0
    """How many come to lie in a row, where that is settled: places for the others are drawn empty."""


class Mark(Struct, frozen=True):
    """A value of a meter that means something: "bust from here"."""

    value: int
    label: str


class Meter(Struct, frozen=True):
    """A number to be drawn as a bar: Evidence against Cover, Heat, HP."""

    label: str
    value: int
    owner: int = -1
    most: int = 0
    """The end of its scale; 0 if it has none."""
    marks: tuple[Mark, ...] = ()
    verdict: str = ""
    """What it means as it stands: "25 over: a bust as it stands"."""


class Seat(Struct, frozen=True):
    """Who sits somewhere, and how it stands with them. What a game does not have is left out."""

    seat: int
    name: str
    """What its plate says: no two are alike."""
    id: str = ""
    role: str = ""
    """What it is in this game, where seats differ: "Narc"."""
    you: bool = False
    chips: int | None = None
    bet: int = 0
    points: int | None = None
    marks: tuple[str, ...] = ()
    """"button", "small blind", "all-in", "has initiative"."""
    out: bool = False
    """Has folded, or is not in this hand."""
    gone: bool = False
    """Has lost all its chips, and with them its part in the match."""
    to_act: bool = False
    """Whose turn it is, where turns are public."""
    last: str = ""
    """What it did last in this round, in words: "raises to 300"."""
    holds: str = ""
    """The name of its hand, as far as its eyes know: "pair of tens"."""


class Pot(Struct, frozen=True):
    """Chips in the middle, and who can win them."""

    chips: int
    label: str = ""
    seats: tuple[int, ...] = ()


class Preset(Struct, frozen=True):
    """An amount with a name: "half pot"."""

    label: str
    amount: int


class Candidate(Struct, frozen=True):
    """A card that an option takes, or does not take: where it lies in the Scene, and why not.

    An answer names an allowed one by its number among the candidates of its option.
    """

    zone: int
    """Its zone, by `Zone.id`."""
    slot: int
    name: str
    why_not: str = ""


class Choice(Struct, frozen=True):
    """One option of a decision. A move is its name, with an amount or with cards by their numbers among `takes`."""

    name: str
    words: str
    """What a button says: "Call 200", "Raise to", "Play a card"."""
    key: str = ""
    """The key that stands for it, where one does: "f"."""
    aside: bool = False
    unlisted: bool = False
    """Whether it is accepted, by key or by name, though nothing that lists options shows it."""
    costly: str = ""
    """Why to ask first: "Checking is free."; "" if there is no need."""
    costly_from: int = 0
    """The least amount that it is costly with; 0 if amounts make no difference."""
    low: int = 0
    high: int = 0
    step: int = 0
    stride: int = 0
    """What amounts are counted in at the table, where that is more than a step: the big blind."""
    presets: tuple[Preset, ...] = ()
    fewest: int = 0
    most: int = 0
    ordered: bool = False
    gaps: bool = False
    takes: tuple[Candidate, ...] = ()
    refuses: tuple[Candidate, ...] = ()
    """Cards of the same zone that it does not take, with the reason."""


class Question(Struct, frozen=True):
    """The decision that its eyes owe, or may take asides in."""

    number: int
    options: tuple[Choice, ...]
    default: str = ""
    """The name of the option that the clock plays; "" if there is none."""
    limit_ms: int = 0
    says: str = ""
    """What is asked, in a sentence: "200 to call."."""

    @property
    def owed(self) -> tuple[Choice, ...]:
        """Those of which one has to be taken, as they are listed; none where nothing is owed."""
        return tuple(choice for choice in self.options if not choice.aside and not choice.unlisted)


class Scene(Struct, frozen=True):
    """The whole table, for one pair of eyes."""

    game: str
    title: str
    eyes: int = -1
    """The seat that looks on; -1 for somebody who has none."""
    phase: str = ""
    """"Hand 3 · Flop"."""
    sentence: str = ""
    """What just happened, to these eyes: "You call 200."."""
    zones: tuple[Zone, ...] = ()
    seats: tuple[Seat, ...] = ()
    pots: tuple[Pot, ...] = ()
    meters: tuple[Meter, ...] = ()
    clause: str = ""
    """The heading of the rule book under which stands what applies now."""
    question: Question | None = None
    over: str = ""
    """How the match ended, in a sentence; "" while it goes on."""

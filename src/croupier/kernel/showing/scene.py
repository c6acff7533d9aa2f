"""A Scene: the table for one viewer, complete enough to be drawn and played by a client that knows no rule.

Clients that show a match (terminal, page, browser) draw Scenes and nothing else. A Scene holds what its viewer may
know: zones of cards, seats, pots, meters, what just happened, and every option of the decision that the viewer owes,
with its words, its bounds, its presets, and the cards that it takes by their places (names are not unique).
"""

from __future__ import annotations

import msgspec

COMPARED, UNCONTESTED, BLUFF = "compared", "uncontested", "bluff"
"""How a hand is won: hands were compared, all others folded, or all others folded to a hand that the viewer knows to
have been worth nothing."""
ROW, PILE, PLACES = "row", "pile", "places"
"""How a zone lies: side by side, as a pile that shows only its number of cards, or in places that may stay empty."""


class Struct(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Any part of a Scene."""


class Card(Struct, frozen=True):
    """A card as the viewer sees it: "" if its face is not known, "-" for an empty place."""

    name: str = ""
    kind: str = ""
    """The type of a card that has one: "Location"."""
    lines: tuple[str, ...] = ()
    """What it counts for, line by line: "Evidence +10"."""
    marks: tuple[str, ...] = ()
    """"winning" a trick or, when hands were compared, one of the cards that won; "replaced" by a later one, "chosen"
    in a draft; "not dealt", if it would have come had the hand gone on."""
    deck: str = ""
    """The deck that its back belongs to, where decks differ."""
    by: int = -1
    """The seat that played it, where it lies among cards of others."""


class Zone(Struct, frozen=True):
    """A place for cards. A pile shows at most its top card; `count` is the number of cards."""

    id: int
    """The zone of the game's ledger; a higher number for places that a game adds."""
    label: str
    owner: int = -1
    """The seat that it belongs to; -1 for the middle of the table."""
    lies: str = ROW
    cards: tuple[Card, ...] = ()
    count: int = 0
    room: int = 0
    """How many cards the row will hold, as far as the rules say so beforehand; 0 if they do not. In the middle the
    missing ones are drawn as empty places; a hand has its room from before the deal on. Choices may bring it more."""


class Mark(Struct, frozen=True):
    """A value of a meter with a meaning: "bust from here"."""

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
    """What the present value means: "25 over: a bust as it stands"."""


class Seat(Struct, frozen=True):
    """A seat, its player, and the player's standing. Fields that a game does not have are left out."""

    seat: int
    name: str
    """The nameplate: no two are alike."""
    id: str = ""
    role: str = ""
    """The role in this game, where seats differ: "Narc"."""
    you: bool = False
    chips: int | None = None
    bet: int = 0
    points: int | None = None
    marks: tuple[str, ...] = ()
    """"button", "small blind", "all-in", "has initiative"."""
    out: bool = False
    """Whether the seat has folded, or is not in this hand."""
    gone: bool = False
    """Whether the seat has lost all its chips, and so is out of the match."""
    to_act: bool = False
    """Whether it is the seat's turn, where turns are public."""
    last: str = ""
    """The seat's last act in this round, in words: "raises to 300"."""
    holds: str = ""
    """The name of its hand, as far as the viewer knows: "pair of tens"."""
    share: float | None = None
    """The part of the pot that its hand wins on average, while cards are still to come, nobody can bet any more and
    everybody sees all hands."""
    wins: bool = False
    """Whether it has won the hand or a part of its pot; until the next hand begins."""
    won: int = 0
    """The chips that it has won in that hand, less those that it put in."""


class Pot(Struct, frozen=True):
    """Chips in the middle, and the seats that can win them."""

    chips: int
    label: str = ""
    seats: tuple[int, ...] = ()


class Preset(Struct, frozen=True):
    """An amount with a name: "half pot"."""

    label: str
    amount: int


class Candidate(Struct, frozen=True):
    """A card that an option takes, or refuses: its place in the Scene, and the reason for a refusal.

    An answer names a card by its index in `takes`.
    """

    zone: int
    """Its zone, by `Zone.id`."""
    slot: int
    name: str
    why_not: str = ""


class Choice(Struct, frozen=True):
    """One option of a decision. A move is its name, with an amount or with cards by their indices in `takes`."""

    name: str
    words: str
    """The text of a button: "Call 200", "Raise to", "Play a card"."""
    key: str = ""
    """The key for it, if it has one: "f"."""
    aside: bool = False
    unlisted: bool = False
    """Whether it is accepted, by key or by name, although lists of options leave it out."""
    costly: str = ""
    """Why to ask for confirmation: "Checking is free."; "" if there is no need."""
    costly_from: int = 0
    """The least amount that needs confirmation; 0 if amounts make no difference."""
    low: int = 0
    high: int = 0
    step: int = 0
    stride: int = 0
    """The unit in which amounts are counted at the table, where that is more than a step: the big blind."""
    presets: tuple[Preset, ...] = ()
    fewest: int = 0
    most: int = 0
    ordered: bool = False
    gaps: bool = False
    takes: tuple[Candidate, ...] = ()
    refuses: tuple[Candidate, ...] = ()
    """Cards of the same zone that it does not take, with the reason."""


class Question(Struct, frozen=True):
    """The decision that the viewer owes, or in which it may take asides."""

    number: int
    options: tuple[Choice, ...]
    default: str = ""
    """The name of the option that the clock plays; "" if there is none."""
    limit_ms: int = 0
    says: str = ""
    """What is asked, in a sentence: "200 to call."."""

    @property
    def owed(self) -> tuple[Choice, ...]:
        """The listed choices of which one has to be taken; () if nothing is owed."""
        return tuple(choice for choice in self.options if not choice.aside and not choice.unlisted)


class Result(Struct, frozen=True):
    """How a hand ended. The seats that won it have `wins`, and the cards that won it are marked as winning."""

    kind: str
    """COMPARED, UNCONTESTED or BLUFF."""
    words: str = ""
    """What won, to be written large: "Pair of queens"; "" if no hand was shown."""
    out: str = ""
    """What is said to a viewer that has lost its last chips: "You are out, in fourth place"."""
    weight: int = 0
    """How much was won: 0 little, 1 a good part of a usual stack, 2 as much as a usual stack or more."""


class Scene(Struct, frozen=True):
    """The whole table, for one viewer."""

    game: str
    title: str
    eyes: int = -1
    """The seat that looks on; -1 for a spectator."""
    phase: str = ""
    """"Hand 3 · Flop"."""
    sentence: str = ""
    """What just happened, as the viewer is told: "You call 200."."""
    zones: tuple[Zone, ...] = ()
    seats: tuple[Seat, ...] = ()
    pots: tuple[Pot, ...] = ()
    meters: tuple[Meter, ...] = ()
    terms: str = ""
    """What the house takes, in words: "Rake 5 %, at most 30 of a hand"; "" if it takes nothing."""
    clause: str = ""
    """The heading in the rule book for what applies now."""
    question: Question | None = None
    in_advance: tuple[str, ...] = ()
    """Names of options that questions to the viewer may have later: they can be chosen before the turn, and the dock
    has room for them from the first Scene on."""
    result: Result | None = None
    """How the hand ended, until the next one begins."""
    winners: tuple[int, ...] = ()
    """The seats that won the match, once it is over."""
    over: str = ""
    """How the match ended, in a sentence; "" while it goes on."""

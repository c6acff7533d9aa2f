"""The language: a betting card game as data.

A genome says what is dealt, what the players do in turn, and who wins. It is a value: frozen, comparable, and
equivalent to its JSON. The allowed values of a field are defined here once, by its type; reading, checking, the schema
and the rule book all use it.

    {"genome_id": "kuhn", "setup": {"cards_per_player": 1, "initial_deck": "kuhn_3", "starting_chips": 2},
     "turn_structure": {"phases": [{"type": "BettingPhase", "min_bet": 1, "max_raises": 0, "ante": 1}]},
     "win_conditions": [{"type": "best_hand", "evaluation": "high_card"}], "player_count": 2}

A session is some hands. In each, the setup is dealt, then the phases are played in order. Deal, betting and trick
phases are for the whole table. Draw, discard and play phases are for one seat: those that follow one another make up
its turn, and every seat has its turn before the table goes on. The phases, but for those that are played only `once`,
are played again (`rounds`) until the hand is decided, and then the win conditions say by whom: the first decides, each
further one breaks ties.

Fields that a structure lists as `added` go beyond the original language. They are optional, their defaults change
nothing, and they are written to JSON only where they differ from them.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

MOST_CHIPS = 1_000_000
MOST_SEATS = 10
MOST_PHASES = 12
MOST_HANDS = 1000
LONGEST_TEXT = 250_000
"""The most characters of a genome's JSON: more than any genome needs."""
DEEPEST = 20
"""The deepest nesting of its lists and objects: deeper than in any genome."""

Rank = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
Suit = Literal["clubs", "diamonds", "hearts", "spades"]
DeckName = Literal["standard_52", "short_36", "piquet_32", "euchre_24", "leduc_6", "kuhn_3"]
Face = Literal["down", "up", "others"]
Side = Literal["down", "up"]
Structure = Literal["fixed", "spread", "pot_limit", "no_limit"]
Opening = Literal["start", "high_showing", "low_showing"]
Evaluation = Literal["poker", "three_card", "high_card", "points", "melds", "lowball"]
Counted = Literal["captured", "hand"]

Some = Annotated[int, Meta(ge=1, le=20)]
SomeOrNone = Annotated[int, Meta(ge=0, le=20)]
Chips = Annotated[int, Meta(ge=0, le=MOST_CHIPS)]
Bet = Annotated[int, Meta(ge=1, le=MOST_CHIPS)]
Points = Annotated[int, Meta(ge=-100, le=100)]
Target = Annotated[int, Meta(ge=0, le=MOST_CHIPS)]
Ranks = Annotated[tuple[Rank, ...], Meta(max_length=13)]
Suits = Annotated[tuple[Suit, ...], Meta(max_length=4)]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Any structure of the language."""

    added: ClassVar[frozenset[str]] = frozenset()


class CardPoints(Part, frozen=True):
    """Cards of these ranks and suits are worth `points`; an empty list means all. If several apply, they add up."""

    points: Points
    ranks: Ranks = ()
    suits: Suits = ()


class SetupRules(Part, frozen=True):
    """What a hand starts from. With `starting_chips` 0 it is a game without betting, for points.

    Added: `side_pots` makes a side pot for every all-in and returns uncalled bets; without it there is one pot. `face`
    deals the first cards open, or to be seen by all others but not their owner. `card_points` are the points of cards,
    where points are counted; without it, two to ten count their number, court cards 10, aces 1.
    """

    added: ClassVar[frozenset[str]] = frozenset({"side_pots", "face", "card_points"})

    cards_per_player: SomeOrNone
    initial_deck: DeckName = "standard_52"
    initial_discard_count: Annotated[int, Meta(ge=0, le=10)] = 0
    trump_suit: Suit | None = None
    starting_chips: Chips = 0
    side_pots: bool = False
    face: Face = "down"
    card_points: Annotated[tuple[CardPoints, ...], Meta(max_length=52)] = ()


class Phase(Part, frozen=True, tag_field="type", tag=True):
    """A step of a hand."""


class BettingPhase(Phase, frozen=True):
    """A round of betting: bets and raises of `min_bet`, at most `max_raises` raises.

    Added: every seat pays `ante` first; `blinds` are bets forced on the first seats. The `structure` may let a raise be
    more than `min_bet`: up to `spread` more, up to the pot, or anything. `opening` says which seat speaks first: the
    starting position, or the one that shows the best or the worst open cards; with a `bring_in`, that seat has to bet
    this amount, and the next one speaks.
    """

    added: ClassVar[frozenset[str]] = frozenset({"ante", "blinds", "structure", "spread", "opening", "bring_in"})

    min_bet: Bet = 10
    max_raises: Annotated[int, Meta(ge=0, le=20)] = 3
    ante: Chips = 0
    blinds: Annotated[tuple[Bet, ...], Meta(max_length=3)] = ()
    structure: Structure = "fixed"
    spread: Chips = 0
    opening: Opening = "start"
    bring_in: Chips = 0


class DealPhase(Phase, frozen=True):
    """The house deals: `count` cards to every hand, to the community, or onto the discard pile.

    To a hand they go face down, face up, or for all `others` to see. On the table they lie face up, whatever `face` is.
    """

    count: Some = 1
    to: Literal["hand", "community", "discard"] = "hand"
    face: Face = "down"


class DrawPhase(Phase, frozen=True):
    """The seat draws `count` cards at once, or, if it is not `mandatory`, one by one until it has enough.

    From the discard pile only the last card can be taken; then it is closed, and counts as empty until a card is laid
    onto it. With `only_if_passed`, only a seat that has passed so far in this turn draws.
    """

    count: Some = 1
    source: Literal["deck", "discard", "deck_or_discard"] = "deck"
    mandatory: bool = True
    face: Face = "down"
    only_if_passed: bool = False


class DiscardPhase(Phase, frozen=True):
    """The seat throws away `count` cards (all, if it holds fewer), or, if it is not `mandatory`, up to `count`; with
    `replace` it is dealt as many.

    Face up they go onto the discard pile, face down they are put aside.
    """

    count: Some = 1
    mandatory: bool = True
    replace: bool = False
    face: Side = "down"


class SameSuit(Part, frozen=True, tag_field="type", tag="same_suit"):
    """The card has the suit of the last card of the discard pile."""


class SameRank(Part, frozen=True, tag_field="type", tag="same_rank"):
    """The card has the rank of the last card of the discard pile."""


class HigherRank(Part, frozen=True, tag_field="type", tag="higher_rank"):
    """The card is higher than the last card of the discard pile."""


class LowerRank(Part, frozen=True, tag_field="type", tag="lower_rank"):
    """The card is lower than the last card of the discard pile."""


class NextRank(Part, frozen=True, tag_field="type", tag="next_rank"):
    """The card is one rank higher or lower than the last card of the discard pile; ace and two are neighbours too."""


class RankIs(Part, frozen=True, tag_field="type", tag="rank_is"):
    """The card has one of these ranks, whatever lies on the pile."""

    ranks: Annotated[Ranks, Meta(min_length=1)]


class SuitIs(Part, frozen=True, tag_field="type", tag="suit_is"):
    """The card has one of these suits, whatever lies on the pile."""

    suits: Annotated[Suits, Meta(min_length=1)]


Condition = SameSuit | SameRank | HigherRank | LowerRank | NextRank | RankIs | SuitIs


class PlayPhase(Phase, frozen=True):
    """The seat plays cards that meet the conditions, onto the discard pile or into its own captured cards.

    `match` says whether a card has to meet any or all of them; without conditions every card may be played. A seat that
    can play must, if it is `mandatory`; one that cannot passes. A seat that holds fewer than `min_cards` plays all of
    them, if they all fit. Added: with `only_if_passed`, only a seat that has laid no card in this turn plays.
    """

    added: ClassVar[frozenset[str]] = frozenset({"only_if_passed"})

    min_cards: Some = 1
    max_cards: Some = 1
    target: Literal["discard", "captured"] = "discard"
    conditions: Annotated[tuple[Condition, ...], Meta(max_length=8)] = ()
    match: Literal["any", "all"] = "any"
    mandatory: bool = True
    only_if_passed: bool = False


class TrickPhase(Phase, frozen=True):
    """Every seat plays one card, the winner of the last trick first; the highest of the led suit captures them all.

    `lead_suit_required` makes seats follow suit. The setup's trump suit beats the others. `high_card_wins` false turns
    the ranks around. Added: `led_suit_wins` false lets a card of any suit win.
    """

    added: ClassVar[frozenset[str]] = frozenset({"led_suit_wins"})

    lead_suit_required: bool = True
    high_card_wins: bool = True
    led_suit_wins: bool = True


class ShowdownPhase(Phase, frozen=True):
    """The hand ends here, and the win conditions decide it. Without it, a hand ends after its last phase."""


AnyPhase = BettingPhase | DealPhase | DrawPhase | DiscardPhase | PlayPhase | TrickPhase | ShowdownPhase


class TurnStructure(Part, frozen=True):
    """The phases of a hand. Added: `rounds` is how often they are played; 0 is once, or, where cards are played from
    the hands (or thrown away to be rid of them), until no seat has any. The first `once` phases are played only once,
    before the rounds of the others."""

    added: ClassVar[frozenset[str]] = frozenset({"rounds", "once"})

    phases: Annotated[tuple[AnyPhase, ...], Meta(min_length=1, max_length=MOST_PHASES)]
    rounds: Annotated[int, Meta(ge=0, le=50)] = 0
    once: Annotated[int, Meta(ge=0, le=MOST_PHASES - 1)] = 0


class BestHand(Part, frozen=True, tag_field="type", tag="best_hand"):
    """The best cards, of the hand and the community, win.

    Added: the `evaluation`. poker: the best five, and of fewer the pairs count. three_card: prial, running flush, run,
    flush, pair. high_card: the highest, then the next. points: nearest to `target` (the most, if it is 0), where `bust`
    forbids going over, `soft_aces` lets one ace count 10 more, and `one_suit` counts only the suit that is best. melds:
    the most cards in sets of a rank and runs of a suit, three or more. lowball: the lowest five, aces low, without
    straights and flushes.
    """

    added: ClassVar[frozenset[str]] = frozenset({"evaluation", "target", "bust", "soft_aces", "one_suit"})

    evaluation: Evaluation = "poker"
    target: Annotated[int, Meta(ge=0, le=1000)] = 0
    bust: bool = False
    soft_aces: bool = False
    one_suit: bool = False


class HighScore(Part, frozen=True, tag_field="type", tag="high_score"):
    """The most points win. Every hand adds to a seat's points; at `threshold` the session ends, if it is not 0. In a
    game for chips they are written down only if there is a threshold.

    In a game for points every seat writes down the points of its cards if this is the first condition, and then they
    are all that a hand pays. After another condition it breaks ties, and the winner of the hand writes down one point.

    Added: which cards are `counted`.
    """

    added: ClassVar[frozenset[str]] = frozenset({"counted"})

    threshold: Target = 0
    counted: Counted = "captured"


class LowScore(Part, frozen=True, tag_field="type", tag="low_score"):
    """The fewest points win; otherwise like high_score."""

    added: ClassVar[frozenset[str]] = frozenset({"counted"})

    threshold: Target = 0
    counted: Counted = "captured"


class EmptyHand(Part, frozen=True, tag_field="type", tag="empty_hand"):
    """The hand is over when a turn leaves a seat without cards; however it ends, the fewest cards win."""


class MostCaptured(Part, frozen=True, tag_field="type", tag="most_captured"):
    """The seat that has captured the most cards wins."""


class MostChips(Part, frozen=True, tag_field="type", tag="most_chips"):
    """The session is for chips: at `threshold` chips it ends, if that is not 0. A hand needs another condition."""

    threshold: Target = 0


WinCondition = BestHand | HighScore | LowScore | EmptyHand | MostCaptured | MostChips


class SessionLength(Part, frozen=True):
    """The length of a session: `hands`, unless only one seat has chips left before."""

    hands: Annotated[int, Meta(ge=1, le=MOST_HANDS)] = 10


class GameGenome(Part, frozen=True, kw_only=True):
    """A whole game. `max_turns` bounds the turns of a hand. Added: a `title`, a `note`, and the `session`.

    Its text has at most 250,000 characters, with lists and objects at most 20 deep in one another. No text in it breaks
    into lines, and no list of ranks or suits names one twice.
    """

    added: ClassVar[frozenset[str]] = frozenset({"title", "note", "session"})

    schema_version: Literal["1.0"] = "1.0"
    genome_id: Annotated[str, Meta(max_length=100)] = ""
    generation: Annotated[int, Meta(ge=0, le=1_000_000_000)] = 0
    setup: SetupRules
    turn_structure: TurnStructure
    win_conditions: Annotated[tuple[WinCondition, ...], Meta(min_length=1, max_length=4)] = (BestHand(),)
    max_turns: Annotated[int, Meta(ge=1, le=1000)] = 100
    player_count: Annotated[int, Meta(ge=2, le=MOST_SEATS)] = 2
    title: Annotated[str, Meta(max_length=200)] = ""
    note: Annotated[str, Meta(max_length=10_000)] = ""
    session: SessionLength = SessionLength()


def name_of(genome: GameGenome) -> str:
    """The name of a game for people."""
    return genome.title or genome.genome_id or "A game without a name"


def as_data(value: Any) -> Any:
    """A genome, or a part of one, as the dictionaries and lists of its JSON."""
    if isinstance(value, tuple):
        return [as_data(item) for item in value]
    if not isinstance(value, Part):
        return value
    data: dict[str, Any] = {}
    if tag := value.__struct_config__.tag:
        data["type"] = tag
    for name, default in _defaults(type(value)):
        inside = getattr(value, name)
        if name not in value.added or inside != default:
            data[name] = as_data(inside)
    return data


@cache
def _defaults(part: type[Part]) -> list[tuple[str, Any]]:
    return [(field.name, field.default) for field in msgspec.structs.fields(part)]


def to_json(genome: GameGenome) -> str:
    """A genome as the text of its file."""
    return msgspec.json.format(msgspec.json.encode(as_data(genome)), indent=2).decode() + "\n"


def schema() -> str:
    """The language as a JSON Schema, for editors and for programs that write genomes."""
    return msgspec.json.format(msgspec.json.encode(msgspec.json.schema(GameGenome)), indent=2).decode() + "\n"

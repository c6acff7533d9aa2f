"""Hands as PHH, the Poker Hand History format (github.com/uoftcprg/phh-std), in its variants NT and FT: no-limit and
fixed-limit hold'em.

A `.phh` file is a TOML table. Players are in order of position: p1 is dealt first, the last one has the button.
Heads-up the button is p2, and the *lists* of blinds and antes are read backwards: [50, 100] means that p1 posts 100. So
blinds[0] is the small blind and blinds[1] the big blind whatever the number of players; straddles follow.

Files of online rooms use that list for two more things. A negative number is a post of a player who comes in: a big
blind is live; what goes beyond that, and all of a smaller post, is dead. And if the first number is the larger one, p1
is the big blind and there is no small blind. What PHH cannot express is refused: players who leave during a hand, and
other limits.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import Any

from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.betting import FIXED_LIMIT, NO_LIMIT, POT_LIMIT
from croupier.kernel.vocabulary.cards import UNKNOWN, format_cards
from croupier.kernel.vocabulary.events import Fact

from . import events
from .chip_count import ChipCount
from .records import BIG_BLIND_ANTES, EACH_ANTES, LIVE_SMALL, Table
from .toml import write_table

VARIANTS = {NO_LIMIT: "NT", FIXED_LIMIT: "FT", POT_LIMIT: "PT"}
"""The variants that Croupier plays, by betting structure. PT is our own name: PHH has no hold'em with a pot limit, and
none is written as a file."""
BIG_BET = 2
"""In a fixed limit, how many small bets are the bet of the turn and the river."""
Amount = int | Decimal
"""Chips as a file gives them: an int if they are whole."""

_HEADER = re.compile(r"""^[ \t]*\[[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\]\n]*?))[ \t]*\]""", re.MULTILINE)
_ACTIONS = re.compile(r"^[ \t]*actions[ \t]*=[ \t]*\[", re.MULTILINE)
_TOKEN = re.compile(r"""#[^\n]*|'''.*?'''|\"\"\".*?\"\"\"|'[^'\n]*'|"(?:\\.|[^"\\\n])*"|\]""", re.DOTALL)


@dataclass(frozen=True)
class HandHistory:
    """A hand as its file describes it. Amounts are as written: whole chips, or decimals of a currency."""

    stacks: tuple[Amount, ...]
    blinds: tuple[Amount, ...]
    """The small blind, the big blind, then straddles, posts as negative numbers, and zeros."""
    antes: tuple[Amount, ...]
    min_bet: Amount
    """The least bet; in a fixed limit the bet before the turn."""
    actions: tuple[str, ...]
    trims_antes: bool = False
    """Whether a player too short for the ante can win only as much from each other player."""
    finishing: tuple[Amount, ...] | None = None
    winnings: tuple[Amount, ...] | None = None
    """What each player collected from the pots, after the rake."""
    structure: int = NO_LIMIT
    """NO_LIMIT or FIXED_LIMIT."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """Everything else in the file: players, table, event, day, …"""
    name: str = "this hand"
    """Its name in messages: the file, and the table if the file has several."""
    source: str = field(default="", repr=False, compare=False)
    """The text that it was read from, to find lines."""
    table: str = field(default="", repr=False, compare=False)
    lines: tuple[int, ...] = field(default=(), repr=False, compare=False)
    """The line of the file of each action, if its format is not TOML; 0 for an action that no line has."""
    contradictions: tuple[str, ...] = field(default=(), repr=False, compare=False)
    """What the file says that other lines of it deny, each with its line."""

    def line_of(self, at: int) -> int | None:
        """The line of the file with an action, from 1; None if it was not read from a file."""
        return self.lines[at] or None if self.lines else _line_of(self.source, self.table, at)

    def player(self, seat: int) -> str:
        """The name of a player, else p1, p2, … Names are made safe to print."""
        names = self.about.get("players")
        name = printable(names[seat]).strip() if isinstance(names, list) and seat < len(names) else ""
        return name or f"p{seat + 1}"

    def label(self, seat: int) -> str:
        """A player by number and, if known, by name: "p3 Gogo"."""
        number = f"p{seat + 1}"
        return number if self.player(seat) == number else f"{number} {self.player(seat)}"

    def as_table(self) -> dict[str, Any]:
        """The fields of a `.phh` file."""
        fixed = {"small_bet": self.min_bet, "big_bet": BIG_BET * self.min_bet}
        values: dict[str, Any] = {
            "variant": VARIANTS[self.structure],
            "ante_trimming_status": self.trims_antes,
            "antes": [*self.antes],
            "blinds_or_straddles": [*self.blinds],
            **(fixed if self.structure == FIXED_LIMIT else {"min_bet": self.min_bet}),
            "starting_stacks": [*self.stacks],
            "actions": [*self.actions],
        }
        if self.finishing is not None:
            values["finishing_stacks"] = [*self.finishing]
        if self.winnings is not None:
            values["winnings"] = [*self.winnings]
        return {**values, **self.about}

    def to_toml(self) -> str:
        """The hand as a `.phh` file; BadInput if PHH has no such game."""
        if self.structure == POT_LIMIT:
            raise BadInput("PHH has no-limit and fixed-limit hold'em; this hand had a pot limit.")
        return write_table(self.as_table(), spread=frozenset({"actions"}))


RAKE = "_rake"
"""The field for what the house took of a hand. PHH has none, and leaves names with an underscore to programs."""


def printable(text: object) -> str:
    """A text from a file, safe to print: without control characters."""
    return "".join(letter if letter.isprintable() else "?" for letter in str(text))


def in_file_chips(chips: int, scale: int) -> Amount:
    """Our chips in those of a file, each of which is `scale` of ours: an int if that is whole."""
    whole, rest = divmod(chips, scale)
    return Decimal(chips) / scale if rest else whole


def hand_history(
    table: Table,
    facts: Sequence[Fact],
    stacks: Sequence[int],
    over: bool,
    about: Mapping[str, Any],
    scale: int = 1,
    listed: Collection[int] | None = None,
) -> HandHistory:
    """A hand from its facts; BadInput if PHH cannot express it.

    `stacks` are those before it, one for each seat. Lists of `about` with an entry for each seat are put into the order
    of the hand. `scale` of our chips are one of the file's. Only the seats in `listed` are told, by default all.
    """
    dealt = dict.fromkeys(fact.seat for fact in facts if isinstance(fact, events.HoleDealt))
    order = [seat for seat in dealt if listed is None or seat in listed]
    _check_expressible(table, facts, stacks, order)
    config, chips = table.config, ChipCount(stacks)
    raked = 0
    for fact in facts:
        chips.follow(fact)
        raked += fact.chips if isinstance(fact, events.RakeTaken) else 0
    antes = [config.ante if config.ante_kind == EACH_ANTES else 0] * len(order)
    if config.ante_kind == BIG_BLIND_ANTES:
        antes[1 if len(order) == 2 else order.index(table.big_blind)] = config.ante

    def told(amounts: Iterable[int]) -> tuple[Amount, ...]:
        return tuple(in_file_chips(amount, scale) for amount in amounts)

    return HandHistory(
        stacks=told(stacks[seat] for seat in order),
        blinds=told(_forced_bets(table, facts, order)),
        antes=told(antes),
        min_bet=in_file_chips(config.big_blind, scale),
        actions=tuple(_actions(facts, {seat: f"p{place}" for place, seat in enumerate(order, 1)}, scale)),
        trims_antes=config.ante_kind == EACH_ANTES,
        structure=config.structure,
        finishing=told(chips.stack[seat] for seat in order) if over else None,
        about={
            **({RAKE: in_file_chips(raked, scale)} if raked else {}),
            **{key: _in_order(value, order, len(stacks)) for key, value in about.items()},
        },
    )


def _forced_bets(table: Table, facts: Sequence[Fact], order: Sequence[int]) -> list[int]:
    """Blinds, straddles and posts in full, whatever the stacks were, as PHH lists them."""
    config, bets = table.config, dict.fromkeys(order, 0)
    coming_in = config.small_blind if config.entry == LIVE_SMALL else config.big_blind
    for seat, chips in ((table.small_blind, config.small_blind), (table.big_blind, config.big_blind)):
        if seat in bets:
            bets[seat] = chips
    for fact in facts:
        match fact:
            case events.StraddlePosted(seat, chips):
                bets[seat] = chips
            case events.DeadBlindPosted(seat):
                bets[seat] -= config.small_blind
            case events.BlindPosted(seat) if seat not in (table.small_blind, table.big_blind):
                bets[seat] -= coming_in
    listed = [bets[seat] for seat in order]
    return listed[::-1] if len(listed) == 2 else listed


def _actions(facts: Iterable[Fact], player: Mapping[int, str], scale: int) -> Iterator[str]:
    """The facts of a hand in the notation of PHH, as far as they concern these players."""
    known: set[int] = set()
    for fact in facts:
        if getattr(fact, "seat", None) not in {*player, None}:
            continue
        match fact:
            case events.HoleDealt(seat, cards):
                if seat not in known:  # first as the seat itself saw them, then as the others did
                    known.add(seat)
                    yield f"d dh {player[seat]} {format_cards(cards, '')}"
            case events.FlopDealt(cards):
                yield f"d db {format_cards(cards, '')}"
            case events.TurnDealt(card) | events.RiverDealt(card):
                yield f"d db {format_cards([card])}"
            case events.Folded(seat):
                yield f"{player[seat]} f"
            case events.Checked(seat) | events.Called(seat):
                yield f"{player[seat]} cc"
            case events.BetPlaced(seat, total) | events.Raised(seat, total):
                yield f"{player[seat]} cbr {in_file_chips(total, scale)}"
            case events.HandTabled(seat, cards) | events.HandShown(seat, cards):
                if seat in known and UNKNOWN not in cards:
                    known.discard(seat)
                    yield f"{player[seat]} sm {format_cards(cards, '')}"
            case events.HandMucked(seat):
                yield f"{player[seat]} sm"


def _check_expressible(table: Table, facts: Sequence[Fact], stacks: Sequence[int], order: Sequence[int]) -> None:
    config = table.config
    if config.structure not in VARIANTS:
        raise BadInput("PHH has no-limit and fixed-limit hold'em; this match had another limit.")
    for fact in facts:
        if isinstance(fact, events.Left) and fact.seat in order:
            raise BadInput(f"Seat {fact.seat} left in the middle of a hand, which PHH cannot say.")
    short = stacks[table.big_blind] < config.ante + config.big_blind
    if config.ante_kind == BIG_BLIND_ANTES and config.blind_before_ante and short:
        raise BadInput("The big blind came before the ante, and was too short for both; PHH has the ante first.")


def _in_order(value: Any, order: Sequence[int], seats: int) -> Any:
    """A list with an entry for each seat, in the order of a hand; any other value unchanged."""
    if isinstance(value, list | tuple) and len(value) == seats:
        return [value[seat] for seat in order]
    return value


def _line_of(source: str, table: str, at: int) -> int | None:
    """The line of item `at` in the list of actions: TOML readers keep no lines, so the text is searched for it."""
    headers, ends = _places(source)
    found = _ACTIONS.search(source, headers.get(table, len(source)) if table else 0)
    if not found:
        return None
    seen = 0
    for token in _TOKEN.finditer(source, found.end()):
        if token[0] == "]":
            return None
        if token[0][0] != "#":
            if seen == at:
                return bisect_left(ends, token.start()) + 1
            seen += 1
    return None


@lru_cache(maxsize=1)
def _places(source: str) -> tuple[dict[str, int], array[int]]:
    """The position of each table in a text, by its key, and the positions of its line ends: computed once for all hands
    of the text."""
    headers: dict[str, int] = {}
    for header in _HEADER.finditer(source):
        headers.setdefault(header[1] or header[2] or header[3], header.end())
    return headers, array("q", (line.start() for line in re.finditer("\n", source)))

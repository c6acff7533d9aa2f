"""PHH, the Poker Hand History format (github.com/uoftcprg/phh-std), in its NT variant: no-limit hold'em.

A `.phh` file is a TOML table, one hand; a `.phhs` file is several, as tables [1], [2], … Players are in order of
position: p1 is dealt first, the last one has the button. Heads-up the button is p2, and the *lists* of blinds and
antes are read backwards: [50, 100] means that p1 posts 100. So blinds[0] is the small blind and blinds[1] the big
blind whatever the number of players.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from croupier.kernel.errors import BadInput

from .actions import Amount, checked
from .prose import printable
from .toml import write_table

VARIANT = "NT"
NAMES = {
    "FT": "fixed-limit hold'em",
    "NS": "short-deck hold'em",
    "PO": "pot-limit Omaha",
    "FO/8": "fixed-limit Omaha high-low",
    "F7S": "seven-card stud",
    "F7S/8": "seven-card stud high-low",
    "FR": "razz",
    "N2L1D": "deuce-to-seven single draw",
    "F2L3D": "deuce-to-seven triple draw",
    "FB": "badugi",
}
REQUIRED = ("antes", "blinds_or_straddles", "min_bet", "starting_stacks", "actions")
KNOWN = frozenset({"variant", "ante_trimming_status", "finishing_stacks", *REQUIRED})

_TOKEN = re.compile(r"""#[^\n]*|'''.*?'''|\"\"\".*?\"\"\"|'[^'\n]*'|"(?:\\.|[^"\\\n])*"|\]""", re.DOTALL)


@dataclass(frozen=True)
class HandHistory:
    """A hand as its file tells it. Amounts are as written: whole chips, or decimals of a currency."""

    stacks: tuple[Amount, ...]
    blinds: tuple[Amount, ...]
    """The small blind, the big blind, then straddles and zeros."""
    antes: tuple[Amount, ...]
    min_bet: Amount
    actions: tuple[str, ...]
    trims_antes: bool = False
    """Whether a player too short for the ante can win only as much from each other player."""
    finishing: tuple[Amount, ...] | None = None
    about: Mapping[str, Any] = field(default_factory=dict)
    """Everything else in the file: players, table, event, day, …"""
    name: str = "this hand"
    """How to call it in messages: its file, and its table where the file has several."""
    source: str = field(default="", repr=False, compare=False)
    """The text that it was read from, to tell lines."""
    table: str = field(default="", repr=False, compare=False)

    def line_of(self, at: int) -> int | None:
        """The line of the file on which an action stands, from 1; None if it was not read from a file."""
        return _line_of(self.source, self.table, at)

    def player(self, seat: int) -> str:
        """What a player is called: by name, else p1, p2, … Names are made safe to print."""
        names = self.about.get("players")
        name = printable(names[seat]).strip() if isinstance(names, list) and seat < len(names) else ""
        return name or f"p{seat + 1}"

    def label(self, seat: int) -> str:
        """A player by number and, if known, by name: "p3 Gogo"."""
        number = f"p{seat + 1}"
        return number if self.player(seat) == number else f"{number} {self.player(seat)}"

    def to_toml(self) -> str:
        """The hand as a `.phh` file."""
        values: dict[str, Any] = {
            "variant": VARIANT,
            "ante_trimming_status": self.trims_antes,
            "antes": self.antes,
            "blinds_or_straddles": self.blinds,
            "min_bet": self.min_bet,
            "starting_stacks": self.stacks,
            "actions": self.actions,
        }
        if self.finishing is not None:
            values["finishing_stacks"] = self.finishing
        return write_table({**values, **self.about}, spread=frozenset({"actions"}))


def read_phh(text: str, name: str = "this hand") -> list[HandHistory]:
    """The hands of a `.phh` or `.phhs` text; BadInput if one of them cannot be read."""
    return [read_table(values, title, text, key) for title, key, values in tables(text, name)]


def tables(text: str, name: str) -> list[tuple[str, str, dict[str, Any]]]:
    """The hands of a text, not yet understood: each with what to call it and the key of its table."""
    try:
        values = tomllib.loads(text, parse_float=Decimal)
    except ValueError as error:  # TOMLDecodeError is one, and so is a number of thousands of digits
        raise BadInput(f"{name} is not TOML: {error}.") from error
    except RecursionError as error:
        raise BadInput(f"{name} is nested too deeply.") from error
    if not values:
        raise BadInput(f"{name} has no hand in it.")
    if "variant" in values or not all(isinstance(value, dict) for value in values.values()):
        return [(name, "", values)]
    return [(f"{name} [{printable(key)}]", key, value) for key, value in values.items()]


def read_table(values: Mapping[str, Any], name: str, source: str = "", table: str = "") -> HandHistory:
    """One hand; BadInput if it is not no-limit hold'em, or lacks what every hand must tell."""
    variant = values.get("variant")
    if variant is None:
        raise BadInput(f"{name} has no field 'variant': it is not a hand history.")
    if variant != VARIANT:
        known = f" ({NAMES[variant]})" if isinstance(variant, str) and variant in NAMES else ""
        raise BadInput(f"{name} is of the variant {variant!r}{known}; Croupier reads {VARIANT}, no-limit hold'em.")
    missing = [field for field in REQUIRED if field not in values]
    if missing:
        raise BadInput(f"{name} lacks {', '.join(missing)}.")
    stacks = _amounts(values, "starting_stacks", name)
    finishing = _amounts(values, "finishing_stacks", name, len(stacks)) if "finishing_stacks" in values else None
    actions = values["actions"]
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise BadInput(f"{name}: actions is a list of texts.")
    return HandHistory(
        stacks=stacks,
        blinds=_amounts(values, "blinds_or_straddles", name, len(stacks)),
        antes=_amounts(values, "antes", name, len(stacks)),
        min_bet=_amount(values["min_bet"], "min_bet", name),
        actions=tuple(actions),
        trims_antes=values.get("ante_trimming_status") is True,
        finishing=finishing,
        about={key: value for key, value in values.items() if key not in KNOWN},
        name=name,
        source=source,
        table=table,
    )


def _amounts(values: Mapping[str, Any], key: str, name: str, length: int | None = None) -> tuple[Amount, ...]:
    given = values[key]
    if not isinstance(given, list):
        raise BadInput(f"{name}: {key} is a list with a number for each player.")
    if length is not None and len(given) != length:
        raise BadInput(f"{name}: {key} has {len(given)} numbers for {length} players.")
    return tuple(_amount(value, key, name) for value in given)


def _amount(value: Any, key: str, name: str) -> Amount:
    if isinstance(value, Decimal) and value.is_infinite():
        raise BadInput(f"{name}: {key} has an unknown amount (inf), with which the hand cannot be replayed.")
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise BadInput(f"{name}: {key} has {value!r}, which is not a number.")
    try:
        return checked(value)
    except BadInput as error:
        raise BadInput(f"{name}: {key}: {error}") from None


def _line_of(source: str, table: str, at: int) -> int | None:
    """Where the list of actions has its item `at`: TOML readers keep no lines, so the text is searched for it."""
    start = 0
    if table:
        header = re.search(rf"^[ \t]*\[[ \t]*[\"']?{re.escape(table)}[\"']?[ \t]*\]", source, re.MULTILINE)
        start = header.end() if header else len(source)
    found = re.compile(r"^[ \t]*actions[ \t]*=[ \t]*\[", re.MULTILINE).search(source, start)
    if not found:
        return None
    seen = 0
    for token in _TOKEN.finditer(source, found.end()):
        if token[0] == "]":
            return None
        if token[0][0] != "#":
            if seen == at:
                return source.count("\n", 0, token.start()) + 1
            seen += 1
    return None

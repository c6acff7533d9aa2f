"""Reads PHH, the Poker Hand History format: a `.phh` file has one hand, a `.phhs` file several, as tables [1], [2], …

`games/holdem/phh.py` explains the fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from itertools import chain
from typing import Any

from croupier.games.holdem.phh import BIG_BET, VARIANTS, Amount, HandHistory, printable
from croupier.kernel.errors import BadInput
from croupier.kernel.files import parse_toml
from croupier.kernel.vocabulary.betting import FIXED_LIMIT, NO_LIMIT, POT_LIMIT

from .actions import checked

NAMES = {
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
"""The variants of PHH that Croupier does not read."""
REQUIRED = ("antes", "blinds_or_straddles", "starting_stacks", "actions")
BETS = {NO_LIMIT: ("min_bet",), POT_LIMIT: ("min_bet",), FIXED_LIMIT: ("small_bet", "big_bet")}
"""The fields that say how large bets are, by betting structure."""
KNOWN = frozenset(
    {"variant", "ante_trimming_status", "finishing_stacks", "winnings", *REQUIRED, *chain(*BETS.values())}
)


class OtherVariant(BadInput):
    """The hand is of a game that Croupier does not read; `variant` names it."""

    def __init__(self, name: str, variant: str) -> None:
        super().__init__(f"{name} is of the variant {variant}; Croupier reads no-limit and fixed-limit hold'em.")
        self.variant = variant


def read_phh(text: str, name: str = "this hand") -> list[HandHistory]:
    """The hands of a `.phh` or `.phhs` text; BadInput if one of them cannot be read."""
    return [read_table(values, title, text, key) for title, key, values in tables(text, name)]


def tables(text: str, name: str) -> list[tuple[str, str, dict[str, Any]]]:
    """The unparsed hands of a text: for each a name for messages, the key of its table, and its values."""
    values = parse_toml(text, name, Decimal)
    if not values:
        raise BadInput(f"{name} has no hand in it.")
    if "variant" in values or not all(isinstance(value, dict) for value in values.values()):
        return [(name, "", values)]
    return [(f"{name} [{printable(key)}]", key, value) for key, value in values.items()]


def read_table(values: Mapping[str, Any], name: str, source: str = "", table: str = "") -> HandHistory:
    """Parse one hand; BadInput if it lacks a required field, OtherVariant if it is of another game."""
    variant = values.get("variant")
    if variant is None:
        raise BadInput(f"{name} has no field 'variant': it is not a hand history.")
    structure = next((structure for structure, known in VARIANTS.items() if known == variant), None)
    if structure is None:
        known = f" ({NAMES[variant]})" if isinstance(variant, str) and variant in NAMES else ""
        raise OtherVariant(name, f"{printable(repr(variant))}{known}")
    bets = BETS[structure]
    missing = [field for field in (*REQUIRED[:2], *bets, *REQUIRED[2:]) if field not in values]
    if missing:
        raise BadInput(f"{name} lacks {', '.join(missing)}.")
    stacks = amounts(values, "starting_stacks", name)
    finishing, winnings = (
        amounts(values, key, name, len(stacks)) if key in values else None for key in ("finishing_stacks", "winnings")
    )
    least, *big = (_amount(values[field], field, name) for field in bets)
    if big and big[0] != BIG_BET * least:
        raise BadInput(f"{name}: big_bet is {big[0]}, but by our rules it is twice the small_bet of {least}.")
    actions = values["actions"]
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise BadInput(f"{name}: actions is a list of texts.")
    return HandHistory(
        stacks=stacks,
        blinds=amounts(values, "blinds_or_straddles", name, len(stacks)),
        antes=amounts(values, "antes", name, len(stacks)),
        min_bet=least,
        actions=tuple(actions),
        trims_antes=values.get("ante_trimming_status") is True,
        finishing=finishing,
        winnings=winnings,
        structure=structure,
        about={key: value for key, value in values.items() if key not in KNOWN},
        name=name,
        source=source,
        table=table,
    )


def amounts(values: Mapping[str, Any], key: str, name: str, length: int | None = None) -> tuple[Amount, ...]:
    """The numbers of a field, one for each player; BadInput for anything else."""
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

"""What players may buy: another entry, another stack, an add-on. Fees are somebody else's matter."""

from __future__ import annotations

from typing import Literal

from .lines import Chips
from .tournament import Tournament

What = Literal["reenter"] | Chips
ALL: tuple[What, ...] = ("reenter", "rebuy", "addon")


def refusal(t: Tournament, key: str, what: What, chips: int) -> str:
    """Why a player that has `chips` cannot buy something now; "" if it can."""
    player = t.players.get(key)
    if player is None or not t.started or t.ended is not None:
        return "You do not take part in a tournament that is being played."
    if what == "reenter":
        if player.table:
            return "You still have a seat."
        disqualified = any(one.key == key and one.why for one in t.outs)
        return (
            "" if t.is_open and not disqualified and player.entries <= t.terms.reentries else "You cannot enter again."
        )
    if not player.table or not t.is_open:
        return "Chips can be bought only in a seat, as long as players may enter."
    if what == "addon":
        return "There is no add-on for you." if player.addons or not t.terms.addon else ""
    if player.rebuys >= t.terms.rebuys:
        return "You have bought as many stacks as you may." if t.terms.rebuys else "There are no re-buys."
    if chips > t.stack:
        return f"Only who has at most {t.stack:,} chips may buy another stack."
    return ""


def bought(t: Tournament, what: What) -> int:
    """The chips of a purchase."""
    return t.terms.addon if what == "addon" else t.stack

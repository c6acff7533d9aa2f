"""The player in a seat: an id and a name. Records hold only integers, so names go beside them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Nameplate(msgspec.Struct, frozen=True):
    """The player in a seat: an id that stays with the player in every seat, and a name.

    The id serves only to tell whether two nameplates belong to the same player. Names are for people.
    """

    id: str
    name: str


def nameplates(names: Sequence[str]) -> list[Nameplate]:
    """Nameplates for some players, in the given order."""
    return [Nameplate(f"player-{number}", name) for number, name in enumerate(names, 1)]

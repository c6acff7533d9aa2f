"""Who sits in a seat: an id and a name. Records hold only integers, so names go beside them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Nameplate(msgspec.Struct, frozen=True):
    """What stands before a seat: an id that stays with its player wherever it sits, and what it is called.

    The id says nothing but whether two are the same. Names are for people.
    """

    id: str
    name: str


def nameplates(names: Sequence[str]) -> list[Nameplate]:
    """Those of some players, in the order in which they were named."""
    return [Nameplate(f"player-{number}", name) for number, name in enumerate(names, 1)]

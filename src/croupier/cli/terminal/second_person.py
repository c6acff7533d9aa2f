"""What happened, told to the person it happened to: "seat 2 checks" is "you check" for who sits there."""

from __future__ import annotations

import re

IRREGULAR = {"is": "are", "has": "have", "goes": "go", "passes": "pass"}


def to_person(text: str, seat: int) -> str:
    """A sentence of the third person about a seat, in the second for who sits there."""
    told = re.sub(rf"\bseat {seat} (\w+)", lambda found: f"you {_second(found[1])}", text)
    return re.sub(rf"\bseat {seat}\b", "you", told)


def _second(verb: str) -> str:
    return IRREGULAR.get(verb, verb.removesuffix("s"))

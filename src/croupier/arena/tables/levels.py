"""Levels of a match, such as rising blinds, and the time by which it has to end. Both take effect between two hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.kernel.errors import BadInput

from .plan import Plan

MINUTE = 60_000
LONGEST = 1_000_000


def first_options(plan: Plan) -> Mapping[str, Any]:
    """The options that a match begins with."""
    return {**plan.options, **plan.levels[0].changes} if plan.levels else plan.options


def checked(plan: Plan) -> None:
    """Check the levels of a plan; BadInput says what is wrong with them."""
    by_hands = [level for level in plan.levels if level.hands]
    if not all(0 <= level.hands <= LONGEST and 0 <= level.minutes <= LONGEST for level in plan.levels):
        raise BadInput(f"A level lasts some hands or minutes, up to {LONGEST:,}, and not fewer than none.")
    if by_hands and any(level.minutes for level in plan.levels):
        raise BadInput("Levels last either hands or minutes: say the same of all.")
    unsaid = [level for level in plan.levels[:-1] if not level.hands and not level.minutes]
    if unsaid and (by_hands or not plan.finish_by):
        raise BadInput(
            "A level that says neither hands nor minutes lasts for ever: let it be the last, or say finish_by."
        )


def level_at(plan: Plan, hands: int, began: int, now: int) -> int | None:
    """The level of a match at the time `now`, after `hands` hands; None if its last level is over."""
    if not plan.levels:
        return 0
    by_hands = any(level.hands for level in plan.levels)
    share = _even_share(plan, began)
    left: float = hands if by_hands else now - began
    for number, level in enumerate(plan.levels):
        length = level.hands if by_hands else level.minutes * MINUTE or share
        if not length or left < length:
            return number
        left -= length
    return None


def _even_share(plan: Plan, began: int) -> float:
    """The length in milliseconds of each level without one: an equal share of the time left until `finish_by`; 0 for no
    end."""
    unsaid = sum(not level.minutes for level in plan.levels)
    if not plan.finish_by or not unsaid:
        return 0
    said = sum(level.minutes * MINUTE for level in plan.levels)
    return max(1.0, (plan.finish_by - began - said) / unsaid)


def why_over(plan: Plan, hands: int, began: int, now: int) -> str:
    """Why no further hand of a match may begin; "" if one may."""
    if plan.finish_by and now >= plan.finish_by:
        return "it had to be over by now."
    if level_at(plan, hands, began, now) is None:
        return "its last level is over."
    return ""

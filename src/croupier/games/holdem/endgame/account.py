"""A solved endgame for people and programs: kinds of hands at a decision, and the whole solution as data."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np

from croupier.kernel.vocabulary.cards import format_cards

from ..policies.starting_hands import kind_of
from ..records import TURN
from .hands import COMBOS, Floats
from .solver import Endgame, Judgement, Look
from .tree import ALL_IN, CHANCE, DECISION, FOLDED, SHOWDOWN, Node

KINDS = {DECISION: "decision", FOLDED: "folded", SHOWDOWN: "showdown", CHANCE: "river card"}
MOST_DECISIONS = 400
"""The most decisions that are listed hand by hand; deeper ones of a larger tree are left out."""


class Kind(NamedTuple):
    """The average strategy with all hands of a kind, such as AKs."""

    name: str
    held: float
    """The probability that the player holds one of them."""
    shares: tuple[float, ...]
    worth: float


def kinds(held: Floats, shares: Floats, worth: Floats) -> list[Kind]:
    """The kinds of hands that the player who acts may hold at a decision, the most valuable first. Given are, by combo,
    the probability that it is held, by act and combo the probability of the act, and by combo its worth."""
    names = np.array([kind_of(one, two) for one, two in COMBOS])
    found = []
    for name in dict.fromkeys(names[held > 0].tolist()):
        weights = np.where(names == name, held, 0.0)
        all_held = float(weights.sum())
        done = shares @ weights / all_held
        found.append(Kind(name, all_held, tuple(done.tolist()), float(worth @ weights) / all_held))
    return sorted(found, key=lambda kind: (-kind.worth, kind.name))


def kinds_at(here: Look) -> list[Kind]:
    """The same at a decision of a solution."""
    return kinds(here.held, here.shares, (here.shares * here.worth).sum(axis=0))


def as_data(end: Endgame, found: Judgement, told: Collection[Node] = ()) -> dict[str, Any]:
    """Everything, for a file: the setup, the accuracy, and decisions of the first street hand by hand: those in `told`,
    or by default all that are near enough to the root.

    `hands` are the combos of each player. At a decision, `shares` and `worth` have a list for each act, with a number
    for each hand of the player who acts: thousandths, and chips; `reach` has a list for each player, in thousandths of
    the hand that comes here most.
    """
    return {
        **heading(end, found),
        "hands": [[format_cards(COMBOS[combo], "") for combo in combos] for combos in end.deck.combos],
        "nodes": _nodes(end, told or _near_root(end)),
    }


def heading(end: Endgame, found: Judgement) -> dict[str, Any]:
    """The setup of an endgame, and the accuracy of the solution."""
    spot = end.spot
    return {
        "board": format_cards(end.deck.board),
        "pot": spot.pot,
        "stacks": list(spot.stacks),
        "opener": spot.opener,
        "iterations": found.iterations,
        "values": [round(value, 4) for value in found.values],
        "exploitability": round(found.exploitability, 6),
        "exploitability_percent": round(found.percent, 6),
    }


def assumptions(end: Endgame) -> list[str]:
    """The assumptions of the solution, in sentences."""
    spot = end.spot
    raises = f"; raises: {_list(spot.raise_sizes)}" if spot.raise_sizes is not None else ""
    played = ", and what was bet in the hand" if any(spot.line) else ""
    said = [f"Bets{'' if raises else ' and raises'}: {_list(spot.sizes)}{raises}{played}; {len(end.nodes):,} nodes."]
    if spot.river_sizes is not None and spot.street == TURN:
        said.append(f"On the river: {_list(spot.river_sizes)}.")
    if spot.street == TURN:
        said.append("Every river is dealt.")
    if spot.rake:
        cap = f", at most {spot.rake_cap:g}" if spot.rake_cap < math.inf else ""
        said.append(f"The house takes {100 * spot.rake:g} % of the pot{cap}.")
    return [*said, "The ranges are assumed, not solved."]


def _list(sizes: tuple[float, ...]) -> str:
    """Sizes of bets as a part of a sentence."""
    shares = ", ".join(f"{100 * size:g}" for size in sizes if size != ALL_IN)
    parts = [f"{shares} % of the pot"] if shares else []
    return " and ".join([*parts, *["all-in"][: ALL_IN in sizes]]) or "none"


def _near_root(end: Endgame) -> list[Node]:
    """The decisions of the first street nearest to the root."""
    decisions = [end.root] if end.root.kind == DECISION else []
    for node in decisions:
        decisions += [child for child in node.children if child.kind == DECISION]
    return decisions[:MOST_DECISIONS]


def _nodes(end: Endgame, told: Collection[Node]) -> list[dict[str, Any]]:
    """The nodes of the first street by number; those in `told` hand by hand."""
    numbers = {node.number for node in told}
    return [_node(end, node, node.number in numbers) for node in end.nodes[: end.shape.opening]]


def _node(end: Endgame, node: Node, told: bool) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": KINDS[node.kind], "pot": node.pot, "stacks": list(node.stacks)}
    if node.kind == DECISION:
        data |= {
            "actor": node.actor,
            "acts": [str(act) for act in node.acts],
            "children": [child.number for child in node.children],
        }
    if told:
        here = end.look(node)
        own = end.deck.combos[node.actor]
        reach = here.reach / max(here.reach.max(), 1e-12)
        data |= {
            "shares": np.rint(1000 * here.shares[:, own]).astype(int).tolist(),
            "worth": np.round(here.worth[:, own], 1).tolist(),
            "held": np.round(here.held[own], 7).tolist(),
            "reach": [
                np.rint(1000 * reach[player][combos]).astype(int).tolist()
                for player, combos in enumerate(end.deck.combos)
            ],
        }
    return data

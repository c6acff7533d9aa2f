"""The questions to the solver about a decision of a finished hand, and its answers.

A question has the table as a spectator saw it: the solver knows the board, the bets and both ranges, and no hole cards.
The hole cards of the player are passed beside it, only if the eyes that ask may see them.
"""

from __future__ import annotations

from typing import Any, NamedTuple, NotRequired, TypedDict

from croupier.games.holdem.odds import cards_seen
from croupier.games.holdem.records import FLOP, HOLE, PRE_FLOP, RIVER, TURN, View
from croupier.games.holdem.rules import FOLD, RAISE_TO
from croupier.kernel.contract.game import Game, Move, State
from croupier.kernel.vocabulary.betting import NO_LIMIT
from croupier.kernel.vocabulary.turns import NOBODY, size

from .hands import PlayedHand
from .pages import PointOfView, view_of

HOLDEM = "holdem"
PLAYERS = 2
EARLIER = {
    PRE_FLOP: "The solver answers on the river; this is before the flop. Go on to the river.",
    FLOP: "The solver answers on the river; this is the flop. Go on to the river.",
    TURN: "The solver answers on the river; this is the turn, which takes too long to wait for here, since every river "
    "card has to be dealt. Go on to the river, or solve the turn with `croupier solve`.",
}
NOBODY_DECIDES = "Nobody has to decide anything here. Go to a decision on the river."
FOLDED = -1
"""The value of `played` for a fold; any other value is a street total, 0 for a check or call."""


class Position(NamedTuple):
    """A decision on the river between two players."""

    view: View
    """A spectator's view at the last decision of this river, so that all its bets are in the solver's tree."""
    moved: int
    """The number of moves in the hand before the decision in question."""
    names: tuple[str, ...]
    """By seat."""
    held: tuple[int, ...]
    """The hole cards of the player that has to decide; empty if they may not be seen."""
    played: int | None
    """What was done then; None if the clock decided."""


class SolvedNode(TypedDict):
    """A node of the betting tree. Nodes that are given hand by hand have `shares` and the fields after it."""

    kind: str
    pot: int
    stacks: list[int]
    actor: NotRequired[int]
    acts: NotRequired[list[str]]
    children: NotRequired[list[int]]
    shares: NotRequired[list[list[int]]]
    """By act and hand of the player who acts, in thousandths."""
    worth: NotRequired[list[list[float]]]
    """The values, in chips, in the same order."""
    held: NotRequired[list[float]]
    reach: NotRequired[list[list[int]]]
    """By player and hand, in thousandths of the hand that comes here most."""


class Solution(TypedDict):
    """A solved river. Player 0 acts first; hands are named as `AhKd`."""

    board: str
    pot: int
    stacks: list[int]
    opener: int
    iterations: int
    values: list[float]
    exploitability: float
    exploitability_percent: float
    hands: list[list[str]]
    nodes: list[SolvedNode]
    ranges: list[str]
    seconds: float
    assumptions: list[str]
    names: list[str]
    path: list[int]
    """The acts that lead from the first node to the decision that was asked about."""
    held: str
    """The hand of the player who acts there; "" if it may not be seen."""
    played: int | None
    """The number of the act that was chosen."""


class Unsolved(TypedDict):
    """A decision that the solver cannot answer."""

    why: str
    """The reason, in a sentence or two."""


def position(game: Game, hand: PlayedHand, made: int, eyes: PointOfView) -> Position | Unsolved:
    """The position after `made` moves of a hand, or why the solver has no answer for it."""
    state = hand.after(game, made)
    view = game.view(state, None)
    if why := _unknown(game, state, view):
        return {"why": why}
    held = cards_seen(view_of(game, state, eyes), HOLE + view.actor)
    names = tuple(plate.name for plate in hand.players)
    last: View = view
    for actor, move in hand.moves[made:]:
        game.advance(state, actor, move)
        later: View = game.view(state, None)
        if later.street != RIVER or not _is_asked(state, later):
            break
        last = later
    return Position(last, view.moved, names, held, _played(hand, made, view.actor))


def _unknown(game: Game, state: State, view: Any) -> str:
    """Why the solver cannot handle a position; "" if it can."""
    if game.name != HOLDEM:
        return f"The solver knows no-limit hold'em; this is {game.title}."
    config = state.table.config
    if config.structure != NO_LIMIT:
        return "The solver knows no-limit hold'em; this table limits its bets."
    if (dealt := size(view.dealt)) != PLAYERS:
        return f"The solver knows hands between two players; {dealt} were dealt in here."
    if config.ante or config.straddles:
        return "The solver knows hands without antes and straddles; this table has some."
    if view.street != RIVER:
        return EARLIER.get(view.street, NOBODY_DECIDES)
    return "" if _is_asked(state, view) else NOBODY_DECIDES


def _is_asked(state: State, view: View) -> bool:
    """Whether the seat in turn owes a decision."""
    return 0 <= view.actor < state.table.seats and bool(state.owed >> view.actor & 1)


def _played(hand: PlayedHand, made: int, seat: int) -> int | None:
    """What the seat did at its decision."""
    actor, move = hand.moves[made] if made < len(hand.moves) else (NOBODY, Move(FOLD))
    if actor != seat:
        return None
    return FOLDED if move.kind == FOLD else move.amount if move.kind == RAISE_TO else 0

"""What players thought in a match, move by move, as JSONL: from the lines of its table.

A team can read its own at any time. Others, including the host, can read them when the match is over and its result is
public, if the table's plan allows it: thoughts may name hidden cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from croupier.kernel.contract.game import Game

from ..tables import lines


def thoughts(game: Game, match: str, kept: Iterable[lines.Lines], whose: str | None) -> bytes:
    """All thoughts of a match, or those of one player, each with the move that it led to."""
    return b"".join(msgspec.json.encode(row) + b"\n" for row in _rows(game, match, kept, whose))


def _rows(game: Game, match: str, kept: Iterable[lines.Lines], whose: str | None) -> Iterator[dict[str, Any]]:
    thought: lines.Thought | None = None
    for line in kept:
        if isinstance(line, lines.Thought):
            of_match = line.hand_id.rpartition("-H")[0] == match
            thought = line if of_match and whose in (None, line.id) else None
        elif thought is not None and isinstance(line, lines.Made) and line.actor == thought.seat:
            yield {
                "hand_id": thought.hand_id,
                "seat": thought.seat,
                "player": thought.id,
                "act_id": thought.act_id,
                "at": thought.at,
                "action": game.kinds[line.kind],
                "amount": line.amount,
                "cards": [game.words.card_name(card) if card >= 0 else "-" for card in line.cards],
                "thoughts": thought.text,
                "usage": thought.usage,
            }
            thought = None

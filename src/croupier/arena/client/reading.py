"""Turns frames of the contract dialect back into the views, decisions and facts that they were made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from croupier.games import GAMES, load
from croupier.kernel.contract.game import Decision, Game
from croupier.kernel.contract.nameplate import Nameplate
from croupier.kernel.errors import BadInput
from croupier.kernel.language.records import from_dict
from croupier.kernel.vocabulary.events import Fact

Json = Mapping[str, Any]


def game_of(welcome: Json, module: str | None = None) -> Game:
    """The game that a `welcome` names; BadInput if it is not Croupier's own and no module was named."""
    name = welcome.get("game")
    if module is None and name not in GAMES:
        raise BadInput(f"The table plays {name!r}, not a game of Croupier; name its module with --game.")
    return load(module or str(name))


def difference(game: Game, welcome: Json) -> str:
    """A warning if the arena plays by other rules than this program; "" if the rules are the same."""
    if (welcome.get("version"), welcome.get("fingerprint")) == (game.version, game.fingerprint):
        return ""
    return f"The arena plays {game.title} by other rules than this release of Croupier; views may not fit."


def view_of(game: Game, frame: Json) -> Any:
    """The view of a frame; BadInput if it does not fit."""
    return from_dict(game.View, frame.get("view"))


def decision_of(frame: Json) -> Decision:
    """The decision of a frame; BadInput if the frame has no valid one."""
    try:
        return msgspec.convert(frame.get("decision"), Decision)
    except msgspec.ValidationError as error:
        raise BadInput(f"This is no decision: {error}.") from error


def fact_of(game: Game, event: Json) -> Fact | None:
    """The fact of an event; None if it comes from the arena and not from a game, such as COMMIT."""
    for kind in game.facts.values():
        if kind.__name__ == event.get("ev"):
            fields: Json = event["fields"]
            return kind(**{name: _frozen(fields[name]) for name in kind.__struct_fields__})
    return None


def nameplates_of(frame: Json, seats: int) -> list[Nameplate]:
    """The nameplate of each seat."""
    players: Sequence[Json] = frame.get("players", ())
    named = {player["seat"]: Nameplate(player["id"], player["name"]) for player in players}
    return [named.get(seat, Nameplate("", f"seat {seat}")) for seat in range(max([seats, *(at + 1 for at in named)]))]


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value

"""`--set NAME=VALUE`: options of a game, read as the types that its `configure` declares."""

from __future__ import annotations

import inspect
import types
from collections.abc import Mapping, Sequence
from typing import Any, Union, get_args, get_origin

from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput

SWITCH = {"on": True, "yes": True, "true": True, "1": True, "off": False, "no": False, "false": False, "0": False}
READERS = (
    (bool, lambda text: SWITCH[text.lower()], "on or off"),
    (int, int, "a whole number"),
    (Sequence[int], lambda text: [int(part) for part in text.split(",")], "whole numbers with commas between them"),
)
"""How a text becomes a value of a type, and what it has to be for that."""


def settings(game: Game, items: Sequence[str]) -> dict[str, Any]:
    """The values that `--set` gives to options of a game."""
    hints = _hints(game)
    values: dict[str, Any] = {}
    for item in items:
        name, equals, text = item.partition("=")
        if not equals:
            raise BadInput(f"--set takes NAME=VALUE, such as hands=10, not {item!r}.")
        values[name] = _value(name, text, hints.get(name, int | str))
    return values


def _hints(game: Game) -> Mapping[str, Any]:
    try:
        parameters = inspect.signature(game.configure, eval_str=True).parameters
    except NameError:  # a type that is imported only where types are checked
        return {}
    return {name: it.annotation for name, it in parameters.items() if it.annotation is not it.empty}


def _value(name: str, text: str, hint: Any) -> Any:
    """A text as a value of the first type that it fits; a type that is not among our readers takes it as it is."""
    kinds = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    wanted = []
    for kind, read, words in READERS:
        if kind in kinds:
            try:
                return read(text)
            except (KeyError, ValueError):
                wanted.append(words)
    if wanted and str not in kinds:
        raise BadInput(f"{name} is {' or '.join(wanted)}, not {text!r}.")
    return text

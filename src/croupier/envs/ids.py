"""Names of environments for Gymnasium, registered when this module is imported: of every game and every classic.

    gymnasium.make("croupier.envs.ids:croupier/Holdem-v0", seats=2, opponents=["shark"])
    gymnasium.make_vec("croupier.envs.ids:croupier/Leduc-v0", num_envs=256)

A name ends in the version of the game's observations. A genome of your own is `croupier/Genome-v0`, with
`genome="my_game.json"`.
"""

from __future__ import annotations

from gymnasium import register

from croupier.games import GAMES, classics, load

from .spaces import id_of

NAMES = {name: id_of(load(name), name) for name in (*GAMES, *classics())}
"""The names of environments, by those of games."""

for _game, _name in NAMES.items():
    register(
        _name,
        entry_point="croupier.envs.single:gym",
        vector_entry_point="croupier.envs.single:vector",
        kwargs={"game": _game},
    )

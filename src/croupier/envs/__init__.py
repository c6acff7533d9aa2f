"""Learning environments: every game as arrays, for PettingZoo and for Gymnasium (docs/learning.md).

    from croupier import envs

    tables = envs.batch("holdem", tables=4096, seats=6, seed=1)
    now = tables.reset()
    now = tables.step(choices)

`batch` needs nothing but NumPy. `aec` and `parallel` (PettingZoo), `gym` and `vector` (Gymnasium) need the extra
`croupier[envs]`. `croupier.envs.ids` registers names of environments with Gymnasium when it is imported.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from croupier.kernel.errors import BadInput

from .batches import Batch, Tables, batch

if TYPE_CHECKING:
    from .several import aec as aec
    from .several import parallel as parallel
    from .single import gym as gym
    from .single import vector as vector

__all__ = ["Batch", "Tables", "aec", "batch", "gym", "parallel", "vector"]

EXTRA = {"aec": "several", "parallel": "several", "gym": "single", "vector": "single"}
"""What needs the extra, with the module that has it."""


def __getattr__(name: str) -> Any:
    """What needs the extra, imported when it is first asked for."""
    if name not in EXTRA:
        raise AttributeError(f"croupier.envs has no {name!r}; it has {', '.join(__all__)}")
    try:
        return getattr(importlib.import_module(f"{__name__}.{EXTRA[name]}"), name)
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in ("gymnasium", "pettingzoo"):
            raise
        raise BadInput(f"envs.{name} needs {missing}: pip install 'croupier[envs]'.") from error

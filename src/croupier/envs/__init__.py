"""Learning environments: every game as arrays, for PettingZoo and for Gymnasium (docs/learning.md).

    from croupier import envs

    tables = envs.batch("holdem", tables=4096, seats=6, seed=1)
    now = tables.reset()
    now = tables.step(choices)

`batch` needs nothing but NumPy. `aec`, `parallel`, `gym` and `vector` need the extra `croupier[envs]`. Names of
environments for Gymnasium are registered by the import of `croupier.envs.ids`.
"""

from __future__ import annotations

from .batches import Batch, Tables, batch

__all__ = ["Batch", "Tables", "batch", "gym", "parallel", "vector"]

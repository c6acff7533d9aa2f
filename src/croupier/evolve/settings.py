"""The settings of a run: read from TOML and flags, and written into the run's folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from croupier.kernel.errors import BadInput
from croupier.kernel.files import read_toml
from croupier.kernel.showing.validation import flaw_of

Method = Literal["elites", "random", "mutants", "genetic"]
METHODS: tuple[Method, ...] = get_args(Method)
Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Share = Annotated[float, Meta(ge=0.0, le=1.0)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a run. The same settings give the same archive after the same number of generations.

    `method` is `elites`, the search with an archive, or a baseline: `random` genomes, `mutants` of the classics, or a
    plain `genetic` algorithm. In each of `generations` generations, `population` games are tried.
    """

    seed: Annotated[int, Meta(gt=-(2**62), lt=2**62)] = 1
    method: Method = "elites"
    generations: Count = 50
    population: Count = 100
    crossover: Share = 0.2
    fresh: Share = 0.05
    """`crossover` is the share of games with two parents, `fresh` the share of random games without parents."""
    mutations: Annotated[int, Meta(ge=1, le=20)] = 3
    """The most mutations of a child."""


def read_settings(path: str | Path, **flags: Any) -> Settings:
    """The settings of a file; flags override them."""
    return settings_of(read_toml(path), str(path), **flags)


def settings_of(data: dict[str, Any], where: str = "These settings", **flags: Any) -> Settings:
    """Settings from data; flags override it. BadInput for unknown names and values out of range."""
    try:
        return msgspec.convert(data | flags, Settings)
    except msgspec.ValidationError as error:
        flaw = flaw_of(error, Settings, data | flags)
        told = flaw.under(f"--{flaw.path[0]}", 1) if flaw.path[0] in flags else f"{where} cannot be used: {flaw}"
        raise BadInput(f"{told}.") from error

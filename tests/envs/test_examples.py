"""The examples that train networks: they run, where PyTorch is installed, and what they write plays."""

from __future__ import annotations

import importlib.util
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from croupier import envs
from croupier.agents.array_policy import Network
from croupier.agents.loading import array_policy
from croupier.simulate.batched import ArrayLoop
from croupier.simulate.run import policies_named

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(("game", "other", "options"), [("holdem", "station", {"seats": 2}), ("leduc", "greedy", {})])
def test_weights_as_the_examples_write_them_play(
    game: str, other: str, options: dict[str, int], tmp_path: Path
) -> None:
    tables = envs.batch(game, plain=True, **options)
    rng = np.random.default_rng(1)
    sizes = [tables.width, 16, 16, tables.choices]
    layers = [(rng.normal(size=size).astype(np.float32) / 4, np.zeros(size[1], np.float32))
              for size in pairwise(sizes)]  # fmt: skip
    Network(layers, activation="relu").save(tmp_path / "net.npz")
    players = policies_named(tables.game, [f"array:{tmp_path / 'net.npz'}", other])
    tally = ArrayLoop(tables.game, tables.config, players, plain=True).run(1, 0, 20)
    assert tally.matches == 20 and sum(tally.score[:2]) == 0 and tally.score[0] != 0


@pytest.mark.parametrize(
    ("name", "game", "options"), [("ppo", "holdem", {"seats": 2}), ("leduc_net", "leduc", {})], ids=["ppo", "leduc_net"]
)
def test_an_example_trains_shows_its_curve_and_writes_weights(
    name: str,
    game: str,
    options: dict[str, int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    pytest.importorskip("torch")
    example = loaded(EXAMPLES / f"{name}.py")
    monkeypatch.setattr(example, "TABLES", 8)
    monkeypatch.setattr(sys, "argv", [name, "--rounds", "2", "--out", str(tmp_path / "net.npz")])
    example.main()
    assert capsys.readouterr().out.count("decisions") >= 2
    tables = envs.batch(game, plain=True, **options)
    policy = array_policy(tables.game, f"array:{tmp_path / 'net.npz'}")
    seen = np.zeros((1, tables.width), np.float32)
    assert policy(seen, np.ones((1, tables.choices), bool), np.array([0.5])).shape == (1,)


def loaded(path: Path) -> Any:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

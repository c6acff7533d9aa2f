"""Learning a game on one or more cores, with checkpoints: rounds of `agents.learner`, shard by shard.

Shards are the same whoever works them out, and are merged in their order, so the number of workers changes no result.
A strategy is written beside its checkpoint (`FILE.checkpoint`), from which learning can go on. A Ctrl-C costs the round
that is being worked out, and no more.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, NoReturn

from croupier.agents.learner import MOST_NODES, SHARDS, TRACE, Found, Knowledge, Learner
from croupier.agents.learnt import About, fingerprint_of, read_strategy, write_strategy
from croupier.games import load
from croupier.kernel.errors import BadInput, Fault
from croupier.kernel.vocabulary.keys import fresh_seed

from .workers import hired
from .workers.team import Trade

CHECKPOINT_SECONDS = 60.0
"""How often what was learnt is written down."""
Study = Callable[[Knowledge], list[Found]]


class Learnt(NamedTuple):
    """How a run ended."""

    about: About
    known: Knowledge
    seconds: float
    complete: bool


def learn(
    where: str,
    config: Any,
    out: Path,
    *,
    options: Mapping[str, Any],
    minutes: float | None = None,
    iterations: int | None = None,
    seed: int | None = None,
    workers: int = 1,
    keys: str = TRACE,
    most_nodes: int = MOST_NODES,
    resume: bool = False,
    progress: Callable[[Knowledge, float], None] = lambda known, seconds: None,
) -> Learnt:
    """Learn a game, for some minutes or until a number of matches was walked through, and write the strategy to a file.

    A run ends with a whole round, so it may take a little longer. `options` are those that the config was made of.
    `progress` is told after every round what is known, and how long it took.
    """
    if minutes is None and iterations is None:
        raise BadInput("Say how long to learn: a number of minutes, or of iterations.")
    if (minutes is not None and minutes <= 0) or (iterations is not None and iterations < 1) or workers < 1:
        raise BadInput("At least one iteration, one worker and some time are needed.")
    game, kept = load(where), out.with_name(f"{out.name}.checkpoint")
    if not resume and (out.exists() or kept.exists()):
        raise BadInput(f"{out} is there already: go on with it (--resume), or name another file.")
    if seed is None:
        seed = read_strategy(out)[0].seed if resume else fresh_seed()
    about = json.dumps([game.name, config.flat(), fingerprint_of(game, keys), seed])
    known = Knowledge.load(kept, about) if resume else Knowledge.empty()

    def write() -> About:
        known.save(kept, about)
        return write_strategy(out, game, config, known, seed=seed, options=options, keys=keys)

    began = saved = time.monotonic()
    complete = True
    try:
        with _crew(Learner(game, config, seed=seed, keys=keys, most_nodes=most_nodes), where, config, workers) as study:
            began = time.monotonic()
            while not _is_done(known, time.monotonic() - began, minutes, iterations):
                known = known.merged(study(known), most_nodes)
                if time.monotonic() - saved > CHECKPOINT_SECONDS:
                    write()
                    saved = time.monotonic()
                progress(known, time.monotonic() - began)
    except KeyboardInterrupt:
        complete = False
    return Learnt(write(), known, time.monotonic() - began, complete)


def _is_done(known: Knowledge, seconds: float, minutes: float | None, iterations: int | None) -> bool:
    in_time = minutes is not None and seconds >= 60 * minutes
    return in_time or (iterations is not None and known.walks >= iterations)


@contextmanager
def _crew(learner: Learner, where: str, config: Any, workers: int) -> Iterator[Study]:
    """Somebody to work out the shards of a round: this process, or some workers, all of them ready."""
    learner.make_ready()
    if workers == 1:
        yield lambda known: [learner.study(known, shard) for shard in range(SHARDS)]
        return
    trade = Trade(_apprentice, (where, config.flat(), learner.seed, learner.keys, learner.most_nodes))
    with TemporaryDirectory() as folder, hired(min(workers, SHARDS), trade) as team:
        team.make_ready()
        shared = Path(folder) / "round"

        def study(known: Knowledge) -> list[Found]:
            known.save(shared, "")
            return list(team.work([(str(shared), shard) for shard in range(SHARDS)], _give_up))

        yield study


def _apprentice(
    where: str, config: list[int], seed: int, keys: str, most_nodes: int
) -> Callable[[tuple[str, int]], Found]:
    """What a worker has to know to work out shards; the knowledge that a round starts from lies in a file."""
    game = load(where)
    made = game.Config()
    made.load(iter(config))
    learner = Learner(game, made, seed=seed, keys=keys, most_nodes=most_nodes)
    learner.make_ready()
    return lambda task: learner.study(Knowledge.load(Path(task[0]), ""), task[1])


def _give_up(task: tuple[str, int]) -> NoReturn:
    raise Fault(f"Shard {task[1]} has ended every worker that was at it.")

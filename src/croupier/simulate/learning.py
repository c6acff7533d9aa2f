"""Learning a game on one or more cores, with checkpoints: rounds of `agents.learner`, shard by shard.

Shards do not depend on the worker that computes them, and are merged in their order, so the number of workers changes
no result. A strategy is written beside its checkpoint (`FILE.checkpoint`), from which learning can be resumed. A Ctrl-C
loses only the current round.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, NoReturn

from croupier.agents.bot import PolicyBot
from croupier.agents.learner import MOST_NODES, SHARDS, TRACE, Found, Knowledge, Learner
from croupier.agents.learnt import About, fingerprint_of, read_strategy, write_strategy
from croupier.agents.loading import load_bot
from croupier.agents.terms import Terms
from croupier.games import load
from croupier.kernel.contract.game import Game
from croupier.kernel.contract.house_bots import PolicyLike
from croupier.kernel.errors import BadInput, Fault
from croupier.kernel.vocabulary.keys import fresh_seed
from croupier.workers import hired
from croupier.workers.team import WorkerSetup

CHECKPOINT_SECONDS = 60.0
"""How often a checkpoint is written."""
Study = Callable[[Knowledge], list[Found]]


class Task(NamedTuple):
    """A learning task for workers: the place of a game, its config as numbers, the seed, how decisions are told apart,
    how many situations are kept, and the house bot that a rival is to answer; "" for self-play."""

    where: str
    config: list[int]
    seed: int
    keys: str = TRACE
    most_nodes: int = MOST_NODES
    against: str = ""

    def learner(self) -> Learner:
        """A learner, ready to study."""
        game = load(self.where)
        config = game.Config()
        config.load(iter(self.config))
        against = [policy_named(game, self.against)] if self.against else []
        limits: dict[str, Any] = {"keys": self.keys, "most_nodes": self.most_nodes}
        learner = Learner(game, config, seed=self.seed, against=against, **limits)
        learner.make_ready()
        return learner


def policy_named(game: Game, text: str) -> PolicyLike:
    """The house policy that a text names; BadInput if the bot is none."""
    bot = load_bot(game, text, Terms())
    if not isinstance(bot, PolicyBot):
        raise BadInput(
            f"{text} is no policy of the house. A rival learns by playing hundreds of thousands of matches, compiled, "
            f"so it can be trained against rules ({', '.join([*game.house_bots.policies, 'random'])}, learnt:FILE) and "
            "not against bots that search, solve, or are programs of their own. `croupier match` measures this bot "
            "against others."
        )
    return bot.policy


class Learnt(NamedTuple):
    """The result of a run."""

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

    A run ends with a complete round, so it may take slightly longer. `options` are those that the config was made from.
    `progress` is called after every round with the knowledge and the time taken.
    """
    check_budget(minutes, iterations, workers)
    game, kept = load(where), out.with_name(f"{out.name}.checkpoint")
    if not resume and (out.exists() or kept.exists()):
        raise BadInput(f"{out} exists already: continue it with --resume, or name another file.")
    if seed is None:
        seed = read_strategy(out)[0].seed if resume else fresh_seed()
    about = json.dumps([game.name, config.flat(), fingerprint_of(game, keys), seed])
    begun = known = Knowledge.load(kept, about) if resume else Knowledge.empty()

    def write() -> About:
        known.save(kept, about)
        return write_strategy(out, game, config, known, seed=seed, options=options, keys=keys)

    task = Task(where, config.flat(), seed, keys, most_nodes)
    saved, seconds, complete = time.monotonic(), 0.0, True
    try:
        for known, seconds in rounds(task, begun, minutes=minutes, iterations=iterations, workers=workers):
            if time.monotonic() - saved > CHECKPOINT_SECONDS:
                write()
                saved = time.monotonic()
            progress(known, seconds)
    except KeyboardInterrupt:
        complete = False
    return Learnt(write(), known, seconds, complete)


def check_budget(minutes: float | None, iterations: int | None, workers: int) -> None:
    """Refuse to learn for no time, or without an end."""
    if minutes is None and iterations is None:
        raise BadInput("Say how long to learn: a number of minutes, or of iterations.")
    if (minutes is not None and minutes <= 0) or (iterations is not None and iterations < 1) or workers < 1:
        raise BadInput("At least one iteration, one worker and some time are needed.")


def rounds(
    task: Task, known: Knowledge, *, minutes: float | None, iterations: int | None, workers: int
) -> Iterator[tuple[Knowledge, float]]:
    """Learn round by round; yields the knowledge after each round, and the seconds that all rounds took."""
    with _crew(task, workers) as study:
        began, seconds = time.monotonic(), 0.0
        while not _is_done(known, seconds, minutes, iterations):
            known = known.merged(study(known), task.most_nodes)
            seconds = time.monotonic() - began
            yield known, seconds


def _is_done(known: Knowledge, seconds: float, minutes: float | None, iterations: int | None) -> bool:
    in_time = minutes is not None and seconds >= 60 * minutes
    return in_time or (iterations is not None and known.walks >= iterations)


@contextmanager
def _crew(task: Task, workers: int) -> Iterator[Study]:
    """A function that computes the shards of a round: in this process, or with workers that are ready."""
    learner = task.learner()
    if workers == 1:
        yield lambda known: [learner.study(known, shard) for shard in range(SHARDS)]
        return
    setup = WorkerSetup(_shard_worker, tuple(task))
    with TemporaryDirectory() as folder, hired(min(workers, SHARDS), setup) as team:
        team.make_ready()
        shared = Path(folder) / "round"

        def study(known: Knowledge) -> list[Found]:
            known.save(shared, "")
            return list(team.work([(str(shared), shard) for shard in range(SHARDS)], _give_up))

        yield study


def _shard_worker(*task: Any) -> Callable[[tuple[str, int]], Found]:
    """The function with which a worker computes shards; the knowledge that a round starts from is in a file."""
    learner = Task(*task).learner()
    return lambda task: learner.study(Knowledge.load(Path(task[0]), ""), task[1])


def _give_up(task: tuple[str, int]) -> NoReturn:
    raise Fault(f"Every worker that computed shard {task[1]} has died.")
